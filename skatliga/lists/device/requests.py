"""What a device sends, read by the models that describe it before anything looks at the list.

A device may be old, broken or not ours at all: whatever does not have this form is refused as a whole (`BrokenError`),
and whatever has it does nothing but what the services allow.
"""

import json
from enum import StrEnum
from typing import Annotated, Final, Self, TypeVar
from uuid import UUID

from django.utils.translation import gettext as _
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictInt,
    StrictStr,
    ValidationError,
    model_validator,
)

from skatliga.database import Json
from skatliga.requests import Request, is_longer

MOST_BYTES: Final = 100_000
"""A list of 200 deals, entered and corrected, has a fifth of this."""

MOST_ENTRIES: Final = 400
MOST_TEXT: Final = 40
MOST_CLAIM: Final = 100
"""The lease of a card and nine codes of devices."""
MOST_SEATS: Final = 6
MOST_ROWS: Final = 1_000

M = TypeVar("M", bound=BaseModel)


class BrokenError(Exception):
    """What was sent has no meaning; the sentence is for whoever looks at the device."""


def _short(given: Json, most: int = MOST_TEXT) -> str:
    if not isinstance(given, str) or len(given) > most or not given.isprintable():
        raise ValueError
    return given


Text = Annotated[str, BeforeValidator(lambda given: _short(given))]
Claim = Annotated[str, BeforeValidator(lambda given: _short(given, MOST_CLAIM))]
Name = Annotated[UUID, BeforeValidator(lambda given: UUID(_short(given)))]
"""A random name, as the device gave it."""
Seat = Annotated[StrictInt, Field(ge=0, le=MOST_SEATS)]
Flag = Annotated[bool, BeforeValidator(lambda given: given is True)]


class Kind(StrEnum):
    """What an entry does."""

    ROW = "row"
    CORRECTION = "correction"
    UNDO = "undo"
    SIGN = "sign"
    UNSIGN = "unsign"
    HAND_IN = "hand_in"


class Sent(BaseModel):
    """One entry: what was done at the table, and what the device then believed."""

    model_config = ConfigDict(frozen=True)

    key: Name
    kind: Kind
    nr: Annotated[StrictInt, Field(ge=0, le=MOST_ROWS)] = 0
    """Position of the row."""
    text: Text = ""
    """The deal in the compact notation, or seat and signed value."""
    before: Text = ""
    """What stood in the row that is changed or taken back."""
    dealer: Seat = 0
    """Who dealt, as the device believed: where the list has become another, that shows."""
    seat: Seat = 0
    """Who signs, or takes his signature back."""
    feet: Annotated[tuple[tuple[StrictStr, StrictInt], ...], Field(max_length=MOST_SEATS)] = ()
    """What was signed: name and Spielpunkte of everybody, in seat order."""
    agreed: Annotated[tuple[StrictInt, ...], Field(max_length=MOST_SEATS)] = ()
    """Who has agreed to change an older row."""

    @model_validator(mode="after")
    def _something_is_signed(self) -> Self:
        if self.kind == Kind.SIGN and not self.feet:
            raise ValueError
        return self


class Sending(BaseModel):
    """What one device sends at once, in the order in which it was done."""

    device: Name
    generation: Annotated[StrictInt, Field(ge=0, le=10**9)] = 0
    sheet: Name = Field(alias="list")
    entries: Annotated[tuple[Sent, ...], Field(max_length=MOST_ENTRIES)]


class Writing(BaseModel):
    """Who asks to be the one that writes."""

    device: Name
    keeper: Seat = 0
    code: Claim = ""
    """By what it may (`access.take`)."""
    number: Annotated[StrictInt, Field(ge=0, le=10**6)] = 0
    """Under which it writes already, without the site having known."""
    forced: Flag = False
    seals: Flag = False


def read(request: Request, model: type[M]) -> M:
    """What is in a request. Raises BrokenError."""
    try:
        return model.model_validate(_json(request))
    except ValidationError:
        raise BrokenError(
            _("Diese Seite ist nicht mehr die neueste; bitte neu laden. Was eingetragen ist, bleibt am Gerät.")
        ) from None


def _json(request: Request) -> Json:
    if is_longer(request, MOST_BYTES):
        raise BrokenError(_("Das ist mehr, als auf eine Liste geht."))
    try:
        return json.loads(request.body)
    except (ValueError, RecursionError):
        raise BrokenError(
            _("Das Gerät hat etwas gesendet, das sich nicht lesen lässt; bitte die Seite neu laden.")
        ) from None
