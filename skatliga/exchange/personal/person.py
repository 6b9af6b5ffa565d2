"""Everything that is stored about a player, for the player: as a page and as one JSON file.

Somebody may stand in a register twice and be merged; all entries together are the person.

* **D** Whoever administers all clubs the person belongs to sees and deletes the person's data, or the administrator of
  the site. A club alone must not learn what somebody does in another one.
* **D** An account to sign in is not the player's: it is a user's, and is looked after where roles are.
* **D** What is computed from lists (places, statistics) is not repeated here; the lists it comes from are.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from skatliga.desk.models import Booking
from skatliga.events.models import Entry
from skatliga.exchange.personal.mentions import Mention, Names, borne_by_others, mentions
from skatliga.leagues.models import Exchange, LineupPlace, SquadMember, Team
from skatliga.lists.models import Photo, SeatResult, Sheet, Signature, Substitution
from skatliga.people.models import Club, Membership, Player
from skatliga.years.models import PastResult

Row = dict[str, Any]
Section = list[Row]
"""Rows of one kind, each with its values by column; everything as JSON has it."""
PLAYER_FIELDS: Final = (
    *("first_name", "last_name", "birth_year", "gender", "category", "federation_number", "publication", "pseudonym"),
)
SHORTEST: Final = 5
"""Letters of a pseudonym that is looked for in texts; a shorter one is more often a word of the game."""


class Person:
    """A player with everything that was ever merged into it, and where traces of it are."""

    def __init__(self, player: Player) -> None:
        self.player = player.merged_into or player
        self.others: list[Club] = []
        """Clubs the visitor does not administer, where `access.person_for` asked."""

    @cached_property
    def players(self) -> list[Player]:
        """All entries of the register that mean the person, the one that counts first."""
        return [self.player, *self.player.merged.order_by("pk")]

    @cached_property
    def keys(self) -> list[int]:
        """Of the players."""
        return [player.pk for player in self.players]

    @cached_property
    def clubs(self) -> list[Club]:
        """The clubs the person belongs to."""
        return list(Club.objects.filter(memberships__player__in=self.keys).distinct())

    @cached_property
    def where(self) -> set[int]:
        """The clubs in whose records the person can be named: the own ones, and those that held the events."""
        events = self.entries.values_list("event__club", flat=True)
        years = self.past_results.values_list("year__club", flat=True)
        squads = SquadMember.objects.filter(player__in=self.keys).values_list("season__club", flat=True)
        return {club.pk for club in self.clubs}.union(events, years, squads)

    @property
    def entries(self) -> QuerySet[Entry]:
        """Where the person took part."""
        return Entry.objects.filter(player__in=self.keys)

    @property
    def past_results(self) -> QuerySet[PastResult]:
        """What was taken over about the person."""
        return PastResult.objects.filter(player__in=self.keys)

    @property
    def guests(self) -> QuerySet[Entry]:
        """Who took part as a guest under one of the person's names in these clubs; likely the same."""
        names = {f"{first} {last}" for first, last in self.names.pairs}
        return Entry.objects.filter(player=None, event__club__in=self.where, name__in=names)

    @property
    def past_guests(self) -> QuerySet[PastResult]:
        """Lines of past years under one of the person's names that belong to nobody in the register."""
        names = {f"{first} {last}" for first, last in self.names.pairs}
        return PastResult.objects.filter(player=None, year__club__in=self.where, name__in=names)

    @property
    def sheets(self) -> QuerySet[Sheet]:
        """The lists on which the person stands."""
        return Sheet.objects.filter(
            Q(table__seats__entry__in=self.entries) | Q(substitutions__entry__in=self.entries)
        ).distinct()

    @cached_property
    def signing(self) -> set[tuple[int, int]]:
        """Lists and seats for which the person signs: whoever sits there at the end of the list does."""
        seats = set(
            self.entries.filter(seats__table__sheets__isnull=False).values_list("seats__table__sheets", "seats__number")
        )
        relieved = set(
            Substitution.objects.filter(sheet__in={sheet for sheet, _seat in seats}).values_list("sheet", "seat")
        )
        came = set(Substitution.objects.filter(entry__in=self.entries).values_list("sheet", "seat"))
        return seats - relieved | came

    @property
    def signatures(self) -> list[Signature]:
        """What the person has signed."""
        found = Signature.objects.filter(sheet__in={sheet for sheet, _seat in self.signing})
        found = found.select_related("sheet__table__round__event").order_by("signed_at")
        return [each for each in found if (each.sheet_id, each.seat) in self.signing]

    @property
    def photos(self) -> QuerySet[Photo]:
        """Photographs of lists with the person's handwritten name."""
        return Photo.objects.filter(sheet__in=self.sheets.values("pk"))

    @cached_property
    def names(self) -> Names:
        """All names the person has had in the register and at events."""
        versions = [*self.players, *Player.history.filter(id__in=self.keys)]
        pairs = frozenset((each.first_name, each.last_name) for each in versions)
        pseudonyms = {each.pseudonym for each in versions if len(each.pseudonym) >= SHORTEST}
        at_events = {name for name in self.entries.values_list("name", flat=True) if " " in name}
        # The last name of somebody deleted is a number, and stands for much else.
        last_names = {pair for pair in pairs if len(pair[1]) > 2 and not pair[1].isdigit()}
        alone = {pair[1] for pair in last_names if not borne_by_others(pair, self.keys, self.where)}
        return Names(pairs, frozenset(pseudonyms | at_events), frozenset(alone))

    def mentions(self) -> Iterator[Mention]:
        """Where others have written the name."""
        return mentions(self.names, self.where)


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of what is stored."""

    title: str
    rows: Section

    @property
    def headings(self) -> list[str]:
        """The columns."""
        return list(dict.fromkeys(heading for row in self.rows for heading in row))

    @property
    def lines(self) -> list[list[Any]]:
        """The cells by lines, in the order of the columns."""
        return [[_told(row.get(heading)) for heading in self.headings] for row in self.rows]


def stored_about(person: Person) -> list[Part]:
    """Everything that is stored about the person, kind by kind; what there is nothing of is left out."""
    sections: dict[str, Callable[[Person], Iterator[Row]]] = {
        _("Im Register"): _register,
        _("Frühere Angaben"): _former,
        _("Mitgliedschaften"): _memberships,
        _("Teilnahmen"): _entries,
        _("Listen"): _results,
        _("Eingesprungen"): _substitutions,
        _("Unterschriften"): _signatures,
        _("Fotos von Listen"): _photos,
        _("Zahlungen"): _bookings,
        _("Ligamannschaften"): _squads,
        _("Aufstellungen"): _lineups,
        _("Wechsel"): _exchanges,
        _("Übernommene Clubjahre"): _past_results,
        _("Texte, in denen der Name steht"): _texts,
    }
    parts = [Part(title, list(section(person))) for title, section in sections.items()]
    return [part for part in parts if part.rows]


def as_json(parts: list[Part]) -> dict[str, Section]:
    """The same as one object, by the titles of the parts."""
    return {part.title: part.rows for part in parts}


def _told(value: Any) -> Any:
    if isinstance(value, bool):
        return _("ja") if value else _("nein")
    return "" if value is None else value


def _register(person: Person) -> Iterator[Row]:
    for player in person.players:
        yield {_("Nummer"): player.pk, **_values(player)}


def _former(person: Person) -> Iterator[Row]:
    for version in Player.history.filter(id__in=person.keys).select_related("history_user"):
        by = version.history_user
        yield {
            _("Nummer"): version.id,
            _("Wann"): localtime(version.history_date).isoformat(timespec="seconds"),
            _("Wer"): by.name if by else None,
            **_values(version),
        }


def _values(player: Any) -> Row:
    """The fields of a player, by what they are called."""
    titles = {name: capfirst(str(Player._meta.get_field(name).verbose_name)) for name in PLAYER_FIELDS}
    return {
        title: getattr(player, f"get_{name}_display", lambda name=name: getattr(player, name))()
        for name, title in titles.items()
    }


def _memberships(person: Person) -> Iterator[Row]:
    for member in Membership.objects.filter(player__in=person.keys).select_related("club"):
        yield {
            _("Verein"): member.club.name,
            _("Mitgliedsnummer"): member.number,
            _("spielt für diesen Verein in der Liga"): member.league_club,
        }


def _entries(person: Person) -> Iterator[Row]:
    entries = person.entries.select_related("event").prefetch_related("categories", "team_memberships__team")
    for entry in entries.order_by("event__date", "pk"):
        yield {
            _("Veranstaltung"): entry.event.name,
            _("Datum"): entry.event.date.isoformat(),
            _("Startnummer"): entry.start_number,
            _("Name"): entry.name,
            _("Verein"): entry.club_name,
            _("Klassen"): ", ".join(category.name for category in entry.categories.all()),
            _("Mannschaften"): ", ".join(member.team.name for member in entry.team_memberships.all()),
            _("zurückgetreten"): entry.withdrawn,
            _("führt Listen"): entry.keeps_lists,
            _("fester Tisch"): entry.wanted_table,
            _("fester Platz"): entry.wanted_seat,
        }


def _results(person: Person) -> Iterator[Row]:
    results = SeatResult.objects.filter(entry__in=person.entries).select_related("sheet__table__round__event")
    for result in results.order_by("sheet__table__round__event__date", "sheet__table__round__number", "pk"):
        yield {
            **_place(result.sheet),
            _("Platz"): result.seat,
            _("Spielpunkte"): result.spielpunkte,
            _("Gewonnen"): result.won,
            _("Verloren"): result.lost,
            _("Ergebnis"): result.leistung,
        }


def _substitutions(person: Person) -> Iterator[Row]:
    found = Substitution.objects.filter(entry__in=person.entries).select_related("sheet__table__round__event")
    for each in found:
        yield {**_place(each.sheet), _("Platz"): each.seat, _("ab Spiel"): each.from_deal}


def _signatures(person: Person) -> Iterator[Row]:
    for each in person.signatures:
        at = localtime(each.signed_at).isoformat(timespec="seconds")
        yield {**_place(each.sheet), _("Platz"): each.seat, _("Name"): each.name, _("Wann"): at}


def _photos(person: Person) -> Iterator[Row]:
    for photo in person.photos.select_related("sheet__table__round__event"):
        yield {**_place(photo.sheet), _("Wann"): localtime(photo.taken_at).isoformat(timespec="seconds")}


def _place(sheet: Sheet) -> Row:
    """Where and when a list was played."""
    round = sheet.table.round
    return {
        _("Veranstaltung"): round.event.name,
        _("Datum"): round.event.date.isoformat(),
        _("Serie"): round.number,
        _("Tisch"): sheet.table.number,
    }


def _bookings(person: Person) -> Iterator[Row]:
    for booking in Booking.objects.filter(entry__in=person.entries).select_related("event"):
        yield {
            _("Veranstaltung"): booking.event.name,
            _("Wann"): localtime(booking.at).isoformat(timespec="seconds"),
            _("Art"): booking.get_kind_display(),
            _("Cent"): booking.cents,
            _("Vermerk"): booking.note,
        }


def _squads(person: Person) -> Iterator[Row]:
    for member in SquadMember.objects.filter(player__in=person.keys).select_related("team", "season"):
        yield {_("Saison"): member.season.name, _("Mannschaft"): member.team.name, _("Aufgabe"): _("Kader")}
    for team in Team.objects.filter(captain__in=person.keys).select_related("division__season"):
        season = team.division.season.name
        yield {_("Saison"): season, _("Mannschaft"): team.name, _("Aufgabe"): _("Mannschaftsführer")}


def _lineups(person: Person) -> Iterator[Row]:
    places = LineupPlace.objects.filter(player__in=person.keys)
    for place in places.select_related("group_team__team", "matchday__division__season"):
        yield {
            _("Saison"): place.matchday.division.season.name,
            _("Spieltag"): place.matchday.number,
            _("Mannschaft"): place.group_team.team.name,
            _("Platz"): place.position,
        }


def _exchanges(person: Person) -> Iterator[Row]:
    found = Exchange.objects.filter(Q(out__in=person.entries) | Q(into__in=person.entries))
    for each in found.select_related("group_team__team", "out", "into"):
        yield {
            _("Mannschaft"): each.group_team.team.name,
            _("geht"): each.out.name,
            _("kommt"): each.into.name,
            _("ab Serie"): each.serie,
            _("Begründung"): each.reason,
        }


def _past_results(person: Person) -> Iterator[Row]:
    for result in person.past_results.select_related("year__club"):
        yield {
            _("Verein"): result.year.club.name,
            _("Clubjahr"): result.year.name,
            _("Tage"): f"{date_format(result.year.first_day)} – {date_format(result.year.last_day)}",
            _("Name"): result.name,
            _("Platz"): result.place,
            _("Punkte"): result.points,
        }


def _texts(person: Person) -> Iterator[Row]:
    for mention in person.mentions():
        place = str(mention.model._meta.verbose_name)
        yield {_("Wo"): place, _("Feld"): mention.field, _("Text"): mention.text}
