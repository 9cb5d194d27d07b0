"""What was typed into the round of an event that is a part of another one by now, in words."""

from collections.abc import Iterator, Mapping

from django.http.request import QueryDict
from django.utils.translation import gettext as _
from wagtail.models import ModelLogEntry

from ...models import Entry
from .access import whole_number
from .results import byes, common_results, rare_results
from .round_lines import NO_RESULT, Line, board_in

FIELDS_OF_A_LINE = frozenset({"white", "black", "result", "board"})


def round_in_words(post: QueryDict, number: int, part_id: int) -> Iterator[tuple[str, str]]:
    """Where, and who with which result: of each line that its editor changed."""
    indexes = (whole_number(key.removeprefix("white-")) for key in post if key.startswith("white-"))
    lines = [_line(post, index) for index in sorted(index for index in indexes if index is not None)]
    lines = [line for line in lines if line.is_own and not line.is_empty]
    seats = {seat for line in lines for seat in (line.white, line.black)}
    words = _names({pk for pk in map(whole_number, seats) if pk is not None}, part_id)
    words |= {choice.code: str(choice.label) for choice in (*common_results(), *rare_results(), *byes())}
    words[NO_RESULT] = "–"
    for line in lines:
        said = {"white": line.white, "black": line.black, "result": line.result}
        told = {name: words.get(value, value) or "–" for name, value in said.items()}
        place = _("Round %(round)d, board %(board)s") % {"round": number, "board": line.place}
        yield place, _("%(white)s – %(black)s: %(result)s") % told


def _line(post: QueryDict, index: int) -> Line:
    seats = (post.get(f"{colour}-{index}", "").strip() for colour in ("white", "black"))
    result, board = post.get(f"result-{index}", NO_RESULT), board_in(post.get(f"board-{index}", ""))
    return Line(index, *seats, result, board, saw=post.get(f"saw-{index}", ""))


def _names(ids: set[int], part_id: int) -> Mapping[str, str]:
    """Entry id as it was sent -> the name as typed, wherever the name has come to since."""
    now = {pk: pk for pk in ids}
    joins = ModelLogEntry.objects.filter(action="wagtail_ladder.join_split")
    while (join := joins.filter(data__part=part_id).first()) is not None:
        moved = join.data.get("entries", {})
        now = {sent: moved.get(str(pk), pk) for sent, pk in now.items()}
        part_id = int(join.object_id)
    typed = dict(Entry.objects.filter(pk__in=now.values(), event=part_id).values_list("pk", "typed_name"))
    return {str(sent): typed.get(pk, "–") for sent, pk in now.items()}
