"""The secret of a share link stays out of the logs."""

import logging

import pytest

from wagtail_ladder.tokens import LadderTokenFilter

KEY, SECRET = "23456789bcdfg", "A_b-" * 8
PATH = f"/ladders/s/{KEY}-{SECRET}/events/"


def logged(message, *args):
    record = logging.LogRecord("x", logging.INFO, __file__, 1, message, args, None)
    assert LadderTokenFilter().filter(record)
    return record


@pytest.mark.parametrize(
    ("message", "args"),
    [
        (f"Not Found: {PATH}", ()),
        ("%s: %s", ("Not Found", PATH)),
        ('"%s" %s %s', (f"GET {PATH} HTTP/1.1", "200", "512")),
        ("%(method)s %(path)s", ({"method": "GET", "path": PATH},)),
        ("%s", (f"100% of {PATH} and {PATH}",)),
    ],
)
def test_the_secret_is_masked_and_the_key_stays(message, args):
    text = logged(message, *args).getMessage()
    assert SECRET not in text and SECRET[:8] not in text
    assert f"/ladders/s/{KEY}-(hidden)/events/" in text


@pytest.mark.parametrize("encoded", [f"{KEY}%2D{SECRET}", f"{KEY}%2d{SECRET.replace('_', '%5F')}"])
def test_the_secret_is_masked_where_the_address_is_percent_encoded(encoded):
    assert logged("%s: %s", "Not Found", f"/ladders/s/{encoded}/").getMessage() == (
        f"Not Found: /ladders/s/{KEY}-(hidden)/"
    )


def test_other_records_stay_as_they_are():
    record = logged("%s: %s", "Not Found", "/ladder/players/23456789bcdfg/")
    assert (record.msg, record.args) == ("%s: %s", ("Not Found", "/ladder/players/23456789bcdfg/"))


def test_a_record_that_cannot_be_formatted_is_left_to_the_handler():
    record = logged("%s and %s", "one")
    assert record.args == ("one",)


@pytest.mark.parametrize("name", ["django.request", "django.server", "django.security.csrf"])
def test_the_filter_is_on_djangos_loggers_without_any_setting(name):
    assert any(isinstance(found, LadderTokenFilter) for found in logging.getLogger(name).filters)
