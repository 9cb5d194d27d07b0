"""A merge taken back: who moves, whose full name is seen, and who the names decided since are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from wagtail.admin import messages

from ...matching import Confidence, Registry, Suggestion
from ...models import Act, Entry, Player
from ...services import Member, Refused, undo
from ...services.acts import distinct_pairs
from ...services.known_names import known_names_apart
from ...services.merges import decided_since
from ...services.persons import people_in
from ...services.roles import clubs_organised_by
from ..events.evidence import worded
from ..ledger.access import url_to_undo
from ..ledger.members import tell_apart
from ..trying import LadderShown, told_with_moves
from .access import WhoView, step_to, url_of_player
from .undoing import Undoing

KEPT, OTHER = "kept", "other"


@dataclass(frozen=True)
class Answer:
    """One of the two whom a name may be."""

    value: str
    player: Player
    why: str = ""
    """What the name as typed says for it, and what against it."""
    against: str = ""


@dataclass(frozen=True)
class Question:
    """A name that was decided since: which of the two is it?"""

    entry: Entry
    answers: Sequence[Answer]
    proposed: str
    """The answer that the name itself plainly gives; empty where it gives none."""
    chosen: str
    """The editor's answer, at first the proposed one; empty while there is none."""


class UnmergeView(Undoing, WhoView):
    """No name stays with the kept one by default: where it does not say whose it is, somebody has to."""

    template_name = "wagtail_ladder/admin/who/unmerge.html"
    page_title = gettext_lazy("Take a merge back")
    header_icon = "history"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        merges = Act.objects.filter(kind=Act.Kind.MERGE, club__in=clubs_organised_by(request.user))
        merges = merges.select_related("club", "by", "undone_by", "player__merged_into", "other")
        self.recorded = get_object_or_404(merges, pk=kwargs["merge"])
        self.club = self.recorded.club
        kept = self.recorded.player
        self.kept = kept and (kept.merged_into or kept)
        """Who the two are by now: the one who was kept may have been merged with somebody else since."""

    def way_here(self) -> list[dict[str, Any]]:
        return [step_to(self.kept)] if self.kept else []

    @cached_property
    def questions(self) -> list[Question]:
        if self.recorded.undone_at is not None:
            return []
        entries = decided_since(self.recorded)
        tell_apart([self.recorded.player, self.recorded.other, *(entry.player for entry in entries)])
        known = known_names_apart(self.recorded, [entry.pk for entry in entries])
        registry = Registry(known, self.club.language)
        names = {is_other: name for is_other, name, _spellings in known}
        return [self._question(entry, registry, names) for entry in entries]

    def _question(self, entry: Entry, registry: Registry[bool], names: Mapping[bool, str]) -> Question:
        """The matcher is asked about these two alone."""
        found = registry.suggest(entry.typed_name)
        reasons = {one.player: worded(one, entry.typed_name, names) for one in found}
        answers = [
            Answer(value, player, reasons[is_other].speaks_for, reasons[is_other].speaks_against)
            if is_other in reasons
            else Answer(value, player)
            for is_other, value, player in (
                (False, KEPT, entry.player),
                (True, OTHER, self.recorded.other),
            )
            if player is not None
        ]
        plain = _plainly_meant(found)
        proposed = "" if plain is None else OTHER if plain else KEPT
        posted = self.request.POST.get(f"entry-{entry.pk}", "")
        chosen = posted if posted in (KEPT, OTHER) else ""
        return Question(entry, answers, proposed, chosen if self.request.method == "POST" else proposed)

    @property
    def is_distinct(self) -> bool:
        """Whether it is to be put on record that the two are not the same, which is proposed."""
        return self.request.method != "POST" or "distinct" in self.request.POST

    def is_asked(self) -> bool:
        return self.request.method == "POST" or all(question.chosen for question in self.questions)

    def asked(self) -> Any:
        return super().asked(), [(question.entry.pk, question.chosen) for question in self.questions]

    def act(self) -> Act:
        waiting = [question for question in self.questions if not question.chosen]
        if waiting:
            raise Refused("answer_missing", _which_of_the_two(waiting))
        other = Member(self.recorded.other_id or 0)
        answers = {question.entry.pk: other for question in self.questions if question.chosen == OTHER}
        return undo(self.recorded, by=self.request.user, answers=answers, distinct=self.is_distinct)

    def entries_that_change(self) -> QuerySet[Entry]:
        return Entry.objects.filter(player__in=people_in(self.kept) if self.kept else [])

    def done(self, act: Act, ladders: list[LadderShown]) -> HttpResponse:
        sentence, buttons = _("The merge is taken back: they are two members again."), []
        if self.is_distinct:
            sentence = _(
                "The merge is taken back: they are two members again, and it is on record that they are not "
                "the same person."
            )
            records = distinct_pairs(self.club.pk, [act.player_id or 0], [act.other_id or 0])
            buttons = [messages.button(url_to_undo(record), _("Lift that")) for record in records[:1]]
        messages.success(self.request, told_with_moves(sentence, ladders), buttons=buttons)
        return redirect(url_of_player(act.other_id or 0))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context.update(
            merge=self.recorded,
            kept=self.kept,
            absorbed=self.recorded.other,
            questions=self.questions,
            is_distinct=self.is_distinct,
            kept_url=url_of_player(self.kept.pk) if self.kept else "",
        )
        return context


def _which_of_the_two(waiting: Sequence[Question]) -> str:
    first, *more = [question.entry.typed_name for question in waiting]
    if not more:
        return _("Please say which of the two “%(name)s” is.") % {"name": first}
    return ngettext(
        "Please say which of the two each name is: “%(name)s”, and %(count)d more.",
        "Please say which of the two each name is: “%(name)s”, and %(count)d more.",
        len(more),
    ) % {"name": first, "count": len(more)}


def _plainly_meant(found: Sequence[Suggestion[bool]]) -> bool | None:
    """Whose the name is by the matcher, if it fits him without a doubt, or likely him and not the other."""
    if not found or found[0].rivals or found[0].confidence is Confidence.POSSIBLE:
        return None
    best, *others = found
    return None if others and best.confidence is not Confidence.STRONG else best.player
