"""Pages hold a reference: translated, copied or aliased, they show the same ladder."""

from datetime import date

import pytest
from django.apps import apps
from django.urls import reverse
from wagtail.models import PageViewRestriction

from wagtail_ladder import services
from wagtail_ladder.models import Club, Event, Ladder, LadderPlayer, Player, Standing, Visibility
from wagtail_ladder.pages.models import ClubPage, LadderPage
from wagtail_ladder.site.addresses import Addresses, addresses_of

from .head import head_of

pytestmark = pytest.mark.django_db
DATA = (Club, Ladder, Player, LadderPlayer, Event, Standing)


def counts():
    return [model.objects.count() for model in DATA]


@pytest.fixture
def evening(world):
    world.set(visibility=Visibility.PUBLIC)
    return world.event(date(2026, 3, 14), ["Anna 1-0 Bea"])


@pytest.fixture
def ladder_page(world, evening):
    return world.ladder_page()


@pytest.fixture
def in_greek(world, ladder_page, greek):
    """A translation, published; its front page too."""
    front = world.home.copy_for_translation(greek, copy_parents=True)
    front.save_revision().publish()
    return translated(ladder_page, greek)


def translated(page, locale):
    copy = page.copy_for_translation(locale)
    copy.title = "Η κατάταξή μας"
    copy.save_revision().publish()
    copy.refresh_from_db()
    return copy


def aliased(page, parent, slug, **fields):
    return page.create_alias(parent=parent, update_slug=slug, **fields)


def below(page, world, event):
    at = Addresses(page.get_url())
    yield from (at.base, at.events, at.csv, at.event(event.public_id), at.player(world.public_id("Anna")))
    yield at.explanation(world.public_id("Anna"), event.public_id)


def test_a_translation_shows_the_same_ladder_under_its_own_address(
    client, world, evening, ladder_page, in_greek
):
    assert in_greek.ladder_id == world.ladder.pk
    assert (ladder_page.get_url(), in_greek.get_url()) == ("/ladder/", "/el/ladder/")
    for address in below(in_greek, world, evening):
        assert client.get(address).status_code == 200, address
    page = client.get("/el/ladder/").content.decode()
    assert '<html lang="el"' in page and "1220" in page
    assert page.count('href="/el/ladder/players/') == client.get("/ladder/").content.decode().count(
        'href="/ladder/players/'
    )
    assert 'href="/ladder/' not in page


@pytest.mark.parametrize("what", ["translation", "alias", "copy", "translation by the screen"])
def test_nothing_of_the_club_is_doubled(client, world, ladder_page, greek, what):
    club_page = world.club_page()
    world.home.copy_for_translation(greek, copy_parents=True).save_revision().publish()
    before = counts()
    for page in (ladder_page, club_page):
        if what == "translation":
            copy = translated(page, greek)
        elif what == "alias":
            copy = aliased(page, world.home, f"{page.slug}-too")
        elif what == "copy":
            copy = page.copy(update_attrs={"slug": f"{page.slug}-copy"})
        else:
            client.force_login(world.by)
            screen = reverse("simple_translation:submit_page_translation", args=[page.pk])
            assert client.post(screen, {"locales": [greek.pk]}).status_code == 302
            copy = page.get_translation(greek)
        field = "ladder_id" if isinstance(copy, LadderPage) else "club_id"
        assert getattr(copy, field) == getattr(page, field)
        assert copy.pk != page.pk
    assert counts() == before
    copy.delete()
    assert counts() == before


def test_translations_are_told_to_search_engines_on_every_page(client, world, evening, ladder_page, in_greek):
    here, there = below(ladder_page, world, evening), below(in_greek, world, evening)
    for one, other in zip(here, there, strict=True):
        if one.endswith("csv/"):
            continue
        for address in (one, other):
            head = head_of(client.get(address))
            assert head.canonical == f"http://localhost{address}"
            assert head.alternates == {"en": f"http://localhost{one}", "el": f"http://localhost{other}"}


def test_the_club_page_tells_its_translations(client, world, ladder_page, in_greek, greek):
    club_page = world.club_page()
    translated(club_page, greek)
    for address in ("/club/", "/el/club/"):
        head = head_of(client.get(address))
        assert head.canonical == f"http://localhost{address}"
        assert head.alternates == {"en": "http://localhost/club/", "el": "http://localhost/el/club/"}


@pytest.mark.parametrize("how", ["draft", "restricted", "below a restricted page", "another ladder"])
def test_what_not_everybody_can_open_is_no_translation(client, world, ladder_page, in_greek, how):
    if how == "draft":
        in_greek.unpublish()
    elif how == "another ladder":
        other = services.create_ladder(world.club, "Blitz", by=world.by)
        LadderPage.objects.filter(pk=in_greek.pk).update(ladder=other)
    else:
        page = in_greek if how == "restricted" else in_greek.get_parent()
        PageViewRestriction.objects.create(page=page, restriction_type=PageViewRestriction.LOGIN)
    page = client.get("/ladder/")
    assert head_of(page).alternates == {}
    assert "/el/" not in page.content.decode()


def test_without_translations_there_is_nothing_to_tell(client, ladder_page):
    assert head_of(client.get("/ladder/")).alternates == {}


def test_blocks_and_club_pages_lead_to_the_page_in_the_visitors_language(
    client, world, ladder_page, in_greek, greek
):
    translated(world.club_page(), greek)
    assert 'href="/el/ladder/' in client.get("/el/club/").content.decode()
    assert 'href="/ladder/' in client.get("/club/").content.decode()
    assert addresses_of([world.ladder.pk], None)[world.ladder.pk].base == "/ladder/"


class TestAlias:
    @pytest.fixture
    def alias(self, world, ladder_page):
        return aliased(ladder_page, world.home, "again")

    def test_shows_the_ladder_under_its_own_address(self, client, world, evening, alias):
        for address in below(alias, world, evening):
            assert address.startswith("/again/")
            assert client.get(address).status_code == 200, address

    def test_names_the_address_of_its_source_as_the_one_to_keep(
        self, client, world, evening, ladder_page, alias
    ):
        pairs = zip(below(alias, world, evening), below(ladder_page, world, evening), strict=True)
        for address, known in pairs:
            if not address.endswith("csv/"):
                head = head_of(client.get(address))
                assert head.canonical == head.tags["og:url"] == f"http://localhost{known}"

    def test_of_a_draft_names_itself(self, client, ladder_page, alias):
        LadderPage.objects.filter(pk=ladder_page.pk).update(live=False)
        assert head_of(client.get("/again/")).canonical == "http://localhost/again/"

    def test_in_another_language_is_a_translation(self, client, world, ladder_page, greek):
        front = world.home.copy_for_translation(greek, copy_parents=True)
        front.save_revision().publish()
        ladder_page.copy_for_translation(greek, alias=True)
        head = head_of(client.get("/el/ladder/"))
        assert head.canonical == "http://localhost/el/ladder/"
        assert set(head.alternates) == {"en", "el"}

    def test_follows_its_source_to_another_ladder(self, client, world, ladder_page, alias):
        other = services.create_ladder(world.club, "Blitz", by=world.by)
        with world.commits():
            services.change_ladder(other, by=world.by, visibility=Visibility.PUBLIC)
            ladder_page.ladder = other
            ladder_page.save_revision().publish()
        assert LadderPage.objects.get(pk=alias.pk).ladder_id == other.pk


@pytest.mark.skipif(not apps.is_installed("wagtail_localize"), reason="wagtail-localize is not installed")
@pytest.mark.parametrize("page_model", [ClubPage, LadderPage])
def test_wagtail_localize_translates_prose_and_keeps_the_reference(page_model):
    from wagtail_localize.fields import get_translatable_fields

    fields = {field.field_name: field for field in get_translatable_fields(page_model)}
    reference = fields["club" if page_model is ClubPage else "ladder"]
    assert reference.is_synchronized(page_model()) and not reference.is_translated(page_model())
    assert not reference.is_overridable(page_model()), "a translator chooses no ladder"
    assert fields["title"].is_translated(page_model()) and fields["body"].is_translated(page_model())


@pytest.mark.skipif(not apps.is_installed("wagtail_localize"), reason="wagtail-localize is not installed")
def test_wagtail_localize_asks_for_prose_alone_and_doubles_nothing(client, world, ladder_page, greek):
    from wagtail_localize.models import Translation, TranslationSource

    world.home.copy_for_translation(greek, copy_parents=True).save_revision().publish()
    world.home.body = [
        (
            "ladder",
            {"ladder": world.ladder, "heading": "The top", "group": "U10", "around": world.public_id("Anna")},
        ),
        ("player", {"ladder": world.ladder, "heading": "A regular", "player": world.public_id("Anna")}),
    ]
    world.home.save_revision().publish()
    before = counts()
    asked = {}
    for page in (ladder_page, world.home):
        source, _made = TranslationSource.update_or_create_from_instance(page)
        Translation.objects.get_or_create(source=source, target_locale=greek)[0].save_target()
        asked[page] = set(source.stringsegment_set.values_list("string__data", flat=True))
    assert asked[ladder_page] == {"Our ladder", "ladder"}
    assert {"The top", "A regular"} <= asked[world.home]
    assert not asked[world.home] & {"U10", world.public_id("Anna")}
    assert LadderPage.objects.get(pk=ladder_page.get_translation(greek).pk).ladder_id == world.ladder.pk
    assert counts() == before
