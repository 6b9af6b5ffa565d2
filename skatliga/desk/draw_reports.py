"""What the report of a draw says, in sentences: what was wished for, what could be had, and what no draw can avoid."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.seating.model import Reason, Wish
from skatliga.shapes import Json

METHODS = {
    "plan": gettext_lazy("nach dem Plan der Serie davor"),
    "rule": gettext_lazy("nach einem Plan ohne Wiederbegegnung"),
    "search": gettext_lazy("gesucht"),
    "lot": gettext_lazy("reines Los"),
    "standing": gettext_lazy("nach dem Stand"),
    "before": gettext_lazy("wie davor, Plätze gewechselt"),
    "mended": gettext_lazy("nachgebessert"),
}
_REASONS = {
    Reason.TEAM_TOO_LARGE: gettext_lazy("die Mannschaft hat mehr Mitglieder, als es Tische gibt"),
    Reason.FIXED: gettext_lazy("die festen Plätze anderer lassen es nicht zu"),
    Reason.NO_SUCH_PLACE: gettext_lazy("diesen Tisch oder Platz gibt es nicht"),
    Reason.NO_KEEPER: gettext_lazy("an dem Tisch ist niemand, der Listen führt"),
    Reason.MODE: gettext_lazy("die gewählte Art der Auslosung setzt sie so"),
    Reason.NOT_FOUND: gettext_lazy("eine bessere Sitzordnung wurde nicht gefunden"),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One count of a report beside the least that any seating has."""

    name: str
    count: int
    least: int

    @property
    def good(self) -> bool:
        """Whether it could not be better."""
        return self.count <= self.least


def method_of(settings: Mapping[str, Json]) -> str:
    """How a proposal with these settings was drawn, in words."""
    return str(METHODS.get(settings.get("method", ""), ""))


def figures(report: Mapping[str, Json]) -> list[Figure]:
    """The counts by which proposals are compared."""
    bounds = report["bounds"]
    return [
        Figure(_("Wiederbegegnungen"), report["repeats"], bounds["repeats"]),
        Figure(_("noch einmal am Dreiertisch"), report["second_threes"], bounds["second_threes"]),
        Figure(_("Vereinskameraden am Tisch"), report["club_pairs"], bounds["club_pairs"]),
        Figure(_("Mannschaft oder getrenntes Paar am Tisch"), report["team_pairs"], bounds["team_pairs"]),
    ]


def sentences(report: Mapping[str, Json], names: Mapping[int, str], drawn: bool = True) -> Iterator[str]:
    """What else there is to say to those who direct: also which wish is not met, and of a draw why."""
    yield from meetings_and_moves(report, names)
    for wish, reason, players, table in report["unmet"]:
        said = _WISHES[Wish(wish)] % {
            "names": get_text_list([str(names.get(player, player)) for player in players], _("und")),
            "table": table,
        }
        yield f"{said}; {_REASONS[Reason(reason)]}." if drawn else f"{said}."


def meetings_and_moves(report: Mapping[str, Json], names: Mapping[int, str]) -> Iterator[str]:
    """What everybody may know: who meets again, and how many were moved."""
    for first, second, times in report["pairs"]:
        yield _("%(one)s und %(other)s treffen sich zum %(times)s. Mal.") % {
            "one": names.get(first, first),
            "other": names.get(second, second),
            "times": times,
        }
    moved = [tables for _player, tables in report["displaced"]]
    if moved:
        yield ngettext(
            "%(players)s Spieler sitzt nicht am Tisch seines Standes, höchstens %(tables)s Tisch entfernt.",
            "%(players)s Spieler sitzen nicht am Tisch ihres Standes, höchstens %(tables)s Tische entfernt.",
            len(moved),
        ) % {"players": len(moved), "tables": max(map(abs, moved))}


def unmet_counted(report: Mapping[str, Json]) -> Iterator[str]:
    """How many wishes are not met, without whose they are."""
    if unmet := len(report["unmet"]):
        yield ngettext(
            "%(number)s Wunsch ließ sich nicht erfüllen; die Turnierleitung weiß, welcher.",
            "%(number)s Wünsche ließen sich nicht erfüllen; die Turnierleitung weiß, welche.",
            unmet,
        ) % {"number": unmet}


_WISHES = {
    Wish.APART: gettext_lazy("Tisch %(table)s: %(names)s sitzen zusammen"),
    Wish.TABLE: gettext_lazy("Tisch %(table)s: %(names)s sollte an einem anderen Tisch sitzen"),
    Wish.SEAT: gettext_lazy("Tisch %(table)s: %(names)s sollte einen anderen Platz haben"),
    Wish.NO_LIST: gettext_lazy("Tisch %(table)s: %(names)s führt keine Listen, hat aber Platz 1"),
}
