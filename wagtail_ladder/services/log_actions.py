"""What the log calls each verb: what it does, and what was done. Entries hold ids, numbers and reasons."""

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..models import Ladder

LOG_ACTIONS = {
    "create_club": (_("Create club"), _("Club created")),
    "change_club": (_("Change club"), _("Club changed")),
    "add_arbiter": (_("Add arbiter"), _("Arbiter added")),
    "remove_arbiter": (_("Remove arbiter"), _("Arbiter removed")),
    "add_player": (_("Add player"), _("Player added")),
    "add_players": (_("Add players"), _("Players added from a list")),
    "rename_player": (_("Rename player"), _("Player renamed")),
    "confirm_adult": (_("Confirm as adult"), _("Player confirmed as adult")),
    "unconfirm_adult": (_("Count as junior"), _("Player counted as junior again")),
    "record_consent": (_("Record consent"), _("Consent to the full name recorded")),
    "withdraw_consent": (_("Withdraw consent"), _("Consent to the full name withdrawn")),
    "force_initials": (_("Always initials"), _("Player always shown by initials")),
    "unforce_initials": (_("Not always initials"), _("Player no longer always shown by initials")),
    "set_start_rating": (_("Set start rating"), _("Start rating set")),
    "set_groups": (_("Set groups"), _("Groups of the player set")),
    "create_group": (_("Create group"), _("Group of players created")),
    "rename_group": (_("Rename group"), _("Group of players renamed")),
    "delete_group": (_("Delete group"), _("Group of players deleted")),
    "add_to_group": (_("Put into a group"), _("Players put into the group")),
    "remove_from_group": (_("Take out of a group"), _("Players taken out of the group")),
    "create_season": (_("Create season"), _("Season created")),
    "change_season": (_("Change season"), _("Season changed")),
    "delete_season": (_("Delete season"), _("Season deleted")),
    "create_ladder": (_("Create ladder"), _("Ladder created")),
    "change_ladder": (_("Change ladder"), _("Ladder changed")),
    "changed_outside": (_("Change from outside"), _("Changed outside the screens of the ladder")),
    "computed_anew": (_("Compute anew"), _("Computed anew by a newer version of the program")),
    "rebuild_ladder": (_("Rebuild ladder"), _("Ladder rebuilt")),
    "export_ladder": (_("Export ladder"), _("Ladder exported")),
    "take_seeding_list": (_("Take seeding list"), _("Seeding list of the next tournament taken")),
    "make_link": (_("Make link"), _("Link made")),
    "change_link": (_("Change link"), _("Link changed")),
    "revoke_link": (_("Revoke link"), _("Link revoked")),
    "create_event": (_("Create event"), _("Event created")),
    "import_report": (_("Import event"), _("Event imported from a file")),
    "update_from_report": (_("Update from file"), _("Event updated from a newer file")),
    "change_event": (_("Change event"), _("Event changed")),
    "publish_event": (_("Publish event"), _("Event published")),
    "unpublish_event": (_("Unpublish event"), _("Event unpublished")),
    "delete_event": (_("Delete event"), _("Event deleted")),
    "restore_event": (_("Restore event"), _("Event restored")),
    "order_day": (_("Order the day"), _("Order of the day set")),
    "move_event": (_("Move event"), _("Event moved to another ladder")),
    "split_event": (_("Split event"), _("Event split by its rounds")),
    "join_split": (_("Put parts together"), _("Parts of an event put together again")),
    "set_rules": (_("Set rules"), _("Rules of the ladder set")),
    "remove_rules": (_("Remove rules"), _("Rules of the ladder removed")),
    "add_entries": (_("Add names"), _("Names added")),
    "retype_entry": (_("Mend a typed name"), _("Typed name mended")),
    "remove_entry": (_("Remove a name"), _("Name removed")),
    "decide_entries": (_("Decide names"), _("Names decided")),
    "join_entries": (_("Join two names"), _("Two names of an event joined as one person")),
    "part_entry": (_("Part a name"), _("One name of an event parted into two people")),
    "repoint_entries": (_("Decide names anew"), _("Names decided to be somebody else")),
    "split_player": (_("Split player"), _("Player split in two")),
    "merge_players": (_("Merge players"), _("Two players merged")),
    "declare_distinct": (_("Not the same"), _("Two players declared not the same")),
    "undo_act": (_("Undo a decision"), _("Decision taken back")),
    "save_round": (_("Save round"), _("Round saved")),
    "correct_game": (_("Correct result"), _("Result corrected")),
    "exchange_games": (_("Exchange games"), _("Games of two names exchanged")),
    "save_table": (_("Save table"), _("Table of points saved")),
    "grant_roles": (_("Grant roles"), _("Roles of a group changed")),
}


def what_changed(data: dict[str, Any]) -> str:
    """The sentences of a `change_ladder` entry in the history of the ladder, from its data."""
    return " ".join(
        [gettext("Ladder changed.")]
        + [_changed(name, *values) for name, values in data.get("changed", {}).items()]
    )


def _changed(name: str, before: Any, after: Any) -> str:
    field: Any = Ladder._meta.get_field(name)
    label = {"field": capfirst(field.verbose_name)}
    if name == "member_groups":  # ids
        return gettext("%(field)s: others than before.") % label
    values = {"before": _shown(field, before), "after": _shown(field, after)}
    return gettext("%(field)s: %(after)s (before: %(before)s).") % {**label, **values}


def _shown(field: Any, value: Any) -> Any:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return dict(field.flatchoices).get(value, value)
