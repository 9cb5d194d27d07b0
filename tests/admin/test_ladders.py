from datetime import date

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import Group
from django.urls import reverse
from wagtail.models import Site

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Club, Ladder, NameMode, Visibility
from wagtail_ladder.pages.models import LadderPage
from wagtail_ladder.services import Member, Pairing, Result
from wagtail_ladder.services.rules import RULES

from .test_clubs import actions_on, messages_of

ADD = "ladder_ladders:add"
EDIT = "ladder_ladders:edit"
DEFAULTS = {"start": 1200, "k_new": 40, "k_new_games": 20, "k": 20, "provisional_below": 5}


@pytest.fixture
def members(rookery):
    return rookery.members


@pytest.fixture
def save(client, rookery):
    def save(who, **changes):
        ladder = Ladder.objects.get(pk=rookery.ladder.pk)
        values = {
            "name": ladder.name,
            "visibility": ladder.visibility,
            "member_groups": [group.pk for group in ladder.member_groups.all()],
            "names": ladder.names,
            "months_instead_of_days": ladder.months_instead_of_days,
            "shown_decimals": ladder.shown_decimals,
            "inactive_after": ladder.inactive_after,
            "corrections_shown": ladder.corrections_shown,
            **changes,
        }
        client.force_login(who)
        data = {key: "on" if value is True else value for key, value in values.items() if value is not False}
        response = client.post(reverse(EDIT, args=[ladder.pk]), data)
        rookery.ladder.refresh_from_db()
        return response

    return save


@pytest.fixture
def seated(rookery, root):
    """Anna, an adult, and Ben, who is not, are on the ladder."""
    for player in rookery.players:
        services.set_start_rating(rookery.ladder, player, 1500, "League", by=root)
    services.confirm_adults(rookery.club, [rookery.players[0].pk], by=root)


def test_an_organiser_makes_a_ladder_with_rules(client, rookery):
    client.force_login(rookery.organiser)
    posted = {"club": rookery.club.pk, "name": "Blitz", **DEFAULTS, "start": 1000, "k": 16}
    response = client.post(reverse(ADD), posted)
    (message,) = messages_of(response)
    ladder = Ladder.objects.get(name="Blitz")
    assert message.startswith("Ladder created.")
    assert f"{reverse('wagtail_ladder_events:add')}?ladder={ladder.pk}" in message
    assert "Make its page" not in message  # he edits no pages
    rules = ladder.rule_sets.get()
    assert {rule: getattr(rules, rule) for rule in RULES} == {**DEFAULTS, "start": 1000, "k": 16}
    assert (ladder.visibility, ladder.names) == (Visibility.ORGANISERS, NameMode.INITIALS)
    assert actions_on(ladder) == ["wagtail_ladder.create_ladder"]


def test_the_form_offers_the_rules_of_the_house(client, rookery):
    client.force_login(rookery.organiser)
    form = client.get(reverse(ADD)).context["form"]
    assert {rule: form[rule].value() for rule in RULES} == DEFAULTS
    assert form["club"].value() == rookery.club.pk


def test_the_way_from_a_new_club_to_a_page_is_offered_step_by_step(client, root):
    """A club's message leads to its first ladder, with the club chosen; a ladder's message to its page."""
    client.force_login(root)
    services.create_club("Another", by=root)
    made = client.post(reverse("ladder_clubs:add"), {"name": "Rookfield", "language": "en"})
    club = Club.objects.get(name="Rookfield")
    add_ladder = f"{reverse(ADD)}?club={club.pk}"
    (message,) = messages_of(made)
    assert add_ladder in message and "Add a ladder" in message
    assert client.get(add_ladder).context["form"]["club"].value() == club.pk
    made = client.post(reverse(ADD), {"club": club.pk, "name": "Blitz", **DEFAULTS})
    message = messages_of(made)[-1]
    home = Site.objects.get().root_page
    add_page = reverse("wagtailadmin_pages:add", args=["wagtail_ladder_pages", "ladderpage", home.pk])
    assert add_page in message and "Make its page" in message
    assert client.get(add_page).context["form"]["ladder"].value() == Ladder.objects.get(name="Blitz").pk


def test_a_new_page_opens_with_the_newest_ladder_without_one(client, root, rookery, foreign):
    """Of the clubs of whoever makes it. What he places is still his to choose."""
    home = Site.objects.get().root_page
    add_page = reverse("wagtailadmin_pages:add", args=["wagtail_ladder_pages", "ladderpage", home.pk])
    newer = services.create_ladder(rookery.club, "Blitz", by=root)
    rookery.organiser.groups.add(Group.objects.get(name="Moderators"))
    client.force_login(rookery.organiser)
    assert client.get(add_page).context["form"]["ladder"].value() == newer.pk
    for ladder in (newer, rookery.ladder):
        screen = reverse(EDIT, args=[ladder.pk])
        assert add_page in client.get(screen).content.decode()
        home.add_child(instance=LadderPage(title=ladder.name, ladder=ladder))
        assert add_page not in client.get(screen).content.decode()
    assert client.get(add_page).context["form"]["ladder"].value() is None


def test_arbiters_and_other_clubs_get_no_ladder(client, rookery, foreign):
    client.force_login(rookery.arbiter)
    client.post(reverse(ADD), {"club": rookery.club.pk, "name": "Blitz", **DEFAULTS})
    client.force_login(rookery.organiser)
    client.post(reverse(ADD), {"club": foreign.club.pk, "name": "Blitz", **DEFAULTS})
    assert not Ladder.objects.filter(name="Blitz").exists()


@pytest.mark.parametrize(
    ("rule", "value"),
    [("k", 0), ("k", 101), ("k", "x"), ("start", 99), ("k_new_games", "9" * 40), ("provisional_below", -1)],
)
def test_impossible_rules_are_refused_at_their_field(client, rookery, rule, value):
    client.force_login(rookery.organiser)
    response = client.post(reverse(ADD), {"club": rookery.club.pk, "name": "Blitz", **DEFAULTS, rule: value})
    assert response.status_code == 200
    assert list(response.context["form"].errors) == [rule]
    assert not Ladder.objects.filter(name="Blitz").exists()


def test_more_private_at_once_by_anybody_with_a_role(save, rookery, root):
    services.change_ladder(
        rookery.ladder,
        by=root,
        visibility=Visibility.PUBLIC,
        names=NameMode.FULL,
        months_instead_of_days=False,
    )
    response = save(
        rookery.arbiter,
        visibility=Visibility.ORGANISERS,
        names=NameMode.INITIALS,
        months_instead_of_days=True,
        name="Thursdays",
    )
    assert response.status_code == 302
    ladder = rookery.ladder
    assert (ladder.name, ladder.visibility, ladder.names) == ("Thursdays", "organisers", "initials")
    assert ladder.months_instead_of_days
    assert actions_on(ladder)[-1] == "wagtail_ladder.change_ladder"


@pytest.mark.parametrize(
    "change",
    [{"visibility": Visibility.PUBLIC}, {"names": NameMode.FULL}],
    ids=lambda change: next(iter(change)),
)
def test_an_arbiter_who_asks_for_more_is_told_at_the_field(save, rookery, seated, change):
    response = save(rookery.arbiter, **change)
    assert response.status_code == 200
    (field,) = change
    assert response.context["form"].errors == {field: ["Only an organiser can show more."]}
    assert 'name="seen"' not in response.content.decode()
    assert getattr(rookery.ladder, field) != change[field]


def test_an_arbiter_is_offered_nothing_that_shows_more(client, save, rookery, members, root):
    services.change_ladder(rookery.ladder, by=root, visibility=Visibility.MEMBERS, member_groups=[members])
    other = Group.objects.create(name="Pupils")
    services.grant_roles(other, [(rookery.club.pk, "member")], by=root)

    def greyed(who):
        client.force_login(who)
        page = BeautifulSoup(client.get(reverse(EDIT, args=[rookery.ladder.pk])).content, "html.parser")
        boxes = page.select("#w-editor-form input[type=radio], #w-editor-form input[type=checkbox]")
        offered = {box["value"] for box in boxes if box["name"] == "member_groups"}
        return {
            f"{box['name']} {box.get('value', '')}".strip() for box in boxes if box.has_attr("disabled")
        }, offered

    assert greyed(rookery.arbiter) == (
        {"visibility link", "visibility public", "names full", "months_instead_of_days"},
        {str(members.pk)},
    )
    assert greyed(rookery.organiser) == (set(), {str(members.pk), str(other.pk)})
    save(rookery.arbiter, months_instead_of_days=False, member_groups=[])
    assert rookery.ladder.months_instead_of_days and not rookery.ladder.member_groups.exists()


def test_an_organiser_sees_by_name_what_becomes_visible(save, rookery, seated):
    asked = save(rookery.organiser, visibility=Visibility.PUBLIC, names=NameMode.FULL)
    assert asked.status_code == 200
    page = asked.content.decode()
    assert "Everybody, search engines too, will see the ladder" in page
    assert "<li><bdi>Anna Keller</bdi></li><li><bdi>B. O.</bdi> – <bdi>Ben Okafor</bdi></li>" in page
    assert "Nothing is saved yet" in page and "tick “I have looked at this list”" in page
    assert page.index("<bdi>Anna Keller</bdi>") < page.index('name="seen"') < page.index("Save and show")
    assert "wagtail_ladder/admin/registry.css" in page
    assert (rookery.ladder.visibility, rookery.ladder.names) == ("organisers", "initials")

    seen = asked.context["form"].disclosure_fingerprint
    done = save(rookery.organiser, visibility=Visibility.PUBLIC, names=NameMode.FULL, seen=seen)
    assert done.status_code == 302
    assert (rookery.ladder.visibility, rookery.ladder.names) == ("public", "full")


def test_a_confirmation_holds_for_what_was_listed_only(save, rookery, seated, members):
    asked = save(rookery.organiser, visibility=Visibility.MEMBERS, member_groups=[members.pk])
    seen = asked.context["form"].disclosure_fingerprint
    assert "Rookery: members" in asked.content.decode()
    other = save(rookery.organiser, visibility=Visibility.PUBLIC, seen=seen)
    assert other.status_code == 200
    services.confirm_adults(rookery.club, [rookery.players[1].pk], by=rookery.organiser)
    services.change_ladder(rookery.ladder, by=rookery.organiser, names=NameMode.FULL)
    late = save(rookery.organiser, visibility=Visibility.MEMBERS, member_groups=[members.pk], seen=seen)
    assert late.status_code == 200  # the names are full ones now
    assert rookery.ladder.visibility == Visibility.ORGANISERS


def test_another_group_of_members_is_asked_for(save, rookery, seated, members, root):
    services.change_ladder(rookery.ladder, by=root, visibility=Visibility.MEMBERS, member_groups=[members])
    parents = Group.objects.create(name="Parents")
    services.grant_roles(parents, [(rookery.club.pk, "member")], by=root)
    asked = save(rookery.organiser, member_groups=[members.pk, parents.pk])
    assert asked.context["form"].disclosures[0].group_names == ("Parents",)
    assert list(rookery.ladder.member_groups.all()) == [members]


def test_days_are_asked_for(save, rookery, seated):
    asked = save(rookery.organiser, months_instead_of_days=False)
    assert "Dates will be shown with the day" in asked.content.decode()
    seen = asked.context["form"].disclosure_fingerprint
    save(rookery.organiser, months_instead_of_days=False, seen=seen)
    assert not rookery.ladder.months_instead_of_days


def test_a_form_that_is_out_of_date_undoes_nothing(client, save, rookery, members, root):
    both = [members, Group.objects.create(name="Another")]
    services.change_ladder(rookery.ladder, by=root, visibility=Visibility.PUBLIC, member_groups=both)
    client.force_login(rookery.organiser)
    as_of = client.get(reverse(EDIT, args=[rookery.ladder.pk])).context["form"]["as_of"].value()
    assert save(rookery.organiser, name="Tuesdays", as_of=as_of).status_code == 302
    assert rookery.ladder.name == "Tuesdays"

    as_of = client.get(reverse(EDIT, args=[rookery.ladder.pk])).context["form"]["as_of"].value()
    services.change_ladder(rookery.ladder, by=rookery.arbiter, visibility=Visibility.ORGANISERS)
    response = save(rookery.organiser, name="Mondays", visibility=Visibility.PUBLIC, as_of=as_of)
    assert "Somebody changed this" in messages_of(response)[-1]
    assert (rookery.ladder.name, rookery.ladder.visibility) == ("Tuesdays", "organisers")


def test_no_groups_but_those_of_members_of_the_club_are_offered(client, rookery, foreign, members):
    """Not even by name: whose a free group of the site is, its name does not tell for sure."""
    Group.objects.create(name="Zugzwang parents")
    client.force_login(rookery.organiser)
    page = client.get(reverse(EDIT, args=[rookery.ladder.pk]))
    assert list(page.context["form"].fields["member_groups"].queryset) == [members]
    assert "Zugzwang" not in page.content.decode()


def test_a_group_that_a_superuser_has_set_stays(save, rookery, foreign, root):
    parents_there = Group.objects.create(name="Parents of two clubs")
    for ladder in (foreign.ladder, rookery.ladder):
        services.change_ladder(ladder, by=root, member_groups=[parents_there])
    save(rookery.organiser, name="Renamed")
    assert list(rookery.ladder.member_groups.all()) == [parents_there]


def test_a_posted_group_of_another_club_is_refused(save, rookery, foreign):
    response = save(rookery.organiser, member_groups=[foreign.members.pk])
    assert response.status_code == 200
    assert "member_groups" in response.context["form"].errors
    assert not rookery.ladder.member_groups.exists()


@pytest.mark.parametrize("name", ["", "x" * 5000, "Bl\x00itz", "\u202e"])
def test_hostile_names_are_refused_in_a_sentence(client, save, rookery, name):
    response = save(rookery.organiser, name=name)
    assert response.status_code == 200
    assert "Nothing is saved: please look at what is marked" in response.content.decode()
    assert rookery.ladder.name == "Rookery ladder"
    assert client.post(reverse(ADD), {"club": rookery.club.pk, "name": name, **DEFAULTS}).status_code == 200
    assert Ladder.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("visibility", "secret"),
        ("names", "x"),
        ("shown_decimals", 2),
        ("inactive_after", 0),
        ("inactive_after", "\x00"),
    ],
)
def test_values_outside_the_choices_are_refused(save, rookery, field, value):
    response = save(rookery.organiser, **{field: value})
    assert response.status_code == 200
    assert list(response.context["form"].errors) == [field]


def test_the_screen_leads_to_the_events_and_shows_the_rules(client, rookery):
    client.force_login(rookery.arbiter)
    page = client.get(reverse(EDIT, args=[rookery.ladder.pk])).content.decode()
    assert f"{reverse('wagtail_ladder_events:index')}?ladder={rookery.ladder.pk}" in page
    assert "40 with fewer than 20 rated games, then 20" in page


class TestHidingAtOnce:
    @pytest.fixture
    def hide(self, client, rookery, root):
        services.change_ladder(rookery.ladder, by=root, visibility=Visibility.PUBLIC)

        def hide(who, **data):
            client.force_login(who)
            response = client.post(reverse("ladder_ladders:hide", args=[rookery.ladder.pk]), data)
            rookery.ladder.refresh_from_db()
            return response

        return hide

    @pytest.mark.parametrize("role", ["organiser", "arbiter"])
    def test_one_click_for_either_role_on_the_screen_and_in_the_list(self, client, hide, rookery, role):
        who = getattr(rookery, role)
        address = reverse("ladder_ladders:hide", args=[rookery.ladder.pk])
        client.force_login(who)
        for screen in (reverse(EDIT, args=[rookery.ladder.pk]), reverse("ladder_ladders:list")):
            page = BeautifulSoup(client.get(screen).content, "html.parser")
            (button,) = page.select(f'button[formaction="{address}"]')
            form = page.select_one(f"form#{button['form']}")
            assert form["method"] == "post" and form.select_one('input[name="csrfmiddlewaretoken"]')
            assert not form.find_parent("form")
        response = hide(who)
        assert rookery.ladder.visibility == Visibility.ORGANISERS
        assert response["Location"] == reverse(EDIT, args=[rookery.ladder.pk])
        assert "only organisers and arbiters of the club see" in messages_of(response)[-1]
        for screen in (reverse(EDIT, args=[rookery.ladder.pk]), reverse("ladder_ladders:list")):
            assert address not in client.get(screen).content.decode()  # there is nothing to hide any more

    def test_the_list_comes_back_and_nothing_else(self, hide, rookery):
        assert hide(rookery.arbiter, next=reverse("ladder_ladders:list"))["Location"] == reverse(
            "ladder_ladders:list"
        )
        away = hide(rookery.arbiter, next="https://example.org/")
        assert away["Location"] == reverse(EDIT, args=[rookery.ladder.pk])

    def test_to_look_at_the_address_hides_nothing(self, client, hide, rookery):
        client.force_login(rookery.arbiter)
        client.get(reverse("ladder_ladders:hide", args=[rookery.ladder.pk]))
        assert Ladder.objects.get(pk=rookery.ladder.pk).visibility == Visibility.PUBLIC

    def test_another_club_s_ladder_is_missing(self, hide, rookery, foreign):
        assert hide(foreign.organiser).status_code == 404
        assert rookery.ladder.visibility == Visibility.PUBLIC


class TestALadderForNobody:
    def test_to_choose_members_and_no_group_shows_nothing_to_anybody_and_says_so(
        self, client, save, rookery, seated, members
    ):
        done = save(
            rookery.organiser,
            visibility=Visibility.MEMBERS,
            names=NameMode.FULL,
            months_instead_of_days=False,
        )
        assert done.status_code == 302 and rookery.ladder.visibility == Visibility.MEMBERS
        assert "No group is chosen: nobody but" in messages_of(done)[-1]
        page = client.get(reverse(EDIT, args=[rookery.ladder.pk])).content.decode()
        assert "No group is chosen: nobody but" in page
        assert "none is chosen yet" in client.get(reverse("ladder_ladders:list")).content.decode()
        asked = save(rookery.organiser, member_groups=[members.pk])
        assert asked.status_code == 200 and "<bdi>Anna Keller</bdi>" in asked.content.decode()

    def test_the_list_names_the_groups(self, client, rookery, members, root):
        services.change_ladder(rookery.ladder, by=root, visibility="members", member_groups=[members])
        client.force_login(rookery.arbiter)
        page = client.get(reverse("ladder_ladders:list")).content.decode()
        assert "Logged-in members of chosen groups: Rookery: members" in page
        assert (
            "No group is chosen" not in client.get(reverse(EDIT, args=[rookery.ladder.pk])).content.decode()
        )

    def test_where_there_are_no_groups_it_says_who_makes_one(self, client, rookery, members):
        sentence = "A site administrator makes one"
        client.force_login(rookery.organiser)
        assert sentence not in client.get(reverse(EDIT, args=[rookery.ladder.pk])).content.decode()
        members.delete()
        assert sentence in client.get(reverse(EDIT, args=[rookery.ladder.pk])).content.decode()


def test_a_ladder_for_holders_of_links_goes_on_to_its_links(save, rookery, seated):
    """There is none yet, so nobody sees it: the list is confirmed once, with the first link."""
    done = save(rookery.organiser, visibility=Visibility.LINK)
    assert done["Location"] == reverse(EDIT, args=[rookery.ladder.pk]) + "#links"
    services.make_link(rookery.ladder, "Parents", by=rookery.organiser)
    assert save(rookery.organiser, name="Fridays")["Location"] == reverse("ladder_ladders:list")


def test_the_history_says_what_has_changed(client, rookery, members, root):
    change = {"visibility": Visibility.PUBLIC, "months_instead_of_days": False, "shown_decimals": 1}
    services.change_ladder(rookery.ladder, by=root, name="Fridays", **change)
    services.change_ladder(rookery.ladder, by=root, member_groups=[members])
    client.force_login(rookery.arbiter)
    history = client.get(reverse("ladder_ladders:history", args=[rookery.ladder.pk])).content.decode()
    for sentence in (
        "Who may see it: Everybody (before: Organisers and arbiters of the club).",
        "Show months instead of days: no (before: yes).",
        "Decimals of a shown rating: one decimal (before: whole points).",
        "Name: Fridays (before: Rookery ladder).",
        "Groups of members: others than before.",
    ):
        assert sentence in history
    assert "Inactive after" not in history


def test_a_ladder_for_everybody_that_shows_the_days_of_juniors_says_so(client, rookery, root):
    """Ben is under 18, and Anna an adult; each has drawn with the other on one evening."""
    anna, ben = rookery.players
    services.confirm_adults(rookery.club, [anna.pk], by=root)
    event = services.create_event(
        rookery.ladder, by=root, name="Evening", last_day=date(2026, 3, 6), names=["Anna", "Ben"]
    )
    white, black = event.entries.order_by("number")
    services.save_round(event, 1, [Pairing(1, white.pk, black.pk, Result(Kind.PLAYED, 1, 1))], by=root)
    services.decide_entries(event, {white.pk: Member(anna.pk), black.pk: Member(ben.pk)}, by=root)
    services.publish_event(event, by=root)
    client.force_login(rookery.arbiter)

    def warned():
        page = client.get(reverse(EDIT, args=[rookery.ladder.pk])).content.decode()
        return "Everybody can read on which days 1 player under 18 played." in " ".join(page.split())

    services.change_ladder(rookery.ladder, by=root, months_instead_of_days=False)
    assert not warned()  # nobody but the club sees it
    services.change_ladder(rookery.ladder, by=root, visibility=Visibility.PUBLIC)
    assert warned()
    services.change_ladder(rookery.ladder, by=root, months_instead_of_days=True)
    assert not warned()
    services.change_ladder(rookery.ladder, by=root, months_instead_of_days=False)
    services.confirm_adults(rookery.club, [ben.pk], by=root)
    assert not warned()


@pytest.mark.parametrize("what", ["club", "ladder", "player"])
def test_an_edit_page_has_one_heading_for_those_who_hear_it(what, client, rookery, root):
    """Wagtail's own snippets lack it: the header is included without its title."""
    thing = {"club": rookery.club, "ladder": rookery.ladder, "player": rookery.club.players.first()}[what]
    client.force_login(root)
    page = BeautifulSoup(client.get(reverse(f"ladder_{what}s:edit", args=[thing.pk])).content, "html.parser")
    (heading,) = page.find_all("h1")
    assert thing.name in heading.get_text()
