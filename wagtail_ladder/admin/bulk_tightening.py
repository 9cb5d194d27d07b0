"""The bulk actions of the list of players that show less of them: for organisers and arbiters."""

from django.db.models import QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ..models import Club, LadderPlayer, Player
from ..models.player import person_at
from ..services import force_initials, withdraw_consent
from .bulk import PlayersAction


class AlwaysInitials(PlayersAction):
    """On every ladder on which they stand. An organiser takes it back, ladder by ladder."""

    action_type = "always_initials"
    display_name = _("Always initials")
    aria_label = _("Show the selected players by initials on all their ladders, whatever else is set")
    action_priority = 40
    done = _("nothing changes")
    button = _("Yes, show initials")
    consequences = (
        _("Whoever is shown by the full name until then gets a page with a new address: the old one ends."),
        _("An organiser can take it back on the player’s screen."),
    )

    @staticmethod
    def lead(count: int) -> str:
        return ngettext(
            "This player will be shown by initials on every ladder with this name on it:",
            "These %(count)d players will be shown by initials on every ladder that lists them:",
            count,
        ) % {"count": count}

    def is_done(self, player: Player) -> bool:
        return player.pk not in self._not_yet

    @cached_property
    def _not_yet(self) -> set[int]:
        players, _others = self.get_actionable_objects()
        return {person for person, _ladder in _places_to_force(player.pk for player in players)}

    def act(self, club: Club, ids: list[int]) -> int:
        places = _places_to_force(ids)
        players = Player.objects.in_bulk({person for person, _ladder in places})
        ladders = club.ladders.in_bulk()
        for person, ladder in places:
            force_initials(ladders[ladder], players[person], True, by=self.request.user)
        return len(players)

    def get_success_message(self, num_parent_objects, num_child_objects) -> str:
        if not num_parent_objects:
            return gettext("On no ladder did that change anything.")
        return ngettext(
            "%(count)d player is always shown by initials now.",
            "%(count)d players are always shown by initials now.",
            num_parent_objects,
        ) % {"count": num_parent_objects}


def _places_to_force(ids) -> list[tuple[int, int]]:
    """(player, ladder) of the places, also of who was merged into them, at which initials are not forced."""
    seats: QuerySet[LadderPlayer] = LadderPlayer.objects.filter(initials_forced=False)
    people = seats.annotate(person=person_at()).filter(person__in=list(ids))
    return list(people.order_by("person", "ladder").values_list("person", "ladder").distinct())


class WithdrawConsent(PlayersAction):
    action_type = "withdraw_consent"
    display_name = _("Withdraw consent")
    aria_label = _("Record that the consent to show the selected players by their full names was taken back")
    action_priority = 50
    done = _("no consent on record")
    button = _("Yes, it was taken back")
    consequences = (
        _(
            "Confirmed adults need no consent: where a ladder shows full names, theirs stay."
            " “Always initials” ends that too."
        ),
    )

    @staticmethod
    def lead(count: int) -> str:
        return ngettext(
            "You record that the consent of this player, or of the parents, was taken back:",
            "You record that the consent of these %(count)d players, or of their parents, was taken back:",
            count,
        ) % {"count": count}

    def is_done(self, player: Player) -> bool:
        return not player.full_name_consent

    def act(self, club: Club, ids: list[int]) -> int:
        return withdraw_consent(club, ids, by=self.request.user)

    def get_success_message(self, num_parent_objects, num_child_objects) -> str:
        if not num_parent_objects:
            return gettext("There was no consent on record.")
        return ngettext(
            "Consent of %(count)d player withdrawn.",
            "Consent of %(count)d players withdrawn.",
            num_parent_objects,
        ) % {"count": num_parent_objects}
