"""A ten-season club, written straight into the tables: 400 events, 38,500 games, 150 players."""

import random
from datetime import date, timedelta

from django.contrib.auth import get_user_model
from django.utils import timezone

from wagtail_ladder.models import (
    Act,
    Decision,
    Entry,
    EntryDecision,
    Event,
    Game,
    Ladder,
    LadderPlayer,
    Player,
)
from wagtail_ladder.services import create_club, create_ladder

PLAYERS, EVENTS, GAMES = 150, 400, 38_500


def ten_season_club(*, players: int = PLAYERS, events: int = EVENTS, games: int = GAMES) -> Ladder:
    """The inputs only: whoever calls this replays. Names and results are invented, and always the same."""
    chance = random.Random(20_26)
    by, _created = get_user_model().objects.get_or_create(
        username="benchmark", defaults={"is_superuser": True, "is_active": True}
    )
    ladder = create_ladder(create_club("Ten seasons", by=by), "Thursday", by=by)
    people = Player.objects.bulk_create(
        Player(club_id=ladder.club_id, name=f"Player Number {number}") for number in range(players)
    )
    LadderPlayer.objects.bulk_create(
        LadderPlayer(ladder=ladder, player=player, initials="P. N.", initials_suffix=number)
        for number, player in enumerate(people, start=1)
    )
    ladder.initials_given = {"P. N.": players}
    ladder.save(update_fields=["initials_given"])
    strength = [chance.gauss(0, 1) for _player in people]
    first_day, now = date(2016, 9, 1), timezone.now()
    evenings = Event.objects.bulk_create(
        Event(
            ladder=ladder,
            name=f"Evening {number}",
            last_day=first_day + timedelta(days=9 * number),
            status=Event.Status.PUBLISHED,
        )
        for number in range(events)
    )
    seats_a_round = min(32, players // 2 * 2)
    rounds_left = -(-games // (seats_a_round // 2))
    all_entries, all_games = [], []
    for evening, rounds in zip(evenings, _shares(rounds_left, events), strict=True):
        present = chance.sample(range(players), seats_a_round)
        entries = [
            Entry(
                event=evening,
                number=number,
                typed_name=people[who].name,
                decision=Decision.MEMBER,
                player=people[who],
                decided_by=by,
                decided_at=now,
            )
            for number, who in enumerate(present, start=1)
        ]
        all_entries += entries
        for number in range(1, rounds + 1):
            order = chance.sample(range(seats_a_round), seats_a_round)
            for board in range(seats_a_round // 2):
                white, black = order[2 * board], order[2 * board + 1]
                edge = strength[present[white]] - strength[present[black]] + chance.gauss(0, 1)
                half_points = 2 if edge > 0.4 else 0 if edge < -0.4 else 1
                all_games.append((evening, number, board + 1, entries[white], entries[black], half_points))
    Entry.objects.bulk_create(all_entries)
    acts = Act.objects.bulk_create(
        Act(club_id=ladder.club_id, kind=Act.Kind.DECIDE, event=evening, by=by, at=now)
        for evening in evenings
    )
    act_of = {act.event_id: act for act in acts}
    EntryDecision.objects.bulk_create(
        EntryDecision(
            act=act_of[entry.event_id], entry=entry, decision=entry.decision, player_id=entry.player_id
        )
        for entry in all_entries
    )
    Game.objects.bulk_create(
        Game(
            event=evening,
            round=number,
            board=board,
            white=white,
            black=black,
            kind="played",
            white_half_points=half_points,
            black_half_points=2 - half_points,
        )
        for evening, number, board, white, black, half_points in all_games[:games]
    )
    return ladder


def _shares(total: int, parts: int) -> list[int]:
    return [total * (part + 1) // parts - total * part // parts for part in range(parts)]
