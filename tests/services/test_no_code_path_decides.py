"""Invariant 3: the software may propose, and a person decides who is who. Every link has a row that says who.

The first half reads the code: what writes the columns, and by way of what. The second follows everything
that a machine does with an event.
"""

import ast
import inspect
from collections import defaultdict
from datetime import date
from pathlib import Path

import pytest

import wagtail_ladder
from wagtail_ladder import services
from wagtail_ladder.models import Act, Entry, EntryDecision, Player
from wagtail_ladder.services import Member, NewMember, NotAllowed

from .calls import report
from .kit import assert_the_ledger_explains, entry, everything

PACKAGE = Path(wagtail_ladder.__file__).parent
SERVICES = PACKAGE / "services"
SITE = PACKAGE.parent / "example_site"

DECIDED = {"decision", "player", "player_id", "merged_into", "merged_into_id"}
"""The columns of `Entry`, `EntryDecision` and `Player` that say who is who."""
OTHERS_WITH_A_PLAYER = {"LadderPlayer", "RatingChange", "Standing", "Act"}
WRITES = {"create", "get_or_create", "update_or_create", "update", "bulk_create", "bulk_update", "save"}
WRITES |= {f"a{name}" for name in WRITES} | {"setattr"}


def writes_of_a_decision(tree):
    """(function, line) of everything in a module that may write one of the columns.

    Assignments to an attribute, models made with it, updates by keyword, and columns that are named to
    `save`, `bulk_create`, `bulk_update` or `setattr`. What a view or a form calls its own player is none.
    """
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if _writes(node):
                    yield function.name, node.lineno
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for child in ast.walk(node):
                if _writes(child):
                    yield "", child.lineno


def _writes(node):
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
        return node.attr in DECIDED and getattr(node.value, "id", "") != "self"
    if not isinstance(node, ast.Call):
        return False
    called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    roots = {child.id for child in ast.walk(node.func) if isinstance(child, ast.Name)}
    if roots & OTHERS_WITH_A_PLAYER or _receiver(node) == "context":
        return False
    by_keyword = DECIDED & {keyword.arg for keyword in node.keywords}
    if called in {"Entry", "EntryDecision", "Player"}:
        return bool(by_keyword)
    if called not in WRITES:
        return False
    inside = [child for part in [*node.args, *node.keywords] for child in ast.walk(part)]
    named = {child.value for child in inside if isinstance(child, ast.Constant)}
    return bool(by_keyword | (DECIDED & {text for text in named if isinstance(text, str)}))


def _receiver(call):
    """`context` of `context.update(…)`: the variables of a template, which are no row."""
    return getattr(getattr(call.func, "value", None), "id", "")


def modules():
    for root in (PACKAGE, SITE):
        for path in sorted(root.rglob("*.py")):
            if "migrations" not in path.parts:
                yield path, ast.parse(path.read_text(encoding="utf-8"))


def test_who_is_who_is_written_in_four_functions_alone():
    """The last copies to both parts of a split event what a person has decided of the whole."""
    found = {
        (str(path.relative_to(PACKAGE.parent)), function)
        for path, tree in modules()
        for function, _line in writes_of_a_decision(tree)
    }
    assert found == {
        ("wagtail_ladder/services/acts.py", "decide"),
        ("wagtail_ladder/services/acts.py", "settle"),
        ("wagtail_ladder/services/persons.py", "follow_merges"),
        ("wagtail_ladder/services/moving.py", "_copied_entries"),
    }


@pytest.mark.parametrize(
    "code",
    [
        "entry.player = best",
        "entry.player_id = best.pk",
        "entry.decision, entry.number = 'member', 1",
        "player.merged_into = other",
        "Entry(event=event, player=best)",
        "EntryDecision(entry=entry, player_id=1)",
        "event.entries.update(player=best)",
        "Entry.objects.filter(pk=1).update(decision='member')",
        "event.entries.create(typed_name='x', player=best)",
        "entry.save(update_fields=['player'])",
        "Entry.objects.bulk_update(entries, ['number', 'decision'])",
        "Entry.objects.bulk_create(entries, update_conflicts=True, update_fields=['player'])",
        "setattr(entry, 'player', best)",
        "Player.objects.filter(pk=1).update(merged_into_id=2)",
    ],
)
def test_such_a_write_would_be_found(code):
    assert list(writes_of_a_decision(ast.parse(f"def link():\n    {code}"))) == [("link", 2)]
    assert list(writes_of_a_decision(ast.parse(code))) == [("", 1)]


def test_no_model_writes_them_of_itself():
    for path in (PACKAGE / "models").glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        stored = {node.attr for node in ast.walk(tree) if _is_stored(node)}
        assert stored.isdisjoint(DECIDED), path


def _is_stored(node):
    return isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)


def test_nothing_is_written_past_the_models():
    """No SQL of our own, in which none of this could be seen."""
    for path, tree in modules():
        called = {node.func.attr for node in ast.walk(tree) if _is_method_call(node)}
        assert called.isdisjoint({"execute", "executemany", "raw", "cursor", "RunSQL"}), path


def _is_method_call(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)


WRITERS = {"decide", "settle", "follow_merges", "write_act"}


def reaching(names):
    """The functions of the services that call one of these, by whatever way, and what calls each of them."""
    functions, callers = {}, defaultdict(set)
    for path in sorted(SERVICES.rglob("*.py")):
        for function in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(function, ast.FunctionDef):
                functions.setdefault(function.name, function)
                for node in ast.walk(function):
                    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                        callers[node.func.id].add(function.name)
    reached, wave = set(), set(names)
    while wave:
        reached |= wave
        wave = {caller for name in wave for caller in callers[name]} - reached
    return {name: functions[name] for name in reached}, callers


def test_every_way_to_a_decision_begins_with_a_verb_that_needs_a_person():
    found, callers = reaching(WRITERS)
    assert WRITERS < set(found)
    verbs = {name for name, function in found.items() if _opens_a_verb(function)}
    assert {"decide_entries", "join_entries", "merge_players", "undo", "repoint_entries"} < verbs
    for name, function in found.items():
        if name in verbs or name in services.__all__:
            by = inspect.signature(getattr(services, name)).parameters["by"]
            assert by.kind is by.KEYWORD_ONLY and by.default is by.empty, name
        elif callers[name]:
            # A step of a verb: it is given the verb's `change`, with the person, or the club that is locked.
            given = {argument.arg for argument in [*function.args.args, *function.args.kwonlyargs]}
            assert given & {"change", "club_id", "act"}, name
        else:
            pytest.fail(f"nothing calls {name}, and it decides without a verb")


def _opens_a_verb(function):
    return any(
        isinstance(item.context_expr, ast.Call) and getattr(item.context_expr.func, "id", None) == "verb"
        for node in ast.walk(function)
        if isinstance(node, ast.With)
        for item in node.items
    )


def test_nothing_outside_the_services_takes_a_step_of_a_verb():
    steps = {
        name
        for name, function in reaching(WRITERS)[0].items()
        if not _opens_a_verb(function) and name not in services.__all__
    }
    assert WRITERS < steps
    for path, tree in modules():
        if path.is_relative_to(SERVICES):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and "services" in (node.module or ""):
                taken = {alias.name for alias in node.names}
                assert not taken & (steps | {"*", "acts"}), path


def test_no_import_knows_the_matcher_or_the_registry():
    """Nobody is guessed when a file comes in: the readers and the import do not even see who there is."""
    tree = ast.parse((SERVICES / "imports.py").read_text(encoding="utf-8"))
    taken = {
        alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert taken.isdisjoint({"Player", "Registry", "decide", "decide_entries", "Member", "NewMember"})


# What machines do with an event, and that it decides nothing.

NAMES = ["Member A", "Member B", "Member C"]
GAMES = [(1, 1, 2, "played", (2, 0)), (2, 1, 3, "played", (1, 1))]


@pytest.fixture
def imported(club):
    """A file whose names are, letter for letter, those of members."""
    return services.import_report(
        club.ladder, report(NAMES, GAMES), by=club.arbiter, name="Open", last_day=date(2026, 2, 3)
    )


def assert_undecided(event):
    assert set(event.entries.values_list("decision", "player")) == {("undecided", None)}
    assert not Act.objects.filter(event=event).exists()
    assert not EntryDecision.objects.filter(entry__event=event).exists()


@pytest.mark.django_db
def test_a_file_with_the_very_names_of_the_registry_links_nobody(club, imported):
    assert_undecided(imported)
    services.publish_event(imported, by=club.arbiter)
    assert_undecided(imported)
    newer = report([*NAMES, "Member D"], [*GAMES, (3, 4, 1, "played", (2, 0))])
    services.update_from_report(imported, newer, by=club.arbiter)
    services.add_entries(imported, ["Member E"], by=club.arbiter)
    services.unpublish_event(imported, reason="not played yet", by=club.arbiter)
    services.delete_event(imported, reason="entered twice", by=club.organiser)
    services.restore_event(imported, reason="it was played", by=club.organiser)
    services.preview_publication(imported)
    services.replay_ladder(club.ladder.pk)
    assert_undecided(imported)
    assert Player.objects.count() == len(club.members)


@pytest.mark.django_db
def test_names_that_were_linked_a_hundred_times_are_asked_about_again(club, imported):
    """A confirmed spelling is a better suggestion, and no decision."""
    for day in (6, 13):
        event = services.create_event(
            club.ladder, by=club.arbiter, name="Evening", last_day=date(2026, 1, day), names=NAMES
        )
        choices = dict(zip(event.entries.all(), "ABC", strict=True))
        services.decide_entries(
            event,
            {name.pk: Member(club.members[letter].pk) for name, letter in choices.items()},
            by=club.arbiter,
        )
    newer = report([*NAMES, "Member D"], GAMES)
    services.update_from_report(imported, newer, by=club.arbiter)
    assert_undecided(imported)
    assert_the_ledger_explains(club.club)


@pytest.mark.django_db
def test_a_whole_season_is_explained_by_decisions_of_people(club):
    event = club.play("AB1 CD1 EF1", left_out="F")
    draft = club.play("AB1 CD1", publish=False, decide=False)
    services.decide_entry(entry(draft, "A"), NewMember("Ada Able"), by=club.arbiter)
    services.join_entries(
        draft, [entry(draft, letter).pk for letter in "BC"], NewMember("Nobody Else"), by=club.organiser
    )
    merge = club.merge("A", "C")
    services.repoint_entries(
        club.club, [entry(event, "D").pk], Member(club.members["E"].pk), by=club.superuser
    )
    club.undo(merge)
    assert_the_ledger_explains(club.club)
    decided = Entry.objects.exclude(decision="undecided")
    assert decided.count() == 9
    assert set(decided.values_list("decisions__act__by__username", flat=True)) == {
        "arbiter", "organiser", "superuser",
    }  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("nobody", [None, "nobody"])
def test_without_a_person_nothing_is_decided(club, nobody):
    from django.contrib.auth.models import AnonymousUser

    by = nobody and AnonymousUser()
    event = club.play("AB1 CD1", decide=False, publish=False)
    a, c, someone = entry(event, "A"), entry(event, "C"), Member(club.members["A"].pk)
    act = services.declare_distinct(club.members["E"], club.members["F"], by=club.organiser)
    before = everything()
    for run in [
        lambda: services.decide_entry(a, someone, by=by),
        lambda: services.decide_entries(event, {a.pk: NewMember()}, by=by),
        lambda: services.join_entries(event, [a.pk, c.pk], someone, by=by),
        lambda: services.part_entry(a, [], by=by),
        lambda: services.repoint_entries(club.club, [a.pk], someone, by=by),
        lambda: services.split_player(club.members["A"], [a.pk], NewMember(), by=by),
        lambda: services.merge_players(club.members["A"], club.members["B"], by=by),
        lambda: services.declare_distinct(club.members["A"], club.members["B"], by=by),
        lambda: services.undo(act, by=by),
    ]:
        with pytest.raises(NotAllowed):
            run()
    assert everything() == before
