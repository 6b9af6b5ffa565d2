"""A request of this site to another machine: encrypted, brief, and never to a machine of the own network."""

import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address
from threading import Timer
from typing import Final
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

PATIENCE: Final = 5
"""Seconds for which an answer is waited for, however many pieces it comes in."""


class NotReachedError(Exception):
    """Raised where no answer came; the text says why, in a few words."""


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send something and return the status of the answer. Nobody follows where an answer leads to."""
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname:
        raise NotReachedError(_("keine Adresse mit https://"))
    try:
        connection = connect(parts.hostname, parts.port or 443)
        try:
            connection.request(
                "POST", f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}", body, {**headers}
            )
            cut = Timer(PATIENCE, _cut, [connection.sock])
            cut.start()
            try:
                return connection.getresponse().status
            finally:
                cut.cancel()
        finally:
            connection.close()
    except socket.gaierror as failed:
        raise NotReachedError(_("diesen Namen gibt es nicht")) from failed
    except ssl.SSLError as failed:
        raise NotReachedError(_("kein gültiges Zertifikat")) from failed
    except (OSError, HTTPException, ValueError) as failed:
        raise NotReachedError(_("keine Antwort")) from failed


def _cut(plain: socket.socket) -> None:
    """End a connection from outside: who waits for its answer goes on."""
    with suppress(OSError):
        plain.shutdown(socket.SHUT_RDWR)


def connect(host: str, port: int) -> HTTPConnection:
    """A connection to a public machine; what its name means is asked once, so that it cannot mean another one later."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    address = str(found[0][4][0])
    if not ip_address(address.partition("%")[0]).is_global:
        raise NotReachedError(_("keine öffentliche Adresse"))
    connection = HTTPSConnection(host, port, timeout=PATIENCE)
    plain = socket.create_connection((address, port), PATIENCE)
    connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
    return connection
