"""Every address there is, read from the resolver: a new route is walked on the day it is written.

A parameter that is not known here fails the walk: say in `fillings` what to put for it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlencode

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from wagtail_ladder.models import Event, LadderPlayer
from wagtail_ladder.pages.models import LadderPage

from .world import LadderInPlay

FRAME = "wagtail_ladder:embed"
"""For pages of other sites: a ladder for everybody, and no other."""
METHODS = ("get", "head", "post", "put", "patch", "delete", "options")


@dataclass(frozen=True)
class Route:
    path: str
    """As written, with its holes: "admin/pages/<int:page_id>/edit/"."""
    name: str
    pattern: URLPattern
    parameters: tuple[str, ...]

    @property
    def module(self) -> str:
        callback = self.pattern.callback
        return getattr(getattr(callback, "view_class", callback), "__module__", "")

    @property
    def is_ours(self) -> bool:
        """Written by this app, or built by Wagtail for one of its models."""
        return "wagtail_ladder" in self.module or "ladder" in self.name.partition(":")[0]

    @property
    def is_for_the_admin(self) -> bool:
        return self.path.startswith("admin/")


def all_routes() -> Iterator[Route]:
    yield from _walk(get_resolver(), "", ())


def _walk(resolver: URLResolver, prefix: str, namespaces: tuple[str, ...]) -> Iterator[Route]:
    for entry in resolver.url_patterns:
        path = f"{prefix}{entry.pattern}"
        if isinstance(entry, URLResolver):
            inner = (*namespaces, entry.namespace) if entry.namespace else namespaces
            yield from _walk(entry, path, inner)
        else:
            parameters = tuple(entry.pattern.converters or entry.pattern.regex.groupindex)
            yield Route(path, ":".join([*namespaces, entry.name or ""]), entry, parameters)


def below(one: LadderInPlay, most: int | None = None) -> Iterator[str]:
    """Every address of a ladder's page: each routable route with each player and event of the ladder.

    Of each route, `most` addresses at most.
    """
    for pattern in LadderPage.get_subpage_urls():
        for arguments in islice(fillings(pattern.pattern.converters, one), most):
            yield one.page.url + one.page.reverse_subpage(pattern.name, kwargs=arguments)


def of_group(base: str, name: str) -> Iterator[str]:
    """A group of players at the address of a ladder's page or of a link, with every question that is read."""
    asked = urlencode({"group": name})
    yield from (f"{base}?{asked}", f"{base}?{asked}&ladder-live=1", f"{base}?group=")
    yield f"{base}csv/?{asked}"


def our_public_routes() -> list[Route]:
    return [route for route in all_routes() if route.is_ours and not route.is_for_the_admin]


def by_link(one: LadderInPlay, token: str, most: int | None = None) -> Iterator[str]:
    """Every address outside the page tree and the admin, under a token, with the ladder's ids."""
    for route in our_public_routes():
        if route.name == FRAME:
            continue
        ids = [parameter for parameter in route.parameters if parameter != "token"]
        assert len(ids) < len(route.parameters), f"{route.path} has no token: which gate does it pass?"
        for arguments in islice(fillings(ids, one), most):
            yield reverse(route.name, kwargs={"token": token, **arguments})


def framed(one: LadderInPlay) -> Iterator[str]:
    """The ladder in a frame for other sites, with every question that is read."""
    address = reverse(FRAME, args=[one.ladder.embed_id])
    for query in ("", "?top=2", "?theme=dark", "?lang=fa", "?ladder-live=1", "?top=Zxqvoy"):
        yield address + query


def fillings(parameters: Iterable[str], one: LadderInPlay) -> Iterator[dict[str, str]]:
    known = {
        "player_id": LadderPlayer.objects.filter(ladder=one.ladder).values_list("public_id", flat=True),
        "event_id": Event.objects.filter(ladder=one.ladder).values_list("public_id", flat=True),
    }
    filled: list[dict[str, str]] = [{}]
    for parameter in parameters:
        filled = [{**others, parameter: value} for others in filled for value in known[parameter]]
    yield from filled
