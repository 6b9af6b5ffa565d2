"""What the engine says in German and English, by the value calculator and the reverse look-up of every rule book."""

from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urlencode

from tests.bench.unchanged.browser import Browser, Visitor
from tests.bench.unchanged.command_line import BOOKS, SCORES, random_deal

DEALS: Final = 70
NOTATIONS: Final = 30
KEYS: Final = "0123456789+-/*.,o=rx ' "


def write(folder: Path) -> None:
    """For every book and language the part of its page that says what a deal is worth or what is wrong with it."""
    folder.mkdir(parents=True)
    for language in ("de", "en"):
        browser = Browser(Visitor("", language))
        for book in BOOKS:
            random = Random(f"sentences {book}")
            asked: list[tuple[str, str]] = [("", _query(random_deal(random))) for _ in range(DEALS)]
            asked += [("", urlencode({"kurzschrift": _notation(random)})) for _ in range(NOTATIONS)]
            asked += [("ergebnisse/", f"wert={score}") for score in SCORES]
            lines = []
            for part, query in asked:
                headers = {} if part else {"HX_Request": "true", "HX_Target": "rechner"}
                answer = browser.get(f"/regeln/{book}/{part}?{query}", **headers)
                lines.append(f">>>> {part}?{query}\n{answer.text(set())}")
            (folder / f"{book}_{language}.txt").write_text("\n".join(lines))


def _query(deal: dict[str, Any]) -> str:
    """A deal as the form of the calculator sends it."""
    fields: dict[str, Any] = {}
    for name, value in deal.items():
        if isinstance(value, dict):
            fields |= {name: value.get("game", ""), f"{name}_spitzen": value.get("spitzen", "")}
        elif isinstance(value, bool):
            fields[name] = {"won": {True: "True", False: "False"}[value]}.get(name, "on" if value else "")
        else:
            fields[name] = value
    return urlencode(fields, doseq=True)


def _notation(random: Random) -> str:
    """Keys as somebody types them: mostly a deal, often with a slip."""
    typed = f"{random.randint(1, 4)}{random.choice('0123459')}{random.choice('1234o')}{random.choice('.+-/*')}+"
    return typed if random.random() < 0.4 else typed[:2] + random.choice(KEYS) + typed[2 : random.randint(2, 5)]
