"""Does the file add up? What it announces is compared with what was found. Warnings only."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal

from wagtail_ladder.kinds import Kind

from ..issues import Remarks
from ..types import Pairing, Where
from .header import Header
from .layout import PlayerLine


def check_totals(
    players: Mapping[int, PlayerLine], pairings: list[Pairing], header: Header, remarks: Remarks
) -> None:
    unfinished = [pairing for pairing in pairings if pairing.kind is Kind.SCHEDULED]
    if unfinished:
        remarks.add("unfinished", unfinished[0].where, count=len(unfinished))
    if not header.scoring.is_standard:
        remarks.add("scoring_unusual")
    if header.declared_players not in (None, len(players)):
        remarks.add("players_declared", declared=header.declared_players, found=len(players))
    for name, count in Counter(player.name for player in players.values()).items():
        if count > 1:
            remarks.add("names_equal", count=count, name=name)
    _check_points(players.values(), pairings, header.abnormal_points, remarks)


def points(player: PlayerLine) -> Decimal | None:
    """The event points that the file states, or None where there are none to read."""
    if not re.fullmatch(r"\d{1,4}([.,]\d{1,2})?", player.points):
        return None
    return Decimal(player.points.replace(",", "."))


def _plain(number: Decimal) -> Decimal:
    """Without zeros behind the point: 6, not 6.0."""
    return number.normalize() + 0


def _check_points(
    players: Iterable[PlayerLine],
    pairings: list[Pairing],
    abnormal_points: Mapping[int, Decimal],
    remarks: Remarks,
) -> None:
    computed: dict[int, Decimal] = defaultdict(Decimal, abnormal_points)
    empty_rounds: Counter[int] = Counter()
    for pairing in pairings:
        computed[pairing.white] += pairing.white_points or 0
        if pairing.black is not None:
            computed[pairing.black] += pairing.black_points or 0
        empty_rounds[pairing.white] += pairing.kind is Kind.NOT_PAIRED
    for player in players:
        declared, total = points(player), computed[player.number]
        where = Where(player.where.line, 81, 84)
        if declared is None and player.points:
            remarks.add("points_unreadable", replace(where, excerpt=player.points), number=player.number)
        elif declared is not None and declared != total:
            # SwissPerfect and Krause leave the round blank and count the bye in the total all the same.
            missing = declared - total
            hidden = 0 < missing <= empty_rounds[player.number] and missing % Decimal("0.5") == 0
            remarks.add(
                "points_hide_byes" if hidden else "points_differ",
                where,
                number=player.number,
                declared=_plain(declared),
                computed=_plain(total),
            )
