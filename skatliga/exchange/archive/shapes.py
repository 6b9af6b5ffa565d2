"""What the fields that hold JSON may hold, so that no archive brings in what a page could not show."""

from typing import Annotated, Final, Literal

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from pydantic import ConfigDict, Field, TypeAdapter, with_config
from pydantic import ValidationError as Misshapen
from typing_extensions import TypedDict

from scoring.seating import Report
from skatliga.shapes import Json, JsonObject

Count = Annotated[int, Field(strict=True, ge=0, lt=2**31)]
Points = Annotated[int, Field(strict=True, gt=-(2**31), lt=2**31)]
Number = Annotated[str, Field(pattern=r"^[0-9]{1,9}$")]
Fraction = Annotated[str, Field(pattern=r"^-?[0-9]{1,9}(/[1-9][0-9]{0,8})?$")]
Seating = list[list[Count]]
Pair = Annotated[list[Count], Field(min_length=2, max_length=2)]
_EXACT: Final = ConfigDict(extra="forbid")


@with_config(_EXACT)
class Prizes(TypedDict, total=False):
    """A prize plan, as `desk.awards` writes it."""

    payout_permille: Count
    players_per_prize: Annotated[int, Field(strict=True, ge=1)] | None
    weights: list[Count]
    fixed: list[Annotated[list[Count], Field(min_length=2, max_length=3)]]
    series_prizes: list[Count]
    rounding: Annotated[int, Field(strict=True, ge=1)]


@with_config(_EXACT)
class Awards(TypedDict):
    """Prizes that are fixed, in cents."""

    prizes: list[Count]
    series_prizes: list[Count]


@with_config(_EXACT)
class Zone(TypedDict):
    """A stretch of places of a table."""

    kind: Literal["up", "playoff", "down"]
    label: str
    first: Count
    last: Count


@with_config(_EXACT)
class FormerLine(TypedDict):
    """A line of a table as it was, as `leagues.former` writes it."""

    place: Count
    letter: str
    name: str
    plus: Fraction
    minus: Fraction
    spielpunkte: Points
    won: Count
    lost: Count
    leistung: Points
    lists: Count
    zone: str


SHAPES: Final[dict[tuple[str, str], TypeAdapter[Json]]] = {
    ("events", "agreements"): TypeAdapter(dict[str, bool | int | str | None]),
    ("events", "lots"): TypeAdapter(dict[Number, Count]),
    ("rounds", "plan"): TypeAdapter(list[Seating]),
    ("former_seatings", "tables"): TypeAdapter(list[tuple[Count, list[Count]]]),
    ("former_seatings", "plan"): TypeAdapter(list[Seating]),
    ("sheets", "agreements"): TypeAdapter(dict[str, bool | int | str | None]),
    ("sheets", "accepted"): TypeAdapter(list[str]),
    ("rows", "deal"): TypeAdapter(JsonObject),
    ("rows", "playing"): TypeAdapter(list[Annotated[int, Field(strict=True, ge=1, le=6)]]),
    ("recorded_games", "keys"): TypeAdapter(list[Annotated[str, Field(strict=True, max_length=64)]]),
    ("revocations", "results"): TypeAdapter(dict[Number, Points]),
    ("fees", "abreizgeld"): TypeAdapter(list[Pair]),
    ("fees", "prizes"): TypeAdapter(Prizes),
    ("fees", "awards"): TypeAdapter(Awards),
    ("proposals", "settings"): TypeAdapter(JsonObject),
    ("proposals", "seating"): TypeAdapter(list[tuple[Count, list[Count]]]),
    ("proposals", "plan"): TypeAdapter(list[Seating]),
    ("proposals", "report"): TypeAdapter(Report),
    ("seasons", "agreements"): TypeAdapter(dict[str, bool | int | str | None]),
    ("seasons", "scale"): TypeAdapter(Annotated[list[Count], Field(min_length=1)]),
    ("seasons", "order"): TypeAdapter(list[Literal["plus", "minus", "leistung", "spielpunkte", "won", "lost"]]),
    ("levels", "zones"): TypeAdapter(list[Zone]),
    ("former_tables", "lines"): TypeAdapter(list[FormerLine]),
}
"""By kind and field; a version has the shapes of what it is a version of."""


def check_shape(kind: str, field: str, value: Json) -> None:
    """Refuse a value that has not the shape of this field; ValidationError says where."""
    try:
        SHAPES[kind, field].validate_python(value)
    except Misshapen as misshapen:
        place = ".".join(str(step) for step in misshapen.errors()[0]["loc"])
        raise ValidationError(_("hat nicht die richtige Form %(place)s") % {"place": place and f"({place})"}) from None
