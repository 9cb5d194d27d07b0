"""The start list that is written, column by column by the standard, and read back by our own reader."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wagtail_ladder.reports import Seeded, Severity, is_cut, read, write_start_list


def lines(*args, **kwargs):
    return write_start_list(*args, **kwargs).decode("utf-8").split("\r\n")


def test_the_columns_are_those_of_the_standard():
    """C.04.A, annex 2. Columns are counted from 1, both ends included."""
    file = lines("Thursday", [Seeded("Şahin, Çağla", 1843), Seeded("Bo", 980)], day=date(2026, 11, 30))
    assert file[:6] == [
        "012 Thursday", "042 2026/11/30", "052 2026/11/30", "062 2", "072 2", "082 0",
    ]  # fmt: skip
    player = file[6]
    assert player[0:3] == "001"
    assert player[4:8] == "   1"
    assert player[14:47] == "Şahin, Çağla".ljust(33)
    assert player[48:52] == "1843"
    assert player[80:84] == " 0.0"
    assert player[85:89] == "   1"
    assert len(player) == 89
    blank = [3, 8, 9, 10, 11, 12, 13, 47, *range(52, 80), 84]
    assert {player[column] for column in blank} == {" "}
    assert file[7][48:52] == " 980"
    assert file[8:] == [""]


@pytest.mark.parametrize("rating", [0, -12, 10_000])
def test_a_rating_that_the_columns_do_not_hold_is_left_out(rating):
    file = lines("Thursday", [Seeded("Ana", rating)])
    assert "072 0" in file
    assert file[-2][48:52] == "    "
    assert file[-2][80:84] == " 0.0"


def test_no_byte_order_mark():
    assert write_start_list("Ω", []).startswith(b"012 ")


def back(players, title="Thursday", day=date(2026, 11, 30)):
    reading = read(write_start_list(title, players, day=day), "list.trf")
    of_the_file = [issue for issue in reading.issues if not issue.code.startswith("names_")]
    assert [issue for issue in of_the_file if issue.severity is not Severity.INFO] == []
    (report,) = reading.reports
    return reading, report


NAMES = [
    "Παπαδόπουλος Γιώργος", "Шевченко, Олена", "رضا احمدی‌نژاد", "IŞIK Ayşe", "O'Neil, Mary-Jane",
    "Nguyễn Văn Trường", "001 Zero", "王小明",
]  # fmt: skip


def test_every_script_is_read_back_without_a_remark():
    players = [Seeded(name, 2000 - place) for place, name in enumerate(NAMES)]
    reading, report = back(players)
    assert reading.encoding == "utf-8"
    assert [player.name for player in report.players] == NAMES
    assert [player.number for player in report.players] == list(range(1, len(NAMES) + 1))
    assert report.pairings == ()
    assert report.rounds == 0
    assert report.declared_players == len(NAMES)
    assert report.last_day == date(2026, 11, 30)
    assert report.name == "Thursday"


letters = st.text(st.sampled_from("aZöß Çığ'-,.ЖΩπپی\u200cé王"), min_size=1, max_size=40).map(
    lambda text: " ".join(text.split())
)
named = letters.filter(lambda name: any(character.isalpha() for character in name))


@given(st.lists(st.tuples(named, st.integers(-50, 12_000)), min_size=1, max_size=30))
def test_names_come_back_as_they_were_or_cut_where_it_is_said(players):
    _reading, report = back([Seeded(*player) for player in players])
    for (name, _rating), found in zip(players, report.players, strict=True):
        assert found.name == name[:33].strip()
        assert is_cut(name) == (len(name) > 33)


def test_a_letter_and_its_accent_take_one_column():
    decomposed = "e\u0301" * 33
    assert not is_cut(decomposed)
    _reading, report = back([Seeded(decomposed, 1200)])
    assert report.players[0].name == "é" * 33


def test_a_name_breaks_no_line():
    file = lines("Thurs\r\n001 day", [Seeded("A\r\n001\tB\x0bC\u2028D", 1200)])
    assert len(file) == 6
    assert file[-2][14:47] == "A 001 B C D".ljust(33)
