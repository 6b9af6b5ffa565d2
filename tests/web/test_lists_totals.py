"""The mask of the foot: a whole list by its sums, what does not add up, and what becomes of it."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.urls import reverse

from web.desk import AFTER_ROUND, ROUND, move, read, refused, results, scores, send, text_of, told, type_in, write_down

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
    assert response.url == reverse("lists:board", args=[evening.slug, 1])
    assert told(desk, response) == ["Tisch 1: erfasst."]
    paper.refresh_from_db()
    assert (paper.state, paper.eingepasst, results(paper)) == ("entered", 1, AFTER_ROUND)


def test_the_control_number_may_be_left_out(desk, paper):
    response = save(desk, paper, foot(gesamt__1="", gesamt__2="", gesamt__3="", gesamt__4=""))
    assert told(desk, response) == ["Tisch 1: erfasst."]
    assert results(paper) == AFTER_ROUND


def test_once_every_deal_is_there_the_results_stand_beside_the_empty_mask(desk, paper):
    def beside():
        page = read(desk, paper, "totals").content.decode()
        return [cell.split("<")[0].strip() for cell in page.split('<td class="verdict">')[1:]]

    write_down(paper, *ROUND[:3])
    assert beside() == ["", "", "", ""]
    type_in(desk, paper, ROUND[3])
    assert beside() == ["200", "104", "30", "-130"]


def test_what_does_not_add_up_is_marked_and_explained(desk, paper):
    response = save(desk, paper, foot(gesamt__3="31"))
    assert response.url == f"/listen/{paper.pk}/summen/"
    page = desk.get(response.url)
    assert marks(page) == ["✔", "✔", "✘", "✔"]
    assert verdicts(page) == ["200", "104", "30", "-130"]
    # All four together: 200 + 104 + 30 - 130 = 204, on paper 205.
    assert refused(page) == [MISTAKE, "Summe aller Gesamt: geschrieben 205, gerechnet 204 (-1): die Zeilen prüfen."]
    assert "Gesamt bei Platz 3: 31 statt 30 (auf dem Zettel verrechnet)?" in text_of(page)
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
    for typed in ({}, {"gilt__3": "31"}):
        page = save(desk, paper, foot(gesamt__3="31", **typed), "accept")
        assert refused(page)[:1] == ["Bitte bei Platz 3 das Gesamt eintippen, das gelten soll: 30."]
    assert told(desk, save(desk, paper, foot(gesamt__3="31", gilt__3="30"), "accept")) == ["Tisch 1: erfasst."]
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
    write_down(paper, *ROUND)
    assert told(desk, save(desk, paper, foot())) == ["Tisch 1: erfasst."]
    assert scores(paper) == [(1, 2, 24), (2, 1, 120), (3, 4, -80), (4, 0, 0)]


def test_a_list_whose_rows_are_wrong_is_no_mistake_of_the_paper(desk, paper):
    """A row put in late has moved the others: in row 4 the dealer himself plays, and his game counts nothing."""
    write_down(paper, *ROUND[:3])
    send(desk, paper, "row", 2, art="kurz", tun="einfuegen", text="321+")
    counted = [(1, 120, 1, 0, 999), (2, 24, 1, 0, 999), (3, 24, 1, 0, 999), (4, 0, 0, 0, 999)]
    page = save(desk, paper, foot(counted, eingepasst="0"), "accept")
    assert "Auf dem Zettel verrechnet sein kann nur ein Gesamt; bitte die übrigen Hinweise zuerst klären." in text_of(
        page
    )
    paper.refresh_from_db()
    assert paper.state == "open"


def test_exchanged_columns_are_noticed(desk, paper):
    write_down(paper, *ROUND)
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
        (
            {"eingepasst": "-1"},
            "Gewonnene, verlorene und eingepasste Spiele sind Anzahlen von 0 bis 4; bitte vergleichen.",
        ),
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


# ---- What was probably meant ----

EXCHANGED = {
    "P and Gesamt of a player": ({"spielpunkte__2": "104", "gesamt__2": "24"}, "Spielpunkte und Gesamt bei Platz 2"),
    "P of two players": ({"spielpunkte__1": "-80", "spielpunkte__4": "120"}, "Spielpunkte von Platz 1 und Platz 4"),
    "g and v of a player": ({"won__4": "1", "lost__4": "0"}, "Gewonnene und Verlorene bei Platz 4"),
}


def proposed(page):
    """What each letter takes, in the order of the page."""
    found = re.findall(r'data-proposal="(.)"><kbd>.</kbd> ([^<]+)</button>', page.content.decode())
    return [(key, unescape(said)) for key, said in found]


@pytest.mark.parametrize(("typed", "said"), EXCHANGED.values(), ids=EXCHANGED)
def test_an_exchange_is_named_and_taken_with_one_key_and_is_no_mistake_of_the_paper(desk, paper, typed, said):
    page = desk.get(save(desk, paper, foot(**typed)).url)
    assert proposed(page)[0] == ("A", f"{said} vertauscht?")
    assert "Gerechneter Wert gilt" not in text_of(page)
    due = {f"gilt__{seat}": str(number) for seat, _p, _g, _v, number in AFTER_ROUND}
    accepted = save(desk, paper, foot(**typed, **due), "accept")
    assert accepted.status_code == 422
    paper.refresh_from_db()
    assert paper.state == "handed_in"
    taken = send(desk, paper, "totals", vorschlag="A", **foot(**typed))
    assert told(desk, taken) == ["Tisch 1: erfasst."]
    paper.refresh_from_db()
    assert (paper.state, results(paper), paper.note) == ("entered", AFTER_ROUND, f"{said} vertauscht?")


def test_a_list_of_sums_is_opened_where_they_are_typed(desk, sign_in, leiterin, paper, evening):
    """Also by somebody who types deals."""
    save(desk, paper, foot(spielpunkte__2="104", gesamt__2="24"))
    opened = sign_in(leiterin).post(f"/listen/{evening.slug}/serie/1/oeffnen/", {"tisch": "1"})
    assert opened.url == f"/listen/{paper.pk}/summen/"


def test_the_whole_corrected_foot_stands_beside_its_key(desk, paper):
    page = desk.get(save(desk, paper, foot(spielpunkte__2="104", gesamt__2="24")).url).content.decode()
    section = page[page.index('class="proposals"') : page.index("</ol>")]
    first = section[: section.index("</table>")]
    cells = [re.sub("<[^>]+>", "", cell) for cell in re.findall(r'<td class="number">(.*?)</td>', first)]
    assert cells == [str(number) for _seat, *line in AFTER_ROUND for number in line]
    assert re.findall("<mark>(.*?)</mark>", first) == ["24", "104"]


# The numbers of a foot one after the other, as they are typed: one deal passed in, then line after line.
NUMBERS = [1, *(number for _seat, *line in AFTER_ROUND for number in line)]
FIELDS = ["eingepasst", *(f"{column}-{seat}" for seat in range(1, 5) for column in COLUMNS)]
OFF = {
    "no deals passed in typed": [*NUMBERS[1:], ""],
    "a field left out at the second player": [*NUMBERS[:5], "", *NUMBERS[5:-1]],
    "a number forgotten at the second player": [*NUMBERS[:5], *NUMBERS[6:], ""],
    "the Gesamt of the first player forgotten": [*NUMBERS[:4], *NUMBERS[5:], ""],
}


@pytest.mark.parametrize("numbers", OFF.values(), ids=OFF)
def test_numbers_typed_one_field_off_are_refused_named_and_taken_with_one_key(desk, paper, numbers):
    typed = {name: str(number) for name, number in zip(FIELDS, numbers, strict=True)}
    page = save(desk, paper, typed)
    assert (page.status_code, marks(page), paper.feet.count()) == (422, [], 0)
    assert proposed(page)
    shown = dict(re.findall(r'<input type="hidden" name="(abgelehnt-[^"]+)" value="([^"]*)"', page.content.decode()))
    assert shown == {f"abgelehnt-{name}": value for name, value in typed.items()}
    right = [key for key, said in proposed(page) if whole_foot(page, key) == [line[1:] for line in AFTER_ROUND]]
    assert len(right) == 1
    assert told(desk, send(desk, paper, "totals", vorschlag=right[0], **typed, **shown)) == ["Tisch 1: erfasst."]
    paper.refresh_from_db()
    assert (paper.state, paper.eingepasst, results(paper)) == ("entered", 1, AFTER_ROUND)


def whole_foot(page, key):
    """The lines of the foot that stands beside this key."""
    content = page.content.decode()
    part = content[content.index(f'data-proposal="{key}"') :].split("</table>")[0]
    cells = [re.sub("<[^>]+>", "", cell) for cell in re.findall(r'<td class="number">(.*?)</td>', part)]
    return [tuple(map(int, cells[at : at + 4])) for at in range(0, len(cells), 4)]


def test_beside_refused_numbers_nothing_is_said_of_those_stored_before(desk, paper):
    save(desk, paper, foot(spielpunkte__2="104", gesamt__2="24"))
    page = save(desk, paper, foot(won__1="5"))
    sentence = "Gewonnene, verlorene und eingepasste Spiele sind Anzahlen von 0 bis 4; bitte vergleichen."
    assert (page.status_code, refused(page), marks(page)) == (422, [sentence], [])
    assert "Platz 2 vertauscht?" not in text_of(page)


@pytest.mark.parametrize("key", ["Z", "", "AA", "1"])
def test_a_proposal_that_is_not_there_is_refused_and_changes_nothing(desk, paper, key):
    save(desk, paper, foot(spielpunkte__2="104", gesamt__2="24"))
    page = send(desk, paper, "totals", vorschlag=key, **foot())
    assert page.status_code == 422
    assert refused(page)[0] == "Diesen Vorschlag gibt es nicht mehr; bitte die Seite neu laden und vergleichen."
    paper.refresh_from_db()
    assert (paper.state, paper.revision) == ("handed_in", 1)


def test_a_proposal_of_an_older_page_is_a_conflict(desk, paper):
    page = desk.get(save(desk, paper, foot(spielpunkte__2="104", gesamt__2="24")).url)
    old = page.context["sheet"].revision
    save(desk, paper, foot(won__4="1", lost__4="0"))
    response = desk.post(
        f"/listen/{paper.pk}/summen/", {**foot(), "vorschlag": "A", "revision": old, "key": str(uuid4())}
    )
    assert response.status_code == 409
    paper.refresh_from_db()
    assert paper.state == "handed_in"


@pytest.mark.parametrize(
    ("rows", "sentences"),
    [
        (("221+", "143.+", "402/+", "0"), ["Spiel 3: verloren statt gewonnen?"]),
        (("321+", "143.+", "402/-", "0"), ["Spiel 1: Platz 2 hat gespielt?"]),
        (("221+", "142.+", "402/-", "0"), ["Spiel 2: andere Spitzen?"]),
        (
            ("221+", "0", "402/-", "0"),
            ["Spiel 2: gespielt von Platz 1 statt eingepasst?", "Spiel 4: gespielt von Platz 1 statt eingepasst?"],
        ),
    ],
)
def test_rows_that_disagree_with_the_foot_are_suspected_and_taken_with_one_key(desk, paper, rows, sentences):
    type_in(desk, paper, *rows)
    page = desk.get(save(desk, paper, foot()).url)
    assert proposed(page) == list(zip("AB", sentences, strict=False))
    assert told(desk, send(desk, paper, "totals", vorschlag="A", **foot())) == ["Tisch 1: erfasst."]
    paper.refresh_from_db()
    assert (paper.state, results(paper)) == ("entered", AFTER_ROUND)


def test_a_list_that_agrees_accuses_nobody(desk, paper):
    write_down(paper, *ROUND)
    assert proposed(read(desk, paper, "totals")) == []
