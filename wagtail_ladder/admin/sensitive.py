from django.utils.decorators import method_decorator
from django.views.decorators.debug import sensitive_post_parameters


class SensitivePost:
    """Mixed into a view: when it crashes, Django's report to the admins does not repeat the form's names."""

    @method_decorator(sensitive_post_parameters())
    def dispatch(self, request, *args, **kwargs):
        return super().dispatch(request, *args, **kwargs)
