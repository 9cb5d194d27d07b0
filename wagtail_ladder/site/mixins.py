"""What makes a page the page of a club or of a ladder, whatever base model the site's pages have.

    class LadderPage(LadderPageMixin, SitePage):
        content_panels = [*SitePage.content_panels, *LadderPageMixin.ladder_panels]

Pages hold prose and a reference. Deleting or copying one changes no rating, and no name ever gets into a
title, a slug, a revision or the search index. `get_context` holds no row of a ladder either: Wagtail renders
it for the form that asks for a page's password.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import models
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from wagtail.admin.panels import FieldPanel
from wagtail.contrib.routable_page.models import RoutablePageMixin, path
from wagtail.fields import StreamField
from wagtail.search import index

from ..audience import Access, access, admit, is_public, public_names
from ..blocks import ProseBlock
from ..models import Correction, Event, LadderPlayer, Standing, Visibility
from ..services.reads.archive import PER_PAGE
from .addresses import Addresses
from .club import club_screen
from .gate import keep_private, served_page
from .live import is_asked
from .meta import PageMeta, is_a_copy, meta_of, open_translations
from .routes import Routes, Shown
from .stamp import stamp_of
from .translating import kept_in_translations
from .way_up import club_link


class ClubPageMixin(models.Model):
    club = models.ForeignKey(
        "wagtail_ladder.Club", on_delete=models.PROTECT, related_name="+", verbose_name=_("club")
    )
    body = StreamField(ProseBlock(), blank=True, verbose_name=_("text"))

    is_the_page_of_a_club = True
    override_translatable_fields = kept_in_translations("club")
    ladder_panels = [FieldPanel("club"), FieldPanel("body")]
    ladder_search_fields = [index.SearchField("body")]

    _is_for_this_visitor = False

    class Meta:
        abstract = True

    def get_template(self, request: HttpRequest, *args: Any, **kwargs: Any) -> str:
        return "wagtail_ladder/pages/club_page.html"

    def get_cache_key_components(self) -> list[Any]:
        """Parts that a template keeps of what only some may see are found again by nobody."""
        components = super().get_cache_key_components()
        return [*components, get_random_string(22)] if self._is_for_this_visitor else components

    def serve(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        screen = club_screen(self.club, self, request)
        self._is_for_this_visitor = screen.is_private
        context = {**self.get_context(request, *args, **kwargs), "screen": screen}
        if screen.ladders and not screen.is_private:
            context["meta"] = meta_of(self, request, "", screen, club=self.club.name)
        response = TemplateResponse(request, self.get_template(request, *args, **kwargs), context)
        return keep_private(response) if screen.is_private else response

    def serve_preview(self, request: HttpRequest, mode_name: str) -> HttpResponse:
        return self.serve(request)

    @cached_property
    def translations(self) -> tuple[Any, ...]:
        """Those in other languages that everybody may open."""
        pages = type(self).objects.filter(open_translations(self, club=self.club_id))
        return tuple(pages.select_related("locale"))

    def minimal_clean(self) -> None:
        """A draft too has a club: Wagtail 8's API, which knows no field for it, would save one without."""
        super().minimal_clean()
        self._meta.get_field("club").clean(self.club_id, self)

    def get_cached_paths(self) -> list[str]:
        """The page, and the pages of its archive as long as it may ever have been."""
        events = Event.objects.filter(ladder__club_id=self.club_id).count()
        return ["/", *(f"/{page}" for page in _list_pages(events))]


class LadderPageMixin(RoutablePageMixin, models.Model):
    ladder = models.ForeignKey(
        "wagtail_ladder.Ladder", on_delete=models.PROTECT, related_name="+", verbose_name=_("ladder")
    )
    body = StreamField(ProseBlock(), blank=True, verbose_name=_("text"))

    is_the_page_of_a_ladder = True
    translations: tuple[Any, ...] = ()
    """Of the page that is served: those in other languages that everybody may open."""
    club_page: dict[str, Any] | None = None
    """Of the page that is served: the page of its club (`site.way_up`)."""
    retired_players: tuple[str, ...] = ()
    """For the time of a purge: public ids of players who have another now."""
    override_translatable_fields = kept_in_translations("ladder")
    ladder_panels = [FieldPanel("ladder"), FieldPanel("body")]
    ladder_search_fields = [index.SearchField("body")]

    class Meta:
        abstract = True

    @property
    def private_page_options(self) -> list[str]:
        """Of a hidden ladder the page is private because the ladder is: nothing to choose on the page."""
        if self.ladder_id and not is_public(self.ladder):
            return []
        return super().private_page_options

    def minimal_clean(self) -> None:
        """A draft too has a ladder, as a club page has its club."""
        super().minimal_clean()
        self._meta.get_field("ladder").clean(self.ladder_id, self)

    @classmethod
    def get_indexed_objects(cls) -> models.QuerySet:
        return super().get_indexed_objects().filter(ladder__visibility=Visibility.PUBLIC)

    def get_route_paths(self) -> list[str]:
        """No redirect leads from an old address to a page that answers as one that does not exist."""
        return [] if access(None, self.ladder) is Access.MISSING else super().get_route_paths()

    # Every answer of the page passes the gate here as well as in the hook: a site's code may call `serve`.

    def serve(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = admit(request, self.ladder) or super().serve(request, *args, **kwargs)
        return response if is_public(self.ladder) else keep_private(response)

    def handle_options_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Wagtail answers OPTIONS without `serve`."""
        response = super().handle_options_request(request, *args, **kwargs)
        return response if is_public(self.ladder) else keep_private(response)

    def serve_preview(self, request: HttpRequest, mode_name: str) -> HttpResponse:
        """An editor without a role sees his prose; the rows are not his to see."""
        if access(request.user, self.ladder) is Access.GRANTED:
            return super().serve_preview(request, mode_name)
        return self._show(request, "ladder_page", screen=None)

    # The routes. None of them is asked before the gate has said yes.

    @path("")
    def index_route(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """No cache keeps a group's view: nobody knows all addresses of it that were ever asked for.

        An open page of a group that is not shown any more gets no way to another page, but loses its rows.
        """
        answer = self._routes(request).table(request.GET.get("group"))
        if is_asked(request) and not isinstance(answer, Shown):
            answer = HttpResponseNotFound()
        response = self._answer(request, answer)
        if "group" in request.GET:
            response["Cache-Control"] = "private, no-store"
        return response

    @path("csv/", name="ladder_csv")
    def csv_route(self, request: HttpRequest) -> HttpResponse:
        return self._routes(request).csv(request.GET.get("group"))

    @path("events/", name="ladder_events")
    def events_route(self, request: HttpRequest) -> HttpResponse:
        return self._show(request, *self._routes(request).events(request.GET.get("page")))

    @path("corrections/", name="ladder_corrections")
    def corrections_route(self, request: HttpRequest) -> HttpResponse:
        return self._show(request, *self._routes(request).corrections(request.GET.get("page")))

    @path("events/<slug:event_id>/", name="ladder_event")
    def event_route(self, request: HttpRequest, event_id: str) -> HttpResponse:
        return self._show(request, *self._routes(request).event(event_id))

    @path("players/<slug:player_id>/", name="ladder_player")
    def player_route(self, request: HttpRequest, player_id: str) -> HttpResponse:
        return self._answer(request, self._routes(request).player(player_id))

    @path("players/<slug:player_id>/events/<slug:event_id>/", name="ladder_explanation")
    def explanation_route(self, request: HttpRequest, player_id: str, event_id: str) -> HttpResponse:
        """No cache keeps it: there are too many of them to purge after a replay."""
        response = self._answer(request, self._routes(request).explanation(player_id, event_id))
        response["Cache-Control"] = "private, no-store"
        return response

    def get_sitemap_urls(self, request: HttpRequest | None = None) -> list[dict[str, Any]]:
        """The ladder, its players and its events, where everybody may see them; of a copy nothing.

        A replay may change the ladder and every player: its day is told where the ladder shows days.
        """
        if not is_public(self.ladder) or is_a_copy(self):
            return []
        (own,) = super().get_sitemap_urls(request)
        base, replayed = own["location"], self._day_of_replay()
        return [
            {**own, **replayed},
            *(
                {"location": base + f"players/{public_id}/", **replayed}
                for public_id in self._players_shown()
            ),
            *({"location": base + f"events/{public_id}/"} for public_id in self._events_shown()),
        ]

    def get_cached_paths(self) -> list[str]:
        """Everything below the page that a front-end cache may hold, for a purge.

        Pages that are gone since (an unpublished event, a player who has left) are what a cache must forget
        first, so that these are the addresses of all events and players that there ever were.
        """
        events = Event.objects.filter(ladder_id=self.ladder_id).values_list("public_id", flat=True)
        players = LadderPlayer.objects.filter(ladder_id=self.ladder_id).values_list("public_id", flat=True)
        corrections = Correction.objects.filter(ladder_id=self.ladder_id).count()
        return [
            "/",
            "/events/",
            *(f"/events/{page}" for page in _list_pages(len(events))),
            "/corrections/",
            *(f"/corrections/{page}" for page in _list_pages(corrections)),
            *(f"/players/{public_id}/" for public_id in players),
            *(f"/events/{public_id}/" for public_id in events),
            *(f"/players/{public_id}/" for public_id in self.retired_players),
        ]

    def _day_of_replay(self) -> dict[str, Any]:
        at = self.ladder.replayed_at
        if at is None or self.ladder.months_instead_of_days:
            return {}
        return {"lastmod": timezone.localtime(at).replace(hour=0, minute=0, second=0, microsecond=0)}

    def _players_shown(self) -> Iterator[str | None]:
        players = Standing.objects.filter(ladder_id=self.ladder_id).values_list("player_id", flat=True)
        return (name.public_id for name in public_names(self.ladder, players).values())

    def _events_shown(self) -> Iterable[str]:
        published = Event.objects.filter(ladder_id=self.ladder_id, status=Event.Status.PUBLISHED)
        return published.values_list("public_id", flat=True)

    def _addresses(self, request: HttpRequest) -> Addresses:
        return Addresses(self.get_url(request))

    def _routes(self, request: HttpRequest) -> Routes:
        return Routes(self.ladder, self._addresses(request))

    def _answer(self, request: HttpRequest, answer: Shown | HttpResponse) -> HttpResponse:
        return answer if isinstance(answer, HttpResponse) else self._show(request, *answer)

    def _show(self, request: HttpRequest, page: str, screen: Any) -> TemplateResponse:
        return self.render(
            request,
            template=f"wagtail_ladder/pages/{page}.html",
            context_overrides={
                "heading": self.title,
                "meta": self._meta_of(request, screen),
                "ladder": self.ladder.name,
                "addresses": self._addresses(request),
                "club_link": club_link(self, request),
                "is_private": not is_public(self.ladder),
                "screen": screen,
                "ladder_stamp": self._stamp(request, page, screen),
            },
        )

    def _stamp(self, request: HttpRequest, page: str, screen: Any) -> str:
        """Of the ladder itself, which an open page keeps up to date; not of a preview."""
        is_open = page == "ladder_page" and screen is not None and served_page(request) is not None
        return stamp_of(self.ladder.name, screen) if is_open else ""

    def _meta_of(self, request: HttpRequest, screen: Any) -> PageMeta | None:
        """Nothing for who sees a ladder that is not for everybody; nor in a preview, which has no address."""
        route = getattr(request, "routable_resolver_match", None)
        if screen is None or route is None or not is_public(self.ladder):
            return None
        below = self.reverse_subpage(route.url_name, route.args, route.kwargs)
        return meta_of(self, request, below, screen, club=self.ladder.club.name)


def _list_pages(lines: int) -> Iterator[str]:
    """What follows the address of a list of so many lines, for each of its pages."""
    for number in range(1, -(-lines // PER_PAGE) + 1):
        yield f"?page={number}"
