"""The pages of a long ladder: how many queries, and how much longer than a bare page of the same size.

    python -m benchmarks.pages                     on SQLite
    python -m tests.postgres benchmarks.pages      on PostgreSQL

Bars: a ladder of 200 players 12 queries, a player of 300 events 15, each three times the CPU time that
Wagtail needs for an ordinary page with one text of as many bytes. Exits 1 on a miss.
"""

import sys
import time
from datetime import timedelta

from benchmarks.database import fresh_database

MOST_TIMES_A_BARE_PAGE = 3.0
REQUESTS = 40


def main() -> int:
    with fresh_database():
        return measure()


def measure() -> int:
    from django.db.models import F, Max
    from django.utils import timezone
    from wagtail.models import Site

    from benchmarks.club import ten_season_club
    from tests.testapp.models import HomePage
    from wagtail_ladder.models import Event, Ladder, LadderPlayer, Visibility
    from wagtail_ladder.pages.models import LadderPage
    from wagtail_ladder.services import replay_ladder

    site = Site.objects.get(is_default_site=True)
    home = site.root_page.add_child(instance=HomePage(title="Home", slug="front"))
    site.root_page = home
    site.save()

    def placed(slug: str, **size: int) -> LadderPage:
        ladder = ten_season_club(**size)
        Ladder.objects.filter(pk=ladder.pk).update(visibility=Visibility.PUBLIC)
        # The last evening was a week ago: of players who are all inactive a page has less to tell.
        events = Event.objects.filter(ladder=ladder)
        last_day = events.aggregate(last=Max("last_day"))["last"]
        events.update(last_day=F("last_day") + (timezone.localdate() - last_day - timedelta(days=7)))
        replay_ladder(ladder.pk)
        return home.add_child(instance=LadderPage(title=slug, slug=slug, ladder_id=ladder.pk))

    wide = placed("wide", players=200, events=100, games=9_600)
    long = placed("long", players=32, events=300, games=14_400)
    player = LadderPlayer.objects.filter(ladder_id=long.ladder_id).first()
    missed = False
    for what, url, most_queries in (
        ("ladder of 200 players", wide.url, 12),
        ("player of 300 events", f"{long.url}players/{player.public_id}/", 15),
    ):
        queries, size = cost(url)
        bare = home.add_child(
            instance=HomePage(title="Bare", slug=f"bare-{most_queries}", body=text_of(size))
        )
        ratio = times(url, bare.url)
        too_many, too_slow = queries > most_queries, ratio > MOST_TIMES_A_BARE_PAGE
        missed = missed or too_many or too_slow
        print(
            f"{what}: {queries} queries (bar {most_queries}: {'MISSED' if too_many else 'ok'}), "
            f"{size / 1024:.0f} KB, {ratio:.1f} x a bare page "
            f"(bar {MOST_TIMES_A_BARE_PAGE}: {'MISSED' if too_slow else 'ok'})"
        )
    return int(missed)


def text_of(size: int) -> list[tuple[str, object]]:
    from wagtail.rich_text import RichText

    sentence = "<p>Every Thursday at seven, in the back room of the library.</p>"
    return [("text", RichText(sentence * (size // len(sentence))))]


def cost(url: str) -> tuple[int, int]:
    """Queries and bytes of one request, with Wagtail's own caches warm."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client()
    client.get(url)
    with CaptureQueriesContext(connection) as queries:
        response = client.get(url)
    assert response.status_code == 200, (url, response.status_code)
    return len(queries), len(response.content)


def times(url: str, bare_url: str) -> float:
    """CPU time of the quickest request, as a multiple of the bare page's; the two take turns."""
    from django.test import Client

    client = Client()
    spent: dict[str, list[float]] = {url: [], bare_url: []}
    for _turn in range(REQUESTS):
        for which, measured in spent.items():
            started = time.process_time()
            response = client.get(which)
            measured.append(time.process_time() - started)
            assert response.status_code == 200, (which, response.status_code)
    return min(spent[url]) / min(spent[bare_url])


if __name__ == "__main__":
    sys.exit(main())
