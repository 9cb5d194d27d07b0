import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wagtail_ladder.matching import Confidence, Evidence, Registry, Suggestion

STRONG, LIKELY, POSSIBLE = Confidence


def registry(*names):
    return Registry((name, name) for name in names)


def first(typed, *names):
    suggestions = registry(*names).suggest(typed)
    return (suggestions[0].player, suggestions[0].confidence) if suggestions else None


@pytest.mark.parametrize(
    ("typed", "registered"),
    [
        ("Γιώργος Παπαδόπουλος", "Γιώργος Παπαδόπουλος"),
        ("ΠΑΠΑΔΟΠΟΥΛΟΣ, ΓΙΩΡΓΟΣ", "Γιώργος Παπαδόπουλος"),
        ("ahmet yilmaz", "Ahmet Yılmaz"),
        ("3. Ahmet Yılmaz (1540)", "Ahmet Yılmaz"),
        ("محمدرضا كاظمي", "محمد‌رضا کاظمی"),
        ("Jean Pierre Dupont", "Dupont, Jean-Pierre"),
    ],
)
def test_the_same_full_name_is_strong(typed, registered):
    (suggestion,) = registry(registered, "Somebody Else").suggest(typed)
    assert suggestion == Suggestion(registered, STRONG, (Evidence.SAME_NAME,), ())


@pytest.mark.parametrize(
    ("typed", "registered", "confidence", "evidence"),
    [
        ("Γ. Παπαδόπουλος", "Γιώργος Παπαδόπουλος", LIKELY, {Evidence.INITIAL}),
        ("Παπαδόπουλος Γ", "Γιώργος Παπαδόπουλος", LIKELY, {Evidence.INITIAL}),
        ("Людмила Шевченко", "Л. Шевченко", LIKELY, {Evidence.INITIAL}),
        ("A. Yılmaz", "A. Yılmaz", LIKELY, {Evidence.SAME_NAME}),
        ("Ahmet Yilmza", "Ahmet Yılmaz", LIKELY, {Evidence.ONE_LETTER}),
        ("Ahmet Ali Yılmaz", "Ahmet Yılmaz", LIKELY, {Evidence.WORD_LEFT_OVER}),
        ("Ahmet Kahramanoğlu", "Ahmet Kahramenuğlu", POSSIBLE, {Evidence.TWO_LETTERS}),
        ("Yılmaz", "Ahmet Yılmaz", POSSIBLE, {Evidence.WORD_LEFT_OVER, Evidence.ONE_WORD}),
        ("Ronaldo", "Ronaldo", LIKELY, {Evidence.SAME_NAME}),
    ],
)
def test_less_than_the_same_full_name_is_never_strong(typed, registered, confidence, evidence):
    (suggestion,) = registry(registered).suggest(typed)
    assert (suggestion.confidence, set(suggestion.evidence)) == (confidence, evidence)


@pytest.mark.parametrize(
    ("typed", "registered"),
    [
        ("Ayşe Yılmaz", "Ahmet Yılmaz"),  # a sibling
        ("K. Yılmaz", "Ahmet Yılmaz"),
        ("Li Wei", "Lu Wei"),
        ("A. Y.", "Ahmet Yılmaz"),
        ("", "Ahmet Yılmaz"),
        ("+", "-"),
    ],
)
def test_another_person_is_not_suggested(typed, registered):
    assert registry(registered).suggest(typed) == []


def test_namesakes_are_rivals_and_neither_is_strong():
    players = Registry([(1, "Ahmet Yılmaz"), (2, "Yilmaz, Ahmet"), (3, "Ahmet Yılmax")])
    assert [(s.player, s.confidence, s.rivals) for s in players.suggest("Ahmet Yılmaz")] == [
        (1, LIKELY, (2,)),
        (2, LIKELY, (1,)),
        (3, LIKELY, ()),
    ]


def test_an_initial_that_fits_two_names_both_as_rivals():
    suggestions = registry("Georgia Pappas", "George Pappas", "Nikos Pappas").suggest("G. Pappas")
    assert [(s.player, s.rivals) for s in suggestions] == [
        ("Georgia Pappas", ("George Pappas",)),
        ("George Pappas", ("Georgia Pappas",)),
    ]


@pytest.mark.parametrize(
    ("typed", "better", "worse"),
    [
        ("Anna Smith", "Anna Smith", "Anna Smyth"),
        ("Anna Smith", "Anna Smyth", "A. Smith"),
        ("John Smith", "John R. Smith", "J. Smith"),
        ("D. L. Frye", "Dale Leo Frye", "Darius Frye"),
    ],
)
def test_the_better_candidate_comes_first(typed, better, worse):
    assert first(typed, worse, better)[0] == better


def test_a_confirmed_full_spelling_is_strong_and_a_confirmed_initial_is_not():
    players = Registry([(1, "Mehmet Yılmaz", ["Memo Yılmaz", "M. Y. Yılmaz"]), (2, "Ayşe Kaya", ["A. Kaya"])])
    assert players.suggest("Memo Yılmaz") == [Suggestion(1, STRONG, (Evidence.CONFIRMED_SPELLING,))]
    assert players.suggest("A. Kaya") == [Suggestion(2, LIKELY, (Evidence.CONFIRMED_SPELLING,))]


def test_a_taken_player_is_neither_suggested_nor_a_rival():
    players = Registry([(1, "Ahmet Yılmaz"), (2, "Ahmet Yılmaz")])
    assert players.suggest("Ahmet Yılmaz", taken=[1]) == [Suggestion(2, STRONG, (Evidence.SAME_NAME,))]


def test_limit_shortens_the_list_and_keeps_the_rivals():
    players = Registry((number, "Ahmet Yılmaz") for number in range(5))
    (only,) = players.suggest("Ahmet Yılmaz", limit=1)
    assert (only.player, only.rivals) == (0, (1, 2, 3, 4))


class TestSheet:
    def test_the_name_that_fits_better_keeps_the_player(self):
        players = Registry([(1, "Ahmet Yılmaz"), (2, "Ali Yılmaz")])
        initial, full = players.suggest_sheet(["A. Yılmaz", "Ahmet Yılmaz"])
        assert [s.player for s in initial] == [2]
        assert [(s.player, s.confidence) for s in full] == [(1, STRONG)]

    def test_the_same_name_twice_is_strong_for_neither(self):
        once, again = registry("Ahmet Yılmaz").suggest_sheet(["Ahmet Yılmaz", "AHMET YILMAZ"])
        assert [s.confidence for s in once] == [LIKELY]
        assert again == []

    def test_there_is_one_list_for_each_name(self):
        assert registry("Ahmet Yılmaz").suggest_sheet(["Nobody Known", "", "Ahmet Yılmaz"])[:2] == [[], []]


WORDS = st.sampled_from(
    ["Ali", "Alp", "A.", "Ayşe", "Yılmaz", "Yilmas", "Kahramanoğlu", "Kahramanuğlu", "Kara"]
)
NAMES = st.lists(st.lists(WORDS, max_size=3).map(" ".join), max_size=8)


@settings(max_examples=60)
@given(NAMES, NAMES)
def test_a_sheet_puts_nobody_first_twice_and_is_the_same_each_time(registered, typed):
    sheet = Registry(enumerate(registered)).suggest_sheet(typed)
    firsts = [suggestions[0].player for suggestions in sheet if suggestions]
    assert len(firsts) == len(set(firsts))
    assert sheet == Registry(enumerate(registered)).suggest_sheet(typed)
    for suggestions in sheet:
        assert all(s.confidence is not STRONG or not s.rivals for s in suggestions)
        assert all(s.player not in s.rivals for s in suggestions)


@settings(max_examples=60)
@given(st.text(st.characters(exclude_categories=()), max_size=300))
def test_no_name_is_refused(name):
    Registry([(1, name), (2, "Ahmet Yılmaz")]).suggest(name)
