"""The name desk as it is really used: by keyboard alone, with a thumb, and from right to left."""

from collections import Counter
from datetime import date

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from wagtail.users.models import UserProfile

from example_site.home.example import people
from example_site.home.example.clubs import greek_club
from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Act, Event, RatingChange

pytestmark = pytest.mark.django_db(transaction=True)

GREEK_NAMES = people.names(people.GREEK)
WAITING = {
    "Γ. Καλαμβρός": GREEK_NAMES[0],
    "Καλαμβρός Γρηγ.": GREEK_NAMES[1],
    "ΔΑΦΝΗ ΜΥΡΣΙΝΙΔΗ": GREEK_NAMES[2],
    "Θεριανάκος Στέλιος": GREEK_NAMES[3],
    "Ορεστης Λυγεριδης": GREEK_NAMES[4],
    "Eleni Vasmatzoglou": GREEK_NAMES[5],
    "Θαλής Αμυγδαλιας": GREEK_NAMES[6],
    "Κορωνάκη, Ξ.": GREEK_NAMES[7],
    "Λευτέρης": GREEK_NAMES[8],
    "Άννα Μαρία Χελιδόνα": GREEK_NAMES[9],
    "Φοίβος Καλαμιώτης-Λιβαδάς": "",
    GREEK_NAMES[10]: GREEK_NAMES[10],
}
"""Name as typed -> who it is; nothing for the newcomer. As the example club says of its waiting event."""


class Keyboard:
    """Presses keys, and counts them for the name that has the focus."""

    def __init__(self, page):
        self.page = page
        self.pressed = Counter()

    @property
    def name(self):
        """The typed name that has the focus, "" elsewhere."""
        return self.page.evaluate(
            "document.activeElement.closest('.wl-name')?.querySelector('legend bdi').textContent ?? ''"
        )

    @property
    def candidates(self):
        """The members suggested for that name, in the order of their digits."""
        return self.page.evaluate(
            "[...document.activeElement.closest('.wl-name')"
            ".querySelectorAll('[data-choices] label > span > bdi')]"
            ".map((name) => name.textContent)"
        )

    def press(self, key):
        self.pressed[self.name] += 1
        self.page.keyboard.press(key)


def open_desk(page, live_server, event):
    page.goto(live_server.url + reverse("wagtail_ladder_events:desk", args=[event.pk]))
    expect(page.locator(".wl-desk.wl-scripted")).to_be_visible()


def test_the_waiting_event_is_rated_by_keyboard_alone(page, live_server, log_in):
    """At most two keystrokes a name, the newcomer included."""
    ladder = greek_club(log_in("admin"), date.today(), lambda _what: None)
    event = ladder.events.get(entries__typed_name="Λευτέρης")
    log_in("omilos")
    open_desk(page, live_server, event)
    keyboard = Keyboard(page)

    keyboard.press("ArrowDown")  # into the desk
    for typed, who in WAITING.items():
        assert keyboard.name == typed
        chosen = page.evaluate("document.activeElement.parentElement.querySelector('bdi')?.textContent ?? ''")
        if not who:
            keyboard.press("n")
        elif chosen != who:
            keyboard.press(str(1 + keyboard.candidates.index(who)))
        keyboard.press("Enter")
    expect(page.get_by_role("button", name="Confirm the 12 selected")).to_be_focused()
    assert not event.entries.exclude(decision="undecided").exists()
    keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Nothing is saved yet")).to_be_visible()
    expect(page.get_by_role("button", name="Yes, save it")).to_be_focused()
    assert not event.entries.exclude(decision="undecided").exists()
    keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Decided")).to_be_visible()

    assert all(keyboard.pressed[typed] <= 2 for typed in WAITING)
    assert keyboard.pressed[""] == 3  # one into the desk, one on the button, one once it is seen who moves
    decided = {entry.typed_name: entry.player.name for entry in event.entries.select_related("player")}
    assert decided == {typed: who or typed for typed, who in WAITING.items()}
    assert RatingChange.objects.filter(event=event).count() == 12
    assert [act.by.username for act in event.acts.all()] == ["omilos"]  # one action of one person


@pytest.fixture
def small(log_in):
    """Four names: one that fits, one with a slip, one in a hurry, one that resembles nobody."""
    by = log_in("admin")
    ladder = services.create_ladder(services.create_club("Rook Lane", by=by), "Thursday", by=by)
    for name in ("Ada Abbot", "Bela Brook", "Cato Crane"):
        services.add_player(ladder.club, name, by=by)
    event = services.create_event(
        ladder, by=by, name="Evening", last_day=date(2026, 3, 5),
        names=["Ada Abbot", "Bela Broock", "C. Crane", "Zdenka Zahn"],
    )  # fmt: skip
    first, second, third, fourth = event.entries.order_by("number")
    boards = [(first, second), (third, fourth)]
    pairings = [
        services.Pairing(board, white.pk, black.pk, services.Result(Kind.PLAYED, 2, 0))
        for board, (white, black) in enumerate(boards, start=1)
    ]
    services.save_round(event, 1, pairings, by=by)
    services.publish_event(event, by=by)
    return event


def decisions(event):
    rows = event.entries.order_by("number").values_list("typed_name", "decision", "player__name")
    return {typed: player or decision for typed, decision, player in rows}


def test_a_stop_in_the_middle_keeps_what_was_decided(page, live_server, small):
    open_desk(page, live_server, small)
    for key in ("ArrowDown", "ArrowDown", "1", "ArrowUp", "ArrowUp"):  # at the first, no further up
        page.keyboard.press(key)
    page.get_by_role("button", name="Confirm the 2 selected").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Decided")).to_be_visible()
    assert decisions(small) == {
        "Ada Abbot": "Ada Abbot", "Bela Broock": "Bela Brook",
        "C. Crane": "undecided", "Zdenka Zahn": "undecided",
    }  # fmt: skip
    open_desk(page, live_server, small)
    for key in ("ArrowDown", "1", "Enter", "g", "Enter", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Yes, save it")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Decided")).to_be_visible()
    assert decisions(small)["C. Crane"] == "Cato Crane"
    assert decisions(small)["Zdenka Zahn"] == "left_out"


def test_help_search_and_keys_of_another_layout(page, live_server, small):
    open_desk(page, live_server, small)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("?")
    expect(page.get_by_text("search in the registry")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_text("search in the registry")).to_be_hidden()

    # A Greek keyboard writes ν where n is, and a Persian one ۱ where 1 is.
    other_layout = "(key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', "
    other_layout += "{...key, bubbles: true, cancelable: true}))"
    page.evaluate(other_layout, {"key": "ν", "code": "KeyN"})
    expect(page.locator("fieldset.wl-name").first.locator("input[value=new]")).to_be_checked()
    page.evaluate(other_layout, {"key": "۱", "code": "Digit1"})
    expect(page.locator("fieldset.wl-name").first.get_by_role("radio").first).to_be_checked()

    page.keyboard.press("s")
    page.keyboard.type("crane")  # letters are letters in a search
    first = page.locator("fieldset.wl-name").first
    expect(first.get_by_role("radio", name="Cato Crane")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(first.get_by_role("radio", name="Cato Crane")).to_be_checked()
    page.keyboard.press("Escape")
    assert decisions(small)["Ada Abbot"] == "undecided"


def test_a_near_newcomer_is_asked_about_by_keyboard(page, live_server, small):
    open_desk(page, live_server, small)
    for key in ("ArrowDown", "l", "ArrowDown", "n", "ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("heading", name="Really new?")).to_be_visible()
    expect(page.get_by_text("Bela Brook", exact=True)).to_be_visible()
    assert decisions(small)["Bela Broock"] == "undecided"
    expect(page.get_by_role("button", name="Confirm")).to_be_focused()
    expect(page.get_by_role("alert")).to_be_in_viewport()  # what is to be read first
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Decided")).to_be_visible()
    assert decisions(small)["Bela Broock"] == "Bela Broock"
    distinct = Act.objects.get(kind=Act.Kind.DISTINCT)
    assert {distinct.player.name, distinct.other.name} == {"Bela Brook", "Bela Broock"}


def test_a_refused_form_begins_at_the_name_that_cannot_be(page, live_server, small):
    open_desk(page, live_server, small)
    second = page.locator("fieldset.wl-name").nth(1)
    for key in ("ArrowDown", "ArrowDown", "s"):
        page.keyboard.press(key)
    page.keyboard.type("abbot")
    expect(second.get_by_role("radio", name="Ada Abbot")).to_be_visible()
    for key in ("ArrowDown", "Space", "c"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Confirm the 2 selected")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("fieldset.wl-name--refused")).to_have_count(2)
    assert Keyboard(page).name == "Ada Abbot"
    page.get_by_role("link", name="Go to no. 2").click()
    expect(second).to_be_in_viewport()
    assert set(decisions(small).values()) == {"undecided"}


class TestByThumb:
    @pytest.fixture
    def browser_context_args(self, browser_context_args):
        phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
        return {**browser_context_args, **phone}

    def test_four_names_on_a_phone(self, page, live_server, small):
        open_desk(page, live_server, small)
        confirm = page.get_by_role("button", name="Confirm the 1 selected")
        expect(confirm).to_be_in_viewport()  # without scrolling: it sticks to the bottom
        targets = page.locator(".wl-desk :is(.wl-segment, .wl-chip, .wl-actions .button)")
        sizes = [target.bounding_box() for target in targets.all()]
        assert len(sizes) > 4 * 4
        assert min(size["height"] for size in sizes) >= 44
        assert min(size["width"] for size in sizes) >= 44
        assert page.evaluate("document.documentElement.scrollWidth") <= 360

        page.get_by_role("radio", name="Later").first.tap()
        expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_in_viewport()
        page.get_by_role("radio", name="Ada Abbot").tap()
        page.get_by_role("radio", name="Bela Brook").tap()
        page.get_by_role("radio", name="Cato Crane").tap()
        page.locator("fieldset.wl-name").last.get_by_role("radio", name="New member").tap()
        page.get_by_role("button", name="Confirm the 4 selected").tap()
        expect(page.get_by_role("heading", name="Nothing is saved yet")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.get_by_role("button", name="Yes, save it").tap()
        expect(page.get_by_role("heading", name="Decided")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert decisions(small) == {
            "Ada Abbot": "Ada Abbot", "Bela Broock": "Bela Brook",
            "C. Crane": "Cato Crane", "Zdenka Zahn": "Zdenka Zahn",
        }  # fmt: skip


def test_without_a_script_the_form_is_the_same_form(browser, live_server, small, client, django_user_model):
    client.force_login(django_user_model.objects.get(username="admin"))
    context = browser.new_context(java_script_enabled=False)
    context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    page = context.new_page()
    page.goto(live_server.url + reverse("wagtail_ladder_events:desk", args=[small.pk]))
    page.locator("fieldset.wl-name").nth(1).get_by_role("radio").first.check(force=True)
    page.get_by_role("button", name="Confirm the").click()
    assert decisions(small)["Bela Broock"] == "Bela Brook"
    context.close()


def test_a_persian_evening_from_right_to_left(page, live_server, log_in):
    by = log_in("admin")
    UserProfile.objects.update_or_create(user=by, defaults={"preferred_language": "fa"})
    club = services.create_club("باشگاه سرو", language="fa", by=by)
    ladder = services.create_ladder(club, "رده‌بندی", by=by)
    registered = ["کاوه رودبارانی", "شیرین کوهپایه‌نژاد", "بهرام سپیداری"]
    for name in registered:
        services.add_player(club, name, by=by)
    # Arabic letters for Persian ones, the order swapped, and a member who came with the full name.
    typed = ["كاوه رودباراني", "کوهپایه نژاد، شیرین", "بهرام سپیداری"]
    event = services.create_event(ladder, by=by, name="شب باشگاه", last_day=date(2026, 3, 5), names=typed)
    open_desk(page, live_server, event)

    assert page.evaluate("getComputedStyle(document.querySelector('.wl-desk')).direction") == "rtl"
    first = page.locator("fieldset.wl-name").first
    legend, segment = first.locator("legend bdi").bounding_box(), first.locator(".wl-segment").first
    right_edge = first.bounding_box()["x"] + first.bounding_box()["width"]
    assert right_edge - legend["x"] - legend["width"] < 60  # names begin at the right
    assert right_edge - segment.bounding_box()["x"] - segment.bounding_box()["width"] < 5

    keyboard = Keyboard(page)
    keyboard.press("ArrowDown")
    for name in typed:
        assert keyboard.name == name
        if not page.locator("fieldset.wl-name", has_text=name).locator("[data-choices] :checked").count():
            keyboard.press("1")
        keyboard.press("Enter")
    keyboard.press("Enter")
    expect(page.locator("table.wl-decided tbody tr")).to_have_count(3)
    assert all(keyboard.pressed[name] <= 2 for name in typed)
    assert list(event.entries.order_by("number").values_list("player__name", flat=True)) == registered
    assert Event.objects.get(pk=event.pk).status == "draft"
