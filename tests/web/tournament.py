"""A tournament day as the office lives through it: every page asked for, every form sent, and books kept beside it."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import UUID, uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import resolve, reverse
from whole import WHOLE

from skatliga.access import Role
from skatliga.people import services as people
from web.desk import refused, text_of
from web.simulated import (
    FEE,
    FIRST_PRIZE,
    LIST_FEE,
    NO_SHOWS,
    PAYOUT,
    PER_PRIZE,
    SERIEN,
    Books,
    Game,
    Liste,
    abreizgeld,
    play,
    play_list,
)

DEALS = {4: 24, 3: 18}
CLUBS = ("SC Gera", "Karo Leipzig", "Grand Hand Jena", "Die Luschen Zeitz", "Reizende Buben Halle", "Skatfreunde Hof")
FIRST = "Anna Bert Cora Dirk Emil Frieda Gerd Hanne Ida Jens Karl Lena Max Nora Otto Paula".split()
LAST = "Albers Brandt Conrad Decker Ernst Falk Gross Huber Iben Jung Kranz Lorenz Moser Nagel Opitz Pohl".split()
PEOPLE = [f"{first} {last}" for last in LAST for first in FIRST]
FROM_FILE, FROM_REGISTER, GUESTS = (130, 60, 59) if WHOLE else (32, 5, 12)
IN_TEAMS = 80 if WHOLE else 24
"""The first of the file play in teams of four, half of them in Tandems, too."""
MEMBER, GUEST = FROM_FILE, FROM_FILE + FROM_REGISTER
"""The start numbers before the first member of the club and before the first guest."""
LATE = 3
SUBSTITUTE = FROM_FILE + FROM_REGISTER + GUESTS + LATE + 1
WANTS_A_PLACE, KEEPS_NO_LISTS, APART = 5, (21, 22, 23), [(31, 32), (31, 33), (FROM_FILE - 10, GUEST + 10)]
AFTER_SERIE_2, AFTER_SERIE_4 = ((40, 90, 210), (66,)) if WHOLE else ((4, 28, 46), (43,))
LOT = "5ka7" if WHOLE else "7k2a"
"""With which the fours of the first draw come first after it was mended, too."""
WHY = "Papier nachgezählt"


def filled(form, /, **values: Any) -> dict[str, Any]:
    """What a browser sends of a form as it was shown, with these fields typed over."""
    shown = {field.html_name: field.value() for field in form}
    sent = {
        name: "on" if value is True else value
        for name, value in shown.items()
        if value is not None and value is not False
    }
    return sent | values


class Day(Books):
    """The day as it goes on: the browsers, the books, and what pages said on the way."""

    def __init__(self, club) -> None:
        super().__init__()
        self.club = club
        self.random = Random("Preisskat")
        self.seatings: dict[int, dict[int, list[int]]] = {}
        self.sheets: dict[tuple[int, int], UUID] = {}
        self.said: dict[str, Any] = {}
        self.public = Client()

    def sign_in(self, username: str, role: Role) -> Client:
        browser = Client()
        browser.force_login(people.invite(self.club, username, role, first_name=username.title()).user)
        return browser

    # ---- Pages and forms ----

    def get(self, browser: Client, name: str, /, *args: Any, **query: Any):
        response = browser.get(reverse(name, args=args), query)
        assert response.status_code == 200, (name, args)
        return response

    def post(self, browser: Client, name: str, /, *args: Any, status: int = 302, htmx: bool = False, **data: Any):
        """Send a form; a refusal fails the test."""
        headers = {"HX-Request": "true"} if htmx else {}
        response = browser.post(reverse(name, args=args), data, headers=headers)
        assert response.status_code == status, (name, args, refused(response))
        return response

    def told(self, browser: Client, response) -> list[str]:
        """What the page says to which a form leads."""
        return [str(message) for message in browser.get(response.url).context["messages"]]

    def send(self, browser: Client, sheet: UUID, name: str, /, *args: Any, **data: Any):
        """Send something of a list as it is now."""
        revision = self.get(browser, "lists:sheet", sheet).context["sheet"].revision
        asked = {"htmx": True, "status": 200} if name in ("lists:entry", "lists:undo") else {}
        return self.post(browser, name, sheet, *args, revision=revision, key=uuid4(), **asked, **data)

    def standing(self) -> str:
        """What stands above the ranking for everybody."""
        page = self.get(self.public, "standings:ranking", self.slug).content.decode()
        return re.search('<p class="standing">(.*?)</p>', page)[1]

    # ---- Before the first card ----

    def organise(self) -> None:
        """The event, its fees and its prize plan."""
        page = self.get(self.direction, "events:create_event", self.club.slug)
        sent = filled(
            page.context["form"],
            name="Großer Preisskat",
            date="2026-11-21",
            rounds=SERIEN,
            rulebook="isko-2022",
            second_person="on",
            deals_at_four=DEALS[4],
            deals_at_three=DEALS[3],
        )
        created = self.post(self.direction, "events:create_event", self.club.slug, **sent)
        self.slug = resolve(created.url).kwargs["slug"]
        self.post(self.direction, "events:set_state", self.slug, state="published")
        form = self.get(self.direction, "desk:fees", self.slug).context["form"]
        rows = filled(form.ladder.management_form) | filled(form.fixed.management_form)
        sent = filled(
            form,
            **rows,
            **{"ladder-0-from_loss": 1, "ladder-0-cents": "0,50", "ladder-1-from_loss": 4, "ladder-1-cents": "1"},
            **{"fixed-0-place": 1, "fixed-0-cents": FIRST_PRIZE // 100, "fixed-0-from_players": GUEST},
            entry_fee="12",
            list_fee="1,00",
            abreizgeld_in_pot="on",
            payout=PAYOUT,
            players_per_prize=PER_PRIZE,
            weights="",
            series_prizes="30 20 10",
            jackpot="50",
            jackpot_share="1",
        )
        self.post(self.direction, "desk:fees", self.slug, **sent)

    def register(self) -> None:
        """A file with teams, Tandems and classes; members found at the desk; guests."""
        self.enter_from_file()
        members = [PEOPLE[number] for number in range(FROM_FILE, FROM_FILE + FROM_REGISTER)]
        for name in members:
            found = self.get(self.desk, "events:desk", self.slug, suche=name)
            [hit] = found.context["hits"]
            self.enter(name, self.club.name, hit.choice)
        for name in PEOPLE[len(self.names) : len(self.names) + GUESTS]:
            self.enter(name, CLUBS[len(self.names) % len(CLUBS)], "guest")
        self.add_teams(
            "team",
            {
                "Nachgemeldet": [MEMBER + 1, MEMBER + 2, GUEST + 1, GUEST + 2],
                "Zu dritt": [MEMBER + 3, GUEST + 3, GUEST + 4],
            },
        )
        self.add_teams("tandem", {"Zwei Asse": [MEMBER + 1, GUEST + 1]})
        self.post(self.direction, "events:classes", self.slug, name="Junioren")
        for number in (MEMBER + 2, MEMBER + 4, GUEST + 3, GUEST + 6, GUEST + 9):
            self.change_entry(number, "Junioren")
        self.change_entry(WANTS_A_PLACE, wanted_table=1, wanted_seat=2)
        for number in KEEPS_NO_LISTS:
            self.change_entry(number, keeps_lists=None)
        self.post(self.desk, "events:wishes", self.slug, pairs="\n".join(f"{one} {other}" for one, other in APART))

    def enter_from_file(self) -> None:
        lines = [["name", "verein", "klasse", "mannschaft", "tandem"]]
        for number, name in enumerate(PEOPLE[:FROM_FILE], 1):
            self.names[number], self.clubs[number] = name, CLUBS[number % len(CLUBS)]
            classes = [each for each, every in (("Damen", 4), ("Senioren", 3)) if number % every == 0]
            for each in classes:
                self.classes[each].add(number)
            team = f"Mannschaft {(number - 1) // 4 + 1}" if number <= IN_TEAMS else ""
            tandem = f"Tandem {number % (IN_TEAMS // 4) + 1}" if number <= IN_TEAMS // 2 else ""
            for kind, called in (("team", team), ("tandem", tandem)):
                if called:
                    self.teams[kind].setdefault(called, []).append(number)
            lines.append([name, self.clubs[number], ", ".join(classes), team, tandem])
        lines.append([PEOPLE[0], CLUBS[3], "", "", ""])  # somebody else of the same name
        content = "\n".join(";".join(line) for line in lines).encode()
        file = SimpleUploadedFile("teilnehmer.csv", content)
        columns = self.post(self.direction, "exchange:participants", self.slug, datei=file).url
        form = self.direction.get(columns).context["form"]
        preview = self.direction.post(columns, filled(form)).url
        planned = self.direction.get(preview).context["outcomes"]
        self.said["preview"] = [(each.line, each.becomes.value) for each in planned]
        assert self.get(self.public, "events:entries", self.slug).context["active"] == 0
        report = self.direction.get(self.direction.post(preview).url).context
        left_out = [(each.line, each.name, each.says) for each in report["left_out"]]
        self.said["import"] = (report["count"]["new"], left_out)

    def enter(self, name: str, club: str, choice: str) -> int:
        """Somebody at the desk; the start number that is told there."""
        text = name if choice != "guest" else f"{name} ({club})"
        sent = {"suche": text, "gesucht": text, "wahl": choice, "key": uuid4()}
        address = reverse("events:desk", args=[self.slug])
        answer = self.desk.post(address, sent, headers={"Accept": "application/json"}).json()
        number = int(re.fullmatch(rf"Startnummer (\d+): {re.escape(name)}", answer["said"])[1])
        assert "Neu eingetragen" in answer["parts"]
        self.names[number], self.clubs[number] = name, club
        return number

    def change_entry(self, number: int, category: str = "", **values: Any) -> None:
        page = self.get(self.desk, "events:entry", self.slug, number)
        form = page.context["form"]
        if category:
            [key] = [each.pk for each in form.fields["categories"].queryset if each.name == category]
            self.classes[category].add(number)
            values["categories"] = [key]
        sent = filled(form, **values)
        self.post(
            self.desk, "events:entry", self.slug, number, **{key: sent[key] for key in sent if sent[key] is not None}
        )

    def add_teams(self, kind: str, teams: dict[str, list[int]]) -> None:
        lines = "\n".join(f"{name}: {' '.join(map(str, numbers))}" for name, numbers in teams.items())
        self.post(self.desk, "events:teams", self.slug, kind=kind, lines=lines)
        self.teams[kind] |= teams

    def take_entry_fees(self) -> None:
        """Some pay when they come, one of those who never show up too."""
        for number in sorted({*range(1, FROM_FILE + 1, 4), *NO_SHOWS[:1]}):
            self.post(self.desk, "desk:pay", self.slug, number, htmx=True, status=200)
            self.paid[number] += FEE

    # ---- Seats ----

    def read_seating(self, serie: int) -> dict[int, list[int]]:
        """Start numbers by table and seat, as everybody can read them."""
        page = self.get(self.public, "lists:board", self.slug, serie).content.decode()
        tables = {}
        for part in page.split('data-table="')[1:]:
            seats = re.findall(r'<li value="(\d)"[^>]*>\s*<span class="start"[^>]*>(\d+)</span>', part)
            assert [int(seat) for seat, _number in seats] == list(range(1, len(seats) + 1))
            tables[int(part.split('"')[0])] = [int(number) for _seat, number in seats]
        return tables

    def draw_first(self) -> None:
        """The lot, then two who never came and three who came too late: mended."""
        self.post(self.direction, "events:draw", self.slug, 1)
        before = self.read_seating(1)
        for number in NO_SHOWS:
            self.post(self.desk, "events:no_show", self.slug, number)
        for _late in range(LATE):
            self.enter(PEOPLE[len(self.names)], CLUBS[0], "guest")
        self.post(self.direction, "desk:mend", self.slug, 1)
        proposal = self.get(self.direction, "desk:draw", self.slug, 1).context["proposals"][0]
        self.post(self.direction, "desk:publish_draw", self.slug, 1, proposal["proposal"].pk)
        self.seatings[1] = self.read_seating(1)
        at = {number: table for table, seats in before.items() for number in seats}
        self.said["moved"] = sum(
            at.get(number, table) != table for table, seats in self.seatings[1].items() for number in seats
        )

    def draw(self, serie: int, mode: str) -> None:
        sent = {"mode": mode, "width": "", "tables": "", "sofort": "1"}
        self.post(self.direction, "desk:draw", self.slug, serie, **sent)
        self.seatings[serie] = self.read_seating(serie)

    def leave(self, *numbers: int) -> None:
        for number in numbers:
            self.post(self.desk, "events:withdraw", self.slug, number)

    # ---- Lists ----

    def open(self, serie: int, table: int, way: str) -> UUID:
        response = self.post(self.desk, "lists:open", self.slug, serie, tisch=table, art=way)
        self.sheets[serie, table] = resolve(response.url).kwargs["pk"]
        return self.sheets[serie, table]

    def totals_of(self, liste: Liste) -> dict[str, int]:
        """The foot of a list, as it is typed."""
        results = liste.results()
        sent = {"eingepasst": liste.passed}
        for seat, number in enumerate(liste.players, 1):
            points, won, lost, gesamt = results[number]
            sent |= {f"spielpunkte-{seat}": points, f"won-{seat}": won, f"lost-{seat}": lost, f"gesamt-{seat}": gesamt}
        return sent

    def enter_totals(self, serie: int, table: int, liste: Liste, **wrong: Any) -> None:
        """A list by its foot; what was written otherwise than it was played goes over the books."""
        self.lists[serie, table] = liste
        sheet = self.open(serie, table, "summen")
        sent = self.totals_of(liste) | {name.replace("__", "-"): value for name, value in wrong.items()}
        response = self.post(self.desk, "lists:totals", sheet, revision=0, key=uuid4(), **sent)
        assert response.url == reverse("lists:board", args=[self.slug, serie]), (serie, table)

    def correct_totals(self, serie: int, table: int, **more: Any) -> None:
        sent = self.totals_of(self.lists[serie, table])
        response = self.send(self.desk, self.sheets[serie, table], "lists:totals", **sent, **more)
        assert response.url == reverse("lists:board", args=[self.slug, serie])

    def type_rows(self, sheet: UUID, games: list[Game]) -> None:
        """Whole rows in the compact notation; a row from which somebody is gone as its bare value."""
        revision = self.get(self.desk, "lists:sheet", sheet).context["sheet"].revision
        playing = (1, 2, 3, 4)
        for game in games:
            sent = {"art": "kurz", "text": game.text}
            if len(game.playing) < len(playing) and len(playing) == 4:
                sent = {"art": "wert", "wert-declarer": game.seat, "wert-score": game.value or ""}
                sent["wert-playing"] = "".join(map(str, game.playing))
            sent |= {"revision": revision, "key": uuid4()}
            self.post(self.desk, "lists:entry", sheet, htmx=True, status=200, **sent)
            revision, playing = revision + 1, game.playing

    def move(self, browser: Client, serie: int, table: int, state: str, reason: str = "") -> None:
        response = self.send(browser, self.sheets[serie, table], "lists:move", stand=state, reason=reason)
        assert self.told(browser, response)[0].startswith(("Stand der Liste: ", "Die Liste ist wieder offen"))

    def confirm_all(self) -> int:
        """The second person goes through all that waits for her; how many lists that were."""
        where, confirmed = reverse("lists:confirm", args=[self.slug]), 0
        page = self.direction.get(where)
        while sheet := page.context["sheet"]:
            sent = {"liste": sheet.pk, "revision": sheet.revision, "key": uuid4(), "tun": "bestaetigen"}
            page = self.direction.get(self.direction.post(where, sent).url)
            confirmed += 1
        return confirmed

    def tables_of(self, serie: int) -> Iterator[tuple[int, list[int]]]:
        """The tables in the order in which their lists come to the office: any."""
        tables = list(self.seatings[serie].items())
        self.random.shuffle(tables)
        yield from tables

    def fours(self, serie: int) -> list[int]:
        """The tables of four at which nothing else of note happens."""
        wanted = {WANTS_A_PLACE, *KEEPS_NO_LISTS, *AFTER_SERIE_2, *AFTER_SERIE_4}
        found = [table for table, seats in self.seatings[serie].items() if len(seats) == 4 and not wanted & {*seats}]
        return sorted(found)

    def play_serie(self, serie: int, apart_from: tuple[int, ...] = ()) -> None:
        """Every list by its foot, but those of some tables."""
        for table, seats in self.tables_of(serie):
            if table not in apart_from:
                self.enter_totals(serie, table, play_list(self.random, seats, DEALS[len(seats)]))

    def play_first(self) -> None:
        """One list row by row, with slips of the hand put right in three ways."""
        table = self.fours(1)[0]
        liste = play_list(self.random, self.seatings[1][table], DEALS[4])
        self.lists[1, table] = liste
        sheet = self.open(1, table, "zeilen")
        games = liste.games
        self.type_rows(sheet, games[:6])
        self.send(self.desk, sheet, "lists:entry", art="kurz", text="221+")
        self.send(self.desk, sheet, "lists:undo")
        self.type_rows(sheet, games[6:11])
        wrong = play_another(self.random, games[11], 12)
        self.type_rows(sheet, [wrong, *games[12:23]])
        self.send(self.desk, sheet, "lists:row", 12, art="kurz", text=games[11].text)
        misdealt = play(self.random, (1, 2, 3, 4), 4)
        self.type_rows(sheet, [misdealt])
        self.send(self.desk, sheet, "lists:row", 24, tun="streichen", reason="vergeben")
        self.type_rows(sheet, games[23:])
        self.move(self.desk, 1, table, "entered")
        self.move(self.direction, 1, table, "checked")
        self.play_serie(1, apart_from=(table,))
        for number in self.seatings[1].keys() - {table}:
            sent = {"stand": "checked", "revision": 1, "key": uuid4()}
            self.post(self.direction, "lists:move", self.sheets[1, number], **sent)

    def play_second(self) -> None:
        """One list is put aside and found; against another there is a protest, and it is opened again."""
        doubtful, disputed = self.fours(2)[:2]
        self.play_serie(2, apart_from=(doubtful, disputed))
        self.said["before"] = self.standing()
        liste = play_list(self.random, self.seatings[2][doubtful], DEALS[4])
        gesamt = liste.results()[liste.players[0]].leistung
        self.enter_totals(2, doubtful, liste, gesamt__1=gesamt + 10, entscheidung="park")
        liste = play_list(self.random, self.seatings[2][disputed], DEALS[4])
        points, _won, _lost, gesamt = liste.results()[liste.players[2]]
        self.enter_totals(2, disputed, liste, spielpunkte__3=points + 10, gesamt__3=gesamt + 10)
        self.said["in question"] = self.standing()
        page = text_of(self.get(self.public, "standings:round", self.slug, 2))
        self.said["named"] = f"Serie 2: In Klärung ist die Liste von Tisch {doubtful}." in page
        self.correct_totals(2, doubtful)
        self.move(self.direction, 2, disputed, "checked")
        sheet = self.sheets[2, disputed]
        self.send(self.desk, sheet, "lists:protest", text="Bei mir stehen 10 Punkte zu viel.")
        [protest] = self.get(self.direction, "lists:sheet", sheet).context["protests"]
        self.send(self.direction, sheet, "lists:answer_protest", protest.pk, verdict="granted", answer="Stimmt.")
        self.move(self.direction, 2, disputed, "entered", reason=WHY)
        self.correct_totals(2, disputed, reason=WHY)
        self.move(self.direction, 2, disputed, "checked")
        self.said["corrected"] = (liste.players[2], gesamt + 10, gesamt)

    def play_third(self) -> None:
        """One table shrinks after two rounds; at another somebody takes over after ten games, and both have a part."""
        shrunk, taken_over = self.fours(3)[:2]
        self.play_serie(3, apart_from=(shrunk, taken_over))
        whole = play_list(self.random, self.seatings[3][shrunk], 8)
        # six rounds of four, two of them played: four rounds of three are left, and seat 2 is gone
        rest = [play(self.random, (1, 3, 4), (1, 3, 4)[number % 3]) for number in range(12)]
        while rest[0].seat == 0:
            rest[0] = play(self.random, (1, 3, 4), 1)
        self.enter_rows(3, shrunk, Liste(whole.players, whole.games + rest))
        assert self.enter(PEOPLE[len(self.names)], CLUBS[1], "guest") == SUBSTITUTE
        liste = play_list(self.random, self.seatings[3][taken_over], DEALS[4])
        liste.heirs[3] = (11, SUBSTITUTE)
        self.lists[3, taken_over] = liste
        sheet = self.open(3, taken_over, "zeilen")
        self.type_rows(sheet, liste.games[:10])
        sent = {"seat": 3, "start_number": SUBSTITUTE, "from_deal": 11, "split": "on", "reason": "abgereist"}
        self.send(self.desk, sheet, "lists:substitute", **sent)
        self.type_rows(sheet, liste.games[10:])
        self.move(self.desk, 3, taken_over, "entered")
        self.said["left in Serie 3"] = {self.seatings[3][shrunk][1], self.seatings[3][taken_over][2]}
        self.leave(*self.said["left in Serie 3"])

    def play_fourth(self) -> None:
        """For one table the time is over two rounds too early."""
        slow = self.fours(4)[0]
        self.post(self.direction, "events:set_time", self.slug, 4, minutes=90, starts="")
        self.play_serie(4, apart_from=(slow,))
        sent = {"reason": "Zeit abgelaufen", f"tisch-{slow}": 16}
        preview = self.post(self.direction, "lists:time_up", self.slug, 4, status=200, **sent)
        self.said["preview of the end"] = f"Tisch {slow} verliert 8 Spiele." in text_of(preview)
        self.post(self.direction, "lists:time_up", self.slug, 4, streichen="", **sent)
        self.lists[4, slow] = liste = play_list(self.random, self.seatings[4][slow], 16)
        response = self.post(self.desk, "lists:open", self.slug, 4, tisch=slow, art="summen")
        self.sheets[4, slow] = sheet = resolve(response.url).kwargs["pk"]
        response = self.send(self.desk, sheet, "lists:totals", **self.totals_of(liste))
        assert response.url == reverse("lists:board", args=[self.slug, 4])

    def play_fifth(self) -> None:
        """Somebody wins a Grand ouvert."""
        table = self.fours(5)[0]
        self.play_serie(5, apart_from=(table,))
        liste = play_list(self.random, self.seatings[5][table], DEALS[4])
        # Grand mit 4, ouvert: 4 + 1 and 6 for Hand, Schneider and Schwarz announced and made, and ouvert; 11 x 24
        liste.games[1] = Game(1, "144..+", 264, (1, 2, 3, 4))
        self.enter_rows(5, table, liste)
        self.grand_ouvert = liste.players[0]

    def enter_rows(self, serie: int, table: int, liste: Liste) -> None:
        self.lists[serie, table] = liste
        self.type_rows(self.open(serie, table, "zeilen"), liste.games)
        self.move(self.desk, serie, table, "entered")

    # ---- Money ----

    def collect(self, serie: int) -> None:
        """The money that comes in with the lists of a Serie, table by table."""
        for table, liste in self.of_serie(serie).items():
            owed = {number: LIST_FEE + abreizgeld(made.lost) for number, made in liste.results().items()}
            self.post(self.direction, "desk:pay_table", self.slug, serie, table, cents=sum(owed.values()))
            self.paid.update(owed)

    def settle_players(self) -> None:
        """Who never came gets the fee back; the first fifteen pay all that is open."""
        for number in [*NO_SHOWS[:1], *range(1, 16)]:
            if cents := self.due(number) - self.paid[number]:
                self.post(self.direction, "desk:pay_player", self.slug, number, cents=cents)
                self.paid[number] += cents


def play_another(random: Random, game: Game, number: int) -> Game:
    """Another game of the same number of a list."""
    other = game
    while other.value == game.value:
        other = play(random, game.playing, (number - 1) % 4 + 1)
    return other
