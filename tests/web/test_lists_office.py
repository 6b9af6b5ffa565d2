"""What the office does with lists: states, signatures, protests, corrections that are announced, the history."""

import datetime
import re
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from skatliga.events.models import Event
from skatliga.events.services import enter_players, seat_round
from skatliga.lists.models import Protest, Sheet
from skatliga.people import services as people
from web.desk import AFTER_ROUND, ROUND, move, read, results, send, text_of, told, type_in, write_down
from web.replayed import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(sign_in, leser):
    return sign_in(leser)


@pytest.fixture
@world
def full(paper):
    """The list with its whole round."""
    write_down(paper, *ROUND)
    return paper


@pytest.fixture
@world
def checked(schreiber, full):
    """The same, checked by the buttons of its page."""
    browser = Client()
    browser.force_login(schreiber)
    move(browser, full, "entered", "checked")
    return full


def offered(browser, sheet):
    """The states for which the page has a button."""
    return [move.to for move in read(browser, sheet, "sheet").context["moves"]]


# ---- States ----


def test_a_list_goes_through_its_states_by_the_buttons(desk, direction, full):
    said = [move(desk, full, state) for state in ("at_table", "handed_in", "entered", "checked")]
    said.append(move(direction, full, "binding"))
    labels = ("am Tisch", "abgegeben", "erfasst", "geprüft", "verbindlich")
    assert said == [[f"Stand der Liste: {label}."] for label in labels]
    assert (full.state, full.entered_by.username, full.checked_by.username) == ("binding", "schreiber", "schreiber")


def test_every_role_is_offered_what_it_may(desk, direction, reader, checked):
    assert (offered(desk, checked), offered(direction, checked)) == ([], ["binding", "entered", "annulled"])
    assert 'name="stand"' not in read(reader, checked, "sheet").content.decode()


@pytest.mark.parametrize("state", ["binding", "entered", "annulled"])
def test_only_the_spielleitung_makes_binding_opens_again_and_annuls(state, desk, checked):
    response = send(desk, checked, "move", stand=state, reason="weil")
    checked.refresh_from_db()
    assert (response.status_code, checked.state) == (403, "checked")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("seats", {"reihenfolge": "2,1,3,4", "reason": "weil"}),
        ("move", {"stand": "annulled", "reason": "weil"}),
    ],
)
def test_what_a_listenfuehrer_may_not_changes_nothing(name, data, desk, full):
    assert send(desk, full, name, **data).status_code == 403
    full.refresh_from_db()
    assert (full.state, full.revision, full.seating) == ("open", 4, "1, 2, 3, 4")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("entry", {"art": "kurz", "text": "221+"}),
        ("undo", {}),
        ("totals", {"spielpunkte-1": "1"}),
        ("move", {"stand": "entered"}),
        ("deals", {"spiele": "8", "reason": "weil"}),
        ("sign", {"platz-1": "on"}),
        ("open_twin", {}),
    ],
)
def test_a_reader_changes_nothing(name, data, reader, full):
    assert send(reader, full, name, **data).status_code == 403
    assert send(reader, full, "row", 1, art="kurz", text="222+").status_code == 403
    full.refresh_from_db()
    assert (full.revision, full.rows.count(), full.signatures.count()) == (4, 4, 0)


@pytest.mark.parametrize("state", ["", "open", "unsinn", "ENTERED", "\x00", "<script>", "🂡" * 100])
def test_a_state_that_cannot_follow_is_refused(state, direction, full):
    [sentence] = told(direction, send(direction, full, "move", stand=state, reason="weil"))
    full.refresh_from_db()
    assert full.state == "open"
    assert sentence in {
        "Diesen Stand gibt es nicht; bitte die Seite neu laden.",
        "Eine Liste im Stand „offen“ kann nicht „offen“ werden.",
    }


def test_a_list_with_a_deal_missing_is_not_entered(desk, paper):
    write_down(paper, *ROUND[:3])
    assert move(desk, paper, "entered") == ["Es fehlt noch 1 Spiel; bitte nachtragen."]


def test_a_second_person_confirms_where_the_event_asks_for_one(desk, direction, full):
    Event.objects.update(second_person=True)
    move(desk, full, "entered")
    assert "Erfasst von Schreiber; bestätigen muss jemand anders." in text_of(read(desk, full, "sheet"))
    assert move(desk, full, "checked") == ["Bestätigen muss jemand anders als der, der die Liste erfasst hat."]
    assert move(direction, full, "checked") == ["Stand der Liste: geprüft."]


def test_an_annulled_list_makes_room_for_another(direction, full, evening):
    assert move(direction, full, "annulled") == ["Bitte eine Begründung angeben."]
    move(direction, full, "annulled", reason="falsch ausgeteilt")
    assert results(full) == []
    response = direction.post(reverse("lists:open", args=[evening.slug, 1]), {"tisch": "1"})
    assert response.url != f"/listen/{full.pk}/eingabe/"
    assert read(direction, full, "sheet").status_code == 200


# ---- Signatures ----


def test_signatures_are_noted_with_the_name_that_stands_there(desk, sign_in, full):
    send(desk, full, "sign", platz__2="on", platz__4="on", name__4="i. A. Meier", name__1="nicht angekreuzt")
    assert list(full.signatures.values_list("seat", "name")) == [(2, "Gast B"), (4, "i. A. Meier")]
    assert "i. A. Meier" in text_of(read(desk, full, "sheet"))
    assert "i. A. Meier" not in text_of(read(sign_in(None), full, "sheet"))


# ---- Protests ----

WRONG = "Spiel 1 war Herz."


def test_a_reader_protests_and_the_spielleitung_answers(reader, desk, direction, checked):
    assert told(reader, send(reader, checked, "protest", text=WRONG)) == [
        "Der Protest ist eingelegt; die Spielleitung antwortet auf dieser Seite."
    ]
    made = Protest.objects.get()
    assert (made.text, made.made_by.username, made.verdict) == (WRONG, "leser", "open")
    answer = {"verdict": "rejected", "answer": "Es war Kreuz."}
    assert send(desk, checked, "answer_protest", made.pk, **answer).status_code == 403
    assert send(reader, checked, "answer_protest", made.pk, **answer).status_code == 403
    decided = send(direction, checked, "answer_protest", made.pk, **answer)
    assert told(direction, decided) == ["Der Protest ist zurückgewiesen."]
    page = text_of(read(reader, checked, "sheet"))
    assert "zurückgewiesen" in page
    assert "Es war Kreuz." in page
    assert told(direction, send(direction, checked, "answer_protest", made.pk, **answer)) == [
        "Dieser Protest ist schon beantwortet."
    ]


def test_a_protest_that_is_granted_leads_to_the_list_until_it_is_corrected(reader, direction, checked):
    """Also from the page of the event, and the list cannot become binding meanwhile in a Staffel (`binding`)."""
    send(reader, checked, "protest", text=WRONG)
    event = checked.table.round.event

    def steps() -> tuple[str, str, bool]:
        step = read(direction, checked, "sheet").context["step"]
        todo = text_of(direction.get(event.get_absolute_url()))
        return (step.said, step.address, "1 Protest ist noch nicht erledigt – Tisch 1." in todo)

    assert steps() == ("Über den Protest entscheiden", "#proteste", True)
    answer = {"verdict": "granted", "answer": "Es war Kreuz."}
    granted = send(direction, checked, "answer_protest", Protest.objects.get().pk, **answer)
    assert told(direction, granted) == ["Dem Protest ist stattgegeben. Jetzt die Liste wieder öffnen und berichtigen."]
    assert steps() == ("Wieder öffnen und berichtigen", "#stand", True)
    page = read(direction, checked, "sheet").text
    assert re.search(r'value="entered">Wieder öffnen\s', page)
    opened = send(direction, checked, "move", stand="entered", reason="Protest")
    assert told(direction, opened) == [
        "Die Liste ist wieder offen: Sie lässt sich berichtigen und muss danach neu geprüft werden."
    ]
    assert "noch nicht erledigt" not in text_of(direction.get(event.get_absolute_url()))
    checked.refresh_from_db()
    send(direction, checked, "move", stand="checked")
    assert "noch nicht erledigt" not in text_of(direction.get(event.get_absolute_url()))


def test_the_board_says_where_a_protest_waits_for_an_answer(reader, direction, sign_in, checked):
    board = reverse("lists:board", args=[checked.table.round.event.slug, 1])

    def waiting():
        return [text_of(browser.get(board)).count("Protest offen") for browser in (direction, reader, sign_in(None))]

    assert waiting() == [0, 0, 0]
    send(reader, checked, "protest", text=WRONG)
    assert waiting() == [1, 1, 0]  # what is protested against is nothing for the public, as on the list itself
    send(direction, checked, "answer_protest", Protest.objects.get().pk, verdict="granted", answer="Stimmt.")
    assert waiting() == [0, 0, 0]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"verdict": "open", "answer": "weil"}, "Bitte dem Protest stattgeben oder ihn zurückweisen."),
        ({"verdict": "\x00", "answer": "weil"}, "Bitte dem Protest stattgeben oder ihn zurückweisen."),
        ({"verdict": "granted", "answer": " "}, "Bitte die Entscheidung begründen."),
    ],
)
def test_an_answer_says_what_and_why(data, sentence, reader, direction, checked):
    send(reader, checked, "protest", text=WRONG)
    assert told(direction, send(direction, checked, "answer_protest", Protest.objects.get().pk, **data)) == [sentence]
    assert Protest.objects.get().verdict == "open"


def test_a_protest_is_answered_at_its_own_list_only(reader, direction, checked, list_of):
    send(reader, checked, "protest", text=WRONG)
    answer = {"verdict": "granted", "answer": "weil"}
    other = list_of(table=2)
    for number in (Protest.objects.get().pk, 10**20):
        assert send(direction, other, "answer_protest", number, **answer).status_code == 404


def test_an_empty_protest_is_refused(reader, checked):
    assert told(reader, send(reader, checked, "protest", text="  \n ")) == [
        "Bitte schreiben, was an der Liste nicht stimmt."
    ]


def test_the_time_for_protests_runs_from_the_check(reader, checked):
    Event.objects.update(protest_hours=2)
    at = datetime.datetime(2026, 11, 21, 20, 0, tzinfo=datetime.UTC)  # 21:00 in Berlin
    Sheet.objects.update(checked_at=at)
    in_time, late = at + datetime.timedelta(hours=2), at + datetime.timedelta(hours=2, seconds=1)
    with patch.object(timezone, "now", return_value=in_time):
        assert "Möglich bis 21.11.2026 23:00." in text_of(read(reader, checked, "sheet"))
        send(reader, checked, "protest", text=WRONG)
    with patch.object(timezone, "now", return_value=late):
        over = "Die Protestfrist ist am 21.11.2026 23:00 abgelaufen."
        page = read(reader, checked, "sheet")
        assert over in text_of(page)
        assert 'name="text"' not in page.content.decode()
        assert told(reader, send(reader, checked, "protest", text="zu spät")) == [over]
    assert Protest.objects.get().text == WRONG


def test_of_a_closed_event_no_deadline_is_said_to_be_over_that_is_not(reader, checked):
    Event.objects.update(state=Event.State.FINAL)
    page = text_of(read(reader, checked, "sheet"))
    assert "ein Protest ist erst möglich, wenn sie wieder geöffnet ist" in page
    assert ("abgelaufen" in page, "Protest einlegen" in page) == (False, False)


def test_against_an_annulled_list_nobody_protests(reader, direction, full):
    move(direction, full, "annulled", reason="falsch ausgeteilt")
    assert told(reader, send(reader, full, "protest", text=WRONG)) == ["Diese Liste ist annulliert."]


# ---- Corrections that are announced ----


def announced(browser, address):
    page = text_of(browser.get(address))
    return page.partition("Korrigiert ")[2]


@pytest.fixture
def pages(checked, evening):
    """Where a correction of the list is told."""
    return [
        f"/listen/{checked.pk}/",
        reverse("standings:ranking", args=[evening.slug]),
        reverse("standings:round", args=[evening.slug, 1]),
    ]


def test_a_list_that_is_opened_again_and_corrected_is_announced(sign_in, direction, checked, pages):
    anybody = sign_in(None)
    assert [announced(anybody, page) for page in pages] == ["", "", ""]
    move(direction, checked, "entered", reason="Protest stattgegeben")
    assert all("Am Ergebnis hat sich nichts geändert." in announced(anybody, page) for page in pages)
    # Kreuz mit 2: twelve points more for seat 2.
    send(direction, checked, "row", 1, art="kurz", text="222+", tun="aendern", reason="falsch gelesen")
    for page in pages:
        assert "Serie 1, Tisch 1 : Protest stattgegeben Gast B 104 → 116" in announced(anybody, page)
    other = reverse("standings:round", args=[checked.table.round.event.slug, 2])
    assert announced(anybody, other) == ""


def test_an_annulled_list_is_announced(sign_in, direction, checked, pages):
    move(direction, checked, "annulled", reason="falsch ausgeteilt")
    for page in pages:
        said = announced(sign_in(None), page)
        assert "falsch ausgeteilt" in said
        assert "Gast A 200 → annulliert · Gast B 104 → annulliert · Gast C 30 → annulliert" in said


def test_a_list_that_never_was_finished_is_annulled_without_announcement(sign_in, direction, full):
    move(direction, full, "annulled", reason="falsch ausgeteilt")
    assert announced(sign_in(None), f"/listen/{full.pk}/") == ""


# ---- The history ----


def changes(browser, sheet):
    """Who, what, before, after and why, oldest first."""
    found = read(browser, sheet, "sheet").context["changes"][::-1]
    return [(change.who, change.what, change.before, change.after, change.why) for change in found]


def test_rows_typed_one_after_the_other_are_one_line(desk, direction, paper):
    write_down(paper, *ROUND[:2])
    type_in(direction, paper, *ROUND[2:])
    assert changes(desk, paper) == [
        ("Schreiber", "Liste eröffnet", "", "", ""),
        ("Schreiber", "Zeilen 1 bis 2 eingetragen", "", "", ""),
        ("Leiterin", "Zeilen 3 bis 4 eingetragen", "", "", ""),
    ]


def test_the_history_says_who_changed_what_and_why(desk, direction, full):
    move(desk, full, "entered")
    send(direction, full, "row", 1, art="wert", tun="aendern", wert__declarer="2", wert__score="36", reason="gelesen")
    send(direction, full, "row", 4, tun="streichen", reason="nicht gespielt")
    send(direction, full, "deals", spiele="3", reason="Saal geschlossen")
    send(direction, full, "seats", reihenfolge="2,1,3,4", reason="anders gesessen")
    send(direction, full, "totals", **{"eingepasst": "0", "spielpunkte-1": "120", "won-1": "1", "lost-1": "0"})
    send(direction, full, "undo")
    kreuz = "221+ · mit 1, Spiel 2 mal Kreuz 12 = 24; gewonnen: +24"
    told_rows = [change for change in changes(direction, full) if change[1] != "Stand"]
    assert told_rows == [
        ("Schreiber", "Liste eröffnet", "", "", ""),
        ("Schreiber", "Zeilen 1 bis 4 eingetragen", "", "", ""),
        ("Leiterin", "Zeile 1 geändert", kreuz, "Platz 2: +36", "gelesen"),
        ("Leiterin", "Zeile 4 gestrichen", "eingepasst", "", "nicht gespielt"),
        ("Leiterin", "Zahl der Spiele", "4", "3", "Saal geschlossen"),
        ("Leiterin", "Sitzordnung", "1, 2, 3, 4", "2, 1, 3, 4", "anders gesessen"),
        ("Leiterin", "eingepasst", "–", "0", ""),
        ("Leiterin", "Fuß von Platz 1", "", "120 / 1 / 0 / –", ""),
        ("Leiterin", "Zeile 4 zurückgenommen", "eingepasst", "", ""),
    ]
    states = [change for change in changes(direction, full) if change[1] == "Stand"]
    assert states == [
        ("Schreiber", "Stand", "offen", "erfasst", ""),
        ("Leiterin", "Stand", "erfasst", "abgegeben", "Es fehlen Spiele."),
    ]


def test_the_page_of_a_row_has_its_own_history(desk, full):
    send(desk, full, "row", 1, art="kurz", text="222+", tun="aendern", reason="falsch gelesen")
    found = read(desk, full, "row", 1).context["changes"]
    assert [(change.what, change.why) for change in found] == [
        ("Zeile 1 geändert", "falsch gelesen"),
        ("Zeile 1 eingetragen", ""),
    ]
    assert [change.what for change in read(desk, full, "row", 2).context["changes"]] == ["Zeile 2 eingetragen"]


def test_protest_and_answer_stand_in_the_history(reader, direction, checked):
    send(reader, checked, "protest", text=WRONG)
    send(direction, checked, "answer_protest", Protest.objects.get().pk, verdict="granted", answer="Ja.")
    assert changes(direction, checked)[-2:] == [
        ("Leser", "Protest", "", WRONG, ""),
        ("Leiterin", "Protest beantwortet", "offen", "stattgegeben: Ja.", ""),
    ]


# ---- What the public is shown ----

OFFICE = ("Verlauf", "Unterschriften", "Proteste", "Vermerk", "Das Papier", "Stimmen die Namen?", "Zweitliste")


def test_the_office_is_not_shown_to_the_public(sign_in, fremde, desk, reader, checked):
    Sheet.objects.update(note="unleserlich")
    send(desk, checked, "sign", platz__1="on", name__1="Unterschrift von Hand")
    send(reader, checked, "protest", text=WRONG)
    secret = (*OFFICE, "unleserlich", "Unterschrift von Hand", WRONG, "Leser")
    for visitor in (None, fremde):
        for page in (read(sign_in(visitor), checked, "sheet"), read(sign_in(visitor), checked, "row", 1)):
            said = text_of(page)
            assert "Gast B" in said
            assert [word for word in secret if word in said] == []
    assert all(word in text_of(read(reader, checked, "sheet")) for word in ("Verlauf", "unleserlich", WRONG))


@pytest.fixture
def with_anna(desk, evening, anna):
    """The full list of table 1, Anna of the register on seat 1."""
    number = enter_players(evening, [anna.player])[0].start_number
    seat_round(evening.rounds.get(number=1), {1: [number, 2, 3, 4], 2: [5, 6, 7, 8]})
    desk.post(reverse("lists:open", args=[evening.slug, 1]), {"tisch": "1"})
    sheet = Sheet.objects.get()
    type_in(desk, sheet, *ROUND)
    return sheet


def pages_with_names(sheet):
    board = reverse("lists:board", args=[sheet.table.round.event.slug, 1])
    return (f"/listen/{sheet.pk}/", f"/listen/{sheet.pk}/zeile/2/", board)


def test_the_public_reads_the_names_that_may_be_published(sign_in, desk, direction, leser, anna, with_anna):
    people.change_player(anna, number="1", publication="first_name")
    send(desk, with_anna, "sign", platz__1="on")
    move(desk, with_anna, "entered", "checked")
    move(direction, with_anna, "annulled", reason="falsch ausgeteilt")
    for page in pages_with_names(with_anna)[:2]:
        assert "Ärmel" not in text_of(sign_in(None).get(page))
        assert "Anna" in text_of(sign_in(None).get(page))
        assert "Ärmel" in text_of(sign_in(leser).get(page))
    board = pages_with_names(with_anna)[2]
    assert "Ärmel" not in text_of(sign_in(None).get(board))
    assert "Ärmel" in text_of(sign_in(leser).get(board))


def test_a_list_of_a_player_who_was_merged_is_shown_as_the_other_wishes(sign_in, leser, club, anna, with_anna):
    keep = people.add_player(club, first_name="Annegret", last_name="Schweig", number="99")
    people.change_player(keep, number="99", publication="pseudonym", pseudonym="Herzdame")
    people.merge_players(keep.player, anna.player)
    assert results(with_anna) == AFTER_ROUND
    for page in pages_with_names(with_anna):
        public = text_of(sign_in(None).get(page))
        assert ("Herzdame" in public, "Ärmel" in public, "Schweig" in public) == (True, False, False)
        assert "Ärmel" in text_of(sign_in(leser).get(page))
