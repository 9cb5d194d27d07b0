"""Files that are not read are refused by name, with a sentence that says what to do."""

import io
import zipfile

import pytest

from wagtail_ladder.reports import read


def zipped(*names):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return buffer.getvalue()


DBASE = (
    b"\x03\x7c\x03\x01"
    + (3).to_bytes(4, "little")
    + (65).to_bytes(2, "little")
    + (40).to_bytes(2, "little")
    + bytes(60)
)


@pytest.mark.parametrize(
    ("content", "filename", "format_"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "photo.trf", "image"),
        (b"\xff\xd8\xff\xe0" + bytes(50), "photo.jpg", "image"),
        (b"%PDF-1.7\n%\xe2\xe3", "list.pdf", "document"),
        (zipped("xl/workbook.xml"), "results.xlsx", "spreadsheet"),
        (zipped("word/document.xml"), "results.docx", "document"),
        (zipped("event.trf"), "event.zip", "archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(50), "old.xls", "spreadsheet"),
        (b"\x93\xff\x89\x44\x18\x00\x00\x00" + bytes(50), "event.TUNX", "swiss_manager"),
        (b"\x93\xff\x89\x44\x18\x00\x00\x00" + bytes(50), "event.trf", "swiss_manager"),
        (b"\x10\x00\x02\x05" + bytes(50), "event.SWT", "swiss_chess"),
        (b"SQLite format 3\x00" + bytes(50), "event.sce", "sqlite"),
        (b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes(50), "event.papi", "papi"),
        (DBASE, "THEXPORT.DBF", "dbf"),
        (b"\x01\x02\x03VEGA" + bytes(10), "event.vegz", "vega"),
        (b'[Event "Club"]\n[Site "?"]\n\n1. e4 e5 1-0\n', "games.pgn", "pgn"),
        (b'\xef\xbb\xbf[Event "Club"]\n', "games.txt", "pgn"),
        (b'{"id": "x", "rated": true}\n{"id": "y"}\n', "games.ndjson", "json"),
        (b'[{"id": 1}]', "matches.json", "json"),
        (b'{"Overview": {}, "Sections": []}', "event.sjson", "swiss_sys"),
        (b"<!DOCTYPE html>\n<html><pre>\n012 Open\n", "page.html", "web_page"),
        (b"#EVENT DETAILS\n#EVENT CODE=X\n", "event.txt", "ecf"),
        (
            "Rk.,,Name,Rtg,FED,1.Rd,2.Rd,3.Rd,Pts. \n1,,Ash,,ENG,5w1,6b½,\n".encode(),
            "cross.csv",
            "crosstable",
        ),
        (
            "Event\n\nRg.;Nr.;Name;1.Rd.;;;2.Rd.;;\n1;3;Ash;5;w;1;;;\n".encode("cp1252"),
            "cross.csv",
            "crosstable",
        ),
        (b"No;Name;1;2;3;4\n1;Ash;x;1;0;1\n", "grid.csv", "crosstable"),
        (b"Dear all,\nthe tournament was nice.\n", "letter.txt", ""),
        (b"\x00\x01\x02\x03" * 100, "what.bin", ""),
        (bytes(range(256)) * 20, "noise.trf", ""),
    ],
)
def test_refused_by_name(content, filename, format_):
    reading = read(content, filename)
    errors = [issue for issue in reading.issues if issue.severity == "error"]
    assert [issue.code for issue in errors] in ([f"format_{format_ or 'unknown'}"], ["bytes_undecodable"])
    if format_:
        assert errors[0].code == f"format_{format_}"
    assert reading.format == format_
    assert not reading.reports


def test_the_sentence_says_what_to_do_instead():
    reading = read(b"\x93\xff\x89\x44" + bytes(50), "event.TUNX")
    assert reading.issues[0].sentence == (
        "This is a Swiss-Manager file. In Swiss-Manager choose Other, FIDE data export, and upload the "
        "TRF file it writes."
    )


@pytest.mark.parametrize("content", [b"", b"\n", b" \r\n\t "])
def test_an_empty_file(content):
    assert [issue.code for issue in read(content, "event.trf").issues] == ["file_empty"]


def test_what_a_file_is_counts_more_than_its_name():
    assert read(b"round,white,black,result\n1,Ash,Birch,1-0\n", "results.tunx").reports
    assert read(b"001    1      Ash\n", "event.csv").format == "trf"
