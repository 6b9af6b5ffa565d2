"""An evening of everything that is hard to print: long and strange names, ties, large losses, tables of three, gaps.

Eleven guests in three Serien at two tables of four and one of three. Of Serie 2 the list of table 3 is missing and that
of table 2 in question; Serie 3 is not played. Results are written straight into the tables, so they are what they say.
"""

import datetime

from skatliga.desk.services import set_fees
from skatliga.events.categories import add_class
from skatliga.events.models import Event, Table, Team
from skatliga.events.services import create_event, enter_guests, seat_round, set_state
from skatliga.events.teams import create_teams
from skatliga.lists.models import SeatResult, Sheet
from skatliga.lists.services import open_sheet

LONG = "Maximiliane-Alexandra von Hohenfels-Hohenstein zu Württemberg"
UNBROKEN = "M" * 60
MARKUP = "<b>&amp;{{x}}</b>"
CLUB = "Skatfreunde Grand Hand Gera eV"  # 30 letters
NAMES = (
    LONG,
    UNBROKEN,
    "Ольга Иванова-Петрова",
    MARKUP,
    "أحمد المصري",
    "Łukasz Čapek",
    "Anna Ärmel",
    "Bo Li",
    "Γιώργος Νίκου",
    "Ø",
    "Hans-Joachim Müller-Lüdenscheidt",
)
SEATS = {1: [1, 2, 3, 4], 2: [5, 6, 7, 8], 3: [9, 10, 11]}
# Spielpunkte, won, lost, Leistung by Serie and start number.
RESULTS = {
    1: {
        1: (-9876, 0, 16, -9999),
        2: (1440, 12, 0, 2400),
        3: (288, 12, 0, 1248),
        4: (0, 0, 0, 360),
        5: (0, 0, 0, 360),
        6: (100, 3, 1, 320),
        7: (60, 2, 1, 230),
        8: (-200, 0, 3, -290),
        9: (24, 1, 0, 74),
        10: (0, 0, 0, 0),
        11: (-48, 0, 1, -98),
    },
    2: {
        1: (100, 3, 1, 320),
        2: (60, 2, 1, 230),
        3: (110, 2, 0, 360),
        4: (-200, 0, 3, -290),
        5: (-200, 0, 3, -290),
        6: (150, 4, 0, 500),
        7: (80, 2, 1, 250),
        8: (20, 1, 0, 220),
    },
}
IN_QUESTION = (2, 2)
"""Serie and table."""


def hard_evening(club, user, serien: int = 3, **fields) -> Event:
    """The evening, published, with fees, prizes by plan, teams, Tandems and a class."""
    event = create_event(
        club,
        name="Großes Preisskatturnier um den Wanderpokal der Residenzstadt",
        place="Kultur- und Kongresszentrum, Großer Saal",
        date=datetime.date(2026, 11, 21),
        rounds=serien,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
        **fields,
    )
    entries = enter_guests(event, [(name, CLUB) for name in NAMES])
    create_teams(event, Team.Kind.TEAM, f"{CLUB}: 1 2 3 4\nZweite: 5 6 7")
    create_teams(event, Team.Kind.TANDEM, "Ärmel & Čapek: 6 7")
    for round in event.rounds.all():
        seat_round(round, SEATS)
    set_state(event, Event.State.PUBLISHED)
    event.refresh_from_db()
    for number, results in RESULTS.items():
        for table in Table.objects.filter(round__event=event, round__number=number):
            if not set(SEATS[table.number]) <= results.keys():
                continue
            sheet = open_sheet(table, user)
            state = Sheet.State.IN_QUESTION if (number, table.number) == IN_QUESTION else Sheet.State.CHECKED
            Sheet.objects.filter(pk=sheet.pk).update(state=state)
            SeatResult.objects.filter(sheet=sheet).delete()
            SeatResult.objects.bulk_create(
                SeatResult(
                    sheet=sheet,
                    seat=seat.number,
                    entry=seat.entry,
                    **dict(zip(("spielpunkte", "won", "lost", "leistung"), results[start_number], strict=True)),
                )
                for seat in table.seats.select_related("entry")
                for start_number in [seat.entry.start_number]
            )
    women = add_class(event, "Damen")
    for entry in (entries[0], entries[6]):
        entry.categories.add(women)
    set_fees(
        event,
        entry_fee=1500,
        list_fee=100,
        abreizgeld=[[1, 50], [4, 100]],
        prizes={"payout_permille": 1000, "players_per_prize": 4, "series_prizes": [1000]},
        jackpot=12_345,
    )
    return event
