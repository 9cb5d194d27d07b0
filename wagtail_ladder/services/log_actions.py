"""What the log calls each verb: what it does, and what was done. Entries hold ids, numbers and reasons."""

from django.utils.translation import gettext_lazy as _

LOG_ACTIONS = {
    "create_club": (_("Create club"), _("Club created")),
    "change_club": (_("Change club"), _("Club changed")),
    "add_player": (_("Add player"), _("Player added")),
    "rename_player": (_("Rename player"), _("Player renamed")),
    "confirm_adult": (_("Confirm as adult"), _("Player confirmed as adult")),
    "unconfirm_adult": (_("Count as junior"), _("Player counted as junior again")),
    "force_initials": (_("Always initials"), _("Player always shown by initials")),
    "unforce_initials": (_("Not always initials"), _("Player no longer always shown by initials")),
    "set_start_rating": (_("Set start rating"), _("Start rating set")),
    "create_ladder": (_("Create ladder"), _("Ladder created")),
    "change_ladder": (_("Change ladder"), _("Ladder changed")),
    "create_event": (_("Create event"), _("Event created")),
    "import_report": (_("Import event"), _("Event imported from a file")),
    "update_from_report": (_("Update from file"), _("Event updated from a newer file")),
    "change_event": (_("Change event"), _("Event changed")),
    "publish_event": (_("Publish event"), _("Event published")),
    "unpublish_event": (_("Unpublish event"), _("Event unpublished")),
    "delete_event": (_("Delete event"), _("Event deleted")),
    "restore_event": (_("Restore event"), _("Event restored")),
    "add_entries": (_("Add names"), _("Names added")),
    "retype_entry": (_("Mend a typed name"), _("Typed name mended")),
    "remove_entry": (_("Remove a name"), _("Name removed")),
    "decide_entries": (_("Decide names"), _("Names decided")),
    "save_round": (_("Save round"), _("Round saved")),
    "correct_game": (_("Correct result"), _("Result corrected")),
    "save_table": (_("Save table"), _("Table of points saved")),
    "grant_roles": (_("Grant roles"), _("Roles of a group changed")),
}
