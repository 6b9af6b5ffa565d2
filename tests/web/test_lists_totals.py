"""The mask of the foot: a whole list by its sums, what does not add up, and what becomes of it."""

from uuid import uuid4

import pytest
from django.urls import reverse

from web.desk import AFTER_ROUND, ROUND, move, read, refused, results, scores, send, text_of, told, type_in

pytestmark = pytest.mark.django_db

COLUMNS = ("spielpunkte", "won", "lost", "gesamt")
WHOLE_NUMBER = "Bitte eine ganze Zahl eingeben."
MISTAKE = "Gesamt bei Platz 3: geschrieben 31, gerechnet 30 (-1): die Zeile prüfen."


def foot(lines=AFTER_ROUND, eingepasst="1", **other):
    """What is typed into the mask, with other values in single fields."""
    typed = {f"{name}-{seat}": value for seat, *line in lines for name, value in zip(COLUMNS, line, strict=True)}
    return typed | {"eingepasst": eingepasst} | {key.replace("__", "-"): value for key, value in other.items()}


def save(browser, sheet, fields, decision="save"):
    return send(browser, sheet, "totals", entscheidung=decision, **fields)


def verdicts(page):
    """What stands beside each line that was typed."""
    said = text_of(page)
    return [said[at : at + 6].split()[1] for at in range(len(said)) if said[at] in "✔✘"]


def marks(page):
    return [mark for mark in text_of(page) if mark in "✔✘"]


def test_a_foot_that_adds_up_is_entered_and_the_next_list_is_asked_for(desk, paper, evening):
    response = save(desk, paper, foot())
    assert response.url == reverse("lists:board", args=[evening.slug, 1]) + "?art=summen"
    assert told(desk, response) == ["Tisch 1: erfasst."]
    assert 'value="summen" checked' in desk.get(response.url).content.decode()
    paper.refresh_from_db()
    assert (paper.state, paper.eingepasst, results(paper)) == ("entered", 1, AFTER_ROUND)


def test_the_control_number_may_be_left_out(desk, paper):
    response = save(desk, paper, foot(gesamt__1="", gesamt__2="", gesamt__3="", gesamt__4=""))
    assert told(desk, response) == ["Tisch 1: erfasst."]
    assert results(paper) == AFTER_ROUND


def test_what_does_not_add_up_is_marked_and_explained(desk, paper):
    response = save(desk, paper, foot(gesamt__3="31"))
    assert response.url == f"/listen/{paper.pk}/summen/"
    page = desk.get(response.url)
    assert marks(page) == ["✔", "✔", "✘", "✔"]
    assert verdicts(page) == ["200", "104", "30", "-130"]
    # All four together: 200 + 104 + 30 - 130 = 204, on paper 205.
    assert refused(page) == [MISTAKE, "Summe aller Gesamt: geschrieben 205, gerechnet 204 (-1): die Zeilen prüfen."]
    assert "Alles ginge auf, wenn nur eines davon verschrieben wäre:" in text_of(page)
    assert 'value="31"' in page.content.decode()
    paper.refresh_from_db()
    assert paper.state == "handed_in"


def test_deals_that_are_missing_in_the_counters_are_found(desk, paper):
    page = desk.get(save(desk, paper, foot(eingepasst="0")).url)
    assert len(refused(page)) == 1
    assert "4" in refused(page)[0]
    assert "3" in refused(page)[0]


def test_a_paper_that_is_mistaken_is_accepted_with_the_computed_value(desk, paper):
    save(desk, paper, foot(gesamt__3="31"))
    assert told(desk, save(desk, paper, foot(gesamt__3="31"), "accept")) == ["Tisch 1: erfasst."]
    paper.refresh_from_db()
    assert (paper.state, results(paper)) == ("entered", AFTER_ROUND)
    page = text_of(read(desk, paper, "sheet"))
    assert "Vermerk: Auf dem Zettel verrechnet; es gilt der gerechnete Wert." in page
    assert MISTAKE in page


def test_a_list_is_put_aside_and_mended_later(desk, paper):
    assert told(desk, save(desk, paper, foot(won__1="2"), "park")) == ["Tisch 1: in Klärung."]
    paper.refresh_from_db()
    assert paper.state == "in_question"
    assert told(desk, save(desk, paper, foot())) == ["Tisch 1: erfasst."]


def test_an_unknown_decision_is_to_save(desk, paper):
    assert told(desk, save(desk, paper, foot(), "löschen")) == ["Tisch 1: erfasst."]


@pytest.mark.parametrize("typed", ["80-", "-80", "−80", "80 -"])
def test_the_minus_may_stand_behind_the_number(typed, desk, paper):
    save(desk, paper, foot(spielpunkte__4=typed, gesamt__4="130-"))
    assert results(paper) == AFTER_ROUND


def test_an_incomplete_line_is_refused_and_stays(desk, paper):
    page = save(desk, paper, foot(won__2=""))
    assert (page.status_code, refused(page)) == (
        422,
        ["Platz 2: Bitte Spielpunkte, gewonnene und verlorene Spiele eingeben."],
    )
    assert 'value="104"' in page.content.decode()
    paper.refresh_from_db()
    assert (paper.revision, paper.feet.count()) == (0, 0)


def test_half_a_foot_is_kept_and_not_accepted(desk, paper):
    save(desk, paper, foot(AFTER_ROUND[:2], eingepasst=""))
    paper.refresh_from_db()
    assert paper.state == "handed_in"
    page = save(desk, paper, foot(AFTER_ROUND[:2], eingepasst=""), "accept")
    assert (page.status_code, refused(page)) == (422, ["Es fehlen noch 4 Spiele; bitte nachtragen."])
    assert [foot.gesamt for foot in paper.feet.all()] == [200, 104]


def test_beside_rows_the_foot_is_compared_with_them(desk, paper):
    type_in(desk, paper, *ROUND)
    assert told(desk, save(desk, paper, foot())) == ["Tisch 1: erfasst."]
    assert scores(paper) == [(1, 2, 24), (2, 1, 120), (3, 4, -80), (4, 0, 0)]


def test_a_list_whose_rows_are_wrong_is_no_mistake_of_the_paper(desk, paper):
    """A row put in late has moved the others: in row 4 the dealer himself plays, and his game counts nothing."""
    type_in(desk, paper, *ROUND[:3])
    send(desk, paper, "row", 2, art="kurz", tun="einfuegen", text="321+")
    counted = [(1, 120, 1, 0, 999), (2, 24, 1, 0, 999), (3, 24, 1, 0, 999), (4, 0, 0, 0, 999)]
    page = save(desk, paper, foot(counted, eingepasst="0"), "accept")
    assert "Auf dem Zettel verrechnet sein kann nur ein Gesamt; bitte die übrigen Hinweise zuerst klären." in text_of(
        page
    )
    paper.refresh_from_db()
    assert paper.state == "open"


def test_exchanged_columns_are_noticed(desk, paper):
    type_in(desk, paper, *ROUND)
    (one, *first), (two, *second), *rest = AFTER_ROUND
    page = desk.get(save(desk, paper, foot([(one, *second), (two, *first), *rest])).url)
    assert "Die Spalten des Papiers sehen vertauscht aus" in text_of(page)
    assert marks(page) == ["✘", "✘", "✔", "✔"]
    assert results(paper) == AFTER_ROUND


def test_whoever_is_second_is_told_and_keeps_what_was_typed(desk, sign_in, leiterin, paper):
    save(sign_in(leiterin), paper, foot(gesamt__3="31"))
    page = save(desk, paper, foot(gesamt__3="32") | {"revision": 0})
    assert (page.status_code, refused(page)[0]) == (
        409,
        "Jemand anders hat diese Liste inzwischen geändert; bitte vergleichen und neu eingeben.",
    )
    assert 'value="32"' in page.content.decode()
    assert paper.feet.get(seat=3).gesamt == 31


def test_a_foot_sent_again_is_entered_once(desk, paper):
    again = foot() | {"revision": 0, "key": uuid4()}
    assert [save(desk, paper, again).status_code for _ in range(2)] == [302, 302]
    paper.refresh_from_db()
    assert (paper.revision, paper.state) == (1, "entered")


def test_into_a_closed_list_no_foot_is_written(desk, paper):
    save(desk, paper, foot())
    move(desk, paper, "checked")
    page = save(desk, paper, foot(gesamt__3="31"))
    assert (page.status_code, refused(page)) == (
        422,
        ["Diese Liste ist geprüft; bitte zuerst wieder öffnen."],
    )
    assert results(paper) == AFTER_ROUND


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"won__1": "5"}, "Gewonnene, verlorene und eingepasste Spiele sind Anzahlen von 0 bis 4; bitte vergleichen."),
        ({"won__1": "-1"}, "Gewonnene, verlorene und eingepasste Spiele sind Anzahlen von 0 bis 4; bitte vergleichen."),
        ({"spielpunkte__1": "1" + "0" * 20}, "Mehr als 99999 Punkte hat keine Liste; bitte vergleichen."),
        ({"gesamt__1": "-100000"}, "Mehr als 99999 Punkte hat keine Liste; bitte vergleichen."),
        ({"eingepasst": "-1"}, "Dieser Wert muss größer oder gleich 0 sein."),
    ],
)
def test_numbers_no_list_can_show_are_refused(fields, sentence, desk, paper):
    page = save(desk, paper, foot(**fields))
    assert (page.status_code, refused(page)) == (422, [sentence])
    assert not paper.feet.exists()


@pytest.mark.parametrize("typed", ["x", "\x00", "9" * 5000, "1.5", "🂡", "<script>", "--1", "1e3", "\u202e12"])
@pytest.mark.parametrize("field", ["spielpunkte-1", "eingepasst"])
def test_what_is_no_number_is_refused(typed, field, desk, paper):
    page = save(desk, paper, foot() | {field: typed})
    [sentence] = refused(page)
    assert (page.status_code, sentence.removeprefix("Gast A, Spielpunkte: ")) == (422, WHOLE_NUMBER)
    assert "<script>" not in page.content.decode()
    assert not paper.feet.exists()
