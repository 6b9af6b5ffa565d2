"""The engine's words in templates."""

from django import template

from scoring.rulebook import RuleBook
from skatliga.rules import wording

register = template.Library()


@register.filter
def sentence(thing: wording.Sayable) -> str:
    """What is wrong and what to do."""
    return wording.sentence(thing)


@register.filter
def book_title(book: RuleBook) -> str:
    """The title of a rule book."""
    return wording.title(book)


@register.filter
def called(code: str) -> str:
    """How a game or a field is called."""
    return wording.name(code)


@register.filter
def points(number: int) -> str:
    """Points with their sign, as they are printed."""
    return f"{number:+d}".replace("-", "−") if number else "0"
