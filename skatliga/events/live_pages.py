"""Pages of an event that stay current while somebody looks at them, for thousands at once.

Every answer carries a mark (ETag) of what it was made of: the event's version, the latest change of a name, who may
see what, the language, the address. A browser that holds the same mark is told so (304) and nothing is made. The part
of a page that changes asks for itself again every two seconds, sending the mark it was made with.

Visitors who are not signed in share their pages: a process asks the database at most once in `BELIEVED` seconds whether
an event has changed, and makes each page once after every change. Whoever is signed in sees the result of what he just
did: for him the database is asked each time, and only the parts are shared, among those with the same role.

A cache between them and the site (`deploy/nginx.conf.template`) may give such a page out for a second, and for three
more while it asks whether the page has changed, so that a thousand who ask at once are one question to the site.
Browsers ask each time.

**D** So what is saved stands on every screen within three seconds, behind such a cache within seven. The day is part of
the mark, so that no copy outlives a new release of the site by more than that.
"""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NamedTuple

from django.contrib.messages import get_messages
from django.core.cache import cache
from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum
from django.http import HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import condition

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.events.models import Entry, Event
from skatliga.people.models import Player
from skatliga.requests import Request

BELIEVED: Final = 1
"""Seconds for which one process believes that an event has not changed."""

SHARED: Final = 1
"""Seconds for which a cache in front of the site may give out what everybody sees."""

STALE: Final = 3
"""Seconds more for which it may do so while it asks whether that has changed."""

KEPT: Final = 300
"""Seconds for which an answer is kept; its mark names what it was made of, so it is never out of date."""


class EventVersion(NamedTuple):
    """How far an event is. The latest changes of names stand beside its version, which does not tell of registers."""

    published: bool
    version: int
    latest_entry: int | None
    latest_player: int | None


@dataclass(frozen=True, slots=True)
class Poll:
    """How the part of a page that changes asks for itself again."""

    address: str
    mark: str


def live(request: Request, slug: str, make: Callable[[Event, Poll], HttpResponse]) -> HttpResponse:
    """The answer `make` gives for an event, made only where it is not known yet; for whoever may read the event.

    `make` gives the part alone where a script asks for it (`request.htmx`). Raises as `event_for` does.
    """
    if request.user.is_authenticated:
        event = event_for(request, slug, Role.READER)
        known, role = _known(slug), event.role
    else:
        event, role = None, None
        known = _believed(slug)
        if known is None or not known.published:
            event = event_for(request, slug, Role.READER)  # which refuses, unless it was published in this second
            known = _known(slug)
    return answer_kept(
        request,
        known,
        role,
        lambda poll: make(event or event_for(request, slug, Role.READER), poll),
        is_part=bool(request.htmx),
    )


def answer_kept(
    request: Request,
    known: tuple[object, ...] | None,
    role: Role | None,
    make: Callable[[Poll], HttpResponse],
    *,
    is_part: bool = False,
) -> HttpResponse:
    """The answer `make` gives, made only where none is kept of what is `known` for those with this role.

    A page names whoever is signed in, and is his own; `is_part` says that `make` gives a part, which names nobody.
    """
    session = request.session.session_key if request.user.is_authenticated else None
    poll = Poll(request.get_full_path(), _mark(request, known, role, "part"))
    shared = is_part or not session

    def answer(request: Request) -> HttpResponse:
        if get_messages(request):
            return make(poll)
        content = cache.get(mark) if shared else None
        if content is not None:
            return HttpResponse(content)
        response = make(poll)
        if shared:
            cache.set(mark, response.content, KEPT)
        return response

    mark = poll.mark if is_part else _mark(request, known, role, session)
    # A message waiting to be told makes the page one of its own.
    own = request.user.is_authenticated or bool(get_messages(request))
    response = condition(lambda request: None if get_messages(request) else f'"{mark}"')(answer)(request)
    if own:
        patch_cache_control(response, private=True, no_cache=True)
    else:
        patch_cache_control(response, max_age=0, must_revalidate=True, s_maxage=SHARED, stale_while_revalidate=STALE)
    return response


def state_of(event: Event) -> tuple[object, ...]:
    """What a document of an event is made of: as long as it is the same, so is the document."""
    return (_known(event.slug), event.club.name)


def state_of_many(events: QuerySet[Event]) -> tuple[object, ...]:
    """The same of a document made of several events: which they are, how far, and the latest change of a name."""
    found = events.order_by().aggregate(number=Count("pk"), keys=Sum("pk"), versions=Sum("version"))
    return (*found.values(), *latest_names())


def latest_names() -> tuple[int | None, ...]:
    """The latest change of somebody entered, and of a player of a register."""
    return tuple(
        names.history.order_by("-history_id").values_list("history_id", flat=True).first() for names in (Entry, Player)
    )


def _mark(request: Request, known: tuple[object, ...] | None, *seen_by: str | None) -> str:
    """The same for everything that would be answered alike."""
    parts = (known, *seen_by, get_language(), timezone.localdate(), request.get_host(), request.get_full_path())
    return sha256(repr(parts).encode()).hexdigest()[:32]


def _believed(slug: str) -> EventVersion | None:
    """What this process knew of the event a moment ago; None where there is no such event."""
    key = f"event-{sha256(slug.encode()).hexdigest()}"
    known = cache.get(key)
    if known is None and (known := _known(slug)):
        cache.set(key, known, BELIEVED)
    return known


def _known(slug: str) -> EventVersion | None:
    events = Event.objects.filter(slug=slug).annotate(
        latest_entry=_latest(Entry.history.filter(event=OuterRef("pk"))), latest_player=_latest(Player.history.all())
    )
    found = events.values_list("state", "version", "latest_entry", "latest_player").first()
    return EventVersion(found[0] != Event.State.DRAFT, *found[1:]) if found else None


def _latest(versions: QuerySet) -> Subquery:
    return Subquery(versions.order_by("-history_id").values("history_id")[:1])
