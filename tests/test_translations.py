"""The catalogues of the app and of the example site: whole, true to their placeholders, and compiled."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from bs4 import BeautifulSoup, NavigableString

ROOT = Path(__file__).parent.parent
LANGUAGES = ["el", "uk", "fa", "tr"]
APPS = ["wagtail_ladder", "example_site"]
PLURAL_FORMS = {"el": 2, "uk": 4, "fa": 2, "tr": 2}
LETTERS = {"el": re.compile("[Ͱ-Ͽἀ-῿]"), "uk": re.compile("[Ѐ-ӿ]"), "fa": re.compile("[؀-ۿ]")}
ENDS = {".": ".۔", "?": "?;؟", ":": ":", "…": "…"}
ABBREVIATIONS = {"No."}
"""Whose full stop ends no sentence."""

SAME_IN_EVERY_LANGUAGE = {
    "CSV", "K", "TRF16", "ID", "Wagtail",
}  # fmt: skip
"""Texts that stay as they are: signs, names of formats and of programs."""
SAME_IN = {"tr": {"Rating", "Rating:"}}
"""Words that a language has taken over as they are."""

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}")
TAG = re.compile(r"</?\w+[^<>]*>")

pytestmark = pytest.mark.skipif(shutil.which("xgettext") is None, reason="gettext is not on this machine")


def catalogue(app: str, language: str) -> Path:
    return ROOT / app / "locale" / language / "LC_MESSAGES" / "django.po"


def key(entry: polib.POEntry) -> tuple[str | None, str, str]:
    return entry.msgctxt, entry.msgid, entry.msgid_plural


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    """App -> the keys of all that is marked for translation in it, as it is now."""
    # Without settings: those of the tests cannot be imported from there where the package is installed.
    env = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    found = {}
    for app in APPS:
        copy = tmp_path_factory.mktemp(app) / app
        shutil.copytree(ROOT / app, copy, ignore=shutil.ignore_patterns("var", "__pycache__", "locale"))
        (copy / "locale").mkdir()
        subprocess.run(
            [sys.executable, "-m", "django", "makemessages", "-l", "el", "--no-wrap"],
            cwd=copy,
            env=env,
            check=True,
        )
        made = polib.pofile(str(copy / "locale" / "el" / "LC_MESSAGES" / "django.po"))
        found[app] = {key(entry) for entry in made if not entry.obsolete}
    return found


@pytest.fixture(params=[(app, language) for app in APPS for language in LANGUAGES], ids="-".join)
def one(request):
    app, language = request.param
    return app, language, polib.pofile(str(catalogue(app, language)))


def test_it_has_all_texts_and_no_other(one, texts):
    app, _language, entries = one
    kept = {key(entry) for entry in entries}
    assert sorted(map(str, texts[app] - kept)) == []
    assert sorted(map(str, kept - texts[app])) == []


def test_nothing_is_untranslated_or_a_guess(one):
    _app, language, entries = one
    assert [entry.msgid for entry in entries if entry.fuzzy or not entry.translated()] == []
    plurals = [entry for entry in entries if entry.msgid_plural]
    assert [entry.msgid for entry in plurals if len(entry.msgstr_plural) != PLURAL_FORMS[language]] == []


def translations(entry: polib.POEntry) -> list[tuple[str, str]]:
    """Each with the English that it must fit: of plural forms the plural. ٪ is the Persian percent sign."""
    if entry.msgid_plural:
        return [(entry.msgid_plural, text) for text in entry.msgstr_plural.values()]
    return [(entry.msgid, entry.msgstr.replace("٪", "%%"))]


def test_placeholders_and_tags_are_those_of_the_english(one):
    """A plural form of one number alone may leave that number out."""
    wrong = []
    for entry in one[2]:
        for english, text in translations(entry):
            missing = set(PLACEHOLDER.findall(english)) - set(PLACEHOLDER.findall(text))
            added = set(PLACEHOLDER.findall(text)) - set(PLACEHOLDER.findall(english))
            tags = sorted(TAG.findall(english)) == sorted(TAG.findall(text))
            allowed = set(PLACEHOLDER.findall(entry.msgid_plural)) - set(PLACEHOLDER.findall(entry.msgid))
            if added or not tags or (missing and not (entry.msgid_plural and missing <= allowed)):
                wrong.append((english, text))
    assert wrong == []


def test_what_is_a_sentence_stays_one(one):
    wrong = [
        (english, text)
        for entry in one[2]
        for english, text in translations(entry)
        if english[-1:] in ENDS and english not in ABBREVIATIONS and text[-1:] not in ENDS[english[-1]]
    ]
    assert wrong == []


def test_nothing_is_left_in_english(one):
    _app, language, entries = one
    left = []
    for entry in entries:
        for english, text in translations(entry):
            words = TAG.sub("", PLACEHOLDER.sub("", english))
            if not re.search("[A-Za-z]", words):
                continue
            if english in SAME_IN_EVERY_LANGUAGE | SAME_IN.get(language, set()):
                continue
            letters = LETTERS.get(language)
            if text == english or (letters and text != "№" and not letters.search(text)):
                left.append(english)
    assert left == []


def test_what_is_compiled_is_what_is_written(one):
    app, language, entries = one
    compiled = polib.mofile(str(catalogue(app, language).with_suffix(".mo")))

    def content(file):
        return {key(entry): entry.msgstr or entry.msgstr_plural for entry in file}

    assert content(compiled) == content(entries)


MARKED = re.compile(
    r"\{% block item_classes %\}.*?\{% endblock %\}|\{% comment\b.*?\{% endcomment %\}|\{#.*?#\}"
    r"|\{% blocktrans(?:late)?\b.*?\{% endblocktrans(?:late)? %\}|\{%.*?%\}|\{\{.*?\}\}|<!DOCTYPE.*?>",
    re.DOTALL,
)
TEMPLATES = sorted(
    path for app in APPS for path in (ROOT / app).rglob("*.html") if "var" not in path.relative_to(ROOT).parts
)
WORDLESS = {"A. B.", "C. D.", "E. F.", "Rook & Pawn", "· Rook & Pawn"}
"""What stands in templates by itself: names of nobody, in the picture of a block, and of the example site."""


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: "/".join(path.parts[-3:]))
def test_no_word_of_a_template_is_left_unmarked(path):
    soup = BeautifulSoup(MARKED.sub(" ", path.read_text()), "html.parser")
    for tag in soup.find_all(["kbd", "code", "textarea"]):
        tag.decompose()
    texts = [text.strip() for text in soup.find_all(string=True) if type(text) is NavigableString]
    for tag in soup.find_all(True):
        texts += [str(tag.get(name, "")).strip() for name in ("title", "alt", "aria-label", "placeholder")]
    assert [text for text in texts if re.search("[^\\W\\d_]", text) and text not in WORDLESS] == []


SHOWN = {
    "add_item_label", "caption", "description", "header_title", "help_text", "inspect_view_page_title",
    "label", "menu_label", "message", "page_title", "verbose_name", "verbose_name_plural",
}  # fmt: skip
UNSEEN = {"apps.py", "migrations", "var", "engine", "reports", "matching"}


@pytest.mark.parametrize("app", APPS)
def test_no_word_of_the_code_is_left_unmarked(app):
    """What is given to Django and Wagtail to show: a plain string there was forgotten."""
    plain = []
    for path in (ROOT / app).rglob("*.py"):
        if {"apps.py", "migrations", "var", "engine", "reports", "matching"} & set(
            path.relative_to(ROOT).parts
        ):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            pairs = []
            if isinstance(node, ast.Call):
                pairs = [(keyword.arg, keyword.value) for keyword in node.keywords]
            elif isinstance(node, ast.ClassDef):
                pairs = [
                    (target.id, line.value)
                    for line in node.body
                    if isinstance(line, ast.Assign)
                    for target in line.targets
                    if isinstance(target, ast.Name)
                ]
            for name, value in pairs:
                if (
                    name in SHOWN
                    and isinstance(value, ast.Constant)
                    and re.search("[a-z]{2}", str(value.value))
                ):
                    plain.append(f"{path.relative_to(ROOT)}:{value.lineno}: {value.value}")
    assert plain == []
