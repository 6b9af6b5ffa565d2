"""Who may start in a championship or play in a league: green, yellow or red, each with the paragraph.

The engine says it (`scoring.federation.eligibility`); here stands what it is told, the same for the desk, for online
entry and for line-ups.

* **D** In a league a member is whoever has the licence for the club on the day. In a championship too, and of somebody
  who never had a licence whoever stands in the register of the club.
* **D** A club of the kind „Spielgemeinschaft“ is one; for it counts who stands in its register.
* **D** A start is a place in a line-up, coming in for somebody, or taking part in a championship without having
  withdrawn; on an earlier day of the calendar year, or on the same day elsewhere.
* **D** Of the register's year of birth the day is not known: where it matters, the start is yellow.
"""

import datetime
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.federation.eligibility import (
    FOR_EVER,
    ClubSpell,
    Colour,
    EligibilityFinding,
    EligibilityRules,
    Sex,
    Starter,
    StartRequest,
    eligibility,
)
from skatliga.federations.licences import club_spells
from skatliga.federations.signals import starts_on_record
from skatliga.people.models import Gender, Membership, Player
from skatliga.people.names import fold
from skatliga.rules.wording import term

JOINT: Final = "Spielgemeinschaft"
"""The kind of a club that is one."""
EVER: Final = "0001-01-01"
"""Since when somebody is a member of whom that is not known."""
_SEXES: Final[dict[str, Sex]] = {Gender.DAMEN.value: "f", Gender.HERREN.value: "m"}
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


class StartCheck(NamedTuple):
    """Whether a player may start, with all that speaks against it, in sentences with their paragraphs."""

    colour: Colour
    sentences: tuple[str, ...]
    player: Player | None = None
    """None for a guest."""

    @property
    def said(self) -> str:
        """The colour in words."""
        return {"green": _("darf spielen"), "yellow": _("bitte prüfen"), "red": _("darf nicht spielen")}[self.colour]


class Registers(NamedTuple):
    """For whom players may start, by their keys."""

    licences: Mapping[int, tuple[ClubSpell, ...]]
    members: Mapping[int, tuple[ClubSpell, ...]]
    joint: Mapping[int, tuple[ClubSpell, ...]]
    """Of Spielgemeinschaften."""

    def spells(self, player: int, start: StartRequest) -> tuple[ClubSpell, ...]:
        """When the player was a member of which club, as this start asks for it."""
        if start.joint_clubs:
            return self.joint.get(player, ())
        own = self.licences.get(player, ())
        return own or (() if start.kind == "league" else self.members.get(player, ()))


def registers_of(players: Collection[int]) -> Registers:
    """The licences and memberships of players, by their keys; two queries."""
    found: dict[bool, dict[int, list[ClubSpell]]] = {True: defaultdict(list), False: defaultdict(list)}
    columns = ("player", "first_day", "last_day", "club__name", "club__kind")
    rows = Membership.objects.filter(player__in=players).values_list(*columns)
    for player, first_day, last_day, club, kind in rows.order_by("player", "club__name"):
        spell = ClubSpell(
            club, first_day.isoformat() if first_day else EVER, last_day.isoformat() if last_day else FOR_EVER
        )
        found[is_joint(kind)][player].append(spell)
    members, joint = ({player: tuple(own) for player, own in found[each].items()} for each in (False, True))
    return Registers(club_spells(players), members, joint)


def is_joint(kind: str) -> bool:
    """Whether a club of this kind is a Spielgemeinschaft."""
    return fold(kind) == fold(JOINT)


def start_checks(
    asked: Sequence[tuple[Player, StartRequest]], rules: EligibilityRules, where: str, registers: Registers
) -> list[StartCheck]:
    """What is to be said of players who want to start, all on days of one year; as many queries as apps know starts.

    Starts at `where` itself are not counted.
    """
    if not asked:
        return []
    keys = {player.pk for player, _start in asked}
    starts: dict[int, list[StartRequest]] = defaultdict(list)
    for known in starts_on_record(keys, int(asked[0][1].day[:4])):
        if known.where != where:
            starts[known.player].append(known.start)
    checks = []
    for player, start in asked:
        starter = replace(_starter(player), clubs=registers.spells(player.pk, start), starts=tuple(starts[player.pk]))
        said = eligibility(starter, start, rules)
        licensed = start.kind == "league" or (player.pk in registers.licences and not start.joint_clubs)
        sentences = tuple(_sentence(each, start, licensed) for each in said.findings)
        checks.append(StartCheck(said.colour, sentences, player))
    return checks


def _starter(player: Player) -> Starter:
    """What the register knows of somebody."""
    sex = _SEXES.get(player.gender, "")
    return Starter(sex, str(player.birth_year or ""), player.federation_number)


def _sentence(finding: EligibilityFinding, start: StartRequest, licensed: bool) -> str:
    if finding.code == "start_no_member" and licensed:
        said = _("Am %(day)s keine Lizenz für %(club)s.") % {"day": _shown(start.day), "club": start.club}
    else:
        said = term(finding.code, **{name: _shown(value) for name, value in finding.params.items()})
    return f"{said} ({finding.rule})"


def _shown(value: object) -> object:
    """A day as the visitor reads it; everything else as it is."""
    if isinstance(value, str) and _DAY.fullmatch(value):
        return date_format(datetime.date.fromisoformat(value), "SHORT_DATE_FORMAT")
    return value


def refusals(checks: Iterable[tuple[str, StartCheck]]) -> list[str]:
    """A sentence for everything by which one of these, each with the name, may not start."""
    return [f"{name}: {sentence}" for name, check in checks if check.colour == "red" for sentence in check.sentences]
