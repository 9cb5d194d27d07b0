"""System checks of this app.

    wagtail_ladder.E001     an app that wagtail_ladder needs is not installed
    wagtail_ladder.E002     an app that wagtail_ladder.pages needs is not installed
    wagtail_ladder.E003     a setting of this app is not well-formed
    wagtail_ladder.E004     the site keeps times without their time zone
    wagtail_ladder.W001     a ladder for members, and no group of members is chosen
    wagtail_ladder.W002     a club that nobody organises
    wagtail_ladder.W003     a ladder for holders of links, and the site does not serve links
    wagtail_ladder.W004     juniors who are listed publicly by their full names
    wagtail_ladder.W005     a shared password in front of a ladder with juniors
    wagtail_ladder.W006     a ladder that is not for everybody, on a page that Wagtail takes for public
    wagtail_ladder.W007     a hidden ladder, on a page that is to stand in menus

Warnings look into the database, so they come with `manage.py check --database default` and `migrate` only.
"""

from django.apps import apps
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import DatabaseError, router
from django.urls import NoReverseMatch, reverse
from wagtail.models import PageViewRestriction

from . import conf
from .audience import ladder_page_models
from .models import Club, ClubRole, Ladder, LadderPlayer, Player, Visibility
from .models.ladder import shown_in_full
from .services.persons import juniors
from .site.purging import pages_that_show

_NEEDED = {
    "wagtail_ladder": ("E001", ["wagtail.admin", "wagtail.snippets", "wagtail.users"]),
    "wagtail_ladder.pages": ("E002", ["wagtail.contrib.routable_page"]),
}


@register()
def needed_apps_are_installed(app_configs=None, **kwargs) -> list[CheckMessage]:
    return [
        Error(
            f"{app} needs {needed}, which is not installed.",
            hint=f'Add "{needed}" to INSTALLED_APPS.',
            id=f"wagtail_ladder.{number}",
        )
        for app, (number, needs) in _NEEDED.items()
        if apps.is_installed(app)
        for needed in needs
        if not apps.is_installed(needed)
    ]


@register()
def settings_are_well_formed(app_configs=None, **kwargs) -> list[CheckMessage]:
    return [
        Error(
            f"{conf.FRAME_ANCESTORS} holds {wrong!r}, which is no site that may frame a ladder.",
            hint='It is a list of texts as "https://club.example.org", "https://*.example.org", '
            '"\'self\'" or "*". Until it is right, no site may.',
            id="wagtail_ladder.E003",
        )
        for wrong in conf.wrong_frame_ancestors()
    ]


@register()
def times_know_their_zone(app_configs=None, **kwargs) -> list[CheckMessage]:
    if settings.USE_TZ:
        return []
    return [
        Error(
            "wagtail_ladder needs USE_TZ = True: which day it is at the club follows from the time zone.",
            hint="Set USE_TZ = True, and TIME_ZONE to that of the club.",
            id="wagtail_ladder.E004",
        )
    ]


@register(Tags.database)
def clubs_are_in_order(app_configs=None, databases=None, **kwargs) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    for database in databases or ():
        if not router.allow_migrate_model(database, Ladder):
            continue
        try:
            found += [
                *_ladders_for_nobody(database),
                *_clubs_of_nobody(database),
                *_links_that_lead_nowhere(database),
                *_juniors_in_full(database),
                *_shared_passwords(database),
                *_public_pages_of_hidden_ladders(database),
                *_hidden_ladders_in_menus(database),
            ]
        except DatabaseError:
            # `migrate` checks before it migrates: the tables may not be there yet, or not as the models say.
            return []
    return found


def _ladders_for_nobody(database: str) -> list[CheckMessage]:
    ladders = Ladder.objects.using(database).filter(visibility=Visibility.MEMBERS, member_groups__isnull=True)
    return [
        Warning(
            f'The ladder "{name}" is for members, but no group of members is chosen: '
            "only the club's organisers and arbiters see it.",
            hint="Choose its groups of members, in the admin under Ladders.",
            id="wagtail_ladder.W001",
        )
        for name in ladders.order_by("pk").values_list("name", flat=True)
    ]


def _clubs_of_nobody(database: str) -> list[CheckMessage]:
    organised = Club.objects.using(database).filter(
        group_permissions__role=ClubRole.ORGANISER, group_permissions__group__user__is_active=True
    )
    clubs = Club.objects.using(database).exclude(pk__in=organised.values("pk"))
    return [
        Warning(
            f'Nobody organises the club "{name}": none of its groups has the role with an active user in it.',
            hint="Put somebody into its group of organisers, in the admin under Settings, Users.",
            id="wagtail_ladder.W002",
        )
        for name in clubs.order_by("pk").values_list("name", flat=True)
    ]


def _links_that_lead_nowhere(database: str) -> list[CheckMessage]:
    try:
        reverse("wagtail_ladder:table", args=[f"{'x' * 13}-{'x' * 32}"])
    except NoReverseMatch:
        ladders = Ladder.objects.using(database).filter(visibility=Visibility.LINK)
    else:
        return []
    return [
        Warning(
            f'The ladder "{name}" is for whoever has a link, but the site does not serve links.',
            hint='Add path("ladders/", include("wagtail_ladder.urls")) to its URLs, above Wagtail\'s own.',
            id="wagtail_ladder.W003",
        )
        for name in ladders.order_by("pk").values_list("name", flat=True)
    ]


def _juniors_in_full(database: str) -> list[CheckMessage]:
    """They have consent. A warning all the same: everybody reads it, and every search engine keeps it."""
    seats = LadderPlayer.objects.using(database).filter(
        shown_in_full(), ladder__visibility=Visibility.PUBLIC, player__in=Player.objects.filter(juniors())
    )
    ladders = Ladder.objects.using(database).filter(pk__in=seats.values("ladder_id"))
    return [
        Warning(
            f'The ladder "{name}" is for everybody and shows juniors by their full names.',
            hint="Make sure that each consent still stands, or let the ladder show initials, "
            'or let the club "never show juniors by full name".',
            id="wagtail_ladder.W004",
        )
        for name in ladders.order_by("pk").values_list("name", flat=True)
    ]


def _shared_passwords(database: str) -> list[CheckMessage]:
    juniors = LadderPlayer.objects.using(database).filter(player__is_adult=False)
    ladders = Ladder.objects.using(database).filter(pk__in=juniors.values("ladder_id")).select_related("club")
    return [
        Warning(
            f'A shared password guards the page "{page}", which shows the ladder "{ladder}" with juniors.',
            hint="A shared password is stored as it is, told on, and can be tried without end. "
            "Let the ladder be for members, whose groups log in.",
            id="wagtail_ladder.W005",
        )
        for ladder in ladders.order_by("pk")
        for page in sorted(pages_that_show(ladder), key=lambda page: page.path)
        if page.get_view_restrictions().filter(restriction_type=PageViewRestriction.PASSWORD).exists()
    ]


def _public_pages_of_hidden_ladders(database: str) -> list[CheckMessage]:
    """The gate hides the page all the same; listings, search and the sitemap would tell its title."""
    return [
        Warning(
            f'The ladder "{page.ladder}" is not for everybody, but its page "{page}" counts as public.',
            hint="Save the page, or the ladder, in the admin: it becomes private again.",
            id="wagtail_ladder.W006",
        )
        for model in ladder_page_models()
        for page in model.objects.using(database)
        .exclude(ladder__visibility=Visibility.PUBLIC)
        .public()
        .select_related("ladder")
        .order_by("path")
    ]


def _hidden_ladders_in_menus(database: str) -> list[CheckMessage]:
    """Many sites make their menus of all live pages that say so, the private ones as well."""
    return [
        Warning(
            f'The ladder "{page.ladder}" is hidden, but its page "{page}" is to be shown in menus.',
            hint='Take "Show in menus" off the page: a menu of the site may tell everybody its title.',
            id="wagtail_ladder.W007",
        )
        for model in ladder_page_models()
        for page in model.objects.using(database)
        .filter(ladder__visibility__in=[Visibility.ORGANISERS, Visibility.LINK], show_in_menus=True)
        .select_related("ladder")
        .order_by("path")
    ]
