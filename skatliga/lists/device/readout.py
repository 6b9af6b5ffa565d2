"""A deal in few words, as the phone at the table says it: what was played, without what it counts."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext as _

from skatliga.lists.evaluation import RowView
from skatliga.lists.sheet_page import Sitting
from skatliga.rules.wording import items, name

_IMPLIED: Final = {
    "schneider_angesagt": {"schneider"},
    "schwarz": {"schneider"},
    "schwarz_angesagt": {"hand", "schneider", "schneider_angesagt", "schwarz"},
    "ouvert": {"hand", "schneider", "schneider_angesagt", "schwarz", "schwarz_angesagt"},
}
"""What nobody says where more was said or reached."""


def surnames(sittings: Iterable[Sitting]) -> dict[int, str]:
    """Whom a table calls by which name: the surname, with the first name in front where two have the same."""
    parts = {each.seat: each.name.split(", ", 1) for each in sittings}
    often = Counter(surname for surname, *_first in parts.values())
    return {
        seat: " ".join([*first, surname]) if often[surname] > 1 else surname
        for seat, (surname, *first) in parts.items()
    }


def read_out(row: RowView) -> str:
    """Game, Spitzen and levels of a row, such as „Kreuz mit 1 Hand“; empty for a bare value."""
    if row.void:
        return _("gestrichen")
    if row.penalty:
        return _("Strafe")
    if row.account is None:
        return ""
    if row.account.deal.game == "eingepasst":
        return name("eingepasst").lower()
    counted = [item for item in items(row.account) if item.kind != "outcome" and item.code != "spiel"]
    implied = set().union(*(_IMPLIED.get(item.code, set()) for item in counted))
    base = [item.label for item in counted if item.kind == "base"]
    others = [item.label for item in counted if item.kind not in {"base", "charge"} and item.code not in implied]
    charged = [_("überreizt")] if any(item.kind == "charge" for item in counted) else []
    return ", ".join([" ".join([*base, *others]), *charged])
