"""Calls from the device of a table, whose address is known to all who sit there.

**D** Such a call counts for whoever keeps the list: a device knows nobody else. Everybody at the table may say that it
has settled itself.
"""

from typing import Annotated, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.http import HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from pydantic import BaseModel, Field, StrictInt

from skatliga.events.models import Entry, Table
from skatliga.history import demand
from skatliga.lists.device.followed import SheetVersion
from skatliga.lists.device.requests import BrokenError, Seat, Text, read
from skatliga.lists.device.state import for_table, table_at
from skatliga.lists.models import Substitution
from skatliga.phones import services
from skatliga.phones.models import TableCall
from skatliga.requests import Request

MOST_KEY: Final = 2**63 - 1


class Calling(BaseModel):
    """Who is called, or what has settled itself."""

    kind: Text = ""
    seat: Seat = 0
    """For whom."""
    back: Annotated[StrictInt, Field(ge=0, le=MOST_KEY)] = 0
    """The call that is needed no more."""


@require_http_methods(["GET", "HEAD", "POST"])
@for_table
def table_call(request: Request, known: SheetVersion) -> HttpResponse:
    """What can be called for, and the call that waits; sent, somebody is called or is needed no more."""
    table, said = table_at(known), []
    try:
        if request.method == "POST":
            _carry_out(table, known.sheet, read(request, Calling))
    except BrokenError as broken:
        return JsonResponse({"said": [str(broken)]}, status=400)
    except ValidationError as refusal:
        said = refusal.messages
    return JsonResponse({"kinds": TableCall.Kind.choices, "open": _open_at(table), "said": said})


def _carry_out(table: Table, sheet: UUID | None, said: Calling) -> None:
    if not said.back:
        services.call(_entry_at(table, sheet, said.seat), table, said.kind)
        return
    call = TableCall.objects.select_related("entry__event").filter(pk=said.back, round=table.round_id)
    for found in call.filter(table=table.number):
        services.take_back(found.entry, found.pk)


def _entry_at(table: Table, sheet: UUID | None, seat: int) -> Entry:
    """Who sits there by now."""
    taken = Substitution.objects.filter(sheet=sheet, seat=seat).values_list("entry", flat=True)
    sits = table.seats.filter(number=seat).values_list("entry", flat=True)
    entry = Entry.objects.filter(pk__in=taken[:1] if taken.exists() else sits).first()
    demand(entry is not None, _("An diesem Platz sitzt niemand; bitte die Seite neu laden."))
    assert entry is not None
    return entry


def _open_at(table: Table) -> dict[str, object] | None:
    call = TableCall.objects.filter(round=table.round_id, table=table.number, done_at=None).first()
    if call is None:
        return None
    return {"pk": call.pk, "kind": call.get_kind_display(), "at": call.called_at, "taken": call.taken_at}
