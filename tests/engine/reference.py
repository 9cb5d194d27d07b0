"""The ladder rules once more: floating point, the C library's power function, nothing shared with the engine.

Slow, without checks, and short enough to be read against the rules.
"""


def expected(own, opponent):
    return 1 / (1 + 10 ** ((opponent - own) / 400))


def in_force(dated_rules, day):
    rules = dated_rules[0][1]
    for since, later in sorted(dated_rules[1:], key=lambda dated: dated[0]):
        if since <= day:
            rules = later
    return rules


def k_factor(rules, games):
    return [k for since, k in rules.k_bands if since <= games][-1]


def is_rateable(event, game):
    return (
        not event.waiting
        and event.unrated is None
        and game.unrated is None
        and game.kind == "played"
        and game.white is not None
        and game.black is not None
    )


def ratings(events, dated_rules, starts):
    """{player: (points, rated games)} of everybody for whom a game was ever rated."""
    ladder = {}
    for event in sorted(events, key=lambda event: (event.day, event.sequence, event.id)):
        rules = in_force(dated_rules, event.day)
        frozen = dict(ladder)

        def before(player, frozen=frozen, rules=rules):
            return frozen.get(player, (float(starts.get(player, rules.start)), 0))

        for game in event.games:
            if not is_rateable(event, game):
                continue
            for own, opponent, half_points in (
                (game.white, game.black, game.white_half_points),
                (game.black, game.white, game.black_half_points),
            ):
                (own_rating, own_games), (opponent_rating, opponent_games) = before(own), before(opponent)
                if own_games >= rules.provisional_below > opponent_games:
                    continue
                gain = half_points / 2 - expected(own_rating, opponent_rating)
                rating, games = ladder.get(own, before(own))
                ladder[own] = (rating + k_factor(rules, own_games) * gain, games + 1)
    return ladder
