"""The preview of a file, and the one POST that makes an event of it."""

from datetime import date

import pytest

from tests.reports.writers import Game, trf
from tests.services.kit import everything
from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Event, PendingUpload

from .conftest import Browser, text_of
from .test_upload import upload

pytestmark = pytest.mark.django_db

NAMES = ["Abel, Anna", "Brook, Ben", "Clay, Cara", "Dove, Dan"]
GAMES = [Game(1, 1, 2, "10"), Game(1, 3, 4, "=="), Game(2, 1, 3, "+-"), Game(2, 2, 4, "01")]
FILE = trf(NAMES, GAMES)


def preview_of(person, ladder, content=FILE, name="open.trf"):
    return upload(person, ladder, content, name)["Location"].removeprefix("/admin/ladders/events/")


def save(person, path, **fields):
    given = {"name": "Rook Lane Open", "first_day": "2024-03-01", "last_day": "2024-03-03", **fields}
    return person.submit(path, **given)


def test_the_preview_shows_everything_and_stores_nothing(club, organiser):
    path = preview_of(organiser, club.ladder)
    before = everything()
    response = organiser.open(path)
    page = text_of(response)
    assert "4 players, 2 rounds, 3 played games will be rated; not rated: 1 forfeit." in page
    for name in NAMES:
        assert name in page
    assert "not rated: forfeit" in page
    html = response.content.decode()
    assert 'value="Rook Lane Open"' in html
    assert 'value="2024-03-03"' in html
    assert everything() == before


def test_every_pairing_tells_its_line(club, organiser):
    rounds = organiser.open(preview_of(organiser, club.ladder)).context["rounds"]
    lines = FILE.splitlines()
    for row in rounds[0].rows:
        assert row["white"] in lines[row["line"] - 1]
    assert [(row["score"], row["verdict"]) for row in rounds[1].rows] == [
        ("+ −", "not rated: forfeit"),
        ("0–1", "rated"),
    ]


def test_saving_makes_a_draft_and_forgets_the_file(club, organiser):
    response = save(organiser, preview_of(organiser, club.ladder), name="My open")
    event = Event.objects.get()
    assert response["Location"] == f"/admin/ladders/events/{event.pk}/"
    assert (event.name, event.first_day, event.last_day, event.status) == (
        "My open", date(2024, 3, 1), date(2024, 3, 3), "draft",
    )  # fmt: skip
    assert list(event.entries.values_list("typed_name", "decision")) == [
        (name, "undecided") for name in NAMES
    ]
    assert event.games.count() == 4
    assert not PendingUpload.objects.exists()


def test_saving_twice_makes_one_event(club, organiser):
    path = preview_of(organiser, club.ladder)
    save(organiser, path)
    assert save(organiser, path).status_code == 404
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": ""}, "Please give a name."),
        ({"name": "x" * 5000}, "A name may have 200 characters; this one has 5000."),
        ({"last_day": ""}, "Please choose the last day"),
        ({"last_day": "2024-02-30"}, "There is no such day."),
        ({"last_day": "yesterday"}, "There is no such day."),
        ({"first_day": "2024-03-09"}, "The last day lies before the first day."),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_stored(fields, sentence, club, organiser):
    path = preview_of(organiser, club.ladder)
    before = everything()
    response = save(organiser, path, **fields)
    assert response.status_code == 200
    assert sentence in text_of(response)
    assert everything() == before


def test_names_that_are_html_stay_text(club, organiser):
    path = preview_of(organiser, club.ladder, trf(["<b>Bold</b>", "<script>x</script>"], GAMES[:1]))
    html = organiser.open(path).content.decode()
    assert "<b>Bold" not in html and "<script>x" not in html
    save(organiser, path)
    event = Event.objects.get()
    assert event.entries.first().typed_name == "<b>Bold</b>"
    for screen in ("", "results/", "rounds/1/", "publish/", "new-members/"):
        html = organiser.open(f"{event.pk}/{screen}").content.decode()
        assert "<b>Bold" not in html and "<script>x" not in html


def test_a_missing_last_day_must_be_given(club, organiser):
    path = preview_of(organiser, club.ladder, trf(NAMES, GAMES, header=("012 Open",)))
    assert "Please choose the last day" in text_of(save(organiser, path, first_day="", last_day=""))
    save(organiser, path, first_day="", last_day="2024-05-06")
    assert Event.objects.get().last_day == date(2024, 5, 6)


def test_an_ambiguous_last_day_is_chosen_among_its_readings(club, organiser):
    path = preview_of(organiser, club.ladder, trf(NAMES, GAMES, header=("012 Open", "052 03/04/2024")))
    response = organiser.open(path)
    assert {value for value, _label in response.context["form"].fields["day_choice"].choices} == {
        "2024-03-04", "2024-04-03", "other",
    }  # fmt: skip
    ticks = {f"agree-{code}": "on" for code in response.context["form"].warnings}
    empty = {"first_day": "", "last_day": "", **ticks}
    assert "Please choose the last day" in text_of(save(organiser, path, **empty))
    assert "Please choose the last day" in text_of(save(organiser, path, **empty, day_choice="other"))
    save(organiser, path, **empty, day_choice="2024-04-03")
    assert Event.objects.get().last_day == date(2024, 4, 3)


def test_warnings_are_ticked_one_by_class(club, organiser):
    content = trf(NAMES, GAMES, header=("012 Open", "052 2024/03/03", "062 9"))
    path = preview_of(organiser, club.ladder, content)
    assert organiser.open(path).context["form"].warnings == ["players_declared"]
    assert "Please look at this, and tick it." in text_of(save(organiser, path))
    assert not Event.objects.exists()
    save(organiser, path, **{"agree-players_declared": "on"})
    assert Event.objects.exists()


def test_the_letters_of_an_old_file_can_be_read_otherwise(club, organiser):
    content = trf(
        ["Παππάς, Γιώργος", "Brook, Ben"], [Game(1, 1, 2, "10")], header=("012 Open", "052 2024/03/03")
    )
    path = preview_of(organiser, club.ladder, content.encode("cp1253"))
    response = organiser.open(path)
    assert "Παππάς" not in response.content.decode()
    encodings = dict(response.context["encodings"])
    assert "Greek (cp1253)" in encodings.values()
    greek = next(name for name in encodings if name.replace("-", "").lower() in ("cp1253", "windows1253"))
    looked = organiser.submit(path, look="1", encoding=greek, name="Kept while looking")
    assert "Παππάς, Γιώργος" in looked.content.decode()
    assert "Kept while looking" in looked.content.decode()
    assert not Event.objects.exists()
    ticks = {f"agree-{code}": "on" for code in looked.context["form"].warnings}
    save(organiser, path, encoding=greek, **ticks)
    assert Event.objects.get().entries.first().typed_name == "Παππάς, Γιώργος"


def test_the_same_file_again_says_when_it_was_imported(club, organiser):
    save(organiser, preview_of(organiser, club.ladder))
    event = Event.objects.get()
    path = preview_of(organiser, club.ladder)
    response = organiser.open(path)
    assert "This very file was imported on" in text_of(response)
    assert f"/admin/ladders/events/{event.pk}/" in response.content.decode()
    assert "has been imported already" in text_of(save(organiser, path, target="new"))
    save(organiser, path, target="new", again="on")
    assert Event.objects.count() == 2


class TestTheSameResultsAgain:
    """Not the very file, but all of it: typed by hand before, or exported anew on another day."""

    WARNING = "All of these results stand in Evening of March 7, 2024 already"

    @pytest.fixture
    def typed(self, club):
        """Round 1, board 2 with the colours reversed; round 2 has a forfeit, which is no game played."""
        event = services.create_event(
            club.ladder, by=club.arbiter, name="Evening", last_day=date(2024, 3, 7),
            names=[name.upper() for name in NAMES],
        )  # fmt: skip
        one, two, three, four = event.entries.order_by("number").values_list("pk", flat=True)
        for number, pairings in {
            1: [(one, two, 2, 0), (four, three, 1, 1)],
            2: [(two, four, 0, 2)],
        }.items():
            services.save_round(
                event,
                number,
                [
                    services.Pairing(board, white, black, services.Result(Kind.PLAYED, won, lost))
                    for board, (white, black, won, lost) in enumerate(pairings, start=1)
                ],
                by=club.arbiter,
            )
        return event

    def test_is_pointed_out_before_it_is_saved_and_asked_about(self, club, typed, organiser):
        path = preview_of(organiser, club.ladder)
        page = organiser.open(path)
        assert self.WARNING in text_of(page)
        assert f"/admin/ladders/events/{typed.pk}/results/" in page.content.decode()
        assert "All of these results are entered already." in text_of(save(organiser, path))
        assert Event.objects.get() == typed
        save(organiser, path, again="on")
        assert Event.objects.count() == 2

    @pytest.mark.parametrize("differs", ["a result", "a name", "a round more", "another ladder", "deleted"])
    def test_anything_else_is_another_event(self, club, typed, organiser, differs):
        ladder = club.ladder
        if differs == "a result":
            services.correct_game(
                typed.games.get(round=2), services.Result(Kind.PLAYED, 2, 0), reason="", by=club.arbiter
            )
        elif differs == "a name":
            entry = typed.entries.get(number=4)
            services.retype_entry(entry, "Somebody", by=club.arbiter)
        elif differs == "a round more":
            one, two = typed.entries.filter(number__lte=2).values_list("pk", flat=True)
            more = services.Pairing(1, one, two, services.Result(Kind.PLAYED, 2, 0))
            services.save_round(typed, 3, [more], by=club.arbiter)
        elif differs == "another ladder":
            ladder = services.create_ladder(club.club, "Blitz", by=club.organiser)
        else:
            services.delete_event(typed, reason="", by=club.organiser)
        page = organiser.open(preview_of(organiser, ladder))
        assert "All of these results" not in text_of(page)
        assert "again" not in page.context["form"].fields


def newer(person, club):
    """The first file imported, decided and published; then a newer one is looked at."""
    save(person, preview_of(person, club.ladder))
    event = Event.objects.get()
    new = {entry.pk: services.NewMember() for entry in event.entries.all()}
    services.decide_entries(event, new, by=club.organiser)
    services.publish_event(event, by=club.organiser)
    games = [Game(1, 1, 2, "01"), GAMES[1], GAMES[2], GAMES[3], Game(3, 1, 4, "10")]
    return event, preview_of(person, club.ladder, trf(NAMES, games))


def test_a_newer_file_shows_what_is_new_changed_and_gone(club, organiser):
    event, path = newer(organiser, club)
    (shown,) = organiser.open(path).context["differences"]
    assert shown.event == event
    assert [(row["round"], row["score"]) for row in shown.new] == [(3, "1–0")]
    assert [(row["round"], row["was"], row["score"]) for row in shown.changed] == [(1, "1–0", "0–1")]
    assert shown.gone == []


def test_an_update_keeps_the_decisions_and_moves_the_ladder(club, organiser):
    event, path = newer(organiser, club)
    event.refresh_from_db()
    decided = list(event.entries.values_list("player_id", "decided_by", "decided_at"))
    assert "Please say whether this is a new event." in text_of(save(organiser, path))
    update = {"target": event.pk, f"version-{event.pk}": event.version}
    before = everything()
    looked = save(organiser, path, **update)
    assert f"“{event.name}” would be as in the newer file." in text_of(looked)
    (ladder,) = looked.context["ladders"]
    assert {move.after for move in ladder.moves} == {1200}
    assert "Please give a reason." in text_of(organiser.confirm(path, looked))
    assert organiser.confirm(path, looked, back="1").context["form"]["target"].value() == str(event.pk)
    assert everything() == before
    organiser.confirm(path, looked, reason="the final file")
    assert Event.objects.count() == 1
    assert event.games.count() == 5
    assert list(event.entries.values_list("player_id", "decided_by", "decided_at")) == decided
    # A win and a loss for Abel, Brook and Dove, a draw beside them: 40 × (1 − ½ − ½) = 0 each.
    ratings = {
        entry.typed_name: entry.player.standings.get().rating // 10**9 for entry in event.entries.all()
    }
    assert ratings == {"Abel, Anna": 1200, "Brook, Ben": 1200, "Clay, Cara": 1200, "Dove, Dan": 1200}


@pytest.mark.parametrize("is_followed", [True, False])
def test_a_file_that_only_adds_is_looked_at_where_later_events_follow(is_followed, club, organiser):
    event, _path = newer(organiser, club)
    path = preview_of(organiser, club.ladder, trf(NAMES, [*GAMES, Game(3, 1, 4, "10")]))
    event.refresh_from_db()
    if is_followed:
        club.play("AB1", day=date(2024, 3, 4))
    before = everything()
    answer = save(organiser, path, target=event.pk, **{f"version-{event.pk}": event.version})
    if not is_followed:
        assert (answer.status_code, event.games.count()) == (302, 5)
        return
    assert "Nothing is saved yet" in text_of(answer)
    assert "Please give a reason." in text_of(organiser.confirm(path, answer))
    assert everything() == before
    organiser.confirm(path, answer, reason="the final file")
    assert event.games.count() == 5


def test_a_draft_that_nobody_touched_is_updated(club, organiser):
    save(organiser, preview_of(organiser, club.ladder))
    event = Event.objects.get()
    path = preview_of(organiser, club.ladder, trf(NAMES, GAMES[:3]))
    save(organiser, path, target=event.pk, **{f"version-{event.pk}": event.version})
    assert event.games.count() == 3


def test_an_event_that_changed_meanwhile_is_not_updated(club, organiser, arbiter):
    event, path = newer(organiser, club)
    stale = event.version - 1
    before = everything()
    response = save(organiser, path, target=event.pk, **{f"version-{event.pk}": stale})
    assert "changed this event after you had opened it" in text_of(response)
    assert everything() == before


def test_the_event_to_update_must_be_one_that_was_offered(club, organiser, foreign):
    _event, path = newer(organiser, club)
    theirs = foreign.play("YZ1")
    before = everything()
    assert save(organiser, path, target=theirs.pk).status_code == 200
    assert everything() == before


def test_a_lost_role_ends_the_preview(club, organiser):
    path = preview_of(organiser, club.ladder)
    club.organiser.groups.clear()
    assert Browser(club.organiser).submit(path, name="x").status_code in (302, 404)
    assert not Event.objects.exists()


def test_an_update_asks_neither_for_a_name_nor_for_a_day(club, organiser):
    save(organiser, preview_of(organiser, club.ladder))
    event = Event.objects.get()
    header = ("012 Rook Lane Open", "042 2024/03/01")  # no last day
    path = preview_of(organiser, club.ladder, trf(NAMES, GAMES[:3], header=header))
    fields = {"name": "", "first_day": "", "last_day": "", "target": event.pk}
    save(organiser, path, **fields, **{f"version-{event.pk}": event.version})
    event.refresh_from_db()
    assert (event.name, event.last_day, event.games.count()) == ("Rook Lane Open", date(2024, 3, 3), 3)


def test_a_file_that_would_undo_a_correction_by_hand_needs_a_tick(club, organiser):
    save(organiser, preview_of(organiser, club.ladder))
    event = Event.objects.get()
    first = event.games.get(round=1, white__typed_name="Abel, Anna")
    services.correct_game(
        first, services.Result(Kind.PLAYED, 1, 1), reason="asked both", by=club.arbiter
    )  # fmt: skip
    newer_file = trf(NAMES, [*GAMES, Game(3, 1, 4, "10")])
    path = preview_of(organiser, club.ladder, newer_file)
    assert "Corrected here by hand on" in text_of(organiser.open(path))
    event.refresh_from_db()
    update = {"target": event.pk, f"version-{event.pk}": event.version}
    assert "The file would undo a correction made by hand." in text_of(save(organiser, path, **update))
    assert event.games.count() == 4
    save(organiser, path, **update, undo="on")
    first.refresh_from_db()
    assert (first.white_half_points, event.games.count()) == (2, 5)
    # Now the event is as the file says: another file may change the game again, and nobody is asked.
    path = preview_of(organiser, club.ladder, trf(NAMES, [Game(1, 1, 2, "01"), *GAMES[1:]]))
    page = organiser.open(path)
    assert page.context["differences"] and "by hand" not in text_of(page)


def test_a_round_typed_anew_counts_as_corrected_by_hand(club, organiser):
    save(organiser, preview_of(organiser, club.ladder))
    event = Event.objects.get()
    one, two, three, four = event.entries.order_by("number")
    services.save_round(
        event,
        1,
        [
            services.Pairing(None, one.pk, two.pk, services.Result(Kind.PLAYED, 0, 2)),
            services.Pairing(None, three.pk, four.pk, services.Result(Kind.PLAYED, 1, 1)),
        ],
        by=club.arbiter,
    )
    path = preview_of(organiser, club.ladder, trf(NAMES, GAMES[:3]))
    (shown,) = organiser.open(path).context["differences"]
    assert [(row["white"], bool(row["corrected"])) for row in shown.changed] == [("Abel, Anna", True)]


def test_of_many_names_that_would_go_twenty_are_told(club, organiser):
    many = [f"Player {number}" for number in range(1, 61)]
    save(organiser, preview_of(organiser, club.ladder, trf(many, [Game(1, 1, 2, "10")])))
    page = text_of(organiser.open(preview_of(organiser, club.ladder, trf(many[:35], [Game(1, 1, 2, "10")]))))
    assert "Player 55 and 5 more" in page
    assert "Player 56" not in page


def test_a_file_of_a_long_event_is_pointed_out(club, organiser):
    games = [Game(number, 1, 2, "10") for number in range(1, 14)]
    page = text_of(organiser.open(preview_of(organiser, club.ladder, trf(NAMES[:2], games))))
    assert "Abel, Anna has 13 rated games in this one event." in page
    assert "rated games in this one event" not in text_of(organiser.open(preview_of(organiser, club.ladder)))


GREEK = trf(["Brook, Ben", "Παππάς, Γιώργος"], [Game(1, 1, 2, "10")], header=("012 Open", "052 2024/03/03"))


def speaks(club, language):
    club.club.language = language
    club.club.save()


def test_the_letters_of_an_old_file_follow_the_language_of_the_club(club, organiser):
    speaks(club, "el")
    path = preview_of(organiser, club.ladder, GREEK.encode("cp1253"))
    response = organiser.open(path)
    assert response.context["encodings"][0][0] == "cp1253"
    assert response.context["sample_names"] == ["Παππάς, Γιώργος", "Brook, Ben"]
    assert "The club’s language suggests Greek (cp1253)." in text_of(response)
    assert "Please look at this, and tick it." in text_of(save(organiser, path, encoding="cp1253"))
    assert not Event.objects.exists()
    save(organiser, path, encoding="cp1253", **{"agree-letters_by_language": "on"})
    assert Event.objects.get().entries.get(number=2).typed_name == "Παππάς, Γιώργος"


@pytest.mark.parametrize(
    ("language", "content"),
    [
        ("en", GREEK.encode("cp1253")),
        ("uk", GREEK.encode("utf-8")),
        ("uk", GREEK.replace("012 Open\n", "012 Open\n032 GRE\n").encode("cp1253")),
    ],
)
def test_a_file_that_says_its_letters_is_not_asked_about(language, content, club, organiser):
    speaks(club, language)
    response = organiser.open(preview_of(organiser, club.ladder, content))
    assert response.context["suggested"] == ""
    if language == "uk":
        assert "Παππάς, Γιώργος" in text_of(response)


def test_no_letters_are_offered_where_the_file_is_refused_for_something_else(club, organiser):
    speaks(club, "el")
    broken = GREEK.replace("     2 w 1", "    99 w 1")
    assert broken != GREEK
    path = preview_of(organiser, club.ladder, broken.encode("cp1253"))
    response = organiser.open(path)
    assert response.context["reading"].has_errors
    assert response.context["encodings"] == []


def test_boards_are_a_column_where_the_file_has_some(club, organiser):
    page = organiser.open(preview_of(organiser, club.ladder))
    assert not page.context["rounds"][0].has_boards
    assert ">Board<" not in page.content.decode()


def test_one_typed_name_twice_in_a_round_is_asked_about_and_becomes_two_names(club, organiser):
    rows = "round,white,black,result\n1,Ahmet,Ben,1-0\n1,Cleo,Ahmet,0-1\n"
    path = preview_of(organiser, club.ladder, rows, "evening.csv")
    assert "in lines 2 and 3: two people of the same name" in text_of(organiser.open(path))
    given = {"name": "Evening", "last_day": "2026-02-03"}
    assert "Please look at this" in text_of(organiser.submit(path, **given))
    organiser.submit(path, **given, **{"agree-csv_twice_in_round": "on", "agree-last_day_missing": "on"})
    event = Event.objects.get()
    assert list(event.entries.values_list("number", "typed_name")) == [
        (1, "Ahmet"),
        (2, "Ben"),
        (3, "Cleo"),
        (4, "Ahmet"),
    ]
    rows = organiser.open(f"{event.pk}/").context["rows"]
    assert [row.entry.typed_name for row in rows].count("Ahmet") == 2
