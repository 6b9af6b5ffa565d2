"""Pages of whoever runs the site, and the answer to whether it is well.

* **D** Restoring is a command, no page: the site has to stand still for it.
* **D** A backup is downloaded by the administrator of the site alone, soon after giving the password, and no cache
  keeps it: everything is in it.
"""

from django.contrib.auth.decorators import login_not_required
from django.http import FileResponse, Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from skatliga.exports import Export
from skatliga.jobs import SiteJob
from skatliga.operations import alarms, backups, copies
from skatliga.operations.access import is_local, require_operator
from skatliga.operations.backups import program_version
from skatliga.operations.health import health as health_of_site
from skatliga.operations.integrity import last_findings
from skatliga.operations.legal import PAGES, LegalPage
from skatliga.operations.tables import BackupTable
from skatliga.people.signing import fresh_sign_in
from skatliga.requests import Request
from skatliga.tables import SortedRows, arrange

BACKUP, CHECK = SiteJob(id="backup"), SiteJob(id="check_integrity")


@never_cache
@require_safe
def overview(request: Request) -> HttpResponse:
    """Backups, the last check, how the site is; while something runs, how far it is, alone where a script asks."""
    require_operator(request)
    runs = {"backup": BACKUP, "check": CHECK}
    running = BACKUP.running or CHECK.running
    if request.htmx:
        if not running:
            return HttpResponseClientRefresh()
        return render(request, "operations/running.html", runs)
    kept = backups.kept()
    table = BackupTable(SortedRows(kept))
    arrange(request, table, 50)
    newest, findings = backups.last_of(kept), last_findings()
    context = {
        **runs,
        "running": running,
        "table": table,
        "newest": newest,
        "overdue": backups.is_overdue(newest),
        "backup_complaint": BACKUP.complaint(newest.created if newest else None),
        "findings": findings,
        "check_complaint": CHECK.complaint(findings.time if findings else None),
        "health": health_of_site(),
        "program": program_version(),
        "folder": backups.folder(),
        "copies": copies.folder() if copies.wanted() else None,
        "copy": copies.last() if copies.wanted() else None,
        "unwritten": [page for page in PAGES if not page.address],
        "alarmed": alarms.recipients(),
        "others": len(backups.of_others()),
    }
    return render(request, "operations/overview.html", context)


def backups_file(request: Request) -> Export:
    """All backups that are kept."""
    require_operator(request)
    return Export(BackupTable(SortedRows(backups.kept())), "sicherungen", _("Sicherungen"))


@require_POST
def start_backup(request: Request) -> HttpResponse:
    require_operator(request)
    BACKUP.begin()
    return redirect("operations:overview")


@require_POST
def start_check(request: Request) -> HttpResponse:
    require_operator(request)
    CHECK.begin()
    return redirect("operations:overview")


@never_cache
@require_safe
@fresh_sign_in
def download(request: Request, name: str) -> FileResponse:
    require_operator(request)
    found = next((backup for backup in backups.kept() if backup.name == name), None)
    if not found:
        raise Http404
    try:
        return FileResponse(found.path.open("rb"), as_attachment=True, filename=name)
    except FileNotFoundError as removed:  # by a newer one, a moment ago
        raise Http404 from removed


@require_safe
@login_not_required
def legal_page(request: Request, page: LegalPage) -> HttpResponse:
    """Impressum or Datenschutz."""
    if not page.address:
        raise Http404
    return redirect(page.address) if page.is_elsewhere else render(request, "operations/legal.html", {"page": page})


@never_cache
@require_safe
@login_not_required
def health(request: Request) -> HttpResponse:
    """200 or 503; the details for the administrator of the site and for the machine itself."""
    found = health_of_site()
    answer: dict[str, object] = {"status": "gesund" if found.good else "gestört"}
    if is_local(request) or (found.database and request.user.is_superuser):
        answer |= found.details
    return JsonResponse(answer, status=200 if found.good else 503, json_dumps_params={"ensure_ascii": False})
