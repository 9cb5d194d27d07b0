"""The rules of a ladder: which hold from when, who would move by others, and the change.

Everybody with a role may try rules, which stores nothing. Only organisers change them.
"""

from abc import abstractmethod
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages

from ...models import ClubRole, RuleSet
from ...services import LadderError
from ...services.preview import preview_act
from ...services.rules import RULES, remove_rules, set_rules, values_of
from ...services.verb import OPERATOR
from ..events.access import whole_number
from ..events.fields import DayField
from ..trying import LadderShown, Trying, ladder_shown, told_with_moves
from .access import LadderScreen, url_of

FIRST = "first"
"""Stands in addresses for the date of the rules that hold from the beginning: they have none."""


class RulesView(LadderScreen):
    """Every rule set, from its date."""

    template_name = "wagtail_ladder/admin/ladders/rules.html"
    page_title = gettext_lazy("Rules")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context.update(
            rule_sets=[(rules, _key_of(rules)) for rules in self.ladder.rule_sets.all()],
            set_url=url_of("set_rules", self.ladder.pk),
            remove_url=url_of("remove_rules", self.ladder.pk),
        )
        return context


class RuleSetForm(forms.ModelForm):
    from_date = DayField(
        label=gettext_lazy("From"),
        help_text=gettext_lazy("Events that end on this day or later are rated by these rules."),
    )

    class Meta:
        model = RuleSet
        fields = ["from_date", *RULES]

    def __init__(self, data: Any, *, in_force: RuleSet, asks_day: bool) -> None:
        """`in_force` are the rules that are changed; a new rule set begins with their values."""
        super().__init__(data, instance=RuleSet(**values_of(in_force)))
        self.dates_taken = set(in_force.ladder.rule_sets.values_list("from_date", flat=True))
        if not asks_day:
            del self.fields["from_date"]

    def clean_from_date(self) -> date:
        day: date = self.cleaned_data["from_date"]
        if day in self.dates_taken:
            raise forms.ValidationError(_("There are rules from this day already: please change those."))
        return day


@dataclass(frozen=True)
class ChangedValue:
    """A value that somebody else has changed since the form was made."""

    label: str
    now: int
    kept: int | None
    """What the editor typed in its place, if he did."""


class OfRules(Trying, LadderScreen):
    """A screen about one rule set: the one from the day in the address, or a new one."""

    def way_here(self) -> list[tuple[str, str]]:
        return [(url_of("rules", self.ladder.pk), _("Rules"))]

    @cached_property
    def stored(self) -> RuleSet | None:
        """None of new rules."""
        asked = self.request.GET.get("from")
        if asked is None:
            return None
        if asked not in self.by_key:
            raise Http404
        return self.by_key[asked]

    @cached_property
    def by_key(self) -> dict[str, RuleSet]:
        return {_key_of(rules): rules for rules in self.ladder.rule_sets.all()}

    @property
    def is_gone(self) -> bool:
        return "from" in self.request.GET and self.request.GET["from"] not in self.by_key

    def post(self, request: HttpRequest, **ids: int) -> HttpResponse:
        return self.say_gone() if self.is_gone else super().post(request, **ids)

    def say_gone(self) -> HttpResponse:
        """The answer to a form whose rules somebody else has removed meanwhile."""
        messages.warning(self.request, _("There are no rules from this date on any more."))
        return redirect(url_of("rules", self.ladder.pk))

    @property
    def reason(self) -> str:
        return self.request.POST.get("reason", "")

    @property
    def looked_at(self) -> dict[str, int]:
        """The values that the form was made from."""
        values = map(whole_number, self.request.POST.get("was", "").split(","))
        return {name: value for name, value in zip(RULES, values, strict=False) if value is not None}

    def tried(self) -> list[LadderShown]:
        """Whoever works for the club may look: that organisers alone may do it is asked when it is done."""
        return preview_act(self.club.pk, partial(self.act_as, OPERATOR), ladder_shown)

    def act(self) -> Any:
        return self.act_as(self.request.user)

    @abstractmethod
    def act_as(self, by: Any) -> Any:
        """Call the verb with what the form says. It may raise LadderError."""

    def asked(self) -> Any:
        return self.ladder.pk, self.request.GET.get("from"), self.looked_at

    def show_refusal(self, refusal: LadderError, **context: Any) -> HttpResponse:
        for what_was_read in ("stored", "by_key"):  # before the club's lock
            self.__dict__.pop(what_was_read, None)
        return self.say_gone() if self.is_gone else super().show_refusal(refusal, **context)

    def done(self, act: Any, ladders: list[LadderShown]) -> HttpResponse:
        messages.success(self.request, told_with_moves(self.sentence, ladders))
        return redirect(url_of("rules", self.ladder.pk))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        stored = values_of(self.stored) if self.stored else {}
        context.update(
            rules=self.stored,
            was=",".join(str(stored[name]) for name in RULES if name in stored),
            reason=self.reason,
            rules_url=url_of("rules", self.ladder.pk),
        )
        return context


class SetRulesView(OfRules):
    """Other values, or rules from a new day. Without the button that saves it is “what if”."""

    template_name = "wagtail_ladder/admin/ladders/set_rules.html"

    def get_page_title(self) -> str:
        if not self.is_organiser:
            return _("What if?")
        return _("Rules from a day on") if self.asks_day else _("Change rules")

    @property
    def asks_day(self) -> bool:
        """New rules hold from a day on. Where somebody deleted the first, past the verbs, they are those."""
        return self.stored is None and FIRST in self.by_key

    @property
    def sentence(self) -> str:
        return _("The rules are saved.")

    @cached_property
    def form(self) -> RuleSetForm:
        data = self.request.POST if self.request.method == "POST" else None
        in_force = self.stored or self.ladder.rule_sets.last() or RuleSet(ladder=self.ladder)
        return RuleSetForm(data, in_force=in_force, asks_day=self.asks_day)

    def is_asked(self) -> bool:
        return self.request.method == "POST" and self.form.is_valid()

    def asked(self) -> Any:
        return super().asked(), sorted(self.form.cleaned_data.items())

    def post(self, request: HttpRequest, **ids: int) -> HttpResponse:
        return super().post(request, **ids) if self.is_gone or self.form.is_valid() else self.show()

    def act_as(self, by: Any) -> Any:
        values = dict(self.form.cleaned_data)
        day = values.pop("from_date", self.stored and self.stored.from_date)
        return set_rules(self.ladder, day, by=by, reason=self.reason, expected=self.looked_at, **values)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        changed: list[ChangedValue] = []
        if self.stored and self.refusal and self.refusal.code == "rules_changed":
            changed = self.take_over(values_of(self.stored))
        context.update(form=self.form, changed=changed)
        return context

    def take_over(self, stored: dict[str, int]) -> list[ChangedValue]:
        """Put what is stored now into the fields that the editor left alone; his own changes stay.

        Otherwise his next click would silently set back what somebody else has set meanwhile.
        """
        fields, typed, data = self.form.fields, self.form.cleaned_data, self.request.POST.copy()
        changed = []
        for name, was in self.looked_at.items():
            if stored[name] == was:
                continue
            left_alone = typed[name] == was
            if left_alone:
                data[name] = str(stored[name])
            kept = None if left_alone or typed[name] == stored[name] else typed[name]
            changed.append(ChangedValue(str(fields[name].label), stored[name], kept))
        self.form = RuleSetForm(data, in_force=self.stored, asks_day=False)
        return changed


class RemoveRulesView(OfRules):
    """The rules before hold on. The first are there to stay."""

    template_name = "wagtail_ladder/admin/ladders/remove_rules.html"
    page_title = gettext_lazy("Remove rules")
    role = ClubRole.ORGANISER

    @property
    def sentence(self) -> str:
        return _("The rules are removed.")

    @cached_property
    def stored(self) -> RuleSet:
        found = super().stored
        if found is None or found.from_date is None:
            raise Http404
        return found

    @property
    def looked_at(self) -> dict[str, int]:
        return super().looked_at if self.request.method == "POST" else values_of(self.stored)

    def act_as(self, by: Any) -> None:
        remove_rules(self.ladder, self.stored.from_date, by=by, reason=self.reason, expected=self.looked_at)


def _key_of(rules: RuleSet) -> str:
    return rules.from_date.isoformat() if rules.from_date else FIRST
