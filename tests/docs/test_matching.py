"""The page on matching says what the matcher answers."""

import pytest

from wagtail_ladder.matching import Confidence, Evidence, Registry, fold

from .markdown import DOCS, fenced_blocks

PAGE = (DOCS / "explanation" / "matching.md").read_text(encoding="utf-8")


def test_the_example_runs_and_means_what_its_comments_say():
    (block,) = [block for block in fenced_blocks(PAGE) if block.language == "python"]
    names = {}
    exec(block.text, names)  # noqa: S102 - a page of this repository
    registry = names["registry"]
    (initial,) = registry.suggest("Γ. Παπαδόπουλος")
    assert (initial.player, initial.confidence) == (1, Confidence.LIKELY)
    (confirmed,) = registry.suggest("Memo Yılmaz")
    assert (confirmed.player, confirmed.confidence, confirmed.times) == (2, Confidence.STRONG, 3)
    assert registry.doubles() == []


@pytest.mark.parametrize(
    ("typed", "registered"), [("Ahmet Can Yılmaz", "Ahmet Ali Yılmaz"), ("K. Yılmaz", "Ahmet Yılmaz")]
)
def test_two_people_of_the_page_are_two(typed, registered):
    assert typed in PAGE or typed.startswith("K.")
    assert Registry([(1, registered)]).suggest(typed) == []


def test_kara_is_no_slip_where_kara_is_registered():
    (suggestion,) = Registry([(1, "Ali Kaya"), (2, "Veli Kara")]).suggest("Ali Kara")
    assert Evidence.KNOWN_NAME in suggestion.against


@pytest.mark.parametrize(("one", "other"), [("ς", "σ"), ("ı", "i"), ("ي", "ی"), ("ك", "ک")])
def test_letters_that_make_no_difference(one, other):
    assert f"{one} and {other}" in PAGE
    assert fold(one) == fold(other)
