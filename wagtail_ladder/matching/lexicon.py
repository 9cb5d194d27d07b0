"""The words of a name that are no names: titles, particles, marks of generation, patronymics.

Written by hand for this package from general knowledge of the languages.
"""

TITLES_AND_NAMES = frozenset(
    "pan pani sir bay bayan bey hanim hoca doc ing mag пан пані "
    "سید سیده السید سیدی حاج حاجی الحاج شیخ الشیخ استاد الاستاذ".split()
)
"""Titles that are surnames or given names as well: they are read as such where little else is left."""
TITLES = TITLES_AND_NAMES | frozenset(
    "dr prof mr mrs ms miss mx dipl herr frau mme mlle sig sra dott "
    "gm wgm im wim fm wfm cm wcm nm wnm agm acm afm "
    "sn sayin beyefendi av "
    "δρ κος κα δις κκ καθ γκμ δμ "
    "господин госпожа панна проф др гм мг мф кмс мс мсмк змс "
    "د دکتر الدکتور مهندس اقا اقای خانم مربی".split()
)
PARTICLES = frozenset(
    "van von vom zu zum zur der den dem de het ten ter te op la le les lo du des da do dos das di del della "
    "dei af av bin bint ibn ben al el ul und of the mc mac "
    "بن بنت ابن ال بنو بنی".split()
)
MARKS = {
    **dict.fromkeys(
        "jr jnr jun junior fils мл младший молодший νεοσ νεοτεροσ νεα".split(),
        "junior",
    ),
    **dict.fromkeys("sr snr sen senior pere ст старший πρεσβυτεροσ".split(), "senior"),
    **{"ii": "2", "iii": "3", "iv": "4"},
}
AGES = frozenset({"junior", "senior"})
"""The marks whose words are surnames as well."""
DEGREES = frozenset("phd esq msc bsc".split())
BEFORE_ANOTHER = frozenset("عبد ابو ابی ابا abd abu abou".split())
"""“عبد الله” is one name, and so is “Abu Khalil”."""
AFTER_ANOTHER = frozenset(
    "زاده پور نژاد نیا فر فرد خانی خواه منش پناه وند الدین "
    "zadeh zade pour pur nejad nezhad nia far fard khani eddin eddine aldin eldin".split()
)
"""“حسن زاده” is one surname, “Zein Eddine” one name."""
FIRST_OF_TWO = frozenset(
    "mohammad mohamad mohammed muhammad mohamed ali amir hamid gholam seyed sayed abd abdul abdel abdol "
    "abdal abu abou abo abol nour noor salah zein zain badr fakhr ezz saif shams nasr taj rouh "
    "ruh".split()
)
"""Given names in Latin letters that make one word with the next in Arabic script: Ali Reza is علیرضا."""
ARTICLE = "ال"
PATRONYMIC_ENDINGS = (
    "ович", "евич", "івич", "ілліч", "ильич", "кузьмич", "лукич", "фомич",
    "івна", "овна", "евна", "ічна", "ична", "инична",
)  # fmt: skip
