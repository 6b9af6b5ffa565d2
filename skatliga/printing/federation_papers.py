"""Papers of a federation's year: who goes up and down after a season, who is qualified for a championship.

* **D** Whoever may read the page may have the paper. Level by level it says who goes which way in the order of the
  page; who just stays has no reason written beside the name.
* **D** Who is qualified stands there under the public names, with everybody who may still move up; below it how the
  places were divided.
"""

from collections.abc import Iterator
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from skatliga.printing.long_tables import PaperColumn, PaperLine, print_roll
from skatliga.printing.print_request import ON_THE_WALL
from skatliga.promotions.models import Promotion
from skatliga.promotions.wording import PLAIN_STAY, LevelMoves, MoveGroup, count_ways, moves_by_level
from skatliga.qualifications.models import Qualification
from skatliga.qualifications.queries import ContestantLine, PlaceStage, fetch_persons, offered_places, sources_of
from skatliga.qualifications.quota_table import written_quota

MOVE_WIDTHS: Final = {"team": 46.0, "was": 32.0, "goes": 32.0, "why": 70.0}
"""Millimetres; 180 together."""
PLACE_WIDTHS: Final = {"title": 38.0, "place": 12.0, "name": 44.0, "club": 36.0, "said": 50.0}
"""The same of who is qualified."""


def print_moves(promotion: Promotion) -> bytes:
    """Every move after a season, which comes as `promotion.season`."""
    headings = {"team": _("Mannschaft"), "was": _("bisher"), "goes": _("künftig"), "why": _("Begründung")}
    columns = [PaperColumn(key, headings[key], width, "text") for key, width in MOVE_WIDTHS.items()]
    context = {
        "title": f"{promotion.season.name}, {_('Auf- und Absteiger')}",
        "season": promotion.season,
        "promotion": promotion,
        "sums": count_ways(promotion.decided),
        "now": timezone.now(),
    }
    lines = [line for level in moves_by_level(promotion.decided) for line in _lines_of(level)]
    return print_roll("printing/moves.html", context, columns, lines)


def _lines_of(level: LevelMoves) -> Iterator[PaperLine]:
    yield _heading(level.name, "heading")
    for group in level.groups:
        yield _heading(f"{group.heading} ({len(group.lines)})", "strong")
        yield from _group(group)


def _heading(text: str, kind: str) -> PaperLine:
    return PaperLine((text, *[""] * (len(MOVE_WIDTHS) - 1)), kind, closes=False)


def _group(group: MoveGroup) -> Iterator[PaperLine]:
    for line in group.lines:
        why = "" if group.way == PLAIN_STAY else line.why
        yield PaperLine((line.move["name"], line.was, line.goes, why))


def print_qualified(rule: Qualification) -> bytes:
    """Who has a place in a championship, which comes as `rule.event`, and who follows."""
    sources = sources_of(rule)
    places = offered_places(rule, sources, ON_THE_WALL)
    fetch_persons(places.lines)
    headings = {"title": _("Vorrunde"), "place": _("Platz dort"), "name": _("Name"), "club": _("Verein")}
    headings |= {"said": _("Stand")}
    columns = [
        PaperColumn(key, headings[key], width, "figure" if key == "place" else "text")
        for key, width in PLACE_WIDTHS.items()
    ]
    context = {
        "title": f"{rule.event.name}, {_('Qualifikation')}",
        "event": rule.event,
        "rule": rule,
        "places": places,
        "quota": written_quota(rule, sources),
        "now": timezone.now(),
    }
    return print_roll("printing/qualified.html", context, columns, [_contestant(line) for line in places.lines])


def _contestant(line: ContestantLine) -> PaperLine:
    said = line.said
    if line.stage is PlaceStage.OPEN and line.deadline:
        said = _("%(said)s bis %(day)s") % {"said": said, "day": date_format(line.deadline, "SHORT_DATE_FORMAT")}
    title = line.title or _("Titelverteidiger")
    name = f"{line.name} ({_('Titelverteidiger')})" if line.contestant.seeded and line.title else line.name
    return PaperLine((title, str(line.contestant.place or "–"), name, line.club, said))
