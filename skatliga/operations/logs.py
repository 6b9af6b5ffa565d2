"""What the site writes about itself: a line of JSON for every request and every fault, without anything about persons.

A line of a request: `time` (UTC), `level`, `logger`, `request` (its number, also in the answer's header X-Request-ID),
`method`, `route` (the pattern of the address), `status`, `ms`. A line of a fault: `error` and the `stack` of places it
went through; the request's number leads from one to the other.

* **D** Addresses are not written but their patterns, since names and the secrets of table devices stand in addresses;
  nor is who asked, or from where: who changed what stands in the history of the lists.
* **D** The words of an exception are left out, and so is what is put into the texts of other packages, because both
  repeat what somebody entered. The type, the stack and the place of the call are enough to find the fault.
* **D** That a page has not changed (304) is not written: thousands ask that every few seconds.
* **D** A formatter of twenty lines instead of a package: what is left out is the point of it, and a package adds by
  itself whatever a record carries.
"""

import json
import logging
import re
import time
import traceback
import uuid
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from http import HTTPStatus
from types import TracebackType
from typing import Final

from django.http import HttpRequest, HttpResponse

_requests = logging.getLogger("skatliga.requests")
_current: ContextVar[str] = ContextVar("request", default="")
_METHODS: Final = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_NUMBER: Final = re.compile(r"[0-9a-f-]{32,36}")
_FIELDS: Final = ("method", "route", "status", "ms")


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request": _current.get(),
        }
        if record.name == _requests.name:
            line |= {name: getattr(record, name) for name in _FIELDS}
        else:
            line["at"] = f"{record.module}:{record.lineno}"
            if record.args:  # then the text is a pattern
                line["text"] = str(record.msg)
        if record.exc_info and record.exc_info[0]:
            line |= _described(*record.exc_info[:1], record.exc_info[2])
        return json.dumps({name: value for name, value in line.items() if value != ""})


def _described(kind: type[BaseException], trace: TracebackType | None) -> dict[str, object]:
    frames = traceback.extract_tb(trace)
    return {"error": kind.__qualname__, "stack": [f"{at.filename}:{at.lineno} {at.name}" for at in frames]}


def _level(response: HttpResponse) -> int:
    if response.status_code >= 500 and not getattr(response, "is_expected", False):
        return logging.ERROR
    return logging.DEBUG if response.status_code == HTTPStatus.NOT_MODIFIED else logging.INFO


class RequestLogMiddleware:
    """Gives every request a number, and writes a line when it is answered; the outermost of all.

    A number the proxy has given is kept, as long as it is a UUID, with or without its hyphens.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        given = request.headers.get("X-Request-ID", "")
        number = given if _NUMBER.fullmatch(given) else uuid.uuid4().hex
        token = _current.set(number)
        try:
            response = self.get_response(request)
            match = request.resolver_match
            fields = {
                "method": request.method if request.method in _METHODS else "?",
                "route": f"/{match.route}" if match else "?",
                "status": response.status_code,
                "ms": round((time.perf_counter() - begun) * 1000),
            }
            _requests.log(_level(response), "%(method)s %(route)s: %(status)s", fields, extra=fields)
        finally:
            _current.reset(token)
        response["X-Request-ID"] = number
        return response
