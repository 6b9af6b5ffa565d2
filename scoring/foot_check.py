"""The footer of one Spielliste and its control identities.

The office types one line per player (Spielpunkte P, won g, lost v, Gesamt T) and the number E of deals
passed in. With k players, n deals, G = sum of g, V = sum of v, b points for an own game, f for a lost deal of
another player, and R deals that stand in neither counter (Ramsch):

    C1  G + V + E + R = n; without E: G + V + R <= n
    C2  T = P + b(g - v) + f(V - v) for each player whose Gesamt is written (SkWO 6.3.1); where all pay one
        another T = kP - (sum of P), in a match T is 1 for whoever has reached its points and 0 for the other
    C3  the sum of all T is what C2 makes of it, if every Gesamt is written
    C5  18g - 540v <= P <= 264g - 36v, hence P = 0 without a game (the four numbers belong to the book)
    M   of a match to a number of points exactly one player has reached them
    C6  g + v <= the deals the player took part in: all up to three players, else three of every k

The module knows no rule book: b, f and the bounds of C5 are given. All k players sat there for all n deals.
A player's whole line typed for somebody else satisfies every identity and cannot be found here.

**D** A broken-off last round counts in full for every player in C6, so that the limit is never too low.
**D** With Ramsch C5 is left out: those points stand in P but in no counter. **D** A count below zero is
reported as such, and C5 and C6 of its line are not asked. **D** Payments and matches have no C3: their sum says
nothing that the lines do not say.

>>> mask = Footer(deals=48, eingepasst=1, others_bonus=30, feet=(
...     PaperFoot(19, 3, 1, 329), PaperFoot(292, 10, 3, 792), PaperFoot(473, 12, 2, 1152), PaperFoot(172, 14, 2, 952)))
>>> for answer in check(mask):
...     print(answer.message)
Gesamt bei Platz 3: geschrieben 1152, gerechnet 1153 (+1): die Zeile prüfen.
Summe aller Gesamt: geschrieben 3225, gerechnet 3226 (+1): die Zeilen prüfen.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal, NamedTuple

from scoring.account import say
from scoring.wording import NAMES, TEMPLATES

Field = Literal["eingepasst", "gesamt", "spielpunkte", "won", "lost"]
Paying = Literal["", "payment", "matches"]


class PaperFoot(NamedTuple):
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
    feet: tuple[PaperFoot, ...]
    others_bonus: int  # f: 40 at three, 30 at four, 24 at five
    eingepasst: int | None = None
    ramsch: int | None = 0  # deals in neither counter; None: as many as are missing in the others
    own_bonus: int = 50
    bounds: Bounds = ISKO_BOUNDS
    target: int | None = None  # points that end a match
    paying: Paying = ""  # where Gesamt is no sum of points and bonuses
    absent: frozenset[Field] = frozenset()  # what the paper of this book has no place for
    other_bonuses: tuple[int, ...] = ()  # f at tables of other sizes
    scores: frozenset[int] = frozenset()  # every score that a deal in one of the counters can have


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
        return say(self.code, {**params, "name": name, "where": where(self.seat, templates)}, templates, names)


def tell_unknown(gesamt: Iterable[int]) -> tuple[Mismatch, ...]:
    """What is to be said of the seats of a list of which nothing but the Gesamt is known, given in seat order."""
    return tuple(Mismatch("only_gesamt", seat, (("written", total),)) for seat, total in enumerate(gesamt, 1))


def where(seat: int | None, templates: Mapping[str, str]) -> str:
    """The place in a sentence, empty for the whole sheet."""
    return "" if seat is None else say("foot_seat", {"seat": seat}, templates)


def compute_gesamt(footer: Footer) -> tuple[int, ...]:
    """Gesamt of every player in seat order from P, g and v (SkWO 6.3.1), whatever is written."""
    if footer.paying == "payment":
        everybody = sum(foot.spielpunkte for foot in footer.feet)
        return tuple(len(footer.feet) * foot.spielpunkte - everybody for foot in footer.feet)
    if footer.paying == "matches":
        winner = find_winner(footer)
        return tuple(int(seat == winner) for seat in range(1, len(footer.feet) + 1))
    all_lost, own, other = sum(foot.lost for foot in footer.feet), footer.own_bonus, footer.others_bonus
    return tuple(p + own * (won - lost) + other * (all_lost - lost) for p, won, lost, _ in footer.feet)


def count_ramsch(footer: Footer) -> int:
    """Deals in neither counter: those that are said, or all that are missing."""
    if footer.ramsch is not None:
        return footer.ramsch
    return max(0, footer.deals - sum(foot.won + foot.lost for foot in footer.feet) - (footer.eingepasst or 0))


def find_winner(footer: Footer) -> int:
    """Seat of the one player who has reached the points of a match, 0 where that is nobody or both."""
    target = footer.target
    reached = [seat for seat, foot in enumerate(footer.feet, 1) if target and foot.spielpunkte >= target]
    return reached[0] if len(reached) == 1 else 0


def check(footer: Footer) -> tuple[Mismatch, ...]:
    """Every identity that fails, in the order C1, M, C2 by seats, C3, C5 and C6 by seats. Never raises."""
    return tuple(_check_all(footer))


def adds_up(footer: Footer) -> bool:
    """Whether no identity fails."""
    return next(_check_all(footer), None) is None


def _check_all(footer: Footer) -> Iterator[Mismatch]:
    return chain(_check_deals(footer), _check_match(footer), _check_gesamt(footer), _check_games(footer))


def _mismatch(code: str, seat: int | None, **params: int | str) -> Mismatch:
    return Mismatch(code, seat, tuple(params.items()))


def _check_deals(footer: Footer) -> Iterator[Mismatch]:
    won, lost = sum(foot.won for foot in footer.feet), sum(foot.lost for foot in footer.feet)
    passed, ramsch, deals = footer.eingepasst, count_ramsch(footer), footer.deals
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
    computed = sum(compute_gesamt(footer))
    if len(all_written) == len(footer.feet) and not footer.paying and (diff := computed - sum(all_written)):
        yield _mismatch("c3", None, written=sum(all_written), computed=computed, diff=diff)


def _check_games(footer: Footer) -> Iterator[Mismatch]:
    ramsch = count_ramsch(footer)
    for seat, (points, won, lost, _) in enumerate(footer.feet, 1):
        below = [(field, value) for field, value in (("won", won), ("lost", lost)) if value < 0]
        yield from (_mismatch("negative", seat, field=field, value=value) for field, value in below)
        if below:
            continue
        won_least, won_most, lost_least, lost_most = footer.bounds
        least, most = won_least * won - lost_most * lost, won_most * won - lost_least * lost
        if won == lost == 0 != points and not ramsch:
            yield _mismatch("c5_none", seat, points=points)
        elif not (ramsch or least <= points <= most):
            yield _mismatch("c5_range", seat, points=points, won=won, lost=lost, least=least, most=most)
        share = footer.deals - footer.deals // len(footer.feet) * max(len(footer.feet) - 3, 0)
        if won + lost > share:
            yield _mismatch("c6", seat, sum=won + lost, most=share, deals=footer.deals)
