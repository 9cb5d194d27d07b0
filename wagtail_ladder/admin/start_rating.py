"""What a player of known strength begins with on a ladder: who would move by it, and the setting of it."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages

from ..models import Ladder
from ..services import LadderError, set_start_rating
from ..services.players import StartRating, start_rating_of
from .events.access import whole_number
from .trying import LadderShown, Trying, told_with_moves
from .who.access import MemberView, url_of_player


def url_of_start_rating(player_id: int, ladder_id: int) -> str:
    return f"{reverse('ladder_players:start_rating', args=[player_id])}?ladder={ladder_id}"


class StartRatingForm(forms.Form):
    points = forms.IntegerField(
        label=gettext_lazy("Start rating"),
        help_text=gettext_lazy("Instead of that of the ladder. Leave it empty to begin like everybody."),
        required=False,
        min_value=100,
        max_value=3500,
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason for the start rating"),
        help_text=gettext_lazy("For example a rating of another club. Not shown to visitors."),
        required=False,
        max_length=200,
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean()
        if cleaned.get("points") is not None and not cleaned.get("reason", "").strip():
            self.add_error("reason", _("Please give a reason."))
        return cleaned


class StartRatingView(Trying, MemberView):
    """For organisers, on the ladder in the address (`?ladder=`)."""

    template_name = "wagtail_ladder/admin/registry/start_rating.html"
    page_title = gettext_lazy("Start rating")

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        ladder = whole_number(request.GET.get("ladder"))
        found = Ladder.objects.filter(club=self.club, pk=ladder).first()
        if found is None:
            raise Http404
        self.ladder = found

    @cached_property
    def stored(self) -> StartRating:
        return start_rating_of(self.ladder.pk, self.player)

    @property
    def looked_at(self) -> StartRating:
        """The one that the form was made from; one that never is where the form does not say."""
        saw = self.request.POST.get
        return StartRating(whole_number(saw("saw-points")), saw("saw-reason", "-"))

    @cached_property
    def form(self) -> StartRatingForm:
        data = self.request.POST if self.request.method == "POST" else None
        return StartRatingForm(data, initial=self.stored._asdict())

    def is_asked(self) -> bool:
        return self.request.method == "POST" and self.form.is_valid()

    def asked(self) -> Any:
        return self.player.pk, self.ladder.pk, self.looked_at, self.form.cleaned_data

    def post(self, request: HttpRequest, **ids: int) -> HttpResponse:
        return super().post(request, **ids) if self.form.is_valid() else self.show()

    def act(self) -> Any:
        points, reason = self.form.cleaned_data["points"], self.form.cleaned_data["reason"]
        return set_start_rating(
            self.ladder, self.player, points, reason, by=self.request.user, expected=self.looked_at
        )

    def show_refusal(self, refusal: LadderError, **context: Any) -> HttpResponse:
        self.__dict__.pop("stored", None)  # before the club's lock
        return super().show_refusal(refusal, **context)

    def done(self, act: Any, ladders: list[LadderShown]) -> HttpResponse:
        messages.success(self.request, told_with_moves(_("The start rating is saved."), ladders))
        return redirect(url_of_player(self.player.pk))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        changed = self.refusal is not None and self.refusal.code == "start_rating_changed"
        context.update(
            form=self.form,
            ladder=self.ladder,
            player=self.player,
            player_url=url_of_player(self.player.pk),
            stored=self.stored._asdict(),
            changed=self.changed() if changed else [],
        )
        return context

    def changed(self) -> list[tuple[str, Any, Any]]:
        """Of each field that says something else than is stored by now: its label, the latter, the former."""
        typed, stored = self.form.cleaned_data, self.stored._asdict()
        return [
            (str(field.label), stored[name] or "–", typed[name] or "–")
            for name, field in self.form.fields.items()
            if (typed[name] or "") != (stored[name] or "")
        ]
