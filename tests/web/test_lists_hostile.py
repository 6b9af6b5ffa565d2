"""What nobody means well: markup, bytes no database keeps, endless numbers, in every field of the pages of lists."""

from collections.abc import Iterator
from itertools import cycle, islice, product

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from whole import WHOLE

from skatliga.events.models import Entry
from skatliga.lists.models import Protest, Sheet
from skatliga.lists.protests import protest
from web.desk import ROUND, address, read, refused, send, text_of, told, write_down
from web.replayed import world

pytestmark = pytest.mark.django_db

SCRIPT = "<script>alert('1')</script>"
TEXTS = {
    "NUL": "a\x00b",
    "a number without end": "1" + "0" * 20,
    "more digits than a number has": "9" * 5000,
    "huge": "x" * 100_000,
    "emoji": "🂡🃏" * 20,
    "right to left": "\u202eabc\u202c",
    "markup": SCRIPT,
    "half a template": "{{ sheet.pk }}{% csrf_token %}%s %(name)s",
    "quotes": "'\"--;DROP TABLE lists_sheet",
    "spaces": "\t \r\n \u00a0",
}
DEAL = {"declarer": "2", "game": "pik", "spitzen": "1", "won": "True"}
FORMS = {
    "entry kurz": ("entry", {"art": "kurz"}, ["text"]),
    "entry wert": (
        "entry",
        {"art": "wert", "wert-declarer": "2", "wert-score": "24"},
        ["wert-declarer", "wert-score", "wert-running", "wert-playing"],
    ),
    "entry formular": (
        "entry",
        {"art": "formular"} | {f"formular-{name}": value for name, value in DEAL.items()},
        [f"formular-{name}" for name in (*DEAL, "bid", "augen", "stiche", "reason", "running", "playing")],
    ),
    "entry strafe": (
        "entry",
        {"art": "strafe", "strafe-declarer": "2", "strafe-penalty": "20", "strafe-reason": "laut"},
        ["strafe-declarer", "strafe-penalty", "strafe-reason"],
    ),
    "entry": ("entry", {"art": "kurz", "text": "221+"}, ["art", "revision", "key"]),
    "undo": ("undo", {}, ["revision", "key"]),
    "totals": ("totals", {}, ["eingepasst", "spielpunkte-1", "won-2", "lost-3", "gesamt-4", "entscheidung"]),
    "row": ("row", {"art": "kurz", "text": "222+", "tun": "aendern"}, ["text", "reason", "art", "tun", "key"]),
    "strike": ("row", {"tun": "streichen", "reason": "weil"}, ["reason", "runde"]),
    "move": ("move", {"stand": "handed_in"}, ["stand", "reason", "revision", "key"]),
    "annul": ("move", {"stand": "annulled"}, ["reason"]),
    "move_table": ("move_table", {}, ["tisch", "reason"]),
    "deals": ("deals", {"spiele": "8", "reason": "weil"}, ["spiele", "reason"]),
    "seats": ("seats", {"reihenfolge": "2,1,3,4", "reason": "weil"}, ["reihenfolge", "reason"]),
    "sign": ("sign", {"platz-1": "on"}, ["platz-2", "name-1"]),
    "protest": ("protest", {}, ["text"]),
    "answer_protest": ("answer_protest", {"verdict": "granted", "answer": "Ja."}, ["verdict", "answer"]),
    "upload_photo": ("upload_photo", {}, ["foto", "zurueck"]),
}
"""Address, what is sent besides, and the fields into which each text is put."""


@pytest.fixture
@world
def full(leiterin, paper):
    """Two rows and a protest."""
    write_down(paper, *ROUND[:2])
    protest(paper, "Spiel 1 war Herz.", leiterin)
    return paper


def stored_texts():
    """Everything that was written into the database in the fields of lists."""
    for sheet in Sheet.objects.all():
        yield sheet.note
        for row in sheet.rows.all():
            yield from (row.reason, str(row.deal))
        for records in (sheet.history, *(row.history for row in sheet.rows.all())):
            yield from (record.history_change_reason or "" for record in records.all())
        yield from sheet.signatures.values_list("name", flat=True)
        yield from sheet.revocations.values_list("reason", flat=True)
    for made in Protest.objects.all():
        yield from (made.text, made.answer)


def pairs(fields: list[str], turn: int) -> Iterator[tuple[str, str]]:
    """Fields and texts: every field with two of them, beginning with that of this turn; with WHOLE=1 with all."""
    if WHOLE:
        return product(fields, TEXTS.values())
    texts = islice(cycle(TEXTS.values()), turn, None)
    return ((field, next(texts)) for field in fields for _time in range(2))


@pytest.mark.parametrize("form", FORMS)
def test_whatever_is_sent_is_refused_in_words_or_kept_as_text(form, direction, full):
    Sheet.objects.update(deals=200)
    name, data, fields = FORMS[form]
    args = {"row": [1], "answer_protest": [Protest.objects.get().pk]}.get(name, [])
    for field, text in pairs(fields, list(FORMS).index(form)):
        response = send(direction, full, name, *args, **data | {field: text})
        assert response.status_code in (302, 404, 409, 422)
        if response.status_code in (409, 422):
            assert refused(response)
        assert SCRIPT not in response.content.decode()
    for page in ("sheet", "entry", "totals"):
        said = read(direction, full, page).content.decode()
        assert SCRIPT not in said
    assert [kept for kept in stored_texts() if "\x00" in kept or len(kept) > 2000] == []


ASKED = (
    ("sheet", [], "name"),
    ("check_keys", [], "text"),
    ("entry", [], "art"),
    ("entry", [], "formular-game"),
    ("row", [1], "formular-spitzen"),
)
"""Address, what is in it, and the parameter into which each text is put."""


@pytest.mark.parametrize("text", TEXTS)
def test_whatever_is_asked_for_is_answered(text, direction, full):
    """As a page or as a part of one, in turn; with WHOLE=1 as both."""
    turn = list(TEXTS).index(text)
    for number, (name, args, field) in enumerate(ASKED):
        for as_part in (False, True) if WHOLE else [(turn + number) % 2]:
            headers = {"HX-Request": "true"} if as_part else {}
            response = direction.get(address(full, name, *args), {field: TEXTS[text][:8000]}, headers=headers)
            assert response.status_code == 200
            assert SCRIPT not in response.content.decode()
    board = reverse("lists:board", args=[full.table.round.event.slug, 1])
    assert direction.get(board, {"art": TEXTS[text][:8000]}).status_code == 200


def test_markup_in_every_text_is_shown_as_text(direction, sign_in, evening, full):
    Entry.objects.filter(event=evening, start_number=2).update(name=SCRIPT)
    send(direction, full, "entry", art="strafe", strafe__declarer="2", strafe__penalty="20", strafe__reason=SCRIPT)
    send(direction, full, "row", 1, art="kurz", tun="aendern", text="222+", reason=SCRIPT)
    send(direction, full, "row", 2, tun="streichen", reason=SCRIPT)
    send(direction, full, "sign", platz__1="on", name__1=SCRIPT)
    send(direction, full, "protest", text=SCRIPT)
    send(direction, full, "answer_protest", Protest.objects.last().pk, verdict="granted", answer=SCRIPT)
    Sheet.objects.update(note=SCRIPT, state="checked")
    send(direction, full, "move", stand="annulled", reason=SCRIPT)
    board, ranking = (reverse(name, args=args) for name, args in (
        ("lists:board", [evening.slug, 1]),
        ("standings:ranking", [evening.slug]),
    ))  # fmt: skip
    pages = [address(full, "sheet"), *(address(full, "row", nr) for nr in (1, 2, 3)), ranking, board]
    for browser in (direction, sign_in(None)):
        for page in pages:
            said = browser.get(page).content.decode()
            assert "<script>alert" not in said
    assert text_of(direction.get(pages[0])).count("alert('1')") >= 8


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("move", {"stand": "handed_in", "reason": "a\x00b"}),
        ("deals", {"spiele": "8", "reason": "a\x00b"}),
        ("seats", {"reihenfolge": "2,1,3,4", "reason": "a\x00b"}),
        ("sign", {"platz-1": "on", "name-1": "a\x00b"}),
        ("protest", {"text": "a\x00b"}),
    ],
)
def test_what_postgresql_does_not_keep_is_refused_in_words(name, data, direction, full):
    assert told(direction, send(direction, full, name, **data)) == ["Nullzeichen sind nicht erlaubt."]


@pytest.mark.parametrize(("field", "most"), [("reason", 500), ("name-1", 120), ("text", 2000)])
def test_a_text_that_is_too_long_is_refused_and_not_cut(field, most, direction, full):
    name, data = {
        "reason": ("move", {"stand": "handed_in"}),
        "name-1": ("sign", {"platz-1": "on"}),
        "text": ("protest", {}),
    }[field]
    [sentence] = told(direction, send(direction, full, name, **data | {field: "ä" * (most + 1)}))
    assert f"höchstens {most} Zeichen" in sentence
    assert told(direction, send(direction, full, name, **data | {field: "ä" * most})) != [sentence]


def test_a_file_where_a_text_belongs_is_no_text(direction, full):
    file = SimpleUploadedFile("a.txt", b"x")
    assert send(direction, full, "protest", text=file).status_code == 302
    assert Protest.objects.count() == 1


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_change_nothing(method, direction, full):
    for name in ("entry", "sheet", "undo", "move"):
        response = getattr(direction, method)(address(full, name))
        assert response.status_code in (200, 405)
    full.refresh_from_db()
    assert (full.revision, full.rows.count()) == (2, 2)
