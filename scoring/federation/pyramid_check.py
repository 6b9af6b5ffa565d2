"""What is wrong with a pyramid that can be read: levels that hang in the air, zones that overlap, teams named twice."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from scoring.account import Violation
from scoring.federation.pyramid import PlacedTeam, Pyramid, PyramidLevel

MOST_LEVELS: Final = 1_000
MOST_TEAMS: Final = 5_000
"""No federation has as many; the time it takes stays short."""


def check(pyramid: Pyramid) -> list[Violation]:
    """All that is wrong; what hangs on the order of levels is looked at once that is right."""
    found = list(_numbers(pyramid)) or list(_tree(pyramid))
    if not found:
        for each in (_levels, _names, _ways_down, _playoffs):
            found += each(pyramid)
    return found or list(_undecided(pyramid))


def _wrong(code: str, where: str, **params: object) -> Violation:
    return Violation(code, where, params, "JSON")


def _twice(names: Iterable[str], where: str) -> Iterator[Violation]:
    for name, times in Counter(names).items():
        if times > 1:
            yield _wrong("form_twice", where, found=name)


def _numbers(pyramid: Pyramid) -> Iterator[Violation]:
    if not 0 < len(pyramid.levels) <= MOST_LEVELS:
        yield _wrong("form_bounds", "levels", name="levels", bounds=f"1 bis {MOST_LEVELS}")
    elif sum(len(table) for level in pyramid.levels for table in level.tables.values()) > MOST_TEAMS:
        yield _wrong("form_bounds", "levels", name="tables", bounds=f"zusammen höchstens {MOST_TEAMS} Mannschaften")


def _tree(pyramid: Pyramid) -> Iterator[Violation]:
    """Every level stands under one that there is, and none under itself."""
    yield from _twice((level.key for level in pyramid.levels), "levels")
    above = {level.key: level.above for level in pyramid.levels}
    for number, level in enumerate(pyramid.levels):
        where = f"levels[{number}].above"
        if level.above and level.above not in above:
            yield _wrong("form_nowhere", where, found=level.above)
        seen, key = {level.key}, level.above
        while key and key not in seen:
            seen.add(key)
            key = above.get(key, "")
        if key == level.key:
            yield _wrong("pyramid_circle", where, level=level.key)


def _levels(pyramid: Pyramid) -> Iterator[Violation]:
    """Places, zones and limits fit where the level stands."""
    for number, level in enumerate(pyramid.levels):
        where = f"levels[{number}]"
        lowest, highest = pyramid.is_lowest(level.key), not level.above
        if level.places is None and not lowest:
            yield _wrong("pyramid_places", where, level=level.key)
        of_lowest = ("places", level.places), ("club_limit", level.club_limit), ("down", level.down)
        for name, value in (*of_lowest, ("worst", level.worst), ("next", level.next_up)):
            if lowest and value:
                yield _wrong("pyramid_lowest", f"{where}.{name}", level=level.key, name=name)
        for name, value in (("up", level.up), ("best", level.best), ("reach", level.reach)):
            if highest and value:
                yield _wrong("pyramid_highest", f"{where}.{name}", level=level.key, name=name)
        for division, table in level.tables.items():
            if level.up + level.down > len(table) > 0:
                yield _wrong("pyramid_zones", f"{where}.tables.{division}", division=division, teams=len(table))
        most = _most_up(pyramid, level)
        if level.places is not None and most > level.places:
            params = {"level": level.key, "up": most, "places": level.places}
            yield _wrong("pyramid_too_many_up", f"{where}.places", **params)


def _most_up(pyramid: Pyramid, level: PyramidLevel) -> int:
    """How many have a right to a place in this level, those who played for one from above included."""
    by_place = sum(below.up * len(below.tables) + below.best for below in pyramid.below(level.key))
    return by_place + sum(playoff.places for playoff in pyramid.playoffs if playoff.into == level.key)


def _names(pyramid: Pyramid) -> Iterator[Violation]:
    """Every team is there once, and whoever is named is there."""
    played = [placed.team.key for level in pyramid.levels for placed in level.placed()]
    new = [team.key for team, _level in pyramid.new]
    yield from _twice([*played, *new], "levels")
    yield from _twice(pyramid.lots, "lots")
    for number, key in enumerate(pyramid.lots):
        if key not in {*played, *new}:
            yield _wrong("form_nowhere", f"lots[{number}]", found=key)
    for number, (_team, key) in enumerate(pyramid.new):
        if key not in pyramid.by_key:
            yield _wrong("form_nowhere", f"new[{number}].level", found=key)
    for number, level in enumerate(pyramid.levels):
        where = f"levels[{number}].next"
        yield from _twice(level.next_up or (), where)
        below = {placed.team.key for each in pyramid.below(level.key) for placed in each.placed()}
        for place, key in enumerate(level.next_up or ()):
            if key not in below and not pyramid.is_lowest(level.key):
                yield _wrong("pyramid_playoff", f"{where}[{place}]", found=key, level=level.key)


def _ways_down(pyramid: Pyramid) -> Iterator[Violation]:
    """From every level a team of every region that is there can go down to the lowest."""
    regions = {(level.key, placed.team.region) for level in pyramid.levels for placed in level.placed()}
    regions |= {(level, team.region) for team, level in pyramid.new if level in pyramid.by_key}
    seen = set()
    for key, region in sorted(regions):
        while not pyramid.is_lowest(key) and (key, region) not in seen:
            seen.add((key, region))
            below = pyramid.falls_to(key, region)
            if len(below) != 1:
                yield _wrong("pyramid_way_down", "levels", level=key, region=region, count=len(below))
                break
            key = below[0].key
    for number, level in enumerate(pyramid.levels):
        for placed in level.placed():
            yield from _wish(pyramid, placed, f"levels[{number}].tables.{placed.division}[{placed.place - 1}]")


def _wish(pyramid: Pyramid, placed: PlacedTeam, where: str) -> Iterator[Violation]:
    team = placed.team
    if team.wish == "down" and pyramid.is_lowest(placed.level):
        yield _wrong("pyramid_lowest", f"{where}.wish", level=placed.level, name="wish")
    elif team.goes_to and team.goes_to not in pyramid.way_down(placed.level, team.region):
        yield _wrong("pyramid_goes_to", f"{where}.to", found=team.goes_to, level=placed.level)


def _playoffs(pyramid: Pyramid) -> Iterator[Violation]:
    """Who plays for a place stands in that level or right below, and plays once."""
    yield from _twice((key for playoff in pyramid.playoffs for key in playoff.order), "playoffs")
    for number, playoff in enumerate(pyramid.playoffs):
        where = f"playoffs[{number}]"
        if playoff.into not in pyramid.by_key:
            yield _wrong("form_nowhere", f"{where}.into", found=playoff.into)
            continue
        if pyramid.is_lowest(playoff.into):
            yield _wrong("pyramid_lowest", where, level=playoff.into, name="playoffs")
        if playoff.places > len(playoff.order):
            yield _wrong("form_bounds", f"{where}.places", name="places", bounds=f"höchstens {len(playoff.order)}")
        near = {playoff.into, *(level.key for level in pyramid.below(playoff.into))}
        for place, key in enumerate(playoff.order):
            placed = pyramid.teams.get(key)
            if placed is None or placed.level not in near:
                yield _wrong("pyramid_playoff", f"{where}.order[{place}]", found=key, level=playoff.into)


def _undecided(pyramid: Pyramid) -> Iterator[Violation]:
    """Teams on equal places of levels with the same one above that nothing parts: they need a lot."""
    by_above: dict[tuple[str, str], list[PlacedTeam]] = {}
    for level in pyramid.levels:
        last = level.last_up if pyramid.is_lowest(level.key) else MOST_TEAMS
        compared = (placed for placed in level.placed() if placed.place <= last)
        by_above.setdefault((level.above, "" if level.above else level.key), []).extend(compared)
    for _above, teams in sorted(by_above.items()):
        teams.sort(key=pyramid.order)
        for _same, group in groupby(teams, key=lambda placed: pyramid.order(placed)[:3]):
            keys = sorted(placed.team.key for placed in group)
            if len(keys) > 1:
                yield _wrong("pyramid_lots", "lots", teams=", ".join(keys))
