"""Whose ladders a user meets, what he may do with them, and where their screens are."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.forms import Media
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from ...models import ClubRole, Ladder
from ...services.roles import has_role
from ..events.access import AdminView, ladders_of
from ..events.access import url_of as url_of_events
from ..listing import STYLES
from ..permissions import ClubPolicy

NAMESPACE = "ladder_ladders"


def url_of(view_name: str, *args: Any) -> str:
    return reverse(f"{NAMESPACE}:{view_name}", args=args)


def organises(user, ladder: Ladder) -> bool:
    return ClubPolicy(Ladder).user_has_permission_for_instance(user, "organise", ladder)


def way_to_see_as_others(ladder: Ladder) -> str:
    """The address of the screen "What they see"."""
    return url_of("seen", ladder.pk)


def events_of(ladder: Ladder) -> str:
    """The address of the list of its events."""
    return f"{url_of_events('index')}?ladder={ladder.pk}"


class LadderScreen(AdminView):
    """A screen about one ladder, `self.ladder`. Another club's is as absent as one that does not exist."""

    header_icon = "ladder"
    role = ClubRole.ARBITER
    """The least one that may open the screen."""

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.ladder = get_object_or_404(ladders_of(request.user), pk=kwargs["pk"])
        self.club = self.ladder.club

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not has_role(request.user, self.role, self.ladder.club_id):
            raise PermissionDenied
        return super().dispatch(request, *args, **kwargs)

    @cached_property
    def is_organiser(self) -> bool:
        return organises(self.request.user, self.ladder)

    def get_page_subtitle(self) -> str:
        return self.ladder.name

    def way_here(self) -> list[tuple[str, str]]:
        """Address and label of the breadcrumbs between the ladder and this screen."""
        return []

    def get_breadcrumbs_items(self) -> list[dict[str, Any]]:
        steps = [
            (url_of("list"), _("Ladders")),
            (url_of("edit", self.ladder.pk), self.ladder.name),
            *self.way_here(),
            ("", self.get_page_title()),
        ]
        return [*self.breadcrumbs_items, *({"url": url, "label": label} for url, label in steps)]

    @property
    def media(self) -> Media:
        return super().media + STYLES

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context.update(
            ladder=self.ladder,
            ladder_url=url_of("edit", self.ladder.pk),
            is_organiser=self.is_organiser,
        )
        return context
