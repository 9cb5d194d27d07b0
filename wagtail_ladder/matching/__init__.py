"""Names: who may be meant by a typed name, and what is shown of a name that stays private.

Suggestions are for a person to decide on; nothing here decides. Standard library and rapidfuzz only.
"""

from .abbreviating import initials

__all__ = ["initials"]
