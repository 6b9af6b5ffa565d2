"""Visitors of the site: signed in by name and password, every request undone, answers as text with what they cost."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import Mock, patch

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from web.demonstration import PASSWORD

from tests.bench.unchanged.folding import fold_names, fold_page, pretty, unpacked

_popen = subprocess.Popen


class Visitor(NamedTuple):
    """Who comes: the account of the demonstration, and the language asked for."""

    username: str
    language: str = "de"


VISITORS: Final = {
    "anonymous": Visitor(""),
    "viewer": Visitor("leser"),
    "scorekeeper": Visitor("liste"),
    "director": Visitor("leitung"),
    "admin": Visitor("admin"),
    "director_english": Visitor("leitung", "en"),
}


class Answer(NamedTuple):
    """What came back: the response, its body, and how many questions the database was asked."""

    response: HttpResponse
    body: bytes
    queries: int

    @property
    def kind(self) -> str:
        return self.response.get("Content-Type", "").partition(";")[0]

    def text(self, known: set[str]) -> str:
        """Status, kind, where it leads to, and the body as text; a PDF has none yet."""
        head = f"{self.response.status_code} {self.kind} {self.response.get('Location', '')}".strip()
        disposition = self.response.get("Content-Disposition", "")
        return f"{fold_names(head, known)}\n{disposition}\n{self._body(known)}\n"

    def _body(self, known: set[str]) -> str:
        if self.kind == "application/pdf":
            return ""
        if self.kind == "text/html":
            return fold_page(self.body.decode(), known)
        return fold_names(pretty(self.body) if self.kind.endswith("json") else unpacked(self.body), known)


class Browser:
    """A browser of one visitor; what it does leaves nothing behind."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self._client = Client(raise_request_exception=False, headers={"accept-language": visitor.language})
        if visitor.username:
            said = {"username": visitor.username, "password": PASSWORD}
            answer = self._client.post("/anmelden/", said)
            assert answer.status_code == 302, f"{visitor.username} cannot sign in"

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask(lambda client: client.get(path, headers=_named(headers)))

    def post(self, path: str, fields: dict[str, Any], follow: bool = True) -> Answer:
        return self._ask(lambda client: client.post(path, fields, follow=follow))

    def send(self, method: str, path: str, body: bytes, **headers: str) -> Answer:
        ask = {"content_type": "application/json", "headers": _named(headers)}
        return self._ask(lambda client: getattr(client, method)(path, body, **ask))

    def new_key(self) -> str:
        """An access key that may write; this alone stays."""
        answer = self._client.post("/konto/schluessel/", {"name": "Eingabe", "read_only": ""})
        [secret] = re.findall(r'readonly value="([^"]+)"', answer.content.decode())
        return secret

    def _ask(self, ask: Callable[[Client], Any]) -> Answer:
        client = Client(raise_request_exception=False, headers={"accept-language": self.visitor.language})
        client.cookies.load(self._client.cookies.output(header="", sep=";"))
        with undone(), counted() as queries:
            response = ask(client)
            body = response.getvalue()
        return Answer(response, body, len(queries))


@contextmanager
def undone() -> Iterator[None]:
    """What happens in here leaves nothing in database, cache and folder, and begins no process."""
    var = Path(settings.VAR_DIR)
    before = {file: file.stat().st_mtime_ns for file in var.rglob("*")}
    cache.clear()
    with patch.object(subprocess, "Popen", _begin), transaction.atomic():
        yield
        transaction.set_rollback(True)
    for file in sorted(var.rglob("*"), reverse=True):
        if file not in before and file.exists():
            shutil.rmtree(file) if file.is_dir() else file.unlink()


@contextmanager
def counted() -> Iterator[list[str]]:
    """The questions to the database in here."""
    asked: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not sql.startswith(("SAVEPOINT", "RELEASE", "ROLLBACK")):
            asked.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield asked


def _begin(command: Any, *rest: Any, **named: Any) -> Any:
    """A process, unless it is one of the site that would outlive the request."""
    own = isinstance(command, list) and any("manage.py" in str(part) for part in command)
    return Mock() if own else _popen(command, *rest, **named)


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
