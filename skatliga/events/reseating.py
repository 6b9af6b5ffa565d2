"""Seats that are given anew: what stands against it, and the former ones, which are kept.

* **D** Once the time of a Serie runs, or its papers are printed, people sit or walk by the seats they have; then new
  seats need a reason. Once a list is open there are none (`services.demand_not_started`): its games belong to those who
  sit there.
"""

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from skatliga.events.draw_field import Tables
from skatliga.events.models import FormerSeating, Round
from skatliga.people.models import User


def seated(round: Round) -> Tables:
    """Who sits where, by the numbers of the tables."""
    tables: dict[int, list[int]] = {}
    seats = round.seats.order_by("table__number", "number").values_list("table__number", "entry__start_number")
    for table, player in seats:
        tables.setdefault(table, []).append(player)
    return {table: tuple(players) for table, players in tables.items()}


def obstacles(round: Round) -> list[str]:
    """Why new seats need a reason, in sentences."""
    found = []
    if round.clock_started_at:
        begun = time_format(timezone.localtime(round.clock_started_at), "H:i")
        found.append(_("Die Zeit von %(round)s läuft seit %(begun)s Uhr.") % {"round": round, "begun": begun})
    if round.printed_at:
        printed = time_format(timezone.localtime(round.printed_at), "H:i")
        found.append(
            _("Listen, Tischkarten oder Aushang sind mit diesen Plätzen gedruckt (%(printed)s Uhr).")
            % {"printed": printed}
        )
    return found


def keep_former(round: Round, tables: Tables, reason: str, user: User | None) -> None:
    """Put the seats of today aside before others take their place; refused without a reason where one is needed."""
    against = obstacles(round)
    if against and not reason.strip():
        raise ValidationError(
            [*against, _("Neue Plätze brauchen jetzt eine Begründung; sie steht bei der Auslosung im Verlauf.")]
        )
    FormerSeating.objects.create(
        round=round,
        tables=[[table, list(players)] for table, players in tables.items()],
        plan=round.plan,
        lot=round.lot,
        reason=reason.strip(),
        replaced_by=user,
    )


def last_former(round: Round) -> FormerSeating | None:
    """The seats that *Rückgängig* sets back, where they are others than those of today."""
    former = round.former_seatings.first()
    return former if former and former_tables(former) != seated(round) else None


def is_first_seating(round: Round) -> bool:
    """Whether people sit as they were first drawn or set."""
    return Round.objects.filter(pk=round.pk, tables__isnull=False, former_seatings=None).exists()


def former_tables(former: FormerSeating) -> Tables:
    """The former seats as services take them."""
    return {int(table): tuple(map(int, players)) for table, players in former.tables}


def note_printed(round: Round) -> None:
    """From now on there is paper with these seats."""
    Round.objects.filter(pk=round.pk, printed_at=None).update(printed_at=timezone.now())
