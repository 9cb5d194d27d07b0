"""Likely doubles: pairs of members who may be one person, each with what speaks for it and against it."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages

from ...matching import Double
from ...models import Act, Club, Player
from ...services import LadderError, declare_distinct
from ...services.doubles import likely_doubles, spelled
from ...services.pairs import MemberFacts, PairFacts, pair_facts
from ...services.roles import clubs_organised_by
from ..events.access import paged, whole_number
from ..events.words import CONFIDENCE
from ..ledger.access import url_of_history, url_to_undo
from ..ledger.members import tell_apart
from .access import WhoView, members_of, url_of_doubles, url_of_players
from .words import Weighed, weighed

PAIRS_A_PAGE = 20


@dataclass(frozen=True)
class PairShown:
    one: MemberFacts
    """Who has played more: his name is proposed to be kept."""
    other: MemberFacts
    confidence: str
    weighed: Weighed
    spellings: tuple[str, str] | None
    """Under which names they are so alike, in this order, where these are not the registered ones."""
    cannot_be_one: bool
    """They met, or sat in one round: a merge would be refused."""


class DoublesView(WhoView):
    """The report. Of several clubs one at a time."""

    template_name = "wagtail_ladder/admin/who/doubles.html"
    page_title = gettext_lazy("Likely doubles")

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.clubs = list(clubs_organised_by(request.user).order_by("name", "pk"))
        asked = whole_number(request.GET.get("club"))
        found = [club for club in self.clubs if asked in (None, club.pk)]
        if not found:
            raise Http404
        self.club = found[0]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        doubles = likely_doubles(self.club)
        context.update(paged(doubles, PAIRS_A_PAGE, self.request))
        context.update(
            club=self.club,
            clubs=[(club, url_of_doubles(club)) for club in self.clubs],
            count=len(doubles),
            pairs=pairs_shown(self.club, context["page"].object_list),
            after_the_last=self._after_the_last(context["page"]),
            players_url=url_of_players(),
            distinct_url=url_of_history(kind=Act.Kind.DISTINCT),
        )
        return context

    def _after_the_last(self, page: Page) -> str:
        """Where “later” leads to from the last pair of a page."""
        return url_of_doubles(self.club, page.number + 1) if page.has_next() else url_of_players()


class DistinctView(WhoView):
    """“Not the same”, remembered until somebody takes it back from the ledger. POST only."""

    http_method_names = ["post"]

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        members = members_of(request.user)
        self.one: Player = get_object_or_404(members, pk=kwargs["one"])
        self.other: Player = get_object_or_404(members.filter(club=self.one.club_id), pk=kwargs["other"])
        self.club = self.one.club

    def post(self, request: HttpRequest, one: int, other: int) -> HttpResponse:
        try:
            act = declare_distinct(self.one, self.other, by=request.user)
        except LadderError as refusal:
            messages.error(request, refusal.message)
        else:
            messages.success(
                request,
                _("It is on record that these two are not the same person."),
                buttons=[messages.button(url_to_undo(act), _("Undo"))],
            )
        return redirect(url_of_doubles(self.club, whole_number(request.POST.get("p")) or 1))


def pairs_shown(club: Club, doubles: list[Double[int]]) -> list[PairShown]:
    ids = {pk for double in doubles for pk in double.players}
    players = Player.objects.filter(club=club, merged_into=None).in_bulk(ids)
    tell_apart(players.values())
    here = spelled(club, [double for double in doubles if players.keys() >= set(double.players)])
    facts = pair_facts([(players[one], players[other]) for one, other in (double.players for double in here)])
    return [_shown(double, pair) for double, pair in zip(here, facts, strict=True)]


def _shown(double: Double[int], pair: PairFacts) -> PairShown:
    spelled = dict(zip(double.players, double.spellings, strict=True))
    one, other = sorted((pair.one, pair.other), key=lambda member: -member.games)
    spellings = spelled[one.player.pk], spelled[other.player.pk]
    return PairShown(
        one,
        other,
        str(CONFIDENCE[double.suggestion.confidence]),
        weighed(double.suggestion, pair),
        None if spellings in (("", ""), (one.player.name, other.player.name)) else spellings,
        bool(pair.met or pair.in_one_round),
    )
