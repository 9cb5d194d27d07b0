"""The pages about the engine say what it does."""

import doctest
import re
from pathlib import Path

import pytest

from wagtail_ladder import engine
from wagtail_ladder.engine import POINT, Kind, Reason, Rules, expected_score

DOCS = Path(__file__).parents[2] / "docs"
REFERENCE = DOCS / "reference" / "engine.md"
RULES = DOCS / "explanation" / "rating-rules.md"
SOURCES = [path.read_text() for path in Path(engine.__file__).parent.glob("*.py")]


def test_the_example_prints_what_the_page_says():
    outcome = doctest.testfile(str(REFERENCE), module_relative=False)
    assert outcome.attempted > 5
    assert outcome.failed == 0


def test_every_code_of_a_refusal_is_listed():
    pattern = r'"((?:[a-z]+_)+[a-z]+)",\s+"[^"]*[ %]'
    raised = {code for source in SOURCES for code in re.findall(pattern, source)}
    assert {"own_opponent", "same_place", "k_bands_order"} <= raised
    page = REFERENCE.read_text()
    assert [code for code in raised if f"`{code}`" not in page] == []


@pytest.mark.parametrize("name", [*Reason.__members__, *(kind.value for kind in Kind)])
def test_every_reason_and_kind_is_named(name):
    assert f"`{name}`" in REFERENCE.read_text()


def test_the_table_of_expected_scores():
    rows = re.findall(r"\| (?:(\d+) (below|above)|equal) \| (0\.\d\d) \|", RULES.read_text())
    assert len(rows) == 7
    for points, side, printed in rows:
        gap = int(points or 0) * (-1 if side == "below" else 1) * POINT
        assert f"{expected_score(0, gap) / POINT:.2f}" == printed


def test_annas_table_adds_up():
    """Every printed number, against the plain formula."""
    text = RULES.read_text()
    rows = re.findall(r"\| (1\d00|1350) \| (won|drawn|lost) \| (\d\.\d+) \| (\S+) \| (\S+) \|", text)
    assert len(rows) == 4
    total = 0
    for opponent, result, *printed in rows:
        expected = 1 / (1 + 10 ** ((int(opponent) - 1400) / 400))
        surplus = {"won": 1, "drawn": 0.5, "lost": 0}[result] - expected
        total += surplus
        assert printed == [
            f"{expected:.3f}",
            f"{surplus:+.3f}".replace("-", "−"),
            f"{20 * surplus:+.1f}".replace("-", "−"),
        ]
    assert f"**{total:+.3f}** | **{20 * total:+.1f}**" in text
    assert f"new rating is {1400 + 20 * total:.1f}" in text


def test_the_numbers_in_the_rules_are_the_defaults():
    text = RULES.read_text()
    rules = Rules()
    (_, first_k), (many, later_k) = rules.k_bands
    assert f"by {first_k} while you have\nfewer than {many} rated games" in text
    assert f"by {later_k} from then on" in text
    assert f"At {rules.start}, unless" in text
    assert rules.provisional_below == 5
    assert "fewer than five rated games" in text
