"""The name desk: the evidence in words, who is near, and every change of a decision over HTTP."""

from datetime import date, timedelta

import pytest

from tests.desks import undo_on_screen
from tests.services.kit import WON, entry, everything
from wagtail_ladder import services
from wagtail_ladder.models import Act, Club, Player
from wagtail_ladder.services import LeaveOut, Member, NewMember

from .conftest import BOOTSTRAP, text_of

pytestmark = pytest.mark.django_db

EVENING = date(2026, 2, 3)


@pytest.fixture
def enter(club):
    """Members of the club by name, and an evening of typed names: the event, not decided."""

    def enter(members, typed, *, day=EVENING, language="en"):
        Club.objects.filter(pk=club.club.pk).update(language=language)
        for name in members:
            services.add_player(club.club, name, by=club.arbiter)
        event = services.create_event(club.ladder, by=club.arbiter, name="E", last_day=day, names=typed)
        event.refresh_from_db()
        return event

    return enter


def player(name):
    return Player.objects.get(name=name)


def confirm(club, name, typed, times=1):
    """Evenings on which the name was typed so, and somebody confirmed who it was."""
    for week in range(times):
        day = EVENING - timedelta(weeks=times - week)
        event = services.create_event(
            club.ladder, by=club.arbiter, name="Before", last_day=day, names=[typed]
        )
        services.decide_entry(event.entries.get(), Member(player(name).pk), by=club.arbiter)


def rows(response):
    return {row.entry.typed_name: row for row in response.context["rows"]}


def reasons(response, typed):
    """Member -> (what speaks for him, what against)."""
    return {found.name: (found.why, found.against) for found in rows(response)[typed].candidates}


class TestEvidence:
    def test_initial_and_surname_and_who_else_fits(self, enter, arbiter):
        members = ["Γιώργος Παπαδόπουλος", "Γρηγόρης Παπαδόπουλος", "Νίκος Ιωάννου"]
        event = enter(members, ["Γ. Παπαδόπουλος", "Ν. Ιωάννου"], language="el")
        page = arbiter.open(f"{event.pk}/")
        found = reasons(page, "Γ. Παπαδόπουλος")
        assert found["Γιώργος Παπαδόπουλος"] == (
            "initial + same surname", "also fits Γρηγόρης Παπαδόπουλος",
        )  # fmt: skip
        assert reasons(page, "Ν. Ιωάννου") == {"Νίκος Ιωάννου": ("initial + same surname", "")}
        assert rows(page)["Ν. Ιωάννου"].chosen == ""  # an initial is never selected in advance

    def test_a_surname_alone_with_an_initial_is_not_called_the_same_surname(self, enter, arbiter):
        event = enter(["Anna Keller"], ["Anna K."])
        assert reasons(arbiter.open(f"{event.pk}/"), "Anna K.")["Anna Keller"] == ("only an initial", "")

    def test_letters_are_named(self, enter, arbiter):
        event = enter(["Δάφνη Μυρσινίδη"], ["Δάφνη Μυρσιλίδη"], language="el")
        found = reasons(arbiter.open(f"{event.pk}/"), "Δάφνη Μυρσιλίδη")
        assert found["Δάφνη Μυρσινίδη"] == ("one letter: ν", "")

    def test_how_often_it_was_confirmed(self, club, enter, arbiter):
        event = enter(["Anna Keller"], ["A. Keller"])
        confirm(club, "Anna Keller", "A. Keller", times=14)
        page = arbiter.open(f"{event.pk}/")
        assert reasons(page, "A. Keller")["Anna Keller"] == (
            "linked 14 times before, initial + same surname", "",
        )  # fmt: skip
        assert rows(page)["A. Keller"].chosen == ""

    def test_a_decision_taken_back_is_a_spelling_forgotten(self, club, enter, arbiter):
        event = enter(["Anna Keller"], ["A. Keller"])
        confirm(club, "Anna Keller", "A. Keller")
        services.undo(Act.objects.get(kind=Act.Kind.DECIDE), by=club.arbiter)
        found = reasons(arbiter.open(f"{event.pk}/"), "A. Keller")
        assert found["Anna Keller"] == ("initial + same surname", "")

    def test_ratings_games_and_when_he_was_seen(self, club, night, arbiter):
        event = services.create_event(
            club.ladder, by=club.arbiter, name="E", last_day="2027-03-20", names=["Member A", "Member F"]
        )
        page = arbiter.open(f"{event.pk}/")
        (found,) = rows(page)["Member A"].candidates
        # 6 January 2026 to 20 March 2027: 14 whole months.
        assert found.facts == ("1260", "3 games", "not seen for 14 months")
        assert rows(page)["Member F"].candidates[0].facts == ("not on this ladder yet",)

    def test_seen_lately_and_on_the_same_evening(self, club, night, arbiter):
        event = services.create_event(
            club.ladder, by=club.arbiter, name="E", last_day=night.last_day, names=["Member A"]
        )
        (found,) = rows(arbiter.open(f"{event.pk}/"))["Member A"].candidates
        assert found.facts == ("1260", "3 games", "last seen January 2026")
        assert found.why == "only an initial, played here on the same evening"

    def test_who_was_played_that_night_as_typed(self, draft, arbiter):
        page = arbiter.open(f"{draft.pk}/")
        assert rows(page)["Typed A"].opponents == ["Typed B"]
        assert "Played that night: Typed B" in text_of(page)

    def test_a_merged_member_is_no_suggestion_and_his_name_is_a_spelling(self, club, enter, arbiter):
        event = enter(["Anna Keller", "Anna Brandt"], ["Anna Brandt"])
        services.merge_players(player("Anna Keller"), player("Anna Brandt"), by=club.organiser)
        found = reasons(arbiter.open(f"{event.pk}/"), "Anna Brandt")
        assert found == {"Anna Keller": ("same name as Anna Brandt, who was merged into this member", "")}

    def test_what_came_by_a_merge_is_said_of_whom_it_came(self, club, enter, arbiter):
        """Twice to the one who was merged, and once to the member: nobody linked it thrice to her."""
        event = enter(["Anna Keller", "Anna Brandt"], ["Anni Brandt"])
        confirm(club, "Anna Brandt", "Anni Brandt")
        confirm(club, "Anna Brandt", "BRANDT, Anni")
        services.merge_players(player("Anna Keller"), player("Anna Brandt"), by=club.organiser)
        by_merge = "linked 2 times to Anna Brandt, who was merged into this member"
        assert reasons(arbiter.open(f"{event.pk}/"), "Anni Brandt") == {"Anna Keller": (by_merge, "")}
        confirm(club, "Anna Keller", "Anni Brandt")
        found = reasons(arbiter.open(f"{event.pk}/"), "Anni Brandt")
        assert found == {"Anna Keller": (f"linked 1 time before, {by_merge}", "")}

    def test_once_the_merge_is_undone_it_is_hers_who_was_merged(self, club, enter, arbiter):
        event = enter(["Anna Keller", "Anna Brandt"], ["Anni Brandt"])
        confirm(club, "Anna Brandt", "Anni Brandt", times=2)
        merge = services.merge_players(player("Anna Keller"), player("Anna Brandt"), by=club.organiser)
        services.undo(merge, by=club.organiser)
        found = reasons(arbiter.open(f"{event.pk}/"), "Anni Brandt")
        assert found["Anna Brandt"][0] == "linked 2 times before"


class TestOneSheet:
    def test_who_is_decided_already_is_not_first(self, club, enter, arbiter):
        event = enter(["Anna Keller", "Adam Keller"], ["A. Keller", "Anna Keller"])
        second = event.entries.get(number=2)
        services.decide_entry(second, Member(player("Anna Keller").pk), by=club.arbiter)
        row = rows(arbiter.open(f"{event.pk}/"))["A. Keller"]
        assert [(found.name, found.is_here) for found in row.candidates] == [
            ("Adam Keller", False), ("Anna Keller", True),
        ]  # fmt: skip
        # That Anna sits elsewhere does not tell who of the two was typed here.
        assert (row.candidates[0].why, row.candidates[0].against) == (
            "initial + same surname", "also fits Anna Keller",
        )  # fmt: skip

    def test_the_same_name_twice_asks_two_people_or_one(self, enter, arbiter):
        event = enter(["Anna Keller"], ["Anna Keller", "Anna  KELLER", "Zoe Zahn"])
        first, second, _third = event.entries.order_by("number")
        page = arbiter.open(f"{event.pk}/")
        assert [row.chosen for row in page.context["rows"]] == ["", "", ""]
        assert text_of(page).count("two people, or one?") == 2
        assert f"join/?entry={first.pk}&amp;entry={second.pk}" in page.content.decode()

    def test_the_second_of_a_name_is_not_selected_because_the_first_is_decided(self, club, enter, arbiter):
        event = enter(["Anna Keller", "Anna Keller"], ["Anna Keller", "Anna Keller"])
        first, second = Player.objects.filter(name="Anna Keller").order_by("pk")
        services.decide_entry(event.entries.get(number=1), Member(first.pk), by=club.arbiter)
        (row,) = arbiter.open(f"{event.pk}/").context["rows"]
        assert [found.player_id for found in row.candidates] == [second.pk, first.pk]
        assert row.chosen == ""

    def test_nor_is_it_asked_of_two_who_sat_in_one_round(self, club, enter, arbiter):
        event = enter([], ["Anna Keller", "Anna Keller"])
        first, second = event.entries.order_by("number")
        services.save_round(
            event, 1, [services.Pairing(1, first.pk, second.pk, WON)],
            by=club.arbiter,
        )  # fmt: skip
        assert "two people, or one?" not in text_of(arbiter.open(f"{event.pk}/"))

    def test_two_new_members_of_one_name_are_asked_about_first(self, enter, arbiter):
        event = enter([], ["Zoe Zahn", "Zoe Zahn"])
        choices = {f"choice-{one.pk}": "new" for one in event.entries.all()}
        before = everything()
        page = arbiter.submit(f"{event.pk}/", event, **choices)
        assert text_of(page).count("two people, or one?") == 2
        assert everything() == before
        arbiter.submit(f"{event.pk}/", event, **choices, **seen_on(page))
        assert Player.objects.filter(name="Zoe Zahn").count() == 2

    def test_nor_are_both_made_new_members_with_all_the_others(self, enter, arbiter):
        event = enter([], ["Zoe Zahn", "Zoe Zahn", "Ina Irrgang"])
        unknown = arbiter.open(f"{event.pk}/new-members/").context["unknown"]
        assert [one.typed_name for one in unknown] == ["Ina Irrgang"]


def seen_on(page):
    """The fields by which the page of near members says whom it showed."""
    return {f"seen-{near.entry.pk}": near.seen for near in page.context["newcomers"]}


class TestNewcomers:
    @pytest.fixture
    def near(self, enter):
        return enter(["Benjamin Okafor", "Anna Keller"], ["Benjamin Okafro", "Anna Keller"])

    def test_a_near_member_is_shown_before_anything_is_recorded(self, near, arbiter):
        first, second = near.entries.order_by("number")
        choices = {f"choice-{first.pk}": "new", f"choice-{second.pk}": "left_out"}
        before = everything()
        page = arbiter.submit(f"{near.pk}/", near, **choices)
        assert "somebody has nearly this name" in text_of(page)
        (newcomer,) = page.context["newcomers"]
        assert [found.name for found in newcomer.candidates] == ["Benjamin Okafor"]
        assert (f"choice-{second.pk}", "left_out") in page.context["hidden"]  # nothing chosen is lost
        assert everything() == before
        back = arbiter.submit(f"{near.pk}/", near, back="1", **choices)
        assert [row.chosen for row in back.context["rows"]] == ["new", "left_out"]

    def test_chosen_anyway_it_is_on_record_that_they_differ(self, near, arbiter):
        first, second = near.entries.order_by("number")
        choices = {f"choice-{first.pk}": "new", f"choice-{second.pk}": "left_out"}
        page = arbiter.submit(f"{near.pk}/", near, **choices)
        arbiter.submit(f"{near.pk}/", near, **choices, **seen_on(page))
        distinct = Act.objects.get(kind=Act.Kind.DISTINCT)
        assert {distinct.player.name, distinct.other.name} == {"Benjamin Okafor", "Benjamin Okafro"}
        assert near.entries.get(pk=second.pk).decision == "left_out"

    def test_the_near_member_can_be_taken_instead(self, near, arbiter):
        first = near.entries.first()
        page = arbiter.submit(f"{near.pk}/", near, **{f"choice-{first.pk}": "new"})
        own = {f"choice-{first.pk}": f"member-{player('Benjamin Okafor').pk}"}
        arbiter.submit(f"{near.pk}/", near, **own, **seen_on(page))
        first.refresh_from_db()
        assert first.player == player("Benjamin Okafor")
        assert not Act.objects.filter(kind=Act.Kind.DISTINCT).exists()

    def test_somebody_who_came_meanwhile_is_shown_too(self, club, near, arbiter):
        choices = {f"choice-{near.entries.first().pk}": "new"}
        page = arbiter.submit(f"{near.pk}/", near, **choices)
        services.add_player(club.club, "Benjamin Okafro", by=club.arbiter)
        before = everything()
        again = arbiter.submit(f"{near.pk}/", near, **choices, **seen_on(page))
        assert "Benjamin Okafro" in [found.name for found in again.context["newcomers"][0].candidates]
        assert everything() == before

    def test_the_page_of_a_name_asks_about_both_names(self, enter, arbiter):
        event = enter(["Benjamin Okafor"], ["Zahn"])
        path = f"{event.pk}/names/{event.entries.get().pk}/"
        page = arbiter.submit(path, event, choice="new", new_name="Benjamin Okafro")
        assert "somebody has nearly this name" in text_of(page)
        assert ("new_name", "Benjamin Okafro") in page.context["hidden"]
        assert not Act.objects.exclude(kind=Act.Kind.ADD).exists()

    def test_whoever_was_suggested_is_asked_about_however_unlikely(self, enter, arbiter):
        event = enter(["Λευτέρης Πευκιανός"], ["Λευτέρης"], language="el")
        (suggested,) = rows(arbiter.open(f"{event.pk}/"))["Λευτέρης"].candidates
        before = everything()
        page = arbiter.submit(f"{event.pk}/", event, **{f"choice-{event.entries.get().pk}": "new"})
        (newcomer,) = page.context["newcomers"]
        assert [found.name for found in newcomer.candidates] == [suggested.name] == ["Λευτέρης Πευκιανός"]
        assert everything() == before

    def test_somebody_unlike_all_others_is_not_asked_about(self, enter, arbiter):
        event = enter(["Benjamin Okafor"], ["Zdzisława Wróblewska"])
        arbiter.submit(f"{event.pk}/", event, **{f"choice-{event.entries.get().pk}": "new"})
        assert player("Zdzisława Wróblewska").entries.count() == 1


class TestOneAction:
    def test_all_that_is_selected_is_one_act_of_one_person(self, club, enter, arbiter):
        event = enter(["Anna Keller", "Benjamin Okafor"], ["Anna Keller", "Benjamin Okafor"])
        page = arbiter.open(f"{event.pk}/")
        assert "Confirm the 2 selected" in text_of(page)
        chosen = {f"choice-{row.entry.pk}": row.chosen for row in page.context["rows"]}
        arbiter.submit(f"{event.pk}/", event, **chosen)
        act = Act.objects.get(kind=Act.Kind.DECIDE)
        assert (act.kind, act.by, act.decisions.count()) == ("decide", club.arbiter, 2)
        assert f"/{act.pk}/undo/" in arbiter.open(f"{event.pk}/").content.decode()  # in the message

    def test_where_nothing_is_selected_nothing_is_counted(self, enter, arbiter):
        event = enter(["Benjamin Okafor"], ["Zdzisława Wróblewska"])
        assert 'target="confirm">Confirm</button>' in arbiter.open(f"{event.pk}/").content.decode()

    def test_a_stop_in_the_middle_keeps_what_was_decided(self, enter, arbiter):
        event = enter(["Anna Keller", "Benjamin Okafor"], ["Anna Keller", "Benjamin Okafor"])
        first, second = event.entries.order_by("number")
        choices = {f"choice-{first.pk}": f"member-{player('Anna Keller').pk}", f"choice-{second.pk}": ""}
        arbiter.submit(f"{event.pk}/", event, **choices)
        page = arbiter.open(f"{event.pk}/")
        assert list(rows(page)) == ["Benjamin Okafor"]
        assert [decided.typed_name for decided in page.context["page"]] == ["Anna Keller"]


class TestChanged:
    """“This was somebody else”, on two published evenings of four."""

    @pytest.fixture
    def nights(self, club):
        return club.play(BOOTSTRAP), club.play("AB1 CD1", day=date(2026, 1, 13))

    def repoint(self, browser, event, letter, choice, **fields):
        """Ask, look at who moves, and confirm."""
        path = f"{event.pk}/names/{entry(event, letter).pk}/repoint/"
        fields = {"choice": choice, **fields}
        before = everything()
        looked = browser.submit(path, event, look="1", **fields)
        assert everything() == before
        done = browser.submit(path, event, seen=looked.context["seen"], **fields)
        return looked, done

    def test_who_moves_is_shown_first(self, club, nights, arbiter):
        first, _second = nights
        looked, done = self.repoint(arbiter, first, "D", f"member-{club.members['E'].pk}")
        assert "“Typed D” was Member E" in text_of(looked)
        moved = {move.name for ladder in looked.context["ladders"] for move in ladder.moves}
        assert {"Member D", "Member E"} <= moved
        assert done.status_code == 302
        assert entry(first, "D").player == club.members["E"]
        assert entry(_second, "D").player == club.members["D"]  # this name alone

    def test_nothing_is_done_without_a_look(self, club, nights, arbiter):
        first, _second = nights
        path = f"{first.pk}/names/{entry(first, 'D').pk}/repoint/"
        before = everything()
        response = arbiter.submit(path, first, choice=f"member-{club.members['E'].pk}")
        assert "Nothing is done yet." in text_of(response)
        assert everything() == before

    def test_every_entry_of_the_spelling(self, club, nights, arbiter):
        first = nights[0]
        page = arbiter.open(f"{first.pk}/names/{entry(first, 'D').pk}/")
        assert "Every “Typed D” who is Member D so far, in 2 events" in text_of(page)
        self.repoint(arbiter, first, "D", f"member-{club.members['E'].pk}", scope="spelling")
        assert {entry(night, "D").player for night in nights} == {club.members["E"]}

    def test_all_of_one_player_in_the_event(self, club, arbiter):
        night = club.play("AB1 CB1")
        services.decide_entry(entry(night, "C"), Member(club.members["A"].pk), by=club.arbiter)
        page = arbiter.open(f"{night.pk}/names/{entry(night, 'A').pk}/")
        assert "All of Member A in this event: 2 names" in text_of(page)
        self.repoint(arbiter, night, "A", f"member-{club.members['E'].pk}", scope="event")
        assert {entry(night, letter).player for letter in "AC"} == {club.members["E"]}

    def test_a_name_that_ends_in_a_dot_gets_no_second_one(self, club, nights, arbiter):
        services.rename_player(club.members["E"], "Eve E.", by=club.organiser)
        looked, _done = self.repoint(arbiter, nights[0], "D", f"member-{club.members['E'].pk}")
        assert "was Eve E. " in text_of(looked)
        page = arbiter.open(f"{nights[0].pk}/names/{entry(nights[0], 'D').pk}/")
        assert "So far: Eve E. Decided by arbiter," in text_of(page)

    def test_it_was_a_guest(self, nights, arbiter):
        self.repoint(arbiter, nights[0], "D", "left_out")
        assert (entry(nights[0], "D").decision, entry(nights[0], "D").player) == ("left_out", None)

    def test_it_was_somebody_new_with_a_near_name(self, nights, arbiter):
        looked, _done = self.repoint(arbiter, nights[0], "D", "new", new_name="Member D.")
        assert "Member D" in [found.name for found in looked.context["near"]]
        assert entry(nights[0], "D").player.name == "Member D."
        assert Act.objects.filter(kind=Act.Kind.DISTINCT).count() == len(looked.context["near"])

    def test_undone_everything_is_as_before(self, club, nights, arbiter):
        before = club.rating("A"), club.rating("D")
        self.repoint(arbiter, nights[0], "D", f"member-{club.members['E'].pk}", reason="He said so")
        act = Act.objects.latest("pk")
        assert (act.kind, act.reason) == ("repoint", "He said so")
        undo_on_screen(arbiter, act)
        assert entry(nights[0], "D").player == club.members["D"]
        assert (club.rating("A"), club.rating("D")) == before

    def test_who_would_meet_himself_is_refused(self, club, nights, arbiter):
        path = f"{nights[0].pk}/names/{entry(nights[0], 'D').pk}/repoint/"
        before = everything()
        looked = arbiter.submit(path, nights[0], look="1", choice=f"member-{club.members['A'].pk}")
        assert "they cannot be one person" in text_of(looked)
        assert looked.context["seen"] == ""
        assert everything() == before


class TestJoinAndPart:
    def test_two_names_are_one_person(self, club, arbiter):
        night = club.play("AB1 CB1", decide=False)
        ids = [entry(night, letter).pk for letter in "AC"]
        page = arbiter.open(f"{night.pk}/join/", entry=ids)
        assert [one.typed_name for one, _met in page.context["names"]] == ["Typed A", "Typed C"]
        fields = {"entry": ids, "choice": f"member-{club.members['A'].pk}"}
        looked = arbiter.submit(f"{night.pk}/join/", night, look="1", **fields)
        assert not Act.objects.exclude(kind=Act.Kind.ADD).exists()
        arbiter.submit(f"{night.pk}/join/", night, seen=looked.context["seen"], **fields)
        assert Act.objects.latest("pk").kind == "join"
        assert {entry(night, letter).player for letter in "AC"} == {club.members["A"]}

    def test_the_other_name_is_chosen_first(self, draft, arbiter):
        first = entry(draft, "A")
        page = arbiter.open(f"{draft.pk}/join/", entry=[first.pk])
        assert [one.typed_name for one in page.context["others"]] == ["Typed B", "Typed C", "Typed D"]

    def test_those_who_met_are_not_one(self, club, draft, arbiter):
        ids = [entry(draft, letter).pk for letter in "AB"]
        before = everything()
        looked = arbiter.submit(f"{draft.pk}/join/", draft, look="1", entry=ids, choice="new")
        assert "they cannot be one person" in text_of(looked)
        assert everything() == before

    def test_one_name_is_two_people_by_game(self, club, night, arbiter):
        path = f"{night.pk}/names/{entry(night, 'A').pk}/part/"
        games = arbiter.open(path).context["games"]
        assert [(game["white"], game["black"], game["score"]) for game in games] == [
            ("Typed A", "Typed B", "1–0"), ("Typed A", "Typed C", "1–0"), ("Typed A", "Typed D", "1–0"),
        ]  # fmt: skip
        ticked = [games[2]["pk"]]
        looked = arbiter.submit(path, night, look="1", game=ticked)
        assert not night.acts.filter(kind="part").exists()
        arbiter.submit(path, night, seen=looked.context["seen"], game=ticked)
        second = night.entries.get(part_of=entry_of(night, "Typed A"))
        assert [game.round for game in second.games_as_white.all()] == [5]
        page = arbiter.open(f"{night.pk}/")
        assert list(rows(page)) == ["Typed A"]
        assert "two people, or one?" not in text_of(page)  # that has been said

        undo_on_screen(arbiter, night.acts.latest("pk"))
        assert not night.entries.filter(part_of__isnull=False).exists()
        assert club.rating("A") == (1260, 3)

    @pytest.mark.parametrize("ticks", [slice(0, 0), slice(0, 3)], ids=["none", "all"])
    def test_no_game_or_every_game_is_refused(self, ticks, night, arbiter):
        path = f"{night.pk}/names/{entry(night, 'A').pk}/part/"
        games = [game["pk"] for game in arbiter.open(path).context["games"]]
        looked = arbiter.submit(path, night, look="1", game=games[ticks])
        assert "not none and not all" in text_of(looked)
        assert looked.context["seen"] == ""


def entry_of(event, typed):
    return event.entries.get(typed_name=typed, part_of=None)


class TestStrangeInput:
    NAMES = ["<script>alert(1)</script>", "😀", "17", "Ja", "Дž. O'Neil-van ’t Hof (U12)"]

    def test_names_are_shown_and_never_run(self, club, enter, arbiter):
        event = enter(["<b>Bold</b> Keller"], self.NAMES)
        page = arbiter.open(f"{event.pk}/")
        html = page.content.decode()
        assert "<script>alert(1)</script>" not in html
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
        for one in event.entries.all():
            for path in (f"names/{one.pk}/", f"names/{one.pk}/part/", f"join/?entry={one.pk}"):
                assert arbiter.get(f"/admin/ladders/events/{event.pk}/{path}").status_code == 200
        arbiter.submit(
            f"{event.pk}/", event, **{f"choice-{one.pk}": "left_out" for one in event.entries.all()}
        )
        assert "<script>alert(1)</script>" not in arbiter.open(f"{event.pk}/").content.decode()
        assert set(event.entries.values_list("decision", flat=True)) == {"left_out"}

    @pytest.mark.parametrize(
        "query",
        ["x" * 10_000, "\u200b\u200d\u2060", "<zq>", "%_\\", "\x00qz"],
        ids=["10,000", "invisible", "HTML", "wildcards", "NUL"],
    )
    def test_a_search_for_anything_is_answered(self, query, enter, arbiter):
        event = enter(["Anna Keller"], ["Anna Keller"])
        one = event.entries.get()
        assert arbiter.submit(f"{event.pk}/members/", q=query).json()["members"] == []
        assert arbiter.submit(f"{event.pk}/names/{one.pk}/", event, search="1", q=query).status_code == 200
        assert (
            arbiter.submit(f"{event.pk}/join/", event, search="1", q=query, entry=[one.pk]).status_code == 200
        )

    @pytest.mark.parametrize("name", ["x" * 10_000, "\u200b\u200d\u2060"], ids=["10,000", "invisible"])
    def test_a_new_name_that_cannot_be_stored_is_refused(self, name, enter, arbiter):
        event = enter([], ["Zoe Zahn"])
        before = everything()
        path = f"{event.pk}/names/{event.entries.get().pk}/"
        response = arbiter.submit(path, event, choice="new", new_name=name)
        assert response.status_code == 200
        assert response.context["refusal"] is not None
        assert everything() == before


@pytest.mark.parametrize(
    "path",
    ["names/{entry}/repoint/", "names/{entry}/take-back/", "names/{entry}/part/", "join/?entry={entry}"],
)
def test_another_club_s_event_does_not_exist(path, night, foreign, arbiter):
    theirs = foreign.play("YZ1")
    one = theirs.entries.first()
    before = everything()
    for event, status in ((theirs, 404), (night, 404)):  # nor is their name one of ours
        address = f"/admin/ladders/events/{event.pk}/{path.format(entry=one.pk)}"
        assert arbiter.get(address).status_code == status
        assert arbiter.post(address, {"entry": one.pk, "choice": "new"}).status_code == status
    assert everything() == before


def test_an_arbiter_may_change_and_a_page_editor_may_not(night, page_editor, client):
    client.force_login(page_editor)
    one = entry(night, "A")
    for path in (f"names/{one.pk}/repoint/", f"names/{one.pk}/part/", f"join/?entry={one.pk}"):
        assert client.get(f"/admin/ladders/events/{night.pk}/{path}").status_code in (302, 403, 404)


def test_queries_do_not_grow_with_names_and_members(club, enter, arbiter, django_assert_max_num_queries):
    def queries(event):
        with django_assert_max_num_queries(60) as captured:
            assert arbiter.open(f"{event.pk}/").status_code == 200
        return len(captured)

    small = enter(["Anna Keller", "Benjamin Okafor"], ["Anna Keller", "B. Okafor"])
    queries(small)  # fills the caches
    few = queries(small)
    members = [f"Given{number} Family{number}" for number in range(40)]
    many = enter(members, [*members, "G. Family3"])
    assert queries(many) == few


def test_a_page_of_names_is_bounded(club, enter, arbiter):
    members = [f"Given{number} Family{number % 40}" for number in range(160)]
    event = enter(members, [f"G. Family{number % 40}" for number in range(160)])
    page = arbiter.open(f"{event.pk}/")
    assert len(page.context["rows"]) == 150
    assert "10 more names come when these are saved." in text_of(page)
    assert len(page.content) < 600 * 1024


def test_a_new_member_may_be_made_of_a_name_decided_before(club, night, arbiter):
    """The service's own form of it: a decision anew, with the member added for it."""
    services.decide_entry(entry(night, "A"), NewMember("Somebody New"), by=club.arbiter)
    services.decide_entry(entry(night, "B"), LeaveOut(), by=club.arbiter)
    page = arbiter.open(f"{night.pk}/")
    assert "Somebody New" in text_of(page)
    assert "guest" in text_of(page)
