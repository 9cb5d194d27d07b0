"""The addresses of the tests' site, with the pages of each language under a prefix."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path
from wagtail import urls as wagtail_urls

from tests import urls

urlpatterns = [
    *urls.urlpatterns[:-1],
    *i18n_patterns(path("", include(wagtail_urls)), prefix_default_language=False),
]
