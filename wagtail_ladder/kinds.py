"""What became of a pairing: the one word that tournament files, stored games and the engine share.

Standard library only, so that `engine` and `reports` may both use it and know nothing of each other.
"""

from enum import StrEnum


class Kind(StrEnum):
    """Only PLAYED can be rated. Of a bye (and of NOT_PAIRED), white is the player and black is nobody."""

    PLAYED = "played"
    PLAYED_UNRATED = "played_unrated"
    """Played, but the file says that it does not count for ratings (TRF W, D, L)."""
    FORFEIT = "forfeit"
    """One side did not appear, or won without play."""
    DOUBLE_FORFEIT = "double_forfeit"
    SCHEDULED = "scheduled"
    """Paired, no result yet."""
    BYE_PAIRING = "bye_pairing"
    """Pairing-allocated bye: nobody was left to play (TRF U)."""
    BYE_FULL = "bye_full"
    BYE_HALF = "bye_half"
    BYE_ZERO = "bye_zero"
    NOT_PAIRED = "not_paired"
    """The file has an empty cell for this round."""

    @property
    def is_one_sided(self) -> bool:
        """True where there is no opponent: byes and empty cells."""
        return self in _ONE_SIDED

    @property
    def is_bye(self) -> bool:
        return self in _BYES


_BYES = frozenset({Kind.BYE_PAIRING, Kind.BYE_FULL, Kind.BYE_HALF, Kind.BYE_ZERO})
_ONE_SIDED = _BYES | {Kind.NOT_PAIRED}
