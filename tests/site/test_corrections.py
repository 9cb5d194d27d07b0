"""What visitors read of corrections: what, and how many ratings. Nothing of a hidden event, and of nobody."""

import re
from datetime import UTC, date, datetime

import pytest
from django.utils import timezone

from wagtail_ladder import services
from wagtail_ladder.audience import link_token
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Correction, Ladder, Visibility
from wagtail_ladder.services.log_actions import LOG_ACTIONS
from wagtail_ladder.services.reads.archive import PER_PAGE
from wagtail_ladder.site import wording
from wagtail_ladder.site.addresses import Addresses
from wagtail_ladder.site.links import path_of_link

pytestmark = pytest.mark.django_db

MARK = '<sup class="wl-mark" aria-hidden="true">*</sup> <span class="wl-hidden">corrected</span>'


@pytest.fixture
def evening(world):
    rounds = ["Anna 1-0 Bea", "Cleo ½-½ Dora"]
    event = world.event(date(2026, 3, 14), rounds, name="March evening", publish=False)
    event.games.filter(white__typed_name="Anna").update(board=2)
    services.publish_event(event, by=world.by)
    event.refresh_from_db()
    return event


@pytest.fixture
def page(world, evening):
    world.set(visibility=Visibility.PUBLIC)
    return world.ladder_page()


def text(response):
    return " ".join(response.content.decode().split())


def lines(client, url):
    """The lines of the log as they are read, without tags."""
    found = re.search(r'<ul class="wl-corrections">(.*?)</ul>', text(client.get(url)))
    items = re.findall(r"<li>(.*?)</li>", found[1]) if found else []
    return [" ".join(re.sub(r"<[^>]*>", "", item).split()) for item in items]


def in_november(**fields):
    """All corrections so far were on one day."""
    Correction.objects.update(at=datetime(2026, 11, 29, 12, 30, tzinfo=UTC), **fields)


@pytest.fixture
def corrected(world, evening, page):
    world.correct(evening, "Anna 0-1 Bea")
    in_november()


class TestTheLog:
    @pytest.mark.parametrize("below", ["", "corrections/"])
    def test_a_corrected_result(self, client, corrected, page, below):
        # Of the two at board 2 the ratings are other ones. The ladder shows months.
        line = "Round 1, board 2 corrected, 2 ratings changed"
        where = "March evening, March 2026 · corrected November 2026"
        assert lines(client, page.url + below) == [f"{line} {where}"]

    def test_the_days_where_the_club_shows_days(self, client, world, corrected, page):
        world.set(months_instead_of_days=False)
        (line,) = lines(client, f"{page.url}corrections/")
        assert line.endswith("March evening, March 14, 2026 · corrected Nov. 29, 2026")

    def test_leads_to_the_event(self, client, evening, corrected, page):
        shown = text(client.get(f"{page.url}corrections/"))
        assert f'<a href="{page.url}events/{evening.public_id}/"><bdi>March evening</bdi></a>' in shown
        assert f'<a href="{page.url}corrections/">All corrections</a>' in text(client.get(page.url))

    def test_is_closed_at_first_on_the_page_of_the_ladder(self, client, corrected, page):
        assert '<details class="wl-details"> <summary>Latest corrections</summary>' in text(
            client.get(page.url)
        )

    def test_says_so_where_nothing_was_corrected(self, client, page):
        assert "Nothing has been corrected so far." in text(client.get(f"{page.url}corrections/"))
        assert "Latest corrections" not in text(client.get(page.url))

    def test_the_latest_come_first_and_the_page_of_the_ladder_has_five(self, client, world, page):
        Correction.objects.bulk_create(
            Correction(ladder=world.ladder, action="set_rules", at=timezone.now(), players_moved=moved)
            for moved in range(PER_PAGE + 2)
        )
        first = lines(client, f"{page.url}corrections/")
        last = lines(client, f"{page.url}corrections/?page=2")
        assert (len(first), len(last)) == (PER_PAGE, 2)
        assert first[0].startswith(f"The rules were changed, {PER_PAGE + 1} ratings changed")
        assert last[1].startswith("The rules were changed, no rating changed")
        assert lines(client, page.url) == first[:5]
        assert 'rel="next">Older corrections</a>' in text(client.get(f"{page.url}corrections/"))
        assert {"/corrections/", "/corrections/?page=1", "/corrections/?page=2"} <= set(
            page.get_cached_paths()
        )

    def test_holds_no_name_no_reason_no_editor_and_no_id(self, client, world, evening, corrected, page):
        world.set(names="full")
        services.confirm_adults(world.club, [world.player("Anna").pk], by=world.by)
        for below in ("corrections/", f"events/{evening.public_id}/"):
            found = re.findall(r'<ul class="wl-corrections">.*?</ul>', text(client.get(page.url + below)))
            for never in ("Anna", "A.", "Bea", "B.", "score sheet", "boss"):
                assert never not in found[0]
            without_dates = re.sub(r"<time[^>]*>[^<]*</time>|href=\"[^\"]*\"", "", found[0])
            assert re.findall(r"\d+", without_dates) == ["1", "2", "2"]  # round, board, ratings

    def test_under_a_link(self, client, world, corrected):
        world.set(visibility=Visibility.LINK)
        home = path_of_link(link_token(services.make_link(world.ladder, "Parents", by=world.by)))
        (line,) = lines(client, f"{home}corrections/")
        assert line.startswith("Round 1, board 2 corrected")
        assert f'href="{home}events/' in text(client.get(f"{home}corrections/"))
        world.set(corrections_shown=False)
        assert client.get(f"{home}corrections/").status_code == 404


def test_games_that_come_to_an_older_event_are_no_corrected_result(client, world, evening, page):
    world.event(date(2026, 3, 21), ["Anna 1-0 Cleo"], name="Another evening")
    pk = {entry.typed_name: entry.pk for entry in evening.entries.all()}
    to_come = services.Pairing(1, pk["Anna"], pk["Dora"], services.Result(Kind.SCHEDULED))
    played = services.Pairing(2, pk["Bea"], pk["Cleo"], services.Result(Kind.PLAYED, 2, 0))
    services.save_round(evening, 2, [to_come, played], by=world.by)
    game = evening.games.get(kind=Kind.SCHEDULED)
    services.correct_game(game, services.Result(Kind.PLAYED, 0, 2), reason="it was played", by=world.by)
    result, games = lines(client, f"{page.url}corrections/")
    # Bea, Cleo, and Anna, who met Cleo the week after; then Anna and Dora, and Cleo for the same reason.
    assert games.startswith("Games were added, 3 ratings changed March evening")
    assert result.startswith("A result was added, 3 ratings changed March evening")
    assert MARK not in text(client.get(Addresses(page.url).event(evening.public_id)))


class TestEventsThatVisitorsDoNotSee:
    """Neither name, address, date, round nor board of such an event: only that something happened."""

    def assert_is_not_told(self, client, page, event, *, what):
        assert lines(client, f"{page.url}corrections/") == [
            f"{line} corrected November 2026" for line in what
        ]
        for below in ("", "corrections/"):
            shown = text(client.get(page.url + below))
            found = "".join(re.findall(r'<ul class="wl-corrections">.*?</ul>', shown))
            assert event.name not in found and event.public_id not in found and "2026-03" not in found

    def test_a_draft_again(self, client, world, evening, corrected, page):
        services.unpublish_event(evening, reason="not played yet", by=world.by)
        in_november()
        self.assert_is_not_told(
            client, page, evening,
            # Two were corrected; then all four who had been there were nowhere on the ladder any more.
            what=["An event was withdrawn, 4 ratings changed", "A result was corrected, 2 ratings changed"],
        )  # fmt: skip

    def test_a_deleted_one(self, client, world, evening, corrected, page):
        services.delete_event(evening, reason="entered twice", by=world.by)
        in_november()
        self.assert_is_not_told(
            client, page, evening,
            what=["An event was withdrawn, 4 ratings changed", "A result was corrected, 2 ratings changed"],
        )  # fmt: skip
        services.restore_event(evening, reason="it was played", by=world.by)
        assert all("March evening" in line for line in lines(client, f"{page.url}corrections/"))

    def test_one_that_is_on_another_ladder_now(self, client, world, evening, corrected, page):
        other = services.create_ladder(world.club, "Another", by=world.by)
        services.move_event(evening, other, by=world.by, reason="a blitz evening")
        in_november()
        self.assert_is_not_told(
            client, page, evening,
            what=["An event was moved, 4 ratings changed", "A result was corrected, 2 ratings changed"],
        )  # fmt: skip
        world.ladder = other
        world.set(visibility=Visibility.PUBLIC)
        there = world.ladder_page(title="Another", slug="another")
        in_november()
        (line,) = lines(client, f"{there.url}corrections/")
        assert line == (
            "An event was moved, 4 ratings changed March evening, March 2026 · corrected November 2026"
        )
        # The result is a corrected one there as well; the line about it stays with the ladder that it moved.
        event = Addresses(there.url).event(evening.public_id)
        assert MARK in text(client.get(event)) and len(lines(client, event)) == 1


class TestTheEventPage:
    def test_has_its_lines_and_marks_the_result(self, client, world, evening, corrected, page):
        other = world.event(date(2026, 3, 21), ["Anna 1-0 Cleo"], name="Another evening")
        shown = text(client.get(Addresses(page.url).event(evening.public_id)))
        assert shown.count(MARK) == 1
        assert f"<bdi>0</bdi>–<bdi>1</bdi>{MARK}</td>" in shown
        assert "A result that was corrected after it had been published." in shown
        (line,) = lines(client, Addresses(page.url).event(evening.public_id))
        assert line == "Round 1, board 2 corrected, 2 ratings changed corrected November 2026"
        untouched = text(client.get(Addresses(page.url).event(other.public_id)))
        assert "corrected" not in untouched and "Corrections" not in untouched

    def test_a_result_that_was_wrong_in_the_draft_is_no_correction(self, client, world, page):
        event = world.event(date(2026, 3, 21), ["Anna 1-0 Cleo"], publish=False)
        world.correct(event, "Anna 0-1 Cleo")
        event.refresh_from_db()
        services.publish_event(event, by=world.by)
        assert "corrected" not in text(client.get(Addresses(page.url).event(event.public_id)))


class TestSwitchedOff:
    @pytest.fixture(autouse=True)
    def off(self, world, corrected):
        world.set(corrections_shown=False)

    def test_the_list_is_missing_as_any_page(self, client, page):
        answers = [client.get(f"{page.url}{below}") for below in ("corrections/", "nothing/")]
        assert [answer.status_code for answer in answers] == [404, 404]
        assert answers[0].content == answers[1].content

    def test_no_line_of_it_is_anywhere_else(self, client, world, evening, page):
        assert not re.search("corrected|[Cc]orrections", text(client.get(page.url)))
        event = Addresses(page.url).event(evening.public_id)
        assert lines(client, event) == [] and "Corrections" not in text(client.get(event))

    def test_the_result_is_marked_all_the_same(self, client, evening, page):
        shown = text(client.get(Addresses(page.url).event(evening.public_id)))
        assert shown.count(MARK) == 1
        assert "A result that was corrected after it had been published." in shown


class TestWording:
    @pytest.mark.parametrize(
        ("action", "number", "board", "moved", "sentence"),
        [
            ("correct_game", 3, 2, 14, "Round 3, board 2 corrected, 14 ratings changed"),
            ("save_round", 3, None, 1, "Round 3 corrected, 1 rating changed"),
            ("correct_game", None, None, 0, "A result was corrected, no rating changed"),
            ("publish_event", None, None, 6, "An event was added, 6 ratings changed"),
            ("unpublish_event", None, None, 6, "An event was withdrawn, 6 ratings changed"),
            ("delete_event", None, None, 6, "An event was withdrawn, 6 ratings changed"),
            ("set_rules", None, None, 6, "The rules were changed, 6 ratings changed"),
            ("remove_rules", None, None, 6, "The rules were changed, 6 ratings changed"),
            ("of_tomorrow", None, None, 6, "Something was corrected, 6 ratings changed"),
        ],
    )
    def test_a_line(self, action, number, board, moved, sentence):
        assert wording.correction(action, number, board, moved) == sentence

    def test_what_only_adds(self):
        said = [wording.correction(action, None, None, 2, True) for action in ("save_round", "set_rules")]
        assert said == ["Games were added, 2 ratings changed", "The rules were changed, 2 ratings changed"]

    def test_who_is_who_is_one_sentence(self):
        """Another one for a merge would say that two of the initials on the ladder are one person."""
        who = (
            "decide_entries", "join_entries", "part_entry", "repoint_entries", "split_player",
            "merge_players", "undo_act",
        )  # fmt: skip
        assert {wording.correction(action, None, None, 2) for action in who} == {
            "A name was corrected, 2 ratings changed"
        }

    def test_every_verb_that_moves_ratings_has_a_sentence(self):
        """A new verb is here or there: whoever adds it decides."""
        move_none = {
            "create_club", "change_club", "add_arbiter", "remove_arbiter", "add_player", "add_players",
            "rename_player", "confirm_adult", "unconfirm_adult", "record_consent", "withdraw_consent",
            "force_initials", "unforce_initials", "create_ladder", "change_ladder", "make_link",
            "change_link", "revoke_link", "create_event", "import_report", "retype_entry",
            "declare_distinct", "save_table", "grant_roles", "export_ladder",
            "set_groups", "create_group", "rename_group", "delete_group", "add_to_group", "remove_from_group",
            "create_season", "change_season", "delete_season", "take_seeding_list",
        }  # fmt: skip
        for action in LOG_ACTIONS:
            is_unknown = wording.correction(action, None, None, 1).startswith("Something")
            assert is_unknown == (action in move_none), action


class TestAsOf:
    """When the numbers were computed, and from how many games: wherever there are numbers."""

    @pytest.fixture(autouse=True)
    def replayed(self, evening):
        at = datetime(2026, 11, 30, 17, 32, 8, tzinfo=UTC)
        Ladder.objects.update(replayed_at=at, replayed_games=1204)

    @pytest.fixture
    def urls(self, world, evening, page):
        world.club_page()
        world.home.body = [("ladder", {"ladder": world.ladder, "heading": "", "top": 1})]
        world.home.save_revision().publish()
        below, anna = Addresses(page.url), world.public_id("Anna")
        return {
            "table": page.url,
            "player": below.player(anna),
            "event": below.event(evening.public_id),
            "arithmetic": below.explanation(anna, evening.public_id),
            "club": "/club/",
            "block": "/",
        }

    def test_a_month_where_months_are_shown(self, client, urls):
        for what, url in urls.items():
            as_of = 'As of <time datetime="2026-11">November 2026</time>, from 1,204 games.'
            assert text(client.get(url)).count(as_of) == 1, what

    def test_the_minute_where_days_are_shown_in_the_time_zone_of_the_site(
        self, client, world, urls, settings
    ):
        settings.TIME_ZONE = "Europe/Istanbul"
        world.set(months_instead_of_days=False)
        for what, url in urls.items():
            as_of = '<time datetime="2026-11-30T20:32">Nov. 30, 2026, 8:32 p.m.</time>, from 1,204 games.'
            assert text(client.get(url)).count(as_of) == 1, what

    def test_one_game(self, client, page):
        Ladder.objects.update(replayed_games=1)
        assert "from 1 game." in text(client.get(page.url))

    def test_in_each_line_of_the_csv_file(self, client, world, page):
        rows = client.get(f"{page.url}csv/").content.decode("utf-8-sig").splitlines()
        assert rows[0].endswith(",As of,From games")
        assert len(rows) == 5 and all(row.endswith(",2026-11,1204") for row in rows[1:])
        world.set(months_instead_of_days=False)
        rows = client.get(f"{page.url}csv/").content.decode("utf-8-sig").splitlines()
        assert all(row.endswith(",2026-11-30T17:32,1204") for row in rows[1:])
