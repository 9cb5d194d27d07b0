"""The history of an event as a person reads it, told from the log: numbers and reasons, and no names."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from wagtail.models import ModelLogEntry

from ...kinds import Kind
from ...models import Event, Ladder
from ...services.editors import editor_name
from .results import choice_of, score_of
from .words import listed

_FIELDS = {
    "name": gettext_lazy("name"),
    "first_day": gettext_lazy("first day"),
    "last_day": gettext_lazy("last day"),
    "sequence": gettext_lazy("order on the day"),
    "format": gettext_lazy("what is played"),
    "in_progress": gettext_lazy("still in progress"),
    "unrated": gettext_lazy("for the ladder"),
    "unrated_note": gettext_lazy("why it is not rated"),
}


@dataclass(frozen=True)
class HistoryLine:
    """One entry of the log, or several that saved the same round one after the other."""

    latest: ModelLogEntry
    times: int
    facts: str


@dataclass(frozen=True)
class Corrected:
    """What a published result was before it was corrected last, by whom and when."""

    was: str
    who: str
    at: datetime


def log_of(event: Event) -> QuerySet[ModelLogEntry]:
    """What happened to the event, the latest first. The order of its day is logged with the ladder."""
    ladders = Ladder.objects.filter(club=event.ladder.club_id).values_list("pk", flat=True)
    of_ladders = ModelLogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Ladder),
        object_id__in=[str(pk) for pk in ladders],
        action="wagtail_ladder.order_day",
    )
    ordered = [pk for pk, data in of_ladders.values_list("pk", "data") if event.pk in data.get("events", ())]
    return _own_log(event, Q(pk__in=ordered)).order_by("-timestamp", "-pk")


def corrected_results(event: Event) -> dict[int, Corrected]:
    """Game id -> how its result was corrected since it was published. One query."""
    found = {}
    actions = ["wagtail_ladder.correct_game", "wagtail_ladder.save_round"]
    for entry in _own_log(event).filter(action__in=actions).order_by("timestamp", "pk"):
        if "players_moved" not in entry.data:
            continue  # a draft
        for change in entry.data.get("changed", [entry.data]):
            if "was" in change and change["was"] != change["now"] and change["was"][0] != Kind.SCHEDULED:
                was = score_of(*change["was"][:3])
                found[change["game"]] = Corrected(was, editor_name(entry.user), entry.timestamp)
    return found


def _own_log(event: Event, or_else: Q | None = None) -> QuerySet[ModelLogEntry]:
    own = Q(content_type=ContentType.objects.get_for_model(Event), object_id=str(event.pk))
    return ModelLogEntry.objects.filter(own | or_else if or_else else own).select_related("user")


def history_lines(entries: Iterable[ModelLogEntry], event: Event) -> list[HistoryLine]:
    """`entries` from the latest to the oldest."""
    runs: list[list[ModelLogEntry]] = []
    for entry in entries:
        if runs and _is_same_round(runs[-1][-1], entry):
            runs[-1].append(entry)
        else:
            runs.append([entry])
    return [HistoryLine(run[0], len(run), listed(_facts(run, event))) for run in runs]


def _is_same_round(one: ModelLogEntry, other: ModelLogEntry) -> bool:
    return (
        one.action == other.action == "wagtail_ladder.save_round"
        and one.user_id == other.user_id
        and one.data.get("round") == other.data.get("round")
        and one.data.get("reason") == other.data.get("reason")
    )


def _facts(run: list[ModelLogEntry], event: Event) -> list[str]:
    data: Mapping[str, Any] = run[0].data
    if run[0].action == "wagtail_ladder.move_event":
        facts = [_change_of_ladder(data)]
    elif run[0].action == "wagtail_ladder.split_event":
        facts = [_("from round %(number)d on") % {"number": data["round"]}]
    elif run[0].action == "wagtail_ladder.order_day":
        place, count = data["events"].index(event.pk) + 1, len(data["events"])
        facts = [_("place %(place)d of %(count)d") % {"place": place, "count": count}]
    else:
        facts = _facts_of_games(run)
    return [*facts, *_who_moved(run)]


def _who_moved(run: list[ModelLogEntry]) -> list[str]:
    """Of several entries nobody knows how many people they moved together, only how many each."""
    most = max(entry.data.get("players_moved", 0) for entry in run)
    if not most:
        return []
    if len(run) > 1:
        told = ngettext(
            "up to %(count)d player moved each time", "up to %(count)d players moved each time", most
        )
    else:
        told = ngettext("%(count)d player moved", "%(count)d players moved", most)
    return [told % {"count": most}]


def _facts_of_games(run: list[ModelLogEntry]) -> list[str]:
    data: Mapping[str, Any] = run[0].data
    facts = []
    if data.get("round"):
        facts.append(_("round %(number)d") % {"number": data["round"]})
    if data.get("rounds"):
        numbers = listed(str(number) for number in data["rounds"])
        facts.append(
            ngettext("round %(numbers)s", "rounds %(numbers)s", len(data["rounds"])) % {"numbers": numbers}
        )
    if "was" in data:
        facts.append(_change_of(data["board"], data["was"], data["now"]))
    if "stood" in data:
        round_, board = (number or "–" for number in data["stood"])
        facts.append(_("from round %(round)s, board %(board)s") % {"round": round_, "board": board})
    if run[0].action == "wagtail_ladder.save_round":
        facts += _changes_of(run)
    if "fields" in data:
        facts += [str(_FIELDS[name]) for name in data["fields"] if name in _FIELDS]
    if run[0].action == "wagtail_ladder.update_from_report":
        facts.append(
            _("new: %(new)d, changed: %(changed)d, gone: %(gone)d")
            % {name: data.get(name, 0) for name in ("new", "changed", "gone")}
        )
    names = data.get("names") or data.get("count") or len(data.get("decisions", []))
    if names:
        facts.append(ngettext("%(count)d name", "%(count)d names", names) % {"count": names})
    return facts


def _change_of_ladder(data: Mapping[str, Any]) -> str:
    names = dict(Ladder.objects.filter(pk__in=(data["was"], data["now"])).values_list("pk", "name"))
    # Translators: in a script that runs from right to left the arrow points to the left.
    return _("%(was)s → %(now)s") % {key: names.get(data[key], "–") for key in ("was", "now")}


def _changes_of(run: list[ModelLogEntry]) -> list[str]:
    """What became of each game that had a result: the first `was` and the last `now` of the run."""
    first: dict[int, list[Any]] = {}
    last: dict[int, Mapping[str, Any]] = {}
    for entry in reversed(run):
        for change in entry.data.get("changed", []):
            first.setdefault(change["game"], change["was"])
            last[change["game"]] = change
    return [
        _change_of(change["board"], first[game], change["now"])
        for game, change in last.items()
        if first[game] != change["now"] and first[game][0] != Kind.SCHEDULED
    ]


def _change_of(board: int | None, was: list[Any], now: list[Any]) -> str:
    change = _("%(was)s → %(now)s") % {"was": _outcome(was), "now": _outcome(now)}
    if board is None:
        return change
    return _("board %(board)d: %(change)s") % {"board": board, "change": change}


def _outcome(outcome: list[Any]) -> str:
    kind, white, black, unrated = outcome
    score = str(choice_of(kind, white, black).label)
    return _("%(score)s, not for the ladder") % {"score": score} if unrated else score
