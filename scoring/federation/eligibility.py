"""Who may start: green, yellow where something is to be looked at, red with the paragraph.

The paragraphs are those of the Sportordnung of the DSkV (SpO): 1.2 age classes, 1.5 Spielberechtigung, 1.6
Teilnahmeberechtigung. What it leaves to others stands in the Ausschreibung or the Rechtsordnung. What a federation has
differently is a setting. Days are texts like 2026-05-23, a year alone may stand for a birthday.

>>> anna = Starter("f", "1961-04-02", "4711", (ClubSpell("Asse", "2019-01-01"),))
>>> sorted(rankings(anna, "2026-05-23"))
['seniors', 'women']
>>> eligibility(anna, StartRequest("Asse", "2026-05-23", "single", "women")).colour
'green'
>>> refused = eligibility(anna, StartRequest("Buben", "2026-05-23", "single", "men"))
>>> [(each.code, each.rule) for each in refused.findings]
[('start_women', 'SpO 1.5'), ('start_no_member', 'SpO 1.5')]

* **D** What is not known makes a start yellow, never red: sex, birthday, pass, qualification.
* **D** Women and juniors start for one club and for one Spielgemeinschaft, and for this only in teams. In events of men
  they have one club like men, and a Spielgemeinschaft is one.
* **D** A start that is on record counts for the limits of its calendar year, however it ended; starts after the day
  that is asked about do not.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

Sex = Literal["m", "f", ""]
Kind = Literal["single", "pair", "team", "league"]
StartClass = Literal["men", "women", "juniors", "seniors", "pupils", "youth", "open"]
Colour = Literal["green", "yellow", "red"]
FOR_EVER: Final = "9999-12-31"

PARAGRAPHS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "start_men": "SpO 1.5",
        "start_women": "SpO 1.5",
        "start_sex_unknown": "SpO 1.5",
        "start_too_old": "SpO 1.2",
        "start_too_young": "SpO 1.2",
        "start_age_unknown": "SpO 1.2",
        "start_no_member": "SpO 1.5",
        "start_joined_late": "Ausschreibung",
        "start_other_club": "SpO 1.5",
        "start_other_joint_team": "SpO 1.5",
        "start_joint_single": "SpO 1.5",
        "start_too_often": "Ausschreibung",
        "start_other_team": "Ausschreibung",
        "start_suspended": "Rechtsordnung",
        "start_not_qualified": "SpO 1.6",
        "start_qualification_unknown": "SpO 1.6",
        "start_no_pass": "SpO 1.6",
    }
)
"""Where it is said, unless a federation says otherwise."""


class ClubSpell(NamedTuple):
    """When somebody was a member of a club; the last day is one of them."""

    club: str
    first: str
    last: str = FOR_EVER

    def holds(self, day: str) -> bool:
        """Whether he was a member on a day."""
        return self.first <= day <= self.last


class StartRequest(NamedTuple):
    """A start that is wished for, or one that was."""

    club: str
    """The club, or the name of the Spielgemeinschaft."""
    day: str
    kind: Kind
    start_class: StartClass
    competition: str = ""
    """What championship or league it is; starts in one of them are counted together."""
    team: str = ""
    joint_clubs: tuple[str, ...] = ()
    """The clubs of a Spielgemeinschaft; empty for a club."""
    needs_qualification: bool = False


@dataclass(frozen=True)
class Starter:
    """What is known of a player."""

    sex: Sex = ""
    born: str = ""
    """A day, a year, or empty."""
    pass_number: str = ""
    clubs: tuple[ClubSpell, ...] = ()
    starts: tuple[StartRequest, ...] = ()
    qualified: Mapping[str, bool] = field(default_factory=dict)
    """By competition."""
    suspended: tuple[tuple[str, str], ...] = ()
    """First and last days on which he may not start."""


@dataclass(frozen=True)
class EligibilityRules:
    """What a federation may say differently."""

    junior_below: int = 21
    senior_from: int = 60
    pupil_below: int = 15
    youth_below: int = 18
    clubs_a_year: int = 1
    """For how many clubs somebody may start in a calendar year; 0 for any number."""
    own_classes_apart: bool = True
    """Whether women and juniors may have a Spielgemeinschaft besides their club."""
    starts_a_year: Mapping[Kind, int] = field(default_factory=dict)
    """Starts in a kind of championship and calendar year; no limit for those left out."""
    one_team: bool = True
    """Whether somebody may play for one team of a league only."""
    joined_by: str = ""
    """Month and day by which a member of that year must have joined, such as 03-31."""
    paragraphs: Mapping[str, str] = field(default_factory=dict)
    """Where it says so itself, by code; `PARAGRAPHS` for the others."""


class EligibilityFinding(NamedTuple):
    """Something that speaks against a start, or is to be looked at."""

    colour: Colour
    code: str
    params: Mapping[str, object]
    rule: str


class Eligibility(NamedTuple):
    """Whether somebody may start, with everything that speaks against it."""

    colour: Colour
    findings: tuple[EligibilityFinding, ...]


class _Found(NamedTuple):
    """A finding before its paragraph is looked up."""

    colour: Colour
    code: str
    params: Mapping[str, object] = MappingProxyType({})


USUAL: Final = EligibilityRules()


def eligibility(starter: Starter, start: StartRequest, rules: EligibilityRules = USUAL) -> Eligibility:
    """Whether somebody may start, and if not, by which paragraphs."""
    checks = (_sex, _age, _membership, _clubs, _starts, _suspension, _papers)
    findings = tuple(
        EligibilityFinding(*found, rules.paragraphs.get(found.code, PARAGRAPHS[found.code]))
        for check in checks
        for found in check(starter, start, rules)
    )
    colours = {each.colour for each in findings}
    return Eligibility("red" if "red" in colours else "yellow" if colours else "green", findings)


def rankings(starter: Starter, day: str, rules: EligibilityRules = USUAL) -> set[StartClass]:
    """The rankings somebody stands in, each as far as it is known: a lady over sixty stands in both."""
    found: set[StartClass] = set()
    if starter.sex:
        found.add("women" if starter.sex == "f" else "men")
    if (age := _ages(starter.born, _new_year(day))) and age[1] < rules.junior_below:
        found.add("juniors")
    if age and age[0] >= rules.senior_from:
        found.add("seniors")
    return found


# ---- Ages


def _new_year(day: str) -> str:
    return f"{day[:4]}-01-01"


def _ages(born: str, day: str) -> tuple[int, int] | None:
    """The least and the most years somebody can have completed on a day.

    >>> _ages("1966-01-01", "2026-01-01"), _ages("1966-01-02", "2026-01-01"), _ages("1966", "2026-01-01")
    ((60, 60), (59, 59), (59, 60))
    """
    if not born:
        return None
    years = int(day[:4]) - int(born[:4])
    if len(born) == 4:
        return years - 1, years
    age = years - (day[5:] < born[5:])
    return age, age


def _age(starter: Starter, start: StartRequest, rules: EligibilityRules) -> Iterator[_Found]:
    """Age classes on their days: adults' ones on 1 January, those of pupils and youth on the day itself (SpO 1.2)."""
    below = {"juniors": rules.junior_below, "pupils": rules.pupil_below, "youth": rules.youth_below}
    least = rules.senior_from if start.start_class == "seniors" else 0
    limit = below.get(start.start_class)
    if not least and limit is None:
        return
    day = start.day if start.start_class in ("pupils", "youth") else _new_year(start.day)
    ages = _ages(starter.born, day)
    if ages and limit is not None and ages[0] >= limit:
        yield _Found("red", "start_too_old", {"age": ages[0], "day": day, "limit": limit})
    elif ages and ages[1] < least:
        yield _Found("red", "start_too_young", {"age": ages[1], "day": day, "limit": least})
    elif ages is None or (limit is not None and ages[1] >= limit) or ages[0] < least:
        yield _Found("yellow", "start_age_unknown", {"day": day})


def _is_junior(starter: Starter, start: StartRequest, rules: EligibilityRules) -> bool:
    ages = _ages(starter.born, _new_year(start.day))
    return ages is not None and ages[1] < rules.junior_below


# ---- Sex, clubs, starts


def _sex(starter: Starter, start: StartRequest, _rules: EligibilityRules) -> Iterator[_Found]:
    """Men do not start in events of women, women not in the single events of men (SpO 1.5)."""
    single_of_men = start.start_class == "men" and start.kind == "single"
    if start.start_class == "women" and starter.sex == "m":
        yield _Found("red", "start_men")
    elif single_of_men and starter.sex == "f":
        yield _Found("red", "start_women")
    elif not starter.sex and (start.start_class == "women" or single_of_men):
        yield _Found("yellow", "start_sex_unknown")


def _membership(starter: Starter, start: StartRequest, rules: EligibilityRules) -> Iterator[_Found]:
    clubs = start.joint_clubs or (start.club,)
    spells = [spell for spell in starter.clubs if spell.club in clubs and spell.holds(start.day)]
    if not spells:
        yield _Found("red", "start_no_member", {"club": start.club, "day": start.day})
    elif rules.joined_by:
        last = f"{start.day[:4]}-{rules.joined_by}"
        if all(spell.first > last for spell in spells):
            first = min(spell.first for spell in spells)
            yield _Found("red", "start_joined_late", {"club": start.club, "day": first, "limit": last})


def _of_year(starter: Starter, start: StartRequest) -> list[StartRequest]:
    """The starts on record in the calendar year, up to the day."""
    return [each for each in starter.starts if each.day[:4] == start.day[:4] and each.day <= start.day]


def _clubs(starter: Starter, start: StartRequest, rules: EligibilityRules) -> Iterator[_Found]:
    """One club a year; women and juniors may have a Spielgemeinschaft besides it (SpO 1.5)."""
    apart = rules.own_classes_apart and _has_exception(starter, start, rules)
    before = _of_year(starter, start)
    if start.joint_clubs and start.kind == "single":
        yield _Found("red", "start_joint_single", {"club": start.club})
    if apart:
        before = [each for each in before if bool(each.joint_clubs) == bool(start.joint_clubs)]
    others = sorted({each.club for each in before} - {start.club})
    if rules.clubs_a_year and len(others) >= rules.clubs_a_year:
        joint = apart and start.joint_clubs
        code = "start_other_joint_team" if joint else "start_other_club"
        yield _Found("red", code, {"club": ", ".join(others), "year": start.day[:4]})


def _has_exception(starter: Starter, start: StartRequest, rules: EligibilityRules) -> bool:
    """Whether it is a start of a woman or a junior outside the events of men."""
    in_own_class = start.start_class not in ("men", "open")
    return in_own_class and (starter.sex == "f" or _is_junior(starter, start, rules))


def _starts(starter: Starter, start: StartRequest, rules: EligibilityRules) -> Iterator[_Found]:
    before = _of_year(starter, start)
    limit = rules.starts_a_year.get(start.kind)
    same = [each for each in before if (each.kind, each.competition) == (start.kind, start.competition)]
    if limit is not None and len(same) >= limit:
        yield _Found("red", "start_too_often", {"count": len(same), "limit": limit, "year": start.day[:4]})
    teams = sorted({each.team for each in same} - {start.team})
    if rules.one_team and start.kind == "league" and teams:
        yield _Found("red", "start_other_team", {"team": ", ".join(teams)})


# ---- Suspension, pass, qualification


def _suspension(starter: Starter, start: StartRequest, _rules: EligibilityRules) -> Iterator[_Found]:
    for first, last in starter.suspended:
        if first <= start.day <= last:
            yield _Found("red", "start_suspended", {"day": last})


def _papers(starter: Starter, start: StartRequest, _rules: EligibilityRules) -> Iterator[_Found]:
    """The qualification that is asked for, and the pass (SpO 1.6)."""
    if start.needs_qualification:
        qualified = starter.qualified.get(start.competition)
        if qualified is None:
            yield _Found("yellow", "start_qualification_unknown", {"competition": start.competition})
        elif not qualified:
            yield _Found("red", "start_not_qualified", {"competition": start.competition})
    if not starter.pass_number:
        yield _Found("yellow", "start_no_pass")


def overlapping(spells: Sequence[ClubSpell]) -> list[tuple[ClubSpell, ClubSpell]]:
    """Memberships, or licences, that hold on one day though only one may.

    >>> overlapping([ClubSpell("A", "2026-01-01", "2026-06-30"), ClubSpell("B", "2026-06-30")])[0][1].club
    'B'
    """
    order = sorted(spells, key=lambda spell: (spell.first, spell.last, spell.club))
    return [
        (one, other) for number, one in enumerate(order) for other in order[number + 1 :] if other.first <= one.last
    ]
