"""The targets of a draw (SEATING.md B7) as cases: what is drawn, what is counted, what must hold.

The counting is an oracle of its own: it reads the seatings alone and shares nothing with the engine's. The benchmark
plays every case with 200 seeds, the tests with one or two, or five with WHOLE=1.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from random import Random

from scoring.seating import DrawField, DrawPlace, Mode, Seating, Wishes, draw


@dataclass(frozen=True)
class Counted:
    """What several Serien brought, counted from their tables."""

    repeats: int = 0  # pairs: C(meetings, 2), called Q
    max_meetings: int = 0
    second_threes: int = 0  # players: C(seats at tables of three, 2)
    club_pairs: int = 0
    team_pairs: int = 0
    seat_twice: float = 0.0  # share of the players who had one seat twice
    displaced: int = 0  # the farthest anybody sat from the table of the standing


def count(seatings: list[Seating], wishes: Wishes | None = None, displaced: int = 0) -> Counted:
    wishes = wishes or Wishes()
    met, threes, seats, clubs, teams = Counter(), Counter(), Counter(), 0, 0
    for seating in seatings:
        for table in seating:
            for one in table:
                for two in table:
                    if str(one) < str(two):
                        met[one, two] += 1
                        clubs += one in wishes.clubs and wishes.clubs.get(one) == wishes.clubs.get(two)
                        teams += any(one in team and two in team for team in wishes.teams)
                        teams += (one, two) in wishes.apart or (two, one) in wishes.apart
            for seat, player in enumerate(table):
                seats[player, seat] += 1
                threes[player] += len(table) == 3
    players = {player for player, _seat in seats}
    return Counted(
        sum(number * (number - 1) // 2 for number in met.values()),
        max(met.values()),
        sum(number * (number - 1) // 2 for number in threes.values()),
        clubs,
        teams,
        len({player for (player, _seat), number in seats.items() if number > 1}) / len(players),
        displaced,
    )


def evenly(units: int, holders: int) -> int:
    """Bound (c): so many units held as evenly as possible, each holder of k counting C(k, 2)."""
    each, over = divmod(units, holders)
    return over * (each + 1) * each // 2 + (holders - over) * each * (each - 1) // 2


def least_threes(players: int, serien: int) -> int:
    return evenly(3 * (-players % 4) * serien, players)


def least_club_pairs(clubs: dict[int, str], tables: int, serien: int) -> int:
    """Bound (d): every club spread evenly over the tables."""
    return serien * sum(evenly(size, tables) for size in Counter(clubs.values()).values())


def play(field: DrawField, seed: int, serien: int) -> list[Seating]:
    """Draw Serie after Serie, each draw following the plan of the one before where there is one."""
    seatings: list[Seating] = []
    plan: tuple[Seating, ...] = ()
    while len(seatings) < serien:
        coming = replace(field, rounds=serien - len(seatings), history=(*field.history, *seatings), plan=plan)
        drawn = draw(coming, f"{seed}/{len(seatings)}")
        seatings.append(drawn.seating)
        plan = drawn.plan
    return seatings


def planned(field: DrawField, seed: int) -> list[Seating]:
    drawn = draw(field, seed)
    return [drawn.seating, *drawn.plan]


@dataclass(frozen=True)
class Case:
    """One line of B7: `holds` for every seed; `rate` is the share of seeds in which `best` must hold as well."""

    name: str
    run: Callable[[int], Counted]
    holds: Callable[[Counted], bool]
    best: Callable[[Counted], bool] = lambda counted: True
    rate: float = 0.0


def numbers(players: int) -> tuple[int, ...]:
    return tuple(range(1, players + 1))


def some_clubs(players: int, rng: Random) -> dict[int, str]:
    """Clubs of 4 to 12 members until everybody has one, the last one being as large as is left."""
    clubs: dict[int, str] = {}
    while len(clubs) < players:
        size = min(rng.randint(4, 12), players - len(clubs))
        name = f"Verein {len(clubs)}"
        clubs |= dict.fromkeys(range(len(clubs) + 1, len(clubs) + size + 1), name)
    return clubs


# Best known values for small fields (B5.9): repeats as the sum of (meetings - 1), the most 3er seats of a player. A
# dagger says that some pair meets three times in it: such a third meeting counts 2 there and 3 in Q.
BEST_KNOWN = {
    8: "4/0 12/0 20+/0 32+/0 44+/0",
    9: "0/0 0/0 0/0 9/0 18/0",
    10: "2/2 5/3 11/3 20/3 27/4",
    11: "2/2 7+/2 13+/2 24+/2 35+/2",
    13: "0/2 0/3 0/4 3/5 13/5",
    14: "0/2 0/2 0/2 2/3 17/3",
    15: "0/1 0/1 0/1 0/1 21/2",
    17: "0/2 0/2 0/3 0/3 3/4",
    18: "0/1 0/1 0/2 0/2 3/3",
    19: "0/1 0/1 0/1 0/1 6/1",
    21: "0/1 0/2 0/2 0/3 0/3",
    22: "0/1 0/1 0/2 0/2 0/2",
    23: "0/1 0/1 0/1 0/1 0/1",
}
# Q where a pair meets three times in the best known: 8 players by the pigeonhole bound, 4 for two Serien; 11 players
# at least one more than the repeats.
WITH_THIRD_MEETINGS = {(8, 4): 24, (8, 5): 40, (8, 6): 60, (11, 3): 8, (11, 4): 14, (11, 5): 25, (11, 6): 36}


def fixed_fields() -> Iterator[Case]:
    for players in (25, 28, 29, 32, 33, 36, 37, 40, 45, 53, 64, 101):
        for serien in (3, 6):
            yield Case(
                f"fixed_{players}x{serien}",
                lambda seed, n=players, s=serien: count(planned(DrawField(numbers(n), s), seed)),
                lambda c, n=players, s=serien: c.repeats <= 1 and c.second_threes <= least_threes(n, s) + 1,
                lambda c: c.repeats == 0,
                0.98,
            )


def small_fields() -> Iterator[Case]:
    exact = {(24, 6): 0, (23, 6): 0, (16, 5): 0, (20, 5): 0, (16, 6): 24, (20, 6): 6}
    exact |= {(12, serien): 3 * serien * (serien - 1) // 2 for serien in range(2, 7)}
    for (players, serien), most in exact.items():
        yield _small(players, serien, most)
    for players, row in BEST_KNOWN.items():
        for serien, cell in enumerate(row.split(), 2):
            repeats = int(cell.split("/")[0].strip("+"))
            known = WITH_THIRD_MEETINGS.get((players, serien), repeats)
            if (players, serien) not in exact:
                yield _small(players, serien, known + (serien >= 5))


def _small(players: int, serien: int, most: int) -> Case:
    return Case(
        f"small_{players}x{serien}",
        lambda seed: count(planned(DrawField(numbers(players), serien), seed)),
        lambda counted: counted.repeats <= most,
    )


def club_fields() -> Iterator[Case]:
    def run(players: int, serien: int) -> Callable[[int], Counted]:
        def once(seed: int) -> Counted:
            wishes = Wishes(clubs=some_clubs(players, Random(seed)))
            counted = count(play(DrawField(numbers(players), wishes=wishes), seed, serien), wishes)
            least = least_club_pairs(wishes.clubs, -(-players // 4), serien)
            return replace(counted, club_pairs=counted.club_pairs - least)

        return once

    for players in (48, 49, 61, 100, 250):
        yield Case(
            f"clubs_{players}x6", run(players, 6), lambda counted: counted.repeats == 0 and counted.club_pairs == 0
        )
    for players in (28, 32, 35, 36, 40, 45, 47):
        yield Case(f"clubs_{players}x4", run(players, 4), lambda c: c.repeats == 0 and c.club_pairs <= 2)
        yield Case(f"clubs_{players}x6", run(players, 6), lambda c: c.repeats <= 1 and c.club_pairs <= 6)


def team_fields() -> Iterator[Case]:
    def run(players: int, serien: int, size: int = 4) -> Callable[[int], Counted]:
        teams = tuple(numbers(players)[at : at + size] for at in range(0, players, size))
        apart = tuple((number, number + size) for number in range(1, players - size, 7))
        wishes = Wishes(teams=teams, apart=apart)
        return lambda seed: count(play(DrawField(numbers(players), wishes=wishes), seed, serien), wishes)

    for players in (32, 36, 48, 100):
        yield Case(f"teams_{players}x4", run(players, 4), lambda c: c.repeats == 0 and c.team_pairs == 0)
    for players, size in ((12, 3), (16, 4), (19, 4), (24, 6), (30, 8)):
        yield Case(f"apart_{players}x2", run(players, 2, size), lambda counted: counted.team_pairs == 0)


def changing_fields() -> Iterator[Case]:
    """4 % leave and 2 % arrive after every Serie."""

    def run(players: int, with_clubs: bool) -> Callable[[int], Counted]:
        def once(seed: int) -> Counted:
            rng = Random(seed)
            field = DrawField(numbers(players), rounds=5)
            clubs = some_clubs(2 * players, rng) if with_clubs else {}
            wishes = Wishes(clubs={number: clubs[number] for number in rng.sample(sorted(clubs), len(clubs))})
            seatings: list[Seating] = []
            plan: tuple[Seating, ...] = ()
            for serie in range(5):
                field = replace(field, rounds=5 - serie, history=tuple(seatings), plan=plan, wishes=wishes)
                drawn = draw(field, seed)
                seatings.append(drawn.seating)
                plan = drawn.plan
                stay = rng.sample(field.players, len(field.players) - round(0.04 * players))
                first = max(field.players) + 1
                arrived = range(first, first + max(1, round(0.02 * players)))
                field = replace(field, players=(*sorted(stay), *arrived))
            return count(seatings, wishes)

        return once

    for players in (48, 61, 100, 250):
        yield Case(f"changing_{players}x5", run(players, False), lambda c: c.repeats == 0)
        yield Case(f"changing_clubs_{players}x5", run(players, True), lambda c: c.repeats == 0 and c.club_pairs <= 1)


def seat_fields() -> Iterator[Case]:
    for players, serien in ((32, 3), (32, 4), (100, 4)):
        yield Case(
            f"seats_planned_{players}x{serien}",
            lambda seed, n=players, s=serien: count(planned(DrawField(numbers(n), s), seed)),
            lambda counted: counted.seat_twice == 0,
        )
    for serien, most in ((3, 0.20), (4, 0.42)):
        yield Case(
            f"seats_one_by_one_400x{serien}",
            lambda seed, s=serien: count(one_by_one(DrawField(numbers(400)), seed, s)),
            lambda counted, most=most: counted.seat_twice <= most,
        )


def place_fields() -> Iterator[Case]:
    """Somebody is fixed to a table; `displaced` counts the Serien in which one of them sits elsewhere."""

    def run(players: int, places: dict[int, DrawPlace], serien: int = 4) -> Callable[[int], Counted]:
        def once(seed: int) -> Counted:
            seatings = play(DrawField(numbers(players), wishes=Wishes(places=places)), seed, serien)
            elsewhere = sum(
                player not in seating[place.table - 1] for seating in seatings for player, place in places.items()
            )
            return count(seatings, displaced=elsewhere)

        return once

    def held(counted: Counted) -> bool:
        return counted.displaced == 0 and counted.repeats == 0

    one, two = {9: DrawPlace(table=1)}, {9: DrawPlace(table=1), 20: DrawPlace(table=7)}
    yield Case("place_25x4", run(25, one), held)
    yield Case("two_places_59x4", run(59, two), held)
    for name, places in (("place", one), ("two_places", two)):
        yield Case(f"{name}_60x4", run(60, places), lambda c: held(c) and c.seat_twice == 0)
    # Who always has one seat keeps it from a mate in each of three Serien, who then has another one twice: 4 of 60.
    yield Case("seat_60x4", run(60, {9: DrawPlace(1, 3)}), lambda c: held(c) and c.seat_twice == 4 / 60)
    # Two at one table meet in all four Serien: six pairs of meetings, and nobody else meets again.
    yield Case(
        "one_place_for_two_60x4",
        run(60, {9: DrawPlace(table=1), 20: DrawPlace(table=1)}),
        lambda c: (c.displaced, c.repeats, c.max_meetings) == (0, 6, 4),
    )


def one_by_one(field: DrawField, seed: int, serien: int) -> list[Seating]:
    """Draw without looking ahead."""
    seatings: list[Seating] = []
    for number in range(serien):
        seatings.append(draw(replace(field, history=tuple(seatings)), f"{seed}/{number}").seating)
    return seatings


def standing_fields() -> Iterator[Case]:
    """Seating by standing +-1, with results that add up.

    Who is seated so Serie after Serie keeps meeting the same few at the ends of the standing: eight players share the
    first two tables. What then cannot be avoided is computed exactly and taken off.
    """

    def run(players: int, first_seeded: int) -> Callable[[int], Counted]:
        def once(seed: int) -> Counted:
            rng = Random(seed)
            points = dict.fromkeys(numbers(players), 0)
            seatings: list[Seating] = []
            farthest = excess = 0
            for serie in range(1, 6):
                field = DrawField(numbers(players), history=tuple(seatings))
                if serie >= first_seeded:
                    standing = tuple(sorted(points, key=lambda player: -points[player]))
                    field = replace(field, mode=Mode.NEARBY, width=1, standing=standing)
                seating = draw(field, seed).seating
                if serie >= first_seeded:
                    before = count(seatings).repeats
                    least = least_repeats_nearby(standing, [len(table) for table in seating], seatings)
                    excess += count([*seatings, seating]).repeats - before - least
                    home = [number for number, table in enumerate(seating) for _seat in table]
                    for number, table in enumerate(seating):
                        farthest = max(farthest, *(abs(number - home[standing.index(player)]) for player in table))
                seatings.append(seating)
                for player in points:
                    points[player] += round(rng.gauss(800, 300))
            return Counted(repeats=excess, displaced=farthest)

        return once

    for players in (100, 118, 250):
        yield Case(f"nearby_last_{players}x5", run(players, 5), lambda c: c.repeats == 0 and c.displaced == 1)
    # 100 sit at tables of four only, so nobody is moved to avoid a second seat at a table of three.
    yield Case(
        "nearby_always_100x5",
        run(100, 2),
        lambda c: c.repeats <= 3 and c.displaced == 1,
        lambda c: c.repeats == 0,
        0.6,
    )


def least_repeats_nearby(standing: tuple[int, ...], sizes: list[int], seatings: list[Seating]) -> int:
    """The fewest repeats with nobody more than one table from the standing: exact, table after table.

    What matters for the tables to come is who of a block waits for the next table, and who of the next one sits here.
    """
    met = Counter(frozenset(pair) for seating in seatings for table in seating for pair in combinations(table, 2))
    ends = [sum(sizes[:number]) for number in range(len(sizes) + 1)]
    blocks = [standing[start:end] for start, end in pairwise(ends)] + [()]
    least = {((), ()): 0}
    for size, own, following in zip(sizes, blocks, blocks[1:], strict=False):
        reached = {}
        for (late, gone), repeats in least.items():
            rest = [player for player in own if player not in gone]
            for stay in range(len(rest) + 1):
                for staying in combinations(rest, stay):
                    waiting = tuple(player for player in rest if player not in staying)
                    if 0 <= size - len(late) - stay <= len(following):
                        for early in combinations(following, size - len(late) - stay):
                            table = (*late, *staying, *early)
                            total = repeats + sum(met[frozenset(pair)] for pair in combinations(table, 2))
                            if total < reached.get((waiting, early), total + 1):
                                reached[waiting, early] = total
        least = reached
    return least[(), ()]


GROUPS = (
    fixed_fields,
    small_fields,
    club_fields,
    team_fields,
    changing_fields,
    seat_fields,
    place_fields,
    standing_fields,
)
CASES = [case for group in GROUPS for case in group()]
