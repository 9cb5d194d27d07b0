"""Names that stand nowhere else in the world, and a scan that finds them under any disguise.

All given names begin with "Zxqvoy" and all family names with "Kwujpv", so that a few needles find them all;
the four letters after that are each person's own, so that the scan can tell whose name it is. Any four
letters in a row of a family name hold one that no public id is made of: chance never spells a name.
"""

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from urllib.parse import unquote_plus

GIVEN, FAMILY = "Zxqvoy", "Kwujpv"
_TAILS = ("".join(letters) for letters in product("qxjv", "zkwq", "xjqz", "uoye"))


@dataclass(frozen=True)
class Person:
    given: str
    family: str

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}"

    @property
    def listed(self) -> str:
        """As pairing programs write it."""
        return f"{self.family}, {self.given}"


@cache
def person(number: int) -> Person:
    tail = _tails()[number]
    return Person(f"{GIVEN}{tail}ğ", f"{FAMILY}{tail[::-1]}ş")


@cache
def _tails() -> tuple[str, ...]:
    return tuple(_TAILS)


def _in_base64(text: str) -> Iterator[str]:
    """What stays the same in the base64 of anything that holds the text, at each of the three offsets."""
    for offset, first in ((0, 0), (1, 2), (2, 3)):
        encoded = base64.b64encode(b"\0" * offset + text.encode()).decode().rstrip("=")
        whole = (offset + len(text)) * 8 // 6  # characters that no following byte can change
        yield encoded[first:whole]


EXACT = tuple(token.casefold() for token in (GIVEN, FAMILY, GIVEN[::-1], FAMILY[::-1]))
BASE64 = tuple(
    needle
    for token in (GIVEN, FAMILY)
    for written in (token, token.lower(), token.upper())
    for needle in _in_base64(written)
)
_LONG_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,}")
"""Random by its length: a CSRF token, a session key, the hash in a file's name. Whole names are looked for
in it; four letters in a row of a surname would turn up there by chance."""
_CSRF_TOKEN = re.compile(r"\b[A-Za-z0-9]{64}\b")
"""A walk meets thousands: by chance one of them holds even the beginning of a name, but never a whole one."""
_SIGNED_AT = re.compile(r":[A-Za-z0-9]{6}:(?=[A-Za-z0-9_-]{27})")
"""When Django signed a cookie or a session, between what it signed and the signature: letters too."""


@cache
def _whole_names() -> re.Pattern[str]:
    """Every given and family name, either way round, but for the last letter, which no token can hold."""
    names = [f"{GIVEN}{tail}" for tail in _tails()] + [f"{FAMILY}{tail[::-1]}" for tail in _tails()]
    return re.compile("|".join(way.casefold() for name in names for way in (name, name[::-1])))


@cache
def four_grams() -> frozenset[str]:
    families = [person(number).family.casefold() for number in range(len(_tails()))]
    return frozenset(family[start : start + 4] for family in families for start in range(len(family) - 4))


def _in_json(text: str) -> str:
    return json.dumps(text)[1:-1]


def _decoded(text: str) -> Iterator[str]:
    yield text
    yield unquote_plus(text)
    yield html.unescape(text)
    yield re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), text)


def leaks(data: bytes | str, *, allowed: Iterable[str] = (), hashes: Iterable[str] = ()) -> list[str]:
    """What of a canary's name is in the data, but for `allowed` names, as they are or as JSON writes them.

    The hashes of passwords, where those can stand in the data, are no names either.
    """
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    found = {needle for needle in BASE64 if needle in text}
    known = {form.casefold() for hashed in hashes for form in _decoded(hashed)}
    for form in _decoded(text):
        plain = form.casefold()
        for name in allowed:
            plain = plain.replace(name.casefold(), "").replace(_in_json(name).casefold(), "")
        for token in _CSRF_TOKEN.findall(plain):
            found.update(_whole_names().findall(token))
        plain = _CSRF_TOKEN.sub(" ", plain)
        found.update(needle for needle in EXACT if needle in plain)
        for hashed in known:
            plain = plain.replace(hashed, " ")
        plain = _LONG_TOKEN.sub(" ", _SIGNED_AT.sub(" ", plain))
        found.update({plain[start : start + 4] for start in range(len(plain) - 3)} & four_grams())
    return sorted(found)


def whole(response) -> str:
    """A response with its headers, as one text."""
    head = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
    cookies = response.cookies.output()
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return f"{response.status_code}\n{head}\n{cookies}\n\n{content.decode('utf-8', 'replace')}"
