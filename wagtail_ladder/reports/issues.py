"""What was found in one file: each an issue of the `catalogue`, with its facts and its place."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from .catalogue import CATALOGUE, Severity
from .types import Where

_ORDER = list(Severity)


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
        """The place, if there is one, and the sentence: in English, for logs and tests."""
        return f"{self.where}: {self.message}" if self.where else self.message


class Remarks:
    """Collects the issues of one file: errors first, then in the order in which they were found."""

    MOST_OF_A_KIND = 20
    """A file with one fault in every line is explained well enough by the first twenty."""

    def __init__(self) -> None:
        self._issues: list[Issue] = []
        self._count: Counter[str] = Counter()

    def add(self, code: str, where: Where | None = None, **params: object) -> None:
        self._count[code] += 1
        if self._count[code] <= self.MOST_OF_A_KIND:
            self._issues.append(Issue(code, params, where))

    def count(self, code: str) -> int:
        return self._count[code]

    @property
    def errors(self) -> int:
        """How many errors so far."""
        return sum(count for code, count in self._count.items() if CATALOGUE[code][0] is Severity.ERROR)

    @property
    def has_errors(self) -> bool:
        return self.errors > 0

    def freeze(self) -> tuple[Issue, ...]:
        left_out = [
            Issue(f"more_{CATALOGUE[code][0]}s", {"count": count - self.MOST_OF_A_KIND, "code": code})
            for code, count in self._count.items()
            if count > self.MOST_OF_A_KIND
        ]
        return tuple(sorted((*self._issues, *left_out), key=lambda issue: _ORDER.index(issue.severity)))
