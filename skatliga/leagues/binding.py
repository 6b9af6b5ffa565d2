"""When results become binding, and what is kept of a table before it changes afterwards.

* **D** Making a group binding makes its lists so. A correction begins where it always does, with a list that is opened
  again and a reason; the table is kept as it was before (`remember_before_correction`). Once the list is checked again
  the group is binding as before, and its page says what was corrected.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wertung.results import Number
from skatliga.database import JsonObject
from skatliga.formatting import format_points
from skatliga.history import demand, save
from skatliga.leagues.division_standing import Standing, standing
from skatliga.leagues.group_results import GroupStage, GroupState, Serie, states_of
from skatliga.leagues.models import Division, FormerTable, Group
from skatliga.lists.models import Revocation, Sheet
from skatliga.lists.services import Change
from skatliga.lists.workflow import move
from skatliga.people.models import User
from skatliga.publication import bump_version, changing


@dataclass(frozen=True, slots=True)
class FormerTableLine:
    """One line of a table as it was."""

    place: int
    letter: str
    name: str
    plus: Fraction
    minus: Fraction
    spielpunkte: Number
    won: int
    lost: int
    leistung: Number
    lists: int
    zone: str
    """The label of the zone, empty where there was none."""


FRACTIONS: Final = ("plus", "minus", "spielpunkte", "leistung")
"""What of a line need not be whole; it is kept as text then, and Wertungspunkte always."""


def to_json(table: Standing) -> list[JsonObject]:
    """The lines of a table as they are kept; Wertungspunkte as exact fractions, 21/2, and so what short teams have."""
    return [
        {
            **{name: getattr(line, name) for name in ("place", "won", "lost", "lists")},
            **{name: _kept(getattr(line, name)) for name in ("spielpunkte", "leistung")},
            "letter": line.team.letter,
            "name": line.team.name,
            "plus": str(line.plus),
            "minus": str(line.minus),
            "zone": line.zone.label if line.zone else "",
        }
        for line in table.lines
    ]


def _kept(value: Number | None) -> int | str | None:
    return str(value) if isinstance(value, Fraction) else value


def lines_of(former: FormerTable) -> Iterator[FormerTableLine]:
    """The lines of a table that was kept."""
    for line in former.lines:
        fractions = {name: Fraction(line[name]) for name in FRACTIONS if isinstance(line[name], str)}
        yield FormerTableLine(**line | fractions)


# ---- Check sums of a table, and what forbids making results binding


@dataclass(frozen=True, slots=True)
class Check:
    """A check sum: what was found, what it must be, and from what."""

    what: str
    found: Number
    expected: Number
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
    serien = table.serien
    ahead = [line.team for line in table.lines if line.team.start_reason]
    given = sum(team.start_plus for team in ahead), sum(team.start_minus for team in ahead)
    plus, minus = (sum((getattr(line, name) for line in table.lines), Fraction(0)) for name in ("plus", "minus"))
    wertungen = sum(len(serie.wertungen) for serie in serien)
    scales = {serie.scale[: len(serie.results)] for serie in serien}
    tops = {serie.scale[0] for serie in serien}
    if len(scales) == 1 and not ahead:
        [scale] = scales
        origin = ngettext("%(serien)s Gruppenserie × %(each)s", "%(serien)s Gruppenserien × %(each)s", len(serien))
        origin %= {"serien": len(serien), "each": sum(scale)}
    else:
        origin = _("Summe der Skala über %(serien)s Gruppenserien") % {"serien": len(serien)}
        if ahead:
            origin = _("%(sum)s, dazu was Mannschaften vorab haben") % {"sum": origin}
    found = [
        Check(
            _("Pluspunkte"), plus, sum(sum(serie.scale[: len(serie.results)]) for serie in serien) + given[0], origin
        ),
        Check(
            _("Plus- und Minuspunkte"),
            plus + minus,
            sum(len(serie.wertungen) * serie.scale[0] for serie in serien) + sum(given),
            ngettext("%(number)s Wertung × %(top)s", "%(number)s Wertungen × %(top)s", wertungen)
            % {"number": wertungen, "top": min(tops)}
            if len(tops) == 1 and not ahead
            else origin,
        ),
        Check(
            _("Punkte der Mannschaften"),
            sum(line.leistung for line in table.lines),
            sum(serie.list_sum for serie in serien) + sum(team.start_leistung for team in ahead),
            _("Summe der gewerteten Listen"),
        ),
    ]
    return [found[0], found[2]] if table.division.season.counts_by.plus_only else found


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
    return [fault for group in groups for fault in faults_of(group)] + sums


def faults_of(state: GroupState) -> Iterator[str]:
    """The same of a group whose state is known."""
    where = f"{state.group.matchday}, {state.group}"
    present = {each.team.letter for each in state.playing}
    if not state.expected:
        return
    if state.state == GroupStage.PLANNED:
        yield _("%(where)s: Es ist noch nichts gespielt.") % {"where": where}
        return
    for serie in state.serien:
        here = _("%(where)s, Serie %(serie)s:") % {"where": where, "serie": serie.at.serie}
        found = (*_missing(serie), *_protested(serie), *_strange(serie, state, present))
        for fault in (*found, *_uneven(serie)):
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
            "Ein Protest gegen die Liste von Tisch %(tables)s ist noch nicht erledigt.",
            "Proteste gegen die Listen der Tische %(tables)s sind noch nicht erledigt.",
            len(serie.protested),
        ) % {"tables": ", ".join(map(str, serie.protested))}


def _strange(serie: Serie, state: GroupState, present: set[str]) -> Iterator[str]:
    """Lists of those who should have none, and more of them than there can be."""
    if serie.strays:
        yield ngettext(
            "%(number)s Ergebnis gehört zu keiner Aufstellung dieser Gruppe; bitte die Aufstellungen ergänzen.",
            "%(number)s Ergebnisse gehören zu keiner Aufstellung dieser Gruppe; bitte die Aufstellungen ergänzen.",
            serie.strays.lists,
        ) % {"number": serie.strays.lists}
    names = {each.team.letter: each.team.name for each in state.teams}
    most = state.group.matchday.division.season.counts_by.size
    for result in serie.results:
        if result.key not in present:
            yield _("%(team)s fehlt nach der Meldung, hat aber Listen.") % {"team": names[result.key]}
        if result.lists > most:
            yield _("%(team)s hat %(number)s Listen, möglich sind %(most)s.") % {
                "team": names[result.key],
                "number": result.lists,
                "most": most,
            }
    places = len(serie.scale)
    if len(serie.results) > places:
        yield _("Für %(teams)s Mannschaften hat die Skala der Wertungspunkte nur %(places)s Plätze.") % {
            "teams": len(serie.results),
            "places": places,
        }


def _uneven(serie: Serie) -> Iterator[str]:
    """Wertungspunkte that do not add up to the scale."""
    expected = sum(serie.scale[: len(serie.results)])
    plus = sum((wertung.plus for wertung in serie.wertungen), Fraction(0))
    if serie.wertungen and plus != expected:
        yield _("Die Pluspunkte ergeben %(plus)s statt %(expected)s.") % {
            "plus": format_points(plus),
            "expected": expected,
        }


# ---- Binding results


def bind(group: Group, user: User | None, reason: str = "") -> None:
    """Make the results of a group binding.

    Refused with everything that is missing or does not add up; where a captain has not signed, a reason is asked for.
    """
    with changing(group.matchday.division.season):
        stored = Group.objects.select_for_update(of=("self",)).get(pk=group.pk)
        demand(not stored.binding_at, _("Dieses Ergebnis ist schon verbindlich."))
        faults = find_faults(group)
        demand(not faults, *faults)
        members = group.teams.select_related("team")
        unsigned = [
            member.team.name for member in members if member.plays_on(group.matchday.number) and not member.signed_by
        ]
        demand(
            not unsigned or bool(reason.strip()),
            _("Es fehlt die Unterschrift von %(teams)s. Bitte unterschreiben lassen oder begründen.")
            % {"teams": ", ".join(unsigned)},
        )
        for sheet in _sheets(group).filter(state=Sheet.State.CHECKED):
            move(sheet.pk, Sheet.State.BINDING, Change(sheet.revision, user))
        stored.binding_at, stored.binding_by = timezone.now(), user
        save(stored, user, reason.strip())


def keep_table(division: Division, user: User | None, reason: str) -> None:
    """Keep the table as it is now, before something changes it for this reason; nothing where nobody has played."""
    table = standing(division)
    if table.at:
        assert user  # the results of a season are changed by somebody with a role
        FormerTable.objects.create(division=division, by=user, reason=reason, lines=to_json(table))


def remember_before_correction(
    sender: type[Revocation], instance: Revocation, created: bool, **_kwargs: object
) -> None:
    """A list of a binding group is opened again: keep the table. Called before the list itself changes."""
    group = _binding_group(instance)
    if created and group:
        keep_table(group.matchday.division, instance.by, instance.reason)
        bump_version(group.matchday.division.season)


def corrections(group: Group) -> Iterable[Revocation]:
    """The lists of a group that were opened again after it had become binding, in the order of time."""
    if not group.binding_at:
        return ()
    found = Revocation.objects.filter(sheet__table__round__event=group.event_id, at__gt=group.binding_at)
    return found.select_related("by", "sheet__table__round").order_by("at")


def _binding_group(revocation: Revocation) -> Group | None:
    groups = Group.objects.filter(event=revocation.sheet.table.round.event_id, binding_at__isnull=False)
    return groups.select_related("matchday__division__season", "matchday__division__level").first()


def _sheets(group: Group) -> QuerySet[Sheet]:
    return Sheet.objects.main().filter(table__round__event=group.event_id)
