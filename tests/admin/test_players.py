import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from wagtail.models import ModelLogEntry

from wagtail_ladder import services
from wagtail_ladder.models import Act, LadderPlayer, NameMode, Player, Visibility

from .test_clubs import actions_on, messages_of

ADD = "ladder_players:add"
EDIT = "ladder_players:edit"


def posted(player, ladder, **changes):
    """What the browser sends of the unchanged form, with changes: `always_initials` is of the ladder."""
    seat = LadderPlayer.objects.filter(ladder=ladder, player=player).first()
    values = {
        "name": player.name,
        "is_adult": player.is_adult,
        "always_initials": bool(seat and seat.initials_forced),
        **changes,
    }
    on_ladder = f"ladder-{ladder.pk}-always_initials"
    data = {on_ladder if key == "always_initials" else key: value for key, value in values.items()}
    return {key: "on" if value is True else value for key, value in data.items() if value is not False}


@pytest.fixture
def anna(rookery):
    return rookery.players[0]


@pytest.fixture
def save(client, rookery, anna):
    def save(who, **changes):
        client.force_login(who)
        anna.refresh_from_db()
        response = client.post(reverse(EDIT, args=[anna.pk]), posted(anna, rookery.ladder, **changes))
        anna.refresh_from_db()
        return response

    return save


@pytest.fixture
def seat(rookery, anna):
    return lambda: LadderPlayer.objects.get(ladder=rookery.ladder, player=anna)


@pytest.fixture
def public(rookery, root):
    """The ladder is public and shows full names."""
    services.change_ladder(rookery.ladder, by=root, visibility=Visibility.PUBLIC, names=NameMode.FULL)
    return rookery.ladder


def test_an_arbiter_adds_a_player_and_no_message_or_log_holds_the_name(client, rookery):
    client.force_login(rookery.arbiter)
    response = client.post(reverse(ADD), {"club": rookery.club.pk, "name": " Clara   Vidal "})
    assert response.status_code == 302
    clara = Player.objects.get(name="Clara Vidal")
    assert (clara.club, clara.is_adult) == (rookery.club, False)
    assert messages_of(response)[-1].startswith("Player added.")
    assert actions_on(clara) == ["wagtail_ladder.add_player"]
    assert Act.objects.filter(kind="add").latest("pk").before["players"] == [clara.pk]
    assert not any("Vidal" in message for message in messages_of(response))
    assert not any("Vidal" in f"{entry.label} {entry.data}" for entry in ModelLogEntry.objects.all())


def test_nobody_adds_a_player_to_another_club(client, rookery, foreign):
    client.force_login(rookery.organiser)
    assert "Zugzwang" not in client.get(reverse(ADD)).content.decode()
    response = client.post(reverse(ADD), {"club": foreign.club.pk, "name": "Intruder"})
    assert response.status_code == 200
    assert not Player.objects.filter(name="Intruder").exists()


def test_renaming(save, rookery, anna):
    response = save(rookery.arbiter, name="Anna Keller-Vidal")
    assert messages_of(response)[-1].startswith("Player saved.")
    assert anna.name == "Anna Keller-Vidal"
    assert actions_on(anna)[1:] == ["wagtail_ladder.rename_player"]
    assert not any("Keller" in message for message in messages_of(response))


def test_saving_without_changes_does_and_logs_nothing(save, rookery, anna):
    before = rookery.club.__class__.objects.get().version
    save(rookery.organiser)
    assert rookery.club.__class__.objects.get().version == before
    assert actions_on(anna) == ["wagtail_ladder.add_player"]


def test_the_screen_shows_the_name_in_title_and_breadcrumbs(client, rookery, anna):
    client.force_login(rookery.arbiter)
    for view in ("edit", "history"):
        page = client.get(reverse(f"ladder_players:{view}", args=[anna.pk])).content.decode()
        assert "Anna Keller" in page.partition("</head>")[0]
        assert str(anna) not in page.partition('id="main"')[2].partition("<form")[0]


def test_nothing_is_half_saved(save, rookery, anna, monkeypatch):
    """The name comes first and the initials are refused: the name stays as it was."""

    def refuse(*args, **kwargs):
        raise services.Refused("refused", "Not today.")

    monkeypatch.setattr("wagtail_ladder.admin.player_forms.force_initials", refuse)
    response = save(rookery.organiser, name="Renamed", always_initials=True)
    assert response.status_code == 200
    assert "Not today." in response.content.decode()
    assert 'value="Renamed"' in response.content.decode()
    assert anna.name == "Anna Keller"
    assert actions_on(anna) == ["wagtail_ladder.add_player"]


def test_an_arbiter_tightens_and_does_not_loosen(save, rookery, anna, seat, root):
    save(rookery.arbiter, always_initials=True)
    assert seat().initials_forced
    save(rookery.arbiter, always_initials=False)
    assert seat().initials_forced
    save(rookery.arbiter, is_adult=True)
    assert not anna.is_adult
    services.confirm_adults(rookery.club, [anna.pk], by=root)
    save(rookery.arbiter, is_adult=False)
    assert not anna.is_adult


def test_what_becomes_visible_is_asked_for_first(save, rookery, public, anna, seat):
    services.force_initials(public, anna, True, by=rookery.arbiter)
    save(rookery.organiser, is_adult=True)
    assert anna.is_adult  # shown by initials all the same: there is nothing to ask

    asked = save(rookery.organiser, always_initials=False)
    page = asked.content.decode()
    assert asked.status_code == 200
    assert "<li><bdi>Anna Keller</bdi></li>" in page
    assert "which everybody sees" in page
    assert seat().initials_forced

    refused = save(rookery.organiser, always_initials=False, seen="something else")
    assert refused.status_code == 200
    assert seat().initials_forced

    seen = asked.context["form"].disclosure_fingerprint
    assert save(rookery.organiser, always_initials=False, seen=seen).status_code == 302
    assert not seat().initials_forced


def test_a_form_that_is_out_of_date_undoes_nothing(client, save, rookery, anna, seat):
    client.force_login(rookery.organiser)
    opened = client.get(reverse(EDIT, args=[anna.pk]))
    as_of = opened.context["form"]["as_of"].value()
    assert f'name="as_of" value="{as_of}"' in opened.content.decode()
    services.force_initials(rookery.ladder, anna, True, by=rookery.arbiter)
    response = save(rookery.organiser, name="Anna Vidal", always_initials=False, as_of=as_of)
    assert response.status_code == 302
    assert "Somebody changed this" in messages_of(response)[-1]
    assert seat().initials_forced
    assert anna.name == "Anna Keller"
    fresh = client.get(reverse(EDIT, args=[anna.pk])).context["form"]["as_of"].value()
    save(rookery.organiser, name="Anna Vidal", as_of=fresh)
    assert anna.name == "Anna Vidal"


def test_no_autosave_and_no_draft(client, rookery, anna):
    client.force_login(rookery.organiser)
    page = client.get(reverse(EDIT, args=[anna.pk]))
    assert page.context["autosave_enabled"] is False
    assert "action-publish" not in page.content.decode()
    json = client.post(
        reverse(EDIT, args=[anna.pk]), {"name": "\x00"}, headers={"accept": "application/json"}
    )
    assert json.status_code == 400


def test_a_rename_discloses_nothing(save, rookery, public, anna):
    services.set_start_rating(public, anna, 1650, "League", by=rookery.organiser)
    services.confirm_adults(rookery.club, [anna.pk], by=rookery.organiser)
    assert save(rookery.organiser, name="Anna Vidal").status_code == 302


def looked_at(page):
    """What the browser sends when the button under the list is pressed."""
    return {name: page.context[name] for name in ("listed", "seen")}


def test_bulk_confirmation_lists_names_and_what_becomes_visible(client, rookery, public, anna):
    services.set_start_rating(public, anna, 1650, "League", by=rookery.organiser)  # Anna is on the ladder
    client.force_login(rookery.organiser)
    address = reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", "confirm_adults"])
    address += "?" + "&".join(f"id={player.pk}" for player in rookery.players)
    page = client.get(address)
    assert page.context["disclosures"][0].names == ("Anna Keller",)
    assert "Ben Okafor" in page.content.decode()
    assert not Player.objects.filter(is_adult=True).exists()

    response = client.post(address, looked_at(page))
    assert Player.objects.filter(is_adult=True).count() == 2
    assert messages_of(response) == ["2 players confirmed as adults."]
    assert actions_on(anna)[-1] == "wagtail_ladder.confirm_adult"


def test_select_all_keeps_to_the_filters(client, rookery, root):
    services.force_initials(rookery.ladder, rookery.players[1], True, by=root)
    client.force_login(rookery.organiser)
    address = reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", "confirm_adults"])
    address += f"?id=all&ladder={rookery.ladder.pk}&club={rookery.club.pk}"
    client.post(address, looked_at(client.get(address)))
    assert [player.name for player in Player.objects.filter(is_adult=True)] == ["Ben Okafor"]


@pytest.fixture
def bulk(client, rookery):
    client.force_login(rookery.organiser)
    return reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", "confirm_adults"]) + "?id=all"


def assert_nobody_is_confirmed(response):
    assert response.status_code == 200
    assert "Nobody is confirmed yet. Please look at this list first." in response.content.decode()
    assert not Player.objects.filter(is_adult=True).exists()


def test_nobody_is_confirmed_without_a_look_at_the_list(client, bulk):
    assert_nobody_is_confirmed(client.post(bulk))


def test_nobody_is_confirmed_after_a_look_at_another_list(client, rookery, bulk):
    page = client.get(bulk)
    services.add_player(rookery.club, "Cleo Late", by=rookery.arbiter)
    response = client.post(bulk, looked_at(page))
    assert_nobody_is_confirmed(response)
    assert "Cleo Late" in response.content.decode()
    assert client.post(bulk, looked_at(response)).status_code == 302


def test_nobody_is_confirmed_where_more_becomes_visible_meanwhile(client, rookery, root, anna, bulk):
    services.set_start_rating(rookery.ladder, anna, 1650, "League", by=root)
    page = client.get(bulk)
    services.change_ladder(rookery.ladder, by=root, visibility=Visibility.PUBLIC, names=NameMode.FULL)
    assert_nobody_is_confirmed(client.post(bulk, looked_at(page)))


def test_a_filter_that_is_none_chooses_nobody(client, bulk):
    listed = looked_at(client.get(bulk))
    for response in (client.get(f"{bulk}&club=bogus"), client.post(f"{bulk}&club=bogus", listed)):
        assert response["Location"] == reverse("ladder_players:list")
    assert not Player.objects.filter(is_adult=True).exists()


def test_the_look_ahead_takes_the_same_queries_for_many_players(client, rookery, bulk):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            client.get(bulk)
        return len(captured)

    queries()
    for_two = queries()
    for number in range(14):
        services.add_player(rookery.club, f"Member {number}", by=rookery.arbiter)
    assert queries() == for_two


def test_roles_that_went_meanwhile_are_a_sentence(client, rookery, monkeypatch):
    def refuse(*args, **kwargs):
        raise services.NotAllowed("not_allowed", "You may not do this in this club.")

    monkeypatch.setattr("wagtail_ladder.admin.bulk.confirm_adults", refuse)
    client.force_login(rookery.organiser)
    address = reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", "confirm_adults"])
    response = client.post(f"{address}?id={rookery.players[0].pk}")
    assert response.status_code == 200
    assert "You may not do this in this club." in response.content.decode()


@pytest.mark.parametrize("query", ["παπαδοπουλου", "ΠΑΠΑΔΟΠΟΎΛΟΥ", "ελενη", "παπ ελ"])
def test_search_knows_no_accents_or_capitals_in_any_alphabet(client, rookery, query):
    services.add_player(rookery.club, "Ελένη Παπαδοπούλου", by=rookery.organiser)
    client.force_login(rookery.arbiter)
    page = client.post(reverse("ladder_players:list_results"), {"q": query}).content.decode()
    assert "Ελένη Παπαδοπούλου" in page
    assert "Anna Keller" not in page


def test_filters_by_club_ladder_and_age(client, rookery, anna, root):
    services.confirm_adults(rookery.club, [anna.pk], by=root)
    services.force_initials(rookery.ladder, rookery.players[1], True, by=root)
    client.force_login(rookery.arbiter)
    results = reverse("ladder_players:list_results")
    by_age = client.get(results, {"is_adult": "true"}).content.decode()
    assert "Anna Keller" in by_age
    assert "Ben Okafor" not in by_age
    by_ladder = client.get(results, {"ladder": rookery.ladder.pk}).content.decode()
    assert "Ben Okafor" in by_ladder
    assert "Anna Keller" not in by_ladder


@pytest.mark.parametrize("name", ["", " ", "x" * 5000, "An\x00na", "\u202e"])
def test_hostile_names_are_refused_in_a_sentence(client, save, rookery, anna, name):
    response = save(rookery.organiser, name=name)
    assert response.status_code == 200
    assert "Nothing is saved: please look at what is marked" in response.content.decode()
    assert anna.name == "Anna Keller"
    assert client.post(reverse(ADD), {"club": rookery.club.pk, "name": name}).status_code == 200
    assert Player.objects.count() == 2


@pytest.mark.parametrize("query", ["\x00", "%", "x" * 5000, "<script>", "'", "\u202e"])
def test_hostile_searches_find_nothing(client, rookery, query):
    client.force_login(rookery.organiser)
    asked = {"q": query, "ordering": query, "club": query, "is_adult": query, "p": query}
    for view in ("list", "list_results"):
        page = client.post(reverse(f"ladder_players:{view}"), asked)
        assert page.status_code == 200
        assert "<script>" not in page.content.decode().rpartition('id="listing-results"')[2]
        assert list(page.context["object_list"]) == []


def test_a_name_in_html_is_only_text_everywhere(client, save, rookery, public, anna):
    name = "<img src=x onerror=alert(1)>"
    services.set_start_rating(public, anna, 1650, "League", by=rookery.organiser)
    save(rookery.organiser, name=name)
    bulk = reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", "confirm_adults"])
    pages = [
        client.get(reverse("ladder_players:list")),
        client.get(reverse(EDIT, args=[anna.pk])),
        client.get(reverse("ladder_players:history", args=[anna.pk])),
        client.get(f"{bulk}?id=all"),
        save(rookery.organiser, is_adult=True),
    ]
    for page in pages:
        assert "<img src=x" not in page.content.decode()
    chooser = client.get(reverse("ladder_player_chooser:choose")).json()["html"]
    assert "&lt;img src=x" in chooser
    assert "<img src=x" not in chooser


def test_the_list_takes_the_same_queries_however_long(client, rookery):
    client.force_login(rookery.organiser)

    def queries():
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("ladder_players:list_results"))
        return len(captured)

    services.force_initials(rookery.ladder, rookery.players[0], True, by=rookery.organiser)
    queries()  # fills the caches of content types
    before = queries()
    for number in range(20):
        player = services.add_player(rookery.club, f"Player {number}", by=rookery.organiser)
        services.force_initials(rookery.ladder, player, True, by=rookery.organiser)
    assert queries() == before
