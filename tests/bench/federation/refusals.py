"""Starts against the rules, tried in the running site: each must be refused with the paragraph that it breaks.

What a page has to say follows here from who somebody is and what the rules are, not from the site.
"""

import datetime
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from tests.bench.federation.championship import announce, enter
from tests.bench.federation.founding import OFFICE, Office, account_of, without_complaint
from tests.bench.federation.league import League, LeagueTeam
from tests.bench.federation.nation import DrawnClub, DrawnLevel, DrawnPlayer, Nation
from tests.bench.federation.visitor import Visitor

Person = tuple[DrawnClub, DrawnPlayer]
SENIOR: Final = 60
JUNIOR: Final = 21
OF_A_KIND: Final = 100
"""So many men among ladies, young ones among seniors and old ones among juniors."""
FEWER: Final = 60
"""So many of another level, of no register, for the second time."""
LATE: Final = 10
LICENCES: Final = 30


class Tried(NamedTuple):
    """A start against a rule: who, what must be said, what was said."""

    kind: str
    name: str
    expected: str
    said: str


def championship_starts(
    office: Office, nation: Nation, day: datetime.date, without: Collection[str]
) -> Iterator[Tried]:
    """Files of participants with people who break one rule alone; nobody of them may get in.

    `without` are the names of those whose licence has ended, who would break another one.
    """
    chief = office.signed_in(OFFICE)
    people = [(club, each) for club in nation.clubs for each in club.players if each.name not in without]
    year = day.year
    men = _first(people, lambda player: player.is_man)
    young = _first(people, lambda player: year - player.born < SENIOR)
    old = _first(people, lambda player: year - 1 - player.born >= JUNIOR)
    for championship, given in (("single-women", men), ("single-seniors", young), ("single-juniors", old)):
        sentences = [_of_class(championship, player, year) for _club, player in given]
        yield from _tried(chief, None, day, championship, given, sentences)
    region, other = nation.regions[0], nation.regions[-1]
    directs = office.signed_in(account_of(region))
    grown = ((club, player) for club, player in other.players if year - player.born > JUNIOR)  # others are not shown
    away = list(islice(grown, FEWER)) if other is not region else []
    sentences = [f"{club.name} gehört nicht zu {region.name}. (SpO 1.5)" for club, _player in away]
    yield from _tried(directs, region, day, "single-open", away, sentences)
    club = region.groups[0].clubs[0]
    unknown = [(club, DrawnPlayer("Niemand", f"Unbekannt {number}", "", 1980)) for number in range(FEWER)]
    sentence = f"Steht in keinem Register, das zu {region.name} gehört. (SpO 1.5)"
    yield from _tried(directs, region, day, "single-open", unknown, [sentence] * FEWER)


def _first(people: Sequence[Person], holds: Callable[[DrawnPlayer], bool]) -> list[Person]:
    return list(islice((each for each in people if holds(each[1])), OF_A_KIND))


def _of_class(championship: str, player: DrawnPlayer, year: int) -> str:
    if championship == "single-women":
        return "In Damenwettbewerben dürfen Herren nicht starten. (SpO 1.5)"
    if championship == "single-seniors":
        said = f"Am 01.01.{year} {year - player.born} Jahre alt; starten darf, wer dann {SENIOR} ist."
    else:
        said = f"Am 01.01.{year} {year - 1 - player.born} Jahre alt; starten darf, wer dann jünger als {JUNIOR} ist."
    return f"{said} (SpO 1.2)"


def _tried(
    visitor: Visitor,
    level: DrawnLevel | None,
    day: datetime.date,
    championship: str,
    people: Sequence[Person],
    sentences: Iterable[str],
) -> Iterator[Tried]:
    if not people:
        return
    event = announce(visitor, level, day, championship, serien=1)
    taken, refused = enter(visitor, event, people)
    said = dict(refused)
    assert taken == 0, (championship, taken)
    for (_club, player), expected in zip(people, sentences, strict=True):
        yield Tried(championship, player.name, expected, said.get(player.name, ""))


def second_starts(office: Office, region: DrawnLevel, day: datetime.date, people: Sequence[Person]) -> Iterator[Tried]:
    """Those who have started once in the championship of their Landesverband, entered in a second one of the year."""
    directs = office.signed_in(account_of(region))
    given = list(islice(people, FEWER))
    sentence = f"Im Jahr {day.year} schon 1-mal gestartet; erlaubt sind 1. (Ausschreibung)"
    yield from _tried(directs, region, day, "single-open", given, [sentence] * len(given))


def late_members(office: Office, region: DrawnLevel, day: datetime.date) -> Iterator[Tried]:
    """Who joined the club after the last day on which one had to be a member."""
    directs = office.signed_in(account_of(region))
    club = region.groups[0].clubs[0]
    joined = day.replace(month=4, day=1)
    given = [
        (club, DrawnPlayer("Spätling", f"Neuling{chr(97 + number)}", f"{club.number}.{900 + number}", 1990))
        for number in range(LATE)
    ]
    for _club, player in given:
        page = directs.see(f"/vereine/{club.slug}/spieler/neu/")
        who = {"first_name": player.first, "last_name": player.last, "federation_number": player.number}
        page = directs.send(page, field="first_day", **who, first_day=joined.isoformat(), another=None)
        without_complaint(page)
    sentence = (
        f"Erst seit {joined:%d.%m.%Y} Mitglied von {club.name}; nötig war es bis 31.03.{day.year}. (Ausschreibung)"
    )
    yield from _tried(directs, region, day, "single-open", given, [sentence] * LATE)


def ended_licences(office: Office, league: League, number: int, day: datetime.date) -> Iterator[Tried]:
    """Captains name players whose licence has ended the day before the match day."""
    for team in league.teams[:LICENCES]:
        yield _named_without_licence(office, league, team, number, day)


def _named_without_licence(office: Office, league: League, team: LeagueTeam, number: int, day: datetime.date) -> Tried:
    club = league.club_of(team.name)
    captain = office.stranger()
    page = captain.see(f"{team.code}?tag={number}")
    squad = list(page.choices("place_1").items())
    name = squad[0][0]
    group = next(each for each in league.nation.groups if club in each.clubs)
    directs = office.signed_in(account_of(group))
    register = directs.see(f"/vereine/{club.slug}/spieler/?suche={name.split()[1]}")
    member = register.link(rf"/vereine/{club.slug}/spieler/\d+/")
    page_of_licence = directs.see(f"{member}lizenz/")
    last = (day - datetime.timedelta(1)).isoformat()
    without_complaint(directs.send(page_of_licence, "/beenden/", last_day=last))
    places = {f"place_{place}": squad[place - 1][1] for place in range(1, 5)}
    refused = captain.send(captain.see(f"{team.code}?tag={number}"), "/aufstellung/", **places)
    expected = f"{name}: Am {day:%d.%m.%Y} keine Lizenz für {club.name}. (SpO 1.5)"
    return Tried("licence ended", name, expected, " ".join(refused.said))
