"""A ladder at the address of a link: the same screens as under its page, for whoever holds the link.

It has no page that stands in a language, so it speaks the club's.

The address is the key, so it must not travel: no form, no script and no asset of another site is on these
screens, they stand in a frame of their own, and browsers tell the address to no other site.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from ..audience import ladder_of_token
from ..tokens import LINK_PATTERN
from .addresses import Addresses
from .gate import keep_private
from .languages import in_language
from .routes import Routes, Shown

_METHODS = ["GET", "HEAD"]


class TokenConverter:
    """Other texts are no address here; what the database cannot take is never asked of it."""

    regex = LINK_PATTERN

    def to_python(self, value: str) -> str:
        return value

    to_url = to_python


def path_of_link(token: str) -> str:
    return reverse("wagtail_ladder:table", args=[token])


def _through_the_gate(route: Callable[..., Shown | HttpResponse]) -> Callable[..., HttpResponse]:
    """Without a ladder that the token opens, a request of any method is answered as for a missing page."""

    @wraps(route)
    def view(request: HttpRequest, token: str, **ids: Any) -> HttpResponse:
        opened = ladder_of_token(token)
        if opened is None:
            raise Http404
        ladder, _link = opened
        with in_language(ladder.club.language):
            response = _answer(route, request, Routes(ladder, Addresses(path_of_link(token))), ids)
            response["Content-Language"] = get_language()
        response["Referrer-Policy"] = "same-origin"
        return keep_private(response)

    return view


def _answer(
    route: Callable[..., Shown | HttpResponse], request: HttpRequest, routes: Routes, ids: dict[str, str]
) -> HttpResponse:
    if request.method not in _METHODS:
        return HttpResponseNotAllowed(_METHODS)
    try:
        answer = route(request, routes, **ids)
    except Http404:  # not by the page of the site: it may load assets that get to know this address
        return _show(request, routes, Shown("missing_page", None), status=404)
    return answer if isinstance(answer, HttpResponse) else _show(request, routes, answer)


def _show(request: HttpRequest, routes: Routes, shown: Shown, status: int = 200) -> HttpResponse:
    context = {
        "frame": "wagtail_ladder/standalone.html",
        "heading": routes.ladder.name,
        "ladder": routes.ladder.name,
        "club": routes.ladder.club.name,
        "addresses": routes.addresses,
        "is_private": True,
        "screen": shown.screen,
    }
    return render(request, f"wagtail_ladder/pages/{shown.page}.html", context, status=status)


@_through_the_gate
def table(request: HttpRequest, routes: Routes) -> Shown | HttpResponse:
    return routes.table(request.GET.get("group"))


@_through_the_gate
def csv(request: HttpRequest, routes: Routes) -> HttpResponse:
    return routes.csv(request.GET.get("group"))


@_through_the_gate
def events(request: HttpRequest, routes: Routes) -> Shown:
    return routes.events(request.GET.get("page"))


@_through_the_gate
def corrections(request: HttpRequest, routes: Routes) -> Shown:
    return routes.corrections(request.GET.get("page"))


@_through_the_gate
def event(request: HttpRequest, routes: Routes, event_id: str) -> Shown:
    return routes.event(event_id)


@_through_the_gate
def player(request: HttpRequest, routes: Routes, player_id: str) -> Shown | HttpResponse:
    return routes.player(player_id)


@_through_the_gate
def explanation(request: HttpRequest, routes: Routes, player_id: str, event_id: str) -> Shown | HttpResponse:
    return routes.explanation(player_id, event_id)
