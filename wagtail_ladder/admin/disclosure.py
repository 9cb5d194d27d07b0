"""What a change would show to people who could not see it before.

The change is made for trial in a transaction that is rolled back, and the gate itself is asked before and
after it. So the list that somebody confirms is what the pages will show, whatever the gate's rules are.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from django.utils.crypto import salted_hmac

from ..audience import is_open, public_names
from ..models import Ladder, Player, Visibility
from ..ordering import alphabetical
from ..services import ChangedMeanwhile
from ..services.verb import trial


@dataclass(frozen=True, slots=True)
class Disclosure:
    """What becomes visible of one ladder. Empty, and false, where nothing does."""

    ladder: Ladder
    """As it is after the change."""
    to_more_people: bool
    group_names: tuple[str, ...]
    """Where it is for members: of which groups it is to them only now, or else all that see it."""
    link_names: tuple[str, ...]
    """The same of the links, where it is for their holders."""
    names: tuple[str, ...]
    """As shown afterwards: everybody, or those who were shown by initials before."""
    people: tuple[tuple[str, str], ...]
    """The same, each with the name in the registry where another one is shown: for those who confirm."""
    days: bool
    """Days are shown where months were."""

    def __bool__(self) -> bool:
        return self.to_more_people or bool(self.names) or self.days


def disclosures(ladders: Iterable[Ladder], change: Callable[[], object]) -> list[Disclosure]:
    """What `change` would disclose of each ladder. Nothing is kept of it; what it raises is raised here."""
    ladders = list(ladders)
    ids = [ladder.pk for ladder in ladders]
    with trial(*(ladder.club_id for ladder in ladders)):
        before = [_Look(pk) for pk in ids]
        change()
        after = [_Look(pk) for pk in ids]
    found = [_compare(old, new) for old, new in zip(before, after, strict=True)]
    return [disclosure for disclosure in found if disclosure]


def fingerprint(shown: list[Disclosure]) -> str:
    """Proves that these very disclosures were looked at: another list asks anew."""
    seen = [
        (
            one.ladder.pk,
            one.ladder.visibility,
            one.to_more_people,
            one.group_names,
            one.link_names,
            one.names,
            one.days,
        )
        for one in shown
    ]
    return salted_hmac("wagtail_ladder.disclosure", repr(seen), algorithm="sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class Question:
    """Whom something is to be done for, and what becomes visible by it: to be looked at before it is done."""

    players: list[Player]
    disclosures: list[Disclosure]
    others: list[Player]
    """Who could have been chosen too."""

    @classmethod
    def about(
        cls, players: list[Player], change: Callable[[], object], others: Iterable[Player] = ()
    ) -> "Question":
        """Raises what `change` raises."""
        ladders = Ladder.objects.filter(ladder_players__player__in=players).distinct()
        return cls(players, disclosures(ladders, change), list(others))

    def fields(self) -> dict[str, str]:
        """What the form of the question holds: its answer proves that this very list was looked at."""
        return {
            "listed": f"{_ids(self.players)};{_ids(self.others)}",
            "seen": fingerprint(self.disclosures),
        }

    def refuse_other_answers(self, post: Mapping[str, str], sentence: str) -> None:
        """Raises ChangedMeanwhile where the form was another list's, or none's."""
        if any(post.get(name) != value for name, value in self.fields().items()):
            raise ChangedMeanwhile("list_changed", sentence)


def _ids(players: Iterable[Player]) -> str:
    return ",".join(str(pk) for pk in sorted(player.pk for player in players))


class _Look:
    """A ladder as its visitors see it now."""

    def __init__(self, ladder_id: int) -> None:
        self.ladder = Ladder.objects.select_related("club").get(pk=ladder_id)
        self.for_members = self.ladder.visibility == Visibility.MEMBERS
        self.groups = set(self.ladder.member_groups.all()) if self.for_members else set()
        self.links = {link.pk: link.name for link in self.ladder.share_links.all() if is_open(link)}
        self.shown = {pk: shown.name for pk, shown in public_names(self.ladder).items()}
        self.registered = dict(Player.objects.filter(pk__in=self.shown).values_list("pk", "name"))
        self.is_for_nobody = (self.for_members and not self.groups) or (
            self.ladder.visibility == Visibility.LINK and not self.links
        )
        """As long as no group or link opens it. Whom it shows is listed when the first one does."""
        self.in_full = {pk for pk, name in self.registered.items() if self.shown[pk] == name}


def _compare(before: _Look, after: _Look) -> Disclosure:
    was, becomes = (Visibility(look.ladder.visibility) for look in (before, after))
    new_groups = after.groups - before.groups
    new_links = {pk: name for pk, name in after.links.items() if pk not in before.links}
    becomes_public = becomes == Visibility.PUBLIC and was != Visibility.PUBLIC
    to_more_people = bool(becomes_public or new_groups or new_links)
    groups, links = (new_groups, new_links) if to_more_people else (after.groups, after.links)
    place = partial(alphabetical, language=after.ladder.club.language)
    appearing = after.shown.keys() if to_more_people else after.in_full - before.in_full
    if after.is_for_nobody:
        appearing = set()
    return Disclosure(
        ladder=after.ladder,
        to_more_people=to_more_people,
        group_names=tuple(sorted(group.name for group in groups)),
        link_names=tuple(sorted(links.values())),
        names=tuple(sorted((after.shown[pk] for pk in appearing), key=place)),
        people=tuple(
            sorted(
                ((after.shown[pk], "" if pk in after.in_full else after.registered[pk]) for pk in appearing),
                key=lambda person: [place(name) for name in person],
            )
        ),
        days=before.ladder.months_instead_of_days
        and not after.ladder.months_instead_of_days
        and not after.is_for_nobody,
    )
