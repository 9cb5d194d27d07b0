"""Everything that the verbs refuse to do.

LadderError                 a sentence for people, a stable code for programs
    NotAllowed              the acting person lacks the role
    ChangedMeanwhile        somebody else changed the event since the form was made
    Refused                 the inputs contradict each other, or a rule of the ladder
        DeclaredDistinct    it is on record that the two are not the same person
    Missing                 the thing is gone
"""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _


class LadderError(Exception):
    """`code` for programs, `message` for the person who acted."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class NotAllowed(LadderError):
    pass


class ChangedMeanwhile(LadderError):
    pass


class Refused(LadderError):
    pass


class DeclaredDistinct(Refused):
    """`act_id` is the act by which it was put on record."""

    def __init__(self, act_id: int, message: str) -> None:
        super().__init__("declared_distinct", message)
        self.act_id = act_id


class Missing(LadderError):
    pass


def not_allowed() -> NotAllowed:
    return NotAllowed("not_allowed", _("You may not do this in this club."))


def refuse_invalid(instance: models.Model) -> None:
    """Raise Refused, with Django's own sentence, where a field cannot hold its value."""
    foreign_keys = [field.name for field in instance._meta.fields if field.remote_field]
    try:
        instance.clean_fields(exclude=foreign_keys)
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        label = instance._meta.get_field(field).verbose_name  # type: ignore[union-attr]
        raise Refused("field_invalid", f"{label}: {messages[0]}") from error
