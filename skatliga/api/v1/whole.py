"""Sending a list with everything on it: checked and stored in one request, or only checked.

What refuses it and in which state it is stored is as for lists in files (`lists.bulk_create`).
"""

from dataclasses import replace
from typing import Annotated, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field

from skatliga.access import Role
from skatliga.api import problems
from skatliga.api.bodies import MOST_LIST_BYTES, MOST_TEXT, Body, Deals, Feet, Key, Rows, Text, read, said_in, within
from skatliga.api.problems import Problem, RefusedError
from skatliga.api.responses import answer
from skatliga.api.v1.lists import SheetOut, shape_of
from skatliga.api.v1.schemas import Shape, writes
from skatliga.api.v1.writing import Conflicting, router
from skatliga.events.access import round_for
from skatliga.events.agreements import MOST_DEALS
from skatliga.events.models import Table
from skatliga.lists.access import sheet_for
from skatliga.lists.bulk_create import Whole, find_refusals, store_whole
from skatliga.lists.evaluation import Frame, reckon
from skatliga.lists.models import Sheet as StoredSheet
from skatliga.lists.models import Submission
from skatliga.lists.queries import main_sheet, paper_feet, stored_rows
from skatliga.lists.services import KeyTakenError, find_key
from skatliga.publication import open_to_change
from skatliga.requests import Request

FROM_PROGRAM: Final = "als ganze Liste gesandt"
"""Why it is there; stands in the history as it is."""

DealsInAll = Annotated[int, within(1, MOST_DEALS), Field(json_schema_extra={"minimum": 1, "maximum": MOST_DEALS})]


class WholeBody(Body):
    """A list with everything on it."""

    rows: Rows = Field(
        default_factory=list,
        description=gettext_noop(
            "Die Zeilen der Reihe nach, jede wie beim Eintragen einer Zeile; leer, wo nur der Fuß bekannt ist."
        ),
        examples=[[{"declarer": 2, "game": "kreuz", "spitzen": 1, "won": True}]],
    )
    feet: Feet | None = Field(
        None, description=gettext_noop("Der Fuß des Papiers, Platz für Platz; null, wo nichts steht.")
    )
    eingepasst: Deals | None = Field(
        None, description=gettext_noop("Wie viele Spiele eingepasst wurden; nur ohne Zeilen.")
    )
    deals: DealsInAll | None = Field(
        None, description=gettext_noop("Wie viele Spiele die Liste hat, wo es andere sind als sonst.")
    )
    note: Text | None = Field(
        None, max_length=MOST_TEXT, description=gettext_noop("Warum die Liste gilt, obwohl etwas nicht aufgeht.")
    )
    dry_run: bool = Field(False, description=gettext_noop("Nur prüfen, nichts speichern."))
    key: Key = Field(
        None,
        description=gettext_noop(
            "Eigener Schlüssel des Auftrags: noch einmal gesandt, geschieht nichts zweimal; mit anderem Inhalt: 422."
        ),
    )


class Judged(Shape):
    """What a list would be that was only to be checked."""

    dry_run: bool
    sheet: SheetOut


SHAPES: Final[dict[int, object]] = {200: SheetOut | Judged, 201: SheetOut, 409: Conflicting}


@writes(
    router,
    "PUT",
    "/veranstaltungen/{slug:slug}/serien/{int:number}/tische/{int:table}/liste",
    SHAPES,
    WholeBody,
    summary=gettext_noop("Eine ganze Liste senden"),
    about=gettext_noop(
        "Sie wird ganz gespeichert (201) oder gar nicht; ist sie schon da, genau so, ist sie die Antwort (200). Mit"
        " dry_run wird nur geprüft und gesagt, was daraus würde (200)."
    ),
)
def send_whole(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.LISTENFUEHRER)
    seated = get_object_or_404(round.tables.filter(seats__isnull=False).distinct(), number=table)
    body, whole = _read(request, seated)
    key = body.key
    if refused := find_refusals(whole.view, whole.feet, whole.eingepasst):
        raise RefusedError([Problem(code="refused", message=message, field="", rule="") for message in refused])
    try:
        with transaction.atomic():
            open_to_change(round.event)
            found = main_sheet(seated)
            if found:
                return _known(request, found, whole, key, said_in(request))
            digest = find_key(key, said_in(request), None)[0] if key else ""
            store_whole(round.event, [whole], request.user, FROM_PROGRAM)
            made = main_sheet(seated)
            assert made  # just stored
            stored = sheet_for(request, made.pk, Role.LISTENFUEHRER)
            if key:
                Submission.objects.create(key=key, sheet=stored, revision=stored.revision, digest=digest)
            shape = shape_of(stored)
            transaction.set_rollback(body.dry_run)
    except KeyTakenError as taken:
        return problems.answer(422, problems.key_taken(taken))
    except ValidationError as refusal:
        return problems.answer(422, problems.told(refusal))
    return answer(request, Judged(dry_run=True, sheet=shape)) if body.dry_run else answer(request, shape, 201)


def _read(request: Request, table: Table) -> tuple[WholeBody, Whole]:
    """The list as it was sent, with what the engine says of it.

    **D** A list with a note has the deals it has, unless `deals` says how many.
    """
    event, size = table.round.event, table.seats.count()
    frame = Frame(event.rulebook, event.agreements, event.evaluation, size, event.deals_at(size), target=event.target)
    body = read(request, WholeBody, frame, MOST_LIST_BYTES)
    rows = tuple(replace(row, nr=nr) for nr, row in enumerate(body.rows, 1))
    feet = tuple(foot.foot if foot else None for foot in body.feet or [None] * size)
    if not rows and None in feet:
        said = _("Die Liste hat keine Zeilen, und nicht zu jedem Platz steht ein Fuß da.")
        raise RefusedError([Problem(code="list_empty", message=said, field="rows", rule="")])
    note = (body.note or "").strip()
    deals = body.deals or (sum(not row.penalty for row in rows) if note and rows else frame.deals)
    view = reckon(replace(frame, deals=deals), rows, feet, body.eingepasst)
    return body, Whole(table, view, rows, feet, body.eingepasst, note)


def _known(request: Request, found: StoredSheet, whole: Whole, key: UUID | None, said: str) -> HttpResponse:
    """The list that is there: as the answer where it is the same, or was sent by this request, else as what differs."""
    if key:
        find_key(key, said, found.pk)
    sheet = sheet_for(request, found.pk, Role.LISTENFUEHRER)
    shape = shape_of(sheet)
    stored = (stored_rows(sheet), tuple(paper_feet(sheet)), sheet.eingepasst)
    if stored == (whole.rows, whole.feet, whole.eingepasst) or (key and sheet.submissions.filter(key=key).exists()):
        return answer(request, shape)
    said = _("An diesem Tisch gibt es schon eine andere Liste; sie bleibt, wie sie ist.")
    told = [Problem(code="conflict", message=said, field="", rule="")]
    return problems.answer(409, told, sheet=shape.model_dump(mode="json"))
