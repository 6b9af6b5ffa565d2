"""A network between a phone and the site: it is cut, or answers in the site's place with a page to sign in, or one for
repairs.

A network that is cut here is cut for the worker of the page as well, and for a page that has only just been opened.
"""

from collections.abc import Callable
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

FOREIGN = b"<!doctype html><title>WLAN</title><h1>Bitte anmelden</h1>"


class Portal:
    """Passes everything on to the site until it is told to answer by itself."""

    def __init__(self, site: str) -> None:
        self.site = urlsplit(site).netloc
        self.address = ""
        self.status = 0
        """With which it answers by itself, 0 for not at all."""
        self.headers: dict[str, str] = {}
        self.cut = False
        """Whether nothing is answered at all."""
        self.passes: Callable[[str], bool] = lambda path: False
        """Which paths reach the site all the same."""

    def answer(self, status: int, **headers: str) -> None:
        self.status, self.headers = status, {"Content-Type": "text/html", **headers}


@contextmanager
def portal_before(site: str):
    portal = Portal(site)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if portal.cut:
                self.close_connection = True
                return
            if portal.status and not portal.passes(self.path):
                redirect = self.path != "/anmelden/" and 300 <= portal.status < 400
                self.reply(portal.status if redirect or portal.status >= 400 else 200, portal.headers, FOREIGN)
                return
            connection = HTTPConnection(portal.site)
            sent = {name: value for name, value in self.headers.items() if name.lower() not in {"connection", "host"}}
            connection.request(self.command, self.path, body, {**sent, "Host": self.headers["Host"]})
            found = connection.getresponse()
            kept = {
                name: value
                for name, value in found.getheaders()
                if name.lower() not in {"connection", "content-length"}
            }
            self.reply(found.status, kept, found.read())
            connection.close()

        def do_GET(self) -> None:
            self.handle_one()

        def do_POST(self) -> None:
            self.handle_one()

        def reply(self, status: int, headers: dict[str, str], body: bytes) -> None:
            self.send_response_only(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if status != 304:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if status != 304:
                self.wfile.write(body)

        def log_message(self, *said: object) -> None:
            pass

    server = ThreadingHTTPServer(("localhost", 0), Handler)
    server.daemon_threads = True
    portal.address = f"http://localhost:{server.server_port}"
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield portal
    finally:
        server.shutdown()
        server.server_close()
