"""The words of a name that are no names: titles, particles, marks of generation, patronymics.

Written by hand for this package from general knowledge of the languages; all are compare keys.
"""

from .folding import fold_word


def _keys(text: str) -> frozenset[str]:
    return frozenset(map(fold_word, text.split()))


TITLES_AND_NAMES = _keys(
    "pan pani sir bay bayan bey hanim hoca doc ing mag пан пані "
    "سید سیده السید سیدی حاج حاجی الحاج شیخ الشیخ استاد الاستاذ"
)
"""Titles that are surnames or given names as well: they are read as such where little else is left."""
AFTER_A_NAME = _keys("bey hanım")
"""Titles that follow the name; all others stand before it, or are no titles there: “Ali Can Bay”."""
TITLES = TITLES_AND_NAMES | _keys(
    "dr prof mr mrs ms miss mx dipl herr frau mme mlle sig sra dott "
    "gm wgm im wim fm wfm cm wcm nm wnm agm acm afm "
    "sn sayin beyefendi av "
    "δρ κος κα δις κκ καθ γκμ δμ "
    "господин госпожа панна проф др гм мг мф кмс мс мсмк змс "
    "د دکتر الدکتور مهندس اقا اقای خانم مربی"
)
OF_A_MAN = _keys("mr herr bay bey beyefendi pan пан господин sig κος اقا اقای السید سید")
OF_A_WOMAN = _keys("mrs ms miss frau mme mlle sra bayan hanım pani пані панна госпожа κα δις خانم سیده")
"""The titles that only one of them has: Herr Kim Berg is not Frau Kim Berg."""
PARTICLES = _keys(
    "van von vom zu zum zur der den dem de het ten ter te op la le les lo du des da do dos das di del della "
    "dei af av bin bint ibn ben al el ul und of the mc mac "
    "του της "
    "بن بنت ابن ال بنو بنی"
)
MARKS = {
    **dict.fromkeys(
        _keys("jr jnr jun junior fils мл младший младшая молодший молодша νέος νεότερος νέα młodszy młodsza"),
        "junior",
    ),
    **dict.fromkeys(
        _keys("sr snr sen senior pere ст старший старшая старша πρεσβύτερος starszy starsza"), "senior"
    ),
    **{"ii": "2", "iii": "3", "iv": "4"},
}
MARKS_AND_NAMES = _keys("jun sen pere")
"""Marks that are names as well (Min Jun, Can Şen, Pere): without a dot they are read as such."""
AGES = frozenset({"junior", "senior"})
"""The marks whose words are surnames as well."""
REMARKS = _keys(
    "son daughter brother sister father mother dad mum mom uncle aunt cousin twin nephew niece grandson "
    "granddaughter kid boy girl young younger old older elder little small big born age aged grade "
    "class year "
    "oğlu oğul kızı kız kardeş kardeşi abi abisi ağabey ağabeyi abla ablası baba babası anne annesi "
    "amca dayı kuzen kuzeni ikiz ikizi yeğen yeğeni torun torunu küçük büyük genç yaş yaşında doğumlu "
    "doğum doğ sınıf "
    "του της υιός γιος κόρη αδελφός αδερφός αδελφή αδερφή πατέρας πατήρ μπαμπάς μητέρα μαμά θείος θεία "
    "ξάδερφος ξάδελφος ξαδέρφη ξαδέλφη ανιψιός ανιψιά εγγονός εγγονή δίδυμος δίδυμη μικρός μικρή "
    "μεγάλος μεγάλη παππούς ετών τάξη γεν "
    "син донька дочка брат сестра батько тато мати мама дядько тітка племінник племінниця онук онучка "
    "близнюк  малий мала великий велика років клас нар "
    "сын дочь отец папа мать дядя тётя племянник племянница внук внучка близнец маленький большой малый "
    "лет год  класс рожд род "
    "پسر دختر برادر خواهر پدر مادر عمو دایی عمه خاله پسرعمو دخترعمو فرزند نوه دوقلو کوچک بزرگ ساله "
    "متولد کلاس "
    "ابن الابن ابنة بنت أخ الأخ أخت الأخت والد الأب الأم عم خال توأم الصغير الكبير "
    "sohn tochter bruder schwester vater mutter onkel tante vetter zwilling neffe nichte enkel klein "
    "gross groß  kleine große jung alt geb jahre klasse jahrgang "
    "fille frère sœur père mère oncle jumeau jumelle neveu nièce petit grand cadet cadette aîné aînée "
    "né née ans "
    "hijo hija hermano hermana padre madre tío tía gemelo gemela primo prima sobrino sobrina nieto "
    "nieta pequeño  pequeña mayor menor años "
    "figlio figlia fratello sorella gemella cugino cugina nipote piccolo piccola anni "
    "filho filha irmão irmã pai mãe gémeo neto neta anos "
    "zoon dochter broer broertje zus zusje vader moeder  tweeling neef nicht "
    "syn córka brat siostra ojciec matka bliźniak kuzyn kuzynka wnuk wnuczka mały mała duży ur"
)
"""Words of family, size and age: in brackets they tell somebody from a namesake, unlike a club."""
RATINGS = _keys("elo rtg rating fide dwz nwz ukd ratings ρέιτινγκ рейтинг эло ело ریتینگ")
DEGREES = _keys("phd esq msc bsc")
BEFORE_ANOTHER = _keys("عبد ابو ابی ابا abd abu abou")
"""“عبد الله” is one name, and so is “Abu Khalil”."""
BEFORE_A_SURNAME = _keys("mc mac")
"""“Ian Mc Donald” is Ian McDonald; in front of the whole name Mac may be a given name."""
AFTER_ANOTHER = _keys(
    "زاده پور نژاد نیا فر فرد خانی خواه منش پناه وند الدین "
    "zadeh zade pour pur nejad nezhad nia far fard khani eddin eddine aldin eldin"
)
"""“حسن زاده” is one surname, “Zein Eddine” one name."""
FIRST_OF_TWO = _keys(
    "mohammad mohamad mohammed muhammad mohamed ali amir hamid gholam seyed sayed abd abdul abdel abdol "
    "abdal abu abou abo abol nour noor salah zein zain badr fakhr ezz saif shams nasr taj rouh "
    "ruh"
)
"""Given names in Latin letters that make one word with the next in Arabic script: Ali Reza is علیرضا."""
FIRST_HALVES = BEFORE_ANOTHER | _keys("abdul abdel abdal abdol abol")
"""With what follows them they are one name, with a space or without."""
ARTICLE = "ال"
WITHOUT_ARTICLE = _keys(
    "الهام الناز المیرا الیاس الینا الیسا الیکا الماس المان البرز الوند الدوز الیار التفات"
)
"""Names that begin with the letters of the article and are others without them: المیرا is not میرا."""
PATRONYMIC_ENDINGS = (
    "ович", "евич", "івич", "ілліч", "ильич", "кузьмич", "лукич", "фомич",
    "івна", "овна", "евна", "ічна", "ична", "инична",
)  # fmt: skip
