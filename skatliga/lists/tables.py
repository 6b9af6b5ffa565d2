"""A list and its history as files, and what tables over several events share."""

from collections.abc import Iterable

import django_tables2 as tables
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from skatliga.lists.event_progress import EventProgress
from skatliga.lists.sheet_page import Display, SheetLine
from skatliga.rules.books import Evaluation


class SheetTable(tables.Table):
    """The rows of a list from top to bottom, struck ones included, with the running total of every seat."""

    nr = tables.Column(_("Zeile"), "row__nr")
    deal = tables.Column(_("Nr."), "row__number")
    declarer = tables.Column(_("Spieler"), "who")
    game = tables.Column(_("Spiel"), "text")
    short = tables.Column(_("Kurzschrift"), "row__notation")
    score = tables.Column(_("Wert"), "row__score")
    penalty = tables.Column(_("Strafe"), "row__penalty")
    struck = tables.Column(_("gestrichen"), "row__void")

    def __init__(self, display: Display, **kwargs: object) -> None:
        columns = [
            (f"seat_{sitting.seat}", tables.Column(f"{sitting.seat} {sitting.name}", f"stand__{sitting.seat - 1}"))
            for sitting in display.sittings
        ]
        super().__init__(display.lines, extra_columns=columns, **kwargs)

    def value_deal(self, record: SheetLine) -> int | None:
        return record.row.number or None

    def value_penalty(self, record: SheetLine) -> int | None:
        return record.row.penalty or None


class FootTable(tables.Table):
    """The result of a list: the foot of every column. What its rules do not have is left out, as on its page."""

    seat = tables.Column(_("Platz"), "0__seat")
    name = tables.Column(_("Spieler"), "0__name")
    substitute = tables.Column(_("Ersatz"), "0__substitute")
    spielpunkte = tables.Column(_("Spielpunkte"), "1__spielpunkte")
    won = tables.Column(_("Gewonnen"), "1__won")
    lost = tables.Column(_("Verloren"), "1__lost")
    others_lost = tables.Column(_("v der anderen"), "1__others_lost")
    leistung = tables.Column(accessor="1__leistung")

    def __init__(self, display: Display, **kwargs: object) -> None:
        frame = display.view.frame
        left_out = {
            "substitute": not any(sitting.substitute for sitting in display.sittings),
            "lost": not frame.counts_lost,
            "others_lost": frame.evaluation != Evaluation.SEEGER_FABIAN,
            "leistung": not frame.adds,
        }
        super().__init__(display.feet, exclude=[name for name, left in left_out.items() if left], **kwargs)
        if frame.adds:
            self.columns["leistung"].column.verbose_name = frame.result_heading


class ChangeTable(tables.Table):
    """The history of a list."""

    at = tables.Column(_("Wann"))
    who = tables.Column(_("Wer"))
    what = tables.Column(_("Was"))
    before = tables.Column(_("vorher"))
    after = tables.Column(_("nachher"))
    why = tables.Column(_("Warum"))


class EventProgressTable(tables.Table):
    """Events with the state of their lists, for a file."""

    date = tables.Column(_("Datum"))
    name = tables.Column(_("Abend"))
    held = tables.Column(_("gespielt"))
    missing = tables.Column(_("Fehlende Listen"))
    in_question = tables.Column(_("In Klärung"))


def event_columns(events: Iterable[EventProgress], prefix: str) -> list[tuple[str, tables.Column]]:
    """A column for each event, by its number: what it brought (`numbers` of the line)."""
    look = {"th": {"class": "number night"}}
    return [
        (
            f"{prefix}_{event.number}",
            tables.Column(
                date_format(event.date, "SHORT_DATE_FORMAT"), f"numbers__{event.number}", attrs=look, orderable=False
            ),
        )
        for event in events
    ]
