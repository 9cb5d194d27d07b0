"""A tournament file becomes a draft; a newer file changes what changed, and keeps what people decided."""

from datetime import date
from pathlib import Path

import pytest

from wagtail_ladder import services
from wagtail_ladder.models import Correction, Game
from wagtail_ladder.reports import read
from wagtail_ladder.services import LeaveOut, Member, NewMember, Refused
from wagtail_ladder.services.comparing import compare
from wagtail_ladder.services.imports import events_of_file, likely_older_versions, was_split

from .calls import report
from .kit import assert_stored_is_fresh, everything, stored_changes

SHARED_FILES = Path(__file__).parents[3] / "shared" / "files"

pytestmark = pytest.mark.django_db

ANN, BO, CY, DEE = "Ann", "Bo", "Cy", "Dee"
FIRST = [(1, 1, 2, "played", (2, 0)), (1, 3, None, "bye_pairing", (2, None))]


def imported(club, names, games, **fields):
    return services.import_report(
        club.ladder, report(names, games), by=club.arbiter, name="Open", last_day=date(2026, 2, 3), **fields
    )


def lines(event):
    """Round, the two names, kind and half points of each pairing."""
    return {
        (
            game.round,
            game.white.typed_name,
            game.black and game.black.typed_name,
            game.kind,
            game.white_half_points,
            game.black_half_points,
        )
        for game in event.games.select_related("white", "black")
    }


def decide(club, event, **players):
    choices = {event.entries.get(typed_name=name).pk: choice for name, choice in players.items()}
    services.decide_entries(event, choices, by=club.arbiter)


def test_an_import_is_a_draft_in_which_nobody_is_anybody(club):
    event = imported(club, [ANN, BO, CY], [*FIRST, (2, 1, None, "not_paired", (None, None))])
    assert (event.status, event.format, event.sequence) == ("draft", "swiss", 1)
    assert list(event.entries.values_list("number", "typed_name", "decision", "player")) == [
        (1, ANN, "undecided", None),
        (2, BO, "undecided", None),
        (3, CY, "undecided", None),
    ]
    # The empty cell says nothing, and is not kept.
    assert lines(event) == {(1, ANN, BO, "played", 2, 0), (1, CY, None, "bye_pairing", 2, None)}


def test_a_newer_file_changes_what_changed(club):
    event = imported(club, [ANN, BO, CY], FIRST)
    decide(club, event, Ann=Member(club.members["A"].pk), Bo=Member(club.members["B"].pk), Cy=LeaveOut())
    services.publish_event(event, by=club.arbiter)
    assert club.rating("A") == (1220, 1)
    decisions = set(event.entries.values_list("typed_name", "decision", "player", "decided_by", "decided_at"))

    newer = report(
        [ANN, BO, DEE],
        [
            (1, 1, 2, "played", (1, 1)),
            (1, 3, None, "bye_pairing", (2, None)),
            (2, 2, 3, "scheduled", (None, None)),
        ],
    )
    before = everything()
    difference = compare(event, newer)
    assert everything() == before
    assert [player.name for player in difference.new_players] == [DEE]
    assert [entry.typed_name for entry in difference.gone_entries] == [CY]
    assert [(game.round, game.white) for game in difference.new_games] == [(1, 3), (2, 2)]
    assert [changed.game.white.typed_name for changed in difference.changed_games] == [ANN]
    assert [game.white.typed_name for game in difference.gone_games] == [CY]
    assert not difference.is_empty

    with pytest.raises(services.Refused) as refused:
        services.update_from_report(event, newer, by=club.arbiter)
    assert refused.value.code == "reason_empty"
    services.update_from_report(
        event,
        newer,
        by=club.arbiter,
        reason="the final file",
        source_digest="d" * 64,
        in_progress=True,
    )
    assert compare(event, newer).is_empty
    assert lines(event) == {
        (1, ANN, BO, "played", 1, 1),
        (1, DEE, None, "bye_pairing", 2, None),
        (2, BO, DEE, "scheduled", None, None),
    }
    kept = set(event.entries.values_list("typed_name", "decision", "player", "decided_by", "decided_at"))
    assert kept - decisions == {(DEE, "undecided", None, None, None)}
    assert {row[0] for row in kept & decisions} == {ANN, BO}
    event.refresh_from_db()
    assert (event.source_digest, event.in_progress) == ("d" * 64, True)
    assert club.rating("A") == (1200, 0)  # Dee is not decided yet, so nothing of it is rated
    decide(club, event, Dee=LeaveOut())
    assert club.rating("A") == (1200, 1)  # a draw of equals
    assert_stored_is_fresh(club.ladder)


@pytest.mark.parametrize("unrated", [{}, {"unrated": "variant", "unrated_note": "bughouse"}])
def test_a_newer_file_corrects_results_that_had_been_published(club, unrated):
    event = imported(club, [ANN, BO], [(1, 1, 2, "played", (2, 0)), (2, 1, 2, "scheduled", (None, None))])
    decide(club, event, Ann=Member(club.members["A"].pk), Bo=Member(club.members["B"].pk))
    services.change_event(event, by=club.arbiter, **unrated)
    services.publish_event(event, by=club.arbiter)
    first, second = event.games.order_by("round")
    played = [(1, 1, 2, "played", (1, 1)), (2, 1, 2, "played", (2, 0))]
    gone = [(2, 1, 2, "played", (0, 2))]
    for games in (played, gone):
        services.update_from_report(event, report([ANN, BO], games), by=club.arbiter, reason="newer file")
    noted = Correction.objects.order_by("pk").values_list("action", "round", "board", "games")
    # The second game got its first result, then another one while the first game went.
    assert list(noted) == [
        ("update_from_report", 1, 1, [first.pk]),
        ("update_from_report", None, None, [second.pk]),
    ]


def test_the_same_file_again_changes_nothing(club):
    event = imported(club, [ANN, BO, CY], FIRST)
    kept = set(event.entries.values_list("pk", flat=True)), set(event.games.values_list("pk", flat=True))
    services.update_from_report(event, report([ANN, BO, CY], FIRST), by=club.arbiter)
    assert kept == (
        set(event.entries.values_list("pk", flat=True)),
        set(event.games.values_list("pk", flat=True)),
    )


def test_two_who_met_twice_without_rounds_have_two_games(club):
    """As in an arena: the same file again adds none, and a newer one mends the one that differs."""
    games = [(None, 1, 2, "played", (2, 0)), (None, 1, 2, "played", (0, 2)), (None, 2, 1, "played", (1, 1))]
    event = imported(club, [ANN, BO], games)
    assert event.games.count() == 3
    assert compare(event, report([ANN, BO], games)).is_empty
    mended = [games[0], (None, 1, 2, "played", (1, 1)), games[2], games[0]]
    services.update_from_report(event, report([ANN, BO], mended), by=club.arbiter)
    scores = event.games.order_by("pk").values_list("white__typed_name", "white_half_points")
    assert list(scores) == [(ANN, 2), (ANN, 1), (BO, 1), (ANN, 2)]
    services.update_from_report(event, report([ANN, BO], games[:1]), by=club.arbiter)
    assert event.games.count() == 1


def test_numbers_that_shift_keep_every_decision(club):
    """Dee registers late and gets number 1: everybody's number moves on by one."""
    event = imported(club, [ANN, BO, CY], FIRST)
    decide(club, event, Ann=Member(club.members["A"].pk), Bo=Member(club.members["B"].pk), Cy=LeaveOut())
    services.publish_event(event, by=club.arbiter)
    before = stored_changes(club.ladder)
    newer = report([DEE, ANN, BO, CY], [(1, 2, 3, "played", (2, 0)), (1, 4, None, "bye_pairing", (2, None))])
    difference = compare(event, newer)
    assert not (difference.new_games or difference.changed_games or difference.gone_games)
    services.update_from_report(event, newer, by=club.arbiter)
    assert list(event.entries.values_list("typed_name", flat=True)) == [DEE, ANN, BO, CY]
    assert list(event.entries.values_list("number", flat=True)) == [1, 2, 3, 4]
    decide(club, event, Dee=LeaveOut())
    assert stored_changes(club.ladder) == before
    # And once more in the other order: the numbers are swapped, the decisions are not.
    again = report([CY, BO, ANN], [(1, 3, 2, "played", (2, 0)), (1, 1, None, "bye_pairing", (2, None))])
    services.update_from_report(event, again, by=club.arbiter)
    assert list(event.entries.values_list("typed_name", flat=True)) == [CY, BO, ANN]
    assert stored_changes(club.ladder) == before


def test_colours_mended_in_the_file_are_a_changed_game(club):
    event = imported(club, [ANN, BO], [(1, 1, 2, "played", (2, 0))])
    newer = report([ANN, BO], [(1, 2, 1, "played", (0, 2))])
    assert len(compare(event, newer).changed_games) == 1
    services.update_from_report(event, newer, by=club.arbiter)
    assert lines(event) == {(1, BO, ANN, "played", 0, 2)}


class TestNamesakes:
    """Two of one name: the numbers tell them apart as long as they stay the same."""

    GAME = [(1, 3, 7, "played", (2, 0))]

    def event(self, club):
        event = imported(club, {3: ANN, 7: ANN}, self.GAME)
        first, second = event.entries.all()
        services.decide_entries(
            event,
            {first.pk: Member(club.members["A"].pk), second.pk: Member(club.members["B"].pk)},
            by=club.arbiter,
        )
        return event

    def by_number(self, event):
        return dict(event.entries.values_list("number", "player_id"))

    def test_numbers_that_changed_places_are_a_question_again(self, club):
        """Ann 1 beat Bo and Ann 2 beat Cy; in the newer file it is the other way round."""
        event = imported(club, [ANN, ANN, BO, CY], [(1, 1, 3, "played", (2, 0)), (1, 2, 4, "played", (2, 0))])
        ids = event.entries.values_list("pk", flat=True)
        who = {pk: Member(club.members[letter].pk) for pk, letter in zip(ids, "ABCD", strict=True)}
        services.decide_entries(event, who, by=club.arbiter)
        newer = report([ANN, ANN, BO, CY], [(1, 2, 3, "played", (2, 0)), (1, 1, 4, "played", (2, 0))])
        assert compare(event, newer).asked_again == [ANN]
        services.update_from_report(event, newer, by=club.arbiter)
        after = self.by_number(event)
        assert (after[1], after[2]) == (None, None)
        assert (after[3], after[4]) == (club.members["C"].pk, club.members["D"].pk)

    def test_the_same_numbers(self, club):
        event = self.event(club)
        before = self.by_number(event)
        assert compare(event, report({1: BO, 3: ANN, 7: ANN}, self.GAME)).asked_again == []
        services.update_from_report(event, report({1: BO, 3: ANN, 7: ANN}, self.GAME), by=club.arbiter)
        assert self.by_number(event) == before | {1: None}

    @pytest.mark.parametrize("numbers", [(7, 11), (3, 8), (3,), (3, 7, 9)])
    def test_other_numbers_are_a_question_again(self, club, numbers):
        """(7, 11): had the number alone decided, 7 would now be taken for the one who was 7 before."""
        event = self.event(club)
        newer = report(dict.fromkeys(numbers, ANN), [])
        assert compare(event, newer).asked_again == [ANN]
        services.update_from_report(event, newer, by=club.arbiter)
        assert self.by_number(event) == dict.fromkeys(numbers)
        # From then on the new numbers count.
        services.decide_entries(
            event, {entry.pk: LeaveOut() for entry in event.entries.all()}, by=club.arbiter
        )
        services.update_from_report(event, newer, by=club.arbiter)
        assert set(event.entries.values_list("decision", flat=True)) == {"left_out"}


def test_a_newer_file_in_which_one_person_would_meet_himself(club):
    event = imported(club, [ANN, BO, CY], [(1, 1, 2, "played", (2, 0))])
    someone = Member(club.members["A"].pk)
    decide(club, event, Ann=someone, Cy=someone, Bo=LeaveOut())
    for game, code in (
        ((2, 1, 3, "played", (2, 0)), "plays_himself"),
        ((1, 3, None, "bye_half", (1, None)), "twice_in_a_round"),
    ):
        newer = report([ANN, BO, CY], [(1, 1, 2, "played", (2, 0)), game])
        before = everything()
        with pytest.raises(Refused) as refusal:
            services.update_from_report(event, newer, by=club.arbiter)
        assert refusal.value.code == code
        assert everything() == before


def test_which_events_a_file_may_be_a_newer_version_of(club):
    digest = "a" * 64
    event = imported(club, [ANN, BO, CY], FIRST, source_digest=digest, first_day=date(2026, 2, 1))
    typed = services.create_event(
        club.ladder, by=club.arbiter, name="Open", last_day=date(2026, 2, 3), names=[ANN, BO, CY]
    )
    assert events_of_file(club.ladder, digest) == [event]
    assert events_of_file(club.ladder, "b" * 64) == []

    def likely(names, **fields):
        return likely_older_versions(club.ladder, report(names, [], **fields))

    assert likely(["ANN", "bo", "New"], name="OPEN") == [event]
    assert likely([ANN, BO, CY], name="Open", first_day=date(2026, 2, 8)) == []
    assert likely([ANN, BO, CY], name="Open", last_day=event.last_day) == [event]
    assert likely([ANN, "New", "Other"], name="Open") == []
    others = ["Dee", "Eve", "Fay", "Gus", "Hal", "Ira", "Joy"]
    assert likely([ANN, BO, CY, *others], name="Open") == []
    assert likely([ANN, BO, CY], name="Another") == []
    assert likely([ANN, BO, CY], name="Another", first_day=date(2026, 2, 1)) == [event]
    assert typed.source_digest == ""
    services.delete_event(event, reason="entered twice", by=club.organiser)
    assert events_of_file(club.ladder, digest) == []
    assert likely([ANN, BO, CY], name="Open") == []


def test_the_three_likeliest_older_versions_are_offered_whatever_a_season_holds(
    club, django_assert_num_queries
):
    """Every week the same people and the same title: the files carry no day."""
    weeks = [
        imported(club, names, FIRST, source_digest=str(week))
        for week, names in enumerate([[ANN, BO, "Dee", "Eve"], *([[ANN, BO, "Dee"]] * 3), [ANN, BO, CY]])
    ]
    newer = report([ANN, BO, CY], [], name="Open")
    with django_assert_num_queries(2):
        assert likely_older_versions(club.ladder, newer) == [weeks[4], weeks[3], weeks[2]]


TRF = """\
012 Winter Open
042 2026/01/10
052 2026/01/11
001    1      Ann Able                          1200                             1.5    1     2 w 1     3 b =
001    2      Bo Bell                           1200                             0.5    3     1 b 0  0000 - H
001    3      Cy Cole                           1200                             1.5    2  0000 - U     1 w =
"""


def test_from_the_bytes_of_a_file_to_the_ladder(club):
    (winter,) = read(TRF.encode(), "winter.trf").reports
    event = services.import_report(
        club.ladder,
        winter,
        by=club.arbiter,
        name=winter.name,
        first_day=winter.first_day,
        last_day=winter.last_day,
    )
    assert event.name == "Winter Open"
    assert (event.first_day, event.last_day) == (date(2026, 1, 10), date(2026, 1, 11))
    assert lines(event) == {
        (1, "Ann Able", "Bo Bell", "played", 2, 0),
        (1, "Cy Cole", None, "bye_pairing", 2, None),
        (2, "Cy Cole", "Ann Able", "played", 1, 1),
        (2, "Bo Bell", None, "bye_half", 1, None),
    }
    services.decide_entries(event, {entry.pk: NewMember() for entry in event.entries.all()}, by=club.arbiter)
    services.publish_event(event, by=club.arbiter)
    # Newcomers, all frozen at 1200 with K 40: a win is worth 20, a draw nothing.
    standings = {
        standing.player.name: (standing.rating, standing.rated_games)
        for standing in club.ladder.standings.select_related("player")
    }
    assert standings == {
        "Ann Able": (1220 * 10**9, 2),
        "Bo Bell": (1180 * 10**9, 1),
        "Cy Cole": (1200 * 10**9, 1),
    }
    assert_stored_is_fresh(club.ladder)


@pytest.mark.skipif(
    not SHARED_FILES.is_dir(), reason="the shared tournament files are not beside the project"
)
@pytest.mark.parametrize("name", ["trf16/sharly_example_trf16.trf"])
def test_a_real_file_of_hundreds_of_players(club, name):
    path = SHARED_FILES / name
    (found,) = read(path.read_bytes(), path.name).reports
    event = services.import_report(
        club.ladder, found, by=club.arbiter, name="Real", last_day=found.last_day or date(2026, 1, 1)
    )
    services.decide_entries(event, {entry.pk: NewMember() for entry in event.entries.all()}, by=club.arbiter)
    services.publish_event(event, by=club.arbiter)
    assert club.ladder.standings.count() == 284
    assert Game.objects.filter(event=event, kind="played").count() == 970
    assert_stored_is_fresh(club.ladder)


def test_a_name_of_a_file_is_not_mended(club):
    """A newer file finds its lines by the names: a mended one would lose its decision."""
    event = services.import_report(
        club.ladder, report([ANN, BO], [(1, 1, 2, "played", (2, 0))]), by=club.arbiter, name="Open",
        last_day=date(2026, 2, 3), source_digest="a" * 64,
    )  # fmt: skip
    with pytest.raises(Refused) as refused:
        services.retype_entry(event.entries.get(number=1), "Anne", by=club.arbiter)
    assert refused.value.code == "name_of_a_file"
    assert event.entries.get(number=1).typed_name == ANN


class TestOneLineTwoPeople:
    """“Ann” of the file was found to be two people: A in round 1, and D in round 2."""

    GAMES = [(1, 1, 2, "played", (2, 0)), (2, 1, 3, "played", (2, 0))]

    @pytest.fixture
    def event(self, club):
        event = imported(club, [ANN, BO, CY], self.GAMES)
        decide(club, event, Ann=Member(club.members["A"].pk), Bo=Member(club.members["B"].pk), Cy=LeaveOut())
        services.part_entry(event.entries.get(typed_name=ANN), [event.games.get(round=2).pk], by=club.arbiter)
        services.decide_entry(event.entries.get(number=4), Member(club.members["D"].pk), by=club.arbiter)
        return event

    def seats(self, event):
        """Round -> the entry of that name which sits there, and who it is."""
        games = event.games.filter(white__typed_name=ANN).select_related("white__player")
        return {game.round: (game.white_id, game.white.player) for game in games}

    def test_whose_a_new_round_is_waits_to_be_decided(self, club, event):
        before = self.seats(event)
        newer = report([ANN, BO, CY], [*self.GAMES, (3, 1, 2, "played", (2, 0)), (4, 1, 3, "played", (2, 0))])
        difference = compare(event, newer)
        assert difference.unclear_names == [ANN]
        assert [pairing.round for games in difference.unclear.values() for pairing in games] == [3, 4]
        services.update_from_report(event, newer, by=club.arbiter)
        after = self.seats(event)
        assert {number: after[number] for number in (1, 2)} == before
        third = event.entries.get(decision="undecided")
        assert after[3] == after[4] == (third.pk, None)
        # The same file again finds nothing new, and asks nothing more.
        assert compare(event, newer).is_empty
        assert not compare(event, newer).unclear
        services.update_from_report(event, newer, by=club.arbiter)
        assert self.seats(event) == after
        # It may be either of the two, each for a round of his own.
        services.decide_entry(third, Member(club.members["D"].pk), by=club.arbiter)
        assert [player.pk for _pk, player in self.seats(event).values()] == [
            club.members[letter].pk for letter in "ADDD"
        ]

    def test_undone_it_is_the_first_one_s(self, club, event):
        first = event.entries.get(number=1)
        newer = report([ANN, BO, CY], [*self.GAMES, (3, 1, 2, "played", (2, 0))])
        services.update_from_report(event, newer, by=club.arbiter)
        services.undo(event.acts.latest("pk"), by=club.arbiter)
        assert self.seats(event)[3] == (first.pk, club.members["A"])
        assert event.entries.count() == 4

    def test_a_round_that_one_of_them_played_stays_his_against_another(self, club, event):
        """The file had the wrong opponent: Ann of round 1 and Ann of round 2 are who they were."""
        before = self.seats(event)
        newer = report([ANN, BO, CY], [(1, 1, 3, "played", (2, 0)), (2, 1, 2, "played", (2, 0))])
        assert not compare(event, newer).unclear
        services.update_from_report(event, newer, by=club.arbiter)
        assert self.seats(event) == before


def test_games_without_a_round_are_nobody_s_seat(club):
    """Of an arena: that the second of two people met Bo does not make him meet Cy."""
    games = [(None, 1, 2, "played", (2, 0)), (None, 1, 2, "played", (0, 2))]
    event = imported(club, [ANN, BO, CY], games)
    services.part_entry(event.entries.get(number=1), [event.games.last().pk], by=club.arbiter)
    newer = report([ANN, BO, CY], [*games, (None, 1, 3, "played", (2, 0))])
    assert compare(event, newer).unclear_names == [ANN]
    services.update_from_report(event, newer, by=club.arbiter)
    assert event.games.get(black__typed_name=CY).white.number == 5


TWO_AHMETS = (
    "round,white,black,result\n1,Ahmet,Ben,1-0\n1,Cleo,Ahmet,0-1\n2,Ben,Cleo,1-0\n2,Ahmet,Ahmet,1-0\n"
)


def test_one_typed_name_twice_in_a_round_is_two_entries_that_are_decided_each(club):
    (two_people,) = read(TWO_AHMETS.encode(), "evening.csv").reports
    event = services.import_report(
        club.ladder, two_people, by=club.arbiter, name="Open", last_day=date(2026, 2, 3)
    )
    first, second = event.entries.filter(typed_name="Ahmet").order_by("number")
    of_the_others = {
        entry.pk: Member(club.members[letter].pk)
        for entry, letter in zip(
            event.entries.exclude(typed_name="Ahmet").order_by("number"), "BC", strict=True
        )
    }
    with pytest.raises(Refused) as refused:
        both = {entry.pk: Member(club.members["A"].pk) for entry in (first, second)}
        services.decide_entries(event, {**of_the_others, **both}, by=club.arbiter)
    assert refused.value.code in ("plays_himself", "twice_in_a_round")
    choices = {first.pk: Member(club.members["A"].pk), second.pk: Member(club.members["D"].pk)}
    services.decide_entries(event, {**of_the_others, **choices}, by=club.arbiter)
    services.publish_event(event, by=club.arbiter)
    # Four newcomers of 1200 with K 40: two wins are +40, one of each is 0, two losses are -40.
    assert [club.rating(letter)[0] for letter in "ADBC"] == [1240, 1200, 1200, 1160]
    again = services.update_from_report(event, two_people, by=club.arbiter)
    assert set(again.entries.filter(typed_name="Ahmet").values_list("player", flat=True)) == {
        club.members["A"].pk,
        club.members["D"].pk,
    }


def test_an_event_that_was_split_takes_no_newer_file_in_either_part(club):
    whole = imported(club, [ANN, BO, CY], [(1, 1, 2, "played", (2, 0)), (2, 1, 3, "played", (2, 0))],
                     source_digest="a" * 64)  # fmt: skip
    second = services.split_event(whole, 2, last_day=date(2026, 1, 27), by=club.arbiter)
    newer = report([ANN, BO, CY], [(1, 1, 2, "played", (2, 0)), (2, 1, 3, "played", (0, 2))])
    assert {was_split(whole), was_split(second)} == {True}
    assert set(events_of_file(club.ladder, "a" * 64)) == {whole, second}
    for part in (whole, second):
        before = everything()
        with pytest.raises(Refused, match="Put the parts together first") as refused:
            services.update_from_report(part, newer, by=club.arbiter)
        assert refused.value.code == "event_was_split"
        assert everything() == before
    services.join_split(second, by=club.arbiter)
    services.update_from_report(whole, newer, by=club.arbiter)
    assert whole.games.get(round=2).black_half_points == 2


def test_the_days_of_the_rounds_are_kept_as_the_file_says_them(club):
    days = (date(2026, 2, 3), None, date(2026, 2, 17))
    dated = report([ANN, BO], [(1, 1, 2, "played", (2, 0))], round_dates=days)
    event = services.import_report(club.ladder, dated, by=club.arbiter, name="E", last_day=days[2])
    event.refresh_from_db()
    assert event.round_dates == {"1": "2026-02-03", "3": "2026-02-17"}
