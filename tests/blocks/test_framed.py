"""A public ladder in a frame on a page of another site."""

from datetime import date

import pytest
from django.core.checks import run_checks

from wagtail_ladder.models import Ladder
from wagtail_ladder.models.identifiers import public_id

pytestmark = pytest.mark.django_db
SETTING = "WAGTAIL_LADDER_EMBED_FRAME_ANCESTORS"


@pytest.fixture
def address(world):
    return f"/ladders/embed/{world.ladder.embed_id}/"


def test_it_shows_the_rows_and_nothing_of_the_site(client, world, address):
    world.ladder_page()
    html = client.get(address).content.decode()
    assert html.count("1487") == 2 and "Rookery" in html
    assert f'href="/ladder/players/{world.public_id("Anna")}/"' in html
    assert '<link rel="canonical" href="http://testserver/ladder/">' in html
    assert "<nav" not in html and "<form" not in html and "userbar" not in html
    assert " style=" not in html and "<script>" not in html


def test_without_a_page_of_its_own_search_engines_pass_by(client, address):
    answer = client.get(address)
    assert answer["X-Robots-Tag"] == "noindex" and b"canonical" not in answer.content


@pytest.mark.parametrize(
    ("query", "lines"), [("top=2", 2), ("top=0", 6), ("top=-1", 6), ("top=x", 6), ("top=501", 6), ("a=b", 6)]
)
def test_the_first_so_many(client, address, query, lines):
    assert client.get(f"{address}?{query}").content.decode().count('<th scope="row">') == lines


@pytest.mark.parametrize(
    ("theme", "scheme"),
    [("dark", "dark"), ("light", "light"), ("<script>", "light dark"), ("", "light dark")],
)
def test_the_colours(client, address, theme, scheme):
    html = client.get(address, {"theme": theme}).content.decode()
    assert f'<meta name="color-scheme" content="{scheme}">' in html and "<script>" not in html


class TestWhoMayFrameIt:
    def test_nobody_unless_the_settings_say_so(self, client, address):
        answer = client.get(address)
        assert answer["Content-Security-Policy"] == "frame-ancestors 'none'"
        assert answer["X-Frame-Options"] == "DENY"

    @pytest.mark.parametrize(
        "sites",
        [["*"], ["https://club.example.org"], ("'self'", "https://*.example.org", "http://localhost:8000")],
    )
    def test_those_whom_they_name(self, client, address, settings, sites):
        setattr(settings, SETTING, sites)
        answer = client.get(address)
        assert answer["Content-Security-Policy"] == "frame-ancestors " + " ".join(sites)
        assert "X-Frame-Options" not in answer.headers
        assert [error.id for error in run_checks()].count("wagtail_ladder.E003") == 0

    @pytest.mark.parametrize(
        "sites",
        ["https://club.example.org", ["club.example.org"], ["https://a.org; script-src *"], [None], 1,
         ["https://club.example.org", "javascript:"], ["https://a.org https://b.org"], ["https://a.org/path"]],
    )  # fmt: skip
    def test_what_is_not_well_formed_opens_nothing_and_is_told(self, client, address, settings, sites):
        setattr(settings, SETTING, sites)
        assert client.get(address)["Content-Security-Policy"] == "frame-ancestors 'none'"
        assert "wagtail_ladder.E003" in [error.id for error in run_checks()]


class TestCaches:
    def test_the_bare_address_is_for_caches_that_are_purged(self, client, address):
        assert "Cache-Control" not in client.get(address).headers

    def test_any_other_is_asked_for_each_time_and_answered_in_short(self, client, world, address):
        answer = client.get(f"{address}?top=2")
        assert "no-cache" in answer["Cache-Control"]
        again = client.get(f"{address}?top=2", HTTP_IF_NONE_MATCH=answer["ETag"])
        assert (again.status_code, again.content) == (304, b"")
        assert again["Content-Security-Policy"] == "frame-ancestors 'none'"
        world.event(date(2026, 9, 11), ["Fay 1-0 Anna"])
        assert client.get(f"{address}?top=2", HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 200


class TestTheAddress:
    def test_it_stays_when_the_ladder_is_renamed(self, client, world, address):
        world.set(name="Another name")
        assert client.get(address).status_code == 200

    def test_it_is_random_and_no_number_of_a_row(self, world):
        assert Ladder.objects.get(pk=world.ladder.pk).embed_id not in (str(world.ladder.pk), public_id())
        assert len(world.ladder.embed_id) == 13

    @pytest.mark.parametrize("level", ["organisers", "link", "members"])
    def test_of_a_ladder_that_is_not_for_everybody_it_is_missing(self, client, world, address, level):
        world.set(visibility=level)
        client.force_login(world.by)
        hidden, missing = client.get(address), client.get(f"/ladders/embed/{public_id()}/")
        assert (hidden.status_code, hidden.content) == (missing.status_code, missing.content)
        assert hidden.status_code == 404
        assert "Content-Security-Policy" not in hidden.headers

    def test_it_is_looked_at_and_not_posted_to(self, client, address):
        assert client.post(address).status_code == 405
        assert client.head(address).status_code == 200
