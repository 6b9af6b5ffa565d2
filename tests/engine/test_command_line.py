"""The command line as a shell sees it: what it answers, and real processes with nothing but the standard library.

Most calls are made in this process, since only their answers matter; one of every kind is held against a real one.

The answers are worked out by hand; those of whole lists are in `lists_by_hand`.
"""

import ast
import io
import json
import subprocess
import sys
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from lists_by_hand import CASES, PASSED, Case

from scoring import bench
from scoring.__main__ import main

ROOT = Path(__file__).resolve().parents[2]
PYTHON = [sys.executable, "-S", "-E"]
Fields = dict[str, Any]


class Ran(NamedTuple):
    """What a call left behind."""

    status: int
    output: str
    errors: str

    @property
    def answers(self) -> list[Fields]:
        return [json.loads(line) for line in self.output.splitlines()]


def call(*arguments: str, stdin: str | bytes = b"") -> Ran:
    """What the command line makes of a call, without a process of its own."""
    sent = io.TextIOWrapper(io.BytesIO(stdin.encode() if isinstance(stdin, str) else stdin))
    output, errors = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(output), redirect_stderr(errors):
        patch.setattr(sys, "argv", ["-m", *arguments])
        patch.setattr(sys, "stdin", sent)
        try:
            status = main()
        except SystemExit as left:
            status = int(left.code or 0)
    return Ran(status, *(kept.buffer.getvalue().decode() for kept in (output, errors)))  # type: ignore[attr-defined]


def start(*arguments: str, stdin: str | bytes = b"") -> Ran:
    """The same call in a process of its own."""
    sent = stdin.encode() if isinstance(stdin, str) else stdin
    command = [*PYTHON, "-m", "scoring", *arguments]
    done = subprocess.run(command, input=sent, capture_output=True, cwd=ROOT, check=False)
    ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ran.errors
    return ran


def lines(objects: Iterable[Fields]) -> str:
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in objects)


GRAND = {"game": "grand", "spitzen": 1, "bid": 60, "won": True}
GRAND_ANSWER = {
    "score": -144,
    "won": False,
    "ueberreizt": True,
    "value": 72,
    "base": 24,
    "multiplier": 3,
    "text": "mit 1, Spiel 2 mal Grand 24 = 48; gereizt 60: überreizt, 3 mal 24 = 72, verloren, doppelt: -144",
    "items": [
        {"label": "mit 1", "count": 1, "rule": "ISkO 2.3"},
        {"label": "Spiel", "count": 1, "rule": "ISkO 2.5"},
        {"label": "Grand", "count": 24, "rule": "ISkO 2.4"},
        {"label": "gereizt 60: überreizt, 3 mal 24 = 72", "count": 3, "rule": "ISkO 3.6"},
        {"label": "verloren, doppelt", "count": 2, "rule": "ISkO 2.4.1"},
    ],
}

# --- rate ---------------------------------------------------------------------------------------------------------


def test_rate_answers_the_example_of_the_wire() -> None:
    ran = call("rate", stdin=lines([GRAND]))
    assert (ran.status, ran.answers, ran.errors) == (0, [GRAND_ANSWER], "")


def test_rate_takes_the_isko_unless_told_otherwise() -> None:
    lost_hand = {"game": "null", "hand": True, "won": False}
    named = {"rulebook": "isko-2022", **lost_hand}
    assert [answer["score"] for answer in call("rate", stdin=lines([lost_hand, named])).answers] == [-70, -70]
    altenburg = call("rate", "--rulebook", "altenburg", stdin=lines([lost_hand, named]))
    assert [answer["score"] for answer in altenburg.answers] == [-35, -70]


def test_rate_knows_all_six_books_line_by_line() -> None:
    deals = [
        {"rulebook": "isko-2022", "game": "kreuz", "spitzen": 2, "ouvert": True, "won": True, "schwarz": True},
        {"rulebook": "altenburg", "game": "grand", "spitzen": 4, "ouvert": True, "augen": 120, "stiche": 10},
        {"rulebook": "skatordnung-1886", "game": "pik", "mode": "tourne", "spitzen": -1, "augen": 90, "stiche": 8},
        {"rulebook": "skat-en-deux", "game": "herz", "spitzen": 2, "hand": True, "offen": True, "bid": 50, "won": True},
        {"rulebook": "offiziersskat", "game": "grand", "augen": 60, "stiche": 9},
        {"rulebook": "hausrunde", "game": "ramsch", "augen": 63, "schieben": 1, "jungfern": 1},
    ]
    # 12 x 9; 36 x 10; 7 x (1 + 2); 10 x 5 doubled for the Hand; the other side wins 2; 63 x 2 x 2, at most 250.
    assert [answer["score"] for answer in call("rate", stdin=lines(deals)).answers] == [108, 360, 21, 100, -2, -250]


def test_each_null_of_1886_is_called_by_its_name() -> None:
    """Tourné 10, Solo 20, ouvert 40 (1886 §§18, 35)."""
    ways = ({"mode": "tourne"}, {"mode": "solo"}, {"mode": "solo", "ouvert": True})
    deals = [{"rulebook": "skatordnung-1886", "game": "null", "won": True, **way} for way in ways]
    answers = call("rate", stdin=lines(deals)).answers
    assert [(answer["score"], answer["items"][0]["label"]) for answer in answers] == [
        (10, "Null-Tourné 10"),
        (20, "Null 20"),
        (40, "Null ouvert 40"),
    ]


def test_rate_skips_blank_lines_keeps_the_order_and_goes_on_after_a_bad_line() -> None:
    given = ['{"game":"karo","spitzen":1,"won":true}', "", "   \t", "nonsense", '{"game":"eingepasst"}', "{}"]
    ran = call("rate", stdin="\r\n".join(given))
    assert ran.status == 1
    assert [answer.get("score") for answer in ran.answers] == [18, None, 0, None]
    assert [wrong["code"] for answer in ran.answers for wrong in answer.get("violations", [])] == [
        "not_json",
        "field_missing",
    ]


def test_rate_names_all_violations_with_field_paragraph_and_sentence() -> None:
    ran = call("rate", stdin='{"game":"grand","spitzen":5,"bid":19,"hand":1,"kontra":true,"augen":121,"farbe":"rot"}')
    assert ran.status == 1
    (answer,) = ran.answers
    assert answer.keys() == {"violations"}
    assert all(wrong.keys() == {"code", "field", "rule", "message"} for wrong in answer["violations"])
    assert {(wrong["field"], wrong["code"]) for wrong in answer["violations"]} == {
        ("hand", "wrong_kind"),
        ("farbe", "field_unknown"),
        ("kontra", "field_not_in_book"),
        ("spitzen", "spitzen_impossible"),
        ("augen", "augen_impossible"),
        ("stiche", "count_incomplete"),
        ("bid", "bid_impossible"),
    }
    spoken = {wrong["field"]: wrong["message"] for wrong in answer["violations"]}
    assert spoken["spitzen"] == "Grand hat 1 bis 4 Spitzen, mit oder ohne; 5 ist nicht möglich."


def test_rate_derives_spitzen_from_as_many_cards_as_the_book_deals() -> None:
    ten, skat = "CJ SJ DJ DA DT DK D9 CA HA S7", "HJ D8"  # mit 4: the Herz-Bube lies in the skat
    sixteen = "SJ HJ DJ DA DT DK DQ D9 D8 D7 CA CT HA HT SA ST"  # ohne 1
    officers = {"rulebook": "offiziersskat", "accounting": "skatordnung", "game": "karo", "augen": 90, "stiche": 9}
    deals: list[Fields] = [
        {"game": "grand", "cards": ten, "skat": skat, "won": True},
        {"game": "grand", "cards": ten.split(), "skat": skat.split(), "spitzen": 4, "won": True},
        {"game": "grand", "cards": ten, "skat": skat, "spitzen": 2, "won": True},
        {"game": "grand", "cards": sixteen, "won": True},
        {**officers, "cards": sixteen},
        {**officers, "cards": ten, "skat": skat},
        {"game": "eingepasst", "cards": ten, "skat": skat},
    ]
    answers = call("rate", stdin=lines(deals)).answers
    assert [answer.get("score") for answer in answers] == [120, 120, None, None, 27, None, None]
    refused = [[wrong["code"] for wrong in answer.get("violations", [])] for answer in answers]
    assert (refused[2], refused[6]) == (["spitzen_differ"], ["cards_needless"])
    assert [codes[0] for codes in (refused[3], refused[5])] == ["cards_count", "cards_count"]


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (["rate"], '{"game":"karo","spitzen":1,"won":true}\n\nunsinn\n{"game":"grün"}'),
        (["rate", "--rulebook", "altenburg"], b'\xef\xbb\xbf{"game":"null","hand":true,"won":false}\r\n'),
        (["list"], '{"seats":["A","B","C"],\n"deals":[]}'),
        (["iss"], "kein Bericht"),
        (["explain", "264"], ""),
        (["explain", "1"], ""),
        (["rate", "fehlt.json"], ""),
        (["werte"], ""),
        (["list", "--help"], ""),
    ],
)
def test_a_process_of_its_own_says_the_same(
    arguments: list[str], stdin: str | bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    started = start(*arguments, stdin=stdin)
    assert started == call(*arguments, stdin=stdin)
    assert started.output or started.errors or started.status


# --- files and unusable calls -------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["rate", "list", "iss"])
def test_a_file_is_read_instead_of_standard_input(command: str, tmp_path: Path) -> None:
    given = {
        "rate": '{"game":"eingepasst"}',
        "list": '{"seats":["A","B","C"],"deals":[]}',
        "iss": PASSED_RECORD,
    }[command]
    file = tmp_path / "eingabe.txt"
    file.write_text(given + "\n")
    ran = call(command, str(file), stdin="not read")
    assert (ran.status, ran.errors) == (0, "")
    assert ran.output == call(command, stdin=given).output != ""


@pytest.mark.parametrize("command", ["rate", "list", "iss"])
def test_a_file_that_is_not_there_makes_the_call_unusable(command: str, tmp_path: Path) -> None:
    for path in (tmp_path / "fehlt.json", tmp_path):
        ran = call(command, str(path))
        assert (ran.status, ran.output) == (2, "")
        assert ran.errors.startswith(f"{path}: ")


@pytest.mark.parametrize("command", ["rate", "list", "iss"])
def test_nothing_in_nothing_out(command: str) -> None:
    assert call(command, stdin=" \r\n\n") == Ran(0, "", "")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["werte"],
        ["rate", "--regelwerk", "isko-2022"],
        ["rate", "--rulebook", "isko-1999"],
        ["list", "--rulebook", "Hausrunde"],
        ["iss", "--rulebook", ""],
        ["explain"],
        ["explain", "viel"],
        ["explain", "48.0"],
        ["explain", "9" * 5000],
        ["explain", "48", "--rulebook", "skat"],
        ["rate", "eins.json", "zwei.json"],
        ["bench", "schnell"],
    ],
)
def test_an_unusable_call_is_status_2_and_says_why_on_standard_error(arguments: list[str]) -> None:
    ran = call(*arguments, stdin='{"game":"eingepasst"}')
    assert (ran.status, ran.output) == (2, "")
    assert "usage: python -m scoring" in ran.errors


@pytest.mark.parametrize("command", [[], ["rate"], ["explain"], ["list"], ["iss"], ["bench"]])
def test_every_command_explains_itself(command: list[str]) -> None:
    ran = call(*command, "--help")
    assert (ran.status, ran.errors) == (0, "")


@pytest.mark.parametrize("from_file", [True, False])
def test_a_reader_that_goes_away_is_no_error(from_file: bool, tmp_path: Path) -> None:
    file = tmp_path / "viele.jsonl"
    file.write_text('{"game":"eingepasst"}\n' * 20_000)
    with file.open("rb") as stdin:
        process = subprocess.Popen(
            [*PYTHON, "-m", "scoring", "rate", *([str(file)] if from_file else [])],
            stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
        )  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["score"] == 0
        process.stdout.close()
        errors = process.stderr.read()
        process.stderr.close()
        assert (process.wait(), errors) == (1, b"")


# --- explain ------------------------------------------------------------------------------------------------------


def test_explain_gives_the_one_deal_with_a_score() -> None:
    # 46 = 2 x 23, and no base goes into 23.
    ran = call("explain", "-46")
    assert (ran.status, ran.answers) == (0, [{"rulebook": "isko-2022", "game": "null", "won": False}])


def test_explain_gives_every_deal_with_a_score() -> None:
    # 264 = 24 x 11: Spitzen 4, Spiel and all six levels, which ouvert says; no suit goes beyond 18 x 12.
    ran = call("explain", "264")
    said = {"rulebook": "isko-2022", "game": "grand", "ouvert": True, "won": True, "schneider": True, "schwarz": True}
    levels = ("hand", "schneider_angesagt", "schwarz_angesagt")
    found = [{name: value for name, value in deal.items() if name not in levels} for deal in ran.answers]
    assert (ran.status, found) == (0, [{**said, "spitzen": 4}, {**said, "spitzen": -4}])


@pytest.mark.parametrize(
    ("score", "book"), [("1", "isko-2022"), ("-18", "isko-2022"), ("264", "altenburg"), ("-5", "offiziersskat")]
)
def test_explain_without_a_deal_is_status_1(score: str, book: str) -> None:
    assert call("explain", score, "--rulebook", book) == Ran(1, "", "")


@pytest.mark.parametrize(
    ("score", "book"),
    [
        ("-108", "isko-2022"), ("360", "altenburg"), ("-20", "skatordnung-1886"), ("100", "skat-en-deux"),
        ("-4", "offiziersskat"), ("-250", "hausrunde"),
    ],
)  # fmt: skip
def test_what_explain_says_is_worth_the_score(score: str, book: str) -> None:
    explained = call("explain", score, "--rulebook", book)
    assert explained.status == 0
    assert len(set(explained.output.splitlines())) == len(explained.answers) > 0
    assert {answer["score"] for answer in call("rate", stdin=explained.output).answers} == {int(score)}
    assert not any({"augen", "reason"} & deal.keys() for deal in explained.answers if "won" in deal)


# --- iss ----------------------------------------------------------------------------------------------------------

DEALT = "CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.SA.ST.SK.SQ.S9.S8.S7.C7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9.D8.D7"
PASSED_RECORD = f"(;GM[Skat]PC[Verein]SE[1]ID[7]P0[Anna]P1[Bert]P2[Cora]MV[w {DEALT} 1 p 2 p 0 p]R[passed] ;)"
# The four Buben and all of Kreuz but the seven take every trick; Grand Hand mit 4: 24 x (4 + Spiel, Hand, Schneider,
# Schwarz).
PLAYED = (
    "0 CJ 1 S7 2 D9 0 SJ 1 S8 2 H7 0 HJ 1 S9 2 H8 0 DJ 1 SQ 2 H9 0 CA 1 C7 2 HQ "
    "0 CT 1 SK 2 DQ 0 CK 1 ST 2 HK 0 CQ 1 SA 2 DK 0 C9 1 HA 2 DT 0 C8 1 HT 2 DA"
)
PLAYED_RECORD = (
    f"(;GM[Skat]PC[Verein]SE[1]ID[8]P0[Anna]P1[Bert]P2[Cora]MV[w {DEALT} 1 18 0 y 1 p 2 p 0 GH {PLAYED}]"
    "R[d:0 win v:192 m:4 bidok p:120 t:10 s:1 z:1] ;)"
)


def test_iss_answers_every_record_in_order() -> None:
    ran = call("iss", stdin=f"{PASSED_RECORD}\n\nkein Bericht\n{PLAYED_RECORD}\n")
    passed, broken, played = ran.answers
    assert ran.status == 1
    assert passed == {
        "id": "7",
        "players": ["Anna", "Bert", "Cora"],
        "declarer": None,
        "deal": {"game": "eingepasst"},
        "tricks": [],
        "augen": None,
        "stiche": None,
        "score": 0,
        "recorded": 0,
        "agrees": True,
        "violations": [],
    }
    assert [wrong["code"] for wrong in broken["violations"]] == ["record_malformed"]
    tricks = played.pop("tricks")
    assert played == {
        "id": "8",
        "players": ["Anna", "Bert", "Cora"],
        "declarer": 0,
        "deal": {"game": "grand", "spitzen": 4, "hand": True, "bid": 18, "augen": 120, "stiche": 10},
        "augen": 120,
        "stiche": 10,
        "score": 192,
        "recorded": 192,
        "agrees": True,
        "violations": [],
    }
    assert [trick["winner"] for trick in tricks] == [0] * 10
    assert tricks[0] == {"leader": 0, "cards": ["CJ", "S7", "D9"], "winner": 0}


def test_iss_values_by_the_book_it_is_given() -> None:
    # Broken off by Vorhand before the first card of a Grand Hand mit 4: 24 x 6, doubled only by the ISkO.
    record = PLAYED_RECORD.replace(PLAYED, "w LE.0").replace("v:192", "v:-288")
    isko, altenburg = (call("iss", "--rulebook", book, stdin=record) for book in ("isko-2022", "altenburg"))
    assert [(ran.status, ran.answers[0]["score"], ran.answers[0]["agrees"]) for ran in (isko, altenburg)] == [
        (0, -288, True),
        (0, -144, False),
    ]
    assert isko.answers[0]["ended"] == "verlassen"


# --- list ---------------------------------------------------------------------------------------------------------


def check(case: Case, answer: Fields) -> None:
    findings = answer.pop("findings")
    assert answer == {"rows": case.rows, "players": case.players, **case.more}
    assert [(found["row"], found["seat"], found["code"]) for found in findings] == list(case.findings)
    for found in findings:
        assert found.keys() == {"row", "seat", "code", "message"}
        assert found["message"].startswith(f"Zeile {found['row']}: ") is (found["row"] is not None)


@pytest.fixture(scope="module")
def answered() -> Ran:
    """All lists in one call, one a line, with blank lines between them."""
    return call("list", stdin="\n\n".join(json.dumps(case.given) for case in CASES.values()))


@pytest.mark.parametrize("name", CASES)
def test_list_answers_lists_one_a_line(name: str, answered: Ran) -> None:
    assert (answered.status, len(answered.answers)) == (1, len(CASES))
    check(CASES[name], dict(answered.answers[list(CASES).index(name)]))


@pytest.mark.parametrize("name", list(CASES)[:5])
def test_list_answers_a_list_over_several_lines(name: str) -> None:
    case = CASES[name]
    written = json.dumps(case.given, indent=2).replace("\n", "\r\n")
    ran = call("list", stdin=b"\xef\xbb\xbf" + written.encode())
    assert ran.status == (1 if case.findings else 0)
    assert len(ran.answers) == 1
    check(case, ran.answers[0])


def test_a_first_line_that_breaks_off_does_not_hide_the_lists_after_it() -> None:
    good = lines([{"seats": ["A", "B", "C"], "deals": [{"declarer": 1, "score": 48}, PASSED, PASSED]}] * 2)
    ran = call("list", stdin='{"seats": ["A", "B"\n' + good)
    assert ran.status == 1
    assert [wrong["code"] for wrong in ran.answers[0]["violations"]] == ["not_json"]
    # Won with 48: 48 + 50.
    assert [answer["players"][0]["leistung"] for answer in ran.answers[1:]] == [98, 98]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_list_over_several_lines_that_breaks_off_is_one_broken_list(mark: bytes) -> None:
    rows = ",\n".join(json.dumps({"declarer": seat, "score": 48}) for seat in (1, 2, 3))
    ran = call("list", stdin=mark + f'{{"seats": ["A", "B", "C"],\n"deals": [\n{rows}\n]'.encode())
    assert ran.status == 1
    assert [[wrong["code"] for wrong in answer["violations"]] for answer in ran.answers] == [["not_json"]]


def test_list_takes_the_default_book_where_a_list_names_none() -> None:
    lost = {"declarer": 1, "game": "null", "hand": True, "won": False}
    given = {"seats": ["A", "B", "C"], "deals": [lost, PASSED, PASSED]}
    ran = call("list", "--rulebook", "altenburg", stdin=lines([given, {**given, "rulebook": "isko-2022"}]))
    assert ran.status == 0
    # Altenburg: lost Hand games once, and points alone; ISkO: doubled, with 50 against it.
    assert [answer["players"][0]["leistung"] for answer in ran.answers] == [-35, -70 - 50]


def test_a_list_without_a_usable_frame_says_all_that_is_wrong_and_the_next_is_answered() -> None:
    bad = {
        "seats": ["A"], "deals": {}, "evaluation": "skat", "first_dealer": 0, "target": 0, "stake_cents": "1/0",
        "opponents_bonus": {"3": -1}, "totals": 5, "bock": True, "hand_doubled": False,
    }  # fmt: skip
    good = {"seats": ["A", "B", "C"], "deals": []}
    ran = call("list", stdin=lines([bad, good, {**good, "totals": [{}, {}]}, {**good, "first_dealer": 4}]))
    assert ran.status == 1
    found = [{(wrong["field"], wrong["code"]) for wrong in answer.get("violations", [])} for answer in ran.answers]
    assert found == [
        {
            ("seats", "seats_form"), ("deals", "deals_form"), ("evaluation", "evaluation_unknown"),
            ("first_dealer", "seat_form"), ("target", "wrong_kind"), ("stake_cents", "stake_form"),
            ("opponents_bonus", "bonus_form"), ("totals", "totals_form"), ("bock", "field_unknown"),
            ("hand_doubled", "setting_foreign"),
        },
        set(),
        {("totals", "totals_form")},
        {("first_dealer", "seat_form")},
    ]  # fmt: skip


def test_violations_of_a_frame_come_in_the_order_of_its_fields() -> None:
    unknown = {f"feld{number}": 1 for number in range(20)}
    (answer,) = call("list", stdin=json.dumps({**unknown, "seats": ["A", "B", "C"], "deals": []})).answers
    assert [wrong["field"] for wrong in answer["violations"]] == list(unknown)


# --- the engine as a program --------------------------------------------------------------------------------------


def test_bench_prints_figures_with_unit_and_target(monkeypatch: pytest.MonkeyPatch) -> None:
    rate, lines, deals = bench._rate, bench.distinct_lines, bench.random_deals
    field, season = bench.field_results()[:500], bench.season_results()[:500]
    monkeypatch.setattr(bench, "_rate", lambda clock, work, number, runs=1: rate(clock, work, number, 1))
    monkeypatch.setattr(bench, "distinct_lines", lambda book, number: lines(book, number // 100))
    monkeypatch.setattr(bench, "random_deals", lambda book, number: deals(book, min(number, 2_000)))
    monkeypatch.setattr(bench, "field_results", lambda: field)
    monkeypatch.setattr(bench, "season_results", lambda: season)
    ran = call("bench")
    assert (ran.status, ran.errors) == (0, "")
    figures = [line.split(" ") for line in ran.output.splitlines()]
    assert all(len(figure) == 4 and int(figure[1]) > 0 for figure in figures)
    assert {unit for _, _, unit, _ in figures} >= {"deals/s", "lists/s", "lines/s", "ms"}


def test_the_engine_imports_only_itself_and_the_standard_library() -> None:
    files = list((ROOT / "scoring").rglob("*.py"))
    imported: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                imported.add(node.module or "")
    roots = {name.partition(".")[0] for name in imported}
    assert len(files) > 20
    assert roots - sys.stdlib_module_names == {"scoring"}


def test_the_tour_says_where_to_find_every_module() -> None:
    tour = (ROOT / "scoring" / "__init__.py").read_text(encoding="utf-8")
    packages = {path.parent.name for path in (ROOT / "scoring").glob("*/__init__.py")}
    modules = packages | {path.stem for path in (ROOT / "scoring").glob("*.py") if path.stem != "__init__"}
    assert {name for name in modules if f"`{name}`" not in tour} == set()


def imported(*arguments: str) -> set[str]:
    """The modules a process has imported when it ends."""
    command = [*PYTHON, "-X", "importtime", *arguments]
    told = subprocess.run(command, input=b'{"game":"eingepasst"}', capture_output=True, cwd=ROOT, check=True).stderr
    return {line.rpartition("|")[2].strip() for line in told.decode().splitlines()}


def test_one_deal_is_valued_before_anybody_notices() -> None:
    """A call starts as fast as what it imports, beside an interpreter that does nothing.

    Nothing is imported of what other commands need, and no large part of the library: 50 ms on the machine where it is
    measured (`python -m scoring bench`, 80 ms at most).
    """
    found = imported("-m", "scoring", "rate") - imported("-c", "")
    ours = {name for name in found if name.partition(".")[0] == "scoring"}
    assert {"scoring", "scoring.deal_json", "scoring.legal"} <= ours
    for module in ("iss", "bench", "seating", "fixtures", "figures", "corrections", "suspects", "listwire"):
        assert not any(name.startswith(f"scoring.{module}") for name in ours)
    large = {"asyncio", "datetime", "http", "logging", "multiprocessing", "pathlib", "random", "socket", "subprocess"}
    assert found & (large | {"tempfile", "unittest", "urllib", "xml", "statistics"}) == set()
    assert len(found) < 120, sorted(found)  # 101 of Python 3.11


@pytest.mark.parametrize(
    ("deal", "score"),
    [
        # mit 1, Spiel 2 times Karo 9, below the 40 that were bid; given away, so won all the same.
        ({"game": "karo", "spitzen": 1, "bid": 40, "schenken": "spiel", "schenken_angenommen": True}, 18),
        ({"game": "karo", "spitzen": 1, "bid": 18, "schenken": "spiel", "schenken_angenommen": True}, 18),
        ({"game": "null", "bid": 60, "schenken": "spiel", "schenken_angenommen": True}, 23),
    ],
)
def test_a_game_won_by_a_gift_is_overbid_where_its_value_is_below_the_bid(deal: Fields, score: int) -> None:
    [answer] = call("rate", "--rulebook", "skat-en-deux", stdin=json.dumps(deal)).answers
    assert (answer["score"], answer["won"], answer["ueberreizt"]) == (score, True, deal["bid"] > score)
