"""The records of a ladder, by hand and against a plain walk over everything that is stored."""

from collections import Counter
from datetime import date, timedelta
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from wagtail_ladder import services
from wagtail_ladder.engine import shown
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Decision, Event, RatingChange, Standing
from wagtail_ladder.services.inputs import load_rules, rules_in_force
from wagtail_ladder.services.reads import RecordKind, club_records
from wagtail_ladder.services.reads.profile import history_of
from wagtail_ladder.services.reads.record import player_record

pytestmark = pytest.mark.django_db

DAY = date(2026, 1, 6)
UNRATED = {"unrated": Event.Unrated.UNRATED_EVENT, "unrated_note": "odds"}


def records(world):
    world.ladder.refresh_from_db()
    return {record.kind: record for record in club_records(world.ladder)}


def holders(world):
    """Kind -> (name of the holder, value, name of who lost, name of the event)."""
    names = {player.pk: player.name for player in world.club.players.all()}
    return {
        kind: (names[one.player_id], one.value, names.get(one.opponent_id), one.event_name)
        for kind, one in records(world).items()
    }


@pytest.fixture
def established(world):
    """Hugh, at 1800, and Lois, at 1000, have five rated games each, all drawn with others of their rating."""
    world.start(Hugh=1800, Ida=1800, Lois=1000, Mona=1000)
    world.event(DAY, *[["Hugh ½-½ Ida", "Lois ½-½ Mona"]] * 5, name="Draws")
    return world


def test_a_ladder_without_games_has_none(world):
    assert club_records(world.ladder) == ()
    world.event(DAY, ["Anna +:- Bea"])
    assert club_records(world.ladder) == ()


def test_who_is_provisional_holds_neither_rating_nor_upset(world):
    world.start(Hugh=1800, Lois=1000)
    world.event(DAY, ["Lois 1-0 Hugh"])
    (held,) = holders(world).items()
    assert held[0] == RecordKind.MOST_GAMES
    assert held[1][1:] == (1, None, "")


def test_an_upset_is_measured_by_the_ratings_before_the_event(established):
    """800 points between them, K 40: Lois wins 40 × 0.9901 = 39.6 points twice."""
    established.event(DAY + timedelta(days=7), ["Lois 1-0 Hugh"], ["Hugh 0-1 Lois"], name="Upset")
    found = holders(established)
    assert found[RecordKind.BIGGEST_UPSET] == ("Lois", 800, "Hugh", "Upset")
    assert found[RecordKind.MOST_GAMES][:2] in (("Hugh", 7), ("Lois", 7))
    assert found[RecordKind.HIGHEST_RATING][1:] == (1800, None, "Draws")


@pytest.mark.parametrize(
    "how", ["left out", "unrated game", "unrated event", "waiting", "forfeit", "draft", "draw"]
)
def test_what_is_no_upset(established, how):
    day = DAY + timedelta(days=7)
    text = {"forfeit": "Lois +:- Hugh", "draw": "Lois ½-½ Hugh"}.get(how, "Lois 1-0 Hugh")
    event = established.event(
        day,
        [text, "Ida 1-0 Mona"],
        guests=["Hugh"] if how == "left out" else (),
        undecided=["Mona"] if how == "waiting" else (),
        publish=how != "draft",
        **(UNRATED if how == "unrated event" else {}),
    )
    if how == "unrated game":
        game = event.games.get(white__typed_name="Lois")
        services.correct_game(
            game,
            services.Result(Kind.PLAYED, 2, 0),
            unrated="unrated_game",
            unrated_note="odds",
            reason="agreed",
            by=established.by,
        )
    assert RecordKind.BIGGEST_UPSET not in records(established)


def test_the_first_to_reach_it_holds_it(established):
    for week in (1, 2):
        winner, loser = ("Lois", "Hugh") if week == 1 else ("Mona", "Ida")
        established.event(DAY + timedelta(weeks=week), [f"{winner} 1-0 {loser}"], name=f"Week {week}")
    assert holders(established)[RecordKind.BIGGEST_UPSET] == ("Lois", 800, "Hugh", "Week 1")


def test_fractions_that_no_page_shows_decide_nothing(established):
    """Mona is at 1000.4 by then, Lois at 1000: both are shown as 1000, and Lois was first."""
    established.event(DAY + timedelta(days=7), ["Lois 1-0 Hugh"], name="First")
    RatingChange.objects.filter(player=established.player("Hugh"), event__name="First").update(
        rating_before=1_799_600_000_000
    )
    established.event(DAY + timedelta(days=14), ["Mona 1-0 Ida"], name="Second")
    RatingChange.objects.filter(player=established.player("Ida"), event__name="Second").update(
        rating_before=1_800_400_000_000
    )
    assert holders(established)[RecordKind.BIGGEST_UPSET] == ("Lois", 800, "Hugh", "First")


def test_a_merge_makes_one_holder_of_two(established):
    established.event(DAY + timedelta(days=7), ["Nell 1-0 Otto"], name="Newcomers")
    merge = services.merge_players(established.player("Lois"), established.player("Nell"), by=established.by)
    assert holders(established)[RecordKind.MOST_GAMES][:2] == ("Lois", 6)
    services.undo(merge, by=established.by)
    assert holders(established)[RecordKind.MOST_GAMES][1] == 5


def test_an_upset_counts_for_whom_the_winner_was_merged_with(world):
    world.start(Hugh=1800, Ida=1800, Lois=1000, Mona=1000)
    world.event(DAY, *[["Hugh ½-½ Ida", "Lois ½-½ Mona"]] * 5)
    world.event(DAY + timedelta(days=7), ["Lou 1-0 Hugh"], name="Upset")
    assert RecordKind.BIGGEST_UPSET not in records(world), "Lou is provisional"
    services.merge_players(world.player("Lois"), world.player("Lou"), by=world.by)
    assert holders(world)[RecordKind.BIGGEST_UPSET] == ("Lois", 800, "Hugh", "Upset")


def test_a_rule_of_another_day_says_who_is_established(established):
    services.set_rules(
        established.ladder, date(2026, 1, 10), provisional_below=6, by=established.by, reason="decided"
    )
    established.event(DAY + timedelta(days=7), ["Lois 1-0 Hugh"])
    assert RecordKind.BIGGEST_UPSET not in records(established)


def test_a_start_rating_is_no_achievement(world):
    """Where everybody is established at once: Hugh comes with 1900 and has a bye, Ida with 1800 and wins.

    He would be at 1900 at once; she is at 1800 + 40 × (1 − 0.9901) = 1800.4 after the first rated game.
    """
    services.set_rules(world.ladder, None, provisional_below=0, by=world.by, reason="decided")
    world.start(Hugh=1900, Ida=1800, Lois=1000)
    world.event(DAY, ["Hugh bye", "Ida 1-0 Lois"], name="First")
    assert holders(world)[RecordKind.HIGHEST_RATING] == ("Ida", 1800, None, "First")
    world.event(DAY + timedelta(days=7), ["Hugh 1-0 Lois"], name="Second")
    assert holders(world)[RecordKind.HIGHEST_RATING] == ("Hugh", 1900, None, "Second")


# Games won in a row, as on the page of a player.


def streak(world):
    return holders(world).get(RecordKind.WINNING_STREAK)


def test_one_win_is_no_streak(world):
    world.event(DAY, ["Ann 1-0 Bea", "Cid ½-½ Dot"])
    assert streak(world) is None
    world.event(DAY + timedelta(days=7), ["Bea 0-1 Ann"], name="Second")
    assert streak(world) == ("Ann", 2, None, "Second")


def test_a_draw_breaks_a_streak_and_a_bye_or_a_forfeit_does_not(world):
    world.event(
        DAY, ["Ann 1-0 Bea"], ["Ann bye"], ["Ann +:- Cid"], ["Bea +:- Ann"], ["Ann 1-0 Dot"], name="1"
    )
    assert streak(world) == ("Ann", 2, None, "1")
    world.event(DAY + timedelta(days=7), ["Ann 1-0 Bea"], ["Ann ½-½ Bea"], ["Ann 1-0 Bea"], name="2")
    assert streak(world) == ("Ann", 3, None, "2")


@pytest.mark.parametrize("how", ["unrated event", "waiting", "guest"])
def test_games_that_are_not_rated_count_as_on_the_page_of_the_player(world, how):
    world.event(DAY, ["Ann 1-0 Bea"])
    world.event(
        DAY + timedelta(days=7),
        ["Ann 1-0 Cid"],
        name="Second",
        guests=["Cid"] if how == "guest" else (),
        undecided=["Cid"] if how == "waiting" else (),
        **(UNRATED if how == "unrated event" else {}),
    )
    assert streak(world) == ("Ann", 2, None, "Second")


def test_a_streak_whose_event_has_gone_past_the_verbs_is_left_out(world):
    """What is kept of it until the next replay names an event that no page shows any more."""
    world.event(DAY, ["Ann 1-0 Bea"])
    world.event(DAY + timedelta(days=7), ["Ann 1-0 Bea"], name="Second")
    assert streak(world) is not None
    Event.objects.filter(name="Second").update(status=Event.Status.DRAFT)
    assert streak(world) is None


def test_of_a_draft_nothing_counts(world):
    world.event(DAY, ["Ann 1-0 Bea"])
    world.event(DAY + timedelta(days=7), ["Ann 1-0 Bea"], publish=False)
    assert streak(world) is None


def test_the_first_streak_of_that_length_holds_it(world):
    """Both win twice; of two in one event the one who has been on the ladder for longer."""
    world.event(DAY, ["Dot ½-½ Ann", "Bea ½-½ Cid"])
    world.event(DAY + timedelta(days=7), *[["Ann 1-0 Bea", "Dot 1-0 Cid"]] * 2, name="Second")
    first = min(
        ("Ann", "Dot"),
        key=lambda name: Standing.objects.get(ladder=world.ladder, player=world.player(name)).first_place,
    )
    assert streak(world) == (first, 2, None, "Second")
    world.event(DAY + timedelta(days=14), *[["Bea 1-0 Cid"]] * 2, name="Third")
    assert streak(world) == (first, 2, None, "Second")


def test_the_streaks_of_two_who_are_one_run_on(world):
    world.event(DAY, ["Ann 1-0 Bea"])
    world.event(DAY + timedelta(days=7), ["Annie 1-0 Bea"], name="Second")
    assert streak(world) is None
    merge = services.merge_players(world.player("Ann"), world.player("Annie"), by=world.by)
    assert streak(world) == ("Ann", 2, None, "Second")
    services.undo(merge, by=world.by)
    assert streak(world) is None


def test_a_new_name_of_the_event_is_told_at_once(world):
    """What is kept of a streak holds ids and numbers alone."""
    event = world.event(DAY, *[["Ann 1-0 Bea"]] * 2, name="First")
    assert streak(world)[3] == "First"
    Event.objects.filter(pk=event.pk).update(name="Opening night")
    assert streak(world)[3] == "Opening night"


# Against a plain walk over everything.


def walk(ladder):
    """(peak, most games, upset) as shown, with the events in their order, by nothing but loops."""
    rules = load_rules(ladder.pk)
    events = sorted(
        Event.objects.filter(ladder=ladder, status="published"),
        key=lambda event: (event.last_day, event.sequence, event.tie_break),
    )
    first_place = dict(Standing.objects.filter(ladder=ladder).values_list("player", "first_place"))
    peak = upset = None
    games_of = Counter()
    for event in events:
        below = rules_in_force(rules, event.last_day).provisional_below
        changes = {one.player_id: one for one in RatingChange.objects.filter(event=event)}
        for player in sorted(changes, key=first_place.get):
            one = changes[player]
            rating = shown(one.rating_after, ladder.shown_decimals)
            if (
                one.games_after > one.games_before
                and one.games_after >= below
                and (peak is None or rating > peak[0])
            ):
                peak = (rating, player, event.public_id)
        waiting = not event.unrated and event.entries.filter(decision=Decision.UNDECIDED).exists()
        for game in sorted(
            event.games.select_related("white__player", "black__player"), key=lambda one: (one.round, one.pk)
        ):
            sides = [side and side.person and side.person.pk for side in (game.white, game.black)]
            if game.kind != Kind.PLAYED:
                continue
            games_of.update(side for side in sides if side)
            if None in sides or event.unrated or game.unrated or waiting:
                continue
            won = [game.white_half_points == 2, game.black_half_points == 2]
            if not any(won):
                continue
            winner, loser = sides if won[0] else reversed(sides)
            if min(changes[winner].games_before, changes[loser].games_before) < below:
                continue
            by = shown(changes[loser].rating_before, ladder.shown_decimals) - shown(
                changes[winner].rating_before, ladder.shown_decimals
            )
            if by > 0 and (upset is None or by > upset[0]):
                upset = (by, winner, loser, event.public_id)
    most = min(games_of, key=lambda player: (-games_of[player], first_place[player]))
    return peak, (games_of[most], most), upset


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("decimals", [0, 1])
def test_a_plain_walk_finds_the_same(world, seed, decimals):
    rng = Random(seed)
    world.set(shown_decimals=decimals)
    names = [f"P{number}" for number in range(8)]
    world.start(**{name: rng.randrange(900, 1900) for name in names[:5]})
    for week in range(9):
        rounds = []
        for _round in range(3):
            rng.shuffle(names)
            rounds.append(
                [
                    f"{white} {rng.choice(['1-0', '0-1', '½-½', '+:-'])} {black}"
                    for white, black in zip(names[::2], names[1::2], strict=True)
                ]
            )
        guests = [rng.choice(names)] if week % 4 == 1 else ()
        undecided = [rng.choice(names)] if week == 6 else ()
        unrated = UNRATED if week == 3 else {}
        world.event(DAY + timedelta(weeks=week), *rounds, guests=guests, undecided=undecided, **unrated)
    world.ladder.refresh_from_db()
    peak, most, upset = walk(world.ladder)
    found = records(world)
    highest = found[RecordKind.HIGHEST_RATING]
    assert (highest.value, highest.player_id, highest.event_id) == peak
    assert (found[RecordKind.MOST_GAMES].value, found[RecordKind.MOST_GAMES].player_id) == most
    biggest = found[RecordKind.BIGGEST_UPSET]
    assert (biggest.value, biggest.player_id, biggest.opponent_id, biggest.event_id) == upset
    longest = {
        player: player_record(
            world.ladder, player, tuple(history_of(world.ladder, player, 5))
        ).winning.longest
        for player in Standing.objects.filter(ladder=world.ladder).values_list("player", flat=True)
    }
    streak = found[RecordKind.WINNING_STREAK]
    assert streak.value == longest[streak.player_id] == max(longest.values())


def test_seven_questions_however_much_was_played_and_fewer_the_second_time(world):
    counted = []
    for week in range(4):
        world.event(DAY + timedelta(weeks=week), *[["Ann 1-0 Bea", "Cid 0-1 Dot"]] * (week + 1))
        world.ladder.refresh_from_db()
        for _time in range(2):
            with CaptureQueriesContext(connection) as queries:
                club_records(world.ladder)
            counted.append(len(queries))
    assert counted[4:] == [7, 5, 7, 5], "somebody is established by then"
