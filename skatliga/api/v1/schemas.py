"""What the answers have in common: how an address is described, pages of long lists, what a list came to."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Annotated, Final, TypeVar
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext_noop
from ninja import Router
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from skatliga.api.access import AccessKeyHeader, WritingKeyHeader
from skatliga.api.problems import Problems
from skatliga.database import JsonObject
from skatliga.exports import as_number


def _shown(value: object) -> object:
    return as_number(value) if isinstance(value, Fraction) else value


Number = Annotated[int | float, BeforeValidator(_shown)]
"""Whole, or with two decimals, as pages show it."""

Shortfall = Annotated[
    str, Field(description=gettext_noop("Was zu einem Platz fehlt, in Worten; leer, wo nichts fehlt."))
]
"""What somebody under a minimum lacks."""

MARK: Final = {
    "description": gettext_noop("Marke der Antwort; mit If-None-Match zurückgesandt, kommt 304, solange sie gilt."),
    "schema": {"type": "string"},
}
PARTS: Final[JsonObject] = {}
"""The parts of which bodies consist, by name, for the description."""
_READING: Final = AccessKeyHeader()
_WRITING: Final = WritingKeyHeader()


V = TypeVar("V", bound=Callable[..., HttpResponse])


class Shape(BaseModel):
    """Part of an answer, made from what the queries give."""

    model_config = ConfigDict(from_attributes=True)


class Paged(Shape):
    """One page of a long list."""

    count: int = Field(description=gettext_noop("Wie viele es im Ganzen sind."))
    page: int
    pages: int


class PointsOut(Shape):
    """What something came to: points and numbers of deals."""

    spielpunkte: int | None = Field(description=gettext_noop("null, wo nur das Gesamt bekannt ist, wie won und lost."))
    won: int | None
    lost: int | None
    leistung: int = Field(description=gettext_noop("Das Ergebnis nach der Wertung der Veranstaltung."))


class SumsOut(Shape):
    """What several lists came to together."""

    spielpunkte: Number | None
    won: Number | None
    lost: Number | None
    leistung: Number = Field(description=gettext_noop("Nach der Wertung: Summe oder Schnitt dessen, was zählt."))


class ListResultOut(PointsOut):
    """What one list came to for one player."""

    round: int
    table: int
    sheet: UUID = Field(description=gettext_noop("Die Liste, aus der es stammt: /listen/{sheet}."))
    state: str


def reads(router: Router, path: str, shape: type[BaseModel], summary: str, about: str = "") -> Callable[[V], V]:
    """An address that is read: by anybody as far as it is public, with a key by the roles of its user."""
    return router.get(
        path,
        response={200: shape, 304: None, (401, 404, 422): Problems},
        auth=_READING,
        summary=summary,
        description=about,
        openapi_extra={"security": [{}], "responses": {200: {"headers": {"ETag": MARK}}}},
    )


def writes(
    router: Router,
    method: str,
    path: str,
    shapes: Mapping[int, object],
    body: type[BaseModel] | None,
    summary: str,
    about: str,
) -> Callable[[V], V]:
    """An address by which something is changed: with a key that may write, by the roles of its user.

    The body is read by the endpoint itself, so that everything wrong with it is told at once.
    """
    told = dict.fromkeys((401, 403, 404, 413, 422) if body else (401, 403, 404, 422), Problems)
    return router.api_operation(
        [method],
        path,
        response={**told, **shapes},
        auth=_WRITING,
        summary=summary,
        description=about,
        openapi_extra={"requestBody": _described(body)} if body else None,
    )


def _described(body: type[BaseModel]) -> JsonObject:
    schema = body.model_json_schema(ref_template="#/components/schemas/{model}")
    PARTS.update(schema.pop("$defs", {}))
    return {"required": True, "content": {"application/json": {"schema": schema}}}
