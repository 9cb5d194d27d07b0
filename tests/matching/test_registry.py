import sys
import time

import pytest
from hypothesis import example, given, settings
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
        ("A. Yılmaz", "A. Yılmaz", LIKELY, {Evidence.INITIAL}),
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
        (3, POSSIBLE, ()),
    ]


def test_an_initial_that_fits_two_names_both_as_rivals():
    suggestions = registry("Georgia Pappas", "George Pappas", "Nikos Pappas").suggest("G. Pappas")
    assert [(s.player, s.rivals) for s in suggestions] == [
        ("Georgia Pappas", ("George Pappas",)),
        ("George Pappas", ("Georgia Pappas",)),
    ]


def test_a_confirmed_full_spelling_is_strong_and_an_initial_never_is():
    players = Registry(
        [
            (1, "Mehmet Yılmaz", ["Memo Yılmaz", "M. Y. Yılmaz"]),
            (2, "Ayşe Kaya", {"A. Kaya": 14, "a kaya": 1}),
        ]
    )
    assert players.suggest("Memo Yılmaz") == [
        Suggestion(1, STRONG, (Evidence.CONFIRMED_SPELLING,), times=1),
    ]
    assert players.suggest("A. Kaya") == [
        Suggestion(2, LIKELY, (Evidence.CONFIRMED_SPELLING, Evidence.INITIAL), times=15)
    ]


def test_a_confirmed_spelling_that_may_be_somebody_else_s_is_not_strong():
    both = Registry([(1, "Mehmet Yılmaz", [("Memo Yılmaz", 3)]), (2, "Mehmet Ali Yılmaz", ["Memo Yılmaz"])])
    assert [(s.player, s.confidence, s.times) for s in both.suggest("Memo Yılmaz")] == [
        (1, LIKELY, 3),
        (2, LIKELY, 1),
    ]
    namesake = Registry([(1, "Mehmet Yılmaz", ["Memo Yılmaz"]), (2, "Mehmet Yılmaz")])
    assert [(s.player, s.confidence) for s in namesake.suggest("Memo Yılmaz")] == [(1, LIKELY), (2, LIKELY)]


def test_a_slip_once_confirmed_is_no_name_of_the_club():
    players = Registry([(1, "Ahmet Yılmaz", ["Ahmet Yılmax"]), (2, "Ayşe Yılmaz")])
    assert [(s.player, s.confidence) for s in players.suggest("Ayşe Yılmax")] == [(2, LIKELY)]


def test_a_one_word_name_is_never_strong():
    assert first("Ronaldo", "Ronaldo") == ("Ronaldo", LIKELY)
    (full, one_word) = registry("Ali", "Ali Kaya").suggest("Ali Kaya")
    assert (full.player, full.confidence) == ("Ali Kaya", STRONG)
    assert (one_word.player, one_word.confidence) == ("Ali", POSSIBLE)


class TestDoubles:
    def test_pairs_that_may_be_one_person_by_name_or_by_spelling(self):
        players = Registry(
            [
                (1, "Γιώργος Βλάχος"),
                (2, "Βλάχος Γεώργιος"),
                (3, "Anna Berg", ["Anna Holm"]),
                (4, "Anna Holm"),
                (5, "Γιώργος Βλαχάκης"),
            ]
        )
        found = players.doubles()
        assert [(double.players, double.suggestion.confidence) for double in found] == [
            ((3, 4), STRONG),
            ((1, 2), LIKELY),
        ]
        assert found[1].suggestion.evidence == (Evidence.NICKNAME,)

    def test_a_slip_in_a_registered_name_and_an_initial_that_fits_one_alone(self):
        players = Registry(
            [
                (1, "Anna Holmberg"),
                (2, "Anna Holmbreg"),
                (3, "P. Lind"),
                (4, "Peter Lind"),
                (5, "Otto Holmberg"),
            ]
        )
        found = {double.players: double.suggestion.evidence for double in players.doubles()}
        assert found == {(2, 1): (Evidence.ONE_LETTER,), (3, 4): (Evidence.INITIAL,)}

    def test_an_initial_that_fits_two_is_no_double(self):
        assert registry("P. Lind", "Peter Lind", "Paul Lind").doubles() == []

    def test_namesakes_are_a_pair_once(self):
        players = Registry([(1, "Ahmet Yılmaz"), (2, "Ahmet Yılmaz"), (3, "Yılmaz Ahmet")])
        assert {double.players for double in players.doubles()} == {(1, 2), (1, 3), (2, 3)}

    def test_a_slip_in_a_name_is_a_pair_unless_somebody_else_is_called_that(self):
        """That the slip stands in the registry makes it no name of the club: it is the double's own."""
        pair = [(1, "Nikos Papadopoulos"), (2, "Nikos Papadopuolos")]
        (double,) = Registry(pair).doubles()
        assert (double.players, double.suggestion.confidence) == ((1, 2), LIKELY)
        assert double.suggestion.evidence == (Evidence.ONE_LETTER,)
        names = [(1, "Ali Karaman"), (2, "Ali Karasan"), (3, "Ayşe Karaman"), (4, "Ela Karasan")]
        assert Registry(names).doubles() == []


def test_a_taken_player_is_not_suggested_and_remains_a_rival():
    """That one of two namesakes sits at a board does not tell that the other came too."""
    players = Registry([(1, "Ahmet Yılmaz"), (2, "Ahmet Yılmaz")])
    evidence = (Evidence.SAME_NAME, Evidence.OTHERS_FIT)
    assert players.suggest("Ahmet Yılmaz", taken=[1]) == [Suggestion(2, LIKELY, evidence, rivals=(1,))]
    assert players.suggest("Ahmet Yılmaz", taken=[1, 2]) == []


@pytest.mark.parametrize("spelled", ["Ah Yılmaz", "Ahm Yılmaz", "Yılmaz Ah", "Amt Yılmaz"])
def test_a_confirmed_abbreviation_is_never_strong(spelled):
    """Like an initial, it may stand for a sister who joins in October."""
    players = Registry([(1, "Ahmet Yılmaz", {spelled: 14}), (2, "Ayşe Kaya")])
    (suggestion,) = players.suggest(spelled)
    assert (suggestion.player, suggestion.confidence, suggestion.times) == (1, LIKELY, 14)
    assert suggestion.evidence == (Evidence.CONFIRMED_SPELLING, Evidence.SHORT_FORM)


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("Александр Иванов", "Алекс. Иванов"),  # Алексей, who is not registered
        ("Γεώργιος Παπαδόπουλος", "Γεωρ. Παπαδόπουλος"),
        ("Γρηγόρης Παπαδόπουλος", "Παπαδόπουλος Γρηγ."),
        ("Mehmet Öz", "Mehm. Öz"),
        ("Christian Müller", "Müller, Chri."),
        ("Charles Smith", "Chas. Smith"),
        ("Charles Smith", "Smith Chas."),
        ("Mehmet Öz", "Mhmt Öz"),  # or Mahmut
        ("Александр Иванов", "Alex Ivanov"),
        ("Γεώργιος Ρήγας", "Geor. Rigas"),
        ("Maximilian Berg", "Max Berg"),  # no full name by the lists: it may be Maxim
    ],
)
def test_a_confirmed_abbreviation_of_any_length_is_never_strong(name, spelled):
    players = Registry([(1, name, {spelled: 14})])
    (as_confirmed,) = players.suggest(spelled)
    assert (as_confirmed.player, as_confirmed.confidence, as_confirmed.times) == (1, LIKELY, 14)
    assert as_confirmed.evidence == (Evidence.CONFIRMED_SPELLING, Evidence.SHORT_FORM)
    (without_dot,) = players.suggest(spelled.replace(".", ""))
    assert without_dot.confidence is LIKELY


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("Alihan Kaya", "Ali Kaya"),
        ("Anastasia Berg", "Ana Berg"),
        ("Mehmet Öz", "Memo Öz"),
        ("Юрій Ковальський", "Yuri Kovalsky"),
        ("Μαρία Παπαδοπούλου", "Maria Papadopoulou"),
        ("محمد رستمی", "Mohammad Rostami"),
    ],
)
def test_a_confirmed_name_of_its_own_is_strong_though_it_begins_the_registered_one(name, spelled):
    (suggestion,) = Registry([(1, name, [spelled])]).suggest(spelled)
    assert (suggestion.confidence, suggestion.evidence) == (STRONG, (Evidence.CONFIRMED_SPELLING,))


def test_a_dot_that_ends_the_name_abbreviates_nothing_and_one_within_does():
    assert first("Ahmet Yılmaz.", "Ahmet Yılmaz") == ("Ahmet Yılmaz", STRONG)
    assert first("Алекс. Иванов", "Алекс Иванов") == ("Алекс Иванов", LIKELY)
    assert first("Алекс. Иванов", "Алекс. Иванов") == ("Алекс. Иванов", LIKELY)


def test_a_short_word_that_abbreviates_nothing_does_no_harm():
    players = Registry([(1, "Ali Can", {"Ali Can-Kaya": 1, "Bob Can": 2})])
    assert players.suggest("Ali Can")[0].confidence is STRONG
    assert players.suggest("Bob Can")[0].confidence is STRONG


@pytest.mark.parametrize("typed", ["Jörg Muller", "Jörg Müller", "Jörg Mueller"])
def test_umlaut_and_its_two_spellings_fit_each_other(typed):
    suggestions = Registry([(1, "Jörg Müller"), (2, "Jörg Mueller")]).suggest(typed)
    assert {(s.player, s.confidence, s.rivals) for s in suggestions} == {(1, LIKELY, (2,)), (2, LIKELY, (1,))}


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

    def test_who_sits_at_a_board_already_is_nobody_s_and_remains_a_rival(self):
        players = registry("Ahmet Yılmaz", "Ali Yılmaz")
        ((left,),) = players.suggest_sheet(["A. Yılmaz"], taken=["Ahmet Yılmaz"])
        assert (left.player, left.rivals) == ("Ali Yılmaz", ("Ahmet Yılmaz",))

    def test_a_name_that_is_hardly_another_makes_it_strong_for_neither(self):
        """Two who differ by a mark or by a father's name are here, and one of them is registered."""
        for typed, other in [("Ali Kaya", "Ali Kaya 2"), ("Иван Лазарев", "Иван Петрович Лазарев")]:
            once, again = registry(typed).suggest_sheet([typed, other])
            assert [(s.player, s.confidence) for s in once] == [(typed, LIKELY)]
            assert again == []

    def test_equal_names_take_the_namesakes_in_order_and_leave_the_rest_without(self):
        players = Registry([(1, "Ali Kaya"), (2, "Ali Kaya")])
        sheet = players.suggest_sheet(["Ali Kaya", "1. ALİ KAYA (1540)", "Kaya, Ali"])
        assert [[s.player for s in suggestions] for suggestions in sheet] == [[1, 2], [2], []]
        assert all(s.confidence is LIKELY for suggestions in sheet for s in suggestions)

    @pytest.mark.parametrize(
        ("registered", "typed"),
        [
            (lambda n: ["Ali Kaya"] * n, lambda n: ["Ali Kaya"] * n),
            (lambda n: ["Ali Kaya"] * n, lambda n: ["Ali Kaya", "A. Kaya", "Ali Kaja", "Kaya"]),
            (lambda n: ["Ali Kaya"], lambda n: [f"{place}. Ali Kaya" for place in range(n)]),
            (lambda n: ["Ali Kaya"] * n, lambda n: [f"Kaya, Ali {1000 + place}" for place in range(900)][:n]),
        ],
    )
    def test_twice_as_many_equal_names_cost_twice_as_many_calls(self, registered, typed):
        def calls(n):
            counted = 0

            def count(_frame, event, _what):
                nonlocal counted
                counted += event in ("call", "c_call")

            players, names = registry(*registered(n)), typed(n)
            players.suggest(names[0])  # what is built when first asked for
            sys.setprofile(count)
            try:
                players.suggest_sheet(names)
            finally:
                sys.setprofile(None)
            return counted

        assert calls(400) <= 2.2 * calls(200)


WORDS = st.sampled_from(
    "Ali Alp A. Ayşe Yılmaz Yilmas Kahramanoğlu Kahramanuğlu Kara Γ. Γιώργος Γεώργιος Βλάχος Й. Йосип "
    "Yosyp Мороз Jr. van (U12) رضا علیرضا ر. Reza-Ali".split()
)
NAMES = st.lists(st.lists(WORDS, max_size=3).map(" ".join), max_size=8)
ANYTHING = st.text(st.characters(exclude_categories=()), max_size=300)


@settings(max_examples=60, deadline=None)
@given(NAMES, NAMES)
def test_a_sheet_puts_nobody_first_twice_and_is_the_same_each_time(registered, typed):
    sheet = Registry(enumerate(registered)).suggest_sheet(typed)
    firsts = [suggestions[0].player for suggestions in sheet if suggestions]
    assert len(firsts) == len(set(firsts))
    assert sheet == Registry(enumerate(registered)).suggest_sheet(typed)
    for suggestions in sheet:
        assert all(s.confidence is not STRONG or not s.rivals for s in suggestions)
        assert all(s.player not in s.rivals for s in suggestions)


@settings(max_examples=60, deadline=None)
@given(NAMES, WORDS, WORDS, st.randoms(use_true_random=False))
def test_the_order_of_the_registry_breaks_ties_only(registered, given_name, surname, random):
    """Whoever is suggested, and how surely, does not depend on who registered first."""
    typed = f"{given_name} {surname}"
    players = list(enumerate(registered))
    shuffled = random.sample(players, len(players))

    def by_player(some):
        return {
            s.player: (s.confidence, s.evidence, frozenset(s.rivals))
            for s in Registry(some).suggest(typed, limit=len(players))
        }

    assert by_player(players) == by_player(shuffled)


@settings(max_examples=60, deadline=None)
@given(NAMES, WORDS, WORDS, st.sets(st.integers(0, 7)))
def test_who_is_taken_is_never_suggested(registered, given_name, surname, taken):
    players = Registry(enumerate(registered))
    for suggestion in players.suggest(f"{given_name} {surname}", limit=8, taken=taken):
        assert suggestion.player not in taken
        assert suggestion.confidence is not STRONG or not suggestion.rivals


@settings(max_examples=60, deadline=None)
@given(NAMES, st.sampled_from(["A.", "Γ.", "Й", "ر.", "A.B."]), WORDS, st.integers(0, 20))
def test_an_initial_is_never_strong_however_often_it_was_confirmed(registered, initial, surname, times):
    typed = f"{initial} {surname}"
    players = Registry((number, name, {typed: times}) for number, name in enumerate(registered))
    assert all(s.confidence is not STRONG for s in players.suggest(typed, limit=8))


@settings(max_examples=60, deadline=None)
@given(ANYTHING)
@example("ß\U00018cd6Ҋ")  # the capital of its first letter is two
def test_no_name_is_refused(name):
    players = Registry([(1, name), (2, "Ahmet Yılmaz"), (3, "Γιώργος Βλάχος")])
    players.suggest(name)
    players.suggest_sheet([name, name, "Ahmet Yılmaz"])
    players.doubles()


@pytest.mark.parametrize(
    "name", ["Bo", "♟♟", "1540", "🦄 Bo", "\ud83d Bo", "-", "'", "(U12)", "Jr.", "Dr.", "van"]
)
def test_the_shortest_names_get_an_answer(name):
    assert all(s.confidence is not STRONG for s in Registry([(1, name), (2, "Bo")]).suggest(name))


@pytest.mark.parametrize(
    "unit", ["x", "x ", "x.", "(", "U12", "\u0301\u0327", "\ud800", "😀", "ﷺ", ",", "-", "王"]
)
def test_ten_thousand_characters_cost_little(unit):
    junk = unit * 10_000
    started = time.process_time()
    Registry([(1, junk), (2, f"Ada {junk} Byron"), (3, "Ada Byron")]).suggest(f"Ada {junk} Byron")
    assert time.process_time() - started < 1
