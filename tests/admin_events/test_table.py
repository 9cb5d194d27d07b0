"""An evening without games: points and ranks."""

from datetime import date
from decimal import Decimal

import pytest

from tests.services.kit import everything
from wagtail_ladder import services

from .conftest import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def bughouse(club):
    return services.create_event(
        club.ladder,
        by=club.arbiter,
        name="Bughouse",
        last_day=date(2026, 1, 8),
        format="table",
        unrated="variant",
        unrated_note="bughouse",
        names=["Anna", "Ben", "Cara"],
    )


def points_of(event):
    return list(event.entries.order_by("number").values_list("points", "rank"))


def test_points_are_typed_as_people_write_them(bughouse, arbiter):
    anna, ben, cara = bughouse.entries.order_by("number")
    fields = {
        f"points-{anna.pk}": "7½",
        f"points-{ben.pk}": "6,5",
        f"rank-{ben.pk}": "2",
        f"points-{cara.pk}": "",
    }
    response = arbiter.submit(f"{bughouse.pk}/table/", bughouse, **fields)
    assert response.status_code == 302
    assert points_of(bughouse) == [(Decimal("7.5"), None), (Decimal("6.5"), 2), (None, None)]
    assert 'value="7.5"' in arbiter.open(f"{bughouse.pk}/table/").content.decode()


@pytest.mark.parametrize(
    ("points", "rank", "sentence"),
    [
        ("many", "", "“Anna”: points are a number such as 7 or 7.5."),
        ("-1", "", "“Anna”: points are a number such as 7 or 7.5."),
        ("1e9", "", "“Anna”: points are a number such as 7 or 7.5."),
        ("NaN", "", "“Anna”: points are a number such as 7 or 7.5."),
        ("1.234", "", "“Anna”: points are a number such as 7 or 7.5."),
        ("7", "first", "“Anna”: a rank is a whole number from 1."),
        ("7", "0", "“Anna”: a rank is a whole number from 1."),
    ],
)
def test_what_is_no_number_is_refused_and_the_input_kept(points, rank, sentence, bughouse, arbiter):
    anna = bughouse.entries.get(typed_name="Anna")
    before = everything()
    fields = {f"points-{anna.pk}": points, f"rank-{anna.pk}": rank}
    response = arbiter.submit(f"{bughouse.pk}/table/", bughouse, **fields)
    assert sentence in text_of(response)
    assert f'value="{points}"' in response.content.decode()
    assert everything() == before


@pytest.mark.parametrize("field", ["points", "rank"])
def test_a_number_of_five_thousand_digits_is_refused(field, bughouse, arbiter):
    first = bughouse.entries.first()
    before = everything()
    response = arbiter.submit(f"{bughouse.pk}/table/", bughouse, **{f"{field}-{first.pk}": "9" * 5000})
    assert f"“{first.typed_name}”: " in text_of(response)
    assert everything() == before


def test_an_old_version_is_refused(bughouse, arbiter):
    before = everything()
    assert "changed this event" in text_of(arbiter.submit(f"{bughouse.pk}/table/", version=99))
    assert everything() == before


def test_the_results_of_a_table_are_its_points(bughouse, night, arbiter):
    assert arbiter.open(f"{bughouse.pk}/results/")["Location"].endswith(f"/{bughouse.pk}/table/")
    assert arbiter.open(f"{night.pk}/table/").status_code == 404
    assert arbiter.open(f"{bughouse.pk}/rounds/1/").status_code == 404


def test_a_table_moves_nobody(bughouse, night, club, arbiter):
    arbiter.submit(f"{bughouse.pk}/new-members/", bughouse)
    arbiter.publish(bughouse)
    bughouse.refresh_from_db()
    assert bughouse.status == "published"
    assert club.rating("A") == (1260, 3)
