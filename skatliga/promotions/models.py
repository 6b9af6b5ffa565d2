"""What was said for the season after one, and what was decided by it.

Teams are known by their Staffel and letter, `staffel-ost/A`, levels by their number: so what is stored stays true where
an archive is taken in, and where a team is called otherwise later on.
"""

from typing import Annotated, Final, Literal

import pydantic
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from scoring.federation_wording import MOVES
from skatliga.history import recorded
from skatliga.leagues.models import Season

Way = Literal["up", "down", "stay", "out", "new"]
Fills = Literal["up,stay", "stay,up", "up", "stay", "none"]
"""Whom free places are given to, in this order: the next from below, who would have gone down."""
Count = Annotated[int, pydantic.Field(strict=True, ge=0, lt=1000)]
Least = Annotated[int, pydantic.Field(strict=True, ge=1, lt=1000)]
Number = Annotated[str, pydantic.Field(pattern=r"^[1-9][0-9]{0,4}$")]
_EXACT: Final = ConfigDict(extra="forbid")


def _known(code: str) -> str:
    if code not in MOVES:
        raise ValueError(code[:40])
    return code


@with_config(_EXACT)
class LevelChoiceJson(TypedDict, total=False):
    """What was said for a level; what is missing is as usual."""

    places: Least
    """Teams of the next season."""
    best: Count
    worst: Count
    reach: Count
    club_limit: Count
    playoff_places: Least
    divisions: Least
    """Staffeln of the next season."""
    fill: Fills
    new: str
    """New teams, one a line."""


@with_config(_EXACT)
class ChoicesJson(TypedDict, total=False):
    """What was said for a season."""

    name: str
    """Of the next one."""
    levels: dict[Number, LevelChoiceJson]
    wishes: dict[str, str]
    """By team: stay, leave, or down to the level of a number, such as down:3."""
    places: dict[str, Count]
    """By team: its place in the play-off."""
    lots: dict[str, Count]
    """By team: the number it drew."""
    divisions: dict[str, Count]
    """By team: the number of the Staffel a hand has put it in."""


@with_config(_EXACT)
class ReasonJson(TypedDict):
    """Why a team goes where it goes, as the engine says it, with names instead of keys."""

    code: Annotated[str, pydantic.AfterValidator(_known)]
    params: dict[str, str | int]


@with_config(_EXACT)
class MoveJson(TypedDict):
    """What became of a team."""

    team: str
    name: str
    way: Way
    level: Count
    """The number of the level it was in, of that it begins in if it is new."""
    source: str
    division: str
    place: Count
    target: str
    into: str
    """Its Staffel of the next season; empty where it takes no part."""
    reasons: list[ReasonJson]


class Promotion(models.Model):
    """Aufstieg und Abstieg after a season: what was said, and once it is confirmed, every move and the next season."""

    season = models.OneToOneField(Season, models.CASCADE, related_name="promotion")
    next_season = models.OneToOneField(
        Season, models.PROTECT, null=True, blank=True, related_name="promoted_from", verbose_name=_("Folgesaison")
    )
    choices = models.JSONField(_("Angaben"), default=dict, blank=True)
    moves = models.JSONField(_("Auf- und Absteiger"), default=list, blank=True)
    """As they were confirmed; empty before."""
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(null=True, blank=True)
    history = recorded()

    class Meta:
        verbose_name = _("Aufstieg und Abstieg")
        verbose_name_plural = _("Aufstieg und Abstieg")
        constraints = (
            models.CheckConstraint(
                name="next_season_says_by_whom",
                condition=Q(next_season__isnull=True, made_by__isnull=True, made_at__isnull=True)
                | Q(next_season__isnull=False, made_by__isnull=False, made_at__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.season}: {Promotion._meta.verbose_name}"

    @property
    def said(self) -> ChoicesJson:
        """What was said."""
        return self.choices

    @property
    def decided(self) -> list[MoveJson]:
        """Every move."""
        return self.moves
