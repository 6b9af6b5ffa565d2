"""Writing lists: with the services of the site, so with its checks, its history and its guard against each other.

Every change names the revision it was made against. Where somebody else was faster the answer is 409 with the list as
it is now, and nothing is changed. A request that carries a key of its own may be sent again as often as the network
makes it necessary: it is carried out once, and answered with the list as it is. The key with another body is refused.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_noop
from ninja import Router
from pydantic import BaseModel, Field

from skatliga.access import Role, require
from skatliga.api import bodies, problems
from skatliga.api.bodies import MOST_NUMBER, MOST_ROWS, MOST_TEXT, within
from skatliga.api.problems import Problem, Problems
from skatliga.api.responses import answer
from skatliga.api.v1.lists import SheetOut, shape_of
from skatliga.api.v1.schemas import writes
from skatliga.events.access import round_for
from skatliga.lists.access import sheet_for
from skatliga.lists.models import Sheet as StoredSheet
from skatliga.lists.queries import frame_of, main_sheet
from skatliga.lists.services import (
    Change,
    ConflictError,
    KeyTakenError,
    append_row,
    correct_row,
    enter_feet,
    open_sheet,
    strike_rows,
    under_key,
)
from skatliga.lists.workflow import MOVES
from skatliga.lists.workflow import move as move_sheet
from skatliga.requests import Request

router = Router(tags=[gettext_noop("Listen schreiben")])

LIST: Final = "/listen/{uuid:pk}"


Revision = Annotated[int, within(0, MOST_NUMBER), Field(json_schema_extra={"minimum": 0, "maximum": MOST_NUMBER})]


class ChangeBody(bodies.Body):
    """What every change of a list says."""

    revision: Revision = Field(description=gettext_noop("Die Revision der Liste, die geändert wird."))
    key: bodies.Key = Field(
        None,
        description=gettext_noop(
            "Eigener Schlüssel des Auftrags: noch einmal gesandt, geschieht nichts zweimal; mit anderem Inhalt: 422."
        ),
    )


class RowBody(ChangeBody):
    """A row in the form in which the engine reads lists."""

    row: bodies.Row = Field(
        description=gettext_noop(
            "Ein Spiel: declarer und die Felder des Spiels; ein bloßer Wert: declarer und score; "
            "eingepasst: game; eine Strafe: strafe, seat, reason. Dazu nach Bedarf running und seats_playing."
        ),
        examples=[
            {"declarer": 2, "game": "kreuz", "spitzen": 1, "won": True},
            {"declarer": 2, "score": -48},
            {"game": "eingepasst"},
            {"strafe": 10, "seat": 3, "reason": "falsch bedient"},
        ],
    )


class Reasoned(ChangeBody):
    """A change that may need a reason."""

    reason: bodies.Text | None = Field(
        None,
        max_length=MOST_TEXT,
        description=gettext_noop("Warum; nötig, wenn die Liste schon erfasst ist. Steht im Verlauf."),
    )


class CorrectionBody(RowBody, Reasoned):
    """What is to stand in a row instead."""


class StrikeBody(ChangeBody):
    """Which rows do not count, and why."""

    rows: bodies.RowNumbers = Field(
        min_length=1, max_length=MOST_ROWS, description=gettext_noop("Die Nummern (nr) der Zeilen, die nicht zählen.")
    )
    reason: bodies.Text = Field(
        min_length=1, max_length=MOST_TEXT, description=gettext_noop("Warum sie nicht zählen. Steht im Verlauf.")
    )


class FeetBody(Reasoned):
    """The foot of the paper, seat by seat; null where it says nothing."""

    feet: bodies.Feet = Field(
        description=gettext_noop(
            "Für jeden Platz der Reihe nach spielpunkte, won und lost, nach Bedarf gesamt; null, wo nichts steht."
        ),
        examples=[[{"spielpunkte": 312, "won": 9, "lost": 1}, None, {"spielpunkte": -48, "won": 2, "lost": 3}]],
    )
    eingepasst: bodies.Deals | None = Field(None, description=gettext_noop("Wie viele Spiele eingepasst wurden."))


class MoveBody(Reasoned):
    """The state the list is to have."""

    to: bodies.State = Field(
        description=gettext_noop("Der Stand, zum Beispiel entered; welche gehen, sagt office.moves.")
    )


class Conflicting(Problems):
    """Somebody else was faster; the list as it is now."""

    sheet: SheetOut


CHANGED: Final[dict[int, type[BaseModel]]] = {200: SheetOut, 409: Conflicting}


@writes(
    router,
    "POST",
    "/veranstaltungen/{slug:slug}/serien/{int:number}/tische/{int:table}/liste",
    {200: SheetOut, 201: SheetOut},
    None,
    summary=gettext_noop("Die Liste eines Tisches eröffnen"),
    about=gettext_noop("Gibt es sie schon, ist sie die Antwort (200)."),
)
def open_list(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.LISTENFUEHRER)
    stored = get_object_or_404(round.tables, number=table)
    found, status = main_sheet(stored), 200
    if found is None:
        try:
            found, status = open_sheet(stored, request.user), 201
        except ValidationError as refusal:
            found = main_sheet(stored)  # somebody else has opened it in the same moment
            if found is None:
                return problems.answer(422, problems.told(refusal))
    return answer(request, shape_of(sheet_for(request, found.pk, Role.LISTENFUEHRER)), status)


@writes(
    router,
    "POST",
    f"{LIST}/zeilen",
    CHANGED,
    RowBody,
    summary=gettext_noop("Die nächste Zeile eintragen"),
    about=gettext_noop("Abgewiesen wird sie mit allem, was an ihr nicht stimmt."),
)
def append(request: Request, pk: UUID) -> HttpResponse:
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    body = bodies.read(request, RowBody, frame_of(sheet))
    return _changed(request, sheet, body, lambda: append_row(pk, body.row, _change(request, body)))


@writes(
    router,
    "PUT",
    f"{LIST}/zeilen/{{int:nr}}",
    CHANGED,
    CorrectionBody,
    summary=gettext_noop("Eine Zeile berichtigen"),
    about=gettext_noop("Die Zeile wird ganz ersetzt; ist die Liste erfasst, gehört eine Begründung dazu."),
)
def correct(request: Request, pk: UUID, nr: int) -> HttpResponse:
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    body = bodies.read(request, CorrectionBody, frame_of(sheet))
    row, change = replace(body.row, nr=nr), _change(request, body, body.reason)
    return _changed(request, sheet, body, lambda: correct_row(pk, row, change))


@writes(
    router,
    "POST",
    f"{LIST}/streichungen",
    CHANGED,
    StrikeBody,
    summary=gettext_noop("Zeilen streichen"),
    about=gettext_noop("Sie bleiben lesbar und zählen nicht mehr."),
)
def strike(request: Request, pk: UUID) -> HttpResponse:
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    body = bodies.read(request, StrikeBody)
    return _changed(request, sheet, body, lambda: strike_rows(pk, body.rows, _change(request, body, body.reason)))


@writes(
    router,
    "PUT",
    f"{LIST}/fuss",
    CHANGED,
    FeetBody,
    summary=gettext_noop("Den Fuß der Liste eintragen"),
    about=gettext_noop("Die Summen des Papiers nach Plätzen; hat die Liste keine Zeilen, sind sie die Liste."),
)
def feet(request: Request, pk: UUID) -> HttpResponse:
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    body = bodies.read(request, FeetBody, frame_of(sheet))
    found, change = [foot.foot if foot else None for foot in body.feet], _change(request, body, body.reason)
    return _changed(request, sheet, body, lambda: enter_feet(pk, found, body.eingepasst, change))


@writes(
    router,
    "POST",
    f"{LIST}/stand",
    CHANGED,
    MoveBody,
    summary=gettext_noop("Die Liste abgeben, erfassen, bestätigen …"),
    about=gettext_noop("Was gerade möglich ist, steht in der Liste unter office.moves."),
)
def move(request: Request, pk: UUID) -> HttpResponse:
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    body = bodies.read(request, MoveBody)
    if needed := MOVES[sheet.state].get(body.to):
        require(request, sheet.table.round.event.role, needed)
    return _changed(request, sheet, body, lambda: move_sheet(pk, body.to, _change(request, body, body.reason)))


def _change(request: Request, body: ChangeBody, reason: str | None = "") -> Change:
    return Change(body.revision, request.user, reason or "", body.key)


def _changed(request: Request, sheet: StoredSheet, body: ChangeBody, change: Callable[[], object]) -> HttpResponse:
    """Carry out a change by its own key and answer with the list; what a service refuses is told in its own words."""
    try:
        with under_key(sheet.pk, body.key, bodies.said_in(request)):
            change()
    except KeyTakenError as taken:
        return problems.answer(422, problems.key_taken(taken))
    except ConflictError as conflict:
        shown = shape_of(sheet_for(request, sheet.pk, Role.LISTENFUEHRER)).model_dump(mode="json")
        told = [Problem(code="conflict", message=message, field="revision", rule="") for message in conflict.messages]
        return problems.answer(409, told, sheet=shown)
    except ValidationError as refusal:
        return problems.answer(422, problems.told(refusal))
    return answer(request, shape_of(sheet_for(request, sheet.pk, Role.LISTENFUEHRER)))
