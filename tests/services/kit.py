"""A small club to play with, and its ladder worked out again by other means than the services'."""

from collections import Counter, defaultdict
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import Prefetch
from wagtail.models import ModelLogEntry

from tests.engine import reference
from wagtail_ladder import engine, services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import (
    WORKING_ROLES,
    Act,
    Club,
    ClubRole,
    Entry,
    EntryDecision,
    Event,
    Game,
    Ladder,
    LadderPlayer,
    Player,
    RatingChange,
    RuleSet,
    Standing,
)
from wagtail_ladder.services import LeaveOut, Member, Pairing, Result
from wagtail_ladder.services.inputs import as_rules
from wagtail_ladder.signals import ladder_changed

POINT = 1_000_000_000
RESULTS = {"1": (2, 0), "0": (0, 2), "=": (1, 1)}

WON = Result(Kind.PLAYED, 2, 0)
LOST = Result(Kind.PLAYED, 0, 2)
DRAWN = Result(Kind.PLAYED, 1, 1)


@dataclass
class TheClub:
    """A club with a ladder, its people, and its registry: one member a letter, "Member A" and so on."""

    club: Club
    ladder: Ladder
    superuser: object
    organiser: object
    arbiter: object
    members: dict[str, Player]

    def play(self, games, *, day=date(2026, 1, 6), publish=True, decide=True, left_out="", **fields):
        """An evening: "AB1 CA=" is A (White) beating B, then C drawing with A, each in a round of its own."""
        lines = games.split()
        letters = sorted({letter for line in lines for letter in line[:2]})
        event = services.create_event(
            self.ladder,
            by=self.arbiter,
            name="Club evening",
            last_day=day,
            names=[f"Typed {letter}" for letter in letters],
            **fields,
        )
        entry_of = dict(zip(letters, event.entries.order_by("number"), strict=True))
        for number, (white, black, result) in enumerate(lines, start=1):
            services.save_round(
                event,
                number,
                [Pairing(1, entry_of[white].pk, entry_of[black].pk, Result(Kind.PLAYED, *RESULTS[result]))],
                by=self.arbiter,
            )
        if decide:
            choices = {
                entry.pk: LeaveOut() if letter in left_out else Member(self.members[letter].pk)
                for letter, entry in entry_of.items()
            }
            services.decide_entries(event, choices, by=self.arbiter)
        if publish:
            services.publish_event(event, by=self.arbiter)
        event.refresh_from_db()
        return event

    def merge(self, kept, absorbed, **fields):
        return services.merge_players(self.members[kept], self.members[absorbed], by=self.organiser, **fields)

    def undo(self, act, **fields):
        return services.undo(act, by=self.organiser, **fields)

    def rating(self, letter):
        """(points, rated games) as stored."""
        standing = Standing.objects.get(ladder=self.ladder, player=self.members[letter])
        return standing.rating / POINT, standing.rated_games


def user(name, **fields):
    return get_user_model().objects.create_user(name, password="secret", **fields)


def make_club(name="Rook End", letters="ABCDEF", rules=None, prefix=""):
    superuser = get_user_model().objects.filter(is_superuser=True).first() or user(
        "superuser", is_superuser=True
    )
    club = services.create_club(name, by=superuser)
    people = {}
    for role in WORKING_ROLES:
        people[role] = user(f"{prefix}{role.value}")
        people[role].groups.add(Group.objects.get(club_permissions__club=club, club_permissions__role=role))
    ladder = services.create_ladder(club, "Thursday", by=people[ClubRole.ORGANISER], rules=rules)
    # By no act of the ledger: what a test finds there is what it did itself.
    members = {letter: Player.objects.create(club=club, name=f"Member {letter}") for letter in letters}
    return TheClub(club, ladder, superuser, people[ClubRole.ORGANISER], people[ClubRole.ARBITER], members)


def entry(event, letter):
    return event.entries.get(typed_name=f"Typed {letter}")


def fingerprint(ladder):
    return Ladder.objects.values_list("fingerprint", flat=True).get(pk=ladder.pk)


def stored_changes(ladder):
    rows = RatingChange.objects.filter(ladder=ladder).values_list(
        "event_id", "player_id", "rating_before", "rating_after", "games_before", "games_after"
    )
    return {row[:2]: row[2:] for row in rows}


STANDING = (
    "rating", "rated_games", "played_games", "wins", "draws", "losses", "peak", "last_rated_event_id",
)  # fmt: skip


def stored_standings(ladder):
    rows = Standing.objects.filter(ladder=ladder).values_list("player_id", *STANDING)
    return {player: tuple(values) for player, *values in rows}


def merges_in_force():
    return Act.objects.filter(kind="merge", undone_at=None).order_by("pk")


def who_is_really():
    """Player id -> who he is after all merges."""
    kept_by = dict(merges_in_force().values_list("other_id", "player_id"))

    def really(player):
        return really(kept_by[player]) if player in kept_by else player

    return really


def start_ratings(ladder, really):
    """Of several players who are one, the last merge in force that chose one of them decides."""
    given = defaultdict(dict)
    for seat in LadderPlayer.objects.filter(ladder=ladder, start_rating__isnull=False).order_by("pk"):
        given[really(seat.player_id)][seat.player_id] = seat.start_rating
    chosen = [act.before["starts"].get(str(ladder.pk)) for act in merges_in_force()]
    return {
        person: starts[[player for player in (*starts, person, *chosen) if player in starts][-1]]
        for person, starts in given.items()
    }


def history(ladder):
    """The inputs as the engine takes them, object by object: (events, rules, starts, ids by order key)."""
    really = who_is_really()
    events, ids = [], {}
    published = Event.objects.filter(ladder=ladder, status="published")
    for event in published.prefetch_related("games__white", "games__black", "entries"):
        games = [
            engine.Game(
                game.round,
                game.board,
                really(game.white.player_id),
                game.black and really(game.black.player_id),
                game.white_half_points,
                game.black_half_points,
                game.kind,
                engine.Reason(game.unrated) if game.unrated else None,
            )
            for game in event.games.all()
        ]
        waiting = any(entry.decision == "undecided" for entry in event.entries.all())
        unrated = engine.Reason(event.unrated) if event.unrated else None
        events.append(engine.Event(event.last_day, event.sequence, event.tie_break, games, unrated, waiting))
        ids[event.last_day, event.sequence, event.tie_break] = event.pk
    rules = [(rule_set.from_date, as_rules(rule_set)) for rule_set in RuleSet.objects.filter(ladder=ladder)]
    rules.sort(key=lambda dated: dated[0] or date.min)
    return events, rules, start_ratings(ladder, really), ids


def assert_stored_is_fresh(ladder):
    """What is stored is, bit for bit, what the engine makes of the inputs from the first event on."""
    events, rules, starts, ids = history(ladder)
    replay = engine.replay(events, rules, starts)
    changes = {}
    for key, result in replay.results.items():
        for player, before in result.before.items():
            after = result.after[player]
            changes[ids[key], player] = (before.rating, after.rating, before.games, after.games)
    assert stored_changes(ladder) == changes
    assert fingerprint(ladder) == replay.digest
    assert stored_standings(ladder) == _standings(events, ids, replay)


def assert_near_the_reference(ladder):
    """What is stored is, to 0.0001 points, what an independent computation makes of the inputs."""
    events, rules, starts, _ids = history(ladder)
    rated = {
        standing.player_id: (standing.rating / POINT, standing.rated_games)
        for standing in Standing.objects.filter(ladder=ladder, rated_games__gt=0)
    }
    expected = reference.ratings(events, rules, starts)
    assert rated.keys() == expected.keys()
    for player, (points, games) in expected.items():
        assert rated[player] == (pytest.approx(points, abs=0.0001), games)


def _standings(events, ids, replay):
    scores = Counter()
    for event in events:
        for game in event.games:
            if game.kind in ("played", "played_unrated"):
                scores[game.white, game.white_half_points] += 1
                scores[game.black, game.black_half_points] += 1
    standings = {}
    for player, state in replay.standing.items():
        sat = [(key, result) for key, result in replay.results.items() if player in result.before]
        rated = [ids[key] for key, result in sat if result.before[player].games < result.after[player].games]
        peaks = [
            result.after[player].rating
            for _key, result in sat
            if not result.rules.is_provisional(result.after[player].games)
        ]
        wins, draws, losses = (scores[player, half_points] for half_points in (2, 1, 0))
        standings[player] = (
            state.rating, state.games, wins + draws + losses, wins, draws, losses,
            max(peaks, default=None), rated[-1] if rated else None,
        )  # fmt: skip
    return standings


def assert_the_ledger_explains(club):
    """Every name is who the newest decision in force says, every player who the merges say, all by people."""
    in_turn = Prefetch("decisions", EntryDecision.objects.select_related("act").order_by("act_id"))
    for entry in Entry.objects.filter(event__ladder__club=club).prefetch_related(in_turn):
        said = [("undecided", None, None, None)] + [
            (said.decision, said.player_id, said.act.by_id, said.act.at)
            if said.decision != "undecided"
            else ("undecided", None, None, None)
            for said in entry.decisions.all()
            if said.act.undone_at is None
        ]
        assert (entry.decision, entry.player_id, entry.decided_by_id, entry.decided_at) == said[-1]
    really = who_is_really()
    for player, merged_into in Player.objects.filter(club=club).values_list("pk", "merged_into"):
        assert merged_into == (really(player) if really(player) != player else None)
    assert not club.acts.filter(by=None).exists()
    assert not club.acts.filter(undone_at__isnull=False, undone_by=None).exists()


def registry_and_ladders(club, members):
    """What is as it was, row for row, when everything that was decided since has been undone.

    Left out are versions and times, who changed an event last, and what nothing refers to: players added
    since, and places on a ladder of people who do not stand there.
    """
    ladders = Ladder.objects.filter(club=club)
    standing = {(ladder.pk, player) for ladder in ladders for player in stored_standings(ladder)}
    events = Event.objects.filter(ladder__club=club)
    return {
        "players": _rows(Player.objects.filter(pk__in=[player.pk for player in members])),
        "events": _rows(events, without=OF_ANY_VERB),
        "names": _rows(Entry.objects.filter(event__in=events)),
        "games": _rows(Game.objects.filter(event__in=events)),
        "places": _rows(
            LadderPlayer.objects.filter(
                pk__in=[
                    seat.pk
                    for seat in LadderPlayer.objects.filter(ladder__in=ladders)
                    if (seat.ladder_id, seat.player_id) in standing
                ]
            )
        ),
        "ratings": [
            (ladder.pk, fingerprint(ladder), stored_changes(ladder), stored_standings(ladder))
            for ladder in ladders
        ],
    }


def _rows(queryset, without=()):
    fields = [field.attname for field in queryset.model._meta.concrete_fields if field.name not in without]
    return sorted(queryset.order_by().values_list(*fields))


def everything():
    """All rows of all our tables, of the log and of the groups: a refusal leaves nothing written."""
    ours = apps.get_app_config("wagtail_ladder").get_models(include_auto_created=True)
    return {
        model._meta.label: sorted(map(repr, model._default_manager.order_by().values_list()))
        for model in [*ours, ModelLogEntry, Group, get_user_model().groups.through]
    }


OF_ANY_VERB = {"version", "changed_by", "changed_at", "replayed_at"}
"""Columns that are written whatever a verb does."""


def substance():
    """All rows of all our tables and who is in which group, without what says only that a verb was there."""
    ours = apps.get_app_config("wagtail_ladder").get_models(include_auto_created=True)
    return {
        model._meta.label: sorted(
            map(
                repr,
                model._default_manager.order_by().values_list(
                    *(field.name for field in model._meta.concrete_fields if field.name not in OF_ANY_VERB)
                ),
            )
        )
        for model in [*ours, get_user_model().groups.through]
    }


class Purges:
    """The ladders announced as changed while this is open."""

    def __enter__(self):
        self.ladders = []
        ladder_changed.connect(self._note)
        return self.ladders

    def __exit__(self, *error):
        ladder_changed.disconnect(self._note)

    def _note(self, ladder, **_kwargs):
        self.ladders.append(ladder.pk)


@contextmanager
def undone_afterwards():
    """So that all calls find the same scene, which takes long to set."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
