"""Sessions in the database that name their user (SESSION_ENGINE)."""

from datetime import date
from typing import Final

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone

from skatliga.accounts.models import BrowserSession
from skatliga.people.signing import prove
from skatliga.requests import Request

_BROWSER, _BEGUN, _USED = "browser", "begun_on", "last_used_on"
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


class SessionStore(DatabaseStore):
    """Django's sessions in the database, with their user."""

    @classmethod
    def get_model_class(cls) -> type[BrowserSession]:
        return BrowserSession

    def create_model_instance(self, data: dict[str, str]) -> BrowserSession:
        session = super().create_model_instance(data)
        assert isinstance(session, BrowserSession)
        session.user_id = data.get(SESSION_KEY)
        session.browser = data.get(_BROWSER, "")
        session.begun_on = _day(data.get(_BEGUN))
        session.last_used_on = _day(data.get(_USED))
        return session


def begin(request: Request) -> None:
    """Write into a new session what its user is shown of it."""
    today = timezone.localdate().isoformat()
    request.session.update({_BROWSER: name_of_browser(request), _BEGUN: today, _USED: today})
    prove(request)


def note_use(request: Request) -> None:
    """Keep the day on which a session was used last; written once a day."""
    today = timezone.localdate().isoformat()
    if request.session.get(_USED) != today:
        request.session[_USED] = today


def name_of_browser(request: Request) -> str:
    """The browser and the machine as their owner knows them: „Firefox, Windows“; empty where they say nothing."""
    said = request.META.get("HTTP_USER_AGENT", "")
    browser = next((name for mark, name in _BROWSERS if mark in said), "")
    system = next((name for mark, name in _SYSTEMS if mark in said), "")
    return ", ".join(filter(None, (browser, system)))


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
