"""Random club histories for the laws: every kind, every reason, missing members, ties of day and sequence."""

from datetime import date, timedelta

from hypothesis import strategies as st

from wagtail_ladder.engine import Event, Game, Kind, Reason, Rules

FIRST_DAY = date(2026, 1, 5)
PLAYERS = range(1, 9)
DECISIVE_OR_DRAWN = [(2, 0), (0, 2), (1, 1)]
SCORES = [*DECISIVE_OR_DRAWN, (1, 0), (0, 1), (0, 0)]
ONE_SIDED = [kind for kind in Kind if kind.is_one_sided]
TWO_SIDED = [kind for kind in Kind if not kind.is_one_sided]


def mostly(usual, *others):
    return st.sampled_from([usual] * 8 + list(others))


days = st.integers(0, 6).map(lambda number: FIRST_DAY + timedelta(days=number))
rules = st.builds(
    Rules,
    start=st.sampled_from([1200, 1000, 1500]),
    k_bands=st.sampled_from([((0, 40), (20, 20)), ((0, 40), (3, 20), (6, 10)), ((0, 32),)]),
    provisional_below=st.sampled_from([0, 2, 5]),
)
dated_rules = st.tuples(rules, st.dictionaries(days, rules, max_size=2)).map(
    lambda drawn: [(None, drawn[0]), *drawn[1].items()]
)
starts = st.dictionaries(st.sampled_from(PLAYERS), st.integers(600, 2400), max_size=3)


@st.composite
def seatings(draw):
    """Who meets whom in one round, and who is left."""
    players = draw(st.permutations(PLAYERS))
    boards = draw(st.integers(1, len(players) // 2))
    pairs = [(players[2 * board], players[2 * board + 1]) for board in range(boards)]
    return pairs, players[2 * boards :]


@st.composite
def plain_rounds(draw, number):
    """Played games between members, each with one point to share."""
    pairs, _ = draw(seatings())
    return [
        Game(number, board, white, black, *draw(st.sampled_from(DECISIVE_OR_DRAWN)), Kind.PLAYED)
        for board, (white, black) in enumerate(pairs, start=1)
    ]


@st.composite
def mixed_rounds(draw, number):
    """Anything that a tournament file may hold."""
    pairs, others = draw(seatings())
    games = []
    for board, (white, black) in enumerate(pairs, start=1):
        kind = draw(mostly(Kind.PLAYED, *TWO_SIDED))
        scores = SCORES if kind == Kind.PLAYED else [*SCORES, (None, None)]
        games.append(
            Game(
                number,
                draw(st.sampled_from([board, None])),
                draw(mostly(white, None)),
                draw(mostly(black, None)),
                *draw(st.sampled_from(scores)),
                draw(st.sampled_from([kind, kind.value])),
                draw(mostly(None, Reason.UNRATED_GAME, Reason.VARIANT)),
            )
        )
    for player in others[: draw(st.integers(0, len(others)))]:
        points = draw(st.sampled_from([None, 0, 1, 2]))
        games.append(Game(number, None, player, None, points, None, draw(st.sampled_from(ONE_SIDED))))
    return games


@st.composite
def events(draw, rounds=mixed_rounds, always_rated=False):
    games = [game for number in range(1, draw(st.integers(1, 4)) + 1) for game in draw(rounds(number))]
    return Event(
        draw(days),
        draw(st.integers(0, 1)),
        draw(st.integers(0, 2**62)),
        tuple(games),
        None if always_rated else draw(mostly(None, Reason.UNRATED_EVENT, Reason.VARIANT)),
        False if always_rated else draw(mostly(False, True)),
    )


def histories(min_size=1, **options):
    return st.lists(events(**options), min_size=min_size, max_size=6, unique_by=lambda event: event.key)
