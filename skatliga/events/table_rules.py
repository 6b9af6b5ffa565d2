"""What the rules of an event's tables may say, and whether they still fit when the event is changed."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from skatliga.events.models import Event
from skatliga.wertung.rules import NOT_IN_AN_EVENT, RuleField, contradictions


def rule_field_of(event: Event, number: int = 1, rounds: int | None = None) -> RuleField:
    """Where the rule of a table of an event holds, with so many Serien or with those it has.

    The cut is one of the first table (`standings.rankings`).
    """
    return RuleField(
        NOT_IN_AN_EVENT,
        len(event.rounds.all()) if rounds is None else rounds,
        event.table_sizes,
        cut_after=event.cut_after if number == 1 else None,
        cut_carries=event.cut_carries,
    )


def misfits(event: Event, rounds: int | None = None) -> dict[int, str]:
    """By the number of the table what cannot be of its rule."""
    found = {
        number: contradictions(table.rule, rule_field_of(event, number, rounds))
        for number, table in enumerate(event.tables, 1)
    }
    return {number: next(iter(said.values())) for number, said in found.items() if said}


def demand_fitting_rules(event: Event, rounds: int, before: dict[int, str]) -> None:
    """Refuse a change after which the rule of a table says what cannot be; what did so `before` may stay."""
    for number, said in misfits(event, rounds).items():
        if number not in before:
            words = {"name": event.tables[number - 1].name or _("Rangliste"), "said": said}
            raise ValidationError(
                _("Dazu passt die Wertung von „%(name)s“ nicht mehr: %(said)s Bitte zuerst die Wertung ändern.") % words
            )
