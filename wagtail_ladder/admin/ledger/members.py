"""Members by name, told apart where two of a club bear the same."""

from collections.abc import Iterable

from ...models import Player


def tell_apart(players: Iterable[Player | None]) -> None:
    """Give each a `mark` to stand beside the name: the reference, or nothing where the name is his alone.

    One query, however many there are.
    """
    players = [player for player in players if player is not None]
    bearers = Player.objects.filter(
        club__in={player.club_id for player in players}, name__in={player.name for player in players}
    )
    seen: dict[tuple[int, str], set[int]] = {}
    for pk, club, name in bearers.values_list("pk", "club", "name"):
        seen.setdefault((club, name), set()).add(pk)
    for player in players:
        namesakes = seen.get((player.club_id, player.name), set()) - {player.pk}
        player.mark = player.reference if namesakes else ""  # type: ignore[attr-defined]


def called(player: Player | None) -> str:
    """The name, with the mark that `tell_apart` gave; empty for nobody."""
    if player is None:
        return ""
    mark = getattr(player, "mark", "")
    return f"{player.name} ({mark})" if mark else player.name
