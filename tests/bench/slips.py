"""Whether the slip is found that people make on a foot or in a row: how often the truth is among what the engine says.

Plausible lists of all table sizes and evaluations, complete and right; then one slip, drawn from kinds that are
described here as people make them, without a look at how the engine looks for them. A slip that leaves everything in
order is drawn anew: no arithmetic can find it. Named is what the answer of the command line says, read as its form
promises: the whole corrected foot, or the number of the row.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from time import process_time
from typing import Any, Final

from scoring.rulebooks import BOOKS
from scoring.sheet_json import answer_list

Fields = dict[str, Any]
ISKO: Final = BOOKS["isko-2022"]
BONUS: Final = {3: 40, 4: 30, 5: 24}
PLAYING: Final = {3: (0, 1, 2), 4: (1, 2, 3), 5: (1, 2, 4)}
COLUMNS: Final = ("spielpunkte", "won", "lost", "leistung")
EVALUATIONS: Final = ("seeger-fabian", "seeger-fabian", "seeger-fabian", "seeger", "spielpunkte")
WITH_BONUS: Final = EVALUATIONS[:4]
"""Under Spielpunkte no Gesamt holds the counts: which of them is wrong when one is, nobody can say."""
PAD: Final = {(x, y): key for y, row in enumerate(("789", "456", "123", "00 ")) for x, key in enumerate(row)}
BASES: Final = {"karo": 9, "herz": 10, "pik": 11, "kreuz": 12, "grand": 24}
SEED: Final = 1998
LISTS: Final = 600


# --- Lists --------------------------------------------------------------------------------------------------------


def draw_row(rng: Random, seats: int, number: int) -> Fields:
    """One deal of a usual mix at this table: 4 in 100 passed in, one in five lost."""
    if rng.random() < 0.04:
        return {"game": "eingepasst"}
    declarer = (number % seats + rng.choice(PLAYING[seats])) % seats + 1
    won = rng.random() > (0.12 if declarer == 1 else 0.2)
    if rng.random() < 0.06:
        return {"declarer": declarer, "game": "null", "ouvert": rng.random() < 0.3, "won": won}
    game = rng.choices(list(BASES), (16, 18, 18, 20, 28))[0]
    count = rng.choices((1, 2, 3, 4, 5), (58, 22, 11, 7, 2 if game != "grand" else 0))[0]
    row = {"declarer": declarer, "game": game, "spitzen": count * rng.choice((1, -1)), "won": won}
    if rng.random() < 0.09:
        row["hand"] = True
    if rng.random() < 0.22:
        row["schneider"] = True
    return row


def score_of(row: Fields) -> int:
    """What the row brings, counted here anew."""
    if row["game"] == "null":
        value = 46 if row["ouvert"] else 23
    else:
        value = BASES[row["game"]] * (abs(row["spitzen"]) + 1 + row.get("hand", False) + row.get("schneider", False))
    return value if row["won"] else -2 * value


def draw_list(rng: Random, seats: int = 0, evaluation: str = "") -> Fields:
    """A whole list with its totals."""
    seats = seats or rng.choice((3, 4, 4, 4, 5))
    evaluation = evaluation or rng.choice(EVALUATIONS)
    rows = [draw_row(rng, seats, number) for number in range(seats * rng.choice((12, 12, 9)))]
    return {
        "seats": [f"Spieler {seat}" for seat in range(1, seats + 1)],
        "evaluation": evaluation,
        "deals": rows,
        "totals": foot_of(rows, seats, evaluation),
    }


def foot_of(rows: list[Fields], seats: int, evaluation: str) -> list[Fields]:
    """The feet of rows, added up deal by deal."""
    feet = [dict.fromkeys(COLUMNS, 0) for _ in range(seats)]
    own = 50 if evaluation.startswith("seeger") else 0
    other = BONUS[seats] if evaluation == "seeger-fabian" else 0
    for row in rows:
        if row["game"] == "eingepasst":
            continue
        foot, score = feet[row["declarer"] - 1], score_of(row)
        foot["spielpunkte"] += score
        foot["leistung"] += score + (own if row["won"] else -own)
        foot["won" if row["won"] else "lost"] += 1
        for each in feet:
            if each is not foot and not row["won"]:
                each["leistung"] += other
    return feet


def foot_alone(whole: Fields) -> Fields:
    """The same list of which only the foot is typed."""
    passed = sum(row["game"] == "eingepasst" for row in whole["deals"])
    foot = {"deals": len(whole["deals"]), "eingepasst": passed, "feet": deepcopy(whole["totals"])}
    return {"seats": whole["seats"], "evaluation": whole["evaluation"], "foot": foot}


# --- Slips on a foot: each changes it in place --------------------------------------------------------------------

Slip = Callable[[Random, Fields, Fields], None]
"""Draws from the generator, changes the foot; the third is the whole list."""


def mistype(rng: Random, number: int) -> int:
    """A number as a hurried hand types it."""
    text, sign = str(abs(number)), -1 if number < 0 else 1
    at = rng.randrange(len(text))
    before, key, after = text[:at], text[at], text[at + 1 :]
    match rng.choice(("near", "near", "digit", "missing", "double", "swap", "zero", "sign", "two", "ten", "mirror")):
        case "near":
            spots = [spot for spot, found in PAD.items() if found == key]
            near = [PAD.get((x + dx, y + dy), " ") for x, y in spots for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
            text = before + rng.choice([found for found in near if found not in (" ", key)]) + after
        case "digit":
            text = before + rng.choice("0123456789") + after
        case "missing":
            text = before + after or text
        case "double":
            text = before + key + key + after
        case "swap":
            text = before + after[:1] + key + after[1:]
        case "zero":
            text = text + "0"
        case "sign":
            sign = -sign
        case "two":
            text = "".join(rng.choice("0123456789") if rng.random() < 0.5 else digit for digit in text)
        case "ten":
            return number + rng.choice((10, -10, 1, -1, 100, -100))
        case "mirror":
            text = text[::-1]
    return sign * int(text)


def one_number(rng: Random, foot: Fields, _whole: Fields) -> None:
    places = [(foot, "eingepasst"), *((line, column) for line in foot["feet"] for column in COLUMNS)]
    place, column = rng.choice(places)
    place[column] = mistype(rng, place[column])


def number_of_another(rng: Random, foot: Fields, _whole: Fields) -> None:
    column = rng.choice(COLUMNS)
    one, other = rng.sample(foot["feet"], 2)
    one[column] = other[column]


def sum_on_paper(rng: Random, foot: Fields, _whole: Fields) -> None:
    line = rng.choice(foot["feet"])
    line["leistung"] += rng.choice((1, -1)) * rng.choice(
        (1, 2, 10, 20, 30, 40, 50, 60, 100, 100, rng.randrange(1, 300))
    )


def points_of_a_row_forgotten(rng: Random, foot: Fields, whole: Fields) -> None:
    row = rng.choice([row for row in whole["deals"] if row["game"] != "eingepasst"])
    foot["feet"][row["declarer"] - 1]["spielpunkte"] -= score_of(row)


def count_alone(rng: Random, foot: Fields, _whole: Fields) -> None:
    rng.choice(foot["feet"])[rng.choice(("won", "lost"))] += rng.choice((1, -1))


ONE_FIELD: Final[tuple[Slip, ...]] = (
    one_number, one_number, one_number, number_of_another, sum_on_paper, points_of_a_row_forgotten, count_alone,
)  # fmt: skip


def exchange(line: Fields, one: str, other: str) -> None:
    line[one], line[other] = line[other], line[one]


def fields_of_a_line(rng: Random, foot: Fields, _whole: Fields) -> None:
    pair = rng.choice((("won", "lost"), ("won", "lost"), ("spielpunkte", "leistung"), ("spielpunkte", "leistung"),
                       ("lost", "leistung"), ("spielpunkte", "won")))  # fmt: skip
    exchange(rng.choice(foot["feet"]), *pair)


def of_two_players(rng: Random, foot: Fields, _whole: Fields) -> None:
    one, other = rng.sample(foot["feet"], 2)
    for column in rng.choice((("spielpunkte",), ("leistung",), ("won",), ("lost",), ("won", "lost"))):
        one[column], other[column] = other[column], one[column]


def two_columns(rng: Random, foot: Fields, _whole: Fields) -> None:
    pair = rng.choice((("won", "lost"), ("spielpunkte", "leistung")))
    for line in foot["feet"]:
        exchange(line, *pair)


def fields_of_some_lines(rng: Random, foot: Fields, _whole: Fields) -> None:
    """The same two fields exchanged in some lines, as where a second person went on typing."""
    pair = rng.choice((("won", "lost"), ("spielpunkte", "leistung")))
    for line in rng.sample(foot["feet"], rng.randrange(2, len(foot["feet"]))):
        exchange(line, *pair)


def line_one_off(rng: Random, foot: Fields, _whole: Fields) -> None:
    """A number typed twice, or left out, so that the rest of the line stands one field off."""
    at = rng.randrange(len(foot["feet"]))
    line, after = foot["feet"][at], foot["feet"][(at + 1) % len(foot["feet"])]
    numbers = [line[column] for column in COLUMNS]
    start = rng.randrange(3)
    if rng.random() < 0.5:
        numbers = [*numbers[: start + 1], *numbers[start:3]]
    else:
        numbers = [*numbers[:start], *numbers[start + 1 :], rng.choice((after["spielpunkte"], numbers[start]))]
    line.update(zip(COLUMNS, numbers, strict=True))


def bonus_of_other_table(rng: Random, foot: Fields, whole: Fields) -> None:
    bonus_wrong(rng, foot, whole, lambda line, lost, new: new * (lost - line["lost"]))


def bonus_forgotten(rng: Random, foot: Fields, whole: Fields) -> None:
    bonus_wrong(rng, foot, whole, lambda line, lost, new: 0)


def own_lost_counted(rng: Random, foot: Fields, whole: Fields) -> None:
    bonus_wrong(rng, foot, whole, lambda line, lost, new: BONUS[len(whole["seats"])] * lost)


def all_lost_miscounted(rng: Random, foot: Fields, whole: Fields) -> None:
    more = rng.choice((1, -1))
    bonus_wrong(
        rng,
        foot,
        whole,
        lambda line, lost, new: BONUS[len(whole["seats"])] * (lost + more - line["lost"]),
        everybody=True,
    )


def bonus_wrong(
    rng: Random, foot: Fields, whole: Fields, bonus: Callable[[Fields, int, int], int], everybody: bool = False
) -> None:
    """The bonus for the others' lost deals reckoned otherwise, by everybody or by one."""
    if whole["evaluation"] != "seeger-fabian":
        return fields_of_a_line(rng, foot, whole)
    seats = len(foot["feet"])
    lost = sum(line["lost"] for line in foot["feet"])
    new = rng.choice([points for size, points in BONUS.items() if size != seats])
    of_all = everybody or rng.random() < 0.6
    for line in foot["feet"] if of_all else [rng.choice(foot["feet"])]:
        line["leistung"] += bonus(line, lost, new) - BONUS[seats] * (lost - line["lost"])
    return None


def minus_forgotten(rng: Random, foot: Fields, _whole: Fields) -> None:
    """Every minus of the sheet is left out, as on a phone without that key."""
    for line in foot["feet"]:
        for column in ("spielpunkte", "leistung"):
            line[column] = abs(line[column])


def column_one_seat_off(rng: Random, foot: Fields, _whole: Fields) -> None:
    column = rng.choice(COLUMNS)
    numbers = [line[column] for line in foot["feet"]]
    for line, number in zip(foot["feet"], numbers[1:] + numbers[:1], strict=True):
        line[column] = number


def deal_in_the_other_count(rng: Random, foot: Fields, _whole: Fields) -> None:
    line = rng.choice([line for line in foot["feet"] if line["lost"] and line["won"]])
    more = rng.choice((1, -1))
    line["won"] += more
    line["lost"] -= more


COMPOUND: Final[tuple[Slip, ...]] = (
    fields_of_a_line, fields_of_a_line, fields_of_some_lines, of_two_players, of_two_players, two_columns, line_one_off,
    line_one_off, bonus_of_other_table, bonus_forgotten, own_lost_counted, all_lost_miscounted, minus_forgotten,
    column_one_seat_off, deal_in_the_other_count,
)  # fmt: skip


def count_and_all_from_it(rng: Random, foot: Fields, whole: Fields) -> None:
    """A count that is wrong on the paper already: every Gesamt was reckoned from it, and all lines add up."""
    line = rng.choice(foot["feet"])
    column, more = rng.choice(("won", "lost")), rng.choice((1, -1))
    line[column] += more
    own = 50 if whole["evaluation"].startswith("seeger") else 0
    other = BONUS[len(whole["seats"])] if whole["evaluation"] == "seeger-fabian" else 0
    line["leistung"] += own * more * (1 if column == "won" else -1)
    if column == "lost":
        for each in foot["feet"]:
            if each is not line:
                each["leistung"] += other * more


EQUAL: Final[tuple[Slip, ...]] = (count_and_all_from_it,)


def draw_slip(
    rng: Random, kinds: tuple[Slip, ...], evaluations: tuple[str, ...] = EVALUATIONS
) -> tuple[Fields, Fields, str]:
    """A list with its right foot, the same with a slip that shows, and the kind."""
    while True:
        whole = draw_list(rng, evaluation=rng.choice(evaluations))
        typed = foot_alone(whole)
        right, kind = deepcopy(typed["foot"]), rng.choice(kinds)
        try:
            kind(rng, typed["foot"], whole)
        except IndexError:
            continue
        if typed["foot"] != right and answer_list(typed, ISKO)["findings"]:
            return typed, right, kind.__name__


def place_of(typed: Fields, right: Fields) -> int:
    """At which place, from 1, the right foot is named; 0 where it is not."""
    named = [one["foot"] for one in answer_list(typed, ISKO)["corrections"]]
    return named.index(right) + 1 if right in named else 0


# --- Slips in a row -----------------------------------------------------------------------------------------------


def wrong_seat(rng: Random, rows: list[Fields], at: int, seats: int) -> Fields:
    playing = [(at % seats + step) % seats + 1 for step in PLAYING[seats]]
    return {**rows[at], "declarer": rng.choice([seat for seat in playing if seat != rows[at]["declarer"]])}


def wrong_sign(rng: Random, rows: list[Fields], at: int, seats: int) -> Fields:
    return {**rows[at], "won": not rows[at]["won"]}


def passed_typed(rng: Random, rows: list[Fields], at: int, seats: int) -> Fields:
    return {"game": "eingepasst"}


def wrong_spitzen(rng: Random, rows: list[Fields], at: int, seats: int) -> Fields:
    most = 4 if rows[at]["game"] == "grand" else 6
    count = rng.choice([n for n in range(1, most + 1) if n != abs(rows[at]["spitzen"])])
    near = abs(rows[at]["spitzen"]) + rng.choice((1, -1))
    return {**rows[at], "spitzen": near if 1 <= near <= most and rng.random() < 0.7 else count}


def wrong_suit(rng: Random, rows: list[Fields], at: int, seats: int) -> Fields:
    suits = [suit for suit in BASES if suit != rows[at]["game"] and (suit != "grand" or abs(rows[at]["spitzen"]) < 5)]
    return {**rows[at], "game": rng.choice(suits)}


def wrong_level(rng: Random, rows: list[Fields], at: int, seats: int) -> Fields:
    level = rng.choice(("schneider", "schneider", "hand"))
    return {**rows[at], level: not rows[at].get(level, False)}


ROW_SLIPS: Final = {
    "seat": (wrong_seat, 95), "sign": (wrong_sign, 95), "passed": (passed_typed, 90),
    "spitzen": (wrong_spitzen, 25), "suit": (wrong_suit, 25), "level": (wrong_level, 25),
}  # fmt: skip


def draw_row_slip(rng: Random, kind: str, running: bool = False, bare: bool = False) -> tuple[Fields, int]:
    """A list in which one row is wrong so that the totals say so, and its number."""
    make = ROW_SLIPS[kind][0]
    while True:
        whole = draw_list(rng)
        rows, seats = whole["deals"], len(whole["seats"])
        at = rng.randrange(len(rows))
        row = rows[at]
        if row["game"] == "eingepasst" or (kind in ("spitzen", "suit", "level") and row["game"] == "null"):
            continue
        if running:
            stand = Counter[int]()
            for each in rows:
                if each["game"] != "eingepasst":
                    stand[each["declarer"]] += score_of(each)
                    each["running"] = stand[each["declarer"]]
        wrong = make(rng, rows, at, seats)
        rows[at] = wrong
        if bare:
            rows[:] = [as_value(each) for each in rows]
        answer = answer_list(whole, ISKO)
        if any(found["code"] == "total_differs" for found in answer["findings"]):
            return whole, at + 1


def as_value(row: Fields) -> Fields:
    """The row as declarer and score alone."""
    if row["game"] == "eingepasst":
        return row
    kept = {"declarer": row["declarer"], "score": score_of(row)}
    return kept | {"running": row["running"]} if "running" in row else kept


def row_place(whole: Fields, row: int) -> int:
    """At which place the row is suspected, 0 where it is not."""
    named = [one["row"] for one in answer_list(whole, ISKO).get("suspects", [])]
    return named.index(row) + 1 if row in named else 0


# --- Figures ------------------------------------------------------------------------------------------------------


def share(places: list[int], within: int) -> float:
    """How many percent are named among so many."""
    return 100 * sum(0 < place <= within for place in places) / len(places)


def figures(lists: int = LISTS) -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    rng = Random(SEED)
    yield from _feet(rng, "foot_one_field_in_2", ONE_FIELD, WITH_BONUS, 2, 97, lists)
    yield from _feet(rng, "foot_exchanged_or_compound_in_3", COMPOUND, EVALUATIONS, 3, 93, lists)
    yield from _feet(rng, "foot_equal_named", EQUAL, EVALUATIONS, 10, 95, lists)
    yield from _feet(rng, "foot_count_without_bonus_named", (count_alone,), ("spielpunkte",), 10, 95, lists // 3)
    for way, options in (("", {}), ("bare_", {"bare": True}), ("running_", {"running": True})):
        for kind, (_, target) in ROW_SLIPS.items():
            places = [row_place(*draw_row_slip(rng, kind, **options)) for _ in range(lists // 6)]
            yield f"row_{way}{kind}_in_5 {share(places, 5):.1f} % >={target}"
    clean = [draw_list(rng) for _ in range(lists // 3)]
    accused = sum(bool(answer_list(one, ISKO).get("suspects")) for one in clean)
    accused += sum(bool(answer_list(foot_alone(one), ISKO)["corrections"]) for one in clean)
    yield f"clean_lists_accused {accused} lists =0"
    slowest = max(_milliseconds(draw_row_slip(rng, kind)[0]) for kind in ROW_SLIPS for _ in range(20))
    yield f"list_with_suspects_slowest {slowest:.0f} ms <100"
    slowest = max(_milliseconds(draw_slip(rng, ONE_FIELD + COMPOUND)[0]) for _ in range(200))
    yield f"foot_with_corrections_slowest {slowest:.0f} ms <100"


def _feet(
    rng: Random, name: str, kinds: tuple[Slip, ...], evaluations: tuple[str, ...], within: int, target: int, lists: int
) -> Iterator[str]:
    by_kind: dict[str, list[int]] = {}
    for _ in range(lists):
        typed, right, kind = draw_slip(rng, kinds, evaluations)
        by_kind.setdefault(kind, []).append(place_of(typed, right))
    everything = [place for places in by_kind.values() for place in places]
    yield f"{name} {share(everything, within):.1f} % >={target}"
    if len(by_kind) > 1:
        for kind, places in sorted(by_kind.items()):
            yield f"{name}_{kind} {share(places, within):.1f} % -"


def _milliseconds(whole: Fields) -> float:
    start = process_time()
    answer_list(whole, ISKO)
    return 1000 * (process_time() - start)
