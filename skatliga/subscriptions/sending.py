"""What waits goes out: by mail, to a browser's push service (RFC 8030, 8291, 8292), to a program (Standard Webhooks).

* **D** A message is taken by one worker for five minutes; then another one sends it again, should the first have been
  killed, with the same name, so that who gets it twice can know it.
* **D** After 1, 5 and 30 minutes, 2 and 12 hours it is tried again, then it is given up and said so on its page.
* **D** A push service that says 404 or 410 means that the browser is gone: its subscription ends.
* **D** Some go out at a time, what is tried for the first time before what has failed: a machine that does not answer
  holds up nobody else. Those who send never ask the database.
"""

import base64
import datetime
import hmac
import json
import logging
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from smtplib import SMTPException
from typing import Final
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db.models import Exists, OuterRef
from django.utils import timezone, translation
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from py_vapid import Vapid02

from skatliga.subscriptions import outgoing
from skatliga.subscriptions.access import own_page
from skatliga.subscriptions.keys import sender_key, signing_key, unpacked
from skatliga.subscriptions.models import Notification, Subscription
from skatliga.subscriptions.outgoing import PATIENCE, NotReachedError
from skatliga.subscriptions.telling import forget_old, tell_by_the_calendar, tell_changes

WAITS: Final = tuple(datetime.timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 720))
TAKEN: Final = datetime.timedelta(minutes=5)
"""For so long a message belongs to the worker who sends it."""
AT_ONCE: Final = 30
"""Taken before the next look; even if none of these is answered the last one goes out while it is this worker's."""
AT_A_TIME: Final = 6
GONE: Final = {404, 410}
PUSH_SECONDS: Final = 4 * 3600
"""So long a push service keeps what a phone without a network cannot get: a seat is of no use later."""

PUSH_TEXT: Final = 500
"""Characters: a push service takes 4 KiB, of which one may be four bytes."""

logger = logging.getLogger(__name__)


class GoneError(Exception):
    """Raised where nobody is there any more to whom it could go."""


def send_due() -> int:
    """Send what is due, of each subscription one, so that news keep their order; how many messages were tried."""
    now = timezone.now()
    due = Notification.objects.filter(due_at__lte=now)
    first = due.filter(~Exists(due.filter(subscription=OuterRef("subscription"), pk__lt=OuterRef("pk"))))
    waiting = first.select_related("subscription").order_by("attempts", "due_at", "pk")
    taken = [message for message in waiting[:AT_ONCE] if _take(message, now)]
    if taken:
        with ThreadPoolExecutor(AT_A_TIME) as senders:
            sent = {senders.submit(_try, message): message for message in taken}
            for done in as_completed(sent):
                _note(sent[done], done.result())
    return len(taken)


def _take(message: Notification, now: datetime.datetime) -> bool:
    """Whether this worker is the one who sends it."""
    free = Notification.objects.filter(pk=message.pk, due_at=message.due_at)
    message.attempts += 1
    return bool(free.update(due_at=now + TAKEN, attempts=message.attempts))


def _try(message: Notification) -> Exception | None:
    """Send it; what has kept it from arriving, whatever that was: the worker goes on with the others."""
    try:
        WAYS[message.subscription.way](message)
    except Exception as failed:
        if not isinstance(failed, GoneError | NotReachedError | OSError | SMTPException):
            logger.exception("a message cannot be sent: %s", name_of(message))
        return failed
    return None


def _note(message: Notification, failed: Exception | None) -> None:
    """Store what became of it, if somebody still wants it."""
    stored = Notification.objects.filter(pk=message.pk)
    if failed is None:
        stored.update(failure="", due_at=None, sent_at=timezone.now())
    elif isinstance(failed, GoneError):
        message.subscription.delete()
    else:
        logger.warning("a message was not sent: %s", type(failed).__name__)
        tried = message.attempts
        due = timezone.now() + WAITS[tried - 1] if tried <= len(WAITS) else None
        stored.update(failure=(str(failed) or type(failed).__name__)[:200], due_at=due)


def name_of(message: Notification) -> str:
    """By which a receiver knows a message that comes twice."""
    return f"msg_{message.subscription_id}_{message.pk}"


# ---- The ways


def _mail(message: Notification) -> None:
    if not settings.EMAIL_HOST:
        raise NotReachedError("EMAIL_HOST")
    end = own_page(message.subscription)
    parts = [message.text, settings.SITE_URL + message.path if message.path else ""]
    if message.subscription.confirmed_at and not message.subscription.signup_id:
        parts.append(_("Nichts mehr davon hören: %(page)s") % {"page": end})
    headers = {
        "Message-ID": f"<{name_of(message)}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}>",
        "List-Unsubscribe": f"<{end}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    body = "\n\n".join(filter(None, parts))
    connection = get_connection(timeout=PATIENCE)
    to = [message.subscription.address]
    EmailMessage(message.subject, body, None, to, connection=connection, headers=headers).send()


def _push(message: Notification) -> None:
    subscription = message.subscription
    text = Truncator(message.text).chars(PUSH_TEXT)
    said = {"title": message.subject, "body": text, "path": message.path, "tag": message.occasion}
    own = ec.generate_private_key(ec.SECP256R1())
    body = http_ece.encrypt(
        json.dumps(said, ensure_ascii=False).encode(),
        salt=os.urandom(16),
        private_key=own,
        dh=unpacked(subscription.keys["p256dh"]),
        auth_secret=unpacked(subscription.keys["auth"]),
        version="aes128gcm",
    )
    parts = urlsplit(subscription.address)
    expires = int(timezone.now().timestamp()) + PUSH_SECONDS
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": expires, "sub": _contact()}
    headers = Vapid02(sender_key(settings.SECRET_KEY)).sign(claims)
    headers |= {"TTL": str(PUSH_SECONDS), "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream"}
    _demand_taken(outgoing.post(subscription.address, body, headers))


def _hook(message: Notification) -> None:
    at, name, body = str(int(timezone.now().timestamp())), name_of(message), message.text.encode()
    signed = hmac.digest(signing_key(message.subscription), b".".join((name.encode(), at.encode(), body)), "sha256")
    headers = {
        "Content-Type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": at,
        "webhook-signature": f"v1,{base64.b64encode(signed).decode()}",
    }
    status = outgoing.post(message.subscription.address, body, headers)
    if not 200 <= status < 300:
        raise NotReachedError(f"HTTP {status}")


WAYS: Final[dict[str, Callable[[Notification], None]]] = {
    Subscription.Way.MAIL: _mail,
    Subscription.Way.PUSH: _push,
    Subscription.Way.HOOK: _hook,
}


def _demand_taken(status: int) -> None:
    if status in GONE:
        raise GoneError
    if not 200 <= status < 300:
        raise NotReachedError(f"HTTP {status}")


def _contact() -> str:
    """Whom a push service may write to about this sender."""
    return f"mailto:{settings.OPERATORS[0]}" if settings.OPERATORS else settings.SITE_URL


# ---- The worker

EVERY: Final = 1.0
"""Seconds between two looks when nothing waits."""
CALENDAR_EVERY: Final = 60.0
"""Seconds between two looks at what changes by the calendar alone."""


def serve() -> None:
    """Look for what is new and send it, until this process is told to end; it ends what it is at.

    Everybody is written to in the language of the site.
    """
    told: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _frame: told.append(number))
    looked_at_calendar = 0.0
    with translation.override(settings.LANGUAGE_CODE):
        while not told:
            if time.monotonic() - looked_at_calendar > CALENDAR_EVERY or not looked_at_calendar:
                tell_by_the_calendar()
                forget_old()
                looked_at_calendar = time.monotonic()
            tell_changes()
            if not send_due():
                time.sleep(EVERY)
