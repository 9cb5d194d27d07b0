"""The gate: who sees a ladder, under which names and dates, and on which pages a block shows it."""

import dataclasses
from datetime import date
from itertools import product

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User
from django.http import Http404
from django.test import RequestFactory
from django.utils import translation
from wagtail.models import PageViewRestriction

from tests.site.world import World, build_world
from tests.testapp.models import HomePage
from wagtail_ladder import audience, services
from wagtail_ladder.audience import Access, NotEmbedded
from wagtail_ladder.models import ClubRole, Entry, Event, Visibility

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db) -> World:
    return build_world()


@pytest.fixture
def people(world):
    """One of each kind, by what they are to the ladder."""
    parents = Group.objects.create(name="parents")
    services.change_ladder(world.ladder, member_groups=[parents], by=world.by)
    found = {"stranger": AnonymousUser(), "superuser": world.by}
    for name in ("nobody", "member", "organiser", "arbiter", "elsewhere", "left"):
        found[name] = User.objects.create_user(name, is_active=name != "left")
    found["member"].groups.add(parents)
    found["left"].groups.add(parents)
    other = services.create_club("Elsewhere", by=world.by)
    for club, name, role in (
        (world.club, "organiser", ClubRole.ORGANISER),
        (world.club, "arbiter", ClubRole.ARBITER),
        (other, "elsewhere", ClubRole.ORGANISER),
    ):
        found[name].groups.add(club.group_permissions.get(role=role).group)
    return found


def answers(world, people):
    world.ladder.refresh_from_db()
    return {name: audience.access(user, world.ladder).value for name, user in people.items()}


def test_a_new_ladder_is_for_its_organisers_and_arbiters(world, people):
    assert answers(world, people) == {
        "stranger": "missing",
        "superuser": "granted",
        "nobody": "missing",
        "member": "missing",
        "organiser": "granted",
        "arbiter": "granted",
        "elsewhere": "missing",
        "left": "missing",
    }


def test_a_ladder_for_members_asks_strangers_to_log_in(world, people):
    world.set(visibility=Visibility.MEMBERS)
    assert answers(world, people) == {
        "stranger": "login",
        "superuser": "granted",
        "nobody": "missing",
        "member": "granted",
        "organiser": "granted",
        "arbiter": "granted",
        "elsewhere": "missing",
        "left": "missing",
    }


def test_a_public_ladder_is_for_everybody(world, people):
    world.set(visibility=Visibility.PUBLIC)
    assert set(answers(world, people).values()) == {"granted"}


def test_a_level_that_nobody_knows_is_hidden(world, people):
    world.ladder.visibility = "everybody-and-his-dog"
    assert audience.access(people["member"], world.ladder) is Access.MISSING
    assert audience.access(AnonymousUser(), world.ladder) is Access.MISSING
    assert audience.access(None, world.ladder) is Access.MISSING
    assert not audience.may_embed(world.ladder, None)


def test_admit(world, people, settings):
    request = RequestFactory().get("/ladder/?page=2")
    request.user = AnonymousUser()
    with pytest.raises(Http404):
        audience.admit(request, world.ladder)
    world.set(visibility=Visibility.MEMBERS)
    response = audience.admit(request, world.ladder)
    assert (response.status_code, response.url) == (302, "/_util/login/?next=/ladder/%3Fpage%3D2")
    assert "no-store" in response["Cache-Control"]
    settings.WAGTAIL_FRONTEND_LOGIN_URL = "/members/login/"
    assert audience.admit(request, world.ladder).url.startswith("/members/login/?next=")
    request.user = people["nobody"]
    with pytest.raises(Http404):
        audience.admit(request, world.ladder)
    request.user = people["member"]
    assert audience.admit(request, world.ladder) is None


class TestNames:
    @pytest.fixture
    def ladder(self, world):
        """Bea is an adult, Anna is not; Cleo is an adult who wants initials."""
        world.event(date(2026, 3, 1), ["Anna_Ash 1-0 Bea_Birch", "Cleo_Cedar ½-½ Dora_Dale"])
        for player in world.club.players.all():
            services.rename_player(player, player.name.replace("_", " "), by=world.by)
        adults = [world.player(name).pk for name in ("Bea Birch", "Cleo Cedar")]
        services.confirm_adults(world.club, adults, by=world.by)
        services.force_initials(world.ladder, world.player("Cleo Cedar"), True, by=world.by)
        return world.ladder

    def shown(self, world):
        names = audience.public_names(world.ladder)
        return {player.name: names[player.pk].name for player in world.club.players.all()}

    def test_initials_unless_the_ladder_says_full(self, world, ladder):
        assert self.shown(world) == {
            "Anna Ash": "A. A.",
            "Bea Birch": "B. B.",
            "Cleo Cedar": "C. C.",
            "Dora Dale": "D. D.",
        }

    def test_full_names_of_confirmed_adults_alone(self, world, ladder):
        world.set(names="full")
        assert self.shown(world) == {
            "Anna Ash": "A. A.",
            "Bea Birch": "Bea Birch",
            "Cleo Cedar": "C. C.",
            "Dora Dale": "D. D.",
        }

    def test_an_unknown_name_mode_shows_initials(self, world, ladder):
        type(world.ladder).objects.update(names="everything")
        assert self.shown(world)["Bea Birch"] == "B. B."

    def test_a_junior_with_consent_where_the_club_allows_it(self, world, ladder):
        world.set(names="full")
        anna, cleo = world.player("Anna Ash"), world.player("Cleo Cedar")
        services.record_consent(world.club, [anna.pk, cleo.pk], by=world.by)
        assert self.shown(world)["Anna Ash"] == "A. A."
        world.allow_full_names_of_juniors()
        assert self.shown(world) == {
            "Anna Ash": "Anna Ash",
            "Bea Birch": "Bea Birch",
            "Cleo Cedar": "C. C.",
            "Dora Dale": "D. D.",
        }
        world.set(names="initials")
        assert self.shown(world)["Anna Ash"] == "A. A."

    def test_the_rule_in_all_its_cases(self, world, ladder):
        """Full, if the ladder says full, not forced, and (adult, or consent and a club that allows it)."""
        anna = world.player("Anna Ash")
        seat = world.ladder.ladder_players.filter(player=anna)
        for full, forced, adult, consent, never in product([False, True], repeat=5):
            type(world.ladder).objects.update(names="full" if full else "initials")
            type(world.club).objects.update(juniors_never_by_full_name=never)
            type(anna).objects.filter(pk=anna.pk).update(is_adult=adult, full_name_consent=consent)
            seat.update(initials_forced=forced)
            expected = full and not forced and (adult or (consent and not never))
            assert (self.shown(world)["Anna Ash"] == "Anna Ash") == expected

    def test_a_name_without_initials_is_a_number_in_the_language_of_the_visitor(self, world):
        world.event(
            date(2026, 3, 1),
            ["李明 1-0 Ronaldo", "王小明 ½-½ Ng"],
            ["司马光 1-0 Ann"],
            undecided=["司马光", "Ann"],
        )
        event = Event.objects.select_related("ladder__club").get()
        shown = audience.entry_names(event)
        names = {entry.typed_name: str(shown[entry.pk]) for entry in event.entries.all()}
        # Who of the three has which number says nothing of their order on the sheet.
        numbered = sorted(names.pop(name) for name in ("李明", "王小明", "Ng"))
        assert numbered == ["Player 1", "Player 2", "Player 3"]
        assert names == {"Ronaldo": "R.", "司马光": "Player", "Ann": "A."}

    def test_a_shown_name_holds_nothing_else(self):
        assert [field.name for field in dataclasses.fields(audience.ShownName)] == ["name", "public_id"]

    def test_only_those_asked_for(self, world, ladder):
        bea = world.player("Bea Birch").pk
        assert set(audience.public_names(world.ladder, [bea])) == {bea}

    def test_typed_names_are_initials_without_a_page(self, world):
        event = services.create_event(
            world.ladder, by=world.by, name="Open", last_day=date(2026, 3, 1),
            names=["Emil Elder", "Fay Fir"],
        )  # fmt: skip
        emil, fay = event.entries.all()
        services.decide_entries(event, {emil.pk: services.LeaveOut()}, by=world.by)
        world.set(names="full")
        event.ladder.refresh_from_db()
        names = audience.entry_names(event)
        assert [(names[pk].name, names[pk].public_id) for pk in (emil.pk, fay.pk)] == [
            ("E. E.", None), ("F. F.", None)
        ]  # fmt: skip

    def test_typed_names_follow_the_language_of_the_club(self, world):
        world.club.refresh_from_db()
        services.change_club(
            world.club, name="Kale", language="tr", juniors_never_by_full_name=True, by=world.by
        )
        event = services.create_event(
            world.ladder, by=world.by, name="Akşam", last_day=date(2026, 3, 1), names=["ilker ırmak"]
        )
        event = type(event).objects.select_related("ladder__club").get(pk=event.pk)
        assert [name.name for name in audience.entry_names(event).values()] == ["İ. I."]

    def test_a_linked_name_is_the_members_and_not_the_typed_one(self, world, ladder):
        world.set(names="full")
        entry = Entry.objects.get(typed_name="Bea_Birch")
        entry.event.ladder = world.ladder
        assert audience.entry_names(entry.event)[entry.pk].name == "Bea Birch"


class TestDates:
    def test_a_month_holds_no_day(self, world):
        assert world.ladder.months_instead_of_days
        shown = audience.public_date(world.ladder, date(2026, 3, 14))
        assert (str(shown), shown.iso, shown.day) == ("March 2026", "2026-03", None)

    def test_a_day_where_the_ladder_shows_days(self, world):
        world.set(months_instead_of_days=False)
        shown = audience.public_date(world.ladder, date(2026, 3, 14))
        assert (str(shown), shown.iso) == ("March 14, 2026", "2026-03-14")

    def test_in_the_language_of_the_visitor(self, world):
        with translation.override("tr"):
            assert str(audience.public_date(world.ladder, date(2026, 3, 14))) == "Mart 2026"


class TestEmbedding:
    """`why_not_embedded` per level, restriction of the ladder's page, and page served."""

    @pytest.fixture
    def pages(self, world):
        section = world.home.add_child(instance=HomePage(title="Members", slug="members"))
        return {
            "home": world.home,
            "section": section,
            "inside": section.add_child(instance=HomePage(title="Inside", slug="inside")),
        }

    def restrict(self, page, kind, *groups):
        restriction = PageViewRestriction(page_id=page.pk, restriction_type=kind, password="x")
        restriction.save()
        restriction.groups.set(groups)

    def why_not(self, world, page):
        return audience.why_not_embedded(world.ladder, page)

    def test_organisers_nowhere(self, world, pages):
        assert {self.why_not(world, page) for page in [None, *pages.values()]} == {NotEmbedded.HIDDEN}

    def test_public_everywhere(self, world, pages):
        world.set(visibility=Visibility.PUBLIC)
        world.ladder_page()
        assert {self.why_not(world, page) for page in [None, *pages.values()]} == {None}

    def test_public_but_its_page_restricted_only_below_the_same_restriction(self, world, pages):
        world.set(visibility=Visibility.PUBLIC)
        page = world.ladder_page()
        page.move(pages["section"], pos="last-child")
        self.restrict(pages["section"], PageViewRestriction.LOGIN)
        refused = NotEmbedded.LADDER_PAGE_IS_RESTRICTED
        assert self.why_not(world, None) is refused
        assert self.why_not(world, pages["home"]) is refused
        assert self.why_not(world, pages["section"]) is None
        assert self.why_not(world, pages["inside"]) is None

    def test_members_only_where_all_groups_of_a_restriction_may_see_it(self, world, pages):
        parents, teachers = Group.objects.create(name="parents"), Group.objects.create(name="teachers")
        world.set(visibility=Visibility.MEMBERS, member_groups=[parents])
        assert self.why_not(world, pages["inside"]) is NotEmbedded.PAGE_IS_OPEN
        self.restrict(pages["section"], PageViewRestriction.LOGIN)
        assert self.why_not(world, pages["inside"]) is NotEmbedded.PAGE_IS_OPEN
        self.restrict(pages["section"], PageViewRestriction.GROUPS, parents, teachers)
        assert self.why_not(world, pages["inside"]) is NotEmbedded.PAGE_IS_OPEN
        self.restrict(pages["inside"], PageViewRestriction.GROUPS, parents)
        assert self.why_not(world, pages["inside"]) is None
        assert self.why_not(world, pages["section"]) is NotEmbedded.PAGE_IS_OPEN
        assert self.why_not(world, None) is NotEmbedded.PAGE_IS_OPEN

    def test_a_restriction_to_no_group_at_all_proves_nothing(self, world, pages):
        world.set(visibility=Visibility.MEMBERS)
        self.restrict(pages["section"], PageViewRestriction.GROUPS)
        assert self.why_not(world, pages["inside"]) is NotEmbedded.PAGE_IS_OPEN


def test_who_may_place_a_ladder_or_its_club_on_a_page(world, people):
    def placing():
        for may_place, instance in (
            (audience.ladders_to_place, world.ladder),
            (audience.clubs_to_place, world.club),
        ):
            yield {name for name, user in people.items() if instance in may_place(user)}

    assert list(placing()) == [{"superuser", "organiser", "arbiter"}] * 2
    world.set(visibility=Visibility.PUBLIC)
    assert list(placing()) == [set(people)] * 2
