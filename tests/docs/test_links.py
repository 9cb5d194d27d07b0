"""Every page of the documentation is linked, and every link leads somewhere."""

import re
from pathlib import Path

import pytest

from .markdown import DOCS, links, prose

PROJECT = DOCS.parent
PAGES = sorted([*DOCS.rglob("*.md"), *PROJECT.glob("*.md")])


def targets(page: Path) -> list[Path]:
    return [
        (page.parent / link.partition("#")[0]).resolve()
        for link in links(page.read_text(encoding="utf-8"))
        if "://" not in link and not link.startswith(("#", "mailto:"))
    ]


@pytest.mark.parametrize("document", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_every_link_leads_to_a_file(document):
    missing = [str(target.relative_to(PROJECT)) for target in targets(document) if not target.exists()]
    assert missing == []


def anchors(page: Path) -> set[str]:
    """Those that readers of Markdown make of its headings."""
    headings = re.findall(r"^#+ (.*)$", prose(page.read_text(encoding="utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_every_link_to_a_part_of_a_page_leads_to_a_heading(document):
    parts = [link.partition("#") for link in links(document.read_text(encoding="utf-8")) if "://" not in link]
    missing = [
        f"{target}#{anchor}"
        for target, _sign, anchor in parts
        if anchor and anchor not in anchors((document.parent / target) if target else document)
    ]
    assert missing == []


def test_every_page_of_the_documentation_can_be_reached_from_the_readme():
    reached: set[Path] = set()
    to_visit = [PROJECT / "README.md"]
    while to_visit:
        page = to_visit.pop()
        if page in reached or page.suffix != ".md" or not page.exists():
            continue
        reached.add(page)
        to_visit += targets(page)
    assert set(DOCS.rglob("*.md")) <= reached


def test_the_readme_names_the_two_commands():
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    assert "$ make demo\n" in readme
    assert "$ make test\n" in readme


def test_the_versions_of_the_readme_are_those_of_the_package():
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    metadata = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
    for label, classifier in (
        ("Python", "Programming Language :: Python"),
        ("Django", "Framework :: Django"),
    ):
        (row,) = (line for line in readme.splitlines() if line.startswith(f"| {label} |"))
        for version in row.split("|")[2].split(","):
            assert f'"{classifier} :: {version.strip()}"' in metadata
