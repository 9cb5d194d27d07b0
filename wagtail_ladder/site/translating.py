"""What wagtail-localize may do with our pages, where a site has it."""

from django.apps import apps


def kept_in_translations(field: str) -> list:
    """The value of the source, which no translator changes: for `override_translatable_fields` of a page."""
    if not apps.is_installed("wagtail_localize"):
        return []
    from wagtail_localize.fields import SynchronizedField

    return [SynchronizedField(field, overridable=False)]
