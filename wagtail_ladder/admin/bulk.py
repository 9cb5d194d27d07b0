"""The bulk actions of the list of players. What may show more of them lists first what that is.

Those that only show less, which any role may do, are in `bulk_tightening`.
"""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from wagtail.admin import messages

from ..models import Club, Player
from ..services import LadderError, confirm_adults, record_consent
from ..services.verb import club_transaction
from .disclosure import Question
from .players import PlayerFilterSet
from .scope import ClubScopedBulkAction
from .who.access import url_of as url_of_who


class PlayersAction(ClubScopedBulkAction):
    """Subclasses word it, and say what to do, and for whom it is done already."""

    models = [Player]
    template_name = "wagtail_ladder/admin/registry/bulk.html"

    @cached_property
    def filters(self) -> PlayerFilterSet:
        return PlayerFilterSet(self.request.GET, request=self.request)

    def dispatch(self, request, *args, **kwargs):
        if "all" in request.GET.getlist("id") and not self.filters.is_valid():
            messages.error(request, gettext("This filter is not known. Please choose the players again."))
            return redirect(reverse("ladder_players:list"))
        return super().dispatch(request, *args, **kwargs)

    def get_queryset_in_listing(self, reachable: QuerySet[Player]) -> QuerySet[Player]:
        return self.filters.filter_queryset(reachable)

    def get_context_data(self, **kwargs):
        context = super().get_context_data(**kwargs)
        players = [row["item"] for row in context["items"]]
        return context | {
            "action": self,
            "lead": self.lead(len(players)),
            "players": [(player.name, self.is_done(player)) for player in players],
            **self.asked_about(players),
        }

    def form_valid(self, form):
        players, _others = self.get_actionable_objects()
        try:
            with club_transaction(*(player.club_id for player in players)):
                self.refuse_what_was_not_seen(players)
                return super().form_valid(form)
        except LadderError as refusal:
            messages.error(self.request, refusal.message)
            return self.render_to_response(self.get_context_data(form=form))

    @classmethod
    def execute_action(cls, objects, self=None, **kwargs):
        return self._act(objects), 0

    def _act(self, players: Iterable[Player]) -> int:
        by_club: dict[int, list[int]] = {}
        for player in players:
            by_club.setdefault(player.club_id, []).append(player.pk)
        clubs = Club.objects.in_bulk(by_club)
        return sum(self.act(clubs[club_id], ids) for club_id, ids in by_club.items())

    @staticmethod
    @abstractmethod
    def lead(count: int) -> str:
        """The sentence above the list of so many players."""

    @abstractmethod
    def is_done(self, player: Player) -> bool:
        """Whether it holds for the player already."""

    @abstractmethod
    def act(self, club: Club, ids: list[int]) -> int:
        """How many it was done for."""

    def asked_about(self, players: list[Player]) -> dict[str, Any]:
        """What the template needs besides the players."""
        return {}

    def refuse_what_was_not_seen(self, players: list[Player]) -> None:
        """Raises LadderError where the form was not about this list."""


class DisclosingAction(PlayersAction):
    """Organisers only.

    The form carries who was listed and what would become visible: another list is shown first.
    """

    template_name = "wagtail_ladder/admin/registry/bulk_disclosing.html"
    permission_required = "organise"

    def asked_about(self, players: list[Player]) -> dict[str, Any]:
        try:
            question = self._question(players)
        except LadderError as refusal:
            messages.error(self.request, refusal.message)
            return {}
        return {"disclosures": question.disclosures, **question.fields()}

    def refuse_what_was_not_seen(self, players: list[Player]) -> None:
        self._question(players).refuse_other_answers(self.request.POST, str(self.not_yet))

    def _question(self, players: list[Player]) -> Question:
        return Question.about(players, lambda: self._act(players))


class ConfirmAdults(DisclosingAction):
    action_type = "confirm_adults"
    display_name = _("Confirm as adults")
    aria_label = _("Confirm the selected players as adults")
    action_priority = 10
    done = _("confirmed already")
    not_yet = _("Nobody is confirmed yet. Please look at this list first.")
    button = _("Yes, they are adults")

    @staticmethod
    def lead(count: int) -> str:
        return ngettext(
            "You confirm that this player is an adult:",
            "You confirm that these %(count)d players are adults:",
            count,
        ) % {"count": count}

    def is_done(self, player: Player) -> bool:
        return player.is_adult

    def act(self, club: Club, ids: list[int]) -> int:
        return confirm_adults(club, ids, by=self.request.user)

    def get_success_message(self, num_parent_objects, num_child_objects) -> str:
        if not num_parent_objects:
            return gettext("They were confirmed as adults already.")
        return ngettext(
            "%(count)d player confirmed as an adult.",
            "%(count)d players confirmed as adults.",
            num_parent_objects,
        ) % {"count": num_parent_objects}


class RecordConsent(DisclosingAction):
    action_type = "record_consent"
    display_name = _("Record consent")
    aria_label = _("Record that the selected players may be shown by their full names")
    action_priority = 20
    done = _("on record already")
    not_yet = _("No consent is recorded yet. Please look at this list first.")
    button = _("Yes, consent was given")

    @staticmethod
    def lead(count: int) -> str:
        return ngettext(
            "You record that this player, or the parents of a junior, agreed to the full name being shown:",
            "You record that these %(count)d players, or the parents of the juniors among them, agreed to"
            " their full names being shown:",
            count,
        ) % {"count": count}

    def is_done(self, player: Player) -> bool:
        return player.full_name_consent

    def act(self, club: Club, ids: list[int]) -> int:
        return record_consent(club, ids, by=self.request.user)

    def get_success_message(self, num_parent_objects, num_child_objects) -> str:
        if not num_parent_objects:
            return gettext("Their consent was on record already.")
        return ngettext(
            "Consent of %(count)d player recorded.",
            "Consent of %(count)d players recorded.",
            num_parent_objects,
        ) % {"count": num_parent_objects}


class MergeTwo(ClubScopedBulkAction):
    """Leads to the screen where the two are looked at side by side."""

    models = [Player]
    permission_required = "organise"
    action_type = "merge"
    display_name = _("Merge")
    aria_label = _("Merge the two selected players, who are the same person")
    action_priority = 30

    def dispatch(self, request, *args, **kwargs):
        players, _others = self.get_actionable_objects()
        if not players:
            raise Http404
        if len(players) != 2 or players[0].club_id != players[1].club_id:
            messages.error(request, gettext("Please choose two players of one club to merge."))
            return redirect(reverse("ladder_players:list"))
        return redirect(url_of_who("merge", *(player.pk for player in players)))
