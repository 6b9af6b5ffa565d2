"""Promotion and relegation of a whole pyramid in one step, with the reason of every move.

Levels are settled from the highest down, for what comes down to a level is known once the one above is full:

1. Who leaves, who wishes to go down, and the zone at the end of the tables go. Who is left stays, so far.
2. Where a club has more teams than may be, those that came down and then the better ones keep their places; the others
   go down as well.
3. The levels below send up their first; where one of these does not want to or may not because of its own club, the
   next of the same table goes up in its place. Then the best of several tables, then who won places in a play-off.
4. If that is more than there are places, the worst of those who stayed go down too (gleitender Abstieg), and after them
   those who came down.
5. If it is less, the next come up or stay, as the level says; what is then still free is said.

* **D** Who is compared first is asked first: all first of the tables below, then all second, so where a club may send
  only one of two, it is the better one.
* **D** A club whose team in the level above goes down, or is pushed out of it, may send up another one.
* **D** A place that is passed on in a table goes to no team behind the place that `reach` names, nor to the zone that
  goes down; then it is a free place like any other.
* **D** In a play-off a place that cannot be taken goes to the next in it.
* **D** For free places those who lost a play-off come first, by how they ended in it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from scoring.federation.pyramid import PlacedTeam, Pyramid, PyramidLevel

Params = Mapping[str, object]
OUTSIDE: Final = ""
"""Where teams are that are in no level."""


class MoveReason(NamedTuple):
    """Why a team goes where it goes, or did not go where it could have."""

    code: str
    params: Params = MappingProxyType({})


class TeamMove(NamedTuple):
    """Where a team was and where it will be, `OUTSIDE` before it came and after it left; the last reason decided."""

    team: str
    club: str
    source: str
    division: str
    place: int
    target: str
    reasons: tuple[MoveReason, ...]


class LevelOutcome(NamedTuple):
    """A level of the next season."""

    level: str
    teams: tuple[str, ...]
    """Who came down, who stayed, who came up; in each the best first."""
    free: int
    """Places that nobody took."""


class PyramidOutcome(NamedTuple):
    """The next season."""

    moves: tuple[TeamMove, ...]
    """One for every team, by their keys."""
    levels: tuple[LevelOutcome, ...]


Arrival = Literal["down", "stay", "up"]


class _Offer(NamedTuple):
    """A free place, offered to a team."""

    placed: PlacedTeam
    reason: MoveReason
    arrival: Arrival


@dataclass
class _Members:
    """Who will play in a level, while it is being settled."""

    limit: int | None
    kept: dict[str, tuple[Arrival, PlacedTeam]] = field(default_factory=dict)
    clubs: Counter[str] = field(default_factory=Counter)

    def add(self, placed: PlacedTeam, arrival: Arrival) -> None:
        self.kept[placed.team.key] = arrival, placed
        self.clubs[placed.team.club] += 1

    def has_room(self, placed: PlacedTeam) -> bool:
        return self.limit is None or self.clubs[placed.team.club] < self.limit

    def of_club(self, club: str) -> list[str]:
        return sorted(key for key, (_arrival, placed) in self.kept.items() if placed.team.club == club)


@dataclass
class _Risen:
    """What the levels below sent up, with those they could not send."""

    members: _Members
    reasons: dict[str, MoveReason] = field(default_factory=dict)
    refused: dict[str, MoveReason] = field(default_factory=dict)

    def ask(self, placed: PlacedTeam, reason: MoveReason, arrival: Arrival = "up") -> bool:
        """Whether a team takes the place."""
        key = placed.team.key
        if key in self.refused or key in self.members.kept:
            return False
        refusal = _refusal(placed, self.members, arrival)
        if refusal:
            self.refused[key] = refusal
            return False
        self.members.add(placed, arrival)
        self.reasons[key] = reason
        return True


def _refusal(placed: PlacedTeam, members: _Members, arrival: Arrival) -> MoveReason | None:
    """Why a team does not take a place that it is offered."""
    wish = placed.team.wish
    if wish in ("leave", "down") or (wish == "stay" and arrival == "up"):
        return MoveReason("declined", {"wish": wish, "place": placed.place})
    if not members.has_room(placed):
        return MoveReason("club_is_there", {"teams": members.of_club(placed.team.club), "limit": members.limit})
    return None


def promote(pyramid: Pyramid) -> PyramidOutcome:
    """The next season of a pyramid that is as `scoring.pyramid_json` wants it."""
    cascade = _Cascade(pyramid)
    for level in sorted(pyramid.levels, key=lambda level: (pyramid.depth(level.key), level.key)):
        cascade.settle(level)
    moves = [cascade.move(placed) for placed in cascade.teams.values()]
    return PyramidOutcome(tuple(sorted(moves)), tuple(sorted(cascade.levels)))


class _Cascade:
    """Settles level after level."""

    def __init__(self, pyramid: Pyramid) -> None:
        self.pyramid = pyramid
        self.teams = dict(pyramid.teams)
        self.falling: dict[str, list[str]] = {level.key: [] for level in pyramid.levels}
        self.reasons: dict[str, list[MoveReason]] = {}
        self.target: dict[str, str] = {}
        self.levels: list[LevelOutcome] = []
        for team, level in pyramid.new:
            self.teams[team.key] = PlacedTeam(team, OUTSIDE, "", 0, 0)
            self.falling[level].append(team.key)
            self._because(team.key, MoveReason("new_team", {"level": level}))
        self.zones = {level.key: self._zone(level) for level in pyramid.levels}
        self.in_playoff = {key: playoff.into for playoff in pyramid.playoffs for key in playoff.order}

    def move(self, placed: PlacedTeam) -> TeamMove:
        """What became of a team."""
        key = placed.team.key
        source = placed.level, placed.division, placed.place
        return TeamMove(key, placed.team.club, *source, self.target[key], tuple(self.reasons[key]))

    def _because(self, key: str, reason: MoveReason) -> None:
        self.reasons.setdefault(key, []).append(reason)

    def _zone(self, level: PyramidLevel) -> dict[str, MoveReason]:
        """The zone that goes down, without those who go up by their place."""
        zone, rest = {}, []
        for placed in level.placed():
            params = {"place": placed.place, "teams": placed.teams, "division": placed.division}
            if placed.place > placed.teams - level.down:
                zone[placed.team.key] = MoveReason("down_place", params)
            elif placed.place > level.up:
                rest.append((self.pyramid.order(placed), placed.team.key, params))
        worst = sorted(rest)[len(rest) - min(level.worst, len(rest)) :]
        return zone | {key: MoveReason("down_worst", params) for _order, key, params in worst}

    # ---- One level

    def settle(self, level: PyramidLevel) -> None:
        """Decide who plays in a level, and send the others down."""
        came = self._sorted_arrivals(self.teams[key] for key in self.falling[level.key])
        stay = self._stayers(level)
        came, stay = self._within_club_limit(level, came, stay)
        risen, pushed = self._fit(level, came, stay)
        self._fill(level, risen)
        self._note_refusals(level, risen)
        members = risen.members.kept
        rose = sum(arrival == "up" for arrival, _placed in members.values())
        for placed in pushed:
            params = {"level": level.key, "places": level.places, "came": len(came), "rose": rose}
            self._fall(placed, level, MoveReason("down_pushed", params))
        for key in self._leaving(level):
            if key not in members:
                self._go(level, self.teams[key])
        self._commit(level, risen)

    def _note_refusals(self, level: PyramidLevel, risen: _Risen) -> None:
        """Say who could have had a place and why not; who goes of his own will is told that alone."""
        for key, refusal in risen.refused.items():
            if refusal.code != "declined" or self.teams[key].level != level.key:
                self._because(key, MoveReason(refusal.code, {"level": level.key, **refusal.params}))

    def _leaving(self, level: PyramidLevel) -> list[str]:
        """Who does not stay by itself: wishes, the zone, those whose place was played for."""
        return [
            placed.team.key
            for placed in level.placed()
            if placed.team.key not in self.target and not self._stays_by_place(level, placed)
        ]

    def _stays_by_place(self, level: PyramidLevel, placed: PlacedTeam) -> bool:
        key = placed.team.key
        plays_for_it = self.in_playoff.get(key) == level.key
        return placed.team.wish in ("", "stay") and key not in self.zones[level.key] and not plays_for_it

    def _stayers(self, level: PyramidLevel) -> list[PlacedTeam]:
        stay = (each for each in level.placed() if each.team.key not in self.target)
        return sorted((each for each in stay if self._stays_by_place(level, each)), key=self.pyramid.order)

    def _sorted_arrivals(self, arrivals: Iterable[PlacedTeam]) -> list[PlacedTeam]:
        """Those who came down, from the highest level first, new ones last."""
        lowest = len(self.pyramid.levels)

        def key(placed: PlacedTeam) -> tuple[int, object]:
            return self.pyramid.depth(placed.level) if placed.level else lowest, self.pyramid.order(placed)

        return sorted(arrivals, key=key)

    def _within_club_limit(
        self, level: PyramidLevel, came: Sequence[PlacedTeam], stay: Sequence[PlacedTeam]
    ) -> tuple[list[PlacedTeam], list[PlacedTeam]]:
        """Who may be there for his club; the others go down."""
        members = _Members(level.club_limit)
        kept: tuple[list[PlacedTeam], list[PlacedTeam]] = [], []
        for left, placed in [(kept[0], each) for each in came] + [(kept[1], each) for each in stay]:
            if members.has_room(placed):
                members.add(placed, "stay")
                left.append(placed)
            else:
                others = members.of_club(placed.team.club)
                params = {"level": level.key, "teams": others, "limit": level.club_limit}
                self._fall(placed, level, MoveReason("down_club", params))
        return kept

    def _fit(
        self, level: PyramidLevel, came: Sequence[PlacedTeam], stay: Sequence[PlacedTeam]
    ) -> tuple[_Risen, list[PlacedTeam]]:
        """Who comes up, and who is pushed out for it: no more than must be, the best of them first."""
        before: list[tuple[Arrival, PlacedTeam]] = [("down", each) for each in came]
        before += [("stay", each) for each in stay]
        for left in range(len(before), -1, -1):
            members = _Members(level.club_limit)
            for arrival, placed in before[:left]:
                members.add(placed, arrival)
            risen = self._rise(level, members)
            if level.places is None or len(members.kept) <= level.places:
                break
        return risen, [placed for _arrival, placed in before[left:]]

    # ---- From below

    def _rise(self, level: PyramidLevel, members: _Members) -> _Risen:
        """Who comes up by place, as one of the best, or by a play-off."""
        risen = _Risen(members)
        below = self.pyramid.below(level.key)
        self._rise_by_place(below, risen)
        self._rise_as_best(below, risen)
        left = {number: each.places for number, each in enumerate(self.pyramid.playoffs) if each.into == level.key}
        for number, place, placed in self._played_for(level):
            own = placed.level == level.key
            params = {"place": place, "level": level.key}
            reason = MoveReason("stay_playoff" if own else "up_playoff", params)
            if left[number] and risen.ask(placed, reason, "stay" if own else "up"):
                left[number] -= 1
        return risen

    def _candidates(self, below: Iterable[PyramidLevel]) -> list[PlacedTeam]:
        """Whom the levels below may send up, best first."""
        found = [
            placed
            for level in below
            for placed in level.placed()
            if placed.place <= level.last_up and placed.team.key not in self.zones[level.key]
        ]
        return sorted(found, key=self.pyramid.order)

    def _rise_by_place(self, below: Iterable[PyramidLevel], risen: _Risen) -> None:
        by_key = {level.key: level for level in below}
        left = {(level.key, division): level.up for level in by_key.values() for division in level.tables}
        passed: dict[tuple[str, str], list[str]] = {}
        for placed in self._candidates(by_key.values()):
            table = placed.level, placed.division
            if not left[table]:
                continue
            by_place = placed.place <= by_key[placed.level].up
            params = {"place": placed.place, "division": placed.division}
            reason = MoveReason("up_place", params)
            if not by_place:
                reason = MoveReason("up_passed", {**params, "teams": list(passed.get(table, []))})
            if risen.ask(placed, reason):
                left[table] -= 1
            else:
                passed.setdefault(table, []).append(placed.team.key)

    def _rise_as_best(self, below: Iterable[PyramidLevel], risen: _Risen) -> None:
        left = {level.key: level.best for level in below}
        for placed in self._candidates(self.pyramid.by_key[key] for key in left):
            reason = MoveReason("up_best", {"place": placed.place, "division": placed.division})
            if left[placed.level] and risen.ask(placed, reason):
                left[placed.level] -= 1

    def _played_for(self, level: PyramidLevel) -> list[tuple[int, int, PlacedTeam]]:
        """Who played for places in this level: the number of the play-off, the place in it, the team; first ones first.

        Several play-offs come in the order of the teams that won them. Who has gone up already has no need of a place.
        """
        found = [
            (place, self.pyramid.order(self.teams[playoff.order[0]]), number, self.teams[key])
            for number, playoff in enumerate(self.pyramid.playoffs)
            if playoff.into == level.key
            for place, key in enumerate(playoff.order, 1)
            if key not in self.target
        ]
        return [(number, place, placed) for place, _first, number, placed in sorted(found)]

    # ---- Free places

    def _fill(self, level: PyramidLevel, risen: _Risen) -> None:
        """Give free places away, as the level says. There are none where somebody was pushed out."""
        if level.places is None:
            return
        offers: list[_Offer] = []
        for way in level.fill:
            offers += self._next_up(level) if way == "up" else self._next_staying(level)
        for offer in offers:
            if len(risen.members.kept) == level.places:
                return
            risen.ask(*offer)

    def _next_up(self, level: PyramidLevel) -> list[_Offer]:
        """Who comes up to free places, in this order."""
        if level.next_up is not None:
            order = [self.teams[key] for key in level.next_up]
        else:
            lost = [placed for _number, _place, placed in self._played_for(level) if placed.level != level.key]
            order = [*lost, *self._candidates(self.pyramid.below(level.key))]
        return [
            _Offer(placed, MoveReason("up_next", {"place": placed.place, "division": placed.division}), "up")
            for placed in order
        ]

    def _next_staying(self, level: PyramidLevel) -> list[_Offer]:
        """Who stays after all, in this order."""
        lost = [placed for _number, _place, placed in self._played_for(level) if placed.level == level.key]
        going = (self.teams[key] for key in self.zones[level.key] if key not in self.target)
        zone = sorted(going, key=self.pyramid.order)
        return [
            _Offer(placed, MoveReason("stay_filled", {"place": placed.place, "level": level.key}), "stay")
            for placed in [*lost, *zone]
        ]

    # ---- Where they go

    def _go(self, level: PyramidLevel, placed: PlacedTeam) -> None:
        """Send down, or away, who does not stay by itself."""
        team = placed.team
        if team.wish == "leave":
            self.target[team.key] = OUTSIDE
            self._because(team.key, MoveReason("leaves"))
        elif team.wish == "down":
            self._fall(placed, level, MoveReason("down_wish"), team.goes_to)
        elif team.key in self.zones[level.key]:
            self._fall(placed, level, self.zones[level.key][team.key])
        else:
            self._fall(placed, level, MoveReason("down_playoff", {"level": level.key}))

    def _fall(self, placed: PlacedTeam, level: PyramidLevel, reason: MoveReason, target: str = "") -> None:
        target = target or self.pyramid.falls_to(level.key, placed.team.region)[0].key
        self.falling[target].append(placed.team.key)
        self.target[placed.team.key] = target
        self._because(placed.team.key, reason)

    def _commit(self, level: PyramidLevel, risen: _Risen) -> None:
        """Note who plays in the level, and why where it was not clear."""
        groups: dict[Arrival, list[PlacedTeam]] = {"down": [], "stay": [], "up": []}
        for key, (arrival, placed) in risen.members.kept.items():
            groups[arrival].append(placed)
            self.target[key] = level.key
            if arrival != "down":
                self._because(key, risen.reasons.get(key, MoveReason("stay_place")))
        teams = [
            *self._sorted_arrivals(groups["down"]),
            *sorted(groups["stay"], key=self.pyramid.order),
            *sorted(groups["up"], key=self.pyramid.order),
        ]
        free = 0 if level.places is None else level.places - len(teams)
        self.levels.append(LevelOutcome(level.key, tuple(placed.team.key for placed in teams), free))
