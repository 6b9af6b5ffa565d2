"""How fast paper comes: a Serie of 250 filled lists and 63 blank ones, each in one file, by `manage.py print`.

Measured is all the computing of the process, from its start to the finished file: Django and the PDF library are
loaded, the lists read from an SQLite file and valued, the form is laid out. The plain way is measured beside it: one
list as a page of HTML, laid out again and again in a process that has everything loaded.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

LISTS: Final = 250
TABLES: Final = 63
RUNS: Final = 5
ROOT: Final = Path(__file__).parents[2]
FIRST: Final = ("Anton", "Berta", "Cäsar", "Dora", "Emil", "Frieda", "Łukasz")
LAST: Final = ("Albers", "Brandt", "Čapek", "Decker-Vogelsang", "Ärmel", "von Hohenfels", "Müller", "Şahin")
NAMES: Final = tuple(f"{FIRST[number % 7]} {LAST[number % 8]}" for number in range(56))
EUROPEAN_LISTS: Final = 30
EUROPEANS: Final = (
    *("Grzegorz Brzęczyszczykiewicz", "Wojciech Dąbrowski", "Michał Źródło", "Agnieszka Świętosławska-Kołłątaj"),
    *("Çağrı Öztürkoğlu-Yıldırım", "İbrahim Şimşek", "Gülşah Güneş", "Oğuzhan Kılıç", "Ольга Иванова-Петрова"),
    *("Владимир Щербаков", "Юлия Жук", "Дмитро Їжакевич"),
)
SITE: Final = "https://skat.example.org"
CLUB: Final = "Skatfreunde Grand Hand Gera"
RULES: Final = {"rulebook": "isko-2022", "evaluation": "seeger-fabian"}


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target; by a process that sets up Django for itself."""
    command = [sys.executable, "-m", "tests.bench.paper"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        yield from (line.rstrip() for line in process.stdout or ())
    if process.returncode:
        raise SystemExit(process.returncode)


def measure(lists: int = LISTS, tables: int = TABLES) -> Iterator[str]:
    """The lines, in a process in which Django is not set up yet."""
    with tempfile.TemporaryDirectory() as folder:
        set_up(Path(folder))
        event = create_event("Filled", lists)
        fill_lists(event)
        seconds, memory = print_lists(event, "listen", Path(folder))
        yield f"paper_{lists}_lists {seconds:.2f} s <=3"
        yield f"paper_{lists}_lists_per_second {lists / seconds:.0f} lists -"
        yield f"paper_{lists}_lists_memory {memory:.0f} MiB <=250"
        few = create_event("Europe", EUROPEAN_LISTS, EUROPEANS)
        fill_lists(few)
        yield f"paper_{EUROPEAN_LISTS}_european_lists {1000 * stamp_lists(few) / EUROPEAN_LISTS:.0f} ms/list <=60"
        seconds, memory = print_lists(create_event("Blank", tables), "leere-listen", Path(folder))
        yield f"paper_{tables}_blank_lists {seconds:.2f} s -"
        yield f"paper_plain_list {plain_list(event):.2f} s -"


def set_up(folder: Path) -> None:
    """Django as in production, with an empty database."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "skatliga.settings",
        "DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}",
        "DEBUG": "0",
        "SECRET_KEY": "only-for-this-measurement",
    }
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def create_event(name: str, tables: int, names: Sequence[str] = NAMES) -> Any:
    """A Serie with this many tables, four guests at each."""
    from datetime import date

    from skatliga.events import services
    from skatliga.events.models import Entry
    from skatliga.people.services import create_club

    event = services.create_event(create_club(name), name=name, date=date(2026, 1, 1), rounds=1, **RULES)
    Entry.objects.bulk_create(
        Entry(event=event, start_number=number, name=names[number % len(names)], club_name=CLUB)
        for number in range(1, 4 * tables + 1)
    )
    seats = {table: list(range(4 * table - 3, 4 * table + 1)) for table in range(1, tables + 1)}
    services.seat_round(event.rounds.get(), seats)
    return event


def fill_lists(event: Any) -> None:
    """A complete list for every table; plausible ones, the same again and again."""
    from skatliga.events.models import Table
    from skatliga.lists.models import Row, Sheet
    from tests.bench.error_detection import draw_papers

    papers = draw_papers()
    rows = []
    for table in Table.objects.filter(round__event=event):
        sheet = Sheet(table=table, state=Sheet.State.CHECKED, seats=4, deals=48, **RULES)
        sheet.save()
        for row in papers[table.number % len(papers)].rows:
            rows.append(Row(sheet=sheet, nr=row.nr, declarer=row.declarer, deal=row.deal))
    Row.objects.bulk_create(rows)


def print_lists(event: Any, document: str, folder: Path) -> tuple[float, float]:
    """Seconds of computing and MiB that `manage.py print` takes, the least of some runs: others use the machine too."""
    runs = [_print_once(event, document, folder) for _run in range(RUNS)]
    return min(seconds for seconds, _memory in runs), max(memory for _seconds, memory in runs)


def _print_once(event: Any, document: str, folder: Path) -> tuple[float, float]:
    command = [sys.executable, str(ROOT / "manage.py"), "print", document, event.slug, "--serie", "1", "--site", SITE]
    process = subprocess.Popen([*command, "--output", str(folder / "print.pdf")], cwd=ROOT)
    _pid, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{document}: {status}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def stamp_lists(event: Any) -> float:
    """Seconds for the lists of an event in a process that has everything loaded and no form laid out."""
    from skatliga.printing import sheet_stamping
    from skatliga.printing.queries import filled_papers

    took = []
    for _run in range(RUNS):
        sheet_stamping._forms.clear()
        round = event.rounds.select_related("event__club").get()
        start = time.process_time()
        sheet_stamping.print_lists(filled_papers(round, None, SITE), event.name)
        took.append(time.process_time() - start)
    return min(took)


def plain_list(event: Any) -> float:
    """Seconds for a list as a page of HTML, once everything is loaded."""
    from django.template.loader import render_to_string

    from skatliga.printing.pdf import to_pdf
    from skatliga.printing.queries import filled_papers

    round = event.rounds.select_related("event__club").get()
    paper = next(filled_papers(round, None, ""))
    took = []
    for _run in range(RUNS):
        start = time.process_time()
        to_pdf(render_to_string("printing/sheet.html", {"paper": paper, "title": event.name}))
        took.append(time.process_time() - start)
    return min(took)


if __name__ == "__main__":
    for line in measure():
        print(line, flush=True)
