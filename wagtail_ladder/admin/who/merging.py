"""Two members who are one person: whom with, side by side, who moves, and the merge."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages

from ...audience import public_names
from ...models import Act, Ladder, LadderPlayer, NameMode, Player
from ...services import merge_players
from ...services.doubles import alike, resemblance
from ...services.merges import start_ratings_to_choose
from ...services.pairs import RatingOn, member_facts, pair_facts
from ...services.persons import people_in
from ...services.preview import preview_act
from ..events.access import whole_number
from ..ledger.access import url_of as url_in_ledger
from ..ledger.members import tell_apart
from ..ledger.words import told
from ..trying import LadderShown, Trying, ladder_shown, told_with_moves
from .access import MemberView, WhoView, members_of, step_to, url_of, url_of_doubles, url_of_player
from .finding import LEAST_LETTERS, members_called
from .words import place_of, weighed


class MergeWithView(MemberView):
    """“Merge with another member…”: those who are called alike, and a search in the club's registry."""

    template_name = "wagtail_ladder/admin/who/merge_with.html"
    page_title = gettext_lazy("Merge a member")

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The search. By POST, so that no name is in an address or a log."""
        return self.show()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        query = self.request.POST.get("q", "").strip()[:200]
        searched = len(query) >= LEAST_LETTERS
        found = members_called(self.club, query) if searched else alike(self.club, self.player)
        others = [pk for pk in found if pk != self.player.pk]
        facts = member_facts(Player.objects.filter(pk__in=others))
        tell_apart(member.player for member in facts.values())
        context.update(
            player=self.player,
            query=query,
            searched=searched,
            least_letters=LEAST_LETTERS,
            others=[facts[pk] for pk in others],
            player_url=url_of_player(self.player.pk),
        )
        return context


@dataclass(frozen=True)
class RatingsOf:
    """A row of the comparison: how the two stand on one ladder, and under which names."""

    ladder: Ladder
    kept: RatingOn | None
    absorbed: RatingOn | None


class MergeView(Trying, WhoView):
    """The pair side by side. The first one's name is kept."""

    template_name = "wagtail_ladder/admin/who/merge.html"
    page_title = gettext_lazy("The same person?")

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        members = members_of(request.user)
        self.kept: Player = get_object_or_404(members, pk=kwargs["kept"])
        self.absorbed: Player = get_object_or_404(
            members.filter(club=self.kept.club_id), pk=kwargs["absorbed"]
        )
        if self.kept.pk == self.absorbed.pk:
            raise Http404
        self.club = self.kept.club
        self.names_then: dict[int, str] = {}

    def way_here(self) -> list[dict[str, Any]]:
        return [step_to(self.kept)]

    @cached_property
    def differing_starts(self) -> list[dict[str, Any]]:
        """On each ladder where both have a start rating: the two, and the chosen one, at first the kept's."""
        rows = []
        for differ in start_ratings_to_choose(self.kept, self.absorbed):
            seats = [differ.kept, differ.absorbed]
            posted = whole_number(self.request.POST.get(f"start-{differ.ladder.pk}"))
            chosen = next((seat for seat in seats if seat.player_id == posted), differ.kept)
            rows.append({"ladder": differ.ladder, "seats": seats, "chosen": chosen.player_id})
        return rows

    @property
    def starts(self) -> Mapping[int, int]:
        return {row["ladder"].pk: row["chosen"] for row in self.differing_starts}

    def asked(self) -> Any:
        return (
            self.kept.pk,
            self.kept.name,
            self.absorbed.pk,
            self.absorbed.name,
            self.starts,
            self.names_then,
        )

    def act(self) -> Act:
        reason = self.request.POST.get("reason", "")
        return merge_players(
            self.kept, self.absorbed, by=self.request.user, starts=self.starts, reason=reason
        )

    def tried(self) -> list[LadderShown]:
        def merge_and_look() -> None:
            self.act()
            self.names_then = self._names_of(self.kept)

        return preview_act(self.club.pk, merge_and_look, ladder_shown)

    def done(self, act: Act, ladders: list[LadderShown]) -> HttpResponse:
        sentence = told_with_moves(_("The two are one member now."), ladders)
        see = messages.button(url_in_ledger("act", act.pk), _("See the decision"))
        undo = messages.button(url_of("unmerge", act.pk), _("Undo"))
        doubles = messages.button(url_of_doubles(self.club), _("Likely doubles"))
        messages.success(self.request, sentence, buttons=[see, undo, doubles])
        return redirect(url_of_player(self.kept.pk))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        tell_apart([self.kept, self.absorbed])
        (facts,) = pair_facts([(self.kept, self.absorbed)])
        context.update(
            kept=facts.one,
            absorbed=facts.other,
            ratings=[
                RatingsOf(ladder, facts.one.rating_on(ladder), facts.other.rating_on(ladder))
                for ladder in facts.ladders
            ],
            common_events=facts.common_events,
            met=[place_of(meeting) for meeting in facts.met],
            facts=facts,
            weighed=weighed(resemblance(self.club, self.kept, self.absorbed), facts),
            differing_starts=self.differing_starts,
            privacy=self._privacy() if context["seen"] else [],
            **self._after_a_refusal(),
            reason=self.request.POST.get("reason", ""),
            swap_url=url_of("merge", self.absorbed.pk, self.kept.pk),
            kept_url=url_of_player(self.kept.pk),
        )
        return context

    def _after_a_refusal(self) -> dict[str, Any]:
        """Whether they may still be declared not the same."""
        code = self.refusal.code if self.refusal else ""
        return {"can_differ": code not in ("declared_distinct", "merged_already")}

    def _names_of(self, player: Player) -> dict[int, str]:
        """Ladder id -> as whom visitors see him there, now or inside a trial."""
        found = {ladder.pk: public_names(ladder, [player.pk]) for ladder in self.club.ladders.all()}
        return {pk: names[player.pk].name for pk, names in found.items() if player.pk in names}

    def _privacy(self) -> list[str]:
        """Of every privacy value the stricter one counts: which that is here, and what visitors see of it."""
        one, other = self._whole(self.kept), self._whole(self.absorbed)
        found = []
        if _all(one, "is_adult") != _all(other, "is_adult"):
            found.append(_("One of the two counts as under 18, so the member will."))
        if _all(one, "full_name_consent") != _all(other, "full_name_consent"):
            found.append(
                _("Only one of the two has a consent to the full name on record, so it will not count.")
            )
        forced = LadderPlayer.objects.filter(initials_forced=True, player__in=[*one, *other])
        for ladder in Ladder.objects.filter(pk__in=forced.values("ladder"), names=NameMode.FULL):
            sentence = _("On %(ladder)s one of the two is always shown by initials, so the member will be.")
            found.append(told(sentence, ladder=ladder.name))
        return [*found, *self._shown_otherwise()]

    def _shown_otherwise(self) -> list[str]:
        names_now, names_of_other = self._names_of(self.kept), self._names_of(self.absorbed)
        sentences = []
        for ladder in self.club.ladders.order_by("name", "pk"):
            then = self.names_then.get(ladder.pk)
            now = [names[ladder.pk] for names in (names_now, names_of_other) if ladder.pk in names]
            if then is None or not now or {then} == set(now):
                continue
            if len(set(now)) == 1:
                sentence = _("On %(ladder)s visitors read “%(then)s” instead of “%(now)s”.")
                sentences.append(told(sentence, ladder=ladder.name, then=then, now=now[0]))
            else:
                sentence = _("On %(ladder)s visitors read “%(then)s” instead of “%(one)s” and “%(other)s”.")
                sentences.append(told(sentence, ladder=ladder.name, then=then, one=now[0], other=now[1]))
        return sentences

    def _whole(self, player: Player) -> list[Player]:
        return list(Player.objects.filter(pk__in=people_in(player)))


def _all(people: list[Player], field: str) -> bool:
    return all(getattr(player, field) for player in people)
