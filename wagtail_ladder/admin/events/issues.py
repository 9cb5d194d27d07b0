"""The remarks on a file as the screens show them: errors first, each class of them together."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ...reports import Issue
from .preview_form import PreviewForm
from .words import place_of, sentence_of


@dataclass(frozen=True)
class IssueGroup:
    """The remarks of one code: ticked together."""

    severity: str
    issues: list[tuple[str, str, str]]
    """Place, excerpt and sentence of each."""
    agreement: Any


def issue_groups(issues: Iterable[Issue], form: PreviewForm | None = None) -> list[IssueGroup]:
    """Errors first, then warnings with their tick, then what is only good to know."""
    by_code: dict[str, list[Issue]] = defaultdict(list)
    for issue in issues:
        by_code[issue.code].append(issue)
    order = {"error": 0, "warning": 1, "info": 2}
    return [
        IssueGroup(
            str(found[0].severity),
            [
                (place_of(issue.where), issue.where.excerpt if issue.where else "", sentence_of(issue))
                for issue in found
            ],
            form.agreement(code) if form is not None else None,
        )
        for code, found in sorted(by_code.items(), key=lambda item: order[item[1][0].severity])
    ]
