"""The warning about an event that is too long: ratings stay frozen for the whole of it, and overshoot."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

MANY_GAMES = 12
"""With more rated games of one player, an event is better entered as several."""

MOST_TOLD = 3


def warnings_of_length(games: Iterable[tuple[str, int]]) -> list[str]:
    """A sentence for each of the first few who have too many. `games`: a name, and its rated games."""
    many = [(name, count) for name, count in games if count > MANY_GAMES]
    return [
        _(
            "%(name)s has %(count)d rated games in this one event. Ratings stay frozen for the whole of it; "
            "consider entering it as several events."
        )
        % {"name": name, "count": count}
        for name, count in many[:MOST_TOLD]
    ]
