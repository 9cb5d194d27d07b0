"""The pages of a ladder and of a club, as a visitor gets them."""

import csv
import io
import re
from datetime import date

import pytest
from django.contrib.auth.models import Group, User
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone
from wagtail.models import Page, PageViewRestriction

from wagtail_ladder import services
from wagtail_ladder.models import ClubRole, Visibility
from wagtail_ladder.pages.models import LadderPage
from wagtail_ladder.services.reads.archive import PER_PAGE
from wagtail_ladder.site.addresses import Addresses
from wagtail_ladder.site.csv_file import safe_cell

pytestmark = pytest.mark.django_db
METHODS = ("get", "head", "options", "post", "put", "patch", "delete")


@pytest.fixture
def evening(world):
    """Anna beat Bea, Cleo drew with Dora; Emil is a guest who lost to Anna."""
    return world.event(
        date(2026, 3, 14), ["Anna 1-0 Bea", "Cleo ½-½ Dora"], ["Emil 0-1 Anna", "Bea bye"], guests=["Emil"]
    )


@pytest.fixture
def ladder_page(world, evening):
    world.set(visibility=Visibility.PUBLIC)
    return world.ladder_page()


def addresses(page, world, event):
    """Every kind of address that a ladder page has."""
    below = Addresses(page.url)
    return [
        page.url,
        below.csv,
        below.events,
        below.corrections,
        below.event(event.public_id),
        below.player(world.public_id("Anna")),
        below.explanation(world.public_id("Anna"), event.public_id),
    ]


def pairs(items):
    return zip(items[::2], items[1::2], strict=True)


def text(response):
    return " ".join(response.content.decode().split())


class TestLadderPage:
    def test_every_address_answers_and_every_route_is_among_them(self, client, world, evening, ladder_page):
        urls = addresses(ladder_page, world, evening)
        assert [client.get(url).status_code for url in urls] == [200] * len(urls)
        assert len(urls) == len(LadderPage.get_subpage_urls()) - 1  # the mixin's own "" is overridden

    def test_the_table(self, client, world, ladder_page):
        page = text(client.get(ladder_page.url))
        assert '<caption class="wl-hidden"><bdi>Club ladder</bdi></caption>' in page  # the heading says it
        # Anna 1200 + 40 x (1 - 0.5) = 1220; the game with a guest is not rated.
        assert page.index("A.") < page.index("1220") < page.index("1200") < page.index("1180")
        assert "+20" in page and "−20" in page
        assert "4 more games to be ranked" in page
        assert "As of <time" in page

    def test_player_page(self, client, world, evening, ladder_page):
        url = Addresses(ladder_page.url).player(world.public_id("Anna"))
        page = text(client.get(url))
        assert "<h1><bdi>A.</bdi></h1>" in page
        assert "2–0–0" in page
        why = Addresses(ladder_page.url).explanation(world.public_id("Anna"), evening.public_id)
        event = Addresses(ladder_page.url).event(evening.public_id)
        assert f'<a href="{event}"><bdi>{evening.name}</bdi></a>' in page
        assert f'<a href="{why}">why?</a>' in page
        assert "<svg" in page  # one event is one step

    def test_player_page_draws_the_same_numbers_as_the_table_holds(self, client, world, ladder_page):
        world.event(date(2026, 3, 21), ["Anna 1-0 Cleo"])
        page = text(client.get(Addresses(ladder_page.url).player(world.public_id("Anna"))))
        assert 'role="img"' in page and "<title" in page and "<desc" in page
        assert "style=" not in page
        # 1220 against 1200: expected 0.528751; 40 x 0.471249 = 18.85, so 1238.85.
        assert "Lowest 1200, highest 1239, now 1239." in page
        page_of_events = page[page.index('id="events"') :]
        latest = '<td class="wl-number wl-rating">1239</td>'
        first = '<td class="wl-number wl-rating">1220</td>'
        assert page_of_events.index(latest) < page_of_events.index(first)
        axis = page[page.index("<figcaption>") : page.index("</figcaption>")]
        march = '<time datetime="2026-03">March 2026</time>'
        assert axis.count(march) == 2 and "Dashed: the rating is provisional." in axis

    def test_event_page(self, client, world, evening, ladder_page):
        page = text(client.get(Addresses(ladder_page.url).event(evening.public_id)))
        assert "<caption>Standings</caption>" in page
        assert "<caption>Round 2</caption>" in page
        assert "a guest is not rated" in page
        assert "<bdi>½</bdi>–<bdi>½</bdi>" in page and "bye" in page

    def test_the_half_beside_whites_column_is_whites_in_any_direction_of_reading(
        self, client, world, ladder_page
    ):
        """Each half is an isolate of its own, so that no bidi rule can put them in another order."""
        event = world.event(date(2026, 3, 20), ["Anna 1-0 Bea", "Cleo +:- Dora"])
        url = Addresses(ladder_page.url).event(event.public_id)
        with override_settings(LANGUAGE_CODE="fa"):
            page = text(client.get(url, headers={"accept-language": "fa"}))
        assert 'dir="rtl"' in page
        assert "<bdi>۱</bdi>–<bdi>۰</bdi>" in page and "<bdi>+</bdi>:<bdi>−</bdi>" in page

    def test_an_unrated_event_with_an_undecided_name_says_why_and_not_yet(self, client, world, ladder_page):
        event = world.event(
            date(2026, 3, 20), ["Anna 0-1 Fay"], undecided=["Fay"], unrated="variant", unrated_note="4-player"
        )
        page = text(client.get(Addresses(ladder_page.url).event(event.public_id)))
        assert "Not rated: another game than chess." in page
        assert "rated yet" not in page
        archive = text(client.get(Addresses(ladder_page.url).events))
        assert "not rated" in archive and "not rated yet" not in archive

    def test_of_inactive_players_alone_the_ladder_is_not_a_ladder_of_nobody(self, client, world):
        world.set(visibility=Visibility.PUBLIC)
        page = world.ladder_page()
        assert "Nobody is on this ladder yet." in text(client.get(page.url))
        world.event(date(2019, 3, 14), ["Anna 1-0 Bea"])
        shown = text(client.get(page.url))
        assert "Nobody is on this ladder yet." not in shown
        assert shown.index("No active players at the moment.") < shown.index("Inactive players")

    def test_explanation_page(self, client, world, evening, ladder_page):
        response = client.get(
            Addresses(ladder_page.url).explanation(world.public_id("Bea"), evening.public_id)
        )
        page = text(response)
        assert page.startswith("<!DOCTYPE") and "Why the rating of <bdi>B.</bdi> moved" in page
        assert "1200.0" in page and "−20.0" in page and "1180.0" in page and "0.5000" in page
        assert "In 1 rated game, <bdi>B.</bdi> was expected to score 0.50 and scored 0." in page
        assert "40 × (0 − 0.5000) = −20.00" in page
        assert "a bye is not rated" in page
        assert response["Cache-Control"] == "private, no-store"

    def test_the_arithmetic_of_a_game_that_is_not_rated_for_one_side(self, client, world, ladder_page):
        """Anna is established; Gus is new, so her win against him moves his rating and not hers."""
        world.event(date(2026, 3, 15), *[["Anna ½-½ Bea"]] * 5)
        event = world.event(date(2026, 3, 16), ["Anna 1-0 Gus"])
        url = Addresses(ladder_page.url).explanation(world.public_id("Anna"), event.public_id)
        page = text(client.get(url))
        assert "The rating of <bdi>A.</bdi> and this event" in page and "moved" not in page
        assert ">+0.0</bdi> =" in page
        row = page[page.index("<tbody>") : page.index("</tbody>")]
        reason = "not rated for this player: the opponent&#x27;s rating is provisional"
        assert f'<td class="wl-note" colspan="5">{reason}</td>' in row
        assert "0." not in row  # neither an expected score nor a change
        assert "expected to score" not in page and "÷" not in page
        assert "Nothing of this event was rated for this player" in page

    def test_a_waiting_event_is_shown_and_not_rated(self, client, world, ladder_page):
        event = world.event(date(2026, 3, 20), ["Anna 0-1 Fay"], undecided=["Fay"])
        page = text(client.get(Addresses(ladder_page.url).event(event.public_id)))
        assert "Not rated yet" in page and "F." in page
        assert "Change</th>" not in page
        assert "not rated yet" in text(client.get(Addresses(ladder_page.url).events))

    def test_months_instead_of_days_in_every_address(self, client, world, evening, ladder_page):
        for url in addresses(ladder_page, world, evening):
            page = text(client.get(url))
            assert "March 14" not in page and "2026-03-14" not in page
        assert 'datetime="2026-03"' in page
        world.set(months_instead_of_days=False)
        assert "March 14, 2026" in text(client.get(url))

    def test_a_player_an_event_and_a_draft_that_are_not_there(self, client, world, ladder_page):
        draft = world.event(date(2026, 3, 20), ["Anna 0-1 Bea"], publish=False)
        other = services.create_ladder(world.club, "Another", by=world.by)
        world.ladder, here = other, Addresses(ladder_page.url)
        elsewhere = world.event(date(2026, 3, 20), ["Gus 0-1 Ida"])
        stranger = world.public_id("Gus")
        for url in (
            here.event(draft.public_id),
            here.event(elsewhere.public_id),
            here.event("nothing"),
            here.player(stranger),
            here.player("nobody"),
            here.explanation(stranger, elsewhere.public_id),
            f"{ladder_page.url}nothing/",
        ):
            assert client.get(url).status_code == 404, url

    def test_full_names_only_of_adults(self, client, world, evening, ladder_page):
        services.confirm_adults(world.club, [world.player("Anna").pk], by=world.by)
        world.set(names="full")
        for url in addresses(ladder_page, world, evening):
            page = text(client.get(url))
            assert not {name for name in ("Bea", "Cleo", "Dora", "Emil") if name in page}, url
        assert "Anna" in page

    def test_names_that_are_html_stay_text(self, client, world, ladder_page):
        services.rename_player(world.player("Anna"), "<script>alert(1)</script> &amp;", by=world.by)
        services.confirm_adults(world.club, [world.club.players.order_by("pk")[0].pk], by=world.by)
        world.set(names="full")
        page = text(client.get(ladder_page.url))
        assert "<script>" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp;" in page

    def test_no_scripts_but_files_of_this_app_and_no_inline_styles(self, client, world, evening, ladder_page):
        """A site may forbid all others: script-src 'self'; style-src 'self'."""
        for url in addresses(ladder_page, world, evening):
            page = text(client.get(url))
            ours = "/static/wagtail_ladder/js/[a-z]+"
            own = re.sub(
                rf'<script( src="{ours}\.js" defer| type="module" src="{ours}\.js")></script>', "", page
            )
            assert "<script" not in own and "<style" not in own
            assert not re.search(r"<[^>]* (style|on[a-z]+)=", page)

    def test_reads_from_right_to_left(self, client, world, ladder_page):
        with override_settings(LANGUAGE_CODE="fa"):
            page = text(client.get(ladder_page.url, headers={"accept-language": "fa"}))
        assert '<html lang="fa" dir="rtl">' in page

    def test_the_change_of_a_rating_is_not_the_button_of_djangos_forms(
        self, client, world, evening, ladder_page
    ):
        """Both are "Change" in English. In Turkish, Django's word for it is the imperative Değiştir."""
        for url in addresses(ladder_page, world, evening):
            assert "Değiştir" not in text(client.get(url, headers={"accept-language": "tr"})), url

    def test_archive_pages(self, client, world, ladder_page):
        for number in range(PER_PAGE):
            world.event(date(2026, 1, 1 + number), ["Anna ½-½ Bea"])
        page = text(client.get(Addresses(ladder_page.url).events))
        assert "Page 1 of 2" in page and '<a href="?page=2" rel="next">' in page
        page = text(client.get(Addresses(ladder_page.url).events + "?page=2"))
        assert "Page 2 of 2" in page and 'rel="prev"' in page


class TestCsv:
    def test_holds_what_the_page_shows(self, client, world, ladder_page):
        response = client.get(Addresses(ladder_page.url).csv)
        assert response["Content-Type"] == "text/csv; charset=utf-8"
        assert response["Content-Disposition"] == 'attachment; filename="ladder.csv"'
        assert response["X-Content-Type-Options"] == "nosniff"
        assert "noindex" in response["X-Robots-Tag"]
        assert response["Cache-Control"] == "no-store"
        rows = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))
        assert rows[0] == [
            "Rank", "Name", "Rating", "Rated games", "Change", "Places won", "Status",
            "Place in the group", "As of", "From games",
        ]  # fmt: skip
        # Two games of the evening and one with a guest were really played; the bye is no game.
        month = timezone.now().strftime("%Y-%m")
        assert rows[1] == ["", "A.", "1220", "1", "20", "", "provisional", "", month, "3"]
        assert [row[2] for row in rows[1:]] == ["1220", "1200", "1200", "1180"]

    @pytest.mark.parametrize(
        "cell", ["=1+1", "+1", "-1", "@x", "＝1", "＋1", "－1", "＠x", "\t=1", "\r1", "  =1", "\u00a0=1"]
    )
    def test_no_cell_is_a_formula(self, cell):
        assert safe_cell(cell) == f"'{cell}"

    @pytest.mark.parametrize(
        ("cell", "safe"),
        [
            ('Bob;=HYPERLINK("x")', 'Bob;\'=HYPERLINK("x")'),
            ('Bob; "=1"', 'Bob; "\'=1"'),
            ("Bob\t+1|-1", "Bob\t'+1|'-1"),
            ("=1;@x", "'=1;'@x"),
        ],
    )
    def test_no_part_of_a_cell_is_a_formula_where_other_signs_than_commas_separate(self, cell, safe):
        assert safe_cell(cell) == safe

    @pytest.mark.parametrize("cell", ["A. B.", "", "Ø", "a=b", "李", "a; b", "a|b - c"])
    def test_other_cells_stay_as_they_are(self, cell):
        assert safe_cell(cell) == cell

    def test_a_formula_for_a_name(self, client, world, ladder_page):
        player = world.player("Anna")
        services.rename_player(player, "=HYPERLINK(1)", by=world.by)
        services.confirm_adults(world.club, [player.pk], by=world.by)
        world.set(names="full")
        rows = list(csv.reader(io.StringIO(client.get(Addresses(ladder_page.url).csv).content.decode())))
        assert rows[1][1] == "'=HYPERLINK(1)"


class TestHidden:
    @pytest.fixture
    def hidden(self, world, ladder_page):
        world.set(visibility=Visibility.ORGANISERS)
        return ladder_page

    @pytest.mark.parametrize("method", METHODS)
    def test_answers_as_a_page_that_does_not_exist(self, client, world, evening, hidden, method):
        for url in addresses(hidden, world, evening):
            missing = getattr(client, method)(url.replace(hidden.slug, "nowhere"))
            answer = getattr(client, method)(url)
            assert missing.status_code == answer.status_code == 404
            assert missing.content.replace(b"nowhere", b"ladder") == answer.content

    def test_is_private_for_its_organisers(self, client, world, evening, hidden):
        client.force_login(world.by)
        for url in addresses(hidden, world, evening):
            response = client.get(url)
            assert response.status_code == 200
            assert {"private", "no-store"} <= set(response["Cache-Control"].split(", "))
            assert "noindex" in response["X-Robots-Tag"]
        assert '<meta name="robots" content="noindex' in text(client.get(hidden.url))

    def test_is_not_listed_for_the_public(self, client, world, hidden):
        assert hidden.pk not in Page.objects.live().public().values_list("pk", flat=True)
        assert hidden.url not in text(client.get("/sitemap.xml"))
        assert LadderPage.objects.get(pk=hidden.pk).get_sitemap_urls() == []
        listed = client.get("/api/v2/pages/").json()["items"]
        assert hidden.pk not in {item["id"] for item in listed}

    def test_is_in_the_search_index_only_while_it_is_public(self, world, ladder_page):
        def found():
            return [page.pk for page in Page.objects.live().search("Our ladder")]

        assert ladder_page.pk in found()
        world.set(visibility=Visibility.ORGANISERS)
        assert ladder_page.pk not in found()
        with world.commits():
            ladder_page.save()
        assert ladder_page.pk not in found()
        world.set(visibility=Visibility.PUBLIC)
        assert ladder_page.pk in found()

    def test_an_arbiter_gets_past_the_automatic_restriction(self, client, world, hidden):
        arbiter = User.objects.create_user("arbiter")
        arbiter.groups.add(world.club.group_permissions.get(role=ClubRole.ARBITER).group)
        client.force_login(arbiter)
        assert client.get(hidden.url).status_code == 200

    def test_a_group_that_gets_a_role_gets_past_it_too(self, client, world, hidden):
        helpers = Group.objects.create(name="helpers")
        helper = User.objects.create_user("helper")
        helper.groups.add(helpers)
        client.force_login(helper)
        assert client.get(hidden.url).status_code == 404
        with world.commits():
            services.grant_roles(helpers, [(world.club.pk, ClubRole.ARBITER)], by=world.by)
        assert client.get(hidden.url).status_code == 200

    def test_removing_the_restriction_hides_and_brings_it_back(self, client, world, hidden):
        (restriction,) = hidden.view_restrictions.all()
        with world.commits():
            restriction.delete()
        assert client.get(hidden.url).status_code == 404
        assert hidden.view_restrictions.count() == 1

    def test_a_copy_is_as_private(self, client, world, hidden):
        with world.commits():
            copy = hidden.copy(update_attrs={"slug": "copy"})
        assert copy.pk not in Page.objects.live().public().values_list("pk", flat=True)
        assert client.get(copy.url).status_code == 404

    def test_deleting_the_page_changes_no_rating(self, world, hidden):
        before = list(world.ladder.standings.values_list("player_id", "rating"))
        with world.commits():
            hidden.delete()
        world.ladder.refresh_from_db()
        assert list(world.ladder.standings.values_list("player_id", "rating")) == before


class TestMembers:
    @pytest.fixture
    def parents(self):
        return Group.objects.create(name="parents")

    @pytest.fixture
    def page(self, world, evening, parents):
        world.set(visibility=Visibility.MEMBERS, member_groups=[parents])
        return world.ladder_page()

    def test_strangers_log_in_and_members_look(self, client, world, evening, page, parents):
        for url in addresses(page, world, evening):
            response = client.get(url)
            assert (response.status_code, response["Location"].split("?")[0]) == (302, "/_util/login/")
            assert "no-store" in response["Cache-Control"]
        member = User.objects.create_user("parent")
        member.groups.add(parents)
        client.force_login(member)
        for url in addresses(page, world, evening):
            response = client.get(url)
            assert response.status_code == 200
            assert "no-store" in response["Cache-Control"]
        client.force_login(User.objects.create_user("nobody"))
        assert client.get(page.url).status_code == 404

    @pytest.mark.parametrize("wish", ["none", "login"])
    def test_a_publisher_cannot_take_the_restriction_away_by_the_privacy_form(
        self, client, world, page, wish, django_capture_on_commit_callbacks
    ):
        """The dialog is off for this page; a POST to its address is still possible."""
        world.set(visibility=Visibility.ORGANISERS)
        client.force_login(User.objects.create_superuser("publisher", "p@example.org", "-"))
        with django_capture_on_commit_callbacks(execute=True):
            client.post(reverse("wagtailadmin_pages:set_privacy", args=[page.pk]), {"restriction_type": wish})
        assert page.view_restrictions.filter(restriction_type=PageViewRestriction.GROUPS).exists()
        assert page not in list(Page.objects.public().specific())

    def test_the_groups_of_the_restriction_follow_the_ladder(self, world, page, parents):
        def groups():
            (restriction,) = page.view_restrictions.all()
            return set(restriction.groups.values_list("name", flat=True))

        roles = {"Rookery: organisers", "Rookery: arbiters"}
        assert groups() == {"parents", *roles}
        pupils = Group.objects.create(name="pupils")
        world.set(member_groups=[pupils])
        assert groups() == {"pupils", *roles}
        world.set(visibility=Visibility.ORGANISERS)
        assert groups() == roles

    def test_going_public_leaves_an_editors_restriction_alone(self, client, world, page):
        own = PageViewRestriction(page_id=page.pk, restriction_type=PageViewRestriction.LOGIN)
        own.save()
        world.set(visibility=Visibility.PUBLIC)
        assert list(page.view_restrictions.values_list("pk", flat=True)) == [own.pk]
        assert client.get(page.url).status_code == 302


class TestPrivacyDialog:
    def test_offers_nothing_for_a_hidden_ladder(self, world, ladder_page):
        assert ladder_page.private_page_options == ["password", "groups", "login"]
        world.set(visibility=Visibility.ORGANISERS)
        assert LadderPage.objects.get(pk=ladder_page.pk).private_page_options == []

    def test_the_password_form_holds_no_row(self, client, world, ladder_page, settings):
        settings.WAGTAIL_PASSWORD_REQUIRED_TEMPLATE = "testapp/whole_context.html"
        restriction = PageViewRestriction(
            page_id=ladder_page.pk, restriction_type=PageViewRestriction.PASSWORD, password="x"
        )
        restriction.save()
        response = client.get(ladder_page.url)
        assert "1220" not in text(response)
        assert {"screen", "table"}.isdisjoint(response.context_data)


class TestSitemap:
    def test_lists_the_ladder_its_players_and_its_events(self, client, world, evening, ladder_page):
        sitemap = text(client.get("/sitemap.xml"))
        below = Addresses(ladder_page.url)
        for url in (
            ladder_page.url,
            below.event(evening.public_id),
            *(below.player(world.public_id(name)) for name in ("Anna", "Bea", "Cleo", "Dora")),
        ):
            assert f"{url}</loc>" in sitemap, url
        assert "2026-03-14" not in sitemap

    def test_what_is_gone_is_purged_too(self, client, world, evening, ladder_page):
        """A cache still holds the pages of an event that was taken back, and of who left with it."""
        below = Addresses(ladder_page.url)
        pages = [below.event(evening.public_id), below.player(world.public_id("Anna"))]
        services.unpublish_event(evening, reason="not played yet", by=world.by)
        assert [client.get(url).status_code for url in pages] == [404, 404]
        cached = ladder_page.get_cached_paths()
        assert {url.removeprefix(ladder_page.url.rstrip("/")) for url in pages} <= set(cached)

    def test_what_a_cache_may_hold_is_what_a_purge_names(self, client, world, evening, ladder_page):
        cached = ladder_page.get_cached_paths()
        kept = [
            url
            for url in addresses(ladder_page, world, evening)
            if "no-store" not in client.get(url).get("Cache-Control", "")
        ]
        assert len(kept) == 5
        assert {url.removeprefix(ladder_page.url.rstrip("/")) for url in kept} <= set(cached)


@pytest.mark.parametrize("kind", ["club_page", "ladder_page"])
def test_each_text_of_an_editor_has_its_own_direction_and_a_ladder_that_of_the_page(client, world, kind):
    world.set(visibility=Visibility.PUBLIC)
    ladder = {"ladder": world.ladder, "heading": "", "top": None}
    body = [("paragraph", "<p>همه از ۱۲۰۰ آغاز می‌کنند.</p>"), ("ladder", ladder)]
    page = client.get(getattr(world, kind)(body=body).url).content.decode()
    (text_of_editor, block) = re.findall(r'<div class="wl-prose__block"([^>]*)>', page)
    assert (text_of_editor, block) == (' dir="auto"', "")


class TestClubPage:
    @pytest.fixture
    def second(self, world, ladder_page):
        """Another public ladder of the club, on which Anna and Fay play, with its page."""
        first, world.ladder = world.ladder, services.create_ladder(world.club, "Blitz", by=world.by)
        world.set(visibility=Visibility.PUBLIC)
        world.event(date(2026, 3, 15), ["Anna 1-0 Fay"], name="Blitz night")
        page = world.ladder_page(title="Blitz", slug="blitz")
        blitz, world.ladder = world.ladder, first
        return blitz, page

    def test_shows_its_ladders_its_events_and_its_players_once_for_each_ladder(
        self, client, world, second, evening
    ):
        page = text(client.get(world.club_page().url))
        assert "Club ladder" in page and "Blitz" in page
        roster = page[page.index("<caption><h2>Players") :]
        assert roster.count(">A.<") == 2  # nothing joins the one ladder's Anna to the other's
        assert roster.count("<tr>") == 1 + 6
        assert page.index("Blitz night") < page.index(evening.name) < page.index("<caption><h2>Players")

    @pytest.mark.parametrize(
        ("language", "order"),
        [
            ("en", ["Ceren", "Çiğdem", "Cuma", "Oya", "Öykü", "Özge", "Ümit", "Zeynep"]),
            ("tr", ["Ceren", "Cuma", "Çiğdem", "Oya", "Öykü", "Özge", "Ümit", "Zeynep"]),
        ],
    )
    def test_the_roster_stands_in_the_alphabet_of_the_club(self, client, world, ladder_page, language, order):
        names = ["Zeynep", "Çiğdem", "Öykü", "Cuma", "Ceren", "Oya", "Özge", "Ümit"]
        world.event(date(2026, 3, 20), [f"{white} ½-½ {black}" for white, black in pairs(names)])
        services.confirm_adults(world.club, [world.player(name).pk for name in names], by=world.by)
        services.change_club(
            world.club, name="Club", language=language, juniors_never_by_full_name=False, by=world.by
        )
        world.set(names="full")
        page = text(client.get(world.club_page().url))
        assert sorted(order, key=page.rindex) == order

    def test_hides_what_the_visitor_may_not_see(self, client, world, second):
        blitz, _page = second
        with world.commits():
            services.change_ladder(blitz, by=world.by, visibility=Visibility.ORGANISERS)
        club_page = world.club_page()
        response = client.get(club_page.url)
        assert "Blitz" not in text(response) and "F." not in text(response)
        assert "Cache-Control" not in response
        client.force_login(world.by)
        response = client.get(club_page.url)
        assert "Blitz night" in text(response) and "F." in text(response)
        assert "no-store" in response["Cache-Control"]
        assert "noindex" in response["X-Robots-Tag"]

    def test_a_public_ladder_behind_a_login_does_not_leak_into_the_open_club_page(
        self, client, world, second
    ):
        _blitz, page = second
        PageViewRestriction(page_id=page.pk, restriction_type=PageViewRestriction.LOGIN).save()
        assert "Blitz" not in text(client.get(world.club_page().url))

    def test_nothing_for_a_club_of_which_nothing_is_public(self, client, world, ladder_page):
        world.set(visibility=Visibility.ORGANISERS)
        page = text(client.get(world.club_page().url))
        assert "Club ladder" not in page and "A." not in page and "<table" not in page


class TestTemplates:
    @pytest.fixture
    def override(self, settings, tmp_path):
        """Puts a template of the site in front of those of the apps."""

        def write(name, source):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(source)
            settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [str(tmp_path)]}]

        return write

    def test_a_site_overrides_one_block(self, client, world, ladder_page, override):
        override(
            "wagtail_ladder/pages/ladder_page.html",
            '{% extends "wagtail_ladder/pages/ladder_page.html" %}'
            "{% block ladder_rules %}<p>House rules</p>{% endblock %}",
        )
        page = text(client.get(ladder_page.url))
        assert "<p>House rules</p>" in page and "Provisional ratings" in page
        assert "A rating is provisional until" not in page

    def test_a_site_puts_its_own_frame_around(self, client, world, evening, ladder_page, override):
        override("base.html", "<body class=ours>{% block content %}{% endblock %}</body>")
        override(
            "wagtail_ladder/base.html",
            '{% extends "base.html" %}'
            "{% block content %}{% block ladder_content %}{% endblock %}{% endblock %}",
        )
        for url in addresses(ladder_page, world, evening):
            if not url.endswith("csv/"):
                page = text(client.get(url))
                assert page.startswith("<body class=ours>") and "<h1>" in page


def test_an_old_address_of_a_player_who_is_shown_by_less_is_missing(client, world):
    """And never a way to the new one: an archived page with the full name must not explain the initials."""
    world.event(date(2026, 3, 14), ["Anna_Ash 1-0 Bea"])
    world.set(visibility=Visibility.PUBLIC, names="full")
    page = world.ladder_page()
    anna = world.player("Anna_Ash")
    services.record_consent(world.club, [anna.pk], by=world.by)
    world.allow_full_names_of_juniors()
    old = Addresses(page.url).player(world.public_id("Anna_Ash"))
    assert "Anna_Ash" in text(client.get(old))
    services.withdraw_consent(world.club, [anna.pk], by=world.by)
    gone = client.get(old)
    assert gone.status_code == 404
    assert text(gone) == text(client.get(Addresses(page.url).player("2" * 13)))
    new = Addresses(page.url).player(world.public_id("Anna_Ash"))
    assert new != old
    assert "Anna_Ash" not in text(client.get(new))
