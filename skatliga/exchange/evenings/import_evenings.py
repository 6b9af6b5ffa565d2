"""A club's whole past from one file: every evening an event of its own, with its lists.

* **D** An evening is known by the name and the day under which it once came from a file, whatever it is called on the
  site meanwhile; its history remembers them. Where none came so, it is the one that is called so now: made on the
  site, or corrected there and in the file alike.
  If the club has it already, its lists are held against those there (`import_lists`) and only the missing ones stored,
  with further Serien where they need them. So a file can be imported again, after an interruption as after a
  correction, the first half before the whole, and nothing is doubled. An evening that is there with other rules is
  refused.
* **D** Each evening is one transaction. An evening of which no list can be stored leaves nothing, not even the event.
* **D** All evenings of a file are played by the same rules (`Rules`); of a past with several rules, each gets its file.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from skatliga.database import JsonObject
from skatliga.events.models import Event
from skatliga.events.services import add_rounds, create_event, set_state
from skatliga.exchange.evenings.file_lines import FileProblem
from skatliga.exchange.evenings.import_lists import import_into
from skatliga.exchange.evenings.import_report import ImportReport
from skatliga.exchange.evenings.list_file import WrittenEvening
from skatliga.exchange.evenings.name_matching import NamedParticipants
from skatliga.exchange.models import RecordedGames
from skatliga.lists.models import FROM_FILE, Sheet
from skatliga.people.models import Club, User
from skatliga.rules.books import Agreed

MakeParticipants = Callable[[Event], NamedParticipants]
"""Who is meant by the cells of a file, in one event."""


@dataclass(frozen=True, slots=True)
class Rules(Agreed):
    """What all evenings of a file are played by; the fields are those of an event."""

    rulebook: str
    evaluation: str
    agreements: JsonObject
    deals_at_four: int = 48
    deals_at_three: int = 36
    target: int | None = None

    @property
    def fields(self) -> JsonObject:
        """By the names of an event's fields."""
        return {name: getattr(self, name) for name in self.__slots__}


def import_evenings(
    club: Club,
    evenings: Iterable[WrittenEvening],
    rules: Rules,
    make_participants: MakeParticipants,
    user: User | None,
    *,
    publish: bool = False,
    dry_run: bool = False,
) -> Iterator[ImportReport]:
    """Store the evenings of a file one after the other, and say of each what became of it.

    A dry run leaves no trace, and so knows nothing of an evening further up that the file brings once more.
    """
    for written in evenings:
        date = str(written.date or "")
        report = ImportReport((), written.problems, dry_run, notes=written.notes, event=written.name, date=date)
        if written.lists or written.known:
            try:
                report = _import_evening(club, written, rules, make_participants, user, publish, report)
            except ValidationError as refused:
                told = tuple(FileProblem(written.line, message) for message in refused.messages)
                report = replace(report, problems=told)
        yield report


@transaction.atomic
def _import_evening(
    club: Club,
    written: WrittenEvening,
    rules: Rules,
    make_participants: MakeParticipants,
    user: User | None,
    publish: bool,
    report: ImportReport,
) -> ImportReport:
    Club.objects.select_for_update().get(pk=club.pk)  # two imports of one file wait for each other
    _demand_new_games(club, written)
    known = find_evening(club, written.name, written.day)
    if known:
        _demand_same_rules(known, rules)
        if known.state != Event.State.FINAL:
            add_rounds(known, max((each.round for each in written.lists), default=0))
    elif not written.lists:
        return replace(report, outcomes=written.known)
    event = known or _create(club, written, rules, user)
    participants = make_participants(event)
    outcomes = (*written.known, *import_into(event, written.lists, participants, user, dry_run=report.dry_run))
    report = replace(report, outcomes=outcomes, asked=frozenset(participants.asked))
    report = replace(
        report, new=bool(report.imported and not known), members=participants.members, guests=participants.guests
    )
    if report.dry_run or not report.imported:
        transaction.set_rollback(True)
        return report
    _remember_games(event, written, report)
    if publish and not known:
        set_state(event, Event.State.PUBLISHED)
    return replace(report, address=event.get_absolute_url())


def _demand_new_games(club: Club, written: WrittenEvening) -> None:
    """Refuse games that another import has stored since this evening was read; its own ones were left out then."""
    games = {key for each in written.lists for key in each.games}
    if not games:
        return
    recorded = RecordedGames.objects.filter(sheet__table__round__event__club=club, day=written.day)
    if any(not games.isdisjoint(keys) for keys in recorded.values_list("keys", flat=True)):
        raise ValidationError(
            _("Von diesem Tag hat inzwischen jemand Spiele übernommen; bitte die Datei noch einmal einlesen.")
        )


def find_evening(club: Club, name: str, date: datetime.date) -> Event | None:
    """The event that an evening of a file has become, or one that is called so."""
    events = Event.objects.select_related("club").filter(club=club)
    came = Event.history.filter(
        club=club, name=name, date=date, history_type="+", history_change_reason=FROM_FILE
    ).values("id")
    return events.filter(pk__in=came).first() or events.filter(name=name, date=date).first()


def _create(club: Club, written: WrittenEvening, rules: Rules, user: User | None) -> Event:
    """The event of an evening, as drawn as any other; its history says who and why."""
    rounds = max((each.round for each in written.lists), default=0)
    event = create_event(
        club, name=written.name, date=written.day, place=written.place, rounds=max(rounds, 1), **rules.fields
    )
    event.history.update(history_user=user, history_change_reason=FROM_FILE)
    return event


def _remember_games(event: Event, written: WrittenEvening, report: ImportReport) -> None:
    """Keep the keys of the games that lists were made of, so that they are known when they come again.

    Also of lists beside the new ones that were stored before games were kept: from now on the evening's games are known
    by their keys alone.
    """
    states = {outcome.label: outcome.state for outcome in report.outcomes if not outcome.refused}
    lists = {(each.round, each.table, states.get(each.label)): each.games for each in written.lists if each.games}
    if not lists:
        return
    sheets = Sheet.objects.main().filter(table__round__event=event, recorded_games=None)
    RecordedGames.objects.bulk_create(
        RecordedGames(sheet=sheet, day=written.day, keys=lists[place])
        for sheet in sheets.select_related("table__round")
        if (place := (sheet.table.round.number, sheet.table.number, sheet.state)) in lists
    )


def _demand_same_rules(event: Event, rules: Rules) -> None:
    same = all(getattr(event, name) == value for name, value in rules.fields.items())
    if not same:
        raise ValidationError(
            _("Diesen Abend gibt es im Verein schon, aber mit anderem Regelwerk, anderer Wertung oder Zahl der Spiele.")
        )
