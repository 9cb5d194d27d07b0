"""Who is an arbiter of a club: the list, where organisers add somebody, and the question before a removal.

Nobody else's account is shown or searched for here: who adds somebody must know the user name or the address.
"""

from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User as AuthUser
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.generic import FormView
from wagtail.admin import messages
from wagtail.admin.views.generic.base import WagtailAdminTemplateMixin

from ..models import Club, ClubRole
from ..services import LadderError, add_arbiter, remove_arbiter
from ..services.arbiters import groups_of_arbiters, groups_of_arbiters_alone
from ..services.roles import clubs_organised_by, has_role
from .listing import STYLES


def arbiters_of(club: Club) -> QuerySet[AuthUser]:
    """Each with `arbiter_groups`, the groups that make him one."""
    groups = groups_of_arbiters(club)
    accounts = get_user_model()
    return (
        accounts._default_manager.filter(groups__in=groups)
        .distinct()
        .order_by(accounts.USERNAME_FIELD)
        .prefetch_related(Prefetch("groups", groups, to_attr="arbiter_groups"))
    )


def arbiters_panel(form: Any) -> dict[str, Any] | None:
    """The way from the club's screen to its arbiters, for organisers."""
    club: Club = form.instance
    if not has_role(form.for_user, ClubRole.ORGANISER, club.pk):
        return None
    return {
        "count": arbiters_of(club).count(),
        "arbiters_url": reverse("ladder_clubs:arbiters", args=[club.pk]),
    }


class AddArbiterForm(forms.Form):
    account = forms.CharField(
        label=gettext_lazy("User name or e-mail address"),
        max_length=254,
        help_text=gettext_lazy("Exactly as it stands in the person’s account."),
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false", "dir": "auto"}
        ),
    )


class RemoveArbiterForm(forms.Form):
    arbiter = forms.ModelChoiceField(get_user_model()._default_manager.none(), widget=forms.HiddenInput)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["arbiter"].queryset = arbiters_of(club)


class ClubView(WagtailAdminTemplateMixin, FormView):
    """A screen of the club in the address, for its organisers. To everybody else there is none."""

    edit_url_name = ""

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.club = self.get_object()

    def get_object(self) -> Club:
        return get_object_or_404(clubs_organised_by(self.request.user), pk=self.kwargs["pk"])

    def get_success_url(self) -> str:
        return reverse("ladder_clubs:arbiters", args=[self.club.pk])

    def get_page_subtitle(self) -> str:
        return self.club.name

    def get_breadcrumbs_items(self) -> list[dict[str, Any]]:
        club_url = reverse(self.edit_url_name, args=[self.club.pk])
        return [
            *self.breadcrumbs_items,
            {"url": club_url, "label": self.club.name},
            {"url": "", "label": self.get_page_title()},
        ]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs, club=self.club, arbiters_url=self.get_success_url())


class ArbitersView(ClubView):
    page_title = gettext_lazy("Arbiters")
    form_class = AddArbiterForm
    template_name = "wagtail_ladder/admin/registry/arbiters.html"

    def form_valid(self, form: AddArbiterForm) -> HttpResponse:
        try:
            add_arbiter(self.club, form.cleaned_data["account"], by=self.request.user)
        except LadderError as refusal:
            form.add_error("account", refusal.message)
            return self.form_invalid(form)
        messages.success(self.request, _("Added. Please look at the list: is it the person you meant?"))
        return super().form_valid(form)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        alone = groups_of_arbiters_alone(self.club)
        arbiters = [
            {
                "user": user,
                "other_groups": [group.name for group in user.arbiter_groups if group not in alone],
            }
            for user in arbiters_of(self.club)
        ]
        return super().get_context_data(**kwargs, arbiters=arbiters, may_add=bool(alone), media=STYLES)


class RemoveArbiterView(ClubView):
    """The person is named in the query by number, and must be an arbiter of the club."""

    page_title = gettext_lazy("Remove an arbiter")
    form_class = RemoveArbiterForm
    template_name = "wagtail_ladder/admin/registry/remove_arbiter.html"

    def get_form_kwargs(self) -> dict[str, Any]:
        kwargs = super().get_form_kwargs()
        return {**kwargs, "data": kwargs.get("data", self.request.GET), "club": self.club}

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        form = self.get_form()
        if not form.is_valid():
            return self.form_invalid(form)
        return self.render_to_response(self.get_context_data(form=form, arbiter=form.cleaned_data["arbiter"]))

    def form_valid(self, form: RemoveArbiterForm) -> HttpResponse:
        try:
            remove_arbiter(self.club, form.cleaned_data["arbiter"], by=self.request.user)
        except LadderError as refusal:
            messages.error(self.request, refusal.message)
        else:
            messages.success(self.request, _("Removed. What this person has entered stays."))
        return redirect(self.get_success_url())

    def form_invalid(self, form: RemoveArbiterForm) -> HttpResponse:
        messages.error(self.request, _("This person is not an arbiter of the club any more."))
        return redirect(self.get_success_url())
