"""What stands outside the page tree speaks the club's language: no page and no prefix names another."""

from datetime import date

import pytest
from django.urls import reverse

from wagtail_ladder import services
from wagtail_ladder.audience import link_token
from wagtail_ladder.models import Visibility

pytestmark = pytest.mark.django_db


@pytest.fixture
def turkish(world):
    services.change_club(
        world.club, name=world.club.name, language="tr", juniors_never_by_full_name=True, by=world.by
    )
    world.event(date(2026, 3, 14), ["Anna 1-0 Bea"])
    return world


@pytest.fixture
def frame(turkish):
    turkish.set(visibility=Visibility.PUBLIC)
    return reverse("wagtail_ladder:embed", args=[turkish.ladder.embed_id])


def language_of(response):
    text = response.content.decode()
    code = text.partition('<html lang="')[2].partition('"')[0]
    assert response.headers["Content-Language"] == code
    return code


def test_a_frame_speaks_the_clubs_language_whatever_the_visitor_reads(client, frame):
    assert language_of(client.get(frame, headers={"accept-language": "el"})) == "tr"


def test_the_page_around_a_frame_may_ask_for_another(client, frame):
    assert language_of(client.get(frame + "?lang=fa")) == "fa"
    assert 'dir="rtl"' in client.get(frame + "?lang=fa").content.decode()


@pytest.mark.parametrize("asked", ["xx", "", "tr" * 500, "../el", "el\n"])
def test_a_language_that_the_site_does_not_have_is_not_read(client, frame, asked):
    assert language_of(client.get(frame, {"lang": asked})) == "tr"


def test_a_language_of_the_club_that_the_site_does_not_have_leaves_the_visitors(client, frame, settings):
    settings.LANGUAGES = [("en", "English"), ("el", "Greek")]
    assert language_of(client.get(frame, headers={"accept-language": "el"})) == "el"


def test_a_link_to_share_speaks_the_clubs_language(client, turkish):
    turkish.set(visibility=Visibility.LINK)
    link = services.make_link(turkish.ladder, "Parents", by=turkish.by)
    address = reverse("wagtail_ladder:table", args=[link_token(link)])
    for path in (address, f"{address}events/", f"{address}players/nobody/"):
        assert language_of(client.get(path, headers={"accept-language": "el"})) == "tr"
