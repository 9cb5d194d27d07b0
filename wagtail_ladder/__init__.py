"""Rating ladders for chess clubs and schools, inside a Wagtail site.

An organiser records an event; the ladder is replayed from the first event on.
Correct a result of last winter, and every rating since then follows.
"""

__version__ = "0.1.0"
