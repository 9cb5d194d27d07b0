"""Files that are known but not read: recognised by content first, by extension where content says nothing."""

import re

_SIGNATURES = (
    (b"\x93\xff\x89\x44", "swiss_manager"),
    (b"SQLite format 3\x00", "sqlite"),
    (b"\x00\x01\x00\x00Standard Jet DB", "papi"),
    (b"\x00\x01\x00\x00Standard ACE DB", "papi"),
    (b"%PDF", "document"),
    (b"{\\rtf", "document"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "spreadsheet"),  # Excel before 2007; Word, too
    (b"\x89PNG", "image"),
    (b"\xff\xd8\xff", "image"),
    (b"GIF8", "image"),
    (b"BM", "image"),
    (b"\x1f\x8b", "archive"),
    (b"7z\xbc\xaf", "archive"),
    (b"Rar!", "archive"),
)
_EXTENSIONS = {
    "tunx": "swiss_manager",
    "turx": "swiss_manager",
    "tutx": "swiss_manager",
    "tumx": "swiss_manager",
    "tun": "swiss_manager",
    "tur": "swiss_manager",
    "swt": "swiss_chess",
    "swi": "swiss_chess",
    "lst": "swiss_chess",
    "veg": "vega",
    "vegz": "vega",
    "trn": "swiss_perfect",
    "sco": "swiss_perfect",
    "papi": "papi",
    "sce": "sqlite",
    "dbf": "dbf",
    "xls": "spreadsheet",
    "ods": "spreadsheet",
    "doc": "document",
    "docx": "document",
}
_ROUND_HEADING = re.compile(r"\d+\. ?\w+\.?|\w+\.? ?\d+|\d+")


def binary_format(content: bytes, filename: str) -> str:
    """What kind of binary file this is, or nothing if it looks like text."""
    head = content[:4096]
    for signature, name in _SIGNATURES:
        if head.startswith(signature) and (name != "image" or b"\x00" in head or b"\xff" in head):
            return name
    if head.startswith(b"PK\x03\x04"):
        if b"xl/" in content or b"opendocument.spreadsheet" in head:
            return "spreadsheet"
        return "document" if b"word/" in content or b"opendocument.text" in head else "archive"
    if _is_dbase(content):
        return "dbf"
    extension = _extension(filename)
    if extension in _EXTENSIONS and not _is_text(head):
        return _EXTENSIONS[extension]
    return ""


def text_format(lines: list[str], filename: str) -> str:
    """What kind of text this is, if it is one that is known and not read; else nothing."""
    filled = [line.strip() for line in lines[:40] if line.strip()]
    first = filled[0][:500] if filled else ""
    if re.match(r'\[[A-Z]\w+ "', first):
        return "pgn"
    if re.match(r'\{\s*"|\[\s*[{"\]]|[{\[]$', first):
        return "swiss_sys" if _extension(filename) == "sjson" else "json"
    if re.match(r"<(!doctype|html|\?xml|table|body|head)\b", first, re.IGNORECASE):
        return "web_page"
    if first.upper().replace(" ", "").startswith("#EVENTDETAILS"):
        return "ecf"
    return ""


def is_crosstable(lines: list[str]) -> bool:
    return any(_is_crosstable_heading(line[:5000]) for line in lines[:40])


def _is_crosstable_heading(line: str) -> bool:
    """A first column for the rank, and then one column a round: 1.Rd, Rd.2, or only numbers."""
    for delimiter in ";,\t":
        cells = [cell.strip().strip('"') for cell in line.split(delimiter)]
        if len(cells) < 5:
            continue
        rounds = [re.sub(r"\D", "", cell) for cell in cells if _ROUND_HEADING.fullmatch(cell)]
        counted = [number for number in rounds if number]
        if cells[0] and not cells[0].isdecimal() and {"1", "2"} <= set(counted):
            return True
    return False


def _is_dbase(content: bytes) -> bool:
    if len(content) < 65 or content[0] not in (0x03, 0x83, 0x8B):
        return False
    header_length = int.from_bytes(content[8:10], "little")
    return (
        1 <= content[2] <= 12
        and 1 <= content[3] <= 31
        and header_length >= 65
        and (header_length - 1) % 32 == 0
    )


def _is_text(head: bytes) -> bool:
    # UTF-16 is text too; other texts have no NUL bytes.
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or head.count(0) > len(head) * 0.2:
        return head.count(0) <= len(head) * 0.6 and not re.search(rb"[\x01-\x08]", head)
    return not re.search(rb"[\x00-\x08]", head)


def _extension(filename: str) -> str:
    return filename.rpartition(".")[2].lower()
