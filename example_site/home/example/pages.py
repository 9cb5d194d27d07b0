"""The page tree: a front page with ladder blocks, and for each club its page with the ladder below it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from wagtail.models import Page, Site

from wagtail_ladder.models import Ladder
from wagtail_ladder.pages.models import ClubPage, LadderPage

from ..models import HomePage


@dataclass(frozen=True)
class Texts:
    """What the pages of one club say, in the club's language."""

    title: str
    slug: str
    about: str
    rules: str


TEXTS = {
    "en": Texts(
        "Weirbridge",
        "weirbridge",
        "We meet once a week in the back room of the library: four quick rounds, and tea in between. "
        "Come and play; beginners are welcome, and the first evening is free.",
        "Everybody starts at 1200. After five rated games you are ranked.",
    ),
    "tr": Texts(
        "Çınaraltı Okulu",
        "cinaralti",
        "Satranç kulübümüz her hafta ders çıkışında toplanır. Sıralamayı yalnızca velilerimiz görebilir.",
        "Herkes 1200 puanla başlar. Beş oyundan sonra sıralamaya girilir.",
    ),
    "el": Texts(
        "Ανεμόμυλος",
        "anemomylos",
        "Παίζουμε κάθε εβδομάδα, τέσσερις γρήγορους γύρους. Ελάτε κι εσείς!",
        "Όλοι ξεκινούν από το 1200. Μετά από πέντε παρτίδες μπαίνετε στην κατάταξη.",
    ),
    "uk": Texts(
        "Тиха тура",
        "tykha-tura",
        "Збираємося щотижня, граємо чотири швидкі партії. Приходьте, раді всім!",
        "Усі починають із 1200. Після п'яти партій ви потрапляєте до рейтингу.",
    ),
    "fa": Texts(
        "باشگاه سرو",
        "sarv",
        "هر هفته گرد هم می‌آییم و چهار دور بازی سریع می‌کنیم. شما هم بیایید!",
        "همه از ۱۲۰۰ آغاز می‌کنند. پس از پنج بازی رتبه می‌گیرید.",
    ),
}


def create(ladders: Sequence[Ladder], owner: User) -> None:
    """Replaces the welcome page that Wagtail's migrations have made."""
    root = Page.get_first_root_node()
    root.get_children().delete()
    home = root.add_child(instance=HomePage(title="Chess in our town", slug="home", owner=owner))
    Site.objects.all().delete()
    Site.objects.create(
        hostname="localhost", port=8000, root_page=home, is_default_site=True, site_name="Rook & Pawn"
    )
    for ladder in ladders:
        texts = TEXTS[ladder.club.language]
        club_page = home.add_child(
            instance=ClubPage(
                title=texts.title,
                slug=texts.slug,
                club=ladder.club,
                body=_stream(("paragraph", f"<p>{texts.about}</p>")),
                show_in_menus=True,
                owner=owner,
            )
        )
        club_page.add_child(
            instance=LadderPage(
                title=ladder.name,
                slug="ladder",
                ladder=ladder,
                body=_stream(("paragraph", f"<p>{texts.rules}</p>")),
                owner=owner,
            )
        )
    home.refresh_from_db()
    home.body = _front_page(ladders)
    home.save_revision(user=owner).publish()


def _front_page(ladders: Sequence[Ladder]) -> str:
    english, _turkish, greek, ukrainian, persian = ladders
    return _stream(
        (
            "text",
            "<p>Clubs keep their ladders on this site. After each club evening the results are entered, "
            "and every ladder is what the results say: open a player to see where each point came from.</p>",
        ),
        ("heading", "The top of the town"),
        ("ladder", {"ladder": english.pk, "heading": "", "top": 10}),
        ("movers", {"ladder": english.pk, "heading": "Who gained most", "count": 3}),
        ("milestones", {"ladder": english.pk, "heading": "Nearly there", "count": 5}),
        ("heading", "Around the world"),
        ("ladder", {"ladder": greek.pk, "heading": greek.club.name, "top": 5}),
        ("ladder", {"ladder": ukrainian.pk, "heading": ukrainian.club.name, "top": 5}),
        ("ladder", {"ladder": persian.pk, "heading": persian.club.name, "top": 5}),
        (
            "text",
            "<p>Players are shown by their initials, unless they are adults and their club shows full "
            "names.</p>",
        ),
    )


def _stream(*blocks: tuple[str, object]) -> str:
    return json.dumps([{"type": kind, "value": value} for kind, value in blocks])
