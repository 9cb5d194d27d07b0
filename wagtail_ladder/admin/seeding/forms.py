"""What is asked before the list is made. Nothing of it is stored."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ...models import Ladder
from ...sections import SMALLEST, NotEnoughPlayers, count_for, divide
from ...services import Refused
from ...services.text import cleaned, cleaned_name
from ..events.fields import DayField

MOST_NEWCOMERS = 100
ONE_LIST, BY_SIZE, BY_COUNT = "one", "size", "count"


class SeedingForm(forms.Form):
    newcomers = forms.CharField(
        label=gettext_lazy("Not members yet"),
        required=False,
        max_length=MOST_NEWCOMERS * 200,
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
        help_text=gettext_lazy("One name a line. They are seeded by the rating that newcomers begin with."),
    )
    sections = forms.ChoiceField(
        label=gettext_lazy("Sections"),
        choices=[
            (ONE_LIST, gettext_lazy("One list")),
            (BY_SIZE, gettext_lazy("Sections of about this many players")),
            (BY_COUNT, gettext_lazy("This many sections")),
        ],
        initial=ONE_LIST,
        widget=forms.RadioSelect,
    )
    number = forms.IntegerField(
        label=gettext_lazy("How many"),
        required=False,
        min_value=2,
        max_value=1000,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    even = forms.BooleanField(
        label=gettext_lazy("Even numbers of players where possible, so that nobody sits out"), required=False
    )
    title = forms.CharField(
        label=gettext_lazy("Name of the tournament"),
        max_length=100,
        help_text=gettext_lazy("Stands in the file and on the sheet."),
    )
    day = DayField(label=gettext_lazy("Day"))

    def __init__(self, *args: Any, ladder: Ladder, **kwargs: Any) -> None:
        usual = {"title": ladder.name[:100], "day": timezone.localdate(), "number": 8}
        kwargs["initial"] = {**usual, **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)

    def clean_newcomers(self) -> list[str]:
        lines = [line for line in self.cleaned_data["newcomers"].splitlines() if line.strip()]
        if len(lines) > MOST_NEWCOMERS:
            raise forms.ValidationError(_("At most %(limit)d names, please.") % {"limit": MOST_NEWCOMERS})
        try:
            return [cleaned_name(line) for line in lines]
        except Refused as refusal:
            raise forms.ValidationError(refusal.message) from refusal

    def clean_title(self) -> str:
        return cleaned(self.cleaned_data["title"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("sections") in (BY_SIZE, BY_COUNT) and not data.get("number") and not self.errors:
            self.add_error("number", _("Please say how many."))
        return data

    def sizes(self, ratings: list[int]) -> list[int]:
        """The sizes of the sections. An empty list, and an error at the number, where there are too few."""
        data = self.cleaned_data
        players = len(ratings)
        count = {
            ONE_LIST: lambda: 1,
            BY_SIZE: lambda: count_for(players, data["number"]),
            BY_COUNT: lambda: data["number"],
        }[data["sections"]]()
        try:
            return divide(ratings, count, even=data["even"])
        except NotEnoughPlayers as error:
            sentence = ngettext(
                "A section needs %(least)d players: these make %(count)d at most.",
                "A section needs %(least)d players: these make %(count)d at most.",
                error.most,
            )
            self.add_error("number", sentence % {"least": SMALLEST, "count": error.most})
            return []
