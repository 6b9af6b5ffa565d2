"""By what an event is played: its rule book asked what there is to choose and to agree on, and what fits."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.deal import DEFAULTS
from scoring.deal_json import form_violation
from scoring.legal import longest_match
from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS
from skatliga.database import JsonObject
from skatliga.events.models import Event
from skatliga.rules import wording
from skatliga.rules.books import setting_in_words

MOST_DEALS = 200
"""More deals than these were never on one list."""


def usual_agreements(book: RuleBook) -> JsonObject:
    """What a table plays that has agreed on nothing."""
    return {name: DEFAULTS[name] for name in book.settings}


def find_in_agreements(book: RuleBook, agreements: JsonObject) -> dict[str, list[str]]:
    """What the rule book has to say against these agreements: sentences by the name of the setting."""
    if found := _find_in_kinds(agreements):
        return found
    way = next(iter(book.ways.values()))
    deal = next(iter(way.deals()))._replace(**agreements)
    for violation in book.check(deal):
        if violation.field in agreements:
            found.setdefault(violation.field, []).append(wording.sentence(violation))
    return found


def _find_in_kinds(agreements: JsonObject) -> dict[str, list[str]]:
    """Which settings are not what they are usually: a number, a word, yes or no. No rule can judge such a deal."""
    kinds = {bool: _("ja oder nein"), int: _("eine ganze Zahl"), str: _("ein Text")}
    wrong = {
        name: kinds[type(DEFAULTS[name])]
        for name, value in agreements.items()
        if type(value) is not type(DEFAULTS[name])
    }
    told = {name: form_violation("wrong_kind", name, name=name, kind=kind) for name, kind in wrong.items()}
    return {name: [wording.sentence(violation)] for name, violation in told.items()}


def agreements_in_words(event: Event) -> list[tuple[str, str]]:
    """What the tables of an event have agreed on: each setting as it is called, and its value."""
    return [(wording.name(name), setting_in_words(event.agreements[name])) for name in event.book.settings]


def check_rules(event: Event) -> None:
    """Refuse (ValidationError) a rule book that does not exist, and an evaluation or agreements it does not know."""
    book = BOOKS.get(event.rulebook)
    if book is None:
        raise ValidationError(_("Dieses Regelwerk gibt es nicht. Bitte eines aus der Liste wählen."))
    if event.evaluation not in book.evaluations:
        raise ValidationError(
            _("Die Wertung „%(evaluation)s“ passt nicht zum Regelwerk %(book)s. Bitte eine andere wählen.")
            % {"evaluation": event.get_evaluation_display(), "book": wording.title(book)}
        )
    if event.agreements.keys() != set(book.settings):
        title = wording.title(book)
        raise ValidationError(_("Diese Vereinbarungen gehören nicht zum Regelwerk %(book)s.") % {"book": title})
    if findings := find_in_agreements(book, event.agreements):
        raise ValidationError([sentence for sentences in findings.values() for sentence in sentences])
    if event.target and longest_match(event.book, event.target) > MOST_DEALS:
        raise ValidationError(
            _("Eine Partie bis %(target)s Punkte kann mehr als %(most)s Spiele dauern. Bitte weniger Punkte wählen.")
            % {"target": event.target, "most": MOST_DEALS}
        )
