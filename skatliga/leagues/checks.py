"""Check sums of a table, and what forbids making results binding.

Each check sum is reached in two ways that share nothing but the lists: from the lines of the table, and from the Serien
of the groups with the season's scale.

* **D** A protest that waits for an answer forbids binding results; one against an annulled list does not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.leagues.models import TEAM_SIZE, Division, Group
from skatliga.leagues.points import format_points
from skatliga.leagues.reckoning import Standing, standing
from skatliga.leagues.serien import GroupState, Serie, State, states_of


@dataclass(frozen=True, slots=True)
class Check:
    """A check sum: what was found, what it must be, and from what."""

    what: str
    found: Fraction | int
    expected: Fraction | int
    origin: str

    @property
    def holds(self) -> bool:
        """Whether the two are the same."""
        return self.found == self.expected

    def __str__(self) -> str:
        values = {"what": self.what, "found": format_points(self.found), "origin": self.origin}
        if self.holds:
            return _("%(found)s %(what)s = %(origin)s") % values
        values["expected"] = format_points(self.expected)
        return _("%(found)s %(what)s, es müssten aber %(expected)s sein: %(origin)s") % values


def check_sums(table: Standing) -> list[Check]:
    """The check sums of a table."""
    scale, serien = table.division.season.scale, table.serien
    plus, minus = (sum((getattr(line, name) for line in table.lines), Fraction(0)) for name in ("plus", "minus"))
    wertungen = sum(len(serie.results) for serie in serien)
    sizes = {len(serie.results) for serie in serien}
    if len(sizes) == 1:
        [size] = sizes
        origin = ngettext("%(serien)s Gruppenserie × %(each)s", "%(serien)s Gruppenserien × %(each)s", len(serien))
        origin %= {"serien": len(serien), "each": sum(scale[:size])}
    else:
        origin = _("Summe der Skala über %(serien)s Gruppenserien") % {"serien": len(serien)}
    return [
        Check(_("Pluspunkte"), plus, sum(sum(scale[: len(serie.results)]) for serie in serien), origin),
        Check(
            _("Plus- und Minuspunkte"),
            plus + minus,
            wertungen * scale[0],
            ngettext("%(number)s Wertung × %(top)s", "%(number)s Wertungen × %(top)s", wertungen)
            % {"number": wertungen, "top": scale[0]},
        ),
        Check(
            _("Punkte der Mannschaften"),
            sum(line.leistung for line in table.lines),
            sum(serie.list_sum for serie in serien),
            _("Summe der gewerteten Listen"),
        ),
    ]


def find_faults(of: Group | Division) -> list[str]:
    """What forbids making the results of a group, or of all groups of a Staffel, binding; sentences.

    A group comes with its match day, Staffel and season, a Staffel with its season and level.
    """
    if isinstance(of, Division):
        table = standing(of)
        groups = list(table.groups)
        sums = [str(check) for check in check_sums(table) if not check.holds]
    else:
        groups, sums = states_of([of]), []
    return [fault for group in groups for fault in _faults(group)] + sums


def _faults(state: GroupState) -> Iterator[str]:
    where = f"{state.group.matchday}, {state.group}"
    scale = state.group.matchday.division.season.scale
    present = {each.team.letter for each in state.playing}
    if not state.expected:
        return
    if state.state == State.PLANNED:
        yield _("%(where)s: Es ist noch nichts gespielt.") % {"where": where}
        return
    for serie in state.serien:
        here = _("%(where)s, Serie %(serie)s:") % {"where": where, "serie": serie.at.serie}
        found = (*_missing(serie), *_protested(serie), *_strange(serie, state, present, len(scale)))
        for fault in (*found, *_uneven(serie, scale)):
            yield f"{here} {fault}"


def _missing(serie: Serie) -> Iterator[str]:
    if not serie.tables:
        yield _("Sie hat noch keine Tische.")
    elif serie.missing:
        yield ngettext(
            "Es fehlt die Liste von Tisch %(tables)s.",
            "Es fehlen die Listen der Tische %(tables)s.",
            len(serie.missing),
        ) % {"tables": ", ".join(map(str, serie.missing))}
    elif not serie.settled:
        yield _("Es sind noch nicht alle Listen geprüft.")


def _protested(serie: Serie) -> Iterator[str]:
    if serie.protested:
        yield ngettext(
            "Ein Protest gegen die Liste von Tisch %(tables)s ist noch nicht beantwortet.",
            "Proteste gegen die Listen der Tische %(tables)s sind noch nicht beantwortet.",
            len(serie.protested),
        ) % {"tables": ", ".join(map(str, serie.protested))}


def _strange(serie: Serie, state: GroupState, present: set[str], places: int) -> Iterator[str]:
    """Lists of those who should have none, and more of them than there can be."""
    if serie.strays:
        yield ngettext(
            "%(number)s Ergebnis gehört zu keiner Aufstellung dieser Gruppe; bitte die Aufstellungen ergänzen.",
            "%(number)s Ergebnisse gehören zu keiner Aufstellung dieser Gruppe; bitte die Aufstellungen ergänzen.",
            serie.strays.lists,
        ) % {"number": serie.strays.lists}
    names = {each.team.letter: each.team.name for each in state.teams}
    for result in serie.results:
        if result.key not in present:
            yield _("%(team)s fehlt nach der Meldung, hat aber Listen.") % {"team": names[result.key]}
        if result.lists > TEAM_SIZE:
            yield _("%(team)s hat %(number)s Listen, möglich sind %(most)s.") % {
                "team": names[result.key],
                "number": result.lists,
                "most": TEAM_SIZE,
            }
    if len(serie.results) > places:
        yield _("Für %(teams)s Mannschaften hat die Skala der Wertungspunkte nur %(places)s Plätze.") % {
            "teams": len(serie.results),
            "places": places,
        }


def _uneven(serie: Serie, scale: list[int]) -> Iterator[str]:
    """Wertungspunkte that do not add up to the scale."""
    expected = sum(scale[: len(serie.results)])
    plus = sum((wertung.plus for wertung in serie.wertungen), Fraction(0))
    if serie.wertungen and plus != expected:
        yield _("Die Pluspunkte ergeben %(plus)s statt %(expected)s.") % {
            "plus": format_points(plus),
            "expected": expected,
        }
