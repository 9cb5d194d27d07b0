from wagtail.contrib.sitemaps.sitemap_generator import Sitemap
from wagtail.models import Page


class SitemapOfAllLanguages(Sitemap):
    """Wagtail's own lists what is below the root page of the site: the pages of one language.

    Those of the others are below the translations of that page.
    """

    def items(self):
        roots = self.get_wagtail_site().root_page.get_translations(inclusive=True)
        of_all_languages = Page.objects.none()
        for root in roots:
            of_all_languages |= Page.objects.descendant_of(root, inclusive=True)
        return of_all_languages.live().public().order_by("path").defer_streamfields().specific()
