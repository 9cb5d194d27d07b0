"""The links of a ladder in the admin: the list on the ladder's screen, and a screen for each thing to do.

Addresses are for organisers. An arbiter sees that there is a link, for whom and until when, and can end it.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import NoReverseMatch, reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy
from django.views.generic import FormView
from wagtail.admin import messages
from wagtail.admin.views.generic.base import WagtailAdminTemplateMixin

from ..audience import is_open, is_over, link_token
from ..models import ClubRole, Ladder, ShareLink, Visibility
from ..services import LadderError, change_link, make_link, revoke_link
from ..services.roles import has_role
from ..site.links import path_of_link
from .forms import VerbForm, VerbView


def links_of(form: Any) -> dict[str, Any] | None:
    """What the panel on the ladder's screen shows: for ladders that have links, or should have some."""
    ladder: Ladder = form.instance
    links = list(ladder.share_links.select_related("made_by", "revoked_by"))
    for_link_holders = ladder.visibility == Visibility.LINK
    if not links and not for_link_holders:
        return None
    is_organiser = has_role(form.for_user, ClubRole.ORGANISER, ladder.club_id)
    return {
        "ladder": ladder,
        "rows": [_row(link, with_address=is_organiser) for link in reversed(links)],
        "is_organiser": is_organiser,
        "for_link_holders": for_link_holders,
        "any_open": any(is_open(link) for link in links),
        "any_to_open_again": any(link.revoked_at is None and not is_over(link) for link in links),
        "is_included": _path_of(links[0]) is not None if links else True,
    }


def _row(link: ShareLink, *, with_address: bool) -> dict[str, Any]:
    return {
        "link": link,
        "is_open": is_open(link),
        "is_over": is_over(link),
        "path": _path_of(link) if with_address and not link.revoked_at else None,
    }


def _path_of(link: ShareLink) -> str | None:
    """None where the site has not included `wagtail_ladder.urls`."""
    try:
        return path_of_link(link_token(link))
    except NoReverseMatch:
        return None


class LinkForm(VerbForm):
    field_of_refusal = {"last_day_over": "last_day", "link_name_taken": "name"}

    class Meta:
        model = ShareLink
        fields = ["name", "last_day"]
        help_texts = {
            "last_day": gettext_lazy(
                "As 2030-12-31. Leave it empty for a link that stays until it is revoked."
            )
        }

    def affected_ladders(self) -> list[Ladder]:
        return [self.instance.ladder]

    def save(self, commit: bool = True) -> ShareLink:
        name, last_day = self.cleaned_data["name"], self.cleaned_data["last_day"]
        if self.instance.pk:
            return change_link(self.instance, name=name, last_day=last_day, by=self.for_user)
        return make_link(self.instance.ladder, name, last_day=last_day, by=self.for_user)


class RevokeForm(VerbForm):
    class Meta:
        model = ShareLink
        fields: list[str] = []

    def save(self, commit: bool = True) -> ShareLink:
        return revoke_link(self.instance, by=self.for_user)


class LinkView(WagtailAdminTemplateMixin, FormView):
    """A screen about a link of the ladder in the address, which `scope` guards as every view of a ladder.

    To save the form is to call the verb.
    """

    permission_required = "change"
    edit_url_name = ""
    header_icon = "link"
    form_class: type[VerbForm]
    done = ""

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.ladder = self.get_object()

    def get_object(self) -> Ladder:
        return get_object_or_404(Ladder.objects.select_related("club"), pk=self.kwargs["pk"])

    @cached_property
    def link(self) -> ShareLink:
        return get_object_or_404(self.ladder.share_links, pk=self.kwargs["link"])

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "instance": self.link, "for_user": self.request.user}

    def form_valid(self, form: VerbForm) -> HttpResponse:
        form.save()
        messages.success(self.request, self.done)
        return redirect(self.get_success_url())

    def get_success_url(self) -> str:
        return reverse(self.edit_url_name, args=[self.ladder.pk])

    def get_breadcrumbs_items(self) -> list[dict[str, Any]]:
        return [
            *self.breadcrumbs_items,
            {"url": self.get_success_url(), "label": self.ladder.name},
            {"url": "", "label": self.get_page_title()},
        ]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs, ladder=self.ladder, ladder_url=self.get_success_url())


class LinkFormView(VerbView, LinkView):
    form_class = LinkForm
    template_name = "wagtail_ladder/admin/registry/link_form.html"

    def get_error_message(self) -> None:
        """The form says what is wrong."""


class NewLinkView(LinkFormView):
    permission_required = "organise"
    page_title = gettext_lazy("New link")
    done = gettext_lazy("Link made. Its address is in the list of links.")

    @cached_property
    def link(self) -> ShareLink:
        return ShareLink(ladder=self.ladder)


class ChangeLinkView(LinkFormView):
    page_title = gettext_lazy("Change link")
    done = gettext_lazy("Link changed. Its address is the same.")


class RevokeLinkView(LinkView):
    page_title = gettext_lazy("Revoke link")
    done = gettext_lazy("Link revoked. Its address opens nothing any more.")
    form_class = RevokeForm
    template_name = "wagtail_ladder/admin/registry/revoke_link.html"

    def form_valid(self, form: VerbForm) -> HttpResponse:
        try:
            return super().form_valid(form)
        except LadderError as refusal:
            messages.error(self.request, refusal.message)
            return redirect(self.get_success_url())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs, link=self.link)
