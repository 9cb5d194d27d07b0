"""The ways from an event's desk to the ledger: undo what was just decided, and the history of a name."""

from datetime import date

import pytest

from tests.desks import undo_on_screen
from tests.services.kit import entry
from wagtail_ladder import services
from wagtail_ladder.models import Act

from .conftest import address, text_of

pytestmark = pytest.mark.django_db


def newest():
    return Act.objects.order_by("-pk")[0]


def test_a_decision_in_a_draft_can_be_undone_from_the_message(club, organiser):
    draft = club.play("AB1", day=date(2026, 1, 13), publish=False, decide=False)
    field = f"choice-{entry(draft, 'A').pk}"
    response = organiser.submit(f"{draft.pk}/", draft, **{field: f"member-{club.members['A'].pk}"})
    undo = address(f"{newest().pk}/undo/")
    assert undo in organiser.get(response["Location"]).content.decode()
    undo_on_screen(organiser, newest())
    assert entry(draft, "A").decision == "undecided"


def test_a_decision_that_moved_the_ladder_can_be_undone_from_the_message(club, night, organiser):
    typed = entry(night, "A")
    saved = organiser.save(f"{night.pk}/names/{typed.pk}/", night, choice="left_out", reason="a guest")
    page = organiser.get(saved["Location"])
    assert address(f"{newest().pk}/undo/") in page.content.decode()


def test_a_name_leads_to_its_history(club, night, organiser):
    typed = entry(night, "A")
    page = organiser.open(f"{night.pk}/names/{typed.pk}/").content.decode()
    history = address(f"?event={night.pk}&amp;player={club.members['A'].pk}")
    assert history in page
    assert "4 names decided in" in text_of(organiser.get(history.replace("&amp;", "&")))
    assert address(f"?event={night.pk}") in organiser.open(f"{night.pk}/").content.decode()


def test_what_the_record_forbids_is_refused_with_who_when_and_a_link_to_it(club, night, arbiter):
    """All that D has would go to E, who was said to be somebody else."""
    services.declare_distinct(club.members["D"], club.members["E"], by=club.organiser)
    distinct = newest()
    path = f"{night.pk}/names/{entry(night, 'D').pk}/repoint/"
    fields = {"scope": "entry", "choice": f"member-{club.members['E'].pk}", "look": "1"}
    page = arbiter.submit(path, night, **fields)
    assert "organiser said on" in text_of(page)
    assert "An organiser can take that back. See that decision" in text_of(page)
    assert address(f"{distinct.pk}/") in page.content.decode()
    assert "Please ask: organiser" in text_of(arbiter.look(f"{distinct.pk}/"))
