"""A club and its ladder on a site, built through the services as an organiser would."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import date
from itertools import count

from django.contrib.auth.models import User
from django.utils import timezone
from wagtail.models import Site

from tests.testapp.models import HomePage
from wagtail_ladder import services
from wagtail_ladder.models import Club, Event, Game, Ladder, LadderPlayer, Player, RatingChange
from wagtail_ladder.pages.models import ClubPage, LadderPage
from wagtail_ladder.services import LeaveOut, Member, NewMember, Pairing, Result
from wagtail_ladder.services.games import Kind

SCORES = {"1-0": (2, 0), "0-1": (0, 2), "½-½": (1, 1)}
BYES = {"bye": Kind.BYE_PAIRING, "half-bye": Kind.BYE_HALF, "absent": Kind.BYE_ZERO}


@dataclass
class World:
    """`event` takes rounds, each a list of "Anna 1-0 Bea", "Anna +:- Bea" (forfeit) or "Anna bye"."""

    by: User
    club: Club
    ladder: Ladder
    home: HomePage
    commits: Callable[[], AbstractContextManager] = nullcontext
    """A context that ends as a commit does: what waits for one is done."""
    numbers: count = field(default_factory=lambda: count(1))

    def player(self, name: str) -> Player:
        return Player.objects.get(club=self.club, name=name)

    def public_id(self, name: str) -> str:
        return LadderPlayer.objects.get(ladder=self.ladder, player=self.player(name)).public_id

    def event(self, day: date, *rounds, guests=(), undecided=(), publish=True, **fields) -> Event:
        names = list(dict.fromkeys(name for pairings in rounds for name in _names(pairings)))
        name = fields.pop("name", f"Evening {next(self.numbers)}")
        event = services.create_event(self.ladder, by=self.by, name=name, last_day=day, names=names, **fields)
        entries = {entry.typed_name: entry for entry in event.entries.all()}
        for number, pairings in enumerate(rounds, start=1):
            services.save_round(event, number, [_pairing(text, entries) for text in pairings], by=self.by)
        known = {player.name: player.pk for player in Player.objects.filter(club=self.club)}
        services.decide_entries(
            event,
            {
                entry.pk: LeaveOut()
                if name in guests
                else Member(known[name])
                if name in known
                else NewMember()
                for name, entry in entries.items()
                if name not in undecided
            },
            by=self.by,
        )
        if publish:
            with self.commits():
                services.publish_event(event, by=self.by)
        event.refresh_from_db()
        return event

    def correct(self, event: Event, text: str) -> Game:
        """The first game of these two in the event had another result: "Anna 0-1 Bea"."""
        white, result, black = text.split()
        game = event.games.filter(white__typed_name=white, black__typed_name=black).order_by("round")[0]
        with self.commits():
            return services.correct_game(
                game, Result(Kind.PLAYED, *SCORES[result]), reason="score sheet", by=self.by
            )

    def set(self, **fields) -> Ladder:
        with self.commits():
            self.ladder = services.change_ladder(self.ladder, by=self.by, **fields)
        return self.ladder

    def allow_full_names_of_juniors(self) -> None:
        services.change_club(
            self.club,
            name=self.club.name,
            language=self.club.language,
            juniors_never_by_full_name=False,
            by=self.by,
        )

    def start(self, **ratings: int) -> None:
        """Give players, added where they are new, their start ratings."""
        for name, points in ratings.items():
            player = Player.objects.filter(club=self.club, name=name).first() or services.add_player(
                self.club, name, by=self.by
            )
            services.set_start_rating(self.ladder, player, points, "known", by=self.by)

    def change(self, event: Event, name: str) -> RatingChange:
        return RatingChange.objects.get(event=event, player=self.player(name))

    def ladder_page(self, **fields) -> LadderPage:
        fields = {"title": "Our ladder", "slug": "ladder", "ladder": self.ladder, **fields}
        with self.commits():
            return self.home.add_child(instance=LadderPage(**fields))

    def club_page(self, **fields) -> ClubPage:
        fields = {"title": "Our club", "slug": "club", "club": self.club, **fields}
        with self.commits():
            return self.home.add_child(instance=ClubPage(**fields))


def stay_in_2026(monkeypatch) -> None:
    """The evenings of most tests are of that year: who has not played for one is listed apart."""
    localdate = timezone.localdate

    def today(value=None, zone=None):
        return localdate(value, zone) if value else min(localdate(None, zone), date(2026, 12, 1))

    monkeypatch.setattr(timezone, "localdate", today)


def _names(pairings):
    for text in pairings:
        words = text.split()
        yield words[0]
        if len(words) == 3:
            yield words[2]


def _pairing(text, entries):
    white, result, *black = text.split()
    if not black:
        return Pairing(None, entries[white].pk, None, Result.bye(BYES[result]))
    kind, score = (Kind.FORFEIT, (2, 0)) if result == "+:-" else (Kind.PLAYED, SCORES[result])
    return Pairing(None, entries[white].pk, entries[black[0]].pk, Result(kind, *score))


def build_world() -> World:
    by = User.objects.create_superuser("boss", password="secret")
    site = Site.objects.get(is_default_site=True)
    home = site.root_page.add_child(instance=HomePage(title="Home", slug="front"))
    site.root_page = home
    site.save()
    club = services.create_club("Rookery", by=by)
    return World(by, club, services.create_ladder(club, "Club ladder", by=by), home)
