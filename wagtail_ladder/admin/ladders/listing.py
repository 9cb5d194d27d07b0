"""The list of ladders."""

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from wagtail.admin.ui.tables import Column, DateColumn, NumberColumn
from wagtail.admin.widgets.button import Button

from ...models import Ladder, Visibility
from ..listing import DETAIL, DayColumn, RegistryIndexView
from .access import events_of, organises, url_of, way_to_see_as_others


def seen_by(ladder: Ladder) -> str:
    """The level in words, and which groups of members."""
    level = ladder.get_visibility_display()
    if ladder.visibility != Visibility.MEMBERS:
        return level
    names = sorted(group.name for group in ladder.member_groups.all())
    groups = gettext(", ").join(names) if names else gettext("none is chosen yet")
    return gettext("%(level)s: %(groups)s") % {"level": level, "groups": groups}


class HideButton(Button):
    """Sends the form `wl-hide` of the page, as a change takes a POST."""

    template_name = "wagtail_ladder/admin/registry/hide_button.html"


class LadderIndexView(RegistryIndexView):
    add_item_label = _("Add ladder")
    default_ordering = "name"

    @cached_property
    def list_display(self) -> list:
        return [
            "name",
            *self.club_column(),
            Column(
                "visibility",
                label=_("Seen by"),
                accessor=seen_by,
                sort_key="visibility",
            ),
            NumberColumn("player_count", label=_("Players"), sort_key="player_count", classname=DETAIL),
            DayColumn("last_event_day", label=_("Last event"), sort_key="last_event_day", classname=DETAIL),
            DateColumn("replayed_at", label=_("Computed"), sort_key="replayed_at", classname=DETAIL),
        ]

    def get_list_more_buttons(self, instance: Ladder) -> list:
        screens = [
            Button(_("Events"), url=events_of(instance), icon_name="calendar-alt", priority=20),
            Button(_("Seeding list"), url=url_of("seeding", instance.pk), icon_name="group", priority=21),
            Button(_("Rules"), url=url_of("rules", instance.pk), icon_name="list-ol", priority=22),
            Button(
                _("Corrections"), url=url_of("corrections", instance.pk), icon_name="history", priority=24
            ),
            Button(_("Proof"), url=url_of("proof", instance.pk), icon_name="check", priority=26),
            Button(_("Export"), url=url_of("export", instance.pk), icon_name="download", priority=28),
        ]
        buttons = [*super().get_list_more_buttons(instance), *screens]
        if organises(self.request.user, instance):
            address = way_to_see_as_others(instance)
            buttons.append(Button(_("What they see"), url=address, icon_name="view", priority=30))
        if instance.visibility != Visibility.ORGANISERS:
            address = reverse("ladder_ladders:hide", args=[instance.pk])
            buttons.append(HideButton(_("Hide it now"), url=address, icon_name="lock", priority=40))
        return buttons
