"""What happens inside the site's process: `make FOLDER` and `write KEPT FOLDER`, both while the clock stands still."""

import datetime
import json
import logging
import re
import sys
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import django
import time_machine

NOW: Final = datetime.datetime(2026, 11, 20, 15, 30, tzinfo=datetime.UTC)
LONGEST: Final = 120
PARTS: Final = ("", "eingabe/", "summen/", "zeile/1/", "vergleich/")
"""Pages of a list."""
_UUID: Final = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")


def make(folder: Path) -> None:
    """The demonstration with something of every kind, and what is to be asked of it."""
    from web.everything import create_everything

    from tests.bench.unchanged.browser import VISITORS, Browser
    from tests.bench.unchanged.crawl import Crawl
    from tests.bench.unchanged.programs import what_programs_send

    create_everything()
    crawl, programs = Crawl(), what_programs_send(Browser(VISITORS["director"]))
    sheets = [f"/{path}/{part}" for path, _revision in programs["sheets"].values() for part in PARTS]
    for name in ("admin", "anonymous"):
        crawl.follow(Browser(VISITORS[name]), "/", *sheets)
    crawl.add_others()
    requests = {
        "paths": list(crawl.paths),
        "parts": list(crawl.parts),
        "forms": [list(form) for form in crawl.forms],
        "programs": programs,
    }
    print(", ".join(f"{len(found)} {name}" for name, found in requests.items()))
    (folder / "requests.json").write_text(json.dumps(requests, ensure_ascii=False, indent=1))


def write(kept: Path, folder: Path, *parts: str) -> None:
    """What the site answers, all of it or these parts."""
    from tests.bench.unchanged import programs, sentences
    from tests.bench.unchanged.crawl import routes

    requests = json.loads((kept / "requests.json").read_text())
    known = set(_UUID.findall(json.dumps(requests)))
    works: dict[str, Callable[[], object]] = {
        "addresses": lambda: (folder / "addresses.txt").write_text("\n".join(routes()) + "\n"),
        "migrations": lambda: (folder / "migrations.txt").write_text(
            _called("makemigrations", "--check", "--dry-run", "-v1")
        ),
        "archive": lambda: _archives(folder / "archive"),
        "programs": lambda: programs.write(requests["programs"], known, folder / "programs"),
        "sentences": lambda: sentences.write(folder / "sentences"),
        "pages": lambda: _pages(requests, known, folder),
    }
    for name, work in works.items():
        if not parts or name in parts:
            began = time.monotonic()
            work()
            print(f"{name}: {time.monotonic() - began:.0f} s", file=sys.stderr)


def _pages(requests: dict, known: set[str], folder: Path) -> None:
    """Every page for everybody; for others than the administrator the first of every kind."""
    from tests.bench.unchanged.browser import VISITORS, Browser
    from tests.bench.unchanged.crawl import is_document, of_every_kind

    costs = []
    for name, visitor in VISITORS.items():
        browser, place = Browser(visitor), folder / "pages" / name
        place.mkdir(parents=True)
        for path in requests["paths"] if name == "admin" else of_every_kind(requests["paths"]):
            if is_document(path) and name not in {"admin", "director_english"}:
                continue
            answer = browser.get(path)
            costs.append(f"{name} {path} {answer.queries}")
            file = place / _filename(path)
            file.write_text(answer.text(known))
            if answer.kind == "application/pdf":
                file.with_suffix(".pdf").write_bytes(answer.body)
        for path in requests["parts"] if name in {"admin", "anonymous"} else ():
            answer = browser.get(path, HX_Request="true")
            (place / f"part_{_filename(path)}").write_text(answer.text(known))
        if name in {"admin", "director_english"}:
            _send_forms(browser, requests["forms"], known, place)
    (folder / "queries.txt").write_text("\n".join(costs) + "\n")


def _send_forms(browser, forms: list, known: set[str], place: Path) -> None:
    """What follows when a form is sent empty, as it stands there, and with something in every field."""
    for number, (path, fields) in enumerate(forms):
        filled = [(field, value or "3") for field, value in fields]
        for how, sent in (("empty", []), ("as_it_is", fields), ("filled", filled)):
            said: dict[str, list[str]] = {}
            for field, value in sent:
                said.setdefault(field, []).append(value)
            if how == "as_it_is" and browser.visitor.language == "en":
                continue
            answer = browser.post(path, said)
            (place / f"sent_{number:03}_{how}_{_filename(path)}").write_text(answer.text(known))


def _archives(folder: Path) -> None:
    """The archives of all clubs, without what says when they were made."""
    from django.apps import apps

    from tests.bench.unchanged.folding import unpacked

    folder.mkdir(parents=True)
    for slug in apps.get_model("people", "Club").objects.order_by("pk").values_list("slug", flat=True):
        file = folder / f"{slug}.zip"
        _called("export_archive", "--club", slug, "-o", str(file))
        file.with_suffix(".txt").write_text(unpacked(file.read_bytes()))
        file.unlink()


def _called(*arguments: str) -> str:
    from django.core.management import call_command

    said = StringIO()
    try:
        call_command(*arguments, stdout=said, stderr=said)
    except SystemExit as ended:
        said.write(f"ended with {ended.code}\n")
    return said.getvalue()


def _filename(path: str) -> str:
    """An address as the name of a file."""
    parts = urlsplit(path)
    name = (parts.path.strip("/").replace("/", "~") or "start") + (f"@{parts.query}" if parts.query else "")
    return re.sub(r"[^\w~@.=&+-]", "_", name)[:LONGEST] + ".txt"


if __name__ == "__main__":
    with time_machine.travel(NOW, tick=False):
        django.setup()
        logging.disable()
        from django.conf import settings

        settings.DEBUG = False
        what, *folders = sys.argv[1:]
        if what == "make":
            make(Path(folders[0]))
        else:
            write(Path(folders[0]), Path(folders[1]), *folders[2:])
