"""Where blocks of ladders stand on a page, however deep in its stream fields."""

from collections.abc import Iterator
from typing import Any

from wagtail import blocks
from wagtail.fields import StreamField


def ladder_blocks(page: Any) -> Iterator[blocks.StructValue]:
    """The values of all blocks of ladders on a page, in its order."""
    for value, _above in placed_ladder_blocks(page):
        yield value


def placed_ladder_blocks(page: Any) -> Iterator[tuple[blocks.StructValue, blocks.Block | None]]:
    """The same, each with the kind of block that stands right above it in its stream, if any does."""
    for field in page._meta.get_fields():
        if isinstance(field, StreamField):
            yield from _ladder_blocks_in(getattr(page, field.name), None)


def runs_of_ladder_blocks(page: Any) -> Iterator[list[blocks.StructValue]]:
    """The values once more: those that follow one another in a stream, nothing between them, together."""
    run: list[blocks.StructValue] = []
    for value, above in placed_ladder_blocks(page):
        if run and not getattr(above, "is_of_a_ladder", False):
            yield run
            run = []
        run.append(value)
    if run:
        yield run


def _ladder_blocks_in(
    value: Any, above: blocks.Block | None
) -> Iterator[tuple[blocks.StructValue, blocks.Block | None]]:
    if isinstance(value, blocks.StructValue):
        if getattr(value.block, "is_of_a_ladder", False):
            yield value, above
        for child in value.values():
            yield from _ladder_blocks_in(child, None)
    elif isinstance(value, blocks.StreamValue):
        for child in value:
            yield from _ladder_blocks_in(child.value, above)
            above = child.block
    elif isinstance(value, blocks.list_block.ListValue):
        for child in value:
            yield from _ladder_blocks_in(child, None)
