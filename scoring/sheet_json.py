"""The JSON form of a whole Spielliste: reading it into a `sheet.Sheet`, writing its evaluation.

A list whose frame cannot be read comes back as violations; rows that cannot be read become findings of the evaluation.

* **D** A deal that cannot be read stays a deal and brings nobody anything; a penalty that cannot be read is struck, so
  that nothing changes hands and the dealer stays.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, NamedTuple

from scoring.account import Violation
from scoring.deal import DEFAULTS, Deal
from scoring.deal_json import Fields, deal_fields, form_violation, read_book, read_deal, violation_list
from scoring.foot_check import Footer
from scoring.foot_json import TypedFoot, answer_foot, check_lines, feet_of, read_foot
from scoring.footer import footer_of
from scoring.money import settle
from scoring.rulebook import EVALUATIONS, RuleBook
from scoring.rulebooks import BOOKS
from scoring.sheet import ScoreLine, ScorePlayer, ScoreRow, ScoreSheet, SheetEvaluation, Totals, evaluate
from scoring.suspects import Suspect, find_suspects

_ROW_FIELDS: Final = frozenset(["declarer", "score", "running", "seats_playing", "strafe", "void", "reason"])
_PENALTY_FIELDS: Final = frozenset(["strafe", "seat", "seats_playing", "void", "reason"])
_TARGET: Final = "eine ganze Zahl über 0"
MOST_PENALTY: Final = 100_000
MOST_BONUS: Final = 1000
_SETTINGS: Final = tuple(dict.fromkeys(name for book in BOOKS.values() for name in book.settings))


class SheetRead(NamedTuple):
    """A list as it was sent: its sheet or its foot alone, or what is wrong with its frame."""

    sheet: ScoreSheet | None
    names: tuple[str, ...]
    stake: Fraction | None
    violations: tuple[Violation, ...]
    foot: tuple[TypedFoot, Footer] | None = None


def answer_list(fields: Fields, default: RuleBook) -> Fields:
    """The answer to one list: rows, players and findings, or violations of its frame."""
    read = read_sheet(fields, default)
    if read.foot is not None:
        return answer_foot(*read.foot)
    if read.sheet is None:
        return {"violations": violation_list(read.violations)}
    result = evaluate(read.sheet)
    answer = _evaluation_fields(read, read.sheet, result)
    if suspects := find_suspects(read.sheet, result):
        answer["suspects"] = [_suspect_fields(one) for one in suspects]
    return answer


def read_sheet(fields: Fields, default: RuleBook) -> SheetRead:
    """Read the frame of a list and all of its rows."""
    found: list[Violation] = []
    book = read_book(fields, default, found)
    if book is None and not found:
        found.append(form_violation("wrong_kind", "rulebook", name="rulebook", kind="ein Text"))
    for name in fields:
        if name not in _FOOT_READERS and name not in ("rulebook", *_SETTINGS):
            found.append(form_violation("field_unknown", name, found=name))
    readers = _READERS if fields.get("foot") is None else _FOOT_READERS
    values = {name: read(fields.get(name), found) for name, read in readers.items()}
    if values["seats"]:
        _check_against_seats(values, len(values["seats"]), found)
    settings = {}
    if book is not None:
        _check_target(values, book, found)
        settings = _read_settings(fields, book, found)
    typed: TypedFoot | None = values.get("foot")
    if typed is not None and book is not None and values["seats"]:
        check_lines(typed, len(values["seats"]), book.counts_lost, found)
    if found or book is None:
        return SheetRead(None, (), None, tuple(found))
    names = values["seats"]
    # What is not said is agreed as usual, so that a bare score is held against the accounting that is really in use.
    agreed = book.agree(**{name: DEFAULTS[name] for name in book.settings} | settings)
    evaluation, target = values["evaluation"] or book.evaluations[0], values["target"]
    if typed is not None:
        numbers = feet_of(typed), typed.eingepasst, target, values["opponents_bonus"]
        return SheetRead(None, names, None, (), (typed, footer_of(agreed, evaluation, typed.deals, *numbers)))
    sheet = ScoreSheet(
        book=agreed,
        seats=len(names),
        rows=tuple(_read_row(row, agreed, settings) for row in values["deals"]),
        evaluation=evaluation,
        first_dealer=values["first_dealer"],
        opponents_bonus=values["opponents_bonus"],
        target=target,
        totals=values["totals"],
    )
    return SheetRead(sheet, names, values["stake_cents"], ())


def _check_target(values: Fields, book: RuleBook, found: list[Violation]) -> None:
    """Only a match of two is played to a number of points (Offiziersskat); to count matches there must be one."""
    if values["target"] is not None and not book.credits_winner:
        found.append(form_violation("setting_foreign", "target", name="target"))
    if values["target"] is None and values["evaluation"] == "matches":
        found.append(form_violation("wrong_kind", "target", name="target", kind=_TARGET))


def _check_against_seats(values: Fields, seats: int, found: list[Violation]) -> None:
    """Whether the first dealer is one of the seats, and whether each of them has a foot if one has."""
    if values["first_dealer"] > seats:
        found.append(form_violation("seat_form", "first_dealer", name="first_dealer", most=seats))
    if values["totals"] and len(values["totals"]) != seats:
        found.append(form_violation("totals_form", "totals"))


def _read_settings(fields: Fields, book: RuleBook, found: list[Violation]) -> Fields:
    """What the table has agreed on for the whole list, as far as the book lets it."""
    settings = {name: fields[name] for name in _SETTINGS if fields.get(name) is not None}
    for name in settings:
        if name not in book.settings:
            found.append(form_violation("setting_foreign", name, name=name))
    read = read_deal({"game": "eingepasst", **settings}, book)
    found += [violation for violation in read.violations if violation.field in book.settings]
    return settings


def _read_row(fields: object, book: RuleBook, settings: Fields) -> ScoreRow:
    """One row; whatever cannot be read is kept with it."""
    if fields is None or fields == {}:
        return ScoreRow()
    if not isinstance(fields, dict):
        return ScoreRow(unread=(form_violation("row_form", "deals"),))
    found: list[Violation] = []
    penalty = fields.get("strafe") is not None
    declarer = _whole(fields, "seat" if penalty else "declarer", found) or 0
    running, score = _whole(fields, "running", found), _whole(fields, "score", found)
    playing = _read_playing(fields.get("seats_playing"), found)
    reason, void = fields.get("reason"), fields.get("void")
    if reason is not None and not isinstance(reason, str):
        found.append(form_violation("wrong_kind", "reason", name="reason", kind="ein Text"))
    reason = reason if isinstance(reason, str) else ""
    if void is not None and not isinstance(void, bool):
        found.append(form_violation("wrong_kind", "void", name="void", kind="true oder false"))
    if void is True:
        return ScoreRow(declarer, playing=playing, void=True, reason=reason, unread=tuple(found))
    if penalty:
        amount = _read_penalty(fields, found)
        return ScoreRow(declarer, playing=playing, penalty=amount, void=not amount, reason=reason, unread=tuple(found))
    rest = {name: value for name, value in fields.items() if name not in _ROW_FIELDS}
    deal: Deal | None = None
    if rest or fields.get("score") is None:
        read = read_deal({**settings, **rest, "reason": reason}, book)
        deal = read.deal
        found += read.violations
        if read.book is not None and read.book.key != book.key:
            found.append(form_violation("rulebook_differs", "rulebook", book=book.title, key=read.book.title))
    return ScoreRow(declarer, deal, score, running, playing, 0, False, reason, tuple(found))


def _read_penalty(fields: Fields, found: list[Violation]) -> int:
    """Points to every other player; 0 where the row cannot be read, which is then struck."""
    amount = _whole(fields, "strafe", found)
    if amount is not None and not 0 < amount <= MOST_PENALTY:
        found.append(form_violation("penalty_form", "strafe", most=MOST_PENALTY))
    for name in fields:
        if name not in _PENALTY_FIELDS:
            found.append(form_violation("field_not_in_game", name, name=name, game="Strafe"))
    return 0 if found or amount is None else amount


def _whole(fields: Fields, name: str, found: list[Violation]) -> int | None:
    value = fields.get(name)
    if value is not None and type(value) is not int:
        found.append(form_violation("wrong_kind", name, name=name, kind="eine ganze Zahl"))
        return None
    return value


def _read_playing(value: object, found: list[Violation]) -> tuple[int, ...] | None:
    if value is None:
        return None
    if isinstance(value, list) and all(type(seat) is int for seat in value):
        return tuple(value)
    found.append(form_violation("list_form", "seats_playing", name="seats_playing", kind="eine ganze Zahl"))
    return None


def _read_seats(value: object, found: list[Violation]) -> tuple[str, ...]:
    if isinstance(value, list) and 2 <= len(value) <= 6 and all(isinstance(name, str) for name in value):
        return tuple(value)
    found.append(form_violation("seats_form", "seats"))
    return ()


def _read_deals(value: object, found: list[Violation]) -> list[object]:
    if isinstance(value, list):
        return value
    found.append(form_violation("deals_form", "deals"))
    return []


def _refuse_beside_foot(value: object, found: list[Violation]) -> tuple[()]:
    """A foot alone stands instead of rows and of the totals to hold them against."""
    if value is not None:
        found.append(form_violation("foot_alone", "foot"))
    return ()


def _read_evaluation(value: object, found: list[Violation]) -> str:
    if value is not None and value not in EVALUATIONS:
        name = value if isinstance(value, str) else "…"
        found.append(form_violation("evaluation_unknown", "evaluation", name=name, known=", ".join(EVALUATIONS)))
    return value if isinstance(value, str) else ""


def _read_totals(value: object, found: list[Violation]) -> tuple[Totals, ...]:
    if value is None:
        return ()
    if isinstance(value, list) and all(_is_totals(entry) for entry in value):
        return tuple(Totals(**(entry or {})) for entry in value)
    found.append(form_violation("totals_form", "totals"))
    return ()


def _is_totals(entry: object) -> bool:
    if entry is None:
        return True
    if not isinstance(entry, dict) or not entry.keys() <= set(Totals._fields):
        return False
    return all(value is None or type(value) is int for value in entry.values())


def _read_first_dealer(value: object, found: list[Violation]) -> int:
    if value is None:
        return 0
    if type(value) is int and 1 <= value <= 6:
        return value
    found.append(form_violation("seat_form", "first_dealer", name="first_dealer", most=6))
    return 0


def _read_target(value: object, found: list[Violation]) -> int | None:
    if value is None or (type(value) is int and value > 0):
        return value
    found.append(form_violation("wrong_kind", "target", name="target", kind=_TARGET))
    return None


def _read_bonus(value: object, found: list[Violation]) -> dict[int, int]:
    if value is None:
        return {}
    sizes = {str(size): size for size in range(2, 7)}
    if isinstance(value, dict) and value.keys() <= sizes.keys() and all(_is_bonus(n) for n in value.values()):
        return {sizes[size]: points for size, points in value.items()}
    found.append(form_violation("bonus_form", "opponents_bonus", most=MOST_BONUS))
    return {}


def _is_bonus(value: object) -> bool:
    return type(value) is int and 0 <= value <= MOST_BONUS


def _read_stake(value: object, found: list[Violation]) -> Fraction | None:
    if value is None:
        return None
    written = str(value) if type(value) in (int, float, str) else ""
    # Checked before it is read: an exponent could make a number that fills the memory.
    if re.fullmatch(r"[0-9]{1,6}([/.][0-9]{1,6})?", written) and not re.search(r"/0*$|^0*([/.]0*)?$|^0*/", written):
        return Fraction(written)
    found.append(form_violation("stake_form", "stake_cents"))
    return None


_READERS: Final[dict[str, Callable[[object, list[Violation]], Any]]] = {
    "seats": _read_seats,
    "deals": _read_deals,
    "evaluation": _read_evaluation,
    "totals": _read_totals,
    "first_dealer": _read_first_dealer,
    "target": _read_target,
    "opponents_bonus": _read_bonus,
    "stake_cents": _read_stake,
}
_FOOT_READERS: Final = _READERS | {"deals": _refuse_beside_foot, "totals": _refuse_beside_foot, "foot": read_foot}


def _evaluation_fields(read: SheetRead, sheet: ScoreSheet, result: SheetEvaluation) -> Fields:
    answer: Fields = {
        "rows": [_line_fields(line, row, sheet) for line, row in zip(result.lines, sheet.rows, strict=True)],
        "players": [_player_fields(player, read.names) for player in result.players],
        "findings": [
            {"row": found.row or None, "seat": found.seat or None, "code": found.code, "message": found.message}
            for found in result.findings
        ],
    }
    if sheet.target is not None:
        answer["winner"] = result.winner or None
    if read.stake is not None:
        points = [player.leistung for player in result.players]
        # A payment among all is a settlement already; by comparison it would be counted once for every player.
        stake = read.stake / len(points) if sheet.evaluation == "payment" else read.stake
        for player, cents in zip(answer["players"], settle(points, stake), strict=True):
            player["cents"] = cents
    return answer


def _suspect_fields(suspect: Suspect) -> Fields:
    return {"row": suspect.nr, "message": suspect.message, "deal": row_fields(suspect.row)}


def row_fields(row: ScoreRow) -> Fields:
    """A row as it is sent: the fields of its deal or its bare score, struck with its reason."""
    fields: Fields = {"declarer": row.declarer} if row.declarer else {}
    if row.void:
        fields |= {"void": True, "reason": row.reason}
    elif row.deal is not None:
        fields |= deal_fields(row.deal)
    elif row.score is not None:
        fields["score"] = row.score
    if row.running is not None:
        fields["running"] = row.running
    if row.playing is not None:
        fields["seats_playing"] = list(row.playing)
    return fields


def _line_fields(line: ScoreLine, row: ScoreRow, sheet: ScoreSheet) -> Fields:
    if row.void:
        return {"nr": line.nr, "dealer": line.dealer, "void": True, "reason": row.reason}
    if row.penalty:
        penalty = {"strafe": row.penalty, "seat": row.declarer, "reason": row.reason}
        return {"nr": line.nr, "dealer": line.dealer, **penalty, "total": line.total}
    fields: Fields = {"nr": line.nr, "dealer": line.dealer}
    if line.declarer:
        fields["declarer"] = line.declarer
    fields["score"] = line.score
    if line.credited:
        fields["total"] = line.total
        if sheet.book.credits_winner:
            fields["winner"] = line.credited
    return fields


def _player_fields(player: ScorePlayer, names: tuple[str, ...]) -> Fields:
    return {"seat": player.seat, "name": names[player.seat - 1], **player._asdict()}
