"""How the tables of an event count: written down, and from the first binding list on only with a reason.

* **D** Once a list of the event is binding its tables have been read as they are, so a rule changes only with a reason,
  which the history keeps.
"""

from django.core.exceptions import ValidationError

from scoring.wertung.presets import TeamTableRule
from skatliga.events.models import Event, Team
from skatliga.events.table_rules import rule_field_of
from skatliga.history import explain_change
from skatliga.lists.models import Sheet
from skatliga.publication import changing
from skatliga.wertung.rules import (
    YearTableRule,
    contradictions,
    read_team_rules,
    validate_rules,
    validate_team_rules,
    with_table,
    without_table,
    write_team_rules,
)


def is_frozen(event: Event) -> bool:
    """Whether a first result is binding."""
    return Sheet.objects.filter(table__round__event=event, state=Sheet.State.BINDING).exists()


def set_table(event: Event, number: int, table: YearTableRule, reason: str = "") -> None:
    """Write the rule of one of its tables, or of the next new one.

    Raises ValidationError for what nobody can mean, and without a reason it needs; a further table needs none.
    """
    if found := contradictions(table.rule, rule_field_of(event, number)):
        raise ValidationError(list(found.values()))
    rules = with_table(event.tables, number, table)
    validate_rules(rules)
    _store(event, reason, new=number > len(event.tables), rules=rules)


def remove_table(event: Event, number: int) -> None:
    """Take one of its further tables away; the first one stays."""
    if 2 <= number <= len(event.tables):
        _store(event, new=True, rules=without_table(event.tables, number))


def set_team_rule(event: Event, kind: Team.Kind, rule: TeamTableRule, reason: str = "") -> None:
    """Write how the teams of a kind are counted. Raises ValidationError likewise."""
    rules = write_team_rules(read_team_rules(event.team_rules) | {kind.value: rule})
    validate_team_rules(rules)
    _store(event, reason, team_rules=rules)


def set_start(event: Event, start_number: int, points: int, reason: str) -> None:
    """Let somebody begin with points, or with a deduction; the history of the entry keeps why."""
    with changing(event) as stored:
        stored.entries.get(start_number=start_number).begin_with(points, reason)


def _store(event: Event, reason: str = "", *, new: bool = False, **values: object) -> None:
    with changing(event) as stored:
        if not new and is_frozen(stored):
            explain_change(stored, reason)
        for name, value in values.items():
            setattr(stored, name, value)
        stored.save()
