"""Expected: the alphabets as they are taught; between scripts the order of the Unicode CLDR."""

import random

import pytest

from wagtail_ladder.ordering import alphabetical

IN_ORDER = {
    "en": ["Al Zorn", "Ali Able", "Émile Noé", "Emma Au", "O'Brien", "Obrienne", "Zoe Ash"],
    "de": ["Anna Adler", "Änne Berg", "Anton Cray", "Özlem Ost", "Paul Quer", "Straße", "Strauss"],
    "tr": "Can Çağan Deniz Gül Ğani Irmak İpek Jale Oya Ömer Pınar Su Şule Uğur Ümit Zeynep".split(),
    "fa": "آرش احمد بهار پرویز تارا چنگیز رضا ژاله سارا کاوه گلناز لاله وحید هما یاسمن".split(),
    "ar": "أحمد بدر ثامر كريم لينا نور هند وليد يوسف".split(),
    "uk": "Ганна Ґалаґан Дмитро Евеліна Євген Жанна Зоя Ивга Іван Їжакевич Йосип Яна".split(),
    "ru": ["Елена", "Ёлкин", "Емельян", "Жанна", "Иван", "Йод", "Яна"],
    "el": ["Άννα", "Βασίλης", "Έλενα", "Ελένη", "Όλγα", "Σοφία", "Ωρίων"],
    "es": ["Núñez", "Nuria", "Ñaco", "Oscar"],
    "pl": ["Lis", "Łoś", "Marek", "Zając", "Żak"],
    "sv": ["Zeb", "Åsa", "Ängla", "Östen"],
    "da": ["Zeb", "Ærlig", "Østen", "Åse"],
}


@pytest.mark.parametrize("language", IN_ORDER)
def test_names_stand_as_in_the_alphabet_of_the_language(language):
    names = IN_ORDER[language].copy()
    random.Random(2).shuffle(names)
    assert sorted(names, key=lambda name: alphabetical(name, language)) == IN_ORDER[language]


@pytest.mark.parametrize(
    "language, first, then",
    [("uk", "Яна", "Adam"), ("el", "Ωρίων", "Adam"), ("fa", "یاسمن", "Adam"), ("en", "Zoe", "Άννα")],
)
def test_the_own_script_comes_first(language, first, then):
    assert alphabetical(first, language) < alphabetical(then, language)


def test_one_letter_typed_on_two_keyboards_has_one_place():
    assert alphabetical("كريم", "fa")[0] == alphabetical("کریم", "fa")[0]
    assert alphabetical("C\u0327ag\u0306an", "tr")[0] == alphabetical("Çağan", "tr")[0]


def test_capitals_hyphens_and_apostrophes_make_no_difference_and_a_region_neither():
    assert alphabetical("IŞIK-Su", "tr")[0] == alphabetical("ışık su", "tr-tr")[0]
    assert alphabetical("d’Arc", "en")[0] == alphabetical("Darc", "en")[0]


@pytest.mark.parametrize("name", ["", "\ud800", "\u202e", "李明", "राम", "12", "\0", "A" * 10_000])
def test_any_text_has_a_place(name):
    assert sorted(["Anna", name, "Anna"], key=lambda one: alphabetical(one, "xx")).count("Anna") == 2
