"""Everything that the verbs refuse to do.

LadderError                 a sentence for people, a stable code for programs
    NotAllowed              the acting person lacks the role
    ChangedMeanwhile        somebody else changed the event since the form was made
    Refused                 the inputs contradict each other, or a rule of the ladder
    Missing                 the thing is gone
"""

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


class Missing(LadderError):
    pass


def not_allowed() -> NotAllowed:
    return NotAllowed("not_allowed", _("You may not do this in this club."))
