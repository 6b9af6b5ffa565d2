"""Pages of standings, and the same as files.

**D** The CSV is the one a German spreadsheet opens by itself: UTF-8 with its mark, columns parted by semicolons, plain
whole numbers. A provisional ranking says so in the file's name.
"""

from hashlib import sha256

from django.contrib.auth.decorators import login_not_required
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import condition
from django_tables2 import RequestConfig
from django_tables2.export import TableExport
from tablib import Dataset

from skatliga.access import Role
from skatliga.events.access import event_for, round_for
from skatliga.events.models import Event, Round
from skatliga.lists.queries import corrections
from skatliga.standings import queries
from skatliga.standings.tables import RankingTable


@login_not_required
def ranking(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    event, round = _found(request, slug, number)

    def answer(request: HttpRequest) -> HttpResponse:
        found = queries.ranking(event, event.role, round and {round.number})
        table = RankingTable(found)
        RequestConfig(request, paginate={"per_page": 100}).configure(table)
        announcements = corrections(event, event.role, round=round)
        context = {"event": event, "round": round, "ranking": found, "table": table, "announcements": announcements}
        return render(request, "standings/ranking.html", context)

    response = condition(lambda request: _etag(request, event))(answer)(request)
    patch_cache_control(response, no_cache=True)
    return response


@login_not_required
def csv(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    event, round = _found(request, slug, number)
    rows, name = _rows(event, round)
    # The mark at the beginning is how a spreadsheet knows the umlauts.
    content = rows.export("csv", delimiter=";").encode("utf-8-sig")
    return _file(content, TableExport.FORMATS["csv"], f"{name}.csv")


@login_not_required
def xlsx(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    event, round = _found(request, slug, number)
    rows, name = _rows(event, round)
    return _file(rows.export("xlsx"), TableExport.FORMATS["xlsx"], f"{name}.xlsx")


def _found(request: HttpRequest, slug: str, number: int | None) -> tuple[Event, Round | None]:
    """The event and, where its number is given, one Serie of it; anybody may read what is published."""
    if number is None:
        return event_for(request, slug, Role.READER), None
    round = round_for(request, slug, number, Role.READER)
    return round.event, round


def _etag(request: HttpRequest, event: Event) -> str | None:
    """What the page is made of: with the same mark the browser's copy is still good.

    Besides scores and names that is the visitor with his session, whose form token is in the page. A message waiting
    to be told makes the page one of its own. **D** The day is in it too, so that no copy outlives a new release of the
    site by more than that.
    """
    if get_messages(request):
        return None
    parts = (
        event.version,
        *queries.latest_names(),
        event.role,
        request.session.session_key,
        get_language(),
        timezone.localdate(),
        request.get_full_path(),
    )
    return f'"{sha256(repr(parts).encode()).hexdigest()[:32]}"'


def _rows(event: Event, round: Round | None) -> tuple[Dataset, str]:
    """Every line for a file, and the file's name without its ending."""
    found = queries.ranking(event, event.role, round and {round.number})
    name = f"rangliste-{event.slug}"
    if round:
        name += f"-serie-{round.number}"
    if found.provisional:
        name += "-vorlaeufig"
    return TableExport("csv", RankingTable(found), dataset_kwargs={"title": _("Rangliste")}).dataset, name


def _file(content: bytes, content_type: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    patch_cache_control(response, no_cache=True)
    return response
