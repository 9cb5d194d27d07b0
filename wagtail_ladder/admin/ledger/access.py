"""Which decisions a user meets, and which of them are his to take back. An act of another club is absent."""

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User as AuthUser
from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from ...models import Act, Club, ClubRole, Event, GroupClubPermission, Player
from ...services.ledger import role_to_undo
from ...services.roles import clubs_of, has_role
from ..events.access import AdminView

NAMESPACE = "wagtail_ladder_ledger"
UNMERGE = "wagtail_ladder_who:unmerge"
"""The screen that undoes a merge: it asks about the names that were decided since."""


def url_of(view_name: str, *args: Any) -> str:
    return reverse(f"{NAMESPACE}:{view_name}", args=args)


def url_of_history(
    *, event: Event | None = None, player: Player | None = None, kind: Act.Kind | None = None
) -> str:
    """The decisions about an event, a member, or a member in an event; or those of one kind.

    Of an absorbed member they are those about who he is now.
    """
    person = player and (player.merged_into_id or player.pk)
    filters = {"event": event and event.pk, "player": person, "kind": kind and kind.value}
    return f"{url_of('index')}?{urlencode({name: value for name, value in filters.items() if value})}"


def url_to_undo(act: Act) -> str:
    """Where the question is asked before an act is undone."""
    return reverse(UNMERGE, args=[act.pk]) if act.kind == Act.Kind.MERGE else url_of("undo", act.pk)


def acts_of(user: AuthUser) -> QuerySet[Act]:
    acts = Act.objects.filter(club__in=clubs_of(user))
    return acts.select_related("club", "by", "undone_by", "event", "player", "other", "entry")


def may_undo(user: AuthUser, act: Act) -> bool:
    return act.undone_at is None and has_role(user, role_to_undo(act), act.club_id)


def organisers_of(club: Club) -> QuerySet[AuthUser]:
    """Whom to ask for what only an organiser may do."""
    groups = GroupClubPermission.objects.filter(club=club, role=ClubRole.ORGANISER).values("group")
    users = get_user_model().objects.filter(groups__in=groups, is_active=True).distinct()
    return users.order_by(get_user_model().USERNAME_FIELD)


class ActScreen(AdminView):
    """A screen of one act, `self.recorded`."""

    header_icon = "history"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.recorded = get_object_or_404(acts_of(request.user), pk=kwargs["pk"])

    @cached_property
    def may_undo(self) -> bool:
        return may_undo(self.request.user, self.recorded)

    def get_breadcrumbs_items(self) -> list[dict[str, Any]]:
        here = {"url": "", "label": self.get_page_title()}
        return [*self.breadcrumbs_items, {"url": url_of("index"), "label": _("Decisions")}, here]
