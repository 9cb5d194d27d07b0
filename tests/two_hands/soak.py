"""How much is drawn: in the test suite little, and always the same; with `SOAK` set much, and anew each time.

`SOAK=1` is what `make soak` does, `SOAK=0.1` a tenth of it. `SOAK_SEED` draws again what was drawn before.
"""

import os
from random import SystemRandom

SOAK = float(os.environ.get("SOAK") or 0)
SEED = os.environ.get("SOAK_SEED") or (f"{SystemRandom().getrandbits(32):x}" if SOAK else "suite")


def how_many(*, suite, soak):
    return max(1, round(soak * SOAK)) if SOAK else suite
