"""What the pages of the example site say, each in its language."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ClubTexts:
    title: str
    slug: str
    about: str
    rules: str


@dataclass(frozen=True)
class FrontTexts:
    title: str
    welcome: str
    top: str
    movers: str
    milestones: str
    standings: str
    player: str
    head_to_head: str
    events: str
    records: str
    elsewhere: str
    names: str


@dataclass(frozen=True)
class ParentsTexts:
    """A page for the parents of a school, with a ladder that puts nobody last."""

    title: str
    slug: str
    about: str
    ladder: str
    milestones: str


CLUBS = {
    "en": ClubTexts(
        title="Weirbridge",
        slug="weirbridge",
        about="We meet once a week in the back room of the library: four quick rounds, and tea in between. "
        "Come and play; beginners are welcome, and the first evening is free.",
        rules="Everybody starts at 1200. After five rated games you are ranked.",
    ),
    "tr": ClubTexts(
        title="Çınaraltı Okulu",
        slug="cinaralti",
        about="Satranç kulübümüz her hafta ders çıkışında toplanır. Sıralamayı yalnızca velilerimiz "
        "görebilir.",
        rules="Herkes 1200 puanla başlar. Beş oyundan sonra sıralamaya girilir.",
    ),
    "el": ClubTexts(
        title="Ανεμόμυλος",
        slug="anemomylos",
        about="Παίζουμε κάθε εβδομάδα, τέσσερις γρήγορους γύρους. Ελάτε κι εσείς.",
        rules="Όλοι ξεκινούν από το 1200. Μετά από πέντε παρτίδες μπαίνετε στην κατάταξη.",
    ),
    "uk": ClubTexts(
        title="Тиха тура",
        slug="tykha-tura",
        about="Збираємося щотижня, граємо чотири швидкі партії. Приходьте, раді всім.",
        rules="Усі починають із 1200. Після п'яти партій ви потрапляєте до рейтингу.",
    ),
    "fa": ClubTexts(
        title="باشگاه سرو",
        slug="sarv",
        about="هر هفته گرد هم می‌آییم و چهار دور بازی سریع می‌کنیم. شما هم بیایید.",
        rules="همه از ۱۲۰۰ آغاز می‌کنند. پس از پنج بازی رتبه می‌گیرید.",
    ),
}

FRONT = {
    "en": FrontTexts(
        title="Chess in our town",
        welcome="Clubs keep their ladders on this site. After each club evening the results are entered, "
        "and every ladder is what the results say: open a player to see where each point came from.",
        top="The top of the town",
        movers="Who gained most",
        milestones="Nearly there",
        standings="The latest evening",
        player="A regular",
        head_to_head="Old rivals",
        events="Latest evenings",
        records="Records of the club",
        elsewhere="Around the world",
        names="Players are shown by their initials, unless they are adults and their club shows full names.",
    ),
    "tr": FrontTexts(
        title="Şehrimizde satranç",
        welcome="Kulüpler sıralamalarını bu sitede tutar. Her kulüp gününden sonra sonuçlar girilir ve "
        "sıralama, sonuçlar ne diyorsa odur: her puanın nereden geldiğini görmek için bir oyuncunun "
        "sayfasını açın. Çınaraltı Okulu’nun sıralaması yalnızca velilere açıktır; giriş yapınca görünür.",
        top="Sıralamanın başı",
        movers="En çok puan kazananlar",
        milestones="Az kaldı",
        standings="Son kulüp günü",
        player="Kulübün müdavimi",
        head_to_head="Eski rakipler",
        events="Son kulüp günleri",
        records="Kulüp rekorları",
        elsewhere="Başka kulüplerde",
        names="Oyuncular adlarının baş harfleriyle görünür; tam ad yalnızca yetişkinlerde ve kulübü "
        "istiyorsa gösterilir.",
    ),
    "el": FrontTexts(
        title="Σκάκι στην πόλη μας",
        welcome="Οι όμιλοι κρατούν την κατάταξή τους σε αυτόν τον ιστότοπο. Μετά από κάθε βραδιά περνιούνται "
        "τα αποτελέσματα, και η κατάταξη είναι ό,τι λένε αυτά: ανοίξτε τη σελίδα ενός παίκτη για να δείτε "
        "από πού ήρθε κάθε βαθμός.",
        top="Οι πρώτοι του ομίλου",
        movers="Ποιοι κέρδισαν τα περισσότερα",
        milestones="Λίγο ακόμη",
        standings="Η τελευταία βραδιά",
        player="Τακτικό μέλος",
        head_to_head="Παλιοί αντίπαλοι",
        events="Οι τελευταίες βραδιές",
        records="Τα ρεκόρ του ομίλου",
        elsewhere="Στον κόσμο",
        names="Οι παίκτες εμφανίζονται με τα αρχικά τους, εκτός αν είναι ενήλικοι και ο όμιλός τους δείχνει "
        "ολόκληρα τα ονόματα.",
    ),
    "uk": FrontTexts(
        title="Шахи в нашому місті",
        welcome="Клуби ведуть на цьому сайті свої рейтинги. Після кожного вечора вносять результати, і "
        "рейтинг завжди такий, як вони кажуть: відкрийте сторінку гравця, щоб побачити, звідки взявся "
        "кожен пункт.",
        top="Лідери клубу",
        movers="Хто додав найбільше",
        milestones="Ще трохи",
        standings="Останній турнір",
        player="Завсідник",
        head_to_head="Давні суперники",
        events="Останні турніри",
        records="Рекорди клубу",
        elsewhere="По світу",
        names="Гравців показано за ініціалами, хіба що вони дорослі, а їхній клуб показує повні імена.",
    ),
    "fa": FrontTexts(
        title="شطرنج در شهر ما",
        welcome="باشگاه‌ها رده‌بندی خود را در این سایت نگه می‌دارند. پس از هر شب باشگاه نتیجه‌ها وارد می‌شود "
        "و رده‌بندی همان است که نتیجه‌ها می‌گویند: صفحهٔ هر بازیکن را باز کنید تا ببینید هر امتیاز از کجا "
        "آمده است.",
        top="صدر رده‌بندی",
        movers="بیشترین پیشرفت",
        milestones="چیزی نمانده",
        standings="آخرین شب باشگاه",
        player="بازیکن همیشگی",
        head_to_head="حریفان قدیمی",
        events="شب‌های اخیر",
        records="رکوردهای باشگاه",
        elsewhere="در جهان",
        names="بازیکنان با حروف اول نامشان نشان داده می‌شوند، مگر آنکه بزرگسال باشند و باشگاهشان نام کامل "
        "را نشان دهد.",
    ),
}

PARENTS = ParentsTexts(
    title="Veliler için",
    slug="veliler",
    about="Bu sayfayı yalnızca velilerimiz görür. Burada kimse sonuncu değildir: sıra numarası yoktur ve "
    "puanlar aralıklarla gösterilir.",
    ladder="Okul sıralaması",
    milestones="Az kaldı",
)
