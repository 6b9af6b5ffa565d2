"""From cells to rows: the whole list as one code that corrects its own errors.

The scoring engine says which values there are; running totals, counters and the foot bind all cells together. Who
played a row is part of what is decoded: where a dash may be a figure or a figure a dash, each way is followed through
the columns that it changes. Nothing here knows of pictures.

* **D** Arithmetic mends the reading and never the paper. What is clearly written and does not add up is a slip: the
  score is that of the value column, the total stays as written, and a person decides.
* **D** A row is to be looked at if the decoder is less than 0.98 sure of declarer, score and total together.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import exp, log
from typing import Final

from scoring.legal import counted_scores
from scoring.sheet import OWN_GAME
from skatliga.reading.cell_reading import LEAST, NOTHING, STRUCK, CellReading, added
from skatliga.reading.decoded_rows import DecodedFoot, DecodedRow, ListForm
from skatliga.reading.left_block import LeftBlock, quiet
from skatliga.reading.seat_chain import Chain, RowEvidence, State, Step, empty, follow, number_of, numbers_in
from skatliga.reading.usual_scores import usual_scores

SURE: Final = 0.98
PASSED, EMPTY = 0, -1
"""What a row is instead of somebody's: nobody's deal, or no deal any more."""
_PASSED: Final = log(0.03)
"""How usual a deal is that nobody takes."""
_AMBIGUOUS: Final = 9.0
"""Who may have played a row: all who are less likely than the best by e to no more than this."""
_ENDS: Final = 8
"""How many places at which the list may end are tried."""
_FOOT_SLIP, _WAYS = 0.003, 40
"""How often a figure of the foot is wrong, and in how many ways."""
_STRUCK: Final = 0.5
"""How likely something in a cell is struck out, from which on a person is asked."""
_PROVEN: Final = 3
"""How many of the six figures of a foot must be read as they are calculated."""
_NEVER: Final = -1e4
"""The logarithm of what a person has ruled out."""


class ListDecoder:
    """Decodes the cells of one list; cells without ink need not be given."""

    def __init__(
        self, form: ListForm, cells: Mapping[str, CellReading], told: Mapping[int, tuple[int, int]] | None = None
    ) -> None:
        """`told` is what a person has said of rows: declarer and score, (0, 0) for a deal passed in."""
        self.form = form
        self.cells = cells
        self.told = told or {}
        self.scores = frozenset(counted_scores(form.book))
        self._usual = usual_scores(form.book).__getitem__
        self.strokes = {"1", "-1", "1-"} if form.ticked else {"x", "1", "-1", "1-"}
        self.left = {nr: form.left_block(self._column(nr)) for nr in range(1, form.deals + 1)}
        valued = sum(quiet(self.cell(nr, "plus")) * quiet(self.cell(nr, "minus")) < 0.5 for nr in self.left)
        inked = sum(any(quiet(self.cell(nr, "points", s)) < 0.5 for s in form.players(nr)) for nr in self.left)
        self.valued = valued > 0.3 * max(inked, 1)
        self._chains: dict[tuple[int, tuple[int, ...]], Chain] = {}
        self._local: dict[tuple[int, int], float] = {}

    def cell(self, row: int | str, column: str, seat: int | None = None) -> CellReading:
        """The reading of a cell."""
        return self.cells.get(f"{row}-{column}" + (f"-{seat}" if seat else ""), NOTHING)

    def _column(self, nr: int) -> Callable[[str], CellReading]:
        return lambda name: self.cell(nr, name)

    # ---- Rows by themselves

    def local(self, nr: int, who: int) -> float:
        """The logarithm of how well a row by itself agrees with this declarer, a deal passed in or no deal."""
        if (nr, who) not in self._local:
            known = self.told.get(nr)
            self._local[nr, who] = self._weigh(nr, who) if known is None else _NEVER * (known[0] != who)
        return self._local[nr, who]

    def _weigh(self, nr: int, who: int) -> float:
        if who == EMPTY:
            cells = [(key, each) for key, each in self._row_cells(nr) if quiet(each) < 0.5]
            alone = len(cells) == 1 and cells[0][0].endswith("passed")  # strokes go through more than this column
            return sum(log(quiet(each) + 0.004) if alone else self._idle(each) for _key, each in cells)
        weight = self.left[nr].declares(who)
        for seat in range(1, self.form.seats + 1):
            trio = [self.cell(nr, name, seat) for name in ("points", "won", "lost")]
            if seat != who:
                weight += sum(map(empty, trio))
            else:
                unsaid = quiet(trio[0])
                counted = 1 - quiet(trio[1]) * quiet(trio[2])
                weight += log(max(1 - unsaid, LEAST)) + log(0.97 * counted + 0.03)
        passed = self.cell(nr, "passed")
        values = self.cell(nr, "plus"), self.cell(nr, "minus")
        if who == PASSED:
            return weight + _PASSED + log(0.9 * (1 - quiet(passed)) + 0.1 * quiet(passed)) + sum(map(empty, values))
        if self.valued:
            weight += log(0.98 * (1 - quiet(values[0]) * quiet(values[1])) + 0.02)
        return weight + empty(passed)

    def _row_cells(self, nr: int) -> list[tuple[str, CellReading]]:
        prefix = f"{nr}-"
        return [(key, each) for key, each in self.cells.items() if key.startswith(prefix)]

    def _idle(self, cell: CellReading) -> float:
        """Of a cell in which no deal stands any more: nothing, or strokes across the rest of the list."""
        struck = sum(chance for text, chance in cell.best if STRUCK in text or text in self.strokes)
        return log(min(quiet(cell) + 0.9 * struck, 1.0) + 0.004)

    # ---- Columns

    def chain(self, seat: int, rows: tuple[int, ...]) -> Chain:
        """The column of a seat if these rows are its."""
        if (seat, rows) not in self._chains:
            evidence = [self._evidence(nr, seat) for nr in rows]
            self._chains[seat, rows] = follow(evidence, self.scores, lambda state: self._foot(seat, state))
        return self._chains[seat, rows]

    def _evidence(self, nr: int, seat: int) -> RowEvidence:
        plus, minus = self.cell(nr, "plus"), self.cell(nr, "minus")
        left = self.left[nr]
        unwritten = quiet(plus) * quiet(minus)

        if self.valued:
            plus.prepare([str(score) for score in self.scores if score > 0])
            minus.prepare([str(-score) for score in self.scores if score < 0])

        def value(score: int) -> float:
            if not self.valued:
                return 0.0
            cells = (plus, minus) if score > 0 else (minus, plus)
            agrees = exp(cells[0].log(str(abs(score))) + empty(cells[1]))
            return log(0.985 * agrees + 0.015 * unwritten + LEAST)

        points, won, lost = (self.cell(nr, name, seat) for name in ("points", "won", "lost"))
        if nr in self.told:
            known = self.told[nr][1]
            nothing = LeftBlock(lambda name: NOTHING)
            return RowEvidence(nr, points, won, lost, lambda score: 0.0, [known], nothing, self._usual, [known])
        likely = [number for number in numbers_in(plus)[:3] if number in self.scores]
        likely += [-number for number in numbers_in(minus)[:3] if -number in self.scores]
        likely += [score for score in left.scores() if score in self.scores]
        likely = sorted(dict.fromkeys(likely), key=lambda s: value(s) + left.log(s), reverse=True)[:6]
        return RowEvidence(nr, points, won, lost, value, likely, left, self._usual)

    def _foot(self, seat: int, state: State) -> float:
        """How well the first figures of the foot agree with an end of the column."""
        total, won, lost = state
        own = OWN_GAME * (won - lost)
        wanted = {"points": total, "won": won, "lost": lost, "own": own}
        return sum(self._figure(self.cell("foot", name, seat), number) for name, number in wanted.items())

    def _figure(self, cell: CellReading, number: int) -> float:
        """How well a figure of the foot agrees; for none there may be a stroke, or nothing."""
        seen = exp(cell.log(str(number)))
        if number == 0:
            seen += quiet(cell)
        elif number > 0:
            seen += exp(cell.log(f"x{number}"))
        return log((1 - _FOOT_SLIP) * min(seen, 1) + 0.01 * quiet(cell) + _FOOT_SLIP * 1e-3)

    # ---- The whole list

    def decode(self) -> tuple[list[DecodedRow], list[DecodedFoot]]:
        """All rows and feet."""
        best, who = max(((self._settle(end)) for end in self._ends()), key=lambda each: each[0])
        del best
        rows = [self._row(nr, who) for nr in range(1, self.form.deals + 1)]
        return rows, self._feet(who)

    def _ends(self) -> list[int]:
        """After which rows the list may end, by the rows alone."""
        deals = self.form.deals
        rest = [0.0]
        for nr in range(deals, 0, -1):
            rest.append(rest[-1] + self.local(nr, EMPTY))
        rest.reverse()
        before, weights = 0.0, []
        for end in range(deals + 1):
            weights.append(before + rest[end])
            if end < deals:
                nr = end + 1
                before += max(self.local(nr, who) for who in (*self.form.players(nr), PASSED))
        order = sorted(range(deals + 1), key=weights.__getitem__, reverse=True)
        return [end for end in order[:_ENDS] if weights[end] > weights[order[0]] - 80]

    def _settle(self, end: int) -> tuple[float, list[int]]:
        """The likeliest declarers if the list ends here, with the logarithm of their likelihood."""
        form = self.form
        who = [self._likeliest((*form.players(nr), PASSED), nr) for nr in range(1, end + 1)]
        who += [EMPTY] * (form.deals - end)
        for _round in range(2):
            before = list(who)
            for nr in range(1, end + 1):
                options = self._options(nr)
                if len(options) > 1:
                    weights = [self._total(who, nr, each) for each in options]
                    who[nr - 1] = options[weights.index(max(weights))]
            if who == before:
                break
        return self._whole(who), who

    def _likeliest(self, options: Sequence[int], nr: int) -> int:
        """Who it is by the row alone."""
        weights = [self.local(nr, each) for each in options]
        return options[weights.index(max(weights))]

    def _options(self, nr: int) -> list[int]:
        """Who may have played a row, by the row alone."""
        found = {w: self.local(nr, w) for w in (*self.form.players(nr), PASSED)}
        most = max(found.values())
        return [w for w, weight in found.items() if weight > most - _AMBIGUOUS]

    def _total(self, who: list[int], nr: int, new: int) -> float:
        """The likelihood of all if this row is another's."""
        return self._whole([*who[: nr - 1], new, *who[nr:]])

    def _whole(self, who: list[int]) -> float:
        weight = sum(self.local(nr, w) for nr, w in enumerate(who, 1))
        return weight + sum(self.chain(seat, rows_of(who, seat)).likelihood for seat in range(1, self.form.seats + 1))

    def _row(self, nr: int, who: list[int]) -> DecodedRow:
        mine = who[nr - 1]
        if mine == EMPTY:
            row = DecodedRow(nr, "empty")
            self._warn(row, mine)
            return row
        options = self._options(nr)
        weights = {w: self._total(who, nr, w) if len(options) > 1 else 0.0 for w in options}
        most = added(list(weights.values()))
        shares = {w: exp(weight - most) for w, weight in weights.items()}
        row = DecodedRow(nr, "passed" if mine == PASSED else "played", confidence=shares[mine])
        if mine == PASSED:
            row.candidates = [("passed", 0, 0, shares[mine])]
            if quiet(self.cell(nr, "passed")) > 0.5:
                row.confidence = min(row.confidence, 0.9)
        else:
            self._fill(row, mine, who, shares[mine])
        for other in options:
            if other != mine and shares[other] > 0.001:
                row.candidates.append(("played" if other else "passed", other, 0, round(shares[other], 4)))
        if row.confidence < SURE:
            row.why.append("uncertain")
        self._warn(row, mine)
        return row

    def _fill(self, row: DecodedRow, seat: int, who: list[int], share: float) -> None:
        """Score, total and counters of a row somebody played, with everything that speaks for something else."""
        steps = self.chain(seat, rows_of(who, seat)).steps[row.nr]
        told: dict[tuple[int, int], float] = {}
        for step, chance in steps.items():
            told[step.score, step.after[0]] = told.get((step.score, step.after[0]), 0.0) + chance
        row.score, row.total = max(told, key=told.__getitem__)
        best = max((s for s in steps if (s.score, s.after[0]) == (row.score, row.total)), key=steps.__getitem__)
        row.declarer, row.confidence = seat, share * min(told[row.score, row.total], 1.0)
        row.won, row.lost = (best.after[1], None) if row.score > 0 else (None, best.after[2])
        ranked = sorted(told, key=told.__getitem__, reverse=True)[:4]
        row.candidates = [("played", seat, score, round(share * told[score, t], 4)) for score, t in ranked]
        row.deal = self.left[row.nr].deal(self.form.book, row.score)
        if best.kind:
            row.why.append(best.kind)
        if best.kind == "slip" and best.before[0] + row.score != row.total:
            row.right = best.before[0] + row.score
        self._compare(row, best)

    def _compare(self, row: DecodedRow, step: Step) -> None:
        """Where the picture alone says something else than what was decoded."""
        wanted = {f"{row.nr}-points-{row.declarer}": str(row.total)}
        name, number = ("won", step.after[1]) if row.score > 0 else ("lost", step.after[2])
        wanted[f"{row.nr}-{name}-{row.declarer}"] = str(number)
        if self.valued:
            wanted[f"{row.nr}-{'plus' if row.score > 0 else 'minus'}"] = str(abs(row.score))
        for key, text in wanted.items():
            cell = self.cells.get(key)
            if cell is not None and cell.best and cell.best[0][0] != text:
                row.corrected.append((key, cell.best[0][0], text))

    def _warn(self, row: DecodedRow, mine: int) -> None:
        """What a person should know although the decoder may be sure."""
        written = [
            seat
            for seat in range(1, self.form.seats + 1)
            if any(
                number_of(text) is not None and chance > 0.3 for text, chance in self.cell(row.nr, "points", seat).best
            )
        ]
        if len(written) > 1 or (written and mine == PASSED):
            row.why.append("two_declarers")
        if mine == EMPTY:
            if written and not self._is_struck(row.nr):
                row.why.append("uncertain")
            return
        wanted = str(abs(row.score))
        own = [(self.cell(row.nr, "points", mine or None), str(row.total))]
        own.append((self.cell(row.nr, "plus" if row.score > 0 else "minus"), wanted))
        if any(_is_struck(cell, text) for cell, text in own):
            row.why.append("struck_figure")

    def _is_struck(self, nr: int) -> bool:
        """Whether strokes go through the row, so that what looks like figures are none."""
        cells = [each for _key, each in self._row_cells(nr)]
        return sum(any(STRUCK in text for text, chance in cell.best[:1]) for cell in cells) > 1

    # ---- Feet

    def _feet(self, who: list[int]) -> list[DecodedFoot]:
        """The feet with the likeliest ends of all columns, bound by what the lost deals bring the others."""
        seats = range(1, self.form.seats + 1)
        ends = [sorted(self.chain(s, rows_of(who, s)).ends.items(), key=lambda each: -each[1])[:4] for s in seats]
        weights: dict[tuple[State, ...], float] = {}
        for chosen in product(*ends):
            states = tuple(state for state, _chance in chosen)
            weight = sum(log(chance + LEAST) for _end, chance in chosen)
            for seat in seats:
                others, result = self._bonus(states, seat)
                weight += self._figure(self.cell("foot", "others", seat), others)
                weight += self._figure(self.cell("foot", "result", seat), result)
            weights[states] = weight
        most = added(list(weights.values()))
        best = max(weights, key=weights.__getitem__)
        feet = []
        for seat, state in zip(seats, best, strict=True):
            share = sum(exp(w - most) for states, w in weights.items() if states[seat - 1] == state)
            others, result = self._bonus(best, seat)
            own = OWN_GAME * (state[1] - state[2])
            figures = dict(zip(_FIGURES, (*state, own, others, result), strict=True))
            feet.append(self._written(seat, figures, share))
        return feet

    def _bonus(self, states: tuple[State, ...], seat: int) -> tuple[int, int]:
        """What the lost deals of the others bring a seat, and its result."""
        total, won, lost = states[seat - 1]
        others = self.form.bonus * (sum(state[2] for state in states) - lost)
        return others, total + OWN_GAME * (won - lost) + others

    def _written(self, seat: int, figures: dict[str, int], share: float) -> DecodedFoot:
        """The foot as it is written: where something else clearly stands there, that, and a person looks.

        **D** Wrong Spielpunkte are carried into the Gesamtpunkte. Where those stand as calculated, Spielpunkte that
        seem to be others are misread: the calculated ones are shown, and a person looks.
        """
        foot = DecodedFoot(seat, {}, look=share < SURE)
        misread = {"points"} if self._stands(f"foot-result-{seat}", figures["result"]) else set()
        for name, number in figures.items():
            key = f"foot-{name}-{seat}"
            cell = self.cells.get(key, NOTHING)
            foot.figures[name] = number
            best = cell.best[0][0]
            if quiet(cell) > 0.5:
                if number and name in _ASKED:
                    foot.figures[name], foot.look = None, True
                continue
            read = number_of(best.removeprefix("x"))
            if read == number:
                continue
            agrees = exp(self._figure(cell, number)) / (1 - _FOOT_SLIP)
            slip = max((chance for text, chance in cell.best if number_of(text) == read), default=0)
            slip *= _FOOT_SLIP / _WAYS
            if read is not None and slip > agrees and name not in misread:
                foot.figures[name] = read
            elif best not in {str(number), f"x{number}"}:
                foot.corrected.append((key, best, str(number)))
            if name in _ASKED and agrees * (1 - SURE) < slip:
                foot.look = True
        agreeing = sum(self._stands(f"foot-{name}-{seat}", number) for name, number in figures.items())
        foot.look = foot.look or agreeing < _PROVEN
        return foot

    def _stands(self, key: str, number: int) -> bool:
        """Whether a figure of the foot is plainly read, or is none and nothing or a stroke stands for it."""
        cell = self.cells.get(key, NOTHING)
        return exp(cell.log(str(number))) > 0.05 or (not number and quiet(cell) > 0.2)


_FIGURES: Final = ("points", "won", "lost", "own", "others", "result")
_ASKED: Final = {"points", "won", "lost", "result"}


def _is_struck(cell: CellReading, text: str) -> bool:
    """Whether something in a cell is struck out, and what was decoded is not simply what stands beside it."""
    struck = sum(chance for read, chance in cell.best if STRUCK in read)
    return struck > _STRUCK and cell.best[0][0].replace(STRUCK, "") != text


def rows_of(who: list[int], seat: int) -> tuple[int, ...]:
    """The rows that a seat has played."""
    return tuple(nr for nr, each in enumerate(who, 1) if each == seat)
