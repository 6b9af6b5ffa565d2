"""A match day of the league: captains name who plays, groups begin, lists come in, are checked and signed, and count.

Most lists are typed as sums from paper, as a league's office does; a few are kept deal by deal at their tables.
"""

from collections import Counter
from random import Random

from tests.bench.federation.founding import OFFICE, Office, without_complaint
from tests.bench.federation.league import League, LeagueTeam, Staffel
from tests.bench.federation.lists import check_all, play_serie
from tests.bench.federation.visitor import Visitor


class MatchDay:
    """One number of all Staffeln."""

    def __init__(self, office: Office, league: League, number: int) -> None:
        self.office, self.league, self.number = office, league, number
        self.counts: Counter[str] = Counter()

    def play(self) -> Counter[str]:
        """All of it; how many line-ups, groups, lists and signatures there were."""
        self.counts["line-ups"] = self.office.share(self.name_line_up, self.league.teams)
        self.office.share(self._play_groups, self.league.staffeln)
        self.counts["signatures"] = self.office.share(self.sign, self.league.teams)
        return self.counts

    def name_line_up(self, visitor: Visitor, team: LeagueTeam) -> None:
        """The captain's phone: the first four of the squad who may play."""
        page = visitor.see(f"{team.code}?tag={self.number}")
        squad = page.choices("place_1")
        may = [key for words, key in squad.items() if not words.endswith("darf nicht spielen")]
        visitor.hand_in(page, "/aufstellung/", **{f"place_{place}": may[place - 1] for place in range(1, 5)})

    def _play_groups(self, visitor: Visitor, staffel: Staffel) -> None:
        random = Random(f"{staffel.address} {self.number}")
        page = visitor.see(f"{staffel.address}spieltag/{self.number}/")
        for group in page.links(rf"{staffel.address}gruppe/\d+/"):
            page = without_complaint(visitor.send(visitor.see(group), "/beginnen/"))
            event = page.link(r"/listen/[\w-]+/bestaetigen/").removesuffix("bestaetigen/")
            for serie in range(1, self.league.serien + 1):
                self.counts += play_serie(visitor, f"{event}serie/{serie}/", random)
            check_all(visitor, event)
            self.counts["groups"] += 1

    def sign(self, visitor: Visitor, team: LeagueTeam) -> None:
        """The captain's phone, once all lists are there."""
        page = visitor.see(f"{team.code}?tag={self.number}")
        visitor.hand_in(page, "/unterschrift/", name="Mannschaftsführer")

    def bind(self) -> str:
        """Everything that is ready becomes binding at once; what the page says of it."""
        chief = self.office.signed_in(OFFICE)
        page = without_complaint(chief.send(chief.see(f"{self.league.address}verbindlich/"), "/verbindlich/"))
        return " ".join(page.after('role="status"').words.split("Spieltage")[0].split())
