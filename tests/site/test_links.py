"""A ladder on the level *link*: for whoever holds the address of one of its links, and for nobody else."""

import logging
import re
from base64 import urlsafe_b64decode
from datetime import date, datetime
from html.parser import HTMLParser
from zoneinfo import ZoneInfo

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, User
from django.urls import reverse
from django.utils import timezone
from wagtail.models import ModelLogEntry, Page

from tests.testapp.models import HomePage
from wagtail_ladder import audience, services, urls
from wagtail_ladder.audience import link_token
from wagtail_ladder.models import ClubRole, ShareLink, Visibility
from wagtail_ladder.site.addresses import Addresses
from wagtail_ladder.site.links import path_of_link

METHODS = ("get", "head", "options", "post", "put", "patch", "delete")


@pytest.fixture
def evening(world):
    return world.event(
        date(2026, 3, 14), ["Anna 1-0 Bea", "Cleo ½-½ Dora"], ["Emil 0-1 Anna", "Bea bye"], guests=["Emil"]
    )


@pytest.fixture
def link(world, evening):
    world.set(visibility=Visibility.LINK)
    return services.make_link(world.ladder, "Parents", by=world.by)


def addresses(token, world, event):
    """Every kind of address that a link has."""
    below = Addresses(path_of_link(token))
    return [
        below.base,
        below.csv,
        below.events,
        below.corrections,
        below.event(event.public_id),
        below.player(world.public_id("Anna")),
        below.explanation(world.public_id("Anna"), event.public_id),
    ]


def everywhere(client, token, world, event, method="get"):
    return [getattr(client, method)(url) for url in addresses(token, world, event)]


def assert_missing(client, token, world, event):
    """Every address, asked by every method, answers as one that never was."""
    for url in addresses(token, world, event):
        nowhere = url.replace(token, "2" * 13 + "-" + "x" * 32).replace("/s/", "/nowhere/")
        for method in METHODS:
            answer, missing = getattr(client, method)(url), getattr(client, method)(nowhere)
            assert answer.status_code == missing.status_code == 404
            assert answer.content.replace(url.encode(), b"") == missing.content.replace(nowhere.encode(), b"")


class Tags(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


class TestWhatTheHolderSees:
    def test_every_address_answers_and_every_route_is_among_them(self, client, world, evening, link):
        answers = everywhere(client, link_token(link), world, evening)
        with_token = [route for route in urls.urlpatterns if "token" in route.pattern.converters]
        assert [answer.status_code for answer in answers] == [200] * len(with_token)
        names = {answer.resolver_match.url_name for answer in answers}
        assert names == {route.name for route in with_token}

    def test_the_same_rows_as_the_page_shows(self, client, world, evening, link):
        page = world.ladder_page(title=world.ladder.name)
        world.correct(evening, "Anna 0-1 Bea")
        client.force_login(world.by)
        own = everywhere(client, link_token(link), world, evening)
        for answer, path in zip(own, addresses(link_token(link), world, evening), strict=True):
            on_page = client.get(path.replace(path_of_link(link_token(link)), page.url))
            rows = [
                re.findall(
                    r'<(table|ul class="wl-corrections")(.*?)</(?:table|ul)>',
                    one.content.decode().replace(base, ""),
                    re.S,
                )
                for one, base in ((answer, path_of_link(link_token(link))), (on_page, page.url))
            ]
            assert rows[0] == rows[1]
            assert rows[0] or answer.content == on_page.content

    def test_all_addresses_stay_under_the_link(self, client, world, evening, link):
        home = path_of_link(link_token(link))
        for answer in everywhere(client, link_token(link), world, evening):
            for tag, attributes in Tags(answer.content.decode()).found:
                if tag == "a":
                    assert attributes["href"].startswith((home, "?page=", "#"))

    def test_initials_and_months_as_everywhere(self, client, world, evening, link):
        for answer in everywhere(client, link_token(link), world, evening):
            page = answer.content.decode()
            assert not {name for name in ("Anna", "Bea", "Cleo", "Dora", "Emil") if name in page}
            assert "2026-03-14" not in page and "March 14" not in page

    def test_nothing_carries_the_address_away(self, client, world, evening, link):
        """No form, no script, no asset of another site, no card for a chat, no address of the page."""
        for answer in everywhere(client, link_token(link), world, evening):
            for tag, attributes in Tags(answer.content.decode()).found:
                assert tag not in {"form", "script", "iframe", "img", "style", "base"}
                assert not attributes.keys() & {"style", "property", "ping", "onclick"}
                assert attributes.get("rel") not in {"canonical", "alternate"}
                for name in ("href", "src", "action"):
                    assert "//" not in attributes.get(name, "")

    def test_every_page_names_the_club(self, client, world, evening, link):
        """Whom to ask: the holder may know the club alone."""
        services.change_club(
            world.club, name="<Rook> & Pawn", language="en", juniors_never_by_full_name=False, by=world.by
        )
        for answer in everywhere(client, link_token(link), world, evening):
            if answer["Content-Type"].startswith("text/html"):
                assert '<p class="wl-club"><bdi>&lt;Rook&gt; &amp; Pawn</bdi></p>' in answer.content.decode()

    def test_it_stands_in_its_own_frame(self, client, link):
        answer = client.get(path_of_link(link_token(link)))
        templates = {template.name for template in answer.templates}
        assert "wagtail_ladder/standalone.html" in templates
        assert "wagtail_ladder/base.html" not in templates

    def test_headers_of_every_address(self, client, world, evening, link):
        for answer in everywhere(client, link_token(link), world, evening):
            assert answer["Referrer-Policy"] == "same-origin"
            assert answer["X-Robots-Tag"] == "noindex, nofollow, noarchive"
            assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))
            assert not answer.cookies
            if answer["Content-Type"].startswith("text/html"):
                assert (
                    '<meta name="robots" content="noindex, nofollow, noarchive">' in answer.content.decode()
                )

    @pytest.mark.parametrize("method", METHODS[2:])
    def test_it_can_only_be_looked_at(self, client, world, evening, link, method):
        for answer in everywhere(client, link_token(link), world, evening, method):
            assert answer.status_code == 405
            assert answer["Allow"] == "GET, HEAD"
            assert "no-store" in answer["Cache-Control"]

    def test_players_and_events_that_are_not_there(self, client, world, evening, link):
        draft = world.event(date(2026, 3, 20), ["Anna 0-1 Bea"], publish=False)
        below = Addresses(path_of_link(link_token(link)))
        for url in (below.event(draft.public_id), below.event("nothing"), below.player("nobody")):
            answer = client.get(url)
            assert answer.status_code == 404
            assert answer["Referrer-Policy"] == "same-origin" and "no-store" in answer["Cache-Control"]
            assert f'<a href="{below.base}">' in answer.content.decode()
            assert "wagtail_ladder/base.html" not in {template.name for template in answer.templates}


class TestWhatOpensNothing:
    def test_a_token_that_is_not_quite_it(self, client, world, evening, link):
        token = link_token(link)
        key, _, secret = token.partition("-")
        others = [
            f"{key}-{'x' * 32}",
            f"{'2' * 13}-{secret}",
            f"{key}-{secret[:-1]}{'A' if secret[-1] != 'A' else 'B'}",
            f"{key}-{secret.swapcase()}",
        ]
        assert client.get(path_of_link(token)).status_code == 200
        for other in others:
            assert_missing(client, other, world, evening)

    @pytest.mark.parametrize(
        "text", ["", "-", "x", "\x00", "%00", "é" * 13 + "-" + "x" * 32, "2" * 13 + "-" + "é" * 32]
    )
    def test_a_token_that_is_none(self, client, link, text):
        assert audience.ladder_of_token(text) is None
        assert audience.ladder_of_token(link_token(link) + text) is None or not text
        assert client.get(f"/ladders/s/{text}/").status_code == 404

    def test_a_revoked_link_and_the_others_stay(self, client, world, evening, link):
        other = services.make_link(world.ladder, "Grandparents", by=world.by)
        services.revoke_link(link, by=world.by)
        assert_missing(client, link_token(link), world, evening)
        assert client.get(path_of_link(link_token(other))).status_code == 200

    def test_the_last_day_counts_in_the_time_zone_of_the_site(
        self, client, world, evening, link, monkeypatch
    ):
        ShareLink.objects.update(last_day=date(2026, 5, 31))
        auckland = ZoneInfo("Pacific/Auckland")

        def at(moment):
            monkeypatch.setattr(timezone, "now", lambda: moment)
            with timezone.override(auckland):
                return client.get(path_of_link(link_token(link))).status_code

        assert at(datetime(2026, 5, 31, 23, 59, tzinfo=auckland)) == 200
        assert at(datetime(2026, 6, 1, 0, 0, tzinfo=auckland)) == 404
        # In UTC it is the 31st for twelve more hours.
        monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 6, 1, 0, 0, tzinfo=auckland))
        assert client.get(path_of_link(link_token(link))).status_code == 200

    @pytest.mark.parametrize("level", [Visibility.ORGANISERS, Visibility.MEMBERS, Visibility.PUBLIC])
    def test_a_ladder_on_another_level(self, client, world, evening, link, level):
        world.set(visibility=level)
        assert_missing(client, link_token(link), world, evening)
        world.set(visibility=Visibility.LINK)
        assert client.get(path_of_link(link_token(link))).status_code == 200

    def test_a_link_of_another_ladder_shows_that_and_no_player_of_this(self, client, world, evening, link):
        anna = world.public_id("Anna")
        other = services.create_ladder(world.club, "Blitz", by=world.by)
        services.change_ladder(other, visibility=Visibility.LINK, by=world.by)
        token = link_token(services.make_link(other, "Blitz players", by=world.by))
        below = Addresses(path_of_link(token))
        assert "Blitz" in client.get(below.base).content.decode()
        assert client.get(below.player(anna)).status_code == 404
        assert client.get(below.event(evening.public_id)).status_code == 404

    def test_a_link_does_not_follow_its_row_to_another_ladder(self, world, link):
        token = link_token(link)
        other = services.create_ladder(world.club, "Blitz", by=world.by)
        services.change_ladder(other, visibility=Visibility.LINK, by=world.by)
        ShareLink.objects.update(ladder=other)
        assert audience.ladder_of_token(token) is None


class TestTheSecret:
    def test_192_bits_and_no_two_alike(self, world, link):
        links = [link, *(services.make_link(world.ladder, f"Parents {n}", by=world.by) for n in range(20))]
        secrets = {link_token(one).partition("-")[2] for one in links}
        assert len(secrets) == 21
        assert {len(urlsafe_b64decode(secret)) * 8 for secret in secrets} == {192}
        assert {len(urlsafe_b64decode(one.nonce)) * 8 for one in links} == {192}

    def test_the_database_does_not_hold_it(self, world, link):
        secret = link_token(link).partition("-")[2]
        for model in apps.get_models():
            for row in model.objects.values() if hasattr(model, "objects") else ():
                assert secret not in str(row), model

    def test_it_takes_the_secret_key_of_the_site(self, client, link, settings):
        token, settings.SECRET_KEY = link_token(link), "another"
        assert link_token(link) != token
        assert client.get(path_of_link(token)).status_code == 404
        settings.SECRET_KEY_FALLBACKS = ["tests"]
        assert client.get(path_of_link(token)).status_code == 200
        assert client.get(path_of_link(link_token(link))).status_code == 200

    def test_it_is_in_no_log(self, client, world, evening, link, caplog):
        token = link_token(link)
        caplog.set_level(logging.DEBUG)
        for method in ("get", "post"):
            everywhere(client, token, world, evening, method)
        client.handler.enforce_csrf_checks = True
        client.post(path_of_link(token))
        client.handler.enforce_csrf_checks = False
        services.change_link(link, name="Mothers", by=world.by)
        services.revoke_link(link, by=world.by)
        everywhere(client, token, world, evening)
        assert "(hidden)" in caplog.text and "Not Found" in caplog.text and "CSRF" in caplog.text
        secret = token.partition("-")[2]
        assert secret not in caplog.text
        logged = [f"{entry.label} {entry.data}" for entry in ModelLogEntry.objects.all()]
        assert not [text for text in logged if secret in text or link.nonce in text or "Parents" in text]
        assert {"make_link", "change_link", "revoke_link"} <= {
            action.rpartition(".")[2] for action in ModelLogEntry.objects.values_list("action", flat=True)
        }


class TestElsewhere:
    """Whatever is not the link answers as on the level *organisers*."""

    @pytest.fixture
    def page(self, world, link):
        return world.ladder_page()

    def test_the_page_is_missing_for_strangers_and_members(self, client, world, evening, page):
        parents = Group.objects.create(name="parents")
        world.set(member_groups=[parents])
        parent = User.objects.create_user("parent")
        parent.groups.add(parents)
        for login in (client.logout, lambda: client.force_login(parent)):
            login()
            for url in [page.url, f"{page.url}csv/", f"{page.url}events/{evening.public_id}/"]:
                for method in METHODS:
                    answer = getattr(client, method)(url)
                    missing = getattr(client, method)(url.replace(page.slug, "nowhere"))
                    assert answer.status_code == missing.status_code == 404
                    assert answer.content == missing.content.replace(b"nowhere", page.slug.encode())

    def test_an_arbiter_sees_the_page_and_no_link(self, client, world, link, page):
        arbiter = User.objects.create_user("arbiter")
        arbiter.groups.add(world.club.group_permissions.get(role=ClubRole.ARBITER).group)
        client.force_login(arbiter)
        answer = client.get(page.url)
        assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]
        assert "/s/" not in answer.content.decode()

    def test_the_page_is_private_for_wagtail_too(self, client, world, link, page):
        (restriction,) = page.view_restrictions.all()
        groups = set(restriction.groups.values_list("name", flat=True))
        assert groups == {"Rookery: organisers", "Rookery: arbiters"}
        assert page.pk not in Page.objects.live().public().values_list("pk", flat=True)
        assert page.pk not in [found.pk for found in Page.objects.live().search("Our ladder")]
        assert page.get_sitemap_urls() == []
        listed = client.get("/api/v2/pages/").json()["items"]
        assert page.pk not in {item["id"] for item in listed}

    def test_no_public_output_holds_a_token(self, client, world, evening, link, page):
        world.club_page()
        secret, public = link_token(link).partition("-")[2], "/ladders/s/"
        for url in ("/", "/club/", "/sitemap.xml", "/api/v2/pages/?fields=*", "/robots.txt", page.url):
            for login in (client.logout, lambda: client.force_login(world.by)):
                login()
                answer = client.get(url)
                text = answer.content.decode() + str(answer.headers)
                assert secret not in text and public not in text, url

    def test_no_block_shows_it(self, client, world, link, page):
        embedding = world.home.add_child(
            instance=HomePage(
                title="News",
                slug="news",
                body=[("ladder", {"ladder": world.ladder, "heading": "Our best"})],
            )
        )
        answer = client.get(embedding.url)
        assert answer.status_code == 200
        assert "Our best" not in answer.content.decode() and "1220" not in answer.content.decode()
        why = audience.why_not_embedded(world.ladder, embedding)
        assert why is audience.NotEmbedded.FOR_LINK_HOLDERS

    def test_the_address_is_made_of_the_path_that_the_site_chose(self, link):
        token = link_token(link)
        assert reverse("wagtail_ladder:table", args=[token]) == f"/ladders/s/{token}/"
