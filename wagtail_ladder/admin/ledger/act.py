"""One decision with all its names, and its undoing."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages

from ...models import Act, Entry, Game, Player
from ...services import LadderError, undo
from ...services.preview import preview_act
from ..events.access import paged
from ..who.trying import LadderShown, ladder_shown
from ..who.visible import becomes_visible, full_names
from .access import ActScreen, organisers_of, url_of, url_to_undo
from .names import names_of
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
        "The names go back to the one profile. That the two are not the same person is a decision of its own."
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
        each_told([self.act])
        names = names_of(self.act)
        context.update(paged(names, NAMES_A_PAGE, self.request))
        context.update(
            act=self.act,
            names_count=len(names),
            tells_now=self.act.undone_at is not None or any(name.is_decided_anew for name in names),
            games=_games_of_the_second(self.act),
            added=Player.objects.filter(pk__in=self.act.before.get("players", [])).order_by("pk"),
            undo_url=url_to_undo(self.act) if self.may_undo else "",
            organisers=organisers_of(self.act.club),
        )
        return context


class UndoView(ActScreen):
    """The question before an act is undone: who is who then, who moves, and whose full name is seen.

    A merge has its own screen.
    """

    template_name = "wagtail_ladder/admin/ledger/undo.html"
    page_title = gettext_lazy("Undo a decision")
    becomes_visible: Sequence[str] = ()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.act.kind == Act.Kind.MERGE:
            return redirect(url_to_undo(self.act))
        return super().dispatch(request, *args, **kwargs)

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        try:
            undo(self.act, by=request.user)
        except LadderError as refusal:
            return self.show_refusal(refusal)
        messages.success(request, _("The decision is undone."))
        return redirect(url_of("act", pk))

    @cached_property
    def ladders(self) -> list[LadderShown]:
        """Those that would move. Raises LadderError where the act cannot be undone."""
        entries = Entry.objects.filter(decisions__act=self.act)
        before = full_names(entries)

        def undo_and_look() -> None:
            undo(self.act, by=self.request.user)
            self.becomes_visible = becomes_visible(before, full_names(entries))

        return preview_act(self.act.club_id, undo_and_look, ladder_shown)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        try:
            ladders = self.ladders
        except LadderError as refusal:
            self.refusal = self.refusal or refusal
            ladders = []
        context = super().get_context_data(**kwargs)
        each_told([self.act])
        context.update(paged(names_of(self.act), NAMES_A_PAGE, self.request))
        context.update(
            act=self.act,
            what_it_does=_WHAT_UNDOING_DOES[Act.Kind(self.act.kind)],
            ladders=ladders,
            becomes_visible=self.becomes_visible,
            act_url=url_of("act", self.act.pk),
        )
        return context


def _games_of_the_second(act: Act) -> list[Game]:
    """Where one name was found to be two people: the games of the one who was added."""
    if act.kind != Act.Kind.PART or act.entry is None:
        return []
    games = Game.objects.filter(Q(white=act.entry) | Q(black=act.entry))
    return list(games.select_related("white", "black").order_by("round", "board", "pk"))
