"""What somebody else gets at an address, for an organiser who wants to look.

Nobody is logged in as anybody. A made-up visitor asks the site's own addresses: the same views, hooks, page
restrictions and gate answer him as answer everybody. Only the middleware is left out, which would bring in
the session of the person who looks.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.models import AnonymousUser, Group
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.test import RequestFactory
from django.urls import get_script_prefix, resolve
from django.utils import translation
from wagtail.models import Site

from ..audience import login_address


class Visitor(AnonymousUser):
    """Somebody logged in who is in these groups, has no row in the database and no permission."""

    is_active = True
    is_anonymous = False
    is_authenticated = True

    def __init__(self, group_ids: tuple[int, ...] = ()) -> None:
        super().__init__()
        self._group_ids = group_ids

    @property
    def groups(self) -> QuerySet[Group]:
        return Group.objects.filter(pk__in=self._group_ids)

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        return False

    def has_perms(self, perm_list: Any, obj: Any = None) -> bool:
        return False

    def has_module_perms(self, module: str) -> bool:
        return False

    def get_all_permissions(self, obj: Any = None) -> set[str]:
        return set()


class Outcome(Enum):
    SHOWN = "shown"
    LOGIN = "login"
    """The way to the login form."""
    ELSEWHERE = "elsewhere"
    """The way to another address."""
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Visit:
    outcome: Outcome
    html: str
    request: HttpRequest
    """As the site has seen it, with what the hooks noted on it."""


def visit(
    address: str, visitor: AnonymousUser, *, site: Site | None, asked: HttpRequest, language: str
) -> Visit:
    """GET `address` as `visitor`. `asked` is the request of the person who looks: only its host is used,
    where it is that of `site`."""
    path = urlsplit(address).path
    request = _request(path, site, asked)
    request.user = visitor
    request.session = {}  # type: ignore[assignment]
    request.LANGUAGE_CODE = language
    with translation.override(language):
        try:
            match = request.resolver_match = resolve("/" + path.removeprefix(get_script_prefix()))
            response = match.func(request, *match.args, **match.kwargs)
            if hasattr(response, "render"):
                response.render()
        except Http404:
            return Visit(Outcome.MISSING, "", request)
    if response.status_code == 404:
        return Visit(Outcome.MISSING, "", request)
    if response.status_code != 200:
        to_login = response.get("Location", "").partition("?")[0] == login_address()
        return Visit(Outcome.LOGIN if to_login else Outcome.ELSEWHERE, "", request)
    return Visit(Outcome.SHOWN, response.content.decode(response.charset), request)


def _request(path: str, site: Site | None, asked: HttpRequest) -> HttpRequest:
    if site is None or site == Site.find_for_request(asked):
        return RequestFactory(HTTP_HOST=asked.get_host()).get(path, secure=asked.is_secure())
    secure = site.port == 443
    host = site.hostname if site.port in (80, 443) else f"{site.hostname}:{site.port}"
    return RequestFactory(HTTP_HOST=host).get(path, secure=secure)
