"""The history of one list, for people: who changed what and when, what stood there before, what after, and why.

Made from the versions that are kept of the list, its rows, its foot and the protests against it; rows that one person
entered one after the other are told in one line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Protocol, TypeVar

from django.db.models import Model
from django.utils.translation import gettext as _

from scoring import write
from skatliga.events.models import Table
from skatliga.lists.evaluation import Entered, engine_row
from skatliga.lists.models import FROM_FILE, Foot, Lease, Protest, Row, Sheet, Signature, Substitution
from skatliga.lists.queries import frame_of
from skatliga.people.models import User
from skatliga.rules.wording import account_text, name


class Version(Protocol):
    """What the history keeps of something: its fields as they were, and who changed them, when and why."""

    id: object
    history_id: int
    history_date: datetime
    history_user: User | None
    history_change_reason: str | None
    history_type: str
    instance_type: type[Model]


V = TypeVar("V")
Told = tuple[str, str, str]
"""What was changed, what stood there before, what after."""


class _Teller(Protocol):
    """What happened to one thing, from its version of before and that of now; None where there is none."""

    def tell(self, was: Any, now: Any) -> Iterator[Told]: ...


@dataclass(frozen=True, slots=True)
class HistoryChange:
    """One change; `before` and `after` are empty where there was or is nothing."""

    at: datetime
    who: str
    what: str
    before: str
    after: str
    why: str
    first: int = 0
    """Of rows entered one after the other the first and the last position, 0 for any other change."""
    last: int = 0


def chronicle(sheet: Sheet) -> list[HistoryChange]:
    """Every change of a list, newest first."""
    records = [
        *Sheet.history.filter(id=sheet.pk).select_related("history_user"),
        *Row.history.filter(sheet_id=sheet.pk).select_related("history_user"),
        *Foot.history.filter(sheet_id=sheet.pk).select_related("history_user"),
        *Protest.history.filter(sheet_id=sheet.pk).select_related("history_user"),
        *Signature.history.filter(sheet_id=sheet.pk).select_related("history_user"),
        *Substitution.history.filter(sheet_id=sheet.pk).select_related("history_user", "entry"),
        *Lease.history.filter(sheet_id=sheet.pk).select_related("history_user"),
    ]
    return list(_joined(_changes(sheet, records)))[::-1]


def row_chronicle(sheet: Sheet, nr: int) -> list[HistoryChange]:
    """Every change of one row, newest first."""
    records = Row.history.filter(id=sheet.rows.get(nr=nr).pk).select_related("history_user")
    return list(_changes(sheet, list(records)))[::-1]


def _changes(sheet: Sheet, records: Sequence[Version]) -> Iterator[HistoryChange]:
    tellers: dict[str, _Teller] = {
        "Sheet": _TellSheet(sheet),
        "Row": _TellRow(sheet),
        "Foot": _TellFoot(),
        "Protest": _TellProtest(),
        "Signature": _TellSignature(),
        "Substitution": _TellSubstitution(),
        "Lease": _TellLease(),
    }
    before: dict[tuple[str, object], Version | None] = {}
    for record in sorted(records, key=lambda record: (record.history_date, record.history_id)):
        kind = record.instance_type.__name__
        known = before.get((kind, record.id))
        gone = record.history_type == "-"
        for what, was, now in tellers[kind].tell(known, None if gone else record):
            place = getattr(record, "nr", 0) if kind == "Row" and known is None else 0
            yield HistoryChange(
                at=record.history_date,
                who=writer_of(record),
                what=what,
                before=was,
                after=now,
                why=record.history_change_reason or "",
                first=place,
                last=place,
            )
        before[kind, record.id] = None if gone else record


def writer_of(version: Version) -> str:
    """Who made a version: a user, the command line that took a file in, or the device of the table."""
    if version.history_user:
        return version.history_user.name
    return _("Kommandozeile") if version.history_change_reason == FROM_FILE else _("Tischgerät")


def _joined(changes: Iterator[HistoryChange]) -> Iterator[HistoryChange]:
    """Rows entered one after the other by one person, for one reason, as one change."""
    held: HistoryChange | None = None
    for change in changes:
        follows = held and change.first and held.last and change.first == held.last + 1
        if held and follows and (change.who, change.why) == (held.who, held.why):
            what = _("Zeilen %(first)s bis %(last)s eingetragen") % {"first": held.first, "last": change.last}
            held = replace(held, at=change.at, what=what, after="", last=change.last)
            continue
        if held:
            yield held
        held = change
    if held:
        yield held


class _TellSheet:
    """What happened to the list as a whole."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def tell(self, was: Sheet | None, now: Sheet | None) -> Iterator[Told]:
        assert now  # a list is annulled, never deleted
        if was is None:
            yield _("Liste eröffnet"), "", ""
            if now.state != Sheet.State.OPEN:
                yield _("Stand"), "", now.get_state_display()
            return
        if was.state != now.state:
            yield _("Stand"), was.get_state_display(), now.get_state_display()
        if was.deals != now.deals:
            yield _("Zahl der Spiele"), str(was.deals), str(now.deals)
        if was.table_id != now.table_id:
            tables = Table.objects.select_related("round").in_bulk([was.table_id, now.table_id])
            before, after = (tables[key] for key in (was.table_id, now.table_id))
            yield _("Tisch"), f"{before.round}, {before}", f"{after.round}, {after}"
        if was.eingepasst != now.eingepasst:
            yield _("eingepasst"), _number(was.eingepasst), _number(now.eingepasst)
        if was.seating != now.seating:
            yield _("Sitzordnung"), was.seating, now.seating


class _TellRow:
    """What happened to a row."""

    def __init__(self, sheet: Sheet) -> None:
        self.book = frame_of(sheet).book

    def tell(self, was: Row | None, now: Row | None) -> Iterator[Told]:
        if now is None:
            gone = _either(was, now)
            yield _("Zeile %(nr)s zurückgenommen") % {"nr": gone.nr}, self.said(gone), ""
        elif was is None:
            yield _("Zeile %(nr)s eingetragen") % {"nr": now.nr}, "", self.said(now)
        elif now.void and not was.void:
            yield _("Zeile %(nr)s gestrichen") % {"nr": now.nr}, self.said(was), ""
        elif was.nr != now.nr and self.said(was) == self.said(now):
            yield _("Zeile verschoben"), str(was.nr), str(now.nr)
        elif self.said(was) != self.said(now):
            yield _("Zeile %(nr)s geändert") % {"nr": now.nr}, self.said(was), self.said(now)

    def said(self, row: Row) -> str:
        """What stands in the row, as short as it was written."""
        said = self.entered(row)
        if row.running is not None:
            said += f" = {row.running}"
        if row.playing:
            said += " · " + _("es spielen %(seats)s") % {"seats": ", ".join(map(str, row.playing))}
        return said

    def entered(self, row: Row) -> str:
        if row.penalty:
            return _("Platz %(seat)s: Strafe %(points)s") % {"seat": row.declarer, "points": row.penalty}
        if row.deal is None:
            return _("Platz %(seat)s: %(score)+d") % {"seat": row.declarer, "score": row.score or 0}
        deal = engine_row(Entered(row.nr, row.declarer, row.deal), self.book).deal
        if deal is None or self.book.check(deal):
            return str(row.deal)
        if deal.game == "eingepasst":
            return name("eingepasst").lower()
        short = write(row.declarer, deal, self.book) if self.book.notation else None
        text = account_text(self.book.value(deal))
        return f"{short} · {text}" if short else f"{row.declarer} · {text}"


class _TellFoot:
    """What happened to a foot of the paper."""

    def tell(self, was: Foot | None, now: Foot | None) -> Iterator[Told]:
        before, after = self.said(was), self.said(now)
        if before != after:
            yield _("Fuß von Platz %(seat)s") % {"seat": _either(was, now).seat}, before, after

    def said(self, foot: Foot | None) -> str:
        if foot is None:
            return ""
        return " / ".join(_number(value) for value in (foot.spielpunkte, foot.won, foot.lost, foot.gesamt))


class _TellProtest:
    """A protest and its answer."""

    def tell(self, was: Protest | None, now: Protest | None) -> Iterator[Told]:
        assert now  # a protest is answered, never deleted
        if was is None:
            yield _("Protest"), "", now.text
        elif was.verdict != now.verdict:
            yield _("Protest beantwortet"), was.get_verdict_display(), f"{now.get_verdict_display()}: {now.answer}"


class _TellSignature:
    """Who has signed for a seat."""

    def tell(self, was: Signature | None, now: Signature | None) -> Iterator[Told]:
        what = _("Unterschrift auf Platz %(seat)s") % {"seat": _either(was, now).seat}
        yield what, self.said(was), self.said(now)

    def said(self, signature: Signature | None) -> str:
        if signature is None:
            return ""
        return _("%(name)s, mit eigenem Code") % {"name": signature.name} if signature.entry_id else signature.name


class _TellSubstitution:
    """Who took over a seat."""

    def tell(self, was: Substitution | None, now: Substitution | None) -> Iterator[Told]:
        yield _("Vertretung auf Platz %(seat)s") % {"seat": _either(was, now).seat}, self.said(was), self.said(now)

    def said(self, taken: Substitution | None) -> str:
        if taken is None:
            return ""
        said = _("ab Spiel %(deal)s %(name)s") % {"deal": taken.from_deal, "name": taken.entry.name}
        return f"{said} ({_('Ergebnis geteilt')})" if taken.split else said


class _TellLease:
    """Where the list is kept: on a device, by whom, or on paper."""

    def tell(self, was: Lease | None, now: Lease | None) -> Iterator[Told]:
        if self.said(was) != self.said(now) or (was and now and was.generation != now.generation):
            yield _("Wo die Liste geführt wird"), self.said(was), self.said(now)

    def said(self, lease: Lease | None) -> str:
        if lease is None or not (lease.holder or lease.on_paper):
            return ""
        return _("Papier") if lease.on_paper else _("Gerät von Platz %(seat)s") % {"seat": lease.keeper}


def _either(was: V | None, now: V | None) -> V:
    """The version there is, the later one of two."""
    there = now or was
    assert there
    return there


def _number(value: int | None) -> str:
    return "–" if value is None else str(value)
