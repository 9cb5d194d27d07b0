"""What the head of a page says, read as another site would read it."""

from dataclasses import dataclass

from bs4 import BeautifulSoup


@dataclass(frozen=True)
class Head:
    tags: dict[str, str]
    """Property or name of each meta element -> its content."""
    canonical: str | None
    alternates: dict[str, str]


def head_of(response) -> Head:
    soup = BeautifulSoup(response.content.decode(), "html.parser")
    metas = [meta for meta in soup.find_all("meta") if meta.get("content")]
    canonical = soup.find("link", rel="canonical")
    return Head(
        tags={meta.get("property") or meta.get("name"): meta["content"] for meta in metas},
        canonical=canonical and canonical["href"],
        alternates={link["hreflang"]: link["href"] for link in soup.find_all("link", rel="alternate")},
    )
