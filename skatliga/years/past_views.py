"""Pages of years that were played elsewhere and taken over."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.events.live import latest_names
from skatliga.handouts import Steps, handout
from skatliga.requests import Request
from skatliga.spreadsheets import table_file
from skatliga.standings.players import readable_player
from skatliga.tables import arrange
from skatliga.years import past
from skatliga.years.access import past_year_for
from skatliga.years.tables import PastOfPlayerTable, PastTable


@login_not_required
def past_year(request: Request, slug: str) -> HttpResponse:
    """The final table."""
    year = past_year_for(request, slug, None)
    table = PastTable(past.results_of(year, year.role))
    arrange(request, table, 50)
    return render(request, "years/past_year.html", {"year": year, "club": year.club, "table": table})


@login_not_required
@handout()
def past_file(request: Request, slug: str, ending: str) -> Steps:
    """The final table as a file."""
    year = past_year_for(request, slug, None)
    yield year.pk, year.version, latest_names()
    return table_file(PastTable(past.results_of(year, year.role)), f"jahrestabelle-{slug}", ending, _("Jahrestabelle"))


@login_not_required
@handout()
def results_file(request: Request, pk: int, ending: str) -> Steps:
    """Where a player came in such years, as on his page over all events."""
    player = readable_player(request.user, pk)
    results = past.past_results_of(player, request.user) if player else None
    if not player or not results:
        raise Http404
    yield [(result.year_id, result.year.version) for result in results], latest_names()
    return table_file(PastOfPlayerTable(results), f"clubjahre-spieler-{player.pk}", ending, _("Clubjahre"))


@require_POST
def publish(request: Request, slug: str) -> HttpResponse:
    """Publish it, or withdraw it from the public."""
    year = past_year_for(request, slug, Role.SPIELLEITUNG)
    past.set_public(year, request.POST.get("public") == "1")
    return redirect(year)


def remove(request: Request, slug: str) -> HttpResponse:
    """Throw it away, after asking."""
    year = past_year_for(request, slug, Role.SPIELLEITUNG)
    if request.method == "POST":
        past.remove(year)
        messages.success(request, _("Das übernommene Clubjahr „%(name)s“ ist entfernt.") % {"name": year.name})
        return redirect("years:years", year.club.slug)
    return render(request, "years/remove_past_year.html", {"year": year, "club": year.club})
