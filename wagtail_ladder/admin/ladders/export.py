"""A ladder as one file, to keep or to have it computed again elsewhere."""

import json
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from ...services import LadderError, NotAllowed, export_ladder
from ...site.gate import keep_private
from .access import LadderScreen, url_of


class ExportView(LadderScreen):
    """What is in the file, and then the file. The one with names is for organisers."""

    template_name = "wagtail_ladder/admin/ladders/export.html"
    page_title = gettext_lazy("Export")
    header_icon = "download"

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        names = "names" in request.POST
        try:
            document = export_ladder(self.ladder.pk, names=names, by=request.user)
        except NotAllowed as refusal:
            raise PermissionDenied from refusal
        except LadderError as refusal:
            return self.show_refusal(refusal)
        text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
        response = HttpResponse(text, content_type="application/json")
        response["Content-Disposition"] = f'attachment; filename="{self._file_name(names)}"'
        return keep_private(response)

    def _file_name(self, names: bool) -> str:
        """Without the ladder's name, which may be somebody's."""
        kind = "-with-names" if names else ""
        return f"ladder-{self.ladder.pk}-{timezone.localdate().isoformat()}{kind}.json"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context["proof_url"] = url_of("proof", self.ladder.pk)
        return context
