"""Correct one result of a ten-season club, end to end through the service.

    python -m benchmarks.correction                     on SQLite
    python -m tests.postgres benchmarks.correction      on PostgreSQL

Bars (two cores, nothing else running): oldest event 1.5 s, last event 0.5 s, each the median of five; rows
written are rows changed. Exits 1 on a miss.
"""

import statistics
import sys
import time
from contextlib import contextmanager
from unittest import mock

from benchmarks.database import fresh_database

BARS = {"oldest": 1.5, "middle": None, "last": 0.5}


def main() -> int:
    with fresh_database() as vendor:
        return measure(vendor)


def measure(database: str) -> int:
    from django.contrib.auth import get_user_model

    from benchmarks.club import ten_season_club
    from wagtail_ladder.kinds import Kind
    from wagtail_ladder.models import Game
    from wagtail_ladder.services import Result, correct_game, replay_ladder

    started = time.perf_counter()
    ladder = ten_season_club()
    print(f"{database}: {Game.objects.count()} games built in {time.perf_counter() - started:.1f} s")
    started = time.perf_counter()
    changes = replay_ladder(ladder.pk).written
    print(f"first replay: {changes} changes written in {time.perf_counter() - started:.2f} s")
    by = get_user_model().objects.get(username="benchmark")
    events = list(ladder.events.order_by("last_day").values_list("pk", flat=True))
    missed = False
    for which, event_id in (
        ("oldest", events[0]),
        ("middle", events[len(events) // 2]),
        ("last", events[-1]),
    ):
        game = Game.objects.filter(event_id=event_id).order_by("round", "board").first()
        as_it_was = Result(Kind.PLAYED, game.white_half_points, game.black_half_points)
        flipped = Result(Kind.PLAYED, *((0, 2) if game.white_half_points else (2, 0)))
        times, cpu_times = [], []
        for result in (flipped, as_it_was) * 2 + (flipped,):
            started, cpu_started = time.perf_counter(), time.process_time()
            correct_game(game, result, reason="benchmark", by=by)
            times.append(time.perf_counter() - started)
            cpu_times.append(time.process_time() - cpu_started)
        before = derived_rows(ladder)
        with counted_writes() as written:
            correct_game(game, as_it_was, reason="benchmark", by=by)
        differ = len(dict(derived_rows(ladder).items() - before.items()))
        median, bar = statistics.median(times), BARS[which]
        too_slow = bar is not None and median > bar
        too_much = len(written) != differ
        missed = missed or too_slow or too_much
        print(
            f"{which} event: {median:.2f} s"
            + (f" (bar {bar} s: {'MISSED' if too_slow else 'ok'})" if bar else "")
            + f", {statistics.median(cpu_times):.2f} s of it our own CPU time"
            + f"; {len(written)} rows written, {differ} differ ({'MISSED' if too_much else 'ok'})"
        )
    return int(missed)


@contextmanager
def counted_writes():
    """Every row of the two derived tables that is handed to the database while this is open."""
    from django.db.models import QuerySet

    from wagtail_ladder.models import RatingChange, Standing

    written, bulk_create = [], QuerySet.bulk_create

    def counting(queryset, objs, **options):
        objs = list(objs)
        if queryset.model in (RatingChange, Standing):
            written.extend(objs)
        return bulk_create(queryset, objs, **options)

    with mock.patch.object(QuerySet, "bulk_create", counting):
        yield written


def derived_rows(ladder) -> dict:
    from wagtail_ladder.models import RatingChange, Standing

    rows = {}
    for model in (RatingChange, Standing):
        fields = [field.attname for field in model._meta.fields]
        for row in model.objects.filter(ladder=ladder).values_list(*fields):
            rows[model.__name__, row[0]] = row
    return rows


if __name__ == "__main__":
    sys.exit(main())
