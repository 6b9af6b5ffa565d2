"""What is stored of a draw that anybody can check, in the shapes of its draw file (`scoring.draw_json`)."""

from typing import Annotated, Final, Literal, NotRequired

import pydantic
from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from scoring.draw_json import DrawReader
from skatliga.database import JsonObject

Count = Annotated[int, pydantic.Field(strict=True, ge=0, lt=2**31)]
Digits = Annotated[str, pydantic.Field(pattern=r"^[0-9]{1,9}$")]
_EXACT: Final = ConfigDict(extra="forbid")


def _checked_terms(terms: JsonObject) -> JsonObject:
    reader = DrawReader()
    if reader.file({"before": terms}) is None:
        raise ValueError(" ".join(each.message for each in reader.found))
    return terms


TermsJson = Annotated[JsonObject, pydantic.AfterValidator(_checked_terms)]
"""Terms as the engine can read them."""


@with_config(_EXACT)
class FormerTermsJson(TypedDict):
    """Terms that others have replaced, with when they were published (ISO 8601) and why they are gone."""

    hash: str
    terms: TermsJson
    published_at: str
    reason: str


@with_config(_EXACT)
class OpenedWishJson(TypedDict):
    """A private wish with its salt: what its commitment is the hash of."""

    salt: str
    wish: dict[Literal["apart", "place", "no_list"], Count | list[Count | None]]


@with_config(_EXACT)
class LateChangeJson(TypedDict):
    """Who came or went after the terms were published; clubs by start number, wishes as commitments."""

    serie: Count
    reason: str
    lot: Count
    gone: NotRequired[list[Count]]
    new: NotRequired[list[Count]]
    clubs: NotRequired[dict[Digits, Count]]
    wishes: NotRequired[list[str]]


@with_config(_EXACT)
class DrawnAgainJson(TypedDict):
    """A further draw of a Serie, by its number."""

    serie: Count
    lot: Count
    reason: str
    mended: NotRequired[bool]
