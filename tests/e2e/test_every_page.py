"""Every page for visitors, in both directions of writing and both schemes of colour.

WCAG 2.2 AA by axe, nothing beside a telephone, targets for thumbs, and a focus that is seen.
"""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings

from tests.site.every_page import every_page, speak
from tests.site.world import build_world

from .host import a_site

pytestmark = pytest.mark.django_db(transaction=True)
EVERYTHING = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""All that the other scheme of colours changes."""
SMALL_TARGETS = """
() => {
    const targets = [...document.querySelectorAll('a[href], button, summary, input, select, textarea')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => ({ element, box: element.getBoundingClientRect() }));
    const middle = ({ box }) => [box.left + box.width / 2, box.top + box.height / 2];
    // WCAG 2.5.8: smaller where a circle of 24 pixels around it meets no other target; or in a sentence.
    const alone = (one) => targets.every((other) => {
        if (other === one) return true;
        const [x, y] = middle(one);
        const { left, right, top, bottom } = other.box;
        const beside = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
        return beside >= 12;
    });
    const inSentence = ({ element }) => {
        const text = element.closest('p, li')?.cloneNode(true);
        text?.querySelectorAll('a, small').forEach((link) => link.remove());
        return /\\p{L}\\P{L}+\\p{L}/u.test(text?.textContent ?? '');
    };
    return targets
        .filter((one) => one.box.height < 24 || (one.box.width < 24 && !alone(one)))
        .filter((one) => !inSentence(one))
        .map(({ element, box }) => `${element.outerHTML.slice(0, 120)} ${box.width} x ${box.height}`);
}
"""
FOCUS = """
() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
    return [document.activeElement.outerHTML.slice(0, 120), outlineStyle, parseFloat(outlineWidth)];
}
"""
NAMES_WHEN_SCROLLED = """
() => {
    const region = document.querySelector('.wl-scroll');
    const name = region.querySelector('tbody th');
    const before = name.getBoundingClientRect().left;
    const back = getComputedStyle(region).direction === 'rtl';
    region.scrollLeft = back ? -1000 : 1000;
    return [Math.abs(region.scrollLeft), name.getBoundingClientRect().left - before];
}
"""
WIDER = """
(width) => [...document.querySelectorAll('body *')]
    .filter((element) => !element.closest('.wl-scroll, svg, .wl-hidden'))
    .filter((element) => document.documentElement.scrollWidth > width)
    .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < 0 || right > width;
    })
    .map((element) => element.outerHTML.slice(0, 120))
"""
STOPS = 6
OPAQUE = "html { background: Canvas }"
"""Axe takes a page that declares no background for a white one, in the dark too."""


AXE = "rules => axe.run({ resultTypes: ['violations'], runOnly: rules }).then((found) => found.violations)"


def open_with_axe(page, address):
    """Axe is half a megabyte: a page gets it once, and gives back what it found alone."""
    page.goto(address)
    page.add_style_tag(content=OPAQUE)
    page.evaluate(AXE_SCRIPT)


def violations(page, rules):
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for rule in page.evaluate(AXE, rules)
        for node in rule["nodes"][:3]
    ]


def test_every_page_is_for_everybody(browser, live_server, subtests):
    a_site()
    world = build_world()
    pages = {what: live_server.url + path for what, path in every_page(world).items()}
    for language in ("en", "fa"):
        speak(world, language)
        context = browser.new_context(
            locale=language, viewport={"width": 360, "height": 740}, reduced_motion="reduce"
        )
        telephone = context.new_page()
        for what, address in pages.items():
            with subtests.test(page=what, language=language):
                telephone.emulate_media(color_scheme="light")
                open_with_axe(telephone, address)
                assert telephone.evaluate("document.documentElement.lang") == language
                assert telephone.evaluate("document.documentElement.scrollWidth") <= 360
                assert telephone.evaluate(SMALL_TARGETS) == []
                assert violations(telephone, EVERYTHING) == []
                telephone.emulate_media(color_scheme="dark")
                assert violations(telephone, COLOURS) == []
                for _stop in range(STOPS):
                    telephone.keyboard.press("Tab")
                    element, style, width = telephone.evaluate(FOCUS)
                    assert (style != "none" and width >= 1) or element.startswith("<body"), element
        telephone.goto(pages["round robin"])
        scrolled, moved = telephone.evaluate(NAMES_WHEN_SCROLLED)
        assert scrolled > 50 and moved == 0
        context.close()
    wide = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="dark")
    for what in ("ladder", "player", "swiss"):
        with subtests.test(page=what, width=1280):
            open_with_axe(wide, pages[what])
            assert wide.evaluate("document.documentElement.scrollWidth") <= 1280
            assert violations(wide, EVERYTHING) == []
    wide.close()


def test_no_page_is_wider_than_a_telephone(browser, live_server, subtests):
    """In every language, with a decimal: 360 pixels; and 320, as a page of 1280 is at four times its size."""
    a_site()
    world = build_world()
    pages = every_page(world)
    world.set(shown_decimals=1)
    for language, _name in settings.LANGUAGES:
        speak(world, language)
        context = browser.new_context(locale=language, viewport={"width": 360, "height": 740})
        page = context.new_page()
        for what, path in pages.items():
            with subtests.test(page=what, language=language):
                page.goto(live_server.url + path)
                assert page.evaluate("document.documentElement.lang") == language
                for width in (360, 320):
                    page.set_viewport_size({"width": width, "height": 740})
                    assert page.evaluate(WIDER, width) == []
                page.set_viewport_size({"width": 360, "height": 740})
        context.close()
