"""“Confirm as adults” for those who played in an event."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from wagtail.admin import messages

from ...models import Event, Player
from ...services import LadderError, Refused, confirm_adults
from ...services.persons import juniors
from ...services.verb import club_transaction
from ..alphabet import ByName
from ..bulk import ConfirmAdults
from ..disclosure import Question
from ..listing import STYLES
from .access import EventView, url_of, whole_number

MOST_ADULTS_AT_ONCE = 500
"""A tick is a field, and Django takes a thousand fields a form unless a site allows more."""


class AdultsView(EventView):
    """“Confirm as adults” for the members of this event: an organiser's, after a look at what that shows.

    The first form ticks names, the second is the question of the bulk action with the same name.
    """

    template_name = "wagtail_ladder/admin/events/adults.html"
    page_title = gettext_lazy("Confirm as adults")
    tab = "names"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        if not self.is_organiser:
            raise Http404

    @property
    def media(self) -> forms.Media:
        return super().media + STYLES

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        if "listed" not in request.POST:
            return self._ask()
        try:
            count = self._confirm()
        except LadderError as refusal:
            self.refusal = refusal
            return self._ask()
        sentence = ngettext(
            "%(count)d member is confirmed as an adult.", "%(count)d members are confirmed as adults.", count
        )
        messages.success(request, sentence % {"count": count})
        return redirect(url_of("desk", pk))

    def _confirm(self) -> int:
        with club_transaction(self.event.ladder.club_id):
            question = self._question()
            question.refuse_other_answers(self.request.POST, str(ConfirmAdults.not_yet))
            return self._confirm_all(question.players)

    def _ask(self) -> HttpResponse:
        try:
            question = self._question()
        except LadderError as refusal:
            return self.show_refusal(refusal)
        self.template_name = "wagtail_ladder/admin/events/adults_question.html"
        return self.show(
            question=question, lead=ConfirmAdults.lead(len(question.players)), button=ConfirmAdults.button
        )

    def _question(self) -> Question:
        """About those ticked who still are minors of this event. Raises Refused where there is nobody."""
        ticked = set(map(whole_number, self.request.POST.getlist("player")))
        minors = self._minors()
        picked = [player for player in minors if player.pk in ticked]
        if not picked:
            raise Refused("nobody_picked", _("Please tick at least one name."))
        others = (player for player in minors if player.pk not in ticked)
        return Question.about(picked, lambda: self._confirm_all(picked), others)

    def _confirm_all(self, players: list[Player]) -> int:
        ids = [player.pk for player in players]
        return confirm_adults(self.event.ladder.club, ids, by=self.request.user)

    def _minors(self) -> list[Player]:
        return list(ByName(juniors_in(self.event)))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        minors = self._minors()
        context.update(minors=minors[:MOST_ADULTS_AT_ONCE], minors_later=len(minors[MOST_ADULTS_AT_ONCE:]))
        return context


def juniors_in(event: Event) -> QuerySet[Player]:
    """The members of the event who count as under 18."""
    here = event.entries.with_person().exclude(player=None).values("person_id")
    return Player.objects.filter(juniors(), pk__in=here)
