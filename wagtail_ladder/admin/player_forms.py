"""The forms of a player: a new one, and a stored one with what is set for him on each ladder."""

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from wagtail.admin.utils import get_user_display_name

from ..audience import public_names
from ..engine import shown
from ..models import Ladder, LadderPlayer, Player, PlayerGroup, Standing
from ..ordering import natural
from ..services import (
    add_players,
    confirm_adults,
    force_initials,
    record_consent,
    rename_player,
    set_groups,
)
from ..services.groups import groups_of_person
from ..services.persons import forced_seats, people_in, seat_with_start
from .forms import VerbForm, limit_clubs
from .permissions import ClubPolicy
from .start_rating import url_of_start_rating


class NewPlayerForm(VerbForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        limit_clubs(self.fields["club"], ClubPolicy(Player).clubs(self.for_user, "add"))

    def save(self, commit=True) -> Player:
        (player,) = add_players(
            self.cleaned_data["club"], [(self.cleaned_data["name"], ())], by=self.for_user
        )
        return player


class SeatForm(forms.Form):
    """What is set for a player on one ladder."""

    always_initials = forms.BooleanField(
        label=_("Always initials"),
        help_text=_(
            "Shown by initials here, whatever else is set. Where the full name was shown, the player’s page"
            " gets a new address, and the old one leads nowhere."
        ),
        required=False,
    )

    def __init__(self, ladder: Ladder, player: Player, *, organiser: bool, data=None):
        stored = {"always_initials": forced_seats(ladder.pk, player).exists()}
        super().__init__(data, prefix=f"ladder-{ladder.pk}", initial=stored)
        self.ladder, self.player, self.organiser = ladder, player, organiser
        if not organiser:
            self.fields["always_initials"].disabled = stored["always_initials"]

    @property
    def shown_as(self) -> str | None:
        """The name on the ladder, None for somebody who is not on it."""
        names = public_names(self.ladder, [self.player.pk])
        return names[self.player.pk].name if self.player.pk in names else None

    @property
    def seen_url(self) -> str | None:
        """For organisers: where they see the player's page as others do."""
        shown_here = LadderPlayer.objects.filter(ladder=self.ladder, player__standings__ladder=self.ladder)
        seat = shown_here.filter(player=self.player).first()
        if seat is None or not self.organiser:
            return None
        return f"{reverse('ladder_ladders:seen', args=[self.ladder.pk])}?what=player-{seat.pk}"

    @property
    def rating(self) -> str | None:
        standing = Standing.objects.filter(ladder=self.ladder, player=self.player).first()
        return str(shown(standing.rating, self.ladder.shown_decimals)) if standing else None

    @cached_property
    def start(self) -> LadderPlayer | None:
        """The place that has the start rating, if one is set."""
        seat = seat_with_start(self.ladder.pk, self.player)
        return seat if seat and seat.start_rating is not None else None

    @property
    def start_url(self) -> str:
        """For organisers."""
        return url_of_start_rating(self.player.pk, self.ladder.pk) if self.organiser else ""

    @property
    def discloses(self) -> bool:
        return self.initial["always_initials"] and not self.cleaned_data["always_initials"]

    def save(self, by) -> None:
        if "always_initials" in self.changed_data:
            force_initials(self.ladder, self.player, self.cleaned_data["always_initials"], by=by)


class PlayerForm(VerbForm):
    consent = forms.BooleanField(
        label=_("Consent was given"),
        help_text=_("A junior's parents, or the member, agreed that the full name is shown."),
        required=False,
    )
    in_groups = forms.ModelMultipleChoiceField(
        PlayerGroup.objects.none(),
        label=_("Groups"),
        help_text=_("A ladder shows a group of which eight or more members stand on it."),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        stored = Player.objects.select_related("club", "consent_by").get(pk=self.instance.pk)
        self.stored = stored
        people = Player.objects.filter(pk__in=people_in(stored))
        # Of several who were merged the stricter values count, and a verb sets those of all of them.
        self.initial["is_adult"] = counts_as_adult = not people.filter(is_adult=False).exists()
        self.consent_is_on_record = not people.filter(full_name_consent=False).exists()
        organiser = ClubPolicy(Player).user_has_permission_for_instance(self.for_user, "organise", stored)
        if not organiser and not counts_as_adult:
            self.fields["is_adult"].disabled = True
        if self.consent_is_on_record or not organiser:
            del self.fields["consent"]
        self._offer_groups(organiser)
        data = self.data if self.is_bound else None
        self.seats = [
            SeatForm(ladder, stored, organiser=organiser, data=data) for ladder in stored.club.ladders.all()
        ]

    def _offer_groups(self, organiser: bool) -> None:
        field, club = self.fields["in_groups"], self.stored.club
        groups = sorted(club.player_groups.all(), key=lambda group: natural(group.name, club.language))
        if not groups:
            del self.fields["in_groups"]
            return
        field.queryset = club.player_groups.all()
        field.choices = [(group.pk, group.name) for group in groups]
        field.disabled = not organiser
        self.initial["in_groups"] = sorted(groups_of_person(self.stored))

    def consent_status(self) -> dict:
        by = self.stored.consent_by
        return {
            "player": self.stored,
            "on_record": self.consent_is_on_record,
            "counts_as_adult": self.initial["is_adult"],
            "who": by and get_user_display_name(by),
        }

    def is_valid(self) -> bool:
        return all([super().is_valid(), *(seat.is_valid() for seat in self.seats)])

    def has_changed(self) -> bool:
        return super().has_changed() or any(seat.has_changed() for seat in self.seats)

    def stored_values(self) -> list:
        seats = ((seat.ladder.pk, seat.initial) for seat in self.seats)
        groups = self.initial.get("in_groups")
        return [*super().stored_values(), self.consent_is_on_record, groups, *seats]

    def affected_ladders(self) -> list[Ladder]:
        confirmed = "is_adult" in self.changed_data and self.cleaned_data["is_adult"]
        consented = self.cleaned_data.get("consent")
        return [seat.ladder for seat in self.seats if confirmed or consented or seat.discloses]

    def save(self, commit=True) -> Player:
        player = Player.objects.select_related("club").get(pk=self.instance.pk)
        if "name" in self.changed_data:
            rename_player(player, self.cleaned_data["name"], by=self.for_user)
        if "is_adult" in self.changed_data:
            adult = self.cleaned_data["is_adult"]
            confirm_adults(player.club, [player.pk], adults=adult, by=self.for_user)
        if self.cleaned_data.get("consent"):
            record_consent(player.club, [player.pk], by=self.for_user)
        if "in_groups" in self.changed_data:
            groups = [group.pk for group in self.cleaned_data["in_groups"]]
            set_groups(player, groups, by=self.for_user)
        for seat in self.seats:
            seat.save(by=self.for_user)
        player.refresh_from_db()
        return player
