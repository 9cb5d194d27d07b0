# Piped into `manage.py shell` of the tutorial's site.
# ruff: noqa: T201, I001 - it prints for the test that pipes it in; `home` is the app of that site
import html
import re
from datetime import date
from pathlib import Path

from django.contrib.auth import get_user_model
from django.test import Client

from home.models import HomePage
from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Event, Visibility
from wagtail_ladder.pages.models import ClubPage, LadderPage
from wagtail_ladder.reports import read

admin = get_user_model().objects.get(username="admin")
visitor = Client(headers={"host": "localhost"})


def cell(text):
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def show(title, page):
    response = visitor.get(page.url)
    assert response.status_code == 200, response.status_code
    print(f"== {title}")
    for row in re.findall(r"<tr\b.*?</tr>", response.content.decode(), re.S):
        cells = [cell(text) for text in re.findall(r"<t[dh]\b.*?</t[dh]>", row, re.S)]
        if cells and cells[0].isdigit():
            print(" | ".join(cells[:4]))


club = services.create_club("Rookfield", by=admin)
ladder = services.create_ladder(club, "Rookfield ladder", by=admin)

reading = read(Path("evening.csv").read_bytes(), "evening.csv")
assert not reading.has_errors, reading.issues
event = services.import_report(
    ladder, reading.reports[0], by=admin, name="Club evening", last_day=date.today()
)
services.decide_entries(event, {entry.pk: services.NewMember() for entry in event.entries.all()}, by=admin)
services.publish_event(event, by=admin)

home = HomePage.objects.get()
club_page = home.add_child(instance=ClubPage(title="Rookfield", slug="rookfield", club=club))
ladder_page = club_page.add_child(instance=LadderPage(title="Ladder", slug="ladder", ladder=ladder))
assert visitor.get(ladder_page.url).status_code == 404, "a new ladder is for its organisers alone"
services.change_ladder(ladder, visibility=Visibility.PUBLIC, by=admin)
show("evening", ladder_page)

game = Event.objects.get().games.get(round=4, white__typed_name="Finn Oakhazel")
services.correct_game(game, services.Result(Kind.PLAYED, 2, 0), reason="Finn won", by=admin)
show("correction", ladder_page)

home.body = [("ladder", {"ladder": ladder, "heading": "", "top": 3})]
home.save_revision().publish()
show("front", home)
