"""Every code has its sentence, every sentence its code, and parameters fill it."""

import ast
import re
from pathlib import Path

from scoring import wording
from scoring.account import say
from scoring.rulebooks import BOOKS

SCORING = Path(wording.__file__).parent


def test_no_code_is_said_in_two_tables() -> None:
    tables = [value for name, value in vars(wording).items() if re.fullmatch("_[A-Z]+", name)]
    assert sum(len(table) for table in tables) == len(wording.TEMPLATES)


def test_every_sentence_is_used_somewhere() -> None:
    words = set()
    for file in SCORING.rglob("*.py"):
        if not file.name.endswith("wording.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    words.update(re.findall(r"\w+", node.value))
    composed = re.compile("null_|(frage|tourne|solo)_|stufe_|punkte_|slip_|suspect_(spitzen|game|level)")
    assert [code for code in wording.TEMPLATES if code not in words and not composed.match(code)] == []


def test_every_code_of_a_violation_has_a_paragraph_in_its_book() -> None:
    for book in BOOKS.values():
        for way in book.ways.values():
            assert set(getattr(way, "rules", book.rules)) <= set(book.rules), book.key


def test_names_are_spoken_and_endless_numbers_are_not_printed() -> None:
    assert say("field_not_in_game", {"name": "spitzen", "game": "null"}) == (
        "„Spitzen“ gibt es bei Null nicht; bitte weglassen."
    )
    assert say("bid_impossible", {"bid": 10**5000}).startswith("… ist kein Reizwert")
    assert len(say("field_unknown", {"found": "x" * 10_000})) < 300
