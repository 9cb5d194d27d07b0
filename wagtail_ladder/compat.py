"""Where Wagtail 7.4 and 8.0 differ, in one place."""

import wagtail


def register_permission_policies() -> None:
    """Wagtail 8.0 looks policies up in a registry; 7.4 takes them from the viewset."""
    if wagtail.VERSION >= (8, 0):
        from wagtail.permissions import register_permission_policy

        from .admin.permissions import LEAST_ROLE, ClubPolicy

        for model in LEAST_ROLE:
            register_permission_policy(model, ClubPolicy(model))


class PolicyOnTheViewSet:
    """Mixed into a viewset: gives it its policy on 7.4. On 8.0, where that is deprecated, it does nothing."""

    if wagtail.VERSION < (8, 0):

        @property
        def permission_policy(self):
            from .admin.permissions import ClubPolicy

            return ClubPolicy(self.model)
