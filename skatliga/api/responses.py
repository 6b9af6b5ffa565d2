"""How programs are answered: JSON with a mark (ETag), what may be kept by whom, pages of long lists.

* **D** What is public can be read by pages of other sites too (`Access-Control-Allow-Origin: *`): it is on public pages
  anyway, and cookies do not count. An answer to a key cannot: no preflight is answered, so a browser does not send one.
* **D** The marks of what changes all the time are those of the pages (`events.live_pages`), known before anything is
  made; of everything else the mark is made from the answer, which saves the way but not the work.
* **D** Long lists come in pages of `PER_PAGE`, in an order in which no two are equal.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from hashlib import sha256
from typing import Final, Generic, NamedTuple, TypedDict, TypeVar

from django.contrib.auth.decorators import login_not_required
from django.db.models import Model, Q, QuerySet
from django.http import Http404, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from ninja import Query
from pydantic import BaseModel

from skatliga.api import problems
from skatliga.circuits.models import Circuit
from skatliga.circuits.queries import known_of as known_of_circuit
from skatliga.database import JsonObject
from skatliga.events.live_pages import answer_kept, live
from skatliga.events.models import Event
from skatliga.leagues.access import league_page
from skatliga.leagues.models import Season
from skatliga.requests import Request
from skatliga.years.models import ClubYear
from skatliga.years.queries import known_of

JSON: Final = "application/json"
PER_PAGE: Final = 200
MOST_PAGES: Final = 1_000

PageNumber = Query(1, ge=1, le=MOST_PAGES, description=gettext_noop("Welche Seite der Liste, von 1 an."))
"""The parameter by which a page of a long list is asked for."""

View = Callable[..., HttpResponse]


T = TypeVar("T")


class Place(TypedDict):
    """Where a page stands in a long list."""

    count: int
    page: int
    pages: int


class PageOfList(NamedTuple, Generic[T]):
    """One page of a long list, and where it stands in it."""

    items: Sequence[T]
    place: Place
    """The fields of the answer that say so."""


def cut(items: "Sequence[T] | QuerySet[Model, T]", page: int) -> PageOfList[T]:
    """One page; empty behind the last one."""
    count = items.count() if isinstance(items, QuerySet) else len(items)
    start = (page - 1) * PER_PAGE
    place = Place(count=count, page=page, pages=max(1, -(-count // PER_PAGE)))
    return PageOfList(list(items[start : start + PER_PAGE]), place)


def answer(request: Request, shape: BaseModel, status: int = 200) -> HttpResponse:
    """What is told; without its content to whoever has it already."""
    response = _written(shape, status)
    if request.method == "GET":
        return _marked(request, response)
    response["Cache-Control"] = "no-store"
    return response


def described(request: Request, description: JsonObject) -> HttpResponse:
    """The description of the interface."""
    return _marked(request, JsonResponse(description, json_dumps_params={"ensure_ascii": False}))


def _marked(request: Request, response: HttpResponse) -> HttpResponse:
    """With a mark made from the answer, which is left out for whoever has it already."""
    response["ETag"] = f'"{sha256(response.content).hexdigest()[:32]}"'
    patch_cache_control(response, no_cache=True)
    return get_conditional_response(request, etag=response["ETag"], response=response) or response


def answer_of_event(request: Request, slug: str, make: Callable[[Event], BaseModel]) -> HttpResponse:
    """What `make` tells of an event, made only where it has changed; for whoever may read it."""
    return _as_json(live(request, slug, lambda event, poll: _written(make(event))))


def answer_of_league(request: Request, season: Season, groups: Q, make: Callable[[], BaseModel]) -> HttpResponse:
    """What `make` tells of some groups of a season, made only where something has changed."""
    return _as_json(league_page(request, season, groups, lambda: _written(make())))


def answer_of_year(request: Request, year: ClubYear, make: Callable[[], BaseModel]) -> HttpResponse:
    """What `make` tells of a club year, made only where something has changed."""
    return _as_json(answer_kept(request, known_of([year]), year.role, lambda poll: _written(make())))


def answer_of_circuit(request: Request, circuit: Circuit, make: Callable[[], BaseModel]) -> HttpResponse:
    """What `make` tells of a Turnierserie, made only where something has changed."""
    kept = answer_kept(request, known_of_circuit(circuit), circuit.role, lambda poll: _written(make()))
    return _as_json(kept)


def _written(shape: BaseModel, status: int = 200) -> HttpResponse:
    return HttpResponse(shape.model_dump_json(), content_type=JSON, status=status)


def _as_json(response: HttpResponse) -> HttpResponse:
    """What is kept has lost what it is."""
    if response.status_code == 200:
        response["Content-Type"] = JSON
    return response


def for_programs(view: View) -> View:
    """A view without the sign-in page, whose every answer is JSON and says who may keep and read it."""

    @login_not_required
    @wraps(view)
    def answered(request: Request, *args: object, **named: object) -> HttpResponse:
        asked, request.method = request.method, "GET" if request.method == "HEAD" else request.method
        try:
            response = view(request, *args, **named)
        except Http404:
            response = problems.not_found()
        finally:
            request.method = asked
        if response.status_code == 405:
            response = _not_allowed(response["Allow"])
        if "Authorization" in request.headers:
            patch_cache_control(response, private=True)
        elif asked in ("GET", "HEAD"):
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = "ETag"
        patch_vary_headers(response, ["Authorization"])
        return response

    vars(answered)["csrf_exempt"] = True
    return answered


def _not_allowed(methods: str) -> HttpResponse:
    said = _("Diese Adresse kennt nur: %(methods)s") % {"methods": methods}
    response = problems.one(405, "method_not_allowed", said)
    response["Allow"] = methods
    return response
