"""By which rules somebody may start: those of a level, inherited by all below it, as the engine takes them.

* **D** The rules of the nearest level hold as a whole: one that has its own has taken over, or changed, every one.
* **D** Where no level has any, those of the Sportordnung hold in championships; line-ups of leagues are asked by the
  rules of a level alone.
"""

from collections.abc import Mapping
from copy import copy
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from django.utils.translation import gettext_lazy as _

from scoring.federation import eligibility
from scoring.federation.eligibility import EligibilityRules
from skatliga.federations.models import StartRules
from skatliga.people.models import Club
from skatliga.people.tree import above

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class StartParagraph(NamedTuple):
    """What a paragraph says, and of which findings."""

    about: "StrOrPromise"
    codes: tuple[str, ...]

    @property
    def usual(self) -> str:
        """Where the Sportordnung says it, or to whom it leaves it."""
        return eligibility.PARAGRAPHS[self.codes[0]]


ParagraphKind = Literal["club", "joined", "sexes", "ages", "starts", "team", "pass"]
PARAGRAPHS: Final[Mapping[ParagraphKind, StartParagraph]] = MappingProxyType(
    {
        "club": StartParagraph(
            _("für welchen Verein"),
            ("start_no_member", "start_other_club", "start_other_joint_team", "start_joint_single"),
        ),
        "joined": StartParagraph(_("Mitglied spätestens seit"), ("start_joined_late",)),
        "sexes": StartParagraph(_("Damen und Herren"), ("start_men", "start_women", "start_sex_unknown")),
        "ages": StartParagraph(_("Altersklassen"), ("start_too_old", "start_too_young", "start_age_unknown")),
        "starts": StartParagraph(_("Starts im Jahr"), ("start_too_often",)),
        "team": StartParagraph(_("eine Mannschaft in der Liga"), ("start_other_team",)),
        "pass": StartParagraph(_("Spielerpass"), ("start_no_pass",)),
    }
)
"""The kinds of rules of which a level says where they stand."""


def rules_for(club: Club) -> StartRules | None:
    """The rules that hold for a club: its own, or those of the nearest above it; None where nobody has any."""
    levels = [*above(club), club]
    found = {rules.club_id: rules for rules in StartRules.objects.filter(club__in=levels).select_related("club")}
    return next((found[level.pk] for level in reversed(levels) if level.pk in found), None)


def copy_of(rules: StartRules | None, club: Club) -> StartRules:
    """Rules of a club's own, not stored yet, with what holds there so far."""
    copied = StartRules(club=club)
    for field in StartRules._meta.concrete_fields if rules else ():
        if not field.primary_key and field.name != "club":
            setattr(copied, field.attname, copy(getattr(rules, field.attname)))
    return copied


def as_eligibility_rules(rules: StartRules | None) -> EligibilityRules:
    """The same for the engine; those of the Sportordnung where a level has none."""
    if rules is None:
        return eligibility.USUAL
    limit = rules.starts_a_year
    return EligibilityRules(
        junior_below=rules.junior_below,
        senior_from=rules.senior_from,
        pupil_below=rules.pupil_below,
        youth_below=rules.youth_below,
        clubs_a_year=rules.clubs_a_year,
        own_classes_apart=rules.own_classes_apart,
        starts_a_year={"single": limit, "pair": limit, "team": limit} if limit else {},
        one_team=rules.one_team,
        joined_by=rules.joined_by,
        paragraphs={code: text for kind, text in rules.paragraphs.items() for code in PARAGRAPHS[kind].codes},
    )
