"""What they see: a ladder, a player's page and the blocks on pages, as somebody else gets them.

The site answers for a made-up visitor (`site.visits`), so what stands here is what a stranger, a link holder
or a member would get, the login form and the missing page included.
"""

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.utils import translation
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy
from django.views import View
from wagtail.admin.views.generic.base import WagtailAdminTemplateMixin
from wagtail.permissions import page_permission_policy

from ..audience import ladder_page_models, link_token
from ..blocks import ladder_blocks
from ..models import Ladder, LadderPlayer
from ..ordering import alphabetical
from ..site.addresses import Addresses
from ..site.embed import why_empty
from ..site.gate import keep_private
from ..site.purging import pages_that_show
from ..site.visits import Outcome, Visitor, visit
from .listing import STYLES

_LADDER = "ladder"


@dataclass(frozen=True, slots=True)
class Seen:
    """What there is to show of an answer: its HTML, or else a sentence."""

    html: str = ""
    sentence: str = ""


class SeenForm(forms.Form):
    """Asks by ids alone: the address holds no name."""

    who = forms.ChoiceField(label=gettext_lazy("As seen by"))
    what = forms.ChoiceField(label=gettext_lazy("What"))

    def __init__(self, data: dict[str, str], *, who: Any, what: Any) -> None:
        choices = {"who": who, "what": what}
        super().__init__({**{name: options[0][0] for name, options in choices.items()}, **data})
        for name, options in choices.items():
            self.fields[name].choices = options


class SeenView(WagtailAdminTemplateMixin, View):
    """For organisers; `scope` guards it as every view of a ladder."""

    permission_required = "organise"
    edit_url_name = ""
    page_title = gettext_lazy("What they see")
    header_icon = "view"
    template_name = "wagtail_ladder/admin/registry/seen.html"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.ladder = self.get_object()

    def get_object(self) -> Ladder:
        return get_object_or_404(Ladder.objects.select_related("club"), pk=self.kwargs["pk"])

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return keep_private(self.render_to_response(self.get_context_data()))

    def get_page_subtitle(self) -> str:
        return self.ladder.name

    def get_breadcrumbs_items(self) -> list[dict[str, Any]]:
        ladder_url = reverse(self.edit_url_name, args=[self.ladder.pk])
        return [
            *self.breadcrumbs_items,
            {"url": ladder_url, "label": self.ladder.name},
            {"url": "", "label": self.get_page_title()},
        ]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        form = SeenForm(self.request.GET.dict(), who=self._who, what=self._what)
        context = super().get_context_data(**kwargs, ladder=self.ladder, form=form, media=STYLES)
        if form.is_valid():
            context["seen"] = self._seen(**form.cleaned_data)
            context["seen_by"] = dict(self._who)[form.cleaned_data["who"]]
        return context

    @cached_property
    def _links(self) -> dict[str, Any]:
        return {f"link-{link.pk}": link for link in self.ladder.share_links.filter(revoked_at=None)}

    @cached_property
    def _who(self) -> list[tuple[str, str]]:
        groups = self.ladder.member_groups.order_by("name")
        return [
            ("stranger", gettext("a stranger")),
            *(
                (key, gettext("a holder of the link “%(link)s”") % {"link": link.name})
                for key, link in self._links.items()
            ),
            *(
                (f"group-{group.pk}", gettext("a member of “%(group)s”") % {"group": group.name})
                for group in groups
            ),
            ("elsewhere", gettext("somebody logged in, in none of the groups of members")),
        ]

    @cached_property
    def _pages(self) -> list[Any]:
        """The ladder's own live pages, in the order of the tree."""
        found = [
            page
            for model in ladder_page_models()
            for page in model.objects.live().filter(ladder_id=self.ladder.pk)
        ]
        return sorted(found, key=lambda page: page.path)

    @cached_property
    def _hosts(self) -> dict[str, Any]:
        """The live pages that hold a block of the ladder."""
        return {
            f"block-{page.pk}": page
            for page in pages_that_show(self.ladder)
            if any(value["ladder"] == self.ladder for value in ladder_blocks(page))
        }

    @cached_property
    def _what(self) -> list[tuple[str, str]]:
        return [
            (_LADDER, gettext("the ladder")),
            *((key, self._block_on(page)) for key, page in self._hosts.items()),
            *([(gettext("the page of a player"), self._players)] if self._players else []),
        ]

    def _block_on(self, page: Any) -> str:
        """Who may not open a page in the admin, and does not see it on the site, learns no title of it."""
        if page.pk in self._explorable or not page.get_view_restrictions().exists():
            return gettext("the block on the page “%(page)s”") % {"page": page.get_admin_display_title()}
        return gettext("the block on a private page (number %(number)d)") % {"number": page.pk}

    @cached_property
    def _explorable(self) -> set[int]:
        pages = page_permission_policy.explorable_instances(self.request.user)
        return set(
            pages.filter(pk__in=[page.pk for page in self._hosts.values()]).values_list("pk", flat=True)
        )

    @cached_property
    def _players(self) -> list[tuple[str, str]]:
        seats = LadderPlayer.objects.filter(ladder=self.ladder, player__standings__ladder=self.ladder)
        named = [(f"player-{pk}", name) for pk, name in seats.values_list("pk", "player__name")]
        return sorted(named, key=lambda player: alphabetical(player[1], self.ladder.club.language))

    def _seen(self, who: str, what: str) -> Seen:
        visitor: AnonymousUser = AnonymousUser()
        if who not in ("stranger", *self._links):
            kind, _dash, group = who.partition("-")
            visitor = Visitor((int(group),) if kind == "group" else ())
        if what in self._hosts:
            return self._block(self._hosts[what], visitor)
        if who in self._links:
            return self._by_link(self._links[who], visitor, what)
        if not self._pages:
            return Seen(sentence=gettext("The ladder has no live page of its own: there is nothing to see."))
        page = self._pages[0]
        base = page.get_full_url()
        if not base:
            return Seen(sentence=gettext("The page of the ladder is on no site: it has no address."))
        return self._get(self._below(base, what), visitor, page)

    def _by_link(self, link: Any, visitor: AnonymousUser, what: str) -> Seen:
        try:
            base = reverse("wagtail_ladder:table", args=[link_token(link)])
        except NoReverseMatch:
            return Seen(sentence=gettext("This site has no addresses for links."))
        return self._get(self._below(base, what), visitor, None)

    def _below(self, base: str, what: str) -> str:
        if what == _LADDER:
            return base
        seat = LadderPlayer.objects.get(ladder=self.ladder, pk=what.removeprefix("player-"))
        return Addresses(base).player(seat.public_id) or base

    def _get(self, address: str, visitor: AnonymousUser, page: Any) -> Seen:
        answer = self._visit(address, visitor, page)
        return (
            Seen(html=_without_ways_out(answer.html))
            if answer.outcome is Outcome.SHOWN
            else self._refused(answer.outcome)
        )

    def _visit(self, address: str, visitor: AnonymousUser, page: Any) -> Any:
        return visit(
            address,
            visitor,
            site=page.get_site() if page else None,
            asked=self.request,
            language=_language_of(page),
        )

    def _block(self, page: Any, visitor: AnonymousUser) -> Seen:
        """The blocks alone: the rest of that page may be none of this organiser's business."""
        answer = self._visit(page.get_full_url() or "", visitor, page)
        if answer.outcome is not Outcome.SHOWN:
            return self._refused(answer.outcome)
        values = [value for value in ladder_blocks(page) if value["ladder"] == self.ladder]
        reasons = [why_empty(value, page) for value in values]
        if all(reason is not None for reason in reasons):
            return Seen(
                sentence=gettext("They get the page, but the block on it is empty. %(why)s")
                % {"why": reasons[0]}
            )
        context = {"request": answer.request, "page": page}
        with translation.override(_language_of(page)):
            blocks = [value.block.render(value, context) for value in values]
            html = render_to_string("wagtail_ladder/admin/registry/seen_blocks.html", {"blocks": blocks})
        return Seen(html=_without_ways_out(html))

    def _refused(self, outcome: Outcome) -> Seen:
        return Seen(
            sentence={
                Outcome.LOGIN: gettext("They get the login form. After it, they come back to this address."),
                Outcome.ELSEWHERE: gettext("They are led to another address."),
                Outcome.MISSING: gettext(
                    "They get the page that says “not found”, as if there were no such ladder."
                ),
            }[outcome]
        )


def _without_ways_out(html: str) -> str:
    """Links ask for a new window, which the sandbox of the frame refuses: what they lead to would be shown as
    the organiser sees it."""
    return re.sub(r"<head(\s[^>]*)?>", r'\g<0><base target="_blank">', html, count=1, flags=re.IGNORECASE)


def _language_of(page: Any) -> str:
    return page.locale.language_code if page else settings.LANGUAGE_CODE
