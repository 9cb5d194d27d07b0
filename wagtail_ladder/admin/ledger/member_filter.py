"""The filter by member: found by name, chosen by id.

What somebody types is sent by POST and is in no address; the id of whom he chooses is.
"""

from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from ...models import Player
from ...services.roles import clubs_of
from ..events.access import AdminView, whole_number
from ..who.finding import LEAST_LETTERS, members_called
from .access import url_of
from .members import called, tell_apart

MOST_FOUND = 20


def members_of(request: HttpRequest) -> QuerySet[Player]:
    """Of the user's clubs, without those who are somebody else since a merge."""
    return Player.objects.filter(club__in=clubs_of(request.user), merged_into=None).select_related("club")


class MemberSearch(forms.Widget):
    """A search for a member, and the one who is chosen. For a choice of models."""

    template_name = "wagtail_ladder/admin/ledger/member_filter.html"

    class Media:
        js = ["wagtail_ladder/admin/member-filter.js"]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        pk = whole_number(str(value))
        chosen = self.choices.queryset.filter(pk=pk).first() if pk else None  # type: ignore[attr-defined]
        tell_apart([chosen])
        return {
            **context,
            "chosen": chosen,
            "chosen_name": called(chosen),
            "search_url": url_of("members"),
            "least_letters": LEAST_LETTERS,
        }


class MemberChoiceField(django_filters.fields.ModelChoiceField):
    widget = MemberSearch

    def label_from_instance(self, player: Player) -> str:
        """A player's `str` holds no name."""
        tell_apart([player])
        return called(player)


class MemberFilter(django_filters.ModelChoiceFilter):
    field_class = MemberChoiceField


class MembersView(AdminView):
    """The search: members of the user's clubs whose name, or one of whose spellings, holds what was typed."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        query = request.POST.get("q", "").strip()[:200]
        clubs = list(clubs_of(request.user).order_by("name", "pk"))
        searched = clubs if len(query) >= LEAST_LETTERS else []
        ids = [pk for club in searched for pk in members_called(club, query, MOST_FOUND)][:MOST_FOUND]
        players = members_of(request).in_bulk(ids)
        tell_apart(players.values())
        found = [players[pk] for pk in ids if pk in players]
        return JsonResponse(
            {
                "members": [
                    {
                        "value": player.pk,
                        "name": called(player),
                        "club": player.club.name if len(clubs) > 1 else "",
                    }
                    for player in found
                ],
                "message": "" if found or not searched else _("Nobody is called that."),
            }
        )
