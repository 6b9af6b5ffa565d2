"""Matches the names in a file with those who take part in an event, and enters those who are new.

* **D** Names are compared as the register does it, without regard to case and accents; "Ärmel, Anna" is Anna Ärmel.
* **D** A name that is not found is entered as a guest, without a club.
* **D** When the old evenings of a club are imported, a known name or member's number means that member. Where two
  members share the name, the one who already takes part is meant, otherwise the one the club has chosen (`FileName`);
  where the club has chosen none, the list is refused and the club is asked.
* **D** A name of a Skat server is the member whom the club has named for it, else a guest; the case of its letters
  counts, as on the server.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from skatliga.events.models import Entry, Event
from skatliga.events.services import enter_at_once
from skatliga.exchange.models import FileName
from skatliga.exchange.workbooks.table_reader import read
from skatliga.people.models import Club, Player, User
from skatliga.people.names import fold


def plain_name(cell: str) -> str:
    """First and last name in this order, with single spaces.

    >>> plain_name("Ärmel,  Anna"), plain_name("Anna Ärmel")
    ('Anna Ärmel', 'Anna Ärmel')
    """
    last, comma, first = cell.partition(",")
    return " ".join((f"{first} {last}" if comma else cell).split())


class Register:
    """The players of a club by name and number and by what they are called in files, read once for a whole file."""

    def __init__(self, club: Club, further: Mapping[str, Player | None] = MappingProxyType({})) -> None:
        """``further`` are names said beside those that the club has kept."""
        self.club = club
        self._members: dict[str, list[Player]] = {}
        self._numbered: dict[str, Player] = {}
        for member in club.memberships.select_related("player"):
            self._members.setdefault(fold(member.player.name), []).append(member.player)
            for number in (member.player.federation_number, member.number):
                if number:
                    self._numbered[number] = member.player
        self.named = {**names_of(club), **further}

    def candidates(self, cell: str) -> list[Player]:
        """Everybody who can be meant, nobody for a guest; refuses a number nobody has."""
        if cell.isdecimal():
            if cell not in self._numbered:
                raise ValidationError(
                    _("Die Spielernummer %(number)s steht nicht im Register des Vereins.") % {"number": cell[:20]}
                )
            return [self._numbered[cell]]
        name = plain_name(cell)
        found = self._members.get(fold(name), [])
        if len(found) != 1 and name in self.named:
            return [player] if (player := self.named[name]) else []
        return found

    def person(self, cell: str) -> Player:
        """The one member who has this number or name; for lists of names that people write."""
        found = self.candidates(cell) if cell.isdecimal() else self._members.get(fold(plain_name(cell)), [])
        if len(found) != 1:
            raise ValidationError(
                _("„%(name)s“ ist niemand oder mehr als einer im Register; bitte die Mitgliedsnummer angeben.")
                % {"name": cell[:60]}
            )
        return found[0]


def names_of(club: Club) -> dict[str, Player | None]:
    """Whom the club has named for the names in its files; `None` for a guest."""
    kept = FileName.objects.filter(club=club).select_related("player__merged_into")
    return {each.name: each.player and each.player.canonical for each in kept}


class NamedParticipants:
    """Who takes part in an event; names alone say who is meant."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.read()
        self._known = {entry.pk for entry in self._started.values()}
        self.asked: set[str] = set()
        """Names that are not yet assigned to a person."""

    @property
    def members(self) -> int:
        """How many have been entered who stand in the register."""
        return sum(entry.player_id is not None for entry in self._entered)

    @property
    def guests(self) -> int:
        """How many have been entered who do not."""
        return sum(entry.player_id is None for entry in self._entered)

    @property
    def _entered(self) -> list[Entry]:
        return [entry for entry in self._started.values() if entry.pk not in self._known]

    def read(self) -> None:
        """Read again who takes part, for example after a rollback."""
        self._named: dict[str, list[Entry]] = {}
        self._players: dict[int, Entry] = {}
        self._started: dict[str, Entry] = {}
        for entry in self.event.entries.select_related("player__merged_into"):
            self._remember(entry)

    def find(self, cell: str) -> Entry | None:
        """Who is meant, `None` for somebody who does not take part; refuses a cell that could be two."""
        found = self._named.get(self.spell(cell), [])
        if len(found) > 1:
            numbers = get_text_list([str(entry.start_number) for entry in found], _("oder"))
            raise ValidationError(
                _("%(name)s nimmt mehrmals teil; bitte die Startnummer angeben: %(numbers)s.")
                % {"name": cell, "numbers": numbers}
            )
        return found[0] if found else None

    def number(self, cell: str) -> int:
        """The start number of somebody who has been entered."""
        entry = self.find(cell)
        assert entry is not None
        return entry.start_number

    def means(self, cell: str, entry: Entry) -> bool:
        """Whether a cell can mean this participant."""
        return self.spell(cell) == self.spell(entry.name)

    def enter(self, cells: Iterable[str], user: User | None, reason: str) -> None:
        """Enter everybody of these cells who does not take part yet."""
        new = {self.key(cell): self.new_entry(cell) for cell in cells if self.find(cell) is None}
        if not new:
            return
        for entry in enter_at_once(self.event, new.values(), user, reason):
            self._remember(entry)

    def key(self, cell: str) -> str:
        """The same for all cells that mean one person."""
        return self.spell(cell)

    def spell(self, name: str) -> str:
        """A name as it is compared."""
        return fold(plain_name(name))

    def new_entry(self, cell: str) -> Entry:
        """Somebody who is to take part, not stored yet."""
        return Entry(name=plain_name(cell))

    def _remember(self, entry: Entry) -> None:
        self._named.setdefault(self.spell(entry.name), []).append(entry)
        self._started[str(entry.start_number)] = entry
        if entry.player:
            for player in (entry.player, entry.player.merged_into or entry.player):
                self._players[player.pk] = entry


class EventParticipants(NamedParticipants):
    """Those of one event, where a number is a start number."""

    def find(self, cell: str) -> Entry | None:
        if not cell.isdecimal():
            return super().find(cell)
        return self._started.get(str(self.number(cell)))

    def number(self, cell: str) -> int:
        # The table is asked later whether it exists. int() refuses very long texts, and no number has twenty digits.
        return int(cell[:20]) if cell.isdecimal() else super().number(cell)

    def means(self, cell: str, entry: Entry) -> bool:
        return cell == str(entry.start_number) or super().means(cell, entry)

    def enter(self, cells: Iterable[str], user: User | None, reason: str) -> None:
        super().enter((cell for cell in cells if not cell.isdecimal()), user, reason)


class ServerParticipants(NamedParticipants):
    """Those of an online evening: players go by the names of the server, as they are written there."""

    def __init__(self, event: Event, register: Register) -> None:
        super().__init__(event)
        self.register = register

    def spell(self, name: str) -> str:
        return name

    def find(self, cell: str) -> Entry | None:
        player = self.register.named.get(cell)
        known = self._players.get(player.pk) if player else None
        return known or super().find(cell)

    def means(self, cell: str, entry: Entry) -> bool:
        found = self.find(cell)
        return found is not None and found.pk == entry.pk

    def key(self, cell: str) -> str:
        player = self.register.named.get(cell)
        return f"player {player.pk}" if player else super().key(cell)

    def new_entry(self, cell: str) -> Entry:
        if cell not in self.register.named:
            self.asked.add(cell)
        player = self.register.named.get(cell)
        return _member(player, self.register.club) if player else Entry(name=cell)


class ClubParticipants(NamedParticipants):
    """Those of an evening of a club's past, where a number is a member's and members are known by name."""

    def __init__(self, event: Event, register: Register) -> None:
        super().__init__(event)
        self.register = register

    def find(self, cell: str) -> Entry | None:
        candidates = self.register.candidates(cell)
        sitting = [self._players[player.pk] for player in candidates if player.pk in self._players]
        if len(sitting) == 1:
            return sitting[0]
        guest = None if cell.isdecimal() or sitting else super().find(cell)
        if guest is None and len(candidates) > 1:
            self.asked.add(plain_name(cell))
            raise ValidationError(
                _("%(name)s steht mehrmals im Register; bitte die Mitgliedsnummer angeben.") % {"name": cell}
            )
        return guest

    def means(self, cell: str, entry: Entry) -> bool:
        found = self.find(cell)
        return found is not None and found.pk == entry.pk

    def key(self, cell: str) -> str:
        player = self._member_of(cell)
        return f"player {player.pk}" if player else super().key(cell)

    def new_entry(self, cell: str) -> Entry:
        player = self._member_of(cell)
        return _member(player, self.register.club) if player else super().new_entry(cell)

    def _member_of(self, cell: str) -> Player | None:
        """The member to be entered; `find` has refused whoever could be two."""
        return next(iter(self.register.candidates(cell)), None)


def _member(player: Player, club: Club) -> Entry:
    """A member who is to take part, not stored yet."""
    return Entry(player=player, name=player.name, club_name=club.name)


# ---- Whom a club means by names in its files

COLUMNS: Final = ("name", "spieler")
Names = Mapping[str, Player | None]
"""Whom every name means; `None` is a guest."""


def read_names(content: bytes, filename: str, register: Register) -> dict[str, Player | None]:
    """The names of a file; raises ValidationError with every line that names nobody of the register."""
    table = read(content, filename)
    heading = [title.casefold() for title in table.heading]
    if not set(COLUMNS) <= set(heading):
        raise ValidationError(_("Die Datei der Namen braucht die Spalten: %(columns)s.") % {"columns": "name, spieler"})
    names: dict[str, Player | None] = {}
    refused: list[str] = []
    for row in table.rows:
        name, player = (row.cells[heading.index(column)] for column in COLUMNS)
        try:
            if name:
                names[name[:120]] = register.person(player) if player else None
        except ValidationError as refusal:
            refused += [_("Zeile %(line)s: %(why)s") % {"line": row.number, "why": why} for why in refusal.messages]
    if refused:
        raise ValidationError(refused)
    return names


def keep_names(club: Club, names: Names) -> None:
    """Keep whom these names mean, instead of what was said of them before."""
    FileName.objects.bulk_create(
        (FileName(club=club, name=name, player=player) for name, player in names.items()),
        update_conflicts=True,
        unique_fields=["club", "name"],
        update_fields=["player"],
    )
