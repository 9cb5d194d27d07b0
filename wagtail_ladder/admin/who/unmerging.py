"""A merge taken back: who moves, whose full name is seen, and who the names decided since are."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages

from ...models import Act, Entry
from ...services import Choice, Member
from ...services.merges import decided_since
from ...services.persons import people_in
from ...services.roles import clubs_organised_by
from ..trying import LadderShown, told_with_moves
from .access import WhoView, step_to, url_of_player
from .undoing import Undoing


@dataclass(frozen=True)
class Question:
    entry: Entry
    is_the_other: bool
    """Answered so; at first a name stays with whom it was decided for."""


class UnmergeView(Undoing, WhoView):
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
        return [
            Question(entry, self.request.POST.get(f"entry-{entry.pk}") == "other")
            for entry in decided_since(self.recorded)
        ]

    @cached_property
    def answers(self) -> Mapping[int, Choice]:  # type: ignore[override]
        other = self.recorded.other_id or 0
        return {question.entry.pk: Member(other) for question in self.questions if question.is_the_other}

    def asked(self) -> Any:
        answered = [(question.entry.pk, question.is_the_other) for question in self.questions]
        return super().asked(), answered

    def entries_that_change(self) -> QuerySet[Entry]:
        return Entry.objects.filter(player__in=people_in(self.kept) if self.kept else [])

    def done(self, act: Act, ladders: list[LadderShown]) -> HttpResponse:
        sentence = _("The merge is taken back: they are two members again.")
        messages.success(self.request, told_with_moves(sentence, ladders))
        return redirect(url_of_player(act.other_id or 0))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context.update(
            merge=self.recorded,
            kept=self.kept,
            absorbed=self.recorded.other,
            questions=self.questions,
            kept_url=url_of_player(self.kept.pk) if self.kept else "",
        )
        return context
