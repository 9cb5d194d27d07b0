from django.apps import AppConfig


class HomeConfig(AppConfig):
    name = "example_site.home"
    label = "home"
    default_auto_field = "django.db.models.BigAutoField"
