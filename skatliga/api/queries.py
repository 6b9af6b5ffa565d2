"""What the pages of the interface read."""

from typing import NamedTuple

from django.db.models import QuerySet

from skatliga.api.models import AccessKey
from skatliga.people.models import User
from skatliga.shapes import JsonObject


class Operation(NamedTuple):
    """One thing that can be asked of the interface, as the page describes it."""

    method: str
    path: str
    summary: str
    about: str
    parameters: tuple[tuple[str, str], ...]
    """Name and meaning of what may follow behind the question mark."""
    body: tuple[tuple[str, str], ...]
    """Name and meaning of the fields that are sent."""


def keys_of(user: User) -> QuerySet[AccessKey]:
    """The access keys of a user, the latest first."""
    return user.access_keys.all()


def operations(description: JsonObject) -> dict[str, list[Operation]]:
    """What a description (OpenAPI) of the interface says can be asked, by its chapters."""
    chapters: dict[str, list[Operation]] = {}
    for path, methods in description["paths"].items():
        for method, said in methods.items():
            parameters = tuple(
                (each["name"], each.get("description", "")) for each in said["parameters"] if each["in"] == "query"
            )
            operation = Operation(
                method.upper(), path, said["summary"], said.get("description", ""), parameters, _body(said)
            )
            chapters.setdefault(said["tags"][0], []).append(operation)
    return chapters


def _body(said: JsonObject) -> tuple[tuple[str, str], ...]:
    content = said.get("requestBody", {}).get("content", {})
    fields = content.get("application/json", {}).get("schema", {}).get("properties", {})
    return tuple((name, field.get("description", "")) for name, field in fields.items())
