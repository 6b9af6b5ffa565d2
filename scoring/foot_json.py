"""The JSON form of a foot alone: the totals of the paper as typed, what does not add up, what was probably meant."""

from typing import Final, NamedTuple

from scoring.account import Violation
from scoring.corrections import find_corrections
from scoring.deal_json import Fields, form_violation
from scoring.foot_check import Footer, PaperFoot, check

MOST: Final = 9_999_999
"""No list comes to more points, and no sum of such numbers is too long to print."""
_NAMES: Final = {"spielpunkte": "spielpunkte", "won": "won", "lost": "lost", "leistung": "gesamt"}


class TypedFoot(NamedTuple):
    """The totals as they were sent, each line with the names that were sent."""

    deals: int
    eingepasst: int | None
    feet: tuple[Fields, ...]


def read_foot(value: object, found: list[Violation]) -> TypedFoot | None:
    """The foot, or what is wrong with its form."""
    if value is None:
        return None
    if (
        isinstance(value, dict)
        and value.keys() <= {"deals", "eingepasst", "feet"}
        and _is_number(value.get("deals"), least=1)
        and _is_number(value.get("eingepasst", 0), optional=True)
        and isinstance(value.get("feet"), list)
        and all(map(_is_line, value["feet"]))
    ):
        return TypedFoot(value["deals"], value.get("eingepasst"), tuple(value["feet"]))
    found.append(form_violation("foot_form", "foot", most=MOST))
    return None


def _is_line(line: object) -> bool:
    if not isinstance(line, dict) or not line.keys() <= _NAMES.keys() or not {"spielpunkte", "won"} <= line.keys():
        return False
    return all(_is_number(value, optional=name == "leistung") for name, value in line.items())


def _is_number(value: object, least: int = -MOST, optional: bool = False) -> bool:
    return (optional and value is None) or (type(value) is int and least <= value <= MOST)


def check_lines(typed: TypedFoot, seats: int, counts_lost: bool, found: list[Violation]) -> None:
    """Whether there is a line for every seat, each with the counts its book has."""
    lost_missing = counts_lost and any("lost" not in line for line in typed.feet)
    if len(typed.feet) != seats or lost_missing:
        found.append(form_violation("foot_form", "foot", most=MOST))


def feet_of(typed: TypedFoot) -> list[PaperFoot]:
    """The lines in seat order; what the book does not count is 0."""
    return [
        PaperFoot(line["spielpunkte"], line["won"], line.get("lost", 0), line.get("leistung")) for line in typed.feet
    ]


def answer_foot(typed: TypedFoot, footer: Footer) -> Fields:
    """What does not add up, and whole feet that would, likeliest first."""
    return {
        "findings": [
            {"row": None, "seat": found.seat, "code": found.code, "message": found.message} for found in check(footer)
        ],
        "corrections": [
            {"message": one.message, "foot": _foot_fields(typed, one.footer)} for one in find_corrections(footer)
        ],
    }


def _foot_fields(typed: TypedFoot, footer: Footer) -> Fields:
    """The whole foot in the fields that were sent."""
    fields: Fields = {"deals": typed.deals}
    if typed.eingepasst is not None:
        fields["eingepasst"] = footer.eingepasst
    fields["feet"] = [
        {name: getattr(foot, _NAMES[name]) for name in line} for line, foot in zip(typed.feet, footer.feet, strict=True)
    ]
    return fields
