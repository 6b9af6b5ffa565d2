"""The report of a draw on paper, to hang on the wall: the lot, what could be had and what not.

* **D** A seating that is no proposal's (drawn at once, set by hand, changed since) has a report too: it is recounted
  from the seats. Wishes are always those of today.
"""

from collections.abc import Iterator
from dataclasses import asdict

from django.utils.translation import ngettext

from scoring.seating import Field, Seating, Wishes
from scoring.seating.recount import report
from skatliga.desk.draw_forms import MODES
from skatliga.desk.draw_reports import METHODS, figures, meetings_and_moves, unmet_counted
from skatliga.desk.models import Proposal
from skatliga.events.drawing import current_seating, seatings_before, wishes_of
from skatliga.events.models import Round
from skatliga.events.queries import entries_shown
from skatliga.printing.orders import ON_THE_WALL, Order, Tell
from skatliga.printing.render import document


def count_sheets(order: Order) -> int:
    """One as soon as somebody sits."""
    return int(order.the_round.seats.exists())


def print_report(order: Order, context: dict[str, object], tell: Tell) -> bytes:
    """How the seating of a Serie came about."""
    round = order.the_round
    names = {entry.start_number: entry.shown for entry in entries_shown(order.event, ON_THE_WALL)}
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
        "sentences": [*meetings_and_moves(found, names), *unmet_counted(found)],
        "wishes": list(_told(wishes)),
    }
    return document("printing/draw_report.html", context)


def _published(round: Round, seating: Seating) -> Proposal | None:
    """The proposal that this seating is."""
    proposal = round.proposals.filter(seed=round.lot).first()
    return proposal if proposal and tuple(tuple(table) for _number, table in proposal.seating) == seating else None


def _field(round: Round, seating: Seating, wishes: Wishes) -> Field:
    players = tuple(sorted(player for table in seating for player in table))
    return Field(players, history=seatings_before(round), wishes=wishes, sizes=tuple(map(len, seating)))


def _told(wishes: Wishes) -> Iterator[str]:
    """How many wishes a draw keeps to; whose they are is nobody's business in the hall.

    **D** Who sits where for ever, keeps no lists or is kept from whom says something about families, protests and
    health. The pages of the Spielleitung name them, this paper only counts.
    """
    if wishes.teams:
        yield ngettext(
            "%(number)s Mannschaft, Tandem oder Mixed: Ihre Spieler sitzen nicht zusammen.",
            "%(number)s Mannschaften, Tandems und Mixed: Ihre Spieler sitzen nicht zusammen.",
            len(wishes.teams),
        ) % {"number": len(wishes.teams)}
    if personal := len(wishes.apart) + len(wishes.places) + len(wishes.no_list):
        yield ngettext(
            "%(number)s persönlicher Wunsch ist berücksichtigt; die Turnierleitung kennt ihn.",
            "%(number)s persönliche Wünsche sind berücksichtigt; die Turnierleitung kennt sie.",
            personal,
        ) % {"number": personal}
