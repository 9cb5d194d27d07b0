"""A profile that was two people: which of its names were the other one's, and who that is."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.forms import Media
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages

from ...matching import fold
from ...models import Act, Entry, Event, Game, Player
from ...services import Member, NewMember, Refused, split_player
from ...services.ledger import entries_of
from ...services.pairs import member_facts
from ..events.access import whole_number
from ..events.evening import PLAYED
from ..ledger.access import url_to_undo
from ..ledger.members import tell_apart
from ..trying import LadderShown, Trying, told_with_moves
from .access import MemberView, url_of_player
from .finding import LEAST_LETTERS, members_called


@dataclass(frozen=True)
class Together:
    """Entries that can be ticked at once: all of one spelling, or all of one event."""

    key: int
    """The first entry, which stands for all of them in the form."""
    label: str
    entries: list[Entry]
    is_ticked: bool


class SplitView(Trying, MemberView):
    """Ticks and a choice, then who moves, then the split. All of a spelling or of an event is one tick."""

    template_name = "wagtail_ladder/admin/who/split.html"
    page_title = gettext_lazy("Split a profile")

    @property
    def media(self) -> Media:
        return super().media + Media(js=["wagtail_ladder/admin/filter-list.js"])

    @cached_property
    def entries(self) -> list[Entry]:
        return list(entries_of(self.player))

    @cached_property
    def spellings(self) -> list[Together]:
        """Most entries first."""
        alike: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            alike[fold(entry.typed_name)].append(entry)
        found = [
            self._together("spelling", entries[0].typed_name, entries)
            for entries in sorted(alike.values(), key=lambda entries: (-len(entries), entries[0].typed_name))
        ]
        return found if len(found) > 1 else []

    @cached_property
    def opponents(self) -> dict[int, list[str]]:
        """Entry id -> whom it really played that evening, as typed, in the order of the rounds, each once."""
        mine = [entry.pk for entry in self.entries]
        games = Game.objects.filter(
            Q(white__in=mine) | Q(black__in=mine), kind__in=PLAYED, black__isnull=False
        )
        found: dict[int, dict[str, None]] = defaultdict(dict)
        for game in games.select_related("white", "black").order_by("round", "board", "pk"):
            for own, other in ((game.white, game.black), (game.black, game.white)):
                if own is not None and other is not None:
                    found[own.pk][other.typed_name] = None
        return {entry: list(names) for entry, names in found.items()}

    @cached_property
    def events(self) -> list[tuple[Event, Together | None, list[Entry]]]:
        """The latest first. Where he stands there twice, there is a tick for both."""
        for entry in self.entries:
            entry.opponents = self.opponents.get(entry.pk, [])  # type: ignore[attr-defined]
        by_event: dict[int, list[Entry]] = defaultdict(list)
        for entry in reversed(self.entries):
            by_event[entry.event_id].append(entry)
        return [
            (
                entries[0].event,
                self._together("event", entries[0].event.name, entries) if len(entries) > 1 else None,
                entries,
            )
            for entries in by_event.values()
        ]

    @cached_property
    def ticked(self) -> set[int]:
        """Ids of the entries that are the other one's, ticked one by one or together."""
        own = self._posted("entry") & {entry.pk for entry in self.entries}
        together = [
            *self.spellings,
            *(event_tick for _event, event_tick, _entries in self.events if event_tick),
        ]
        return own | {entry.pk for group in together if group.is_ticked for entry in group.entries}

    @property
    def new_name(self) -> str:
        return self.request.POST.get("new_name", "").strip()

    @property
    def choice(self) -> str:
        return self.request.POST.get("choice", "new")

    @cached_property
    def namesakes(self) -> list[Player]:
        """Other members of the name of a new one, who are shown and are somebody else then."""
        wanted = fold(self.new_name)
        if self.choice != "new" or not wanted:
            return []
        members = Player.objects.filter(club=self.club, merged_into=None).exclude(pk=self.player.pk)
        return [member for member in members.order_by("pk") if fold(member.name) == wanted]

    @property
    def bears_his_name(self) -> bool:
        """Whether the new member would be called as the one who is split."""
        return self.choice == "new" and fold(self.new_name) == fold(self.player.name)

    def is_asked(self) -> bool:
        return self.request.method == "POST" and "search" not in self.request.POST

    def asked(self) -> Any:
        shown = [member.pk for member in self.namesakes]
        return self.player.pk, sorted(self.ticked), self.choice, self.new_name, shown

    def act(self) -> Act:
        if not self.ticked:
            raise Refused("nothing_ticked", _("Please tick the names that were somebody else."))
        return split_player(
            self.player,
            self.ticked,
            self._other(),
            by=self.request.user,
            reason=self.request.POST.get("reason", ""),
        )

    def post(self, request: HttpRequest, **ids: int) -> HttpResponse:
        if "search" in request.POST:
            return self.show()
        return super().post(request, **ids)

    def done(self, act: Act, ladders: list[LadderShown]) -> HttpResponse:
        sentence = _("The profile is split, and it is on record that the two are not the same person.")
        undo = messages.button(url_to_undo(act), _("Undo"))
        messages.success(self.request, told_with_moves(sentence, ladders), buttons=[undo])
        return redirect(url_of_player(self.player.pk))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        query = self.request.POST.get("q", "").strip()[:200]
        found = members_called(self.club, query) if len(query) >= LEAST_LETTERS else []
        chosen = whole_number(self.choice.removeprefix("member-"))
        near = [member.pk for member in self.namesakes]
        ids = [pk for pk in dict.fromkeys([chosen, *near, *found]) if pk not in (None, self.player.pk)]
        facts = member_facts(Player.objects.filter(club=self.club, merged_into=None, pk__in=ids))
        tell_apart(member.player for member in facts.values())
        context.update(
            player=self.player,
            player_url=url_of_player(self.player.pk),
            spellings=self.spellings,
            events=self.events,
            ticked=self.ticked,
            chosen=chosen,
            namesakes=self.namesakes,
            bears_his_name=self.bears_his_name,
            others=[facts[pk] for pk in ids if pk in facts],
            new_name=self.new_name,
            query=query,
            found_nobody=len(query) >= LEAST_LETTERS and not found,
            least_letters=LEAST_LETTERS,
            reason=self.request.POST.get("reason", ""),
        )
        return context

    def _other(self) -> Member | NewMember:
        if self.choice == "new":
            if not self.new_name:
                raise Refused("name_missing", _("Please give the name of the new member."))
            return NewMember(self.new_name, not_same_as=tuple(member.pk for member in self.namesakes))
        player = whole_number(self.choice.removeprefix("member-"))
        if player is None or player == self.player.pk:
            raise Refused("nobody_chosen", _("Please choose who this is."))
        return Member(player)

    def _posted(self, field: str) -> set[int | None]:
        return set(map(whole_number, self.request.POST.getlist(field)))

    def _together(self, field: str, label: str, entries: list[Entry]) -> Together:
        key = min(entry.pk for entry in entries)
        return Together(key, label, entries, key in self._posted(field))
