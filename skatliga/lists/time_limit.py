"""The time of a Serie is over: deals not begun are struck from all its lists at once, with one reason.

* **D** A list whose rows are typed as they are played says itself how far it has come. What lies on paper, the office
  knows only when somebody tells it: for a table without rows or without a list the number is typed, and its list is
  opened with it. Where nothing is typed, nothing changes, and it can be typed later in the same way.
* **D** A list that has all its deals is left alone, whatever was typed for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Prefetch
from django.utils.translation import gettext as _

from scoring.foot_check import PaperFoot
from skatliga.events.models import Round, Table
from skatliga.lists.models import Sheet
from skatliga.lists.queries import paper_feet, view_of
from skatliga.lists.services import ENTERING, Change, open_sheet, set_deals
from skatliga.people.models import User


@dataclass(frozen=True, slots=True)
class UnfinishedTable:
    """A table whose list has not all its deals yet."""

    table: Table
    sheet: Sheet | None
    played: int | None
    """How many deals are known to be played; None where only the paper says."""
    deals: int
    """How many the list should have."""


def unfinished(round: Round) -> list[UnfinishedTable]:
    """The tables of a Serie at which deals may be missing, by number. Six queries."""
    main = Sheet.objects.main().live()
    tables = round.tables.order_by("number").prefetch_related(
        "seats", Prefetch("sheets", main.prefetch_related("rows", "feet"))
    )
    found = (_unfinished(round, table) for table in tables if table.seats.all())
    return [each for each in found if each]


def _unfinished(round: Round, table: Table) -> UnfinishedTable | None:
    main = list(table.sheets.all())
    if not main:
        return UnfinishedTable(table, None, None, round.event.deals_at(len(table.seats.all())))
    [sheet] = main
    if sheet.state not in ENTERING:
        return None
    if not sheet.rows.all():
        return UnfinishedTable(table, sheet, _count_on_paper(sheet), sheet.deals)
    view = view_of(sheet)
    return None if view.complete else UnfinishedTable(table, sheet, view.deals or None, view.expected)


def _count_on_paper(sheet: Sheet) -> int | None:
    """How many deals the foot of the paper tells of, where it is whole and they are fewer than expected."""
    feet = paper_feet(sheet)
    whole = [foot for foot in feet if isinstance(foot, PaperFoot)]
    if sheet.eingepasst is None or len(whole) < len(feet):
        return None
    played = sheet.eingepasst + sum(foot.won + foot.lost for foot in whole)
    return played if 0 < played < sheet.deals else None


@transaction.atomic
def strike_unbegun(round: Round, played: Mapping[int, int], reason: str, user: User | None) -> None:
    """Say of these tables, by number, with how many deals their lists end; all of them or, where one is refused, none.

    `round` comes with its event.
    """
    refused = []
    for each in unfinished(round):
        deals = played.get(each.table.number)
        if deals is None or deals >= each.deals:
            continue
        try:
            sheet = each.sheet or open_sheet(each.table, user)
            set_deals(sheet.pk, deals, Change(sheet.revision, user, reason))
        except ValidationError as refusal:
            refused += [_("%(table)s: %(why)s") % {"table": each.table, "why": said} for said in refusal.messages]
    if refused:
        raise ValidationError(refused)
