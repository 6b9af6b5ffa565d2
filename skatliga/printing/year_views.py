"""Papers of a club year to look at, save and print."""

from django.http import Http404, HttpResponse

from skatliga.handouts import taking_turns
from skatliga.printing.render import file_response
from skatliga.printing.years import YEAR_WORKS, year_filename
from skatliga.requests import Request
from skatliga.years.access import year_for


@taking_turns
def document(request: Request, slug: str, name: str) -> HttpResponse:
    """The paper of this name, for whoever may have it."""
    if name not in YEAR_WORKS:
        raise Http404
    year = year_for(request, slug, YEAR_WORKS[name].needed)
    return file_response(YEAR_WORKS[name].print(year), year_filename(name, year))
