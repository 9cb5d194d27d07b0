"""How the form of a page shows and takes clubs and ladders: a page editor places those that he may.

Of what somebody else has placed he learns nothing. It stays on the page as long as he leaves it there: every
form holds what it shows under a signature, and takes it back for that. Anything else that comes in must be
his to place, and what is not is refused as what does not exist.

Wagtail tells a chooser neither who uses the form nor who compares two versions. The form's field and the
comparison know, and tell it: a template is rendered after the view, and Wagtail's log context has ended then.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.signing import BadSignature, Signer
from django.db.models import ForeignKey, Model, QuerySet
from django.utils.translation import gettext_lazy as _
from wagtail.admin.admin_url_finder import AdminURLFinder
from wagtail.admin.compare import ForeignObjectComparison, StreamFieldComparison, register_comparison_class
from wagtail.admin.forms.models import register_form_field_override
from wagtail.blocks.base import BlockField, BlockWidget
from wagtail.fields import StreamField
from wagtail.log_actions import LogContext, get_active_log_context
from wagtail.snippets.widgets import AdminSnippetChooser

from ..audience import clubs_to_place, ladders_to_place
from ..models import Club, Ladder


@dataclass(frozen=True, slots=True)
class _Rule:
    placeable: Callable[[Any], QuerySet]
    """A user -> what he may place."""
    unnamed: Any
    """Stands for what he may not."""
    refusal: Any
    """The same where nothing is chosen, where it may not be placed and where there is no such thing."""


_RULES: dict[type[Model], _Rule] = {
    Ladder: _Rule(
        ladders_to_place,
        _("A ladder of another club"),
        _("Choose a ladder that everybody may see, or one of a club in which you have a role."),
    ),
    Club: _Rule(
        clubs_to_place,
        _("Another club"),
        _("Choose a club that has a ladder for everybody, or one in which you have a role."),
    ),
}


def refusals(model: type[Model]) -> dict[str, Any]:
    """The messages of a form field that takes a club or a ladder to place."""
    sentence = _RULES[model].refusal
    return {"required": sentence, "invalid_choice": sentence}


def placeable(model: type[Model], user: Any) -> QuerySet:
    """The clubs, or the ladders, that a page editor may put on a page."""
    return _RULES[model].placeable(user)


def title_for(user: Any, instance: Model) -> str:
    """The name of a club or of a ladder, or what stands for it where the user may not place it."""
    rule = _RULES[type(instance)]
    return str(instance) if rule.placeable(user).filter(pk=instance.pk).exists() else str(rule.unnamed)


def acting_user() -> Any:
    """Who uses the admin: of a form with blocks, whoever it is for. None where nobody is known."""
    return get_active_log_context().user


def whole_numbers(texts: list[str]) -> list[int]:
    """Those that can be primary keys: what else is asked for does not exist."""
    return [int(text) for text in texts if text.isdecimal() and len(text) < 19]


class PlacingChooser(AdminSnippetChooser):
    """The chooser of a club or a ladder, for a field of a form and inside a block."""

    for_user: Any = None
    """Set by a field; inside a block it is the acting user."""

    def get_value_data_from_instance(self, instance: Model) -> dict[str, Any]:
        user = self._user()
        return {
            "id": self._signer().sign(str(instance.pk)),
            "edit_url": AdminURLFinder(user).get_edit_url(instance) if user else None,
            self.display_title_key: title_for(user, instance),
        }

    def get_value_data(self, value: Any) -> dict[str, Any] | None:
        instance = self.get_instance(value)
        return self.get_value_data_from_instance(instance) if instance and instance.pk else None

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        """A primary key, None, or what no field accepts: an instance that is not stored."""
        given = super().value_from_datadict(data, files, name)
        if given is None:
            return None
        text = str(getattr(given, "pk", given))  # the API of Wagtail 8 hands over instances to blocks
        try:
            return self._signer().unsign(text)
        except BadSignature:
            chosen = placeable(self.model, self._user()).filter(pk__in=whole_numbers([text]))
            return chosen.values_list("pk", flat=True).first() or self.model()

    def _user(self) -> Any:
        return self.for_user or acting_user()

    def _signer(self) -> Signer:
        return Signer(salt=f"wagtail_ladder.placed.{self.model._meta.model_name}")


class _ForUser:
    """Mixed into a form field: its widget learns whom the form is for."""

    def get_bound_field(self, form: Any, field_name: str) -> Any:
        self.widget.for_user = getattr(form, "for_user", None)
        return super().get_bound_field(form, field_name)


class PlacingField(_ForUser, forms.ModelChoiceField):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if isinstance(self.widget, PlacingChooser):
            self.error_messages.update(refusals(self.widget.model))


class _BlocksWidget(BlockWidget):
    for_user: Any = None

    def render_with_errors(self, *args: Any, **kwargs: Any) -> str:
        with LogContext(user=self.for_user):
            return super().render_with_errors(*args, **kwargs)

    def value_from_datadict(self, *args: Any) -> Any:
        with LogContext(user=self.for_user):
            return super().value_from_datadict(*args)


class BlocksField(_ForUser, BlockField):
    """The form field of a stream field: the blocks in it know who uses the form."""

    def __init__(self, block: Any = None, **kwargs: Any) -> None:
        super().__init__(block, **{"widget": _BlocksWidget(block), **kwargs})


class PlacedComparison(ForeignObjectComparison):
    """Made in the view, where the acting user is known."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.user = acting_user()

    def get_objects(self) -> tuple[str | None, ...]:
        return tuple(instance and title_for(self.user, instance) for instance in super().get_objects())


class BlocksComparison(StreamFieldComparison):
    """Made in the view, as above; the blocks are compared while the template is rendered."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.user = acting_user()

    def htmldiff(self) -> str:
        with LogContext(user=self.user):
            return super().htmldiff()


def register_fields_to_place(model: type[Model], icon: str) -> None:
    """Let every form of Wagtail choose, and every comparison name, instances of `model` as above."""
    chooser = {"form_class": PlacingField, "widget": PlacingChooser(model, icon=icon)}
    register_form_field_override(ForeignKey, to=model, override=chooser)
    register_comparison_class(ForeignKey, to=model, comparison_class=PlacedComparison)


def register_blocks() -> None:
    """The same for the blocks in stream fields, on any page of the site."""
    register_form_field_override(StreamField, override={"form_class": BlocksField}, exact_class=True)
    register_comparison_class(StreamField, comparison_class=BlocksComparison, exact_class=True)
