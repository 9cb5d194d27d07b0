"""The desk of an event of 40 names and 120 games: queries, size, and how much slower than Wagtail's own list.

    python -m benchmarks.desk                     on SQLite
    python -m tests.postgres benchmarks.desk      on PostgreSQL

Bars: each screen 40 queries, 400 KB of HTML, and three times the CPU time that Wagtail needs for its own
snippet list of 40 rows. The club has 2,000 members, and the names tab suggests among them: 60 names typed in
a hurry, with their suggestions and everything else on that screen, in half a second. Exits 1 on a miss.
"""

import random
import statistics
import sys
import time

from benchmarks.database import fresh_database

MOST_QUERIES, MOST_KB, MOST_TIMES_A_LIST = 40, 400, 3.0
NAMES, ROUNDS, MEMBERS = 40, 6, 2_000
WAITING, MOST_SECONDS = 60, 0.5
REQUESTS = 15
FIRST = ["Anna", "Boris", "Chloe", "Dawit", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kemal", "Lea"]
LAST = ["Abel", "Brook", "Çelik", "Dobrev", "Eriksen", "Fischer", "Gruber", "Horvat", "Ivanova", "Jansen"]


def main() -> int:
    with fresh_database():
        register_a_plain_snippet()
        return measure()


def register_a_plain_snippet() -> None:
    """Wagtail's snippet list as it comes: what the desk is held against."""
    from taggit.models import Tag
    from wagtail.snippets.models import register_snippet
    from wagtail.snippets.views.snippets import SnippetViewSet

    class TagViewSet(SnippetViewSet):
        model = Tag
        list_per_page = NAMES

    register_snippet(TagViewSet)


def measure() -> int:
    from django.contrib.auth import get_user_model
    from django.test import Client

    by = get_user_model().objects.create_superuser("benchmark", "benchmark@example.org", "benchmark")
    client = Client()
    client.force_login(by)
    draft, published = build(by)
    rows_of_a_list = cpu_time(client, "/admin/snippets/taggit/tag/")
    print(f"Wagtail's snippet list of 40 rows: {1000 * rows_of_a_list:.0f} ms of CPU time")
    game = published.games.first()
    screens = {
        "names, none decided": f"{draft.pk}/",
        "names, all decided": f"{published.pk}/",
        "results": f"{published.pk}/results/",
        "grid of a round": f"{draft.pk}/rounds/1/",
        "one result": f"{published.pk}/games/{game.pk}/",
        "details": f"{draft.pk}/details/",
        "publish": f"{draft.pk}/publish/",
        "new members": f"{draft.pk}/new-members/",
    }
    missed = False
    for what, path in screens.items():
        missed = shown(what, client, f"/admin/ladders/events/{path}", rows_of_a_list) or missed
    missed = name_desk(client, draft, by) or missed
    return int(missed)


def name_desk(client, draft, by) -> bool:
    """Print how long 60 names against the whole registry take; returns whether that missed the bar."""
    from wagtail_ladder import services
    from wagtail_ladder.models import Player

    chance = random.Random(60_2000)
    present = chance.sample(list(Player.objects.order_by("pk").values_list("name", flat=True)), WAITING)
    event = services.create_event(
        draft.ladder, by=by, name="Evening", last_day=draft.last_day, names=map(in_a_hurry, present)
    )
    services.decide_entry(event.entries.first(), services.LeaveOut(), by=by)
    seconds = cpu_time(client, f"/admin/ladders/events/{event.pk}/")
    missed = seconds > MOST_SECONDS
    print(
        f"{WAITING} typed names against {MEMBERS:,} members: {1000 * seconds:.0f} ms of CPU time "
        f"(bar {1000 * MOST_SECONDS:.0f}): {'MISSED' if missed else 'ok'}"
    )
    return missed


def in_a_hurry(name: str) -> str:
    """As it stands in the registry, with an initial, with a letter missing, or the surname first."""
    given, family = name.split()
    return [name, f"{given[0]}. {family}", f"{given} {family[:3]}{family[4:]}", f"{family}, {given}"][
        len(name) % 4
    ]


def build(by):
    """A club of 2,000 members with a draft and a published event of the same names and games."""
    from datetime import date

    from taggit.models import Tag

    from wagtail_ladder import services
    from wagtail_ladder.kinds import Kind
    from wagtail_ladder.models import Player

    Tag.objects.bulk_create(Tag(name=f"Tag {number}", slug=f"tag-{number}") for number in range(NAMES))
    chance = random.Random(40_120)
    ladder = services.create_ladder(services.create_club("Bench", by=by), "Thursday", by=by)
    names = [
        f"{chance.choice(FIRST)} {chance.choice(LAST)}{chance.choice(LAST).lower()}" for _n in range(MEMBERS)
    ]
    Player.objects.bulk_create(Player(club=ladder.club, name=name) for name in names)
    events = []
    for day in (1, 8):
        present = chance.sample(names, NAMES)
        event = services.create_event(
            ladder, by=by, name="Evening", last_day=date(2026, 1, day), names=present
        )
        entries = list(event.entries.order_by("number"))
        for number in range(1, ROUNDS + 1):
            order = chance.sample(entries, NAMES)
            pairings = [
                services.Pairing(
                    board + 1,
                    order[2 * board].pk,
                    order[2 * board + 1].pk,
                    services.Result(Kind.PLAYED, *chance.choice([(2, 0), (1, 1), (0, 2)])),
                )
                for board in range(NAMES // 2)
            ]
            services.save_round(event, number, pairings, by=by)
        events.append(event)
    published, draft = events
    new = {entry.pk: services.NewMember() for entry in published.entries.all()}
    services.decide_entries(published, new, by=by)
    services.publish_event(published, by=by)
    return draft, published


def shown(what: str, client, url: str, rows_of_a_list: float) -> bool:
    """Print one screen; returns whether it missed a bar."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        response = client.get(url)
    assert response.status_code == 200, (url, response.status_code)
    queries, kb = len(captured), len(response.content) / 1024
    ratio = cpu_time(client, url) / rows_of_a_list
    missed = queries > MOST_QUERIES or kb > MOST_KB or ratio > MOST_TIMES_A_LIST
    print(
        f"{what}: {queries} queries (bar {MOST_QUERIES}), {kb:.0f} KB (bar {MOST_KB}), "
        f"{ratio:.1f} x a snippet list (bar {MOST_TIMES_A_LIST}): {'MISSED' if missed else 'ok'}"
    )
    return missed


def cpu_time(client, url: str) -> float:
    """The median of several requests, the first of which fills the caches."""
    assert client.get(url).status_code == 200
    times = []
    for _request in range(REQUESTS):
        started = time.process_time()
        client.get(url)
        times.append(time.process_time() - started)
    return statistics.median(times)


if __name__ == "__main__":
    sys.exit(main())
