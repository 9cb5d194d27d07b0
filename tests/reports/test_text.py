"""Encodings: which one is taken, which are offered, what is refused."""

import pytest

from tests.reports.writers import Game, trf
from wagtail_ladder.reports import read

GAMES = [Game(1, 1, 2, "10"), Game(1, 3, 4, "==")]
NAMES = {
    "GRE": ("cp1253", ["Παπαδόπουλος, Γιώργος", "Αγγελίδη, Άννα", "Σταύρου, Νίκος", "Βασιλείου, Ελένη"]),
    "UKR": ("cp1251", ["Шевченко, Олена", "Коваль, Їжак", "Бойко, Андрій", "Ткач, Юлія"]),
    "TUR": ("cp1254", ["Yılmaz, Ayşe", "Çağlar, İpek", "Öztürk, Uğur", "Şahin, Gül"]),
    "POL": ("cp1250", ["Wójcik, Łukasz", "Żak, Święto", "Ćwik, Ewa", "Nowak, Jan"]),
    "LTU": ("cp1257", ["Žukauskas, Ąžuolas", "Šimkus, Ūla", "Petraitis, Jonas", "Ėglė, Ona"]),
    "ISR": ("cp1255", ["כהן, דוד", "לוי, שרה", "מזרחי, יוסף", "פרץ, רות"]),
    "IRI": ("cp1256", ["محمد, علي", "حسن, زهرا", "رضا, سارا", "احمد, مريم"]),
    "ESP": ("cp1252", ["Núñez, Íñigo", "Peña, Begoña", "Muñoz, José", "Ibáñez, Inés"]),
}


def names_of(reading):
    return [player.name for player in reading.reports[0].players]


def codes(reading):
    return [issue.code for issue in reading.issues]


@pytest.mark.parametrize("federation", NAMES)
def test_the_federation_of_the_event_chooses_the_code_page(federation):
    page, names = NAMES[federation]
    content = trf(names, GAMES, header=(f"032 {federation}", "052 2024/03/03")).encode(page)
    reading = read(content, "event.trf")
    assert (reading.encoding, names_of(reading)) == (page, names)
    assert codes(reading) == ["encoding_assumed"]
    assert page not in reading.encodings and len(reading.encodings) == 8


def test_else_the_federations_of_the_players_do():
    page, names = NAMES["GRE"]
    text = trf(names, GAMES, header=("032", "052 2024/03/03")).replace("ENG", "GRE")
    assert names_of(read(text.encode(page), "event.trf")) == names


@pytest.mark.parametrize(("federation", "page"), [("GRE", "cp1253"), ("UKR", "cp1251")])
def test_letters_that_make_no_words_must_be_looked_at_and_the_right_page_is_offered_first(federation, page):
    content = trf(NAMES[federation][1], GAMES, header=("032 ESP", "052 2024/03/03")).encode(page)
    reading = read(content, "event.trf")
    assert (codes(reading), reading.issues[0].severity) == (["encoding_doubtful"], "warning")
    assert reading.encodings[0] == page
    chosen = read(content, "event.trf", encoding=page)
    assert (names_of(chosen), codes(chosen)) == (NAMES[federation][1], [])
    assert "cp1252" in chosen.encodings


def test_a_unicode_file_leaves_no_doubt():
    reading = read(trf(NAMES["UKR"][1], GAMES).encode(), "event.trf")
    assert (reading.encoding, reading.encodings, codes(reading)) == ("utf-8", (), [])


def test_one_lost_byte_does_not_turn_a_unicode_file_into_another_encoding():
    content = trf(NAMES["ESP"][1], GAMES).encode()
    at = content.index("ñ".encode())
    reading = read(content[:at] + content[at + 1 :], "event.trf")
    assert codes(reading) == ["bytes_undecodable"]
    assert (reading.issues[0].where.line, reading.issues[0].params) == (5, {"encoding": "utf-8"})


@pytest.mark.parametrize(
    ("encoding", "code"),
    [
        ("klingon", "encoding_unknown"),
        ("hex", "encoding_unknown"),
        ("unicode_escape", "encoding_unknown"),
        ("punycode", "encoding_unknown"),
        ("utf-7", "encoding_unknown"),
        ("a\x00b", "encoding_unknown"),
        ("utf-8", "bytes_undecodable"),
    ],
)
def test_an_encoding_that_cannot_be_is_refused(encoding, code):
    reading = read(trf(NAMES["ESP"][1], GAMES).encode("cp1252"), "event.trf", encoding=encoding)
    assert codes(reading) == [code]
    assert not reading.reports
