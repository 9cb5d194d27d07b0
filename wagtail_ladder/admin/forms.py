"""Forms and views of the registry: they translate between Wagtail and the verbs."""

from collections.abc import Iterable

from django import forms
from django.db.models import QuerySet
from django.shortcuts import redirect
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages
from wagtail.admin.forms import WagtailAdminModelForm
from wagtail.admin.panels import Panel

from ..models import Club, Ladder
from ..services import LadderError
from .disclosure import disclosures, fingerprint


class VerbForm(WagtailAdminModelForm):
    """A form whose `save()` calls verbs, which write and log; the form itself writes no model.

    Subclasses write `save()`, which may raise LadderError, and `affected_ladders()`.
    """

    as_of = forms.CharField(required=False, widget=forms.HiddenInput)
    """What was stored when the form was made: without it, a stale form would undo what others did since."""

    disclosures = ()
    field_of_refusal: dict[str, str] = {}
    """Code of a LadderError -> the field that it is about. All others are about the form."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["as_of"].initial = self._state

    @property
    def is_out_of_date(self) -> bool:
        return bool(self.cleaned_data["as_of"]) and self.cleaned_data["as_of"] != self._state()

    def stored_values(self) -> list:
        return [(name, self.initial.get(name)) for name in sorted(self._meta.fields)]

    def _state(self) -> str:
        stored = repr(self.stored_values()) if self.instance.pk else ""
        return salted_hmac("wagtail_ladder.form", stored, algorithm="sha256").hexdigest()

    def affected_ladders(self) -> Iterable[Ladder]:
        """The ladders of which saving could show more than before."""
        return ()

    def looks_ahead(self) -> bool:
        """Whether saving now shows nothing new, or the person has confirmed this very list of it.

        Fills `disclosures` for the panel that asks.
        """
        ladders = list(self.affected_ladders())
        self.disclosures = disclosures(ladders, self.save) if ladders else []
        return not self.disclosures or self.data.get("seen") == self.disclosure_fingerprint

    @property
    def disclosure_fingerprint(self) -> str:
        return fingerprint(self.disclosures)


class VerbView:
    """Mixed into a create or edit view: the form's verbs save and log, and a refusal is shown in the form."""

    error_message = gettext_lazy("Nothing is saved: please look at what is marked below.")

    def save_instance(self):
        return self.form.save()

    def get_success_message(self, instance=None) -> str:
        return self.success_message

    def form_valid(self, form):
        if form.is_out_of_date:
            messages.error(
                self.request,
                _("Somebody changed this after you had opened it. Nothing is saved: please look again."),
            )
            return redirect(self.request.path)
        try:
            if form.looks_ahead():
                return super().form_valid(form)
        except LadderError as refusal:
            form.disclosures = ()
            form.add_error(form.field_of_refusal.get(refusal.code), refusal.message)
            self.produced_error_message = self.get_error_message()
        else:
            self.produced_error_message = None
            messages.warning(
                self.request,
                _(
                    "Nothing is saved yet. Please look at what becomes visible, tick “I have looked at this"
                    " list” below it, and save again."
                ),
            )
        return self.form_invalid(form)


def limit_clubs(field, clubs: QuerySet[Club]) -> None:
    """Offer these clubs; where there is one, it is chosen already."""
    field.queryset = clubs
    only = list(clubs[:2])
    field.initial = only[0] if len(only) == 1 else None


class TemplatePanel(Panel):
    """A panel without form fields of its own, drawn by a template from what `context(form)` gives.

    Not shown where that is None.
    """

    def __init__(self, template_name, context, **kwargs):
        super().__init__(**kwargs)
        self.template_name = template_name
        self.context = context

    def clone_kwargs(self):
        return {**super().clone_kwargs(), "template_name": self.template_name, "context": self.context}

    class BoundPanel(Panel.BoundPanel):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.template_name = self.panel.template_name
            self.extra = self.panel.context(self.form)

        class Media:
            css = {"all": ["wagtail_ladder/admin/registry.css"]}

        def is_shown(self):
            return self.extra is not None

        def get_context_data(self, parent_context=None):
            context = super().get_context_data(parent_context)
            return {**context, "form": self.form, "request": self.request, **(self.extra or {})}


def disclosure_panel() -> TemplatePanel:
    """Lists what becomes visible and asks for a tick, where saving would disclose anything."""
    return TemplatePanel(
        "wagtail_ladder/admin/registry/panels/disclosure.html",
        lambda form: {} if form.disclosures else None,
        heading=gettext_lazy("What becomes visible"),
        icon="view",
    )
