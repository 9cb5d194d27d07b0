"""A member's own page, and the page that says why his rating moved. The numbers are worked out by hand."""

import re
from datetime import date
from decimal import Decimal
from html import unescape

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from wagtail_ladder import services
from wagtail_ladder.models import LadderPlayer, Season, Standing, Visibility
from wagtail_ladder.services.reads.profile import history_of
from wagtail_ladder.services.reads.record import (
    Run,
    SeasonRecord,
    Tally,
    by_season,
    player_record,
    seasons_of_events,
)
from wagtail_ladder.services.reads.seasons import SeasonRow, season_of, seasons_of
from wagtail_ladder.site.addresses import Addresses

pytestmark = pytest.mark.django_db


def record_of(world, name):
    world.ladder.refresh_from_db()
    player = world.player(name).pk
    history = tuple(history_of(world.ladder, player, 5))
    return player_record(world.ladder, player, history)


def opponents(world, name):
    names = dict(world.club.players.values_list("pk", "name"))
    return [(names[player], tally[:]) for player, tally in record_of(world, name).opponents]


def text(response):
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def words(html):
    """As a reader sees it: without tags, and without the marks that turn the direction."""
    return re.sub(r"[\u2066-\u2069]", "", " ".join(unescape(strip_tags(html.replace("<", " <"))).split()))


def part(page, name):
    start = page.index(f'id="{name}"')
    return page[start : page.index("</section>", start)]


@pytest.fixture
def page_of(client, world):
    """The page of a player, as text; and of his explanation of an event."""
    world.set(visibility=Visibility.PUBLIC)
    below = Addresses(world.ladder_page().url)

    def get(name, event=None, **headers):
        public_id = world.public_id(name)
        url = below.player(public_id) if event is None else below.explanation(public_id, event.public_id)
        return text(client.get(url, headers=headers))

    return get


class TestRecord:
    def test_by_colour_and_by_opponent(self, world):
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"], ["Bea ½-½ Anna"], ["Anna 0-1 Cleo"])
        world.event(date(2026, 3, 8), ["Cleo 0-1 Anna"], ["Anna +:- Bea"], ["Anna bye"])
        record = record_of(world, "Anna")
        assert record.white == Tally(2, 1, 0, 1)
        assert record.black == Tally(2, 1, 1, 0)
        assert record.total == Tally(4, 2, 1, 1)
        assert (record.total.score, record.total.percent) == (Decimal("2.5"), 63)  # 62.5 upwards
        # Two games against each; Cleo was met last. The forfeit against Bea is no game.
        assert opponents(world, "Anna") == [("Cleo", (2, 1, 0, 1)), ("Bea", (2, 1, 1, 0))]

    def test_guests_and_undecided_names_are_together(self, world):
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"], ["Anna ½-½ Gus"], guests=["Gus"])
        world.event(date(2026, 3, 8), ["Anna 0-1 Una"], undecided=["Una"])
        assert record_of(world, "Anna").others == Tally(2, 0, 1, 1)
        assert opponents(world, "Anna") == [("Bea", (1, 1, 0, 0))]

    def test_unrated_games_that_were_played_count(self, world):
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"], unrated="variant", unrated_note="bughouse")
        assert record_of(world, "Anna").total == Tally(1, 1, 0, 0)

    def test_who_was_merged_is_one_opponent_and_one_player(self, world):
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"], ["Ann 0-1 Cleo"])
        world.event(date(2026, 3, 8), ["Anna 1-0 Bee"])
        services.merge_players(world.player("Anna"), world.player("Ann"), by=world.by)
        services.merge_players(world.player("Bea"), world.player("Bee"), by=world.by)
        assert opponents(world, "Anna") == [("Bea", (2, 2, 0, 0)), ("Cleo", (1, 0, 0, 1))]

    def test_a_correction_is_in_the_record_at_once(self, world):
        event = world.event(date(2026, 3, 1), ["Anna 1-0 Bea"])
        assert record_of(world, "Anna").total == Tally(1, 1, 0, 0)
        world.correct(event, "Anna 0-1 Bea")
        assert record_of(world, "Anna").total == Tally(1, 0, 0, 1)

    def test_it_is_what_standing_counts(self, world):
        """An independent count, from the replay: head to head adds up to it, for everybody."""
        names = ["Anna", "Bea", "Cleo", "Dora", "Gus"]
        results = ["1-0", "½-½", "0-1"]
        for number in range(4):
            rounds = [
                [f"{names[(a + number) % 5]} {results[(a * b + number) % 3]} {names[(b + number) % 5]}"]
                for a in range(5)
                for b in range(a)
            ]
            rounds += [["Anna bye"], ["Bea +:- Cleo"]]
            world.event(date(2026, 3, 1 + number), *rounds, guests=["Gus"] if number else [])
        for standing in Standing.objects.filter(ladder=world.ladder).select_related("player"):
            record = record_of(world, standing.player.name)
            wanted = (standing.played_games, standing.wins, standing.draws, standing.losses)
            met = [opponent.tally for opponent in record.opponents]
            for tallies in ([record.white, record.black], [*met, record.others], record.events.values()):
                assert tuple(map(sum, zip(*tallies, strict=True))) == wanted
            assert record.total == wanted


class TestBestWin:
    @pytest.fixture
    def ladder(self, world):
        """Three established players, Anna with 1400, and Nia who is new; K is 20, five games to establish."""
        world.ladder = services.create_ladder(world.club, "Another", by=world.by, rules={"k_new": 20})
        world.start(Anna=1400, Bea=1500, Cleo=1600, Nia=2000)
        # Draws for five rounds: Bea loses to Anna by them, Cleo more.
        world.event(date(2026, 3, 1), *[["Anna ½-½ Bea", "Cleo ½-½ Dora"]] * 5)
        return world.ladder

    def test_the_highest_rated_established_opponent_before_the_event(self, world, ladder):
        event = world.event(date(2026, 3, 8), ["Anna 1-0 Bea"], ["Nia 0-1 Anna"], ["Anna 1-0 Cleo"])
        best = record_of(world, "Anna").best_win
        assert (best.player_id, best.event_id) == (world.player("Cleo").pk, event.pk)
        # Five draws against Dora's 1200: 0.5 − 0.909091 each, times 20: 1600 − 40.9091 = 1559.0909.
        assert round(best.rating / 10**9, 3) == 1559.091

    def test_a_newcomer_and_what_was_not_rated_are_no_best_win(self, world, ladder):
        world.event(date(2026, 3, 8), ["Nia 0-1 Anna"], ["Anna +:- Cleo"])
        world.event(date(2026, 3, 9), ["Anna 1-0 Cleo"], unrated="unrated_event", unrated_note="fun")
        world.event(date(2026, 3, 10), ["Anna 1-0 Cleo"], ["Anna ½-½ Una"], undecided=["Una"])
        assert record_of(world, "Anna").best_win is None

    def test_of_equals_the_first(self, world, ladder):
        first = world.event(date(2026, 3, 8), ["Anna 1-0 Cleo"])
        world.event(date(2026, 3, 9), ["Bea 1-0 Anna"])
        assert record_of(world, "Anna").best_win.event_id == first.pk
        world.event(date(2026, 3, 10), ["Anna 1-0 Cleo"])  # Cleo has less by now
        assert record_of(world, "Anna").best_win.event_id == first.pk


class TestRuns:
    def test_unbeaten_and_won_in_a_row_over_the_events(self, world):
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"], ["Bea 0-1 Anna"], ["Anna ½-½ Bea"])
        world.event(date(2026, 3, 2), ["Anna 1-0 Bea"], ["Bea 1-0 Anna"], ["Anna 1-0 Bea"])
        record = record_of(world, "Anna")
        assert (record.unbeaten, record.winning) == (Run(now=1, longest=4), Run(now=1, longest=2))
        assert record_of(world, "Bea").unbeaten == Run(now=0, longest=1)

    def test_byes_and_forfeits_neither_break_nor_lengthen(self, world):
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"], ["Anna bye"], ["Bea +:- Anna"], ["Anna 1-0 Bea"])
        assert record_of(world, "Anna").winning == Run(now=2, longest=2)

    def test_events_are_in_the_order_of_the_ladder_and_not_of_typing(self, world):
        world.event(date(2026, 3, 9), ["Anna 0-1 Bea"])
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"], ["Anna 1-0 Bea"])
        assert record_of(world, "Anna").winning == Run(now=0, longest=2)


SEASONS = (
    SeasonRow("2026/27", date(2026, 9, 15), date(2027, 6, 20)),
    SeasonRow("2025/26", date(2025, 9, 1), date(2026, 6, 30)),
    SeasonRow("2024/25", date(2024, 9, 1), date(2025, 6, 15)),
)


class TestSeasons:
    def seasons(self, world):
        Season.objects.bulk_create(Season(club=world.club, **season._asdict()) for season in SEASONS)

    def of(self, world, name, *, whole_months=False):
        world.ladder.refresh_from_db()
        player = world.player(name).pk
        history = tuple(history_of(world.ladder, player, 5))
        of_event = seasons_of_events(history, seasons_of(world.club.pk), whole_months=whole_months)
        return by_season(history, of_event, player_record(world.ladder, player, history).events)

    def test_first_and_last_day_are_in_it_and_the_rating_runs_on(self, world):
        self.seasons(world)
        world.event(date(2025, 9, 1), ["Anna 1-0 Bea"])  # 1220
        world.event(date(2026, 6, 30), ["Anna ½-½ Bea"], ["Anna +:- Bea"])
        # 1220 against 1180, expected 0.557312: 40 x (0.5 - 0.557312) = -2.2925.
        world.event(date(2026, 7, 1), ["Anna 0-1 Bea"])
        world.event(date(2026, 9, 15), ["Anna bye"])
        found = self.of(world, "Anna")
        assert [(season.name, season.tally) for season in found] == [
            ("2026/27", Tally(0, 0, 0, 0)),
            ("2025/26", Tally(2, 1, 1, 0)),
            (None, Tally(1, 0, 0, 1)),
        ]
        assert round(found[1].rating / 10**9, 4) == 1217.7075
        assert found[0].rating == Standing.objects.get(player=world.player("Anna")).rating
        assert found[2].rating is None

    def test_without_seasons_or_with_nothing_in_them_there_is_none(self, world):
        world.event(date(2024, 7, 1), ["Anna 1-0 Bea"])
        assert self.of(world, "Anna") == ()
        self.seasons(world)
        assert self.of(world, "Anna") == ()

    def test_where_months_are_shown_a_season_has_whole_months(self, world):
        """Or its table would tell whether an event of September was before the 15th."""
        self.seasons(world)
        world.event(date(2026, 9, 2), ["Anna 1-0 Bea"])
        assert self.of(world, "Anna") == ()
        (season,) = self.of(world, "Anna", whole_months=True)
        assert season == SeasonRecord("2026/27", Tally(1, 1, 0, 0), 1220 * 10**9)

    @pytest.mark.parametrize("whole_months", [True, False])
    @pytest.mark.parametrize(
        "seasons",
        [
            SEASONS,
            (
                SeasonRow("b", date(2025, 3, 11), date(2026, 5, 4)),
                SeasonRow("a", date(2024, 8, 1), date(2025, 3, 10)),
            ),
            (),
        ],
    )
    def test_it_is_the_season_of_every_other_page(self, world, seasons, whole_months):
        class Row:
            def __init__(self, day):
                self.last_day = day

        rows = [Row(date.fromordinal(day)) for day in range(date(2024, 7, 1).toordinal(), 739900, 3)]
        assert seasons_of_events(rows, seasons, whole_months=whole_months) == [
            season_of(row.last_day, seasons, whole_months=whole_months) for row in rows
        ]


class TestPage:
    def test_a_player_of_one_event(self, world, page_of):
        world.event(date(2026, 3, 14), ["Anna 1-0 Bea"])
        page = page_of("Anna")
        assert 'd="M50 188H229V24H408"' in page  # one step
        assert "Dashed: the rating is provisional." in page
        assert "wl-chart-peak" not in page
        assert words(part(page, "record")).endswith(
            "White 1 1–0–0 1 100% Black 0 0–0–0 0 Together 1 1–0–0 1 100%"
        )
        assert "Best win" not in page

    def test_a_player_without_a_rated_game_has_no_chart(self, world, page_of):
        world.event(date(2026, 3, 14), ["Anna bye", "Bea 1-0 Cleo"])
        page = page_of("Anna")
        assert "<svg" not in page and 'id="opponents"' not in page
        assert "not rated" in words(part(page, "events"))
        assert "Nothing of this event was rated for this player" in part(page, "latest")

    def test_peak_best_win_and_runs_are_told(self, world, page_of):
        world.event(date(2026, 3, 1), *[["Anna 1-0 Bea"]] * 5)  # 1200 + 5 x 20 = 1300 and 1100
        world.event(date(2026, 3, 8), ["Anna 1-0 Bea"])  # expected 0.759747: + 9.61
        world.event(date(2026, 3, 9), ["Bea 1-0 Anna"])
        page = page_of("Anna")
        assert "highest: 1310" in page and "Dashed: the rating was provisional." in page
        facts = words(page[page.index("<dl") : page.index("</dl>")])
        assert "Games unbeaten in a row 6" in facts and "Games won in a row 6" in facts
        assert "Best win B. 1100 Evening 2 · March 2026" in facts
        assert "now:" not in facts

    def test_the_latest_event_is_explained_and_the_others_are_one_link_away(self, world, page_of):
        first = world.event(date(2026, 3, 1), ["Anna 1-0 Bea"])
        world.event(date(2026, 3, 8), ["Anna ½-½ Bea"])
        page = page_of("Anna")
        latest = words(part(page, "latest"))
        # 1220 against 1180: expected 0.557312; 40 x (0.5 - 0.557312) = -2.2925.
        assert "1220.0 −2.3 = 1217.7" in latest
        assert "In 1 rated game, A. was expected to score 0.56 and scored ½." in latest
        assert "40 × (0.5 − 0.5573) = −2.29" in latest
        assert f'events/{first.public_id}/">why?</a>' in part(page, "events")
        rows = words(part(page, "events"))
        assert rows.index("Evening 2 March 2026 1 1218 −2 why?") < rows.index(
            "Evening 1 March 2026 1 1220 +20"
        )

    def test_inline_it_is_the_explanation_of_its_own_page(self, world, page_of):
        world.event(date(2026, 3, 1), *[["Anna 1-0 Bea", "Cleo ½-½ Dora"]] * 5)
        event = world.event(
            date(2026, 3, 2),
            ["Anna 1-0 Cleo", "Bea ½-½ Emil", "Dora bye"],
            ["Emil 1-0 Anna", "Cleo +:- Dora", "Bea 1-0 Fay"],
            guests=["Fay"],
        )
        for name in ("Anna", "Bea", "Cleo", "Dora", "Emil"):
            page, alone = page_of(name), page_of(name, event)
            inline = part(page, "latest")
            own = alone[alone.index('<p class="wl-sum">') : alone.index("</ul>")]
            inline = inline[inline.index('<p class="wl-sum">') : inline.index("</ul>")]
            # A guest has initials on the page of the event and of the explanation, and none here.
            assert inline.replace("<bdi>Guest</bdi>", "<bdi>F.</bdi>") == own, name

    def test_more_than_twenty_opponents_unfold(self, world, page_of):
        names = [f"P{number}" for number in range(22)]
        world.event(date(2026, 3, 1), *[[f"Anna 1-0 {name}"] for name in names], ["P3 1-0 Anna"])
        page = part(page_of("Anna"), "opponents")
        shown, unfolded = page.split("<details")
        assert shown.count("/players/") == 20 and unfolded.count("/players/") == 2
        first = f"/players/{world.public_id('P3')}/"
        assert page.index("/players/") == page.index(first)  # two games
        assert "Met most often" in shown

    def test_guests_are_one_line_without_a_name(self, world, page_of):
        world.event(
            date(2026, 3, 1), ["Anna 1-0 Bea"], ["Anna ½-½ Gus"], ["Anna 0-1 Hal"], guests=["Gus", "Hal"]
        )
        page = part(page_of("Anna"), "opponents")
        assert "Guests, and names not known yet 2 0–1–1 ½ 25%" in words(page)
        assert "G." not in page and "H." not in page

    def test_by_season(self, world, page_of):
        Season.objects.create(
            club=world.club, name="2025/26", first_day=date(2025, 9, 1), last_day=date(2026, 6, 30)
        )
        world.event(date(2025, 8, 14), ["Anna 0-1 Bea"])
        world.event(date(2026, 3, 14), ["Anna 1-0 Bea"])
        page = page_of("Anna")
        # 1180 against 1220: expected 0.442688; 40 x 0.557312 = +22.29.
        assert "2025/26 1 1–0–0 1 100% 1202 Outside the seasons 1 0–0–1 0 0% –" in words(part(page, "record"))
        assert page.count('class="wl-chart-season"') == 1 and "Upright lines: a season begins." in page

    def test_a_name_of_an_event_or_a_season_stays_text(self, world, page_of):
        Season.objects.create(
            club=world.club, name="<i>x</i>", first_day=date(2025, 9, 1), last_day=date(2026, 6, 30)
        )
        world.event(date(2026, 3, 14), ["Anna 1-0 Bea"], name="<b>bold</b> & co")
        page = page_of("Anna")
        assert "<b>bold" not in page and "<i>x" not in page
        assert page.count("&lt;b&gt;bold&lt;/b&gt; &amp; co") == 2

    def test_in_persian_the_drawing_is_mirrored_and_the_digits_are_persian(self, world, page_of):
        world.event(date(2026, 3, 14), ["Anna 1-0 Bea"])
        page = page_of("Anna", **{"accept-language": "fa"})
        assert 'd="M370 188H191V24H12"' in page
        assert "۱۲۲۰" in part(page, "events")

    def test_in_persian_games_won_begin_on_the_right_as_their_heading_does(self, world, page_of):
        """Digits with a dash between them follow the page, unless something turns them round."""
        world.event(date(2026, 3, 14), ["Anna 1-0 Bea"], ["Anna 1-0 Bea"], ["Bea 1-0 Anna"])
        page = page_of("Anna", **{"accept-language": "fa"})
        assert page.count(">۲–۰–۱</td>") == 2 and "<dd>۲–۰–۱</dd>" in page  # against Bea and of the season

    def test_no_inline_style_or_script(self, world, page_of):
        event = world.event(date(2026, 3, 14), ["Anna 1-0 Bea"])
        for page in (page_of("Anna"), page_of("Anna", event)):
            assert "style=" not in page and "<script" not in page


class TestExplanation:
    def test_the_worked_example_of_the_rules(self, world, page_of):
        """Anna 1400, K 20, v 1500, 1300, 1600, 1350, 2½/4: expected 1.8117, +13.77, 1413.8."""
        world.ladder.rule_sets.update(k_new=20, provisional_below=0)
        world.start(Anna=1400, Bea=1500, Cleo=1300, Dora=1600, Emil=1350)
        event = world.event(
            date(2026, 3, 1),
            ["Anna 1-0 Bea"], ["Cleo 0-1 Anna"], ["Anna ½-½ Dora"], ["Emil 1-0 Anna"],
        )  # fmt: skip
        page = page_of("Anna", event)
        seen = words(page)
        assert "1400.0 +13.8 = 1413.8" in seen
        assert "In 4 rated games, A. was expected to score 1.81 and scored 2½." in seen
        assert (
            "Each game counts 20 points × (score − expected). Together: 20 × (2.5 − 1.8117) = +13.77" in seen
        )
        assert "1 B. 1500, White 1 0.3599 20 +12.8" in seen
        assert "2 C. 1300, Black 1 0.6401 20 +7.2" in seen
        assert "3 D. 1600, White ½ 0.2403 20 +5.2" in seen
        assert "4 E. 1350, Black 0 0.5715 20 −11.4" in seen
        assert "Rated games together 2½ 1.8117 +13.8" in seen
        assert "K, the size of the steps, is 20 for everybody." in seen
        assert "instead of" not in seen  # 12.8 + 7.2 + 5.2 − 11.4 = 13.8
        assert "The change of a rated game is K × (score − expected) ." in seen

    def test_k_of_newer_and_of_older_players(self, world, page_of):
        first = world.event(date(2026, 3, 1), *[["Anna ½-½ Bea"]] * 20)
        second = world.event(date(2026, 3, 2), ["Anna 1-0 Bea"])
        page = words(page_of("Anna", first))
        assert "K, the size of the steps, is 40 for whoever has fewer than 20 rated games" in page
        assert "Here there were 0." in page
        assert "It was the first rated event: 1200.0 is the start rating." in page
        page = words(page_of("Anna", second))
        assert "K, the size of the steps, is 20 for whoever has 20 or more rated games before" in page
        assert "Here there were 20." in page
        assert "20 × (1 − 0.5000) = +10.00" in page

    def test_every_reason_for_no_change_is_said_in_words(self, world, page_of):
        world.event(date(2026, 3, 1), *[["Anna ½-½ Bea"]] * 5)
        event = world.event(
            date(2026, 3, 2),
            ["Anna 1-0 Nia"], ["Anna +:- Bea"], ["Anna bye"], ["Gus 0-1 Anna"],
            guests=["Gus"],
        )  # fmt: skip
        page = words(page_of("Anna", event))
        assert "1200.0 +0.0 = 1200.0" in page
        for reason in (
            "A provisional rating is a guess from few games.",
            "A forfeit gives points in the event. No game was played",
            "A bye gives points in the event.",
            "A guest is on no ladder and has no rating",
        ):
            assert reason in page
        assert "Nothing of this event was rated for this player" in page and "All ratings are" not in page

    def test_where_rounded_lines_add_up_to_something_else_it_is_said(self, world, page_of):
        """Six draws with 1202: 40 x (0.5 − 0.497122) = 0.1151 each, and 0.69 in all."""
        world.start(Bea=1202)
        event = world.event(date(2026, 3, 1), *[["Anna ½-½ Bea"]] * 6)
        page = words(page_of("Anna", event))
        assert "1200.0 +0.7 = 1200.7" in page
        assert "the lines as printed add up to +0.6 instead of +0.7" in page

    def test_a_waiting_event(self, world, page_of):
        event = world.event(date(2026, 3, 1), ["Anna 1-0 Bea"], ["Anna 1-0 Una"], undecided=["Una"])
        page = words(page_of("Anna", event))
        assert "It is not decided yet who one of the names in this event is." in page
        assert "Not known yet" in part(page_of("Anna"), "latest")


class TestQueries:
    def count(self, client, world, url):
        client.get(url)  # whatever Wagtail keeps in the cache is there
        counts = []
        for kept in (False, True):
            if not kept:
                services.replay_ladder(world.ladder.pk)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(url).status_code == 200
            counts.append(len(queries))
        return counts

    def test_they_are_constant_in_events_games_and_opponents(self, client, world):
        world.set(visibility=Visibility.PUBLIC)
        below = Addresses(world.ladder_page().url)
        world.event(date(2026, 1, 1), ["Anna 1-0 Bea"])
        url = below.player(world.public_id("Anna"))
        client.get(url)
        small = self.count(client, world, url)
        for number in range(6):
            rounds = [[f"Anna 1-0 P{rival}"] for rival in range(number, number + 5)]
            world.event(date(2026, 2, 1 + number), *rounds, ["Anna ½-½ Gus"], guests=["Gus"])
        large = self.count(client, world, url)
        assert small == large
        assert max(large) <= 15

    def test_what_is_kept_holds_no_name_and_goes_with_the_replay(self, client, world, monkeypatch):
        world.set(visibility=Visibility.PUBLIC)
        below = Addresses(world.ladder_page().url)
        event = world.event(date(2026, 1, 1), ["Annabella 1-0 Beatrice"], name="Wednesday")
        kept = {}
        monkeypatch.setattr(cache, "set", lambda key, value, *_args, **_kwargs: kept.update({key: value}))
        client.get(below.player(world.public_id("Annabella")))
        records = {key: value for key, value in kept.items() if "record" in key}
        assert len(records) == 1
        for word in ("Anna", "Bea", "Wednesday", *LadderPlayer.objects.values_list("public_id", flat=True)):
            assert word not in repr(records)
        world.correct(event, "Annabella ½-½ Beatrice")
        client.get(below.player(world.public_id("Annabella")))
        assert len([key for key in kept if "record" in key]) == 2
