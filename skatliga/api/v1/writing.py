"""Writing lists: with the services of the site, so with its checks, its history and its guard against each other.

Every change names the revision it was made against. Where somebody else was faster the answer is 409 with the list as
it is now, and nothing is changed. A request that carries a key of its own may be sent again as often as the network
makes it necessary: it is carried out once, and answered with the list as it is. The key with another body is refused.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_noop
from ninja import Router
from pydantic import BaseModel, ConfigDict, Field

from skatliga.access import Role, require
from skatliga.api import problems
from skatliga.api.answers import answer
from skatliga.api.problems import Problem, Problems
from skatliga.api.sent import MOST_NUMBER, MOST_ROWS, MOST_TEXT, Sent
from skatliga.api.v1.lists import Sheet, shape_of
from skatliga.api.v1.shapes import writes
from skatliga.events.access import round_for
from skatliga.lists.access import sheet_for
from skatliga.lists.models import Sheet as StoredSheet
from skatliga.lists.queries import frame_of, main_sheet
from skatliga.lists.services import (
    Conflict,
    KeyTaken,
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
from skatliga.shapes import JsonObject

router = Router(tags=[gettext_noop("Listen schreiben")])

LIST: Final = "/listen/{uuid:pk}"


class Body(BaseModel):
    """What is sent; other fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Change(Body):
    """What every change of a list says."""

    revision: int = Field(ge=0, le=MOST_NUMBER, description=gettext_noop("Die Revision der Liste, die geändert wird."))
    key: UUID | None = Field(
        None,
        description=gettext_noop(
            "Eigener Schlüssel des Auftrags: noch einmal gesandt, geschieht nichts zweimal; mit anderem Inhalt: 422."
        ),
    )


class RowBody(Change):
    """A row in the form in which the engine reads lists."""

    row: JsonObject = Field(
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


class Reasoned(Change):
    """A change that may need a reason."""

    reason: str | None = Field(
        None,
        max_length=MOST_TEXT,
        description=gettext_noop("Warum; nötig, wenn die Liste schon erfasst ist. Steht im Verlauf."),
    )


class CorrectionBody(RowBody, Reasoned):
    """What is to stand in a row instead."""


class StrikeBody(Change):
    """Which rows do not count, and why."""

    rows: list[int] = Field(
        min_length=1, max_length=MOST_ROWS, description=gettext_noop("Die Nummern (nr) der Zeilen, die nicht zählen.")
    )
    reason: str = Field(
        min_length=1, max_length=MOST_TEXT, description=gettext_noop("Warum sie nicht zählen. Steht im Verlauf.")
    )


class FootBody(Body):
    """The foot of the paper for one seat."""

    spielpunkte: int
    won: int
    lost: int
    gesamt: int | None = None


class FeetBody(Reasoned):
    """The foot of the paper, seat by seat; null where it says nothing."""

    feet: list[FootBody | None] = Field(
        description=gettext_noop(
            "Für jeden Platz der Reihe nach spielpunkte, won und lost, nach Bedarf gesamt; null, wo nichts steht."
        ),
        examples=[[{"spielpunkte": 312, "won": 9, "lost": 1}, None, {"spielpunkte": -48, "won": 2, "lost": 3}]],
    )
    eingepasst: int | None = Field(None, description=gettext_noop("Wie viele Spiele eingepasst wurden."))


class MoveBody(Reasoned):
    """The state the list is to have."""

    to: str = Field(description=gettext_noop("Der Stand, zum Beispiel entered; welche gehen, sagt office.moves."))


class Conflicting(Problems):
    """Somebody else was faster; the list as it is now."""

    sheet: Sheet


CHANGE: Final = ("revision", "key")
"""The fields of every change."""

CHANGED: Final[dict[int, type[BaseModel]]] = {200: Sheet, 409: Conflicting}


@writes(
    router,
    "POST",
    "/veranstaltungen/{slug:slug}/serien/{int:number}/tische/{int:table}/liste",
    {200: Sheet, 201: Sheet},
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
    sent = Sent(request, *CHANGE, "row")
    row = sent.row(frame_of(sheet))
    return _changed(request, sheet, sent, lambda revision, key: append_row(pk, row, revision, request.user, key))


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
    sent = Sent(request, *CHANGE, "row", "reason")
    row, reason = replace(sent.row(frame_of(sheet)), nr=nr), sent.reason()
    return _changed(
        request, sheet, sent, lambda revision, key: correct_row(pk, row, revision, request.user, reason, key)
    )


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
    sent = Sent(request, *CHANGE, "rows", "reason")
    numbers, reason = sent.numbers(), sent.reason()
    return _changed(
        request, sheet, sent, lambda revision, key: strike_rows(pk, numbers, reason, revision, request.user, key)
    )


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
    sent = Sent(request, *CHANGE, "feet", "eingepasst", "reason")
    found, passed, reason = sent.feet(sheet.seats), sent.eingepasst(), sent.reason()
    return _changed(
        request, sheet, sent, lambda revision, key: enter_feet(pk, found, passed, revision, request.user, key, reason)
    )


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
    sent = Sent(request, *CHANGE, "to", "reason")
    to, reason = sent.to(), sent.reason()
    if needed := MOVES[sheet.state].get(to):
        require(request, sheet.table.round.event.role, needed)
    return _changed(request, sheet, sent, lambda revision, key: move_sheet(pk, to, revision, request.user, reason, key))


def _changed(
    request: Request, sheet: StoredSheet, sent: Sent, change: Callable[[int, UUID | None], object]
) -> HttpResponse:
    """Carry out a change made against a revision, by its own key, and answer with the list.

    What is wrong with what was sent is refused before; what a service refuses is told in its own words.
    """
    revision, key = sent.revision(), sent.key()
    sent.finish()
    try:
        with under_key(sheet.pk, key, sent.said(request)):
            change(revision, key)
    except KeyTaken as taken:
        return problems.answer(422, problems.key_taken(taken))
    except Conflict as conflict:
        shown = shape_of(sheet_for(request, sheet.pk, Role.LISTENFUEHRER)).model_dump(mode="json")
        told = [Problem(code="conflict", message=message, field="revision", rule="") for message in conflict.messages]
        return problems.answer(409, told, sheet=shown)
    except ValidationError as refusal:
        return problems.answer(422, problems.told(refusal))
    return answer(request, shape_of(sheet_for(request, sheet.pk, Role.LISTENFUEHRER)))
