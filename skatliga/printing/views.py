"""Papers to look at, save and print."""

from typing import Any
from uuid import UUID

import segno
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from skatliga.access import Role
from skatliga.events.access import event_for, round_for
from skatliga.events.models import Round, Table
from skatliga.lists.access import sheet_for
from skatliga.lists.models import Sheet
from skatliga.lists.queries import corrections
from skatliga.printing import queries
from skatliga.printing.documents import blank
from skatliga.printing.render import pdf_response
from skatliga.standings.queries import ranking as standings


@login_not_required
def sheet(request: HttpRequest, pk: UUID) -> HttpResponse:
    sheet = sheet_for(request, pk, Role.READER)
    paper = queries.filled_paper(sheet, sheet.table.round.event.role)
    return _sheet_response(request, sheet, {"paper": paper, "filled": True})


@login_not_required
def blank_sheet(request: HttpRequest, pk: UUID) -> HttpResponse:
    sheet = sheet_for(request, pk, Role.READER)
    paper = queries.blank_paper(sheet, sheet.table.round.event.role)
    return _sheet_response(request, sheet, {"paper": paper})


@login_not_required
def blank_table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.READER)
    table = get_object_or_404(round.tables.filter(seats__isnull=False).distinct(), number=table)
    paper = queries.blank_table(round.event, table, round.event.role)
    context = {"paper": paper, "event": round.event, "round": round, "table": table}
    return pdf_response("printing/sheet.html", context, _filename(round, table))


@login_not_required
def blank_form(request: HttpRequest, slug: str, size: int) -> HttpResponse:
    event = event_for(request, slug, Role.READER)
    if size not in event.book.table_sizes:
        raise Http404
    paper = blank(queries.event_frame(event, size))
    return pdf_response("printing/sheet.html", {"paper": paper, "event": event}, f"{event.slug}-{size}.pdf")


@login_not_required
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    round = _round_asked_for(request, slug)
    event = round.event if round else event_for(request, slug, Role.READER)
    announcements = [
        each
        for each in corrections(event, event.role)
        if each.changes and (round is None or each.revocation.sheet.table.round_id == round.pk)
    ]
    context = {
        "event": event,
        "round": round,
        "ranking": standings(event, event.role, round and {round.number}),
        "announcements": announcements,
        "corrected": {each.revocation.sheet_id for each in announcements},
        "now": timezone.now(),
    }
    name = f"rangliste-{event.slug}" + (f"-serie-{round.number}" if round else "")
    return pdf_response("printing/ranking.html", context, f"{name}.pdf")


def _round_asked_for(request: HttpRequest, slug: str) -> Round | None:
    """The Serie named in the address, None for all of them."""
    asked = request.GET.get("serie", "")
    if not asked:
        return None
    if not asked.isdecimal():
        raise Http404
    return round_for(request, slug, int(asked), Role.READER)


def _sheet_response(request: HttpRequest, sheet: Sheet, context: dict[str, Any]) -> HttpResponse:
    """A list with its code, by which the office opens it."""
    table = sheet.table
    address = request.build_absolute_uri(reverse("lists:sheet", args=[sheet.pk]))
    context |= {"sheet": sheet, "table": table, "round": table.round, "event": table.round.event, "address": address}
    context["code"] = segno.make(address, micro=False, error="m").svg_data_uri(border=0)
    return pdf_response("printing/sheet.html", context, _filename(table.round, table))


def _filename(round: Round, table: Table) -> str:
    return f"{round.event.slug}-{round.number}-{table.number}.pdf"
