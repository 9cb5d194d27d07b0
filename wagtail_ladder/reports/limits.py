"""How large a file may be. Far above any tournament, far below what hurts a server."""

MAX_BYTES = 5 * 1024 * 1024
MAX_LINES = 200_000
MAX_PLAYERS = 3000
MAX_ROUNDS = 99
MAX_NAME = 200
MAX_CELLS = 100_000
"""Players times rounds, or rows of a CSV file."""
