"""The whole way from typed results to stored numbers, against numbers worked out by hand."""

from datetime import date

import pytest
from django.db.models import QuerySet

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Event, RatingChange, RuleSet, Standing
from wagtail_ladder.services import LeaveOut, Member, Pairing, Result, Undecide

from .kit import (
    LOST,
    POINT,
    WON,
    assert_stored_is_fresh,
    entry,
    everything,
    fingerprint,
    make_club,
    stored_changes,
    stored_standings,
)

pytestmark = pytest.mark.django_db

# K 20 for everybody from the first game, nobody provisional: the players of the vectors, who have 50 games.
SETTLED = {"k_new": 20, "k": 20, "provisional_below": 0}


def start(club, **points):
    for letter, rating in points.items():
        services.set_start_rating(club.ladder, club.members[letter], rating, "known", by=club.organiser)


def near(points):
    """To a millionth of a point, as the vectors are given."""
    return pytest.approx(points, abs=1e-6)


def test_a_first_evening(club):
    """Vector L1: six games among four newcomers at 1200, K 40."""
    club.play("AB1 CD1 AC1 BD1 AD1 BC1")
    assert [club.rating(letter) for letter in "ABCD"] == [(1260, 3), (1220, 3), (1180, 3), (1140, 3)]
    best = Standing.objects.get(player=club.members["A"])
    assert (best.wins, best.draws, best.losses, best.played_games) == (3, 0, 0, 3)
    assert best.peak is None  # three games: nobody is established yet
    assert_stored_is_fresh(club.ladder)


def test_two_evenings_in_order(club):
    """Vector L7."""
    club.play("AB1", day=date(2026, 1, 6))
    club.play("AB0", day=date(2026, 1, 13))
    assert club.rating("A") == (near(1197.70753465), 2)
    assert club.rating("B") == (near(1202.29246535), 2)


def test_the_order_of_typing_is_irrelevant(club):
    club.play("AB0", day=date(2026, 1, 13))
    club.play("AB1", day=date(2026, 1, 6))
    assert club.rating("A") == (near(1197.70753465), 2)


def test_the_order_of_the_day_decides():
    """Vector L8, and the same with the sequence swapped."""
    club = make_club(rules=SETTLED)
    start(club, A=1500, B=1500, C=1700)
    first = club.play("AB1", day=date(2026, 2, 3), sequence=1)
    second = club.play("AC0", day=date(2026, 2, 3), sequence=2)
    assert [club.rating(letter)[0] for letter in "ABC"] == [
        near(1504.981661258),
        near(1490.0),
        near(1705.018338742),
    ]
    in_order = fingerprint(club.ladder), stored_changes(club.ladder)

    services.change_event(first, sequence=3, reason="played later", by=club.arbiter)
    assert [club.rating(letter)[0] for letter in "ABC"] == [
        near(1505.333230502),
        near(1489.861708031),
        near(1704.805061467),
    ]
    services.change_event(first, sequence=1, reason="it was first", by=club.arbiter)
    assert (fingerprint(club.ladder), stored_changes(club.ladder)) == in_order

    services.change_event(second, last_day=date(2026, 2, 2), reason="a slip", by=club.arbiter)
    assert club.rating("A")[0] == near(1505.333230502)


def test_a_new_event_is_put_after_the_others_of_its_day(club):
    assert club.play("AB1").sequence == 1
    assert club.play("AB1").sequence == 2
    assert club.play("AB1", day=date(2026, 1, 7)).sequence == 1


def test_a_new_event_of_a_full_day_shares_the_last_place(club):
    club.play("AB1", sequence=1000)
    assert club.play("AB1").sequence == 1000


def test_dated_rules():
    """Vector L9: K 20, and 32 from 1 March on."""
    club = make_club(rules=SETTLED)
    RuleSet.objects.create(
        ladder=club.ladder, from_date=date(2026, 3, 1), k_new=32, k=32, provisional_below=0
    )
    start(club, A=1500, B=1500)
    club.play("AB1", day=date(2026, 2, 28))
    club.play("AB=", day=date(2026, 3, 1))
    assert club.rating("A") == (near(1509.079981955), 2)
    assert club.rating("B") == (near(1490.920018045), 2)
    assert_stored_is_fresh(club.ladder)


def test_a_start_rating_is_used_and_does_not_establish():
    """Vector L10. A draw of equals establishes X at 1400 exactly, where one game is enough."""
    club = make_club(rules={"provisional_below": 1})
    start(club, A=1400, B=1400, C=1800)
    club.play("AB=", day=date(2026, 1, 6))
    club.play("CA1", day=date(2026, 1, 13))
    assert club.rating("C") == (near(1803.636363636), 1)
    assert club.rating("A") == (1400, 1)  # shielded from a provisional opponent
    services.set_start_rating(club.ladder, club.members["C"], None, by=club.organiser)
    # 1200 against 1400: expected 0.240253073, K 40.
    assert club.rating("C") == (near(1200 + 40 * (1 - 0.240253073352)), 1)
    assert_stored_is_fresh(club.ladder)


def test_an_undecided_name_is_shown_and_not_rated(club):
    event = club.play("AB1 AC1", decide=False)
    assert Standing.objects.count() == 0
    for letter, expected_rows in (("A", 1), ("B", 2)):
        services.decide_entry(entry(event, letter), Member(club.members[letter].pk), by=club.arbiter)
        rows = RatingChange.objects.filter(event=event)
        assert rows.count() == expected_rows
        assert all(row.rating_before == row.rating_after == 1200 * POINT for row in rows)
    services.decide_entry(entry(event, "C"), Member(club.members["C"].pk), by=club.arbiter)
    # Two wins of equals with K 40: 20 each.
    assert [club.rating(letter) for letter in "ABC"] == [(1240, 2), (1180, 1), (1180, 1)]
    rated = fingerprint(club.ladder), stored_changes(club.ladder), stored_standings(club.ladder)

    services.decide_entry(entry(event, "C"), Undecide(), by=club.arbiter)
    assert club.rating("A") == (1200, 0)
    assert Standing.objects.get(player=club.members["A"]).played_games == 2
    services.decide_entry(entry(event, "C"), Member(club.members["C"].pk), by=club.arbiter)
    assert (fingerprint(club.ladder), stored_changes(club.ladder), stored_standings(club.ladder)) == rated


def test_a_game_with_a_guest_is_not_rated(club):
    event = club.play("AB1 AC1", left_out="C")
    assert club.rating("A") == (1220, 1)
    assert not Standing.objects.filter(player=club.members["C"]).exists()
    services.decide_entry(entry(event, "C"), Member(club.members["C"].pk), by=club.arbiter)
    assert club.rating("A") == (1240, 2)
    services.decide_entry(entry(event, "C"), LeaveOut(), by=club.arbiter)
    assert club.rating("A") == (1220, 1)
    assert not Standing.objects.filter(player=club.members["C"]).exists()


@pytest.mark.parametrize("take_away, bring_back", [("unpublish", "publish"), ("delete", "restore")])
def test_an_event_taken_away_and_brought_back(club, take_away, bring_back):
    club.play("AB1 CD=", day=date(2026, 1, 6))
    middle = club.play("AC0 BD1", day=date(2026, 1, 13))
    without = fingerprint(club.ladder)
    club.play("AD1 BC=", day=date(2026, 1, 20))
    before = fingerprint(club.ladder), stored_changes(club.ladder), stored_standings(club.ladder)

    getattr(services, f"{take_away}_event")(middle, reason="not played yet", by=club.organiser)
    assert fingerprint(club.ladder) not in (before[0], without)
    assert not RatingChange.objects.filter(event=middle).exists()
    assert_stored_is_fresh(club.ladder)

    why = {"reason": "it was played"} if bring_back == "restore" else {}
    getattr(services, f"{bring_back}_event")(middle, by=club.organiser, **why)
    assert (fingerprint(club.ladder), stored_changes(club.ladder), stored_standings(club.ladder)) == before


def test_a_deleted_draft_comes_back_as_a_draft(club):
    draft = club.play("AB1", publish=False)
    services.delete_event(draft, reason="entered twice", by=club.organiser)
    assert services.restore_event(draft, reason="it was played", by=club.organiser).status == "draft"
    assert Standing.objects.count() == 0


def test_a_correction_three_events_back_is_a_replay_from_the_first(club):
    """All four evenings are A v B; typed wrongly and corrected, or rightly at once: the same ladder."""
    days = [date(2026, 1, day) for day in (6, 13, 20, 27)]
    events = [
        club.play(games, day=day) for games, day in zip(("AB0", "AB=", "AB1", "AB1"), days, strict=True)
    ]
    game = events[0].games.get()
    before = stored_changes(club.ladder), fingerprint(club.ladder)
    services.correct_game(game, WON, reason="score sheet", by=club.arbiter)
    corrected = stored_changes(club.ladder)
    assert all(corrected[key] != row for key, row in before[0].items())
    assert_stored_is_fresh(club.ladder)
    # The first evening now: A 1220, B 1180; expected of A in the second 1 / (1 + 10^(-40/400)) = 0.557311634.
    second = corrected[events[1].pk, club.members["A"].pk]
    assert second[:2] == (1220 * POINT, pytest.approx((1220 + 40 * (0.5 - 0.557311634)) * POINT, abs=1000))

    straight = make_club("Straight", prefix="straight-")
    for games, day in zip(("AB1", "AB=", "AB1", "AB1"), days, strict=True):
        straight.play(games, day=day)
    assert [club.rating(letter) for letter in "AB"] == [straight.rating(letter) for letter in "AB"]

    services.correct_game(game, LOST, reason="it was right", by=club.arbiter)
    assert (stored_changes(club.ladder), fingerprint(club.ladder)) == before


def test_what_is_never_rated(club):
    """Vector L5's kinds, stored: one real game, and all that is none."""
    event = club.play("AB1", publish=False)
    a, b = entry(event, "A"), entry(event, "B")
    c, d = services.add_entries(event, ["Typed C", "Typed D"], by=club.arbiter)
    choices = {c.pk: Member(club.members["C"].pk), d.pk: Member(club.members["D"].pk)}
    services.decide_entries(event, choices, by=club.arbiter)
    rounds = [
        [(a, None, Result.bye(Kind.BYE_PAIRING)), (c, d, Result(Kind.FORFEIT, 2, 0))],
        [(c, d, Result(Kind.DOUBLE_FORFEIT, 0, 0)), (a, b, Result(Kind.SCHEDULED))],
        [(a, b, Result(Kind.PLAYED_UNRATED, 0, 2)), (c, None, Result.bye(Kind.BYE_HALF))],
    ]
    for number, lines in enumerate(rounds, start=2):
        pairings = [
            Pairing(board, white.pk, black and black.pk, result)
            for board, (white, black, result) in enumerate(lines, start=1)
        ]
        services.save_round(event, number, pairings, by=club.arbiter)
    services.publish_event(event, by=club.arbiter)
    assert [club.rating(letter) for letter in "ABCD"] == [(1220, 1), (1180, 1), (1200, 0), (1200, 0)]
    assert stored_standings(club.ladder)[club.members["A"].pk][2:6] == (2, 1, 0, 1)
    assert_stored_is_fresh(club.ladder)


def test_an_unpaired_line_puts_nobody_on_the_ladder(club):
    event = club.play("AB1", publish=False)
    (c,) = services.add_entries(event, ["Typed C"], by=club.arbiter)
    services.decide_entry(c, Member(club.members["C"].pk), by=club.arbiter)
    absent = Pairing(None, c.pk, None, Result(Kind.NOT_PAIRED))
    services.save_round(event, 2, [absent], by=club.arbiter)
    services.publish_event(event, by=club.arbiter)
    assert not Standing.objects.filter(player=club.members["C"]).exists()


def test_an_unrated_evening(club):
    event = club.play("AB1", unrated="variant", unrated_note="bughouse night")
    assert club.rating("A") == (1200, 0)
    services.change_event(event, unrated="", reason="it was chess", by=club.arbiter)
    assert club.rating("A") == (1220, 1)
    assert Event.objects.get(pk=event.pk).unrated_note == ""


def test_the_preview_tells_exactly_what_publishing_stores(club):
    club.play("AB1 CD=", day=date(2026, 1, 6))
    club.play("AD1 BC=", day=date(2026, 1, 20))
    draft = club.play("AC0 BD1 AE1", day=date(2026, 1, 13), publish=False)
    before = everything()
    preview = services.preview_publication(draft)
    assert everything() == before
    assert not preview.waiting

    old = stored_standings(club.ladder)
    services.publish_event(draft, by=club.arbiter)
    stored = {
        player: row for (event, player), row in stored_changes(club.ladder).items() if event == draft.pk
    }
    told = {
        move.player_id: (move.rating_before, move.rating_after, move.games_before, move.games_after)
        for move in preview.changes
    }
    assert told == stored
    gains = [move.rating_after - move.rating_before for move in preview.changes]
    assert gains == sorted(gains, reverse=True)

    new = stored_standings(club.ladder)
    moved = {player: row[:2] for player, row in new.items() if row[:2] != old.get(player, (None,))[:2]}
    assert {
        move.player_id: (move.rating_after, move.games_after) for move in preview.standings_moved
    } == moved
    assert club.members["E"].pk in moved


def test_the_preview_of_a_waiting_event(club):
    event = club.play("AB1", decide=False, publish=False)
    services.decide_entry(entry(event, "A"), Member(club.members["A"].pk), by=club.arbiter)
    preview = services.preview_publication(event)
    assert preview.waiting
    assert [(move.rating_after - move.rating_before) for move in preview.changes] == [0]


def test_only_rows_that_changed_are_written(club, monkeypatch):
    written = []
    bulk_create = QuerySet.bulk_create

    def counting(queryset, objs, **options):
        objs = list(objs)
        if queryset.model in (RatingChange, Standing):
            written.extend(objs)
        return bulk_create(queryset, objs, **options)

    club.play("AB1 CD1", day=date(2026, 1, 6))
    last = club.play("AB1 EF1", day=date(2026, 1, 13))
    changes, standings = stored_changes(club.ladder), stored_standings(club.ladder)
    monkeypatch.setattr(QuerySet, "bulk_create", counting)
    services.correct_game(last.games.get(round=1), LOST, reason="score sheet", by=club.arbiter)
    after = stored_changes(club.ladder), stored_standings(club.ladder)
    differ = sum(changes[key] != row for key, row in after[0].items())
    differ += sum(standings[key] != row for key, row in after[1].items())
    assert differ == 4  # two changes and two standings: those of A and B
    assert len(written) == differ
    written.clear()
    services.replay_ladder(club.ladder.pk)
    assert written == []
