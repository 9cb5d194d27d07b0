import pytest
from django.contrib.auth.models import Group
from django.contrib.messages import get_messages
from django.urls import reverse
from wagtail.models import ModelLogEntry

from wagtail_ladder import services
from wagtail_ladder.admin.clubs import language_choices
from wagtail_ladder.models import Club, ClubRole

ADD = "ladder_clubs:add"
EDIT = "ladder_clubs:edit"


def messages_of(response):
    return [str(message).strip() for message in get_messages(response.wsgi_request)]


def actions_on(instance):
    entries = ModelLogEntry.objects.for_instance(instance)
    return list(entries.order_by("timestamp", "pk").values_list("action", flat=True))


def test_a_superuser_makes_a_club_with_its_groups(client, root):
    client.force_login(root)
    response = client.post(reverse(ADD), {"name": "  Rookery   Chess Club ", "language": "el"})
    assert response.status_code == 302
    club = Club.objects.get()
    assert (club.name, club.language, club.juniors_never_by_full_name) == ("Rookery Chess Club", "el", True)
    assert actions_on(club) == ["wagtail_ladder.create_club"]
    (message,) = messages_of(response)
    assert message.startswith("Club created, with a group each for its organisers")
    groups = Group.objects.filter(club_permissions__club=club)
    assert {group.club_permissions.get().role for group in groups} == set(ClubRole.values)
    for group in groups:
        assert reverse("wagtailusers_groups:edit", args=[group.pk]) in message
        assert group.name in message


def test_an_organiser_makes_no_club(client, rookery):
    client.force_login(rookery.organiser)
    for send in (client.get, client.post):
        response = send(reverse(ADD), {"name": "Another", "language": "en"})
        assert response.status_code == 302
    assert list(Club.objects.all()) == [rookery.club]


def test_an_organiser_changes_the_club_and_an_arbiter_does_not(client, rookery):
    posted = {"name": "Rookery & Sons", "language": "tr"}
    client.force_login(rookery.arbiter)
    client.post(reverse(EDIT, args=[rookery.club.pk]), posted)
    rookery.club.refresh_from_db()
    assert (rookery.club.name, rookery.club.language) == ("Rookery", "en")

    client.force_login(rookery.organiser)
    response = client.post(reverse(EDIT, args=[rookery.club.pk]), posted)
    assert messages_of(response)[-1].startswith("Club saved.")
    rookery.club.refresh_from_db()
    assert (rookery.club.name, rookery.club.language) == ("Rookery & Sons", "tr")
    assert rookery.club.juniors_never_by_full_name is False
    assert actions_on(rookery.club)[-1] == "wagtail_ladder.change_club"
    assert not any(action.startswith("wagtail.") for action in actions_on(rookery.club))


def test_an_organiser_elsewhere_is_only_an_arbiter_here(client, rookery, foreign):
    """Wagtail asks whether he may change clubs at all, and he may: others."""
    rookery.arbiter.groups.add(foreign.organisers)
    client.force_login(rookery.arbiter)
    fields = client.get(reverse(EDIT, args=[foreign.club.pk])).context["form"].fields
    assert not any(field.disabled for field in fields.values())
    fields = client.get(reverse(EDIT, args=[rookery.club.pk])).context["form"].fields
    disabled = {name for name, field in fields.items() if field.disabled}
    assert disabled == {"name", "language", "juniors_never_by_full_name"}


class TestJuniors:
    """The switch "never show juniors by full name": on is anybody's with a role, off is disclosed first."""

    @pytest.fixture
    def public(self, rookery, root):
        """Anna has consent and Ben is an adult; both stand on a public ladder of full names."""
        services.change_ladder(rookery.ladder, by=root, visibility="public", names="full")
        for player in rookery.players:
            services.set_start_rating(rookery.ladder, player, 1500, "League", by=root)
        anna, ben = rookery.players
        services.record_consent(rookery.club, [anna.pk], by=root)
        services.confirm_adults(rookery.club, [ben.pk], by=root)
        return rookery

    def save(self, client, who, club, **changes):
        client.force_login(who)
        return client.post(reverse(EDIT, args=[club.pk]), {"name": "Rookery", "language": "en", **changes})

    def switch(self, club):
        club.refresh_from_db()
        return club.juniors_never_by_full_name

    def test_off_lists_who_becomes_visible(self, client, public):
        asked = self.save(client, public.organiser, public.club)
        assert asked.status_code == 200
        (disclosure,) = asked.context["form"].disclosures
        assert disclosure.names == ("Anna Keller",)
        assert "<li><bdi>Anna Keller</bdi></li>" in asked.content.decode()
        assert self.switch(public.club)
        seen = asked.context["form"].disclosure_fingerprint
        assert self.save(client, public.organiser, public.club, seen=seen).status_code == 302
        assert not self.switch(public.club)

    def test_an_arbiter_does_not_switch_it_off_nor_change_anything_else(self, client, public):
        response = self.save(client, public.arbiter, public.club, name="Mine", language="tr")
        assert response.status_code == 302
        assert self.switch(public.club)
        assert (public.club.name, public.club.language) == ("Rookery", "en")

    @pytest.mark.parametrize("role", ["organiser", "arbiter"])
    def test_on_is_one_click_for_either_role(self, client, public, role):
        Club.objects.update(juniors_never_by_full_name=False)
        who = getattr(public, role)
        assert self.save(client, who, public.club, juniors_never_by_full_name="on").status_code == 302
        assert self.switch(public.club)

    def test_an_arbiter_finds_the_way_there(self, client, public):
        client.force_login(public.arbiter)
        assert (
            reverse(EDIT, args=[public.club.pk]) in client.get(reverse("ladder_clubs:list")).content.decode()
        )


def test_languages_are_those_of_the_site_and_of_the_initials(settings):
    settings.LANGUAGES = [("de", "German")]
    assert {code for code, _name in language_choices()} == {"de", "en", "el", "uk", "fa", "tr"}


def test_a_stored_language_outside_the_choices_stays(client, rookery):
    Club.objects.update(language="eo")
    client.force_login(rookery.organiser)
    client.post(reverse(EDIT, args=[rookery.club.pk]), {"name": "Rookery", "language": "eo"})
    rookery.club.refresh_from_db()
    assert rookery.club.language == "eo"


@pytest.mark.parametrize("name", ["", "   ", "x" * 5000, "Roo\x00kery", "\u202e"])
@pytest.mark.parametrize("screen", [ADD, EDIT])
def test_hostile_names_are_refused_in_a_sentence(client, root, rookery, name, screen):
    client.force_login(root)
    address = reverse(screen, args=[rookery.club.pk] if screen == EDIT else [])
    response = client.post(address, {"name": name, "language": "en"})
    assert response.status_code == 200
    assert "Nothing is saved: please look at what is marked" in response.content.decode()
    assert list(Club.objects.values_list("name", flat=True)) == ["Rookery"]


def test_a_name_in_html_is_only_text(client, root):
    client.force_login(root)
    client.post(reverse(ADD), {"name": "<script>alert(1)</script>", "language": "en"}, follow=True)
    club = Club.objects.get()
    for address in (reverse("ladder_clubs:list"), reverse(EDIT, args=[club.pk])):
        page = client.get(address).content.decode()
        assert "<script>alert(1)" not in page
        assert "&lt;script&gt;alert(1)" in page
