"""The panel on Wagtail's Groups screen that says in which clubs a group's members are what."""

from django import forms
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _
from wagtail.log_actions import get_active_log_context

from ..models import Club, ClubRole
from ..services import grant_roles
from ..services.roles import clubs_organised_by


class ClubRolesForm(forms.Form):
    """The roles of `instance`, a group. Wagtail makes it, asks it to be valid, and saves it after the group.

    It gives the panel no request. Who acts is known from the log context, which every admin view sets.
    """

    organises = forms.ModelMultipleChoiceField(
        Club.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=_("Organisers of"),
        help_text=_("They own the club's data: they decide what is shown, and to whom."),
    )
    arbitrates = forms.ModelMultipleChoiceField(
        Club.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=_("Arbiters of"),
        help_text=_(
            "They enter results and say who is who. Organisers add people to a group that gives this and"
            " nothing else."
        ),
    )

    members = forms.ModelMultipleChoiceField(
        Club.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=_("Members of"),
        help_text=_(
            "Organisers may open a ladder for members to them, as to parents. It gives nothing in the admin."
        ),
    )

    as_of = forms.CharField(required=False, widget=forms.HiddenInput)
    """The roles in the form as it was made: else a form that is out of date would give back a role that was
    taken since."""

    as_it_is_now: "ClubRolesForm | None" = None
    """Shown instead, where this one is out of date."""
    OUT_OF_DATE = _(
        "Somebody changed these roles after you had opened them. Nothing is saved: please look again."
    )

    _FIELDS = {
        "organises": ClubRole.ORGANISER,
        "arbitrates": ClubRole.ARBITER,
        "members": ClubRole.MEMBER,
    }

    def __init__(self, data=None, files=None, *, instance=None, prefix="ladder_roles"):
        self.instance, self.user = instance, get_active_log_context().user
        clubs = clubs_organised_by(self.user)
        held = self._held()
        initial = {
            field: [pk for pk, held_role in held if held_role == role] for field, role in self._FIELDS.items()
        }
        reachable = {club.pk for club in clubs}
        self.state = " ".join(sorted(f"{role}-{pk}" for pk, role in held if pk in reachable))
        super().__init__(data, prefix=prefix, initial={**initial, "as_of": self.state})
        for field in self._FIELDS:
            self.fields[field].queryset = clubs

    def clean(self):
        if self.cleaned_data["as_of"] != self.state:
            self.as_it_is_now = type(self)(instance=self.instance, prefix=self.prefix)
            raise forms.ValidationError(self.OUT_OF_DATE)
        return self.cleaned_data

    def save(self) -> None:
        reachable = set(clubs_organised_by(self.user).values_list("pk", flat=True))
        elsewhere = {(pk, role) for pk, role in self._held() if pk not in reachable}
        chosen = {
            (club.pk, role) for field, role in self._FIELDS.items() for club in self.cleaned_data[field]
        }
        if chosen | elsewhere != self._held():
            grant_roles(self.instance, chosen | elsewhere, by=self.user)

    def as_admin_panel(self) -> str:
        if not self.fields["organises"].queryset.exists():
            return ""
        is_out_of_date = self.as_it_is_now is not None
        context = {
            "form": self.as_it_is_now if is_out_of_date else self,
            "out_of_date": is_out_of_date and self.OUT_OF_DATE,
        }
        return render_to_string("wagtail_ladder/admin/registry/group_panel.html", context)

    def _held(self) -> set[tuple[int, ClubRole]]:
        if self.instance is None or self.instance.pk is None:
            return set()
        return {
            (club_id, ClubRole(role))
            for club_id, role in self.instance.club_permissions.values_list("club_id", "role")
        }
