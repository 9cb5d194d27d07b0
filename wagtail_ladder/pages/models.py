from django.utils.translation import gettext_lazy as _
from wagtail.models import Page

from ..site.mixins import ClubPageMixin, LadderPageMixin


class ClubPage(ClubPageMixin, Page):
    """A club: its ladders, its players and its events."""

    content_panels = [*Page.content_panels, *ClubPageMixin.ladder_panels]
    search_fields = [*Page.search_fields, *ClubPageMixin.ladder_search_fields]

    class Meta:
        verbose_name = _("club page")
        verbose_name_plural = _("club pages")


class LadderPage(LadderPageMixin, Page):
    """A ladder, with an address for each of its players and events."""

    content_panels = [*Page.content_panels, *LadderPageMixin.ladder_panels]
    search_fields = [*Page.search_fields, *LadderPageMixin.ladder_search_fields]

    class Meta:
        verbose_name = _("ladder page")
        verbose_name_plural = _("ladder pages")
