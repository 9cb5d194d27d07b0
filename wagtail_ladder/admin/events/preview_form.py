"""What an editor has to say before a file becomes an event."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ...kinds import Kind
from ...models import Event
from ...reports import Reading, TournamentReport
from .fields import DayField, NameField

NEW_EVENT = "new"
ANOTHER_DAY = "other"

BY_LANGUAGE = "letters_by_language"
"""The warning that the club's language suggests other letters than the file itself."""


class PreviewForm(forms.Form):
    """Name, days, the warnings that were looked at, and whether it is a new event or a newer file of one."""

    name = NameField()
    first_day = DayField(label=gettext_lazy("First day"), required=False)
    day_choice = forms.ChoiceField(label=gettext_lazy("Last day"), widget=forms.RadioSelect, required=False)
    last_day = DayField(label=gettext_lazy("Last day"), required=False)
    in_progress = forms.BooleanField(
        label=gettext_lazy("Still in progress"),
        required=False,
        help_text=gettext_lazy("More rounds will follow: the last day is then the planned one."),
    )
    target = forms.ChoiceField(
        label=gettext_lazy("Is this a new event?"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Please say whether this is a new event.")},
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason for the change"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Kept in the history of the event, for an update."),
    )
    undo = forms.BooleanField(
        label=gettext_lazy("The file is right: undo what was corrected here by hand"), required=False
    )
    again = forms.BooleanField(label=gettext_lazy("Import it once more, as another event"), required=False)

    def __init__(
        self,
        *args: Any,
        reading: Reading,
        is_by_language: bool,
        report: TournamentReport,
        older_versions: Sequence[Event],
        undoing: Sequence[Event],
        same_file: Sequence[Event],
        same_results: Sequence[Event],
        **kwargs: Any,
    ) -> None:
        initial = {**_initial(report), **(kwargs.pop("initial", None) or {})}
        super().__init__(*args, initial=initial, **kwargs)
        self.same_file = same_file
        self.older_versions = {str(event.pk): event for event in older_versions}
        self.undoing = {str(event.pk) for event in undoing}
        """The events of which the file would undo a correction."""
        self._offer_days(report)
        self._offer_targets()
        if not undoing:
            del self.fields["undo"]
        self.fields["name"].required = not self._is_update(self.data.get("target"))
        if not (same_file or same_results):
            del self.fields["again"]
        self.warnings = list(
            dict.fromkeys(issue.code for issue in reading.issues if issue.severity == "warning")
        )
        if is_by_language:
            self.warnings.append(BY_LANGUAGE)
        for code in self.warnings:
            self.fields[f"agree-{code}"] = forms.BooleanField(
                label=gettext_lazy("I have looked at this"),
                error_messages={"required": gettext_lazy("Please look at this, and tick it.")},
            )

    def _offer_days(self, report: TournamentReport) -> None:
        if not report.day_choices:
            del self.fields["day_choice"]
            return
        choices = [(day.isoformat(), date_format(day, "DATE_FORMAT")) for day in report.day_choices]
        self.fields["day_choice"].choices = [*choices, (ANOTHER_DAY, _("Another day:"))]

    def _offer_targets(self) -> None:
        if not self.older_versions:
            del self.fields["target"], self.fields["reason"]
            return
        self.fields["target"].choices = [
            *(
                (pk, _("Update “%(event)s”, %(day)s") % {"event": event.name, "day": _day(event.last_day)})
                for pk, event in self.older_versions.items()
            ),
            (NEW_EVENT, _("A new event")),
        ]

    def _is_update(self, target: str | None) -> bool:
        """An event keeps its name and days when a newer file of it comes."""
        return target in self.older_versions

    @property
    def agreement_on_letters(self) -> forms.BoundField | None:
        return self.agreement(BY_LANGUAGE)

    def agreement(self, code: str) -> forms.BoundField | None:
        """The tick for a class of warnings."""
        return self[f"agree-{code}"] if code in self.warnings else None

    @property
    def event_to_update(self) -> Event | None:
        return self.older_versions.get(self.cleaned_data.get("target", NEW_EVENT))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("target") in self.undoing and not data.get("undo"):
            self.add_error(
                "undo", _("The file would undo a correction made by hand. Tick this if you mean it.")
            )
        if not self._is_update(data.get("target")):
            self._clean_days(data)
            if "again" in self.fields and not data.get("again") and "target" not in self.errors:
                self.add_error(
                    "again",
                    _("This very file has been imported already. Tick this if you mean it.")
                    if self.same_file
                    else _("All of these results are entered already. Tick this if you mean it."),
                )
        return data

    def _clean_days(self, data: dict[str, Any]) -> None:
        chosen = data.get("day_choice")
        if chosen and chosen != ANOTHER_DAY:
            data["last_day"] = date.fromisoformat(chosen)
        elif not data.get("last_day") and "last_day" not in self.errors:
            field = "day_choice" if "day_choice" in self.fields and not chosen else "last_day"
            self.add_error(field, _("Please choose the last day: it decides the place in the ladder."))
        first, last = data.get("first_day"), data.get("last_day")
        if first and last and first > last:
            self.add_error("first_day", _("The last day lies before the first day."))


def _initial(report: TournamentReport) -> dict[str, Any]:
    unfinished = any(pairing.kind == Kind.SCHEDULED for pairing in report.pairings)
    to_come = (report.declared_rounds or 0) > report.rounds
    return {
        "name": report.name[:200],
        "first_day": report.first_day,
        "last_day": report.last_day,
        "in_progress": unfinished or to_come,
    }


def _day(day: date) -> str:
    return date_format(day, "DATE_FORMAT")
