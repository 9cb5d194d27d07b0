"""Words that are read alike and written otherwise, within one script: Fiebig and Fybig.

One spelling stands for all that sound like it. Rough, and only ever a hint: it never makes a name equal.
"""

from .replacing import rewriter, table, undoubled
from .scripts import ARABIC, CYRILLIC, GREEK, LATIN

_READ = {
    LATIN: rewriter(
        table(
        "sch:s sh:s ch:k ck:k ph:f th:t dt:t ie:i ei:i ai:i ay:i ey:i ee:i ea:i ij:i oe:o ue:u "
        "ae:a ou:u oo:u y:i j:i c:k q:k z:s ss:s w:v tz:s ts:s sz:s cz:k x:ks gh:g kh:k dh:d h:"
    )
    ),
    GREEK: rewriter(
        table(
        "ει:ι οι:ι υι:ι αι:ε ου:ου η:ι υ:ι ω:ο ευ:εβ αυ:αβ γγ:γκ μπ:μπ ντ:ντ"
    )
    ),
    CYRILLIC: rewriter(table(
        "о:а е:и є:и э:и ё:и і:и ї:и й:и ы:и я:а ю:у ь: ъ: тс:ц дс:ц щ:ш г:х"
    )),
    ARABIC: rewriter(table(
        "ص:س ث:س ط:ت ذ:ز ض:ز ظ:ز ح:ه غ:ق ع:ا ء:"
    )),
}  # fmt: skip


def sound(word: str, script: str) -> str:
    """The rough sound of a compare key; the key itself where nothing is known of its script."""
    read = _READ.get(script)
    return undoubled(read(word)) if read else word
