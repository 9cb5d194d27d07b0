"""The links of a ladder in the admin: organisers make them and see where they lead, arbiters end them."""

from datetime import timedelta

import pytest
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone

from wagtail_ladder import services
from wagtail_ladder.audience import ladder_of_token, link_token
from wagtail_ladder.models import ShareLink, Visibility

from .test_clubs import actions_on, messages_of
from .test_ladders import save, seated  # noqa: F401 - fixtures

pytestmark = pytest.mark.django_db


@pytest.fixture
def shared(rookery):
    services.change_ladder(rookery.ladder, visibility=Visibility.LINK, by=rookery.organiser)
    rookery.ladder.refresh_from_db()
    return rookery


@pytest.fixture
def link(shared):
    return services.make_link(shared.ladder, "Parents <b>", by=shared.organiser)


def address(name, link):
    return reverse(f"ladder_ladders:{name}", args=[link.ladder_id, link.pk])


def new_link(ladder):
    return reverse("ladder_ladders:new_link", args=[ladder.pk])


def screen(client, who, ladder):
    client.force_login(who)
    response = client.get(reverse("ladder_ladders:edit", args=[ladder.pk]))
    assert response.status_code == 200
    return response.content.decode()


def today(days=0):
    return timezone.localdate() + timedelta(days=days)


class TestTheList:
    def test_an_organiser_sees_the_address(self, client, shared, link):
        page = screen(client, shared.organiser, shared.ladder)
        assert f">http://testserver/ladders/s/{link_token(link)}/</textarea>" in page
        assert "when one of them leaves, revoke the links" in page
        assert "Parents &lt;b&gt;" in page and "Parents <b>" not in page
        assert f"by <bdi>{shared.organiser.get_username()}</bdi>" in page
        for name in ("change_link", "revoke_link"):
            assert address(name, link) in page
        assert new_link(shared.ladder) in page

    def test_an_arbiter_sees_it_and_not_where_it_leads(self, client, shared, link):
        page = screen(client, shared.arbiter, shared.ladder)
        assert "Parents &lt;b&gt;" in page and address("revoke_link", link) in page
        for hidden in (link_token(link).partition("-")[2], link.nonce, link.key, "/ladders/s/"):
            assert hidden not in page
        assert new_link(shared.ladder) not in page

    def test_what_has_become_of_each(self, client, shared, link):
        ended = services.make_link(shared.ladder, "Open day", last_day=today(), by=shared.organiser)
        ShareLink.objects.filter(pk=ended.pk).update(last_day=today(-1))
        services.revoke_link(link, by=shared.arbiter)
        page = screen(client, shared.organiser, shared.ladder)
        assert "ended" in page and "revoked" in page
        assert f"by <bdi>{shared.arbiter.get_username()}</bdi>" in page
        assert link_token(link) not in page and address("revoke_link", link) not in page
        assert link_token(ended) in page  # it may be given another last day
        assert "No link opens the ladder. Make one" in page

    def test_without_links_there_is_no_list_unless_the_ladder_needs_one(self, client, rookery):
        assert new_link(rookery.ladder) not in screen(client, rookery.organiser, rookery.ladder)
        services.change_ladder(rookery.ladder, visibility=Visibility.LINK, by=rookery.organiser)
        assert "No link opens the ladder. Make one" in screen(client, rookery.organiser, rookery.ladder)
        assert "An organiser can make one" in screen(client, rookery.arbiter, rookery.ladder)

    def test_links_of_a_ladder_that_is_on_another_level(self, client, shared, link):
        services.change_ladder(shared.ladder, visibility=Visibility.ORGANISERS, by=shared.arbiter)
        assert "These links open nothing now" in screen(client, shared.organiser, shared.ladder)
        services.revoke_link(link, by=shared.organiser)
        page = screen(client, shared.organiser, shared.ladder)
        assert "revoked" in page and "These links open nothing now" not in page  # nor ever again

    def test_a_site_that_does_not_include_the_addresses(self, client, shared, link):
        with override_settings(ROOT_URLCONF="tests.urls_without_links"):
            page = screen(client, shared.organiser, shared.ladder)
        assert "must include wagtail_ladder.urls" in page

    def test_nothing_is_written_into_the_page_by_hand(self, client, shared, link):
        page = screen(client, shared.organiser, shared.ladder)
        start = page.index("wl-share-links")
        panel = page[start : page.index("</ul>", start)]
        assert "<script" not in panel and "style=" not in panel and "onclick" not in panel


class TestMaking:
    def test_only_the_new_link_is_said_to_open_more(self, client, shared, link, seated):  # noqa: F811
        asked = self.make(client, shared.organiser, shared, name="Neighbours")
        assert asked.context["form"].disclosures[0].link_names == ("Neighbours",)
        page = asked.content.decode()
        order = ['name="last_day"', "<bdi>Anna Keller</bdi>", 'name="seen"', "Make the link"]
        assert sorted(order, key=page.index) == order

    def test_a_second_link_of_the_same_name_is_refused_at_its_field(self, client, shared, link):
        asked = self.make(client, shared.organiser, shared, name=f"  {link.name} ")
        assert list(asked.context["form"].errors) == ["name"]
        services.revoke_link(link, by=shared.organiser)
        assert services.make_link(shared.ladder, link.name, by=shared.organiser).name == link.name

    def test_a_day_that_is_over_is_refused_at_its_field(self, client, shared):
        asked = self.make(client, shared.organiser, shared, last_day=today(-1).isoformat())
        assert asked.context["form"].errors == {"last_day": ["This day is over already."]}
        assert not ShareLink.objects.exists()

    def make(self, client, who, shared, **data):
        client.force_login(who)
        return client.post(new_link(shared.ladder), {"name": "Parents", "last_day": "", **data})

    def test_the_list_of_what_becomes_visible_comes_first(self, client, shared, seated):  # noqa: F811
        asked = self.make(client, shared.organiser, shared)
        page = asked.content.decode()
        assert asked.status_code == 200
        assert "Whoever holds one of these links will see the ladder" in page and "Parents" in page
        assert "<li><bdi>A. K.</bdi> – <bdi>Anna Keller</bdi></li>" in page
        assert "<li><bdi>B. O.</bdi> – <bdi>Ben Okafor</bdi></li>" in page
        assert not ShareLink.objects.exists()

        seen = asked.context["form"].disclosure_fingerprint
        done = self.make(client, shared.organiser, shared, seen=seen)
        assert done.status_code == 302
        link = ShareLink.objects.get()
        assert (link.name, link.last_day, link.made_by) == ("Parents", None, shared.organiser)
        assert ladder_of_token(link_token(link)) == (shared.ladder, link)
        assert actions_on(shared.ladder)[-1] == "wagtail_ladder.make_link"
        (message,) = [text for text in messages_of(done) if "Link made" in text]
        assert "Parents" not in message and link.key not in message

    def test_a_tick_for_another_list_is_none(self, client, shared, seated):  # noqa: F811
        seen = self.make(client, shared.organiser, shared).context["form"].disclosure_fingerprint
        services.change_ladder(shared.ladder, names="full", by=shared.organiser)
        assert self.make(client, shared.organiser, shared, seen=seen).status_code == 200
        assert not ShareLink.objects.exists()

    def test_on_another_level_it_opens_nothing_and_nothing_is_asked(self, client, rookery):
        assert self.make(client, rookery.organiser, rookery).status_code == 302
        assert ladder_of_token(link_token(ShareLink.objects.get())) is None

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("name", ""),
            ("name", "x" * 81),
            ("name", "Pa\x00rents"),
            ("last_day", "soon"),
            ("last_day", "\x00"),
        ],
    )
    def test_what_cannot_be_is_said_at_its_field(self, client, shared, field, value):
        response = self.make(client, shared.organiser, shared, **{field: value})
        assert response.status_code == 200
        assert list(response.context["form"].errors) == [field]
        assert not ShareLink.objects.exists()

    def test_not_by_arbiters_nor_by_others(self, client, shared, foreign):
        assert self.make(client, shared.arbiter, shared).status_code == 302  # Wagtail: you have no permission
        assert self.make(client, foreign.organiser, shared).status_code == 404
        assert not ShareLink.objects.exists()


class TestChanging:
    def change(self, client, who, link, **data):
        client.force_login(who)
        day = link.last_day.isoformat() if link.last_day else ""
        response = client.post(address("change_link", link), {"name": link.name, "last_day": day, **data})
        link.refresh_from_db()
        return response

    def test_any_role_renames_and_shortens(self, client, shared, link):
        day = today(3).isoformat()
        assert self.change(client, shared.arbiter, link, name="Mothers", last_day=day).status_code == 302
        assert (link.name, link.last_day) == ("Mothers", today(3))

    def test_only_an_organiser_extends(self, client, shared, link):
        self.change(client, shared.arbiter, link, last_day=today(3).isoformat())
        refused = self.change(client, shared.arbiter, link, last_day="")
        assert "You may not do this in this club." in refused.content.decode()
        assert link.last_day == today(3)
        assert self.change(client, shared.organiser, link, last_day="").status_code == 302
        assert link.last_day is None

    def test_opening_an_ended_link_again_is_asked_for(self, client, shared, link, seated):  # noqa: F811
        ShareLink.objects.update(last_day=today(-1))
        link.refresh_from_db()
        asked = self.change(client, shared.organiser, link, last_day=today(3).isoformat())
        assert "Whoever holds one of these links will see the ladder" in asked.content.decode()
        assert link.last_day == today(-1)

    def test_a_form_that_is_out_of_date_undoes_nothing(self, client, shared, link):
        client.force_login(shared.organiser)
        as_of = client.get(address("change_link", link)).context["form"]["as_of"].value()
        services.change_link(link, last_day=today(1), by=shared.arbiter)
        self.change(client, shared.organiser, link, name="Mothers", last_day="", as_of=as_of)
        assert (link.name, link.last_day) == ("Parents <b>", today(1))


class TestRevoking:
    def test_looking_at_the_question_revokes_nothing(self, client, shared, link):
        client.force_login(shared.arbiter)
        page = client.get(address("revoke_link", link))
        assert page.status_code == 200 and "Parents &lt;b&gt;" in page.content.decode()
        assert ladder_of_token(link_token(link))

    def test_an_arbiter_revokes_one_and_the_other_stays(self, client, shared, link):
        other = services.make_link(shared.ladder, "Others", by=shared.organiser)
        client.force_login(shared.arbiter)
        response = client.post(address("revoke_link", link))
        assert response.status_code == 302 and "Link revoked." in messages_of(response)[-1]
        assert ladder_of_token(link_token(link)) is None
        assert ladder_of_token(link_token(other)) == (shared.ladder, other)
        assert actions_on(shared.ladder)[-1] == "wagtail_ladder.revoke_link"

    def test_twice_is_told(self, client, shared, link):
        services.revoke_link(link, by=shared.organiser)
        client.force_login(shared.arbiter)
        assert "has been revoked" in messages_of(client.post(address("revoke_link", link)))[-1]

    @pytest.mark.parametrize("name", ["change_link", "revoke_link"])
    def test_a_link_is_found_under_its_own_ladder_only(self, client, shared, foreign, link, name):
        client.force_login(foreign.organiser)
        own = reverse(f"ladder_ladders:{name}", args=[foreign.ladder.pk, link.pk])
        for url in (address(name, link), own):
            assert client.get(url).status_code == client.post(url).status_code == 404
        assert ladder_of_token(link_token(link))

    def test_the_history_holds_no_address(self, client, shared, link):
        services.revoke_link(link, by=shared.arbiter)
        client.force_login(shared.organiser)
        page = client.get(reverse("ladder_ladders:history", args=[shared.ladder.pk])).content.decode()
        assert "Link revoked" in page
        assert link_token(link) not in page and link.nonce not in page and link.key not in page


def test_coming_back_to_the_level_names_the_links_that_open_again(save, rookery, seated, link):  # noqa: F811
    services.change_ladder(rookery.ladder, visibility=Visibility.ORGANISERS, by=rookery.arbiter)
    asked = save(rookery.organiser, visibility=Visibility.LINK)
    page = asked.content.decode()
    assert "Whoever holds one of these links will see the ladder" in page and "Parents &lt;b&gt;" in page
    assert asked.context["form"].disclosures[0].link_names == ("Parents <b>",)
