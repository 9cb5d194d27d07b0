"""Whose members a user may merge and split. Another club's are absent, and so is everything for arbiters."""

from typing import Any

from django.contrib.auth.models import User as AuthUser
from django.db.models import QuerySet
from django.forms import Media
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from ...models import Club, Player
from ...services import ChangedMeanwhile
from ...services.roles import clubs_organised_by
from ..events.access import AdminView

NAMESPACE = "wagtail_ladder_who"


def url_of(view_name: str, *args: Any) -> str:
    return reverse(f"{NAMESPACE}:{view_name}", args=args)


def url_of_doubles(club: Club, page: int = 1) -> str:
    return f"{url_of('doubles')}?club={club.pk}" + (f"&p={page}" if page > 1 else "")


def url_of_players() -> str:
    return reverse("ladder_players:list")


def url_of_player(player_id: int) -> str:
    return reverse("ladder_players:edit", args=[player_id])


def organises_a_club(user: AuthUser) -> bool:
    return clubs_organised_by(user).exists()


def members_of(user: AuthUser) -> QuerySet[Player]:
    """Those whom the user may merge and split, and those who were merged already."""
    players = Player.objects.filter(club__in=clubs_organised_by(user))
    return players.select_related("club", "merged_into__club")


class WhoView(AdminView):
    """A screen about members of `self.club`."""

    header_icon = "group"
    club: Club

    def get_breadcrumbs_items(self) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = [
            *self.breadcrumbs_items,
            {"url": url_of_players(), "label": _("Players")},
        ]
        return [*items, *self.way_here(), {"url": "", "label": self.get_page_title()}]

    def way_here(self) -> list[dict[str, Any]]:
        """The breadcrumbs between the list of players and this screen."""
        return []

    @property
    def media(self) -> Media:
        return super().media + Media(css={"all": ["wagtail_ladder/admin/who.css"]})


def step_to(player: Player) -> dict[str, Any]:
    return {"url": url_of_player(player.pk), "label": player.name}


class MemberView(WhoView):
    """A screen about one member, `self.player`. Of one who was merged it is that of who he is now.

    A form that was made before the merge is shown again for the latter, with what it says, and not obeyed.
    """

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.player: Player = get_object_or_404(members_of(request.user), pk=kwargs["pk"])
        self.club = self.player.club

    @method_decorator(sensitive_post_parameters())
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        merged, kept = self.player, self.player.merged_into
        if kept is None:
            return super().dispatch(request, *args, **kwargs)
        self.player = kept
        if request.method != "POST":
            return redirect(self.address)
        return self.show_refusal(
            ChangedMeanwhile(
                "player_merged",
                _(
                    "%(merged)s was merged into %(kept)s meanwhile, and nothing is done yet. "
                    "Here is the same form for %(kept)s, with what you chose. Please look again."
                )
                % {"merged": merged.name, "kept": kept.name},
            )
        )

    @property
    def address(self) -> str:
        """Of this screen, of who the member is now."""
        here = reverse(self.request.resolver_match.view_name, args=[self.player.pk])
        return f"{here}?{self.request.GET.urlencode()}" if self.request.GET else here

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(address=self.address, **kwargs)

    def way_here(self) -> list[dict[str, Any]]:
        return [step_to(self.player)]
