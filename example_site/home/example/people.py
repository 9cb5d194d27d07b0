"""The members of the example clubs. All of them are invented."""

from random import Random

from .evenings import Member

ENGLISH = """
Agnes Tolliver-Reed, Barnaby Oxspring, Cedric Amblewood, Delphine Garstang, Edwin Marlpit, Flora Quenby,
Gareth Pellowe, Hetty Stanbridge, Ivor Lammaswick, Joyce Kettlesby, Kenneth Drewsteign, Lavinia Moorcock-Hall,
Malcolm Wrenfield, Nadia Pennyfather, Oswin Brackley, Prudence Hathersage, Quentin Ludbrook, Rosalind Tarrow,
Silas Underbank, Tabitha Colyford, Ursula Wendron, Vernon Appletree, Winifred Saltash, Adaeze Nwokobia,
Rohan Bhattalwar, Mei-Lin Hartonegara, Tomasz Wilkobrodzki, Zainab Qadeeri, Owen Prytherick,
Siobhan Mac Raith, Dirk van der Elzen, Ingrid Solbakkemo, Hamish Auchterlony, Bethan Llwyngwern,
Yusuf Adeyinka-Cole, Marguerite Delorvaux, Rufus Thornicroft, Clementine Ashbourne-Vale, Percival Nettlefold,
Dorothea Brindlewick, Ambrose Fenwright, Harriet Culverhay, Leopold Starcross, Mabel Yarnscombe,
Gideon Treswithian, Philippa Dunkeswell, Arthur Bickenhall, Nerys Cwmbrane, Oleander Finch-Hatley,
Jasper Wolvercote
"""

ENGLISH_JUNIORS = "Tilly Marrowby, Finlay Oxspring, Anouk Garstang, Zachary Penhallick"

TURKISH = """
Defne Akçınar, Kerem Yeşilırmakoğlu, Elif Su Karabayır, Çağan Örsçelik, İpek Gülşenay, Ömer Taşkınsu,
Zeynep Naz Uluçınar, Barış Ilgazlı, Şule Kırmızıgül, Mert Özdemircan, Irmak Çobanyıldız, Tuna Gökçeada,
Ayşe Peri Yıldızhan, Umut Şahinbaşoğlu, Ece Dağdeviren-Ay, Rüzgâr Altunbilek, Nehir Ünlüsoylu,
Poyraz Eğilmezcan, Lale Sümbülcü, Doruk Ağırbaşlıgil
"""

GREEK = """
Γεράσιμος Καλαμβρός, Γρηγόρης Καλαμβρός, Δάφνη Μυρσινίδη, Στέλιος Θεριανάκος, Ορέστης Λυγερίδης,
Ελένη Βασματζόγλου, Θαλής Αμυγδαλιάς, Ξανθίππη Κορωνάκη, Λευτέρης Πευκιανός, Άννα-Μαρία Χελιδονά,
Πάρης Σταφυλίδης-Ροδάς, Ευρυδίκη Μελισσουργού, Αχιλλέας Τριανταφυλλής, Ιφιγένεια Καστανιά,
Χαράλαμπος Ψαρολίμης, Μυρτώ Γαλαζιανού
"""

UKRAINIAN = """
Остап Вербицяк, Соломія Калиноваха, Тарас Гречкосійчук, Зоряна Дубогризова, Ярема Полинець-Луг,
Ґалина Журавчак, Євген Їжаковський, Мар'яна Щедринчук, Любомир Криницяк, Юстина Барвінченко-Рай,
Назар Сосницяк, Дзвенислава Медунець
"""

PERSIAN = """
آرش نیلوفرزاده, شیرین کوهپایه‌نژاد, بهرام سپیداری‌فر, گلناز یاسمن‌پور, کاوه رودبارانی‌منش, مهتاب انارستانی,
سیامک چنارگل, پریسا باران‌دوست‌فر, هومن صنوبریان, ژاله نرگس‌آبادی, فرهنگ دماوندخواه, نسرین شقایق‌نیا
"""


def names(text: str) -> list[str]:
    return [" ".join(name.split()) for name in text.replace("\n", " ").split(",")]


def english_club(evenings: int) -> list[Member]:
    """Fifty adults and four juniors: a core, newcomers in every season, and some who left."""
    rng = Random("the English club")
    adults = names(ENGLISH)
    core, later, recent = adults[:26], adults[26:-3], adults[-3:]
    members = [
        Member(name, rng.triangular(1000, 1720, 1350), keenness=rng.uniform(0.35, 0.8)) for name in core
    ]
    for number, name in enumerate(later):
        joins = 4 + (evenings - 14) * number // len(later)
        members.append(
            Member(name, rng.triangular(950, 1650, 1250), joins=joins, keenness=rng.uniform(0.3, 0.7))
        )
    # Two who stopped coming in the second season, and one who came for a single evening long ago.
    members[7] = Member(core[7], 1490, leaves=evenings // 3 + 3, keenness=0.6)
    members[19] = Member(core[19], 1240, leaves=evenings // 3 - 2, keenness=0.5)
    members[29] = Member(later[3], 1150, joins=16, leaves=17)
    # Newcomers of the last weeks: still provisional.
    for ago, name in zip((2, 1, 1), recent, strict=True):
        members.append(Member(name, rng.triangular(1000, 1500, 1250), joins=evenings - ago, keenness=0.0))
    for number, name in enumerate(names(ENGLISH_JUNIORS)):
        members.append(
            Member(name, 980, joins=10 + 18 * number, keenness=0.55, growth=rng.uniform(2, 5), is_adult=False)
        )
    return members


def small_club(text: str, seed: str, *, average: int, spread: int, growth: float = 0.0) -> list[Member]:
    rng = Random(seed)
    return [
        Member(
            name,
            rng.gauss(average, spread),
            joins=0 if number % 4 else number // 4,
            keenness=rng.uniform(0.6, 0.95),
            growth=rng.uniform(0, growth),
        )
        for number, name in enumerate(names(text))
    ]
