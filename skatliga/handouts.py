"""Documents of public pages, papers and files alike: made once for everybody, outside of the processes that answer.

A view of such a document (`handout`) is written in two steps. Up to its `yield` it finds out who asks for what, each
time; what it yields is the state the document is made of. What comes after `yield` is done once for each state, by a
worker (`jobs`), as for a visitor who is not signed in. The answer is kept (`stock`) and given to everybody who is not
signed in. Whoever is signed in may see more: his documents are never kept, they are made while he waits, one at a time,
and so that a process stays free to answer others.

Until a document is there, a person gets a page that leads to it by itself, a program 503 with Retry-After.

* **D** While something changes faster than its document is made, a document is given out for three seconds after it
  was made; it says of which moment it is. What was withdrawn from the public is refused at once.
* **D** What of an address a view does not name (`handout("nach")`) is not read: so nobody has the same document made
  again and again under invented addresses.
"""

import logging
from collections.abc import Callable, Generator
from functools import wraps
from io import BytesIO
from typing import TYPE_CHECKING, Final

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.core.handlers.wsgi import WSGIRequest
from django.http import Http404, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import URLPattern, path, resolve
from django.utils import translation
from django.utils.cache import add_never_cache_headers, get_conditional_response, patch_cache_control
from django.utils.translation import gettext_lazy

from skatliga import stock
from skatliga.access import SignInNeededError
from skatliga.exports import ENCODERS, Export, table_file
from skatliga.jobs import TooManyError
from skatliga.middleware import visitor_address
from skatliga.requests import Request
from skatliga.stock import FAILED, Answer, Wanted

Steps = Generator[object, None, HttpResponse]
"""A view that yields the state of its document before it makes it."""
ExportSteps = Generator[object, None, Export]
"""The same of a table that becomes a file."""

SOON, OF_ONE, OF_ALL = 202, 429, 503
SENTENCES: Final = {
    SOON: gettext_lazy("Das Dokument wird gerade erstellt."),
    OF_ONE: gettext_lazy("Für Sie werden schon andere Dokumente erstellt. Dieses kommt gleich an die Reihe."),
    FAILED: gettext_lazy("Das Dokument ließ sich nicht erstellen. Bitte sagen Sie dem Betreiber der Seite Bescheid."),
    OF_ALL: gettext_lazy("Gerade werden viele Dokumente erstellt. Dieses kommt gleich an die Reihe."),
}
SECONDS: Final = {SOON: 1, OF_ONE: 2, FAILED: stock.TRIED_AGAIN, OF_ALL: 3}
"""After which a visitor asks again."""

if TYPE_CHECKING:
    from django.http.request import _ImmutableQueryDict

logger = logging.getLogger(__name__)


class LaterError(Exception):
    """What a document is made of is itself being made; raised before its state is told."""


def handout(*parameters: str) -> Callable[[Callable[..., Steps]], Callable[..., HttpResponse]]:
    """Let a view in two steps answer with a document; of the query it reads these parameters alone."""

    def decorate(view: Callable[..., Steps]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def answer(request: Request, *args: object, **named: object) -> HttpResponse:
            if named.get("ending", "csv") not in ENCODERS:
                raise Http404
            request.GET = _only(request.GET, parameters)
            steps = view(request, *args, **named)
            try:
                state = next(steps)
            except LaterError:
                return refuse_later(request, SOON)
            if request.user.is_authenticated:
                return _in_turn(request, lambda: _finish(steps))
            steps.close()
            return _public(request, stock.mark_of(state))

        vars(answer)["steps"] = view
        return answer

    return decorate


def public_file_path(route: str, find: Callable[..., ExportSteps], name: str, *parameters: str) -> URLPattern:
    """The address of a table as a file that anybody may ask for; made once for everybody.

    ``route`` is the address without the ending; what stands in it is handed to ``find``, which reads these parameters.
    """

    @login_not_required
    @handout(*parameters)
    def answer(request: Request, ending: str, **named: object) -> Steps:
        return table_file((yield from find(request, **named)), ending)

    return path(f"{route}.<slug:ending>", answer, name=name)


def taking_turns(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let the documents of a view be made in turn that only those may see who are signed in."""

    @wraps(view)
    def answer(request: Request, *args: object, **named: object) -> HttpResponse:
        if not request.user.is_authenticated:
            return view(request, *args, **named)  # which sends him to sign in
        return _in_turn(request, lambda: view(request, *args, **named))

    return answer


def make(wanted: Wanted) -> None:
    """Make a document as for a visitor who is not signed in, and keep it; a failure is kept as well, for a minute."""
    with translation.override(wanted.language):
        _make(wanted)
    stock.clean_up()


class Later(HttpResponse):
    """What is said in place of a document.

    That something comes a little later is no fault, as Django and the log would take it by its status.
    """

    is_expected: bool
    _has_been_logged: bool


def refuse_later(request: Request, status: int) -> HttpResponse:
    """What is said in place of a document: to a person a page that asks for it again by itself, else in plain text."""
    seconds = SECONDS[status]
    if "text/html" in request.headers.get("Accept", ""):
        context = {"sentence": SENTENCES[status], "seconds": seconds, "failed": status == FAILED}
        response = Later(render_to_string("handout_later.html", context, request), status=status)
    else:
        # A program would take 202 for the document.
        answered = OF_ALL if status == SOON else status
        response = Later(f"{SENTENCES[status]}\n", "text/plain; charset=utf-8", answered)
    response["Retry-After"] = str(seconds)
    response.is_expected = response._has_been_logged = status != FAILED
    add_never_cache_headers(response)
    return response


def _public(request: Request, mark: str) -> HttpResponse:
    """The document as it is kept for everybody, or word that it will be there in a moment."""
    query = request.GET.urlencode()
    wanted = Wanted(request.path, query, request.get_host(), request.is_secure(), translation.get_language() or "de")
    found = stock.find(wanted, mark)
    if found is None:
        try:
            stock.order(wanted, visitor_address(request))
        except TooManyError as refusal:
            return refuse_later(request, OF_ONE if refusal.mine else OF_ALL)
        found = stock.find(wanted, mark)
    if found is None:
        return refuse_later(request, SOON)
    if found.status == 404:
        raise Http404
    if found.status != 200:
        return refuse_later(request, FAILED)
    response = HttpResponse(found.body, headers=found.headers)
    etag = f'"{found.mark}"'
    response["ETag"] = etag
    patch_cache_control(response, no_cache=True)
    return get_conditional_response(request, etag=etag, response=response) or response


def _in_turn(request: Request, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The document `make` makes for somebody signed in, as soon as it is his turn."""
    try:
        with stock.turn(request.user.pk):
            return make()
    except TooManyError as refusal:
        return refuse_later(request, OF_ONE if refusal.mine else OF_ALL)


def _make(wanted: Wanted) -> None:
    request = _request(wanted)
    found = resolve(wanted.path)
    try:
        steps = vars(found.func)["steps"](request, *found.args, **found.kwargs)
        mark = stock.mark_of(next(steps))
    except (Http404, PermissionDenied, SignInNeededError, LaterError):
        return  # it is public no longer, or has changed; the next one who asks is told so
    if stock.find_exactly(wanted, mark):
        return
    try:
        response = _finish(steps)
        answer = Answer(response.status_code, dict(response.items()), response.content, mark)
    except Http404:
        answer = Answer(404, {}, b"", mark)
    except Exception:
        logger.exception("a document could not be made")
        answer = Answer(FAILED, {}, b"", mark)
    stock.keep(wanted, answer)


class _Asked(WSGIRequest):
    """A request nobody has sent: of a whole page, by somebody who is not signed in."""

    htmx = False


def _request(wanted: Wanted) -> _Asked:
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": wanted.path.encode().decode("latin-1"),
        "QUERY_STRING": wanted.query,
        "HTTP_HOST": wanted.host,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "443" if wanted.secure else "80",
        "wsgi.url_scheme": "https" if wanted.secure else "http",
        "wsgi.input": BytesIO(),
    }
    if wanted.secure:
        environ["HTTP_X_FORWARDED_PROTO"] = "https"
    request = _Asked(environ)
    request.user = AnonymousUser()
    return request


def _finish(steps: Steps) -> HttpResponse:
    """What a view makes after it has said of what."""
    try:
        next(steps)
    except StopIteration as end:
        return end.value
    raise RuntimeError("a view yields one state")


def _only(query: QueryDict, parameters: tuple[str, ...]) -> "_ImmutableQueryDict":
    """What is said once of each of these."""
    kept = QueryDict(mutable=True)
    for name in parameters:
        if name in query:
            kept[name] = query.get(name, "")
    return QueryDict(kept.urlencode())
