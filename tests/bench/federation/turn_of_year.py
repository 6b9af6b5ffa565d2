"""From one season to the next: clubs register their teams, and one step makes the next season of them."""

import datetime
import re
from collections import Counter
from collections.abc import Sequence

from tests.bench.federation.founding import OFFICE, Office, without_complaint
from tests.bench.federation.league import League
from tests.bench.federation.nation import STAFFEL, DrawnClub
from tests.bench.federation.visitor import ShownPage, Visitor

_NAME = re.compile(r'name="((?:[trn]\d+)-name)"')
LATE = 10
"""One club in so many registers after the deadline."""
AWAY = 25
"""One team in so many does not play any more."""


class TurnOfYear:
    """What happens after the last match day of a season."""

    def __init__(self, office: Office, league: League) -> None:
        self.office, self.league = office, league
        self.counts: Counter[str] = Counter()

    def open_registration(self, closes_on: datetime.date) -> None:
        """The league says until when, and what it costs."""
        chief = self.office.signed_in(OFFICE)
        page = chief.see(f"{self.league.address}meldung/oeffnen/")
        account = {"account_holder": "Skatbund", "iban": "DE89370400440532013000"}
        terms = {"closes_on": closes_on.isoformat(), "fee_cents": "60", "late_fee_cents": "25"}
        without_complaint(chief.send(page, "/oeffnen/", **terms, **account))

    def register(self, clubs: Sequence[DrawnClub], leaving: bool = False) -> int:
        """Each club by its own account: the teams it had, as many new ones as it has players for."""

        def one(visitor: Visitor, club: DrawnClub) -> None:
            address = f"{self.league.address}meldung/verein/{club.slug}/"
            page = visitor.see(address)
            while len(_NAME.findall(page.text)) < club.teams:
                page = visitor.send(page, field="neu", mehr="1")
            sent: dict[str, str | None] = {}
            form = page.form(field="neu")
            for name in _NAME.findall(page.text):
                prefix = name.removesuffix("-name")
                captain = club.squad(form.values[name])[0]
                key = page.choices(f"{prefix}-captain")[f"{captain.last}, {captain.first}"]
                sent |= {f"{prefix}-captain": key, f"{prefix}-contact": "0365 4711"}
                if leaving and (self.counts["registered"] + 1) % AWAY == 0:
                    sent[f"{prefix}-plays"] = None
                    self.counts["away"] += 1
                self.counts["registered"] += 1
            without_complaint(visitor.send(page, field="neu", **sent))

        return self.office.share(one, clubs, lambda club: club.chief)

    def owed(self) -> str:
        """What the league's page says of it."""
        page = self.office.signed_in(OFFICE).see(f"{self.league.address}meldung/")
        return " ".join(page.after("<h1").words.split())

    @property
    def address(self) -> str:
        """Of the step."""
        return f"{self.league.address}folgesaison/"

    def preview(self, teams: int) -> ShownPage:
        """What would follow; before that the lowest level gets Staffeln for all of so many teams."""
        chief = self.office.signed_in(OFFICE)
        page = chief.see(self.address)
        lowest = max(int(number) for number in re.findall(r'name="divisions-(\d+)"', page.text))
        above = sum(staffel.level < lowest for staffel in self.league.staffeln)
        number = -(-(teams - above * STAFFEL) // STAFFEL)
        return without_complaint(chief.send(page, field="new-1", **{f"divisions-{lowest}": str(number)}))

    def moves(self, page: ShownPage) -> str:
        """What the preview says of all moves together, as numbers."""
        told = re.search(
            r"(\d+) steigen auf, (\d+) steigen ab, (\d+) bleiben, (\d+) nehmen[^,]*, (\d+) sind neu", page.words
        )
        assert told, page.said
        return "{} up, {} down, {} stay, {} leave, {} new".format(*told.groups())

    def confirm(self, page: ShownPage) -> League:
        """The season that is made of it."""
        chief = self.office.signed_in(OFFICE)
        made = without_complaint(chief.send(page, "/anlegen/", field="token"))
        return League(self.office, self.league.nation, made.path.removesuffix("aufbau/"), 3)

    def undo(self) -> None:
        """Taken back, as if it had not been."""
        chief = self.office.signed_in(OFFICE)
        page = chief.send(chief.see(self.address), "/zuruecknehmen/")
        assert "zurückgenommen" in page.words, page.said
