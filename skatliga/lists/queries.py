"""Reading lists: what was entered, in the form the engine's reckoning takes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, prefetch_related_objects
from django.utils.translation import gettext as _

from scoring.foot_check import PaperFoot
from skatliga.access import Role
from skatliga.events.models import Entry, Event, Round, Seat, Table
from skatliga.lists.evaluation import AnyFoot, Entered, Frame, OnlyGesamt, View, reckon
from skatliga.lists.models import (
    ARRIVED,
    SETTLED,
    Protest,
    Revocation,
    Row,
    SeatResult,
    Sheet,
    Substitution,
    counts,
    list_of_a_table,
)
from skatliga.lists.paper_checks import NameCheck, NamedSeat, check_names
from skatliga.lists.sheet_page import Display, Sitting, show
from skatliga.people.names import fold

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


def frame_of(sheet: Sheet) -> Frame:
    """All that the evaluation of this list depends on besides its rows."""
    return Frame(
        rulebook=sheet.rulebook,
        agreements=sheet.agreements,
        evaluation=sheet.evaluation,
        seats=sheet.seats,
        deals=sheet.deals,
        deals_fixed=sheet.deals_fixed,
        target=sheet.target,
    )


def stored_rows(sheet: Sheet) -> tuple[Entered, ...]:
    """The rows of a list from top to bottom."""
    return entered_rows(sheet.rows.all())


def entered_rows(rows: Iterable[Row]) -> tuple[Entered, ...]:
    """Rows, or versions of rows, as they were entered."""
    return tuple(
        Entered(
            nr=row.nr,
            declarer=row.declarer,
            deal=row.deal,
            score=row.score,
            running=row.running,
            playing=tuple(row.playing) if row.playing else None,
            penalty=row.penalty,
            void=row.void,
            reason=row.reason,
        )
        for row in rows
    )


def paper_feet(sheet: Sheet) -> list[AnyFoot]:
    """The foot of the paper in seat order: with points and counters, the Gesamt alone, or `None`."""
    stored = {foot.seat: foot for foot in sheet.feet.all()}
    feet: list[AnyFoot] = []
    for seat in range(1, sheet.seats + 1):
        foot = stored.get(seat)
        if foot is None or foot.spielpunkte is None or foot.won is None or foot.lost is None:
            feet.append(None if foot is None or foot.gesamt is None else OnlyGesamt(foot.gesamt))
        else:
            feet.append(PaperFoot(foot.spielpunkte, foot.won, foot.lost, foot.gesamt))
    return feet


def view_of(sheet: Sheet) -> View:
    """The list as it stands, valued by its rule book: what screen and paper show."""
    return reckon(frame_of(sheet), stored_rows(sheet), paper_feet(sheet), sheet.eingepasst)


def stored_row(sheet: Sheet, nr: int) -> Entered:
    """One row that the list has."""
    return next(row for row in stored_rows(sheet) if row.nr == nr)


def view_before(sheet: Sheet, nr: int) -> View:
    """The list as it stood before this row: who deals what is inserted here and who can declare it."""
    rows = stored_rows(sheet)
    before = [row for row in rows if row.nr < nr] or [_only_who_plays(row) for row in rows[:1]]
    return reckon(frame_of(sheet), before, [None] * sheet.seats, None)


def view_at(sheet: Sheet, nr: int) -> View:
    """The list as this row is played, by those who sit at the table from it on: who deals it and who can declare."""
    rows = [row for row in stored_rows(sheet) if row.nr <= nr]
    rows[-1] = _only_who_plays(rows[-1])
    return reckon(frame_of(sheet), rows, [None] * sheet.seats, None)


def _only_who_plays(row: Entered) -> Entered:
    """Who goes and comes with a row, and nothing else."""
    return Entered(nr=row.nr, playing=row.playing, void=True)


def compare_names(sheet: Sheet, names: Sequence[str]) -> NameCheck:
    """The names on the paper held against the seating of the event."""
    seated = [NamedSeat(sitting.start_number, sitting.name) for sitting in sittings_of(sheet, Role.LISTENFUEHRER)]
    typed = [*names, *[""] * len(seated)][: len(seated)]
    return check_names(typed, seated, other_tables(sheet))


def sittings_of(sheet: Sheet, role: Role | None) -> list[Sitting]:
    """Who sits at the table of a list, by seat, under the names this visitor may see."""
    names = "entry__player__merged_into"
    # a list that is not opened yet has nobody who took over
    substitutions = () if sheet._state.adding else sheet.substitutions.select_related(names)
    return sittings(sheet, sheet.table.seats.select_related(names), substitutions, role)


def sittings(
    sheet: Sheet, seats: Iterable[Seat], substitutions: Iterable[Substitution], role: Role | None
) -> list[Sitting]:
    """The same from what was read, with the entries of all."""
    taken = {each.seat: each for each in substitutions}
    return [
        Sitting(
            seat.number,
            seat.entry.start_number,
            seat.entry.name_for(role),
            seat.entry.club_name,
            seat.entry_id,
            *_substitute(sheet, taken.get(seat.number), role),
        )
        for seat in seats
    ]


def read_whole(sheet: Sheet) -> None:
    """Read all at once that a list is reckoned from, and who sits at its table; `all` of it is not asked for again."""
    named = [each.select_related("entry__player__merged_into") for each in (Seat.objects, Substitution.objects)]
    joined = (Prefetch("table__seats", named[0]), Prefetch("substitutions", named[1]))
    prefetch_related_objects([sheet], "rows", "feet", *joined)


def _substitute(sheet: Sheet, taken: Substitution | None, role: Role | None) -> tuple[str, str, int]:
    """In words, by name, from which deal on."""
    if taken is None:
        return "", "", 0
    return substitution_words(sheet, taken, role), taken.entry.name_for(role), taken.from_deal


def substitution_words(sheet: Sheet, taken: Substitution, role: Role | None) -> str:
    """Who took over a seat of this list from which deal on, and to whom the result goes (`seat_results`)."""
    words = _("ab Spiel %(deal)s %(name)s")
    if taken.split and sheet.feet.all() and not sheet.rows.all():
        words = _("ab Spiel %(deal)s %(name)s; ohne die einzelnen Spiele lässt sich das Ergebnis nicht teilen")
    elif taken.split:
        words = _("ab Spiel %(deal)s %(name)s, Ergebnis geteilt")
    return words % {"name": taken.entry.name_for(role), "deal": taken.from_deal}


def display_of(sheet: Sheet, role: Role | None) -> Display:
    """The list as a page shows it to this visitor."""
    return show(view_of(sheet), sittings_of(sheet, role))


@dataclass(frozen=True, slots=True)
class TableOnBoard:
    """One table of a Serie on the board of its lists."""

    number: int
    players: tuple[tuple[int, str, bool], ...]
    """Start number, name and whether he has withdrawn, by seat."""
    sheet: Sheet | None
    rows: int
    twin: bool
    protested: bool
    """Whether a protest against its list waits for an answer."""

    @property
    def gone(self) -> str:
        """Who has withdrawn and still has a seat here, while there is nothing on the list; empty for nobody."""
        return "" if self.rows or self.arrived else ", ".join(name for _, name, withdrawn in self.players if withdrawn)

    @property
    def arrived(self) -> bool:
        """Whether the list counts in the ranking."""
        return self.sheet is not None and self.sheet.state in ARRIVED


def count_lists(round: Round) -> dict[str, int]:
    """How many tables of a Serie have a list that counts (`arrived`), and one that waits to be checked (`entered`)."""
    return (
        Sheet.objects.main()
        .filter(table__round=round)
        .aggregate(arrived=Count("pk", filter=counts()), entered=Count("pk", filter=Q(state=Sheet.State.ENTERED)))
    )


def serien_in_words(event: Event) -> dict[int, str]:
    """How far the lists of each Serie are that has one, for everybody who reads it. One query."""
    series = (
        Table.objects.filter(round__event=event)
        .alias(counted=list_of_a_table())
        .order_by()
        .values_list("round__number")
    )
    found = series.annotate(
        sat=Count("pk"),
        begun=Count("counted"),
        arrived=Count("counted", counts("counted__")),
        settled=Count("counted", Q(counted__state__in=SETTLED)),
    )
    return {number: _serie_in_words(sat, arrived, settled) for number, sat, begun, arrived, settled in found if begun}


def _serie_in_words(sat: int, arrived: int, settled: int) -> str:
    if arrived < sat:
        return _("%(arrived)s von %(sat)s Listen erfasst") % {"arrived": arrived, "sat": sat}
    return _("alle Listen geprüft") if settled == sat else _("alle Listen erfasst")


class OnBoard(TypedDict):
    """What is asked of a list for the board: how many rows it has, and whether a protest waits for an answer."""

    row_count: int
    protested: bool


def board(tables: Sequence[Table], role: Role | None) -> list[TableOnBoard]:
    """Tables of a Serie, each with the state of its list. Two queries."""
    open_protests = Protest.objects.filter(sheet=OuterRef("pk"), verdict=Protest.Verdict.OPEN)
    prefetch_related_objects(tables, Prefetch("seats", Seat.objects.select_related("entry__player__merged_into")))
    found = Sheet.objects.live().filter(table__in=tables).select_related("lease")
    sheets: dict[int, list[WithAnnotations[Sheet, OnBoard]]] = {}
    for sheet in found.annotate(protested=Exists(open_protests)).annotate(row_count=Count("rows")):
        sheets.setdefault(sheet.table_id, []).append(sheet)
    return [_on_board(table, sheets.get(table.pk, ()), role) for table in tables]


def _on_board(table: Table, found: "Sequence[WithAnnotations[Sheet, OnBoard]]", role: Role | None) -> TableOnBoard:
    sheets = {sheet.kind: sheet for sheet in found}
    main = sheets.get(Sheet.Kind.MAIN)
    return TableOnBoard(
        number=table.number,
        players=tuple(
            (seat.entry.start_number, seat.entry.name_for(role), seat.entry.withdrawn) for seat in table.seats.all()
        ),
        sheet=main,
        rows=main.row_count if main else 0,
        twin=Sheet.Kind.TWIN in sheets,
        protested=any(sheet.protested for sheet in sheets.values()),
    )


def find_table(round: Round, wanted: str, role: Role | None) -> Table | None:
    """The table with this number, or the only one at which somebody sits whose name has these letters.

    Names are those this visitor may see.
    """
    if wanted.isdecimal():
        return round.tables.filter(number=int(wanted)).first() if len(wanted) < 5 else None
    letters = fold(wanted)
    seats = round.seats.select_related("table", "entry__player__merged_into") if letters else ()
    found = {seat.table_id: seat.table for seat in seats if letters in fold(seat.entry.name_for(role))}
    return next(iter(found.values())) if len(found) == 1 else None


def main_sheet(table: Table, kind: str = Sheet.Kind.MAIN) -> Sheet | None:
    """The list of a table that is not annulled."""
    return table.sheets.live().filter(kind=kind).first()


def other_tables(sheet: Sheet) -> list[tuple[Table, list[NamedSeat]]]:
    """Every other table of the event with who sits there, those of the same Serie first."""
    tables = (
        Table.objects.filter(round__event=sheet.table.round.event)
        .exclude(pk=sheet.table_id)
        .select_related("round")
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("entry")))
        .order_by("round__number", "number")
    )
    near_first = sorted(tables, key=lambda table: table.round_id != sheet.table.round_id)
    return [
        (table, [NamedSeat(seat.entry.start_number, seat.entry.name) for seat in table.seats.all()])
        for table in near_first
    ]


def free_tables(sheet: Sheet) -> list[Table]:
    """Tables of the event with as many players and no such list yet, to which a list can be moved."""
    taken = Sheet.objects.live().filter(table=OuterRef("pk"), kind=sheet.kind)
    tables = Table.objects.filter(~Exists(taken), round__event=sheet.table.round.event).annotate(size=Count("seats"))
    return list(tables.filter(size=sheet.seats).select_related("round").order_by("round__number", "number"))


@dataclass(frozen=True, slots=True)
class Announcement:
    """A published result that was corrected: which list, when, why, and whose result was what."""

    revocation: Revocation
    changes: tuple[tuple[str, int | None, int | None], ...]
    """Name, result before, result now; None where the list was or is not this player's."""


def corrections(
    event: Event, role: Role | None, round: Round | None = None, sheet: Sheet | None = None
) -> list[Announcement]:
    """What was corrected after it had been published, newest first: of the event, of one Serie, of one list."""
    revoked = Revocation.objects.filter(sheet__table__round__event=event).select_related("sheet__table__round")
    if round is not None:
        revoked = revoked.filter(sheet__table__round=round)
    if sheet is not None:
        revoked = revoked.filter(sheet=sheet)
    if not revoked:
        return []
    results = SeatResult.objects.filter(sheet__in={revocation.sheet_id for revocation in revoked})
    now = {(result.sheet_id, result.entry_id): result.leistung for result in results}
    entries = {entry.pk: entry for entry in event.entries.select_related("player__merged_into")}
    return [_announce(revocation, now, entries, role) for revocation in revoked]


def _announce(
    revocation: Revocation, now: dict[tuple[UUID, int], int], entries: dict[int, Entry], role: Role | None
) -> Announcement:
    before = {int(key): result for key, result in revocation.results.items()}
    after = {entry: result for (sheet, entry), result in now.items() if sheet == revocation.sheet_id}
    changes = [
        (entries[entry].name_for(role), before.get(entry), after.get(entry))
        for entry in (*before, *(entry for entry in after if entry not in before))
        if before.get(entry) != after.get(entry)
    ]
    return Announcement(revocation, tuple(changes))


def feet_typed(sheet: Sheet) -> dict[str, int | None]:
    """What stands in the mask of the foot: values by column and seat, and the deals passed in."""
    values: dict[str, int | None] = {"eingepasst": sheet.eingepasst}
    for foot in sheet.feet.all():
        for column in ("spielpunkte", "won", "lost", "gesamt"):
            values[f"{column}-{foot.seat}"] = getattr(foot, column)
    return values
