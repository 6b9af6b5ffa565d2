"""Rows of tables that were made before they are shown, such as the lines of a ranking."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django_tables2.data import TableListData
from django_tables2.utils import Accessor, OrderBy


class Rows(TableListData):
    """Rows that sort fast: django-tables2 computes what it compares for every comparison, this once for every row.

    Rows without a value come first.
    """

    def __init__(self, rows: Iterable[Any]) -> None:
        super().__init__(list(rows))

    def order_by(self, aliases: Sequence[str]) -> None:
        """Sort by these columns, the last one first: sorting leaves equal ones as they stand."""
        for order in reversed([order for alias in aliases for order in self._orders(OrderBy(alias))]):
            self.data.sort(key=_by_value(order.bare), reverse=order.is_descending)

    def _orders(self, alias: OrderBy) -> Sequence[OrderBy]:
        """What a column is sorted by, in the direction asked for."""
        column = self.table.columns[alias.bare]
        same = alias.is_descending == OrderBy(column.order_by_alias).is_descending
        return column.order_by if same else column.order_by.opposite


def _by_value(path: str) -> Callable[[Any], tuple[bool, Any]]:
    resolve = Accessor(path).resolve

    def key(row: Any) -> tuple[bool, Any]:
        value = resolve(row, quiet=True)
        return value is not None, value

    return key
