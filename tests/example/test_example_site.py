"""What the example site promises: five clubs, what is in them, and who sees what."""

from datetime import date, timedelta

import pytest

# One worker loads the site for all of these tests, where pytest runs with `--dist loadgroup`.
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.xdist_group("example site")]


def test_the_english_club_has_three_seasons(facts):
    english = facts["ladders"]["en"]
    assert english["published"] == english["events"] >= 90
    assert english["players"] >= 40
    assert english["kinds"]["played"] >= 3000
    span = date.fromisoformat(english["last_day"]) - date.fromisoformat(english["first_day"])
    assert span > timedelta(days=2 * 365)
    assert date.today() - date.fromisoformat(english["last_day"]) < timedelta(days=9)


def test_the_english_club_has_one_of_everything(facts):
    english = facts["ladders"]["en"]
    for kind in ("bye_pairing", "bye_half", "forfeit", "double_forfeit"):
        assert english["kinds"][kind] > 0, kind
    assert english["event_unrated"] == {"variant": 3, "unrated_event": 3}
    assert english["tables"] == 3
    assert english["games_unrated"] == 1
    assert english["corrections"] == 1
    assert english["left_out"] == 1
    assert english["start_ratings"] == 1
    assert english["provisional"] >= 2
    assert english["inactive"] >= 2
    assert english["waiting"] == 0


def test_full_names_are_shown_of_confirmed_adults_alone(facts):
    english = facts["ladders"]["en"]
    assert (english["visibility"], english["names"]) == ("public", "full")
    assert english["players"] - english["adults"] == 4
    assert facts["visits"][""]["ladder en"]["names"]["en"] == english["adults"]


def test_the_greek_club_has_one_event_that_waits_for_names(facts):
    greek = facts["ladders"]["el"]
    assert greek["waiting"] == 1
    assert greek["published"] == greek["events"]
    assert "Γ. Καλαμβρός" in greek["undecided"]
    assert len(greek["undecided"]) == 12


def test_the_sitemap_has_the_public_ladders_of_all_languages(facts):
    """Each with its players and its published events."""
    for language in ("en", "el", "uk", "fa"):
        ladder = facts["ladders"][language]
        assert facts["sitemap"][language] > ladder["players"] + ladder["published"], language
    assert facts["sitemap"]["tr"] == 0


@pytest.mark.parametrize("language", ["uk", "fa"])
def test_the_other_clubs_have_a_few_public_events(facts, language):
    ladder = facts["ladders"][language]
    assert ladder["visibility"] == "public"
    assert ladder["events"] >= 5
    assert ladder["players"] == 12


def test_parents_see_the_school_s_ladder_by_initials(facts):
    page = facts["visits"]["parent"]["ladder tr"]
    assert page["status"] == 200
    assert page["names"]["tr"] == 0
    assert page["players"] >= facts["ladders"]["tr"]["players"]


def test_a_stranger_is_asked_to_log_in_at_the_school(facts):
    for page in ("club tr", "ladder tr"):
        found = facts["visits"][""][page]
        assert found["names"]["tr"] == 0
        assert found["players"] == 0
    assert facts["visits"][""]["ladder tr"]["to"].startswith("/tr/login/")
    assert facts["visits"][""]["parents"]["to"].startswith("/tr/login/")


def test_who_belongs_to_another_club_finds_no_school_ladder(facts):
    assert facts["visits"]["organiser"]["ladder tr"]["status"] == 404
    assert facts["visits"]["editor"]["ladder tr"]["status"] == 404


@pytest.mark.parametrize("language", ["en", "el", "uk", "fa"])
def test_everybody_sees_the_public_ladders(facts, language):
    for visitor, pages in facts["visits"].items():
        assert pages[f"club {language}"]["status"] == 200, visitor
        assert pages[f"ladder {language}"]["status"] == 200, visitor
        assert pages[f"ladder {language}"]["players"] >= facts["ladders"][language]["players"], visitor


def test_the_front_page_embeds_public_ladders_and_not_the_school_s(facts):
    for visitor, pages in facts["visits"].items():
        front = pages["front"]
        assert front["status"] == 200
        assert front["names"]["en"] > 0 and front["names"]["uk"] > 0, visitor
        assert front["names"]["tr"] == front["names"]["el"] == 0, visitor


def test_a_missing_page_has_the_frame_of_the_site(facts):
    assert facts["visits"][""]["nothing"]["status"] == 404
    assert facts["visits"][""]["login"]["status"] == 200


def test_roles_are_those_that_the_table_of_logins_promises(facts):
    clubs = facts["clubs"]
    assert facts["roles"] == {
        "admin": [],
        "organiser": [f"organiser {clubs['en']}"],
        "arbiter": [f"arbiter {clubs['en']}"],
        "editor": [],
        "teacher": [f"organiser {clubs['tr']}"],
        "parent": [],
        "omilos": [f"organiser {clubs['el']}"],
        "klub": [f"organiser {clubs['uk']}"],
        "sarv": [f"organiser {clubs['fa']}"],
    }


def test_the_second_start_loads_nothing_again(example, facts):
    assert "Loaded the example clubs" in example.first_start
    assert "loaded already" in example.second_start
    assert "Loaded" not in example.second_start
    again = example.run("example_site/manage.py", "load_example")
    assert again.returncode == 0, again.stderr
    assert "loaded already" in again.stdout


def test_the_start_prints_addresses_and_logins(example, facts):
    assert "http://localhost:8000/admin/" in example.first_start
    assert "http://localhost:8000/fa/  فارسی" in example.first_start
    for username in facts["roles"]:
        assert f"    {username} " in example.first_start


def test_the_menu_of_languages_names_each_in_itself_and_leads_to_its_front_page(facts):
    names = {"en": "English", "el": "Ελληνικά", "uk": "Українська", "fa": "فارسی", "tr": "Türkçe"}
    front_pages = {code: "/" if code == "en" else f"/{code}/" for code in names}
    for path, offered in facts["languages"].items():
        # A page leads to itself in its own language.
        leads_to = front_pages | ({"el": path} if path == "/el/anemomylos/" else {})
        assert offered == {code: [names[code], leads_to[code]] for code in names}, path


@pytest.mark.parametrize("language", ["en", "el", "uk", "fa", "tr"])
def test_each_club_is_shown_in_its_language(facts, language):
    for page in ("front", "club", "ladder"):
        found = facts["visits"]["parent" if language == "tr" else ""][f"{page} {language}"]
        assert (found["status"], found["language"]) == (200, language)
        assert ("example" in found["footer"]) == (language == "en")
        prefix = "/" if language == "en" else f"/{language}/"
        assert len(found["menu"]) == (3 if language == "tr" else 2)
        assert all(address.startswith(prefix) for address in found["menu"])


@pytest.mark.parametrize("language", ["en", "el", "uk", "fa"])
def test_each_front_page_has_blocks_of_every_kind(facts, language):
    kinds = {"ladder", "movers", "milestones", "standings", "player", "head_to_head", "events", "records"}
    assert kinds <= set(facts["visits"][""][f"front {language}"]["blocks"])


def test_the_page_for_parents_shows_the_school_to_them_alone(facts):
    assert facts["visits"]["parent"]["parents"]["status"] == 200
    assert facts["visits"]["parent"]["parents"]["blocks"]["ladder"] == 4
    assert facts["visits"]["parent"]["parents"]["players"] > 0
    assert "/tr/veliler/" in facts["visits"]["parent"]["front tr"]["menu"]
    for visitor in ("", "editor", "organiser"):
        assert facts["visits"][visitor]["parents"]["status"] in (302, 403, 404)
        assert facts["visits"][visitor]["parents"]["players"] == 0
        assert "/tr/veliler/" not in facts["visits"][visitor]["front tr"]["menu"]


def test_organisers_read_the_admin_in_the_language_of_their_club(facts):
    assert facts["admin"] == {"omilos": "el", "klub": "uk", "sarv": "fa", "teacher": "tr", "arbiter": "en"}


def test_the_account_page_saves(facts):
    assert facts["accounts"] == {"organiser": True, "arbiter": True, "klub": True}
