from typing import Any, NamedTuple

from django import template
from django.conf import settings
from django.utils.translation import get_language_info
from wagtail.models import AbstractPage, Page, Site

register = template.Library()


class Language(NamedTuple):
    code: str
    name: str
    """In the language itself."""
    is_right_to_left: bool
    url: str
    """The page in this language, or its front page where there is none."""
    is_translation: bool


@register.simple_tag(takes_context=True)
def home(context):
    """The front page in the language that the visitor is reading; None where the site has no pages."""
    site = _site(context)
    return None if site is None else site.root_page.localized


@register.simple_tag(takes_context=True)
def menu(context):
    """The pages of the site's menu that this visitor may open."""
    front_page, request = home(context), context.get("request")
    if front_page is None:
        return []
    return [
        page
        for page in front_page.get_descendants().live().in_menu()
        if all(restriction.accept_request(request) for restriction in page.get_view_restrictions())
    ]


@register.simple_tag(takes_context=True)
def languages(context) -> list[Language]:
    site, request, page = _site(context), context.get("request"), context.get("page")
    if site is None:
        return []
    front_pages = _in_each_language(site.root_page)
    translations = _in_each_language(page) if isinstance(page, AbstractPage) and page.pk else {}
    return [
        Language(
            code=code,
            name=get_language_info(code)["name_local"],
            is_right_to_left=get_language_info(code)["bidi"],
            url=translations.get(code, front_pages[code]).get_url(request),
            is_translation=code in translations,
        )
        for code, _name in settings.LANGUAGES
        if code in front_pages
    ]


def _site(context) -> Site | None:
    request = context.get("request")
    return Site.find_for_request(request) if request else None


def _in_each_language(page: Any) -> dict[str, Page]:
    """Those translations that everybody may open, by the code of their language."""
    pages = page.get_translations(inclusive=True).live().public().select_related("locale")
    return {found.locale.language_code: found for found in pages}
