"""What a member sees who asks why he got so few points."""

from datetime import date

from wagtail_ladder.engine import POINT, Event, Game, Line, Reason, Rules, State, rate_event

ANNA, BEN, CEM = 1, 2, 3
STATES = {ANNA: State(1600 * POINT, 30), BEN: State(1200 * POINT, 30), CEM: State(1500 * POINT, 2)}
# 1 / 11 of a point, to nine decimals, is what 1200 may hope for against 1600.
UNDERDOG = 90_909_091
FAVOURITE = POINT - UNDERDOG


def result(*games):
    return rate_event(STATES, Event(date(2026, 1, 6), 1, 1, games), Rules())


def test_a_line_tells_the_whole_arithmetic_from_both_sides():
    played = result(Game(2, 5, BEN, ANNA, 1, 1, "played"))
    assert played.lines(BEN) == (
        Line(
            round=2,
            board=5,
            colour="white",
            kind="played",
            opponent=ANNA,
            own=1200 * POINT,
            opponent_rating=1600 * POINT,
            score=POINT // 2,
            expected=UNDERDOG,
            k=20,
            change=20 * (POINT // 2 - UNDERDOG),
            reason=Reason.RATED,
        ),
    )
    [line] = played.lines(ANNA)
    assert (line.colour, line.opponent, line.expected) == ("black", BEN, FAVOURITE)
    assert line.change == 20 * (POINT // 2 - FAVOURITE)


def test_a_shielded_line_shows_what_was_expected_and_changes_nothing():
    [line] = result(Game(1, 1, ANNA, CEM, 0, 2, "played")).lines(ANNA)
    assert (line.reason, line.change, line.k) == (Reason.PROVISIONAL_OPPONENT, 0, 20)
    assert FAVOURITE > line.expected > POINT // 2


def test_a_line_without_arithmetic():
    [line] = result(Game(1, None, ANNA, None, 2, None, "bye_full")).lines(ANNA)
    assert (line.reason, line.opponent, line.opponent_rating) == (Reason.BYE, None, None)
    assert (line.expected, line.k, line.change) == (None, None, 0)
    assert (line.own, line.score) == (1600 * POINT, POINT)


def test_lines_come_by_round_and_board_those_without_number_first():
    rows = [
        Game(10, 1, ANNA, BEN, 2, 0, "played"),
        Game(2, 7, BEN, ANNA, 2, 0, "played"),
        Game(None, 3, ANNA, BEN, 2, 0, "played"),
        Game(None, None, ANNA, BEN, 2, 0, "played"),
        Game(3, None, ANNA, None, 2, None, "bye_full"),
    ]
    lines = result(*rows).lines(ANNA)
    assert [(line.round, line.board) for line in lines] == [
        (None, None),
        (None, 3),
        (2, 7),
        (3, None),
        (10, 1),
    ]


def test_whoever_was_never_paired_has_a_line_but_no_row():
    outcome = result(Game(1, None, ANNA, None, None, None, "not_paired"))
    assert outcome.before == {}
    [line] = outcome.lines(ANNA)
    assert (line.reason, line.own, line.change) == (Reason.UNPLAYED, None, 0)


def test_a_stranger_has_no_lines():
    assert result(Game(1, 1, ANNA, BEN, 2, 0, "played")).lines(99) == ()


def test_reasons_are_told_per_side():
    shielded = Game(1, 1, CEM, ANNA, 2, 0, "played")
    assert list(result(shielded).reasons()) == [(shielded, Reason.RATED, Reason.PROVISIONAL_OPPONENT)]
