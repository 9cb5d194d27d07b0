"""Two people of one name sat in one round: which game was whose may be a guess, and is changed here."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages

from ...services import LadderError, exchange_games
from ...services.preview import standings_now
from .access import url_of, whole_number
from .deciding import DecidedView, DecidingView
from .moves import moved_since


class TwinsView(DecidingView):
    """Round by round whom each of the two met; a tick lets them change places there."""

    template_name = "wagtail_ladder/admin/events/twins.html"
    page_title = gettext_lazy("Whose games?")
    done = gettext_lazy("The two have changed places in the rounds that were ticked.")

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        here = {entry.pk: entry for entry in self.entries}
        try:
            self.one, self.other = here[kwargs["entry"]], here[kwargs["other"]]
        except KeyError as missing:
            raise Http404 from missing
        if self.one == self.other:
            raise Http404

    def post(self, request: HttpRequest, pk: int, entry: int, other: int) -> HttpResponse:
        before = standings_now(self.event.ladder)
        try:
            exchange_games(
                self.one,
                self.other,
                self.ticked,
                by=request.user,
                reason=request.POST.get("reason", ""),
                expected_version=self.expected_version(),
            )
        except LadderError as refusal:
            return self.show_refusal(refusal)
        if moves := moved_since(before, self.event.ladder):
            shown = DecidedView.as_view(sentence=str(self.done), moves=moves)
            return shown(request, pk=pk)
        messages.success(request, self.done)
        return redirect(url_of("desk", pk))

    @property
    def ticked(self) -> list[int]:
        rounds = map(whole_number, self.request.POST.getlist("round"))
        return [number for number in rounds if number is not None]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        met = [dict(self.evening.seats(entry)) for entry in (self.one, self.other)]
        context.update(
            one=self.one,
            other=self.other,
            rounds=[
                (number, [_seat(seats, number) for seats in met]) for number in sorted({*met[0], *met[1]})
            ],
            ticked=self.ticked,
            reason=self.request.POST.get("reason", ""),
        )
        return context


def _seat(seats: dict[int, str], number: int) -> str:
    """Whom the one met in the round, as typed."""
    if number not in seats:
        return ""
    return seats[number] or _("nobody")
