"""What tables share: how a page of one is asked for, and rows that were made before they are shown.

**D** An address says which page of a table (`page`) and in which order (`sort`), not how long a page is: every table
has its own length, so that no address asks for a million lines at once. What is no page shows the first or the last.
"""

from collections.abc import Callable, Iterable, Sequence

from django.http import HttpRequest
from django_tables2 import RequestConfig, Table
from django_tables2.data import TableListData
from django_tables2.utils import Accessor, OrderBy

# How the cells of a column look, by the class of its heading (`skatliga.css`); ROOM only where there is room for it.
NUMBER = {"th": {"class": "number"}}
SUM = {"th": {"class": "number sum"}}
WIDE = {"th": {"class": "number room"}}
ROOM = {"th": {"class": "room"}}
WHO = {"th": {"class": "who"}}


def arrange(request: HttpRequest, table: Table, per_page: int | None = 100) -> None:
    """Put a table in the order asked for and cut out the page asked for; None: everything on one page."""
    RequestConfig(request, paginate=False).configure(table)
    if per_page:
        table.paginate(per_page=per_page)
        table.page = table.paginator.get_page(request.GET.get(table.prefixed_page_field))


class SortedRows(TableListData):
    """Rows that sort fast: django-tables2 computes what it compares for every comparison, this once for every row.

    Rows without a value come first.
    """

    def __init__(self, rows: Iterable[object]) -> None:
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


def _by_value(path: str) -> Callable[[object], tuple[bool, object]]:
    resolve = Accessor(path).resolve

    def key(row: object) -> tuple[bool, object]:
        value = resolve(row, quiet=True)
        return value is not None, value

    return key
