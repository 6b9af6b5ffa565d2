"""Records of the International Skat Server as evenings of lists.

The deals are made by hand (`engine.test_iss`); those of the real file are held against its own results, added up here.
"""

import datetime
import re
from collections import Counter
from functools import partial
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from engine.test_iss import ALL_TEN, DEAL, EIGHT, HAND, TAKEN, WON

from scoring import BOOKS
from scoring.deal_json import read_deal
from skatliga.events.models import Entry, Event
from skatliga.exchange.evenings.file_lines import Source
from skatliga.exchange.evenings.import_evenings import Rules, import_evenings
from skatliga.exchange.evenings.import_report import Summary, sum_up
from skatliga.exchange.evenings.iss_file import read_days, stored_in
from skatliga.exchange.evenings.name_matching import Register, ServerParticipants
from skatliga.lists.models import Row, SeatResult, Sheet
from skatliga.people.services import add_player

pytestmark = pytest.mark.django_db
XSKAT = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "xskat_1000.sgf"
RULES = Rules("isko-2022", "seeger-fabian", {})
ABC = ("anna", "bert", "cora")
GRAND = f"{DEAL} {TAKEN} G.CT.CK {EIGHT}"  # mit 4, Spiel 5, mal 24 = 120, won by forehand
GRAND_HAND = f"{DEAL} {HAND} GH {ALL_TEN}"  # mit 4, Spiel 5, Hand 6, Schneider 7, Schwarz 8, mal 24 = 192
PASSED = f"{DEAL} 1 p 2 p 0 p"


def record(players, moves=GRAND, result=WON, at="2021-04-30/18:00:00", number=1, series="7"):
    names = "".join(f"P{seat}[{name}]" for seat, name in enumerate(players))
    time = f"DT[{at}/UTC]" if at else ""
    return (
        f"(;GM[Skat]PC[International Skat Server]CO[]SE[{series}]ID[{number}]{time}{names}"
        f"R0[]R1[0.0]R2[null]MV[{moves} ]R[{result}] ;)\n"
    )


def rotating(count, around=ABC, **about):
    """So many games of one table, the deal passing on; the first one is dealt by the last of ``around``."""
    size = len(around)
    return [
        record([around[(start + seat) % size] for seat in range(3)], number=start + 1, **about)
        for start in range(count)
    ]


def imported(club, lines, day=None, name="Online-Abend", **options):
    content = "".join(lines) if not isinstance(lines, bytes) else lines
    content = content.encode() if isinstance(content, str) else content
    source = Source((), iter(()), size=len(content))
    register = Register(club)
    stored = stored_in(register, name)
    days = read_days(source, BytesIO(content), BOOKS["isko-2022"], {3: 36, 4: 48}, name, day, stored)
    return list(import_evenings(club, days, RULES, partial(ServerParticipants, register=register), None, **options))


def told(reports):
    found = [note for report in reports for note in (*report.problems, *report.notes)]
    found += [remark for report in reports for outcome in report.outcomes for remark in outcome.remarks]
    return [(each.line, each.message) for each in found]


def lists():
    """Every list with its players clockwise from the first dealer, and how many deals it has."""
    sheets = Sheet.objects.order_by("table__round__event__date", "table__round__number", "table__number")
    return [
        (
            sheet.table.round.number,
            sheet.table.number,
            [seat.entry.name for seat in sheet.table.seats.all()],
            sheet.rows.count(),
        )
        for sheet in sheets
    ]


def test_games_of_one_table_are_a_list_in_the_order_of_dealing(club):
    lines = rotating(3)
    lines[1] = record(("bert", "cora", "anna"), GRAND_HAND, "d:0 win v:192", number=2)
    [report] = imported(club, lines)
    assert told([report]) == []
    event = Event.objects.get()
    assert (event.name, event.date, event.place) == (
        *("Online-Abend", datetime.date(2021, 4, 30)),
        "International Skat Server",
    )
    assert lists() == [(1, 1, ["cora", "anna", "bert"], 3)]
    assert list(Row.objects.values_list("declarer", "deal__game", "deal__hand")) == [
        (2, "grand", None),
        (3, "grand", True),
        (1, "grand", None),
    ]
    # Nobody has lost: points and 50 for the own game.
    assert list(SeatResult.objects.values_list("entry__name", "spielpunkte", "won", "lost", "leistung")) == [
        ("cora", 120, 1, 0, 170),
        ("anna", 120, 1, 0, 170),
        ("bert", 192, 1, 0, 242),
    ]
    assert [outcome.state for outcome in report.outcomes] == ["entered"]
    assert set(Entry.objects.values_list("player", "club_name")) == {(None, "")}


def test_at_a_table_of_four_the_dealer_sits_out(club):
    around = ("anna", "bert", "cora", "dora")
    [report] = imported(club, rotating(8, around))
    assert told([report]) == []
    assert lists() == [(1, 1, ["dora", "anna", "bert", "cora"], 8)]
    assert list(Row.objects.values_list("declarer", flat=True)) == [2, 3, 4, 1, 2, 3, 4, 1]


def test_a_serie_ends_with_its_deals_and_the_next_begins(club):
    imported(club, rotating(80))
    assert [(round, table, rows) for round, table, _names, rows in lists()] == [(1, 1, 36), (2, 1, 36), (3, 1, 8)]
    assert list(Sheet.objects.order_by("table__round__number").values_list("state", "note")) == [
        ("entered", ""),
        ("entered", ""),
        ("entered", "Vom Server; die letzte Runde ist nicht zu Ende gespielt."),
    ]


def test_tables_that_play_at_the_same_time_are_kept_apart(club):
    one, two = rotating(6, series="7"), rotating(6, ("dora", "emil", "fritz"), series="8")
    third = rotating(3, ("anna", "dora", "gerd"), series="9")
    imported(club, [line for pair in zip(one, two, strict=True) for line in pair] + third)
    assert lists() == [
        (1, 1, ["cora", "anna", "bert"], 6),
        (1, 2, ["fritz", "dora", "emil"], 6),
        (2, 1, ["gerd", "anna", "dora"], 3),
    ]


def test_a_break_in_the_order_begins_a_new_list(club):
    lines = rotating(6)
    imported(club, [*lines[:3], *lines[4:]])
    assert [(round, names, rows) for round, _table, names, rows in lists()] == [
        (1, ["cora", "anna", "bert"], 3),
        (2, ["anna", "bert", "cora"], 2),
    ]


def test_a_day_is_that_of_the_site_and_ends_at_midnight(club):
    lines = [
        record(("anna", "bert", "cora"), at="2021-04-30/21:59:59", number=1),  # 23:59:59 in Berlin
        record(("bert", "cora", "anna"), at="2021-04-30/22:00:00", number=2),
    ]
    imported(club, lines)
    assert list(Event.objects.order_by("date").values_list("date", flat=True)) == [
        datetime.date(2021, 4, 30),
        datetime.date(2021, 5, 1),
    ]
    assert [rows for *_where, rows in lists()] == [1, 1]


def test_a_record_without_time_needs_a_day(club):
    reports = imported(club, rotating(3, at=""))
    assert told(reports)[0] == (1, "Kein Tag: die Zeile hat keine Zeit (DT), und es ist keiner angegeben.")
    assert not Event.objects.exists()
    imported(club, rotating(3, at=""), day=datetime.date(2021, 5, 5))
    assert Event.objects.get().date == datetime.date(2021, 5, 5)


def test_passed_deals_and_games_broken_off_stand_on_the_list(club):
    lines = rotating(3)
    lines[1] = record(("bert", "cora", "anna"), PASSED, "passed", number=2)
    lines[2] = record(("cora", "anna", "bert"), f"{DEAL} 1 18 w LE.2", "d:-1 penalty v:0 p2:1 l:2", number=3)
    reports = imported(club, lines)
    assert told(reports) == [(3, "3: Der Server zieht bert 100 Punkte ab; auf der Liste stehen sie nicht.")]
    assert list(Row.objects.values_list("declarer", "deal__game", "deal__reason")) == [
        (2, "grand", None),
        (0, "eingepasst", None),
        (0, "eingepasst", "Hinterhand hat den Tisch verlassen (ISkO 4.4)"),
    ]
    assert SeatResult.objects.get(entry__name="bert").spielpunkte == 0


@pytest.mark.parametrize(
    ("result", "sentences"),
    [
        ("d:0 win v:96 bidok", ["Der Server hat 96, gerechnet sind es 120."]),
        (
            "d:0 loss v:-240 overbid",
            [
                "Der Server hat -240, gerechnet sind es 120.",
                "Der Server hat das Spiel als verloren.",
            ],
        ),
        ("d:0 win v:120 overbid", ["Für den Server ist es überreizt."]),
        ("d:1 win v:120 bidok", ["Für den Server hat bert gespielt."]),
        ("d:9 win v:120 bidok", ["Für den Server hat 9 gespielt."]),
        ("d:0 win v:120", []),
    ],
)
def test_what_the_server_has_recorded_is_compared(result, sentences, club):
    reports = imported(club, [record(ABC, result=result), *rotating(3)[1:]])
    assert told(reports) == [(1, f"1: {sentence}") for sentence in sentences]
    assert SeatResult.objects.get(entry__name="anna").spielpunkte == 120


def test_a_game_that_cannot_be_replayed_is_left_out_and_named(club):
    lines = rotating(6)
    lines[1] = lines[1].replace("0 CJ 1 S7 2 H7", "0 CJ 1 SA 2 ??")
    reports = imported(club, lines)
    [(line, sentence)] = [each for each in told(reports) if each[0]]
    assert line == 2 and sentence.startswith("2: Nicht nachzuspielen: ")
    assert lists() == [(1, 1, ["cora", "anna", "bert"], 5)]
    # The others are written for who played them: anna 1 and 4, bert 5, cora 3 and 6, of 120 each.
    assert dict(SeatResult.objects.values_list("entry__name", "spielpunkte")) == {"anna": 240, "bert": 120, "cora": 240}


def test_at_a_table_of_four_a_game_left_out_ends_the_list(club):
    lines = rotating(8, ("anna", "bert", "cora", "dora"))
    lines[3] = lines[3].replace("0 CJ", "0 ??", 1)
    imported(club, lines)
    assert [(names, rows) for _round, _table, names, rows in lists()] == [
        (["dora", "anna", "bert", "cora"], 3),
        (["dora", "anna", "bert", "cora"], 4),
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("kein Spiel\n", "Das ist keine Aufzeichnung mit drei Spielern. "),
        ("(;GM[Go]SZ[19];)\n", "Das ist keine Aufzeichnung mit drei Spielern. "),
        (record(("anna", "anna", "cora")), "Das ist keine Aufzeichnung mit drei Spielern. "),
        (record(("x" * 121, "bert", "cora")), "Der Name eines Spielers ist zu lang oder nicht lesbar."),
        (record(("a\0b", "bert", "cora")), "Der Name eines Spielers ist zu lang oder nicht lesbar."),
        ("x" * 50_000 + "\n", "Das ist keine Aufzeichnung mit drei Spielern. "),
        (record(ABC)[:200] + "\n", "Steht schon in Zeile 1."),
        (record(ABC, number=9)[:200] + "\n", "9: Nicht nachzuspielen: "),
        (rotating(3)[2], "Steht schon in Zeile 3."),
        (rotating(3)[2].rstrip("\n"), "Steht schon in Zeile 3."),
        (rotating(3)[2].replace("\n", "\r\n"), "Steht schon in Zeile 3."),
    ],
)
def test_hostile_lines_are_named_and_the_others_imported(line, sentence, club):
    reports = imported(club, [*rotating(3), line], day=datetime.date(2021, 4, 30))
    assert [(number, text.startswith(sentence)) for number, text in told(reports)] == [(4, True)]
    assert [rows for *_where, rows in lists()] == [3]


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff\xfe\x00\x00", bytes(range(256)) * 20])
def test_a_file_of_anything_is_no_record(content, club):
    imported(club, content, day=datetime.date(2021, 4, 30))
    assert not Event.objects.exists()


def test_other_encodings_do_not_disturb(club):
    lines = "".join(rotating(3, ("änne", "bert", "cora"))).encode("latin-1")
    imported(club, lines)
    assert Entry.objects.get(start_number=2).name == "�nne"
    imported(club, b"\xef\xbb\xbf" + "".join(rotating(3, at="2021-05-02/18:00:00")).encode())
    assert Sheet.objects.count() == 2


def test_records_imported_again_change_nothing(club):
    lines = rotating(40) + rotating(5, at="2021-05-03/18:00:00")
    imported(club, lines)
    before = (Event.objects.count(), Sheet.objects.count(), Row.objects.count(), Row.history.count())
    summary = Summary()
    sum_up(imported(club, lines), summary)
    assert (summary.known_evenings, summary.present, summary.lists, summary.refused) == (2, 3, 0, 0)
    assert (Event.objects.count(), Sheet.objects.count(), Row.objects.count(), Row.history.count()) == before


def test_names_of_the_server_are_taken_as_they_are(club):
    add_player(club, first_name="Anna", last_name="Ärmel", number="7")
    imported(club, rotating(3, ("7", "Anna Ärmel", "anna ärmel")))
    assert list(Entry.objects.values_list("name", "player")) == [
        ("anna ärmel", None),
        ("7", None),
        ("Anna Ärmel", None),
    ]


@pytest.fixture
def real(club):
    """What the command prints of the real file."""
    if not XSKAT.exists():
        pytest.skip("needs the shared data")
    printed = StringIO()
    call_command("import_iss", club.slug, str(XSKAT), "--date", "2026-01-01", stdout=printed)
    return printed.getvalue()


def recorded():
    """Points, won, lost of every player of the real file, from its own results."""
    points, won, lost = Counter(), Counter(), Counter()
    for line in XSKAT.read_text().splitlines():
        if "R[passed]" in line:
            continue
        seat, verdict, value = re.search(r"R\[d:(\d) (win|loss) v:(-?\d+)", line).groups()
        name = re.search(rf"P{seat}\[([^\]]*)\]", line)[1]
        points[name] += int(value)
        (won if verdict == "win" else lost)[name] += 1
    return points, won, lost


def test_the_real_file_comes_to_what_its_own_results_add_up_to(real):
    points, won, lost = recorded()
    assert points.keys() == {"x1", "x2", "x3"}
    for name in points:
        results = SeatResult.objects.filter(entry__name=name)
        sums = [sum(getattr(result, column) for result in results) for column in ("spielpunkte", "won", "lost")]
        assert sums == [points[name], won[name], lost[name]]
        others_lost = sum(lost.values()) - lost[name]
        leistung = points[name] + 50 * (won[name] - lost[name]) + 40 * others_lost  # at a table of three
        assert sum(result.leistung for result in results) == leistung
    # Four sittings of 300, 300, 300 and 100 games, cut into lists of 36.
    assert sorted(Counter(rows for *_where, rows in lists()).items()) == [(12, 3), (28, 1), (36, 26)]
    assert Event.objects.get().rounds.count() == 30
    assert "Listen: 30 übernommen (1000 Zeilen), davon 1 zu klären; 0 schon da; 0 abgelehnt." in real


def test_every_game_of_the_real_file_is_worth_what_the_server_says(real):
    values = [
        0 if "R[passed]" in line else int(re.search(r" v:(-?\d+)", line)[1]) for line in XSKAT.read_text().splitlines()
    ]
    rows = Row.objects.order_by("sheet__table__round__number", "nr")
    from_engine = [BOOKS["isko-2022"].value(read_deal(row.deal, BOOKS["isko-2022"]).deal).score for row in rows]
    assert from_engine == values
