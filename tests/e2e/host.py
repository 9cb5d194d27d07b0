"""What a server test needs before its world: the flush after the test before has taken it away."""

from wagtail.models import Locale, Page, Site


def a_site() -> None:
    Locale.objects.get_or_create(language_code="en")
    if not Site.objects.exists():
        root = Page.get_first_root_node() or Page.add_root(title="Root", slug="root")
        Site.objects.create(hostname="localhost", root_page=root, is_default_site=True)
