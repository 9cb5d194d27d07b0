"""The page of a ladder in a browser: find a player, sort by keyboard, on a telephone and on paper."""

import re
from datetime import date, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect
from wagtail.models import Page, Site

from tests.site.world import build_world
from wagtail_ladder import services
from wagtail_ladder.models import Player, Visibility
from wagtail_ladder.pages.models import LadderPage
from wagtail_ladder.services import NewMember, Pairing, Result
from wagtail_ladder.services.games import Kind

from .host import a_site

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ["Ángel Ñuñez", "Γιώργος Ζαχάς", "İpek Işık", "كاوه رودي", "Zoë Łukasz", "B. B."]


def ladder_of(by, names, decimals=0):
    """Everybody is an adult under his full name and ranked; the first of each two has won."""
    club = services.create_club("Rook Lane", by=by)
    ladder = services.create_ladder(club, "Thursday", by=by, rules={"provisional_below": 1})
    day = timezone.localdate() - timedelta(days=7)
    event = services.create_event(ladder, by=by, name="Evening", last_day=day, names=names)
    entries = list(event.entries.order_by("number"))
    pairs = zip(entries[::2], entries[1::2], strict=True)
    won = Result(Kind.PLAYED, 2, 0)
    services.save_round(event, 1, [Pairing(None, one.pk, other.pk, won) for one, other in pairs], by=by)
    services.decide_entries(event, {entry.pk: NewMember() for entry in entries}, by=by)
    services.publish_event(event, by=by)
    members = Player.objects.filter(club=club).values_list("pk", flat=True)
    services.confirm_adults(club, list(members), by=by)
    ladder = services.change_ladder(ladder, names="full", shown_decimals=decimals, by=by)
    ladder = services.change_ladder(ladder, visibility=Visibility.PUBLIC, by=by)
    root = Site.objects.get(is_default_site=True).root_page
    page = Page.objects.get(pk=root.pk).add_child(
        instance=LadderPage(title="Our ladder", slug="ladder", ladder=ladder)
    )
    return page.url


@pytest.fixture
def short(log_in, live_server):
    return live_server.url + ladder_of(log_in("admin"), NAMES + [f"Player Number{n}" for n in range(6)])


def shown(page):
    return page.locator(".wl-ladder tbody tr:visible th[scope=row] bdi").all_text_contents()


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("angel nunez", "Ángel Ñuñez"),
        ("ΖΑΧΑΣ", "Γιώργος Ζαχάς"),
        ("ζαχάσ", "Γιώργος Ζαχάς"),
        ("ipek isik", "İpek Işık"),
        ("IŞIK", "İpek Işık"),
        ("کاوه رودی", "كاوه رودي"),
        ("lukasz zoe", "Zoë Łukasz"),
        ("bb", "B. B."),
    ],
)
def test_a_name_is_found_as_people_type_it(page, short, typed, name):
    page.goto(short)
    page.get_by_label("Find a player").press_sequentially(typed)
    assert shown(page) == [name]
    expect(page.get_by_role("status")).to_have_text("1 of 12 players")
    page.keyboard.press("Escape")
    assert len(shown(page)) == 12
    expect(page.get_by_role("status")).to_have_text("")


def test_sorted_by_keyboard_and_back(page, short):
    page.goto(short)
    before = shown(page)
    rank = page.get_by_role("columnheader", name="Rank")
    rating = page.get_by_role("columnheader", name="Rating")
    player = page.get_by_role("columnheader", name="Player")
    expect(rank).to_have_attribute("aria-sort", "ascending")
    page.get_by_role("button", name="Player").focus()
    page.keyboard.press("Enter")
    expect(player).to_have_attribute("aria-sort", "ascending")
    expect(rank).not_to_have_attribute("aria-sort", re.compile(".*"))
    latin = [name for name in shown(page) if name[0] in "ÁBİPZ"]
    assert latin == [
        "Ángel Ñuñez",
        "B. B.",
        "İpek Işık",
        *(f"Player Number{n}" for n in range(6)),
        "Zoë Łukasz",
    ]
    page.keyboard.press("Enter")
    expect(player).to_have_attribute("aria-sort", "descending")
    page.get_by_role("button", name="Rating").focus()
    page.keyboard.press("Space")
    expect(rating).to_have_attribute("aria-sort", "descending")
    assert shown(page) == before, "of equal ratings the order is that of the page"
    page.keyboard.press("Space")
    assert set(shown(page)[:6]) == set(before[6:])
    page.get_by_role("button", name="Rank").focus()
    page.keyboard.press("Enter")
    assert shown(page) == before


def test_without_scripts_it_is_the_same_table(browser, short):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(short)
    assert len(shown(page)) == 12
    expect(page.get_by_label("Find a player")).to_be_hidden()
    expect(page.get_by_role("button")).to_have_count(0)
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_telephone_nothing_is_cut_off(page, short, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(short)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for target in page.locator(".wl-sort:visible, .wl-find input").all():
        assert target.bounding_box()["height"] >= 24


MARK_TO_NEXT_HEADING = """() => {
    const [rank, player] = document.querySelectorAll(".wl-sheet thead .wl-sort");
    const [one, other] = [rank.getBoundingClientRect(), player.getBoundingClientRect()];
    const mark = 0.6 * parseFloat(getComputedStyle(rank).fontSize);
    return Math.max(other.left - one.right, one.left - other.right) - mark;
}"""


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_on_a_telephone_the_head_and_the_rows_are_even(page, live_server, direction):
    """No row is higher for the arrow in it, and the mark of the order keeps off the next heading."""
    a_site()
    world = build_world()
    world.start(Anna=1400, Ben=1400)
    world.event(date(2026, 9, 4), *[["Anna ½-½ Ben"]] * 5)
    world.event(date(2026, 9, 11), ["Anna 1-0 Ben"])
    world.set(visibility=Visibility.PUBLIC)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + world.ladder_page().get_url())
    page.evaluate("direction => { document.documentElement.dir = direction; }", direction)
    assert page.locator(".wl-ladder .wl-move--down").count() == 1
    first, second = page.locator(".wl-ladder tbody tr").all()
    assert first.bounding_box()["height"] == second.bounding_box()["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(MARK_TO_NEXT_HEADING) >= 6


@pytest.mark.parametrize(
    ("players", "name"),
    [
        (20, "Given{} Familyname"),
        (32, "Given{} Familyname"),
        (32, "Clementine{} Ashbourne-Vale"),
        (34, "Κωνσταντίνος{} Παπαδόπουλος"),
        (54, "Любомир{} Кривошеєнко"),
        (60, "Κωνσταντίνος{} Παπαδόπουλος"),
        (60, "Given{} Familyname"),
        (80, "Given{} Familyname"),
        (80, "Clementine{} Ashbourne-Vale"),
    ],
)
def test_the_notice_board_gets_one_sheet(page, log_in, live_server, players, name):
    names = [name.format(chr(ord("a") + number % 25) * (1 + number // 25)) for number in range(players)]
    page.goto(live_server.url + ladder_of(log_in("admin"), names, decimals=1))
    for paper in ("A4", "Letter"):
        sheet = page.pdf(
            format=paper,
            prefer_css_page_size=False,
            margin=dict.fromkeys(("top", "left", "right", "bottom"), "10mm"),
        )
        assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1
    page.emulate_media(media="print")
    expect(page.get_by_text("Rook Lane", exact=True)).to_be_visible()
    for what in (".wl-find", ".wl-links"):
        expect(page.locator(what)).to_be_hidden()
