"""The addresses below a ladder page. They hold random ids, never a name."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.http import urlencode
from django.utils.translation import get_language

from ..audience import ladder_page_models


@dataclass(frozen=True, slots=True)
class Addresses:
    """`base` is the address of the ladder page, None where the ladder has none: then nothing is a link."""

    base: str | None

    def _below(self, path: str) -> str | None:
        return None if self.base is None else self.base + path

    @property
    def csv(self) -> str | None:
        return self._below("csv/")

    def group(self, name: str) -> str | None:
        """The ladder with the players of a group alone."""
        return self._below("?" + urlencode({"group": name}))

    def csv_of_group(self, name: str) -> str | None:
        return self._below("csv/?" + urlencode({"group": name}))

    @property
    def events(self) -> str | None:
        return self._below("events/")

    @property
    def corrections(self) -> str | None:
        return self._below("corrections/")

    def event(self, event_id: str) -> str | None:
        return self._below(f"events/{event_id}/")

    def player(self, player_id: str | None) -> str | None:
        return None if player_id is None else self._below(f"players/{player_id}/")

    def explanation(self, player_id: str | None, event_id: str) -> str | None:
        return None if player_id is None else self._below(f"players/{player_id}/events/{event_id}/")


def addresses_of(ladder_ids: Iterable[int], request: HttpRequest | None) -> dict[int, Addresses]:
    """Ladder id -> where its live page is: of several one in the language of the visitor, else the first."""
    wanted, language = set(ladder_ids), get_language()
    found: dict[int, Addresses] = dict.fromkeys(wanted, Addresses(None))
    for model in ladder_page_models():
        pages = model.objects.live().filter(ladder_id__in=wanted).select_related("locale").order_by("path")
        for page in sorted(pages, key=lambda page: page.locale.language_code != language):
            url = page.get_url(request)
            if url and found[page.ladder_id].base is None:
                found[page.ladder_id] = Addresses(url)
    return found
