"""What programs read: the figures, names and states of the pages, marks, pages of long lists, who may read what.

The lists are those of `web.ranks`: Leistung = points + 50 x (won - lost) + 30 x lost deals of the others.
"""

import datetime
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from skatliga.api import responses
from skatliga.api.keys import create_key
from skatliga.events.categories import add_class
from skatliga.events.models import Event, Team
from skatliga.events.services import enter_guests, enter_players, set_state
from skatliga.events.teams import create_teams
from skatliga.federations.models import OfficialNotice
from skatliga.federations.notices import save_notice
from skatliga.leagues.models import Season
from skatliga.leagues.seasons import set_state as set_season_state
from skatliga.lists.evaluation import Entered
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, append_row, strike_rows
from skatliga.lists.workflow import move, sign
from skatliga.people.models import Publication
from skatliga.people.services import change_club, change_player
from skatliga.people.tree import move as move_club
from skatliga.years.models import ClubYear
from skatliga.years.services import add_evenings, create_year
from skatliga.years.services import set_state as set_year_state
from web.api import API, Asker, codes
from web.league import Book, groups_of, make_division, start
from web.ranks import FEET, NAMES, enter_list, make_evening
from web.replayed import world

pytestmark = pytest.mark.django_db

# Serie 1: table 1 as FEET, table 2 the same one seat on. Two each are equal and share a place.
#   place, start number, spielpunkte, won, lost, leistung
LINES = [
    (1, 3, 110, 2, 0, 360),
    (1, 6, 110, 2, 0, 360),
    (3, 1, 100, 3, 1, 320),
    (3, 8, 100, 3, 1, 320),
    (5, 2, 60, 2, 1, 230),
    (5, 5, 60, 2, 1, 230),
    (7, 4, -200, 0, 3, -290),
    (7, 7, -200, 0, 3, -290),
]
CALM: dict[str, list[int]] = {"unconfirmed": [], "only_gesamt": []}
COMPLETE = {"number": 1, "tables": 2, "missing": [], "in_question": [], **CALM, "settled": True}
NONE_YET = {"number": 2, "tables": 2, "missing": [1, 2], "in_question": [], **CALM, "settled": False}
STANDING = {
    "standing": "Stand nach 1. Serie, 2 von 2 Listen, vorläufig",
    "provisional": True,
    "rounds": [COMPLETE, NONE_YET],
}


@pytest.fixture
def anybody() -> Asker:
    return Asker()


@pytest.fixture
def key_of() -> Callable[..., Asker]:
    """A program with the key of a user."""

    def asker(user, **fields) -> Asker:
        return Asker(create_key(user, "Programm", **fields).secret)

    return asker


@pytest.fixture
@world
def played(club, schreiber) -> Event:
    """Two Serien, both lists of the first checked."""
    event = make_evening(club)
    enter_list(schreiber, event, 1, 1)
    enter_list(schreiber, event, 1, 2, FEET[1:] + FEET[:1])
    event.refresh_from_db()
    return event


def of(event: Event, rest: str = "") -> str:
    return f"{API}veranstaltungen/{event.slug}{rest}"


def sheet_at(event: Event, table: int) -> Sheet:
    return Sheet.objects.get(table__round__event=event, table__round__number=1, table__number=table)


def result_of(event: Event, line: tuple[int, ...]) -> dict:
    _place, number, *points = line
    table = 1 if number < 5 else 2
    names = ("spielpunkte", "won", "lost", "leistung")
    return dict(zip(names, points, strict=True)) | {
        "round": 1,
        "table": table,
        "sheet": str(sheet_at(event, table).pk),
        "state": "checked",
    }


def person(number: int) -> dict:
    return {"start_number": number, "name": NAMES[number - 1], "club": "SC Gera"}


def points(line: tuple[int, ...]) -> dict:
    return dict(zip(("spielpunkte", "won", "lost", "leistung"), line[2:], strict=True))


def page_of(count: int) -> dict:
    return {"count": count, "page": 1, "pages": 1}


# ---- Clubs and events ----


def test_clubs(anybody, club, other_club, admin):
    altenburg = {"slug": "herz-dame-altenburg", "name": "Herz Dame Altenburg", "place": "Altenburg"}
    gera = {"slug": "grand-hand-gera", "name": "Grand Hand Gera", "place": "", "number": "", "kind": "Verband"}
    gera["parent"], altenburg["parent"] = None, "grand-hand-gera"
    altenburg["number"], altenburg["kind"] = "07.01.116", ""
    change_club(other_club, name=other_club.name, kind="Verband", contacts="Vorsitz: Anna Ärmel")
    move_club(club, other_club)
    save_notice(
        OfficialNotice(club=other_club, title="Pokal", text="Am Sonntag.", first_day=datetime.date(2026, 1, 2)), admin
    )
    assert anybody.get(f"{API}vereine").json() == {"clubs": [gera, altenburg], **page_of(2)}
    notice = {"club": "grand-hand-gera", "title": "Pokal", "text": "Am Sonntag.", "first_day": "2026-01-02"}
    more = {"notices": [notice | {"last_day": None}], "years": []}
    found = anybody.get(f"{API}vereine/grand-hand-gera").json()
    assert found == {**gera, **more, "contacts": "Vorsitz: Anna Ärmel", "units": [altenburg]}
    found = anybody.get(f"{API}vereine/herz-dame-altenburg").json()
    assert found == {**altenburg, **more, "contacts": "", "units": []}


def test_an_event(anybody, played, key_of, leser):
    add_class(played, "Damen")
    create_teams(played, Team.Kind.TANDEM, "Kreuz: 1 2", "vergessen")
    line = {
        "slug": "preisskat-2026-11-21",
        "name": "Preisskat",
        "club": "herz-dame-altenburg",
        "date": "2026-11-21",
        "place": "",
        "state": "published",
        "rulebook": "isko-2022",
        "evaluation": "seeger-fabian",
    }
    assert anybody.get(f"{API}veranstaltungen").json() == {"events": [line], **page_of(1)}
    begun = played.rounds.get(number=1).started_at.astimezone(datetime.UTC).isoformat().replace("+00:00", "Z")
    unset = {"minutes": None, "ends_at": None}
    told = {
        **line,
        "agreements": {},
        "deals_at_four": 12,
        "deals_at_three": 12,
        "target": None,
        "cut_after": None,
        "cut_places": None,
        "cut_carries": True,
        "rounds": [
            {"number": 1, "date": "2026-11-21", "tables": 2, "seated": 8, "begun_at": begun, **unset},
            {"number": 2, "date": "2026-11-21", "tables": 2, "seated": 8, "begun_at": None, **unset},
        ],
        "categories": [{"id": played.categories.get().pk, "name": "Damen"}],
        "team_kinds": ["tandem"],
        "role": None,
    }
    assert anybody.get(of(played)).json() == told
    assert key_of(leser).get(of(played)).json() == told | {"role": "reader"}


def test_events_of_a_club_and_those_in_preparation(anybody, played, event, other_club, key_of, leser):
    def slugs(asker, query=""):
        return [each["slug"] for each in asker.get(f"{API}veranstaltungen{query}").json()["events"]]

    assert slugs(anybody) == ["preisskat-2026-11-21", "clubabend-2026-11-20"]
    assert slugs(anybody, "?verein=grand-hand-gera") == []
    set_state(event, Event.State.DRAFT)
    assert slugs(anybody) == ["preisskat-2026-11-21"]
    assert slugs(key_of(leser)) == ["preisskat-2026-11-21", "clubabend-2026-11-20"]


def test_who_takes_part_and_who_sits_where(anybody, played):
    found = [{**person(number), "withdrawn": False} for number in range(1, 9)]
    assert anybody.get(of(played, "/teilnehmer")).json() == {"entries": found, **page_of(8)}

    def seats(first: int) -> list[dict]:
        return [
            {"seat": seat, "start_number": first + seat - 1, "name": NAMES[first + seat - 2]} for seat in range(1, 5)
        ]

    sheets = [{"id": str(sheet_at(played, table).pk), "state": "checked", "counts": True} for table in (1, 2)]
    assert anybody.get(of(played, "/serien/1")).json() == {
        "round": 1,
        "tables": [
            {"number": 1, "seats": seats(1), "sheet": sheets[0]},
            {"number": 2, "seats": seats(5), "sheet": sheets[1]},
        ],
        **page_of(2),
    }
    leistung = {line[1]: points(line) for line in LINES}
    with_results = [seat | {"club": "SC Gera", "result": leistung[seat["start_number"]]} for seat in seats(5)]
    assert anybody.get(of(played, "/serien/1/tische/2")).json() == {
        "number": 2,
        "seats": with_results,
        "sheet": sheets[1],
    }
    open_table = anybody.get(of(played, "/serien/2/tische/2")).json()
    assert open_table["sheet"] is None
    assert [seat["result"] for seat in open_table["seats"]] == [None] * 4


# ---- Rankings ----


def test_the_ranking(anybody, played):
    lines = [
        {
            "place": line[0],
            "shared": True,
            **person(line[1]),
            **points(line),
            "points": None,
            "start": 0,
            "why": "",
            "shortfall": "",
            "fates": [],
            "withdrawn": False,
            "out": False,
            "lists": 1,
            "results": [result_of(played, line), None],
        }
        for line in LINES
    ]
    rule = "Es entscheidet die Summe der Punkte aller Listen."
    more = {"name": "", "without_list": 0, "cut": None, "corrections": [], "rule": rule, "below": []}
    whole = {**STANDING, **more, "lines": lines, **page_of(8)}
    assert anybody.get(of(played, "/rangliste")).json() == whole
    after_one = [line | {"results": line["results"][:1]} for line in lines]
    final = {"standing": "Serie 1, 2 von 2 Listen, endgültig", "provisional": False, "rounds": [COMPLETE]}
    for query in ("?serie=1", "?nach=1"):
        assert anybody.get(of(played, f"/rangliste{query}")).json() == whole | final | {"lines": after_one}


def test_the_ranking_of_a_class(anybody, played):
    ladies = add_class(played, "Damen")
    for entry in played.entries.filter(start_number__in=(3, 5)):
        entry.categories.add(ladies)
    found = anybody.get(of(played, f"/rangliste?klasse={ladies.pk}")).json()
    assert [(line["place"], line["start_number"]) for line in found["lines"]] == [(1, 3), (2, 5)]


def test_corrections_are_told_with_their_reason(anybody, played, leiterin):
    sheet = sheet_at(played, 1)
    move(sheet.pk, Sheet.State.ANNULLED, Change(sheet.revision, leiterin, "falscher Tisch"))
    [told] = anybody.get(of(played, "/rangliste")).json()["corrections"]
    assert {name: told[name] for name in ("sheet", "round", "table", "reason")} == {
        "sheet": str(sheet.pk),
        "round": 1,
        "table": 1,
        "reason": "falscher Tisch",
    }
    assert told["changes"] == [
        {"name": NAMES[index], "before": before, "after": None} for index, before in enumerate((320, 230, 360, -290))
    ]


def test_teams(anybody, played):
    create_teams(played, Team.Kind.TANDEM, "Kreuz: 1 2\nPik: 3 6", "vergessen")
    lines = {line[1]: line for line in LINES}

    def member(number: int) -> dict:
        return {
            "start_number": number,
            "name": NAMES[number - 1],
            "results": [result_of(played, lines[number]), None],
        }

    def team(place: int, name: str, spielpunkte: int, won: int, lost: int, leistung: int, *numbers: int) -> dict:
        total = {"spielpunkte": spielpunkte, "won": won, "lost": lost, "leistung": leistung, "lists": 2}
        return {
            "place": place,
            "shared": False,
            "name": name,
            "missing": 0,
            "points": None,
            **total,
            "results": [{"round": 1, **total}, None],
            "members": [member(number) for number in numbers],
        }

    assert anybody.get(of(played, "/mannschaften/tandem")).json() == {
        "kind": "tandem",
        "rule": "Es entscheidet die Summe der Punkte der Spieler.",
        "without_list": 0,
        **STANDING,
        "lines": [team(1, "Pik", 220, 4, 0, 720, 3, 6), team(2, "Kreuz", 160, 5, 2, 550, 1, 2)],
        **page_of(2),
    }


def test_the_best_lists(anybody, played):
    lines = [{"place": line[0], "shared": True, **person(line[1]), "result": result_of(played, line)} for line in LINES]
    assert anybody.get(of(played, "/beste-listen")).json() == {**STANDING, "lines": lines, **page_of(8)}


def test_a_player(anybody, played):
    others = [{"start_number": number, "name": NAMES[number - 1]} for number in (5, 7, 8)]
    serie = {"table": 2, "seat": 2, "others": others}
    assert anybody.get(of(played, "/spieler/6")).json() == {
        **person(6),
        "standing": STANDING["standing"],
        "place": 1,
        "leistung": 360,
        "points": None,
        "shortfall": "",
        "played": [
            {"round": 1, **serie, "result": result_of(played, LINES[1])},
            {"round": 2, **serie, "result": None},
        ],
    }


def test_long_lists_come_in_pages(anybody, played, monkeypatch):
    monkeypatch.setattr(responses, "PER_PAGE", 3)
    pages = [anybody.get(of(played, f"/rangliste?seite={number}")).json() for number in (1, 2, 3, 4)]
    assert [[line["start_number"] for line in page["lines"]] for page in pages] == [[3, 6, 1], [8, 2, 5], [4, 7], []]
    assert [(page["count"], page["page"], page["pages"]) for page in pages] == [(8, n, 3) for n in (1, 2, 3, 4)]


# ---- Lists ----


def test_a_list_with_its_rows(anybody, paper, schreiber, key_of):
    # Kreuz with 1 won: 2 x 12 = 24. Grand without 2 lost: 3 x 24 = 72, doubled: -144. The third is struck.
    append_row(
        paper.pk,
        Entered(declarer=2, deal={"game": "kreuz", "spitzen": 1, "won": True, "reason": "geeinigt"}),
        Change(0, schreiber),
    )
    append_row(paper.pk, Entered(declarer=3, deal={"game": "grand", "spitzen": -2, "won": False}), Change(1, schreiber))
    append_row(paper.pk, Entered(declarer=1, score=18), Change(2, schreiber))
    strike_rows(paper.pk, [3], Change(3, schreiber, "vergeben"))
    sign(paper, 2, "B. Gast", schreiber)
    told = anybody.get(f"{API}listen/{paper.pk}").json()
    signed_at = told["signatures"][0].pop("signed_at")
    assert datetime.datetime.fromisoformat(signed_at).tzinfo is not None
    kreuz = {"game": "kreuz", "spitzen": 1, "won": True}
    empty = {"void": False, "findings": []}
    rows = [
        {"nr": 1, "number": 1, "dealer": 1, "declarer": 2, "credited": 2, "score": 24, "total": 24, "won": 1, "lost": 0}
        | empty
        | {
            "text": "mit 1, Spiel 2 mal Kreuz 12 = 24; gewonnen: +24",
            "notation": "221+",
            "entered": {"declarer": 2, **kreuz},
        },
        {"nr": 2, "number": 2, "dealer": 2, "declarer": 3, "credited": 3, "score": -144, "total": -144}
        | {"won": 0, "lost": 1}
        | empty
        | {
            "text": "ohne 2, Spiel 3 mal Grand 24 = 72; verloren, doppelt: -144",
            "notation": "34o2-",
            "entered": {"declarer": 3, "game": "grand", "spitzen": -2, "won": False},
        },
        {"nr": 3, "number": 0, "dealer": 3, "declarer": 1, "credited": 0, "score": 0, "total": 0, "won": 0, "lost": 0}
        | empty
        | {"void": True, "text": "+18", "notation": "", "entered": {"declarer": 1, "score": 18, "void": True}},
    ]
    # seat 2: 24 + 50 + 30; seat 3: -144 - 50; the others 30 for the lost deal
    results = [
        {"seat": 1, "spielpunkte": 0, "won": 0, "lost": 0, "others_lost": 1, "leistung": 30},
        {"seat": 2, "spielpunkte": 24, "won": 1, "lost": 0, "others_lost": 1, "leistung": 104},
        {"seat": 3, "spielpunkte": -144, "won": 0, "lost": 1, "others_lost": 0, "leistung": -194},
        {"seat": 4, "spielpunkte": 0, "won": 0, "lost": 0, "others_lost": 1, "leistung": 30},
    ]
    assert told == {
        "id": str(paper.pk),
        "event": paper.table.round.event.slug,
        "round": 1,
        "table": 1,
        "kind": "main",
        "state": "open",
        "revision": 4,
        "rulebook": "isko-2022",
        "agreements": {},
        "evaluation": "seeger-fabian",
        "target": None,
        "deals": 2,
        "expected": 4,
        "passed": 0,
        "complete": False,
        "winner": 0,
        "seats": [
            {"seat": seat, "start_number": seat, "name": f"Gast {letter}", "club": "", "substitute": ""}
            for seat, letter in enumerate("ABCD", 1)
        ],
        "rows": rows,
        "results": results,
        "findings": [],
        "signatures": [{"seat": 2, "name": "Gast B", "own_code": False}],
        "next": {"number": 3, "dealer": 3, "declarers": [4, 1, 2]},
        "office": None,
    }
    office = key_of(schreiber).get(f"{API}listen/{paper.pk}").json()
    assert office["rows"][0]["entered"] == {"declarer": 2, **kreuz, "reason": "geeinigt"}
    assert office["rows"][2]["entered"]["reason"] == "vergeben"
    assert office["signatures"][0]["name"] == "B. Gast"
    moves = ("at_table", "handed_in", "entered", "in_question")
    assert office["office"] == {
        "note": "",
        "feet": [],
        "moves": [{"to": to, "needs_reason": False} for to in moves],
    }


def test_a_list_says_what_does_not_add_up(anybody, club, schreiber):
    event = make_evening(club)
    sheet = enter_list(schreiber, event, 1, 1, [FEET[0]._replace(gesamt=321), *FEET[1:]], Sheet.State.OPEN)
    found = anybody.get(f"{API}listen/{sheet.pk}").json()["findings"]
    assert [(each["code"], each["seat"], each["rule"]) for each in found] == [("c2", 1, ""), ("c3", None, "")]
    said = found[0]["message"]
    assert "321" in said and "320" in said
    english = anybody.get(f"{API}listen/{sheet.pk}", Accept_Language="en").json()["findings"][0]["message"]
    assert english != said and "321" in english


# ---- Leagues and club years ----


@pytest.fixture
@world
def league(club):
    """Four teams, one Serie a day, the first of two days played and checked: the Staffel and what was written down."""
    division = make_division(club, "ABCD", "A* B C D\nA B* C D", rounds=1)
    [group] = groups_of(division, 1)
    start(group)
    book = Book(division, "Liga")
    book.play(group, 1)
    return division, book, group


def test_the_table_of_a_league(anybody, league):
    division, book, group = league
    sums = {
        letter: [sum(each) for each in zip(*tables.values(), strict=True)]
        for (_day, _group, _serie, letter), tables in book.raw.items()
    }
    in_order = sorted(sums, key=lambda letter: -sums[letter][3])
    assert len({total[3] for total in sums.values()}) == 4
    zones = {1: "Aufstieg", 2: "Aufstieg", 3: "Relegation", 4: None}
    lines = []
    for place, letter in enumerate(in_order, 1):
        names = ("spielpunkte", "won", "lost", "leistung")
        lines.append(
            dict(zip(names, sums[letter], strict=True))
            | {"place": place, "shared": False, "letter": letter, "name": f"{letter} Staffel Ost {letter}"}
            | {"plus": 4 - place, "minus": place - 1, "lists": 4, "before": None, "zone": zones[place]}
            | {"start_plus": 0, "start_minus": 0}
            | {"wertungen": [{"at": "1.1", "place": place, "plus": 4 - place, "minus": place - 1}]}
        )
    for line, team in zip(lines, in_order, strict=True):
        line["name"] = division.teams.get(letter=team).name
    days = [
        {"number": 1, "date": "2026-09-12", "state": "checked"},
        {"number": 2, "date": "2026-09-19", "state": "planned"},
    ]
    table = {"name": "Staffel Ost", "at": "1.1", "state": "checked", "lines": lines, "annulled": [], "matchdays": days}
    assert anybody.get(f"{API}ligen/liga-2026/staffel-ost").json() == table
    after = anybody.get(f"{API}ligen/liga-2026/staffel-ost?nach=1.1").json()
    assert after == table | {"matchdays": days[:1]}
    assert anybody.get(f"{API}ligen/liga-2026/staffel-ost?nach=1.2").status_code == 404
    told = anybody.get(f"{API}ligen/liga-2026/staffel-ost/spieltage/1").json()
    [told_group] = told["groups"]
    assert {name: told_group[name] for name in ("number", "state", "host", "event")} == {
        "number": 1,
        "state": "checked",
        "host": "A",
        "event": group.event.slug,
    }
    by_letter = {line["letter"]: line for line in lines}
    for team in told_group["teams"]:
        line = by_letter[team["letter"]]
        names = ("spielpunkte", "won", "lost", "leistung", "plus", "minus")
        assert team["serien"] == [{name: line[name] for name in names} | {"serie": 1, "lists": 4}]
        assert (team["plus"], team["minus"], team["absence"]) == (line["plus"], line["minus"], "")


def test_seasons_and_players(anybody, league, club):
    _division, book, _group = league
    line = {
        "slug": "liga-2026",
        "name": "Liga 2026",
        "club": club.slug,
        "state": "published",
        "rulebook": "isko-2022",
        "evaluation": "seeger-fabian",
    }
    assert anybody.get(f"{API}ligen").json() == {"seasons": [line], **page_of(1)}
    whole = anybody.get(f"{API}ligen/liga-2026").json()
    [level] = whole.pop("levels")
    assert level["divisions"] == [{"slug": "staffel-ost", "name": "Staffel Ost"}]
    assert (level["number"], level["name"]) == (1, "Oberliga")
    rules = {
        "rounds": 1,
        "scale": [3, 2, 1, 0],
        "scales": {},
        "team_size": 4,
        "filled": False,
        "rule": "In jeder Serie bekommen die Mannschaften einer Gruppe 3:0, 2:1, 1:2, 0:3 Wertungspunkte."
        " Bei gleichen Punkten entscheiden mehr gewonnene, dann weniger verlorene Spiele, dann wird geteilt."
        " Die Tabelle ordnen: Pluspunkte, Leistung, mehr gewonnene Spiele, weniger verlorene Spiele.",
        "tie": "won_lost",
        "absent_minus": False,
        "broken_off_minus": False,
        "plus_only": False,
        "order": ["plus", "leistung", "won", "lost"],
    }
    assert whole == line | rules
    found = anybody.get(f"{API}ligen/liga-2026/staffel-ost/spieler").json()
    expected = sorted((own.leistung for tables in book.raw.values() for own in tables.values()), reverse=True)
    assert [each["leistung"] for each in found["players"]] == expected
    assert (found["count"], found["with_fewer"]) == (16, 0)
    assert all(each["average"] == each["leistung"] for each in found["players"])
    fewer = anybody.get(f"{API}ligen/liga-2026/staffel-ost/spieler?ab=2&nach=schnitt").json()
    assert (fewer["players"], fewer["with_fewer"]) == ([], 16)


@pytest.fixture
@world
def year(club, played):
    """The evening alone, counted by the average of lists."""
    days = {"first_day": datetime.date(2026, 1, 1), "last_day": datetime.date(2026, 12, 31)}
    year = create_year(club, rules=[{"measure": "average"}], name="2026", parts="quarter", **days)
    add_evenings(year, [played])
    set_year_state(year, ClubYear.State.PUBLISHED)
    return year


def test_the_table_of_a_club_year(anybody, year, played):
    found = anybody.get(f"{API}clubjahre/{year.slug}").json()
    guests = found.pop("guests")
    rule = found.pop("rule")
    assert rule.startswith("Es entscheidet der Schnitt je Liste")
    night = {"number": 1, "event": played.slug, "name": "Preisskat", "date": "2026-11-21"}
    assert found == {
        "slug": year.slug,
        "name": "2026",
        "club": "herz-dame-altenburg",
        "state": "published",
        "standing": "Stand nach 1 Abend, 21.11.2026, vorläufig",
        "part": None,
        "table": 1,
        "title": "Jahrestabelle",
        "nights": [{**night, "missing": 0, "in_question": False}],
        "members": [],
        "below": [],
    }
    assert [(guest["place"], guest["name"], guest["value"]) for guest in guests] == [
        (place, NAMES[number - 1], leistung) for place, number, *_points, leistung in LINES
    ]
    first = guests[0]
    assert first["key"] == f"g{played.entries.get(start_number=3).pk}"
    assert first["cells"] == [{"number": 1, "value": 360, "counts": True}]
    assert anybody.get(f"{API}clubjahre/{year.slug}?teil=4").json()["part"] == 4
    assert anybody.get(f"{API}clubjahre/{year.slug}?teil=1").status_code == 404
    told = {"slug": year.slug, "name": "2026", "first_day": "2026-01-01", "last_day": "2026-12-31"}
    assert anybody.get(f"{API}vereine/herz-dame-altenburg").json()["years"] == [{**told, "state": "published"}]


# ---- Names ----


def test_who_objects_appears_as_on_the_public_pages(anybody, club, anna, schreiber, key_of, leser):
    change_player(anna, number="1", publication="pseudonym", pseudonym="Kreuzbube")
    event = make_evening(club)
    [entry] = enter_players(event, [anna.player])
    event.rounds.get(number=1).seats.filter(entry__start_number=1).update(entry=entry)
    create_teams(event, Team.Kind.TANDEM, f"Kreuz: {entry.start_number} 2")
    sheet = enter_list(schreiber, event, 1, 1)
    places = [
        *("/teilnehmer", "/serien/1", "/serien/1/tische/1", "/rangliste", "/rangliste?serie=1"),
        *("/mannschaften/tandem", "/beste-listen", f"/spieler/{entry.start_number}", "/spieler/2"),
    ]
    for address in [*(of(event, place) for place in places), f"{API}listen/{sheet.pk}"]:
        public = str(anybody.get(address).json())
        assert "Kreuzbube" in public and "Anna" not in public, address
        known = str(key_of(leser).get(address).json())
        assert "Anna Ärmel" in known and "Kreuzbube" not in known, address
        leser.access_keys.all().delete()


def test_the_names_of_a_league_and_a_year_too(anybody, league, key_of, leser):
    division, _book, _group = league
    member = division.teams.get(letter="A").squad.select_related("player").first()
    player = member.player
    player.publication, player.pseudonym = Publication.PSEUDONYM, "Kreuzbube"
    player.save()
    address = f"{API}ligen/liga-2026/staffel-ost/spieler"
    public, known = anybody.get(address).json(), key_of(leser).get(address).json()
    assert "Kreuzbube" in [each["name"] for each in public["players"]]
    assert player.name not in [each["name"] for each in public["players"]]
    assert player.name in [each["name"] for each in known["players"]]


# ---- Who may read what ----

READ = ("betreiber", "admin", "leiterin", "schreiber", "leser")
EVENT_PLACES = (
    *("", "/teilnehmer", "/serien/1", "/serien/1/tische/1", "/rangliste", "/mannschaften/team", "/beste-listen"),
    "/spieler/1",
)


@pytest.mark.parametrize("place", EVENT_PLACES)
def test_an_event_in_preparation_is_for_roles(place, played, cast, key_of):
    set_state(played, Event.State.DRAFT)
    responses = {
        name: (key_of(user) if user else Asker()).get(of(played, place)).status_code for name, user in cast.items()
    }
    assert responses == {**dict.fromkeys(READ, 200), "fremde": 404, "anonym": 401}


def test_so_is_its_list(played, cast, key_of):
    address = f"{API}listen/{sheet_at(played, 1).pk}"
    set_state(played, Event.State.DRAFT)
    responses = {name: (key_of(user) if user else Asker()).get(address).status_code for name, user in cast.items()}
    assert responses == {**dict.fromkeys(READ, 200), "fremde": 404, "anonym": 401}


def test_so_are_a_season_and_a_club_year(league, year, cast, key_of):
    division, *_rest = league
    set_season_state(division.season, Season.State.DRAFT)
    set_year_state(year, ClubYear.State.DRAFT)
    base = f"{API}ligen/liga-2026"
    addresses = [base, f"{base}/staffel-ost", f"{base}/staffel-ost/spieltage/1", f"{base}/staffel-ost/spieler"]
    for address in [*addresses, f"{API}clubjahre/{year.slug}"]:
        responses = {name: (key_of(user) if user else Asker()).get(address).status_code for name, user in cast.items()}
        assert responses == {**dict.fromkeys(READ, 200), "fremde": 404, "anonym": 401}, address
    assert Asker().get(f"{API}ligen").json()["seasons"] == []


@pytest.mark.parametrize(
    "address",
    [
        *("vereine/nirgends", "veranstaltungen/nie", "ligen/keine", "clubjahre/keins", "nichts", "vereine/", ""),
        "listen/3f0b6d0c-8d2c-4f1e-9d3a-0c5d7a1b2c3d",
        "listen/keine",
        *(f"veranstaltungen/preisskat-2026-11-21/{rest}" for rest in ("serien/9", "serien/1/tische/9", "spieler/99")),
        *(f"veranstaltungen/preisskat-2026-11-21/{rest}" for rest in ("mannschaften/verein", "serien/-1")),
        *(f"veranstaltungen/preisskat-2026-11-21/rangliste?{query}" for query in ("serie=9", "nach=9", "klasse=1")),
        "veranstaltungen/preisskat-2026-11-21/rangliste?klasse=99999999999999999999",
    ],
)
def test_what_there_is_not(anybody, played, address):
    response = anybody.get(API + address)
    assert (response.status_code, codes(response)) == (404, ["not_found"])
    assert response["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("veranstaltungen?seite=0", "seite"),
        ("veranstaltungen?seite=x", "seite"),
        ("veranstaltungen?verein=%00", "verein"),
        ("veranstaltungen/preisskat-2026-11-21/rangliste?serie=x", "serie"),
        ("ligen/liga/staffel?nach=drei", "nach"),
        ("clubjahre/jahr?teil=13", "teil"),
    ],
)
def test_parameters_that_make_no_sense(anybody, played, query, field):
    response = anybody.get(API + query)
    assert response.status_code == 422
    assert response.json() == {
        "problems": [
            {
                "code": "bad_parameter",
                "message": f"Der Wert von „{field}“ passt nicht; bitte in der Beschreibung nachsehen.",
                "field": field,
                "rule": "",
            }
        ]
    }


# ---- Marks, and who may keep what ----


def addresses_of(event: Event) -> list[str]:
    places = [of(event, place) for place in EVENT_PLACES]
    return [*places, f"{API}vereine", f"{API}veranstaltungen", f"{API}listen/{sheet_at(event, 1).pk}"]


def test_what_has_not_changed_is_not_sent_again(anybody, played, key_of, leser):
    for asker in (anybody, key_of(leser)):
        for address in addresses_of(played):
            first = asker.get(address)
            again = asker.get(address, If_None_Match=first["ETag"])
            assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"]), address
            head = asker.client.head(address, headers=asker.headers)
            assert (head.status_code, head["ETag"]) == (200, first["ETag"])


def test_the_mark_changes_with_a_list_and_with_a_name(anybody, played, schreiber, anna, key_of, leser):
    def mark(asker=anybody):
        return asker.get(of(played, "/rangliste"))["ETag"]

    marks = [mark(), mark(key_of(leser))]
    enter_list(schreiber, played, 2, 1)
    marks.append(mark())
    change_player(anna, number="1", publication="first_name")
    marks.append(mark())
    marks.append(anybody.get(of(played, "/rangliste"), Accept_Language="en")["ETag"])
    assert len(set(marks)) == 5


def test_roles_and_public_never_share_an_answer(anybody, played, anna, key_of, leser, fremde):
    change_player(anna, number="1", publication="first_name")
    enter_players(played, [anna.player])
    address = of(played, "/teilnehmer")
    known, public = key_of(leser).get(address), anybody.get(address)
    assert "Anna Ärmel" in known.content.decode()
    assert "Anna Ärmel" not in public.content.decode()
    assert "Anna Ärmel" not in key_of(fremde).get(address).content.decode()
    assert (known["Cache-Control"], public["Cache-Control"]) == ("no-cache, private", "no-cache")
    assert "Authorization" in known["Vary"] and "Authorization" in public["Vary"]


def test_pages_of_other_sites_may_read_what_is_public_and_nothing_with_a_key(anybody, played, key_of, leser):
    public = anybody.get(of(played, "/rangliste"))
    assert public["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in public
    assert "Access-Control-Allow-Origin" not in key_of(leser).get(of(played, "/rangliste"))
    preflight = anybody.client.options(of(played, "/rangliste"))
    assert preflight.status_code == 405
    assert "Access-Control-Allow-Origin" not in preflight


def test_what_an_address_does_not_know(anybody, played):
    response = anybody.send("post", of(played, "/rangliste"), {})
    assert (response.status_code, response["Allow"], codes(response)) == (405, "GET", ["method_not_allowed"])


# ---- Queries ----

QUERIES = {
    "": 5,
    "/teilnehmer": 4,
    "/serien/1": 7,
    "/serien/1/tische/1": 7,
    "/rangliste": 8,
    "/mannschaften/tandem": 9,
    "/beste-listen": 7,
    "/spieler/1": 10,
}


@pytest.mark.parametrize(("place", "queries"), QUERIES.items())
def test_queries_do_not_grow_with_those_who_take_part(place, queries, anybody, club, schreiber):
    def count(event) -> int:
        cache.clear()
        with CaptureQueriesContext(connection) as found:
            assert anybody.get(of(event, place)).status_code == 200
        return len(found)

    event = make_evening(club)
    create_teams(event, Team.Kind.TANDEM, "Kreuz: 1 2")
    enter_list(schreiber, event, 1, 1)
    one = count(event)
    enter_guests(event, [(f"Gast {number}", "") for number in range(20)])
    create_teams(event, Team.Kind.TANDEM, "Pik: 3 4\nHerz: 5 6\nKaro: 7 8", "vergessen")
    for round, table in ((1, 2), (2, 1), (2, 2)):
        enter_list(schreiber, event, round, table)
    assert (one, count(event)) == (queries, queries)


def test_queries_of_a_list_do_not_grow_with_its_rows(anybody, paper, schreiber, django_assert_num_queries):
    address = f"{API}listen/{paper.pk}"
    for revision, declarer in enumerate((2, 3, 4)):
        append_row(paper.pk, Entered(declarer=declarer, score=24), Change(revision, schreiber))
        with django_assert_num_queries(8):
            anybody.get(address)


LONG_LISTS = {
    "vereine": 2,
    "veranstaltungen": 2,
    "ligen": 2,
    "ligen/liga-2026": 3,
    "ligen/liga-2026/staffel-ost": 10,
    "ligen/liga-2026/staffel-ost/spieltage/1": 10,
    "ligen/liga-2026/staffel-ost/spieler": 9,
    "clubjahre/herz-dame-altenburg-2026": 11,
}


def test_queries_of_leagues_and_years_do_not_grow(anybody, club, played, league, year, schreiber):
    def count(address) -> int:
        cache.clear()
        with CaptureQueriesContext(connection) as found:
            assert anybody.get(API + address).status_code == 200
        return len(found)

    def counts() -> dict[str, int]:
        return {address: count(address) for address in LONG_LISTS}

    assert counts() == LONG_LISTS
    division, book, _group = league
    [second] = groups_of(division, 2)
    start(second)
    book.play(second, 1)
    make_division(club, "EFGH", "E* F G H", rounds=1, name="Liga 2027")
    enter_list(schreiber, played, 2, 1)
    assert counts() == LONG_LISTS
