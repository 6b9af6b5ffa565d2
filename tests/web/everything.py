"""The demo club with something of every kind that can be kept, and what its pages say, to be compared after a move."""

import datetime
import json
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID
from zipfile import ZipFile

from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image
from whole import sample

from scoring.seating import Mode
from scoring.wertung.presets import TableRule
from skatliga.circuits.models import Circuit
from skatliga.desk.draws import propose
from skatliga.desk.models import Booking, Fees
from skatliga.desk.prize_plan import AwardedPrizes
from skatliga.desk.public_draws import draw_serie, publish_terms, reveal
from skatliga.desk.services import book_other, copy_event, fix_awards, reverse
from skatliga.events.categories import add_class, delete_class
from skatliga.events.models import Entry, Event, Table, Team
from skatliga.events.services import seat_round, withdraw
from skatliga.events.teams import create_teams, delete_team, keep_apart
from skatliga.exchange.archive.schema import KINDS, LEFT_OUT_MODELS
from skatliga.exchange.models import RecordedGames
from skatliga.federations.models import OfficialNotice, StartRules
from skatliga.federations.notices import save_notice
from skatliga.leagues import matchdays
from skatliga.leagues.models import Division, Group, LineupPlace, Season
from skatliga.leagues.queries import waiting
from skatliga.leagues.squads import withdraw_team
from skatliga.lists.access import take
from skatliga.lists.evaluation import Entered
from skatliga.lists.models import Sheet, StrayDeal
from skatliga.lists.photos import add_photo
from skatliga.lists.protests import answer, protest
from skatliga.lists.seat_changes import substitute
from skatliga.lists.services import Change, correct_row, open_sheet, strike_rows
from skatliga.lists.workflow import move, sign
from skatliga.people.models import Club, Player, User
from skatliga.people.services import add_player, merge_players
from skatliga.phones.access import renew
from skatliga.phones.services import call, finish_call
from skatliga.printing.certificates import certificate_form, save_form
from skatliga.promotions.services import say
from skatliga.registrations import services as registrations
from skatliga.signups.arrivals import take as take_signed_up
from skatliga.signups.services import cancel, mark_paid, open_signups, sign_up
from skatliga.standings.event_rules import set_start as set_entry_start
from skatliga.years.models import CashEntry, ClubYear, YearSum
from skatliga.years.past_years import set_sum, take_over
from skatliga.years.services import book, set_start
from skatliga.years.services import reverse as reverse_entry
from skatliga.years.services import set_state as set_year_state
from web.demonstration import demo_club
from web.ended import decide
from web.kept import kept

State = Sheet.State
PARTS = ("liste", "verlauf")
"""The files of a list."""


def picture(colour: str) -> SimpleUploadedFile:
    """A small picture."""
    drawn = BytesIO()
    Image.new("RGB", (40, 30), colour).save(drawn, "PNG")
    return SimpleUploadedFile("bild.png", drawn.getvalue())


def create_everything() -> tuple[Club, Club]:
    """The demo club, and the federation with its league; what happened in them leaves no kind without a record."""
    kept("everything", _create)
    club, federation = Club.objects.order_by("pk")
    return club, federation


def _create() -> None:
    demo_club()
    users = {user.username: user for user in User.objects.all()}
    club, federation = Club.objects.order_by("pk")
    event = Event.objects.get(name="Vereinsabend Demo")
    _correct(event, users)
    _pay(event, users)
    _prepare(Event.objects.get(name="Clubabend Demo"), users)
    _draw_publicly(Event.objects.get(name="Clubabend Demo"), users)
    _sign_up(Event.objects.get(name="Clubabend Demo"), users)
    _keep_books(club, users)
    _change_league(users)
    set_entry_start(event, 1, -50, "zu spät gekommen")
    form = certificate_form(event)
    form.title = "Urkunde für {name}"
    save_form(form, picture("green"))
    save_notice(
        OfficialNotice(club=club, title="Städtepokal", text="Meldeschluss ist der 1. Dezember."), users["leitung"]
    )
    StartRules.objects.create(club=federation, transfer_first="01-01", transfer_last="01-31")
    duplicate = add_player(club, first_name="Toni", last_name="Albers-Demo", number="77").player
    merge_players(Player.objects.get(first_name="Anton"), duplicate)


def _correct(event: Event, users: dict[str, User]) -> None:
    """A checked list is protested against, opened again and corrected; another has two players on a seat."""
    tables = {(table.round.number, table.number): table for table in Table.objects.filter(round__event=event)}
    sheet = Sheet.objects.get(table=tables[1, 1])
    answer(protest(sheet, "Spiel 3 war gewonnen.", users["leser"]), "granted", "So ist es.", users["leitung"])
    move(sheet.pk, State.ENTERED, Change(sheet.revision, users["leitung"], "Protest"))
    sheet.refresh_from_db()
    add_photo(sheet, picture("red"), users["liste"])
    correct_row(sheet.pk, Entered(nr=3, declarer=1, score=48), Change(sheet.revision, users["leitung"], "Protest"))
    strike_rows(sheet.pk, [4], Change(sheet.revision + 1, users["leitung"], "nicht gespielt"))
    twin = open_sheet(tables[1, 2], users["liste"], Sheet.Kind.TWIN)
    move(twin.pk, State.ANNULLED, Change(twin.revision, users["leitung"], "versehentlich"))
    take(tables[2, 2], UUID(int=7), 1)
    late = Sheet.objects.get(table=tables[2, 2])
    StrayDeal.objects.create(sheet=late, key=UUID(int=8), nr=2, text="221+", noted_by=users["leitung"])
    signed = Sheet.objects.get(table=tables[2, 1])
    sign(signed, 1, "Berta Brandt", users["liste"])
    player = signed.table.seats.get(number=2).entry
    sign(signed, 2, player.name, entry=player)
    renew(player, users["leitung"])
    finish_call(call(player, signed.table, "referee"), users["leitung"])
    RecordedGames.objects.create(sheet=signed, day=event.date, keys=["4711"])
    other = Entry.objects.get(event=event, start_number=14)
    substitute(late.pk, 1, other, 5, True, Change(late.revision, users["leitung"], "musste gehen"))


def _pay(event: Event, users: dict[str, User]) -> None:
    book_other(event, 2500, "Tombola", users["leitung"])
    book_other(event, -900, "Brot", users["leitung"])
    reverse(Booking.objects.get(note="Brot"), "war privat", users["leitung"])
    fix_awards(event, AwardedPrizes((3000, 1500), (500,)))


def _prepare(event: Event, users: dict[str, User]) -> None:
    """Draws to choose from, wishes, somebody who does not come; a class and a team that are no longer there."""
    withdraw(Entry.objects.get(event=event, start_number=3), "krank")
    keep_apart(event, "1 2")
    entry = Entry.objects.get(event=event, start_number=1)
    doomed = add_class(event, "Junioren")
    entry.categories.add(doomed)
    delete_class(doomed)
    add_class(event, "Gäste")
    [team] = create_teams(event, Team.Kind.TANDEM, "Verworfen Demo: 1 2")
    delete_team(team)
    first = event.rounds.get(number=1)
    propose(first, users["leitung"], 2, mode=Mode.LOT)
    numbers = event.entries.filter(withdrawn=False).values_list("start_number", flat=True)[:4]
    seat_round(first, {1: numbers})
    seat_round(first, {}, reason="verschoben", user=users["leitung"])


def _draw_publicly(event: Event, users: dict[str, User]) -> None:
    """Another event whose draw anybody can check: terms that were replaced, a Serie drawn twice, somebody gone."""
    event = copy_event(event, name="Öffentlich ausgelost Demo", date=event.date, with_entries=True)
    public = {"kind": "dice", "about": "drei Würfel", "due": datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)}
    modes = [Mode.NO_REPEATS] * event.rounds.count()
    publish_terms(event, users["leitung"], modes=modes, **public)
    publish_terms(event, users["leitung"], modes=modes, reason="vertippt", **public)
    reveal(event, "4 2 6")
    first = event.rounds.get(number=1)
    draw_serie(first, users["leitung"])
    withdraw(event.entries.filter(withdrawn=False).first())
    draw_serie(first, users["leitung"], "jemand ging", mended=True)


def _sign_up(event: Event, users: dict[str, User]) -> None:
    """One who waited and moved up, one who has cancelled, one who has paid and come."""
    tomorrow = timezone.localdate() + datetime.timedelta(days=1)
    Event.objects.filter(pk=event.pk).update(date=tomorrow, state=Event.State.PUBLISHED)
    Fees.objects.update_or_create(event=event, defaults={"entry_fee": 500})
    account = {"account_holder": "Skatfreunde Demo", "iban": "DE89370400440532013000"}
    open_signups(event, places=2, closes_at=timezone.now() + datetime.timedelta(minutes=9), prepaid=True, **account)
    people = [
        sign_up(event, name=f"{name} Demo", club_name="SC Gera", publication="full", email=f"{name}@example.org")
        for name in ("Paula", "Kurt", "Walter")
    ]
    cancel(people[1])
    mark_paid(event, people[0].reference, users["leitung"])
    take_signed_up(event, people[0].number)
    Event.objects.filter(pk=event.pk).update(date=event.date, state=event.state)


def _keep_books(club: Club, users: dict[str, User]) -> None:
    year = ClubYear.objects.get()
    book(year, user=users["leitung"], date=year.first_day, cents=-1250, note="Spielkarten")
    reverse_entry(CashEntry.objects.get(), "doppelt", users["leitung"])
    set_start(year, Player.objects.first(), -100, "unentschuldigt gefehlt")
    days = datetime.date(1999, 1, 1), datetime.date(1999, 12, 31)
    sums = [
        YearSum(player=Player.objects.first(), name="A. Albers", place=1, gesamt=4711),
        YearSum(name="Unbekannt", place=2, gesamt=815, lists=3),
    ]
    past = take_over(club, "1999", days, TableRule(worth="published"), sums, users["leitung"])
    set_sum(past, YearSum(name="Rosa Lang", place=3, gesamt=12))
    for state in (ClubYear.State.PUBLISHED, ClubYear.State.FINAL):
        set_year_state(past, state)


def _change_league(users: dict[str, User]) -> None:
    """Somebody comes in for another in the Serie that is still to be played; a team leaves after the second day."""
    division = Division.objects.select_related("season__club", "level").get()
    group = Group.objects.select_related("event", "host").filter(matchday__number=2).order_by("number").last()
    group.matchday.division = division
    to_come = Table.objects.get(round__event=group.event, sheets=None)
    goes = LineupPlace.objects.select_related("group_team__team", "player", "entry").get(
        entry__seats__table=to_come, entry__seats__number=1
    )
    member = goes.group_team
    member.group = group
    [waits] = [each.player for each in waiting(member)]
    matchdays.exchange(member, goes, waits, to_come.round.number, 1, "muss gehen", users["leitung"])
    leaves = division.teams.get(letter="J")
    leaves.division = division
    withdraw_team(leaves, leaves.Withdrawal.KEPT, 3, "zu wenige Spieler", users["leitung"])
    _register(division.season, users["leitung"])
    _promote(division.season, users["leitung"])


def _register(season: Season, user: User) -> None:
    """One club has registered a team for the next season, late, and paid."""
    terms = registrations.open_registration(season, user, closes_on=timezone.localdate(), late_fee_cents=500)
    captain = season.club.memberships.select_related("player").first()
    line = registrations.SentTeam("Demo 1", "Gera", captain and captain.player, "0365 1234", "nicht im Mai")
    registrations.register(terms, season.club, [line], user)
    registrations.mark_paid(terms, season.club, 500, user)


def _promote(season: Season, user: User) -> None:
    """What follows from the season is decided; the next one is there without its Staffeln."""
    promotion = say(
        season, {"levels": {"1": {"new": "Neue Neun Demo (Greiz)"}}, "wishes": {"staffel-ost-demo/B": "leave"}}
    )
    decide(promotion, user, "Verbandsliga Demo, Folgesaison")


def records_of(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Every record of an archive by its kind."""
    with ZipFile(path) as archive:
        return {kind.name: [json.loads(line) for line in archive.read(kind.part).splitlines()] for kind in KINDS}


def empty_the_database() -> None:
    """As on an installation that is new, except that no key is given twice."""
    models = [apps.get_model(label) for label in LEFT_OUT_MODELS]
    kept = {"contenttypes", "auth", "axes", "sessions"}
    for model in [*models, *(kind.model for kind in reversed(KINDS))]:
        if model._meta.app_label not in kept:
            found = model._base_manager.all()
            found._raw_delete(found.db)


def write_figures() -> dict[str, Any]:
    """What the pages say, as their files for programs: by address, as whoever looks after the site sees it.

    Of the evenings of a league that are alike one is looked at, and some others. So are lists: one of each state and
    kind at every other event, one of each in the league, and some others.
    """
    viewer = User.objects.create_superuser("betrachter")
    browser = Client()
    browser.force_login(viewer)
    addresses = []
    events = Event.objects.order_by("slug").values_list("slug", "league_group__matchday", "state")
    for slug, _day, _state in sample(events, lambda event: event[1:] if event[1] else event, 4):
        addresses += [f"/ranglisten/{slug}/{name}rangliste.json" for name in ("", "serie/1/", "listen/")]
        addresses += [f"/ranglisten/{slug}/mannschaften/{kind}/rangliste.json" for kind in Team.Kind]
        addresses += [f"/veranstaltungen/{slug}/{name}.json" for name in ("teilnehmer/teilnehmer", "serie/1/plaetze")]
        names = ("kasse/kasse", "kasse/buchungen", "kasse/abrechnung", "preise/siegerliste", "preise/auszahlung")
        addresses += [f"/turnier/{slug}/{name}.json" for name in names]
    event = "table__round__event"
    sheets = Sheet.objects.order_by("pk").values_list("pk", event, f"{event}__league_group", "state", "kind")
    for pk, *_like in sample(sheets, lambda sheet: sheet[3:] if sheet[2] else sheet[1:], 12):
        addresses += [f"/listen/{pk}/{name}.json" for name in PARTS]
    for division in Division.objects.select_related("season"):
        at = f"/liga/{division.season.slug}/{division.slug}"
        names = ("tabelle", "kreuztabelle/kreuztabelle", "spieler/spieler", "serien/serien", "serien/listen")
        addresses += [f"{at}/{name}.json" for name in (*names, "mannschaften/kader", "plan/plan")]
    for slug in ClubYear.objects.values_list("slug", flat=True):
        addresses += [f"/clubjahr/{slug}/{name}.json" for name in ("tabelle", "kasse/kassenbuch", "abende/abende")]
    for slug in Circuit.objects.values_list("slug", flat=True):
        addresses += [f"/turnierserie/{slug}/{name}.json" for name in ("tabelle", "turniere/turniere")]
    addresses += [f"/vereine/{slug}/spieler.json" for slug in Club.objects.values_list("slug", flat=True)]
    told = {address: browser.get(address) for address in sorted(addresses)}
    assert {address: answer.status_code for address, answer in told.items() if answer.status_code != 200} == {}
    viewer.delete()
    return {address: json.loads(answer.content) for address, answer in told.items()}
