import pytest

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("visit", ["first", "second"])
def test_an_editor_logs_in(page, live_server, admin_user, visit):
    """Twice: a server test empties every table when it ends, and the next one needs Wagtail's root page."""
    page.goto(f"{live_server.url}/admin/")
    page.get_by_label("Username").fill("admin")
    page.get_by_label("Password").fill("password")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Ladder tests").wait_for()
    page.goto(f"{live_server.url}/admin/pages/")
    page.get_by_role("link", name="Welcome to your new Wagtail site!").first.wait_for()
