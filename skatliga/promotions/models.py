"""What was said for the season after one, and what was decided by it.

Teams are known by their Staffel and letter, `staffel-ost/A`, levels by their number: so what is stored stays true where
an archive is taken in, and where a team is called otherwise later on.
"""

from typing import Final, Literal, TypedDict

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from skatliga.database import JsonObject
from skatliga.leagues.models import Season

FILLS: Final = ("up,stay", "stay,up", "up", "stay", "none")
"""Whom free places are given to, in this order: the next from below, who would have gone down."""

Way = Literal["up", "down", "stay", "out", "new"]


class LevelChoiceJson(TypedDict, total=False):
    """What was said for a level; what is missing is as usual."""

    places: int
    """Teams of the next season."""
    best: int
    worst: int
    reach: int
    club_limit: int
    playoff_places: int
    divisions: int
    """Staffeln of the next season."""
    fill: str
    new: str
    """New teams, one a line."""


class ChoicesJson(TypedDict, total=False):
    """What was said for a season."""

    name: str
    """Of the next one."""
    levels: dict[str, LevelChoiceJson]
    wishes: dict[str, str]
    """By team: stay, leave, or down to the level of a number, such as down:3."""
    places: dict[str, int]
    """By team: its place in the play-off."""
    lots: dict[str, int]
    """By team: the number it drew."""
    divisions: dict[str, int]
    """By team: the number of the Staffel a hand has put it in."""


class ReasonJson(TypedDict):
    """Why a team goes where it goes, as the engine says it, with names instead of keys."""

    code: str
    params: JsonObject


class MoveJson(TypedDict):
    """What became of a team."""

    team: str
    name: str
    way: Way
    level: int
    """The number of the level it was in, of that it begins in if it is new."""
    source: str
    division: str
    place: int
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
    history = HistoricalRecords()

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
