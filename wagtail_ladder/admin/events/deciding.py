"""What the screens that decide names share: choices of a form, and a look at near members."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages

from ...models import Entry
from ...services import ChangedMeanwhile, Choice, LeaveOut, Member, NewMember, Refused, decide_entries
from ..ledger.access import url_to_undo
from .access import EventView, url_of, whole_number
from .evening import Evening
from .suggesting import Candidate, Suggesting, digest_of


@dataclass(frozen=True)
class NearNewcomer:
    """A name for which “new member” was chosen though somebody is called nearly so."""

    entry: Entry
    field: str
    """The field of the form that says who the entry is."""
    candidates: list[Candidate]
    namesakes: list[Entry]
    """Names of the event that may be the same person, and are to become a member of their own too."""

    @property
    def seen(self) -> list[str]:
        """What the form says once they were shown."""
        others = (f"entry-{other.pk}" for other in self.namesakes)
        return [*(candidate.seen for candidate in self.candidates), *others]

    @property
    def not_same_as(self) -> tuple[int, ...]:
        return tuple(candidate.player_id for candidate in self.candidates)


class NotLookedAt(Exception):
    """Somebody is to become a new member beside near ones who were not shown yet."""

    def __init__(self, newcomers: Sequence[NearNewcomer]) -> None:
        self.newcomers = newcomers


class DecidingView(EventView):
    """A screen about the names of an event."""

    tab = "names"
    changed_meanwhile: Sequence[int] = ()
    """Ids of the entries for which a member was chosen who is not any more as the form showed him."""

    @cached_property
    def suggesting(self) -> Suggesting:
        return Suggesting(self.event)

    @cached_property
    def entries(self) -> list[Entry]:
        entries = self.event.entries.with_person().select_related("player__merged_into", "decided_by")
        return list(entries)

    @cached_property
    def evening(self) -> Evening:
        return Evening(self.event, self.entries)

    def read_event_again(self) -> None:
        super().read_event_again()
        for what_was_read in ("entries", "evening", "suggesting"):
            self.__dict__.pop(what_was_read, None)

    def decide(self, choices: Mapping[int, Choice]) -> None:
        decide_entries(self.event, choices, by=self.request.user, expected_version=self.expected_version())

    def refuse_unseen(
        self, choices: Mapping[int, Choice], offered: Mapping[int, Sequence[Candidate]] | None = None
    ) -> None:
        """Raise ChangedMeanwhile where a member is chosen who was renamed, merged, or got a rival since.

        The version of the event says nothing of the registry, so the form says what it showed of that:
        `shown-4` for entry 4, with a digest of all who are `offered` for it, or of the member alone.
        """
        members = {pk: choice.player_id for pk, choice in choices.items() if isinstance(choice, Member)}
        now = {member.player_id: member.seen for member in self.suggesting.members(members.values())}
        changed = []
        for pk, player in members.items():
            together = (offered or {}).get(pk, ())
            as_shown = {now[player]} if player in now else set()
            if player not in now or player in {candidate.player_id for candidate in together}:
                as_shown.add(digest_of(together))
            if as_shown.isdisjoint(self._shown(pk)):
                changed.append(pk)
        self.changed_meanwhile = changed
        if changed:
            raise ChangedMeanwhile(
                "registry_changed",
                _("The members shown have changed meanwhile, and nothing is decided yet. Please look again."),
            )

    def _shown(self, entry_id: int) -> list[str]:
        """What the form says that it showed for the entry, and what was shown as near to it after that."""
        return [*self.request.POST.getlist(f"shown-{entry_id}"), *self._seen(entry_id)]

    def _seen(self, entry_id: int) -> list[str]:
        """Whom it showed as near. All of a name are in one field: Django takes a thousand of them."""
        fields = self.request.POST.getlist(f"seen-{entry_id}")
        return [seen for field in fields for seen in field.split(",")]

    def show_decided(self, sentence: str) -> HttpResponse:
        undo_url = url_to_undo(self.event.acts.filter(by=self.request.user).latest("pk"))
        messages.success(self.request, sentence, buttons=[messages.button(undo_url, _("Undo"))])
        return redirect(url_of("desk", self.event.pk))

    def beside_near_ones(
        self, choices: Mapping[int, Choice], fields: Mapping[str, Entry]
    ) -> dict[int, Choice]:
        """The choices, with each new member on record as none of those who resemble him.

        `fields` are those of the form that say who an entry is. Raises NotLookedAt where the form does not
        say that it showed them.
        """
        newcomers = self._near_newcomers(choices, fields)
        if not all(map(self._looked_at, newcomers)):
            raise NotLookedAt(newcomers)
        names = {pk: choice.name for pk, choice in choices.items() if isinstance(choice, NewMember)}
        aware = {one.entry.pk: NewMember(names[one.entry.pk], one.not_same_as) for one in newcomers}
        return {**choices, **aware}

    def _near_newcomers(
        self, choices: Mapping[int, Choice], fields: Mapping[str, Entry]
    ) -> list[NearNewcomer]:
        """Those of the new members who resemble a member, or each other."""
        new = {pk: choice for pk, choice in choices.items() if isinstance(choice, NewMember)}
        found = []
        for field, entry in fields.items():
            if entry.pk not in new:
                continue
            given = new[entry.pk].name
            candidates = self.suggesting.near(entry, *([given] if given else []))
            namesakes = [other for other in self.evening.namesakes(entry) if other.pk in new]
            if candidates or namesakes:
                found.append(NearNewcomer(entry, field, candidates, namesakes))
        return found

    def ask_about(self, newcomers: Sequence[NearNewcomer]) -> HttpResponse:
        """The same form again with who is near, before anything is recorded."""
        asked = {newcomer.field for newcomer in newcomers}
        hidden = [
            (name, value)
            for name, values in self.request.POST.lists()
            for value in values
            if name not in asked and name != "csrfmiddlewaretoken" and not name.startswith("seen-")
        ]
        shown = NearView.as_view(newcomers=newcomers, hidden=hidden)
        return shown(self.request, pk=self.event.pk)

    def _looked_at(self, newcomer: NearNewcomer) -> bool:
        return set(newcomer.seen) <= set(self._seen(newcomer.entry.pk))


class NearView(EventView):
    """The answer to “new member” for a name that somebody in the registry nearly has. It posts back."""

    template_name = "wagtail_ladder/admin/events/near.html"
    page_title = gettext_lazy("Really new?")
    tab = "names"
    newcomers: Sequence[NearNewcomer] = ()
    hidden: Sequence[tuple[str, Any]] = ()

    @property
    def media(self) -> forms.Media:
        return super().media + forms.Media(js=["wagtail_ladder/admin/name-desk.js"])

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        return self.show(newcomers=self.newcomers, hidden=self.hidden)


def choice_of(value: str) -> Choice:
    """`member-17`, `new` or `left_out`. Raises Refused for anything else."""
    player = whole_number(value.removeprefix("member-"))
    if value.startswith("member-") and player is not None:
        return Member(player)
    choices: dict[str, Choice] = {"new": NewMember(), "left_out": LeaveOut()}
    if value not in choices:
        raise Refused("choice_unknown", _("Please choose who this is."))
    return choices[value]
