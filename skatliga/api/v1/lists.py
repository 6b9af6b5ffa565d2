"""Lists: every row with what it came to, where everybody stands, what does not add up, what comes next."""

import datetime
from collections.abc import Mapping
from uuid import UUID

from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.utils.translation import gettext_noop
from ninja import Router
from pydantic import Field

from scoring import Finding as Found
from scoring.foot_check import Mismatch
from skatliga.access import Role
from skatliga.api.responses import answer
from skatliga.api.v1.schemas import PointsOut, Shape, reads
from skatliga.database import JsonObject
from skatliga.lists.access import sheet_for
from skatliga.lists.evaluation import Entered
from skatliga.lists.models import Sheet as StoredSheet
from skatliga.lists.queries import sittings_of, stored_rows, view_of
from skatliga.lists.sheet_page import Display, SheetLine, Sitting, show, tell
from skatliga.lists.workflow import moves_for
from skatliga.requests import Request
from skatliga.rules.wording import sentence

router = Router(tags=[gettext_noop("Listen")])


class Sitter(Shape):
    """Who sits on a seat of the list."""

    seat: int
    start_number: int
    name: str
    club: str
    substitute: str = Field(description=gettext_noop("Wer übernommen hat und ab welchem Spiel; sonst leer."))


class FindingOut(Shape):
    """Something that does not add up."""

    code: str
    message: str
    seat: int | None
    rule: str


class RowOut(Shape):
    """One row of the list."""

    nr: int = Field(description=gettext_noop("Stelle auf der Liste, gestrichene Zeilen mitgezählt."))
    number: int = Field(description=gettext_noop("Nummer des Spiels, 0 wo keines ist."))
    dealer: int
    declarer: int
    credited: int = Field(description=gettext_noop("Platz, in dessen Spalte der Wert steht; 0 für keinen."))
    score: int
    total: int = Field(description=gettext_noop("Stand dieser Spalte nach der Zeile."))
    won: int
    lost: int
    void: bool
    text: str = Field(description=gettext_noop("Das Spiel in Worten, mit seiner Rechnung."))
    notation: str
    findings: list[FindingOut]
    entered: JsonObject = Field(
        description=gettext_noop("Die Zeile, wie sie eingegeben wurde; in derselben Form wird sie gesendet.")
    )


class SeatTotal(PointsOut):
    """What the list comes to for one seat."""

    seat: int
    others_lost: int | None


class Signed(Shape):
    """Who has signed."""

    seat: int
    name: str
    signed_at: datetime.datetime
    own_code: bool
    """Whether the player signed with the code of the own Startkarte."""


class Next(Shape):
    """The next deal."""

    number: int
    dealer: int
    declarers: list[int] = Field(description=gettext_noop("Plätze, die es spielen können."))


class FootOut(Shape):
    """What the foot of the paper says for a seat."""

    seat: int
    spielpunkte: int | None
    won: int | None
    lost: int | None
    gesamt: int | None


class MoveOut(Shape):
    """What can become of the list now."""

    to: str
    needs_reason: bool


class Office(Shape):
    """What only those with a role are told."""

    note: str
    feet: list[FootOut]
    moves: list[MoveOut]


class SheetOut(Shape):
    """A whole list."""

    id: UUID
    event: str
    round: int
    table: int
    kind: str = Field(description="main, twin")
    state: str
    revision: int = Field(description=gettext_noop("Steigt mit jeder Änderung; wer ändert, nennt sie."))
    rulebook: str
    agreements: JsonObject
    evaluation: str
    target: int | None
    deals: int = Field(description=gettext_noop("Wie viele Spiele auf der Liste stehen."))
    expected: int = Field(description=gettext_noop("Wie viele es sind, wenn sie vollständig ist."))
    passed: int = Field(description=gettext_noop("Eingepasste Spiele."))
    complete: bool
    winner: int
    seats: list[Sitter]
    rows: list[RowOut]
    results: list[SeatTotal]
    findings: list[FindingOut]
    signatures: list[Signed]
    next: Next | None
    office: Office | None = Field(description=gettext_noop("null für die Öffentlichkeit."))


@reads(
    router,
    "/listen/{uuid:pk}",
    SheetOut,
    gettext_noop("Eine Liste"),
    gettext_noop("Alle Zeilen, die Summen, was nicht aufgeht, und was als Nächstes kommt."),
)
def sheet(request: Request, pk: UUID) -> HttpResponse:
    return answer(request, shape_of(sheet_for(request, pk, Role.READER)))


def shape_of(sheet: StoredSheet) -> SheetOut:
    """The list as whoever fetched it may see it (`lists.access.sheet_for`)."""
    prefetch_related_objects([sheet], "rows", "feet", "signatures")
    role = sheet.table.round.event.role
    display = show(view_of(sheet), sittings_of(sheet, role))
    view = display.view
    entered = {row.nr: row for row in stored_rows(sheet)}
    names = ("kind", "state", "revision", "rulebook", "agreements", "evaluation", "target")
    return SheetOut(
        **{name: getattr(sheet, name) for name in names},
        **{name: getattr(view, name) for name in ("deals", "expected", "passed", "complete", "winner")},
        id=sheet.pk,
        event=sheet.table.round.event.slug,
        round=sheet.table.round.number,
        table=sheet.table.number,
        seats=[_sitter(sitting) for sitting in display.sittings],
        rows=[_row(line, entered[line.row.nr], role) for line in display.lines],
        results=[SeatTotal.model_validate(player) for player in view.players],
        findings=[*map(_finding, view.findings), *map(_mismatch, view.foot_findings)],
        signatures=_signatures(sheet, display.names, role),
        next=_next(display),
        office=_office(sheet, role) if role else None,
    )


def entered_fields(row: Entered, role: Role | None) -> JsonObject:
    """A row in the engine's JSON form (`scoring.sheet_json`); reasons are told to those with a role."""
    if row.penalty:
        fields: JsonObject = {"strafe": row.penalty, "seat": row.declarer}
    else:
        fields = {"declarer": row.declarer} if row.declarer else {}
        fields |= row.deal or {}
        if row.score is not None:
            fields["score"] = row.score
    if row.running is not None:
        fields["running"] = row.running
    if row.playing:
        fields["seats_playing"] = list(row.playing)
    if row.void:
        fields["void"] = True
    if row.reason:
        fields["reason"] = row.reason
    if not role:
        fields.pop("reason", None)
    return fields


def _sitter(sitting: Sitting) -> Sitter:
    names = ("seat", "start_number", "name", "substitute")
    return Sitter(**{name: getattr(sitting, name) for name in names}, club=sitting.club_name)


def _row(line: SheetLine, entered: Entered, role: Role | None) -> RowOut:
    row = line.row
    names = ("nr", "number", "dealer", "declarer", "credited", "score", "total", "won", "lost", "void", "notation")
    return RowOut(
        **{name: getattr(row, name) for name in names},
        text=line.text,
        findings=[_finding(found, row.number) for found in row.findings],
        entered=entered_fields(entered, role),
    )


def _finding(found: Found, number: int = 0) -> FindingOut:
    return FindingOut(code=found.code, message=tell(found, number), seat=found.seat or None, rule=found.rule)


def _mismatch(found: Mismatch) -> FindingOut:
    return FindingOut(code=found.code, message=sentence(found), seat=found.seat, rule="")


def _signatures(sheet: StoredSheet, names: Mapping[int, str], role: Role | None) -> list[Signed]:
    return [
        Signed(
            seat=each.seat,
            name=each.name if role else names.get(each.seat, ""),
            signed_at=each.signed_at,
            own_code=each.entry_id is not None,
        )
        for each in sheet.signatures.all()
    ]


def _next(display: Display) -> Next | None:
    view = display.view
    if view.complete or not view.active:
        return None
    return Next(number=display.next_number, dealer=view.dealer, declarers=list(view.active))


def _office(sheet: StoredSheet, role: Role) -> Office:
    return Office(
        note=sheet.note,
        feet=[FootOut.model_validate(foot) for foot in sheet.feet.all()],
        moves=[MoveOut.model_validate(move) for move in moves_for(sheet, role)],
    )
