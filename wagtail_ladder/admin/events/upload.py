"""First step of an upload: which ladder, which file. What cannot be read is told at once and not kept."""

from typing import Any

from django import forms
from django.contrib.auth.models import User as AuthUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ...reports import Reading, read
from ...services import LadderError, store_upload
from ...services.uploads import LARGEST_FILE
from .access import AdminView, ladder_asked_for, ladders_of, url_of
from .fields import LadderField
from .issues import issue_groups


class UploadForm(forms.Form):
    ladder = LadderField()
    file = forms.FileField(
        label=gettext_lazy("Tournament file"),
        allow_empty_file=True,  # the verb says it in its own words
        max_length=1000,
        help_text=gettext_lazy(
            "The FIDE report (TRF) that your pairing program exports, or a CSV file with the columns round, "
            "white, black and result. At most 5 MB. Birth dates, numbers and ratings in it are not kept."
        ),
        widget=forms.FileInput(attrs={"accept": ".trf,.trfx,.txt,.csv,.tsv,.fegxtrf"}),
        error_messages={"required": gettext_lazy("Please choose a file.")},
    )

    def __init__(self, *args: Any, user: AuthUser, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ladder"].offer(ladders_of(user))

    def clean_file(self) -> Any:
        """The size is asked before a byte is read: the rest of a larger file stays on the disk."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(
                _("This file is larger than 5 MB: it cannot be a tournament report."), code="file_too_large"
            )
        return file


class UploadView(AdminView):
    template_name = "wagtail_ladder/admin/events/upload.html"
    page_title = gettext_lazy("Upload a file")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        form = UploadForm(user=self.request.user, initial=ladder_asked_for(self.request))
        kwargs.setdefault("form", form)
        return super().get_context_data(**kwargs)

    def post(self, request: HttpRequest) -> HttpResponse:
        form = UploadForm(request.POST, request.FILES, user=request.user)
        if not form.is_valid():
            return self.show(form=form)
        file = form.cleaned_data["file"]
        content = file.read()
        if content:
            reading = read(content, file.name)
            if _is_hopeless(reading):
                return self.show(form=form, issue_groups=issue_groups(reading.issues), filename=file.name)
        try:
            upload = store_upload(form.cleaned_data["ladder"], file.name, content, by=request.user)
        except LadderError as refusal:
            form.add_error("file", refusal.message)
            return self.show(form=form)
        return redirect(url_of("preview", upload.token))


def _is_hopeless(reading: Reading) -> bool:
    """Errors, and no other encoding to try: there is nothing to preview."""
    return reading.has_errors and not reading.encodings
