"""What each address below a ladder answers, wherever the ladder stands: under its page, or under a link.

Whoever asks here has passed the gate.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language_bidi

from ..audience import find_player, new_address_of
from ..models import Event, Ladder
from ..services.reads import of_one_replay, of_one_statement, seasons_of
from .addresses import Addresses
from .csv_file import csv_response
from .event import event_screen
from .explanation import explanation_screen
from .lists import archive_screen, corrections_screen
from .player import player_screen
from .table import ladder_screen


class Shown(NamedTuple):
    page: str
    """A template, of those in `wagtail_ladder/pages`."""
    screen: Any


@dataclass(frozen=True, slots=True)
class Routes:
    """Players and events that are not there answer as an address that never was: Http404.

    Who was merged with another answers with the way to that one, where the gate says that it may be told.
    """

    ladder: Ladder
    addresses: Addresses

    def table(self, group: str | None) -> Shown | HttpResponse:
        """From a group that is not shown, or not any more, a way leads to the whole ladder."""
        screen = of_one_statement(self.ladder, lambda: ladder_screen(self.ladder, self.addresses, group))
        return redirect(self.addresses.base or "") if screen is None else Shown("ladder_page", screen)

    def csv(self, group: str | None) -> HttpResponse:
        """Not the file of all players in the place of that of a group: nobody might notice."""
        return csv_response(self.ladder, group) or redirect(self.addresses.base or "")

    def events(self, page: str | None) -> Shown:
        ladders, addresses = {self.ladder.pk: self.ladder}, {self.ladder.pk: self.addresses}
        seasons = seasons_of(self.ladder.club_id)
        return Shown("events_page", archive_screen(ladders, addresses, page, seasons))

    def corrections(self, page: str | None) -> Shown:
        if not self.ladder.corrections_shown:
            raise Http404
        return Shown("corrections_page", corrections_screen(self.ladder, self.addresses, page))

    def event(self, event_id: str) -> Shown:
        return self._shown("event_page", lambda: event_screen(self._event(event_id), self.addresses))

    def player(self, player_id: str) -> Shown | HttpResponse:
        right_to_left = get_language_bidi()
        read = partial(player_screen, self.ladder, player_id, self.addresses, right_to_left=right_to_left)
        screen = of_one_replay(self.ladder, read)
        if screen is None:
            return _redirect(self.addresses.player(new_address_of(self.ladder, player_id)))
        return Shown("player_page", screen)

    def explanation(self, player_id: str, event_id: str) -> Shown | HttpResponse:
        found = find_player(self.ladder, player_id)
        if found is None:
            moved_to = new_address_of(self.ladder, player_id)
            return _redirect(self.addresses.explanation(moved_to, self._event(event_id).public_id))
        return self._shown(
            "explanation_page", lambda: explanation_screen(self._event(event_id), *found, self.addresses)
        )

    def _shown(self, page: str, screen: Callable[[], Any]) -> Shown:
        return Shown(page, _found(of_one_replay(self.ladder, screen)))

    def _event(self, public_id: str) -> Event:
        published = Event.objects.filter(ladder_id=self.ladder.pk, status=Event.Status.PUBLISHED)
        event = _found(published.filter(public_id=public_id).first())
        event.ladder = self.ladder
        return event


def _redirect(address: str | None) -> HttpResponse:
    """For the time being: the merge may be taken back."""
    return redirect(_found(address))


def _found(thing: Any) -> Any:
    if thing is None:
        raise Http404
    return thing
