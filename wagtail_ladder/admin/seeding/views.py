"""One screen: who plays and how it is divided, below it the list, and from there the files and the sheet.

The choice lives in the form and is stored nowhere. What is taken out of the site is logged by the verb.
"""

from dataclasses import dataclass, field
from typing import Any, cast, get_args

from django.forms import Media
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ...matching import fold
from ...models import Player
from ...ordering import alphabetical
from ...reports import is_cut
from ...services import ChangedMeanwhile, LadderError, take_seeding_list
from ...services.reads import of_one_replay
from ...services.reads.seeding import SeedRow, newcomer, seeding_rows, with_newcomers
from ...services.seeding import TakenAs
from ...services.verb import club_transaction
from ...site.gate import keep_private
from ..events.access import whole_number
from ..ladders.access import LadderScreen
from .files import csv_response, seeds_and_title, trf_response
from .forms import SeedingForm
from .lists import Section, digest_of, in_sections, seeds_of

TICKS = {
    "established": lambda row: row.is_established and row.is_active,
    "active": lambda row: row.is_active,
    "last": lambda row: row.was_last,
}
BLANK_LINES = range(4)
"""On the sheet, for those who come along unannounced."""


@dataclass(frozen=True)
class Member:
    row: SeedRow
    name: str
    is_ticked: bool


@dataclass(frozen=True)
class Notes:
    """What speaks against the names coming back as they are registered."""

    members: list[str] = field(default_factory=list)
    """Typed, though members of the club are called so."""
    cut: list[str] = field(default_factory=list)
    """Longer than the columns of a TRF."""


def _taken(button: str) -> tuple[TakenAs, int | None]:
    """What the button asks for, `csv`, `sheet`, `trf`, or `trf-2` for the second section. Else Http404."""
    wanted, dash, section = button.partition("-")
    number = whole_number(section, lowest=1)
    if wanted not in get_args(TakenAs) or bool(dash) != (number is not None):
        raise Http404
    return cast(TakenAs, wanted), number


class SeedingView(LadderScreen):
    template_name = "wagtail_ladder/admin/seeding/seeding.html"
    page_title = gettext_lazy("Seeding list")
    header_icon = "list-ol"

    @property
    def media(self) -> Media:
        return super().media + Media(
            css={"all": ["wagtail_ladder/admin/seeding.css"]}, js=["wagtail_ladder/admin/filter-list.js"]
        )

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return keep_private(super().dispatch(request, *args, **kwargs))

    @cached_property
    def today(self) -> Any:
        return timezone.localdate()

    @cached_property
    def rows(self) -> list[SeedRow]:
        return of_one_replay(self.ladder, lambda: seeding_rows(self.ladder, self.today))

    @cached_property
    def names(self) -> dict[int, str]:
        """As registered."""
        members = Player.objects.filter(club=self.club, merged_into=None)
        return dict(members.values_list("pk", "name"))

    @cached_property
    def ticked(self) -> set[int]:
        """The members who play: those of the form, and those for whom a button was pressed."""
        data = self.request.POST
        if data.get("tick") == "none":
            return set()
        sent = {pk for text in data.getlist("player") if (pk := whole_number(text)) is not None}
        wanted = TICKS.get(data.get("tick", ""), lambda row: False)
        return {row.player_id for row in self.rows if row.player_id in sent or wanted(row)}  # type: ignore[misc]

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        if "tick" in request.POST:
            # Not bound: a button that ticks is no reason to complain of what is not filled in yet.
            typed = SeedingForm(ladder=self.ladder, initial=request.POST.dict())
            return self.show(form=typed, opened=True)
        form = SeedingForm(request.POST, ladder=self.ladder)
        if not form.is_valid():
            return self.show(form=form)
        newcomers = form.cleaned_data["newcomers"]
        if not self.ticked and not newcomers:
            form.add_error(None, _("Please tick who plays."))
            return self.show(form=form, opened=True)
        if wanted := request.POST.get("take"):
            try:
                return self._take(form, *_taken(wanted))
            except LadderError as refusal:
                self.refusal = refusal
                for what_was_read in ("rows", "names", "ticked"):
                    self.__dict__.pop(what_was_read, None)
        some = [row for row in self.rows if row.player_id in self.ticked & self.names.keys()]
        some = with_newcomers(some, [newcomer(self.ladder, self.today)] * len(newcomers))
        return self.show(form=form, sections=self._divided(form, some))

    def _divided(self, form: SeedingForm, rows: list[SeedRow]) -> list[Section]:
        sizes = form.sizes([row.rating for row in rows])
        return in_sections(rows, sizes, self.names, form.cleaned_data["newcomers"]) if sizes else []

    def _take(self, form: SeedingForm, taken_as: TakenAs, section: int | None) -> HttpResponse:
        """Raises LadderError where the list is not the one that was looked at; then nothing is logged."""
        data = form.cleaned_data
        with club_transaction(self.club.pk):
            rows = take_seeding_list(
                self.ladder.pk,
                self.ticked,
                newcomers=len(data["newcomers"]),
                form=taken_as,
                by=self.request.user,
            )
            sections = self._divided(form, rows)
            if section is not None and section > len(sections):
                raise Http404
            if digest_of(sections) != self.request.POST.get("seen"):
                raise ChangedMeanwhile(
                    "list_changed", _("This is not the list that you had seen. Please look again.")
                )
        if taken_as == "sheet":
            return self._sheet(data, sections)
        if taken_as == "csv":
            return csv_response(sections, self._file_name())
        seeds, title = seeds_and_title(data["title"], sections, section)
        return trf_response(title, data["day"], seeds, self._file_name(section))

    def _sheet(self, data: dict[str, Any], sections: list[Section]) -> HttpResponse:
        context = {
            "title": data["title"],
            "day": data["day"],
            "sections": sections,
            "is_any_provisional": not all(seed.row.is_established for seed in seeds_of(sections)),
            "blank_lines": BLANK_LINES,
            "club": self.club,
        }
        return render(self.request, "wagtail_ladder/admin/seeding/sheet.html", context)

    def _file_name(self, section: int | None = None) -> str:
        """Without a name, which may be somebody's."""
        part = "" if section is None else f"-section-{section}"
        return f"seeding-{self.ladder.pk}-{timezone.localdate().isoformat()}{part}"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        form = context.setdefault("form", SeedingForm(ladder=self.ladder))
        sections = context.setdefault("sections", [])
        context.update(
            members=self._members(),
            ticked=len(self.ticked),
            has_last=any(row.was_last for row in self.rows),
            seen=digest_of(sections) if sections else "",
            notes=self._notes(form.cleaned_data["newcomers"], sections) if sections else Notes(),
            players=sum(len(section.seeds) for section in sections),
        )
        return context

    def _members(self) -> list[Member]:
        """In the order of names, in which people are looked for."""
        language = self.club.language
        members = [
            Member(row, self.names[row.player_id], row.player_id in self.ticked)
            for row in self.rows
            if row.player_id in self.names
        ]
        return sorted(members, key=lambda member: alphabetical(member.name, language))

    def _notes(self, newcomers: list[str], sections: list[Section]) -> Notes:
        called = {fold(name) for name in self.names.values()}
        return Notes(
            members=[name for name in newcomers if fold(name) in called],
            cut=[seed.name for seed in seeds_of(sections) if is_cut(seed.name)],
        )
