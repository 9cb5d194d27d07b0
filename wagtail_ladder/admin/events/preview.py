"""Second step of an upload: look at everything the file says, then save it as an event with one POST."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from wagtail.admin import messages
from wagtail.models import ModelLogEntry

from ...engine import Reason
from ...kinds import Kind
from ...models import Event, Game
from ...reports import Pairing, Reading, TournamentReport
from ...services import (
    LadderError,
    discard_upload,
    find_upload,
    import_report,
    update_from_report,
)
from ...services.comparing import ChangedGame, Difference, compare, stored_pairings
from ...services.imports import corrected_by_hand, events_of_file, likely_older_versions, was_split
from ...services.reads.entered_twice import events_with_these_results
from ...templatetags.ladder_tags import comma
from ..ledger.words import told
from ..trying import LadderShown
from .access import AdminView, url_of, version_in, whole_number
from .encodings import Letters, encodings_offered, label_of, read_letters, sample_names
from .issues import issue_groups
from .long_events import warnings_of_length
from .looking import LookFirst
from .older import is_followed, note_if_older
from .preview_form import PreviewForm
from .results import score_of
from .upload import UploadForm
from .verdicts import REASON_OF_KIND
from .words import because, counts_of

MOST_NAMES_TOLD = 20
"""Of the names that would go; how many more there are is told as a number."""


class UploadMixin:
    """Finds the user's own upload; anybody else's is answered as one that is gone, with a new form."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            self.upload = find_upload(kwargs["token"], by=request.user)
        except LadderError as gone:
            return UploadGoneView.as_view(refusal=gone)(request)
        self.club = self.upload.ladder.club
        return super().dispatch(request, *args, **kwargs)


class UploadGoneView(AdminView):
    """The upload form again, and why."""

    template_name = "wagtail_ladder/admin/events/upload.html"
    page_title = gettext_lazy("Upload a file")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.show(status=404, form=UploadForm(user=request.user))


class PreviewView(UploadMixin, LookFirst):
    """The last step of an upload. To update a published event may move people: then they are shown first."""

    template_name = "wagtail_ladder/admin/events/preview.html"
    page_title = gettext_lazy("Preview")

    def get_page_subtitle(self) -> str:
        return self.upload.filename

    @cached_property
    def letters(self) -> Letters:
        return read_letters(
            bytes(self.upload.content),
            self.upload.filename,
            language=self.upload.ladder.club.language,
            chosen=self.request.POST.get("encoding") or None,
        )

    @property
    def reading(self) -> Reading:
        return self.letters.reading

    @cached_property
    def report(self) -> TournamentReport | None:
        """The section of the file that is looked at; most files have one."""
        reports = self.reading.reports
        place = whole_number(self.request.POST.get("section", "0"))
        return reports[place] if place is not None and place < len(reports) else None

    @cached_property
    def differences(self) -> list["DifferenceShown"]:
        if self.report is None:
            return []
        return [
            DifferenceShown.of(event, self.report) for event in self.older_versions if not was_split(event)
        ]

    @cached_property
    def older_versions(self) -> list[Event]:
        return likely_older_versions(self.upload.ladder, self.report) if self.report else []

    @cached_property
    def same_results(self) -> list[Event]:
        """Where all of it stands, as a file or typed by hand."""
        return events_with_these_results(self.upload.ladder, self.report) if self.report else []

    def form(self, data: Any = None, initial: Any = None) -> PreviewForm | None:
        if self.report is None:
            return None
        ladder = self.upload.ladder
        return PreviewForm(
            data,
            initial=initial,
            reading=self.reading,
            is_by_language=bool(self.letters.suggested),
            report=self.report,
            older_versions=[shown.event for shown in self.differences],
            undoing=[shown.event for shown in self.differences if shown.undoes],
            same_file=events_of_file(ladder, self.upload.digest),
            same_results=self.same_results,
        )

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        if "look" in request.POST:
            return self.show(form=self.form(initial=request.POST.dict()))
        if self.filled is None or self.reading.has_errors or not self.filled.is_valid():
            return self.show()
        return super().post(request, token=token)

    @cached_property
    def filled(self) -> PreviewForm | None:
        return self.form(self.request.POST or None)

    @property
    def updated(self) -> "DifferenceShown | None":
        """What the file does to the event that it is to update."""
        older = self.filled and self.filled.event_to_update
        return next((shown for shown in self.differences if shown.event == older), None)

    def may_rewrite(self) -> bool:
        """More games only add, unless later events follow from them.

        With a new name, an event that was rated waits until it is decided.
        """
        shown = self.updated
        if shown is None or shown.event.status != Event.Status.PUBLISHED:
            return False
        names_differ = shown.difference.new_players or shown.difference.gone_entries
        return bool(shown.rewrites or names_differ or is_followed(shown.event))

    @property
    def needs_reason(self) -> bool:
        shown = self.updated
        return shown is not None and (shown.rewrites or is_followed(shown.event))

    def act(self) -> Event:
        """The event is there and the file is gone, or neither."""
        assert self.filled is not None  # noqa: S101 - see `post`
        event = self._save(self.filled)
        discard_upload(self.upload)
        return event

    def about(self) -> list[str]:
        assert self.updated is not None  # noqa: S101 - nothing else moves anybody
        return [told(_("“%(event)s” would be as in the newer file."), event=self.updated.event.name)]

    def done(self, act: Event, ladders: list[LadderShown]) -> HttpResponse:
        if self.updated is not None:
            sentence = _("“%(event)s” is as in the newer file now.") % {"event": act.name}
        else:
            sentence = _("“%(event)s” is saved as a draft. Who are the players?") % {"event": act.name}
        messages.success(self.request, self.told(sentence, ladders))
        if self.updated is None and (note := note_if_older(act.ladder, act.last_day)):
            messages.info(self.request, note)
        return redirect(url_of("desk", act.pk))

    def _save(self, form: PreviewForm) -> Event:
        data, older = form.cleaned_data, form.event_to_update
        assert self.report is not None  # noqa: S101 - a form is made from a report
        if older is not None:
            return update_from_report(
                older,
                self.report,
                by=self.request.user,
                reason=data["reason"],
                source_digest=self.upload.digest,
                in_progress=data["in_progress"],
                expected_version=version_in(self.request, f"version-{older.pk}"),
            )
        return import_report(
            self.upload.ladder,
            self.report,
            by=self.request.user,
            name=data["name"],
            first_day=data["first_day"],
            last_day=data["last_day"],
            in_progress=data["in_progress"],
            source_digest=self.upload.digest,
        )

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs.setdefault("form", self.filled)
        context = super().get_context_data(**kwargs)
        context.update(upload=self.upload, reading=self.reading, report=self.report)
        context["issue_groups"] = issue_groups(self.reading.issues, kwargs["form"])
        context["encodings"] = encodings_offered(self.letters)
        context["suggested"] = label_of(self.letters.suggested) if self.letters.suggested else ""
        context["sample_names"] = sample_names(self.report)
        if self.report is not None:
            context["counts"] = counts_of(self.report)
            context["length_warnings"] = warnings_of_length(rated_games_of(self.report))
            context["rounds"] = list(rounds_of(self.report))
            context["imported"] = [(event, _imported_at(event)) for event in kwargs["form"].same_file]
            imported = set(kwargs["form"].same_file)
            context["entered"] = [event for event in self.same_results if event not in imported]
            context["differences"] = self.differences
            day = self.report.last_day
            context["split_versions"] = [event for event in self.older_versions if was_split(event)]
            context["older_note"] = note_if_older(self.upload.ladder, day) if day else ""
        return context


class DiscardView(UploadMixin, AdminView):
    """Forget the file."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        discard_upload(self.upload)
        messages.success(request, _("The file has been discarded. Nothing of it was kept."))
        return redirect(url_of("index"))


def rated_games_of(report: TournamentReport) -> list[tuple[str, int]]:
    """Name and number of rated games of each player of the file."""
    seats = Counter(
        seat
        for pairing in report.pairings
        if REASON_OF_KIND[pairing.kind] is Reason.RATED
        for seat in (pairing.white, pairing.black)
    )
    return [(player.name, seats[player.number]) for player in report.players]


@dataclass(frozen=True)
class RoundShown:
    number: int
    rows: list[dict[str, Any]]
    summary: str

    @property
    def has_boards(self) -> bool:
        return any(row["board"] for row in self.rows)


def rounds_of(report: TournamentReport) -> Iterator[RoundShown]:
    """Every pairing of the report that will be kept, with what becomes of it and its line in the file."""
    names = {player.number: player.name for player in report.players}
    rounds: dict[int, list[Pairing]] = defaultdict(list)
    for pairing in stored_pairings(report):
        rounds[pairing.round].append(pairing)
    for number, pairings in sorted(rounds.items()):
        rated = sum(REASON_OF_KIND[pairing.kind] is Reason.RATED for pairing in pairings)
        summary = ngettext("%(count)d rated", "%(count)d rated", rated) % {"count": rated}
        others = len(pairings) - rated
        if others:
            summary += comma() + ngettext("%(count)d not", "%(count)d not", others) % {"count": others}
        yield RoundShown(number, [_row(pairing, names) for pairing in pairings], summary)


def _row(pairing: Pairing, names: dict[int, str]) -> dict[str, Any]:
    reason = REASON_OF_KIND[pairing.kind]
    return {
        "board": pairing.board,
        "white": names[pairing.white],
        "black": names.get(pairing.black or 0, ""),
        "score": score_of(pairing.kind, pairing.white_half_points, pairing.black_half_points),
        "is_rated": reason is Reason.RATED,
        "verdict": because(reason),
        "line": pairing.where.line,
    }


@dataclass(frozen=True)
class DifferenceShown:
    """An event that the file may be a newer version of, and what an update would do to it."""

    event: Event
    difference: Difference
    new: list[dict[str, Any]]
    changed: list[dict[str, Any]]
    gone: list[dict[str, Any]]

    @property
    def undoes(self) -> bool:
        """Whether the file would undo what somebody corrected by hand."""
        return any(row["corrected"] for row in (*self.changed, *self.gone))

    @property
    def rewrites(self) -> bool:
        """Whether a game that was played changes or goes."""
        games = [*self.difference.gone_games, *(changed.game for changed in self.difference.changed_games)]
        return any(game.kind == Kind.PLAYED for game in games)

    @property
    def gone_names(self) -> list[str]:
        return [entry.typed_name for entry in self.difference.gone_entries[:MOST_NAMES_TOLD]]

    @property
    def gone_untold(self) -> int:
        return len(self.difference.gone_entries[MOST_NAMES_TOLD:])

    @classmethod
    def of(cls, event: Event, report: TournamentReport) -> "DifferenceShown":
        difference = compare(event, report)
        names = {player.number: player.name for player in report.players}
        corrected = corrected_by_hand(event)
        return cls(
            event,
            difference,
            new=[{"round": pairing.round, **_row(pairing, names)} for pairing in difference.new_games],
            changed=[
                {
                    "round": changed.pairing.round,
                    **_row(changed.pairing, names),
                    "was": _score_of_game(changed.game),
                    "corrected": corrected.get(changed.game.pk) if _is_undone(changed) else None,
                }
                for changed in difference.changed_games
            ],
            gone=[_gone_row(game, corrected.get(game.pk)) for game in difference.gone_games],
        )


def _is_undone(changed: ChangedGame) -> bool:
    """Whether the file has another result, and not only another board."""
    game, pairing = changed.game, changed.pairing
    return (game.kind, game.white_half_points, game.black_half_points) != (
        pairing.kind.value,
        pairing.white_half_points,
        pairing.black_half_points,
    )


def _gone_row(game: Game, corrected: datetime | None) -> dict[str, Any]:
    return {
        "round": game.round,
        "white": game.white.typed_name,
        "black": game.black.typed_name if game.black else "",
        "score": _score_of_game(game),
        "corrected": corrected,
    }


def _score_of_game(game: Game) -> str:
    return score_of(game.kind, game.white_half_points, game.black_half_points)


def _imported_at(event: Event) -> Any:
    """When the file of this event came in last, from the log."""
    entries = ModelLogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Event),
        object_id=str(event.pk),
        action__in=["wagtail_ladder.import_report", "wagtail_ladder.update_from_report"],
    )
    return entries.order_by("-timestamp").values_list("timestamp", flat=True).first()
