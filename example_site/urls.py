from django.conf.urls.i18n import i18n_patterns
from django.contrib.auth import views as auth_views
from django.urls import include, path
from wagtail import urls as wagtail_urls
from wagtail.admin import urls as wagtailadmin_urls
from wagtail.contrib.sitemaps.views import sitemap
from wagtail.documents import urls as wagtaildocs_urls

from .sitemaps import SitemapOfAllLanguages

urlpatterns = [
    path("admin/", include(wagtailadmin_urls)),
    path("documents/", include(wagtaildocs_urls)),
    path("ladders/", include("wagtail_ladder.urls")),
    path("sitemap.xml", sitemap, {"sitemaps": {"pages": SitemapOfAllLanguages}}),
    # English has no prefix, every other language has one: /el/ is the front page in Greek.
    *i18n_patterns(
        path("login/", auth_views.LoginView.as_view(), name="login"),
        path("logout/", auth_views.LogoutView.as_view(), name="logout"),
        path("", include(wagtail_urls)),
        prefix_default_language=False,
    ),
]
