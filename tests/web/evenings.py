"""Evenings by other rule books, played through the forms of the site as an organiser sends them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from skatliga.events.models import Event, Table
from skatliga.lists.models import Sheet
from skatliga.people.models import Club, User
from web.desk import refused, send
from web.replayed import world

Row = Mapping[str, Any]
"""One row as a form sends it: the way (`art`), and its fields."""


def form(declarer: int | None, game: str, **fields: Any) -> Row:
    """A row typed in the form of a deal; without a declarer where nobody is asked who it is."""
    said = {"game": game, **({} if declarer is None else {"declarer": declarer}), **fields}
    return {"art": "formular", **{f"formular-{name}": value for name, value in said.items()}}


def value(seat: int, score: int | str = "") -> Row:
    """A row of which only the value is typed."""
    return {"art": "wert", "wert-declarer": seat, "wert-score": score}


def keys(text: str) -> Row:
    """A row in the compact notation."""
    return {"art": "kurz", "text": text}


def penalty(seat: int, points: int, reason: str) -> Row:
    """A row of its own: points to every other player."""
    return {"art": "strafe", "strafe-declarer": seat, "strafe-penalty": points, "strafe-reason": reason}


@dataclass
class Evening:
    """An event as its organiser sees it: everything goes through the pages."""

    browser: Client
    event: Event

    @classmethod
    def create(cls, browser: Client, club: str, names: Iterable[str], **fields: Any) -> "Evening":
        """Create, publish and enter guests; the fields of the event that nobody thinks about are as usual."""
        usual = {"name": "Abend", "date": "2026-11-21", "place": "Gera", "rounds": 1, "protest_hours": 24}
        answer = browser.post(reverse("events:create_event", args=[club]), usual | fields)
        assert answer.status_code == 302, answer.context["form"].errors
        event = Event.objects.order_by("pk").last()
        found = cls(browser, event)
        found.post("events:set_state", state="published")
        found.post("events:enter_guests", guests="\n".join(names))
        return found

    def post(self, name: str, /, *args: Any, **fields: Any) -> Any:
        """Send a form of this event that is taken."""
        answer = self.browser.post(reverse(name, args=[self.event.slug, *args]), fields)
        assert answer.status_code == 302, refused(answer)
        self.event = Event.objects.prefetch_related("rounds").get(pk=self.event.pk)
        return answer

    def page(self, name: str, /, *args: Any, **query: Any) -> Any:
        """Look at a page of this event."""
        answer = self.browser.get(reverse(name, args=[self.event.slug, *args]), query)
        assert answer.status_code == 200
        return answer

    def seat(self, round: int, *tables: Iterable[int]) -> None:
        """Write start numbers on the form of the seats, table by table."""
        fields = {
            f"{table}-{seat}": number for table, seats in enumerate(tables, 1) for seat, number in enumerate(seats, 1)
        }
        self.post("events:seats", round, **fields)

    def open(self, round: int, table: int) -> Sheet:
        """Open the list of a table by its number."""
        self.post("lists:open", round, tisch=table)
        return Table.objects.get(round__event=self.event, round__number=round, number=table).sheets.get()

    def write(self, round: int, table: int, *rows: Row) -> Sheet:
        """Open a list, type all its rows and close the entry."""
        sheet = self.open(round, table)
        for row in rows:
            answer = send(self.browser, sheet, "entry", **row)
            assert answer.status_code == 302, refused(answer)
        answer = send(self.browser, sheet, "move", stand="entered")
        sheet.refresh_from_db()
        assert sheet.state == Sheet.State.ENTERED, [
            str(said) for said in self.browser.get(answer.url).context["messages"]
        ]
        return sheet

    def write_foot(self, round: int, table: int, **fields: Any) -> Sheet:
        """Open a list and type its foot alone."""
        sheet = self.open(round, table)
        answer = send(self.browser, sheet, "totals", entscheidung="save", **fields)
        sheet.refresh_from_db()
        assert sheet.state == Sheet.State.ENTERED, refused(self.browser.get(answer.url))
        return sheet


def officers(browser: Client, club: str) -> Evening:
    """Offiziersskat: four players, two Serien at tables of two, matches to 10 points, one list by its foot."""
    evening = Evening.create(
        browser,
        club,
        ["Anna", "Bert", "Cora", "Dirk"],
        name="Offiziersskat",
        rounds=2,
        rulebook="offiziersskat",
        evaluation="matches",
        target=10,
        accounting="einfach",
        deals=24,
    )
    evening.seat(1, [1, 2], [3, 4])
    evening.seat(2, [1, 3], [2, 4])
    evening.write(
        1,
        1,
        form(None, "kreuz", augen=75, stiche=9),
        form(None, "herz", augen=95, stiche=12),
        form(None, "karo", augen=60, stiche=8),
        form(None, "grand", augen=120, stiche=16),
        form(None, "pik", augen=91, stiche=12),
        form(None, "herz", augen=25, stiche=4),
        form(None, "karo", augen=61, stiche=8),
    )
    evening.write(1, 2, value(1, 4), value(2, 3), value(1, 4), value(1, 2))
    foot = {"spielpunkte-1": 11, "won-1": 4, "spielpunkte-2": 6, "won-2": 3}
    evening.write_foot(2, 1, **foot)
    foot = {"spielpunkte-1": 4, "won-1": 2, "spielpunkte-2": 12, "won-2": 4}
    evening.write_foot(2, 2, **foot)
    return evening


def en_deux(browser: Client, club: str) -> Evening:
    """Skat en deux: two pairs (Tandem), each of one plays each of the other; drawn by lot."""
    evening = Evening.create(
        browser,
        club,
        ["Anna", "Bert", "Cora", "Dirk"],
        name="Skat en deux",
        rounds=2,
        rulebook="skat-en-deux",
        evaluation="spielpunkte",
        hand_doubled="on",
        deals=4,
    )
    evening.post("events:teams", kind="tandem", lines="Asse: 1 2\nBuben: 3 4")
    evening.seat(1, [1, 3], [2, 4])
    evening.write(
        1,
        1,
        form(1, "herz", spitzen=2, hand="on", offen="on", bid=50, won="True"),
        form(2, "kreuz", spitzen=1, bid=18, kontra="on", won="False"),
        form(1, "karo", spitzen=1, bid=18, schenken="spiel", schenken_angenommen="True"),
        form(2, "null", hand="on", won="True"),
    )
    evening.write(1, 2, value(1, 33), value(2, -46), value(0), value(2, 48))
    return evening


def payment_1886(browser: Client, club: str) -> Evening:
    """By the rules of 1886 at a table of four, everybody pays everybody, a quarter of a cent a point."""
    evening = Evening.create(
        browser,
        club,
        ["Anna", "Bert", "Cora", "Dirk"],
        name="Runde von 1886",
        rounds=2,
        rulebook="skatordnung-1886",
        evaluation="payment",
        deals_at_four=4,
        deals_at_three=3,
    )
    stake(evening, 25)
    evening.seat(1, [1, 2, 3, 4])
    evening.seat(2, [1, 2, 3, 4])
    evening.write(
        1,
        1,
        form(2, "kreuz", mode="solo", spitzen=2, won="True"),
        form(3, "herz", mode="tourne", spitzen=-1, won="False", schneider="on"),
        form(0, "ramsch", losers=[4], jungfern=1),
        form(1, "null", mode="solo", ouvert="on", won="True"),
        penalty(2, 10, "Karte gezeigt"),
    )
    evening.write(2, 1, value(2, 2), value(3, 2), value(0), value(1, -2))
    return evening


def altenburg(browser: Client, club: str) -> Evening:
    """By the Altenburg rules at a table of three, settled by comparison at half a cent a point."""
    evening = Evening.create(
        browser,
        club,
        ["Anna", "Bert", "Cora"],
        name="Geldrunde",
        rulebook="altenburg",
        evaluation="spielpunkte",
        deals_at_four=4,
        deals_at_three=3,
    )
    stake(evening, 50)
    evening.seat(1, [1, 2, 3])
    evening.write(1, 1, keys("144..+"), keys("235-"), form(3, "karo", spitzen=1, bid=27, won="False"))
    return evening


def house_round(browser: Client, club: str) -> Evening:
    """A house round of three with Bock and Ramsch, settled by comparison at a cent a point."""
    evening = Evening.create(
        browser,
        club,
        ["Anna", "Bert", "Cora"],
        name="Hausrunde",
        rulebook="hausrunde",
        evaluation="seeger-fabian",
        ramsch_limit=250,
        deals_at_four=4,
        deals_at_three=3,
    )
    stake(evening, 100)
    evening.seat(1, [1, 2, 3])
    evening.write(
        1,
        1,
        form(1, "pik", spitzen=1, won="True", bock="on"),
        form(2, "ramsch", augen=70, schieben=1, jungfern=1),
        form(3, "herz", spitzen=-2, won="False", kontra="on", re="on"),
    )
    return evening


def stake(evening: Evening, hundredths: int) -> None:
    """Play for money: hundredths of a cent a point."""
    charge(evening, stake=hundredths, players_per_prize=4)


def charge(evening: Evening, **fields: Any) -> None:
    """Write what the event costs, all of the pot being paid out, without rows of Abreizgeld and fixed prizes."""
    rows = {f"{rows}-{name}": 0 for rows in ("ladder", "fixed") for name in ("TOTAL_FORMS", "INITIAL_FORMS")}
    evening.post("desk:fees", payout="100", **fields, **rows)


@world
def made_by(make: Callable[[Client, str], Evening], club: Club, user: User) -> Event:
    """The event of one of these, typed by this user; the pages are gone through once for all tests that ask for it."""
    browser = Client()
    browser.force_login(user)
    return make(browser, club.slug).event


EVENINGS = (officers, en_deux, payment_1886, altenburg, house_round)
