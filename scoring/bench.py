"""How fast the engine is, beside how fast the machine is.

Every figure is a line ``name value unit target``. The yardstick is a fixed loop of pure Python: compare figures of two
machines, or of two hours of one, only relative to it. Each figure is the best of several runs, since other work on the
machine can only slow a run down.
"""

import random
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from scoring.bulk import BulkTable
from scoring.deal import Deal
from scoring.deal_json import deal_fields, dump
from scoring.legal import accounts
from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS
from scoring.sheet import ScoreRow, ScoreSheet, evaluate
from scoring.wertung import Fold, Rank, WertungResult, WertungRule, carry_out, tabulate
from scoring.wertung.places import rank
from scoring.wertung.results import labels_of, result
from scoring.wertung.steps import Credit, Demand, Drop

Clock = Callable[[], float]
RUNS: Final = 5
SEED: Final = 1886


def figures(clock: Clock) -> Iterator[str]:
    """The lines of the benchmark, one after the other as they are measured."""
    book = BOOKS["isko-2022"]
    deals = random_deals(book, 50_000)
    yield _line("yardstick", _rate(clock, yardstick, 1_000_000), "loops/s", "-")
    yield _line("value_ready_deal", _rate(clock, lambda: _value(book, deals), len(deals)), "deals/s", ">=600000")
    fields = [_given(deal) for deal in deals]
    yield _line("build_check_value", _rate(clock, lambda: _build(book, fields), len(deals)), "deals/s", ">=200000")
    yield _line("full_account", _rate(clock, lambda: _account(book, deals), len(deals)), "deals/s", ">=100000")
    sheets = [random_sheet(book, deals, start) for start in range(0, 48 * 400, 48)]
    yield _line("lists_of_48", _rate(clock, lambda: _evaluate(sheets), len(sheets)), "lists/s", ">=8000")
    table = BulkTable(book)
    codes = array("I", random.Random(SEED).choices([table.encode(deal) for deal in deals], k=1_000_000))
    yield _line("bulk", _rate(clock, lambda: table.scores(codes), len(codes)), "deals/s", ">=10000000")
    field = field_results()
    seconds = 1 / _rate(clock, lambda: _event_tables(field), 1)
    yield _line("table_of_a_field", 1000 * seconds, "ms", "<80")
    yield _line("table_results", len(field) / seconds, "results/s", "-")
    season = season_results()
    yield _line("table_of_a_season", 1000 / _rate(clock, lambda: _season_table(season), 1), "ms", "<250")
    yield _line("start", 1000 / _rate(clock, lambda: _run(b'{"game":"eingepasst"}'), 1), "ms", "<80")
    lines, share = distinct_lines(book, 100_000)
    yield _line("distinct_lines", 100 * share, "%", ">=90")
    yield _line("rate_json_lines", _rate(clock, lambda: _run(lines), 100_000, runs=3), "lines/s", ">=40000")


def random_deals(book: RuleBook, number: int) -> list[Deal]:
    """Legal deals, games and levels equally likely; half of them with a bid, some of these overbid."""
    rng = random.Random(SEED)
    bids = sorted(book.bids)
    known = [account.deal for account in accounts(book)]
    found: list[Deal] = []
    while len(found) < number:
        deal = rng.choice(known)._replace(bid=rng.choice((None, rng.choice(bids))))
        if not book.check(deal):
            found.append(deal)
    return found


def random_sheet(book: RuleBook, deals: list[Deal], start: int) -> ScoreSheet:
    """48 of these deals at a table of four, declarers among those who hold cards."""
    rows = []
    for number, deal in enumerate(deals[start : start + 48]):
        dealer = number % 4 + 1
        declarer = 0 if deal.game == "eingepasst" else (dealer + number % 3) % 4 + 1
        rows.append(ScoreRow(declarer, deal))
    return ScoreSheet(book, 4, tuple(rows))


def distinct_lines(book: RuleBook, number: int) -> tuple[bytes, float]:
    """JSON lines with Augen and Stiche or verdicts, and the share of them that are distinct."""
    rng = random.Random(SEED)
    lines = []
    for deal in random_deals(book, number):
        if deal.spitzen is not None and rng.random() < 0.9:
            deal = deal._replace(won=None, schneider=None, schwarz=None, stiche=rng.randint(1, 9))
            deal = deal._replace(augen=rng.choice((0, *range(2, 119), 120)))
        lines.append(dump(deal_fields(deal)))
    return b"".join(lines), len(set(lines)) / number


def field_results() -> list[WertungResult]:
    """The lists of the largest field: 3,092 players, five Serien, teams of four, three classes."""
    rng = random.Random(SEED)
    return [
        result(
            {"player": player, "team": player // 4, "class": player % 3, "serie": serie},
            {"leistung": rng.randint(-500, 1800), "won": rng.randint(2, 14), "lost": rng.randint(0, 5), "deals": 48},
        )
        for player in range(3092)
        for serie in range(1, 6)
    ]


def season_results() -> list[WertungResult]:
    """10,000 lists of a club year: 150 players, 52 evenings, two Serien."""
    rng = random.Random(SEED)
    found = []
    for _ in range(10_000):
        evening = rng.randint(1, 52)
        labels = {
            "player": rng.randint(1, 150),
            "month": _month(evening),
            "evening": evening,
            "serie": rng.randint(1, 2),
        }
        found.append(result(labels, {"leistung": rng.randint(-500, 1800), "won": rng.randint(2, 14)}))
    return found


def yardstick() -> int:
    """A fixed loop of attribute-free integer work."""
    total = 0
    for number in range(1_000_000):
        total += number & 7
    return total


def _rate(clock: Clock, work: Callable[[], object], number: int, runs: int = RUNS) -> float:
    best = float("inf")
    for _ in range(runs):
        start = clock()
        work()
        best = min(best, clock() - start)
    return number / best


def _given(deal: Deal) -> dict[str, object]:
    return {name: value for name, value in deal._asdict().items() if value != deal._field_defaults.get(name)}


def _value(book: RuleBook, deals: list[Deal]) -> None:
    value = book.value
    for deal in deals:
        value(deal)


def _build(book: RuleBook, fields: list[dict[str, object]]) -> None:
    for given in fields:
        deal = Deal(**given)  # type: ignore[arg-type]  # fields of a deal, taken from one
        if not book.check(deal):
            book.value(deal)


def _account(book: RuleBook, deals: list[Deal]) -> None:
    for deal in deals:
        account = book.value(deal)
        account.items, account.text  # noqa: B018  # made when asked for


def _evaluate(sheets: list[ScoreSheet]) -> None:
    for sheet in sheets:
        evaluate(sheet)


def _event_tables(results: list[WertungResult]) -> None:
    """All players, the classes, and the teams."""
    order = ("leistung", "won", "-lost")
    players = carry_out((Fold(("player", "class")),), results)
    rank(Rank(order), players)
    rank(Rank(order, within=("class",)), players)
    tabulate(WertungRule((Fold(("team",)),), Rank(order)), results)


def _season_table(results: list[WertungResult]) -> None:
    """A rule that uses everything: credits, two minimums, drops of every month, the best 30, an average."""
    demands = (Demand(least=10), Demand(least=1, per="month"))
    drop = Drop(worst=1, per="month", absence_uses=True)
    year = Fold(("player",), missing=Credit(300, 2), minimum=demands, drop=drop, best=30, combine="mean")
    rule = WertungRule((Fold(("player", "month", "evening")), year), Rank(("leistung", "won", "-lost")))
    tabulate(rule, results, [labels_of({"evening": number, "month": _month(number)}) for number in range(1, 53)])


def _month(evening: int) -> int:
    return (evening - 1) * 12 // 52 + 1


def _run(lines: bytes) -> None:
    """One whole process, the way a shell would start it."""
    root = Path(__file__).resolve().parent.parent
    command = [sys.executable, "-S", "-E", "-m", "scoring", "rate"]
    subprocess.run(command, input=lines, stdout=subprocess.DEVNULL, cwd=root, check=True)


def _line(name: str, value: float, unit: str, target: str) -> str:
    return f"{name} {value:.0f} {unit} {target}"
