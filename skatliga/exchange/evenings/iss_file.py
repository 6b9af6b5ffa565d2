"""Records of the International Skat Server as evenings of lists, every game replayed card by card (`scoring.iss`).

A record knows three players and the order in which they sat; a list is made of records that follow one another at one
table: after each game the next player deals. So a table of four, where the dealer sits out, is known by its second
game.

* **D** Games of one day, in the time zone of the site, are one evening; a list ends with its day, with the deals of a
  Serie, and where the order of dealing breaks off. All games of a day stand together in the file.
* **D** A record without a time belongs to the day that the import is given, or is left out.
* **D** Players go by their names on the server (`name_matching.ServerParticipants`). In the first Serie that lies
  behind the earlier lists of all its players a list gets the next table.
* **D** A game that cannot be replayed is left out and named. At a table of three the list goes on, dealt one seat later
  than on the server, which changes no result; at a table of four, where it would, the next game begins a new list.
* **D** A game is known by its number on the server, its time and its players, where number or time is missing by its
  moves. One that the club has already, on whatever list, is passed over; the others of its day make lists of their own,
  in Serien behind those that their players have played. So two files that share a day complete each other.
* **D** What the server made of a game is compared, and a difference named; what counts is what the engine says.
* **D** Whom the server fines (100 points for leaving) is named; no rule of the game knows it, and it is not stored.
* **D** A list that ends within a round counts all the same, with a note: nobody can play it to its end any more.
"""

import datetime
import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

from django.core.exceptions import ValidationError
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import RuleBook
from scoring.account import Account, Violation
from scoring.deal_json import deal_fields
from scoring.iss import IssRecord, IssResult, Judgement, judge, parse
from skatliga.database import JsonObject
from skatliga.events.models import Seat, Table
from skatliga.exchange.evenings.file_lines import FileProblem, Source, open_file
from skatliga.exchange.evenings.import_evenings import find_evening
from skatliga.exchange.evenings.import_report import Outcome
from skatliga.exchange.evenings.list_file import LONGEST_NAME, WrittenEvening, WrittenList
from skatliga.exchange.evenings.name_matching import Register, ServerParticipants
from skatliga.exchange.models import RecordedGames
from skatliga.lists.evaluation import Entered
from skatliga.lists.models import Sheet
from skatliga.rules.wording import sentence


@dataclass(frozen=True, slots=True)
class StoredDay:
    """What is stored of one day; of a day that is not there nothing."""

    games: Mapping[str, Sheet] = field(default_factory=dict)
    """The list of every game, by the game's key."""
    person: Callable[[str], str] = str
    """The same for all names on the server that mean one person."""
    last_round: Callable[[str], int] = lambda _player: 0
    """In which Serie somebody sat last, by the name on the server; 0 for nobody yet."""
    last_tables: Mapping[int, int] = field(default_factory=dict)
    """The highest number of a table, by Serie."""


Stored = Callable[[datetime.date], StoredDay]


def stored_in(register: Register, name: str) -> Stored:
    """How to find out what a club has of a day; ``name`` is what its online evenings are called."""
    club = register.club

    def person(player: str) -> str:
        member = register.named.get(player)
        return f"player {member.pk}" if member else player

    def stored(day: datetime.date) -> StoredDay:
        recorded = RecordedGames.objects.filter(sheet__table__round__event__club=club, day=day)
        recorded = recorded.select_related("sheet__table__round__event").order_by("pk")
        games = {key: each.sheet for each in recorded for key in each.keys}
        event = find_evening(club, name, day)
        # Lists that were stored before their games were kept are known by their places, as lists of a table are.
        if event is None or not any(sheet.table.round.event_id == event.pk for sheet in games.values()):
            return StoredDay(games, person)
        participants = ServerParticipants(event, register)
        seats = Seat.objects.filter(round__event=event).order_by()
        rounds = dict(seats.values_list("entry").annotate(last=Max("round__number")))
        tables = Table.objects.filter(round__event=event).order_by()
        last_tables = dict(tables.values_list("round__number").annotate(last=Max("number")))

        def last_round(player: str) -> int:
            entry = None
            with suppress(ValidationError):  # who could be two is refused with the list (`import_lists`)
                entry = participants.find(player)
            return rounds.get(entry.pk, 0) if entry else 0

        return StoredDay(games, person, last_round, last_tables)

    return stored


# ---- Reading the records

MOST_CHARACTERS: Final = 20_000
"""A record has some 500; more than these are none."""
MOST_GAMES: Final = 20_000
"""Games of one day; with more the file is cut into evenings nobody could look through."""
_TIME: Final = re.compile(rb"DT\[(\d{4}-\d\d-\d\d)/(\d\d:\d\d:\d\d)/UTC\]")
_MOVES: Final = re.compile(rb"MV\[[^\]]*")
_TABLE: Final = re.compile(rb"(PC|SE)\[([^\]]{0,80})\]")

Players = tuple[str, ...]
"""Forehand, middlehand, rearhand."""


@dataclass(frozen=True, slots=True)
class Game:
    """One record, as far as a list needs it."""

    line: int
    players: Players
    declarer: str
    """Empty for nobody."""
    deal: JsonObject | None
    """What is written for it; `None` where it could not be replayed."""
    notes: tuple[str, ...]
    key: str
    """By which it is known again."""


@dataclass(slots=True)
class Series:
    """The games of one list while they are gathered."""

    games: list[Game]
    around: Players = ()
    """Who sits how, clockwise from the first dealer; known from the second game on."""

    def takes(self, players: Players, most: dict[int, int]) -> bool:
        """Whether a game of these players, in this order, is the next one; ``most`` deals by size of the table."""
        if not self.around:
            first = self.games[0].players
            if self.games[0].deal is None:
                return False
            return players[:2] == first[1:] and players[2] not in first[1:] and most[self._size(players)] > 1
        size, played = len(self.around), len(self.games)
        if size == 4 and self.games[-1].deal is None:
            return False
        expected = tuple(self.around[(played + 1 + place) % size] for place in range(3))
        return players == expected and played < most[size]

    def add(self, game: Game) -> None:
        """The next game."""
        if not self.around:
            self.around = self._sit(game.players)
        self.games.append(game)

    def seats(self) -> Players:
        """Who sits how; a single game says nothing of a fourth."""
        return self.around or self._sit(())

    def _size(self, second: Players) -> int:
        return 3 if second[2] == self.games[0].players[0] else 4

    def _sit(self, second: Players) -> Players:
        forehand, middlehand, rearhand = self.games[0].players
        if second and self._size(second) == 4:
            return second[2], forehand, middlehand, rearhand
        return rearhand, forehand, middlehand


@dataclass(slots=True)
class _Day:
    """One evening while it is gathered."""

    date: datetime.date
    line: int
    place: str
    stored: StoredDay
    series: list[Series] = field(default_factory=list)
    by_table: dict[tuple[str, str], list[Series]] = field(default_factory=dict)
    notes: list[FileProblem] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict)
    """Lines by the key of their game."""
    known: dict[Sheet, list[int]] = field(default_factory=dict)
    """Lines of games that are stored already, by their list."""
    games: int = 0


def open_records(path: Path) -> tuple[Source, BinaryIO]:
    """A file of records, however long; see `read_days`.

    Raises ValidationError where it cannot be read.
    """
    file = open_file(path)
    return Source((), iter(()), size=max(path.stat().st_size, 1)), file


def read_days(
    source: Source,
    file: BinaryIO,
    book: RuleBook,
    deals: dict[int, int],
    name: str,
    day: datetime.date | None = None,
    stored: Stored = lambda _day: StoredDay(),
) -> Iterator[WrittenEvening]:
    """The evenings of a file of records, as they are read; ``deals`` of a Serie by size of the table.

    ``stored`` says what the club has of a day already.
    """
    current: _Day | None = None
    lost: list[FileProblem] = []
    with file:
        for number, line in enumerate(_lines(file), 1):
            source.done = file.tell()
            if not line.strip():
                continue
            date = _read_day(line) or day
            if date is None:
                lost.append(
                    FileProblem(number, _("Kein Tag: die Zeile hat keine Zeit (DT), und es ist keiner angegeben."))
                )
                continue
            if current is None or date != current.date:
                if current:
                    yield _evening(current, name, lost)
                    lost = []
                place = dict(_TABLE.findall(line)).get(b"PC", b"").decode(errors="replace")
                current = _Day(date, number, place, stored(date))
            _add(current, number, line, book, deals)
    if current or lost:
        yield _evening(current, name, lost)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one that is no record only the beginning."""
    while line := file.readline(MOST_CHARACTERS):
        rest = line
        while len(rest) == MOST_CHARACTERS and not rest.endswith(b"\n"):
            rest = file.readline(MOST_CHARACTERS)
        yield line


def _read_day(line: bytes) -> datetime.date | None:
    """The day of a record in the time zone of the site."""
    found = _TIME.search(line)
    if found is None:
        return None
    try:
        moment = datetime.datetime.fromisoformat(f"{found[1].decode()}T{found[2].decode()}+00:00")
        return timezone.localdate(moment)
    except (ValueError, OverflowError):
        return None


def _add(day: _Day, number: int, line: bytes, book: RuleBook, deals: dict[int, int]) -> None:
    """One more line: into the list it continues, into a new one, or left out."""
    day.games += 1
    record = parse(line)
    key = _key(record, line)
    if told := _find_unfit(record, day.seen.get(key), day.games):
        day.notes.append(FileProblem(number, told))
        return
    if sheet := day.stored.games.get(key):
        day.known.setdefault(sheet, []).append(number)
        return
    game = _judge(record, number, key, book)
    if game.deal is not None:  # of a line cut short the whole game may still come
        day.seen[key] = number
    table = dict(_TABLE.findall(line))
    at_table = day.by_table.setdefault((str(table.get(b"PC")), str(table.get(b"SE"))), [])
    for series in reversed(at_table):
        if series.takes(game.players, deals):
            series.add(game)
            return
    day.series.append(Series([game]))
    at_table.append(day.series[-1])


def _key(record: IssRecord, line: bytes) -> str:
    """By what a game is known again: the same in every file it comes in."""
    time = _TIME.search(line)
    known = [record.id, *record.players, time[0] if time else ""]
    if not (record.id and time):
        moves = _MOVES.search(line)
        known.append(moves[0] if moves else line.strip())
    return hashlib.blake2b(repr(known).encode(), digest_size=9).hexdigest()


def _find_unfit(record: IssRecord, first: int | None, games: int) -> str:
    """Why a line belongs to no list, empty where it does."""
    if games > MOST_GAMES:
        return _("Ein Tag hat höchstens %(most)s Spiele; bitte mehrere Dateien daraus machen.") % {"most": MOST_GAMES}
    if first:
        return _("Steht schon in Zeile %(line)s.") % {"line": first}
    if not all(record.players) or len(set(record.players)) < 3:
        return _("Das ist keine Aufzeichnung mit drei Spielern. %(why)s") % {"why": _say(record.violations)}
    if any(len(name) > LONGEST_NAME or not name.isprintable() for name in record.players):
        return _("Der Name eines Spielers ist zu lang oder nicht lesbar.")
    return ""


def _judge(record: IssRecord, number: int, key: str, book: RuleBook) -> Game:
    """Replay a record and hold what comes out against what the server has recorded."""
    judged = judge(record, book)
    declarer = "" if judged.declarer is None else record.players[judged.declarer]
    said = f"{record.id[:40]}: " if record.id else ""
    if judged.deal is None or judged.score is None:
        told = _("%(id)sNicht nachzuspielen: %(why)s") % {"id": said, "why": _say(judged.violations)}
        return Game(number, record.players, declarer, None, (told,), key)
    notes = [f"{said}{_say(judged.violations)}"] if judged.violations else []
    notes += [f"{said}{told}" for told in _compare(record, judged, book)]
    return Game(number, record.players, declarer, deal_fields(judged.deal), tuple(notes), key)


def _compare(record: IssRecord, judged: Judgement, book: RuleBook) -> Iterator[str]:
    """Where the server has recorded something else: value, won, overbid; and whom it has fined."""
    result = record.result
    if result is None or judged.deal is None:
        yield _("Der Server nennt kein Ergebnis; gerechnet sind es %(score)s.") % {"score": judged.score}
        return
    if result.declarer not in (None, judged.declarer):
        names = dict(enumerate(record.players))
        yield _("Für den Server hat %(name)s gespielt.") % {"name": names.get(result.declarer, result.declarer)}
    elif not judged.agrees:
        values = {"recorded": result.value, "score": judged.score}
        yield _("Der Server hat %(recorded)s, gerechnet sind es %(score)s.") % values
    if judged.declarer is not None:
        yield from _compare_verdict(result, book.value(judged.deal))
    for seat in result.penalties:
        yield _("Der Server zieht %(name)s 100 Punkte ab; auf der Liste stehen sie nicht.") % {
            "name": record.players[seat]
        }


def _compare_verdict(result: IssResult, account: Account) -> Iterator[str]:
    if result.won is not None and result.won != account.won:
        yield _("Der Server hat das Spiel als gewonnen.") if result.won else _("Der Server hat das Spiel als verloren.")
    elif result.ueberreizt is not None and result.ueberreizt != account.ueberreizt:
        yield _("Für den Server ist es überreizt.") if result.ueberreizt else _("Für den Server reicht der Spielwert.")


def _say(violations: Sequence[Violation]) -> str:
    """The first sentences about a record."""
    return " ".join(sentence(found) for found in violations[:3])


def _evening(day: _Day | None, name: str, lost: Sequence[FileProblem]) -> WrittenEvening:
    """The evening with its lists at their tables; ``lost`` are lines without a day."""
    if day is None:
        return WrittenEvening(name, None, "", lost[0].line, (), notes=tuple(lost))
    rounds: dict[str, int] = {}
    tables = dict(day.stored.last_tables)
    lists = []
    for series in day.series:
        rows = [game for game in series.games if game.deal is not None]
        if not rows:
            day.notes += [FileProblem(game.line, note) for game in series.games for note in game.notes]
            continue
        seats = series.seats()
        persons = {day.stored.person(player): player for player in seats}
        round = 1 + max(rounds.get(person) or day.stored.last_round(name) for person, name in persons.items())
        rounds |= dict.fromkeys(persons, round)
        tables[round] = tables.get(round, 0) + 1
        lists.append(_list(series, rows, round, tables[round]))
    place = day.place if day.place.isprintable() else ""
    return WrittenEvening(
        *(name, day.date, place[:LONGEST_NAME], day.line, tuple(lists)),
        notes=(*lost, *day.notes),
        known=tuple(
            Outcome(_from_line(lines[0]), _place(sheet), len(lines), sheet.state, (), present=True)
            for sheet, lines in day.known.items()
        ),
    )


def _place(sheet: Sheet) -> str:
    place = {"event": sheet.table.round.event, "round": sheet.table.round.number, "table": sheet.table.number}
    return _("%(event)s, Serie %(round)s, Tisch %(table)s") % place


def _from_line(line: int) -> str:
    """What a list is called whose first game stands there."""
    return _("ab Zeile %(line)s") % {"line": line}


def _list(series: Series, played: Sequence[Game], round: int, table: int) -> WrittenList:
    seats = series.seats()
    rows = tuple(
        Entered(nr, 1 + seats.index(game.declarer) if game.declarer else 0, game.deal)
        for nr, game in enumerate(played, 1)
    )
    broken_off = len(rows) % len(seats)
    return WrittenList(
        label=_from_line(series.games[0].line),
        line=series.games[0].line,
        round=round,
        table=table,
        seats=seats,
        deals=len(rows),
        eingepasst=None,
        rows=rows,
        lines=tuple(game.line for game in played),
        feet=(None,) * len(seats),
        problems=(),
        notes=tuple(FileProblem(game.line, note) for game in series.games for note in game.notes),
        note=_("Vom Server; die letzte Runde ist nicht zu Ende gespielt.") if broken_off else "",
        games=tuple(game.key for game in played),
    )
