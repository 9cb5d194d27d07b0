"""One walk over every address of the admin, as somebody of another club.

What is asked: whether any address, old or new, ours or Wagtail's, tells of the other club or touches it. The
screens themselves are tested in tests/admin and tests/admin_events.
"""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from django.contrib.auth.models import Group
from wagtail.admin.views.bulk_action.registry import bulk_action_registry

from tests.services.kit import everything
from wagtail_ladder import services
from wagtail_ladder.models import Ladder, Visibility
from wagtail_ladder.pages.models import LadderPage

from .canary import leaks, person, whole
from .routes import Route, all_routes
from .world import DAY, FOREIGN

LEAVES = {"wagtailadmin_logout"}
"""What would end the walk."""
ROUTES = [route for route in all_routes() if route.is_for_the_admin and route.name not in LEAVES]
OURS = [route for route in ROUTES if route.is_ours]
HOLE = re.compile(r"<(?:\w+:)?(\w+)>")
OF_NO_CLUB = (
    "session_id", "workflow_state_id", "workflow_pk", "task_state_id", "task_id", "collection_id",
    "redirect_id", "query_id", "document_id", "doc_id", "uploaded_file_id", "image_id", "restriction_id",
)  # fmt: skip


@pytest.fixture
def addresses(world):
    """A function: a route -> its addresses, filled with what belongs to the other club.

    A parameter that is not known here raises KeyError: say what is foreign for it. None of the other club's
    ladders is public here: a public one is anybody's to place on a page (tests/leaks/test_placing.py).
    """
    for ladder in Ladder.objects.filter(club=world.foreign, visibility=Visibility.PUBLIC):
        services.change_ladder(ladder, visibility=Visibility.ORGANISERS, by=world.root)
    theirs = world.foreign_ladders[0]
    event, player = theirs.played, theirs.members["adult"]
    upload = services.store_upload(
        theirs.ladder, f"{FOREIGN}.csv", b"round,white,black,result", by=world.foreign_organiser
    )
    absorbed = services.add_player(world.foreign, person(90).name, by=world.foreign_organiser)
    merge = services.merge_players(player, absorbed, by=world.foreign_organiser)
    group = services.create_group(world.foreign, f"{FOREIGN} juniors", by=world.foreign_organiser)
    services.add_to_group(group, [player.pk], by=world.foreign_organiser)
    season = services.create_season(world.foreign, f"{FOREIGN} season", DAY, DAY, by=world.foreign_organiser)
    of_namespace = {
        "ladder_groups": group.pk,
        "ladder_group_chooser": group.pk,
        "ladder_seasons": season.pk,
        "ladder_season_chooser": season.pk,
        "wagtail_ladder_events": event.pk,
        "wagtail_ladder_ledger": merge.pk,
        "wagtail_ladder_who": player.pk,
        "ladder_ladders": theirs.ladder.pk,
        "ladder_ladder_chooser": theirs.ladder.pk,
        "ladder_players": player.pk,
        "ladder_player_chooser": player.pk,
        "ladder_clubs": world.foreign.pk,
        "ladder_club_chooser": world.foreign.pk,
        "wagtailadmin_api:pages": theirs.page.pk,
        "wagtailusers_users": world.foreign_organiser.pk,
        "wagtailusers_groups": world.foreign_organiser.groups.get().pk,
    }
    models = [
        ("wagtail_ladder", name) for name in ("club", "ladder", "player", "playergroup", "season", "event")
    ]
    models += [("wagtail_ladder_pages", name) for name in ("ladderpage", "clubpage")]
    known = {
        "entry": [event.entries.first().pk],
        "merge": [merge.pk],
        "one": [player.pk],
        "other": [theirs.members["junior"].pk],
        "kept": [player.pk],
        "absorbed": [theirs.members["junior"].pk],
        "game": [event.games.first().pk],
        "number": [1],
        "token": [upload.token, "no-such-token"],
        "link": [theirs.link.pk],
        "action": sorted(_bulk_actions()),
        "object_id": [player.pk, theirs.page.pk],
        "destination_id": [world.home.pk],
        "revision_id": [LadderPage.objects.get(pk=theirs.page.pk).save_revision().pk],
        "revision_id_a": ["earliest"],
        "revision_id_b": ["latest"],
        "action_name": ["copy"],
        "filter_spec": ["original"],
        "uidb64": ["x"],
        **{key: [theirs.page.pk] for key in ("page_id", "page_pk", "parent_page_id", "page_to_move_id")},
        **{key: [1] for key in OF_NO_CLUB},
    }

    def fill(route: Route) -> Iterator[str]:
        namespace = route.name.rpartition(":")[0]
        pks = [of_namespace[namespace]] if route.is_ours else [of_namespace.get(namespace, 1)]
        of_models = any("model_name" in parameter for parameter in route.parameters)
        for app, model in models if of_models else [("", "")]:
            choices = [
                pks if parameter == "pk"
                else [app] if parameter in ("app_label", "app_name", "content_type_app_name")
                else [model] if "model_name" in parameter
                else known[parameter]
                for parameter in route.parameters
            ]  # fmt: skip
            for values in product(*choices):
                given = dict(zip(route.parameters, map(str, values), strict=True))
                yield "/" + HOLE.sub(lambda hole: given[hole[1]], route.path).translate(  # noqa: B023
                    {ord("^"): None, ord("$"): None, ord("\\"): None}
                )

    return fill


def _bulk_actions() -> set[str]:
    bulk_action_registry.get_bulk_actions_for_model("wagtail_ladder", "player")  # makes it read the hooks
    ours = bulk_action_registry.actions["wagtail_ladder"]
    return {action for actions in ours.values() for action in actions}


def tells(response, world) -> list[str]:
    text = whole(response)
    own = [one.people[kind].name for one in world.ladders for kind in one.people]
    own += [one.people[kind].listed for one in world.ladders for kind in one.people]
    return leaks(text, allowed=own) + [FOREIGN] * (FOREIGN in text)


@pytest.mark.parametrize("who", ["organiser", "arbiter"])
def test_nothing_foreign_is_met_on_any_address(world, browser_of, addresses, who, subtests):
    browser = browser_of(getattr(world, who))
    before, walked = everything(), set()
    for route in ROUTES if who == "organiser" else OURS:
        with subtests.test(route.path):
            for address in addresses(route):
                for send in (browser.get, browser.post):
                    response = send(address)
                    assert tells(response, world) == [], (send.__name__, address)
                    if route.is_ours and set(route.parameters) - {"token"}:
                        refused = (404, 405) if send == browser.post else (404,)
                        assert response.status_code in refused, (send.__name__, address)
                        walked.add(route.path)
    assert everything() == before
    assert len(walked) > 30


def test_an_upload_of_somebody_else_is_as_gone_as_none(world, browser_of, addresses):
    browser = browser_of(world.organiser)
    for route in OURS:
        if "token" in route.parameters:
            theirs, none = addresses(route)
            for send in (browser.get, browser.post):
                found, missing = send(theirs), send(none)
                assert found.status_code == missing.status_code
                assert found.get("Location") == missing.get("Location")


SEARCHES = ("q=Kwjp", f"q={FOREIGN}", "ordering=-name", "p=2")


def test_lists_and_choosers_search_and_sort_own_rows_only(world, browser_of, addresses):
    browser = browser_of(world.arbiter)
    for route in OURS:
        if not route.parameters:
            for address in addresses(route):
                for query in SEARCHES:
                    response = browser.get(f"{address}?{query}")
                    text = whole(response).replace(query.partition("=")[2] or "\0", "")
                    assert FOREIGN not in text
                    for one in world.foreign_ladders:
                        for human in one.people.values():
                            assert human.family not in text, (address, query)
                            assert human.given not in text, (address, query)
                    assert response.status_code in (200, 302, 400, 404, 405)


def test_bulk_actions_leave_foreign_rows_alone(world, browser_of, addresses):
    browser = browser_of(world.organiser)
    (route,) = [route for route in ROUTES if route.name == "wagtail_bulk_action"]
    foreign = [player.pk for one in world.foreign_ladders for player in one.members.values()]
    foreign += [one.ladder.pk for one in world.foreign_ladders] + [world.foreign.pk]
    chosen = "&".join(f"id={pk}" for pk in foreign)

    def of_theirs():
        rows = everything()
        return [row for label in rows for row in rows[label] if FOREIGN in row or _is_of(world, row)]

    before = of_theirs()
    for address in addresses(route):
        for query in ("id=all", chosen, f"id=all&{chosen}"):
            for send in (browser.get, browser.post):
                assert tells(send(f"{address}?{query}"), world) == [], (address, query)
    assert of_theirs() == before
    assert len(before) > 10


def _is_of(world, row):
    return any(human.family in row for one in world.foreign_ladders for human in one.people.values())


def test_who_edits_every_page_of_the_site_still_meets_nobody_by_name(world, browser_of, addresses):
    """A moderator of the pages has more screens of Wagtail's open, histories and reports among them.

    He has no role in any club: no name of any club is his to read but those that everybody reads.
    """
    world.nobody.groups.set(Group.objects.filter(name__in=["Moderators", "Editors"]))
    browser = browser_of(world.nobody)
    public = [
        name
        for one in world.everybody
        if one.ladder.visibility == Visibility.PUBLIC
        for name in one.shown_in_full()
    ]
    before, opened = everything(), set()
    for route in ROUTES:
        for address in addresses(route):
            response = browser.get(address)
            allowed = public if "view" in address or "preview" in address else ()
            assert leaks(whole(response), allowed=allowed) == [], address
            if response.status_code == 200:
                opened.add(route.name)
            if route.is_ours:  # the choosers open for whoever edits pages, and offer nothing of a club
                assert response.status_code in (302, 404, 405) or "_chooser:" in route.name, address
                assert str(world.of(Visibility.ORGANISERS).ladder) not in whole(response), address
    assert everything() == before
    assert {"wagtailadmin_reports:site_history", "wagtailadmin_pages:history"} <= opened


def test_who_may_not_enter_the_admin_meets_its_login_alone(world, browser_of, addresses):
    for visitor in (world.parent, None):
        browser = browser_of(visitor)
        for route in OURS:
            for address in addresses(route):
                for send in (browser.get, browser.post):
                    response = send(address)
                    assert response.status_code in (302, 403), address
                    assert leaks(whole(response)) == []


def test_the_dashboard_shows_own_names_to_who_has_a_role(world, browser_of):
    """And the walks above know a name when they see one."""
    own, foreign = world.ladders[0].people["adult"], world.foreign_ladders[0].people["adult"]
    page = whole(browser_of(world.organiser).post("/admin/ladders/players/", {"q": own.family}))
    assert own.name in page
    assert tells(browser_of(world.foreign_organiser).get("/admin/ladders/players/"), world)
    assert foreign.name in whole(
        browser_of(world.root).post("/admin/ladders/players/", {"q": foreign.family})
    )
    assert person(0) == own
