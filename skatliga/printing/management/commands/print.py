"""Print a document of an event, club year, Turnierserie or the statistics; the site makes long prints by it as well."""

import gc
import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypedDict, Unpack

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.circuits.models import Circuit
from skatliga.events.days import days_of
from skatliga.events.models import Event, Round
from skatliga.jobs import write_whole
from skatliga.leagues.group_results import read_at
from skatliga.leagues.models import Division, Group
from skatliga.people.models import Club, Player
from skatliga.printing.circuit_papers import circuit_filename, print_circuit
from skatliga.printing.document_types import DOCUMENT_TYPES
from skatliga.printing.formats import LARGE, NORMAL, TICKED
from skatliga.printing.page_papers import (
    LEAGUE_WORKS,
    STATISTICS_WORKS,
    YEAR_WORKS,
    LeagueOrder,
    StatisticsOrder,
    year_filename,
)
from skatliga.printing.print_request import PrintRequest, filename
from skatliga.printing.queries import blank_papers
from skatliga.printing.sheet_geometry import geometry
from skatliga.standings.ranking_scope import RankingScope
from skatliga.statistics.periods import PeriodChoice
from skatliga.years.models import ClubYear

CIRCUIT = "turnierserie"
DOCUMENTS = [*DOCUMENT_TYPES, CIRCUIT, *LEAGUE_WORKS, *YEAR_WORKS, *STATISTICS_WORKS]


class Options(TypedDict):
    """What is printed, of what, for whom and where to."""

    document: str
    slug: str
    gruppe: str | None
    leer: bool
    serie: int | None
    nach: int | None
    klasse: str | None
    tabelle: int
    tag: str | None
    jahr: int | None
    output: Path | None
    gross: bool
    ankreuzen: bool
    barrierefrei: bool
    site: str | None
    role: str | None
    language: str
    progress: Path | None
    geometry: Path | None


class Command(BaseCommand):
    requires_system_checks = ()  # they take as long as fifty lists
    help = _("Druckt eine Unterlage einer Veranstaltung in eine PDF-Datei.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("document", choices=DOCUMENTS, help=_("Was gedruckt wird"))
        parser.add_argument("slug", help=_("Wovon, wie in der Adresse; Liga SAISON/STAFFEL"))
        parser.add_argument("--gruppe", help=_("Spieltag und Gruppe einer Liga, etwa 3.2"))
        parser.add_argument("--leer", action="store_true", help=_("Spielbericht ohne Ergebnisse"))
        parser.add_argument("--serie", type=int, help=_("Nummer der Serie"))
        parser.add_argument("--nach", type=int, help=_("Rangliste nach dieser Serie, Tabelle nach diesem Spieltag"))
        parser.add_argument("--klasse", help=_("Rangliste dieser Klasse, nach ihrem Namen"))
        parser.add_argument("--tabelle", type=int, default=1, help=_("Rangliste nach dieser Tabelle der Veranstaltung"))
        parser.add_argument("--tag", help=_("Rangliste dieses Tages, etwa 2026-03-14"))
        parser.add_argument("--jahr", type=int, help=_("Statistik dieses Jahres; ohne Angabe über die gesamte Zeit"))
        parser.add_argument("-o", "--output", type=Path, help=_("Datei; ohne Angabe im Verzeichnis, in dem man steht"))
        parser.add_argument("--gross", action="store_true", help=_("Listen in großer Schrift"))
        parser.add_argument("--ankreuzen", action="store_true", help=_("Leere Listen zum Ankreuzen"))
        parser.add_argument(
            "--barrierefrei", action="store_true", help=_("Listen, Karten und Ranglisten für Vorleseprogramme")
        )
        parser.add_argument("--site", help=_("Anfang der Adressen in Codes; ohne Angabe SITE_URL der Einstellungen"))
        parser.add_argument("--role", choices=("", *Role.values), help=_("Für wen; ohne Angabe, wer es drucken darf"))
        parser.add_argument(
            "--geometry", type=Path, help=_("Datei (JSON), in der steht, wo die Felder leerer Listen sind")
        )
        parser.add_argument("--language", default="de", help=_("Sprache"))
        parser.add_argument("--progress", type=Path, help=_("Datei, in der steht, wie viele Blätter fertig sind"))

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        if options["document"] in LEAGUE_WORKS:
            _print_of_league(options)
            return
        if options["document"] in YEAR_WORKS:
            _print_of_year(options)
            return
        if options["document"] == CIRCUIT:
            _print_of_circuit(options)
            return
        if options["document"] in STATISTICS_WORKS:
            _print_statistics(options)
            return
        work = DOCUMENT_TYPES[options["document"]]
        if options["role"] is None:
            options["role"] = work.needed.value
        order = _order(options)
        if work.has_codes and not order.site:
            raise CommandError(
                _("Wohin sollen die Codes führen? Bitte --site https://… angeben oder SITE_URL einstellen.")
            )
        if work.of_a_round and order.scope.round is None:
            raise CommandError(_("Bitte die Serie nennen: --serie 1"))
        if not work.sheets(order):
            raise CommandError(_("Hier gibt es nichts zu drucken."))
        with _tidying_later(), translation.override(options["language"]):
            pdf = work.print(order, _teller(options["progress"]))
            name = filename(options["document"], order)
            if options["geometry"]:
                _write_geometry(order, options)
        write_whole(options["output"] or Path(name), pdf)


def _write_geometry(order: PrintRequest, options: Options) -> None:
    """Where the cells of the lists are that were just printed."""
    if options["document"] != "leere-listen" or options["geometry"] is None:
        raise CommandError(_("Wo die Felder sind (--geometry), gibt es nur zu leere-listen."))
    papers = blank_papers(order.the_round, order.role, order.site, order.edition)
    write_whole(options["geometry"], json.dumps(geometry(papers), ensure_ascii=False, indent=1).encode())


@contextmanager
def _tidying_later() -> Iterator[None]:
    """Layout makes a great many objects that live to its end; looking at them again and again only takes time.

    A process that has put aside what it began with keeps it there.
    """
    usual, alone = gc.get_threshold(), not gc.get_freeze_count()
    if alone:
        gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        if alone:
            gc.unfreeze()


def _print_of_league(options: Options) -> None:
    work = LEAGUE_WORKS[options["document"]]
    season, _stroke, slug = options["slug"].partition("/")
    divisions = Division.objects.select_related("season__club", "level")
    division = divisions.filter(season__slug=season, slug=slug).first()
    if division is None:
        raise CommandError(_("Diese Staffel gibt es nicht: %(slug)s") % {"slug": options["slug"]})
    division.season.held = Role.READER if options["role"] is None else options["role"] or None
    state = ".".join(str(number) for number in (options["nach"], options["serie"]) if number is not None)
    try:
        until = read_at(state, division)
    except ValueError as unknown:
        raise CommandError(_("Diese Serie gibt es nicht: %(number)s") % {"number": state}) from unknown
    group = _group(division, options["gruppe"] or "") if work.of_a_group else None
    order = LeagueOrder(division, division.season.role, group, until, blank=options["leer"])
    with translation.override(options["language"]):
        pdf = work.print(order)
    write_whole(options["output"] or Path(f"{options['document']}-{order.filename}"), pdf)


def _print_of_year(options: Options) -> None:
    year = ClubYear.objects.select_related("club").filter(slug=options["slug"]).first()
    if year is None:
        raise CommandError(_("Dieses Clubjahr gibt es nicht: %(slug)s") % {"slug": options["slug"]})
    name = options["document"]
    with translation.override(options["language"]):
        pdf = YEAR_WORKS[name].print(year)
    write_whole(options["output"] or Path(year_filename(name, year)), pdf)


def _print_of_circuit(options: Options) -> None:
    circuit = Circuit.objects.select_related("club").filter(slug=options["slug"]).first()
    if circuit is None:
        raise CommandError(_("Diese Turnierserie gibt es nicht: %(slug)s") % {"slug": options["slug"]})
    with translation.override(options["language"]):
        pdf = print_circuit(circuit)
    write_whole(options["output"] or Path(circuit_filename(circuit)), pdf)


def _print_statistics(options: Options) -> None:
    asked = options["slug"]
    if options["document"] == "vereinsstatistik":
        subject: Club | Player | None = Club.objects.filter(slug=asked).first()
    else:
        subject = Player.objects.filter(pk=asked).first() if asked.isdecimal() else None
    if subject is None:
        raise CommandError(_("Diesen Verein oder Spieler gibt es nicht: %(slug)s") % {"slug": asked})
    role = Role.READER if options["role"] is None else Role(options["role"]) if options["role"] else None
    order = StatisticsOrder(subject, PeriodChoice(options["jahr"]), role)
    with translation.override(options["language"]):
        pdf = STATISTICS_WORKS[options["document"]].print(order)
    write_whole(options["output"] or Path(order.filename), pdf)


def _group(division: Division, number: str) -> Group:
    """The group written as match day and number, such as 3.2."""
    day, _point, of_day = number.partition(".")
    groups = Group.objects.filter(matchday__division=division).select_related("matchday", "event", "host")
    if not (day.isdecimal() and of_day.isdecimal()):
        raise CommandError(_("Bitte Spieltag und Gruppe nennen: --gruppe 3.2"))
    group = groups.filter(matchday__number=day, number=of_day).first()
    if group is None:
        raise CommandError(_("Diese Gruppe gibt es nicht: %(number)s") % {"number": number})
    group.matchday.division = division
    return group


def _order(options: Options) -> PrintRequest:
    event = Event.objects.select_related("club").prefetch_related("rounds").filter(slug=options["slug"]).first()
    if event is None:
        raise CommandError(_("Diese Veranstaltung gibt es nicht: %(slug)s") % {"slug": options["slug"]})
    event.event_held = options["role"] or None
    round, after = _round(event, options["serie"]), _round(event, options["nach"])
    category = event.categories.filter(name=options["klasse"]).first()
    if options["klasse"] and category is None:
        raise CommandError(_("Diese Klasse gibt es nicht: %(name)s") % {"name": options["klasse"]})
    site = (options["site"] or settings.SITE_URL).rstrip("/")
    edition = LARGE if options["gross"] else TICKED if options["ankreuzen"] else NORMAL
    table = options["tabelle"]
    if not 1 <= table <= len(event.tables):
        raise CommandError(_("Diese Tabelle gibt es nicht: %(number)s") % {"number": table})
    day = next((day for day in days_of(event) if day.date.isoformat() == options["tag"]), None)
    if options["tag"] and day is None:
        raise CommandError(_("Diesen Tag hat die Veranstaltung nicht: %(day)s") % {"day": options["tag"]})
    last = after.number if after else None
    scope = RankingScope(round, last, category, table, day)
    return PrintRequest(event, scope, event.role, site, edition, options["barrierefrei"])


def _round(event: Event, number: int | None) -> Round | None:
    """The Serie with this number, None where none is asked for."""
    round = next((round for round in event.rounds.all() if round.number == number), None)
    if number is not None and round is None:
        raise CommandError(_("Diese Serie gibt es nicht: %(number)s") % {"number": number})
    if round:
        round.event = event
    return round


def _teller(progress: Path | None) -> Callable[[int], None]:
    """Writes down how many sheets are done, where somebody wants to know."""

    def tell(done: int) -> None:
        if progress:
            write_whole(progress, str(done).encode())

    return tell
