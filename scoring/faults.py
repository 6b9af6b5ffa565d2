"""The footer of one Spielliste: its control identities, and the single slip that explains a mismatch.

The office types one line per player (Spielpunkte P, won g, lost v, Gesamt T) and the number E of deals
passed in. With k players, n deals, G = sum of g, V = sum of v, b points for an own game, f for a lost deal of
another player, and R deals that stand in neither counter (Ramsch):

    C1  G + V + E + R = n; without E: G + V + R <= n
    C2  T = P + b(g - v) + f(V - v) for each player whose Gesamt is written (SkWO 6.3.1)
    C3  sum of T = sum of P + bG + (f(k - 1) - b)V, if every Gesamt is written
    C5  18g - 540v <= P <= 264g - 36v, hence P = 0 without a game (the four numbers belong to the book)
    M   of a match to a number of points exactly one player has reached them
    C6  g + v <= the deals the player took part in: all up to three players, else three of every k

The module knows no rule book: b, f and the bounds of C5 are given. All k players sat there for all n deals.
A player's whole line typed for somebody else satisfies every identity and cannot be found here.

**D** A broken-off last round counts in full for every player in C6, so that the limit is never too low.
**D** With Ramsch C5 is left out: those points stand in P but in no counter. **D** A count below zero is
reported as such, and C5 and C6 of its line are not asked. **D** A correction ranks by how many numbers a slip
of its kind could have made out of the right one: one by a change of sign, one a digit by a swap, nine a digit
by a wrong key. A sum on paper may come out as anything, but mostly misses a carry or a game; then Gesamt
stands before Spielpunkte. **D** A field in no equation (Spielpunkte without Gesamt, a count without Gesamt or
E) has no single right value; of all it may have been, the most telling one that fits everywhere is proposed.

>>> mask = Footer(deals=48, eingepasst=1, others_bonus=30, feet=(
...     Foot(19, 3, 1, 329), Foot(292, 10, 3, 792), Foot(473, 12, 2, 1152), Foot(172, 14, 2, 952)))
>>> for answer in (*check(mask), *find_corrections(mask)):
...     print(answer.message)
Gesamt bei Platz 3: geschrieben 1152, gerechnet 1153 (+1): die Zeile prüfen.
Summe aller Gesamt: geschrieben 3225, gerechnet 3226 (+1): die Zeilen prüfen.
Gesamt bei Platz 3: 1152 statt 1153 (auf dem Zettel verrechnet)?
Spielpunkte bei Platz 3: 473 statt 472 (Nachbartaste)?
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from scoring.account import say
from scoring.wording import NAMES, TEMPLATES

Field = Literal["eingepasst", "gesamt", "spielpunkte", "won", "lost"]
Reason = Literal["sign", "swap", "double", "missing", "row", "key", "digit", "count", "sum", "other"]

_LINE: Final[tuple[Field, ...]] = ("gesamt", "spielpunkte", "won", "lost")
# How many numbers a slip of the kind can make, for each digit of the right one.
_LIKELIHOOD: Final[dict[Reason, int]] = {
    "sign": 0, "swap": 1, "double": 1, "missing": 1, "key": 3, "digit": 9, "other": 1000,
}  # fmt: skip
# The keys that touch each of 0 to 9 on a number pad: 789 / 456 / 123, the wide 0 below 1 and 2.
_PAD: Final = ("12", "024", "0135", "26", "157", "2468", "359", "48", "579", "68")


class Foot(NamedTuple):
    """One player's line of the footer, in points and deals; `gesamt` is None where it is not written."""

    spielpunkte: int
    won: int
    lost: int
    gesamt: int | None = None


class Bounds(NamedTuple):
    """The points that a won deal brings and that a lost one costs, all positive."""

    won_least: int
    won_most: int
    lost_least: int
    lost_most: int


# From Karo mit 1 to Grand ouvert mit 4; a lost deal costs twice its value, an overbid one up to 2 x 270.
ISKO_BOUNDS: Final = Bounds(18, 264, 36, 540)


@dataclass(frozen=True, slots=True, kw_only=True)
class Footer:
    """The totals-only sheet: its number of deals, a line for each player in seat order, the factors."""

    deals: int
    feet: tuple[Foot, ...]
    others_bonus: int  # f: 40 at three, 30 at four, 24 at five
    eingepasst: int | None = None
    ramsch: int = 0  # deals in neither counter
    own_bonus: int = 50
    bounds: Bounds = ISKO_BOUNDS
    target: int | None = None  # points that end a match
    absent: frozenset[Field] = frozenset()  # what the paper of this book has no place for


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An identity that fails: code, seat (None for the whole sheet) and the numbers of its sentence."""

    code: str
    seat: int | None
    params: tuple[tuple[str, int | str], ...]

    @property
    def message(self) -> str:
        """The German sentence: what, where, what to do."""
        return self.say(TEMPLATES, NAMES)

    def say(self, templates: Mapping[str, str], names: Mapping[str, str]) -> str:
        """The sentence in the language of the templates and names."""
        params = dict(self.params)
        name = f"foot_{params.get('field')}"
        return say(self.code, {**params, "name": name, "where": _where(self.seat, templates)}, templates, names)


@dataclass(frozen=True, slots=True)
class Correction:
    """One field with another value, after which all identities hold; `reason` is the slip it looks like."""

    seat: int | None
    field: Field
    written: int
    right: int
    reason: Reason
    others: int | None = None  # for Verlorene: the difference in every other Gesamt, where one is written

    @property
    def code(self) -> str:
        """Field and reason, such as `spielpunkte_swap`."""
        return f"{self.field}_{self.reason}"

    @property
    def message(self) -> str:
        """The German question, such as 'Spielpunkte bei Platz 3: 473 statt 437 (Zahlendreher)?'."""
        return self.say(TEMPLATES, NAMES)

    def say(self, templates: Mapping[str, str], names: Mapping[str, str]) -> str:
        """The question in the language of the templates and names."""
        hints = [] if self.reason == "other" else [say(f"slip_{self.reason}", {}, templates)]
        if self.others is not None:
            hints.append(say("slip_others", {"others": self.others}, templates))
        where = _where(self.seat, templates)
        params = {"name": f"foot_{self.field}", "where": where, "written": self.written, "right": self.right}
        code = "correction_hint" if hints else "correction"
        return say(code, {**params, "hints": ", ".join(hints)}, templates, names)


def _where(seat: int | None, templates: Mapping[str, str]) -> str:
    return "" if seat is None else say("foot_seat", {"seat": seat}, templates)


def compute_gesamt(footer: Footer) -> tuple[int, ...]:
    """Gesamt of every player in seat order from P, g and v (SkWO 6.3.1), whatever is written."""
    all_lost, own, other = sum(foot.lost for foot in footer.feet), footer.own_bonus, footer.others_bonus
    return tuple(p + own * (won - lost) + other * (all_lost - lost) for p, won, lost, _ in footer.feet)


def check(footer: Footer) -> tuple[Mismatch, ...]:
    """Every identity that fails, in the order C1, M, C2 by seats, C3, C5 and C6 by seats. Never raises."""
    return (*_check_deals(footer), *_check_match(footer), *_check_gesamt(footer), *_check_games(footer))


def find_corrections(footer: Footer) -> tuple[Correction, ...]:
    """At most three single corrections that make all identities true, one a field, the most telling first.

    Empty if nothing is wrong, and if no single field explains it. Equal ranks in the order of the fields.
    """
    if not check(footer):
        return ()
    places: list[tuple[int | None, Field]] = [(None, "eingepasst")]
    places += [(seat, field) for field in _LINE for seat in range(1, len(footer.feet) + 1)]
    fields = [list(_correct(footer, seat, field)) for seat, field in places if field not in footer.absent]
    best = [min(ranked, key=lambda one: one[:3]) for ranked in fields if ranked]
    return tuple(one[3] for one in sorted(best, key=lambda one: one[0])[:3])


def _mismatch(code: str, seat: int | None, **params: int | str) -> Mismatch:
    return Mismatch(code, seat, tuple(params.items()))


def _check_deals(footer: Footer) -> Iterator[Mismatch]:
    won, lost = sum(foot.won for foot in footer.feet), sum(foot.lost for foot in footer.feet)
    passed, ramsch, deals = footer.eingepasst, footer.ramsch, footer.deals
    for field, value in (("eingepasst", passed or 0), ("ramsch", ramsch)):
        if value < 0:
            yield _mismatch("negative", None, field=field, value=value)
    total = won + lost + ramsch + (passed or 0)
    if passed is None and total > deals:
        yield _mismatch("c1_most", None, won=won, lost=lost, most=deals - ramsch)
    if passed is not None and total != deals:
        code, more = ("c1_ramsch", {"ramsch": ramsch}) if ramsch else ("c1_sum", {})
        code = "c1_won" if footer.absent >= {"lost", "eingepasst"} else code
        yield _mismatch(code, None, won=won, lost=lost, eingepasst=passed, sum=total, deals=deals, **more)


def _check_match(footer: Footer) -> Iterator[Mismatch]:
    target = footer.target
    if target is not None and sum(foot.spielpunkte >= target for foot in footer.feet) != 1:
        yield _mismatch("target_missed", None, target=target)


def _check_gesamt(footer: Footer) -> Iterator[Mismatch]:
    for seat, (foot, computed) in enumerate(zip(footer.feet, compute_gesamt(footer), strict=True), 1):
        if foot.gesamt is not None and foot.gesamt != computed:
            yield _mismatch("c2", seat, written=foot.gesamt, computed=computed, diff=computed - foot.gesamt)
    all_written = [foot.gesamt for foot in footer.feet if foot.gesamt is not None]
    factor, own = footer.others_bonus * (len(footer.feet) - 1) - footer.own_bonus, footer.own_bonus
    computed = sum(foot.spielpunkte + own * foot.won + factor * foot.lost for foot in footer.feet)
    if len(all_written) == len(footer.feet) and (diff := computed - sum(all_written)):
        yield _mismatch("c3", None, written=sum(all_written), computed=computed, diff=diff)


def _check_games(footer: Footer) -> Iterator[Mismatch]:
    for seat, (points, won, lost, _) in enumerate(footer.feet, 1):
        below = [(field, value) for field, value in (("won", won), ("lost", lost)) if value < 0]
        yield from (_mismatch("negative", seat, field=field, value=value) for field, value in below)
        if below:
            continue
        won_least, won_most, lost_least, lost_most = footer.bounds
        least, most = won_least * won - lost_most * lost, won_most * won - lost_least * lost
        if won == lost == 0 != points and not footer.ramsch:
            yield _mismatch("c5_none", seat, points=points)
        elif not (footer.ramsch or least <= points <= most):
            yield _mismatch("c5_range", seat, points=points, won=won, lost=lost, least=least, most=most)
        share = footer.deals - footer.deals // len(footer.feet) * max(len(footer.feet) - 3, 0)
        if won + lost > share:
            yield _mismatch("c6", seat, sum=won + lost, most=share, deals=footer.deals)


def _correct(footer: Footer, seat: int | None, field: Field) -> Iterator[tuple[int, int, int, Correction]]:
    """The corrections of one field that pass every check, each with its rank, size and right value."""
    written: int | None = getattr(footer if seat is None else footer.feet[seat - 1], field)
    if written is None:
        return
    others = [foot for other, foot in enumerate(footer.feet, 1) if other != seat and foot.gesamt is not None]
    for right in _solve(footer, seat, field, written):
        if right == written or check(_write(footer, seat, field, right)):
            continue
        rank, reason = _explain(footer, seat, field, written, right)
        effect = footer.others_bonus * (right - written) if field == "lost" and others else 0
        correction = Correction(seat, field, written, right, reason, effect or None)
        yield rank, abs(right - written), right, correction


def _write(footer: Footer, seat: int | None, field: Field, value: int) -> Footer:
    if seat is None:
        return replace(footer, eingepasst=value)
    line = footer.feet[seat - 1]._replace(**{field: value})
    return replace(footer, feet=(*footer.feet[: seat - 1], line, *footer.feet[seat:]))


def _solve(footer: Footer, seat: int | None, field: Field, written: int) -> Iterable[int]:
    """The one value that C1 or C2 asks for, unchecked; for a field in neither all it may have been."""
    gaps = zip(_gaps(footer), _gaps(_write(footer, seat, field, written + 1)), strict=True)
    steps = [(gap, gap - moved) for gap, moved in gaps if gap != moved]  # the equations are linear
    return [written + steps[0][0] // steps[0][1]] if steps else _before_slip(written)


def _gaps(footer: Footer) -> list[int]:
    """By how much each equation is missed: C1 if E is written, C2 for each Gesamt written."""
    played = sum(foot.won + foot.lost for foot in footer.feet) + footer.ramsch
    deals = [] if footer.eingepasst is None else [footer.deals - played - footer.eingepasst]
    lines = zip(footer.feet, compute_gesamt(footer), strict=True)
    return deals + [foot.gesamt - computed for foot, computed in lines if foot.gesamt is not None]


def _before_slip(written: int) -> set[int]:
    """Zero, and every number that mistyping, or a count up to two off, makes the written one."""
    sign, digits = (-1 if written < 0 else 1), str(abs(written))
    places = range(len(digits) + 1)
    fuller = {sign * int(digits[:at] + key + digits[at:]) for at in places for key in "0123456789"}
    return {0} | fuller | {number for _, number in _slips(written)} | set(range(written - 2, written + 3))


def _slips(right: int) -> Iterator[tuple[Reason, int]]:
    """What mistyping makes out of a number, the kinds with few ways first; leading zeros fall away."""
    sign, digits = (-1 if right < 0 else 1), str(abs(right))
    parts = [(digits[:at], digits[at], digits[at + 1 :]) for at in range(len(digits))]
    made: list[tuple[Reason, list[str]]] = [
        ("missing", [before + after for before, _, after in parts if before + after]),
        ("swap", [before + after[:1] + key + after[1:] for before, key, after in parts]),
        ("double", [before + key + key + after for before, key, after in parts]),
        ("key", [before + near + after for before, key, after in parts for near in _PAD[int(key)]]),
        ("digit", [before + near + after for before, _, after in parts for near in "0123456789"]),
    ]
    yield "sign", -right
    yield from ((reason, sign * int(text)) for reason, texts in made for text in texts)


def _explain(footer: Footer, seat: int | None, field: Field, written: int, right: int) -> tuple[int, Reason]:
    """The lowest rank of all explanations, and the name of that one."""
    found: list[tuple[int, Reason]] = []
    rows = () if seat is None else (*footer.feet[max(seat - 2, 0) : seat - 1], *footer.feet[seat : seat + 1])
    if any(getattr(row, field) == written for row in rows):
        found.append((2, "row"))
    diff = abs(right - written)
    if field in ("won", "lost", "eingepasst") and diff <= 2:
        found.append((9, "count"))
    if field == "gesamt":
        factors = (footer.own_bonus, footer.others_bonus)
        carried = diff in (1, 10, 100, 1000) or any(factor and diff % factor == 0 for factor in factors)
        found.append((6 if carried else 100, "sum"))
    slip: Reason = next((kind for kind, number in _slips(right) if number == written), "other")
    return min((*found, (_LIKELIHOOD[slip] * len(str(abs(right))), slip)), key=lambda one: one[0])
