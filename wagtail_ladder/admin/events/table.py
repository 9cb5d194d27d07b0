"""An evening without games: names, points, and a rank where somebody decided it."""

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages

from ...models import Entry, Event
from ...services import LadderError, Refused, TableRow, save_table
from .access import EventView, url_of, whole_number


class TableView(EventView):
    template_name = "wagtail_ladder/admin/events/table.html"
    page_title = gettext_lazy("Points")
    tab = "results"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        if self.event.format != Event.Format.TABLE:
            raise Http404

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        try:
            rows = [self._row(entry) for entry in self.event.entries.all()]
            event = save_table(self.event, rows, by=request.user, expected_version=self.expected_version())
        except LadderError as refusal:
            return self.show_refusal(refusal)
        unchanged = self.nothing_changed(event)
        messages.success(request, _("Nothing has changed.") if unchanged else _("The points are saved."))
        return redirect(url_of("table", pk))

    def _row(self, entry: Entry) -> TableRow:
        points = self.request.POST.get(f"points-{entry.pk}", "").strip()
        typed_rank = self.request.POST.get(f"rank-{entry.pk}", "").strip()
        rank = whole_number(typed_rank, lowest=1, highest=9999)
        if typed_rank and rank is None:
            raise Refused(
                "rank_impossible",
                _("“%(name)s”: a rank is a whole number from 1.") % {"name": entry.typed_name},
            )
        return TableRow(entry.pk, points_of(points, entry), rank)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context["rows"] = [
            {
                "entry": entry,
                "points": self._shown(f"points-{entry.pk}", _plain(entry.points)),
                "rank": self._shown(f"rank-{entry.pk}", str(entry.rank or "")),
            }
            for entry in self.event.entries.all()
        ]
        context["gone"] = list(self._typed_for_who_is_gone())
        return context

    def _typed_for_who_is_gone(self) -> Iterator[tuple[str, str, str]]:
        """Name, points and rank as typed for names that somebody has taken out of the event meanwhile."""
        post, there = self.request.POST, {f"name-{entry.pk}" for entry in self.event.entries.all()}
        for field in post:
            if field.startswith("name-") and field not in there:
                both = [post.get(field.replace("name", what, 1), "").strip() for what in ("points", "rank")]
                saw = [post.get(field.replace("name", f"saw-{what}", 1), "") for what in ("points", "rank")]
                if both != saw:
                    yield post[field], *both

    def _shown(self, field: str, stored: str) -> dict[str, str]:
        """What a field has, and what is stored by now: the form tells the next time that this was seen.

        A form that is shown again may be saved on top of what a colleague did meanwhile: it must not bring
        back what the editor only saw.
        """
        post = self.request.POST
        typed, saw, theirs = post.get(field, stored), post.get(f"saw-{field}", ""), ""
        if post and self.expected_version() != self.event.version:
            if typed.strip() == saw:
                typed = stored
            elif stored not in (saw, typed.strip()):
                theirs = stored or _("nothing")
        return {"name": field, "value": typed, "saw": stored, "theirs": theirs}


def points_of(text: str, entry: Entry) -> Decimal | None:
    """“7”, “7.5”, “7,5”, “7½” and “½” are points; nothing is nothing."""
    if not text:
        return None
    text = text.replace(",", ".")
    if text.endswith("½"):
        text = (text[:-1] or "0") + ".5"
    try:
        points = Decimal(text)
    except InvalidOperation:
        points = Decimal("NaN")
    if not points.is_finite() or not 0 <= points < 10_000 or points != points.quantize(Decimal("0.01")):
        raise Refused(
            "points_unreadable",
            _("“%(name)s”: points are a number such as 7 or 7.5.") % {"name": entry.typed_name},
        )
    return points


def _plain(points: Decimal | None) -> str:
    if points is None:
        return ""
    text = f"{points:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
