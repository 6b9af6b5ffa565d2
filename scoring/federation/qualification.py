"""Who may start in a championship: title holders, and the best of every unit, each person once.

>>> found = qualify({"Nord": 1, "Süd": 1}, {"Nord": ["Anna", "Bert"], "Süd": ["Cora", "Anna"]}, ["Bert"])
>>> [(line.unit, line.player, line.stands) for line in found.lines]
[('', 'Bert', 'seeded'), ('Nord', 'Anna', 'qualified'), ('Süd', 'Cora', 'qualified')]
>>> [(line.player, line.unit, line.why) for line in found.passed_over]
[('Bert', 'Nord', 'seeded'), ('Anna', 'Süd', 'elsewhere')]

What `qualify` finds is what `offers.run_offers` takes: places by unit, and everybody who may be offered one, in order.

* **D** Whoever stands in the rankings of several units is of the one in which he stands further ahead, of equal
  places of the unit that is named first; the others pass him over.
* **D** A title holder who has a place besides leaves it to nobody. One whose place is of his unit comes first there,
  and leaves it to the next of the unit; one who stands in no ranking has a place besides.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

Stands = Literal["seeded", "qualified", "next"]
BESIDES: Final = ""
"""The unit of title holders who have places besides."""


class FieldLine(NamedTuple):
    """Somebody who has a place, or may move up to one."""

    player: str
    unit: str
    """`BESIDES` for a title holder whose place is of no unit."""
    place: int
    """Of the ranking, from 1; 0 for who stands in none."""
    stands: Stands


class PassedOver(NamedTuple):
    """Somebody who counts elsewhere, and not in this unit."""

    player: str
    unit: str
    place: int
    why: Literal["seeded", "elsewhere"]


class TooManyHoldersError(Exception):
    """A unit has more title holders than places."""

    def __init__(self, unit: str) -> None:
        super().__init__(unit)
        self.unit = unit


class ChampionshipField(NamedTuple):
    """All who come into question, and how many places each unit offers."""

    lines: tuple[FieldLine, ...]
    """Unit by unit, title holders with places besides first; in a unit in the order in which places are offered."""
    passed_over: tuple[PassedOver, ...]
    places: Mapping[str, int]

    @property
    def ranking(self) -> dict[str, list[str]]:
        """Who is offered a place, in order, by unit."""
        found: dict[str, list[str]] = {unit: [] for unit in self.places}
        for line in self.lines:
            found[line.unit].append(line.player)
        return found


def qualify(
    quotas: Mapping[str, int],
    ranking: Mapping[str, Sequence[str]],
    holders: Iterable[str] = (),
    *,
    inside: bool = False,
) -> ChampionshipField:
    """The field of a championship; with `inside` title holders take places of their units.

    Units stand in the order in which they are named. Raises TooManyHoldersError.
    """
    seeded = list(dict.fromkeys(holders))
    home = _homes(ranking)
    of_unit = {unit: [player for player in seeded if inside and home.get(player) == unit] for unit in quotas}
    besides = [player for player in seeded if not (inside and player in home)]
    lines = [FieldLine(player, BESIDES, 0, "seeded") for player in besides]
    passed: list[PassedOver] = []
    for unit, quota in quotas.items():
        if len(of_unit[unit]) > quota:
            raise TooManyHoldersError(unit)
        place_of = {player: place for place, player in enumerate(ranking.get(unit, ()), 1)}
        lines += [FieldLine(player, unit, place_of[player], "seeded") for player in of_unit[unit]]
        left = quota - len(of_unit[unit])
        for player, place in place_of.items():
            if player in seeded or home[player] != unit:
                if player not in of_unit[unit]:
                    passed.append(PassedOver(player, unit, place, "seeded" if player in seeded else "elsewhere"))
                continue
            lines.append(FieldLine(player, unit, place, "qualified" if left > 0 else "next"))
            left -= 1
    return ChampionshipField(tuple(lines), tuple(passed), {BESIDES: len(besides), **quotas})


def _homes(ranking: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The unit that everybody is of."""
    best: dict[str, tuple[int, str]] = {}
    for unit, players in ranking.items():
        for place, player in enumerate(players, 1):
            if player not in best or place < best[player][0]:
                best[player] = place, unit
    return {player: unit for player, (_place, unit) in best.items()}
