"""Two people at one event: whoever worked on an older version is told so, and keeps what was typed."""

from datetime import date

import pytest

from tests.reports.writers import Game, trf
from tests.services.kit import WON, entry, everything
from wagtail_ladder import services
from wagtail_ladder.matching import fold

from .conftest import text_of
from .test_preview import GAMES, NAMES, preview_of
from .test_rounds import WHITE, lines_of

pytestmark = pytest.mark.django_db

REASON = "typed by hand"


def game(event, club):
    fields = {"result": "played-0-2", "round": "9", "board": "8", "unrated_note": "note", "reason": REASON}
    return f"games/{event.games.get(round=1).pk}/", fields, ["9", "8", "note", REASON]


def round_(event, club):
    fields = {**lines_of(event, ("BA", "forfeit-2-0")), "reason": REASON}
    return "rounds/1/", fields, [REASON, 'value="forfeit-2-0" checked']


def details(event, club):
    fields = {"name": "Hall night", "last_day": "2026-01-09", "sequence": "7", "format": "swiss"}
    return "details/", {**fields, "reason": REASON}, ["Hall night", "2026-01-09", 'value="7"', REASON]


def entries(event, club):
    member = club.members["F"].pk
    return (
        "entries/",
        {"names": "Max Muster\nMia", "member": member},
        ["Max Muster\nMia", f'"{member}" checked'],
    )


def a_name_twice(event, club):
    fields = {"names": "Typed A", f"double-{fold('Typed A')}": "two"}
    return "entries/", fields, ["Typed A", 'value="two" checked']


def a_name(event, club):
    services.add_entries(event, ["Newcomer"], by=club.arbiter)
    one = event.entries.get(typed_name="Newcomer")
    return f"names/{one.pk}/", {"choice": "new", "new_name": "Nora"}, ["Nora", 'value="new" checked']


def a_spelling(event, club):
    services.add_entries(event, ["Newcomer"], by=club.arbiter)
    one = event.entries.get(typed_name="Newcomer")
    return f"names/{one.pk}/", {"retype": "1", "typed_name": "Nora"}, ['value="Nora"']


def desk(event, club):
    services.add_entries(event, ["Newcomer"], by=club.arbiter)
    one = event.entries.get(typed_name="Newcomer")
    return "", {f"choice-{one.pk}": "left_out"}, ['value="left_out" data-key="g" checked']


def joining(event, club):
    ids = [entry(event, letter).pk for letter in "AB"]
    return "join/", {"entry": ids, "choice": "new", "new_name": "Nora", "look": "1"}, ["Nora"]


def parting(event, club):
    one = event.games.get(round=1)
    path = f"names/{entry(event, 'A').pk}/part/"
    return path, {"game": one.pk, "look": "1"}, [f'name="game" value="{one.pk}" checked']


def twins(event, club):
    path = f"names/{entry(event, 'A').pk}/games/{entry(event, 'B').pk}/"
    return path, {"round": ["3", "4"], "reason": REASON}, [REASON, 'value="3" checked', 'value="4" checked']


def moving(event, club):
    other = services.create_ladder(club.club, "Blitz", by=club.organiser)
    return "move/", {"ladder": other.pk, "reason": REASON}, [REASON, f'value="{other.pk}" checked']


def splitting(event, club):
    fields = {"round": "4", "last_day": "2026-01-04", "first_day": "2026-01-05", "reason": REASON}
    return "split/", fields, ["2026-01-04", "2026-01-05", REASON]


def unpublishing(event, club):
    return "unpublish/", {"reason": REASON}, [REASON]


def deleting(event, club):
    return "delete/", {"reason": REASON}, [REASON]


FORMS = [
    game, round_, details, entries, a_name_twice, a_name, a_spelling, desk, joining, parting, twins, moving,
    splitting, unpublishing, deleting,
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__.strip("_"))
@pytest.mark.parametrize("publish", [True, False], ids=["published", "draft"])
def test_who_comes_second_is_told_and_keeps_the_input(form, publish, club, organiser):
    event = club.play("AB1 CD1 AC1 BD1 AD1 BC1", publish=publish)
    path, fields, typed = form(event, club)
    if not publish and form in (round_, twins):
        typed.remove(REASON)  # of a draft they ask for none
    event.refresh_from_db()
    opened = event.version
    services.change_event(event, name="Changed", by=club.arbiter)
    before = everything()
    shown = organiser.shown(f"{event.pk}/{path}", event, fields)
    answer = organiser.submit(f"{event.pk}/{path}", version=opened, **shown, **fields)
    assert "arbiter changed this event after you had opened it" in text_of(answer)
    html = answer.content.decode()
    for text in typed:
        assert text in html
    assert everything() == before


def test_so_are_the_points_of_a_table(club, organiser):
    event = services.create_event(
        club.ladder, by=club.arbiter, name="Quiz", last_day=date(2026, 1, 6), names=["Ann"], format="table",
        unrated="unrated_event", unrated_note="a quiz",
    )  # fmt: skip
    event.refresh_from_db()
    opened, one = event.version, event.entries.get()
    services.change_event(event, name="Changed", by=club.arbiter)
    answer = organiser.submit(f"{event.pk}/table/", version=opened, **{f"points-{one.pk}": "7½"})
    assert "arbiter changed this event after you had opened it" in text_of(answer)
    assert "7½" in answer.content.decode()


def test_so_is_the_update_from_a_file(club, organiser):
    organiser.submit(preview_of(organiser, club.ladder), name="Open", last_day="2024-03-03")
    event = club.ladder.events.get()
    path = preview_of(organiser, club.ladder, trf(NAMES, [*GAMES, Game(3, 1, 4, "10")]))
    opened = event.version
    services.change_event(event, name="Changed", by=club.arbiter)
    fields = {"target": event.pk, f"version-{event.pk}": opened, "reason": REASON, "in_progress": "on"}
    answer = organiser.submit(path, **fields)
    assert "arbiter changed this event after you had opened it" in text_of(answer)
    form = answer.context["form"]
    assert (form["target"].value(), form["reason"].value()) == (str(event.pk), REASON)


def test_a_look_is_not_saved_on_top_of_what_somebody_did_meanwhile(club, night, organiser):
    path, fields, _typed = game(night, club)
    looked = organiser.submit(f"{night.pk}/{path}", night, **{**fields, "unrated_note": ""})
    services.change_event(night, name="Changed", by=club.arbiter)
    before = everything()
    answer = organiser.confirm(f"{night.pk}/{path}", looked, reason=REASON)
    assert "arbiter changed this event after you had opened it" in text_of(answer)
    assert answer.context["chosen"] == "played-0-2"
    assert everything() == before


def test_a_round_that_only_adds_is_kept_too(club, night, organiser):
    opened = night.version
    services.change_event(night, name="Changed", by=club.arbiter)
    answer = organiser.submit(f"{night.pk}/rounds/7/", version=opened, **lines_of(night, ("AB", WHITE)))
    assert "arbiter changed this event after you had opened it" in text_of(answer)
    assert answer.context["lines"][0].result == WHITE


@pytest.mark.parametrize("publish", [True, False], ids=["published", "draft"])
def test_of_a_pairing_what_was_left_alone_follows_what_somebody_else_has_stored(publish, club, organiser):
    """One moves the pairing to another board; the other, who corrects its result, does not move it back."""
    event = club.play("AB1 CD1", publish=publish)
    one = event.games.get(round=1)
    path, opened = f"{event.pk}/games/{one.pk}/", event.version
    saw = {"saw-result": "played-2-0", "saw-round": "1", "saw-board": "1", "saw-unrated": ""}
    form = {"result": "played-1-1", "round": "1", "board": "1", "unrated": "", "reason": REASON}
    services.correct_game(one, WON, board=5, reason="it was board 5", by=club.arbiter)
    stale = organiser.submit(path, version=opened, **saw, **form)
    assert "arbiter changed this event after you had opened it" in text_of(stale)
    context = stale.context
    assert (context["chosen"], context["board"]) == ("played-1-1", "5")
    again = {**form, "board": context["board"], **dict(context["saw"])}
    organiser.save(path, event, **again)
    one.refresh_from_db()
    assert (one.board, one.white_half_points, one.black_half_points) == (5, 1, 1)
