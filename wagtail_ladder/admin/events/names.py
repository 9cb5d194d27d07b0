"""The first tab of an event's desk: who the typed names are."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ...models import Decision, Entry
from ...services import Choice, Refused
from ..ledger.access import url_of_history
from ..ledger.members import tell_apart
from ..trying import LadderShown
from ..who.finding import LEAST_LETTERS
from .access import paged, whole_number
from .adults import juniors_in
from .deciding import DecidingView, NotLookedAt, choice_of
from .evening import Evening
from .looking import EventLookFirst
from .suggesting import Candidate, Resembling, digest_of
from .twice import twice_shown

NAMES_A_PAGE = 150
"""Undecided names shown at once. The next ones come when these are saved, so no choice is ever lost."""

MOST_OPPONENTS, MOST_NAMESAKES = 4, 3
"""Named beside a name that waits; a row stays a row."""


@dataclass(frozen=True)
class Row:
    """A name that waits, with everything that helps to decide it."""

    entry: Entry
    candidates: list[Candidate]
    chosen: str
    """What is ticked."""
    shown: list[str]
    """Stands for the candidates; see `refuse_unseen`."""
    opponents: list[str]
    """Whom the name really played that evening, as typed."""
    namesakes: list[Entry]
    """Other names of the event that are spelled the same and may be the same person."""
    twins: list[tuple[Entry, list[int]]]
    """Other names that are spelled the same and are somebody else: they sat in these rounds too."""
    seats: list[tuple[int, str]]
    """Of a name with twins, or one of several people of one line: whom it met in which round."""
    impossible: list[Entry]
    """Other names for which the same member was chosen, though they met or sat in one round."""
    is_changed: bool
    """The candidates are not those from whom somebody was chosen."""

    @property
    def opponents_named(self) -> list[str]:
        return self.opponents[:MOST_OPPONENTS]

    @property
    def opponents_unnamed(self) -> int:
        return len(self.opponents[MOST_OPPONENTS:])


class NamesView(EventLookFirst, DecidingView):
    """All undecided names with their suggestions, and the decided ones below. One POST decides many."""

    template_name = "wagtail_ladder/admin/events/names.html"
    page_title = gettext_lazy("Names")
    asks_reason = False
    _chosen_now: Mapping[int, Choice] = {}

    @property
    def media(self) -> forms.Media:
        scripts = ["wagtail_ladder/admin/member-search.js", "wagtail_ladder/admin/name-desk.js"]
        return super().media + forms.Media(js=scripts)

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        try:
            return super().post(request, pk=pk)
        except NotLookedAt as unseen:
            return self.ask_about(unseen.newcomers)

    def prepare(self) -> None:
        """The members as they are when it is written down, not as they were a moment before."""
        self.read_event_again()
        choices, fields = self._choices()
        self._refuse_unseen(choices)
        self._chosen_now = self.beside_near_ones(choices, fields)

    def act(self) -> None:
        self.decide(self._chosen_now)

    def about(self) -> list[str]:
        count = len(self._chosen_now)
        sentence = ngettext("%(count)d name would be decided.", "%(count)d names would be decided.", count)
        return [sentence % {"count": count}]

    def done(self, act: None, ladders: list[LadderShown]) -> HttpResponse:
        count = len(self._chosen_now)
        sentence = ngettext("%(count)d name is decided.", "%(count)d names are decided.", count)
        return self.show_decided(self.told(sentence % {"count": count}, ladders))

    def _choices(self) -> tuple[dict[int, Choice], dict[str, Entry]]:
        """What was said, by the entry's id, and which entry each field of the form means."""
        entries = {f"choice-{entry.pk}": entry for entry in self.entries}
        choices: dict[int, Choice] = {}
        fields = {}
        for field, value in self._posted.items():
            entry_id = whole_number(field.removeprefix("choice-"))
            if field != f"choice-{entry_id}" or entry_id is None or not value:
                continue
            choices[entry_id] = choice_of(value)
            if field in entries:
                fields[field] = entries[field]
        if not choices:
            raise Refused("nothing_chosen", _("Please choose who at least one of the names is."))
        return choices, fields

    def _refuse_unseen(self, choices: Mapping[int, Choice]) -> None:
        if self.expected_version() != self.event.version:
            return  # the verb will say so, and who changed the event
        resembling = self.suggesting.resembling(self._undecided)
        chosen = {entry: resembling[entry.pk] for entry in self._undecided if entry.pk in choices}
        self.refuse_unseen(choices, self.suggesting.candidates(chosen))

    @property
    def _undecided(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.decision == Decision.UNDECIDED]

    @property
    def _posted(self) -> dict[str, str]:
        """The fields that say who a name is. `new` has the ids of many in one, as fields are limited."""
        post = self.request.POST
        new = {f"choice-{entry_id}": "new" for entry_id in post.get("new", "").split(",")}
        return new | {field: value for field, value in post.items() if field.startswith("choice-")}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        undecided = self._undecided
        resembling = self.suggesting.resembling(undecided)
        shown = undecided[:NAMES_A_PAGE]
        candidates = self.suggesting.candidates({entry: resembling[entry.pk] for entry in shown})
        impossible = self._impossible() if self.refusal else {}
        rows = [self._row(entry, candidates[entry.pk], impossible.get(entry.pk, [])) for entry in shown]
        decided = [entry for entry in self.entries if entry.decision != Decision.UNDECIDED]
        context.update(paged(decided, NAMES_A_PAGE, self.request))
        tell_apart(entry.person for entry in context["page"])
        context.update(
            rows=rows,
            selected_count=sum(row.chosen != "" for row in rows),
            undecided_count=len(undecided),
            undecided_later=len(undecided) - len(shown),
            unknown_count=len(unlike_anybody(undecided, resembling, self.evening)),
            minors_count=self._minors_count(decided),
            twice=twice_shown(self.event),
            decisions_url=url_of_history(event=self.event),
            least_letters=LEAST_LETTERS,
        )
        return context

    def _row(self, entry: Entry, candidates: list[Candidate], impossible: list[Entry]) -> Row:
        namesakes = self.evening.namesakes(entry, MOST_NAMESAKES)
        twins = self.evening.twins(entry)
        chosen = self._chosen(entry, [] if self.evening.stands_twice(entry) else candidates)
        shown = [digest_of(candidates)]
        player = whole_number(chosen.removeprefix("member-"))
        if player is not None and player not in {found.player_id for found in candidates}:
            found = self.suggesting.members([player])  # by a search; nobody, once he is merged with another
            candidates, shown = [*candidates, *found], [*shown, *(one.seen for one in found)]
            chosen = chosen if found else ""
        return Row(
            entry,
            candidates,
            chosen,
            shown,
            self.evening.opponents(entry),
            namesakes,
            twins,
            self.evening.seats(entry) if twins or entry.part_of_id else [],
            impossible,
            is_changed=entry.pk in self.changed_meanwhile,
        )

    def _impossible(self) -> dict[int, list[Entry]]:
        """Entry id -> the others who are the same member by what was chosen, and cannot be."""
        people: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            chosen = self._posted.get(f"choice-{entry.pk}") or f"member-{entry.person_id}"  # type: ignore[attr-defined]
            people[chosen].append(entry)
        found: dict[int, list[Entry]] = defaultdict(list)
        for person, names in people.items():
            if whole_number(person.removeprefix("member-")) is None:
                continue
            for one, other in combinations(names, 2):
                if not self.evening.can_be_one(one, other):
                    found[one.pk].append(other)
                    found[other.pk].append(one)
        return found

    def _chosen(self, entry: Entry, clear: list[Candidate]) -> str:
        """What is ticked: the editor's choice of a refused form, else a member who fits and nobody else."""
        posted = self._posted.get(f"choice-{entry.pk}")
        if posted is not None:
            return posted
        return next((found.choice for found in clear if found.is_strong), "")

    def _minors_count(self, decided: list[Entry]) -> int:
        if not self.is_organiser:
            return 0
        return juniors_in(self.event).count() if decided else 0


class MembersView(DecidingView):
    """Members of the event's own club by name, for the search field. A POST, so that no name is in a log."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        query = request.POST.get("q", "").strip()
        if len(query) < LEAST_LETTERS:
            return JsonResponse({"members": []})
        members = [
            {"value": found.choice, "name": found.name, "facts": found.facts, "seen": found.seen}
            for found in self.suggesting.called(query[:200])
        ]
        return JsonResponse({"members": members, "message": "" if members else _("Nobody is called that.")})


class NewMembersView(DecidingView):
    """“Make all of them new members”: a look at the names that resemble nobody. The desk decides them.

    What was chosen on the desk for other names goes along, so that nothing is lost.
    """

    template_name = "wagtail_ladder/admin/events/new_members.html"
    page_title = gettext_lazy("New members")
    tab = "names"

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        return self.show()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        undecided = [entry for entry in self.entries if entry.decision == Decision.UNDECIDED]
        posted = self.request.POST
        unknown = [
            entry
            for entry in unlike_anybody(undecided, self.suggesting.resembling(undecided), self.evening)
            if posted.get(f"choice-{entry.pk}", "") in ("", "new")
        ]
        said_here = {f"choice-{entry.pk}" for entry in unknown}
        chosen = {
            field: value
            for field, value in posted.items()
            if field.startswith("choice-") and field not in said_here and value
        }
        shown = [
            (field, value)
            for field, values in posted.lists()
            for value in values
            if field.startswith("shown-") and field.replace("shown-", "choice-", 1) in chosen
        ]
        context.update(
            unknown=unknown,
            ids=",".join(str(entry.pk) for entry in unknown),
            chosen=chosen,
            shown=shown,
            expected_version=posted.get("version", self.event.version),
        )
        return context


def unlike_anybody(
    entries: Sequence[Entry], resembling: Mapping[int, Sequence[Resembling]], evening: Evening
) -> list[Entry]:
    """Those of the entries that resemble no member, nor have a name that stands twice in the event."""
    return [entry for entry in entries if not resembling[entry.pk] and not evening.stands_twice(entry)]
