"""Lists in the order of names, page by page, which no database knows."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.functional import cached_property
from django.utils.translation import get_language
from wagtail.admin.paginator import WagtailPaginator

from ..models import Club, PlayerGroup
from ..ordering import alphabetical, natural


class ByName(Sequence):
    """The rows of a queryset by their names: in the alphabet of their club, of several clubs the reader's.

    The rows of a slice are read when it is asked for, so that it can be paged through.
    """

    def __init__(self, rows: QuerySet, *, backwards: bool = False) -> None:
        self.rows = rows
        self.model = rows.model
        self.backwards = backwards

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[Any]:
        return iter(self[:])

    def __getitem__(self, wanted: Any) -> Any:
        if not isinstance(wanted, slice):
            return self.rows.get(pk=self._ids[wanted])
        ids = self._ids[wanted]
        found = self.rows.in_bulk(ids)
        return [found[pk] for pk in ids if pk in found]

    @cached_property
    def _ids(self) -> list[int]:
        of_club = "language" if self.model is Club else "club__language"
        named = list(self.rows.order_by().values_list("pk", "name", of_club))
        languages = {language for _pk, _name, language in named}
        language = languages.pop() if len(languages) == 1 else get_language() or ""
        order = natural if self.model is PlayerGroup else alphabetical
        named.sort(key=lambda row: (order(row[1], language), row[0]), reverse=self.backwards)
        return [pk for pk, _name, _language in named]


class ByNamePaginator(WagtailPaginator):
    def __init__(self, object_list: QuerySet, *args: Any, **kwargs: Any) -> None:
        super().__init__(ByName(object_list), *args, **kwargs)
