"""Everything that can be said about a tournament file: one code, one severity, one sentence each.

The sentences are English templates with named `%(placeholders)s`. Whoever shows them translates the
template by gettext and fills in `Issue.params`; `Issue.sentence` is the English for logs and tests.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .types import Where


class Severity(StrEnum):
    ERROR = "error"
    """The file is refused: nothing of it may be used."""
    WARNING = "warning"
    """A person must look at it and agree before the event is saved."""
    INFO = "info"
    """How the file was read, for whoever wants to know."""


def gettext_noop(message: str) -> str:
    """Mark a template for Django's makemessages, without Django."""
    return message


@dataclass(frozen=True, slots=True)
class Issue:
    """One remark on a file. Severity and template belong to the code, the facts are in `params`."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)
    where: Where | None = None

    @property
    def severity(self) -> Severity:
        return CATALOGUE[self.code][0]

    @property
    def template(self) -> str:
        """The English sentence with its placeholders: the message id for gettext."""
        return CATALOGUE[self.code][1]

    @property
    def message(self) -> str:
        """The sentence without the place."""
        return self.template % self.params

    @property
    def sentence(self) -> str:
        """The place, if there is one, and the sentence."""
        return f"{self.where}: {self.message}" if self.where else self.message


CATALOGUE: dict[str, tuple[Severity, str]] = {
    "file_empty": (Severity.ERROR, gettext_noop("The file is empty.")),
}
"""code → (severity, template)."""
