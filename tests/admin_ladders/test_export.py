import json
import subprocess
import sys
from pathlib import Path

import pytest

import wagtail_ladder
from wagtail_ladder import services

from .conftest import logged_in, text_of, url

RECOMPUTE = Path(wagtail_ladder.__file__).parent / "recompute.py"


@pytest.mark.parametrize("role", ["organiser", "arbiter"])
def test_without_names_it_is_for_either_role(club, evenings, role):
    response = logged_in(getattr(club, role)).post(url("export", club.ladder))
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    assert "Member" not in response.content.decode()
    assert "Typed" not in response.content.decode()
    assert len(json.loads(response.content)["events"]) == 2


def test_it_is_kept_by_nobody_and_its_file_name_holds_no_name(club, organiser):
    services.change_ladder(club.ladder, name="Anna's ladder", by=club.organiser)
    for fields, end in (({}, ".json"), ({"names": "1"}, "-with-names.json")):
        response = organiser.post(url("export", club.ladder), fields)
        assert "no-store" in response["Cache-Control"]
        assert "private" in response["Cache-Control"]
        disposition = response["Content-Disposition"]
        assert disposition.startswith(f'attachment; filename="ladder-{club.ladder.pk}-')
        assert disposition.endswith(f'{end}"')
        assert "Anna" not in disposition


def test_with_names_it_is_for_organisers(club, organiser, arbiter):
    assert "Member A" in organiser.post(url("export", club.ladder), {"names": "1"}).content.decode()
    refused = arbiter.post(url("export", club.ladder), {"names": "1"})
    assert refused.status_code == 302
    assert "Download with names" not in text_of(arbiter.get(url("export", club.ladder)))


def test_what_is_in_it_is_said_before(club, organiser):
    shown = text_of(organiser.get(url("export", club.ladder)))
    assert "The file holds the full names of everybody on the ladder, juniors too" in shown
    assert "python recompute.py ladder.json" in shown


@pytest.mark.parametrize("fields", [{}, {"names": "1"}])
def test_the_script_that_is_named_computes_the_same_from_it(club, organiser, tmp_path, fields):
    file = tmp_path / "ladder.json"
    file.write_bytes(organiser.post(url("export", club.ladder), fields).content)
    done = subprocess.run(  # noqa: S603 - our own interpreter and our own script
        [sys.executable, "-I", RECOMPUTE, file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "The same as on the site" in done.stdout
