"""What was read, as JSON and in sentences: for the command line, for the page, and for programs."""

from collections.abc import Iterator, Sequence

from scoring.deal_json import deal_fields
from scoring.sheet import Finding
from scoring.slips import explain_number
from skatliga.database import JsonObject
from skatliga.lists.paper_codes import coded_page, names_table
from skatliga.reading.decoded_rows import DecodedFoot, DecodedRow
from skatliga.reading.layouts import CellPlace
from skatliga.reading.problems import PROBLEMS
from skatliga.reading.recognition import ReadSheet
from skatliga.rules.wording import sentence, term


def complain_of_list(found: ReadSheet, address: str) -> None:
    """Note where a photograph shows another list, or another page, than this address says.

    **D** A sheet printed before its list was opened carries the code of its table. Whether that is the table of a list
    only the site can say, so the command takes it as it is.
    """
    digits, page = coded_page(found.code)
    wanted, wanted_page = coded_page(address)
    if not digits or not wanted:
        return
    if names_table(digits) == names_table(wanted) and digits != wanted:
        found.problems.append("other_list")
    elif page and wanted_page and page != wanted_page:
        found.problems.append("other_page")


def answer(found: ReadSheet, photo: str) -> JsonObject:
    """The whole reading of a photograph."""
    layout = found.layout
    problems = list(dict.fromkeys(found.problems))
    rows = [] if set(problems) & {"other_list", "other_page"} else found.rows
    sheet: JsonObject | None = None
    if layout is not None:
        sheet = {
            "form": found.form,
            "layout": layout.number,
            "page": coded_page(found.code)[1] or 1,
            "code": found.code or None,
            "seats": layout.seats,
            "deals": layout.deals,
            "corners": found.corners,
        }
    return {
        "photo": photo,
        "sheet": sheet,
        "problems": [{"code": code, "message": str(PROBLEMS[code])} for code in problems],
        "rows": rows_json(rows),
        "foot": feet_json(found.feet) if rows else [],
        "cells": list(_cells(found)) if rows else [],
        "look": look_at(found) if rows else [],
    }


def hopeless(photo: str) -> JsonObject:
    """The answer where reading was given up."""
    return answer(ReadSheet(problems=["unreadable"]), photo)


def rows_json(rows: Sequence[DecodedRow]) -> list[JsonObject]:
    """Rows as they stand in an answer."""
    return [_row(row) for row in rows]


def feet_json(feet: Sequence[DecodedFoot]) -> list[JsonObject]:
    """Feet as they stand in an answer."""
    return [_foot(foot) for foot in feet]


def _row(row: DecodedRow) -> JsonObject:
    played = row.state == "played"
    return {
        "row": row.nr,
        "state": row.state,
        "declarer": row.declarer if played else None,
        "score": row.score if played else None,
        "total": row.total,
        "won": row.won,
        "lost": row.lost,
        "deal": deal_fields(row.deal) if row.deal else None,
        "confidence": round(row.confidence, 4),
        "look": row.look,
        "why": row.why,
        "slip": _slip(row),
        "corrected": [
            {"cell": key, "read": read, "is": text, "by": _witnesses(row, key)} for key, read, text in row.corrected
        ],
        "candidates": [
            {"state": state, "declarer": seat or None, "score": score if seat else None, "confidence": round(chance, 4)}
            for state, seat, score, chance in row.candidates
        ],
    }


def _slip(row: DecodedRow) -> JsonObject | None:
    """A total that is written wrongly, in the words of whoever looks for such slips."""
    if row.right is None or row.total is None:
        return None
    params = {"score": row.score, "total": row.right, "running": row.total}
    said = sentence(Finding(row.nr, row.declarer, "running_total", params))
    _odds, reason = explain_number(row.total, row.right)
    hint = "" if reason == "other" else f" ({term(f'slip_{reason}')}?)"
    return {"written": row.total, "right": row.right, "message": said + hint}


def _witnesses(row: DecodedRow, key: str) -> list[str]:
    """The cells of the row that say what a corrected one is."""
    value = f"{row.nr}-{'plus' if row.score > 0 else 'minus'}"
    mine = [value, f"{row.nr}-points-{row.declarer}"]
    return [each for each in mine if each != key and each not in {c[0] for c in row.corrected}]


def _foot(foot: DecodedFoot) -> JsonObject:
    return {
        "seat": foot.seat,
        **foot.figures,
        "look": foot.look,
        "corrected": [{"cell": key, "read": read, "is": text, "by": []} for key, read, text in foot.corrected],
    }


def look_at(found: ReadSheet) -> list[str]:
    """The cells a person should look at: for every doubtful row and foot the least certain one."""
    keys = []
    for row in found.rows:
        if row.look:
            doubtful = [key for key, _read, _text in row.corrected] or [_doubtful(found, row)]
            keys += doubtful[:1]
    keys += [foot.corrected[0][0] if foot.corrected else f"foot-points-{foot.seat}" for foot in found.feet if foot.look]
    return keys


def _doubtful(found: ReadSheet, row: DecodedRow) -> str:
    """The cell of a row of which the picture is least sure; where there is none, that of eingepasst."""
    names = [f"{row.nr}-plus", f"{row.nr}-minus"]
    names += [f"{row.nr}-points-{row.declarer}"] if row.declarer else []
    seen = [(found.cells[key].best[0][1], key) for key in names if key in found.cells and found.cells[key].best]
    return min(seen)[1] if seen else f"{row.nr}-passed"


def _cells(found: ReadSheet) -> Iterator[JsonObject]:
    places = {cell.key: cell for cell in found.layout.cells} if found.layout else {}
    for key in dict.fromkeys([*found.cells, *look_at(found)]):
        seen = found.cells.get(key)
        best = seen.best if seen else (("", 1.0),)
        yield {
            "key": key,
            "quad": _quad(found, places[key]) if key in places else None,
            "text": best[0][0],
            "confidence": round(best[0][1], 4),
            "candidates": [[text, round(chance, 4)] for text, chance in best],
        }


def _quad(found: ReadSheet, cell: CellPlace) -> list[list[float]]:
    assert found.straight is not None
    return found.straight.quad(cell.left, cell.top, cell.width, cell.height)
