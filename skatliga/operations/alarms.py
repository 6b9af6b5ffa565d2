"""Mails to whoever runs the site, about what nobody would notice in time: a backup that failed, or did not come.

* **D** They go to OPERATORS; without it to the addresses of the administrators of the site, as long as the database can
  say who they are. Where no mail can be sent the answer is false, and *Betrieb* says so before.
* **D** A mail that cannot be sent hides no other fault: the answer is false, and what failed goes on failing.
"""

from datetime import timedelta
from pathlib import Path
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.core.mail import send_mail
from django.db import DatabaseError
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from skatliga.operations import backups
from skatliga.people.models import User

TOLD: Final = 4
"""Exit status of a command that has failed and told the operators so itself; systemd hands it to `warn_operators`."""
MISSED: Final = timedelta(days=1, hours=12)
"""So old may the last good backup get before a mail says that it is missing: a whole night was left out."""


def recipients() -> list[str]:
    """The addresses; none where nobody has given one, or no mail can be sent."""
    if not settings.EMAIL_HOST:
        return []
    if settings.OPERATORS:
        return list(settings.OPERATORS)
    try:
        known = User.objects.filter(is_superuser=True, is_active=True).exclude(email="")
        return list(known.order_by("pk").values_list("email", flat=True))
    except DatabaseError:
        return []


def backup_failed(why: str) -> bool:
    """Say why there is no backup; whether a mail went out."""
    return _mail(
        _("Die Sicherung ist gescheitert"),
        _("Auf %(site)s ist die Sicherung gescheitert:\n\n%(why)s\n\n%(last)s"),
        why=why,
    )


def unit_failed(unit: str) -> bool:
    """Say that a service of the machine has failed; whether a mail went out."""
    return _mail(
        _("%(unit)s ist gescheitert") % {"unit": unit},
        _("Auf %(site)s ist der Dienst %(unit)s gescheitert. Warum, steht auf der Maschine: journalctl -u %(unit)s")
        + "\n\n%(last)s",
        unit=unit,
    )


def is_missed() -> bool:
    """Whether the last good backup is older than a day and a half, or there is none."""
    newest = backups.last_of(backups.kept())
    return newest is None or timezone.now() - newest.created > MISSED


def backup_missed() -> bool:
    """Say that no backup came; whether a mail went out."""
    return _mail(
        _("Die Sicherung bleibt aus"),
        _("Auf %(site)s fehlt die tägliche Sicherung. %(last)s")
        + "\n\n"
        + _("Bitte auf der Maschine nachsehen: systemctl status skatliga-backup.timer skatliga-backup"),
    )


def _mail(subject: str, text: str, **words: str) -> bool:
    to = recipients()
    if not to:
        return False
    said = text % {"site": settings.ALLOWED_HOSTS[0].removeprefix("."), "last": _last(), **words}
    try:
        return bool(send_mail(f"Skatliga: {subject}", said, settings.DEFAULT_FROM_EMAIL, to))
    except (OSError, SMTPException):
        return False


def _last() -> str:
    newest = backups.last_of(backups.kept())
    folder = Path(backups.folder())
    if newest is None:
        return _("In %(folder)s liegt noch keine Sicherung.") % {"folder": folder}
    when = formats.date_format(timezone.localtime(newest.created), "d.m.Y H:i")
    return _("Die letzte gute Sicherung ist vom %(when)s (%(folder)s).") % {"when": when, "folder": folder}
