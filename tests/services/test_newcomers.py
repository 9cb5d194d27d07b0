"""A list of new members: all or none, and who is near and somebody else is on record."""

import pytest

from wagtail_ladder import services
from wagtail_ladder.models import Act, Player
from wagtail_ladder.services import ChangedMeanwhile, Missing, NotAllowed, Refused
from wagtail_ladder.services.doubles import likely_doubles

from .kit import everything, make_club

pytestmark = pytest.mark.django_db


def distinct_pairs():
    acts = Act.objects.filter(kind="distinct", undone_at=None).order_by("pk")
    return [{act.player.name, act.other.name} for act in acts]


def test_all_names_become_members_who_count_as_under_18(club):
    players = services.add_players(club.club, [(" Anna  Keller ", ()), ("Ben", ())], by=club.arbiter)
    assert [player.name for player in players] == ["Anna Keller", "Ben"]
    stored = Player.objects.filter(pk__in=[player.pk for player in players])
    assert set(stored.values_list("club", "is_adult", "full_name_consent")) == {(club.club.pk, False, False)}
    act = Act.objects.get()
    assert (act.kind, act.by, act.before) == ("add", club.arbiter, {"players": [one.pk for one in players]})


def test_a_single_new_member_is_an_act_of_the_ledger_as_well(club):
    near = club.members["A"]
    player = services.add_player(club.club, " Member  Á ", by=club.arbiter, not_same_as=[near.pk])
    assert (player.name, player.is_adult) == ("Member Á", False)
    act = Act.objects.get(kind="add")
    assert (act.by, act.before["players"]) == (club.arbiter, [player.pk])
    assert distinct_pairs() == [{"Member Á", "Member A"}]
    with pytest.raises(Refused) as refused:
        services.merge_players(near, player, by=club.organiser)
    assert refused.value.code == "declared_distinct"
    with pytest.raises(NotAllowed):  # that two members differ is lifted by organisers
        services.undo(act, by=club.arbiter)
    services.undo(act, by=club.organiser)
    services.merge_players(near, player, by=club.organiser)


def test_who_is_near_and_somebody_else_is_put_on_record(club):
    near = [club.members[letter].pk for letter in "AB"]
    services.add_players(club.club, [("Member Á", near), ("Cy", ())], by=club.arbiter)
    assert distinct_pairs() == [{"Member Á", "Member A"}, {"Member Á", "Member B"}]
    assert set(Act.objects.values_list("by", flat=True)) == {club.arbiter.pk}
    with pytest.raises(Refused) as refused:
        services.merge_players(club.members["A"], Player.objects.get(name="Member Á"), by=club.organiser)
    assert refused.value.code == "declared_distinct"


def test_two_people_of_one_name_are_on_record_as_two(club):
    services.add_players(club.club, [("Ahmet Öz", ()), ("Cy", ()), ("AHMET  ÖZ", ())], by=club.arbiter)
    assert distinct_pairs() == [{"Ahmet Öz", "AHMET ÖZ"}]


def test_two_people_of_nearly_one_name_are_on_record_as_two(club):
    """A slip, another alphabet: what the likely doubles would ask about at once."""
    names = ["Jon Smith", "Γιώργος Δοκιμαστικός", "Zoe Zimmer", "John Smith", "Giorgos Dokimastikos"]
    services.add_players(club.club, [(name, ()) for name in names], by=club.arbiter)
    pairs = distinct_pairs()
    assert {"Jon Smith", "John Smith"} in pairs
    assert {"Γιώργος Δοκιμαστικός", "Giorgos Dokimastikos"} in pairs
    assert len(pairs) == 2
    new = set(Player.objects.filter(name__in=names).values_list("pk", flat=True))
    assert not [double for double in likely_doubles(club.club) if new.issuperset(double.players)]


def test_names_without_a_letter_have_nothing_in_common(club):
    services.add_players(club.club, [("1234", ()), ("♟", ())], by=club.arbiter)
    assert distinct_pairs() == []


def test_undone_the_members_stay_and_may_be_merged(club):
    near = club.members["A"]
    services.add_players(club.club, [("Member Á", [near.pk]), ("Cy", ()), ("Cy", ())], by=club.arbiter)
    assert len(distinct_pairs()) == 2
    services.undo(Act.objects.get(kind="add"), by=club.organiser)
    assert distinct_pairs() == []
    assert Player.objects.filter(name="Cy").count() == 2
    services.merge_players(near, Player.objects.get(name="Member Á"), by=club.organiser)


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ([], "no_names"),
        ([("Anna", ())] + [(f"N{number}", ()) for number in range(500)], "too_many_names"),
        ([("Anna", ())] * 11, "too_many_namesakes"),
        ([("Anna", ()), ("\u200b", ())], "name_empty"),
        ([("Anna", ()), ("x" * 201, ())], "name_too_long"),
    ],
)
def test_a_list_that_cannot_be_stored_leaves_nothing(club, names, code):
    before = everything()
    with pytest.raises(Refused) as refused:
        services.add_players(club.club, names, by=club.arbiter)
    assert refused.value.code == code
    assert everything() == before


def test_five_hundred_names_fit(club):
    names = [(f"N{number}", ()) for number in range(500)]
    assert len(services.add_players(club.club, names, by=club.arbiter)) == 500


def test_somebody_of_another_club_or_merged_meanwhile_is_nobody_to_differ_from(club):
    foreign = make_club("Zugzwang", "Y", prefix="foreign-")
    services.merge_players(club.members["A"], club.members["B"], by=club.organiser)
    before = everything()
    for other, error in ((foreign.members["Y"], Missing), (club.members["B"], ChangedMeanwhile)):
        with pytest.raises(error):
            services.add_players(club.club, [("Cy", ()), ("Anna", [other.pk])], by=club.arbiter)
    assert everything() == before
