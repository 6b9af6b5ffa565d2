"""Simulated players of a Preisskat, and the books that somebody keeps of them with a pencil.

Nothing here is asked of the program: a game's worth is Grundwert times (Spitzen + 1 + level), twice that and negative
when lost (ISkO 5.1), Null games have fixed values; the list is counted by Seeger and Fabian (SkWO 6.3.1): 50 points for
each game won more than lost, and for each game somebody else loses 30 at a table of four, 40 at one of three.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import NamedTuple

from whole import WHOLE

GRUNDWERT = {"9": 9, "0": 10, "1": 11, "2": 12, "4": 24}
LEVEL = {"": 0, "/": 1, ".": 1}
NULL = {"3": 23, "5": 35, "6": 46}
FABIAN = {3: 40, 4: 30}

SERIEN = 5
FEE, LIST_FEE, TO_JACKPOT, JACKPOT = 1200, 100, 100, 5000
PER_PRIZE, PAYOUT, SERIES_PRIZES = 8, 90, (3000, 2000, 1000)
FIRST_PRIZE, NO_SHOWS = (40000, (17, 140)) if WHOLE else (10000, (17, 42))


class Game(NamedTuple):
    """One game: who played it (0 when passed in), as it is written down, its signed value, who sat at the table."""

    seat: int
    text: str
    value: int
    playing: tuple[int, ...]


class Result(NamedTuple):
    """What one list came to for one player."""

    spielpunkte: int
    won: int
    lost: int
    leistung: int


@dataclass
class Liste:
    """One list: the start numbers by seat, every game, and who takes over a seat from which game on."""

    players: list[int]
    games: list[Game] = field(default_factory=list)
    heirs: dict[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def passed(self) -> int:
        """How many games were passed in."""
        return sum(game.seat == 0 for game in self.games)

    def results(self) -> dict[int, Result]:
        """What everybody made of it, by start number."""
        return dict(counted(tuple(self.players), tuple(self.games), tuple(self.heirs.items())))


@cache  # asked for again and again while hardly a list changes
def counted(
    players: tuple[int, ...], games: tuple[Game, ...], heirs: tuple[tuple[int, tuple[int, int]], ...]
) -> dict[int, Result]:
    """What everybody made of these games, by start number."""
    made: dict[int, list[tuple[int, int]]] = {player: [] for player in players}
    takes = dict(heirs)
    for number, game in enumerate(games, 1):
        for seat in game.playing:
            first, heir = takes.get(seat, (len(games) + 1, 0))
            player = heir if number >= first else players[seat - 1]
            others = FABIAN[len(game.playing)] if game.value < 0 and game.seat != seat else 0
            made.setdefault(player, []).append((game.value if game.seat == seat else 0, others))
    return {player: seeger_fabian(deals) for player, deals in made.items()}


def seeger_fabian(deals: Sequence[tuple[int, int]]) -> Result:
    """A column of a list, from what each deal brought: the own game, and what somebody else lost."""
    won, lost = sum(own > 0 for own, _others in deals), sum(own < 0 for own, _others in deals)
    points = sum(own for own, _others in deals)
    return Result(points, won, lost, points + 50 * (won - lost) + sum(others for _own, others in deals))


def play(random: Random, playing: tuple[int, ...], dealer: int) -> Game:
    """One game; at a table of four the dealer sits out."""
    if random.random() < 0.04:
        return Game(0, "0", 0, playing)
    seat = random.choice([seat for seat in playing if len(playing) == 3 or seat != dealer])
    won = random.random() < 0.8
    if random.random() < 0.07:
        kind = random.choice(list(NULL))
        text, worth = f"3{kind}", NULL[kind]
    else:
        trump, spitzen, level = random.choice(list(GRUNDWERT)), random.choice((1, 1, 1, 2, 3)), random.choice("  /.")
        text = f"{trump}{spitzen}{level.strip()}"
        worth = GRUNDWERT[trump] * (spitzen + 1 + LEVEL[level.strip()])
    return Game(seat, f"{seat}{text}{'+' if won else '-'}", worth if won else -2 * worth, playing)


def play_list(random: Random, players: Sequence[int], deals: int) -> Liste:
    """A whole list of a table that stays together; seat 1 deals first."""
    seats = tuple(range(1, len(players) + 1))
    return Liste(list(players), [play(random, seats, number % len(players) + 1) for number in range(deals)])


def ranked(rows: Iterable[tuple[object, Result]]) -> list[tuple[int, object, Result]]:
    """Best first with places, shared by whoever is equal in Leistung, games won and games lost."""
    order = sorted(rows, key=lambda row: (-row[1].leistung, -row[1].won, row[1].lost, row[0]))
    placed: list[tuple[int, object, Result]] = []
    for number, (key, made) in enumerate(order, 1):
        same = placed and placed[-1][2][1:] == made[1:]
        placed.append((placed[-1][0] if same else number, key, made))
    return placed


def added(results: Iterable[Result]) -> Result:
    """Several results together."""
    return Result(*map(sum, zip(*results, strict=True)))


def abreizgeld(lost: int) -> int:
    """Cents for the lost games of one list: 0.50 EUR for each of the first three, 1 EUR for every further one."""
    return 50 * min(lost, 3) + 100 * max(lost - 3, 0)


def shares(cents: int, weights: Sequence[int]) -> list[int]:
    """Whole euros by weight: rounded down, the euros left over one each to the largest remainders, first come first."""
    euros, total = cents // 100, sum(weights)
    whole = [euros * weight // total for weight in weights]
    remainders = [(-(euros * weight % total), place) for place, weight in enumerate(weights)]
    for _remainder, place in sorted(remainders)[: euros - sum(whole)]:
        whole[place] += 1
    return [amount * 100 for amount in whole]


def given_out(prizes: Sequence[int], placed: Sequence[tuple[int, object, Result]]) -> dict[object, int]:
    """The cents of whoever gets any: who shares a place shares the prizes of the places taken together."""
    sharing: defaultdict[int, list[object]] = defaultdict(list)
    for place, key, _made in placed:
        sharing[place].append(key)
    given = {}
    for place, keys in sharing.items():
        cents = sum(prizes[place - 1 : place - 1 + len(keys)]) // len(keys)
        given |= dict.fromkeys(keys, cents) if cents else {}
    return given


class Books:
    """What somebody at the door and at the board would have in a notebook at the end of the day."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self.clubs: dict[int, str] = {}
        self.classes: defaultdict[str, set[int]] = defaultdict(set)
        self.teams: dict[str, dict[str, list[int]]] = {"team": {}, "tandem": {}}
        self.paid: Counter[int] = Counter()
        self.lists: dict[tuple[int, int], Liste] = {}
        self.grand_ouvert = 0
        """Whoever has won one."""

    def of_serie(self, serie: int) -> dict[int, Liste]:
        return {table: liste for (played, table), liste in self.lists.items() if played == serie}

    def results(self, serien: range = range(1, SERIEN + 1)) -> dict[int, dict[int, Result]]:
        """What everybody's lists came to, by start number and Serie."""
        made: defaultdict[int, dict[int, Result]] = defaultdict(dict)
        for (serie, _table), liste in self.lists.items():
            if serie in serien:
                for number, result in liste.results().items():
                    made[number][serie] = result
        return made

    def ranking(self, of=None, serien: range = range(1, SERIEN + 1)) -> list[tuple[int, int, Result]]:
        made = self.results(serien)
        return ranked((number, added(lists.values())) for number, lists in made.items() if of is None or number in of)

    def team_results(self, kind: str) -> dict[str, dict[int, Result]]:
        made = self.results()
        return {
            name: {
                serie: added([made[number][serie] for number in numbers if serie in made[number]])
                for serie in range(1, SERIEN + 1)
                if any(serie in made[number] for number in numbers)
            }
            for name, numbers in self.teams[kind].items()
        }

    def due(self, number: int) -> int:
        """What somebody owes: whoever never came and has no list, nothing."""
        lists = self.results()[number].values()
        fee = FEE if lists or number not in NO_SHOWS else 0
        return fee + sum(LIST_FEE + abreizgeld(made.lost) for made in lists)

    @property
    def paying(self) -> list[int]:
        return [number for number in self.names if number not in NO_SHOWS]

    @property
    def pot(self) -> int:
        lost = sum(abreizgeld(made.lost) for lists in self.results().values() for made in lists.values())
        return len(self.paying) * (FEE - TO_JACKPOT) + lost

    @property
    def jackpot(self) -> int:
        return JACKPOT + len(self.paying) * TO_JACKPOT

    def prizes(self) -> list[int]:
        """The first is promised; the others, one for every eight started, fall evenly."""
        count = -(-len(self.paying) // PER_PRIZE)
        available = self.pot * PAYOUT // 100 - FIRST_PRIZE - SERIEN * sum(SERIES_PRIZES)
        return [FIRST_PRIZE, *shares(available, range(count - 1, 0, -1))]

    def won(self) -> Counter[int]:
        """All prizes of everybody."""
        given: Counter[int] = Counter(given_out(self.prizes(), self.ranking()))
        for serie in range(1, SERIEN + 1):
            given.update(given_out(SERIES_PRIZES, self.ranking(serien=range(serie, serie + 1))))
        given[self.grand_ouvert] += self.jackpot
        return +given
