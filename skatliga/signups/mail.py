"""Mails to those who have signed up and left an address: their page, and that they have got a place.

* **D** They go out once, after everything is stored. One that cannot be sent changes nothing: the page says the same.
* **D** Who moves up is written to in the language of the site, since somebody else's request moves him.
"""

import logging
from collections.abc import Iterable
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from skatliga.requests import Request
from skatliga.signups.access import page_path
from skatliga.signups.models import SignUp

PATIENCE: Final = 5
"""Seconds for which a mail server is waited for."""

logger = logging.getLogger(__name__)


def send_link(request: Request, signup: SignUp) -> bool:
    """Send somebody the address of his page; whether a mail went out."""
    return _send(
        request,
        signup,
        _("Ihre Anmeldung: %(event)s"),
        _("Hier steht, ob Sie einen Platz haben und was zu zahlen ist; dort können Sie sich auch abmelden:"),
    )


def tell_moved_up(request: Request, signups: Iterable[SignUp]) -> None:
    """Tell those who have got a place."""
    with translation.override(settings.LANGUAGE_CODE):
        for signup in signups:
            _send(
                request,
                signup,
                _("Sie haben einen Platz: %(event)s"),
                _("Sie sind von der Warteliste nachgerückt. Was zu zahlen ist, steht auf Ihrer Seite:"),
            )


def _send(request: Request, signup: SignUp, subject: str, text: str) -> bool:
    if not (settings.EMAIL_HOST and signup.email):
        return False
    event = signup.event
    head = f"{event.name}, {date_format(event.date, 'DATE_FORMAT')}"
    link = request.build_absolute_uri(page_path(signup))
    kept = _("Wer diese Adresse kennt, kann die Anmeldung ändern. Bitte nicht weitergeben.")
    said = "\n\n".join([head, f"{signup.name}:", text, link, kept])
    try:
        connection = get_connection(timeout=PATIENCE)
        message = EmailMessage(subject % {"event": event.name}, said, None, [signup.email], connection=connection)
        return bool(message.send())
    except (OSError, SMTPException) as failed:
        logger.warning("a mail about a sign-up was not sent: %s", type(failed).__name__)
        return False
