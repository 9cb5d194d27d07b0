"""The rows of the seeding list, with names, in their sections."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.crypto import salted_hmac
from django.utils.translation import pgettext

from ...services.reads.seeding import SeedRow


@dataclass(frozen=True, slots=True)
class Seed:
    number: int
    """In the whole list."""
    place: int
    """In the section."""
    name: str
    row: SeedRow

    @property
    def standing(self) -> str:
        """What the rating is worth; nothing of who is established."""
        if self.row.player_id is None:
            return pgettext("at a name", "not a member yet")
        if not self.row.rated_games:
            return pgettext("at a rating", "start rating")
        return "" if self.row.is_established else pgettext("at a rating", "provisional")


@dataclass(frozen=True, slots=True)
class Section:
    number: int
    seeds: tuple[Seed, ...]
    gap: int | Decimal | None
    """Points as shown from its last player to the first one of the next section; None for the last."""


def in_sections(
    rows: Sequence[SeedRow], sizes: Sequence[int], names: Mapping[int, str], newcomers: Sequence[str]
) -> list[Section]:
    """`names` are those of the members by id; `newcomers` come in the order of their rows."""
    of_newcomers = iter(newcomers)
    named = [next(of_newcomers) if row.player_id is None else names[row.player_id] for row in rows]
    sections, first = [], 0
    for number, size in enumerate(sizes, start=1):
        end = first + size
        seeds = tuple(
            Seed(first + place, place, name, row)
            for place, (name, row) in enumerate(zip(named[first:end], rows[first:end], strict=True), start=1)
        )
        gap = rows[end - 1].shown - rows[end].shown if end < len(rows) else None
        sections.append(Section(number, seeds, gap))
        first = end
    return sections


def seeds_of(sections: Sequence[Section]) -> Iterator[Seed]:
    for section in sections:
        yield from section.seeds


def digest_of(sections: Sequence[Section]) -> str:
    """Stands for the list that was looked at: who, by which name and rating, in which section."""
    seen = [(section.number, seed.name, seed.row) for section in sections for seed in section.seeds]
    return salted_hmac("wagtail_ladder.seeding", repr(seen), algorithm="sha256").hexdigest()
