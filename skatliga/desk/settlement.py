"""Rounds for money: what the players of a table pay one another.

**D** They settle at the table by the Leistung of the list; nothing of it goes through the till, so nothing is booked.
Under payment the Leistung is already what everybody gets from the others, and only multiplied by the stake.
"""

from collections import defaultdict
from fractions import Fraction

from scoring.money import settle
from skatliga.desk.models import Fees
from skatliga.lists.models import ARRIVED, SeatResult, Sheet
from skatliga.rules.contents import Evaluation


def settlements(fees: Fees, round: int) -> dict[int, int]:
    """What each player of a Serie (by its key) receives at the table, in cents by entry; every table adds up to 0."""
    if not fees.stake:
        return {}
    found = SeatResult.objects.filter(
        sheet__table__round=round, sheet__kind=Sheet.Kind.MAIN, sheet__state__in=ARRIVED
    ).order_by("sheet", "seat")
    tables: defaultdict[tuple[object, str], list[tuple[int, int]]] = defaultdict(list)
    for sheet, evaluation, entry, leistung in found.values_list("sheet", "sheet__evaluation", "entry", "leistung"):
        tables[sheet, evaluation].append((entry, leistung))
    stake = Fraction(fees.stake, 100)
    received: dict[int, int] = {}
    for (_sheet, evaluation), results in tables.items():
        points = [leistung for _entry, leistung in results]
        paid = settle(points, stake / len(points) if evaluation == Evaluation.PAYMENT else stake)
        received |= zip((entry for entry, _leistung in results), paid, strict=True)
    return received
