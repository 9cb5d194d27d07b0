"""What an act says, in a sentence with names."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Count, Min, Q
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...models import Act, Decision, EntryDecision, Player
from .members import called, tell_apart

_NAMED_EACH = 2
"""Of an act about more names than these, the sentence tells how many there are."""


def sentences_of(acts: Sequence[Act]) -> dict[int, SafeString]:
    """Act id -> what it says. Three queries, however many acts and names there are; one for members added."""
    of_acts = EntryDecision.objects.filter(act__in=acts)
    counted = of_acts.order_by().values("act").annotate(names=Count("pk"), first=Min("pk"))
    names = {row["act"]: row["names"] for row in counted}
    told = Q(pk__in=[row["first"] for row in counted])
    told |= Q(act__in=[pk for pk, count in names.items() if count <= _NAMED_EACH])
    decisions: dict[int, list[EntryDecision]] = defaultdict(list)
    for decision in of_acts.filter(told).select_related("entry__event", "player").order_by("pk"):
        decisions[decision.act_id].append(decision)
    of_names = (decision.player for of_act in decisions.values() for decision in of_act)
    tell_apart([*of_names, *(player for act in acts for player in (act.player, act.other))])
    added = _added(acts)
    return {
        act.pk: added[act.pk] if act.pk in added else _sentence(act, names.get(act.pk, 0), decisions[act.pk])
        for act in acts
    }


def told(sentence: str, **names: Any) -> SafeString:
    """The translated sentence with names in it, each of which keeps its own direction of writing."""
    isolated = {key: format_html("<bdi>{}</bdi>", name) for key, name in names.items()}
    return mark_safe(escape(sentence) % isolated)  # noqa: S308 - sentence and names are escaped


def who(decision: str, player: Player | None, *, is_new: bool = False) -> SafeString:
    """Whom a decision means: a member, by the name that he has now."""
    if player is not None:
        return told(_("%(name)s, a new member") if is_new else "%(name)s", name=called(player))
    return told(_("a guest") if decision == Decision.LEFT_OUT else _("not decided"))


def _sentence(act: Act, names: int, decisions: Sequence[EntryDecision]) -> SafeString:
    kind = Act.Kind(act.kind)
    pair = {
        "player": called(act.player) if act.player else "",
        "other": called(act.other) if act.other else "",
    }
    if kind == Act.Kind.MERGE:
        return told(_("%(other)s was merged into %(player)s"), **pair)
    if kind == Act.Kind.DISTINCT:
        return told(_("%(player)s and %(other)s are not the same person"), **pair)
    if kind == Act.Kind.SPLIT:
        sentence = ngettext(
            "%(player)s was two people: %(count)s name is %(other)s",
            "%(player)s was two people: %(count)s names are %(other)s",
            names,
        )
        return told(sentence, count=names, **pair)
    if kind == Act.Kind.PART:
        return _parted(act)
    if not decisions:
        return told(_("Names that are not there any more"))
    return _joined(names, decisions) if kind == Act.Kind.JOIN else _decided(act, names, decisions)


def _added(acts: Sequence[Act]) -> dict[int, SafeString]:
    """What those of the acts say that added members."""
    players = {act.pk: act.before["players"] for act in acts if act.kind == Act.Kind.ADD}
    named = [pk for added in players.values() if len(added) <= _NAMED_EACH for pk in added]
    names = dict(Player.objects.filter(pk__in=named).values_list("pk", "name")) if named else {}
    told_of = {}
    for act, added in players.items():
        if len(added) == 1:
            told_of[act] = told(_("%(name)s is a new member"), name=names[added[0]])
        elif len(added) == 2:
            one, other = (names[pk] for pk in added)
            told_of[act] = told(_("%(one)s and %(other)s are new members"), one=one, other=other)
        else:
            told_of[act] = told(_("%(count)s new members from a list"), count=len(added))
    return told_of


def _parted(act: Act) -> SafeString:
    event = act.event.name if act.event else ""
    if act.entry is None:
        return told(_("A name in %(event)s is two people"), event=event)
    return told(_("“%(name)s” in %(event)s is two people"), name=act.entry.typed_name, event=event)


def _joined(names: int, decisions: Sequence[EntryDecision]) -> SafeString:
    said: Mapping[str, Any] = {"event": decisions[0].entry.event.name, "player": _plain(decisions[0])}
    if len(decisions) == 2:
        one, other = (decision.entry.typed_name for decision in decisions)
        sentence = _("“%(one)s” and “%(other)s” in %(event)s are one person: %(player)s")
        return told(sentence, one=one, other=other, **said)
    return told(_("%(count)s names in %(event)s are one person: %(player)s"), count=names, **said)


def _decided(act: Act, names: int, decisions: Sequence[EntryDecision]) -> SafeString:
    first = decisions[0]
    if names == 1:
        said = {"name": first.entry.typed_name, "event": first.entry.event.name, "player": _plain(first)}
        if first.decision == Decision.UNDECIDED:
            return told(_("“%(name)s” in %(event)s is not decided any more"), **said)
        if first.is_new_member:
            return told(_("“%(name)s” in %(event)s is a new member: %(player)s"), **said)
        return told(_("“%(name)s” in %(event)s is %(player)s"), **said)
    if act.kind == Act.Kind.REPOINT:
        sentence = ngettext("%(count)s name is %(player)s", "%(count)s names are %(player)s", names)
        return told(sentence, count=names, player=_plain(first))
    sentence = ngettext("%(count)s name decided in %(event)s", "%(count)s names decided in %(event)s", names)
    return told(sentence, count=names, event=first.entry.event.name)


def _plain(decision: EntryDecision) -> str:
    if decision.player is not None:
        return called(decision.player)
    return _("a guest") if decision.decision == Decision.LEFT_OUT else _("not decided")


def each_told(acts: Iterable[Act]) -> None:
    """Give each act its `sentence`."""
    acts = list(acts)
    sentences = sentences_of(acts)
    for act in acts:
        act.sentence = sentences[act.pk]  # type: ignore[attr-defined]
