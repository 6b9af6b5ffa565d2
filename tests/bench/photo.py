"""How well and how fast photographed lists are read: rows right before a person, rows shown, wrong rows not shown.

The photographs are painted (`painted_photo`) with characters that no training has seen, in turn at four and at three,
with values and with totals only. The folder with the characters is the argument of PHOTOS in the environment; without
it nothing is measured.
"""

import os
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final

import django

LISTS: Final = int(os.environ.get("LISTS", "24"))
"""Photographs of each kind."""
REAL: Final = "form_photo.png"


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    folder = Path(os.environ.get("PHOTOS", ""))
    if not (folder / "characters.ubyte").exists():
        print("photo: PHOTOS must name the folder with characters.ubyte; nothing is measured", file=sys.stderr)
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatliga.settings")
    django.setup()
    from skatliga.reading.recognition import read_photo
    from tests.bench.painted_photo import held_out, paint, photograph, write_list

    glyphs, sheets = held_out(folder), printed()
    seconds = []
    for kind, rows_wanted, shown_wanted in (("values", "99.5", "2"), ("totals", "97", "15"), ("ticks", "99.5", "2")):
        counts: Counter[str] = Counter()
        for seed in range(LISTS):
            random = Random(f"{kind} {seed}")
            seats = 3 if seed % 3 == 2 else 4
            ticks = kind == "ticks"
            sheet, page = sheets[seats, ticks]
            left = kind == "values" and seed % 2 == 0
            written = write_list(random, seats, 12 * seats, kind == "values", left, ticks=ticks)
            data = photograph(random, paint(random, sheet, page, written, glyphs))
            begun = time.process_time()
            found = read_photo(data)
            seconds.append(time.process_time() - begun)
            counts += compare(found, written)
            if os.environ.get("VERBOSE"):
                print(kind, seed, dict(compare(found, written)), found.problems, file=sys.stderr, flush=True)
        rows, feet = max(counts["rows"], 1), max(counts["feet"], 1)
        yield f"{kind}_sheets_found {counts['found']} of {LISTS} {LISTS}"
        yield f"{kind}_rows_right {100 * counts['right'] / rows:.2f} % {rows_wanted}"
        yield f"{kind}_rows_shown {100 * counts['shown'] / rows:.2f} % {shown_wanted}"
        yield f"{kind}_rows_wrong_not_shown {counts['unseen']} of {rows} {rows // 270 if kind == 'totals' else 0}"
        yield f"{kind}_feet_wrong_not_shown {counts['feet_unseen']} of {feet} 0"
    yield from _of_forms(glyphs)
    if (folder / REAL).exists():
        found = read_photo((folder / REAL).read_bytes())
        played = [row for row in found.rows if row.state != "empty"]
        shown = sum(row.look for row in found.rows)
        yield f"form_photo_rows {len(played)} rows 40"
        yield f"form_photo_shown {shown} rows <=2"
    yield f"cpu_of_a_list {sum(seconds) / len(seconds):.2f} s 3"
    yield f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB 500"


def _of_forms(glyphs: Any) -> Iterator[str]:
    """The usual printed form at three and at four, drawn."""
    from skatliga.reading.recognition import read_photo
    from tests.bench.painted_form import usual_form
    from tests.bench.painted_photo import paint, photograph, write_list

    for seats in (3, 4):
        counts: Counter[str] = Counter()
        sheet, page = usual_form(seats)
        for seed in range(LISTS // 4):
            random = Random(f"form {seats} {seed}")
            written = write_list(random, seats, 12 * seats, True, seed % 2 == 0)
            counts += compare(read_photo(photograph(random, paint(random, sheet, page, written, glyphs))), written)
        rows = max(counts["rows"], 1)
        yield f"form_at_{seats}_found {counts['found']} of {LISTS // 4} {LISTS // 4}"
        yield f"form_at_{seats}_rows_right {100 * counts['right'] / rows:.2f} % -"
        yield f"form_at_{seats}_rows_shown {100 * counts['shown'] / rows:.2f} % -"
        yield f"form_at_{seats}_rows_wrong_not_shown {counts['unseen']} of {rows} -"


def printed() -> dict[tuple[int, bool], tuple[Any, dict[str, Any]]]:
    """Blank sheets at four and at three, usual ones and those to be ticked, as pictures, with where their cells are."""
    from skatliga.lists.evaluation import Frame
    from skatliga.printing.formats import NORMAL, TICKED
    from skatliga.printing.sheet_geometry import geometry
    from skatliga.printing.sheet_paper import Head, blank
    from skatliga.printing.sheet_stamping import print_lists
    from tests.bench.painted_photo import sheet_of

    found = {}
    for seats, ticks in product((4, 3), (False, True)):
        head = Head("Messung", "Skatverein", address="HTTPS://SKAT.EXAMPLE.ORG/B/Z0000000")
        frame = Frame("isko-2022", {}, "seeger-fabian", seats, 12 * seats)
        paper = blank(frame, head=head, edition=TICKED if ticks else NORMAL)
        with tempfile.TemporaryDirectory() as folder:
            pdf = Path(folder) / "sheet.pdf"
            pdf.write_bytes(print_lists([paper], "Messung"))
            found[seats, ticks] = sheet_of(pdf, geometry([paper])["pages"][0])
    return found


def compare(found: Any, written: Any) -> Counter[str]:
    """How many rows and feet were read as they were written, shown, and wrong without being shown."""
    counts: Counter[str] = Counter(rows=len(written.rows), feet=len(written.feet), found=int(bool(found.rows)))
    if not found.rows:
        return counts + Counter(shown=len(written.rows))
    for read, true in zip(found.rows, written.rows, strict=True):
        told = (read.state, read.declarer, read.score, read.total)
        meant = (true.state, true.declarer, true.score, true.total if true.declarer else None)
        counts["right"] += told == meant
        counts["shown"] += read.look
        counts["unseen"] += told != meant and not read.look
    for foot in found.feet:
        meant = written.feet[foot.seat]
        wrong = any(foot.figures[name] != meant[name] for name in ("points", "won", "lost", "result"))
        counts["feet_unseen"] += wrong and not foot.look
    return counts
