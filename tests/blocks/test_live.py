"""An open page asks whether a ladder on it has changed, behind the same restrictions as the page itself."""

import re
from datetime import date

import pytest
from django.contrib.auth.models import Group, User
from django.urls import reverse
from wagtail.models import PageViewRestriction

from tests.testapp.models import HomePage
from wagtail_ladder import services
from wagtail_ladder.audience import link_token
from wagtail_ladder.site.links import path_of_link

pytestmark = pytest.mark.django_db


def ask(client, page, etag=""):
    headers = {"HTTP_IF_NONE_MATCH": etag} if etag else {}
    return client.get(page.url, {"ladder-live": "1"}, **headers)


def stamps(html):
    return re.findall(r'data-ladder-live="(\w+)"', html.decode())


def known(response):
    """What `live.js` says that the open page shows."""
    return f'"{"-".join(dict.fromkeys(stamps(response.content)))}"'


@pytest.fixture
def page(host):
    return host(("ladder", {}), ("movers", {"live": True}), ("events", {}))


def test_nothing_has_changed(client, page):
    etag = known(client.get(page.url))
    answer = ask(client, page, etag)
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer["ETag"] == etag and "no-cache" in answer["Cache-Control"]


def test_a_new_result_is_told_once(client, world, page):
    before = client.get(page.url)
    world.event(date(2026, 9, 11), ["Fay 1-0 Anna"])
    answer = ask(client, page, known(before))
    assert answer.status_code == 200 and b"1246" in answer.content
    assert known(answer) == answer["ETag"] and not {*stamps(answer.content)} & {*stamps(before.content)}
    assert ask(client, page, answer["ETag"]).status_code == 304


def test_a_ladder_that_becomes_hidden_takes_its_rows_away(client, world, page):
    etag = known(client.get(page.url))
    world.set(visibility="organisers")
    answer = ask(client, page, etag)
    assert answer.status_code == 200 and b"<section" not in answer.content


# What is shown otherwise without a replay, on each kind of page that may be left open.


@pytest.fixture
def eight(world):
    """Two more on the ladder, and all eight in a group; Anna is shown by her full name."""
    world.event(date(2026, 9, 11), ["Gil ½-½ Hal"])
    services.confirm_adults(world.club, [world.player("Anna").pk], by=world.by)
    world.set(names="full")
    group = services.create_group(world.club, "U10", by=world.by)
    services.add_to_group(group, world.club.players.values_list("pk", flat=True), by=world.by)
    return group


def rename(world, group):
    services.rename_player(world.player("Anna"), "Annette", by=world.by)


def force_initials(world, group):
    services.force_initials(world.ladder, world.player("Anna"), True, by=world.by)


def rename_ladder(world, group):
    world.set(name="First ladder")


def show_a_decimal(world, group):
    world.set(shown_decimals=1)


def take_out_of_the_group(world, group):
    services.remove_from_group(group, [world.player("Fay").pk], by=world.by)


def put_into_the_group(world, group):
    take_out_of_the_group(world, group)
    services.add_to_group(group, [world.player("Fay").pk], by=world.by)


def rename_the_group(world, group):
    services.rename_group(group, "U12", by=world.by)


ON_ALL = [rename, force_initials, rename_ladder, show_a_decimal]
OF_GROUPS = [take_out_of_the_group, rename_the_group]


def there(world, host, what):
    if what == "frame":
        return reverse("wagtail_ladder:embed", args=[world.ladder.embed_id])
    if what == "blocks":
        return host(("ladder", {}), ("ladder", {"group": "U10"})).url
    return world.ladder_page().url


@pytest.mark.parametrize(
    ("what", "change"),
    [
        *((what, change) for what in ("frame", "blocks", "ladder page") for change in ON_ALL),
        *((what, change) for what in ("blocks", "ladder page") for change in OF_GROUPS),
    ],
)
def test_what_is_shown_otherwise_is_told(client, world, host, eight, what, change):
    address = there(world, host, what)
    etag = known(client.get(address))
    assert client.get(address, {"ladder-live": "1"}, HTTP_IF_NONE_MATCH=etag).status_code == 304
    change(world, eight)
    told = client.get(address, {"ladder-live": "1"}, HTTP_IF_NONE_MATCH=etag)
    assert told.status_code == 200 and known(told) != etag


@pytest.mark.parametrize("what", ["frame", "blocks", "ladder page"])
def test_what_is_not_shown_is_not_told(client, world, host, eight, what):
    """Nobody who watches an open page learns that a hidden ladder of the club, or a draft, has changed."""
    address = there(world, host, what)
    etag = known(client.get(address))
    hidden = services.create_ladder(world.club, "Hidden", by=world.by)
    with world.commits():
        services.create_event(hidden, by=world.by, name="Tonight", last_day=date(2026, 9, 12), names=["Zoe"])
        services.create_event(
            world.ladder, by=world.by, name="Tonight", last_day=date(2026, 9, 12), names=["Anna", "Zoe"]
        )
        put_into_the_group(world, eight)
    assert client.get(address, {"ladder-live": "1"}, HTTP_IF_NONE_MATCH=etag).status_code == 304


def test_the_day_on_which_somebody_becomes_inactive_is_told(client, world, host, monkeypatch):
    world.set(inactive_after=1)
    addresses = [there(world, host, what) for what in ("frame", "blocks", "ladder page")]
    for day, active in ((date(2026, 10, 4), True), (date(2026, 11, 5), False)):
        monkeypatch.setattr("django.utils.timezone.localdate", lambda *_args, day=day: day)
        etags = [known(client.get(address)) for address in addresses]
        if active:
            before = etags
    assert not {*before} & {*etags}


def test_where_it_is_off_nothing_is_asked(client, host):
    html = client.get(host(("ladder", {"live": False}), ("movers", {"live": False})).url).content
    assert b"live.js" not in html and not stamps(html)


def test_a_stamp_of_the_page_itself_is_none_of_ours(client, world, page, monkeypatch):
    """A page of the site may call anything so, even somebody: it breaks nothing and goes nowhere."""
    get_context = HomePage.get_context
    monkeypatch.setattr(
        HomePage, "get_context", lambda *args, **kwargs: {**get_context(*args, **kwargs), "stamp": world.by}
    )
    known_before = known(client.get(page.url))
    assert ask(client, page)["ETag"] == known_before
    bare = world.home.add_child(instance=HomePage(title="Text", slug="text"))
    assert "ETag" not in ask(client, bare).headers


def test_the_tag_of_many_blocks_fits_into_a_header(client, host):
    """A server in front may take no more than 4,096 bytes for all headers of an answer."""
    page = host(*[("milestones", {})] * 260)
    etag = known(client.get(page.url))
    assert len(etag) < 3000
    assert ask(client, page, etag).status_code == 304


def test_no_cache_keeps_what_was_asked(client, world, page, eight):
    """A purge names the address of the page, and none with our word in the query."""
    bare = world.home.add_child(instance=HomePage(title="Text", slug="text"))
    ladder_page = world.ladder_page()
    answers = [
        ask(client, bare),
        client.head(page.url, {"ladder-live": "1"}),
        client.head(ladder_page.url, {"ladder-live": "1"}),
        client.get(page.url, {"ladder-live": "1"}, HTTP_IF_NONE_MATCH=known(client.get(page.url))),
    ]
    for ask_for_group in (client.get, client.head):
        gone = ask_for_group(ladder_page.url, {"ladder-live": "1", "group": "U99"})
        assert gone.status_code == 404
        answers.append(gone)
    for answer in answers:
        told = answer["Cache-Control"]
        assert "private" in told and "no-cache" in told


def test_without_the_question_the_page_is_as_it_always_was(client, page):
    answer = client.get(page.url)
    assert "ETag" not in answer.headers and "Cache-Control" not in answer.headers
    assert client.get(page.url, HTTP_IF_NONE_MATCH=known(answer)).status_code == 200


def test_a_page_without_blocks_takes_no_notice(client, world):
    page = world.home.add_child(instance=HomePage(title="Text", slug="text", body=[("text", "<p>Hello</p>")]))
    answer = ask(client, page, '"x"')
    assert answer.status_code == 200 and "ETag" not in answer.headers


def test_the_restrictions_of_the_page_hold(client, world, page):
    parents = Group.objects.create(name="parents")
    world.set(visibility="members", member_groups=[parents])
    restriction = PageViewRestriction.objects.create(page=page, restriction_type="groups")
    restriction.groups.add(parents)
    member = User.objects.create_user("parent")
    member.groups.add(parents)
    client.force_login(member)
    answer = ask(client, page)
    assert b"1487" in answer.content and "private" in answer["Cache-Control"]
    client.logout()
    refused = ask(client, page, answer["ETag"])
    assert refused.status_code == 302 and "ETag" not in refused.headers


def test_what_the_page_itself_refuses_stays_refused(client, page, monkeypatch):
    from django.http import HttpResponseForbidden

    etag = ask(client, page)["ETag"]
    monkeypatch.setattr(HomePage, "serve", lambda *args, **kwargs: HttpResponseForbidden())
    refused = ask(client, page, etag)
    assert refused.status_code == 403 and "ETag" not in refused.headers


def test_the_stamp_is_that_of_this_site_alone(client, page, settings):
    """It is no plain digest: nobody finds out what it was made of by trying."""
    before = stamps(client.get(page.url).content)
    assert all(re.fullmatch(r"[0-9a-f]{10}", stamp) for stamp in before)
    settings.SECRET_KEY = "another"
    assert not {*stamps(client.get(page.url).content)} & {*before}


# The ladder's own page.


def test_the_page_of_a_ladder_is_followed_behind_the_gate(client, world):
    page = world.ladder_page()
    etag = known(client.get(page.url))
    assert ask(client, page, etag).status_code == 304
    world.event(date(2026, 9, 11), ["Fay 1-0 Anna"])
    answer = ask(client, page, etag)
    assert answer.status_code == 200 and known(answer) == answer["ETag"]
    world.set(visibility="organisers")
    refused = ask(client, page, answer["ETag"])
    assert refused.status_code == 404 and "ETag" not in refused.headers


def test_the_page_of_a_ladder_for_members(client, world):
    parents = Group.objects.create(name="parents")
    world.set(visibility="members", member_groups=[parents])
    page = world.ladder_page()
    member = User.objects.create_user("parent")
    member.groups.add(parents)
    client.force_login(member)
    etag = known(client.get(page.url))
    answer = ask(client, page, etag)
    assert answer.status_code == 304 and "no-store" in answer["Cache-Control"]
    client.logout()
    refused = ask(client, page, etag)
    assert refused.status_code == 302 and "ETag" not in refused.headers


def test_a_group_that_is_not_shown_any_more_is_gone(client, world, eight):
    """Without the question a way leads to the whole ladder; an open page of the group only loses its rows."""
    page = world.ladder_page()
    group = {"group": "U10"}
    etag = known(client.get(page.url, group))
    live = {**group, "ladder-live": "1"}
    assert client.get(page.url, live, HTTP_IF_NONE_MATCH=etag).status_code == 304
    take_out_of_the_group(world, eight)
    assert client.get(page.url, live, HTTP_IF_NONE_MATCH=etag).status_code == 404
    assert client.get(page.url, group).status_code == 302


def test_a_preview_and_a_share_link_are_not_kept_up_to_date(client, world):
    page = world.ladder_page()
    client.force_login(world.by)
    preview = page.make_preview_request(original_request=client.get("/").wsgi_request)
    assert not stamps(preview.content) and b"live.js" not in preview.content
    world.set(visibility="link")
    address = path_of_link(link_token(services.make_link(world.ladder, "Parents", by=world.by)))
    shared = client.get(address)
    assert shared.status_code == 200 and not stamps(shared.content) and b"live.js" not in shared.content
