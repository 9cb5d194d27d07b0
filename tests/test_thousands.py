"""A site may write thousands with a separator. Ids, versions and ratings from 1,000 on must not take one."""

import re
from datetime import date
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.urls import reverse

import wagtail_ladder
from tests.desks import club, text_of
from tests.services.kit import entry
from wagtail_ladder import services
from wagtail_ladder.models import Act, Event, LadderPlayer, Player

__all__ = ["club"]

TEMPLATES = Path(wagtail_ladder.__file__).parent / "templates"
ATTRIBUTE = re.compile(r'[\w:-]+="(?:[^"{]|\{\{.*?\}\}|\{%.*?%\}|\{)*"')
NUMBER = re.compile(
    r"(?:\w+\.)*(?:pk|id|\w+_id|\w*version|\w*index|\w*number|place|line|page|newer|older|counter0?"
    r"|\w+\.round|points|\w*rating)(?:\|add:\d+|\|default_if_none:''|\|default:'')*"
)
NO_NUMBERS = {"widget.attrs.id", "card.spark.line"}
"""Texts that are called like numbers."""


@pytest.mark.parametrize("template", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_no_number_in_an_attribute_takes_a_separator(template):
    """Django writes 4,201 where a site asks for separators, and no form or address understands that.

    `unlocalize` keeps the digits; `points` does too, where a person reads them.
    """
    printed = [
        expression
        for attribute in ATTRIBUTE.findall(template.read_text())
        for expression in re.findall(r"\{\{ *(.*?) *\}\}", attribute)
    ]
    bare = {expression for expression in printed if NUMBER.fullmatch(expression)}
    assert bare <= NO_NUMBERS


@pytest.fixture(autouse=True)
def thousands(request, settings):
    """Thousands with a separator; and where there is a database, what is made has ids from 4,000 on."""
    settings.USE_THOUSAND_SEPARATOR = True
    if "db" not in request.fixturenames:
        return
    request.getfixturevalue("db")
    models = [*apps.get_app_config("wagtail_ladder").get_models(), get_user_model()]
    with connection.cursor() as cursor:
        for number, model in enumerate(models):
            table, last = model._meta.db_table, 4000 + 100 * number
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])
            else:
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, last])


class Visitor:
    """Reads a page as a browser does, and sends its form back."""

    def __init__(self, user):
        self.client = Client()
        self.client.force_login(user)

    def open(self, address, **query):
        self.address = address
        return self.read(self.client.get(address, query))

    def read(self, page):
        assert page.status_code == 200
        soup = BeautifulSoup(page.content, "html.parser")
        forms = soup.select("main form")
        self.form = next((form for form in forms if form.find(attrs={"name": "seen"})), forms[-1])
        self.fields = {}
        for field in self.form.select("input[name], select[name], textarea[name]"):
            if field.get("type") in {"radio", "checkbox"} and not field.has_attr("checked"):
                continue
            options = field.select("option[selected]") or field.select("option")
            value = options[0]["value"] if options else field.get("value", field.text)
            self.fields.setdefault(field["name"], []).append(value)
        return page

    def option(self, field, words):
        """The value of the option that reads so."""
        select = self.form.find("select", attrs={"name": field})
        [found] = [option["value"] for option in select.select("option") if option.text.strip() == words]
        return found

    def tick(self, words):
        """Of the labels that read so: tick the box, or choose the button."""
        for label in self.form.select("label"):
            if words in " ".join(label.text.split()):
                field = label.input
                chosen = [] if field["type"] == "radio" else self.fields.get(field["name"], [])
                self.fields[field["name"]] = [*chosen, field["value"]]

    def send(self, address=None, /, **typed):
        return self.client.post(address or self.address, {**self.fields, **typed})


@pytest.fixture
def arbiter(club):
    return Visitor(club.arbiter)


@pytest.fixture
def organiser(club):
    return Visitor(club.organiser)


def desk(event, path=""):
    """The address of a screen of an event, which has been saved more than a thousand times."""
    Event.objects.filter(pk=event.pk).update(version=4321)
    return f"/admin/ladders/events/{event.pk}/{path}"


def test_the_name_desk(club, arbiter):
    event = services.create_event(
        club.ladder, by=club.arbiter, name="E", last_day=date(2026, 1, 6), names=["Member A", "Member B"]
    )
    arbiter.open(desk(event))
    arbiter.tick("Member")
    assert arbiter.send().status_code == 302
    decided = dict(event.entries.values_list("typed_name", "player"))
    assert decided == {f"Member {letter}": club.members[letter].pk for letter in "AB"}


def test_a_round(club, arbiter):
    event = club.play("AB1", publish=False)
    event.games.all().delete()
    arbiter.open(desk(event, "rounds/1/"))
    seats = {"white-0": arbiter.option("white-0", "Typed B"), "black-0": arbiter.option("black-0", "Typed A")}
    assert arbiter.send(**seats, **{"result-0": "played-2-0"}).status_code == 302
    [game] = event.games.all()
    assert (game.white.typed_name, game.black.typed_name) == ("Typed B", "Typed A")


def test_two_names_are_joined(club, arbiter):
    event = club.play("AB1 CD=", publish=False, decide=False)
    arbiter.open(desk(event, "join/"), entry=entry(event, "A").pk)
    arbiter.open(arbiter.address, entry=[entry(event, "A").pk, arbiter.option("entry", "3 Typed C")])
    arbiter.read(arbiter.send(look="1", choice="new", new_name="Anna Other"))
    assert arbiter.send().status_code == 302
    anna = Player.objects.get(name="Anna Other")
    assert {*anna.entries.values_list("typed_name", flat=True)} == {"Typed A", "Typed C"}


def test_adults(club, organiser):
    organiser.open(desk(club.play("AB1"), "adults/"))
    organiser.tick("Member A")
    organiser.read(organiser.send())
    assert organiser.send().status_code == 302
    assert [*Player.objects.filter(is_adult=True)] == [club.members["A"]]


@pytest.fixture
def start_ratings(club):
    for letter, rating in {"A": 1400, "D": 1500}.items():
        services.set_start_rating(club.ladder, club.members[letter], rating, "League", by=club.organiser)


def test_a_start_rating(club, organiser, start_ratings):
    organiser.open(
        f"{reverse('ladder_players:start_rating', args=[club.members['A'].pk])}?ladder={club.ladder.pk}"
    )
    assert organiser.fields["saw-points"] == organiser.fields["points"] == ["1400"]
    organiser.read(organiser.send(points="1600", look="1"))
    assert organiser.send().status_code == 302
    assert LadderPlayer.objects.get(player=club.members["A"]).start_rating == 1600


def test_two_members_are_merged_and_parted_again(club, organiser, start_ratings):
    a, d = club.members["A"], club.members["D"]
    first, second = club.play("AB1"), club.play("DB1", day=date(2026, 2, 3))
    page = organiser.open(reverse("wagtail_ladder_who:merge", args=[a.pk, d.pk]))
    assert "1400 Member A" in text_of(page)
    organiser.tick("1500")
    organiser.read(organiser.send(look="1"))
    assert organiser.send().status_code == 302
    merge = Act.objects.get(kind="merge")
    assert merge.before["starts"] == {str(club.ladder.pk): d.pk}

    later = club.play("AC1", day=date(2026, 3, 3))
    organiser.open(reverse("wagtail_ladder_who:unmerge", args=[merge.pk]))
    organiser.tick("Member D")
    organiser.read(organiser.send(look="1"))
    assert organiser.send().status_code == 302
    assert entry(later, "A").player == entry(second, "D").player == d
    assert entry(first, "A").player == a


def test_a_member_is_split(club, organiser):
    first, second = club.play("AB1"), club.play("AB1", day=date(2026, 2, 3))
    organiser.open(reverse("wagtail_ladder_who:split", args=[club.members["A"].pk]))
    organiser.tick("Feb. 3, 2026")
    organiser.read(organiser.send(look="1", choice="new", new_name="Anna Other"))
    assert organiser.send().status_code == 302
    assert entry(second, "A").player.name == "Anna Other"
    assert entry(first, "A").player == club.members["A"]


def test_the_order_of_a_day(club, arbiter):
    first, second = club.play("BA1"), club.play("AC1")
    services.order_day(
        club.ladder, first.last_day, [first.pk, second.pk], by=club.arbiter, reason="So it was"
    )
    Event.objects.update(version=4321)
    address = f"{reverse('ladder_ladders:day_order', args=[club.ladder.pk])}?day=2026-01-06"
    arbiter.open(address)
    button = arbiter.form.find("button", attrs={"name": "down"})
    arbiter.read(arbiter.send(down=button["value"]))
    assert arbiter.send(reason="It was the other way round").status_code == 302
    first.refresh_from_db()
    second.refresh_from_db()
    assert second.sequence < first.sequence


def test_the_next_tournament(club, organiser):
    club.play("AB1 AC1")
    organiser.open(reverse("ladder_ladders:seeding", args=[club.ladder.pk]))
    organiser.tick("Member A")
    organiser.tick("Member B")
    page = organiser.read(organiser.send(show="1"))
    assert "1 Member A provisional 1240" in text_of(page)
    table = organiser.send(take="csv").content.decode()
    assert "Member A" in table and "Member B" in table and "Member C" not in table


def test_a_list_of_members(club, organiser):
    names = "\n" * 1000 + "Zoe Zimmer\nMember A"
    organiser.address = reverse("ladder_players:add_list")
    organiser.read(organiser.client.post(organiser.address, {"club": club.club.pk, "names": names}))
    organiser.tick("Is Member A already")
    assert organiser.send(reverse("ladder_players:review_list")).status_code == 302
    assert Player.objects.filter(name="Zoe Zimmer").exists()
    assert Player.objects.filter(name="Member A").count() == 1


def test_the_rating_of_somebody_who_would_move(club, arbiter):
    event = club.play("AB1", publish=False)
    assert "Member A provisional: 4 more games to be ranked 1200 1220 +20" in text_of(
        arbiter.client.get(desk(event, "publish/"))
    )
