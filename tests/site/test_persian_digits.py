"""Persian has digits of its own: a page in Persian shows no others, whatever wrote the number."""

import re
from html.parser import HTMLParser

import pytest

from .every_page import every_page, speak

pytestmark = pytest.mark.django_db
SPOKEN = ("aria-label", "title", "alt", "data-count")


class Words(HTMLParser):
    """What is read on a page, or heard."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.silent = 0
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.silent += tag in ("script", "style")
        self.found += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag):
        self.silent -= tag in ("script", "style")

    def handle_data(self, data):
        if not self.silent:
            self.found.append(data.strip())


def test_no_page_shows_another_digit(client, world, subtests):
    pages = every_page(world)
    speak(world, "fa")
    written_by_people = re.compile(r"Evening \d+")  # the name of an event
    for what, address in pages.items():
        with subtests.test(page=what):
            page = client.get(address, headers={"accept-language": "fa"}).content.decode()
            assert '<html lang="fa" dir="rtl">' in page
            words = Words(page).found
            assert re.search("[۰-۹]", " ".join(words)) or what == "missing"
            assert [
                text for text in words if re.search(r"\d", written_by_people.sub("", text), re.ASCII)
            ] == []
