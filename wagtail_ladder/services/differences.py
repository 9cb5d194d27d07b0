"""What a verification may find, each in a sentence that names nobody: ids, columns and numbers alone."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext


class What(StrEnum):
    """The kind of a difference. Those up to INITIALS_NUMBER are about inputs, the others about numbers."""

    REFUSED = "refused"
    """The inputs cannot be, so that nothing follows from them."""
    DECISION = "decision"
    """A name is not who the newest decision in force says."""
    MERGED = "merged"
    """A player is not who the merges in force say."""
    CIRCLE = "circle"
    """The merges in force lead nowhere."""
    FOREIGN_SEAT = "foreign_seat"
    """A game seats a name of another event."""
    FOREIGN_PLAYER = "foreign_player"
    """A player of another club is on the ladder."""
    FOREIGN_ACT = "foreign_act"
    """A decision about a name is kept with another club."""
    PLACE = "place"
    """A player stands on the ladder and has no place there: no address, no initials."""
    INITIALS = "initials"
    """The initials are not those of the registered name."""
    INITIALS_NUMBER = "initials_number"
    """The number behind the initials could be given a second time."""
    FINGERPRINT = "fingerprint"
    UNUSED = "unused"
    """Past the verbs something was changed from which no number follows, or none yet."""
    GAMES = "games"
    """It is stored how many games the numbers were computed from, and there are others."""
    CHANGE_MISSING = "change_missing"
    CHANGE_TOO_MANY = "change_too_many"
    CHANGE = "change"
    STANDING_MISSING = "standing_missing"
    STANDING_TOO_MANY = "standing_too_many"
    STANDING = "standing"


_SENTENCES = {
    What.REFUSED: _("Nothing can be computed from the inputs: %(computed)s"),
    What.DECISION: _(
        "Event %(event)s, name %(entry)s: %(field)s is stored as %(stored)s, "
        "and by the newest decision it is %(computed)s."
    ),
    What.MERGED: _(
        "Player %(player)s is stored as merged into %(stored)s, and by the merges in force into %(computed)s."
    ),
    What.CIRCLE: _("Player %(player)s: the merges in force lead in a circle."),
    What.FOREIGN_SEAT: _("Event %(event)s, game %(game)s: it seats a name of another event."),
    What.FOREIGN_PLAYER: _("Player %(player)s belongs to another club."),
    What.FOREIGN_ACT: _(
        "Event %(event)s, name %(entry)s: decision %(act)s about it belongs to another club."
    ),
    What.PLACE: _("Player %(player)s has no place on the ladder."),
    What.INITIALS: _("Player %(player)s: the initials are not those of the name."),
    What.INITIALS_NUMBER: _("Player %(player)s: the number of the initials could be given a second time."),
    What.FINGERPRINT: _("The fingerprint is stored as %(stored)s, and by the inputs it is %(computed)s."),
    What.UNUSED: _(
        "Results, names, rules or start ratings are not those of the last computation. "
        "No number follows from that yet."
    ),
    What.GAMES: _(
        "%(stored)s games are stored as played on the ladder, and by the inputs it is %(computed)s."
    ),
    What.CHANGE_MISSING: _("Event %(event)s, player %(player)s: the rating change is missing."),
    What.CHANGE_TOO_MANY: _("Event %(event)s, player %(player)s: this rating change follows from nothing."),
    What.CHANGE: _(
        "Event %(event)s, player %(player)s: %(field)s is stored as %(stored)s, "
        "and by the inputs it is %(computed)s."
    ),
    What.STANDING_MISSING: _("Player %(player)s: the standing is missing."),
    What.STANDING_TOO_MANY: _("Player %(player)s: this standing follows from nothing."),
    What.STANDING: _(
        "Player %(player)s: %(field)s is stored as %(stored)s, and by the inputs it is %(computed)s."
    ),
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that is stored and should be another one. All that it tells by are ids of rows."""

    what: What
    event: int | None = None
    entry: int | None = None
    game: int | None = None
    player: int | None = None
    act: int | None = None
    field: str = ""
    """The column; ratings in it are nanopoints."""
    stored: object = None
    computed: object = None

    def __str__(self) -> str:
        values = {name: "–" if value is None else value for name, value in asdict(self).items()}
        return str(_SENTENCES[self.what]) % values


def sentences(differences: Sequence[Difference], most: int = 20) -> Iterator[str]:
    """A sentence for each of the first, and one for how many more there are."""
    for difference in differences[:most]:
        yield str(difference)
    if (more := len(differences) - most) > 0:
        yield ngettext("And %(count)d more.", "And %(count)d more.", more) % {"count": more}
