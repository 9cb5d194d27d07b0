"""What is left of a text that somebody typed."""

from datetime import date

import pytest

from wagtail_ladder import services
from wagtail_ladder.services import Refused
from wagtail_ladder.services.text import cleaned_name, cleaned_reason

ZERO_WIDTH_NON_JOINER = "\u200c"


@pytest.mark.parametrize(
    "invisible",
    [
        "",
        "\u200b",  # zero width space
        "\ufeff",  # byte order mark
        "\u00ad\u2060 \u200d",  # soft hyphen, word joiner, zero width joiner
        ZERO_WIDTH_NON_JOINER,
        "\u0301\u0308",  # accents on nothing
        "\u3164\u2800",  # a letter and a braille pattern that are blank
    ],
)
def test_what_nobody_can_see_is_no_name_and_no_reason(invisible):
    with pytest.raises(Refused) as refusal:
        cleaned_name(invisible)
    assert refusal.value.code == "name_empty"
    with pytest.raises(Refused) as refusal:
        cleaned_reason(invisible, required=True)
    assert refusal.value.code == "reason_empty"


@pytest.mark.parametrize(
    "name",
    [
        f"علی{ZERO_WIDTH_NON_JOINER}رضا",  # Ali-Reza: the mark is spelling
        "Ελένη",
        "7",
        "♔",
        "?",
    ],
)
def test_a_name_that_can_be_seen_stays_as_it_is(name):
    assert cleaned_name(name) == name


@pytest.mark.django_db
def test_of_many_names_the_one_that_is_none_is_told(club):
    with pytest.raises(Refused, match=r"Name no\. 2: Please give a name"):
        services.create_event(
            club.ladder,
            by=club.arbiter,
            name="Evening",
            last_day=date(2026, 1, 6),
            names=["Ann", "\u200b\u200d"],
        )
