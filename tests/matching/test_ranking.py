"""Which of two players is the likelier one. Scores are not looked at: only the order is a promise.

Each case follows from a rule of the matcher; both players are always in the registry, the better one last.
"""

import pytest

from wagtail_ladder.matching import Confidence, Evidence, Registry


def names_for(typed, *registered):
    return [suggestion.player for suggestion in Registry((name, name) for name in registered).suggest(typed)]


GREEK = [
    ("Γιώργος Βλάχος", "Γιώργος Βλάχος", "Γιώργος Βλαχάκης"),
    ("ΓΙΩΡΓΟΣ ΒΛΑΧΟΣ", "Γιώργος Βλάχος", "Γιώργος Βλάχας"),
    ("Βλάχος Γ.", "Γιώργος Βλάχος", "Νίκος Βλάχος"),
    ("Γ.Βλάχος", "Γιώργος Βλάχος", "Λάμπρος Βλάχος"),
    ("Ά. Ρήγα", "Άννα Ρήγα", "Ελένη Ρήγα"),
    ("Γιώργος Βλάχοσ", "Γιώργος Βλάχος", "Γιώργος Βλάχης"),
    ("Γιώργος Βλχος", "Γιώργος Βλάχος", "Γιώργος Ξένος"),
    ("Μιχάλης Τσώνης", "Μιχάλης Τσόνης", "Μιχάλης Τόνιας"),
    ("Γιώργος Κ. Βλάχος", "Γιώργος Βλάχος", "Κώστας Βλάχος"),
    ("Κώστας Ρήγας", "Κωνσταντίνος Ρήγας", "Κυριάκος Ρήγας"),
    ("Γιάννης Ρήγας", "Ιωάννης Ρήγας", "Γιώργος Ρήγας"),
    ("Ελένη Βλάχου-Ρήγα", "Ελένη Βλάχου", "Ελένη Ρήγα"),
    ("Giorgos Vlachos", "Γιώργος Βλάχος", "Γιώργος Βλαχάκης"),
    ("Kwstas Xristou", "Κώστας Χρήστου", "Κώστας Χρόνης"),
    ("Τaσος Ρήγας", "Τάσος Ρήγας", "Θάνος Ρήγας"),  # a Latin a
]
CYRILLIC = [
    ("Й. Мороз", "Йосип Мороз", "Іван Мороз"),
    ("Мороз Й", "Йосип Мороз", "Ігор Мороз"),
    ("І. Мороз", "Іван Мороз", "Йосип Мороз"),
    ("Йосип Степанович Мороз", "Йосип Мороз", "Степан Мороз"),
    ("Мороз Йосип Степанович", "Мороз Йосип", "Мороз Степан"),
    ("Й. С. Мороз", "Йосип Степанович Мороз", "Сава Йосипович Мороз"),
    ("Дем’ян Клименко", "Дем'ян Клименко", "Дан Клименко"),
    ("Демʼян Клименко", "Дем'ян Клименко", "Дем'ян Климчук"),
    ("Iван Мороз", "Іван Мороз", "Ян Мороз"),  # a Latin I
    ("Петро Климнеко", "Петро Клименко", "Павло Клименко"),
    ("Сашко Мороз", "Олександр Мороз", "Степан Мороз"),
    ("Николай Мороз", "Микола Мороз", "Назар Мороз"),  # the Russian form
    ("Yurii Moroz", "Юрій Мороз", "Юхим Мороз"),
    ("Sasha Moroz", "Олександр Мороз", "Сергій Мороз"),
    ("Schewtschuk Taras", "Тарас Шевчук", "Тарас Савчук"),
    ("Y. Moroz", "Юрій Мороз", "Остап Мороз"),
    ("Пётр Лазарев", "Петр Лазарев", "Петр Лавров"),
    ("Соня Лазарева", "Софья Лазарева", "Светлана Лазарева"),
    ("Андрей Лазариф", "Андрей Лазарев", "Андрей Назаров"),
]
ARABIC_SCRIPT = [
    ("ب. رستمی", "بهرام رستمی", "کامبیز رستمی"),
    ("رستمی ب", "بهرام رستمی", "داریوش رستمی"),
    ("بهرام رستمي", "بهرام رستمی", "بهرام رستمیان"),
    ("بهرام كریمی", "بهرام کریمی", "بهزاد کریمی"),
    ("بهرام تقی زاده", "بهرام تقی‌زاده", "بهرام نقی‌زاده"),
    ("بهرام تقیزاده", "بهرام تقی‌زاده", "بهزاد تقی‌زاده"),
    ("بهرام رسنمی", "بهرام رستمی", "مهرداد رستمی"),
    ("علیرضا رستمی", "رضا رستمی", "بهرام رستمی"),
    ("فاطی رستمی", "فاطمه رستمی", "فریده رستمی"),
    ("Bahram Rostami", "بهرام رستمی", "بهمن رستمی"),
    ("B. Rostami", "بهرام رستمی", "کامبیز رستمی"),
    ("سمير حداد", "سمير الحداد", "سامر الحداد"),
    ("احمد الحداد", "أحمد الحداد", "حمد الحداد"),
    ("عبد الكريم الحداد", "عبدالكريم الحداد", "عبدالرحيم الحداد"),
    ("Samir Al-Haddad", "سمير الحداد", "سامر الحداد"),
    ("سلیم هداد", "سليم حداد", "سليم مداد"),
    ("أحمد محمد علي", "أحمد محمد علي", "محمد أحمد علي"),  # a son and his father
    ("المیرا رستمی", "المیرا رستمی", "میرا رستمی"),  # no article
]
TURKISH = [
    ("AYDIN IŞIK", "Aydın Işık", "Aydan Işık"),
    ("aydin isik", "Aydın Işık", "Aydan Işık"),
    ("İ. Aslan", "İlker Aslan", "Işıl Aslan"),
    ("I. Aslan", "Işıl Aslan", "İlker Aslan"),
    ("Aslan İ.", "İlker Aslan", "Ömer Aslan"),
    ("Ömer Can Aslan", "Ömer Aslan", "Önder Aslan"),
    ("Memo Aslan", "Mehmet Aslan", "Metin Aslan"),
    ("İbo Aslan", "İbrahim Aslan", "İlker Aslan"),
    ("Ömer Aslna", "Ömer Aslan", "Ömer Arslan"),
    ("O. Aslan", "Ömer Aslan", "Kemal Aslan"),
    ("Ali Acar", "Ali Acar", "Ali Açar"),  # accents make no difference, and yet break a tie
    ("Ali Kılıç", "Ali Kılıç", "Ali Kilic"),
]
LATIN = [
    ("Groß, Anna-Lena", "Annalena Gross", "Anna Gross"),
    ("Mueller Jörg", "Jörg Müller", "Jörg Miller"),
    ("D. L. Frye", "Dale Leo Frye", "Darius Frye"),
    ("JR Smith", "John Robert Smith", "Jane Smith"),
    ("Smith, J.", "Jane Smith", "Kate Smith"),
    ("Bob Carter", "Robert Carter", "Rupert Carter"),
    ("Ron Carter", "Ronald Carter", "Robert Carter"),
    ("Kasia Nowak", "Katarzyna Nowak", "Karolina Nowak"),
    ("Pepe Ortega Ruiz", "José Ortega Ruiz", "Pablo Ortega Ruiz"),
    ("Ortega Ruiz, Pablo", "Pablo Ortega Ruiz", "Pablo Ortega Díaz"),
    ("Pablo Ruiz", "Pablo Ortega Ruiz", "Pablo Ortega Díaz"),
    ("Pieter Berg", "Pieter van den Berg", "Piet van den Bergh"),
    ("Pieter vandenberg", "Pieter van den Berg", "Pieter Bergman"),
    ("3. GM Anna Weiß (2301)", "Anna Weiss", "Anna Weise"),
    ("Łukasz Żak", "Lukasz Zak", "Lucas Zach"),
    ("Jon O'Brian", "Jon O’Brien", "Jon Bryan"),
    ("Ann Mary Lee", "Ann Mary Lee", "Ann Lee"),
    ("Henry Fybig", "Henry Fiebig", "Henry Felbinger"),
    ("Martin James", "Martin James", "James Martin"),  # both stand in the registry
    ("James, Martin", "Martin James", "James Martin"),
    ("Ann Mary Lee", "Ann Mary Lee", "Mary Ann Lee"),
    ("Jon Berg (Leeds)", "Jon Berg (Leeds)", "Jon Berg (York)"),
    ("小明 王", "王小明", "王小華"),
    ("Djordje Marić", "Đorđe Marić", "Dejan Marić"),
    ("Minh Nguyen Thi", "Nguyễn Thị Minh", "Nguyễn Thị Mai"),
]


@pytest.mark.parametrize(("typed", "better", "worse"), [*GREEK, *CYRILLIC, *ARABIC_SCRIPT, *TURKISH, *LATIN])
def test_the_better_candidate_comes_first(typed, better, worse):
    assert names_for(typed, worse, better)[0] == better


@pytest.mark.parametrize(
    ("typed", "registered", "because"),
    [
        ("Σταύρος Βλάχος", "Γιώργος Βλάχος", "a sibling"),
        ("Γεωργία Βλάχου", "Γιώργος Βλάχος", "a sister"),
        ("Γ. Βλάχου", "Γιώργος Βλάχος", "an initial and the sister's surname"),
        ("Νίνα Лазарева", "Иван Лазарев", "a sister"),
        ("Александра Иванова", "Александр Иванов", "two letters in all, but each word another's"),
        ("Иван Сергеевич Лазарев", "Иван Петрович Лазарев", "another father"),
        ("Наталья Лазарева", "Анастасия Лазарева", "Natasha is not Anastasia"),
        ("بهزاد رستمی", "کامبیز رستمی", "a sibling"),
        ("K. Aslan", "Ömer Aslan", "another initial"),
        ("Ömer Can Aslan", "Ömer Ali Aslan", "another second name"),
        ("Anna van Hendriks", "Anna ten Hendriks", "another particle"),
        ("John Smith Jr.", "John Smith Sr.", "father and son"),
        ("Anna Lee (U12)", "Anna Lee (U16)", "two age groups"),
        ("Frau Kim Berg", "Herr Kim Berg", "a woman and a man"),
        ("Deniz Kara Hanım", "Deniz Kara Bey", "a woman and a man"),
        ("κα Βάγια Ρήγα", "κος Βάγια Ρήγα", "a woman and a man"),
        ("Hans Berg jun.", "Hans Berg sen.", "father and son"),
        ("Olivia Khan", "Oliver Khan", "twins"),
        ("George Baker", "George Farren", "only the given name"),
        ("Alberto Sole", "Berto Solis", "al- is no article in Alberto"),
        ("Li Wei", "Lu Wei", "one letter of two"),
        ("王質", "王植", "one romanisation, two characters"),
    ],
)
def test_another_person_is_not_suggested_first(typed, registered, because):
    suggestions = Registry([(1, registered)]).suggest(typed)
    assert all(suggestion.confidence is Confidence.POSSIBLE for suggestion in suggestions), because


@pytest.mark.parametrize(
    ("typed", "registered", "evidence"),
    [
        ("Γιώργος Βλχος", "Γιώργος Βλάχος", {Evidence.ONE_LETTER}),
        ("Anna Lena Bergstroem", "Anna Bergström", {Evidence.WORD_LEFT_OVER}),
        ("Bill Carter", "William Carter", {Evidence.NICKNAME}),
        ("Bahram Rostami", "بهرام رستمی", {Evidence.OTHER_SCRIPT}),
        ("Й. Мороз", "Йосип Мороз", {Evidence.INITIAL}),
        ("Anna Lee Jr.", "Anna Lee", {Evidence.MARK_LEFT_OVER}),
        ("Pieter Berg", "Pieter van den Berg", {Evidence.WORD_LEFT_OVER}),
        ("Henry Fybig", "Henry Fiebig", {Evidence.SOUNDS_ALIKE}),
        ("Mehm. Öz", "Mehmet Öz", {Evidence.SHORT_FORM}),
        ("Lee Min", "Lee Min-jun", {Evidence.WORD_LEFT_OVER}),
        ("Amar Roy Sen", "Amar Roy", {Evidence.WORD_LEFT_OVER}),  # a surname, no senior
        ("Ian Mc Donald", "Ian MacDonald", {Evidence.ONE_LETTER}),
        ("Ian Mac Donald", "Ian McDonald", {Evidence.ONE_LETTER}),
        ("Ian MacDonald", "Ian Mc Donald", {Evidence.ONE_LETTER}),
        ("Ian MacDonald", "Ian McDonald", {Evidence.ONE_LETTER}),
    ],
)
def test_one_explanation_is_likely_and_no_more(typed, registered, evidence):
    (suggestion,) = Registry([(1, registered)]).suggest(typed)
    assert (suggestion.confidence, set(suggestion.evidence)) == (Confidence.LIKELY, evidence)


@pytest.mark.parametrize(
    ("typed", "registered", "evidence"),
    [
        ("Ali Mehmet Kaya", "Mehmet Ali Kaya", Evidence.ORDER_DIFFERS),
        ("محمد أحمد علي", "أحمد محمد علي", Evidence.ORDER_DIFFERS),  # his father
        ("Ana López García", "Ana García López", Evidence.ORDER_DIFFERS),  # a cousin
        ("Anna Holm-Berg", "Anna Berg-Holm", Evidence.ORDER_DIFFERS),
        ("Ali Çankaya", "Ali Can Kaya", Evidence.SOUNDS_ALIKE),  # another surname
        ("Alican Kaya", "Ali Can Kaya", Evidence.SOUNDS_ALIKE),
        ("Μαρία Παπα Δήμου", "Μαρία Παπαδήμου", Evidence.SOUNDS_ALIKE),
        ("أحمد محمد السيد", "أحمد محمد", Evidence.WORD_LEFT_OVER),  # a surname, though Mr as well
        ("Ali Can Bay", "Ali Can", Evidence.WORD_LEFT_OVER),
        ("Im Yoon Ah", "Yoon Ah", Evidence.WORD_LEFT_OVER),
        ("Γιώργος Βλάχος του Νίκου", "Γιώργος Βλάχος", Evidence.WORD_LEFT_OVER),
        ("Γιώργος Βλάχος (του Νίκου)", "Γιώργος Βλάχος", Evidence.MARK_LEFT_OVER),
        ("Ali Kaya" + "♟" * 250 + "Veli", "Ali Kaya", Evidence.MARK_LEFT_OVER),  # what was cut off
    ],
)
def test_nearly_the_same_name_may_be_another_person_s(typed, registered, evidence):
    for one, other in [(typed, registered), (registered, typed)]:
        (suggestion,) = Registry([(1, other)]).suggest(one)
        assert (suggestion.confidence, suggestion.evidence) == (Confidence.LIKELY, (evidence,))


@pytest.mark.parametrize(
    ("typed", "registered"),
    [
        ("Ortega Ruiz Pablo", "Pablo Ortega Ruiz"),
        ("Ortega Ruiz, Pablo", "Pablo Ortega Ruiz"),
        ("Мороз Йосип Степанович", "Йосип Степанович Мороз"),
        ("Йосип Мороз Степанович", "Йосип Степанович Мороз"),  # the ending tells the father's name
        ("Berg, Piet van den", "Piet van den Berg"),
        ("Annalena Groß", "Gross, Anna-Lena"),  # the hyphen makes it one name
        ("Piet Vandenberg", "Piet van den Berg"),
        ("Abdul Rahman Khan", "Abdulrahman Khan"),
        ("علیرضا کاظمی", "علی رضا کاظمی"),
        ("السيد ريم حداد", "ريم حداد"),
        ("Mehmet Karaoğlu Bey", "Mehmet Karaoğlu"),
        ("κος Γιώργος Βλάχος", "Γιώργος Βλάχος"),
        ("IM Yoon Ah", "Yoon Ah"),
        ("Frau Kim Berg", "Kim Berg"),
        ("Dr. Kim Berg", "Herr Kim Berg"),
        ("Mr. & Mrs. Kim Berg", "Mr. Kim Berg"),
        ("Kim Minjun", "Kim Min-jun"),
        ("Kim Min Jun", "Kim Min-jun"),
        ("kim min-jun", "Min-jun Kim"),
        ("Lee, Jun", "Jun Lee"),
        ("Ian Mc Donald", "Ian McDonald"),
        ("Ian MacDonald", "Mac Donald, Ian"),
        ("Smith, John, Jr.", "John Smith Jr."),
    ],
)
def test_what_makes_no_difference_to_a_full_name(typed, registered):
    (suggestion,) = Registry([(1, registered)]).suggest(typed)
    assert (suggestion.confidence, suggestion.evidence) == (Confidence.STRONG, (Evidence.SAME_NAME,))


def test_who_is_registered_with_his_father_s_name_fits_without_it():
    players = Registry([(1, "Иван Петрович Лазарев"), (2, "Иван Лазарев")])
    found = players.suggest("Иван Лазарев")
    assert [(s.player, s.confidence) for s in found] == [(2, Confidence.LIKELY), (1, Confidence.LIKELY)]
    assert players.suggest("Иван Петрович Лазарев")[0].confidence is Confidence.STRONG


def test_father_and_son_keep_apart_and_each_is_the_same_name():
    players = Registry(
        [(1, "John Smith Jr."), (2, "Smith Sr., John"), (3, "Anna Lee (U12)"), (4, "Anna Lee")]
    )
    for typed, player in [
        ("John Smith (Jr)", 1),
        ("John Smith senior", 2),
        ("Anna Lee U12", 3),
    ]:
        found = players.suggest(typed)
        assert (found[0].player, found[0].confidence) == (player, Confidence.STRONG)
    for typed, both in [("John Smith", [1, 2]), ("Anna Lee", [4, 3])]:  # the mark is often left out
        found = players.suggest(typed)
        assert [s.player for s in found] == both
        assert all(s.confidence is Confidence.LIKELY and len(s.rivals) == 1 for s in found)


def test_what_is_another_name_of_the_club_is_no_slip():
    players = Registry([(1, "Ali Kaya"), (2, "Veli Kara")])
    (kaya,) = players.suggest("Ali Kara")
    assert (kaya.player, kaya.confidence) == (1, Confidence.POSSIBLE)
    assert Evidence.KNOWN_NAME in kaya.against
    (slip,) = Registry([(1, "Ali Kaya")]).suggest("Ali Kara")
    assert slip.confidence is Confidence.LIKELY


@pytest.mark.parametrize(
    ("typed", "registered", "letters"),
    [
        ("Γιώργος Παπαδόπουος", "Γιώργος Παπαδόπουλος", "λ"),
        ("Anna Carrter", "Anna Carter", "r"),
        ("Anna Cartar", "Anna Carter", "e"),
    ],
)
def test_the_letters_that_differ_are_told(typed, registered, letters):
    (suggestion,) = Registry([(1, registered)]).suggest(typed)
    assert suggestion.letters == letters


def test_a_single_word_offers_all_who_have_it_and_is_only_possible():
    players = Registry([(1, "Frida Holm"), (2, "Holm, Otto"), (3, "Otto Lind")])
    suggestions = players.suggest("Holm")
    assert [(s.player, s.confidence, s.rivals) for s in suggestions] == [
        (1, Confidence.POSSIBLE, (2,)),
        (2, Confidence.POSSIBLE, (1,)),
    ]
    assert all(Evidence.ONE_WORD in s.against for s in suggestions)


def test_a_name_in_two_scripts_has_a_rival_in_its_own():
    suggestions = Registry([(1, "Тарас Мороз"), (2, "Taras Moroz")]).suggest("Тарас Мороз")
    assert [(s.player, s.confidence) for s in suggestions] == [(1, Confidence.LIKELY), (2, Confidence.LIKELY)]
    assert suggestions[0].rivals == (2,)
