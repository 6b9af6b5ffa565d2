"""Photographs of lists on the site: uploaded, read beside it, compared row by row, taken over."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.events.access import round_for
from skatliga.events.models import Round, Table
from skatliga.jobs import TooManyError
from skatliga.lists.access import sheet_for
from skatliga.lists.models import Sheet
from skatliga.lists.photos import add_photo
from skatliga.lists.queries import main_sheet
from skatliga.lists.services import open_sheet
from skatliga.reading import photo_job
from skatliga.reading.comparison import ComparedPhoto, compared, told_parts
from skatliga.reading.photo_job import MOST_OF_ONE, MOST_ORDERED, ReadingJob
from skatliga.reading.problems import PROBLEMS
from skatliga.reading.services import RoundTables, feet_of_answer, rows_of_answer, take_over
from skatliga.requests import Request, refusal_told


@dataclass(frozen=True, slots=True)
class PhotoLine:
    """A photograph in the list of a job."""

    number: int
    name: str
    read: bool
    table: Table | None
    problems: Sequence[str]
    rows: int
    doubtful: int
    taken: bool


def of_list(request: Request, pk: uuid.UUID) -> HttpResponse:
    """Choose or take the photograph of a list."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    if request.method == "POST":
        return _order(request, sheet.table.round, str(sheet.pk)) or redirect("reading:of_list", pk)
    return render(
        request, "reading/choose.html", {"sheet": sheet, "round": sheet.table.round, "event": sheet.table.round.event}
    )


def of_round(request: Request, slug: str, number: int) -> HttpResponse:
    """Choose the photographs of a Serie; their codes say which list each of them shows."""
    round = round_for(request, slug, number, Role.LISTENFUEHRER)
    if request.method == "POST":
        return _order(request, round) or redirect("reading:of_round", slug, number)
    return render(request, "reading/choose.html", {"round": round, "event": round.event})


def _order(request: Request, round: Round, sheet: str = "") -> HttpResponse | None:
    """Begin a job with the photographs that were sent; what is no photograph is named and left out."""
    uploads = request.FILES.getlist("fotos")
    if not uploads:
        messages.error(request, _("Bitte ein Foto wählen."))
        return None
    if len(uploads) > photo_job.MOST_PHOTOS:
        said = _("Auf einmal werden höchstens %(most)s Fotos gelesen; bitte in kleineren Stapeln hochladen.")
        messages.error(request, said % {"most": photo_job.MOST_PHOTOS})
        return None
    try:
        ReadingJob.demand_room(request.user.pk, MOST_OF_ONE, MOST_ORDERED)
    except TooManyError:
        messages.error(request, _("Es werden gerade schon Fotos gelesen; bitte warten, bis sie fertig sind."))
        return None
    job = ReadingJob.order(
        owner=request.user.pk, event=round.event.slug, round=round.number, rulebook=round.event.rulebook, sheet=sheet
    )
    for upload in uploads:
        with refusal_told(request):
            job.add(upload)
    if not job.numbers:
        job.drop()
        return None
    job.read()
    return redirect("reading:job", job.id)


def job(request: Request, id: uuid.UUID) -> HttpResponse:
    """The photographs of a job, and how far each of them is."""
    found, round = _job(request, id)
    if request.method == "POST":
        found.read()
        return redirect("reading:job", id)
    tables = RoundTables(round)
    lines = [_line(found, tables, number) for number in found.numbers]
    waiting = any(not line.read for line in lines)
    context = {"job": found, "round": round, "event": round.event, "lines": lines, "waiting": waiting}
    context["crashed"] = waiting and not found.running
    return render(request, "reading/job_state.html" if request.htmx else "reading/job.html", context)


def review(request: Request, id: uuid.UUID, number: int) -> HttpResponse:
    """What was read beside the picture; what a person says of a row changes what the others are taken for."""
    found, round = _job(request, id)
    said, heading = found.answer(number), found.heading(number)
    if number not in found.numbers or said is None or heading is None:
        raise Http404
    table = _table(found, RoundTables(round), heading.code)
    photo = compared(found, number, said, told_parts(request.POST))
    if request.method == "POST" and "uebernehmen" in request.POST and table is not None:
        with refusal_told(request):
            sheet = _take_over(request, found, number, table, photo)
            messages.success(request, _("Die Liste ist übernommen. Bitte noch den Fuß mit dem Papier vergleichen."))
            return redirect("lists:entry", sheet.pk)
    context = {"job": found, "round": round, "event": round.event, "table": table, "photo": photo, "number": number}
    return render(request, "reading/rows.html" if request.htmx else "reading/review.html", context)


def _take_over(request: Request, job: ReadingJob, number: int, table: Table, photo: ComparedPhoto) -> Sheet:
    """Enter the rows, and keep the photograph with the list; ValidationError for what the services refuse."""
    if photo.doubtful and "gesehen" not in request.POST:
        raise ValidationError(_("Es sind noch Zeilen gelb. Bitte ansehen und mit Enter bestätigen."))
    sheet = main_sheet(table) or open_sheet(table, request.user)
    revision = Sheet.objects.values_list("revision", flat=True).get(pk=sheet.pk)
    take_over(sheet, rows_of_answer(photo.rows_said), feet_of_answer(photo.feet_said), request.user, revision)
    photograph = SimpleUploadedFile(job.name(number), job.file(number, "photo").read_bytes())
    add_photo(sheet, photograph, request.user)
    job.forget(number)
    return sheet


@require_POST
def forget(request: Request, id: uuid.UUID, number: int) -> HttpResponse:
    """Throw a photograph away."""
    found, round = _job(request, id)
    found.forget(number)
    if found.numbers:
        return redirect("reading:job", id)
    return redirect("lists:board", round.event.slug, round.number)


def picture(request: Request, id: uuid.UUID, number: int) -> FileResponse:
    """The sheet put straight."""
    found, _round = _job(request, id)
    file = found.file(number, "jpg")
    if not file.exists():
        raise Http404
    response = FileResponse(file.open("rb"), content_type="image/jpeg")
    response["Cache-Control"] = "private, max-age=3600"
    return response


def _job(request: Request, id: uuid.UUID) -> tuple[ReadingJob, Round]:
    """A job of this user, for whoever may still enter lists there."""
    found = ReadingJob.find(id)
    if found is None or found.owner != request.user.pk:
        raise Http404
    return found, round_for(request, found.event, found.round, Role.LISTENFUEHRER)


def _line(job: ReadingJob, tables: RoundTables, number: int) -> PhotoLine:
    said = job.heading(number)
    if said is None:
        return PhotoLine(number, job.name(number), False, None, (), 0, 0, False)
    table = _table(job, tables, said.code)
    problems = [str(PROBLEMS[code]) for code in said.problems]
    if said.rows and table is None:
        problems.append(_unsorted(job, said.code))
    taken = table is not None and table.pk in tables.begun
    return PhotoLine(number, job.name(number), True, table, problems, said.rows, said.doubtful, taken)


def _table(job: ReadingJob, tables: RoundTables, code: str) -> Table | None:
    """The table whose list a photograph shows: as its code says, and without a code the one it was taken for."""
    by_code = tables.of_code(code)
    if not job.sheet:
        return by_code
    wanted = tables.of_sheet(job.sheet)
    return wanted if not code or by_code == wanted else None


def _unsorted(job: ReadingJob, code: str) -> str:
    if job.sheet:
        return str(PROBLEMS["other_list"])
    if not code:
        return _("Auf diesem Blatt ist kein Code zu lesen. Bitte die Liste öffnen und dort das Foto lesen lassen.")
    return _(
        "Der Code gehört zu keiner Liste dieser Serie. Bitte das Foto bei der Serie lesen lassen, zu der es gehört."
    )
