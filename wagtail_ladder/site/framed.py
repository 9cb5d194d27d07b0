"""A public ladder in a frame, for pages of other sites: its rows, and nothing of the site around it.

Only what everybody may see, and what a page without any restriction may show: any other ladder is missing
here to everybody, its organisers included.
"""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt

from ..audience import may_embed
from ..conf import frame_ancestors
from ..models import Ladder
from ..services.reads import of_one_replay
from .addresses import addresses_of
from .block_table import BlockTable, TableOptions, block_table
from .embed import Embedded
from .languages import in_language
from .live import when_changed
from .reading import Reading
from .stamp import stamp_of

_METHODS = ["GET", "HEAD"]
_MOST = 500
_THEMES = {"light": "light", "dark": "dark"}


class EmbedIdConverter:
    """Other texts are no address here."""

    regex = "[0-9a-z]{13}"

    def to_python(self, value: str) -> str:
        return value

    to_url = to_python


def path_of_frame(ladder: Ladder) -> str | None:
    """None where the site does not serve the addresses of this app."""
    try:
        return reverse("wagtail_ladder:embed", args=[ladder.embed_id])
    except NoReverseMatch:
        return None


def framed(request: HttpRequest, embed_id: str) -> HttpResponse:
    """`?top=10` shows the first ten, `?theme=dark` or `light` fixes the colours, `?lang=el` the language.

    Without one the frame speaks the club's language, as the page around it will. Nothing else is read.
    """
    ladder = Ladder.objects.select_related("club").filter(embed_id=embed_id).first()
    if ladder is None or not may_embed(ladder, None):
        raise Http404
    if request.method not in _METHODS:
        return HttpResponseNotAllowed(_METHODS)
    with in_language(request.GET.get("lang"), ladder.club.language):
        response = _answer(request, ladder)
        response["Content-Language"] = get_language()
    sources = frame_ancestors()
    response["Content-Security-Policy"] = "frame-ancestors " + (" ".join(sources) or "'none'")
    return xframe_options_exempt(lambda _request: response)(request) if sources else response


def _answer(request: HttpRequest, ladder: Ladder) -> HttpResponse:
    addresses = addresses_of([ladder.pk], request)[ladder.pk]

    def read() -> tuple[Reading, BlockTable]:
        reading = Reading(ladder, addresses)
        return reading, block_table(reading, TableOptions(top=_top(request.GET.get("top", ""))))

    reading, table = of_one_replay(ladder, read)
    rows = Embedded(table, ladder.name, addresses.base, reading.as_of, place=1)
    shown = replace(rows, stamp=stamp_of(rows))
    context = {
        "heading": ladder.name,
        "club": ladder.club.name,
        "theme": _THEMES.get(request.GET.get("theme", ""), "light dark"),
        "canonical": addresses.base and request.build_absolute_uri(addresses.base),
        "embedded": shown,
        "value": {"heading": "", "live": True},
    }
    response = render(request, "wagtail_ladder/pages/embed_page.html", context)
    if not addresses.base:
        response["X-Robots-Tag"] = "noindex"  # there is no page of which this is a part
    # A purge names the bare address alone. Of all others no cache keeps one without asking.
    return when_changed(request, [shown.stamp], response) if request.GET else response


def _top(asked: str) -> int | None:
    return int(asked) if asked.isdecimal() and len(asked) < 4 and 0 < int(asked) <= _MOST else None
