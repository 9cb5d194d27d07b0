"""An evening without games: points and ranks."""

import re
from datetime import date
from decimal import Decimal

import pytest

from tests.services.kit import everything, substance
from wagtail_ladder import services

from .conftest import address, text_of

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


class TestTwoEditors:
    """Of a form that an editor opened before a colleague saved, only what he typed himself counts."""

    @pytest.fixture
    def both(self, bughouse, arbiter, organiser):
        """The fields of the form as the arbiter opened it; since then the organiser typed three of them."""
        anna, ben, cara = bughouse.entries.order_by("number")
        opened = self.fields_of(arbiter.open(f"{bughouse.pk}/table/"))
        theirs = {f"points-{anna.pk}": "5", f"points-{ben.pk}": "4", f"rank-{cara.pk}": "1"}
        assert organiser.submit(f"{bughouse.pk}/table/", bughouse, **theirs).status_code == 302
        return opened, (anna.pk, ben.pk, cara.pk)

    def fields_of(self, page):
        fields = re.findall(
            r'name="((?:points|rank|saw|version)[^"]*)" value="([^"]*)"', page.content.decode()
        )
        assert len(fields) == len(dict(fields))
        return dict(fields)

    def test_the_second_is_told_who_was_first_and_saves_on_top(self, bughouse, both, arbiter):
        opened, (anna, ben, _cara) = both
        before = everything()
        mine = {**opened, f"points-{anna}": "7", f"rank-{ben}": "2"}
        page = arbiter.post(address(f"{bughouse.pk}/table/"), mine)
        assert "organiser changed this event after you had opened it" in text_of(page)
        assert text_of(page).count("Stored meanwhile") == 1 and "Stored meanwhile: 5" in text_of(page)
        assert everything() == before
        again = self.fields_of(page)
        assert arbiter.post(address(f"{bughouse.pk}/table/"), again).status_code == 302
        # His own: seven points of Anna, the rank of Ben. The points of Ben and the rank of Cara are theirs.
        assert points_of(bughouse) == [(Decimal(7), None), (Decimal(4), 2), (None, 1)]

    def test_so_it_is_where_the_form_was_refused_for_a_slip_of_its_own(self, bughouse, both, arbiter):
        opened, (anna, _ben, _cara) = both
        page = arbiter.post(address(f"{bughouse.pk}/table/"), {**opened, f"points-{anna}": "many"})
        again = {**self.fields_of(page), f"points-{anna}": ""}
        arbiter.post(address(f"{bughouse.pk}/table/"), again)
        assert points_of(bughouse) == [(None, None), (Decimal(4), None), (None, 1)]

    def test_who_came_to_the_event_meanwhile_keeps_his_points(self, bughouse, both, club, organiser, arbiter):
        opened, (anna, _ben, _cara) = both
        services.add_entries(bughouse, ["Dora"], by=club.arbiter)
        dora = bughouse.entries.get(typed_name="Dora")
        theirs = {f"points-{dora.pk}": "3"}
        organiser.submit(f"{bughouse.pk}/table/", bughouse, **{**self.stored(bughouse), **theirs})
        page = arbiter.post(address(f"{bughouse.pk}/table/"), {**opened, f"points-{anna}": "7"})
        arbiter.post(address(f"{bughouse.pk}/table/"), self.fields_of(page))
        assert points_of(bughouse) == [(7, None), (4, None), (None, 1), (3, None)]

    def test_what_was_typed_for_a_name_that_is_gone_meanwhile_is_shown(self, bughouse, club, arbiter):
        page = arbiter.open(f"{bughouse.pk}/table/")
        fields = self.fields_of(page) | dict(
            re.findall(r'name="(name-\d+)" value="(.*?)"', page.content.decode())
        )
        ben, cara = bughouse.entries.order_by("number")[1:]
        for gone in (ben, cara):
            services.remove_entry(gone, by=club.organiser)
        page = arbiter.post(address(f"{bughouse.pk}/table/"), {**fields, f"points-{ben.pk}": "7½"})
        assert "What you typed for them is not stored: Ben · Points 7½" in text_of(page)
        assert "Cara" not in text_of(page)

    def stored(self, event):
        rows = event.entries.values_list("pk", "points", "rank")
        points = {f"points-{pk}": f"{points}" for pk, points, _rank in rows if points is not None}
        return points | {f"rank-{pk}": rank for pk, _points, rank in rows if rank is not None}


def test_points_saved_unchanged_write_nothing(bughouse, arbiter):
    first = bughouse.entries.order_by("number").first()
    arbiter.submit(f"{bughouse.pk}/table/", bughouse, **{f"points-{first.pk}": "7½"})
    bughouse.refresh_from_db()
    version, before = bughouse.version, substance()
    done = arbiter.submit(f"{bughouse.pk}/table/", bughouse, **{f"points-{first.pk}": "7.5"})
    assert "Nothing has changed." in text_of(arbiter.get(done["Location"]))
    bughouse.refresh_from_db()
    assert (bughouse.version, substance()) == (version, before)
