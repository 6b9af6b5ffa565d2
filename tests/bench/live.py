"""How many viewers of a ranking one process serves: answers a second of its processor, the network left out.

A ranking of 400 players, asked for by visitors without an account as their browsers do it: with the mark of the copy
they hold (304), and without one (the page as it is kept). A new version is believed a second later at the latest.
"""

import tempfile
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from tests.bench.large_field import build
from tests.bench.save_row import set_up

PLAYERS: Final = 400
ROUNDS: Final = 3
SECONDS: Final = 3.0


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    with tempfile.TemporaryDirectory() as folder:
        set_up(Path(folder) / "bench.sqlite3")
        address = f"/ranglisten/{build(PLAYERS, ROUNDS).slug}/"
        status, headers = _ask(address)
        if status != "200 OK":
            raise SystemExit(f"{status} at {address}")
        yield f"live_304 {_rate(address, HTTP_IF_NONE_MATCH=headers['ETag']):.0f} answers/s -"
        yield f"live_page_kept {_rate(address):.0f} answers/s -"
        yield f"live_part_kept {_rate(address, HTTP_HX_REQUEST='true'):.0f} answers/s -"


def _rate(address: str, **headers: str) -> float:
    """Answers a second of processor time."""
    _ask(address, **headers)
    begun, answers = time.process_time(), 0
    while time.process_time() - begun < SECONDS:
        _ask(address, **headers)
        answers += 1
    return answers / (time.process_time() - begun)


def _ask(address: str, **headers: str) -> tuple[str, dict[str, str]]:
    """One request to the application as a server hands it over."""
    from skatliga.wsgi import application

    environ: dict[str, Any] = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": address,
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "localhost",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(),
        "wsgi.errors": BytesIO(),
        "wsgi.version": (1, 0),
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **headers,
    }
    answered: list[tuple[str, dict[str, str]]] = []
    body = application(environ, lambda status, found, error=None: answered.append((status, dict(found))))
    b"".join(body)
    body.close()
    return answered[0]
