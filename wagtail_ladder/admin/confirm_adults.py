"""The bulk action that confirms players as adults."""

from django.db.models import QuerySet
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from wagtail.admin import messages

from ..models import Club, Ladder, Player
from ..services import ChangedMeanwhile, LadderError, confirm_adults
from ..services.verb import club_transaction
from .disclosure import disclosures, fingerprint
from .players import PlayerFilterSet
from .scope import ClubScopedBulkAction, named_like


class ConfirmAdults(ClubScopedBulkAction):
    """Confirm the selected members as adults, after the list of what becomes visible. Organisers only.

    The form carries who was listed and what would become visible: another list is shown first.
    """

    models = [Player]
    action_type = "confirm_adults"
    display_name = _("Confirm as adults")
    aria_label = _("Confirm the selected players as adults")
    template_name = "wagtail_ladder/admin/registry/confirm_adults.html"
    action_priority = 10
    permission_required = "organise"

    @cached_property
    def filters(self) -> PlayerFilterSet:
        return PlayerFilterSet(self.request.GET, request=self.request)

    def dispatch(self, request, *args, **kwargs):
        if "all" in request.GET.getlist("id") and not self.filters.is_valid():
            messages.error(request, gettext("This filter is not known. Please choose the players again."))
            return redirect(reverse("ladder_players:list"))
        return super().dispatch(request, *args, **kwargs)

    def get_queryset_in_listing(self, reachable: QuerySet[Player]) -> QuerySet[Player]:
        listed = self.filters.filter_queryset(reachable)
        text = self.request.GET.get("q", "").strip()
        return named_like(listed, text) if text else listed

    def get_context_data(self, **kwargs):
        context = super().get_context_data(**kwargs)
        players = [row["item"] for row in context["items"]]
        try:
            context["disclosures"] = self._disclosures(players)
        except LadderError as refusal:
            messages.error(self.request, refusal.message)
        else:
            context["seen"] = fingerprint(context["disclosures"])
        context["listed"] = _ids(players)
        return context

    def form_valid(self, form):
        players, _others = self.get_actionable_objects()
        try:
            with club_transaction(*(player.club_id for player in players)):
                self._refuse_another_list(players)
                return super().form_valid(form)
        except LadderError as refusal:
            messages.error(self.request, refusal.message)
            return self.render_to_response(self.get_context_data(form=form))

    def _refuse_another_list(self, players: list[Player]) -> None:
        post = self.request.POST
        seen = fingerprint(self._disclosures(players))
        if (post.get("listed"), post.get("seen")) != (_ids(players), seen):
            raise ChangedMeanwhile(
                "list_changed", gettext("Nobody is confirmed yet. Please look at this list first.")
            )

    def _disclosures(self, players: list[Player]):
        ladders = Ladder.objects.filter(ladder_players__player__in=players).distinct()
        return disclosures(ladders, lambda: self._confirm(players))

    @classmethod
    def execute_action(cls, objects, self=None, **kwargs):
        return self._confirm(objects), 0

    def _confirm(self, players: list[Player]) -> int:
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


def _ids(players: list[Player]) -> str:
    return ",".join(str(pk) for pk in sorted(player.pk for player in players))
