"""Two people of one name sat in one round: which game was whose may be a guess, and is changed here."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from wagtail.admin import messages

from ...models import Event
from ...services import exchange_games
from ..ledger.words import told
from ..trying import LadderShown
from .access import url_of, whole_number
from .deciding import DecidingView
from .looking import EventLookFirst
from .words import listed


class TwinsView(EventLookFirst, DecidingView):
    """Round by round whom each of the two met; a tick lets them change places there."""

    template_name = "wagtail_ladder/admin/events/twins.html"
    page_title = gettext_lazy("Whose games?")

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        here = {entry.pk: entry for entry in self.entries}
        try:
            self.one, self.other = here[kwargs["entry"]], here[kwargs["other"]]
        except KeyError as missing:
            raise Http404 from missing
        if self.one == self.other:
            raise Http404

    def act(self) -> Event:
        return exchange_games(
            self.one,
            self.other,
            self.ticked,
            by=self.request.user,
            reason=self.request.POST.get("reason", ""),
            expected_version=self.expected_version(),
        )

    def about(self) -> list[str]:
        numbers = listed(str(number) for number in self.ticked)
        sentence = ngettext(
            "The two “%(name)s” change places in round %(numbers)s.",
            "The two “%(name)s” change places in rounds %(numbers)s.",
            len(self.ticked),
        )
        return [told(sentence, name=self.one.typed_name, numbers=numbers)]

    def done(self, act: Event, ladders: list[LadderShown]) -> HttpResponse:
        sentence = _("The two have changed places in the rounds that were ticked.")
        messages.success(self.request, self.told(sentence, ladders))
        return redirect(url_of("desk", self.event.pk))

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
