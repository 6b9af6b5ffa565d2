"""The JSON form of a table: a rule and results read, rows written."""

from typing import Final

from scoring.account import Violation
from scoring.deal_json import Fields, form_violation, read_object
from scoring.form_reader import Given, inside
from scoring.rule_json import RuleReader
from scoring.wertung import tabulate
from scoring.wertung.fold import account
from scoring.wertung.places import WertungRow
from scoring.wertung.points import FieldRefusedError
from scoring.wertung.results import (
    COUNTS,
    FIGURES,
    LABELS,
    Figures,
    Number,
    WertungResult,
    figures_by_name,
    labels_by_name,
    result,
)
from scoring.wertung.steps import Fold, WertungField, WertungRule

_TOO_LONG: Final = 10**4000
"""No table of people comes to such numbers; Python writes none that are longer than 4,300 digits."""


def answer_text(text: bytes | str, with_account: bool = False) -> tuple[Fields, bool]:
    """The table of one JSON document, or everything that is wrong with it; and whether it is all good."""
    given = read_object(text)
    if isinstance(given, Violation):
        return {"violations": _violation_list([given])}, False
    answer = answer_table(given, with_account)
    return answer, "violations" not in answer


def answer_table(given: Given, with_account: bool = False) -> Fields:
    """The table of one document, or everything that is wrong with it."""
    reader = RuleReader("held" in given)
    rule = reader.rule(given["steps"]) if "steps" in given else None
    reader.fields(dict(given), "", ("steps", "results", "held", "start"), ("steps", "results"))
    field = _read_field(reader, given, rule)
    if reader.found or rule is None:
        return {"violations": _violation_list(reader.found)}
    try:
        table = tabulate(rule, field.results, field.held, field.start)
        rows = [_row_fields(row, with_account) for row in table.rows]
        below = [_below_fields(row, with_account) for row in table.below]
    except FieldRefusedError as refused:
        return {"violations": _violation_list([form_violation(refused.code, "steps", **refused.params)])}
    except RecursionError:  # an account within an account for every fold
        return {"violations": _violation_list([form_violation("nested_too_deep", "steps")])}
    return {"rows": rows, "below": below}


# ---- Results


def _read_field(reader: RuleReader, given: Given, rule: WertungRule | None) -> WertungField:
    results = [
        _read_result(reader, entry, where)
        for entry, where in reader.listed(given.get("results", []), "results", empty=True)
    ]
    held = [reader.labels(entry, where) for entry, where in reader.listed(given.get("held", []), "held", empty=True)]
    folds = rule.folds if rule else ()
    if "start" in given and rule and not folds:
        reader.refuse("wertung_start", "start")
    start = [
        _read_start(reader, entry, where, folds[-1] if folds else None)
        for entry, where in reader.listed(given.get("start", []), "start", empty=True)
    ]
    return WertungField(tuple(results), tuple(held), tuple(start))


_FLAGS: Final = ("absent", "apart")


def _read_result(reader: RuleReader, value: object, where: str) -> WertungResult:
    given = reader.fields(value, where, (*LABELS, *FIGURES, *_FLAGS))
    absent, apart = (reader.flag(given.get(name, False), inside(where, name)) for name in _FLAGS)
    figures = _read_figures(reader, given, where)
    if absent and figures:
        reader.refuse("wertung_absent", where)
    return result(_read_labels(reader, given, where), figures, absent=absent, apart=apart)


def _read_start(reader: RuleReader, value: object, where: str, last: Fold | None) -> WertungResult:
    """What a competitor begins with: exactly his labels, and figures but `lists`."""
    by = last.by if last else LABELS
    figures = tuple(name for name in FIGURES if name != "lists")
    given = reader.fields(value, where, (*by, *figures), last.by if last else ())
    return result(_read_labels(reader, given, where), {"lists": 0, **_read_figures(reader, given, where)})


def _read_labels(reader: RuleReader, given: Given, where: str) -> dict[str, int | str]:
    return {name: reader.label(given[name], inside(where, name)) for name in LABELS if name in given}


def _read_figures(reader: RuleReader, given: Given, where: str) -> dict[str, Number]:
    figures = {name: reader.number(given[name], inside(where, name)) for name in FIGURES if name in given}
    for name, value in figures.items():
        if name in COUNTS and value < 0:
            reader.refuse("form_bounds", inside(where, name), bounds="0 oder mehr")
    return figures


# ---- Rows


def _row_fields(row: WertungRow, with_account: bool) -> Fields:
    fields: Fields = {"place": row.place, **_result_fields(row.result), "parts": row.result.parts, "shared": row.shared}
    if row.parted_by is not None:
        fields["parted_by"] = row.parted_by
    if row.zone is not None:
        fields["zone"] = row.zone
    return _with_account(fields, row.result, with_account)


def _below_fields(result: WertungResult, with_account: bool) -> Fields:
    fields = {**_result_fields(result), "parts": result.parts, "why": result.apart}
    return _with_account(fields, result, with_account)


def _with_account(fields: Fields, result: WertungResult, wanted: bool) -> Fields:
    if wanted and result.folded is not None:
        fields["account"] = [
            _with_account(
                {
                    **_result_fields(part.result),
                    "fate": str(part.fate),
                    **({"credit": True} if part.credit else {}),
                },
                part.result,
                wanted,
            )
            for part in account(result)
        ]
    return fields


def _result_fields(result: WertungResult) -> Fields:
    return {"labels": labels_by_name(result.labels), **_figure_fields(result.figures)}


def _figure_fields(figures: Figures) -> Fields:
    """Whole values as numbers, others as texts in lowest terms; those that are 0 are left out."""
    return {name: _number(value) for name, value in figures_by_name(figures).items()}


def _number(value: Number) -> int | str:
    if max(abs(value.numerator), value.denominator) >= _TOO_LONG:
        raise FieldRefusedError("number_too_long")
    return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def _violation_list(found: list[Violation]) -> list[Fields]:
    return [{"code": each.code, "where": each.field, "message": each.message} for each in found]
