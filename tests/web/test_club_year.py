"""A club year of 40 evenings under three rules at once, against sums made in another way; and its last evening.

The lists are drawn as plain tuples (`web.season`). What the year comes to is added up here straight from them, and
compared with the tables of the site line by line.
"""

import datetime
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from scoring.wertung.results import format_average
from skatliga.events.models import Event, Table
from skatliga.lists.models import Sheet
from skatliga.people.models import Player
from skatliga.years.models import ClubYear
from skatliga.years.queries import season
from skatliga.years.services import add_evenings, create_year, set_state
from skatliga.years.year_standing import year_table
from web.desk import send
from web.replayed import world
from web.season import Played, draw_season, write_season

MEMBERS = [
    f"{first} {last}" for first in ("Anna", "Bert", "Cora", "Dirk") for last in "Adam Bock Cruse Dorn Eck Falk".split()
]
GUESTS = ["Gast Gera", "Gast Halle"]
FIRST = datetime.date(2026, 1, 9)
YEAR = {"first_day": datetime.date(2026, 1, 1), "last_day": datetime.date(2026, 12, 31)}


@pytest.fixture
@world
def lists(club) -> list[Played]:
    drawn = draw_season(MEMBERS, GUESTS, evenings=40, rounds=2, seed="Altenburg", first=FIRST)
    write_season(club, drawn, MEMBERS)
    return drawn


def make_year(club, name: str, **rule) -> ClubYear:
    year = create_year(club, name=name, **YEAR, **rule)
    add_evenings(year, club.events.all())
    year.refresh_from_db()
    set_state(year, ClubYear.State.PUBLISHED)
    year.refresh_from_db()
    return year


def ranked(values: dict[str, Fraction], lists: dict[str, list[Played]]) -> list[tuple[int, str, str]]:
    """Place, name and value, best first; `lists` are those that count, for the tie."""

    def order(name: str):
        return values[name], sum(each.won for each in lists[name]), -sum(each.lost for each in lists[name])

    return sorted(
        (1 + sum(order(other) > order(name) for other in values), name, show(values[name])) for name in values
    )


def show(value: Fraction) -> str:
    cents = (Decimal(value.numerator) / Decimal(value.denominator)).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return str(cents)


def shown(lines) -> list[tuple[int, str, str]]:
    return sorted((line.place, line.person.name, format_average(line.total.value, ".")) for line in lines)


def by_name(lists: list[Played]) -> dict[str, list[Played]]:
    found = defaultdict(list)
    for each in lists:
        found[each.name].append(each)
    return found


def test_three_rules_on_the_same_evenings(club, lists):
    assert {each.deals for each in lists} == {36, 48}
    assert {len({each.name for each in lists if each.evening == evening}) for evening in range(1, 41)} <= set(
        range(14, 29)
    )
    own = {name: played for name, played in by_name(lists).items() if name in MEMBERS}
    guests = {name: played for name, played in by_name(lists).items() if name in GUESTS}

    # The average of a list; who has fewer than 62 has no place.
    table = year_table(season(make_year(club, "Schnitt", rules=[{"measure": "average", "minimum": 62}]), None))
    average = {name: Fraction(sum(each.leistung for each in played), len(played)) for name, played in own.items()}
    enough = {name: value for name, value in average.items() if len(own[name]) >= 62}
    assert 0 < len(enough) < len(own)
    assert shown(table.members) == ranked(enough, own)
    assert {(line.person.name, line.total.lacking, show(line.total.value)) for line in table.below} == {
        (name, 62 - len(own[name]), show(value)) for name, value in average.items() if name not in enough
    }
    assert {line.person.name for line in table.guests} == set(guests)

    # The sum of evenings; in each quarter of the year the two worst are not counted, and who was away had them already.
    rule = {"unit": "evening", "drop": 2, "span": "quarter"}
    table = year_table(season(make_year(club, "Summe", rules=[rule]), None))
    quarters = {
        quarter: {each.evening for each in lists if (each.day.month - 1) // 3 == quarter} for quarter in range(4)
    }
    counting = {
        name: [
            each
            for held in quarters.values()
            for evening in best_evenings(played, held)[: max(len(held) - 2, 1)]
            for each in played
            if each.evening == evening
        ]
        for name, played in own.items()
    }
    sums = {name: Fraction(sum(each.leistung for each in kept)) for name, kept in counting.items()}
    assert any(len(kept) < len(own[name]) for name, kept in counting.items())
    assert shown(table.members) == ranked(sums, counting)

    # The average of the best 25 evenings, each list as if it had 48 deals; two evenings missed bring 1200 points.
    rule = {"measure": "average", "unit": "evening", "best": 25, "projected": True, "credits": 2, "credit": 1200}
    table = year_table(season(make_year(club, "Beste", rules=[rule]), None))
    values, kept = {}, {}
    for name, played in own.items():
        evenings = defaultdict(Fraction)
        for each in played:
            evenings[each.evening] += Fraction(each.leistung * 48, each.deals)
        worth = [(value, 0, -evening) for evening, value in evenings.items()]
        missed = [evening for evening in range(1, 41) if evening not in evenings][:2]
        best = sorted(worth + [(Fraction(1200), 0, -evening) for evening in missed], reverse=True)[:25]
        values[name] = sum(value for value, *_rest in best) / len(best)
        kept[name] = [each for each in played if -each.evening in {evening for *_rest, evening in best}]
    assert shown(table.members) == ranked(values, kept)


def best_evenings(played: list[Played], held: set[int]) -> list[int]:
    """The evenings of these at which somebody played, the best first, of equal ones the earlier."""
    points = defaultdict(int)
    for each in played:
        if each.evening in held:
            points[each.evening] += each.leistung
    return sorted(points, key=lambda evening: (-points[evening], evening))


# Twelve deals at a table of four, five of them lost in all; points, won and lost by seat. Leistung (SkWO 6.3.1):
# 100 + 50 x 2 + 30 x 4 = 320, 60 + 50 x 1 + 30 x 4 = 230, 110 + 50 x 2 + 30 x 5 = 360, -200 - 50 x 3 + 30 x 2 = -290.
FOOT = {
    "spielpunkte": (100, 60, 110, -200),
    "won": (3, 2, 2, 0),
    "lost": (1, 1, 0, 3),
    "gesamt": (320, 230, 360, -290),
}


def test_after_the_last_list_of_an_evening_there_is_nothing_left_to_do(club, schreiber, leiterin, sign_in, client):
    """One action makes the evening, one request hands in each list, and every page that follows from them is right."""
    members = ["Anna Adam", "Bert Bock", "Cora Cruse", "Dirk Dorn"]
    drawn = draw_season(members, [], evenings=1, rounds=1, seed="4", first=FIRST, presence=1)
    before = {each.name: each.leistung for each in drawn}
    write_season(club, drawn, members, deals_at_four=12, deals_at_three=12)
    year = make_year(club, "2026", seating="year", rules=[{"unit": "evening"}])

    browser = sign_in(leiterin)
    day = FIRST + datetime.timedelta(days=7)
    browser.post(reverse("years:next_evening", args=[year.slug]), {"date": day.isoformat()})
    event = Event.objects.get(date=day)
    assert (event.state, event.rounds.count(), event.deals_at_four) == ("published", 1, 12)
    present = [str(player.pk) for player in Player.objects.filter(last_name__in=[n.split()[1] for n in members])]
    browser.post(reverse("years:seating", args=[year.slug]), {"players": present})
    browser.post(reverse("years:seat", args=[year.slug]))
    table = Table.objects.get(round__event=event)
    seats = [seat.entry.name for seat in table.seats.order_by("number")]
    assert sorted(seats) == members

    writer = sign_in(schreiber)
    writer.post(reverse("lists:open", args=[event.slug, 1]), {"tisch": "1"})
    sheet = Sheet.objects.get(table=table)
    fields = {f"{column}__{seat}": value for column, values in FOOT.items() for seat, value in enumerate(values, 1)}
    answer = send(writer, sheet, "totals", eingepasst="0", **fields)
    sheet.refresh_from_db()
    assert (answer.status_code, sheet.state) == (302, "entered")

    # Nothing but reading from here on.
    now = dict(zip(seats, FOOT["gesamt"], strict=True))
    total = {name: before[name] + now[name] for name in members}
    page = client.get(reverse("years:year", args=[year.slug]))
    shown = [(line.record.person.name, line.record.total.value) for line in page.context["members"].page.object_list]
    assert dict(shown) == total
    assert [value for _name, value in shown] == sorted(total.values(), reverse=True)  # the lot of seats can make equals
    assert "Stand nach 2 Abenden" in strip_tags(page.text)
    best = max([*before.values(), *now.values()])
    records = " ".join(strip_tags(client.get(reverse("years:records", args=[year.slug])).text).split())
    assert f"Beste Liste {best} Punkte" in records
    ranking = client.get(reverse("standings:ranking", args=[event.slug])).context["ranking"]
    assert [(line.name, line.leistung) for line in ranking.lines] == sorted(now.items(), key=lambda pair: -pair[1])
    listed = sign_in(leiterin).get(reverse("years:seating", args=[year.slug])).context["list"].settings
    assert [each.line.person.name for each in listed] == [name for name, _points in shown]
    assert [each.last for each in listed] == [now[name] for name, _points in shown]
