"""The bulk actions that put players into a group, and take them out of it: for organisers."""

from abc import abstractmethod
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ..models import Club, Player, PlayerGroup
from ..ordering import natural
from ..services import add_to_group, remove_from_group
from .bulk import PlayersAction


class GroupOfOneClubForm(forms.Form):
    group = forms.ModelChoiceField(PlayerGroup.objects.none(), label=_("Group"))

    def __init__(self, *args: Any, club: Club | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        groups = PlayerGroup.objects.filter(club=club)
        self.fields["group"].queryset = groups
        language = club.language if club else ""
        in_order = sorted(groups, key=lambda group: natural(group.name, language))
        self.fields["group"].choices = [("", "---------"), *((group.pk, group.name) for group in in_order)]


class GroupAction(PlayersAction):
    """A group is of one club: so are the players."""

    permission_required = "organise"
    template_name = "wagtail_ladder/admin/registry/bulk_group.html"
    form_class = GroupOfOneClubForm

    @cached_property
    def club(self) -> Club | None:
        """None where they are of several clubs."""
        players, _others = self.get_actionable_objects()
        clubs = {player.club_id for player in players}
        return Club.objects.get(pk=clubs.pop()) if len(clubs) == 1 else None

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "club": self.club}

    def asked_about(self, players: list[Player]) -> dict[str, Any]:
        return {
            "of_several_clubs": self.club is None,
            "has_groups": self.club is not None and self.club.player_groups.exists(),
        }

    def is_done(self, player: Player) -> bool:
        return False  # that depends on the group, which is chosen below the list

    def act(self, club: Club, ids: list[int]) -> int:
        self.group: PlayerGroup = self.cleaned_form.cleaned_data["group"]
        return self.change(ids)

    @abstractmethod
    def change(self, ids: list[int]) -> int:
        """Call the verb; how many it was done for."""


class PutIntoGroup(GroupAction):
    action_type = "put_into_group"
    display_name = _("Put into a group")
    aria_label = _("Put the selected players into a group")
    action_priority = 60
    button = _("Put into the group")

    @staticmethod
    def lead(count: int) -> str:
        return ngettext(
            "This player will be in the group that you choose:",
            "These %(count)d players will be in the group that you choose:",
            count,
        ) % {"count": count}

    def change(self, ids: list[int]) -> int:
        return add_to_group(self.group, ids, by=self.request.user)

    def get_success_message(self, num_parent_objects: int, num_child_objects: int) -> str:
        if not num_parent_objects:
            return gettext("They were in “%(group)s” already.") % {"group": self.group}
        return ngettext(
            "%(count)d player put into “%(group)s”.",
            "%(count)d players put into “%(group)s”.",
            num_parent_objects,
        ) % {"count": num_parent_objects, "group": self.group}


class TakeOutOfGroup(GroupAction):
    action_type = "take_out_of_group"
    display_name = _("Take out of a group")
    aria_label = _("Take the selected players out of a group")
    action_priority = 70
    button = _("Take out of the group")

    @staticmethod
    def lead(count: int) -> str:
        return ngettext(
            "This player will not be in the group that you choose any more:",
            "These %(count)d players will not be in the group that you choose any more:",
            count,
        ) % {"count": count}

    def change(self, ids: list[int]) -> int:
        return remove_from_group(self.group, ids, by=self.request.user)

    def get_success_message(self, num_parent_objects: int, num_child_objects: int) -> str:
        if not num_parent_objects:
            return gettext("None of them was in “%(group)s”.") % {"group": self.group}
        return ngettext(
            "%(count)d player taken out of “%(group)s”.",
            "%(count)d players taken out of “%(group)s”.",
            num_parent_objects,
        ) % {"count": num_parent_objects, "group": self.group}
