"""The edit forms of our pages: an editor places the clubs and ladders that he may place."""

from django.utils.translation import gettext_lazy as _
from wagtail.admin.forms.pages import WagtailAdminPageForm

from ..audience import may_place_club, may_place_ladder


class LadderPageForm(WagtailAdminPageForm):
    def clean(self):
        cleaned_data = super().clean()
        ladder = cleaned_data.get("ladder")
        if ladder and "ladder" in self.changed_data and not may_place_ladder(self.for_user, ladder):
            self.add_error("ladder", _("Only people with a role in its club may place this ladder."))
        return cleaned_data


class ClubPageForm(WagtailAdminPageForm):
    def clean(self):
        cleaned_data = super().clean()
        club = cleaned_data.get("club")
        if club and "club" in self.changed_data and not may_place_club(self.for_user, club):
            self.add_error("club", _("Only people with a role in this club may place it."))
        return cleaned_data
