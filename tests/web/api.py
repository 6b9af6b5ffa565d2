"""A program that asks the interface, with a key or without."""

import json
from typing import Any

from django.test import Client

API = "/api/v1/"


class Asker:
    """Sends JSON, with a key where it has one."""

    def __init__(self, secret: str | None = None) -> None:
        self.client = Client()
        self.headers = {"Authorization": f"Bearer {secret}"} if secret else {}

    def get(self, path: str, **headers: str) -> Any:
        """Read an address; underscores in the names of headers are dashes."""
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.get(path, headers=self.headers | more)

    def send(self, method: str, path: str, body: Any) -> Any:
        """Send a body: bytes as they are, everything else as JSON."""
        content = body if isinstance(body, bytes) else json.dumps(body)
        ask = getattr(self.client, method)
        return ask(path, content, content_type="application/json", headers=self.headers)


def codes(response: Any) -> list[str]:
    """The codes of the problems in an answer."""
    return [problem["code"] for problem in response.json()["problems"]]
