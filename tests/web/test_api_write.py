"""Programs write lists: row by row or by the foot, through the site's own checks, guard and history."""

import json
from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.rulebooks import BOOKS
from skatliga.api.bodies import MOST_BYTES
from skatliga.api.keys import create_key
from skatliga.events.models import Event
from skatliga.events.roles import grant_role
from skatliga.events.services import set_state
from skatliga.lists.evaluation import Entered
from skatliga.lists.history import chronicle
from skatliga.lists.models import Row, SeatResult, Sheet, Submission
from skatliga.lists.queries import stored_rows
from web.api import API, Asker, codes
from web.ranks import FEET, make_evening

pytestmark = pytest.mark.django_db

KREUZ = {"declarer": 2, "game": "kreuz", "spitzen": 1, "won": True}
GRAND = {"declarer": 3, "game": "grand", "spitzen": -2, "won": False, "bid": 24}


@pytest.fixture
def key_of() -> Callable[..., Asker]:
    """A program with a key that may write, of a user."""

    def asker(user) -> Asker:
        return Asker(create_key(user, "Eingabe", read_only=False).secret)

    return asker


@pytest.fixture
def writer(key_of, schreiber) -> Asker:
    return key_of(schreiber)


def of(sheet: Sheet, rest: str = "") -> str:
    return f"{API}listen/{sheet.pk}{rest}"


def append(asker: Asker, sheet: Sheet, row: dict, revision: int, **more):
    return asker.send("post", of(sheet, "/zeilen"), {"revision": revision, "row": row, **more})


def problems(response) -> list[tuple[str, str]]:
    """Code and field of everything that was refused."""
    assert response.status_code == 422, response.content
    return [(problem["code"], problem["field"]) for problem in response.json()["problems"]]


# ---- Rows ----


def test_a_whole_list(writer, paper, schreiber):
    rows = [KREUZ, GRAND, {"declarer": 4, "score": 48}, {"game": "eingepasst"}]
    for revision, row in enumerate(rows):
        response = append(writer, paper, row, revision)
        assert (response.status_code, response.json()["revision"]) == (200, revision + 1)
        assert response["Cache-Control"] == "no-store, private"
    told = response.json()
    assert (told["complete"], told["next"], told["passed"]) == (True, None, 1)
    # Kreuz with 1: 24; Grand without 2 lost: -144; 48. One lost deal: 30 for each other.
    assert [(each["spielpunkte"], each["leistung"]) for each in told["results"]] == [
        (0, 30),
        (24, 24 + 50 + 30),
        (-144, -144 - 50),
        (48, 48 + 50 + 30),
    ]
    assert told == writer.get(of(paper)).json()
    assert [row["entered"] for row in told["rows"]] == rows
    response = writer.send("post", of(paper, "/stand"), {"revision": 4, "to": "entered"})
    assert (response.status_code, response.json()["state"]) == (200, "entered")
    kept = SeatResult.objects.filter(sheet=paper).values_list("leistung", flat=True)
    assert list(kept) == [30, 104, -194, 128]
    assert {change.who for change in chronicle(paper)} == {schreiber.name}


def test_what_is_read_can_be_sent_back(writer, paper):
    append(writer, paper, GRAND, 0)
    [row] = writer.get(of(paper)).json()["rows"]
    response = writer.send("put", of(paper, "/zeilen/1"), {"revision": 1, "row": row["entered"]})
    [again] = response.json()["rows"]
    assert again == row


def test_cards_stand_for_spitzen(writer, paper):
    cards = {"cards": "CJ SJ HJ CA CT CK CQ C9 C8 C7", "skat": "D7 D8"}
    response = append(writer, paper, {"declarer": 2, "game": "kreuz", "won": True, **cards}, 0)
    # Jacks of clubs, spades and hearts, not of diamonds: mit 3, Spiel 4 mal 12
    assert response.json()["rows"][0]["score"] == 48
    assert Row.objects.get().deal == {"game": "kreuz", "spitzen": 3, "won": True}


def test_a_penalty_and_a_running_total(writer, paper):
    append(writer, paper, {**KREUZ, "running": 24}, 0)
    response = append(writer, paper, {"strafe": 10, "seat": 3, "reason": "falsch gegeben"}, 1)
    # the amount goes from its seat to each of the three others
    assert [each["spielpunkte"] for each in response.json()["results"]] == [10, 34, -30, 10]
    assert problems(append(writer, paper, {"declarer": 3, "score": 24, "running": 25}, 2)) == [("running_total", "")]
    assert stored_rows(paper) == (
        Entered(1, 2, {"game": "kreuz", "spitzen": 1, "won": True}, running=24),
        Entered(2, 3, penalty=10, reason="falsch gegeben"),
    )


def test_somebody_leaves_the_table(writer, paper):
    response = append(writer, paper, {"declarer": 3, "score": 24, "seats_playing": [1, 3, 4]}, 0)
    assert response.status_code == 200
    assert stored_rows(paper)[0].playing == (1, 3, 4)


def test_a_row_is_corrected_and_struck(writer, paper):
    append(writer, paper, KREUZ, 0)
    append(writer, paper, GRAND, 1)
    response = writer.send("put", of(paper, "/zeilen/1"), {"revision": 2, "row": {"declarer": 4, "score": 48}})
    assert [row["score"] for row in response.json()["rows"]] == [48, -144]
    response = writer.send("post", of(paper, "/streichungen"), {"revision": 3, "rows": [2], "reason": "vergeben"})
    assert [row["void"] for row in response.json()["rows"]] == [False, True]
    assert Row.objects.get(nr=2).reason == "vergeben"
    response = writer.send("put", of(paper, "/zeilen/2"), {"revision": 4, "row": KREUZ})
    assert problems(response) == [("refused", "")]
    assert response.json()["problems"][0]["message"] == "Diese Zeile ist gestrichen; sie bleibt, wie sie war."


def test_an_entered_list_is_corrected_with_a_reason_only(writer, paper):
    for revision, row in enumerate([KREUZ, GRAND, {"declarer": 4, "score": 48}, {"game": "eingepasst"}]):
        append(writer, paper, row, revision)
    writer.send("post", of(paper, "/stand"), {"revision": 4, "to": "entered"})
    body = {"revision": 5, "row": {"declarer": 2, "score": 48}}
    refused = writer.send("put", of(paper, "/zeilen/1"), body)
    assert refused.json()["problems"][0]["message"] == "Bitte eine Begründung angeben."
    done = writer.send("put", of(paper, "/zeilen/1"), body | {"reason": "verhört"})
    assert done.status_code == 200
    assert chronicle(paper)[0].why == "verhört"


# ---- The foot and the states ----


@pytest.fixture
def sheet(writer, club) -> Sheet:
    """The list of a table of twelve deals, opened by the program."""
    event = make_evening(club)
    address = f"{API}veranstaltungen/{event.slug}/serien/1/tische/1/liste"
    opened = writer.send("post", address, {})
    assert (opened.status_code, opened.json()["state"]) == (201, "open")
    again = writer.send("post", address, {})
    assert (again.status_code, again.json()) == (200, opened.json())
    return Sheet.objects.get(pk=opened.json()["id"])


def test_a_list_of_feet_alone(writer, sheet):
    feet = [foot._asdict() for foot in FEET]
    response = writer.send("put", of(sheet, "/fuss"), {"revision": 0, "feet": feet, "eingepasst": 0})
    told = response.json()
    assert [each["leistung"] for each in told["results"]] == [320, 230, 360, -290]
    assert told["office"]["feet"] == [{"seat": seat, **foot} for seat, foot in enumerate(feet, 1)]
    assert (told["complete"], told["findings"]) == (True, [])
    response = writer.send("post", of(sheet, "/stand"), {"revision": 1, "to": "handed_in"})
    assert response.json()["state"] == "handed_in"


def test_a_foot_that_does_not_add_up_is_told(writer, sheet):
    feet = [FEET[0]._replace(gesamt=321)._asdict(), *(foot._asdict() for foot in FEET[1:])]
    response = writer.send("put", of(sheet, "/fuss"), {"revision": 0, "feet": feet, "eingepasst": 0})
    assert [each["code"] for each in response.json()["findings"]] == ["c2", "c3"]
    refused = writer.send("post", of(sheet, "/stand"), {"revision": 1, "to": "entered"})
    assert "geht noch nicht auf" in refused.json()["problems"][0]["message"]


def test_only_what_a_role_may_say_of_a_list(writer, sheet, key_of, leiterin):
    feet = [foot._asdict() for foot in FEET]
    writer.send("put", of(sheet, "/fuss"), {"revision": 0, "feet": feet, "eingepasst": 0})
    body = {"revision": 1, "to": "annulled", "reason": "falsche Serie"}
    refused = writer.send("post", of(sheet, "/stand"), body)
    assert (refused.status_code, codes(refused)) == (403, ["role_too_weak"])
    director = key_of(leiterin)
    assert problems(director.send("post", of(sheet, "/stand"), body | {"to": "verloren"})) == [("state_unknown", "to")]
    assert problems(director.send("post", of(sheet, "/stand"), body | {"to": "binding"})) == [("refused", "")]
    assert director.send("post", of(sheet, "/stand"), body).json()["state"] == "annulled"


def test_a_table_without_anybody_has_no_list(writer, event):
    address = f"{API}veranstaltungen/{event.slug}/serien/1/tische/1/liste"
    assert writer.send("post", address, {}).status_code == 404


def test_a_closed_event_stays_as_it_is(writer, paper):
    Event.objects.update(state="final")
    response = append(writer, paper, KREUZ, 0)
    assert "abgeschlossen" in response.json()["problems"][0]["message"]
    assert not Row.objects.exists()


# ---- Somebody else was faster; the network sends again ----


def test_whoever_was_second_is_told_and_shown_the_list(writer, paper, key_of, leiterin):
    append(key_of(leiterin), paper, KREUZ, 0)
    for body in (
        ("post", "/zeilen", {"row": GRAND}),
        ("put", "/zeilen/1", {"row": GRAND}),
        ("post", "/streichungen", {"rows": [1], "reason": "vergeben"}),
        ("put", "/fuss", {"feet": [None] * 4}),
        ("post", "/stand", {"to": "handed_in"}),
    ):
        method, place, fields = body
        refused = writer.send(method, of(paper, place), {"revision": 0, **fields})
        assert refused.status_code == 409
        assert refused.json() == {
            "problems": [
                {
                    "code": "conflict",
                    "message": "Jemand anders hat diese Liste inzwischen geändert; bitte vergleichen und neu eingeben.",
                    "field": "revision",
                    "rule": "",
                }
            ],
            "sheet": writer.get(of(paper)).json(),
        }
    assert [row.deal["game"] for row in stored_rows(paper)] == ["kreuz"]


def test_what_is_sent_again_is_carried_out_once(writer, paper):
    key = str(uuid4())
    first = append(writer, paper, KREUZ, 0, key=key)
    append(writer, paper, GRAND, 1)
    again = append(writer, paper, KREUZ, 0, key=key)
    assert (first.status_code, again.status_code) == (200, 200)
    assert [row["score"] for row in again.json()["rows"]] == [24, -144]
    assert again.json()["revision"] == 2
    assert Submission.objects.get().key == UUID(key)


def test_a_key_used_again_with_another_body_is_refused(writer, paper, list_of):
    key = str(uuid4())
    assert append(writer, paper, KREUZ, 0, key=key).status_code == 200
    foot = {"spielpunkte": 24, "won": 1, "lost": 0}
    for method, rest, body in (
        ("post", "/zeilen", {"row": GRAND}),
        ("put", "/zeilen/1", {"row": KREUZ}),
        ("post", "/streichungen", {"rows": [1], "reason": "Irrtum"}),
        ("put", "/fuss", {"feet": [foot] * 4}),
        ("post", "/stand", {"to": "handed_in"}),
    ):
        answer = writer.send(method, of(paper, rest), {"revision": 1, "key": key, **body})
        assert problems(answer) == [("key_taken", "key")]
    assert answer.json()["problems"][0]["message"] == (
        "Dieser Schlüssel gehört schon zu einem anderen Auftrag. Nichts ist geändert."
    )
    assert problems(append(writer, list_of(table=2), KREUZ, 0, key=key)) == [("key_taken", "key")]
    paper.refresh_from_db()
    assert (paper.revision, paper.rows.count(), Submission.objects.count()) == (1, 1, 1)


# ---- Whole lists ----

ROUND = [
    {"declarer": 2, "game": "kreuz", "spitzen": 1, "won": True},
    {"declarer": 3, "score": -48},
    {"game": "eingepasst"},
    {"declarer": 1, "game": "grand", "spitzen": 3, "hand": True, "won": True, "running": 120},
]
# 24 + 50 + 30; -48 - 50; 120 + 50 + 30; the fourth 30 for the lost game of another (SkWO 6.3.1 at four).
RESULTS = [200, 104, -98, 30]


def at(evening, table: int) -> str:
    return f"{API}veranstaltungen/{evening.slug}/serien/1/tische/{table}/liste"


def test_a_whole_list_is_checked_and_stored(writer, evening):
    tried = writer.send("put", at(evening, 1), {"rows": ROUND, "dry_run": True})
    assert tried.status_code == 200 and tried.json()["dry_run"] is True and not Sheet.objects.exists()
    body = {"rows": ROUND, "key": str(uuid4())}
    stored = writer.send("put", at(evening, 1), body)
    assert stored.status_code == 201, stored.content
    for said in (stored.json(), tried.json()["sheet"]):
        assert (said["state"], said["complete"], said["findings"]) == ("entered", True, [])
        assert [result["leistung"] for result in said["results"]] == RESULTS
    again = writer.send("put", at(evening, 1), body)
    assert (again.status_code, again.json()) == (200, writer.get(of(Sheet.objects.get())).json())
    # Sent again it is the same request, also where somebody has changed the list since.
    append(writer, Sheet.objects.get(), KREUZ, 0)
    Sheet.objects.update(state="handed_in")
    assert writer.send("put", at(evening, 1), body).status_code == 200
    assert problems(writer.send("put", at(evening, 1), {**body, "note": "doch"})) == [("key_taken", "key")]
    assert problems(writer.send("put", at(evening, 2), body)) == [("key_taken", "key")]
    assert Sheet.objects.count() == 1


def test_another_whole_list_at_the_table_changes_nothing(writer, evening):
    assert writer.send("put", at(evening, 1), {"rows": ROUND}).status_code == 201
    assert writer.send("put", at(evening, 1), {"rows": ROUND}).status_code == 200
    answer = writer.send("put", at(evening, 1), {"rows": ROUND[:3]})
    assert (answer.status_code, codes(answer)) == (409, ["conflict"])
    assert len(answer.json()["sheet"]["rows"]) == 4


def test_a_whole_list_that_breaks_off_counts_with_its_note(writer, evening):
    said = writer.send("put", at(evening, 1), {"rows": ROUND[:2], "note": "nach 2 Spielen abgebrochen"}).json()
    assert (said["state"], said["deals"], [found["code"] for found in said["findings"]]) == (
        ("entered", 2, ["rounds_incomplete"])
    )
    said = writer.send("put", at(evening, 2), {"rows": ROUND[:2]}).json()
    assert (said["state"], said["expected"]) == ("handed_in", 4)


def test_a_whole_list_is_refused_with_everything_wrong(writer, evening):
    rows = [{"declarer": 2, "game": "kreuz"}, {"declarer": 9, "score": 24}, "grand"]
    answer = writer.send("put", at(evening, 1), {"rows": rows, "dry_run": 1, "note": 7, "x": 1})
    assert {field for _code, field in problems(answer)} >= {"rows.2.declarer", "rows.3", "dry_run", "note", "x"}
    assert problems(writer.send("put", at(evening, 1), {})) == [("list_empty", "rows")]
    assert set(codes(writer.send("put", at(evening, 1), {"rows": ROUND * 2}))) == {"refused"}
    assert writer.send("put", at(evening, 9), {"rows": ROUND}).status_code == 404
    assert not Sheet.objects.exists()


# ---- What is refused, all at once ----


def test_everything_wrong_with_a_deal_is_told_with_code_field_and_paragraph(writer, paper):
    row = {"declarer": 2, "game": "kreuz", "spitzen": 0, "won": 1, "bid": 19, "farbe": "rot"}
    response = append(writer, paper, row, 0)
    found = {(each["code"], each["field"]): each for each in response.json()["problems"]}
    assert {("wrong_kind", "row.won"), ("spitzen_impossible", "row.spitzen"), ("field_unknown", "row.farbe")} <= set(
        found
    )
    assert found["spitzen_impossible", "row.spitzen"]["rule"] == "ISkO 2.3"
    assert all(each["message"] for each in found.values())
    assert not Row.objects.exists()


@pytest.mark.parametrize(
    ("row", "refused"),
    [
        ({}, [("field_missing", "row.game")]),
        (None, [("row_form", "row")]),
        ([KREUZ], [("row_form", "row")]),
        ({"declarer": 5, "score": 24}, [("number_range", "row.declarer")]),
        ({"declarer": True, "score": 24}, [("wrong_kind", "row.declarer")]),
        ({"declarer": 2, "score": 24.0}, [("wrong_kind", "row.score")]),
        ({"declarer": 2, "score": 10**30}, [("number_range", "row.score")]),
        ({"declarer": 2, "score": 19}, [("score_impossible", "")]),
        ({"declarer": 1, "score": 24}, [("seat_deals", "")]),
        ({**KREUZ, "score": 24}, [("deal_and_score", "row.score")]),
        ({**KREUZ, "seat": 2}, [("field_unknown", "row.seat")]),
        ({**KREUZ, "void": True}, [("field_unknown", "row.void")]),
        ({**KREUZ, "rulebook": "altenburg"}, [("rulebook_differs", "row.rulebook")]),
        ({**KREUZ, "reason": "\0"}, [("text_form", "row.reason")]),
        ({**KREUZ, "reason": "\ud800"}, [("text_form", "row.reason")]),
        ({**KREUZ, "reason": "x" * 501}, [("text_form", "row.reason")]),
        ({**KREUZ, "seats_playing": [4, 1, 1]}, [("playing_form", "row.seats_playing")]),
        ({"strafe": 0, "seat": 2, "reason": "x"}, [("number_range", "row.strafe")]),
        ({"strafe": 10}, [("reason_needed", "row.reason"), ("field_missing", "row.seat")]),
        ({"strafe": 10, "seat": 2, "reason": "x", "game": "pik"}, [("field_not_in_game", "row.game")]),
    ],
)
def test_rows_that_cannot_be(writer, paper, row, refused):
    assert problems(append(writer, paper, row, 0)) == refused
    assert not Row.objects.exists()


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ({"row": KREUZ}, [("field_missing", "revision")]),
        ({"row": KREUZ, "revision": -1}, [("number_range", "revision")]),
        ({"row": KREUZ, "revision": 10**30}, [("number_range", "revision")]),
        ({"row": KREUZ, "revision": 0, "key": "doppelt"}, [("key_form", "key")]),
        ({"row": KREUZ, "revision": 0, "zeile": 1}, [("field_unknown", "zeile")]),
        ({"revision": "0"}, [("wrong_kind", "revision"), ("row_form", "row")]),
        ([], [("not_an_object", "")]),
        (b"{", [("not_json", "")]),
        (b"\xff", [("not_utf8", "")]),
        (b'{"revision": NaN}', [("not_a_number", "")]),
        (b'{"revision": 0, "revision": 1}', [("duplicate_key", "")]),
        (b'{"\\ud800": 1, "revision": 0, "row": {"declarer": 2, "score": 24}}', [("field_unknown", "\ud800")]),
        (b"[" * 5000, [("nested_too_deep", "")]),
        (b"", [("not_json", "")]),
    ],
)
def test_bodies_that_cannot_be(writer, paper, body, refused):
    assert problems(writer.send("post", of(paper, "/zeilen"), body)) == refused
    assert not Row.objects.exists()


@pytest.mark.parametrize(
    ("method", "place", "fields", "refused"),
    [
        ("post", "/streichungen", {"rows": [], "reason": "x"}, [("list_form", "rows")]),
        ("post", "/streichungen", {"rows": ["1"], "reason": "x"}, [("list_form", "rows")]),
        ("post", "/streichungen", {"rows": [1]}, [("refused", "")]),
        ("post", "/streichungen", {"rows": [7], "reason": "x"}, [("refused", "")]),
        ("put", "/zeilen/7", {"row": KREUZ}, [("refused", "")]),
        ("put", "/fuss", {"feet": [None] * 3}, [("feet_form", "feet")]),
        ("put", "/fuss", {"feet": [{"spielpunkte": 1, "won": 1}, None, None, 5]}, None),
        ("put", "/fuss", {"feet": [{"spielpunkte": 10**6, "won": 1, "lost": 0}, *[None] * 3]}, [("refused", "")]),
        ("put", "/fuss", {"feet": [{"spielpunkte": 24, "won": 99, "lost": 0}, *[None] * 3]}, [("refused", "")]),
        ("post", "/stand", {}, [("state_unknown", "to")]),
        ("post", "/stand", {"to": 5}, [("wrong_kind", "to")]),
    ],
)
def test_other_changes_that_cannot_be(writer, paper, method, place, fields, refused):
    response = writer.send(method, of(paper, place), {"revision": 0, **fields})
    assert problems(response) == (refused or [("field_missing", "feet.1.lost"), ("totals_form", "feet.4")])
    paper.refresh_from_db()
    assert paper.revision == 0


def test_a_foot_with_an_unknown_field_is_told_which_there_are(writer, paper):
    foot = {"spielpunkte": 24, "won": 1, "lost": 0, "total": 74}
    response = writer.send("put", of(paper, "/fuss"), {"revision": 0, "feet": [foot, None, None, None]})
    assert problems(response) == [("totals_form", "feet.1")]
    assert response.json()["problems"][0]["message"] == (
        "Ein Fuß hat spielpunkte, won und lost, nach Bedarf gesamt, sonst nichts; null, wo nichts steht."
    )


def test_ten_thousand_rows_are_not_read(writer, paper):
    body = json.dumps({"revision": 0, "row": [KREUZ] * 10_000}).encode()
    assert len(body) > MOST_BYTES
    with CaptureQueriesContext(connection) as asked:
        refused = writer.send("post", of(paper, "/zeilen"), body)
    assert (refused.status_code, codes(refused)) == (413, ["too_long"])
    assert not any("INSERT" in query["sql"] for query in asked.captured_queries)


def test_what_is_refused_is_told_in_english_too(writer, paper):
    writer.headers["Accept-Language"] = "en"
    [problem] = append(writer, paper, {"declarer": 2, "score": 24.5}, 0).json()["problems"]
    assert problem["code"] == "wrong_kind"
    assert "must be" in problem["message"]


def test_a_table_plays_as_it_has_agreed(club, key_of, leiterin):
    """Where the book lets tables agree on something, a row that says otherwise is refused."""
    book = next(book for book in BOOKS.values() if "hand_doubled" in book.settings)
    event = make_evening(club)
    Event.objects.filter(pk=event.pk).update(
        rulebook=book.key, agreements={"hand_doubled": False}, evaluation=book.evaluations[0]
    )
    asker = key_of(leiterin)
    opened = asker.send("post", f"{API}veranstaltungen/{event.slug}/serien/1/tische/1/liste", {})
    sheet = Sheet.objects.get(pk=opened.json()["id"])
    row = {"declarer": 1, "game": "kreuz", "spitzen": 1, "won": True, "hand_doubled": True}
    refused = append(asker, sheet, row, 0)
    assert ("agreed_otherwise", "row.hand_doubled") in problems(refused)


# ---- Who may write ----

WRITES = [
    ("post", "/zeilen", {"revision": 0, "row": KREUZ}),
    ("put", "/zeilen/1", {"revision": 0, "row": KREUZ}),
    ("post", "/streichungen", {"revision": 0, "rows": [1], "reason": "x"}),
    ("put", "/fuss", {"revision": 0, "feet": [None] * 4}),
    ("post", "/stand", {"revision": 0, "to": "handed_in"}),
]
MAY = ("betreiber", "admin", "leiterin", "schreiber")


@pytest.mark.parametrize("draft", [False, True])
@pytest.mark.parametrize(("method", "place", "body"), WRITES)
def test_who_may_write(method, place, body, draft, paper, evening, cast, key_of):
    if draft:
        set_state(evening, Event.State.DRAFT)
    answers = {}
    for name, user in cast.items():
        asker = key_of(user) if user else Asker()
        answers[name] = asker.send(method, of(paper, place), body).status_code
    assert {name: answers[name] for name in ("leser", "fremde", "anonym")} == {
        "leser": 403,
        "fremde": 404,
        "anonym": 401,
    }
    assert {answers[name] for name in MAY} <= {200, 409, 422}
    paper.refresh_from_db()
    assert paper.revision <= 1


def test_who_may_open_a_list(evening, cast, key_of):
    address = f"{API}veranstaltungen/{evening.slug}/serien/1/tische/2/liste"
    answers = {
        name: (key_of(user) if user else Asker()).send("post", address, {}).status_code for name, user in cast.items()
    }
    assert answers == {
        **{"betreiber": 201, "admin": 200, "leiterin": 200, "schreiber": 200},
        **{"leser": 403, "fremde": 404, "anonym": 401},
    }


@pytest.mark.parametrize(("method", "place", "body"), WRITES)
def test_a_key_that_may_only_read_does_only_that(method, place, body, paper, admin):
    asker = Asker(create_key(admin, "Saal", read_only=True).secret)
    refused = asker.send(method, of(paper, place), body)
    assert (refused.status_code, codes(refused)) == (403, ["read_only"])
    assert asker.get(of(paper)).status_code == 200
    paper.refresh_from_db()
    assert paper.revision == 0


def test_a_role_in_the_event_alone_is_enough(paper, evening, fremde, key_of):
    grant_role(evening, "fremde", "listenfuehrer")
    assert append(key_of(fremde), paper, KREUZ, 0).status_code == 200
    assert Row.history.get().history_user == fremde


# ---- Queries ----


def test_queries_do_not_grow_with_rows(writer, paper, django_assert_num_queries):
    writer.get(of(paper))  # the first of the day also notes that the key was used
    for revision, row in enumerate([KREUZ, GRAND, {"declarer": 4, "score": 48}]):
        with django_assert_num_queries(25):
            append(writer, paper, row, revision)
