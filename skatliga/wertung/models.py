"""What an event has to count its tables by."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.wertung.presets import TableRule, TeamTableRule
from skatliga.wertung.rules import read_rule, read_team_rules, validate_rule, validate_team_rules

USUAL_SIZES: Final = {"team": 4, "tandem": 2, "mixed": 2, "nation": 12}
"""How many play for a complete team of each kind where the event does not say otherwise."""


class CountedByRule(models.Model):
    """Something with a ranking of players and rankings of teams, each with a rule that is data (`wertung.rules`)."""

    table_rule = models.JSONField(_("Wertung der Rangliste"), default=dict, blank=True, validators=[validate_rule])
    """Empty for the sum of all lists."""
    team_rules = models.JSONField(
        _("Wertung der Mannschaften"), default=dict, blank=True, validators=[validate_team_rules]
    )
    """By the kind of team; what is not said is usual."""

    class Meta:
        abstract = True

    @property
    def rule(self) -> TableRule:
        """How the ranking counts."""
        return read_rule(self.table_rule)

    def team_rule(self, kind: str) -> TeamTableRule:
        """How teams of a kind count."""
        return read_team_rules(self.team_rules).get(kind) or TeamTableRule(USUAL_SIZES[kind])
