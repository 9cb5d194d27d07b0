"""The pages as citizens of a Wagtail site: sitemap, search, cached addresses, heads and previews."""

import re
from datetime import date, datetime

import pytest
from django.contrib.auth.models import Group, User
from django.template import engines
from django.test import Client
from django.utils import timezone
from wagtail.models import Page

from wagtail_ladder import services
from wagtail_ladder.models import Event, LadderPlayer, NameMode, Visibility
from wagtail_ladder.pages.models import ClubPage, LadderPage
from wagtail_ladder.services.reads.archive import PER_PAGE
from wagtail_ladder.site.addresses import Addresses

from .head import head_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(world):
    world.set(visibility=Visibility.PUBLIC)
    return world.event(date(2026, 3, 14), ["Zelleranna 1-0 Bea"])


@pytest.fixture
def ladder_page(world, evening):
    return world.ladder_page()


@pytest.fixture
def club_page(world):
    return world.club_page()


class TestSitemap:
    @pytest.fixture
    def listed(self, client):
        """Path -> the day of its last change, None where none is told."""

        def read():
            text = client.get("/sitemap.xml").content.decode()
            found = {}
            for url in re.findall(r"<url>(.*?)</url>", text, re.DOTALL):
                address = re.search(r"<loc>http://[^/]+(.*?)</loc>", url)[1]
                day = re.search(r"<lastmod>(.*?)</lastmod>", url)
                assert address not in found, "listed twice"
                found[address] = day and day[1]
            return {
                address: day for address, day in found.items() if address.startswith(("/ladder/", "/again/"))
            }

        return read

    def test_lists_the_ladder_its_players_and_its_events(self, world, evening, ladder_page, listed):
        draft = world.event(date(2026, 3, 21), ["Zelleranna 1-0 Cleo"], publish=False)
        below = Addresses("/ladder/")
        players = {below.player(world.public_id(name)) for name in ("Zelleranna", "Bea")}
        assert set(listed()) == {below.base, *players, below.event(evening.public_id)}
        assert below.event(draft.public_id) not in listed()

    def test_tells_the_day_of_the_replay_where_the_ladder_shows_days(
        self, world, evening, ladder_page, listed
    ):
        player = Addresses("/ladder/").player(world.public_id("Bea"))
        LadderPage.objects.update(last_published_at=timezone.make_aware(datetime(2020, 1, 2, 12)))
        type(world.ladder).objects.update(replayed_at=timezone.make_aware(datetime(2026, 4, 5, 12)))
        assert listed()["/ladder/"] == "2020-01-02" and listed()[player] is None
        type(world.ladder).objects.update(months_instead_of_days=False)
        assert listed()["/ladder/"] == listed()[player] == "2026-04-05"
        assert listed()[Addresses("/ladder/").event(evening.public_id)] is None

    def test_an_alias_is_not_listed_beside_its_source(self, world, ladder_page, listed):
        before = listed()
        ladder_page.create_alias(parent=world.home, update_slug="again")
        assert listed() == before
        LadderPage.objects.filter(pk=ladder_page.pk).update(live=False)
        assert {address.replace("/again/", "/ladder/") for address in listed()} == set(before)

    def test_nothing_of_a_hidden_ladder(self, world, ladder_page, listed):
        world.set(visibility=Visibility.ORGANISERS)
        assert listed() == {}


class TestSearch:
    @pytest.fixture(autouse=True)
    def people(self, world, ladder_page, club_page):
        services.confirm_adults(world.club, [world.player("Zelleranna").pk], by=world.by)
        world.set(names=NameMode.FULL)

    def found(self, text):
        return {page.slug for page in [*Page.objects.live().search(text), *Page.objects.autocomplete(text)]}

    def test_finds_public_ladders_and_clubs_by_title(self, client, world):
        assert self.found("Our ladder") == {"ladder"}
        assert self.found("Our") == {"ladder", "club"}
        assert "ladder" in self.found("ladd")
        client.force_login(world.by)
        results = client.get("/admin/pages/search/results/", {"q": "Our ladder"}).content.decode()
        assert "Our ladder" in results

    @pytest.mark.parametrize("name", ["Zelleranna", "Bea", "Zeller", "Z."])
    def test_finds_nobody_by_name_shown_or_hidden(self, client, world, name):
        assert self.found(name) == set()
        client.force_login(world.by)
        for query in (name, name.lower()):
            results = client.get("/admin/pages/search/results/", {"q": query}).content.decode()
            assert "Our ladder" not in results and "Our club" not in results

    def test_forgets_a_ladder_that_is_hidden_and_finds_it_again(self, world):
        world.set(visibility=Visibility.MEMBERS)
        assert "ladder" not in self.found("ladder")
        world.set(visibility=Visibility.PUBLIC)
        assert "ladder" in self.found("ladder")


class TestCachedPaths:
    """What a cache may keep is what a purge names."""

    def addresses_of_every_route(self, page):
        known = {
            "player_id": LadderPlayer.objects.values_list("public_id", flat=True),
            "event_id": Event.objects.values_list("public_id", flat=True),
        }
        for route in LadderPage.get_subpage_urls():
            filled = [{}]
            for name in route.pattern.converters:
                filled = [{**others, name: value} for others in filled for value in known[name]]
            for ids in filled:
                yield "/" + page.reverse_subpage(route.name, kwargs=ids)

    def test_every_route_that_a_cache_may_keep_is_named(self, client, world, evening, ladder_page):
        for number in range(PER_PAGE):
            event = world.event(date(2026, 4, 1 + number), ["Zelleranna 1-0 Bea"])
        for _number in range(PER_PAGE + 1):
            world.correct(event, "Zelleranna 0-1 Bea")
            world.correct(event, "Zelleranna 1-0 Bea")
        kept, asked_anew = set(), set()
        for path in set(self.addresses_of_every_route(ladder_page)):
            for query in ("", "?page=1", "?page=2", "?page=3", "?group=U10"):
                answer = client.get(f"/ladder{path}{query}")
                assert answer.status_code in (200, 302), path
                if answer.status_code == 302 or "no-store" in answer.get("Cache-Control", ""):
                    asked_anew.add(path + query)
                else:
                    kept.add(path + query)
        named = set(ladder_page.get_cached_paths())
        # A query that a page does not read is nobody's link: a cache that keeps it answers nobody.
        linked = {
            path for path in kept if "?" not in path or path.startswith(("/events/?", "/corrections/?"))
        }
        linked -= {path for path in linked if "group=" in path}
        assert linked == named | {"/events/?page=3"} | ({"/corrections/?page=3"} - named)
        assert {"/csv/", "/?group=U10"} <= asked_anew
        whys = {path for path in asked_anew if re.fullmatch(r"/players/\w+/events/\w+/", path)}
        assert len(whys) == 2 * (PER_PAGE + 1)

    def test_of_the_club_page_each_page_of_its_archive(self, client, world, club_page, evening):
        assert club_page.get_cached_paths() == ["/", "/?page=1"]
        for number in range(PER_PAGE):
            world.event(date(2026, 4, 1 + number), ["Zelleranna 1-0 Bea"])
        assert club_page.get_cached_paths() == ["/", "/?page=1", "/?page=2"]
        linked = re.findall(r'href="(\?page=\d+)', client.get("/club/").content.decode())
        assert {f"/{query}" for query in linked} <= set(club_page.get_cached_paths())


class TestHead:
    @pytest.fixture
    def addresses(self, world, evening, ladder_page, club_page):
        below = Addresses("/ladder/")
        return {
            "ladder": below.base,
            "player": below.player(world.public_id("Zelleranna")),
            "event": below.event(evening.public_id),
            "club": "/club/",
        }

    def test_says_what_each_page_is(self, client, world, evening, addresses):
        heads = {name: head_of(client.get(address)) for name, address in addresses.items()}
        assert {name: head.tags["og:title"] for name, head in heads.items()} == {
            "ladder": "Our ladder",
            "player": "Z. – Our ladder",
            "event": f"{evening.name} – Our ladder",
            "club": "Our club",
        }
        assert {name: head.tags["og:type"] for name, head in heads.items()} == {
            "ladder": "website", "player": "profile", "event": "article", "club": "website",
        }  # fmt: skip
        # Two new players, one game: 1200 + 40 x (1 - 0.5).
        assert heads["player"].tags["og:description"] == "Rating: 1220. Won, drawn and lost: 1–0–0."
        assert heads["event"].tags["og:description"] == "Standings and games, March 2026."
        for name, head in heads.items():
            assert head.tags["og:url"] == head.canonical == f"http://localhost{addresses[name]}"
            assert head.tags["twitter:card"] == "summary"

    def test_has_the_name_that_the_page_shows(self, client, world, addresses):
        services.confirm_adults(world.club, [world.player("Zelleranna").pk], by=world.by)
        world.set(names=NameMode.FULL)
        assert head_of(client.get(addresses["player"])).tags["og:title"] == "Zelleranna – Our ladder"
        services.force_initials(world.ladder, world.player("Zelleranna"), True, by=world.by)
        # Who has initials from now on has another address too.
        page = client.get(Addresses("/ladder/").player(world.public_id("Zelleranna")))
        assert head_of(page).tags["og:title"] == "Z. – Our ladder"
        assert "Zelleranna" not in page.content.decode()

    def test_takes_the_words_that_an_editor_gave_the_page(self, client, ladder_page, addresses):
        LadderPage.objects.update(seo_title="Thursday ladder", search_description="Who leads <on Thursdays>")
        tags = head_of(client.get("/ladder/")).tags
        assert tags["og:title"] == "Thursday ladder"
        assert tags["og:description"] == "Who leads <on Thursdays>"

    def test_the_view_of_a_group_is_a_view_of_the_ladder(self, client, addresses):
        assert head_of(client.get("/ladder/?ladder-live=1")).canonical == "http://localhost/ladder/"

    @pytest.mark.parametrize("visibility", [Visibility.ORGANISERS, Visibility.LINK, Visibility.MEMBERS])
    def test_says_nothing_where_not_everybody_may_look(self, client, world, addresses, visibility):
        world.set(visibility=visibility)
        client.force_login(world.by)
        for address in addresses.values():
            page = client.get(address)
            assert page.status_code == 200
            assert 'property="og:' not in page.content.decode() and head_of(page).canonical is None
            assert head_of(page).tags["robots"] == "noindex, nofollow, noarchive"

    def test_a_site_puts_its_own_in_its_place(self, client, addresses, settings, tmp_path):
        frame = tmp_path / "wagtail_ladder"
        frame.mkdir()
        (frame / "base.html").write_text(
            "<head>{% block ladder_head %}{% endblock %}</head>{% block ladder_content %}{% endblock %}"
        )
        (frame / "site").mkdir()
        (frame / "site" / "meta.html").write_text('<meta name="own" content="{{ meta.title }}">')
        templates = [{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]
        settings.TEMPLATES = templates
        assert engines["django"].dirs == [tmp_path]
        page = client.get(addresses["player"]).content.decode()
        assert "og:" not in page and "<head></head>" in page
        page = client.get("/club/").content.decode()
        assert 'name="own" content="Our club"' in page and "og:" not in page


class TestPreview:
    def preview(self, page, user, rf):
        client = Client()
        client.force_login(user)
        cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        request = rf.get("/", headers={"host": "localhost", "cookie": cookie})
        for mode, _label in page.preview_modes:
            response = page.make_preview_request(request, mode)
            assert response.status_code == 200
            yield (
                response.render().content.decode()
                if hasattr(response, "render")
                else response.content.decode()
            )

    @pytest.fixture
    def editor(self, db):
        user = User.objects.create_user("page-editor")
        user.groups.add(Group.objects.get(name="Editors"))
        return user

    def test_a_page_that_is_not_saved_yet_shows_the_ladder(self, world, evening, rf):
        page = LadderPage(title="Coming soon", ladder=world.ladder)
        for shown in self.preview(page, world.by, rf):
            assert "Coming soon" in shown and "1220" in shown
            assert 'property="og:' not in shown

    def test_a_draft_shows_what_is_typed_and_not_what_is_live(self, world, ladder_page, rf):
        ladder_page.title = "Under a new name"
        for shown in self.preview(ladder_page, world.by, rf):
            assert "Under a new name" in shown and "Our ladder" not in shown and "1220" in shown

    def test_a_draft_of_a_club_page(self, world, evening, rf):
        page = ClubPage(title="Coming soon", club=world.club)
        for shown in self.preview(page, world.by, rf):
            assert "Coming soon" in shown and "Z." in shown

    @pytest.mark.parametrize("visibility", [Visibility.ORGANISERS, Visibility.LINK, Visibility.MEMBERS])
    def test_of_a_hidden_ladder_an_editor_reads_why_there_are_no_rows(
        self, world, ladder_page, editor, rf, visibility
    ):
        world.set(visibility=visibility)
        page = LadderPage.objects.get(pk=ladder_page.pk)
        for shown in self.preview(page, editor, rf):
            assert "You do not have a role in this club" in shown
            assert "1220" not in shown and "Z." not in shown
        for shown in self.preview(page, world.by, rf):
            assert "1220" in shown
