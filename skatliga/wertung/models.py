"""What events and club years have to count their tables by."""

from typing import Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.wertung.presets import TableRule, TeamTableRule
from skatliga.history import explain
from skatliga.wertung.rules import (
    MOST_POINTS,
    YearTableRule,
    plain_rules,
    read_rules,
    read_team_rules,
    validate_rules,
    validate_team_rules,
)

USUAL_SIZES: Final = {"team": 4, "tandem": 2, "mixed": 2, "nation": 12}
"""How many play for a complete team of each kind where the event does not say otherwise."""


MOST_REASON: Final = 200
"""Letters."""


class BeginsWithPoints(models.Model):
    """Somebody who begins a table with points, or with a deduction."""

    start_points = models.IntegerField(
        _("Punkte vorab"),
        default=0,
        help_text=_("Negativ, wo Punkte abgezogen werden, etwa -200; 0 nimmt es zurück."),
        validators=[MinValueValidator(-MOST_POINTS), MaxValueValidator(MOST_POINTS)],
    )
    """Of what decides the first table: Leistung, or points awarded."""
    start_reason = models.CharField(
        _("Grund"), max_length=MOST_REASON, blank=True, help_text=_("Er steht bei der Tabelle, wo alle ihn lesen.")
    )

    class Meta:
        abstract = True

    def begin_with(self, points: int, reason: str) -> None:
        """Write the points and what they are for, in the history, too; 0 takes them back.

        Raises ValidationError where one lacks the other.
        """
        self.start_points, self.start_reason = points, reason.strip() if points else ""
        explain(self, reason.strip())
        self.full_clean()
        self.save()

    @staticmethod
    def points_have_a_reason(name: str) -> models.CheckConstraint:
        """That neither is there without the other."""
        return models.CheckConstraint(
            name=name,
            condition=Q(start_points=0, start_reason="") | ~Q(start_points=0) & ~Q(start_reason=""),
            violation_error_message=_("Zu Punkten vorab oder einem Abzug gehört ein Grund, und umgekehrt."),
        )


class CountedByRules(models.Model):
    """Something of whose results several tables are made, each with a rule that is data (`wertung.rules`)."""

    rules = models.JSONField(_("Wertung"), default=plain_rules, validators=[validate_rules])
    """The first is the table of everything."""

    class Meta:
        abstract = True

    @property
    def tables(self) -> tuple[YearTableRule, ...]:
        """The tables; the first has no name."""
        return read_rules(self.rules)


class CountsTeams(CountedByRules):
    """Something with rankings of players and of teams."""

    team_rules = models.JSONField(
        _("Wertung der Mannschaften"), default=dict, blank=True, validators=[validate_team_rules]
    )
    """By the kind of team; what is not said is usual."""

    class Meta:
        abstract = True

    @property
    def rule(self) -> TableRule:
        """How the ranking of everything counts."""
        return self.tables[0].rule

    def team_rule(self, kind: str) -> TeamTableRule:
        """How teams of a kind count."""
        return read_team_rules(self.team_rules).get(kind) or TeamTableRule(USUAL_SIZES[kind])
