"""The first screen of those who work for a club and edit no pages: it would be empty without us."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from wagtail.admin.ui.components import Component
from wagtail.permissions import page_permission_policy

from ..services.roles import clubs_of
from .events.access import url_of, works_for_a_club


class WelcomePanel(Component):
    name = "ladder_welcome"
    template_name = "wagtail_ladder/admin/registry/welcome.html"
    order = 50

    def get_context_data(self, parent_context: Mapping[str, Any]) -> Mapping[str, Any]:
        return {
            "clubs": clubs_of(parent_context["request"].user).order_by("name"),
            "add_event_url": url_of("add"),
            "events_url": url_of("index"),
            "ladders_url": reverse("ladder_ladders:list"),
            "players_url": reverse("ladder_players:list"),
        }


def add_welcome(request: HttpRequest, panels: list[Component]) -> None:
    """Wagtail hook."""
    if (
        works_for_a_club(request.user)
        and page_permission_policy.explorable_root_instance(request.user) is None
    ):
        panels.append(WelcomePanel())
