"""What editors find to do: for every verb one who draws what he does from what he sees."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from django.db.models import Count

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Act, Entry, Event, Game, Ladder, Player, RuleSet
from wagtail_ladder.services import LadderError, LeaveOut, Member, NewMember, Pairing, Result, Undecide
from wagtail_ladder.services.day_order import events_of_day
from wagtail_ladder.services.ledger import entries_of
from wagtail_ladder.services.merges import start_ratings_to_choose
from wagtail_ladder.services.rules import values_of

from .club import FILES, FIRST_DAY, digest_of

DRAFT, PUBLISHED, DELETED = Event.Status.DRAFT, Event.Status.PUBLISHED, Event.Status.DELETED
REASON = "score sheet"

GAMES = [
    *[Result(Kind.PLAYED, *score) for score in [(2, 0), (0, 2), (1, 1), (1, 0)]],
    Result(Kind.FORFEIT, 2, 0),
    Result(Kind.DOUBLE_FORFEIT, 0, 0),
    Result(Kind.SCHEDULED),
    Result(Kind.PLAYED_UNRATED, 2, 0),
]
BYES = [Result.bye(kind) for kind in (Kind.BYE_PAIRING, Kind.BYE_HALF, Kind.BYE_ZERO)]


class NothingToDo(Exception):
    """There is nothing of the kind that the verb is about."""


@dataclass(frozen=True)
class Intent:
    """A verb that somebody is about to call, with what he saw when he decided to."""

    verb: str
    call: Callable[[], object]
    event: int | None
    """Id of the event that he saw and whose version he gives: if it changes first, he has to look again."""


class Editor:
    """Works at a club, as an organiser of it. `chance` is a `random.Random`.

    Each method is named as the verb that it calls, and returns an `Intent`.
    """

    def __init__(self, club, by, chance, acts_after=0):
        self.club, self.by, self.chance = club, by, chance
        self.acts_after = acts_after
        """Decisions up to the one of this id he leaves as they are."""

    def finds(self, verb):
        """Raises NothingToDo."""
        return getattr(self, verb)()

    def finds_something(self):
        """Whatever comes first, from a verb on that chance names."""
        first = self.chance.randrange(len(VERBS))
        for verb in VERBS[first:] + VERBS[:first]:
            try:
                return self.finds(verb)
            except (NothingToDo, LadderError):  # nothing of the kind, or no preview of it
                continue
        raise NothingToDo

    # What he looks at

    def one_of(self, things):
        things = list(things)
        if not things:
            raise NothingToDo
        return self.chance.choice(things)

    def some_of(self, things, most=2):
        things = list(things)
        self.chance.shuffle(things)
        return things[: self.chance.randint(1, most)]

    def ladder(self):
        return self.one_of(Ladder.objects.filter(club=self.club).order_by("pk"))

    def events(self, *statuses):
        events = Event.objects.filter(ladder__club=self.club, status__in=statuses or (DRAFT, PUBLISHED))
        return events.select_related("ladder").order_by("pk")

    def entries(self):
        return Entry.objects.filter(event__in=self.events()).order_by("pk")

    def player(self):
        return self.one_of(Player.objects.filter(club=self.club).order_by("pk"))

    def choice(self):
        return self.one_of(
            [
                *[Member(self.player().pk) for _thrice in range(3)],
                NewMember("Secret Newcomer"),
                NewMember(not_same_as=(self.player().pk,)),
                LeaveOut(),
                Undecide(),
            ]
        )

    def day(self):
        return FIRST_DAY + timedelta(days=self.chance.randint(0, 6))

    # What he does

    def intend(self, verb, *arguments, **fields):
        return Intent(verb, partial(getattr(services, verb), *arguments, by=self.by, **fields), None)

    def intend_on(self, event, verb, *arguments, **fields):
        """Mostly by a form that knows which version it showed; a program may not care."""
        if self.chance.random() < 0.2:
            return self.intend(verb, *arguments, **fields)
        intent = self.intend(verb, *arguments, expected_version=event.version, **fields)
        return Intent(verb, intent.call, event.pk)

    def publish_event(self):
        event = self.one_of(self.events(DRAFT))
        seen = services.preview_publication(event).fingerprint if self.chance.random() < 0.5 else None
        return self.intend_on(event, "publish_event", event, expected_fingerprint=seen)

    def unpublish_event(self):
        event = self.one_of(self.events(PUBLISHED))
        return self.intend_on(event, "unpublish_event", event, reason=REASON)

    def delete_event(self):
        event = self.one_of(self.events())
        return self.intend_on(event, "delete_event", event, reason=REASON)

    def restore_event(self):
        event = self.one_of(self.events(DELETED))
        return self.intend_on(event, "restore_event", event, reason=REASON)

    def change_event(self):
        event = self.one_of(self.events())
        fields = self.one_of(
            [
                {"last_day": self.day()},
                {"sequence": self.chance.randint(1, 3)},
                {"unrated": "variant", "unrated_note": "bughouse"},
                {"unrated": "", "unrated_note": ""},
            ]
        )
        return self.intend_on(event, "change_event", event, reason=REASON, **fields)

    def correct_game(self):
        game = self.one_of(Game.objects.filter(event__in=self.events()).order_by("pk"))
        result = self.one_of(BYES if game.black_id is None else GAMES)
        unrated = self.one_of(["", None, None, "variant"])
        moved = {"round": self.chance.randint(1, 4)} if self.chance.random() < 0.2 else {}
        return self.intend_on(
            game.event,
            "correct_game",
            game,
            result,
            unrated=unrated,
            unrated_note="odds",
            reason=REASON,
            **moved,
        )

    def exchange_games(self):
        event = self.one_of(self.events())
        names = self.some_of(event.entries.order_by("pk"))
        rounds = [self.chance.randint(1, 4)]
        return self.intend_on(event, "exchange_games", names[0], names[-1], rounds, reason=REASON)

    def save_round(self):
        event = self.one_of(self.events())
        names = list(event.entries.order_by("pk"))
        if len(names) < 2:
            raise NothingToDo
        self.chance.shuffle(names)
        white, black, *others = [name.pk for name in names]
        pairings = [Pairing(1, white, black, self.one_of(GAMES))]
        pairings += [Pairing(None, name, None, self.one_of(BYES)) for name in others[:1]]
        return self.intend_on(event, "save_round", event, self.chance.randint(1, 4), pairings, reason=REASON)

    def import_report(self):
        return self.intend(
            "import_report", self.ladder(), self.one_of(FILES), name="Another", last_day=self.day()
        )

    def update_from_report(self):
        event = self.one_of(self.events().filter(source_digest__gt=""))
        file = self.one_of(FILES)
        return self.intend_on(
            event, "update_from_report", event, file, source_digest=digest_of(file), reason=REASON
        )

    def decide_entries(self):
        event = self.one_of(self.events())
        choices = {name.pk: self.choice() for name in self.some_of(event.entries.order_by("pk"))}
        return self.intend_on(event, "decide_entries", event, choices)

    def join_entries(self):
        event = self.one_of(self.events())
        names = [name.pk for name in self.some_of(event.entries.order_by("pk"), most=3)]
        return self.intend_on(event, "join_entries", event, names, self.choice())

    def part_entry(self):
        name = self.one_of(self.entries().select_related("event"))
        own = [*name.event.games.filter(white=name), *name.event.games.filter(black=name)]
        return self.intend_on(name.event, "part_entry", name, [self.one_of(own).pk])

    def repoint_entries(self):
        names = [name.pk for name in self.some_of(self.entries())]
        return self.intend("repoint_entries", self.club, names, self.choice())

    def split_player(self):
        player = self.player()
        names = [name.pk for name in self.some_of(entries_of(player))]
        return self.intend("split_player", player, names, self.choice())

    def merge_players(self):
        kept, absorbed = self.player(), self.player()
        starts = {
            differ.ladder.pk: self.one_of([differ.kept, differ.absorbed]).player_id
            for differ in start_ratings_to_choose(kept, absorbed)
        }
        return self.intend("merge_players", kept, absorbed, starts=starts)

    def declare_distinct(self):
        return self.intend("declare_distinct", self.player(), self.player())

    def undo(self):
        acts = Act.objects.filter(club=self.club, undone_at=None, pk__gt=self.acts_after)
        return self.intend("undo", self.one_of(acts.order_by("pk")))

    def undo_a_merge(self):
        acts = Act.objects.filter(club=self.club, undone_at=None, pk__gt=self.acts_after, kind="merge")
        return self.intend("undo", self.one_of(acts.order_by("pk")))

    def move_event(self):
        event = self.one_of(self.events())
        return self.intend_on(event, "move_event", event, self.ladder(), reason=REASON)

    def split_event(self):
        event = self.one_of(self.events())
        last_day = event.last_day - timedelta(days=self.chance.randint(0, 2))
        round_ = self.chance.randint(2, 3)
        return self.intend_on(event, "split_event", event, round_, last_day=last_day, reason=REASON)

    def join_split(self):
        part = self.one_of(self.events().exclude(split_from=None))
        return self.intend_on(part, "join_split", part, reason=REASON)

    def order_day(self):
        days = self.events().values("ladder", "last_day").annotate(events=Count("pk")).filter(events__gt=1)
        day = self.one_of(days.order_by("ladder", "last_day"))
        ladder = Ladder.objects.get(pk=day["ladder"])
        events = events_of_day(ladder, day["last_day"])
        seen = {event.pk: event.version for event in events}
        order = list(seen)
        self.chance.shuffle(order)
        return self.intend("order_day", ladder, day["last_day"], order, expected_versions=seen, reason=REASON)

    def set_rules(self):
        ladder, from_date = self.ladder(), self.one_of([None, self.day()])
        there = RuleSet.objects.filter(ladder=ladder, from_date=from_date).first()
        values = {
            "k": self.one_of([10, 20, 30]),
            "k_new": self.one_of([40, 60]),
            "start": self.one_of([1000, 1200]),
        }
        return self.intend(
            "set_rules",
            ladder,
            from_date,
            expected=values_of(there) if there else {},
            reason=REASON,
            **values,
        )

    def remove_rules(self):
        dated = RuleSet.objects.filter(ladder__club=self.club).exclude(from_date=None)
        rules = self.one_of(dated.select_related("ladder").order_by("pk"))
        return self.intend(
            "remove_rules", rules.ladder, rules.from_date, expected=values_of(rules), reason=REASON
        )

    def set_start_rating(self):
        points = self.one_of([None, 900, 1800])
        return self.intend("set_start_rating", self.ladder(), self.player(), points, REASON)

    def rebuild_ladder(self):
        return self.intend("rebuild_ladder", self.ladder().pk)


VERBS = [*[name for name in vars(Editor) if name in services.__all__], "undo_a_merge"]
