"""A generated federation lives through a whole year in the running site, by its pages: from an empty database to the
second season, with championships of three levels between.

The site is stopped and started again days later, as often as something happens: its clock is put ahead
(`tests/ahead.sh`). FEDERATION_PART says what part of the German federation it is (1 is all: 13 Landesverbände, 1,273
clubs, 1,000 teams, hours; 60 is a few clubs of two regions). SQLite, or an empty database at DATABASE_URL.
"""

import datetime
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Final

from tests.bench.federation import championship, founding, refusals
from tests.bench.federation.championship import Championship
from tests.bench.federation.founding import CHIEF, OFFICE, PASSWORD, Office, account_of
from tests.bench.federation.league import League, begin_first
from tests.bench.federation.match_day import MatchDay
from tests.bench.federation.nation import DrawnLevel, Nation, first_league
from tests.bench.federation.refusals import Tried
from tests.bench.federation.turn_of_year import LATE, TurnOfYear
from tests.bench.federation.visitor import Ledger, Visitor
from tests.bench.server import ROOT, installed, python, wait_for, web_command
from tests.ports import free_port

DAYS: Final = (100, 130, 160, 190, 220)
"""The match days, in days from the beginning; on the third one the Landesverbände have their championships."""
VERBANDSGRUPPEN: Final = 90
"""The day of the championships of the Verbandsgruppen; that of the federation is the last match day."""
STARTERS: Final = 5
"""One member in so many starts in the championship of a Verbandsgruppe."""
SAYS_NO: Final = 9


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    part = int(os.environ.get("FEDERATION_PART", "60"))
    with tempfile.TemporaryDirectory(prefix="skatliga-year-") as folder:
        year = Year(Nation(part), installed(folder) | {"VAR_DIR": folder, "SECOND_FACTOR": "0"})
        for name, value in year.live():
            yield f"federation_year_{name} {value}"


class Year:
    """The federation, the site, and the day it is."""

    def __init__(self, nation: Nation, environment: dict[str, str]) -> None:
        self.nation, self.environment = nation, environment
        self.begins = datetime.date.today()
        self.ledger = Ledger()
        self.tried: list[Tried] = []
        self.counts: Counter[str] = Counter()
        self.regional: list[Championship] = []

    def day(self, number: int) -> datetime.date:
        """So many days after the beginning."""
        return self.begins + datetime.timedelta(number)

    def live(self) -> Iterator[tuple[str, str]]:
        """What happens, in order; what is to be told of it."""
        begun = time.monotonic()
        python(self.environment, "manage.py", "collectstatic", "--no-input", "-v0")
        chief = self.environment | {"DJANGO_SUPERUSER_PASSWORD": PASSWORD}
        python(chief, "manage.py", "createsuperuser", "--no-input", "--username", CHIEF, "--email", "c@example.org")
        with self.on(0) as office:
            yield from self.found(office)
            league = self.first_season(office)
            yield "first_season_teams", f"{len(league.levels())} teams -"
        league = yield from self.turn(league, 7, leaving=False)
        yield from self.first_championships()
        yield from self.season(league)
        yield from self.turn(league, 300, leaving=True)
        yield from self.count_again()
        yield "refused_starts", f"{len(self.tried)} starts 500"
        yield "not_refused_as_they_must_be", f"{len(self.wrong)} starts 0"
        yield "pages", f"{self.ledger.counts['GET']} - -"
        yield "forms", f"{self.ledger.counts['POST']} - -"
        for seconds, what in self.ledger.slowest():
            yield "longest", f"{seconds:.1f} s {what.replace(' ', '_')}"
        yield "lasted", f"{(time.monotonic() - begun) / 60:.0f} minutes -"
        if self.wrong:
            raise SystemExit("\n".join(map(str, self.wrong[:10])))

    @property
    def wrong(self) -> list[Tried]:
        """Starts that were not refused, or with another sentence than the rule's."""
        return [each for each in self.tried if each.said != each.expected]

    @contextmanager
    def on(self, number: int) -> Iterator[Office]:
        """The site on the day of this number, with its worker."""
        port = free_port()
        ahead = ["sh", "tests/ahead.sh", str(number), sys.executable]
        commands = [web_command(port), ["manage.py", "work"]]
        quiet = {"cwd": ROOT, "env": self.environment, "stdout": subprocess.DEVNULL}
        running = [subprocess.Popen([*ahead, *command], **quiet) for command in commands]  # type: ignore[call-overload]
        try:
            wait_for(port)
            yield Office(f"http://127.0.0.1:{port}", self.ledger)
        finally:
            for process in running:
                process.terminate()
            for process in running:
                process.wait()

    # ---- Steps

    def found(self, office: Office) -> Iterator[tuple[str, str]]:
        """Tree, accounts, registers with licences, rules."""
        yield "units", f"{founding.found(office, self.nation)} units -"
        yield "accounts", f"{founding.appoint(office, self.nation)} accounts -"
        yield "players", f"{founding.register(office, self.nation)} players -"
        founding.set_rules(office)

    def first_season(self, office: Office) -> League:
        """One match day, so that there is an order to begin from."""
        league = begin_first(office, self.nation, first_league(self.nation))
        league.fill_squads()
        league.plan([self.day(0)])
        league.publish()
        league.hand_out_codes()
        self.play_day(office, league, 1)
        return league

    def play_day(self, office: Office, league: League, number: int) -> str:
        """A match day, until its results are binding."""
        league.office = office
        played = MatchDay(office, league, number)
        self.counts += played.play()
        return played.bind()

    def turn(self, league: League, number: int, leaving: bool) -> Generator[tuple[str, str], None, League]:
        """Registration with a deadline, late ones after it, the step, the next season; from the day of this number."""
        name = "last_turn" if leaving else "first_turn"
        clubs = self.nation.with_teams()
        late = clubs[::LATE]
        with self.on(number) as office:
            turn = TurnOfYear(office, league)
            league.office = office
            league.read()
            turn.open_registration(self.day(number + 21))
            turn.register([club for club in clubs if club not in late], leaving)
        with self.on(number + 23) as office:
            turn.office = league.office = office
            turn.register(late)
            marked = turn.owed().count("verspätet")
            teams = turn.counts["registered"] - turn.counts["away"]
            yield f"{name}_registered", f"{teams} teams -"
            yield f"{name}_late", f"{marked} teams {sum(club.teams for club in late)}"
            page = turn.preview(teams)
            yield f"{name}_moves", turn.moves(page)
            first = turn.confirm(page)
            first.read()
            turn.undo()
            following = turn.confirm(turn.preview(teams))
            following.read()
            assert following.levels() == first.levels()
            assert len(following.levels()) == teams, (len(following.levels()), teams)
            following.fill_squads()
            if not leaving:
                following.plan([self.day(day) for day in DAYS])
            following.publish()
            following.hand_out_codes()
            public = office.stranger().see(f"{league.address}auf-und-absteiger/")
            assert "Auf- und Absteiger" in public.words
        return following

    def first_championships(self) -> Iterator[tuple[str, str]]:
        """The Verbandsgruppen play; places in the Landesverbände above them are offered."""
        with self.on(VERBANDSGRUPPEN) as office:

            def play(visitor: Visitor, group: DrawnLevel) -> None:
                event = championship.announce(visitor, group, self.day(VERBANDSGRUPPEN))
                starters = list(islice(group.players, 0, None, STARTERS))
                taken, refused = championship.enter(visitor, event, starters)
                assert (taken, refused) == (len(starters), []), refused[:3]
                self.counts["starters"] += taken
                self.counts += championship.play(visitor, event)

            yield "championships", f"{office.share(play, self.nation.groups, account_of)} events -"
            yield "starters", f"{self.counts['starters']} starters -"
            self.regional = [self.announce_above(office, region) for region in self.nation.regions]

    def announce_above(self, office: Office, region: DrawnLevel) -> Championship:
        """The championship of a Landesverband, its places offered in proportion to the starters."""
        visitor = office.signed_in(account_of(region))
        event = championship.announce(visitor, region, self.day(DAYS[2]))
        places = self.places_of(region)
        closes_on = self.day(DAYS[2] - 5)
        below = [group.name for group in region.groups]
        championship.set_quota(visitor, event, below, closes_on, way="largest_remainder", places=str(places))
        assert championship.offer(visitor, event) == places
        answers = championship.answer(office, event, SAYS_NO)
        self.counts["said yes"] += answers["ja"]
        self.counts["said no"] += answers["nein"]
        return event

    def places_of(self, region: DrawnLevel) -> int:
        """A third of those who have started below."""
        return max(8, sum(-(-len(list(group.players)) // STARTERS) for group in region.groups) // 3)

    def fill_up(self, office: Office, event: Championship, places: int) -> None:
        """Who has moved up answers, and all who said yes take part."""
        self.counts["moved up"] += championship.answer(office, event)["ja"]
        taken = championship.enter_accepted(office.signed_in(event.account), event)
        assert taken == places, (event.slug, taken, places)

    def season(self, league: League) -> Iterator[tuple[str, str]]:
        """Five match days; between them championships, and those who may not start."""
        places = {
            event.slug: self.places_of(region) for region, event in zip(self.nation.regions, self.regional, strict=True)
        }
        for number, day in enumerate(DAYS, 1):
            with self.on(day) as office:
                if number == 2:
                    for event in self.regional:
                        self.fill_up(office, event, places[event.slug])
                if number == 3:
                    office.share(self._play_regional, self.regional, lambda event: event.account)
                    national = self._announce_national(office)
                if number == 4:
                    self.fill_up(office, national, self.national_places)
                if number == 5:
                    self.counts += championship.play(office.signed_in(OFFICE), national)
                    self.tried += refusals.ended_licences(office, league, number, self.day(day))
                    self._try_starts(office)
                yield f"match_day_{number}", self.play_day(office, league, number).replace(" ", "_")
        for what in ("line-ups", "groups", "lists", "lists by phone", "signatures", "said yes", "said no", "moved up"):
            yield what.replace(" ", "_").replace("-", "_"), f"{self.counts[what]} - -"

    def _play_regional(self, visitor: Visitor, event: Championship) -> None:
        self.counts += championship.play(visitor, event)

    @property
    def national_places(self) -> int:
        """A third of the places in the Landesverbände."""
        return max(8, sum(map(self.places_of, self.nation.regions)) // 3)

    def _announce_national(self, office: Office) -> Championship:
        visitor = office.signed_in(OFFICE)
        event = championship.announce(visitor, None, self.day(DAYS[4]), serien=3)
        closes_on = self.day(DAYS[4] - 5)
        below = [region.name for region in self.nation.regions]
        championship.set_quota(visitor, event, below, closes_on, way="dhondt", places=str(self.national_places))
        assert championship.offer(visitor, event) == self.national_places
        answers = championship.answer(office, event, SAYS_NO)
        self.counts["said yes"] += answers["ja"]
        self.counts["said no"] += answers["nein"]
        return event

    def _try_starts(self, office: Office) -> None:
        day, region = self.day(DAYS[4]), self.nation.regions[0]
        ended = {each.name for each in self.tried}
        self.tried += refusals.championship_starts(office, self.nation, day, ended)
        self.tried += refusals.late_members(office, region, day)
        once = list(islice((each for each in region.players if each[1].name not in ended), refusals.FEWER))
        event = championship.announce(office.signed_in(account_of(region)), region, day, "single-open", serien=1)
        championship.enter(office.signed_in(account_of(region)), event, once)
        self.tried += refusals.second_starts(office, region, day, once)

    def count_again(self) -> Iterator[tuple[str, str]]:
        """Every list of the year computed once more from what is stored."""
        yield "recheck", python(self.environment, "manage.py", "recheck").strip().splitlines()[-1].replace(" ", "_")
