"""Five clubs, entered through the same services that the admin uses, in the order of the evenings."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from random import Random

from django.contrib.auth.models import Group, User

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import ClubRole, Event, Game, Ladder, NameMode, Player, Visibility
from wagtail_ladder.reports import read
from wagtail_ladder.site.text import in_digits_of

from . import accounts, people
from .evenings import Member, Row, as_csv, present, round_robin, swiss, table

WEEK = timedelta(weeks=1)
SEASONS, EVENINGS_A_SEASON = 3, 31
EVENINGS = SEASONS * EVENINGS_A_SEASON
GUEST = Member("Casimir Wetherlam", 1500)
"""Came along for one evening: his games are in the event and move no rating."""


@dataclass
class Desk:
    """The organiser of one club at work: who is who, and the verbs that an evening takes."""

    ladder: Ladder
    by: User
    rng: Random
    known: dict[str, int] = field(default_factory=dict)
    """Member's name -> id in the club's registry."""

    def results_file(
        self, name: str, last_day: date, rows: list[Row], *, first_day: date | None = None
    ) -> Event:
        """An event from a results file. Every seventh name is typed in another way than the registry's."""
        members = _members_of(rows)
        typed = self._as_typed(members)
        reading = read(as_csv(rows, typed).encode(), "results.csv")
        (report,) = reading.reports
        event = services.import_report(
            self.ladder, report, by=self.by, name=name, first_day=first_day, last_day=last_day
        )
        self.decide(event, {typed[member.name]: member for member in members})
        return event

    def typed_evening(self, name: str, last_day: date, rows: list[Row]) -> Event:
        """An event typed round by round, under the names of the registry."""
        event = services.create_event(
            self.ladder,
            by=self.by,
            name=name,
            last_day=last_day,
            format=Event.Format.SWISS,
            names=[member.name for member in _members_of(rows)],
        )
        save_rounds(event, rows, {}, by=self.by)
        self.decide(event, {member.name: member for member in _members_of(rows)})
        return event

    def table_evening(
        self, name: str, last_day: date, points: Sequence[tuple[Member, float]], note: str
    ) -> Event:
        """An evening of a variant: points, no games, nothing rated."""
        event = services.create_event(
            self.ladder,
            by=self.by,
            name=name,
            last_day=last_day,
            format=Event.Format.TABLE,
            unrated=Event.Unrated.VARIANT,
            unrated_note=note,
            names=[member.name for member, _points in points],
        )
        entries = _entries(event)
        services.save_table(
            event,
            [services.TableRow(entries[member.name], Decimal(str(score))) for member, score in points],
            by=self.by,
        )
        self.decide(event, {member.name: member for member, _points in points})
        return event

    def decide(self, event: Event, member_of: dict[str, Member]) -> None:
        """Say who the typed names are: known members, and new ones under their full name."""
        choices: dict[int, services.Choice] = {}
        for typed, pk in _entries(event).items():
            member = member_of[typed]
            if member is GUEST:
                choices[pk] = services.LeaveOut()
            elif member.name in self.known:
                choices[pk] = services.Member(self.known[member.name])
            else:
                choices[pk] = services.NewMember(member.name)
        services.decide_entries(event, choices, by=self.by)
        for typed, player in event.entries.filter(player__isnull=False).values_list("typed_name", "player"):
            self.known[member_of[typed].name] = player

    def publish(self, event: Event) -> Event:
        return services.publish_event(event, by=self.by)

    def confirm_adults(self, members: Iterable[Member]) -> None:
        adults = [
            self.known[member.name] for member in members if member.is_adult and member.name in self.known
        ]
        services.confirm_adults(self.ladder.club, adults, by=self.by)

    def group(self, name: str, members: Iterable[Member]) -> None:
        """Those of them who have come to an evening."""
        group = services.create_group(self.ladder.club, name, by=self.by)
        players = [self.known[member.name] for member in members if member.name in self.known]
        services.add_to_group(group, players, by=self.by)

    def seasons(self, name: str, today: date) -> None:
        """Two of a year each: the one that is on, and the one before."""
        first = date(today.year if today.month >= 9 else today.year - 1, 9, 1)
        for begin in (first.replace(year=first.year - 1), first):
            end = begin.replace(year=begin.year + 1) - timedelta(days=1)
            label = in_digits_of(self.ladder.club.language, f"{begin.year}/{end.year % 100:02}")
            services.create_season(self.ladder.club, name.format(label=label), begin, end, by=self.by)

    def _as_typed(self, members: Iterable[Member]) -> dict[str, str]:
        """Most names as registered, some as "Surname, Given", each told apart from every other."""
        return {
            member.name: _surname_first(member.name) if self.rng.random() < 1 / 7 else member.name
            for member in members
        }


def save_rounds(event: Event, rows: list[Row], typed: dict[str, str], *, by: User) -> None:
    """Type the rows into the event; `typed` holds the names that its entries have other than the members'."""
    entries = _entries(event)

    def entry(member: Member) -> int:
        return entries[typed.get(member.name, member.name)]

    for number in sorted({row.round for row in rows}):
        pairings = [
            services.Pairing(
                row.board, entry(row.white), entry(row.black) if row.black else None, RESULTS[row.result]
            )
            for row in rows
            if row.round == number
        ]
        services.save_round(event, number, pairings, by=by)


def english_club(admin: User, today: date, say: Callable[[str], None]) -> Ladder:
    """Three seasons of weekly evenings and championships, up to last week; full names of adults.

    Months and not days: some of its players are under 18, and anybody may read when they were where.
    """
    club = services.create_club("Weirbridge Chess Club", language="en", by=admin)
    by = accounts.create_organiser("organiser", club)
    arbiter = accounts.create_arbiter("arbiter", club)
    ladder = services.create_ladder(club, "Weirbridge ladder", by=by)
    ladder = services.change_ladder(ladder, by=by, visibility=Visibility.PUBLIC, names=NameMode.FULL)
    members = people.english_club(EVENINGS)
    rng = Random("evenings of the English club")
    desk = Desk(ladder, by, rng)
    for season in range(SEASONS):
        days = _season(today, SEASONS - 1 - season)
        label = _label(days)
        say(f"{club.name}, season {label}")
        begins, next_begins = days[0].replace(day=1), (days[0] + 52 * WEEK).replace(day=1)
        services.create_season(club, label, begins, next_begins - timedelta(days=1), by=by)
        for number, day in enumerate(days, start=1):
            evening = season * EVENINGS_A_SEASON + number - 1
            here = present(members, evening, rng)
            name = f"Club evening {number}, {label}"
            if number == 26 and season == 2:
                here.append(GUEST)
            if number == 12:
                event = desk.table_evening(
                    f"Bughouse night, {label}",
                    day,
                    table(here, evening, rng),
                    "Bughouse: four players a game",
                )
            elif number == 22:
                event = desk.results_file(f"Odds evening, {label}", day, swiss(here[:8], 2, evening, rng))
                event = services.change_event(
                    event, by=by, unrated=Event.Unrated.UNRATED_EVENT, unrated_note="Played at odds of time"
                )
            elif number % 10 == 0:
                event = desk.typed_evening(name, day, swiss(here, 4, evening, rng))
            else:
                event = desk.results_file(name, day, swiss(here, 4, evening, rng))
            if number == 5 and season == 1:
                _mark_a_game_unrated(event, by)
            event = desk.publish(event)
            if number == 1 and season == 0:
                _start_with_a_known_rating(desk, max(here, key=lambda member: member.strength))
            if number == 17:
                field = sorted(here, key=lambda member: -member.keenness)[:16]
                rows = swiss(field, 7, evening, rng, forfeits=0.04)
                championship = desk.results_file(f"Club championship, {label}", day, rows, first_day=days[10])
                desk.publish(championship)
    desk.confirm_adults(members)
    desk.group("League team", sorted(members, key=lambda member: -member.strength)[:12])
    desk.group("Juniors", [member for member in members if not member.is_adult])
    _correct_a_result(ladder, arbiter)
    return ladder


def turkish_school(admin: User, parents: Group, today: date, say: Callable[[str], None]) -> Ladder:
    """A school: initials and months, and only for parents who are logged in.

    Two classes are big enough for the ladder to show them; of a third there are two pupils.
    """
    club = services.create_club("Çınaraltı Okulu Satranç Kulübü", language="tr", by=admin)
    by = accounts.create_organiser("teacher", club)
    services.grant_roles(parents, [(club.pk, ClubRole.MEMBER)], by=admin)
    say(club.name)
    ladder = services.create_ladder(club, "Okul sıralaması", by=by)
    members = people.small_club(people.TURKISH, "Turkish", average=1050, spread=130, growth=6)
    ladder = services.change_ladder(
        ladder, by=by, visibility=Visibility.MEMBERS, member_groups=[parents], shown_decimals=1
    )
    desk = Desk(ladder, by, Random("evenings of the Turkish school"))
    _weekly(desk, members, today, 14, "{number}. kulüp günü", rounds=3)
    desk.seasons("{label} sezonu", today)
    desk.group("5. sınıf", members[:10])
    desk.group("6. sınıf", members[10:18])
    desk.group("10. sınıf", members[18:])
    return ladder


def greek_club(admin: User, today: date, say: Callable[[str], None]) -> Ladder:
    """The last event of this club waits: its names were typed in a hurry, and nobody has decided them yet."""
    club = services.create_club("Σκακιστικός Όμιλος Ανεμόμυλος", language="el", by=admin)
    by = accounts.create_organiser("omilos", club)
    say(club.name)
    ladder = services.create_ladder(club, "Κατάταξη του ομίλου", by=by)
    ladder = services.change_ladder(ladder, by=by, visibility=Visibility.PUBLIC)
    members = people.small_club(people.GREEK, "Greek", average=1300, spread=180)
    rng = Random("evenings of the Greek club")
    desk = Desk(ladder, by, rng)
    _weekly(desk, members, today - WEEK, 8, "{number}η βραδιά", rounds=4)
    desk.seasons("Περίοδος {label}", today)
    _waiting_event(desk, members, today)
    return ladder


def ukrainian_club(admin: User, today: date, say: Callable[[str], None]) -> Ladder:
    """A few evenings, a round robin among them; full names of adults."""
    club = services.create_club("Шаховий клуб «Тиха тура»", language="uk", by=admin)
    by = accounts.create_organiser("klub", club)
    say(club.name)
    ladder = services.create_ladder(club, "Клубний рейтинг", by=by)
    ladder = services.change_ladder(
        ladder, by=by, visibility=Visibility.PUBLIC, names=NameMode.FULL, months_instead_of_days=False
    )
    members = people.small_club(people.UKRAINIAN, "Ukrainian", average=1350, spread=190)
    desk = Desk(ladder, by, Random("evenings of the Ukrainian club"))
    _weekly(desk, members, today - WEEK, 5, "Клубний вечір {number}", rounds=4)
    desk.seasons("Сезон {label}", today)
    day = _last_week(today)
    desk.publish(
        desk.results_file("Коловий турнір", day, round_robin(members[:9], 5, desk.rng), first_day=day)
    )
    desk.confirm_adults(members)
    return ladder


def persian_club(admin: User, today: date, say: Callable[[str], None]) -> Ladder:
    """A few evenings, from right to left; full names of adults."""
    club = services.create_club("باشگاه شطرنج سرو", language="fa", by=admin)
    by = accounts.create_organiser("sarv", club)
    say(club.name)
    ladder = services.create_ladder(club, "رده‌بندی باشگاه", by=by)
    ladder = services.change_ladder(ladder, by=by, visibility=Visibility.PUBLIC, names=NameMode.FULL)
    members = people.small_club(people.PERSIAN, "Persian", average=1320, spread=170)
    desk = Desk(ladder, by, Random("evenings of the Persian club"))
    _weekly(desk, members, today, 6, "شب باشگاه {number}", rounds=4)
    desk.seasons("فصل {label}", today)
    desk.confirm_adults(members)
    return ladder


RESULTS = {
    "1-0": services.Result(Kind.PLAYED, 2, 0),
    "0-1": services.Result(Kind.PLAYED, 0, 2),
    "½-½": services.Result(Kind.PLAYED, 1, 1),
    "+:-": services.Result(Kind.FORFEIT, 2, 0),
    "-:+": services.Result(Kind.FORFEIT, 0, 2),
    "-:-": services.Result(Kind.DOUBLE_FORFEIT, 0, 0),
    "bye": services.Result.bye(Kind.BYE_PAIRING),
    "half bye": services.Result.bye(Kind.BYE_HALF),
    "zero bye": services.Result.bye(Kind.BYE_ZERO),
}


def _weekly(
    desk: Desk, members: list[Member], today: date, evenings: int, title: str, *, rounds: int
) -> None:
    """Evenings week by week, the last of them last week."""
    for evening in range(evenings):
        day = _last_week(today) - (evenings - 1 - evening) * WEEK
        here = present(members, evening, desk.rng)
        rows = swiss(here, rounds, evening, desk.rng)
        number = in_digits_of(desk.ladder.club.language, str(evening + 1))
        desk.publish(desk.results_file(title.format(number=number), day, rows))


def _waiting_event(desk: Desk, members: list[Member], today: date) -> None:
    """Typed on a telephone in the hall, in every way that a name can be typed; published as it is."""
    typed = dict(
        zip(
            people.names(people.GREEK)[:10],
            [
                "Γ. Καλαμβρός",
                "Καλαμβρός Γρηγ.",
                "ΔΑΦΝΗ ΜΥΡΣΙΝΙΔΗ",
                "Θεριανάκος Στέλιος",
                "Ορεστης Λυγεριδης",
                "Eleni Vasmatzoglou",
                "Θαλής Αμυγδαλιας",
                "Κορωνάκη, Ξ.",
                "Λευτέρης",
                "Άννα Μαρία Χελιδόνα",
            ],
            strict=True,
        )
    )
    newcomer = Member("Φοίβος Καλαμιώτης-Λιβαδάς", 1250)
    here = [*members[:10], newcomer, members[10]]
    event = services.create_event(
        desk.ladder,
        by=desk.by,
        name="Βραδιά ράπιντ",
        last_day=_last_week(today),
        format=Event.Format.SWISS,
        names=[typed.get(member.name, member.name) for member in here],
    )
    save_rounds(event, swiss(here, 4, 8, desk.rng, forfeits=0.0), typed, by=desk.by)
    desk.publish(event)


def _mark_a_game_unrated(event: Event, by: User) -> None:
    game = event.games.filter(kind=Kind.PLAYED, round=2, board=3).get()
    services.correct_game(
        game,
        services.Result(Kind.PLAYED, game.white_half_points, game.black_half_points),
        unrated=Game.Unrated.UNRATED_GAME,
        unrated_note="The clock was set wrong for both",
        reason="",
        by=by,
    )


def _start_with_a_known_rating(desk: Desk, member: Member) -> None:
    player = Player.objects.get(pk=desk.known[member.name])
    services.set_start_rating(desk.ladder, player, 1750, "National rating when joining", by=desk.by)


def _correct_a_result(ladder: Ladder, by: User) -> None:
    """A slip of the pen, found three evenings later."""
    event = ladder.events.filter(status=Event.Status.PUBLISHED).order_by("-last_day", "-sequence")[3]
    game = event.games.filter(kind=Kind.PLAYED, white_half_points=2).order_by("round", "board").first()
    services.correct_game(
        game, services.Result(Kind.PLAYED, 1, 1), reason="The score sheet says that they agreed a draw", by=by
    )


def _season(today: date, seasons_ago: int) -> list[date]:
    """The evenings of a season, the youngest of which ended last week."""
    last = _last_week(today) - seasons_ago * 52 * WEEK
    return [last - ago * WEEK for ago in reversed(range(EVENINGS_A_SEASON))]


def _last_week(today: date) -> date:
    return today - WEEK


def _label(days: list[date]) -> str:
    first, last = days[0].year, days[-1].year
    return str(first) if first == last else f"{first}/{last % 100:02}"


def _members_of(rows: Iterable[Row]) -> list[Member]:
    """Everybody in the rows, in the order of appearance."""
    sides = (side for row in rows for side in (row.white, row.black) if side is not None)
    return list({member.name: member for member in sides}.values())


def _entries(event: Event) -> dict[str, int]:
    """Name as typed -> id of the entry."""
    return dict(event.entries.values_list("typed_name", "pk"))


def _surname_first(name: str) -> str:
    given, _space, surname = name.rpartition(" ")
    return f"{surname}, {given}"
