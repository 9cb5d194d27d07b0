"""The page tree: for each language a front page with ladder blocks, and below it the pages of its club."""

import json
from collections.abc import Sequence

from django.contrib.auth.models import Group, User
from wagtail.models import Locale, Page, PageViewRestriction, Site

from wagtail_ladder.models import Ladder, Standing
from wagtail_ladder.pages.models import ClubPage, LadderPage

from ..models import HomePage
from . import texts

Blocks = list[tuple[str, object]]


def create(ladders: Sequence[Ladder], parents: Group, owner: User) -> None:
    """Replaces the welcome page that Wagtail's migrations have made."""
    root = Page.get_first_root_node()
    root.get_children().delete()
    home = root.add_child(instance=HomePage(title=texts.FRONT["en"].title, slug="home", owner=owner))
    Site.objects.all().delete()
    Site.objects.create(
        hostname="localhost", port=8000, root_page=home, is_default_site=True, site_name="Rook & Pawn"
    )
    front_pages = [(ladder, _front_page(home, ladder.club.language)) for ladder in ladders]
    for ladder, front_page in front_pages:
        _club_pages(front_page, ladder, owner)
    for ladder, front_page in front_pages:
        page = HomePage.objects.get(pk=front_page.pk)
        page.title = texts.FRONT[ladder.club.language].title
        page.body = _stream(_front_blocks(ladder, ladders))
        page.save_revision(user=owner).publish()
        if ladder.club.language == "tr":
            _parents_page(page, ladder, parents, owner)


def _front_page(home: HomePage, language: str) -> HomePage:
    """A translation of the one front page, so that the menu of languages leads from each to each."""
    locale, _made = Locale.objects.get_or_create(language_code=language)
    return home if locale == home.locale else home.copy_for_translation(locale)


def _club_pages(front_page: HomePage, ladder: Ladder, owner: User) -> None:
    text = texts.CLUBS[ladder.club.language]
    club_page = front_page.add_child(
        instance=ClubPage(
            title=text.title,
            slug=text.slug,
            club=ladder.club,
            body=_stream([("paragraph", f"<p>{text.about}</p>")]),
            show_in_menus=True,
            locale=front_page.locale,
            owner=owner,
        )
    )
    club_page.add_child(
        instance=LadderPage(
            title=ladder.name,
            slug="ladder",
            ladder=ladder,
            body=_stream([("paragraph", f"<p>{text.rules}</p>")]),
            show_in_menus=True,
            locale=front_page.locale,
            owner=owner,
        )
    )


def _front_blocks(ladder: Ladder, ladders: Sequence[Ladder]) -> Blocks:
    """Every kind of block with the club's own ladder. That of the school is for no open page."""
    language = ladder.club.language
    text = texts.FRONT[language]
    blocks: Blocks = [("text", f"<p>{text.welcome}</p>")]
    if language != "tr":
        blocks += _blocks_of(ladder, text)
    if language in ("en", "tr"):
        blocks.append(("heading", text.elsewhere))
        blocks += [
            ("ladder", {"ladder": other.pk, "heading": other.club.name, "top": 5})
            for other in ladders
            if other != ladder
        ]
    return [*blocks, ("text", f"<p>{text.names}</p>")]


def _blocks_of(ladder: Ladder, text: texts.FrontTexts) -> Blocks:
    regular, rival = _regulars(ladder)
    return [
        ("ladder", {"ladder": ladder.pk, "heading": text.top, "top": 10}),
        ("movers", {"ladder": ladder.pk, "heading": text.movers, "count": 3}),
        ("milestones", {"ladder": ladder.pk, "heading": text.milestones, "count": 5}),
        ("standings", {"ladder": ladder.pk, "heading": text.standings, "top": 5}),
        ("player", {"ladder": ladder.pk, "heading": text.player, "player": regular}),
        (
            "head_to_head",
            {"ladder": ladder.pk, "heading": text.head_to_head, "first": regular, "second": rival},
        ),
        ("events", {"ladder": ladder.pk, "heading": text.events, "count": 5}),
        ("records", {"ladder": ladder.pk, "heading": text.records}),
    ]


def _regulars(ladder: Ladder) -> tuple[str, str]:
    """The addresses of the two with the most games."""
    standings = Standing.objects.filter(ladder=ladder).order_by("-rated_games", "player")
    first, second = standings.values_list("player", flat=True)[:2]
    seats = dict(ladder.ladder_players.filter(player__in=[first, second]).values_list("player", "public_id"))
    return seats[first], seats[second]


def _parents_page(front_page: HomePage, ladder: Ladder, parents: Group, owner: User) -> None:
    """For the groups that may see the ladder, and for nobody else: here its blocks show something."""
    text = texts.PARENTS
    blocks = [
        {"heading": text.ladder, "top": 10, "ranks": False, "ratings": "bands"},
        {"heading": "", "top": 5, "ranks": False, "order": "games"},
        {"heading": "", "top": 5, "ranks": False, "order": "climbers"},
        {"heading": "", "group": "5. sınıf", "ranks": False, "ratings": "rounded"},
    ]
    page = front_page.add_child(
        instance=HomePage(
            title=text.title,
            slug=text.slug,
            body=_stream(
                [
                    ("text", f"<p>{text.about}</p>"),
                    *(("ladder", {"ladder": ladder.pk, **block}) for block in blocks),
                    ("milestones", {"ladder": ladder.pk, "heading": text.milestones, "count": 5}),
                ]
            ),
            show_in_menus=True,
            locale=front_page.locale,
            owner=owner,
        )
    )
    restriction = PageViewRestriction.objects.create(page=page, restriction_type=PageViewRestriction.GROUPS)
    restriction.groups.add(parents)


def _stream(blocks: Blocks) -> str:
    return json.dumps([{"type": kind, "value": value} for kind, value in blocks])
