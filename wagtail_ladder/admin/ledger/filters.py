"""What the list of decisions is filtered by: whom an act is about, where, by whom, of what kind, and when."""

import django_filters
from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User as AuthUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy
from wagtail.admin.filters import DateRangePickerWidget, WagtailFilterSet
from wagtail.admin.utils import get_user_display_name

from ...models import Act, EntryDecision, Event, Player
from ...services.roles import clubs_of
from ..events.access import events_of
from .member_filter import MemberFilter, members_of


class EventChoiceField(django_filters.fields.ModelChoiceField):
    def label_from_instance(self, event: Event) -> str:
        """With the day: every Thursday may be called so."""
        return f"{event.name}, {date_format(event.last_day)}"


class EventFilter(django_filters.ModelChoiceFilter):
    field_class = EventChoiceField


class EditorChoiceField(django_filters.fields.ModelChoiceField):
    def label_from_instance(self, user: AuthUser) -> str:
        return str(get_user_display_name(user))


class EditorFilter(django_filters.ModelChoiceFilter):
    field_class = EditorChoiceField


def _events(request: HttpRequest) -> QuerySet[Event]:
    return events_of(request.user).order_by("-last_day", "-sequence", "-tie_break")


def _editors(request: HttpRequest) -> QuerySet[AuthUser]:
    acts = Act.objects.filter(club__in=clubs_of(request.user)).order_by()
    editors = Q(pk__in=acts.values("by")) | Q(pk__in=acts.values("undone_by"))
    return get_user_model().objects.filter(editors).order_by(get_user_model().USERNAME_FIELD)


class ActFilterSet(WagtailFilterSet):
    player = MemberFilter(label=gettext_lazy("Member"), queryset=members_of, method="filter_player")
    event = EventFilter(label=gettext_lazy("Event"), queryset=_events, method="filter_event")
    editor = EditorFilter(label=gettext_lazy("Decided by"), queryset=_editors, method="filter_editor")
    kind = django_filters.ChoiceFilter(
        label=gettext_lazy("Kind"),
        choices=Act.Kind.choices,
        widget=forms.RadioSelect,
        empty_label=gettext_lazy("All"),
    )
    undone = django_filters.ChoiceFilter(
        label=gettext_lazy("Undone"),
        choices=[("no", gettext_lazy("In force")), ("yes", gettext_lazy("Undone"))],
        widget=forms.RadioSelect,
        empty_label=gettext_lazy("All"),
        method="filter_undone",
    )
    at = django_filters.DateFromToRangeFilter(label=gettext_lazy("Date"), widget=DateRangePickerWidget)

    class Meta:
        model = Act
        fields = ["player", "event", "editor", "kind", "undone", "at"]

    def filter_player(self, acts: QuerySet[Act], name: str, player: Player) -> QuerySet[Act]:
        """All that was ever decided about the person, and about every name that ever was his."""
        people = Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player)).values_list("pk", flat=True)
        names = EntryDecision.objects.filter(player__in=people).values("entry")
        about = EntryDecision.objects.filter(act=OuterRef("pk"), entry__in=names)
        parted = Q(entry__in=names) | Q(entry__part_of__in=names)
        added = Q(pk__in=_acts_that_added(set(people), player.club_id))
        return acts.filter(Q(player__in=people) | Q(other__in=people) | parted | Q(Exists(about)) | added)

    def filter_event(self, acts: QuerySet[Act], name: str, event: Event) -> QuerySet[Act]:
        about = EntryDecision.objects.filter(act=OuterRef("pk"), entry__event=event)
        return acts.filter(Q(event=event) | Q(Exists(about)))

    def filter_editor(self, acts: QuerySet[Act], name: str, editor: AuthUser) -> QuerySet[Act]:
        return acts.filter(Q(by=editor) | Q(undone_by=editor))

    def filter_undone(self, acts: QuerySet[Act], name: str, value: str) -> QuerySet[Act]:
        return acts.filter(undone_at__isnull=value == "no")


def _acts_that_added(people: set[int], club_id: int) -> list[int]:
    """Ids of the acts that added any of these members.

    Compared here and not by the database: SQLite does not look into a list in JSON.
    """
    acts = Act.objects.filter(club=club_id, kind=Act.Kind.ADD).values_list("pk", "before")
    return [pk for pk, before in acts if not people.isdisjoint(before["players"])]
