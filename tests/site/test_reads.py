"""What the pages are made of, with numbers worked out by hand from the rules of the ladder."""

from datetime import date
from decimal import Decimal

import pytest

from wagtail_ladder import services
from wagtail_ladder.engine import Reason
from wagtail_ladder.models import Entry, Game
from wagtail_ladder.reports.types import Pairing, ReportPlayer, TournamentReport, Where
from wagtail_ladder.services.games import Kind
from wagtail_ladder.services.reads import (
    event_sheet,
    events_archive,
    explain_event,
    ladder_table,
    player_profile,
)
from wagtail_ladder.services.reads.table import months_before

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 10)


def ids(world, *names):
    return [world.player(name).pk for name in names]


def shared_rules(world, **rules):
    """A second ladder with other rules, for short examples."""
    world.ladder = services.create_ladder(world.club, "Another", by=world.by, rules=rules)
    return world.ladder


def typed_under_two_names(world):
    """Anna has a bye in round 1; in round 2 she is typed as Ann, and beats Cleo, who drew with Bea before."""
    event = world.event(
        date(2026, 3, 1),
        ["Anna bye", "Bea ½-½ Cleo"], ["Ann 1-0 Cleo", "Bea half-bye"],
        undecided=["Ann"], publish=False,
    )  # fmt: skip
    ann = event.entries.get(typed_name="Ann")
    services.decide_entry(ann, services.Member(world.player("Anna").pk), by=world.by)
    services.publish_event(event, by=world.by)
    event.refresh_from_db()
    return event


class TestTable:
    def test_two_newcomers_start_at_1200_and_move_by_half_of_k_40(self, world):
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"])
        rows = {row.player_id: row for row in ladder_table(world.ladder, TODAY).rows}
        anna, bea = (rows[pk] for pk in ids(world, "Anna", "Bea"))
        assert (anna.shown, anna.change, bea.shown, bea.change) == (1220, 20, 1180, -20)

    def test_who_has_fewer_than_five_rated_games_is_below_without_a_rank(self, world):
        rounds = [["Anna ½-½ Bea"]] * 4
        world.event(date(2026, 3, 1), *rounds)
        table = ladder_table(world.ladder, TODAY)
        assert table.established == ()
        assert [(row.rank, row.games_to_go) for row in table.provisional] == [(None, 1), (None, 1)]
        world.event(date(2026, 3, 2), ["Anna ½-½ Bea"])
        table = ladder_table(world.ladder, TODAY)
        assert table.provisional == ()
        assert [(row.rank, row.games_to_go) for row in table.established] == [(1, 0), (1, 0)]

    def test_equal_shown_ratings_share_a_rank_1_2_2_4(self, world):
        shared_rules(world, provisional_below=0)
        world.start(Anna=1500, Bea=1400, Cleo=1400, Dora=1300)
        # Draws between equals move nobody; Anna and Dora only have byes between them.
        world.event(date(2026, 3, 1), ["Cleo ½-½ Bea", "Anna bye", "Dora bye"], ["Bea ½-½ Cleo"])
        table = ladder_table(world.ladder, TODAY)
        assert [(row.rank, row.shown) for row in table.established] == [
            (1, 1500), (2, 1400), (2, 1400), (4, 1300)
        ]  # fmt: skip

    def test_inside_a_tie_more_rated_games_and_then_the_earlier_arrival_come_first(self, world):
        shared_rules(world, provisional_below=0)
        world.start(Anna=1400, Bea=1400, Cleo=1400)
        world.event(date(2026, 3, 1), ["Anna ½-½ Bea"])
        world.event(date(2026, 3, 2), ["Cleo ½-½ Bea"])
        order = [row.player_id for row in ladder_table(world.ladder, TODAY).established]
        # Bea has two rated games; Anna and Cleo one each, and Anna came first.
        assert order == ids(world, "Bea", "Anna", "Cleo")

    def test_a_tie_is_judged_by_what_is_shown(self, world):
        shared_rules(world, provisional_below=0)
        world.start(Anna=1500, Bea=1400)
        world.event(date(2026, 3, 1), ["Anna ½-½ Bea"])
        # Expected of Anna: 1 / (1 + 10^(-100/400)) = 0.640065; 40 x (0.5 - 0.640065) = -5.6026.
        shown = [row.shown for row in ladder_table(world.ladder, TODAY).established]
        assert shown == [1494, 1406]
        world.set(shown_decimals=1)
        shown = [row.shown for row in ladder_table(world.ladder, TODAY).established]
        assert shown == [Decimal("1494.4"), Decimal("1405.6")]

    def test_who_had_no_rated_game_for_twelve_months_is_apart_and_keeps_the_rating(self, world):
        shared_rules(world, provisional_below=0)
        world.set(months_instead_of_days=False)
        world.event(date(2025, 3, 9), ["Anna 1-0 Bea"])
        world.event(date(2026, 3, 1), ["Cleo ½-½ Dora"])
        table = ladder_table(world.ladder, TODAY)
        assert {row.player_id for row in table.inactive} == set(ids(world, "Anna", "Bea"))
        assert [row.rank for row in table.inactive] == [None, None]
        assert [row.shown for row in table.inactive] == [1220, 1180]
        assert len(ladder_table(world.ladder, date(2026, 3, 9)).inactive) == 0

    def test_where_months_are_shown_nobody_becomes_inactive_on_a_telling_day(self, world):
        """Both played in March 2025, on different days: both are inactive from the first of April 2026 on."""
        world.event(date(2025, 3, 9), ["Anna 1-0 Bea"])
        world.event(date(2025, 3, 28), ["Cleo ½-½ Dora"])
        assert len(ladder_table(world.ladder, date(2026, 3, 31)).inactive) == 0
        assert len(ladder_table(world.ladder, date(2026, 4, 1)).inactive) == 4

    def test_the_change_is_that_of_the_latest_rated_event_only(self, world):
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"])
        world.event(date(2026, 3, 2), ["Cleo 1-0 Dora"])
        world.event(date(2026, 3, 3), ["Anna 1-0 Bea"], unrated="variant", unrated_note="bughouse")
        changes = {row.player_id: row.change for row in ladder_table(world.ladder, TODAY).rows}
        anna, bea, cleo, dora = ids(world, "Anna", "Bea", "Cleo", "Dora")
        assert changes == {anna: None, bea: None, cleo: 20, dora: -20}

    def test_drafts_and_deleted_events_do_not_show(self, world):
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"], publish=False)
        deleted = world.event(date(2026, 3, 2), ["Cleo 1-0 Dora"])
        services.delete_event(deleted, reason="entered twice", by=world.by)
        world.ladder.refresh_from_db()
        table = ladder_table(world.ladder, TODAY)
        assert table.rows == ()
        assert events_archive([world.ladder.pk]).rows == ()

    def test_months_before(self):
        assert months_before(date(2026, 3, 10), 12) == date(2025, 3, 10)
        assert months_before(date(2026, 3, 31), 1) == date(2026, 2, 28)
        assert months_before(date(2024, 3, 31), 1) == date(2024, 2, 29)
        assert months_before(date(2026, 1, 15), 1) == date(2025, 12, 15)


class TestProfile:
    def test_history_record_and_peak(self, world):
        shared_rules(world, provisional_below=1)
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"])  # 1220
        world.event(date(2026, 3, 2), ["Bea 1-0 Anna"])
        # Expected of Bea: 1 / (1 + 10^(40/400)) = 0.442688; 40 x (1 - 0.442688) = 22.2925.
        profile = player_profile(world.ladder, world.player("Anna").pk, TODAY)
        assert (profile.row.wins, profile.row.draws, profile.row.losses) == (1, 0, 1)
        assert profile.row.peak == 1220
        assert [(row.shown_before, row.shown_after, row.change) for row in profile.history] == [
            (1200, 1220, 20), (1220, 1198, -22)
        ]  # fmt: skip
        assert [row.provisional for row in profile.history] == [False, False]

    def test_somebody_who_never_played_has_none(self, world):
        stranger = services.add_player(world.club, "Nobody", by=world.by)
        assert player_profile(world.ladder, stranger.pk, TODAY) is None


class TestSheet:
    def test_points_from_the_games_and_equal_ones_by_wins(self, world):
        """Bea's bye is a win by article 7.1 of the tie-break rules; Cleo drew twice. Both have a point."""
        event = world.event(
            date(2026, 3, 1),
            ["Anna 1-0 Bea", "Cleo ½-½ Dora"],
            ["Anna ½-½ Cleo", "Bea bye"],
        )
        sheet = event_sheet(event, 0)
        by_player = {row.player_id: (row.rank, row.points) for row in sheet.standings}
        anna, bea, cleo, dora = ids(world, "Anna", "Bea", "Cleo", "Dora")
        assert by_player == {
            anna: (1, Decimal("1.5")),
            bea: (2, Decimal(1)),
            cleo: (3, Decimal(1)),
            dora: (4, Decimal("0.5")),
        }

    def test_a_waiting_event_has_standings_and_moves_nobody(self, world):
        event = world.event(date(2026, 3, 1), ["Anna 1-0 Bea", "Cleo 1-0 Dora"], undecided=["Dora"])
        sheet = event_sheet(event, 0)
        assert sheet.waiting
        assert not sheet.moves_ratings
        assert [row.points for row in sheet.standings] == [1, 1, 0, 0]
        assert {row.no_change_because for row in sheet.standings} == {Reason.NAMES_WAITING}
        assert {row.change for row in sheet.standings} == {None}
        assert all(row.rated_games == 0 for row in ladder_table(world.ladder, TODAY).rows)

    def test_an_unrated_event_waits_for_no_name(self, world):
        event = world.event(
            date(2026, 3, 1), ["Anna 1-0 Bea"], undecided=["Bea"], unrated="variant", unrated_note="bughouse"
        )
        sheet = event_sheet(event, 0)
        assert not sheet.waiting
        assert {row.no_change_because for row in sheet.standings} == {Reason.VARIANT}
        assert [row.waiting for row in events_archive([world.ladder.pk]).rows] == [False]
        explained = explain_event(event, world.player("Anna").pk, 0)
        assert [game.reason for game in explained.games] == [Reason.VARIANT]

    def test_each_game_says_why_it_is_not_rated(self, world):
        event = world.event(
            date(2026, 3, 1), ["Anna 1-0 Bea", "Cleo +:- Dora", "Emil 1-0 Fay"], guests=["Fay"]
        )
        ((_number, games),) = event_sheet(event, 0).rounds
        assert [(game.white_reason, game.black_reason) for game in games] == [
            (Reason.RATED, Reason.RATED),
            (Reason.FORFEIT, Reason.FORFEIT),
            (Reason.LEFT_OUT, Reason.LEFT_OUT),
        ]

    def test_two_names_of_one_player_are_one_row_with_the_points_of_both(self, world):
        """A bye under one name in round 1, a win under another in round 2: 1 + 1 = 2 points, and rank 1."""
        event = typed_under_two_names(world)
        sheet = event_sheet(event, 0)
        anna, bea, cleo = ids(world, "Anna", "Bea", "Cleo")
        assert [(row.player_id, row.rank, row.points, row.change) for row in sheet.standings] == [
            (anna, 1, Decimal(2), 20),
            (bea, 2, Decimal(1), 0),
            (cleo, 3, Decimal("0.5"), -20),
        ]
        assert events_archive([world.ladder.pk]).rows[0].players == 3

    def test_two_names_of_one_player_have_the_better_rank_of_the_file(self, world):
        event = typed_under_two_names(world)
        for name, points, rank in (("Anna", 1, 3), ("Bea", 1, 2), ("Cleo", Decimal("0.5"), 4), ("Ann", 1, 1)):
            Entry.objects.filter(event=event, typed_name=name).update(points=points, rank=rank)
        event.source_digest = "f" * 64
        sheet = event_sheet(event, 0)
        anna, bea, cleo = ids(world, "Anna", "Bea", "Cleo")
        assert [(row.player_id, row.rank, row.points) for row in sheet.standings] == [
            (anna, 1, Decimal(2)), (bea, 2, Decimal(1)), (cleo, 4, Decimal("0.5"))
        ]  # fmt: skip

    def test_points_of_the_file_are_kept_as_they_are(self, world):
        event = services.create_event(
            world.ladder, by=world.by, name="Quiz", last_day=date(2026, 3, 1), names=["Anna", "Bea"],
            format="table",
        )  # fmt: skip
        anna, bea = event.entries.all()
        services.save_table(
            event,
            [services.TableRow(anna.pk, Decimal("7.25")), services.TableRow(bea.pk, Decimal(9))],
            by=world.by,
        )
        services.publish_event(event, by=world.by)
        event.refresh_from_db()
        sheet = event_sheet(event, 0)
        assert [(row.rank, row.points) for row in sheet.standings] == [(1, Decimal(9)), (2, Decimal("7.25"))]
        assert sheet.rounds == ()

    def test_the_files_points_and_ranks_stand_until_a_result_is_corrected(self, world):
        """By the file Bea is first of the two with a point each; then her win turns out to be Dora's."""
        event = imported(world, ["Anna", "Bea", "Cleo", "Dora"], [(1, 3), (2, 4)], [1, 1, 0, 0], [2, 1, 4, 3])
        assert shown_standings(event) == [("Bea", 1, 1), ("Anna", 2, 1), ("Dora", 3, 0), ("Cleo", 4, 0)]
        assert not event_sheet(event, 0).points_differ
        game = event.games.get(white__typed_name="Bea")
        services.correct_game(
            game, services.Result(Kind.PLAYED, 0, 2), reason="the other way round", by=world.by
        )
        assert in_ties_by_name(shown_standings(event)) == [
            ("Anna", 1, 1),
            ("Dora", 1, 1),
            ("Bea", 3, 0),
            ("Cleo", 3, 0),
        ]
        services.correct_game(
            game, services.Result(Kind.PLAYED, 2, 0), reason="it was right before", by=world.by
        )
        assert shown_standings(event)[0] == ("Bea", 1, 1)

    def test_a_file_with_a_scoring_of_its_own_keeps_its_points_and_says_so(self, world):
        """Three points for a win: no sum of wins and draws, corrected or not."""
        event = imported(world, ["Anna", "Bea"], [(1, 2)], [3, 0], [1, 2])
        assert event_sheet(event, 0).points_differ
        assert shown_standings(event) == [("Anna", 1, 3), ("Bea", 2, 0)]


def imported(world, names, wins, points, ranks):
    """A published event of a file: (winner, loser) in start numbers, and the points and ranks it states."""
    here = Where(1)
    report = TournamentReport(
        name="Open", federation="", first_day=None, last_day=date(2026, 3, 1), day_choices=(),
        round_dates=(), rounds=1, declared_rounds=None, format="swiss", declared_players=None,
        players=tuple(
            ReportPlayer(number, name, Decimal(points[number - 1]), ranks[number - 1], here)
            for number, name in enumerate(names, start=1)
        ),
        pairings=tuple(
            Pairing(1, None, winner, loser, Kind.PLAYED, 2, 0, None, None, "10", here)
            for winner, loser in wins
        ),
    )  # fmt: skip
    event = services.import_report(
        world.ladder, report, by=world.by, name="Open", last_day=date(2026, 3, 1), source_digest="f" * 64
    )
    new = {entry.pk: services.NewMember() for entry in event.entries.all()}
    services.decide_entries(event, new, by=world.by)
    return services.publish_event(event, by=world.by)


def in_ties_by_name(rows):
    """Inside a tie visitors get an order that says nothing: see `services.lot`."""
    return sorted(rows, key=lambda row: (row[1], row[0]))


def shown_standings(event):
    event.refresh_from_db()
    names = dict(event.entries.values_list("pk", "typed_name"))
    return [(names[row.entry_id], row.rank, row.points) for row in event_sheet(event, 0).standings]


class TestExplanation:
    def test_the_worked_example_of_the_rules(self, world):
        """Anna 1400, K 20, against 1500, 1300, 1600, 1350 with 2½ of 4: expected 1.8117, +13.77, 1413.8."""
        shared_rules(world, k_new=20, provisional_below=0)
        world.start(Anna=1400, Bea=1500, Cleo=1300, Dora=1600, Emil=1350)
        event = world.event(
            date(2026, 3, 1),
            ["Anna 1-0 Bea"], ["Cleo 0-1 Anna"], ["Anna ½-½ Dora"], ["Emil 1-0 Anna"],
        )  # fmt: skip
        explained = explain_event(event, world.player("Anna").pk, 0)
        assert explained.score == Decimal("2.5")
        assert explained.expected == Decimal("1.8117")
        assert (explained.shown_before, explained.shown_after) == (Decimal("1400.0"), Decimal("1413.8"))
        assert explained.shown_change == Decimal("13.8")
        assert round(explained.change / 10**9, 2) == 13.77
        # By hand, 20 x (score - expected): expected 0.359935, 0.640065, 0.240253, 0.571463.
        assert [game.expected for game in explained.games] == [
            Decimal("0.3599"), Decimal("0.6401"), Decimal("0.2403"), Decimal("0.5715")
        ]  # fmt: skip
        assert [game.shown_change for game in explained.games] == [
            Decimal("12.8"), Decimal("7.2"), Decimal("5.2"), Decimal("-11.4")
        ]  # fmt: skip
        assert [game.opponent_shown for game in explained.games] == [1500, 1300, 1600, 1350]

    def test_the_lines_add_up_to_the_stored_change_exactly(self, world):
        world.event(date(2026, 3, 1), *[["Anna 1-0 Bea", "Cleo ½-½ Dora"]] * 5)
        event = world.event(
            date(2026, 3, 2),
            ["Anna 1-0 Cleo", "Bea ½-½ Emil", "Dora bye"],
            ["Emil 1-0 Anna", "Cleo +:- Dora", "Bea 1-0 Fay"],
            guests=["Fay"],
        )
        for name in ("Anna", "Bea", "Cleo", "Dora", "Emil"):
            explained = explain_event(event, world.player(name).pk, 0)
            stored = world.change(event, name)
            assert sum(game.change for game in explained.games) == explained.change
            assert explained.change == stored.rating_after - stored.rating_before
            assert explained.rating_after == stored.rating_after
            assert explained.rated_games == stored.games_after - stored.games_before

    def test_the_shield_and_the_guest_have_their_reason(self, world):
        world.event(date(2026, 3, 1), *[["Anna 1-0 Bea"]] * 5)
        event = world.event(date(2026, 3, 2), ["Anna 1-0 Emil"], ["Anna 1-0 Fay"], guests=["Fay"])
        explained = explain_event(event, world.player("Anna").pk, 0)
        assert [game.reason for game in explained.games] == [Reason.PROVISIONAL_OPPONENT, Reason.LEFT_OUT]
        assert explained.change == 0
        entries = {entry.pk: entry.typed_name for entry in event.entries.all()}
        assert [entries[game.opponent_entry] for game in explained.games] == ["Emil", "Fay"]

    def test_a_correction_moves_the_explanation_with_the_ladder(self, world):
        event = world.event(date(2026, 3, 1), ["Anna 1-0 Bea"])
        game = Game.objects.get(event=event)
        services.correct_game(game, services.Result(Kind.PLAYED, 1, 1), reason="slip", by=world.by)
        explained = explain_event(event, world.player("Anna").pk, 0)
        assert (explained.change, explained.shown_after) == (0, Decimal("1200.0"))

    def test_none_for_somebody_who_was_not_there(self, world):
        event = world.event(date(2026, 3, 1), ["Anna 1-0 Bea"])
        stranger = services.add_player(world.club, "Nobody", by=world.by)
        assert explain_event(event, stranger.pk, 0) is None


def test_the_archive_is_paged_latest_first(world):
    events = [world.event(date(2026, 1, day), ["Anna 1-0 Bea"]) for day in (1, 2, 3)]
    first = events_archive([world.ladder.pk], 1, per_page=2)
    assert [row.public_id for row in first.rows] == [events[2].public_id, events[1].public_id]
    assert (first.pages, first.total, first.rows[0].players) == (2, 3, 2)
    assert [row.public_id for row in events_archive([world.ladder.pk], 2, per_page=2).rows] == [
        events[0].public_id
    ]
    assert events_archive([world.ladder.pk], "nonsense", per_page=2).number == 1
