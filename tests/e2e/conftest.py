"""Tests in a real browser: the system's Chromium, or Playwright's own.

Where no browser can be had they are skipped with a loud line; with `CI` set that is a failure.
"""

import os
import shutil
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import expect, sync_playwright

# Playwright's synchronous face runs an event loop; Django would take every query for one inside it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

expect.set_options(timeout=20_000)  # a busy machine is no fault: what is there at once waits for nothing

NO_BROWSER = "no Chromium here: install the system's, or run `playwright install chromium`"
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.e2e)


def pytest_terminal_summary(terminalreporter):
    if any(NO_BROWSER in str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])):
        terminalreporter.section("NO BROWSER, NO END-TO-END TESTS", sep="!", red=True, bold=True)
        terminalreporter.line(NO_BROWSER)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Playwright's own Chromium if it is installed, else the system's."""
    arguments = {**browser_type_launch_args, "args": ["--no-sandbox"]}  # root has no sandbox, CI is root
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    if own.exists():
        return arguments
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return {**arguments, "executable_path": path}
    if "CI" in os.environ:
        pytest.fail(NO_BROWSER)
    pytest.skip(NO_BROWSER)


@pytest.fixture
def log_in(context, live_server, django_user_model, client):
    """Log a user in without the form; he is made, as a superuser, where he is not there yet."""

    def as_user(username):
        user = django_user_model.objects.filter(username=username).first()
        user = user or django_user_model.objects.create_superuser(username, f"{username}@example.org", "-")
        client.force_login(user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
        )
        return user

    return as_user
