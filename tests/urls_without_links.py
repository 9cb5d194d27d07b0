"""The addresses of a site that has not included those of share links."""

from . import urls

urlpatterns = [one for one in urls.urlpatterns if getattr(one, "app_name", None) != "wagtail_ladder"]
