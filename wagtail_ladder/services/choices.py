"""What a person may say about a typed name."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Member:
    """The name is this player of the club's registry."""

    player_id: int


@dataclass(frozen=True, slots=True)
class NewMember:
    """The name is somebody new: a player is added, under the typed name unless another is given.

    `not_same_as` are members with a near name who were shown and are somebody else: that is put on record.
    """

    name: str | None = None
    not_same_as: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """A guest: the name stays in the event's standings, and the games are not rated."""


@dataclass(frozen=True, slots=True)
class Undecide:
    """Take the decision back."""


Choice = Member | NewMember | LeaveOut | Undecide
