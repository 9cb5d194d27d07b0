"""Groups of players in the admin: the list, the form of one, that of a player, and many players at once."""

import re
from datetime import date
from string import ascii_uppercase

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Player, PlayerGroup
from wagtail_ladder.services.groups import persons_in

from .test_clubs import messages_of

LIST = "/admin/ladders/groups/"


def edit(group):
    return reverse("ladder_groups:edit", args=[group.pk])


@pytest.fixture
def group(rookery, root):
    return services.create_group(rookery.club, "U10", by=root)


@pytest.fixture
def organiser(client, rookery):
    client.force_login(rookery.organiser)
    return client


def said(response):
    """The last message, without its buttons."""
    return messages_of(response)[-1].partition("\n")[0]


def text(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def stand(rookery, count, by):
    """So many more players, all with a game on the ladder: they are given."""
    names = [f"Pupil {letter}" for letter in ascii_uppercase[:count]]
    event = services.create_event(
        rookery.ladder, by=by, name="Evening", last_day=date(2026, 1, 6), names=names, format="swiss"
    )
    entries = list(event.entries.order_by("number"))
    pairings = [
        services.Pairing(None, white.pk, black.pk, services.Result(Kind.PLAYED, 2, 0))
        for white, black in zip(entries[::2], entries[1::2], strict=True)
    ]
    services.save_round(event, 1, pairings, by=by)
    services.decide_entries(event, {entry.pk: services.NewMember() for entry in entries}, by=by)
    services.publish_event(event, by=by)
    return list(Player.objects.filter(club=rookery.club, name__startswith="Pupil"))


def test_a_group_is_made_renamed_and_deleted(organiser, rookery):
    add = reverse("ladder_groups:add")
    page = organiser.get(add).content.decode()
    assert "must not name an illness, a need or a person" in page
    response = organiser.post(add, {"club": rookery.club.pk, "name": "U10"})
    assert said(response) == "Group created. Nobody is in it yet."
    group = PlayerGroup.objects.get(club=rookery.club, name="U10")
    taken = organiser.post(add, {"club": rookery.club.pk, "name": "u10"})
    assert "Another group of the club has this name." in text(taken)
    assert said(organiser.post(edit(group), {"name": "U12"})) == "Group saved."
    delete = reverse("ladder_groups:delete", args=[group.pk])
    assert "Its players stay as they are." in text(organiser.get(delete))
    assert said(organiser.post(delete)) == "Group “U12” deleted."
    assert not PlayerGroup.objects.exists()


def test_a_form_made_before_somebody_else_saved_saves_nothing(organiser, group, root):
    page = organiser.get(edit(group)).content.decode()
    as_of = re.search(r'name="as_of" value="(\w+)"', page)[1]
    services.rename_group(group, "U11", by=root)
    response = organiser.post(edit(group), {"name": "U12", "as_of": as_of})
    assert "Somebody changed this" in said(response)
    group.refresh_from_db()
    assert group.name == "U11"


def test_what_is_gone_meanwhile_is_missing(organiser, group, root):
    delete = reverse("ladder_groups:delete", args=[group.pk])
    services.delete_group(group, by=root)
    assert organiser.post(delete).status_code == 404
    assert organiser.get(edit(group)).status_code == 404


@pytest.mark.parametrize(("count", "sentence"), [
    (7, "Rookery ladder: not shown, 7 members there and 8 needed"),
    (8, "Rookery ladder: shown, with 8 members"),
])  # fmt: skip
def test_the_list_says_on_which_ladders_it_is_shown(organiser, rookery, root, group, count, sentence):
    pupils = stand(rookery, 10, root)[:count]
    services.add_to_group(group, [one.pk for one in pupils + rookery.players[:1]], by=root)
    listed = text(organiser.get(LIST))
    assert sentence in listed
    assert f"U10 {count + 1}" in re.sub(r"(U10) .*? (\d+ Rookery)", r"\1 \2", listed)
    form = text(organiser.get(edit(group)))
    assert sentence in form
    assert f"{count + 1} players are in the group." in form
    assert "Anna Keller" in form


def put(rookery, root, **groups):
    """Groups of the club by name, with their players."""
    made = {}
    for name, players in groups.items():
        made[name] = services.create_group(rookery.club, name, by=root)
        services.add_to_group(made[name], [one.pk for one in players], by=root)
    return made


def test_the_form_warns_that_the_rest_can_be_told(organiser, rookery, root):
    """Of 20 who stand there, 10 and 8 are in shown groups: the two are those in none."""
    pupils = stand(rookery, 20, root)
    made = put(rookery, root, ten=pupils[:10], eight=pupils[10:18], two=pupils[18:], nobody=[])
    sentence = "2 players are in no group that is shown: readers can tell who they are."
    for name in ("ten", "eight", "two"):
        assert sentence in text(organiser.get(edit(made[name]))), name
    assert sentence not in text(organiser.get(edit(made["nobody"])))


def test_the_form_does_not_warn_of_eight_who_are_in_none(organiser, rookery, root):
    pupils = stand(rookery, 18, root)
    made = put(rookery, root, ten=pupils[:10], five=pupils[10:15])
    for group in made.values():
        assert "readers can tell" not in text(organiser.get(edit(group)))


def test_the_form_warns_of_groups_that_differ_by_a_few(organiser, rookery, root):
    pupils = stand(rookery, 20, root)
    made = put(rookery, root, U10=pupils[:8], U12=pupils[:9], U14=pupils[1:12])
    sentence = "“U12” has 1 player more than “U10”: readers can tell who it is."
    for name, is_told in (("U10", True), ("U12", True), ("U14", False)):
        assert (sentence in text(organiser.get(edit(made[name])))) == is_told, name


def test_the_list_counts_in_the_order_of_numbers(organiser, rookery, root):
    for name in ("U10", "U8"):
        services.create_group(rookery.club, name, by=root)
    listed = text(organiser.get(LIST))
    assert listed.index("U8") < listed.index("U10")


def test_the_list_asks_no_more_for_more_groups(organiser, rookery, root):
    counted = []
    for name in ("U8", "U10", "U12"):
        group = services.create_group(rookery.club, name, by=root)
        services.add_to_group(group, [player.pk for player in rookery.players], by=root)
        organiser.get(LIST)
        with CaptureQueriesContext(connection) as queries:
            organiser.get(LIST)
        counted.append(len(queries))
    assert len(set(counted)) == 1


def test_an_arbiter_looks_and_changes_nothing(client, rookery, group):
    client.force_login(rookery.arbiter)
    page = client.get(LIST).content.decode()
    assert "U10" in page
    assert edit(group) not in page
    for address in (edit(group), reverse("ladder_groups:delete", args=[group.pk])):
        for send in (client.get, client.post):
            assert send(address).status_code == 302
    assert PlayerGroup.objects.filter(pk=group.pk).exists()
    form = client.get(reverse("ladder_players:edit", args=[rookery.players[0].pk])).content.decode()
    assert re.search(r'name="in_groups"[^>]*disabled', form)


# The form of a player.


def player_form(client, player, **changes):
    page = client.get(reverse("ladder_players:edit", args=[player.pk])).content.decode()
    as_of = re.search(r'name="as_of" value="(\w+)"', page)[1]
    data = {"name": player.name, "as_of": as_of, **changes}
    return client.post(reverse("ladder_players:edit", args=[player.pk]), data)


def test_the_groups_of_a_player_are_set_in_his_form(organiser, rookery, group, root):
    anna, ben = rookery.players
    other = services.create_group(rookery.club, "Class 5", by=root)
    player_form(organiser, anna, in_groups=[group.pk, other.pk])
    assert set(anna.groups.all()) == {group, other}
    player_form(organiser, anna, in_groups=[other.pk])
    assert set(anna.groups.all()) == {other}
    player_form(organiser, anna)
    assert not anna.groups.exists()
    assert not ben.groups.exists()


def test_a_group_of_another_club_is_no_choice(organiser, rookery, foreign, group, root):
    theirs = services.create_group(foreign.club, "Zugzwang juniors", by=root)
    response = player_form(organiser, rookery.players[0], in_groups=[theirs.pk])
    assert response.status_code == 200
    assert "Zugzwang" not in response.content.decode()
    assert not theirs.players.exists()


def test_without_a_group_there_is_nothing_to_choose(organiser, rookery):
    page = organiser.get(reverse("ladder_players:edit", args=[rookery.players[0].pk])).content.decode()
    assert "in_groups" not in page


def test_groups_set_meanwhile_are_not_undone_by_an_old_form(organiser, rookery, group, root):
    anna = rookery.players[0]
    page = organiser.get(reverse("ladder_players:edit", args=[anna.pk])).content.decode()
    as_of = re.search(r'name="as_of" value="(\w+)"', page)[1]
    services.set_groups(anna, [group.pk], by=root)
    response = organiser.post(
        reverse("ladder_players:edit", args=[anna.pk]), {"name": anna.name, "as_of": as_of}
    )
    assert "Somebody changed this" in said(response)
    assert set(anna.groups.all()) == {group}


# Many players at once.


def bulk(action, *players):
    ids = "&".join(f"id={player.pk}" for player in players)
    return reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", action]) + f"?{ids}"


def test_many_are_put_into_a_group_and_taken_out(organiser, rookery, group):
    anna, ben = rookery.players
    put, out = bulk("put_into_group", anna, ben), bulk("take_out_of_group", anna)
    assert "Anna Keller" in text(organiser.get(put))
    assert said(organiser.post(put, {"group": group.pk})) == "2 players put into “U10”."
    assert said(organiser.post(put, {"group": group.pk})) == "They were in “U10” already."
    assert said(organiser.post(out, {"group": group.pk})) == "1 player taken out of “U10”."
    assert said(organiser.post(out, {"group": group.pk})) == "None of them was in “U10”."
    assert set(group.players.all()) == {ben}


def test_a_group_must_be_chosen_and_be_the_club_s(organiser, rookery, foreign, group, root):
    theirs = services.create_group(foreign.club, "Zugzwang juniors", by=root)
    put = bulk("put_into_group", *rookery.players)
    for chosen in ("", theirs.pk, "x"):
        response = organiser.post(put, {"group": chosen})
        assert response.status_code == 200
        assert "Zugzwang" not in response.content.decode()
    assert not group.players.exists()
    assert not theirs.players.exists()


def test_a_group_is_of_one_club(client, root, rookery, foreign, group):
    client.force_login(root)
    put = bulk("put_into_group", rookery.players[0], foreign.players[0])
    assert "A group is of one club." in text(client.get(put))
    assert client.post(put, {"group": group.pk}).status_code == 200
    assert not group.players.exists()


def test_a_club_without_groups_is_told_so(organiser, rookery):
    page = organiser.get(bulk("put_into_group", *rookery.players))
    assert "The club has no group yet." in text(page)
    assert reverse("ladder_groups:add") in page.content.decode()


@pytest.mark.parametrize("action", ["put_into_group", "take_out_of_group"])
def test_an_arbiter_puts_nobody_into_a_group(client, rookery, group, action):
    client.force_login(rookery.arbiter)
    assert client.post(bulk(action, *rookery.players), {"group": group.pk}).status_code == 404
    assert "group" not in re.findall(r"bulk/wagtail_ladder/player/(\w+)", text(client.get(LIST)))
    assert not group.players.exists()


def test_players_are_filtered_by_group_after_merges(organiser, rookery, group, root):
    anna, ben = rookery.players
    services.add_to_group(group, [ben.pk], by=root)
    players = f"{reverse('ladder_players:list')}?group={group.pk}"
    listed = text(organiser.get(players))
    assert "Ben Okafor" in listed
    assert "Anna Keller" not in listed
    services.merge_players(anna, ben, by=root)
    assert "Anna Keller" in text(organiser.get(players))
    assert persons_in([group.pk])[group.pk] == {anna.pk}
