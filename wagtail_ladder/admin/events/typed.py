"""An evening typed in the admin: what it is, then who is there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.contrib.auth.models import User as AuthUser
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from wagtail.admin import messages

from ...matching import fold
from ...models import Event, Player, Standing
from ...services import LadderError, Member, Refused, add_entries, create_event, decide_entries
from ..alphabet import ByName
from ..trying import LadderShown
from .access import AdminView, ladder_asked_for, ladders_of, url_of, whole_number
from .fields import DayField, LadderField, NameField
from .looking import EventLookFirst
from .older import note_if_older

MOST_MEMBERS_LISTED = 400
"""More than a hand can scroll through; the others are typed by name."""


TWO_PEOPLE, ONE_PERSON = "two", "one"


@dataclass(frozen=True)
class Double:
    """A name that would stand in the event twice: two people of one name, or one who was typed twice?"""

    key: str
    """Equal for all spellings of the name that a keyboard makes."""
    name: str
    is_here: bool
    """Whether one of them is in the event already, and not only in the list."""
    answer: str


def _key(name: str) -> str:
    return fold(name) or name  # nothing is left of a name of signs only


class TypedEventForm(forms.Form):
    ladder = LadderField()
    name = NameField()
    last_day = DayField(
        label=gettext_lazy("Day"),
        help_text=gettext_lazy("Of an event over several days, the last one."),
        error_messages={
            "required": gettext_lazy("Please give the day: it decides the place in the ladder."),
            "invalid": gettext_lazy("There is no such day. Please write it as 2026-05-31."),
        },
    )
    first_day = DayField(
        label=gettext_lazy("First day"),
        required=False,
        help_text=gettext_lazy("Only for an event over several days."),
    )
    format = forms.ChoiceField(
        label=gettext_lazy("What is played"), choices=Event.Format.choices, initial=Event.Format.SWISS
    )
    unrated = forms.ChoiceField(
        label=gettext_lazy("For the ladder"),
        required=False,
        choices=[
            ("", gettext_lazy("Rated")),
            (Event.Unrated.UNRATED_EVENT, gettext_lazy("Not rated")),
            (Event.Unrated.VARIANT, gettext_lazy("Not rated: a variant, as bughouse")),
        ],
    )
    unrated_note = forms.CharField(
        label=gettext_lazy("Why it is not rated"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Shown with the event."),
    )

    def __init__(self, *args: Any, user: AuthUser, **kwargs: Any) -> None:
        kwargs["initial"] = {"last_day": timezone.localdate(), **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)
        self.fields["ladder"].offer(ladders_of(user))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = data.get("first_day"), data.get("last_day")
        if isinstance(first, date) and isinstance(last, date) and first > last:
            self.add_error("first_day", _("The last day lies before the first day."))
        if data.get("format") == Event.Format.TABLE and not data.get("unrated"):
            data["unrated"] = Event.Unrated.UNRATED_EVENT.value
            data["unrated_note"] = data.get("unrated_note") or _("only points, no games")
        if data.get("unrated") and not data.get("unrated_note"):
            self.add_error("unrated_note", _("Please say why this event is not rated."))
        return data


class TypeView(AdminView):
    """A new draft."""

    template_name = "wagtail_ladder/admin/events/type.html"
    page_title = gettext_lazy("Type an evening")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        form = TypedEventForm(user=self.request.user, initial=ladder_asked_for(self.request))
        kwargs.setdefault("form", form)
        return super().get_context_data(**kwargs)

    def post(self, request: HttpRequest) -> HttpResponse:
        form = TypedEventForm(request.POST, user=request.user)
        if not form.is_valid():
            return self.show(form=form)
        try:
            event = create_event(by=request.user, **form.cleaned_data)
        except LadderError as refusal:
            return self.show_refusal(refusal, form=form)
        if not event.unrated and (note := note_if_older(event.ladder, event.last_day)):
            messages.info(request, note)
        return redirect(url_of("entries", event.pk))


class EntriesView(EventLookFirst):
    """Who is there: members picked from the registry, anybody else typed, a name a line.

    A published event is not rated while a name waits: to add one may move everybody who was there.
    """

    template_name = "wagtail_ladder/admin/events/entries.html"
    page_title = gettext_lazy("Who is there?")
    asks_reason = False
    names: Sequence[str] = ()
    known: Mapping[int, str] = {}
    doubles: Sequence["Double"] = ()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context["entries"] = self.event.entries.all()
        context["members"], context["members_unlisted"] = self._members()
        context["typed"] = self.request.POST.get("names", "")
        context["picked"] = self._picked()
        context["next_url"] = self._next_url()
        context["doubles"] = self.doubles
        return context

    @property
    def media(self) -> forms.Media:
        return super().media + forms.Media(js=["wagtail_ladder/admin/filter-list.js"])

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        self.names = [line.strip() for line in request.POST.get("names", "").splitlines() if line.strip()]
        self.known = self._known()
        self.doubles = self._doubles([*self.known.values(), *self.names])
        if not all(double.answer for double in self.doubles):
            return self.show()
        once = {double.key for double in self.doubles if double.answer == ONE_PERSON}
        self.known, self.names = self._once(self.known, self.names, once)
        if not (self.names or self.known) and self.event.entries.exists():
            return redirect(self._next_url())
        return super().post(request, pk=pk)

    def act(self) -> int:
        """How many were added. The picked members are decided at once: who picks one says who he is."""
        if not (self.names or self.known):
            raise Refused("no_names", _("Please pick or type the names of those who are there."))
        entries = add_entries(
            self.event,
            [*self.known.values(), *self.names],
            by=self.request.user,
            expected_version=self.expected_version(),
        )
        if self.known:
            choices = {entry.pk: Member(player) for entry, player in zip(entries, self.known, strict=False)}
            decide_entries(self.event, choices, by=self.request.user)
        return len(entries)

    def about(self) -> list[str]:
        count = len(self.names) + len(self.known)
        sentence = ngettext("%(count)d name would be added.", "%(count)d names would be added.", count)
        if not self.names:
            return [sentence % {"count": count}]
        return [
            sentence % {"count": count},
            _("The event is not rated again until you have decided who that is."),
        ]

    def done(self, act: int, ladders: list[LadderShown]) -> HttpResponse:
        sentence = ngettext("%(count)d name added.", "%(count)d names added.", act) % {"count": act}
        messages.success(self.request, self.told(sentence, ladders))
        return redirect(self._next_url())

    def _next_url(self) -> str:
        """The round where somebody else had come, else the results."""
        number = whole_number(self.request.GET.get("round"))
        if number is not None and 1 <= number <= 99:
            return url_of("round", self.event.pk, number)
        return url_of("results", self.event.pk)

    def _known(self) -> dict[int, str]:
        """The picked members who are not in the event yet: id -> name, in the order of names."""
        return {member.pk: member.name for member in ByName(self._absent().filter(pk__in=self._picked()))}

    def _doubles(self, names: list[str]) -> list[Double]:
        """Which of the names to be added are there already, or come twice; and what the form says of them."""
        here = self._names_here()
        seen = set(here)
        doubles: dict[str, Double] = {}
        for name in names:
            key = _key(name)
            if key in seen:
                answer = self.request.POST.get(f"double-{key}", "")
                known_answer = answer if answer in (TWO_PEOPLE, ONE_PERSON) else ""
                doubles[key] = Double(key, name, key in here, known_answer)
            seen.add(key)
        return list(doubles.values())

    def _names_here(self) -> set[str]:
        """As typed, and as the members are called."""
        entries = self.event.entries.values_list("typed_name", "player__name", "player__merged_into__name")
        return {_key(name) for names in entries for name in names if name}

    def _once(
        self, known: Mapping[int, str], names: Iterable[str], keys: set[str]
    ) -> tuple[dict[int, str], list[str]]:
        """Each of these names once, as the first of a picked member, a typed name, and what is there."""
        seen = self._names_here() & keys

        def is_first(name: str) -> bool:
            key = _key(name)
            if key in seen:
                return False
            if key in keys:
                seen.add(key)
            return True

        return {pk: name for pk, name in known.items() if is_first(name)}, [
            name for name in names if is_first(name)
        ]

    def _picked(self) -> set[int]:
        return {pk for text in self.request.POST.getlist("member") if (pk := whole_number(text)) is not None}

    def _absent(self) -> QuerySet[Player]:
        """The members who are not in the event yet."""
        here = self.event.entries.with_person().exclude(player=None).values("person_id")
        members = Player.objects.filter(club_id=self.event.ladder.club_id, merged_into=None)
        return members.exclude(pk__in=here)

    def _members(self) -> tuple[list[tuple[int, str]], int]:
        """Members who are not in the event yet, by name, and how many are not listed.

        Of a large club those are listed who played last.
        """
        members = self._absent()
        count = members.count()
        if count > MOST_MEMBERS_LISTED:
            latest = Standing.objects.filter(ladder_id=self.event.ladder_id, player__in=members).order_by(
                F("last_rated_event__last_day").desc(nulls_last=True), "player_id"
            )
            members = members.filter(
                pk__in=list(latest.values_list("player_id", flat=True)[:MOST_MEMBERS_LISTED])
            )
        listed = [(member.pk, member.name) for member in ByName(members)]
        return listed, count - len(listed)
