"""Which clubs, ladders and events a user of the admin meets. Every view of this package asks here.

An event of another club is answered as one that does not exist, whatever the method of the request.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import Any

from django.contrib.auth.models import User as AuthUser
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.forms import Media
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.decorators import classonlymethod
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views import View
from wagtail.admin.paginator import WagtailPaginator
from wagtail.admin.views.generic.base import WagtailAdminTemplateMixin
from wagtail.models import ModelLogEntry

from ...models import ClubRole, Decision, Event, Ladder
from ...services import LadderError, Missing
from ...services.editors import editor_name, moment
from ...services.roles import clubs_of, has_role, roles_by_club
from ..sensitive import SensitivePost
from .words import status_of

NAMESPACE = "wagtail_ladder_events"
STYLES = Media(css={"all": ["wagtail_ladder/admin/events.css"]})
_ANSWERED = Media(js=["wagtail_ladder/admin/answered.js"])


def url_of(view_name: str, *args: Any) -> str:
    return reverse(f"{NAMESPACE}:{view_name}", args=args)


def whole_number(text: str | None, *, lowest: int = 0, highest: int = 10**18 - 1) -> int | None:
    """What a form or an address says, if it is a number within bounds, as a database can hold; else None."""
    if not text or not text.isdecimal() or len(text) > 18:
        return None
    number = int(text)
    return number if lowest <= number <= highest else None


def ladder_asked_for(request: HttpRequest) -> dict[str, int]:
    """What a form begins with where its address names a ladder (`?ladder=`)."""
    ladder = whole_number(request.GET.get("ladder"))
    return {} if ladder is None else {"ladder": ladder}


def version_in(request: HttpRequest, field: str) -> int:
    """A version that a form was made from; one that never is where the form does not say."""
    version = whole_number(request.POST.get(field))
    return -1 if version is None else version


def paged(items: Sequence[Any] | QuerySet[Any], size: int, request: HttpRequest) -> dict[str, Any]:
    """The page asked for (`?p=`), as Wagtail's pagination wants it."""
    page = WagtailPaginator(items, size).get_page(request.GET.get("p"))
    return {"page": page, "elided_page_range": page.paginator.get_elided_page_range(page.number)}


def works_for_a_club(user: AuthUser) -> bool:
    """Whether the user is an organiser or an arbiter anywhere: then there is a menu item."""
    return bool(user.is_superuser or roles_by_club(user))


def ladders_of(user: AuthUser) -> QuerySet[Ladder]:
    """The ladders that the user may enter events for."""
    ladders = Ladder.objects.filter(club__in=clubs_of(user))
    return ladders.select_related("club").order_by("club__name", "club_id", "name", "pk")


def events_of(user: AuthUser) -> QuerySet[Event]:
    """The events that the user may open, deleted ones included."""
    return Event.objects.filter(ladder__club__in=clubs_of(user)).select_related("ladder__club", "changed_by")


class AdminView(SensitivePost, WagtailAdminTemplateMixin, View):
    """A screen for whoever works for a club, in Wagtail's own frame."""

    header_icon = "calendar-alt"
    refusal: LadderError | None = None
    """What a verb refused in this request: shown above the form, which keeps its input."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not works_for_a_club(request.user):
            raise PermissionDenied
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.show()

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(**context), status=status)

    def show_refusal(self, refusal: LadderError, **context: Any) -> HttpResponse:
        """The same screen again, with the sentence and what the editor had typed."""
        self.refusal = refusal
        return self.show(**context)

    def get_breadcrumbs_items(self) -> list[dict[str, Any]]:
        here = {"url": "", "label": self.get_page_title(), "sublabel": self.get_page_subtitle()}
        return [*self.breadcrumbs_items, {"url": url_of("index"), "label": _("Events")}, here]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context["media"] = self.media
        context["refusal"] = self.refusal
        return context

    @property
    def media(self) -> Media:
        return STYLES + _ANSWERED if self.request.method == "POST" else STYLES


class PutTogether(Exception):
    """The event that was asked for is a part of another one, since somebody put them together."""

    def __init__(self, whole: Event, entry: ModelLogEntry) -> None:
        super().__init__()
        self.whole, self.entry = whole, entry


def refuse_part(user: AuthUser, event_id: int) -> None:
    """Raises PutTogether where the id was that of a part; the event that has it may have become one since."""
    joins = ModelLogEntry.objects.filter(action="wagtail_ladder.join_split").select_related("user")
    entry = joins.filter(data__part=event_id).first()
    if entry is None:
        return
    whole = events_of(user).filter(pk=entry.object_id).first()
    if whole is not None:
        raise PutTogether(whole, entry)
    refuse_part(user, int(entry.object_id))


class EventView(AdminView):
    """A screen of one event, `self.event`."""

    tab = ""
    """Which tab of the desk is the current one."""

    opens_deleted = False
    """Whether the screen is there for a deleted event too."""

    @classonlymethod
    def as_view(cls, **initkwargs: Any) -> Callable[..., HttpResponse]:
        """With the answer to a form of a part that is none any more: `setup` cannot give one."""
        view = super().as_view(**initkwargs)

        @wraps(view)
        def view_or_whole(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except PutTogether as gone:
                return PutTogetherView.as_view(entry=gone.entry)(request, pk=gone.whole.pk)

        return view_or_whole

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        event = events_of(request.user).filter(pk=kwargs["pk"]).first()
        if event is None:
            refuse_part(request.user, kwargs["pk"])
            raise Http404
        self.event = event

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.event.status != Event.Status.DELETED or self.opens_deleted:
            return super().dispatch(request, *args, **kwargs)
        if request.method == "POST":
            return DeletedMeanwhileView.as_view()(request, pk=self.event.pk)
        return redirect(url_of("restore", self.event.pk))

    @cached_property
    def is_organiser(self) -> bool:
        return has_role(self.request.user, ClubRole.ORGANISER, self.event.ladder.club_id)

    @property
    def is_published(self) -> bool:
        return self.event.status == Event.Status.PUBLISHED

    def get_page_subtitle(self) -> str:
        return self.event.name

    def get_breadcrumbs_items(self) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = [
            *self.breadcrumbs_items,
            {"url": url_of("index"), "label": _("Events")},
            {"url": url_of("desk", self.event.pk), "label": self.event.name},
        ]
        if self.get_page_title():
            items.append({"url": "", "label": self.get_page_title()})
        return items

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        undecided = self.event.entries.filter(decision=Decision.UNDECIDED).count()
        context.update(
            event=self.event,
            ladder=self.event.ladder,
            tab=self.tab,
            undecided_total=undecided,
            status=status_of(self.event, undecided),
            is_published=self.is_published,
            is_organiser=self.is_organiser,
            history_url=url_of("history", self.event.pk),
        )
        return context

    def expected_version(self) -> int:
        """The version of the event that the form was made from."""
        return version_in(self.request, "version")

    def nothing_changed(self, event: Event) -> bool:
        """Whether the verb that gave the event found everything as the form wants it, and wrote nothing."""
        return event.version == self.expected_version()

    def read_event_again(self) -> None:
        """After a refusal: the form is shown again on top of the event as it is now."""
        self.event = get_object_or_404(events_of(self.request.user), pk=self.event.pk)

    def show_refusal(self, refusal: LadderError, **context: Any) -> HttpResponse:
        self.read_event_again()
        return super().show_refusal(refusal, **context)


class DeletedMeanwhileView(EventView):
    """The answer to a form made before its event was deleted: once that is restored, it can be sent again."""

    template_name = "wagtail_ladder/admin/events/deleted_meanwhile.html"
    page_title = gettext_lazy("Not saved")
    opens_deleted = True

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        sentence = _(
            "%(who)s has deleted this event meanwhile, and nothing of what you sent is saved. "
            "Once an organiser has restored it, send it again from here: this page keeps it."
        )
        return self.show_refusal(
            Missing("event_deleted", sentence % {"who": editor_name(self.event.changed_by)})
        )

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context["sent"] = sent_in(self.request)
        return context


class PutTogetherView(EventView):
    """The answer to whatever asks for a part that is put together with others: the event that has it now."""

    template_name = "wagtail_ladder/admin/events/put_together.html"
    page_title = gettext_lazy("Put together meanwhile")
    opens_deleted = True
    entry: ModelLogEntry | None = None

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.post(request)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """It is said to the script of a round as well, which shows the sentence in its place."""
        gone = Missing("event_joined", " ".join(self._sentences()))
        if request.headers.get("accept", "").startswith("application/json"):
            return JsonResponse({"message": gone.message, "stale": False}, status=422)
        return self.show_refusal(gone)

    def _sentences(self) -> Iterator[str]:
        assert self.entry is not None  # noqa: S101 - see `EventView.as_view`
        yield _("This part of the event was put together with the rest by %(who)s, %(when)s.") % {
            "who": editor_name(self.entry.user),
            "when": moment(self.entry.timestamp),
        }
        if self.request.method == "POST":
            yield _("Nothing of what you sent is saved. Please look at the whole event, and enter it there.")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        began_with = self.request.POST.get
        context["typed"] = [
            (name, value)
            for name, value in sent_in(self.request)
            if value.strip() and not _is_hidden(name) and value != began_with(f"initial-{name}")
        ]
        asked = self.request.resolver_match
        if "number" in asked.kwargs:
            from .sent import FIELDS_OF_A_LINE, round_in_words  # which reads forms, as this module does

            lines = round_in_words(self.request.POST, asked.kwargs["number"], asked.kwargs["pk"])
            others = [typed for typed in context["typed"] if typed[0].split("-")[0] not in FIELDS_OF_A_LINE]
            context["typed"] = [*lines, *others]
        return context


def sent_in(request: HttpRequest) -> list[tuple[str, str]]:
    """Every field of a form as it was sent."""
    sent = request.POST.lists()
    return [(name, value) for name, values in sent for value in values if name != "csrfmiddlewaretoken"]


def _is_hidden(field: str) -> bool:
    """What a form has for its own sake."""
    return field.split("-")[0] in {"version", "seen", "saw", "shown", "initial", "fingerprint"}
