"""The tie-breaks of FIDE's own exercises, and of small events worked out by hand.

The exercises print the values of the rules until February 2026. Where the caps of article 16.4, in force
since March 2026, change one, the comment works it out.
"""

from decimal import Decimal

import pytest

from wagtail_ladder.tiebreaks import ORDER, Scores, System, TieBreak, standings

from .tables import NINE_ROUNDS, ROUND_ROBIN, SWISS, cells, pairings


def of(text, system=System.SWISS):
    return Scores(cells(text), pairings(text), system)


def values(text, tie_break, system=System.SWISS):
    return {player: float(value) for player, value in of(text, system).values(tie_break).items()}


def ranks(text, system):
    return {
        player: place.rank for player, place in standings(cells(text), pairings(text), system).places.items()
    }


class TestExerciseSwiss:
    def test_points(self):
        assert {player: half_points / 2 for player, half_points in of(SWISS).score.items()} == {
            1: 3.5, 2: 4, 3: 3.5, 4: 3.5, 5: 2.5, 6: 3, 7: 1.5, 8: 2.5,
            9: 1.5, 10: 1, 11: 2.5, 12: 2, 13: 1.5, 14: 2, 15: 2, 16: 3.5,
        }  # fmt: skip

    def test_buchholz(self):
        assert values(SWISS, TieBreak.BUCHHOLZ) == {
            1: 12.5, 2: 13, 3: 15.5,
            4: 14,  # 3 + dummy + 1.5 + 3.5 + 3.5; the dummy has 2.5, draws in five rounds, and not 3.5
            5: 8.5,
            6: 11.5,  # 2 + 3.5 + dummy + 1 + 2.5; the dummy has 2.5 and not 3
            7: 14.5, 8: 13.5, 9: 9, 10: 13,
            11: 12.5,  # 3.5 + 3.5 + 2.5 + dummy + 1.5; the dummy has the 1.5 of player 9, and not 2.5
            12: 11.5, 13: 14, 14: 11, 15: 12, 16: 12.5,
        }  # fmt: skip

    def test_sonneborn_berger(self):
        assert values(SWISS, TieBreak.SONNEBORN_BERGER) == {
            1: 8, 2: 9.5, 3: 10.5,
            4: 9.25,  # 9.75 less half the point that the dummy of the half-point bye has lost
            5: 4.25,
            6: 6,  # 6.5 less the half point that the dummy of the bye has lost
            7: 3.25, 8: 5.25, 9: 2.25, 10: 1.5,
            11: 4.75,  # 5.75 less the point that the dummy of the forfeit has lost
            12: 4, 13: 4.25, 14: 4.5, 15: 3.5, 16: 7.25,
        }  # fmt: skip

    def test_wins(self):
        assert values(SWISS, TieBreak.WINS) == {
            1: 2, 2: 3, 3: 2, 4: 2, 5: 2, 6: 3, 7: 1, 8: 2,
            9: 1, 10: 1, 11: 2, 12: 2, 13: 1, 14: 2, 15: 2, 16: 3,
        }  # fmt: skip

    def test_the_table(self):
        """3 before 4 by Buchholz; 1 before 16, who have 12.5 both, by Sonneborn-Berger; and so on."""
        table = standings(cells(SWISS), pairings(SWISS), System.SWISS)
        assert list(table.places) == [2, 3, 4, 1, 16, 6, 8, 11, 5, 15, 12, 14, 7, 13, 9, 10]
        assert [place.rank for place in table.places.values()] == list(range(1, 17))
        assert table.needed == (TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER)
        assert table.places[16].tie_breaks[TieBreak.SONNEBORN_BERGER] == Decimal("7.25")


def parted(text, half_points, system=System.SWISS):
    """Those with so many half points, as direct encounter alone parts them."""
    event = of(text, system)
    tied = [player for player in event.players if event.score[player] == half_points]
    return [sorted(part) for part in event.by_direct_encounter(tied)]


class TestDirectEncounter:
    def test_exercise_all_met_all(self):
        """On 6 points: 6 made 2 against 1, 2 and 4; 1 and 4 made 1.5 and drew with each other; 2 made 1."""
        assert parted(NINE_ROUNDS, 12) == [[6], [1, 4], [2]]

    @pytest.mark.parametrize(
        ("half_points", "tied"),
        [
            (9, [7, 8, 16]),  # 16 made 1.5; 8 made 0.5 and did not meet 7: it could be 1.5
            (8, [5, 10, 14, 15]),  # 15 made 2; 14 made 1 and did not meet 10 and 15: it could be 3
            (6, [9, 12]),  # they drew
        ],
    )
    def test_exercise_games_are_missing_that_could_change_it(self, half_points, tied):
        assert parted(NINE_ROUNDS, half_points) == [tied]

    def test_exercise_round_robin(self):
        """1 beat both 2 and 3, who drew. 6 has the forfeit of 5 and half a point; 5 beat 4."""
        assert ranks(ROUND_ROBIN, System.ROUND_ROBIN) == {1: 1, 2: 2, 3: 2, 6: 4, 5: 5, 4: 6}

    def test_who_is_first_whatever_the_missing_games_give_is_first(self):
        """1 beat 2 and 3, who did not meet: 2 points to 1 at most. About 2 and 3 nothing is known."""
        text = """
        1  2W  3W
        2  1L   H
        3   H  1L
        """
        assert of(text).by_direct_encounter([1, 2, 3]) == [[1], [2, 3]]
        assert of(text).by_direct_encounter([3, 1, 2]) == [[1], [3, 2]]

    def test_a_forfeit_is_an_encounter_in_a_round_robin_alone(self):
        text = "1  2+\n2  1-"
        assert of(text).by_direct_encounter([1, 2]) == [[1, 2]]
        assert of(text, System.ROUND_ROBIN).by_direct_encounter([1, 2]) == [[1], [2]]

    def test_those_who_are_still_tied_are_compared_again_among_themselves(self):
        """Each of 1, 2, 3 has 2 points of the four; 4 has none. Without 4: 1 beat 2, 2 beat 3, 3 beat 1."""
        circle = """
        1  2W  4W  3L
        2  1L  3W  4W
        3  4W  2L  1W
        4  3L  1L  2L
        """
        assert of(circle).by_direct_encounter([1, 2, 3, 4]) == [[1, 2, 3], [4]]
        # 1 and 2 have 2 points, 3 and 4 have 1; then the game between the two decides.
        assert of(
            """
            1  2L  3W  4W
            2  1W  4W  3L
            3  4L  1L  2W
            4  3W  2L  1L
            """
        ).by_direct_encounter([1, 2, 3, 4]) == [[2], [1], [4], [3]]

    def test_of_two_games_between_two_the_average_counts(self):
        """1 made 1.5 of 2 against 2: 0.75, and 0.5 against 3: 1.25. 3 made 0.5 and 1: 1.5. 2 made 0.25."""
        text = """
        1  2W  2=  3=   .
        2  1L  1=   .  3L
        3   .   .  1=  2W
        """
        assert of(text).by_direct_encounter([1, 2, 3]) == [[3], [1], [2]]

    def test_the_points_shown_are_those_against_one_another(self):
        places = standings(cells(ROUND_ROBIN), pairings(ROUND_ROBIN), System.ROUND_ROBIN).places
        shown = {player: place.tie_breaks[TieBreak.DIRECT_ENCOUNTER] for player, place in places.items()}
        half = Decimal("0.5")
        assert shown == {1: 2, 2: half, 3: half, 4: half, 5: 1, 6: 3 * half}


class TestRoundRobin:
    def test_sonneborn_berger_of_the_exercise(self):
        """The forfeit of 5 against 6 is a regular game (article 15.2): 6 gets the 1.5 of player 5 for it."""
        assert values(ROUND_ROBIN, TieBreak.SONNEBORN_BERGER, System.ROUND_ROBIN) == {
            1: 9.25, 2: 6.25, 3: 6.25, 4: 4.25, 5: 3.25, 6: 2.25
        }  # fmt: skip

    def test_the_round_of_the_odd_player_is_no_game(self):
        """Three players, everybody without a game once: 1 beat 2, 2 drew with 3, 1 drew with 3."""
        text = """
        1  2W   Z  3=
        2  1L  3=   Z
        3   Z  2=  1=
        """
        assert values(text, TieBreak.SONNEBORN_BERGER, System.ROUND_ROBIN) == {1: 1, 2: 0.5, 3: 1}

    def test_buchholz_breaks_no_tie_of_a_round_robin(self):
        assert TieBreak.BUCHHOLZ not in ORDER[System.ROUND_ROBIN]


class TestUnplayedRounds:
    def test_an_example_of_the_arbiters_manual(self):
        """Laxman has 7 of 10 and sat out round 4. The manual of 2026 prints Buchholz 55 and SB 37.25.

        His opponents have 5, 5, 6.5, 4.5, 6, 5, 6.5, 5.5 and 6 points: 50 together. The dummy has 5.
        """
        results = [
            ("W", 5), ("W", 5), ("L", 6.5), None, ("W", 4.5),
            ("=", 6), ("W", 5), ("=", 6.5), ("W", 5.5), ("W", 6),
        ]  # fmt: skip
        assert values(_against(results), TieBreak.BUCHHOLZ)[1] == 55
        assert values(_against(results), TieBreak.SONNEBORN_BERGER)[1] == 37.25

    def test_who_left_is_worth_half_a_point_a_round_to_those_who_met_him(self):
        """1 beat 2 and left: 1 point, and 1 + ½ + ½ = 2 for player 2; forfeits stay what they are."""
        text = """
        1  2W   Z   .
        2  1L  3W  3W
        3   U  2L  2L
        """
        # 2: 2 of player 1, and twice the 1 of player 3. 3: twice the 2 of player 2, and the dummy's 1.
        # 1: the 2 of player 2, and twice the dummy's 1.
        assert values(text, TieBreak.BUCHHOLZ) == {1: 4, 2: 4, 3: 5}

    def test_a_bye_before_a_game_counts_what_it_gave(self):
        """1 came late: ½ + 1. To player 2 that is worth 1.5 and no more."""
        text = """
        1   H  2W
        2   Z  1L
        """
        # 1: the dummy has 1 (two draws) and not 1.5; player 2 has 0. 2: the dummy has 0; player 1 has 1.5.
        assert values(text, TieBreak.BUCHHOLZ) == {1: 1, 2: 1.5}

    def test_of_a_double_forfeit_both_play_against_a_dummy(self):
        """No more than the other's score as others see it: both lost by forfeit, which is 0."""
        text = """
        1  2-  3W
        2  1-   Z
        3   U  1L
        """
        # 1: min(1, score of 2 = 0 + ½) + 1. 2: min(0, …) twice. 3: the dummy's 1 and the 1 of player 1.
        assert values(text, TieBreak.BUCHHOLZ) == {1: 1.5, 2: 0, 3: 2}

    def test_a_game_that_is_not_finished_counts_for_nobody_yet(self):
        """Player 1 asked for a bye and then sat down again: the bye is no draw."""
        text = """
        1   Z  2?
        2  3W  1?
        3  2L   Z
        """
        # 1: the dummy's 0. 2: player 3 has 0, and ½ for the bye after which nothing came. 3: 1, and 0.
        assert values(text, TieBreak.BUCHHOLZ) == {1: 0, 2: 0.5, 3: 1}


def _against(results):
    """Player 1 with these results against opponents who come to these scores in games with others."""
    rounds = len(results)
    rows = {1: []}
    for number, result in enumerate(results):
        if result is None:
            rows[1].append("Z")
            continue
        own, final = result
        opponent, other = 2 * number + 10, 2 * number + 11
        rows[1].append(f"{opponent}{own}")
        left = round(2 * final) - {"W": 0, "=": 1, "L": 2}[own]
        words, answers = [], []
        for index in range(rounds):
            if index == number:
                words.append(f"1{ {'W': 'L', '=': '=', 'L': 'W'}[own] }")
                answers.append("U")
                continue
            now = min(left, 2)
            left -= now
            words.append(f"{other}{'L=W'[now]}")
            answers.append(f"{opponent}{'W=L'[now]}")
        assert left == 0
        rows[opponent], rows[other] = words, answers
    return "\n".join(f"{player} {' '.join(words)}" for player, words in rows.items())


class TestRanks:
    def test_who_cannot_be_parted_shares_a_rank(self):
        """1 and 2 drew and beat 3 and 4: everything between them is equal."""
        text = """
        1  3W  2=
        2  4W  1=
        3  1L  4=
        4  2L  3=
        """
        table = standings(cells(text), pairings(text), System.SWISS)
        assert {player: place.rank for player, place in table.places.items()} == {1: 1, 2: 1, 3: 3, 4: 3}
        assert table.needed == ()

    def test_free_pairing_is_parted_by_wins_alone(self):
        """1 won once and lost once, 2 drew twice: a point each."""
        text = """
        1  3W  3L
        2  4=  4=
        3  1L  1W
        4  2=  2=
        """
        table = standings(cells(text), pairings(text), System.FREE)
        assert {player: place.rank for player, place in table.places.items()} == {1: 1, 3: 1, 2: 3, 4: 3}
        assert table.needed == (TieBreak.WINS,)

    def test_nobody(self):
        assert standings([], [], System.FREE).places == {}
