"""What holds for every verb: who may do it, that a refusal writes nothing, what is logged and purged."""

import ast
import inspect
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser, Group
from django.db import transaction
from django.utils.functional import SimpleLazyObject
from wagtail.models import ModelLogEntry

from wagtail_ladder import services
from wagtail_ladder.models import Club
from wagtail_ladder.services import ChangedMeanwhile, LadderError, NotAllowed
from wagtail_ladder.services.log_actions import LOG_ACTIONS
from wagtail_ladder.services.roles import require
from wagtail_ladder.signals import ladder_changed

from .calls import ARBITER, CALLS, NAMES, ORGANISER, SUPERUSER, WITHOUT_A_ROLE, Scene
from .kit import DRAWN, Purges, entry, everything, make_club, user

SERVICES = Path(services.__file__).parent
REFERENCE = SERVICES.parents[1] / "docs" / "reference" / "verbs.md"
FUNCTIONS = sorted(name for name in services.__all__ if inspect.isfunction(getattr(services, name)))


@pytest.fixture
def scene(club):
    return Scene.made(club)


def people(club):
    """(who, the roles that he has in the club) for everybody who may come along."""
    elsewhere = make_club("Elsewhere", letters="", prefix="other-")
    editor = user("editor")
    editor.groups.set(Group.objects.filter(name__in=["Editors", "Moderators"]))
    assert editor.has_perm("wagtailadmin.access_admin")
    inactive = user("inactive", is_active=False)
    inactive.groups.set(club.organiser.groups.all())
    return [
        (club.superuser, {SUPERUSER, ORGANISER, ARBITER}),
        (club.organiser, {ORGANISER, ARBITER}),
        (club.arbiter, {ARBITER}),
        (elsewhere.organiser, set()),
        (elsewhere.arbiter, set()),
        (editor, set()),
        (inactive, set()),
        (user("former superuser", is_superuser=True, is_active=False), set()),
        (AnonymousUser(), set()),
        (None, set()),
    ]


@contextmanager
def undone_afterwards():
    """So that all calls find the same scene, which takes long to set."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_who_may(scene, subtests):
    everybody = people(scene.club)
    before = everything()
    for call in CALLS:
        with subtests.test(str(call)):
            for person, roles in everybody:
                if call.role in roles:
                    with undone_afterwards():
                        call.run(scene, person)
                else:
                    with pytest.raises(NotAllowed) as refusal:
                        call.run(scene, person)
                    assert refusal.value.code == "not_allowed"
            assert everything() == before, "a refusal wrote something"


ACTIONS = {
    "confirm_adults": {"confirm_adult", "unconfirm_adult"},
    "decide_entry": {"decide_entries"},
    "force_initials": {"force_initials", "unforce_initials"},
    "store_upload": {None},  # nothing of a ladder has changed yet
}


@pytest.mark.django_db
def test_the_log_names_nobody_and_pages_are_purged_where_they_may_show_it(
    scene, subtests, django_capture_on_commit_callbacks
):
    last = ModelLogEntry.objects.order_by("pk").last().pk
    for call in CALLS:
        person = getattr(scene.club, call.role)
        with subtests.test(str(call)), undone_afterwards():
            with Purges() as purged, django_capture_on_commit_callbacks(execute=True):
                call.run(scene, person)
            assert (scene.club.ladder.pk in purged) == call.purges
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
    event = {"restore_event": scene.deleted, "publish_event": scene.draft, "save_table": scene.table}.get(
        verb, scene.published
    )
    first = event.entries.first()
    arguments = {
        "add_entries": (event, ["X"]),
        "correct_game": (event.games.first(), DRAWN),
        "decide_entries": (event, {}),
        "decide_entry": (first, services.LeaveOut()),
        "remove_entry": (first,),
        "retype_entry": (first, "X"),
        "save_round": (event, 1, []),
        "save_table": (event, []),
        "update_from_report": (event, None),
    }.get(verb, (event,))
    needs_reason = {"reason": "x"} if verb == "correct_game" else {}
    before = everything()
    with pytest.raises(ChangedMeanwhile) as refusal:
        getattr(services, verb)(
            *arguments, by=scene.club.organiser, expected_version=event.version - 1, **needs_reason
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
        services.delete_event(scene.published, by=scene.club.organiser)
    assert refusal.value.code == "event_missing"


# A verb cannot be forgotten.


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
    assert logged == set(LOG_ACTIONS)


def test_models_are_written_by_the_services_alone():
    """Nothing outside `services` saves, creates or deletes a row of the ladder's inputs or of its numbers."""
    ours = {"Club", "Player", "Ladder", "LadderPlayer", "RuleSet", "Event", "Entry", "Game"}
    ours |= {"RatingChange", "Standing", "PendingUpload", "GroupClubPermission", "ShareLink"}
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
