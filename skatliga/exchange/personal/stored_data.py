"""Everything that is stored about a person, for the person: as a page and as one JSON file.

* **D** What is computed from lists (places, statistics) is not repeated here; the lists it comes from are.
* **D** The single deals are not repeated either: they stand on the lists, which everybody at the table has signed.
"""

import datetime
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from skatliga.database import Json, JsonObject, label_of
from skatliga.desk.models import Booking
from skatliga.events.models import Apart, Entry, Seat, Table
from skatliga.exchange.personal.person import PersonRecords
from skatliga.exports import as_number
from skatliga.federations.licences import spells_of
from skatliga.leagues.models import Exchange, LineupPlace, SquadMember, Team
from skatliga.lists.models import Revocation, SeatResult, Substitution
from skatliga.people.models import Membership, Player
from skatliga.phones.models import TableCall
from skatliga.qualifications.models import Contestant, TitleHeld
from skatliga.registrations.models import RegisteredTeam
from skatliga.statistics.strengths import consent_of, own_strength
from skatliga.subscriptions.models import Subscription

Row = Mapping[str, Json | datetime.date]
"""Values by column: as JSON has them, or a day or a local time."""
Section = list[Row]
"""Rows of one kind."""
PLAYER_FIELDS: Final = (
    *("first_name", "last_name", "birth_year", "gender", "category", "federation_number", "publication", "pseudonym"),
)


@dataclass(frozen=True, slots=True)
class DataPart:
    """One kind of what is stored."""

    title: str
    rows: Section

    @property
    def headings(self) -> list[str]:
        """The columns."""
        return list(dict.fromkeys(heading for row in self.rows for heading in row))

    @property
    def lines(self) -> list[list[str]]:
        """The cells by lines, in the order of the columns."""
        return [[_told(row.get(heading)) for heading in self.headings] for row in self.rows]


def stored_about(person: PersonRecords) -> list[DataPart]:
    """Everything that is stored about the person, kind by kind; what there is nothing of is left out."""
    sections: dict[str, Callable[[PersonRecords], Iterator[Row]]] = {
        _("Im Register"): _register,
        _("Frühere Angaben"): _former,
        _("Mitgliedschaften"): _memberships,
        _("Lizenzen"): _licences,
        _("Spielstärke"): _strength,
        _("Namen in Dateien"): _file_names,
        _("Teilnahmen"): _entries,
        _("Frühere Fassungen der Teilnahmen"): _former_entries,
        _("Voranmeldungen"): _signups,
        _("Qualifikationen"): _contending,
        _("Benachrichtigungen"): _subscriptions,
        _("Wünsche für die Auslosung"): _aparts,
        _("Plätze"): _seats,
        _("Listen"): _results,
        _("Angekündigte Korrekturen"): _revocations,
        _("Eingesprungen"): _substitutions,
        _("Unterschriften"): _signatures,
        _("Rufe vom Tisch"): _calls,
        _("Fotos von Listen"): _photos,
        _("Zahlungen"): _bookings,
        _("Ligamannschaften"): _squads,
        _("Mannschaftsmeldungen"): _registered,
        _("Aufstellungen"): _lineups,
        _("Wechsel"): _exchanges,
        _("Punkte vorab"): _year_starts,
        _("Nur als Summe bekannt"): _year_sums,
        _("Texte, in denen der Name steht"): _texts,
    }
    parts = [DataPart(title, list(section(person))) for title, section in sections.items()]
    return [part for part in parts if part.rows]


def as_json(parts: list[DataPart]) -> dict[str, list[JsonObject]]:
    """The same as one object, by the titles of the parts; days and times as ISO 8601 has them."""
    return {
        part.title: [{heading: _as_iso(value) for heading, value in row.items()} for row in part.rows] for part in parts
    }


def _as_iso(value: Json | datetime.date) -> Json:
    if isinstance(value, datetime.datetime):
        return value.isoformat(timespec="seconds")
    return value.isoformat() if isinstance(value, datetime.date) else value


def _told(value: Json | datetime.date) -> str:
    match value:
        case bool():
            return _("ja") if value else _("nein")
        case datetime.date():
            is_time = isinstance(value, datetime.datetime)
            return date_format(value, "SHORT_DATETIME_FORMAT" if is_time else "SHORT_DATE_FORMAT")
        case None:
            return ""
    return str(value)


def _register(person: PersonRecords) -> Iterator[Row]:
    for player in person.players:
        yield {_("Nummer"): player.pk, **_values(player)}


def _former(person: PersonRecords) -> Iterator[Row]:
    for version in Player.history.filter(id__in=person.keys).select_related("history_user"):
        by = version.history_user
        yield {
            _("Nummer"): version.id,
            _("Wann"): localtime(version.history_date),
            _("Wer"): by.name if by else None,
            **_values(version),
        }


def _values(player: Player) -> Row:
    """The fields of a player, by what they are called."""
    titles = {name: capfirst(label_of(Player, name)) for name in PLAYER_FIELDS}
    return {
        title: getattr(player, f"get_{name}_display", lambda name=name: getattr(player, name))()
        for name, title in titles.items()
    }


def _memberships(person: PersonRecords) -> Iterator[Row]:
    for member in Membership.objects.filter(player__in=person.keys).select_related("club"):
        yield {
            _("Verein"): member.club.name,
            _("Mitgliedsnummer"): member.number,
            _("Mitglied seit"): member.first_day,
            _("Mitglied bis"): member.last_day,
        }


def _licences(person: PersonRecords) -> Iterator[Row]:
    for player in person.players:
        for spell in spells_of(player):
            yield {_("Verein"): spell.club.name, _("von"): spell.first, _("bis"): spell.last}


def _strength(person: PersonRecords) -> Iterator[Row]:
    for player in person.players:
        agreed, found = consent_of(player), own_strength(player)
        if agreed or found:
            yield {
                _("Stärke"): found and found.value,
                _("ungenau um"): found and found.margin,
                _("Listen"): found and found.lists,
                _("Zustimmung seit"): agreed and agreed.since,
                _("eingetragen von"): agreed.by.name if agreed and agreed.by else None,
            }


def _entries(person: PersonRecords) -> Iterator[Row]:
    entries = person.entries.select_related("event").prefetch_related("categories", "team_memberships__team")
    for entry in entries.order_by("event__date", "pk"):
        yield {
            _("Veranstaltung"): entry.event.name,
            _("Datum"): entry.event.date,
            _("Startnummer"): entry.start_number,
            _("Name"): entry.name,
            _("Verein"): entry.club_name,
            _("Klassen"): ", ".join(category.name for category in entry.categories.all()),
            _("Mannschaften"): ", ".join(member.team.name for member in entry.team_memberships.all()),
            _("zurückgetreten"): entry.withdrawn,
            _("führt Listen"): entry.keeps_lists,
            _("fester Tisch"): entry.wanted_table,
            _("fester Platz"): entry.wanted_seat,
            _("gezogenes Los"): entry.event.lots.get(str(entry.start_number)),
            _("Punkte vorab"): entry.start_points,
            _("Grund der Punkte"): entry.start_reason,
            _("zugelassen, weil"): entry.admitted,
        }


def _file_names(person: PersonRecords) -> Iterator[Row]:
    for each in person.file_names.select_related("club").order_by("club__name", "name"):
        yield {_("Verein"): each.club.name, _("Name"): each.name}


def _former_entries(person: PersonRecords) -> Iterator[Row]:
    """Every version of a participation, the present one last: who entered or changed it, when and why."""
    entries = person.entries.values("pk")
    versions = (
        Entry.history.filter(id__in=entries).select_related("event", "history_user").order_by("id", "history_date")
    )
    for version in versions:
        by = version.history_user
        yield {
            _("Veranstaltung"): version.event.name,
            _("Wann"): localtime(version.history_date),
            _("Wer"): by.name if by else None,
            _("Startnummer"): version.start_number,
            _("Name"): version.name,
            _("Verein"): version.club_name,
            _("zurückgetreten"): version.withdrawn,
            _("Begründung"): version.history_change_reason,
        }


def _signups(person: PersonRecords) -> Iterator[Row]:
    for each in person.signups.select_related("event").order_by("event__date", "pk"):
        yield {
            _("Veranstaltung"): each.event.name,
            _("Wann"): localtime(each.at),
            _("Name"): each.name,
            _("Verein"): each.club_name,
            _("Verbandsnummer"): each.federation_number,
            _("E-Mail"): each.email,
            _("Code"): each.reference,
            _("Cent"): each.paid_cents,
        }


def _contending(person: PersonRecords) -> Iterator[Row]:
    """Where the person has a place or may move up to one, with all answers; and titles that are held."""
    own = Q(persons__entry__in=person.entries) | Q(persons__player__in=person.keys)
    found = Contestant.objects.filter(own).select_related("qualification__event", "source__event__club")
    for each in found.select_related("source__circuit").prefetch_related("answers").order_by("pk").distinct():
        answers = (f"{_told(localtime(answer.at))}: {answer}" for answer in each.answers.all())
        yield {
            _("Veranstaltung"): each.qualification.event.name,
            _("Vorrunde"): each.source.title if each.source else "",
            _("Platz"): each.place,
            _("Antworten"): "; ".join(answers),
        }
    for holder in TitleHeld.objects.filter(player__in=person.keys).select_related("qualification__event"):
        yield {_("Veranstaltung"): holder.qualification.event.name, _("Titelverteidiger"): True}


def _subscriptions(person: PersonRecords) -> Iterator[Row]:
    """In which ways the person is told of what is new."""
    own = Q(entry__in=person.entries) | Q(signup__in=person.signups)
    found = Subscription.objects.filter(own).select_related("entry__event", "signup__event")
    for each in found.order_by("pk"):
        about = each.entry or each.signup
        assert about
        yield {
            _("Veranstaltung"): about.event.name,
            _("Weg"): each.get_way_display(),
            _("Adresse"): each.address,
            _("Nachrichten"): each.notifications.exclude(sent_at=None).count(),
        }


def _aparts(person: PersonRecords) -> Iterator[Row]:
    found = Apart.objects.filter(Q(one__in=person.entries) | Q(other__in=person.entries))
    for each in found.select_related("event", "one", "other").order_by("event__date", "pk"):
        yield {_("Veranstaltung"): each.event.name, _("nicht am selben Tisch"): f"{each.one.name}, {each.other.name}"}


def _seats(person: PersonRecords) -> Iterator[Row]:
    seats = Seat.objects.filter(entry__in=person.entries).select_related("table__round__event")
    for seat in seats.order_by("table__round__event__date", "table__round__event", "table__round__number"):
        yield {**_place(seat.table), _("Platz"): seat.number}


def _revocations(person: PersonRecords) -> Iterator[Row]:
    """Results that had been told before a list was opened again."""
    entries = {str(pk) for pk in person.entries.values_list("pk", flat=True)}
    found = Revocation.objects.filter(sheet__in=person.sheets.values("pk")).select_related("sheet__table__round__event")
    for each in found.order_by("pk"):
        for points in (points for entry, points in each.results.items() if entry in entries):
            yield {**_place(each.sheet.table), _("Ergebnis"): points, _("Begründung"): each.reason}


def _results(person: PersonRecords) -> Iterator[Row]:
    results = SeatResult.objects.filter(entry__in=person.entries).select_related("sheet__table__round__event")
    for result in results.order_by("sheet__table__round__event__date", "sheet__table__round__number", "pk"):
        yield {
            **_place(result.sheet.table),
            _("Platz"): result.seat,
            _("Spielpunkte"): result.spielpunkte,
            _("Gewonnen"): result.won,
            _("Verloren"): result.lost,
            _("Ergebnis"): result.leistung,
        }


def _substitutions(person: PersonRecords) -> Iterator[Row]:
    found = Substitution.objects.filter(entry__in=person.entries).select_related("sheet__table__round__event")
    for each in found:
        yield {**_place(each.sheet.table), _("Platz"): each.seat, _("ab Spiel"): each.from_deal}


def _signatures(person: PersonRecords) -> Iterator[Row]:
    for each in person.signatures:
        at = localtime(each.signed_at)
        row = {**_place(each.sheet.table), _("Platz"): each.seat, _("Name"): each.name, _("Wann"): at}
        yield row | ({_("Womit"): _("mit eigenem Code")} if each.entry_id else {})


def _calls(person: PersonRecords) -> Iterator[Row]:
    found = TableCall.objects.filter(entry__in=person.entries).select_related("round__event")
    for call in found:
        yield {
            _("Veranstaltung"): call.round.event.name,
            _("Serie"): call.round.number,
            _("Tisch"): call.table,
            _("Art"): call.get_kind_display(),
            _("Gerufen"): localtime(call.called_at),
            _("Angenommen"): call.taken_at and localtime(call.taken_at),
            _("Erledigt"): call.done_at and localtime(call.done_at),
        }


def _photos(person: PersonRecords) -> Iterator[Row]:
    for photo in person.photos.select_related("sheet__table__round__event"):
        yield {**_place(photo.sheet.table), _("Wann"): localtime(photo.taken_at)}


def _place(table: Table) -> Row:
    """Where and when a list was played."""
    round = table.round
    return {
        _("Veranstaltung"): round.event.name,
        _("Datum"): round.event.date,
        _("Serie"): round.number,
        _("Tisch"): table.number,
    }


def _bookings(person: PersonRecords) -> Iterator[Row]:
    for booking in Booking.objects.filter(entry__in=person.entries).select_related("event"):
        yield {
            _("Veranstaltung"): booking.event.name,
            _("Wann"): localtime(booking.at),
            _("Art"): booking.get_kind_display(),
            _("Cent"): booking.cents,
            _("Vermerk"): booking.note,
        }


def _squads(person: PersonRecords) -> Iterator[Row]:
    for member in SquadMember.objects.filter(player__in=person.keys).select_related("team", "season"):
        yield {_("Saison"): member.season.name, _("Mannschaft"): member.team.name, _("Aufgabe"): _("Kader")}
    for team in Team.objects.filter(captain__in=person.keys).select_related("division__season"):
        season = team.division.season.name
        yield {_("Saison"): season, _("Mannschaft"): team.name, _("Aufgabe"): _("Mannschaftsführer")}


def _registered(person: PersonRecords) -> Iterator[Row]:
    teams = RegisteredTeam.objects.filter(captain__in=person.keys)
    for team in teams.select_related("registration__terms__season"):
        yield {
            _("Saison"): team.registration.terms.season.name,
            _("Mannschaft"): team.name,
            _("Telefon oder E-Mail"): team.contact,
            _("Gemeldet"): localtime(team.at),
        }


def _lineups(person: PersonRecords) -> Iterator[Row]:
    places = LineupPlace.objects.filter(player__in=person.keys)
    for place in places.select_related("group_team__team", "matchday__division__season"):
        yield {
            _("Saison"): place.matchday.division.season.name,
            _("Spieltag"): place.matchday.number,
            _("Mannschaft"): place.group_team.team.name,
            _("Platz"): place.position,
        }


def _exchanges(person: PersonRecords) -> Iterator[Row]:
    found = Exchange.objects.filter(Q(out__in=person.entries) | Q(into__in=person.entries))
    for each in found.select_related("group_team__team", "out", "into"):
        yield {
            _("Mannschaft"): each.group_team.team.name,
            _("geht"): each.out.name,
            _("kommt"): each.into.name,
            _("ab Serie"): each.serie,
            _("Begründung"): each.reason,
        }


def _year_starts(person: PersonRecords) -> Iterator[Row]:
    for start in person.year_starts.select_related("year__club").order_by("year__first_day", "pk"):
        yield {
            _("Verein"): start.year.club.name,
            _("Clubjahr"): start.year.name,
            _("Punkte"): start.start_points,
            _("Grund"): start.start_reason,
        }


def _year_sums(person: PersonRecords) -> Iterator[Row]:
    for each in person.year_sums.select_related("year__club"):
        yield {
            _("Verein"): each.year.club.name,
            _("Clubjahr"): each.year.name,
            _("Tage"): f"{date_format(each.year.first_day)} – {date_format(each.year.last_day)}",
            _("Name"): each.name,
            _("Platz"): each.place,
            _("Gesamt"): each.gesamt,
            _("Schnitt"): as_number(Fraction(each.average, 1000)) if each.average is not None else None,
            _("Wertungspunkte"): as_number(Fraction(each.points, 1000)) if each.points is not None else None,
            _("Abende"): each.evenings,
            _("Listen"): each.lists,
            _("Gewonnen"): each.won,
            _("Verloren"): each.lost,
        }


def _texts(person: PersonRecords) -> Iterator[Row]:
    for mention in person.mentions():
        yield {_("Wo"): mention.what, _("Wozu"): mention.where, _("Text"): mention.text}
