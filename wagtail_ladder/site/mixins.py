from django.db import models
from django.utils.translation import gettext_lazy as _
from wagtail.admin.panels import FieldPanel
from wagtail.contrib.routable_page.models import RoutablePageMixin
from wagtail.fields import StreamField
from wagtail.search import index

from ..blocks import ProseBlock


class ClubPageMixin(models.Model):
    club = models.ForeignKey(
        "wagtail_ladder.Club", on_delete=models.PROTECT, related_name="+", verbose_name=_("club")
    )
    body = StreamField(ProseBlock(), blank=True, verbose_name=_("text"))

    ladder_panels = [FieldPanel("club"), FieldPanel("body")]
    ladder_search_fields = [index.SearchField("body")]

    class Meta:
        abstract = True


class LadderPageMixin(RoutablePageMixin, models.Model):
    ladder = models.ForeignKey(
        "wagtail_ladder.Ladder", on_delete=models.PROTECT, related_name="+", verbose_name=_("ladder")
    )
    body = StreamField(ProseBlock(), blank=True, verbose_name=_("text"))

    ladder_panels = [FieldPanel("ladder"), FieldPanel("body")]
    ladder_search_fields = [index.SearchField("body")]

    class Meta:
        abstract = True
