"""What each address below a ladder answers, wherever the ladder stands: under its page, or under a link.

Whoever asks here has passed the gate.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language_bidi

from ..audience import ShownName, find_player, new_address_of
from ..models import Event, Ladder
from .addresses import Addresses
from .screens import archive_screen, event_screen, explanation_screen, player_screen, table_screen


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

    def table(self) -> Shown:
        return Shown("ladder_page", table_screen(self.ladder, self.addresses))

    def events(self, page: str | None) -> Shown:
        ladders, addresses = {self.ladder.pk: self.ladder}, {self.ladder.pk: self.addresses}
        return Shown("events_page", archive_screen(ladders, addresses, page))

    def event(self, event_id: str) -> Shown:
        return Shown("event_page", event_screen(self._event(event_id), self.addresses))

    def player(self, player_id: str) -> Shown | HttpResponse:
        if moved_to := new_address_of(self.ladder, player_id):
            return _redirect(self.addresses.player(moved_to))
        pk, name = self._player(player_id)
        screen = player_screen(self.ladder, pk, name, self.addresses, right_to_left=get_language_bidi())
        return Shown("player_page", _found(screen))

    def explanation(self, player_id: str, event_id: str) -> Shown | HttpResponse:
        if moved_to := new_address_of(self.ladder, player_id):
            return _redirect(self.addresses.explanation(moved_to, self._event(event_id).public_id))
        event, (pk, name) = self._event(event_id), self._player(player_id)
        return Shown("explanation_page", _found(explanation_screen(event, pk, name, self.addresses)))

    def _event(self, public_id: str) -> Event:
        published = Event.objects.filter(ladder_id=self.ladder.pk, status=Event.Status.PUBLISHED)
        event = _found(published.filter(public_id=public_id).first())
        event.ladder = self.ladder
        return event

    def _player(self, public_id: str) -> tuple[int, ShownName]:
        return _found(find_player(self.ladder, public_id))


def _redirect(address: str | None) -> HttpResponse:
    """For the time being: the merge may be taken back."""
    return redirect(_found(address))


def _found(thing: Any) -> Any:
    if thing is None:
        raise Http404
    return thing
