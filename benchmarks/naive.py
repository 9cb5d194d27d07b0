"""The shortest honest ladder: frozen ratings, both bands of K, the shield, and nothing else.

No checks, no reasons, no explanation, no digests, and floating point. It reads the engine's events and is
the yardstick for the engine's time.
"""


def naive(events):
    """{player: [rating in points, rated games]} after events of played games, which are given in order."""
    ladder = {}
    for event in events:
        changes = {}
        for _, _, white, black, half_points, _, _, _ in event.games:
            white_rating, white_games = ladder.setdefault(white, [1200.0, 0])
            black_rating, black_games = ladder.setdefault(black, [1200.0, 0])
            surplus = half_points / 2 - 1 / (1 + 10 ** ((black_rating - white_rating) / 400))
            if white_games < 5 or black_games >= 5:
                changes.setdefault(white, []).append((40 if white_games < 20 else 20) * surplus)
            if black_games < 5 or white_games >= 5:
                changes.setdefault(black, []).append((40 if black_games < 20 else 20) * -surplus)
        for player, summands in changes.items():
            ladder[player][0] += sum(summands)
            ladder[player][1] += len(summands)
    return ladder
