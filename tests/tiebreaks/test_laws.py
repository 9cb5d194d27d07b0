"""What holds for the tie-breaks of every event."""

from fractions import Fraction
from itertools import combinations, pairwise

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from wagtail_ladder.tiebreaks import Scores, System, TieBreak, standings

from . import reference
from .tables import pairings

PLAYED = [("W", "L"), ("=", "="), ("L", "W")]
UNPLAYED = [("+", "-"), ("-", "+"), ("-", "-")]
BYES = ["U", "F", "H", "Z", "."]
SYSTEMS = st.sampled_from(System)


@st.composite
def tables(draw, most=8, results=(*PLAYED, *UNPLAYED), byes=BYES):
    """Player -> a word a round; whoever has nobody to play has a bye of some kind."""
    players = range(1, draw(st.integers(2, most)) + 1)
    table = {player: [] for player in players}
    for _round in range(draw(st.integers(1, 6))):
        order = draw(st.permutations(players))
        for one, two in zip(order[::2], order[1::2], strict=False):
            if draw(st.integers(0, 4)):
                own, other = draw(st.sampled_from(results))
                table[one].append(f"{two}{own}")
                table[two].append(f"{one}{other}")
        for words in table.values():
            if len(words) == _round:
                words.append(draw(st.sampled_from(byes)))
    # A last round of which nothing is stored of anybody is not a round of the event.
    assume(any(words[-1] != "." for words in table.values()))
    return table


@st.composite
def round_robins(draw, most=7):
    """Everybody meets everybody once, a round a game."""
    players = range(1, draw(st.integers(2, most)) + 1)
    table = {player: [] for player in players}
    for one, two in combinations(players, 2):
        own, other = draw(st.sampled_from(PLAYED))
        for player, words in table.items():
            words.append(f"{two}{own}" if player == one else f"{one}{other}" if player == two else ".")
    return table


def meetings(table):
    return pairings("\n".join(f"{player} {' '.join(words)}" for player, words in table.items()))


@settings(max_examples=60, deadline=None)
@given(tables())
def test_a_swiss_is_as_the_reference_computes_it(table):
    scores = Scores(table, meetings(table), System.SWISS)
    assert {player: Fraction(half, 2) for player, half in scores.score.items()} == {
        player: reference.score(words) for player, words in table.items()
    }
    for tie_break, expected in (
        (TieBreak.BUCHHOLZ, reference.buchholz),
        (TieBreak.SONNEBORN_BERGER, reference.sonneborn_berger),
        (TieBreak.WINS, reference.wins),
    ):
        assert scores.values(tie_break) == expected(table), tie_break


@settings(max_examples=60, deadline=None)
@given(tables(), SYSTEMS, st.randoms(use_true_random=False))
def test_no_order_and_no_colour_changes_anything(table, system, random):
    games = meetings(table)
    numbers = list(table)
    random.shuffle(numbers)
    renamed = dict(zip(table, numbers, strict=True))
    others = [one._replace(white=renamed[one.white], black=one.black and renamed[one.black]) for one in games]
    others = [_turned(one) if random.random() < 0.5 else one for one in others]
    random.shuffle(others)
    before = standings(table, games, system)
    after = standings(random.sample(numbers, len(numbers)), others, system)
    assert after.needed == before.needed
    assert {renamed[player]: place for player, place in before.places.items()} == after.places


def _turned(one):
    if one.black is None:
        return one
    return one._replace(
        white=one.black, black=one.white,
        white_half_points=one.black_half_points, black_half_points=one.white_half_points,
    )  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(tables(results=PLAYED, byes=["U"]))
def test_where_nothing_but_byes_is_unplayed_scores_are_handed_to_each_opponent_once(table):
    """So all Buchholz points together are every score, once a game, and the dummies of the byes."""
    scores = Scores(table, meetings(table), System.SWISS)
    rounds = len(next(iter(table.values())))
    expected = sum(
        reference.score(words) if word != "U" else min(reference.score(words), Fraction(rounds, 2))
        for words in table.values()
        for word in words
    )
    assert sum(scores.values(TieBreak.BUCHHOLZ).values()) == expected


@settings(max_examples=60, deadline=None)
@given(round_robins())
def test_in_a_round_robin_buchholz_only_repeats_the_points(table):
    """Everybody's opponents have all the points but his own: which is why article 8 forbids it there."""
    scores = Scores(table, meetings(table), System.ROUND_ROBIN)
    everything = Fraction(sum(scores.score.values()), 2)
    assert scores.values(TieBreak.BUCHHOLZ) == {
        player: everything - Fraction(half_points, 2) for player, half_points in scores.score.items()
    }


@settings(max_examples=60, deadline=None)
@given(round_robins())
def test_of_two_tied_in_a_round_robin_the_winner_of_their_game_is_before_the_other(table):
    scores = Scores(table, meetings(table), System.ROUND_ROBIN)
    places = standings(table, meetings(table), System.ROUND_ROBIN).places
    for one, two in combinations(table, 2):
        if list(scores.score.values()).count(scores.score[one]) != 2:
            continue
        if scores.score[one] == scores.score[two] and f"{two}W" in table[one]:
            assert places[one].rank < places[two].rank


@settings(max_examples=60, deadline=None)
@given(tables(), SYSTEMS)
def test_ranks_follow_points_and_leave_room_for_whoever_shares_one(table, system):
    places = list(standings(table, meetings(table), system).places.values())
    assert len(places) == len(table)
    for one in places:
        assert one.rank == 1 + sum(other.rank < one.rank for other in places)
    for before, after in pairwise(places):
        assert before.half_points >= after.half_points
        assert (before.rank == after.rank) <= (before.half_points == after.half_points)


@settings(max_examples=60, deadline=None)
@given(tables(), SYSTEMS)
def test_the_needed_ones_do_part_and_those_who_share_a_rank_have_them_equal(table, system):
    found = standings(table, meetings(table), system)
    alike = [(one, two) for one, two in combinations(found.places.values(), 2) if one.rank == two.rank]
    for tie_break in found.needed:
        if tie_break is not TieBreak.DIRECT_ENCOUNTER:  # which games are missing is in no number
            assert all(one.tie_breaks[tie_break] == two.tie_breaks[tie_break] for one, two in alike)
    if not found.needed:
        assert len({place.rank for place in found.places.values()}) == len(
            {place.half_points for place in found.places.values()}
        )
