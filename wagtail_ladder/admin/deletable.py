"""The question before something is deleted, for which there is a verb."""

from abc import abstractmethod
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from wagtail.admin import messages
from wagtail.snippets.views.snippets import DeleteView

from ..services import LadderError


class VerbDeleteView(DeleteView):
    """Subclasses call the verb, which logs. What it refuses is told in the list."""

    @abstractmethod
    def delete_action(self) -> None: ...

    def get_success_message(self) -> str:
        return self.success_message % {"object": self.object}

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            return super().form_valid(form)
        except LadderError as refusal:
            messages.error(self.request, refusal.message)
            return redirect(self.get_success_url())
