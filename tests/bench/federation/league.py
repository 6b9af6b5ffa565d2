"""A season of the league: Staffeln, squads, plans and dates as a league's office makes them on its pages."""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.bench.federation.founding import OFFICE, TOP, Office, without_complaint
from tests.bench.federation.nation import DrawnClub, Nation
from tests.bench.federation.visitor import ShownPage, Visitor


@dataclass
class LeagueTeam:
    """A team on the site: the address of its squad, and of the page behind its code."""

    name: str
    squad: str
    code: str = ""


@dataclass
class Staffel:
    """A Staffel on the site."""

    address: str
    level: int = 0
    """1 is the highest."""
    teams: dict[str, LeagueTeam] = field(default_factory=dict)
    """By letter."""


class League:
    """A season on the site."""

    def __init__(self, office: Office, nation: Nation, address: str, serien: int) -> None:
        self.office, self.nation, self.address, self.serien = office, nation, address, serien
        self.staffeln: list[Staffel] = []
        self._clubs = {club.name: club for club in nation.clubs}

    def club_of(self, team: str) -> DrawnClub:
        """The club that a team is called after."""
        return self._clubs[team.rpartition(" ")[0]]

    def read(self) -> None:
        """Which Staffeln there are, and their teams, as the pages say."""
        page = self.office.signed_in(OFFICE).see(f"{self.address}aufbau/")
        self.staffeln = [
            Staffel(link, int(level))
            for level, part in re.findall(r"<h2>(\d+)\. (.*?)<hr>", page.text, re.DOTALL)
            for link in re.findall(rf'href="({self.address}[^"/]+/)mannschaften/"', part)
        ]
        self.office.share(_read_teams, self.staffeln)

    def fill_squads(self) -> int:
        """Every team gets those of its six who are not in its squad yet; how many teams there are."""

        def fill(visitor: Visitor, team: LeagueTeam) -> None:
            page = visitor.see(team.squad)
            names = [each.name for each in self.club_of(team.name).squad(team.name) if each.name not in page.text]
            if names:
                without_complaint(visitor.send(page, field="lines", lines="\n".join(names)))

        return self.office.share(fill, self.teams)

    @property
    def teams(self) -> list[LeagueTeam]:
        """Those of all Staffeln."""
        return [team for staffel in self.staffeln for team in staffel.teams.values()]

    def levels(self) -> dict[str, int]:
        """In which level every team plays."""
        return {team.name: staffel.level for staffel in self.staffeln for team in staffel.teams.values()}

    def plan(self, dates: Sequence[datetime.date]) -> int:
        """The plan that is proposed for so many days, dates and Serien; how many Staffeln have one."""

        def plan_one(visitor: Visitor, staffel: Staffel) -> None:
            page = visitor.see(f"{staffel.address}plan/?tage={len(dates)}")
            without_complaint(visitor.send(page, "/plan/", field="text"))
            page = visitor.see(f"{staffel.address}termine/")
            days = {f"day_{number}": day.isoformat() for number, day in enumerate(dates, 1)}
            days |= {f"rounds_{number}": str(self.serien) for number, _day in enumerate(dates, 1)}
            without_complaint(visitor.send(page, field="day_1", **days))

        return self.office.share(plan_one, self.staffeln)

    def publish(self) -> None:
        """Everybody may see it."""
        chief = self.office.signed_in(OFFICE)
        without_complaint(chief.send(chief.see(self.address), "/stand/", state="published"))

    def hand_out_codes(self) -> None:
        """The page behind the code of every team, as it is printed for its captain."""

        def hand_out(visitor: Visitor, team: LeagueTeam) -> None:
            page = visitor.see(team.squad.replace("/kader/", "/").replace("/liga/", "/mannschaft/"))
            team.code = re.findall(r"/k/\d+/[\w-]+/", page.text)[0]

        self.office.share(hand_out, self.teams)


def _read_teams(visitor: Visitor, staffel: Staffel) -> None:
    page = visitor.see(f"{staffel.address}mannschaften/")
    names = dict(re.findall(r"^\s*(\w{1,2})\s*·\s*(\S.*?)\s*$", page.words, re.MULTILINE))
    for squad in page.links(rf"{staffel.address}kader/\w+/"):
        letter = squad.split("/")[-2]
        staffel.teams[letter] = LeagueTeam(names[letter], squad)


def begin_first(office: Office, nation: Nation, levels: Sequence[Sequence[Sequence[str]]]) -> League:
    """The season before the first registration, as it is typed: levels, Staffeln, teams; one Serie on its only day."""
    chief = office.signed_in(OFFICE)
    page = chief.see(f"/liga/neu/{TOP}/")
    year = datetime.date.today().year
    page = without_complaint(chief.send(page, field="rounds", name=f"Liga {year}", rounds="3", vorschau=None))
    league = League(office, nation, page.path.removesuffix("aufbau/"), 1)
    for number in range(1, len(levels) + 1):
        zones = ["+ 1-2 Aufstieg"] * (number > 1) + ["- 13-16 Abstieg"] * (number < len(levels))
        page = chief.send(page, field="zones", number=str(number), name=f"Ebene {number}", zones="\n".join(zones))
        without_complaint(page)
    keys = page.form("/staffel/").options["level"]
    staffeln = [
        (key, f"Staffel {level}.{number}", names)
        for level, (key, own) in enumerate(zip(keys, levels, strict=True), 1)
        for number, names in enumerate(own, 1)
    ]

    def make(visitor: Visitor, given: tuple[str, str, Sequence[str]]) -> None:
        key, name, names = given
        made: ShownPage = visitor.send(page, "/staffel/", name=name, level=key)
        without_complaint(visitor.send(without_complaint(made), field="lines", lines="\n".join(names)))

    office.share(make, staffeln)
    league.read()
    return league
