"""The parts of a Markdown page that a test can act upon."""

import re
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


@dataclass(frozen=True)
class Block:
    """A fenced block. Its opening line: the language, perhaps a file, and "add" for the end of that file."""

    language: str
    file: str
    adds: bool
    text: str

    @property
    def commands(self) -> list[str]:
        """Of a console block: what is typed, without the prompt. Other lines are output."""
        return [line[2:] for line in self.text.splitlines() if line.startswith("$ ")]


def fenced_blocks(markdown: str) -> list[Block]:
    found = re.findall(r"^```(\w+)[ ]?(\S*)([ ]add)?\n(.*?)^```$", markdown, re.M | re.S)
    return [Block(language, file, bool(add), text) for language, file, add, text in found]


def section_of(markdown: str, heading: str) -> str:
    """From this heading to the next of its rank; the whole page for an empty one."""
    if not heading:
        return markdown
    rank = heading.split()[0]
    _before, found, rest = f"\n{markdown}".partition(f"\n{heading}\n")
    assert found, heading
    return rest.partition(f"\n{rank} ")[0]


def bold_words(markdown: str) -> list[str]:
    """What the page prints in bold: the labels of buttons, fields and menus."""
    return [" ".join(words.split()) for words in re.findall(r"\*\*([^*]+)\*\*", markdown)]


def links(markdown: str) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", markdown)


def prose(markdown: str) -> str:
    """Without the fenced blocks."""
    return re.sub(r"^```.*?^```$", "", markdown, flags=re.M | re.S)


def tables(markdown: str) -> list[list[list[str]]]:
    """The tables of the page: rows of cells, the heading first."""
    found = []
    for lines in re.findall(r"(?:^\|.*\|\n)+", markdown, re.M):
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines.splitlines()]
        found.append([row for row in rows if not all(set(cell) <= set("-:") for cell in row)])
    return found
