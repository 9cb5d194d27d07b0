"""What stands beside a name: what tells somebody from a namesake, and what is only pasted along."""

import pytest

from wagtail_ladder.matching import Confidence, Evidence, Registry
from wagtail_ladder.matching.reading import read

LIKELY = Confidence.LIKELY


def beside(name):
    found = read(name)
    return set(found.marks), set(found.remarks)


@pytest.mark.parametrize(
    "typed",
    [
        "Ali Kaya 2",
        "Ali Kaya (2)",
        "Ali Kaya #2",
        "Ali Kaya ②",
        "Ali Kaya（2）",
        "Kaya 2, Ali",
        "Ali Kaya (nr. 2)",
        "Ali Kaya (2nd)",
        "12. Ali Kaya 2 (1843)",
        "(Ali Kaya 2)",
        "Ali Kaya_2",
        "Ali Kaya 2014",
        "Ali Kaya '14",
        "Ali Kaya 12.03.2014",
        "Ali Kaya (born 2014)",
        "Ali Kaya (12)",
        "Ali Kaya (12 yaş)",
        "Ali Kaya (5b)",
        "Ali Kaya (B)",
        "Ali Kaya (brother)",
        "Ali Kaya [the younger]",
        "Ali Kaya (oğlu)",
        "Ali Kaya (KIZI)",
        "Ali Kaya (Mehmet'in kardeşi)",
        "Ali Kaya (υιός)",
        "Ali Kaya (син)",
        "Ali Kaya (брат)",
        "Ali Kaya (برادر)",
        "Ali Kaya (Bruder)",
        "Ali Kaya II",
        "Ali Kaya младший",
    ],
)
def test_a_mark_that_may_tell_two_people_apart_is_not_strong(typed):
    (suggestion,) = Registry([(1, "Ali Kaya")]).suggest(typed)
    assert (suggestion.confidence, suggestion.evidence) == (LIKELY, (Evidence.MARK_LEFT_OVER,))


@pytest.mark.parametrize(
    "typed",
    [
        "12. Ali Kaya",
        "#12 Ali Kaya",
        "(3) Ali Kaya",
        "① Ali Kaya",
        "№ 3 Ali Kaya",
        "Ali Kaya 1843",
        "Ali Kaya (1843)",
        "Ali Kaya 850",
        "Ali Kaya (Elo 1985)",
        "Ali Kaya 6301234",
        "GM Ali Kaya [TUR] (6301234)",
        "Ali Kaya (Galatasaray)",
        "Ali Kaya (TSV 1860)",
        "Ali Kaya (board 2)",
        "Ali Kaya (new)",
        "Ali Kaya 3.5",
        "Ali Kaya 3½",
        "Ali Kaya 1843 2,5/4",
        "Ali Kaya 0",
        "Ali Kaya (۱۵۴۰)",
        "Dr. Ali Kaya",
    ],
)
def test_list_numbers_ratings_ids_points_clubs_and_titles_are_no_marks(typed):
    (suggestion,) = Registry([(1, "Ali Kaya")]).suggest(typed)
    assert (suggestion.confidence, suggestion.evidence) == (Confidence.STRONG, (Evidence.SAME_NAME,))


@pytest.mark.parametrize(
    ("name", "marks", "remarks"),
    [
        ("Ali Kaya ۲", {"2"}, set()),
        ("علی کایا ۱۳۹۳", set(), {"1393"}),  # a year of Iran, in its digits
        ("علی کایا 1393", set(), set()),  # a rating
        ("Ali Kaya 14.5.1990", set(), {"1990"}),
        ("Γιώργος Βλάχος Β΄", {"2"}, set()),
        ("Г. Мороз (малий)", set(), {"малий"}),
        ("3. Ali Kaya", set(), set()),
        ("An8h Mastrogianni", set(), set()),  # θ in Latin letters
    ],
)
def test_marks_and_remarks(name, marks, remarks):
    assert beside(name) == (marks, remarks)


def test_a_counting_number_belongs_to_the_name_once_it_is_registered():
    players = Registry([(1, "Ali Kaya"), (2, "Ali Kaya 2")])
    (two, one) = players.suggest("Ali Kaya (2)")
    assert (two.player, two.confidence) == (2, Confidence.STRONG)
    assert (one.player, one.confidence) == (1, LIKELY)
    assert [(s.player, s.confidence) for s in players.suggest("Ali Kaya")] == [(1, LIKELY), (2, LIKELY)]
    assert [s.player for s in players.suggest("Ali Kaya 3")] == [1]  # 2 is another one


def test_another_year_or_word_may_still_be_the_same_person():
    """It may have been a rating; and who is a brother to one is a son to another."""
    players = Registry([(1, "Ali Kaya 1985"), (2, "Jon Berg (brother)")])
    for typed, player in [("Ali Kaya 1990", 1), ("Jon Berg (son)", 2)]:
        (suggestion,) = players.suggest(typed)
        assert (suggestion.player, suggestion.confidence) == (player, LIKELY)
        assert suggestion.against == (Evidence.MARK_LEFT_OVER,)


def test_the_same_remark_is_better_than_none():
    players = Registry([(1, "Ali Kaya"), (2, "Ali Kaya (2014)")])
    assert [s.player for s in players.suggest("Ali Kaya 2014")] == [2, 1]
