"""The command line: ``python -m scoring rate | explain | list | table | draw | pyramid | quota | iss | bench``.

Reads standard input or a file, writes one JSON object for every one it reads. Exit status 0: all good; 1: something had
violations; 2: the call cannot be used. A broken line never stops the stream.

* **D** A bid of 0 is no bid. `null` is as good as a field left out.
* **D** An announced stage that is neither stated nor counted is a missed one; the answer then carries `warnings`.
* **D** A foot alone is answered with `findings` and `corrections` (empty where it adds up); a list has `suspects` only
  where there are some. A suspect that is a row left out goes before the row of that number; one typed twice comes back
  as a struck row.
"""

import argparse
import os
import sys
import time
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from scoring.account import Violation
from scoring.deal_json import (
    Fields,
    account_fields,
    deal_fields,
    dump,
    judgement_fields,
    read_deal,
    read_object,
    violation_list,
)
from scoring.legal import explain
from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS

Answer = tuple[Fields, bool]
"""What to print, and whether it is all good."""


def rate(line: bytes, default: RuleBook) -> Answer:
    """Value one deal."""
    fields = read_object(line)
    if isinstance(fields, Violation):
        return {"violations": violation_list([fields])}, False
    book, deal, violations = read_deal(fields, default)
    if violations or deal is None or book is None:
        return {"violations": violation_list(violations)}, False
    return account_fields(book.value(deal), book.warn(deal)), True


def value_list(text: bytes, default: RuleBook) -> Answer:
    """Value one Spielliste."""
    from scoring.sheet_json import answer_list

    fields = read_object(text)
    answer = {"violations": violation_list([fields])} if isinstance(fields, Violation) else answer_list(fields, default)
    return answer, not (answer.get("violations") or answer.get("findings"))


def judge_record(line: bytes, default: RuleBook) -> Answer:
    """Replay and value one record of the International Skat Server."""
    from scoring.iss import judge, parse

    answer = judgement_fields(judge(parse(line), default))
    return answer, not answer["violations"]


def split_lists(stream: BinaryIO) -> Iterator[bytes]:
    """The lists of an input: one object that may span lines, or one a line."""
    text = stream.read()
    lines = [line for line in text.splitlines() if line.strip()]
    if isinstance(read_object(text), dict) or broken_over_lines(lines):
        yield text
    else:
        yield from lines


def broken_over_lines(lines: list[bytes]) -> bool:
    """Whether what cannot be read is one list over several lines: it begins as one, and no line is one by itself."""
    first = lines[0].removeprefix(BOM_UTF8).strip() if lines else b""
    if not first.startswith(b"{") or first.endswith(b"}"):
        return False
    return not any({"deals", "foot"} & found.keys() for found in map(read_object, lines) if isinstance(found, dict))


def filled_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines that are not blank."""
    return (line for line in stream if line.strip())


def whole(file: BinaryIO) -> Iterator[bytes]:
    """The file as one text."""
    yield file.read()


def explain_score(score: int, book: RuleBook, output: BinaryIO) -> int:
    """Print every legal deal with this score; 1 if there is none."""
    found = False
    for deal in explain(book, score):
        found = True
        output.write(dump({"rulebook": book.key, **deal_fields(deal)}))
    return 0 if found else 1


def stream(inputs: Iterable[bytes], answer: Callable[[bytes], Answer], output: BinaryIO) -> int:
    """Answer every input in order; 1 if any had violations."""
    all_good = True
    for text in inputs:
        fields, good = answer(text)
        output.write(dump(fields))
        all_good = all_good and good
    return 0 if all_good else 1


COMMANDS = {
    "rate": (filled_lines, rate, "value deals, one JSON object a line"),
    "list": (split_lists, value_list, "value whole Spiellisten"),
    "iss": (filled_lines, judge_record, "replay and value records of the International Skat Server"),
}

DOCUMENTS = {
    "pyramid": "who goes up and down in a federation's leagues, and why",
    "quota": "how many go on to the next championship, and who is offered a place",
}


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    main_parser = argparse.ArgumentParser(prog="python -m scoring", description="The scoring engine of Skatliga.")
    commands = main_parser.add_subparsers(dest="command", required=True)
    for name, (_, _, help_text) in COMMANDS.items():
        command = commands.add_parser(name, help=help_text)
        command.add_argument("file", nargs="?", help="input file, standard input without it")
        command.add_argument("--rulebook", choices=BOOKS, default="isko-2022", help="where the input names none")
    command = commands.add_parser("explain", help="every legal deal with a score")
    command.add_argument("score", type=int)
    command.add_argument("--rulebook", choices=BOOKS, default="isko-2022")
    command = commands.add_parser("table", help="make a table of results: a file, or one table a line")
    command.add_argument("file", nargs="?", default="-", help="a file with one table; - for one a line from the input")
    command.add_argument("--account", action="store_true", help="say what became of every result")
    command = commands.add_parser("draw", help="draw again from a draw file: a file, or one a line")
    command.add_argument("file", nargs="?", default="-", help="a draw file; - for one a line from the input")
    command.add_argument("--check", action="store_true", help="compare with what was published")
    for name, help_text in DOCUMENTS.items():
        command = commands.add_parser(name, help=f"{help_text}: a file, or one a line")
        command.add_argument("file", nargs="?", default="-", help="a file with one; - for one a line from the input")
    commands.add_parser("bench", help="time the engine")
    return main_parser


def run(arguments: argparse.Namespace, output: BinaryIO) -> int:
    """Carry out one command and give its exit status."""
    if arguments.command == "bench":
        from scoring.bench import figures

        for figure in figures(time.perf_counter):
            output.write(f"{figure}\n".encode())
            output.flush()
        return 0
    if arguments.command in ("table", "draw", *DOCUMENTS):
        return read_from(None if arguments.file == "-" else arguments.file, answer_documents(arguments, output))
    book = BOOKS[arguments.rulebook]
    if arguments.command == "explain":
        return explain_score(arguments.score, book, output)
    split, answer, _ = COMMANDS[arguments.command]
    return read_from(arguments.file, lambda file: stream(split(file), lambda text: answer(text, book), output))


def answer_documents(arguments: argparse.Namespace, output: BinaryIO) -> Callable[[BinaryIO], int]:
    """Answer one document of a file, or one a line of the standard input."""
    split = filled_lines if arguments.file == "-" else whole
    answer = document_answer(arguments)
    return lambda file: stream(split(file), answer, output)


def document_answer(arguments: argparse.Namespace) -> Callable[[bytes], Answer]:
    """What answers the documents of a command; only that is imported."""
    if arguments.command == "draw":
        from scoring import draw_json

        return lambda text: draw_json.answer_text(text, arguments.check)
    if arguments.command == "pyramid":
        from scoring import pyramid_json

        return pyramid_json.answer_text
    if arguments.command == "quota":
        from scoring import quota_json

        return quota_json.answer_text
    from scoring import wertung_json

    return lambda text: wertung_json.answer_text(text, arguments.account)


def read_from(name: str | None, work: Callable[[BinaryIO], int]) -> int:
    """Work on a file, or on the standard input; 2 where there is none."""
    if name is None and sys.stdin is None:
        print("Es gibt keine Eingabe; bitte eine Datei angeben.", file=sys.stderr)
        return 2
    if name is None:
        return work(sys.stdin.buffer)
    try:
        with open(name, "rb") as file:
            return work(file)
    except BrokenPipeError:
        raise
    except OSError as error:
        print(f"{name}: {error.strerror}", file=sys.stderr)
        return 2


def main() -> int:
    """Run the command line; a reader that goes away is no error of ours."""
    arguments = parser().parse_args()
    try:
        status = run(arguments, sys.stdout.buffer)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"Die Ausgabe lässt sich nicht schreiben: {error.strerror}", file=sys.stderr)
        return 2
    return status


if __name__ == "__main__":
    sys.exit(main())
