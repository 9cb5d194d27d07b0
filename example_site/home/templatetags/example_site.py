from django import template
from wagtail.models import Site

register = template.Library()


@register.simple_tag(takes_context=True)
def menu(context):
    """The pages of the site's menu that this visitor may open."""
    request = context.get("request")
    site = Site.find_for_request(request) if request else None
    if site is None:
        return []
    pages = site.root_page.get_children().live().in_menu()
    return [
        page
        for page in pages
        if all(restriction.accept_request(request) for restriction in page.get_view_restrictions())
    ]
