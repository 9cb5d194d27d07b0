"""One decision with all its names, and its undoing."""

from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages

from ...models import Act, Entry, Game, Player
from ..events.access import paged
from ..trying import LadderShown, told_with_moves
from ..who.undoing import Undoing
from .access import ActScreen, organisers_of, url_of, url_to_undo
from .names import NameOfAct, names_of
from .words import each_told

NAMES_A_PAGE = 150

_WHAT_UNDOING_DOES = {
    Act.Kind.DECIDE: gettext_lazy(
        "Each name is again what it was before. Members who were added by it stay in the registry."
    ),
    Act.Kind.JOIN: gettext_lazy("Each of the names is again what it was before, one by one."),
    Act.Kind.PART: gettext_lazy("The two are one name again, with all its games."),
    Act.Kind.REPOINT: gettext_lazy("Each name is again what it was before."),
    Act.Kind.SPLIT: gettext_lazy(
        "The names go back to the one profile. That the two are not the same is not on record any more."
    ),
    Act.Kind.DISTINCT: gettext_lazy("Nothing moves. The two may be merged again, and are suggested for it."),
    Act.Kind.ADD: gettext_lazy(
        "The members stay in the registry. That they are not the same as others is not on record any more."
    ),
}


class ActView(ActScreen):
    """What was decided of every name, what was before, and what is now."""

    template_name = "wagtail_ladder/admin/ledger/act.html"
    page_title = gettext_lazy("Decision")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        each_told([self.recorded])
        names = names_of(self.recorded)
        context.update(paged(names, NAMES_A_PAGE, self.request))
        context.update(
            act=self.recorded,
            names_count=len(names),
            tells_now=self.recorded.undone_at is not None or any(name.is_decided_anew for name in names),
            games=_games_of_the_second(self.recorded),
            added=Player.objects.filter(pk__in=self.recorded.before.get("players", [])).order_by("pk"),
            undo_url=url_to_undo(self.recorded) if self.may_undo else "",
            organisers=organisers_of(self.recorded.club),
        )
        return context


class UndoView(Undoing, ActScreen):
    """The question before an act is undone: who is who then, who moves, and whose full name is seen.

    A merge has its own screen.
    """

    template_name = "wagtail_ladder/admin/ledger/undo.html"
    page_title = gettext_lazy("Undo a decision")

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.club = self.recorded.club

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.recorded.kind == Act.Kind.MERGE:
            return redirect(url_to_undo(self.recorded))
        return super().dispatch(request, *args, **kwargs)

    @cached_property
    def names(self) -> list[NameOfAct]:
        return names_of(self.recorded)

    def asked(self) -> Any:
        listed = [(name.entry.pk, name.now, name.then) for name in self.names]
        return super().asked(), listed

    def entries_that_change(self) -> QuerySet[Entry]:
        return Entry.objects.filter(decisions__act=self.recorded)

    def done(self, act: Act, ladders: list[LadderShown]) -> HttpResponse:
        messages.success(self.request, told_with_moves(_("The decision is undone."), ladders))
        return redirect(url_of("act", act.pk))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        each_told([self.recorded])
        context.update(paged(self.names, NAMES_A_PAGE, self.request))
        context.update(
            act=self.recorded,
            what_it_does=_WHAT_UNDOING_DOES[Act.Kind(self.recorded.kind)],
            act_url=url_of("act", self.recorded.pk),
        )
        return context


def _games_of_the_second(act: Act) -> list[Game]:
    """Where one name was found to be two people: the games of the one who was added."""
    if act.kind != Act.Kind.PART or act.entry is None:
        return []
    games = Game.objects.filter(Q(white=act.entry) | Q(black=act.entry))
    return list(games.select_related("white", "black").order_by("round", "board", "pk"))
