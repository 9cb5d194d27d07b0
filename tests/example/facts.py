"""What the loaded example site holds and what it shows to whom, as JSON: run with its own settings.

DATABASE_URL=… DJANGO_SETTINGS_MODULE=example_site.settings python -m tests.example.facts
"""

import html
import json
import re
import sys
from collections import Counter
from datetime import date

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402 - Django must be ready first
from django.test import Client  # noqa: E402
from wagtail.models import ModelLogEntry  # noqa: E402
from wagtail.users.models import UserProfile  # noqa: E402

from wagtail_ladder.models import (  # noqa: E402
    Decision,
    Entry,
    Event,
    Game,
    Ladder,
    LadderPlayer,
    Player,
    Standing,
)
from wagtail_ladder.pages.models import ClubPage, LadderPage  # noqa: E402
from wagtail_ladder.services.roles import roles_by_club  # noqa: E402


def ladder_facts(ladder: Ladder) -> dict:
    events = Event.objects.filter(ladder=ladder)
    games = Game.objects.filter(event__ladder=ladder)
    entries = Entry.objects.filter(event__ladder=ladder)
    standings = Standing.objects.filter(ladder=ladder)
    return {
        "visibility": ladder.visibility,
        "names": ladder.names,
        "events": events.count(),
        "published": events.filter(status=Event.Status.PUBLISHED).count(),
        "first_day": min(events.values_list("last_day", flat=True)).isoformat(),
        "last_day": max(events.values_list("last_day", flat=True)).isoformat(),
        "event_unrated": Counter(events.exclude(unrated="").values_list("unrated", flat=True)),
        "tables": events.filter(format=Event.Format.TABLE).count(),
        "kinds": Counter(games.values_list("kind", flat=True)),
        "games_unrated": games.exclude(unrated="").count(),
        "waiting": events.filter(entries__decision=Decision.UNDECIDED).distinct().count(),
        "undecided": list(
            entries.filter(decision=Decision.UNDECIDED)
            .order_by("number")
            .values_list("typed_name", flat=True)
        ),
        "left_out": entries.filter(decision=Decision.LEFT_OUT).count(),
        "players": standings.count(),
        "adults": Player.objects.filter(club=ladder.club, is_adult=True).count(),
        "provisional": standings.filter(rated_games__lt=5).count(),
        "inactive": standings.filter(last_rated_event__last_day__lt=_a_year_ago()).count(),
        "start_ratings": LadderPlayer.objects.filter(ladder=ladder, start_rating__isnull=False).count(),
        "corrections": _log_entries("wagtail_ladder.correct_game", ladder),
    }


def visits(ladders: dict[str, Ladder]) -> dict[str, dict[str, dict]]:
    """For each visitor and page: the status, the length, and which registered names are in it."""
    paths = {"front": "/", "login": "/login/", "nothing": "/no-such-page/", "parents": "/tr/veliler/"}
    for language, ladder in ladders.items():
        paths[f"front {language}"] = "/" if language == "en" else f"/{language}/"
        paths[f"club {language}"] = ClubPage.objects.get(club=ladder.club).get_url()
        paths[f"ladder {language}"] = LadderPage.objects.get(ladder=ladder).get_url()
    found: dict[str, dict[str, dict]] = {}
    for visitor in ("", "parent", "editor", "organiser"):
        client = Client(headers={"host": "localhost"})
        if visitor:
            client.force_login(User.objects.get(username=visitor))
        found[visitor] = {what: _visit(client, path, ladders) for what, path in paths.items()}
    return found


def _visit(client: Client, path: str, ladders: dict[str, Ladder]) -> dict:
    response = client.get(path)
    text = html.unescape(response.content.decode())
    return {
        "status": response.status_code,
        "to": response.headers.get("Location", ""),
        "names": {
            language: sum(name in text for name in ladder.club.players.values_list("name", flat=True))
            for language, ladder in ladders.items()
        },
        "players": text.count("/players/"),
        "language": "".join(re.findall(r'<html lang="(\w+)"', text)),
        "footer": text.partition('class="site-footer"')[2].partition("<p>")[2].partition("</p>")[0],
        "blocks": Counter(re.findall(r"site-block--(\w+)", text)),
        "menu": re.findall(
            r'<a href="([^"]*)"', text.partition('class="site-menu"')[2].partition("</nav>")[0]
        ),
    }


def languages_offered(on: str) -> dict[str, tuple[str, str]]:
    """Code -> how the menu of languages names it, and where it leads."""
    page = Client(headers={"host": "localhost"}).get(on).content.decode()
    links = re.findall(r'<li><a href="([^"]*)" lang="(\w+)" hreflang="\2"[^>]*>([^<]+)</a></li>', page)
    return {code: (name, address) for address, code, name in links}


def in_the_sitemap(ladders: dict[str, Ladder]) -> dict[str, int]:
    """Language -> how many addresses of its ladder strangers, and so search engines, are told."""
    sitemap = Client(headers={"host": "localhost"}).get("/sitemap.xml").content.decode()
    addresses = re.findall("<loc>(.*?)</loc>", sitemap)
    pages = {language: LadderPage.objects.get(ladder=ladder).full_url for language, ladder in ladders.items()}
    return {language: sum(found.startswith(page) for found in addresses) for language, page in pages.items()}


def accounts_saved() -> dict[str, bool]:
    """Whether the account page takes what it shows: Wagtail asks for a name and an e-mail address."""
    client, saved = Client(headers={"host": "localhost"}), {}
    for username in ("organiser", "arbiter", "klub"):
        client.force_login(User.objects.get(username=username))
        tabs = client.get("/admin/account/").context_data["panels_by_tab"]
        panels = [panel for tab in tabs.values() for panel in tab]
        data = {
            bound.html_name: bound.value() or ""
            for panel in panels
            for bound in panel.get_form()
            if bound.name != "avatar"
        }
        saved[username] = client.post("/admin/account/", data).status_code == 302
    return saved


def _log_entries(action: str, ladder: Ladder) -> int:
    ids = [str(pk) for pk in ladder.events.values_list("pk", flat=True)]
    entries = ModelLogEntry.objects.filter(action=action, object_id__in=ids)
    return sum(bool(entry.data.get("reason")) for entry in entries)


def _a_year_ago() -> date:
    today = date.today()
    return today.replace(year=today.year - 1, day=min(today.day, 28))


def main() -> None:
    ladders = {ladder.club.language: ladder for ladder in Ladder.objects.select_related("club")}
    json.dump(
        {
            "ladders": {language: ladder_facts(ladder) for language, ladder in ladders.items()},
            "visits": visits(ladders),
            "roles": {
                user.username: sorted(
                    f"{role} {club}" for club, roles in roles_by_club(user).items() for role in roles
                )
                for user in User.objects.all()
            },
            "languages": {
                path: languages_offered(path) for path in ("/", "/fa/", "/el/anemomylos/", "/tr/x/")
            },
            "admin": {
                username: UserProfile.objects.get(user__username=username).preferred_language
                for username in ("omilos", "klub", "sarv", "teacher", "arbiter")
            },
            "accounts": accounts_saved(),
            "sitemap": in_the_sitemap(ladders),
            "clubs": {language: ladder.club_id for language, ladder in ladders.items()},
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
