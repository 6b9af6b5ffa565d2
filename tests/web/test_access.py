"""Every address of the site with every kind of visitor, and its pages in other languages."""

import datetime
import json
import re
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import wraps
from html import unescape
from http.cookies import SimpleCookie
from itertools import cycle
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.core.files.base import ContentFile
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import resolve, reverse
from django.utils import timezone
from whole import WHOLE, sample

from scoring.foot_check import PaperFoot
from scoring.seating.draw_file import hash_of
from scoring.wertung.presets import TableRule
from skatliga.access import POWERS, Role, strongest
from skatliga.api.keys import create_key
from skatliga.circuits import services as circuits
from skatliga.circuits.models import Circuit
from skatliga.desk.models import Booking, PublicDraw
from skatliga.events.categories import add_class
from skatliga.events.models import Event, Table, Team
from skatliga.events.roles import grant_role as grant_event_role
from skatliga.events.services import enter_guests, enter_players, seat_round, set_state
from skatliga.events.teams import create_teams, keep_apart
from skatliga.exchange.evenings.import_report import Summary
from skatliga.exchange.evenings.jobs import EveningImportJob
from skatliga.exchange.models import Upload
from skatliga.exchange.uploads.upload_steps import keep
from skatliga.federations.models import OfficialNotice
from skatliga.federations.notices import save_notice
from skatliga.jobs import SiteJob
from skatliga.leagues.fixture_plans import read as read_plan
from skatliga.leagues.fixture_plans import set_dates, set_plan
from skatliga.leagues.models import Division, FormerTable, Group, Season
from skatliga.leagues.models import Team as LeagueTeam
from skatliga.leagues.seasons import create_division, create_season, set_level
from skatliga.leagues.seasons import set_state as set_season_state
from skatliga.leagues.squads import add_players as add_to_squad
from skatliga.leagues.squads import create_teams as create_in_teams
from skatliga.lists.access import secret_of, take
from skatliga.lists.evaluation import Entered
from skatliga.lists.models import Photo, Sheet
from skatliga.lists.paper_codes import sheet_code_path
from skatliga.lists.protests import protest
from skatliga.lists.services import Change, append_row, enter_feet, open_sheet
from skatliga.lists.workflow import MOVES, move
from skatliga.people import services
from skatliga.people.models import User
from skatliga.phones.access import secret_of as code_of_card
from skatliga.phones.services import call as call_to
from skatliga.phones.team_access import secret_of_team
from skatliga.promotions.next_season import next_season
from skatliga.promotions.services import confirm
from skatliga.qualifications.access import secret_of as secret_of_contestant
from skatliga.qualifications.models import Contestant, ContestantPerson, Qualification
from skatliga.qualifications.services import ChosenSource
from skatliga.qualifications.services import set_rule as set_quota
from skatliga.registrations.services import open_registration
from skatliga.signups.access import secret_of as secret_of_signup
from skatliga.signups.services import open_signups, sign_up
from skatliga.standings.event_rules import set_table as set_event_table
from skatliga.subscriptions.access import secret_of as secret_of_subscription
from skatliga.subscriptions.models import Subscription
from skatliga.wertung.rules import YearTableRule
from skatliga.years.models import CashEntry, ClubYear, YearSum
from skatliga.years.past_years import take_over
from skatliga.years.services import add_evenings, create_year, set_table
from skatliga.years.services import set_state as set_year_state
from web.addresses import names
from web.conftest import make_event
from web.german import OTHERS, german_on
from web.table import code
from web.test_paper_sheets import old_code_path
from web.worlds import as_before, believed, lasting, undone

ROLES = {
    "admin": Role.ADMINISTRATOR,
    "leiterin": Role.SPIELLEITUNG,
    "schreiber": Role.LISTENFUEHRER,
    "leser": Role.READER,
}
VISITORS = ("betreiber", "admin", "leiterin", "schreiber", "leser", "fremde", "anonym")


Builder = Callable[[SimpleNamespace], list[Any]]
"""Builds what an address needs, and gives its arguments."""


class Address(NamedTuple):
    """What an address answers to each of VISITORS: a status, or `login` for being sent to sign in."""

    answers: str
    args: Builder = lambda world: []
    method: str = "get"


class Basis:
    """What addresses that follow one another need alike: made once for them all, and nothing else is left behind.

    For use within one transaction. What an address needs besides is undone by `undo`.
    """

    def __init__(self, empty: SimpleNamespace, cookies: dict[str, SimpleCookie]) -> None:
        self.empty = empty
        self.cookies = cookies
        """Those of the browser of each visitor."""
        self.start = transaction.savepoint()
        self.point = ""
        """To which the database goes back after an address."""
        self.builder: Builder | None = None
        self.made = SimpleNamespace()
        self.args: list[Any] = []
        self.used = False
        """The address that is being built needs it."""

    def args_of(self, build: Builder) -> list[Any]:
        """Build what an address needs; its arguments."""
        self.used, self.point = False, transaction.savepoint()
        args = build(SimpleNamespace(**vars(deepcopy(self.empty)), basis=self))
        if self.builder and not self.used:
            self.clear()
            return self.args_of(build)
        return args

    def take(self, builder: Builder, world: SimpleNamespace) -> list[Any]:
        """Put into the world what this one builds: what is there already, or built now."""
        self.used = True
        if self.builder is not builder:
            self.clear()
            self.args = builder(world)
            self.made = deepcopy(SimpleNamespace(**{key: each for key, each in vars(world).items() if key != "basis"}))
            self.builder = builder
        else:
            vars(world).update(vars(deepcopy(self.made)))
        self.point = transaction.savepoint()
        return list(self.args)

    def undo(self) -> None:
        transaction.savepoint_rollback(self.point)

    def clear(self) -> None:
        transaction.savepoint_rollback(self.start)
        self.builder = None


def shared(builder: Builder) -> Builder:
    """For what many addresses need and build first; within another such it is a part of that one."""

    @wraps(builder)
    def built(world: SimpleNamespace) -> list[Any]:
        return builder(world) if world.basis.used else world.basis.take(builder, world)

    return built


def _book(world: SimpleNamespace) -> list[Any]:
    return [world.event.rulebook]


def _club(world: SimpleNamespace) -> list[Any]:
    return [world.club.slug]


def _player(world: SimpleNamespace) -> list[Any]:
    return [world.club.slug, world.anna.player_id]


def _notice(world: SimpleNamespace) -> list[Any]:
    notice = OfficialNotice(club=world.club, title="Meldeschluss", text="Am 1. Dezember.")
    return [world.club.slug, save_notice(notice, world.leiterin).pk]


def _role(world: SimpleNamespace) -> list[Any]:
    return [world.club.slug, world.leser.club_roles.get().pk]


def _link(world: SimpleNamespace) -> list[Any]:
    found = resolve(services.password_path(world.fremde))
    return [found.kwargs["uidb64"], found.kwargs["token"]]


def _past(world: SimpleNamespace) -> list[Any]:
    said = {"club": world.club.slug, "by": "leiterin", "filename": "listen.csv"}
    job = EveningImportJob.order(**said, command="import_club", options=[])
    (job.folder / "storing").touch()
    (job.folder / "stored.json").write_text(json.dumps(Summary().fields))
    return [world.club.slug, job.id]


def _event(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug]


def _draft(world: SimpleNamespace) -> list[Any]:
    set_state(world.event, Event.State.DRAFT)
    return [world.event.slug]


def _draft_round(world: SimpleNamespace) -> list[Any]:
    return [*_draft(world), 1]


def _event_table(world: SimpleNamespace) -> list[Any]:
    set_event_table(world.event, 2, YearTableRule("Pokal", TableRule(serie=1)))
    return [world.event.slug, 2]


def _entry(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, enter_guests(world.event, [("Gast", "")])[0].start_number]


def _class(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, add_class(world.event, "Damen").pk]


def _team(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, create_teams(world.event, Team.Kind.TEAM, "Herz Buben:")[0].pk]


def _pair(world: SimpleNamespace) -> list[Any]:
    enter_guests(world.event, [("Eins", ""), ("Zwei", "")])
    return [world.event.slug, keep_apart(world.event, "1 2")[0].pk]


def _round(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, 1]


def _event_role(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, grant_event_role(world.event, "leser", Role.LISTENFUEHRER).pk]


def _foreign(world: SimpleNamespace) -> str:
    """The name of an account that another club looks after."""
    world.fremde.managed_by = services.create_club("Karo Bube Jena")
    world.fremde.save()
    return world.fremde.username


def _offer(world: SimpleNamespace) -> list[Any]:
    return [world.club.slug, services.invite(world.club, _foreign(world), Role.READER).pk]


def _event_offer(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, grant_event_role(world.event, _foreign(world), Role.READER).pk]


def _app(world: SimpleNamespace) -> list[Any]:
    return ["app", 1]


def _user(world: SimpleNamespace) -> list[Any]:
    return [world.leser.pk]


def _own_offer(world: SimpleNamespace) -> list[Any]:
    return ["cluboffer", _offer(world)[1]]


@shared
def _table(world: SimpleNamespace) -> list[Any]:
    enter_guests(world.event, [(f"Gast {number}", "") for number in range(1, 5)])
    seat_round(world.event.rounds.get(number=1), {1: [1, 2, 3, 4]})
    return [world.event.slug, 1, 1]


def _device(world: SimpleNamespace) -> list[Any]:
    _table(world)
    table = Table.objects.get(round__event=world.event)
    return [table.pk, secret_of(table)]


@shared
def _evening(world: SimpleNamespace) -> list[Any]:
    _table(world)
    entry = world.event.entries.get(start_number=1)
    return [entry.pk, code_of_card(entry)]


def _terms(world: SimpleNamespace) -> list[Any]:
    day = timezone.localdate() + datetime.timedelta(days=9)
    Event.objects.filter(pk=world.event.pk).update(date=day)
    world.event.date = day
    open_signups(world.event, places=1, closes_at=timezone.now() + datetime.timedelta(days=1))
    return [world.event.slug]


def _signed_up(world: SimpleNamespace) -> list[Any]:
    return [*_terms(world), sign_up(world.event, name="Eva Lang", publication="full").number]


def _signup_page(world: SimpleNamespace) -> list[Any]:
    _signed_up(world)
    signup = world.event.signups.get()
    return [signup.pk, secret_of_signup(signup)]


@shared
def _qualification(world: SimpleNamespace) -> list[Any]:
    """A championship with a quota; what feeds it is the evening."""
    day = timezone.localdate()
    Event.objects.filter(pk=world.event.pk).update(date=day, championship="single-open", state="published")
    above = make_event(world.club)
    Event.objects.filter(pk=above.pk).update(
        date=day + datetime.timedelta(days=9), championship="single-open", state="published"
    )
    above.refresh_from_db()
    source = ChosenSource(world.event, 1)
    set_quota(above, None, [source], way="fixed", places=1, closes_on=day)
    return [above.slug]


@shared
def _places(world: SimpleNamespace) -> list[Any]:
    """The same with a place that is offered."""
    _table(world)
    [slug] = _qualification(world)
    rule = Qualification.objects.get(event__slug=slug)
    contestant = Contestant.objects.create(qualification=rule, number=1, source=rule.sources.get(), place=1)
    ContestantPerson.objects.create(contestant=contestant, entry=world.event.entries.first())
    rule.sources.update(counted=4, granted=1)
    Qualification.objects.filter(pk=rule.pk).update(opened_on=timezone.localdate())
    return [slug]


def _place_page(world: SimpleNamespace) -> list[Any]:
    _places(world)
    contestant = Contestant.objects.get()
    return [contestant.pk, secret_of_contestant(contestant)]


def _subscribed(world: SimpleNamespace) -> list[Any]:
    """Somebody who has not confirmed yet that he wants to be told."""
    pk, _secret = _evening(world)
    subscription = Subscription.objects.create(entry_id=pk, way="mail", address="anna@example.org")
    return [subscription.pk, secret_of_subscription(subscription)]


def _hook(world: SimpleNamespace) -> list[Any]:
    subscription = Subscription.objects.create(club=world.club, way="hook", address="https://verein.example/")
    return [world.club.slug, subscription.pk]


def _contestant(world: SimpleNamespace) -> list[Any]:
    return [*_places(world), 1]


def _draft_places(world: SimpleNamespace) -> list[Any]:
    [slug] = _places(world)
    Event.objects.filter(slug=slug).update(state="draft")
    return [slug]


def _draft_terms(world: SimpleNamespace) -> list[Any]:
    _terms(world)
    return _draft(world)


def _draft_evening(world: SimpleNamespace) -> list[Any]:
    args = _evening(world)
    _draft(world)
    return args


def _call(world: SimpleNamespace) -> list[Any]:
    _table(world)
    table = Table.objects.get(round__event=world.event)
    return [world.event.slug, call_to(world.event.entries.get(start_number=1), table, "referee").pk]


def _peers(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, 1]


def _paper_code(world: SimpleNamespace) -> list[Any]:
    return [sheet_code_path(_list(world)[0]).removeprefix("/B/")]


def _draft_paper_code(world: SimpleNamespace) -> list[Any]:
    return [sheet_code_path(_draft_list(world)[0]).removeprefix("/B/")]


def _sheet_code(world: SimpleNamespace) -> list[Any]:
    return [old_code_path(_list(world)[0]).removeprefix("/L/")]


def _draft_sheet_code(world: SimpleNamespace) -> list[Any]:
    return [old_code_path(_draft_list(world)[0]).removeprefix("/L/")]


def _table_code(world: SimpleNamespace) -> list[Any]:
    _table(world)
    return [Table.objects.get(round__event=world.event).round_id, 1]


def _draft_table_code(world: SimpleNamespace) -> list[Any]:
    args = _table_code(world)
    _draft(world)
    return args


def _rules_form(world: SimpleNamespace) -> list[Any]:
    return ["isko-2022", 4]


def _scanned(world: SimpleNamespace) -> list[Any]:
    _table(world)
    lease = take(Table.objects.get(round__event=world.event), UUID(int=7), 1)
    return [code(lease.sheet, 1, 1, "")]


def _draft_device(world: SimpleNamespace) -> list[Any]:
    args = _device(world)
    _draft(world)
    return args


def _seated_round(world: SimpleNamespace) -> list[Any]:
    return _table(world)[:2]


def _photo_of_job(world: SimpleNamespace) -> list[Any]:
    return [*_job(world), 0]


def _job(world: SimpleNamespace) -> list[Any]:
    return [uuid4()]


def _backup(world: SimpleNamespace) -> list[Any]:
    return ["skatliga-20200101-000000-000000.zip"]


def _draft_table(world: SimpleNamespace) -> list[Any]:
    args = _table(world)
    _draft(world)
    return args


def _list(world: SimpleNamespace) -> list[Any]:
    _table(world)
    return [open_sheet(Table.objects.get(round__event=world.event), world.schreiber).pk]


def _draft_list(world: SimpleNamespace) -> list[Any]:
    args = _list(world)
    _draft(world)
    return args


def _row(world: SimpleNamespace) -> list[Any]:
    [sheet] = _list(world)
    append_row(sheet, Entered(declarer=2, score=24), Change(0, world.schreiber))
    return [sheet, 1]


def _draft_row(world: SimpleNamespace) -> list[Any]:
    args = _row(world)
    _draft(world)
    return args


def _two_lists(world: SimpleNamespace) -> list[Any]:
    args = _list(world)
    open_sheet(Table.objects.get(round__event=world.event), world.schreiber, Sheet.Kind.TWIN)
    return args


def _photo(world: SimpleNamespace) -> list[Any]:
    [sheet] = _list(world)
    photo = Photo.objects.create(sheet_id=sheet, by=world.schreiber)
    photo.image.save("liste.jpg", ContentFile(b"a picture"))
    return [sheet, photo.pk]


def _protest(world: SimpleNamespace) -> list[Any]:
    [sheet] = _list(world)
    return [sheet, protest(Sheet.objects.get(pk=sheet), "Spiel 1 war Herz.", world.leser).pk]


def _form(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, 4]


def _draft_form(world: SimpleNamespace) -> list[Any]:
    return [*_draft(world), 4]


def _file(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, "csv"]


def _draft_file(world: SimpleNamespace) -> list[Any]:
    return [*_draft(world), "csv"]


def _round_file(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, 1, "xlsx"]


def _draft_round_file(world: SimpleNamespace) -> list[Any]:
    return [*_draft(world), 1, "xlsx"]


def _ending(args: Builder, ending: str = "csv") -> Builder:
    """The page with these arguments as a file."""
    return lambda world: [*args(world), ending]


def _ods(world: SimpleNamespace) -> list[Any]:
    return ["ods"]


def _picture(args: Builder) -> Builder:
    """The figures of a picture on this page."""
    return lambda world: [*args(world), "erfolg", "ods"]


def _teams(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, "tandem"]


def _draft_teams(world: SimpleNamespace) -> list[Any]:
    return [*_draft(world), "tandem"]


def _teams_file(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, "tandem", "csv"]


def _draft_teams_file(world: SimpleNamespace) -> list[Any]:
    return [*_draft(world), "tandem", "csv"]


def _draft_entry(world: SimpleNamespace) -> list[Any]:
    args = _entry(world)
    _draft(world)
    return args


@shared
def _person(world: SimpleNamespace) -> list[Any]:
    """Anna has played: a list of four is entered by its foot."""
    enter_players(world.event, [world.anna.player])
    enter_guests(world.event, [(f"Gast {number}", "") for number in range(2, 5)])
    seat_round(world.event.rounds.get(number=1), {1: [1, 2, 3, 4]})
    sheet = open_sheet(Table.objects.get(round__event=world.event), world.schreiber)
    enter_feet(
        sheet.pk,
        [PaperFoot(24, 1, 0, None)] + 3 * [PaperFoot(0, 0, 0, None)],
        47,
        Change(sheet.revision, world.schreiber),
    )
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision + 1, world.schreiber))
    return [world.anna.player_id]


def _met(world: SimpleNamespace) -> list[Any]:
    """Anna and Bert have played, at one table."""
    _person(world)
    bert = services.add_player(world.club, first_name="Bert", last_name="Brandt")
    guest = world.event.entries.get(start_number=2)
    guest.player = bert.player
    guest.save()
    return [world.anna.player_id, bert.player_id]


def _draft_person(world: SimpleNamespace) -> list[Any]:
    args = _person(world)
    _draft(world)
    return args


def _anna(world: SimpleNamespace) -> list[Any]:
    return [world.anna.player_id]


def _upload(world: SimpleNamespace) -> list[Any]:
    """A file of the Spielleitung on its way."""
    return [keep(world.leiterin, Upload.Kind.PLAYERS, world.club, "a.csv", b"Name\nRosa Lang\n").pk]


def _past_year(world: SimpleNamespace) -> list[Any]:
    """A year taken over and published."""
    days = (datetime.date(2001, 1, 1), datetime.date(2001, 12, 31))
    year = take_over(world.club, "2001", days, TableRule(), [YearSum(name="Rosa Lang", gesamt=9)], world.leiterin)
    set_year_state(year, ClubYear.State.PUBLISHED)
    return [year.slug]


def _sum(world: SimpleNamespace) -> list[Any]:
    return [*_past_year(world), YearSum.objects.get().pk]


def _key(world: SimpleNamespace) -> list[Any]:
    """A key of somebody else."""
    return [create_key(User.objects.create_user("programm"), "Saal").key.pk]


def _booking(world: SimpleNamespace) -> list[Any]:
    booking = Booking.objects.create(event=world.event, kind="other", cents=500, note="Tombola", by=world.leiterin)
    return [world.event.slug, booking.pk]


def _proposal(world: SimpleNamespace) -> list[Any]:
    return [*_round(world), 1]


@shared
def _year(world: SimpleNamespace) -> list[Any]:
    """A published club year; the event is its evening."""
    days = {"first_day": datetime.date(2026, 1, 1), "last_day": datetime.date(2026, 12, 31)}
    year = create_year(world.club, name="2026", parts="quarter", **days)
    add_evenings(year, [world.event])
    set_year_state(year, ClubYear.State.PUBLISHED)
    return [year.slug]


def _year_table(world: SimpleNamespace) -> list[Any]:
    """Its second table."""
    slug, *_rest = _played_year(world)
    set_table(ClubYear.objects.get(slug=slug), 2, YearTableRule("Pokal", TableRule(best=1)))
    return [slug, 2]


def _table_player(world: SimpleNamespace) -> list[Any]:
    return [*_year_table(world), f"p{world.anna.player_id}"]


@shared
def _played_year(world: SimpleNamespace) -> list[Any]:
    """Anna has a list in the last quarter."""
    _person(world)
    return _year(world)


def _drawn(args: Builder) -> Builder:
    """The figures of a picture of something where Anna has a list."""

    def found(world: SimpleNamespace) -> list[Any]:
        _person(world)
        return _picture(args)(world)

    return found


def _year_part(world: SimpleNamespace) -> list[Any]:
    return [*_played_year(world), 4]


def _year_player(world: SimpleNamespace) -> list[Any]:
    return [*_played_year(world), f"p{world.anna.player_id}"]


def _year_file(world: SimpleNamespace) -> list[Any]:
    return [*_played_year(world), "csv"]


def _year_part_file(world: SimpleNamespace) -> list[Any]:
    return [*_year_part(world), "csv"]


def _cash_file(world: SimpleNamespace) -> list[Any]:
    return [*_year(world), "xlsx"]


def _year_evening(world: SimpleNamespace) -> list[Any]:
    return [*_year(world), world.event.slug]


def _cash_entry(world: SimpleNamespace) -> list[Any]:
    args = _year(world)
    entry = CashEntry.objects.create(
        year=ClubYear.objects.get(), date=datetime.date(2026, 3, 1), cents=500, note="Tombola", by=world.leiterin
    )
    return [*args, entry.pk]


def _year_paper(world: SimpleNamespace) -> list[Any]:
    return [*_played_year(world), "jahrestabelle"]


def _draft_year(world: SimpleNamespace) -> list[Any]:
    [slug] = _played_year(world)
    set_year_state(ClubYear.objects.get(slug=slug), ClubYear.State.DRAFT)
    return [slug]


@shared
def _circuit(world: SimpleNamespace) -> list[Any]:
    """Anna has a list in its only tournament."""
    _person(world)
    days = {"first_day": datetime.date(2026, 1, 1), "last_day": datetime.date(2026, 12, 31)}
    made = circuits.create_circuit(world.club, name="Pokal", **days)
    circuits.add_stops(made, world.club, [world.event], world.leiterin)
    circuits.set_state(made, Circuit.State.PUBLISHED)
    return [made.slug]


def _draft_circuit(world: SimpleNamespace) -> list[Any]:
    [slug] = _circuit(world)
    circuits.set_state(Circuit.objects.get(slug=slug), Circuit.State.DRAFT)
    return [slug]


def _circuit_player(world: SimpleNamespace) -> list[Any]:
    return [*_circuit(world), f"p{world.anna.player_id}"]


def _draft_circuit_player(world: SimpleNamespace) -> list[Any]:
    return [*_draft_circuit(world), f"p{world.anna.player_id}"]


def _circuit_club(world: SimpleNamespace) -> list[Any]:
    return [*_circuit(world), world.club.slug]


def _stop(world: SimpleNamespace) -> list[Any]:
    return [*_circuit(world), world.event.slug]


def _partner(world: SimpleNamespace) -> list[Any]:
    [slug] = _circuit(world)
    other = services.create_club("Grand Hand Gera")
    return [slug, circuits.invite(Circuit.objects.get(slug=slug), other, world.leiterin).pk]


def _invitation(world: SimpleNamespace) -> list[Any]:
    """Another club leads it."""
    other = services.create_club("Grand Hand Gera")
    days = {"first_day": datetime.date(2026, 1, 1), "last_day": datetime.date(2026, 12, 31)}
    made = circuits.create_circuit(other, name="Andere Pokalrunde", **days)
    circuits.invite(made, world.club, world.leiterin)
    circuits.set_state(made, Circuit.State.PUBLISHED)
    return [made.slug, world.club.slug]


def _draft_year_part(world: SimpleNamespace) -> list[Any]:
    return [*_draft_year(world), 4]


def _draft_year_player(world: SimpleNamespace) -> list[Any]:
    return [*_draft_year(world), f"p{world.anna.player_id}"]


def _draft_year_file(world: SimpleNamespace) -> list[Any]:
    return [*_draft_year(world), "csv"]


def _draft_part_file(world: SimpleNamespace) -> list[Any]:
    return [*_draft_year_part(world), "csv"]


@shared
def _league(world: SimpleNamespace) -> list[Any]:
    """A published season with a Staffel of four teams and one match day; the captain of A is Anna."""
    season = create_season(world.club, name="Liga 2026", rulebook="isko-2022", evaluation="seeger-fabian")
    division = create_division(set_level(season, 1, "Oberliga", []), "Oberliga")
    teams = create_in_teams(division, "A Clubabend A\nB Clubabend B\nC Clubabend C\nD Clubabend D")
    add_to_squad(teams[0], [world.anna.player])
    set_plan(division, read_plan("A* B C D"))
    set_dates(division, {1: world.event.date})
    set_season_state(season, Season.State.PUBLISHED)
    return [season.slug]


def _level(world: SimpleNamespace) -> list[Any]:
    return [*_league(world), 1]


def _division(world: SimpleNamespace) -> list[Any]:
    return [*_league(world), "oberliga"]


def _division_key(world: SimpleNamespace) -> list[Any]:
    _division(world)
    return [Division.objects.get().pk]


def _in_team(world: SimpleNamespace) -> list[Any]:
    return [*_division(world), "A"]


def _own_team(world: SimpleNamespace) -> list[Any]:
    """A team of the club that plays in its own season."""
    args = _in_team(world)
    LeagueTeam.objects.filter(division__season__slug=args[0], letter="A").update(club=world.club)
    return args


def _team_results(world: SimpleNamespace) -> list[Any]:
    return [*_in_team(world), "ergebnisse", "ods"]


def _in_squad(world: SimpleNamespace) -> list[Any]:
    return [*_in_team(world), world.anna.player_id]


def _matchday(world: SimpleNamespace) -> list[Any]:
    return [*_division(world), 1]


def _group(world: SimpleNamespace) -> list[Any]:
    return [*_division(world), Group.objects.get().pk]


def _group_team(world: SimpleNamespace) -> list[Any]:
    return [*_group(world), "A"]


def _csv(world: SimpleNamespace) -> list[Any]:
    return [*_division(world), "csv"]


def _in_xlsx(world: SimpleNamespace) -> list[Any]:
    return [*_division(world), "listen", "xlsx"]


def _level_file(world: SimpleNamespace) -> list[Any]:
    return [*_level(world), "csv"]


def _former(world: SimpleNamespace) -> list[Any]:
    args = _division(world)
    line = {
        **{"place": 1, "letter": "A", "name": "Clubabend A", "plus": "5/2", "minus": "1/2", "spielpunkte": 700},
        **{"won": 9, "lost": 1, "leistung": 1100, "lists": 4, "zone": ""},
    }
    kept = FormerTable(division=Division.objects.get(), by=world.leiterin, reason="Clubabend", lines=[line])
    kept.save()
    return [*args, kept.pk]


def _captain(world: SimpleNamespace) -> list[Any]:
    [season] = _league(world)
    team = LeagueTeam.objects.get(division__season__slug=season, letter="A")
    return [team.pk, secret_of_team(team)]


def _team_terms(world: SimpleNamespace) -> list[Any]:
    """A season after which clubs register their teams."""
    args = _league(world)
    open_registration(Season.objects.get(slug=args[0]), None, closes_on=timezone.localdate())
    return args


def _club_teams(world: SimpleNamespace) -> list[Any]:
    return [*_team_terms(world), world.club.slug]


@shared
def _followed(world: SimpleNamespace) -> list[Any]:
    """A season that another one follows."""
    args = _league(world)
    season = Season.objects.get(slug=args[0])
    confirm(season, "Liga 2027", next_season(season, None).token, world.leiterin, unfinished=True)
    return args


def _announced(args: Builder) -> Builder:
    """The same of an event whose draw was announced."""

    def made(world: SimpleNamespace) -> list[Any]:
        found = args(world)
        public = {"kind": "dice", "about": "Lotto 6/49", "due": "2026-11-20T19:00+01:00"}
        terms = {"format": 1, "method": "skatliga-1", "event": "Abend", "players": [1, 2, 3, 4], "rounds": 1}
        terms |= {"modes": ["no_repeats"], "wishes": [], "public": public}
        event = Event.objects.get(slug=found[0])
        PublicDraw.objects.create(event=event, terms=terms, hash=hash_of(terms))
        Event.objects.filter(pk=event.pk).update(draw_hash=hash_of(terms))
        return found

    return made


_public_draw, _public_round = _announced(_event), _announced(_round)


def _drafted(args: Builder) -> Builder:
    """The same of a season that is still being prepared."""

    def made(world: SimpleNamespace) -> list[Any]:
        found = args(world)
        set_season_state(Season.objects.get(slug=found[0]), Season.State.DRAFT)
        return found

    return made


# fmt: off
ADDRESSES = {
    #                                     betreiber admin leiterin schreiber leser fremde anonym
    "set_language":              Address("302       302   302      302       302   302    302", method="post"),
    "people:start":              Address("200       200   200      200       200   200    200"),
    "people:sign_in":            Address("302       302   302      302       302   302    200"),
    "people:sign_out":           Address("302       302   302      302       302   302    login", method="post"),
    "people:change_password":    Address("200       200   200      200       200   200    login"),
    "people:forgotten_password": Address("200       200   200      200       200   200    200"),
    "people:set_password":       Address("302       302   302      302       302   302    302", _link),
    "people:what_roles_may":     Address("200       200   200      200       200   200    200"),
    "people:create_club":        Address("200       403   403      403       403   403    login"),
    "people:club":               Address("200       200   200      200       200   200    200", _club),
    "people:change_club":        Address("200       200   403      403       403   404    login", _club),
    "people:register":           Address("200       200   200      200       200   404    login", _club),
    "people:add_player":         Address("200       200   200      200       403   404    login", _club),
    "people:player":             Address("200       200   200      403       403   404    login", _player),
    "people:add_names":          Address("200       200   200      200       403   404    login", _club, "post"),
    "people:take_in":            Address("302       302   302      302       403   404    login", _club, "post"),
    "people:take_in_known":      Address("200       200   200      200       403   404    login", _club),
    "people:leave_club":         Address("200       200   200      403       403   404    login", _player),
    "events:as_guest":           Address("200       200   200      403       403   404    login", _player),
    "events:guest_again":        Address("200       200   200      403       403   404    login", _player),
    "people:merge":              Address("200       200   200      403       403   404    login", _player),
    "people:roles":              Address("200       200   403      403       403   404    login", _club),
    "people:change_role":        Address("302       302   403      403       403   404    login", _role, "post"),
    "people:change_account":     Address("200       200   403      403       403   404    login", _role),
    "people:withdraw_role":      Address("302       302   403      403       403   404    login", _role, "post"),
    "people:withdraw_offer":     Address("302       302   403      403       403   404    login", _offer, "post"),
    "events:withdraw_offer":     Address("302       302   403      403       403   404    login", _event_offer, "post"),
    "accounts:waiting_roles":    Address("200       200   200      200       200   200    login"),
    "accounts:decline_role":     Address("404       404   404      404       404   302    login", _own_offer, "post"),
    "accounts:second_factor":    Address("200       200   200      200       200   200    login"),
    "accounts:add_app":          Address("200       200   200      200       200   200    login"),
    "accounts:make_codes":       Address("404       404   404      404       404   404    login", method="post"),
    "accounts:add_passkey":      Address("302       302   302      302       302   302    login", method="post"),
    "accounts:passkey_options":  Address("200       200   200      200       200   200    login", method="post"),
    "accounts:drop_factor":      Address("302       302   302      302       302   302    login", _app, "post"),
    "accounts:second_step":      Address("login     login login    login     login login  login"),
    "accounts:step_options":     Address("404       404   404      404       404   404    404", method="post"),
    "accounts:drop_factors_of":  Address("302       403   403      403       403   403    login", _user, "post"),
    "accounts:account":          Address("200       200   200      200       200   200    login"),
    "accounts:confirm":          Address("200       200   200      200       200   200    login"),
    "accounts:change_details":   Address("200       200   200      200       200   200    login"),
    "accounts:end_all_other":    Address("302       302   302      302       302   302    login", method="post"),
    "accounts:close_account":    Address("200       200   200      200       200   200    login"),
    "accounts:accounts":         Address("200       403   403      403       403   403    login"),
    "accounts:change_state":     Address("302       403   403      403       403   403    login", _user, "post"),
    "people:one_time_link":      Address("200       200   403      403       403   404    login", _role, "post"),
    "rules:books":               Address("200       200   200      200       200   200    200"),
    "rules:book":                Address("200       200   200      200       200   200    200", _book),
    "rules:values_file":         Address("200       200   200      200       200   200    200", _ending(_book)),
    "rules:scores":              Address("200       200   200      200       200   200    200", _book),
    "federations:units":         Address("200       200   403      403       403   404    login", _club),
    "federations:move_unit":     Address("200       200   403      403       403   404    login", _club),
    "federations:start_rules":   Address("200       200   403      403       403   404    login", _club),
    "federations:drop_start_rules": Address("302    302   403      403       403   404    login", _club, "post"),
    "federations:licence":       Address("200       200   200      403       403   404    login", _player),
    "federations:end_licence":   Address("200       200   403      403       403   404    login", _player, "post"),
    "federations:take_back":     Address("302       302   403      403       403   404    login", _player, "post"),
    "federations:notices":       Address("200       200   200      200       200   200    200", _club),
    "federations:add_notice":    Address("200       200   200      403       403   404    login", _club),
    "federations:change_notice": Address("200       200   200      403       403   404    login", _notice),
    "federations:delete_notice": Address("302       302   302      403       403   404    login", _notice, "post"),
    "events:events":             Address("200       200   200      200       200   200    200"),
    "events:create_event":       Address("200       200   200      403       403   404    login", _club),
    "events:event":              Address("200       200   200      200       200   200    200", _event),
    "events:change_event":       Address("200       200   200      403       403   404    login", _event),
    "events:set_state":          Address("302       302   302      403       403   404    login", _event, "post"),
    "events:days":               Address("200       200   200      403       403   404    login", _event),
    "events:entries":            Address("200       200   200      200       200   200    200", _event),
    "events:enter_players":      Address("302       302   302      302       403   404    login", _event, "post"),
    "events:enter_register":     Address("302       302   302      302       403   404    login", _event, "post"),
    "events:enter_again":        Address("302       302   302      302       403   404    login", _event, "post"),
    "events:enter_guests":       Address("200       200   200      200       403   404    login", _event),
    "events:entry":              Address("200       200   200      200       403   404    login", _entry),
    "events:refresh_name":       Address("302       302   302      302       403   404    login", _entry, "post"),
    "events:delete_entry":       Address("302       302   302      302       403   404    login", _entry, "post"),
    "events:withdraw":           Address("302       302   302      302       403   404    login", _entry, "post"),
    "events:readmit":            Address("302       302   302      302       403   404    login", _entry, "post"),
    "events:no_show":            Address("302       302   302      302       403   404    login", _entry, "post"),
    "events:desk":               Address("200       200   200      200       403   404    login", _event),
    "events:classes":            Address("200       200   200      403       403   404    login", _event),
    "events:set_classes":         Address("302       302   302      403       403   404    login", _event, "post"),
    "events:usual_classes":      Address("302       302   302      403       403   404    login", _event, "post"),
    "events:rename_class":       Address("302       302   302      403       403   404    login", _class, "post"),
    "events:delete_class":       Address("302       302   302      403       403   404    login", _class, "post"),
    "events:teams":              Address("200       200   200      200       403   404    login", _event),
    "events:change_team":        Address("422       422   422      422       403   404    login", _team, "post"),
    "events:delete_team":        Address("302       302   302      302       403   404    login", _team, "post"),
    "events:wishes":             Address("200       200   200      200       403   404    login", _event),
    "events:drop_wish":          Address("302       302   302      302       403   404    login", _pair, "post"),
    "exchange:past":             Address("200       200   200      403       403   404    login", _club),
    "exchange:past_order":       Address("200       200   200      403       403   404    login", _past),
    "exchange:name_players":     Address("302       302   302      403       403   404    login", _past, "post"),
    "exchange:carry_out_past":   Address("302       302   302      403       403   404    login", _past, "post"),
    "exchange:discard_past":     Address("302       302   302      403       403   404    login", _past, "post"),
    "exchange:past_file":        Address("404       404   404      403       403   404    login", _past),
    "exchange:receive_archive":  Address("200       403   403      403       403   403    login"),
    "exchange:club_archive":     Address("200       200   403      403       403   404    login", _club),
    "exchange:event_archive":    Address("200       200   200      403       403   404    login", _event),
    "exchange:archive":          Address("404       404   404      404       404   404    login", _job),
    "exchange:approve_archive":  Address("404       404   404      404       404   404    login", _job, "post"),
    "exchange:archive_file":     Address("404       404   404      404       404   404    login", _job),
    "people:register_file":      Address("200       200   200      200       200   404    login", _ending(_club)),
    "events:events_file":        Address("200       200   200      200       200   200    200", lambda world: ["json"]),
    "events:entries_file":       Address("200       200   200      200       200   200    200", _ending(_event)),
    "events:seating_file":       Address("200       200   200      200       200   200    200", _ending(_round)),
    "lists:sheet_file":          Address("200       200   200      200       200   200    200", _ending(_list)),
    "lists:feet_file":           Address("200       200   200      200       200   200    200", _ending(_list)),
    "lists:history_file":        Address("200       200   200      200       200   404    login", _ending(_list)),
    "desk:cash_file":            Address("200       200   200      403       403   404    login", _ending(_event)),
    "desk:settlement_file":      Address("200       200   200      403       403   404    login", _ending(_event)),
    "desk:bookings_file":        Address("200       200   200      403       403   404    login", _ending(_event)),
    "desk:winners_file":         Address("200       200   200      403       403   404    login", _ending(_event)),
    "desk:payouts_file":         Address("200       200   200      403       403   404    login", _ending(_event)),
    "desk:cash_round_file":      Address("200       200   200      403       403   404    login", _ending(_round)),
    "desk:balance_file":         Address("200       200   200      403       403   404    login", _ending(_event)),
    "leagues:team_file":         Address("200       200   200      200       200   200    200", _team_results),
    "leagues:report_file":       Address("200       200   200      200       200   200    200", _ending(_group)),
    "leagues:exchanges_file":    Address("200       200   200      200       200   200    200", _ending(_group)),
    "years:player_file":         Address("200       200   200      200       200   200    200", _ending(_year_player)),
    "years:seating_file":        Address("200 200 200 200 200 404 login", _ending(_played_year)),
    "leagues:squads_file":       Address("200       200   200      403       403   404    login", _ending(_division)),
    "leagues:plan_file":         Address("200       200   200      403       403   404    login", _ending(_division)),
    "leagues:former_file":       Address("200       200   200      200       200   200    200", _ending(_former)),
    "registrations:teams_file":  Address("200       200   200      403       403   404    login", _ending(_team_terms)),
    "promotions:moves_file":     Address("200       200   200      200       200   200    200", _ending(_followed)),
    "years:evenings_file":       Address("200       200   200      200       200   200    200", _ending(_year)),
    "exchange:players":          Address("200       200   200      403       403   404    login", _club),
    "exchange:past_year":        Address("200       200   200      403       403   404    login", _club),
    "exchange:columns":          Address("404       404   200      404       404   404    login", _upload),
    "exchange:preview":          Address("404       404   200      404       404   404    login", _upload),
    "exchange:report":           Address("404       404   302      404       404   404    login", _upload),
    "exchange:report_file":      Address("404       404   200      404       404   404    login", _upload),
    "exchange:person":           Address("200       200   403      403       403   404    login", _anna),
    "exchange:person_file":      Address("200       200   403      403       403   404    login", _anna),
    "exchange:erase_person":     Address("200       200   403      403       403   404    login", _anna),
    "exchange:participants":     Address("200       200   200      403       403   404    login", _event),
    "events:round":              Address("301       301   301      301       301   301    301", _round),
    "events:undo_seating":       Address("302       302   302      403       403   404    login", _round, "post"),
    "events:draw":               Address("302       302   302      403       403   404    login", _round, "post"),
    "events:seats":              Address("200       200   200      403       403   404    login", _round),
    "events:set_time":           Address("302       302   302      403       403   404    login", _round, "post"),
    "events:roles":              Address("200       200   403      403       403   404    login", _event),
    "events:withdraw_role":      Address("302       302   403      403       403   404    login", _event_role, "post"),
    "lists:board":               Address("200       200   200      200       200   200    200", _round),
    "lists:practice":            Address("302       302   302      302       403   404    login", _club, "post"),
    "lists:confirm":             Address("200       200   200      200       403   404    login", _event),
    "lists:time_up":             Address("200       200   200      403       403   404    login", _round),
    "lists:open":                Address("302       302   302      302       403   404    login", _round, "post"),
    "lists:at_table":            Address("302       302   302      302       302   302    302", _table),
    "lists:sheet":               Address("200       200   200      200       200   200    200", _list),
    "lists:entry":               Address("200       200   200      200       403   404    login", _list),
    "lists:check_keys":          Address("200       200   200      200       403   404    login", _list),
    "lists:undo":                Address("409       409   409      409       403   404    login", _list, "post"),
    "lists:totals":              Address("200       200   200      200       403   404    login", _list),
    "lists:row":                 Address("200       200   200      200       200   200    200", _row),
    "lists:twin":                Address("200       200   200      200       200   404    login", _two_lists),
    "lists:open_twin":           Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:move":                Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:move_table":          Address("404       404   404      404       403   404    login", _list, "post"),
    "lists:deals":               Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:seats":               Address("302       302   302      403       403   404    login", _list, "post"),
    "lists:substitute":          Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:latecomer":           Address("302       302   302      403       403   404    login", _list, "post"),
    "lists:sign":                Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:to_paper":            Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:to_device":           Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:note_stray":          Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:withdraw_address":    Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:upload_photo":        Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:photo":               Address("200       200   200      200       200   404    login", _photo),
    "lists:delete_photo":        Address("302       302   302      302       403   404    login", _photo, "post"),
    "lists:protest":             Address("302       302   302      302       302   404    login", _list, "post"),
    "lists:answer_protest":      Address("302       302   302      403       403   404    login", _protest, "post"),
    "scan":                      Address("200       200   200      200       200   200    login"),
    "scanned":                   Address("200       200   200      200       403   404    login", _scanned),
    "device:worker":             Address("200       200   200      200       200   200    200"),
    "paper_code":                Address("302       302   302      302       302   302    302", _paper_code),
    "sheet_code":                Address("302       302   302      302       302   302    302", _sheet_code),
    "table_code":                Address("302       302   302      302       302   302    302", _table_code),
    "device_code":               Address("302       302   302      302       302   302    302", _device),
    "device:table":              Address("200       200   200      200       200   200    200", _device),
    "device:state":              Address("200       200   200      200       200   200    200", _device),
    "device:write":              Address("400       400   400      400       400   400    400", _device, "post"),
    "device:send":               Address("400       400   400      400       400   400    400", _device, "post"),
    "device:manifest":           Address("200       200   200      200       200   200    200", _device),
    "card_code":                 Address("302       302   302      302       302   302    302", _evening),
    "peers:event":               Address("200       200   200      403       403   404    login", _event),
    "peers:decide":              Address("302       302   302      403       403   404    login", _peers, "post"),
    "peers:seen":                Address("302       302   302      403       403   404    login", _peers, "post"),
    "peers:code":                Address("302       403   403      403       403   403    login", method="post"),
    "peers:address":             Address("302       403   403      403       403   403    login", method="post"),
    "peers:end":                 Address("302       403   403      403       403   403    login", method="post"),
    "peers:carry":               Address("302       403   403      403       403   403    login"),
    "peers:carried":             Address("302       403   403      403       403   403    login", method="post"),
    "peers:exchange":            Address("403       403   403      403       403   403    403", method="post"),
    "peers:copy":                Address("403       403   403      403       403   403    403", method="post"),
    "phones:worker":             Address("200       200   200      200       200   200    200"),
    "phones:evening":            Address("200       200   200      200       200   200    200", _evening),
    "phones:manifest":           Address("200       200   200      200       200   200    200", _evening),
    "phones:sign":               Address("404       404   404      404       404   404    404", _evening, "post"),
    "phones:strength":           Address("404       404   404      404       404   404    404", _evening, "post"),
    "phones:call":               Address("404       404   404      404       404   404    404", _evening, "post"),
    "phones:captain":            Address("200       200   200      200       200   200    200", _captain),
    "phones:captain_manifest":   Address("200       200   200      200       200   200    200", _captain),
    "phones:captain_worker":     Address("200       200   200      200       200   200    200"),
    "phones:captain_lineup":     Address("422       422   422      422       422   422    422", _captain, "post"),
    "phones:captain_exchange":   Address("422       422   422      422       422   422    422", _captain, "post"),
    "phones:captain_sign":       Address("422       422   422      422       422   422    422", _captain, "post"),
    "team_code":                 Address("302       302   302      302       302   302    302", _captain),
    "phones:own_team":           Address("200       200   200      200       403   404    login", _own_team),
    "phones:renew_team_code":    Address("302       302   302      403       403   404    login", _in_team, "post"),
    "phones:table_call":         Address("200       200   200      200       200   200    200", _device),
    "phones:calls":              Address("200       200   200      403       403   404    login", _event),
    "phones:take_call":          Address("302       302   302      403       403   404    login", _call, "post"),
    "phones:finish_call":        Address("302       302   302      403       403   404    login", _call, "post"),
    "phones:renew_code":         Address("302       302   302      302       403   404    login", _entry, "post"),
    "printing:own_certificate":  Address("404       404   404      404       404   404    404", _evening),
    "standings:ranking":         Address("200       200   200      200       200   200    200", _event),
    "standings:file":            Address("200       200   200      200       200   200    200", _file),
    "standings:round":           Address("200       200   200      200       200   200    200", _round),
    "standings:round_file":      Address("200       200   200      200       200   200    200", _round_file),
    "standings:table":           Address("200       200   200      200       200   200    200", _table),
    "standings:teams":           Address("200       200   200      200       200   200    200", _teams),
    "standings:teams_file":      Address("200       200   200      200       200   200    200", _teams_file),
    "standings:lists":           Address("200       200   200      200       200   200    200", _event),
    "standings:lists_file":      Address("200       200   200      200       200   200    200", _file),
    "standings:player":          Address("200       200   200      200       200   200    200", _entry),
    "standings:lots":            Address("200       200   200      403       403   404    login", _event),
    "standings:rules":           Address("200       200   200      403       403   404    login", _event),
    "standings:change_rule":     Address("200       200   200      403       403   404    login", _event_table),
    "standings:remove_rule":     Address("200       200   200      403       403   404    login", _event_table),
    "standings:start":           Address("200       200   200      403       403   404    login", _entry),
    "standings:team_rule":       Address("200       200   200      403       403   404    login", _teams),
    "standings:person":          Address("200       200   200      200       200   200    200", _person),
    "standings:person_file":     Address("200       200   200      200       200   200    200", _ending(_person)),
    "hall:hall":                 Address("200       200   200      200       200   200    200", _event),
    "signups:page":               Address("200       200   200      200       200   200    200", _signup_page),
    "signups:cancel":             Address("302       302   302      302       302   302    302", _signup_page, "post"),
    "signups:come_back":          Address("302       302   302      302       302   302    302", _signup_page, "post"),
    "signup_code":                Address("302       302   302      302       302   302    302", _signup_page),
    "signups:form":               Address("200       200   200      200       200   200    200", _terms),
    "signups:terms":              Address("200       200   200      403       403   404    login", _event),
    "signups:close":              Address("302       302   302      403       403   404    login", _terms, "post"),
    "signups:signups":            Address("200       200   200      200       403   404    login", _terms),
    "signups:signups_file":       Address("200       200   200      200       403   404    login", _ending(_terms)),
    "signups:pay":                Address("200       200   200      403       403   404    login", _terms, "post"),
    "signups:strike_absent":      Address("302       302   302      403       403   404    login", _terms, "post"),
    "signups:arrive":             Address("302       302   302      302       403   404    login", _signed_up, "post"),
    "signups:remove":             Address("302       302   302      403       403   404    login", _signed_up, "post"),
    "signups:unpay":              Address("302       302   302      403       403   404    login", _signed_up, "post"),
    "qualifications:overview":   Address("200       200   200      200       200   200    200", _places),
    "qualifications:contestants_file": Address("200  200   200      200       200   200    200", _ending(_places)),
    "qualifications:rule":       Address("200       200   200      403       403   404    login", _qualification),
    "qualifications:open_places": Address("200      200   200      403       403   404    login", _qualification),
    "qualifications:take_back":  Address("302       302   302      403       403   404    login", _places, "post"),
    "qualifications:enter_accepted": Address("302   302   302      403       403   404    login", _places, "post"),
    "qualifications:office_answer": Address("302    302   302      403       403   404    login", _contestant, "post"),
    "qualifications:page":       Address("200       200   200      200       200   200    200", _place_page),
    "qualifications:own_answer": Address("302       302   302      302       302   302    302", _place_page, "post"),
    "subscriptions:subscribe":   Address("422       422   422      422       422   422    422", _evening, "post"),
    "subscriptions:unsubscribe": Address("302       302   302      302       302   302    302", _evening, "post"),
    "subscriptions:subscribe_team":   Address("422       422   422      422       422   422    422", _captain, "post"),
    "subscriptions:unsubscribe_team": Address("302       302   302      302       302   302    302", _captain, "post"),
    "subscriptions:division":    Address("200       200   200      200       200   200    200", _division),
    "subscriptions:account":     Address("200       200   200      200       200   200    login"),
    "subscriptions:end_own":     Address("302       302   302      302       302   302    login", method="post"),
    "subscriptions:begin_division": Address("302   302   302      302       302   302    login", _division_key, "post"),
    "subscriptions:begin_club":  Address("302       302   302      403       403   404    login", _club, "post"),
    "subscriptions:own":         Address("200       200   200      200       200   200    200", _subscribed),
    "subscriptions:hooks":       Address("200       200   403      403       403   404    login", _club),
    "subscriptions:try_hook":    Address("302       302   403      403       403   404    login", _hook, "post"),
    "subscriptions:end_hook":    Address("302       302   403      403       403   404    login", _hook, "post"),
    "desk:paid_marks":           Address("200       200   200      200       403   404    login", _event),
    "desk:pay":                  Address("302       302   302      302       403   404    login", _entry, "post"),
    "desk:cash":                 Address("200       200   200      403       403   404    login", _event),
    "desk:cash_round":           Address("200       200   200      403       403   404    login", _round),
    "desk:pay_everybody":        Address("302       302   302      403       403   404    login", _event, "post"),
    "desk:pay_player":           Address("302       302   302      403       403   404    login", _entry, "post"),
    "desk:pay_table":            Address("302       302   302      403       403   404    login", _table, "post"),
    "desk:settlement":           Address("200       200   200      403       403   404    login", _event),
    "desk:balance":              Address("200       200   200      403       403   404    login", _event),
    "desk:bookings":             Address("200       200   200      403       403   404    login", _event),
    "desk:reverse":              Address("200       200   200      403       403   404    login", _booking),
    "desk:fees":                 Address("200       200   200      403       403   404    login", _event),
    "desk:prizes":               Address("200       200   200      403       403   404    login", _event),
    "desk:release_prizes":       Address("302       302   302      403       403   404    login", _event, "post"),
    "desk:pay_prizes":           Address("302       302   302      403       403   404    login", _event, "post"),
    "desk:draw":                 Address("200       200   200      403       403   404    login", _round),
    "desk:redraw":               Address("200       200   200      403       403   404    login", _round),
    "desk:mend":                 Address("302       302   302      403       403   404    login", _round, "post"),
    "desk:draw_file":            Address("200       200   200      403       403   404    login", _ending(_round)),
    "desk:publish_draw":         Address("404       404   404      403       403   404    login", _proposal, "post"),
    "desk:public_draw":          Address("200       200   200      200       200   200    200", _public_draw),
    "desk:public_draw_file":     Address("200       200   200      200       200   200    200", _public_draw),
    "desk:look_up_wish":         Address("200       200   200      200       200   200    200", _public_draw, "post"),
    "desk:opened_draw_file":     Address("200       200   200      403       403   404    login", _public_draw),
    "desk:public_terms":         Address("200       200   200      403       403   404    login", _public_draw),
    "desk:openings":             Address("200       200   200      403       403   404    login", _public_draw),
    "desk:reveal":               Address("302       302   302      403       403   404    login", _public_draw, "post"),
    "desk:draw_publicly":       Address("302       302   302      403       403   404    login", _public_round, "post"),
    "desk:close":               Address("200       200   200      403       403   404    login", _event),
    "desk:copy_event":           Address("200       200   200      403       403   404    login", _event),
    "statistics:club":           Address("200       200   200      200       200   200    200", _club),
    "statistics:club_file":      Address("200       200   200      200       200   200    200", _ending(_club)),
    "statistics:club_rates_file": Address("200       200   200      200       200   200    200", _ending(_club)),
    "statistics:club_best_file": Address("200       200   200      200       200   200    200", _ending(_club)),
    "statistics:club_figures_file": Address("200       200   200      200       200   200    200", _drawn(_club)),
    "statistics:event":          Address("200       200   200      200       200   200    200", _event),
    "statistics:event_file":     Address("200       200   200      200       200   200    200", _ending(_event)),
    "statistics:event_rates_file": Address("200       200   200      200       200   200    200", _ending(_event)),
    "statistics:event_best_file": Address("200       200   200      200       200   200    200", _ending(_event)),
    "statistics:event_figures_file": Address("200       200   200      200       200   200    200", _drawn(_event)),
    "statistics:season":         Address("200       200   200      200       200   200    200", _league),
    "statistics:season_file":    Address("200       200   200      200       200   200    200", _ending(_league)),
    "statistics:season_rates_file": Address("200       200   200      200       200   200    200", _ending(_league)),
    "statistics:season_best_file": Address("200       200   200      200       200   200    200", _ending(_league)),
    "statistics:season_figures_file": Address("404       404   404      404       404   404    404", _picture(_league)),
    "statistics:year":           Address("200       200   200      200       200   200    200", _played_year),
    "statistics:year_file":      Address("200       200   200      200       200   200    200", _ending(_played_year)),
    "statistics:year_rates_file": Address("200       200   200      200       200   200    200", _ending(_played_year)),
    "statistics:year_best_file": Address("200       200   200      200       200   200    200", _ending(_played_year)),
    "statistics:year_figures_file": Address("200 200 200 200 200 200 200", _picture(_played_year)),
    "statistics:strength":       Address("200       200   403      403       403   404    login", _club),
    "statistics:strength_file":  Address("200       200   403      403       403   404    login", _ending(_club)),
    "statistics:ranking":        Address("200       200   200      200       200   200    200"),
    "statistics:ranking_file":   Address("200       200   200      200       200   200    200", lambda world: ["csv"]),
    "statistics:level_ranking":  Address("200       200   200      200       200   200    200", _club),
    "statistics:level_ranking_file": Address("200   200   200      200       200   200    200", _ending(_club)),
    "statistics:rate_all":       Address("302       403   403      403       403   403    login", method="post"),
    "statistics:consent":        Address("200       200   200      403       403   404    login", _player),
    "statistics:rate":           Address("302       302   403      403       403   404    login", _club, "post"),
    "statistics:player":         Address("200       200   200      200       200   200    200", _person),
    "statistics:player_file":    Address("200       200   200      200       200   200    200", _ending(_person)),
    "statistics:player_rates_file": Address("200       200   200      200       200   200    200", _ending(_person)),
    "statistics:player_met_file": Address("200       200   200      200       200   200    200", _ending(_person)),
    "statistics:player_figures_file": Address("200       200   200      200       200   200    200", _picture(_person)),
    "statistics:meetings":       Address("200       200   200      200       200   200    200", _met),
    "statistics:meetings_file":  Address("200       200   200      200       200   200    200", _ending(_met)),
    "statistics:spread_file":         Address("404       404   404      404       404   404    404", _ending(_event)),
    "forecasts:division":       Address("200       200   200      200       200   200    200", _division),
    "forecasts:year":           Address("200       200   200      200       200   200    200", _played_year),
    "forecasts:circuit":        Address("200       200   200      200       200   200    200", _circuit),
    "forecasts:division_file":  Address("200       200   200      200       200   200    200", _ending(_division)),
    "forecasts:year_file":      Address("200       200   200      200       200   200    200", _ending(_played_year)),
    "forecasts:circuit_file":   Address("200       200   200      200       200   200    200", _ending(_circuit)),
    "circuits:circuits":        Address("200       200   200      200       200   200    200", _club),
    "circuits:create_circuit":  Address("200       200   200      403       403   404    login", _club),
    "circuits:circuit":         Address("200       200   200      200       200   200    200", _circuit),
    "circuits:teams":           Address("200       200   200      200       200   200    200", _circuit),
    "circuits:file":            Address("200       200   200      200       200   200    200", _ending(_circuit)),
    "circuits:player":          Address("200       200   200      200       200   200    200", _circuit_player),
    "circuits:player_file":     Address("200 200 200 200 200 200 200", _ending(_circuit_player)),
    "circuits:stops":           Address("200       200   200      200       200   200    200", _circuit),
    "circuits:stops_file":      Address("200       200   200      200       200   200    200", _ending(_circuit)),
    "circuits:change_circuit":  Address("200       200   200      403       403   404    login", _circuit),
    "circuits:change_rule":     Address("200       200   200      403       403   404    login", _circuit),
    "circuits:set_state":       Address("302       302   302      403       403   404    login", _circuit, "post"),
    "circuits:add_stops":       Address("302       302   302      403       403   404    login", _circuit_club, "post"),
    "circuits:remove_stop":     Address("200       200   200      403       403   404    login", _stop),
    "circuits:partners":        Address("200       200   200      403       403   404    login", _circuit),
    "circuits:remove_partner":  Address("200       200   200      403       403   404    login", _partner),
    "circuits:invitation":      Address("200       200   200      403       403   404    login", _invitation),
    "years:years":               Address("200       200   200      200       200   200    200", _club),
    "years:create_year":         Address("200       200   200      403       403   404    login", _club),
    "years:former_address":      Address("301       301   301      301       301   301    301", _past_year),
    "years:results_file":        Address("404       404   404      404       404   404    404", _ending(_person)),
    "years:sums":                Address("200       200   200      403       403   404    login", _past_year),
    "years:change_sum":          Address("200       200   200      403       403   404    login", _sum),
    "years:remove_sum":          Address("200       200   200      403       403   404    login", _sum),
    "years:remove_year":         Address("200       200   200      403       403   404    login", _past_year),
    "years:honours":             Address("200       200   200      200       200   200    200", _club),
    "years:honours_file":        Address("200       200   200      200       200   200    200", _ending(_club)),
    "years:year":                Address("200       200   200      200       200   200    200", _played_year),
    "years:file":                Address("200       200   200      200       200   200    200", _year_file),
    "years:part":                Address("200       200   200      200       200   200    200", _year_part),
    "years:part_file":           Address("200       200   200      200       200   200    200", _year_part_file),
    "years:player":              Address("200       200   200      200       200   200    200", _year_player),
    "years:records":             Address("200       200   200      200       200   200    200", _played_year),
    "years:change_year":         Address("200       200   200      403       403   404    login", _year),
    "years:rules":               Address("200       200   200      403       403   404    login", _year),
    "years:start":               Address("200       200   200      403       403   404    login", _year_player),
    "years:change_rule":         Address("200       200   200      403       403   404    login", _year_table),
    "years:remove_rule":         Address("200       200   200      403       403   404    login", _year_table),
    "years:table":               Address("200       200   200      200       200   200    200", _year_table),
    "years:table_file":          Address("200       200   200      200       200   200    200", _ending(_year_table)),
    "years:table_player":        Address("200       200   200      200       200   200    200", _table_player),
    "years:table_player_file":   Address("200       200   200      200       200   200    200", _ending(_table_player)),
    "years:set_state":           Address("302       302   302      403       403   404    login", _year, "post"),
    "years:evenings":            Address("200       200   200      200       200   200    200", _year),
    "years:next_evening":        Address("302       302   302      403       403   404    login", _year, "post"),
    "years:add_evenings":        Address("302       302   302      403       403   404    login", _year, "post"),
    "years:remove_evening":      Address("200       200   200      403       403   404    login", _year_evening),
    "years:seating":             Address("200       200   200      200       200   404    login", _played_year),
    "years:seat":                Address("302       302   302      403       403   404    login", _year, "post"),
    "years:cash":                Address("200       200   200      403       403   404    login", _year),
    "years:cash_file":           Address("200       200   200      403       403   404    login", _cash_file),
    "years:reverse":             Address("200       200   200      403       403   404    login", _cash_entry),
    "leagues:seasons":           Address("200       200   200      200       200   200    200"),
    "leagues:create_season":     Address("200       200   200      403       403   404    login", _club),
    "leagues:division":         Address("200       200   200      200       200   200    200", _division),
    "leagues:division_file":    Address("200       200   200      200       200   200    200", _csv),
    "leagues:team":             Address("200       200   200      200       200   200    200", _in_team),
    "leagues:cross":            Address("200       200   200      200       200   200    200", _division),
    "leagues:cross_file":       Address("200       200   200      200       200   200    200", _csv),
    "leagues:players":          Address("200       200   200      200       200   200    200", _division),
    "leagues:players_file":     Address("200       200   200      200       200   200    200", _csv),
    "leagues:series":           Address("200       200   200      200       200   200    200", _division),
    "leagues:series_file":      Address("200       200   200      200       200   200    200", _in_xlsx),
    "leagues:former_tables":    Address("200       200   200      200       200   200    200", _division),
    "leagues:former_table":     Address("200       200   200      200       200   200    200", _former),
    "leagues:comparison":       Address("200       200   200      200       200   200    200", _level),
    "leagues:comparison_file":  Address("200       200   200      200       200   200    200", _level_file),
    "leagues:season":            Address("200       200   200      200       200   200    200", _league),
    "leagues:change_season":     Address("200       200   200      403       403   404    login", _league),
    "registrations:terms":       Address("200       200   200      403       403   404    login", _league),
    "registrations:overview":    Address("200       200   200      403       403   404    login", _team_terms),
    "registrations:club_teams":  Address("200       200   200      403       403   404    login", _club_teams),
    "registrations:as_before":   Address("302       302   302      403       403   404    login", _club_teams, "post"),
    "registrations:pay":         Address("302       302   302      403       403   404    login", _club_teams, "post"),
    "promotions:step":           Address("200       200   200      403       403   404    login", _league),
    "promotions:confirm":        Address("200       200   200      403       403   404    login", _league, "post"),
    "promotions:undo":           Address("302       302   302      403       403   404    login", _followed, "post"),
    "promotions:moves":          Address("200       200   200      200       200   200    200", _followed),
    "leagues:set_state":         Address("302       302   302      403       403   404    login", _league, "post"),
    "leagues:open_days":         Address("200       200   200      403       403   404    login", _league),
    "leagues:setup":             Address("200       200   200      403       403   404    login", _league),
    "leagues:create_division":   Address("302       302   302      403       403   404    login", _league, "post"),
    "leagues:change_level":      Address("200       200   200      403       403   404    login", _level),
    "leagues:drop_level":        Address("302       302   302      403       403   404    login", _level, "post"),
    "leagues:change_division":   Address("200       200   200      403       403   404    login", _division),
    "leagues:drop_division":     Address("302       302   302      403       403   404    login", _division, "post"),
    "leagues:teams":             Address("200       200   200      403       403   404    login", _division),
    "leagues:squad":             Address("200       200   200      403       403   404    login", _in_team),
    "leagues:add_player":        Address("404       404   404      403       403   404    login", _in_team, "post"),
    "leagues:drop_member":       Address("302       302   302      403       403   404    login", _in_squad, "post"),
    "leagues:change_team":       Address("200       200   200      403       403   404    login", _in_team),
    "leagues:drop_team":         Address("302       302   302      403       403   404    login", _in_team, "post"),
    "leagues:withdraw_team":     Address("200       200   200      403       403   404    login", _in_team),
    "leagues:take_back":         Address("302       302   302      403       403   404    login", _in_team, "post"),
    "leagues:plan":              Address("200       200   200      403       403   404    login", _division),
    "leagues:upload_plan":       Address("302       302   302      403       403   404    login", _division, "post"),
    "leagues:dates":             Address("200       200   200      403       403   404    login", _division),
    "leagues:matchday":          Address("200       200   200      200       200   200    200", _matchday),
    "leagues:group":             Address("200       200   200      200       200   200    200", _group),
    "leagues:lineup":            Address("200       200   200      200       403   404    login", _group_team),
    "leagues:late":              Address("200       200   200      200       403   404    login", _group_team),
    "leagues:break_off":         Address("200       200   200      200       403   404    login", _group_team),
    "leagues:exchange":          Address("200       200   200      200       403   404    login", _group_team),
    "leagues:begin":             Address("302       302   302      302       403   404    login", _group, "post"),
    "leagues:take_seats_back":   Address("302       302   302      302       403   404    login", _group, "post"),
    "leagues:sign":              Address("302       302   302      302       403   404    login", _group_team, "post"),
    "leagues:unsign":            Address("302       302   302      302       403   404    login", _group_team, "post"),
    "leagues:bind":              Address("302       302   302      403       403   404    login", _group, "post"),
    "leagues:bind_matchday":     Address("302       302   302      403       403   404    login", _matchday, "post"),
    "leagues:admit":             Address("302       302   403      403       403   404    login", _group, "post"),
    "api:documentation":         Address("200       200   200      200       200   200    200"),
    "api:description":           Address("200       200   200      200       200   200    200"),
    "api:keys":                  Address("200       200   200      200       200   200    login"),
    "api:withdraw":              Address("404       404   404      404       404   404    login", _key, "post"),
    "api_unknown":               Address("404       404   404      404       404   404    404"),
    # To the interface nobody is signed in by a session: see test_api_read and test_api_write for keys.
    "api_v1:api-root":           Address("404       404   404      404       404   404    404"),
    "api_v1:clubs":              Address("200       200   200      200       200   200    200"),
    "api_v1:club":               Address("200       200   200      200       200   200    200", _club),
    "api_v1:events":             Address("200       200   200      200       200   200    200"),
    "api_v1:event":              Address("200       200   200      200       200   200    200", _event),
    "api_v1:entries":            Address("200       200   200      200       200   200    200", _event),
    "api_v1:tables":             Address("200       200   200      200       200   200    200", _round),
    "api_v1:table":              Address("200       200   200      200       200   200    200", _table),
    "api_v1:ranking":            Address("200       200   200      200       200   200    200", _event),
    "api_v1:teams":              Address("200       200   200      200       200   200    200", _teams),
    "api_v1:lists":              Address("200       200   200      200       200   200    200", _event),
    "api_v1:player":             Address("200       200   200      200       200   200    200", _entry),
    "api_v1:sheet":              Address("200       200   200      200       200   200    200", _list),
    "api_v1:open_list":          Address("401       401   401      401       401   401    401", _table, "post"),
    "api_v1:send_whole":         Address("401       401   401      401       401   401    401", _table, "put"),
    "api_v1:append":             Address("401       401   401      401       401   401    401", _list, "post"),
    "api_v1:correct":            Address("401       401   401      401       401   401    401", _row, "put"),
    "api_v1:strike":             Address("401       401   401      401       401   401    401", _list, "post"),
    "api_v1:feet":               Address("401       401   401      401       401   401    401", _list, "put"),
    "api_v1:move":               Address("401       401   401      401       401   401    401", _list, "post"),
    "api_v1:seasons":            Address("200       200   200      200       200   200    200"),
    "api_v1:season":             Address("200       200   200      200       200   200    200", _league),
    "api_v1:moves":              Address("200       200   200      200       200   200    200", _followed),
    "api_v1:division":           Address("200       200   200      200       200   200    200", _division),
    "api_v1:division_forecast": Address("200       200   200      200       200   200    200", _division),
    "api_v1:matchday":           Address("200       200   200      200       200   200    200", _matchday),
    "api_v1:players":            Address("200       200   200      200       200   200    200", _division),
    "api_v1:qualification":     Address("200       200   200      200       200   200    200", _places),
    "api_v1:circuit":           Address("200       200   200      200       200   200    200", _circuit),
    "api_v1:circuit_forecast": Address("200       200   200      200       200   200    200", _circuit),
    "printing:circuit":         Address("200       200   200      200       200   404    login", _circuit),
    "todo:circuit":             Address("200       200   200      200       403   404    login", _circuit),
    "api_v1:year":               Address("200       200   200      200       200   200    200", _played_year),
    "api_v1:year_forecast": Address("200       200   200      200       200   200    200", _played_year),
    "printing:year":             Address("200       200   200      200       200   404    login", _year_paper),
    "printing:club_statistics":  Address("200       200   200      200       200   404    login", _club),
    "printing:player_statistics": Address("200      200   200      200       200   404    login", _person),
    "printing:sheet":            Address("200       200   200      200       200   200    200", _list),
    "printing:blank_sheet":      Address("200       200   200      200       200   200    200", _list),
    "printing:blank_table":      Address("200       200   200      200       200   200    200", _table),
    "printing:blank_form":       Address("200       200   200      200       200   200    200", _form),
    "printing:rules_form":       Address("200       200   200      200       200   200    200", _rules_form),
    "printing:ranking":          Address("200       200   200      200       200   200    200", _event),
    "printing:team_ranking":     Address("200       200   200      200       200   200    200", _teams),
    "printing:best_lists":       Address("200       200   200      200       200   200    200", _event),
    "printing:winners":          Address("200       200   200      200       200   200    200", _event),
    "printing:cash_day":         Address("200       200   200      403       403   404    login", _event),
    "printing:cash_slips":       Address("404       404   404      403       403   404    login", _round),
    "printing:round_sheets":     Address("404       404   404      404       403   404    login", _round),
    "printing:table_cards":      Address("200       200   200      200       403   404    login", _seated_round),
    "printing:notice":           Address("200       200   200      200       403   404    login", _seated_round),
    "printing:draw_report":      Address("200       200   200      200       403   404    login", _seated_round),
    "printing:start_cards":      Address("404       404   404      404       403   404    login", _event),
    "printing:certificate_form": Address("200       200   200      403       403   404    login", _event),
    "printing:certificate_specimen": Address("200   200   200      403       403   404    login", _event),
    "printing:certificates":     Address("404       404   404      403       403   404    login", _event),
    "printing:qualified":        Address("200       200   200      200       200   200    200", _places),
    "printing:league_moves":     Address("200       200   200      200       200   200    200", _followed),
    "printing:league_table":     Address("200       200   200      200       200   200    200", _division),
    "printing:league_players":   Address("200       200   200      200       200   200    200", _division),
    "printing:league_report":    Address("200       200   200      200       200   200    200", _group),
    "printing:league_exchanges": Address("200       200   200      200       200   200    200", _group),
    "reading:of_list":           Address("200       200   200      200       403   404    login", _list),
    "reading:of_round":          Address("200       200   200      200       403   404    login", _round),
    "reading:job":               Address("404       404   404      404       404   404    login", _job),
    "reading:review":            Address("404       404   404      404       404   404    login", _photo_of_job),
    "reading:picture":           Address("404       404   404      404       404   404    login", _photo_of_job),
    "reading:forget":          Address("404       404   404      404       404   404    login", _photo_of_job, "post"),
    "printing:job":              Address("404       404   404      404       404   404    login", _job),
    "printing:job_file":         Address("404       404   404      404       404   404    login", _job),
    "todo:start":               Address("200       200   200      200       200   200    login"),
    "todo:club":                Address("200       200   200      200       403   404    login", _club),
    "todo:event":               Address("200       200   200      200       403   404    login", _event),
    "todo:year":                Address("200       200   200      200       403   404    login", _year),
    "todo:season":              Address("200       200   200      200       403   404    login", _league),
    "todo:matchday":            Address("200       200   200      200       403   404    login", _matchday),
    "todo:group":               Address("200       200   200      200       403   404    login", _group),
    "operations:overview":       Address("200       403   403      403       403   403    login"),
    "operations:backups_file":   Address("200       403   403      403       403   403    login", _ods),
    "operations:start_backup":   Address("302       403   403      403       403   403    login", method="post"),
    "operations:start_check":    Address("302       403   403      403       403   403    login", method="post"),
    "operations:download":       Address("404       403   403      403       403   403    login", _backup),
    "visitors:search":           Address("200       200   200      200       200   200    200"),
    "visitors:where":            Address("200       200   200      200       200   200    200", _event),
    "visitors:sample":           Address("200       200   200      200       200   200    200"),
    "visitors:club_dates":       Address("200       200   200      200       200   200    200", _club),
    "visitors:club_notices":     Address("200       200   200      200       200   200    200", _club),
    "visitors:club_calendar":    Address("200       200   200      200       200   200    200", _club),
    "visitors:club_feed":        Address("200       200   200      200       200   200    200", _club),
    "visitors:framed_dates":     Address("200       200   200      200       200   200    200", _club),
    "visitors:framed_ranking":   Address("200       200   200      200       200   200    200", _event),
    "visitors:framed_year":      Address("200       200   200      200       200   200    200", _year),
    "visitors:framed_division":  Address("200       200   200      200       200   200    200", _division),
    "visitors:site_picture":     Address("200       200   200      200       200   200    200"),
    "visitors:picture":          Address("200       200   200      200       200   200    200", _event),
    "visitors:sitemap":          Address("200       200   200      200       200   200    200"),
    "visitors:sitemap_part":     Address("200       200   200      200       200   200    200", lambda _: ["vereine"]),
    "manual:index":              Address("200       200   200      200       200   200    200"),
    "manual:page":               Address("200       200   200      200       200   200    200", lambda _: ["club"]),
    "visitors:robots":           Address("200       200   200      200       200   200    200"),
    "health":                    Address("200       200   200      200       200   200    200"),
    "impressum":                 Address("404       404   404      404       404   404    404"),
    "datenschutz":               Address("404       404   404      404       404   404    404"),
}
# What anybody may read once it is published, while it is being prepared.
UNPUBLISHED = {
    "signups:form":               Address("200       200   200      200       200   404    login", _draft_terms),
    "qualifications:overview":   Address("200       200   200      200       200   404    login", _draft_places),
    "qualifications:contestants_file": Address("200 200 200 200 200 404 login", _ending(_draft_places)),
    "events:event":              Address("200       200   200      200       200   404    login", _draft),
    "events:entries":            Address("200       200   200      200       200   404    login", _draft),
    "events:entries_file":       Address("200       200   200      200       200   404    login", _ending(_draft)),
    "events:seating_file": Address("200       200   200      200       200   404    login", _ending(_draft_round)),
    "lists:sheet_file":          Address("200       200   200      200       200   404    login", _ending(_draft_list)),
    "leagues:former_file": Address("200 200 200 200 200 404 login", _ending(_drafted(_former))),
    "promotions:moves_file": Address("200 200 200 200 200 404 login", _ending(_drafted(_followed))),
    "years:evenings_file":       Address("200       200   200      200       200   404    login", _ending(_draft_year)),
    "years:player_file":         Address("200 200 200 200 200 404 login", _ending(_draft_year_player)),
    "leagues:team_file":         Address("200 200 200 200 200 404 login", _drafted(_team_results)),
    "leagues:report_file":       Address("200 200 200 200 200 404 login", _drafted(_ending(_group))),
    "leagues:exchanges_file":    Address("200 200 200 200 200 404 login", _drafted(_ending(_group))),
    "events:round":              Address("301       301   301      301       301   404    login", _draft_round),
    "lists:board":               Address("200       200   200      200       200   404    login", _draft_round),
    "lists:at_table":            Address("302       302   302      302       302   404    login", _draft_table),
    "lists:sheet":               Address("200       200   200      200       200   404    login", _draft_list),
    "lists:feet_file":           Address("200       200   200      200       200   404    login", _ending(_draft_list)),
    "lists:row":                 Address("200       200   200      200       200   404    login", _draft_row),
    "standings:ranking":         Address("200       200   200      200       200   404    login", _draft),
    "standings:file":            Address("200       200   200      200       200   404    login", _draft_file),
    "standings:round":           Address("200       200   200      200       200   404    login", _draft_round),
    "standings:round_file":      Address("200       200   200      200       200   404    login", _draft_round_file),
    "standings:table":           Address("200       200   200      200       200   404    login", _draft_table),
    "standings:teams":           Address("200       200   200      200       200   404    login", _draft_teams),
    "standings:teams_file":      Address("200       200   200      200       200   404    login", _draft_teams_file),
    "standings:lists":           Address("200       200   200      200       200   404    login", _draft),
    "standings:lists_file":      Address("200       200   200      200       200   404    login", _draft_file),
    "standings:player":          Address("200       200   200      200       200   404    login", _draft_entry),
    "standings:person":          Address("200       200   200      200       200   404    404", _draft_person),
    "standings:person_file":     Address("200       200   200      200       200   404    404", _ending(_draft_person)),
    "hall:hall":                 Address("200       200   200      200       200   404    login", _draft),
    "visitors:where":            Address("200       200   200      200       200   404    login", _draft),
    "visitors:framed_ranking":   Address("404       404   404      404       404   404    404", _draft),
    "visitors:framed_year":      Address("404       404   404      404       404   404    404", _draft_year),
    "visitors:framed_division":  Address("404       404   404      404       404   404    404", _drafted(_division)),
    "visitors:picture":          Address("404       404   404      404       404   404    404", _draft),
    "statistics:event":          Address("200       200   200      200       200   404    login", _draft),
    "statistics:event_file":     Address("200       200   200      200       200   404    login", _ending(_draft)),
    "statistics:event_rates_file": Address("200       200   200      200       200   404    login", _ending(_draft)),
    "statistics:event_best_file": Address("200       200   200      200       200   404    login", _ending(_draft)),
    "statistics:event_figures_file": Address("200       200   200      200       200   404    login", _drawn(_draft)),
    "statistics:spread_file":         Address("404       404   404      404       404   404    login", _ending(_draft)),
    "statistics:season":         Address("200       200   200      200       200   404    login", _drafted(_league)),
    "statistics:season_file": Address("200 200 200 200 200 404 login", _drafted(_ending(_league))),
    "statistics:season_rates_file": Address("200 200 200 200 200 404 login", _drafted(_ending(_league))),
    "statistics:season_best_file": Address("200 200 200 200 200 404 login", _drafted(_ending(_league))),
    "statistics:season_figures_file": Address("404 404 404 404 404 404 login", _drafted(_picture(_league))),
    "statistics:year":           Address("200       200   200      200       200   404    login", _draft_year),
    "statistics:year_file":      Address("200       200   200      200       200   404    login", _ending(_draft_year)),
    "statistics:year_rates_file": Address("200 200 200 200 200 404 login", _ending(_draft_year)),
    "statistics:year_best_file": Address("200 200 200 200 200 404 login", _ending(_draft_year)),
    "statistics:year_figures_file": Address("200 200 200 200 200 404 login", _picture(_draft_year)),
    "statistics:player":         Address("404       404   404      404       404   404    404", _draft_person),
    "years:year":                Address("200       200   200      200       200   404    login", _draft_year),
    "years:file":                Address("200       200   200      200       200   404    login", _draft_year_file),
    "years:part":                Address("200       200   200      200       200   404    login", _draft_year_part),
    "years:part_file":           Address("200       200   200      200       200   404    login", _draft_part_file),
    "years:player":              Address("200       200   200      200       200   404    login", _draft_year_player),
    "years:records":             Address("200       200   200      200       200   404    login", _draft_year),
    "years:evenings":            Address("200       200   200      200       200   404    login", _draft_year),
    "leagues:division":         Address("200       200   200      200       200   404    login", _drafted(_division)),
    "leagues:division_file":    Address("200       200   200      200       200   404    login", _drafted(_csv)),
    "leagues:team":             Address("200       200   200      200       200   404    login", _drafted(_in_team)),
    "leagues:cross":            Address("200       200   200      200       200   404    login", _drafted(_division)),
    "leagues:cross_file":       Address("200       200   200      200       200   404    login", _drafted(_csv)),
    "leagues:players":          Address("200       200   200      200       200   404    login", _drafted(_division)),
    "leagues:players_file":     Address("200       200   200      200       200   404    login", _drafted(_csv)),
    "leagues:series":           Address("200       200   200      200       200   404    login", _drafted(_division)),
    "leagues:series_file":      Address("200       200   200      200       200   404    login", _drafted(_in_xlsx)),
    "leagues:former_tables":    Address("200       200   200      200       200   404    login", _drafted(_division)),
    "leagues:former_table":     Address("200       200   200      200       200   404    login", _drafted(_former)),
    "leagues:comparison":       Address("200       200   200      200       200   404    login", _drafted(_level)),
    "leagues:comparison_file":  Address("200       200   200      200       200   404    login", _drafted(_level_file)),
    "leagues:season":            Address("200       200   200      200       200   404    login", _drafted(_league)),
    "promotions:moves":          Address("200       200   200      200       200   404    login", _drafted(_followed)),
    "leagues:matchday":          Address("200       200   200      200       200   404    login", _drafted(_matchday)),
    "leagues:group":             Address("200       200   200      200       200   404    login", _drafted(_group)),
    "paper_code":                Address("302       302   302      302       302   404    login", _draft_paper_code),
    "sheet_code":                Address("302       302   302      302       302   404    login", _draft_sheet_code),
    "table_code":                Address("302       302   302      302       302   404    login", _draft_table_code),
    "device_code":               Address("302       302   302      302       302   302    302", _draft_device),
    "card_code":                 Address("302       302   302      302       302   302    302", _draft_evening),
    "phones:evening":            Address("200       200   200      200       200   200    200", _draft_evening),
    "phones:manifest":           Address("200       200   200      200       200   200    200", _draft_evening),
    "device:table":              Address("200       200   200      200       200   200    200", _draft_device),
    "device:state":              Address("200       200   200      200       200   200    200", _draft_device),
    "device:write":              Address("400       400   400      400       400   400    400", _draft_device, "post"),
    "device:send":               Address("400       400   400      400       400   400    400", _draft_device, "post"),
    "device:manifest":           Address("200       200   200      200       200   200    200", _draft_device),
    "api_v1:event":              Address("401       401   401      401       401   401    401", _draft),
    "api_v1:ranking":            Address("401       401   401      401       401   401    401", _draft),
    "api_v1:sheet":              Address("401       401   401      401       401   401    401", _draft_list),
    "api_v1:moves":              Address("401       401   401      401       401   401    401", _drafted(_followed)),
    "api_v1:division":           Address("401       401   401      401       401   401    401", _drafted(_division)),
    "api_v1:division_forecast": Address("401       401   401      401       401   401    401", _drafted(_division)),
    "forecasts:division":       Address("200       200   200      200       200   404    login", _drafted(_division)),
    "forecasts:year":           Address("200       200   200      200       200   404    login", _draft_year),
    "forecasts:circuit":        Address("200       200   200      200       200   404    login", _draft_circuit),
    "forecasts:division_file": Address("200 200 200 200 200 404 login", _ending(_drafted(_division))),
    "forecasts:year_file": Address("200 200 200 200 200 404 login", _ending(_draft_year)),
    "forecasts:circuit_file": Address("200 200 200 200 200 404 login", _ending(_draft_circuit)),
    "circuits:circuit":         Address("200       200   200      200       200   404    login", _draft_circuit),
    "circuits:teams":           Address("200       200   200      200       200   404    login", _draft_circuit),
    "circuits:file":            Address("200 200 200 200 200 404 login", _ending(_draft_circuit)),
    "circuits:player":          Address("200       200   200      200       200   404    login", _draft_circuit_player),
    "circuits:player_file":     Address("200 200 200 200 200 404 login", _ending(_draft_circuit_player)),
    "circuits:stops":           Address("200       200   200      200       200   404    login", _draft_circuit),
    "circuits:stops_file":      Address("200 200 200 200 200 404 login", _ending(_draft_circuit)),
    "api_v1:qualification":     Address("401       401   401      401       401   401    401", _draft_places),
    "api_v1:circuit":           Address("401       401   401      401       401   401    401", _draft_circuit),
    "api_v1:circuit_forecast": Address("401       401   401      401       401   401    401", _draft_circuit),
    "api_v1:year":               Address("401       401   401      401       401   401    401", _draft_year),
    "api_v1:year_forecast": Address("401       401   401      401       401   401    401", _draft_year),
    "printing:sheet":            Address("200       200   200      200       200   404    login", _draft_list),
    "printing:blank_sheet":      Address("200       200   200      200       200   404    login", _draft_list),
    "printing:blank_table":      Address("200       200   200      200       200   404    login", _draft_table),
    "printing:blank_form":       Address("200       200   200      200       200   404    login", _draft_form),
    "printing:ranking":          Address("200       200   200      200       200   404    login", _draft),
    "printing:qualified":        Address("200       200   200      200       200   404    login", _draft_places),
    "printing:league_moves":     Address("200       200   200      200       200   404    login", _drafted(_followed)),
    "printing:league_table":     Address("200       200   200      200       200   404    login", _drafted(_division)),
    "printing:league_players":   Address("200       200   200      200       200   404    login", _drafted(_division)),
    "printing:league_report":    Address("200       200   200      200       200   404    login", _drafted(_group)),
    "printing:league_exchanges": Address("200       200   200      200       200   404    login", _drafted(_group)),
    "printing:team_ranking":     Address("200       200   200      200       200   404    login", _draft_teams),
    "printing:best_lists":       Address("200       200   200      200       200   404    login", _draft),
    "printing:winners":          Address("200       200   200      200       200   404    login", _draft),
}
# fmt: on


@pytest.fixture(autouse=True)
def unset(paper_as_html):
    """Setting a paper takes time, and who may have it does not depend on how it looks."""


@pytest.fixture(autouse=True)
def no_process(monkeypatch):
    """What begins long work answers at once, and nothing begins here."""
    monkeypatch.setattr(SiteJob, "begin", lambda job: None)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Iterator[Path]:
    """Photographs and other files of the tests stay with them."""
    path = tmp_path_factory.mktemp("files")
    with override_settings(MEDIA_ROOT=path, VAR_DIR=path):
        yield path


@pytest.fixture(scope="module")
def basis(folder, django_db_setup, django_db_blocker) -> Iterator[Basis]:
    """The club with its cast, who have all signed in, Anna and an evening, for all addresses of this file.

    Every second role is held in the federation above the one that the club belongs to, and counts here all the same.
    """
    with lasting(django_db_blocker):
        with believed():
            federation = services.create_club("Skatverband Ost")
            level = services.create_club("Gruppe Altenburg", parent=federation)
            club = services.create_club("Herz Dame Altenburg", place="Altenburg", number="07.01.116", parent=level)
            cast = {"betreiber": User.objects.create_superuser("betreiber")}
            cast["fremde"] = User.objects.create_user("fremde")
            for where, (name, role) in zip((federation, club) * 2, ROLES.items(), strict=True):
                cast[name] = services.invite(where, name, role, first_name=name.title()).user
            anna = services.add_player(club, first_name="Anna", last_name="Ärmel", number="1", birth_year=1960)
            world = SimpleNamespace(club=club, anna=anna, event=make_event(club), **cast)
            browsers = {visitor: Client() for visitor in VISITORS}
            for visitor, user in cast.items():
                browsers[visitor].force_login(user)
        yield Basis(world, {visitor: browser.cookies for visitor, browser in browsers.items()})


def test_every_address_is_in_the_table():
    assert sorted(names()) == sorted(ADDRESSES)


FILES = {name for name in ADDRESSES if name.endswith((":file", "_file"))} - {"exchange:person_file"} | {
    "lists:photo",
    "printing:table_cards",
    "visitors:picture",
    "visitors:site_picture",
    "api:description",
}
PAGES = [name for name in ADDRESSES if name not in FILES]
TO_STRANGERS = dict(zip(sample(PAGES, lambda name: name.split(":")[0], part=4), cycle(OTHERS)))
"""Pages for which somebody who is not signed in asks in another language, every one in turn."""


@pytest.mark.parametrize("name", ADDRESSES)
def test_answer(name, basis, folder):
    """Whoever asks in another language sees no German, on the page to which a form leads neither.

    The strongest visitor sees more of a page than others; what is sent or fetched is alike for all who may.
    """
    address = ADDRESSES[name]
    expected = expected_of(address, with_strongest=WHOLE or (address.method == "get" and name not in FILES))
    assert answers(name, address, basis, folder, in_languages(name, list(expected))) == expected


def in_languages(name: str, visitors: list[str]) -> Iterator[tuple[str, str]]:
    """Those who come to a page, with the language of their browsers.

    The first one speaks English, and on some pages the stranger speaks another language than German. With WHOLE=1
    all come in German, too, and the strongest and a reader in every language.
    """
    spoken = {visitors[0]: OTHERS[:1]}
    if name in TO_STRANGERS:
        spoken["anonym"] = [TO_STRANGERS[name]]
    if WHOLE:
        spoken |= {"betreiber": OTHERS, "leser": OTHERS}
    for visitor in visitors:
        others = [] if name in FILES else spoken.get(visitor, [])
        if WHOLE or not others:
            yield visitor, settings.LANGUAGE_CODE
        yield from ((visitor, language) for language in others)


@pytest.mark.skipif(connection.vendor == "postgresql" and not WHOLE, reason="these pages are visited there as well")
@pytest.mark.parametrize("name", UNPUBLISHED)
def test_answer_before_publication(name, basis, folder):
    expected = expected_of(UNPUBLISHED[name], with_strongest=WHOLE)
    assert answers(name, UNPUBLISHED[name], basis, folder, [(visitor, "de") for visitor in expected]) == expected


def expected_of(address: Address, with_strongest: bool = True) -> dict[str, str]:
    """What those who come are answered.

    VISITORS stand from the strongest to the weakest, and where a rule lets some in, it lets in all who are stronger
    (`test_a_role_covers_itself_and_all_weaker_ones`): so whoever stands beside a change of the answer comes, with the
    first and the last. On the second kind of database the first one visits every page. With WHOLE=1 all come.
    Where the first one does not come, the weakest who is let in stands for him.
    """
    answers = address.answers.split()
    if connection.vendor == "postgresql" and not WHOLE:
        return {VISITORS[0]: answers[0]}
    last = len(VISITORS) - 1
    beside = {i + step for i in range(last) if answers[i] != answers[i + 1] for step in (0, 1)} | {last}
    beside |= {0} if with_strongest else set()
    return {VISITORS[i]: answers[i] for i in (range(last + 1) if WHOLE else sorted(beside))}


def answers(
    name: str, address: Address, basis: Basis, folder: Path, visitors: Iterable[tuple[str, str]]
) -> dict[str, str]:
    """What each of those who come is answered, every one as if the others had never come."""
    found = {}
    with as_before(folder):
        with believed():
            path = reverse(name, args=basis.args_of(address.args))
        for visitor, language in visitors:
            browser = Client(headers={"Accept-Language": language})
            browser.cookies.load(basis.cookies[visitor])
            with undone(folder):
                response = getattr(browser, address.method)(path, follow=language in OTHERS)
                found[visitor] = status(response)
                if language in OTHERS:
                    said = (visitor, response["Content-Language"], german_on(response.text, language))
                    assert said == (visitor, language, [])
    basis.undo()
    return found


def status(response: HttpResponse) -> str:
    """As Address writes it; of an answer that was followed, the first one."""
    leads, code = response.get("Location", ""), response.status_code
    if chain := getattr(response, "redirect_chain", ()):
        leads, code = chain[0]
    to_sign_in = leads.split("?")[0] == "/anmelden/"
    return "login" if to_sign_in and code == 302 else str(code)


def test_a_role_covers_itself_and_all_weaker_ones():
    covered = {role: [weaker for weaker in Role if role.covers(weaker)] for role in Role}
    assert covered == {
        "reader": ["reader"],
        "listenfuehrer": ["reader", "listenfuehrer"],
        "spielleitung": ["reader", "listenfuehrer", "spielleitung"],
        "administrator": ["reader", "listenfuehrer", "spielleitung", "administrator"],
    }


def weakest(name: str) -> Role | None:
    """The weakest role that an address answers with anything but a refusal, as the table above has it."""
    answers = dict(zip(VISITORS, ADDRESSES[name].answers.split(), strict=True))
    holders = {"leser": Role.READER, "schreiber": Role.LISTENFUEHRER, "leiterin": Role.SPIELLEITUNG}
    if answers["anonym"] not in {"login", "403", "404"}:
        return None
    return next((role for who, role in holders.items() if answers[who] not in {"403", "404"}), Role.ADMINISTRATOR)


def test_the_page_about_roles_says_what_the_site_grants():
    said = {(name, power.role) for power in POWERS for name in power.addresses}
    assert said == {(name, weakest(name)) for name, _role in said}


@pytest.mark.django_db
def test_the_page_about_roles_is_public_and_names_them_all(client):
    page = client.get(reverse("people:what_roles_may"))
    rows = re.findall(r'<tr>\s*<th scope="row">(.*?)</th>(.*?)</tr>', page.text, re.DOTALL)
    said = {unescape(what): marks.count("✓") for what, marks in rows}
    # Columns: without a role, Leser, Listenführer, Spielleitung, Administrator.
    assert said["Lesen, was noch nicht veröffentlicht ist, und das Spielerverzeichnis"] == 4
    assert said["Listen öffnen, eingeben, berichtigen und als erfasst abschließen"] == 3
    assert said["Kasse führen, Preise festsetzen und auszahlen"] == 2
    assert said["Rollen vergeben und entziehen, Einmal-Links fürs Passwort ausgeben"] == 1
    assert len(said) == len(POWERS)
    assert f'href="{page.wsgi_request.path}"' in client.get("/").text


def test_lists_are_moved_by_the_roles_that_the_page_names():
    binding = {role for moves in MOVES.values() for to, role in moves.items() if to in {"binding", "annulled"}}
    opened = {role for state in ("checked", "binding") for to, role in MOVES[state].items() if to == "entered"}
    entered = {role for state, moves in MOVES.items() for to, role in moves.items() if to == "checked"}
    assert (binding, opened, entered) == ({Role.SPIELLEITUNG}, {Role.SPIELLEITUNG}, {Role.LISTENFUEHRER})


def test_the_stronger_of_two_roles_counts():
    assert strongest("spielleitung", "reader") == strongest("reader", "spielleitung") == Role.SPIELLEITUNG
    assert strongest(None, "reader") == Role.READER
    assert strongest(None, None) is None
