"""The decoder of photographed lists, with probabilities that no picture gave: what is written, how it may be misread.

The lists are small and worked out by hand; the long ones are played and written by `tests.bench.painted_photo`, which
adds up for itself.
"""

from random import Random

import numpy as np
import pytest

from scoring.rulebooks import BOOKS
from skatliga.reading.answers import look_at, rows_json
from skatliga.reading.cell_reading import SYMBOLS, ListedReading
from skatliga.reading.cell_steps import SeenReading
from skatliga.reading.decoded_rows import DecodedRow, ListForm
from skatliga.reading.decoder import ListDecoder
from skatliga.reading.recognition import ReadSheet

ISKO = BOOKS["isko-2022"]
LIKE = {
    "0": "6",
    "1": "7",
    "2": "7",
    "3": "8",
    "4": "9",
    "5": "6",
    "6": "0",
    "7": "1",
    "8": "3",
    "9": "4",
    "-": "1",
    "x": "4",
}


def seen(text, **others):
    """A cell in which this is read with certainty, or others with their chances."""
    rest = sum(others.values())
    return ListedReading(
        {text: 0.9995 - rest, "": 1e-5} | {other.strip("_"): chance for other, chance in others.items()}
    )


def decode(texts, seats=4, deals=8, ticked=False, **cells):
    """The rows and feet of a list: texts by cell, and cells that may be several things."""
    readings = {key: seen(text) for key, text in texts.items()} | cells
    return ListDecoder(ListForm(ISKO, seats, deals, ticked), readings).decode()


# Platz 2 wins 24, Platz 3 loses 2 x 20, passed in, Platz 1 wins 48, Platz 2 wins 59.
WRITTEN = {
    **{"1-plus": "24", "1-points-2": "24", "1-won-2": "1"},
    **{"2-minus": "40", "2-points-3": "-40", "2-lost-3": "1"},
    **{"3-passed": "1"},
    **{"4-plus": "48", "4-points-1": "48", "4-won-1": "1"},
    **{"5-plus": "59", "5-points-2": "83", "5-won-2": "2"},
    **{"foot-points-1": "48", "foot-won-1": "1", "foot-own-1": "50", "foot-others-1": "30", "foot-result-1": "128"},
    **{"foot-points-2": "83", "foot-won-2": "2", "foot-own-2": "100", "foot-others-2": "30", "foot-result-2": "213"},
    **{"foot-points-3": "-40", "foot-lost-3": "1", "foot-own-3": "-50", "foot-result-3": "-90"},
    **{"foot-points-4": "0", "foot-others-4": "30", "foot-result-4": "30"},
}
ROWS = [
    ("played", 2, 24, 24, False),
    ("played", 3, -40, -40, False),
    ("passed", 0, 0, None, False),
    ("played", 1, 48, 48, False),
    ("played", 2, 59, 83, False),
    *[("empty", 0, 0, None, False)] * 3,
]


def told(rows):
    return [(row.state, row.declarer, row.score, row.total, row.look) for row in rows]


def test_what_is_clear_is_read_as_it_stands():
    rows, feet = decode(WRITTEN)
    assert told(rows) == ROWS
    assert [(foot.seat, *foot.figures.values(), foot.look) for foot in feet] == [
        (1, 48, 1, 0, 50, 30, 128, False),
        (2, 83, 2, 0, 100, 30, 213, False),
        (3, -40, 0, 1, -50, 0, -90, False),
        (4, 0, 0, 0, 0, 30, 30, False),
    ]


def test_a_figure_that_is_read_wrongly_is_mended_and_said():
    """83 looks like 33; only 24 and 59 make it 83, and the foot says so as well."""
    rows, _feet = decode(WRITTEN, **{"5-points-2": ListedReading({"33": 0.8, "83": 0.15})})
    assert told(rows) == ROWS
    assert rows[4].corrected == [("5-points-2", "33", "83")]


def as_network(text):
    """A cell whose every symbol the network is sure of: three steps each, a blank after them."""
    at = [place for letter in text for place in [SYMBOLS.index(letter) + 1] * 3 + [0]]
    steps = np.full((len(at), len(SYMBOLS) + 1), 1e-4)
    steps[range(len(at)), at] = 1 - 1e-4 * len(SYMBOLS)
    return SeenReading(np.log(steps))


@pytest.mark.parametrize("read", ["33", "833", "8"])
def test_a_digit_of_which_the_network_is_sure_is_sooner_misread_than_a_slip(read):
    """24 and 59 are 83, and so says the foot."""
    rows, _feet = decode(WRITTEN, **{"5-points-2": as_network(read)})
    assert told(rows) == ROWS
    assert rows[4].corrected == [("5-points-2", read, "83")]


def test_with_totals_alone_what_is_usual_is_sooner_meant():
    """72 and 20 make 92, and so do 70 and 22: 70 is Herz with nine levels, or Grand Schwarz without."""
    alone = {key: text for key, text in WRITTEN.items() if "plus" not in key and "minus" not in key}
    alone |= {"5-points-2": "92", "foot-points-2": "92", "foot-result-2": "222"}
    rows, _feet = decode(alone, **{"1-points-2": ListedReading({"70": 0.5, "72": 0.5})})
    assert [(row.score, row.total) for row in (rows[0], rows[4])] == [(72, 72), (20, 92)]


def test_a_slip_of_the_writer_stays_as_it_is_written_and_is_shown():
    """24 and 59 are 83; somebody wrote 73, clearly, and went on from there in the foot."""
    slip = {"5-points-2": "73", "foot-points-2": "73", "foot-result-2": "203"}
    rows, feet = decode(WRITTEN | slip)
    assert (rows[4].score, rows[4].total, rows[4].why) == (59, 73, ["slip"])
    assert feet[1].figures["points"] == 73 and feet[1].figures["result"] == 203
    slip = rows_json(rows)[4]["slip"]
    assert (slip["written"], slip["right"]) == (73, 83)
    assert slip["message"] == "Platz 2: mit 59 wären es 83, auf dem Papier steht 73. (Nachbartaste?)"
    assert [row["slip"] for row in rows_json(rows)[:4]] == [None] * 4


def test_a_total_that_no_deal_reaches_is_sooner_one_figure_off():
    """Nobody can win 58; with totals alone 48 was meant, and carried as 58 into the foot."""
    alone = {key: text for key, text in WRITTEN.items() if "plus" not in key and "minus" not in key}
    rows, feet = decode(alone | {"4-points-1": "58", "foot-points-1": "58", "foot-result-1": "138"})
    assert (rows[3].declarer, rows[3].score, rows[3].total, rows[3].right) == (1, 48, 58, 48)
    assert "slip" in rows[3].why and feet[0].figures["points"] == 58


def test_points_that_the_result_does_not_carry_on_are_misread_and_are_shown():
    """The foot says 830 with much certainty, but its result is that of 83."""
    _rows, feet = decode(WRITTEN, **{"foot-points-2": ListedReading({"830": 0.6, "83": 0.001})})
    assert (feet[1].figures["points"], feet[1].figures["result"], feet[1].look) == (83, 213, True)
    assert feet[1].corrected == [("foot-points-2", "830", "83")]


def test_a_dash_that_looks_like_a_figure_does_not_derail_its_column():
    rows, _feet = decode(WRITTEN, **{"4-points-3": ListedReading({"1": 0.6, "-": 0.39})})
    assert [row[:4] for row in told(rows)] == [row[:4] for row in ROWS]


def test_two_columns_with_figures_in_one_row_are_shown():
    rows, _feet = decode(WRITTEN | {"4-points-3": "48"})
    assert "two_declarers" in rows[3].why


def test_a_struck_figure_is_shown():
    rows, _feet = decode(WRITTEN, **{"4-points-1": ListedReading({"#46": 0.9, "48": 0.05})})
    assert (rows[3].score, rows[3].total, rows[3].why) == (48, 48, ["struck_figure"])


def test_strokes_through_the_rest_of_the_list_are_no_deals():
    strokes = {f"{nr}-{name}": "#" for nr in (6, 7, 8) for name in ("base", "plus", "points-1", "points-3")}
    rows, _feet = decode(WRITTEN | strokes)
    assert told(rows) == ROWS


@pytest.mark.parametrize("beside", [{}, {"5-won-2": ListedReading({"": 0.98, "#": 0.01, "-": 0.01})}])
def test_a_list_may_end_with_a_deal_that_was_passed_in(beside):
    """Also where a speck of ink lies in another column."""
    texts = {key: text for key, text in WRITTEN.items() if key[0] != "3"} | {"6-passed": "1"}
    moved = {f"{int(key[0]) - 1}{key[1:]}" if key[0] in "456" else key: text for key, text in texts.items()}
    rows, _feet = decode(moved, **beside)
    assert [row.state for row in rows] == ["played"] * 4 + ["passed"] + ["empty"] * 3


# ---- Lists on which the deal is ticked


def ticks(nr, *names):
    return {f"{nr}-{name}": "x" for name in names}


# Kreuz mit 1 of Platz 2, Herz ohne 1 lost by Platz 3, passed in, Grand mit 1 of Platz 1, Null ouvert Hand of Platz 2.
TICKED = {
    **{key: text for key, text in WRITTEN.items() if "plus" not in key and "minus" not in key},
    **ticks(1, "declarer-2", "kreuz", "mit", "spitzen-1", "deal_won"),
    **ticks(2, "declarer-3", "herz", "ohne", "spitzen-1", "deal_lost"),
    **ticks(4, "declarer-1", "grand", "mit", "spitzen-1", "deal_won"),
    **ticks(5, "declarer-2", "null", "hand", "ouvert", "deal_won"),
}


def test_ticks_say_which_deal_it_was_and_who_played_it():
    rows, _feet = decode(TICKED, ticked=True)
    assert told(rows) == ROWS
    deals = [(row.deal.game, row.deal.spitzen, row.deal.hand) if row.deal else None for row in rows[:5]]
    assert deals == [("kreuz", 1, False), ("herz", -1, False), None, ("grand", 1, False), ("null", None, True)]


def test_a_box_that_is_blackened_is_no_tick_and_many_spitzen_are_written():
    """Kreuz mit 5, Hand taken back: 12 x 6 = 72."""
    texts = {key: text for key, text in TICKED.items() if key not in {"1-spitzen-1", "1-points-2", "5-points-2"}}
    rows, _feet = decode(
        {key: text for key, text in texts.items() if not key.startswith("foot")}
        | {"1-spitzen": "5", "1-hand": "#", "1-points-2": "72", "5-points-2": "131"},
        ticked=True,
    )
    assert [(row.score, row.total, row.why) for row in (rows[0], rows[4])] == [(72, 72, []), (59, 131, [])]


def test_ticks_and_a_total_that_contradict_each_other_are_shown():
    rows, _feet = decode(TICKED | {"4-points-1": "24"}, ticked=True)
    assert rows[3].look


def test_totals_alone_say_the_score():
    alone = {key: text for key, text in WRITTEN.items() if "plus" not in key and "minus" not in key}
    rows, _feet = decode(alone)
    assert told(rows) == ROWS


def test_the_left_block_says_which_deal_it_was():
    rows, _feet = decode(WRITTEN | {"1-base": "12", "1-mit": "1", "4-base": "24", "4-ohne": "1"})
    deals = [(row.deal.game, row.deal.spitzen, row.deal.won) if row.deal else None for row in rows[:5]]
    assert deals == [("kreuz", 1, True), None, None, ("grand", -1, True), None]


def test_what_a_person_says_of_a_row_is_not_asked_again_and_helps_the_others():
    """Without the value, a total of 33 or 83; said to be 59, it can only be 83."""
    alone = {key: text for key, text in WRITTEN.items() if key[0] == "f" or "minus" in key or "points" in key}
    unsure = {key: seen(text) for key, text in alone.items() if not key.startswith("foot")}
    unsure["5-points-2"] = ListedReading({"33": 0.5, "83": 0.45})
    rows, _feet = ListDecoder(ListForm(ISKO, 4, 8), unsure, {5: (2, 59), 3: (0, 0)}).decode()
    assert (rows[4].declarer, rows[4].score, rows[4].total) == (2, 59, 83)
    assert rows[2].state == "passed"


def test_the_cell_to_look_at_is_the_one_of_which_the_picture_is_least_sure():
    """Of a row without any cell that was read it is the mark for a deal that was passed in."""
    rows = [DecodedRow(1, "played", 2, 24, 24, why=["uncertain"]), DecodedRow(2, "passed", why=["uncertain"])]
    unsure = {"1-plus": ListedReading({"24": 0.9}), "1-points-2": ListedReading({"24": 0.6, "27": 0.3})}
    assert look_at(ReadSheet(rows=rows, cells=unsure)) == ["1-points-2", "2-passed"]


def misread(random, written, rate):
    """Cells as an unsure eye sees them: letters that may be others they look like."""
    cells = {}
    for key, text in written.texts.items():
        found = {"": 1.0} if text else {}
        for letter in text:
            doubt = random.uniform(0.6, 0.95) if random.random() < rate else random.choice([0.0005, 0.005, 0.02, 0.1])
            other = LIKE[letter] if random.random() < 0.7 else random.choice("0123456789")
            found = {
                before + which: chance * share
                for before, chance in found.items()
                for which, share in ((letter, 1 - doubt), (other, doubt))
                if chance * share > 1e-4
            }
        if found:
            cells[key] = ListedReading(found)
    return cells


@pytest.mark.parametrize(("values", "least", "most_shown"), [(True, 0.995, 0.03), (False, 0.97, 0.15)])
def test_whole_lists_with_two_or_three_letters_of_a_hundred_misread(values, least, most_shown):
    """Twelve lists: what is right before a person, what is shown; with values nothing wrong is left unseen."""
    painted = pytest.importorskip("tests.bench.painted_photo")
    right = shown = rows = unseen = 0
    for seed in range(12):
        random = Random(seed)
        written = painted.write_list(random, 4, 48, values, left=values and seed % 2 == 0, slips=0.002)
        read, _feet = ListDecoder(ListForm(ISKO, 4, 48), misread(random, written, 0.025)).decode()
        for got, true in zip(read, written.rows, strict=True):
            good = (got.state, got.declarer, got.score) == (true.state, true.declarer, true.score)
            good = good and (got.total == true.total or not true.declarer)
            rows, right, shown, unseen = rows + 1, right + good, shown + got.look, unseen + (not good and not got.look)
    assert right >= least * rows and shown <= most_shown * rows
    assert unseen <= (0 if values else rows // 270)
