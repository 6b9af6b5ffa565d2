"""The fixture plan of a Staffel: typed, uploaded or the default one; checked, kept as match days and groups.

* **D** A match day on which a group has begun (its event exists) stays as it was; the others may be planned again.
* **D** A file has a line a group: the match day, then the letters of the teams, the host with a star; a date or a
  number between them is passed over. What it says is put into the form as if it had been typed.
"""

import csv
import datetime
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.fixture_proposals import LARGEST, SMALLEST, propose_plan
from scoring.fixtures import BROKEN, Fixture, Plan, PlanFinding, PlanKind, PlanMisread, find_in_plan, read_plan
from skatliga.events.services import change_event
from skatliga.history import demand, save
from skatliga.leagues.models import Division, Group, GroupTeam, Matchday, Team
from skatliga.publication import changing

_DATE_OR_NUMBER: Final = re.compile(r"[0-9.\-]*")


def set_plan(division: Division, plan: Plan) -> None:
    """Make these the match days of a Staffel; refused where it cannot be played or a day has begun."""
    with changing(division.season):
        teams = {team.letter: team for team in division.teams.all()}
        broken = [finding for finding in find_in_plan(plan, teams) if finding.kind in BROKEN]
        demand(not broken, *in_words(broken))
        before = plan_of(division)
        stored = {matchday.number: matchday for matchday in division.matchdays.prefetch_related("groups")}
        for number in range(1, max(len(plan), *stored, 0) + 1):
            fixtures = plan[number - 1] if number <= len(plan) else ()
            matchday = stored.get(number)
            if matchday and number <= len(before) and before[number - 1] == fixtures:
                continue
            if matchday:
                _demand_not_begun(matchday)
                matchday.groups.all().delete()
            if fixtures:
                _store_day(matchday or Matchday(division=division, number=number), fixtures, teams)
            elif matchday:
                matchday.delete()


def propose(letters: Iterable[str], days: int | None = None) -> Plan:
    """The plan proposed for the teams of these letters; empty where they are too few, or too many for one."""
    letters = sorted(letters)
    if not SMALLEST <= len(letters) <= LARGEST:
        return ()
    return in_order(propose_plan(letters, days))


def set_dates(
    division: Division,
    dates: Mapping[int, datetime.date | None],
    rounds: Mapping[int, int | None] | None = None,
    scales: Mapping[int, list[int] | None] | None = None,
) -> None:
    """The dates of the match days, by number, and how many Serien a day has where it is not as many as all others.

    A day may have Wertungspunkte of its own, until a result of it is binding. The dates of their events go with them.
    Once a group has begun, its Serien stay.
    """
    with changing(division.season):
        for matchday in division.matchdays.filter(number__in=dates).prefetch_related("groups__event__rounds"):
            serien = matchday.rounds if rounds is None else rounds.get(matchday.number)
            scale = matchday.scale if scales is None else scales.get(matchday.number)
            if (matchday.date, matchday.rounds, matchday.scale) == (dates[matchday.number], serien, scale):
                continue
            events = [group.event for group in matchday.groups.all() if group.event]
            demand(
                matchday.rounds == serien or not events,
                _("%(matchday)s: Eine Gruppe hat schon angefangen; die Zahl der Serien bleibt.")
                % {"matchday": matchday},
            )
            demand(
                matchday.scale == scale or not any(group.binding_at for group in matchday.groups.all()),
                _("%(matchday)s: Ein Ergebnis ist schon verbindlich; die Wertungspunkte bleiben.")
                % {"matchday": matchday},
            )
            matchday.date, matchday.rounds, matchday.scale = dates[matchday.number], serien, scale
            save(matchday)
            demand(
                matchday.date is not None or not events,
                _("%(matchday)s: Eine Gruppe hat schon angefangen; bitte das Datum angeben.") % {"matchday": matchday},
            )
            for event in events:
                change_event(event, rounds=event.rounds.count(), date=matchday.date)


def plan_of(division: Division) -> Plan:
    """The plan as it is stored, an empty day for every number that is left out."""
    days: dict[int, list[Fixture]] = {}
    groups = Group.objects.filter(matchday__division=division).select_related("host", "matchday")
    for group in groups.prefetch_related("teams__team").order_by("matchday__number", "number"):
        letters = tuple(each.team.letter for each in group.teams.all())
        fixture = Fixture(letters, group.host.letter if group.host else None)
        days.setdefault(group.matchday.number, []).append(fixture)
    return tuple(tuple(days.get(number, ())) for number in range(1, max(days, default=0) + 1))


def in_order(plan: Plan) -> Plan:
    """The plan with the teams of every group in the order of their letters, as it is stored."""
    return tuple(
        tuple(fixture._replace(teams=tuple(sorted(fixture.teams))) for fixture in fixtures) for fixtures in plan
    )


def read_file(content: bytes) -> str:
    """The text of a plan in a file of cells; lines that do not begin with a number are headings."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    days: dict[int, list[str]] = {}
    for cells in csv.reader(io.StringIO(text, newline=""), delimiter=";" if ";" in text else ","):
        day, *teams = [cell.strip() for cell in cells] or [""]
        if day.isascii() and day.isdigit() and len(day) <= 2:
            letters = (cell for cell in teams if not _DATE_OR_NUMBER.fullmatch(cell))
            days.setdefault(int(day), []).append(" ".join(letters))
    return "\n".join(f"{day}: {' / '.join(groups)}" for day, groups in sorted(days.items()))


def read(text: str) -> Plan:
    """A typed plan; raises ValidationError with everything in it that cannot be understood."""
    plan, misread = read_plan(text)
    demand(not misread, *(_tell_misread(each) for each in misread))
    return in_order(plan)


def hints_on(plan: Plan, division: Division, letters: Iterable[str]) -> list[str]:
    """What there is to say about a plan of this Staffel; nothing of groups as large as the season counts points for."""
    rule = division.season.counts_by
    usual = {len(rule.place_points), *dict(rule.size_points)}
    found = find_in_plan(plan, letters)
    return in_words(each for each in found if each.kind != PlanKind.SIZE or each.times not in usual)


def in_words(findings: Iterable[PlanFinding]) -> list[str]:
    """What there is to say about a plan, a sentence for each kind and day; pairs are named together."""
    found = list(findings)
    summed = (PlanKind.MET, PlanKind.NEVER, PlanKind.HOSTS)
    sentences = [_tell(finding) for finding in found if finding.kind not in summed]
    by_times: dict[int, list[str]] = {}
    for finding in found:
        if finding.kind in (PlanKind.MET, PlanKind.NEVER):
            by_times.setdefault(finding.times, []).append("–".join(finding.teams))
    for times, pairs in sorted(by_times.items(), reverse=True):
        words = {"times": times, "pairs": ", ".join(pairs), "number": len(pairs)}
        if times:
            sentence = ngettext(
                "%(number)s Paar trifft sich %(times)s-mal: %(pairs)s.",
                "%(number)s Paare treffen sich %(times)s-mal: %(pairs)s.",
                len(pairs),
            )
        else:
            sentence = ngettext(
                "%(number)s Paar trifft sich nie: %(pairs)s.",
                "%(number)s Paare treffen sich nie: %(pairs)s.",
                len(pairs),
            )
        sentences.append(sentence % words)
    hosts = [
        _("%(times)s-mal %(teams)s") % {"times": finding.times, "teams": ", ".join(finding.teams)}
        for finding in found
        if finding.kind == PlanKind.HOSTS
    ]
    if hosts:
        sentences.append(_("Ausrichter sind nicht alle gleich oft: %(hosts)s.") % {"hosts": "; ".join(hosts)})
    return sentences


def _tell(finding: PlanFinding) -> str:
    words = {"teams": ", ".join(finding.teams), "day": finding.day, "times": finding.times}
    match finding.kind:
        case PlanKind.UNKNOWN:
            return _("%(day)s. Spieltag: Diese Buchstaben hat keine Mannschaft: %(teams)s.") % words
        case PlanKind.TWICE:
            return _("%(day)s. Spieltag: zweimal eingesetzt: %(teams)s.") % words
        case PlanKind.FOREIGN_HOST:
            return _("%(day)s. Spieltag: Ausrichter %(teams)s spielt nicht in dieser Gruppe.") % words
        case PlanKind.ALONE:
            return _("%(day)s. Spieltag: Eine Gruppe braucht mindestens zwei Mannschaften (%(teams)s).") % words
        case PlanKind.FREE:
            return _("%(day)s. Spieltag: ohne Gruppe: %(teams)s.") % words
    return _("%(day)s. Spieltag: Die Gruppe %(teams)s hat %(times)s Mannschaften, üblich sind vier.") % words


def _tell_misread(misread: PlanMisread) -> str:
    words = {"line": misread.line, "word": misread.word[:20]}
    if misread.word.endswith(":"):
        return (
            _("Zeile %(line)s: „%(word)s“ ist noch nicht an der Reihe. Bitte alle Spieltage vom ersten an schreiben.")
            % words
        )
    return _("Zeile %(line)s: „%(word)s“ ist kein Buchstabe einer Mannschaft oder ein zweiter Ausrichter.") % words


def _demand_not_begun(matchday: Matchday) -> None:
    demand(
        not any(group.event_id for group in matchday.groups.all()),
        _("Der %(matchday)s hat schon angefangen; im Spielplan bleibt er, wie er ist.") % {"matchday": matchday},
    )


def _store_day(matchday: Matchday, fixtures: Sequence[Fixture], teams: Mapping[str, Team]) -> None:
    save(matchday)
    for number, fixture in enumerate(fixtures, 1):
        group = Group(matchday=matchday, number=number, host=teams[fixture.host] if fixture.host else None)
        save(group)
        for letter in fixture.teams:
            save(GroupTeam(matchday=matchday, group=group, team=teams[letter]))
