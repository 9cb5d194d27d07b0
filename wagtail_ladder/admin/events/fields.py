"""Form fields that several event screens share."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy

from ...models import Ladder


class LadderField(forms.ModelChoiceField):
    """One of the ladders of the user's clubs; the only one there is needs no choosing."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("queryset", Ladder.objects.none())
        kwargs.setdefault("label", gettext_lazy("Ladder"))
        kwargs.setdefault("error_messages", {"required": gettext_lazy("Please choose a ladder.")})
        super().__init__(**kwargs)

    def offer(self, ladders: QuerySet[Ladder]) -> None:
        self.queryset = ladders
        two = list(ladders[:2])
        if len(two) == 1:
            self.initial = two[0]
            self.empty_label = None

    def label_from_instance(self, ladder: Ladder) -> str:
        return f"{ladder.club.name} – {ladder.name}"


class DayField(forms.DateField):
    """A day, by the calendar that the telephone brings along."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
        kwargs.setdefault(
            "error_messages",
            {"invalid": gettext_lazy("There is no such day. Please write it as 2026-05-31.")},
        )
        super().__init__(**kwargs)


class NameField(forms.CharField):
    """The name of an event. A longer one is refused here already, before a verb sees it."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", gettext_lazy("Name of the event"))
        kwargs.setdefault("max_length", 200)
        kwargs.setdefault(
            "error_messages",
            {
                "required": gettext_lazy("Please give a name."),
                "max_length": gettext_lazy(
                    "A name may have %(limit_value)d characters; this one has %(show_value)d."
                ),
            },
        )
        super().__init__(**kwargs)
