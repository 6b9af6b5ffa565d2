"""Who wants to be told in tests, what they are told, and a machine that takes what is sent to it."""

import base64
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core import mail
from django.test import Client
from django.utils import timezone

from skatliga.events.models import Entry, Event
from skatliga.phones.access import phone_path
from skatliga.subscriptions import outgoing
from skatliga.subscriptions.models import Subscription
from skatliga.subscriptions.sending import send_due
from skatliga.subscriptions.telling import tell_by_the_calendar, tell_changes
from web.ranks import make_evening

DROPS = 0
"""Answered slowly, letter by letter."""


@pytest.fixture
def mails(settings):
    """A site that can send mails."""
    settings.EMAIL_HOST, settings.SITE_URL = "mail.example", "https://skat.example"


@pytest.fixture
def played_today(club) -> Event:
    """An evening of today with eight guests, both Serien at the same two tables."""
    evening = make_evening(club)
    Event.objects.filter(pk=evening.pk).update(date=timezone.localdate())
    evening.refresh_from_db()
    return evening


@pytest.fixture
def hans(played_today) -> Entry:
    """Start number 2."""
    return Entry.objects.select_related("event", "phone_pass").get(event=played_today, start_number=2)


def asked(entry: Entry, address: str = "hans@example.org") -> Subscription:
    """Somebody who asked on his page and has confirmed what came by mail."""
    Client().post(f"{phone_path(entry)}benachrichtigen/", {"email": address})
    send_due()
    [subscription] = Subscription.objects.filter(address=address)
    Client().post(link_in(mail.outbox[-1]), {"tun": "bestaetigen"})
    mail.outbox.clear()
    return subscription


def link_in(letter: mail.EmailMessage) -> str:
    """The page on which it is ended."""
    return letter.extra_headers["List-Unsubscribe"].removeprefix("<https://skat.example").removesuffix(">")


def told() -> list[str]:
    """What the worker says in mails when it looks now."""
    before = len(mail.outbox)
    tell_changes()
    tell_by_the_calendar()
    while send_due():
        pass
    return [letter.subject for letter in mail.outbox[before:]]


@pytest.fixture
def receiver(monkeypatch) -> Iterator[SimpleNamespace]:
    """A machine that takes what is sent to it: what came, and what it answers next (201 otherwise)."""
    there = SimpleNamespace(got=[], answers=deque())

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            there.got.append((self.path, dict(self.headers), body))
            status = there.answers.popleft() if there.answers else 201
            if status == DROPS:
                with suppress(OSError):
                    for letter in "HTTP/1.1 201 Created\r\n\r\n":
                        self.wfile.write(letter.encode())
                        time.sleep(0.05)
                return
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *said: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(outgoing, "connect", lambda host, port: HTTPConnection("127.0.0.1", server.server_port))
    yield there
    server.shutdown()
    server.server_close()


def unpacked(text: str) -> bytes:
    """Of base64url, without what fills its end."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def packed(data: bytes) -> str:
    """The other way round."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@pytest.fixture
def browser_keys() -> SimpleNamespace:
    """What a browser keeps, and what it sends."""
    own = ec.generate_private_key(ec.SECP256R1())
    point = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return SimpleNamespace(own=own, auth=b"a" * 16, sent={"p256dh": packed(point), "auth": packed(b"a" * 16)})
