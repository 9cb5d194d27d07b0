"""A form of the desk that was open while somebody changed the registry: looked at again before it counts."""

import re

import pytest

from tests.services.kit import everything
from wagtail_ladder import services
from wagtail_ladder.models import Player

from .conftest import Browser, address, text_of

pytestmark = pytest.mark.django_db

CHANGED = "The members shown have changed meanwhile, and nothing is decided yet."


@pytest.fixture
def names(club):
    """One name that is like two members, and one that fits a third."""
    for name in ("Anna Keller", "Adam Keller", "Benjamin Okafor"):
        services.add_player(club.club, name, by=club.arbiter)
    event = services.create_event(
        club.ladder, by=club.arbiter, name="E", last_day="2026-02-03", names=["A. Keller", "Benjamin Okafor"]
    )
    event.refresh_from_db()
    return event


def player(name):
    return Player.objects.get(name=name)


def member(name):
    return f"member-{player(name).pk}"


def form_of(page):
    """What a browser sends back of the fields that nobody sees."""
    found = re.findall(
        r'<input type="hidden" name="(version|(?:shown|seen|choice)-\d+)" value="([^"]*)"', page
    )
    form = {}
    for field, value in found:
        form.setdefault(field, []).append(value)
    return form


@pytest.fixture
def opened(names, arbiter):
    """The desk as it was opened, with a member chosen for each of the names."""
    first, second = names.entries.order_by("number")
    form = form_of(arbiter.open(f"{names.pk}/").content.decode())
    choices = {f"choice-{first.pk}": member("Anna Keller"), f"choice-{second.pk}": member("Benjamin Okafor")}
    return {**form, **choices}


def rename(club):
    services.rename_player(player("Anna Keller"), "Anna Brandt", by=club.arbiter)


def merge(club):
    services.merge_players(player("Adam Keller"), player("Anna Keller"), by=club.organiser)


def come(club):
    services.add_player(club.club, "A. Keller", by=club.arbiter, not_same_as=[player("Anna Keller").pk])


def test_nothing_happened_meanwhile(names, opened, arbiter):
    arbiter.post(address(f"{names.pk}/"), opened)
    assert set(names.entries.values_list("player__name", flat=True)) == {"Anna Keller", "Benjamin Okafor"}


@pytest.mark.parametrize("happens", [rename, merge, come])
def test_only_the_name_that_it_concerns_is_looked_at_again(happens, names, opened, club, arbiter):
    happens(club)
    before = everything()
    page = arbiter.post(address(f"{names.pk}/"), opened)
    assert CHANGED in text_of(page)
    assert everything() == before
    first, second = page.context["rows"]
    assert (first.is_changed, second.is_changed) == (True, False)
    assert second.chosen == member("Benjamin Okafor")
    assert first.chosen == ("" if happens is merge else opened[f"choice-{first.entry.pk}"])
    assert text_of(page).count("is it still the one you chose?") == 1

    again = {**form_of(page.content.decode()), **{f"choice-{second.entry.pk}": second.chosen}}
    again[f"choice-{first.entry.pk}"] = first.chosen or member("Adam Keller")
    arbiter.post(address(f"{names.pk}/"), again)
    assert not names.entries.filter(decision="undecided").exists()


def test_a_name_for_which_nobody_was_chosen_asks_nothing(names, opened, club, arbiter):
    first, second = names.entries.order_by("number")
    rename(club)
    arbiter.post(address(f"{names.pk}/"), {**opened, f"choice-{first.pk}": ""})
    second.refresh_from_db()
    assert second.player == player("Benjamin Okafor")


def test_another_member_who_is_renamed_asks_nothing(names, opened, club, arbiter):
    services.rename_player(club.members["F"], "Renamed", by=club.arbiter)
    arbiter.post(address(f"{names.pk}/"), opened)
    assert not names.entries.filter(decision="undecided").exists()


def test_a_form_that_does_not_say_what_it_showed(names, opened, arbiter):
    first = names.entries.first()
    del opened[f"shown-{first.pk}"]
    before = everything()
    assert CHANGED in text_of(arbiter.post(address(f"{names.pk}/"), opened))
    assert everything() == before


def test_whom_a_search_found(names, club, arbiter):
    """The member is shown by what the script adds; renamed since, he is shown again."""
    entry = names.entries.last()
    (found,) = arbiter.submit(f"{names.pk}/members/", q="Anna Keller").json()["members"][:1]
    form = form_of(arbiter.open(f"{names.pk}/").content.decode())
    form[f"shown-{entry.pk}"].append(found["seen"])
    form[f"choice-{entry.pk}"] = found["value"]
    rename(club)
    page = arbiter.post(address(f"{names.pk}/"), form)
    assert CHANGED in text_of(page)
    row = page.context["rows"][-1]
    assert (row.is_changed, row.chosen, row.candidates[-1].name) == (True, found["value"], "Anna Brandt")
    again = {**form_of(page.content.decode()), f"choice-{entry.pk}": row.chosen}
    arbiter.post(address(f"{names.pk}/"), again)
    entry.refresh_from_db()
    assert entry.player == player("Anna Brandt")


def test_the_page_of_one_name(names, club, arbiter):
    path = address(f"{names.pk}/names/{names.entries.first().pk}/")
    form = {**form_of(arbiter.get(path).content.decode()), "choice": member("Anna Keller")}
    rename(club)
    before = everything()
    page = arbiter.post(path, form)
    assert CHANGED in text_of(page)
    assert everything() == before
    assert page.context["choice"] == member("Anna Brandt")
    arbiter.post(path, {**form_of(page.content.decode()), "choice": member("Anna Brandt")})
    assert names.entries.first().player == player("Anna Brandt")


def test_a_near_member_who_is_renamed_while_he_is_asked_about(names, club, arbiter):
    """Whoever is on record as not the same was shown under the name that he has."""
    entry = names.entries.last()
    choice = {f"choice-{entry.pk}": "new"}
    asked = arbiter.submit(f"{names.pk}/", names, **choice)
    form = {**form_of(asked.content.decode()), **choice}
    services.rename_player(player("Benjamin Okafor"), "Ben Okafor", by=club.arbiter)
    before = everything()
    again = arbiter.post(address(f"{names.pk}/"), form)
    assert [found.name for found in again.context["newcomers"][0].candidates] == ["Ben Okafor"]
    assert everything() == before


def test_a_page_of_near_newcomers_has_three_fields_a_name(names, arbiter):
    """Django takes a thousand fields a form, and the desk shows 150 names."""
    entry = names.entries.first()
    asked = arbiter.submit(f"{names.pk}/", names, **{f"choice-{entry.pk}": "new"})
    assert len(asked.context["newcomers"][0].candidates) == 2
    form = form_of(asked.content.decode())
    assert [len(form[f"{field}-{entry.pk}"]) for field in ("shown", "seen")] == [1, 1]
    arbiter.post(address(f"{names.pk}/"), {**form, f"choice-{entry.pk}": "new"})
    assert names.entries.first().player.name == "A. Keller"


def test_what_was_shown_goes_along_with_the_new_members(names, club, arbiter):
    services.add_entries(names, ["Zdzisława Wróblewska", "Ina Irrgang"], by=club.arbiter)
    entry = names.entries.get(number=2)
    form = {
        **form_of(arbiter.open(f"{names.pk}/").content.decode()),
        f"choice-{entry.pk}": member("Benjamin Okafor"),
    }
    page = arbiter.post(address(f"{names.pk}/new-members/"), form)
    arbiter.post(address(f"{names.pk}/"), {**form_of(page.content.decode()), "new": page.context["ids"]})
    decided = names.entries.exclude(decision="undecided").order_by("number")
    assert list(decided.values_list("number", flat=True)) == [2, 3, 4]


def test_a_repointing_of_which_the_member_was_renamed_is_looked_at_again(club, night, arbiter):
    path = address(f"{night.pk}/names/{night.entries.get(typed_name='Typed D').pk}/repoint/")
    form = {"version": night.version, "scope": "entry", "choice": f"member-{club.members['E'].pk}"}
    looked = arbiter.post(path, {**form, "look": "1"})
    services.rename_player(club.members["E"], "Renamed", by=club.arbiter)
    before = everything()
    page = arbiter.post(path, {**form, "seen": looked.context["seen"]})
    assert "Nothing is done yet." in text_of(page)
    assert everything() == before


class TestDeletedMeanwhile:
    """Between the opening of the desk and its form somebody deletes the event."""

    @pytest.fixture(autouse=True)
    def deleted(self, club, names, opened):
        services.delete_event(names, reason="entered twice", by=club.organiser)

    def sent_again(self, page):
        """What the button "Send again" posts."""
        form = {}
        html = page.content.decode().split('<div class="wl-page">')[1]
        for field, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', html):
            form.setdefault(field, []).append(value)
        return {field: values for field, values in form.items() if field != "csrfmiddlewaretoken"}

    def test_it_is_said_that_nothing_is_saved_and_why(self, names, arbiter, opened):
        before = everything()
        page = arbiter.post(address(f"{names.pk}/"), opened)
        assert everything() == before
        shown = text_of(page)
        assert "organiser has deleted this event meanwhile, and nothing of what you sent is saved." in shown
        assert f'href="{address(f"{names.pk}/restore/")}"' in page.content.decode()

    def test_restored_it_is_sent_again_with_every_choice(self, club, names, arbiter, opened):
        page = arbiter.post(address(f"{names.pk}/"), opened)
        form = self.sent_again(page)
        assert form.items() >= {key: [value] for key, value in opened.items() if "choice" in key}.items()
        services.restore_event(names, reason="it was played", by=club.organiser)
        assert f'action="{address(f"{names.pk}/")}"' in page.content.decode()
        again = arbiter.post(address(f"{names.pk}/"), form)
        assert "changed this event after you had opened it" in text_of(again)
        for entry in names.entries.all():
            chosen = opened[f"choice-{entry.pk}"]
            assert re.search(
                rf'name="choice-{entry.pk}" value="{chosen}"[^>]* checked', again.content.decode()
            )

    def test_a_foreign_event_stays_unknown(self, names, foreign, opened):
        assert Browser(foreign.arbiter).post(address(f"{names.pk}/"), opened).status_code == 404
