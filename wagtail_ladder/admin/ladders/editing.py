"""A new ladder, the form of a stored one, and the one click that hides it."""

from django.contrib.admin.utils import quote
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views import View
from wagtail.admin import messages
from wagtail.snippets.views.snippets import CreateView, EditView

from ...audience import is_open
from ...models import Ladder, Visibility
from ...services import LadderError, change_ladder
from ..events.access import url_of, whole_number
from ..forms import VerbView
from ..listing import STYLES
from ..new_page import new_page_url
from .access import organises
from .panels import is_for_nobody


class NewLadderView(VerbView, CreateView):
    success_message = _("Ladder created. Only the club's organisers and arbiters see it so far.")

    def get_form_kwargs(self) -> dict:
        kwargs = super().get_form_kwargs()
        club = whole_number(self.request.GET.get("club"))
        return kwargs if club is None else {**kwargs, "initial": {"club": club}}

    def get_success_buttons(self) -> list:
        add_event = f"{url_of('add')}?ladder={self.object.pk}"
        make_page = new_page_url(self.request.user)
        buttons = [messages.button(add_event, _("Add an event"))]
        return buttons + ([messages.button(make_page, _("Make its page"))] if make_page else [])


class LadderView(VerbView, EditView):
    success_message = _("Ladder saved.")

    def get_success_message(self, instance=None) -> str:
        message = super().get_success_message(instance)
        if is_for_nobody(self.object):
            return gettext(
                "%(saved)s No group is chosen: nobody but the club’s organisers and arbiters sees it."
            ) % {"saved": message}
        return message

    def get_success_url(self) -> str:
        """A ladder for holders of links goes on to its links, as long as none opens it."""
        ladder = self.object
        needs_links = ladder.visibility == Visibility.LINK and organises(self.request.user, ladder)
        if needs_links and not any(is_open(link) for link in ladder.share_links.all()):
            return f"{reverse(self.edit_url_name, args=[quote(ladder.pk)])}#links"
        return super().get_success_url()

    def get_context_data(self, **kwargs) -> dict:
        context = super().get_context_data(**kwargs)
        context["media"] += STYLES
        return context


class HideView(View):
    """One click, for whoever has a role in the club: the ladder is for organisers and arbiters at once."""

    http_method_names = ["get", "post", "head", "options"]
    permission_required = "change"
    model = Ladder
    edit_url_name = ""

    def dispatch(self, request, *args, **kwargs):
        self.object = self.get_object()
        return super().dispatch(request, *args, **kwargs)

    def get_object(self) -> Ladder:
        return get_object_or_404(Ladder, pk=self.kwargs["pk"])

    def get(self, request, *args, **kwargs):
        return redirect(self.edit_url_name, quote(self.object.pk))

    def post(self, request, *args, **kwargs):
        try:
            change_ladder(self.object, by=request.user, visibility=Visibility.ORGANISERS)
        except LadderError as refusal:
            messages.error(request, refusal.message)
        else:
            done = gettext("Hidden: only organisers and arbiters of the club see “%(ladder)s” now.")
            messages.success(request, done % {"ladder": self.object.name})
        list_url = reverse("ladder_ladders:list")
        came_from_the_list = request.POST.get("next") == list_url
        return redirect(list_url) if came_from_the_list else self.get(request)
