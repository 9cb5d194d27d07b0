"""Names: who may be meant by a typed name, and what is shown of a name that stays private.

Suggestions are for a person to decide on; nothing here decides. Standard library and rapidfuzz only.
"""

from .abbreviating import discreet_initials, initials
from .folding import fold
from .registry import Registry
from .suggestions import Confidence, Double, Evidence, Suggestion

__all__ = [
    "Confidence",
    "Double",
    "Evidence",
    "Registry",
    "Suggestion",
    "discreet_initials",
    "fold",
    "initials",
]
