"""What holds for every verb: who may do it, that a refusal writes nothing, what is logged and purged."""

import ast
import inspect
import re
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser, Group
from django.utils.functional import SimpleLazyObject
from wagtail.models import ModelLogEntry, Page

from wagtail_ladder import services
from wagtail_ladder.audience import clubs_to_place, ladders_to_place
from wagtail_ladder.models import Club, Visibility
from wagtail_ladder.services import ChangedMeanwhile, LadderError, NotAllowed
from wagtail_ladder.services.log_actions import LOG_ACTIONS
from wagtail_ladder.services.outside import CHANGED_OUTSIDE, COMPUTED_ANEW
from wagtail_ladder.services.roles import require
from wagtail_ladder.signals import ladder_changed

from .calls import ARBITER, CALLS, NAMES, ORGANISER, SUPERUSER, WITHOUT_A_ROLE, Scene
from .kit import DRAWN, Purges, entry, everything, make_club, substance, undone_afterwards, user

SERVICES = Path(services.__file__).parent
DESIGN = SERVICES.parents[2] / "shared" / "design.md"
REFERENCE = SERVICES.parents[1] / "docs" / "reference" / "verbs.md"
FUNCTIONS = sorted(name for name in services.__all__ if inspect.isfunction(getattr(services, name)))


ENTER = "enter, correct, import, publish, decide names"
TIGHTEN = "tighten: force initials, withdraw consent, lower visibility, revoke a link"
ORGANISE = (
    "merge, un-merge, split, delete events, rules, start ratings, record consent, loosen, make links, "
    "export names, erase"
)
APPOINT = "add a user to the club's arbiter group"
SET_UP = "make a club of the site"
ONLY_LOGGED = {"export_ladder", "take_seeding_list"}
"""It takes something away and changes nothing."""

MAY = {
    ENTER: (
        ARBITER,
        "add_entries, add_player, add_players, change_event, change_ladder (rename), correct_game, "
        "create_event, decide_entries, decide_entry, declare_distinct, exchange_games, "
        "export_ladder (ids), import_report, join_entries, join_split, move_event (draft), order_day, "
        "part_entry, publish_event, remove_entry, rename_player, repoint_entries, retype_entry, save_round, "
        "save_table, split_event, store_upload, take_seeding_list, undo (added), "
        "undo (decision), unpublish_event, update_from_report",
    ),
    TIGHTEN: (
        ARBITER,
        "change_club (juniors never by full name), change_ladder (hide), change_ladder (initials), "
        "change_ladder (months), change_ladder (fewer_groups), change_link (shorten), confirm_adults (no), "
        "force_initials (yes), revoke_link, withdraw_consent",
    ),
    ORGANISE: (
        ORGANISER,
        "add_to_group, change_club (its name too), change_ladder (widen), change_ladder (full_names), "
        "change_ladder (days), change_ladder (more_groups), change_ladder (tighten_and_loosen), "
        "change_link (extend), change_link (for_good), confirm_adults (yes), create_ladder, delete_event, "
        "export_ladder (names), force_initials (no), make_link, merge_players, move_event (published), "
        "rebuild_ladder, record_consent, remove_rules, restore_event, set_rules, set_start_rating, "
        "change_season, create_group, create_season, delete_group, delete_season, remove_from_group, "
        "rename_group, set_groups, "
        "split_player, undo (merge), undo (split), undo (distinct), undo (added_and_distinct)",
    ),
    APPOINT: (ORGANISER, "add_arbiter, grant_roles, remove_arbiter"),
    SET_UP: (SUPERUSER, "create_club"),
}
"""The design's table of who may do what, row by row: the least role, and the calls. Each is in one row."""


def rows_of(call):
    """The rows that name the call, or its verb whatever it is asked for."""
    return [
        row for row, (_role, named) in MAY.items() if not {call.verb, str(call)}.isdisjoint(named.split(", "))
    ]


@pytest.fixture
def scene(club):
    return Scene.made(club)


def page_editor(name="editor"):
    """May write and publish every page of the site, and works for no club."""
    editor = user(name)
    editor.groups.set(Group.objects.filter(name__in=["Editors", "Moderators"]))
    assert editor.has_perm("wagtailadmin.access_admin")
    rights = Page.objects.get(depth=2).permissions_for_user(editor)
    assert rights.can_edit()
    assert rights.can_publish()
    return editor


def people(club):
    """(who, the roles that he has in the club) for everybody who may come along."""
    elsewhere = make_club("Elsewhere", letters="", prefix="other-")
    inactive = user("inactive", is_active=False)
    inactive.groups.set(club.organiser.groups.all())
    return [
        (club.superuser, {SUPERUSER, ORGANISER, ARBITER}),
        (club.organiser, {ORGANISER, ARBITER}),
        (club.arbiter, {ARBITER}),
        (elsewhere.organiser, set()),
        (elsewhere.arbiter, set()),
        (page_editor(), set()),
        (user("logged in, and nothing more"), set()),
        (inactive, set()),
        (user("former superuser", is_superuser=True, is_active=False), set()),
        (AnonymousUser(), set()),
        (None, set()),
    ]


@pytest.mark.django_db
def test_who_may(scene, subtests):
    everybody = people(scene.club)
    before, stored = everything(), substance()
    for call in CALLS:
        with subtests.test(str(call)):
            for person, roles in everybody:
                if call.role in roles:
                    with undone_afterwards():
                        call.run(scene, person)
                        done = call.verb in ONLY_LOGGED or substance() != stored
                        assert done, f"{person} was let in, and nothing came of it"
                else:
                    with pytest.raises(NotAllowed) as refusal:
                        call.run(scene, person)
                    assert refusal.value.code == "not_allowed"
            assert everything() == before, "a refusal wrote something"


WIDER = [
    ("organisers", "link"),
    ("organisers", "members"),
    ("organisers", "public"),
    ("link", "members"),
    ("members", "link"),
    ("link", "public"),
    ("members", "public"),
]
"""From, to: somebody may see the ladder afterwards who could not before. Link holders are no members."""


@pytest.mark.django_db
@pytest.mark.parametrize("level", Visibility.values)
@pytest.mark.parametrize("wanted", Visibility.values)
def test_who_may_change_a_level_into_which(club, level, wanted):
    services.change_ladder(club.ladder, visibility=level, by=club.organiser)
    if (level, wanted) in WIDER:
        before = everything()
        with pytest.raises(NotAllowed):
            services.change_ladder(club.ladder, visibility=wanted, by=club.arbiter)
        assert everything() == before
        changed = services.change_ladder(club.ladder, visibility=wanted, by=club.organiser)
    else:
        changed = services.change_ladder(club.ladder, visibility=wanted, by=club.arbiter)
    assert changed.visibility == wanted


@pytest.mark.django_db
def test_who_may_place_a_ladder_or_a_club_on_a_page(club):
    """The last row of the table: people with a role their own club's, page editors what is public."""
    everybody = people(club)
    for level in Visibility.values:
        services.change_ladder(club.ladder, visibility=level, by=club.organiser)
        for person, roles in everybody:
            may = level == "public" or bool(roles)
            assert (club.ladder in ladders_to_place(person)) == may, (level, person)
            assert (club.club in clubs_to_place(person)) == may, (level, person)


ACTIONS = {
    "confirm_adults": {"confirm_adult", "unconfirm_adult"},
    "decide_entry": {"decide_entries"},
    "force_initials": {"force_initials", "unforce_initials"},
    "store_upload": {None},  # nothing of a ladder has changed yet
    "undo": {"undo_act"},
}


@pytest.mark.django_db
def test_the_log_names_nobody_and_pages_are_purged_where_they_may_show_it(
    scene, subtests, django_capture_on_commit_callbacks
):
    last = ModelLogEntry.objects.order_by("pk").last().pk
    of_the_club = {scene.club.ladder.pk, scene.open.pk}
    for call in CALLS:
        person = getattr(scene.club, call.role)
        with subtests.test(str(call)), undone_afterwards():
            with Purges() as purged, django_capture_on_commit_callbacks(execute=True):
                call.run(scene, person)
            assert bool(of_the_club & set(purged)) == call.purges
            entries = ModelLogEntry.objects.filter(pk__gt=last).order_by("pk")
            action = entries.last().action.removeprefix("wagtail_ladder.") if entries else None
            assert action in ACTIONS.get(call.verb, {call.verb})
            for logged in entries:
                assert logged.user == person
                text = f"{logged.label} {logged.data}"
                assert not [name for name in NAMES if name in text], text


@pytest.mark.django_db
def test_nothing_is_purged_before_the_commit_nor_after_a_refusal(scene, django_capture_on_commit_callbacks):
    with Purges() as purged, django_capture_on_commit_callbacks(execute=False) as waiting:
        services.publish_event(scene.draft, by=scene.club.arbiter)
        assert not purged
        with pytest.raises(LadderError):
            services.publish_event(scene.draft, by=scene.club.arbiter)
    assert len(waiting) == 1
    assert not purged


@pytest.mark.django_db
def test_a_listener_that_fails_does_not_fail_the_verb(scene, django_capture_on_commit_callbacks, caplog):
    def cache_is_down(**_kwargs):
        raise ConnectionError("the cache is down")

    ladder_changed.connect(cache_is_down)
    try:
        with Purges() as purged, django_capture_on_commit_callbacks(execute=True):
            services.publish_event(scene.draft, by=scene.club.arbiter)
    finally:
        ladder_changed.disconnect(cache_is_down)
    assert purged == [scene.club.ladder.pk]
    assert "the cache is down" in caplog.text


WITH_VERSION = [
    name for name in FUNCTIONS if "expected_version" in inspect.signature(getattr(services, name)).parameters
]


@pytest.mark.django_db
@pytest.mark.parametrize("verb", WITH_VERSION)
def test_a_form_made_from_an_older_version_is_refused(verb, scene):
    event = {
        "join_split": scene.part,
        "publish_event": scene.draft,
        "restore_event": scene.deleted,
        "save_table": scene.table,
    }.get(verb, scene.published)
    first = event.entries.first()
    arguments = {
        "add_entries": (event, ["X"]),
        "correct_game": (event.games.first(), DRAWN),
        "decide_entries": (event, {}),
        "decide_entry": (first, services.LeaveOut()),
        "exchange_games": (first, event.entries.last(), [1]),
        "join_entries": (event, [], services.LeaveOut()),
        "move_event": (event, scene.open),
        "part_entry": (first, []),
        "remove_entry": (first,),
        "retype_entry": (first, "X"),
        "save_round": (event, 1, []),
        "save_table": (event, []),
        "split_event": (event, 2),
        "update_from_report": (event, None),
    }.get(verb, (event,))
    why = {"reason": "x"}
    needed = {
        "correct_game": why,
        "delete_event": why,
        "restore_event": why,
        "split_event": {"last_day": event.last_day},
        "unpublish_event": why,
    }.get(verb, {})
    before = everything()
    with pytest.raises(ChangedMeanwhile) as refusal:
        getattr(services, verb)(
            *arguments, by=scene.club.organiser, expected_version=event.version - 1, **needed
        )
    assert refusal.value.code == "changed_meanwhile"
    assert event.changed_by.get_username() in refusal.value.message
    assert everything() == before


@pytest.mark.django_db
def test_each_verb_raises_the_version_of_the_club_and_of_the_event(scene):
    club_before = Club.objects.get().version
    event = services.publish_event(scene.draft, by=scene.club.arbiter, expected_version=scene.draft.version)
    assert event.version == scene.draft.version + 1
    assert event.changed_by == scene.club.arbiter
    assert Club.objects.get().version == club_before + 1


@pytest.mark.django_db
def test_the_roles_of_the_user_of_a_request_are_read_anew(club):
    arbiter = club.arbiter
    of_the_request = SimpleLazyObject(lambda: type(arbiter).objects.get(pk=arbiter.pk))
    require(of_the_request, "arbiter", club.club.pk)
    arbiter.groups.clear()
    with pytest.raises(NotAllowed):
        require(of_the_request, "arbiter", club.club.pk)


@pytest.mark.django_db
def test_a_club_that_is_gone(scene):
    scene.club.club.pk = 0
    with pytest.raises(services.Missing) as refusal:
        services.add_player(scene.club.club, "X", by=scene.club.superuser)
    assert refusal.value.code == "club_missing"


@pytest.mark.django_db
def test_an_event_that_is_gone_or_deleted(scene):
    with pytest.raises(services.Missing) as refusal:
        services.publish_event(scene.deleted, by=scene.club.arbiter)
    assert refusal.value.code == "event_deleted"
    with pytest.raises(services.Missing) as refusal:
        services.decide_entry(entry(scene.deleted, "A"), services.LeaveOut(), by=scene.club.arbiter)
    assert refusal.value.code == "event_deleted"
    scene.published.pk = 0
    with pytest.raises(services.Missing) as refusal:
        services.delete_event(scene.published, reason="entered twice", by=scene.club.organiser)
    assert refusal.value.code == "event_missing"


# A verb cannot be forgotten.


def test_every_call_is_in_one_row_of_the_table_and_asks_for_its_role():
    for call in CALLS:
        assert [MAY[row][0] for row in rows_of(call)] == [call.role], call
    known = {name for call in CALLS for name in (call.verb, str(call))}
    assert not [name for _role, named in MAY.values() for name in named.split(", ") if name not in known]


def test_the_table_is_that_of_the_design():
    if not DESIGN.exists():
        pytest.skip("the folder `shared` is not beside the project")
    rows = dict(
        re.findall(r"^\| ([^|]+) \| ((?:yes|–) \| (?:yes|–) \| (?:yes|–)) \|$", DESIGN.read_text(), re.M)
    )
    asked = {
        ARBITER: "yes | yes | –",
        ORGANISER: "yes | – | –",
    }
    assert rows == {row: asked[role] for row, (role, _calls) in MAY.items() if row != SET_UP}


def test_every_verb_is_called_in_these_tests():
    called = {call.verb for call in CALLS}
    assert called | set(WITHOUT_A_ROLE) == set(FUNCTIONS)
    assert called.isdisjoint(WITHOUT_A_ROLE)


def functions(tree):
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def calls_of(node, name):
    """The calls of `name(...)`, or of `anything.name(...)`."""
    for child in ast.walk(node):
        if isinstance(child, ast.Call):
            called = child.func.id if isinstance(child.func, ast.Name) else getattr(child.func, "attr", None)
            if called == name:
                yield child


MODULES = [ast.parse(path.read_text()) for path in sorted(SERVICES.glob("*.py"))]


def test_every_function_that_opens_a_verb_is_public():
    opening = {
        function.name
        for module in MODULES
        for function in functions(module)
        if any(calls_of(function, "verb"))
    }
    assert len(opening) > 20
    assert opening <= set(services.__all__)


def test_every_logged_action_is_registered_and_every_registered_one_is_logged():
    logged = set()
    for module in MODULES:
        for call in calls_of(module, "log"):
            if not (isinstance(call.func, ast.Attribute) and call.func.value.id == "change"):
                continue
            action = call.args[1]
            options = [action.body, action.orelse] if isinstance(action, ast.IfExp) else [action]
            logged |= {option.value for option in options}
    assert logged | {CHANGED_OUTSIDE, COMPUTED_ANEW} == set(LOG_ACTIONS)


def test_models_are_written_by_the_services_alone():
    """Nothing outside `services` saves, creates or deletes a row of the ladder's inputs or of its numbers."""
    ours = {"Club", "Player", "Ladder", "LadderPlayer", "RuleSet", "Event", "Entry", "Game"}
    ours |= {
        "PlayerGroup",
        "Season",
        "Correction",
        "RatingChange",
        "Standing",
        "PendingUpload",
        "GroupClubPermission",
        "ShareLink",
    }
    writes = {"create", "bulk_create", "update", "bulk_update", "delete", "get_or_create", "update_or_create"}
    found = []
    for path in sorted(SERVICES.parent.rglob("*.py")):
        if "migrations" in path.parts or path.is_relative_to(SERVICES):
            continue
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", None) in writes:
                roots = {node.id for node in ast.walk(call.func) if isinstance(node, ast.Name)}
                if roots & ours:
                    found.append(f"{path.name}:{call.lineno}")
    assert not found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_verb_has_an_entry_in_the_reference(name):
    assert f"\n### `{name}`\n" in REFERENCE.read_text()


def test_the_reference_has_no_entry_too_many():
    headings = [line for line in REFERENCE.read_text().splitlines() if line.startswith("### ")]
    assert sorted(heading[5:-1] for heading in headings) == FUNCTIONS
