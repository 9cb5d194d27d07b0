"""The names tab: suggested, never decided by the program."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.services.kit import assert_stored_is_fresh, entry, everything
from wagtail_ladder import services
from wagtail_ladder.models import Player
from wagtail_ladder.services import NewMember

from .conftest import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def names(club):
    """An exact name, one with a slip, and one that resembles nobody."""
    services.add_player(club.club, "Anna Keller", by=club.arbiter)
    services.add_player(club.club, "Benjamin Okafor", by=club.arbiter)
    event = services.create_event(
        club.ladder, by=club.arbiter, name="E", last_day="2026-02-03",
        names=["Anna Keller", "Benjamin Okafro", "Zdzisława Wróblewska"],
    )  # fmt: skip
    event.refresh_from_db()
    return event


def player(name):
    return Player.objects.get(name=name)


def test_suggestions_are_shown_and_nothing_is_decided(names, arbiter):
    page = arbiter.open(f"{names.pk}/")
    rows = {row.entry.typed_name: (row.candidates, row.chosen) for row in page.context["rows"]}
    candidates, chosen = rows["Anna Keller"]
    assert candidates[0].name == "Anna Keller"
    assert chosen == f"member-{player('Anna Keller').pk}"  # ticked in advance
    candidates, chosen = rows["Benjamin Okafro"]
    assert (candidates[0].name, chosen) == ("Benjamin Okafor", "")
    assert rows["Zdzisława Wróblewska"] == ([], "")
    assert set(names.entries.values_list("decision", flat=True)) == {"undecided"}


def test_many_names_are_decided_by_one_post(names, club, arbiter):
    first, second, third = names.entries.order_by("number")
    arbiter.submit(
        f"{names.pk}/",
        names,
        **{
            f"choice-{first.pk}": f"member-{player('Anna Keller').pk}",
            f"choice-{second.pk}": "left_out",
            f"choice-{third.pk}": "",
        },
    )
    decided = list(names.entries.order_by("number").values_list("decision", "player__name", "decided_by"))
    assert decided == [
        ("member", "Anna Keller", club.arbiter.pk),
        ("left_out", None, club.arbiter.pk),
        ("undecided", None, None),
    ]
    assert "arbiter" in text_of(arbiter.open(f"{names.pk}/"))


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("", "Please choose who at least one of the names is."),
        ("somebody", "Please choose who this is."),
        ("member-0", "This player is not in the club's registry."),
    ],
)
def test_a_choice_that_is_none_is_refused(value, sentence, names, arbiter):
    before = everything()
    response = arbiter.submit(f"{names.pk}/", names, **{f"choice-{names.entries.first().pk}": value})
    assert sentence in text_of(response)
    assert everything() == before


def test_a_member_of_another_club_is_nobody(names, foreign, arbiter):
    before = everything()
    stranger = foreign.members["Y"]
    choice = {f"choice-{names.entries.first().pk}": f"member-{stranger.pk}"}
    assert "not in the club's registry" in text_of(arbiter.submit(f"{names.pk}/", names, **choice))
    assert everything() == before


def test_a_refused_form_keeps_its_choices(names, arbiter):
    first, second, _third = names.entries.order_by("number")
    choices = {f"choice-{first.pk}": "left_out", f"choice-{second.pk}": "left_out"}
    response = arbiter.submit(f"{names.pk}/", version=names.version + 5, **choices)
    assert "changed this event" in text_of(response)
    assert [row.chosen for row in response.context["rows"]] == ["left_out", "left_out", ""]


def test_a_refused_form_keeps_whom_a_search_found(names, club, arbiter):
    found = f"member-{club.members['F'].pk}"  # like none of the names
    last = names.entries.last()
    response = arbiter.submit(f"{names.pk}/", version=names.version + 5, **{f"choice-{last.pk}": found})
    row = response.context["rows"][-1]
    assert [candidate.choice for candidate in row.candidates] == [row.chosen] == [found]


def test_two_who_met_cannot_be_one_person(draft, club, arbiter):
    one = f"member-{club.members['A'].pk}"
    choices = {f"choice-{entry(draft, letter).pk}": one for letter in "AB"}
    before = everything()
    response = arbiter.submit(f"{draft.pk}/", draft, **choices)
    assert "“Typed A” and “Typed B” met in round 1, board 1: they cannot be one person." in text_of(response)
    assert everything() == before
    marked = {row.entry: row.impossible for row in response.context["rows"] if row.impossible}
    first, second = entry(draft, "A"), entry(draft, "B")
    assert marked == {first: [second], second: [first]}
    assert f'<a href="#entry-{second.pk}">' in response.content.decode()


def test_two_new_members_of_one_name_are_told_apart_in_the_list_of_the_decided(club, arbiter):
    """By their references; somebody whose name is his alone goes without."""
    names = ["Ali Kaya", "Ali Kaya", "Zoe Angelou"]
    event = services.create_event(club.ladder, by=club.arbiter, name="E", last_day="2026-02-03", names=names)
    for one in event.entries.all():
        services.decide_entry(one, NewMember(), by=club.arbiter)
    members = Player.objects.filter(name__in=names).order_by("pk")
    first, second, alone = members
    page = arbiter.open(f"{event.pk}/")
    cells = re.findall(r'<td class="wl-is">(.*?)</td>', page.content.decode())
    cells = [re.sub(r"<[^>]+>", "", cell) for cell in cells]
    assert cells == [f"Ali Kaya {first.reference}", f"Ali Kaya {second.reference}", "Zoe Angelou"]
    assert alone.reference not in text_of(page)


def test_a_name_that_contradicts_a_decided_one_is_marked(draft, club, arbiter):
    first, second = entry(draft, "A"), entry(draft, "B")
    services.decide_entry(first, services.Member(club.members["A"].pk), by=club.arbiter)
    choices = {
        f"choice-{second.pk}": f"member-{club.members['A'].pk}",
        f"choice-{entry(draft, 'C').pk}": "left_out",
        f"choice-{entry(draft, 'D').pk}": "left_out",  # two guests who met are two guests
    }
    response = arbiter.submit(f"{draft.pk}/", draft, **choices)
    assert {row.entry: row.impossible for row in response.context["rows"] if row.impossible} == {
        second: [first]
    }


def test_members_are_found_by_name_in_the_own_club_only(names, foreign, arbiter):
    services.add_player(foreign.club, "Anna Fremd", by=foreign.arbiter)

    def found(query):
        return [
            member["name"] for member in arbiter.submit(f"{names.pk}/members/", q=query).json()["members"]
        ]

    assert found("keller") == ["Anna Keller"]
    assert "Anna Fremd" not in found("anna")
    assert found("a") == []  # too short
    assert found("okafro") == ["Benjamin Okafor"]
    assert found("'; DROP TABLE") == []
    assert arbiter.open(f"{names.pk}/members/").status_code == 405


def test_one_name_can_be_searched_for_without_a_script(names, arbiter):
    path = f"{names.pk}/names/{names.entries.last().pk}/"
    before = everything()
    page = arbiter.submit(path, names, search="1", q="keller")
    assert "Anna Keller" in page.content.decode()
    assert everything() == before
    arbiter.submit(path, names, choice=f"member-{player('Anna Keller').pk}")
    assert names.entries.last().player == player("Anna Keller")


def test_a_new_member_may_get_another_name(names, arbiter):
    last = names.entries.last()
    arbiter.submit(f"{names.pk}/names/{last.pk}/", names, choice="new", new_name="Zdzisława Nowak")
    last.refresh_from_db()
    assert (last.typed_name, last.player.name) == ("Zdzisława Wróblewska", "Zdzisława Nowak")


def test_a_decision_can_be_taken_back(night, club, arbiter):
    first = entry(night, "A")
    assert "So far: Member A" in text_of(arbiter.open(f"{night.pk}/names/{first.pk}/"))
    path = f"{night.pk}/names/{first.pk}/take-back/"
    before = everything()
    looked = arbiter.open(path)
    (ladder,) = looked.context["ladders"]
    assert [name for name, _rating in ladder.gone] == ["Member A"]
    assert "Nothing is done yet." in text_of(arbiter.submit(path, night))  # without a look
    assert everything() == before
    done = arbiter.submit(path, night, seen=looked.context["seen"])
    assert done["Location"].endswith(f"/{night.pk}/#entry-{first.pk}")
    first.refresh_from_db()
    assert (first.decision, first.player) == ("undecided", None)
    # Nobody's game with A counts: B, C and D move, and A, who leaves the ladder, is the fourth.
    said = "The decision is taken back. The name waits to be decided. 4 players moved."
    assert said in text_of(arbiter.open(f"{night.pk}/"))
    assert arbiter.open(path).status_code == 404  # there is nothing to take back
    assert "waiting for 1 name" in text_of(arbiter.open(f"{night.pk}/"))


def test_a_slip_is_mended_and_a_name_taken_out(names, arbiter):
    second, third = names.entries.order_by("number")[1:]
    arbiter.submit(f"{names.pk}/names/{second.pk}/", names, retype="1", typed_name="Benjamin Okafor")
    second.refresh_from_db()
    assert second.typed_name == "Benjamin Okafor"
    arbiter.submit(f"{names.pk}/names/{third.pk}/", names, remove="1")
    assert names.entries.count() == 2


def test_a_name_with_games_stays(draft, arbiter):
    first = draft.entries.first()
    response = arbiter.submit(f"{draft.pk}/names/{first.pk}/", draft, remove="1")
    assert "This name has pairings." in text_of(response)
    assert draft.entries.count() == 4


def test_the_page_of_a_name_says_whether_it_can_be_removed(names, draft, arbiter):
    removal = 'name="remove"'
    without = arbiter.open(f"{names.pk}/names/{names.entries.first().pk}/")
    assert removal in without.content.decode()
    seated = arbiter.open(f"{draft.pk}/names/{draft.entries.first().pk}/")
    assert removal not in seated.content.decode()
    assert "This name has pairings, so it cannot be removed." in text_of(seated)


def test_the_list_of_names_leads_to_the_page_that_mends(names, arbiter):
    first = names.entries.first()
    link = f'class="wl-mend" href="/admin/ladders/events/{names.pk}/names/{first.pk}/"'
    assert link in arbiter.open(f"{names.pk}/").content.decode()


def test_deciding_names_of_a_published_event_tells_first_who_moves(club, arbiter):
    event = club.play("AB1", decide=False)
    first, second = event.entries.order_by("number")
    one = {f"choice-{first.pk}": f"member-{club.members['A'].pk}"}
    assert arbiter.submit(f"{event.pk}/", event, **one).status_code == 302  # one name is still waiting
    path, fields = f"{event.pk}/names/{second.pk}/", {"choice": f"member-{club.members['B'].pk}"}
    before = everything()
    looked = arbiter.submit(path, event, **fields)
    assert "“Typed B” would be decided." in text_of(looked)
    assert everything() == before
    (ladder,) = looked.context["ladders"]
    moves = {move.name: (move.before, move.signed_change) for move in ladder.moves}
    back = arbiter.confirm(path, looked, back="1")
    assert back.context["choice"] == fields["choice"]
    arbiter.confirm(path, looked)
    # B was not on the ladder before; it will show him as it shows everybody, from his start rating on.
    assert moves == {"Member A": (1200, "+20"), "Member B": (1200, "−20")}
    published = arbiter.open(f"{event.pk}/publish/").context["moves"]
    assert {move.name: (move.before, move.signed_change) for move in published} == moves
    assert club.rating("A") == (1220, 1)


def test_the_desk_of_a_published_event_shows_who_moves_and_keeps_every_choice(club, arbiter):
    event = club.play("AB1", decide=False)
    choices = {
        f"choice-{entry.pk}": f"member-{club.members[entry.typed_name[-1]].pk}"
        for entry in event.entries.all()
    }
    looked = arbiter.submit(f"{event.pk}/", event, **choices)
    assert "2 names would be decided." in text_of(looked)
    assert not event.entries.exclude(decision="undecided").exists()
    back = arbiter.confirm(f"{event.pk}/", looked, back="1")
    assert {f"choice-{row.entry.pk}": row.chosen for row in back.context["rows"]} == choices
    done = arbiter.confirm(f"{event.pk}/", looked)
    assert "2 names are decided." in text_of(arbiter.get(done["Location"]))
    assert club.rating("A") == (1220, 1)


def test_a_newcomer_of_a_published_event_is_seen_before_there_is_one(club, arbiter):
    """On trial there is such a member, under another id than he will have."""
    event = club.play("AB1", decide=False)
    first, second = event.entries.order_by("number")
    services.decide_entry(first, services.Member(club.members["A"].pk), by=club.arbiter)
    services.retype_entry(second, "Zdzisława Wróblewska", by=club.arbiter)
    path = f"{event.pk}/names/{second.pk}/"
    members = Player.objects.count()
    looked = arbiter.submit(path, event, choice="new")
    (ladder,) = looked.context["ladders"]
    # Two newcomers of 1200, K 40, expected ½: 20 points.
    after = {move.name: move.after for move in ladder.moves}
    assert after == {"Member A": 1220, "Zdzisława Wróblewska": 1180}
    assert Player.objects.count() == members
    assert arbiter.confirm(path, looked).status_code == 302
    assert Player.objects.count() == members + 1
    assert club.rating("A") == (1220, 1)


def test_two_newcomers_at_once_are_seen_before_there_are_any(club, arbiter):
    """They draw, and tie in the list of moves."""
    event = club.play("AB=", decide=False)
    for typed, name in zip(event.entries.order_by("number"), ("Żaneta Wąs", "Łukasz Ćwik"), strict=True):
        services.retype_entry(typed, name, by=club.arbiter)
    choices = {f"choice-{typed.pk}": "new" for typed in event.entries.all()}
    looked = arbiter.submit(f"{event.pk}/", event, **choices)
    (ladder,) = looked.context["ladders"]
    assert [(move.name, move.after) for move in ladder.moves] == [("Żaneta Wąs", 1200), ("Łukasz Ćwik", 1200)]
    done = arbiter.confirm(f"{event.pk}/", looked)
    assert "2 names are decided. 2 players moved." in text_of(arbiter.get(done["Location"]))


def test_a_name_that_is_added_to_a_published_event_takes_its_ratings_away_until_it_is_decided(
    night, club, arbiter
):
    path = f"{night.pk}/entries/"
    before = everything()
    looked = arbiter.submit(path, night, names="Max Muster")
    assert "The event is not rated again until you have decided who that is." in text_of(looked)
    (ladder,) = looked.context["ladders"]
    assert {move.name: move.after for move in ladder.moves} == {f"Member {letter}": 1200 for letter in "ABCD"}
    assert everything() == before
    arbiter.confirm(path, looked)
    night.refresh_from_db()
    added = night.entries.get(typed_name="Max Muster")
    looked = arbiter.submit(f"{night.pk}/names/{added.pk}/", night, remove="1")
    assert "“Max Muster” would be removed." in text_of(looked)
    arbiter.confirm(f"{night.pk}/names/{added.pk}/", looked)
    assert club.rating("A") == (1260, 3)
    assert_stored_is_fresh(club.ladder)


def test_a_member_who_comes_to_a_published_event_moves_nobody_by_one_click(night, club, arbiter):
    done = arbiter.submit(f"{night.pk}/entries/", night, member=club.members["E"].pk)
    assert "1 name added. Nobody moves by it." in text_of(arbiter.get(done["Location"]))


class TestNewMembers:
    def test_only_names_that_resemble_nobody_become_new_members(self, names, arbiter):
        page = arbiter.open(f"{names.pk}/new-members/")
        assert [item.typed_name for item in page.context["unknown"]] == ["Zdzisława Wróblewska"]
        arbiter.submit(f"{names.pk}/", names, new=page.context["ids"])
        decided = dict(names.entries.values_list("typed_name", "decision"))
        assert decided == {
            "Anna Keller": "undecided", "Benjamin Okafro": "undecided", "Zdzisława Wróblewska": "member",
        }  # fmt: skip
        assert not player("Zdzisława Wróblewska").is_adult

    def test_what_was_chosen_on_the_desk_goes_along(self, names, arbiter):
        first, second, third = names.entries.order_by("number")
        choices = {f"choice-{first.pk}": "left_out", f"choice-{second.pk}": "", f"choice-{third.pk}": ""}
        before = everything()
        page = arbiter.submit(f"{names.pk}/new-members/", names, **choices)
        assert "What you chose for 1 other name is decided with them." in text_of(page)
        assert everything() == before
        carried = page.context["chosen"]
        back = arbiter.submit(f"{names.pk}/", names, back="1", **carried)
        assert [row.chosen for row in back.context["rows"]] == ["left_out", "", ""]
        assert everything() == before
        arbiter.submit(f"{names.pk}/", names, new=page.context["ids"], **carried)
        decided = names.entries.order_by("number").values_list("decision", flat=True)
        assert list(decided) == ["left_out", "undecided", "member"]

    def test_who_is_down_as_a_guest_is_not_made_a_member(self, names, arbiter):
        guest = {f"choice-{names.entries.last().pk}": "left_out"}
        page = arbiter.submit(f"{names.pk}/new-members/", names, **guest)
        assert (page.context["unknown"], page.context["chosen"]) == ([], guest)

    def test_a_name_that_another_entry_was_given_is_not_taken_for_new(self, club, names, arbiter):
        """The sheet gives Anna Keller to one of two names; the other still resembles her."""
        services.add_entries(names, ["A. Keller"], by=club.arbiter)
        unknown = arbiter.open(f"{names.pk}/new-members/").context["unknown"]
        assert [item.typed_name for item in unknown] == ["Zdzisława Wróblewska"]

    def test_somebody_who_came_meanwhile_is_shown_first(self, club, names, arbiter):
        page = arbiter.open(f"{names.pk}/new-members/")
        services.add_player(club.club, "Zdzisława Wróblewska", by=club.arbiter)
        before = everything()
        asked = arbiter.submit(f"{names.pk}/", names, new=page.context["ids"])
        assert "somebody has nearly this name" in text_of(asked)
        assert everything() == before


def test_a_member_who_was_long_away_is_told_apart(club, arbiter):
    club.play("AB1", day=timezone.localdate() - timedelta(days=800))
    club.play("CD1", day=timezone.localdate() - timedelta(days=20))
    event = services.create_event(
        club.ladder,
        by=club.arbiter,
        name="E",
        last_day=timezone.localdate(),
        names=["Member A", "Member C"],
    )
    assert text_of(arbiter.open(f"{event.pk}/")).count("not seen for 26 months") == 1
    found = arbiter.submit(f"{event.pk}/members/", q="Member A").json()["members"]
    assert found[0]["facts"] == ["1220", "1 game", "not seen for 26 months"]


class TestAdults:
    def test_nobody_is_ticked_at_first(self, night, organiser):
        html = organiser.open(f"{night.pk}/adults/").content.decode()
        assert html.count('name="player"') == 4
        assert " checked" not in html.partition("wl-picks")[2]
        assert "Tick all" in html

    @pytest.fixture
    def in_full(self, club):
        """The ladder is public, and shows full names."""
        services.change_ladder(club.ladder, by=club.organiser, visibility="public", names="full")

    @pytest.fixture
    def tick(self, club, night, organiser):
        """Tick members on the first form: the question."""

        def tick(letters):
            return organiser.submit(f"{night.pk}/adults/", player=[club.members[who].pk for who in letters])

        return tick

    @pytest.fixture
    def answer(self, club, night, organiser):
        """Press the button of the question."""

        def answer(page, **changes):
            question = page.context["question"]
            players = [player.pk for player in question.players]
            return organiser.submit(
                f"{night.pk}/adults/", **{"player": players, **question.fields(), **changes}
            )

        return answer

    def test_an_organiser_confirms_members_of_an_event(self, club, tick, answer):
        page = tick("ABE")  # E was not there
        assert "You confirm that these 2 players are adults: Member A Member B" in text_of(page)
        assert "2 other members of this event stay under 18." in text_of(page)
        assert "Nothing changes for visitors" in text_of(page)
        assert adults() == set()
        assert answer(page).status_code == 302
        assert adults() == {"A", "B"}

    def test_what_becomes_visible_is_told_first_name_by_name(self, in_full, tick):
        page = tick("AC")
        assert "On the ladder “Thursday”, which everybody sees:" in text_of(page)
        assert "2 players will be shown by their full names:" in text_of(page)
        assert "<li><bdi>Member A</bdi></li><li><bdi>Member C</bdi></li>" in page.content.decode()
        assert adults() == set()

    @pytest.mark.parametrize("missing", ["listed", "seen"])
    def test_nobody_is_confirmed_by_a_form_that_shows_no_list(self, in_full, tick, answer, missing):
        before = everything()
        answer(tick("A"), **{missing: ""})
        assert everything() == before

    def test_nobody_is_confirmed_but_those_on_the_list(self, club, in_full, tick, answer):
        page = tick("A")
        everyone = [member.pk for member in club.members.values()]
        assert_asked_anew(answer(page, player=everyone), "ABCD")

    def test_a_name_added_to_the_event_asks_anew(self, club, night, tick, answer):
        page = tick("A")
        (added,) = services.add_entries(night, ["Typed E"], by=club.arbiter)
        services.decide_entry(added, services.Member(club.members["E"].pk), by=club.arbiter)
        again = answer(page)
        assert_asked_anew(again, "A")
        assert "4 other members of this event stay under 18." in text_of(again)
        assert answer(again).status_code == 302
        assert adults() == {"A"}

    def test_a_name_taken_from_the_event_asks_anew(self, club, night, tick, answer):
        page = tick("AB")
        services.decide_entry(entry(night, "B"), services.LeaveOut(), by=club.arbiter)
        assert_asked_anew(answer(page), "A")

    @pytest.mark.parametrize("change", [{"visibility": "public"}, {"names": "full"}], ids=str)
    def test_more_to_see_meanwhile_asks_anew(self, club, tick, answer, change):
        both = {"visibility": "public", "names": "full"}
        already = {field: value for field, value in both.items() if field not in change}
        services.change_ladder(club.ladder, by=club.organiser, **already)
        page = tick("A")
        services.change_ladder(club.ladder, by=club.organiser, **change)
        again = answer(page)
        assert_asked_anew(again, "A")
        assert "which everybody sees: 1 player will be shown by the full name: Member A" in text_of(again)
        assert answer(again).status_code == 302
        assert adults() == {"A"}

    def test_when_all_were_confirmed_meanwhile(self, club, tick, answer):
        page = tick("A")
        services.confirm_adults(club.club, [club.members["A"].pk], by=club.organiser)
        response = answer(page)
        assert "Please tick at least one name." in text_of(response)
        assert adults() == {"A"}

    def test_an_organiser_no_more(self, club, tick, answer):
        page = tick("A")
        club.organiser.groups.set(club.arbiter.groups.all())
        assert answer(page).status_code == 404
        assert adults() == set()

    def test_nobody_ticked_nobody_confirmed(self, night, organiser):
        before = everything()
        assert "Please tick at least one name." in text_of(organiser.submit(f"{night.pk}/adults/", night))
        assert everything() == before


def adults():
    """The letters of the members who are confirmed adults."""
    return {player.name[-1] for player in Player.objects.filter(is_adult=True)}


def assert_asked_anew(response, letters):
    """The same question, about these members, and nobody is confirmed."""
    assert response.status_code == 200
    assert "Nobody is confirmed yet. Please look at this list first." in text_of(response)
    assert [player.name[-1] for player in response.context["question"].players] == list(letters)
    assert adults() == set()
