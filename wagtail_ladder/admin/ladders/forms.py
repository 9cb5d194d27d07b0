"""The forms of a ladder: a new one, and what can be set of a stored one."""

from django import forms
from django.contrib.auth.models import Group
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from ...models import Ladder, RuleSet
from ...services import change_ladder, create_ladder
from ...services.clubs import groups_of_members
from ...services.ladders import shows_more
from ...services.rules import RULES
from ..forms import VerbForm, limit_clubs
from ..permissions import ClubPolicy
from .access import organises


class RulesForm(VerbForm):
    """The fields of a rule set, for the panels of a ladder's form to name."""

    start, k_new, k_new_games, k, provisional_below = forms.fields_for_model(RuleSet, RULES).values()

    def clean(self):
        cleaned = super().clean()
        valid = {rule: cleaned[rule] for rule in RULES if rule in cleaned}
        unchecked = {field.name for field in RuleSet._meta.fields} - valid.keys()
        try:
            RuleSet(**valid).clean_fields(exclude=unchecked)
        except forms.ValidationError as error:
            self.add_error(None, error)
        return cleaned


class NewLadderForm(RulesForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        limit_clubs(self.fields["club"], ClubPolicy(Ladder).clubs(self.for_user, "add"))

    def save(self, commit=True) -> Ladder:
        return create_ladder(
            self.cleaned_data["club"],
            self.cleaned_data["name"],
            by=self.for_user,
            rules={rule: self.cleaned_data[rule] for rule in RULES},
        )


class RadioSelect(forms.RadioSelect):
    """Shows `closed` values greyed: nobody can choose them. Wagtail lays out what has this name."""

    closed = frozenset()

    def create_option(self, name, value, *args, **kwargs):
        option = super().create_option(name, value, *args, **kwargs)
        if value in self.closed:
            option["attrs"]["disabled"] = True
        return option


class LadderForm(VerbForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        groups = self.fields["member_groups"]
        groups.queryset = groups_to_choose_from(self.for_user, self.instance)
        self.closed = {}
        if not organises(self.for_user, self.instance):
            self._close_what_shows_more()
        elif not groups.queryset.exists():
            groups.help_text = _(
                "There is none yet. A site administrator makes one under Settings, Groups, Club roles."
            )

    def _close_what_shows_more(self):
        """For arbiters."""
        for name in ("visibility", "names"):
            values = [value for value, _label in self.fields[name].choices]
            self.closed[name] = {value for value in values if shows_more(self.instance, {name: value})}
            self.fields[name].widget.closed = self.closed[name]
        self.fields["visibility"].help_text = _(
            "You may make the ladder more private. Showing more of it is for an organiser."
        )
        self.fields["months_instead_of_days"].disabled = self.instance.months_instead_of_days
        self.fields["member_groups"].queryset = self.instance.member_groups.order_by("name")

    def clean(self):
        cleaned = super().clean()
        for name, values in self.closed.items():
            if cleaned.get(name) in values:
                self.add_error(name, _("Only an organiser can show more."))
        return cleaned

    def stored_values(self) -> list:
        groups = sorted(group.pk for group in self.initial["member_groups"])  # they come in no order
        return [pair for pair in super().stored_values() if pair[0] != "member_groups"] + [groups]

    def affected_ladders(self) -> list[Ladder]:
        return [self.instance] if set(self.changed_data) & set(self._meta.fields) else []

    def save(self, commit=True) -> Ladder:
        changed = {name: self.cleaned_data[name] for name in self._meta.fields if name in self.changed_data}
        if changed:
            change_ladder(self.instance, by=self.for_user, **changed)
        return Ladder.objects.get(pk=self.instance.pk)


def groups_to_choose_from(user, ladder: Ladder) -> QuerySet[Group]:
    """The groups of members of the ladder's club, and what it has already. Superusers choose from all."""
    groups = Group.objects.order_by("name")
    if user.is_superuser:
        return groups
    of_the_club = groups_of_members(ladder.club_id)
    return groups.filter(Q(pk__in=of_the_club.values("pk")) | Q(pk__in=ladder.member_groups.values("pk")))
