"""The report of a draw on paper, to hang on the wall: the lot, who should sit where, what could be had and what not.

* **D** A seating that is no proposal's (drawn at once, set by hand, changed since) has a report too: it is recounted
  from the seats. Wishes are always those of today.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.seating import Field, Seating, Wishes
from scoring.seating.recount import report
from skatliga.desk.draw_forms import MODES
from skatliga.desk.draw_reports import METHODS, figures, sentences
from skatliga.desk.models import Proposal
from skatliga.events.drawing import current_seating, seatings_before, wishes_of
from skatliga.events.models import Round
from skatliga.events.queries import entries_shown
from skatliga.printing.orders import Order, Tell
from skatliga.printing.render import document


def count_sheets(order: Order) -> int:
    """One as soon as somebody sits."""
    return int(order.round.seats.exists())


def print_report(order: Order, context: dict[str, Any], tell: Tell) -> bytes:
    """How the seating of a Serie came about."""
    round = order.round
    names = {entry.start_number: entry.shown for entry in entries_shown(order.event, order.role)}
    seating = current_seating(round)
    wishes = wishes_of(order.event, list(order.event.entries.filter(withdrawn=False)))
    proposal = _published(round, seating)
    found = proposal.report if proposal else asdict(report(_field(round, seating, wishes), [seating]))
    context |= {
        "proposal": proposal,
        "method": METHODS.get(proposal.settings.get("method", ""), "") if proposal else "",
        "mode": MODES.get(proposal.settings.get("mode", ""), "") if proposal else "",
        "players": sum(map(len, seating)),
        "tables": len(seating),
        "threes": sum(len(table) == 3 for table in seating),
        "figures": figures(found),
        "sentences": list(sentences(found, names, drawn=proposal is not None)),
        "wishes": list(_told(wishes, names)),
    }
    return document("printing/draw_report.html", context)


def _published(round: Round, seating: Seating) -> Proposal | None:
    """The proposal that this seating is."""
    proposal = round.proposals.exclude(published_at=None).first()
    return proposal if proposal and tuple(tuple(table) for _number, table in proposal.seating) == seating else None


def _field(round: Round, seating: Seating, wishes: Wishes) -> Field:
    players = tuple(sorted(player for table in seating for player in table))
    return Field(players, history=seatings_before(round), wishes=wishes, sizes=tuple(map(len, seating)))


def _told(wishes: Wishes, names: Mapping[int, str]) -> Iterator[str]:
    """Every wish that a draw keeps to."""
    if wishes.teams:
        yield ngettext(
            "%(number)s Mannschaft, Tandem oder Mixed: Ihre Spieler sitzen nicht zusammen.",
            "%(number)s Mannschaften, Tandems und Mixed: Ihre Spieler sitzen nicht zusammen.",
            len(wishes.teams),
        ) % {"number": len(wishes.teams)}
    for one, other in wishes.apart:
        pair = {"one": _called(one, names), "other": _called(other, names)}
        yield _("%(one)s und %(other)s sitzen nicht zusammen.") % pair
    for player, place in sorted(wishes.places.items()):
        yield _place_told(_called(player, names), place.table, place.seat)
    if wishes.no_list:
        keepers = get_text_list([_called(player, names) for player in sorted(wishes.no_list)], _("und"))
        yield _("Ohne Platz 1, weil sie keine Listen führen: %(names)s.") % {"names": keepers}


def _place_told(name: str, table: int | None, seat: int | None) -> str:
    words = {"name": name, "table": table, "seat": seat}
    if table and seat:
        return _("%(name)s sitzt an Tisch %(table)s auf Platz %(seat)s.") % words
    return (_("%(name)s sitzt an Tisch %(table)s.") if table else _("%(name)s sitzt auf Platz %(seat)s.")) % words


def _called(player: int, names: Mapping[int, str]) -> str:
    return f"{player} {names[player]}"
