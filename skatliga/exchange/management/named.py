"""What a command line names: a club, an event, a file. CommandError says what there is none of."""

from pathlib import Path

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from skatliga.events.models import Event
from skatliga.people.models import Club, User


def club_of(slug: str) -> Club:
    """The club of this address."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(_("Einen Verein „%(slug)s“ gibt es nicht.") % {"slug": slug})
    return club


def event_of(slug: str) -> Event:
    """The event of this address, with its club."""
    event = Event.objects.select_related("club").filter(slug=slug).first()
    if event is None:
        raise CommandError(_("Eine Veranstaltung „%(slug)s“ gibt es nicht.") % {"slug": slug})
    return event


def content_of(file: Path) -> bytes:
    """All that is in a file."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise CommandError(
            _("%(file)s lässt sich nicht lesen: %(why)s") % {"file": file, "why": error.strerror}
        ) from error


def user_of(name: str | None) -> User | None:
    """The account of this name, `None` where none is given."""
    if name is None:
        return None
    user = User.objects.named(name)
    if user is None:
        raise CommandError(_("Ein Konto „%(name)s“ gibt es nicht.") % {"name": name})
    return user
