"""The bulk action that confirms players as adults."""

from django.db.models import QuerySet
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from wagtail.admin import messages

from ..models import Club, Ladder, Player
from ..services import LadderError, confirm_adults
from .disclosure import disclosures
from .players import PlayerFilterSet
from .scope import ClubScopedBulkAction, named_like


class ConfirmAdults(ClubScopedBulkAction):
    """Confirm the selected members as adults, after the list of what becomes visible. Organisers only."""

    models = [Player]
    action_type = "confirm_adults"
    display_name = _("Confirm as adults")
    aria_label = _("Confirm the selected players as adults")
    template_name = "wagtail_ladder/admin/registry/confirm_adults.html"
    action_priority = 10
    permission_required = "organise"

    def get_queryset_in_listing(self, reachable: QuerySet[Player]) -> QuerySet[Player]:
        filters = PlayerFilterSet(self.request.GET, request=self.request, queryset=reachable)
        listed = filters.qs if filters.is_valid() else reachable
        text = self.request.GET.get("q", "").strip()
        return named_like(listed, text) if text else listed

    def get_context_data(self, **kwargs):
        context = super().get_context_data(**kwargs)
        players = [row["item"] for row in context["items"]]
        ladders = Ladder.objects.filter(ladder_players__player__in=players).distinct()
        try:
            context["disclosures"] = disclosures(ladders, lambda: self._confirm(players))
        except LadderError as refusal:
            messages.error(self.request, refusal.message)
        return context

    def form_valid(self, form):
        try:
            return super().form_valid(form)
        except LadderError as refusal:
            messages.error(self.request, refusal.message)
            return self.render_to_response(self.get_context_data(form=form))

    @classmethod
    def execute_action(cls, objects, self=None, **kwargs):
        return self._confirm(objects), 0

    def _confirm(self, players) -> int:
        by_club: dict[int, list[int]] = {}
        for player in players:
            by_club.setdefault(player.club_id, []).append(player.pk)
        clubs = Club.objects.in_bulk(by_club)
        return sum(
            confirm_adults(clubs[club_id], ids, by=self.request.user) for club_id, ids in by_club.items()
        )

    def get_success_message(self, num_parent_objects, num_child_objects) -> str:
        if not num_parent_objects:
            return gettext("They were confirmed as adults already.")
        return ngettext(
            "%(count)d player confirmed as an adult.",
            "%(count)d players confirmed as adults.",
            num_parent_objects,
        ) % {"count": num_parent_objects}
