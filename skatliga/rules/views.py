"""Pages about the rule books, open to everybody: what stands in them, the value of a deal, the deals with a value."""

from functools import partial
from typing import NamedTuple

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django_htmx.http import replace_url, retarget

from scoring.deal import DEFAULTS
from scoring.legal import scores as possible_scores
from scoring.notation import Misread, parse
from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS
from skatliga.exports import Export
from skatliga.handouts import ExportSteps
from skatliga.requests import Request
from skatliga.rules import calculator
from skatliga.rules.books import Evaluation, account_entries, contents_of, endings, paragraphs, setting_in_words
from skatliga.rules.calculator import Reckoning
from skatliga.rules.forms import CalculatorForm, for_other_game
from skatliga.rules.tables import ValueTable

PARTS = {
    "spielangaben": "rules/deal_fields.html",
    "ergebnis": "rules/result.html",
    "rechner": "rules/calculator.html",
}
"""The parts of a book's page that are renewed, by their place on it."""


class Calculation(NamedTuple):
    """What is on the calculator: a deal, typed in fields or in the compact notation, and what it is worth."""

    form: CalculatorForm
    reckoning: Reckoning | None
    notation: str = ""
    misread: Misread | None = None


@login_not_required
def books(request: Request) -> HttpResponse:
    return render(request, "rules/books.html", {"books": BOOKS.values()})


@login_not_required
def book(request: Request, key: str) -> HttpResponse:
    book = _book(key)
    part = request.htmx.target if request.htmx else None
    if part == "spielangaben":
        context: dict[str, object] = {"form": for_other_game(partial(CalculatorForm, book=book), request.GET)}
    else:
        context = {"book": book, "part": part, **_calculate(book, request.GET)._asdict()}
    if part not in PARTS:
        context |= _contents(book)
    response = render(request, PARTS.get(part or "", "rules/book.html"), context)
    if part == "rechner" and context["misread"]:  # what stands in the calculator stays there meanwhile
        return retarget(render(request, "rules/misread.html", context), "#lesefehler")
    if part in ("rechner", "ergebnis"):
        return replace_url(response, f"{request.path}?{_without_empty(request.GET).urlencode()}")
    return response


def values_file(request: Request, key: str) -> ExportSteps:
    book = _book(key)
    yield key
    return Export(ValueTable(book), f"werte-{key}", _("Werte"))


@login_not_required
def scores(request: Request, key: str) -> HttpResponse:
    book = _book(key)
    form = ScoreForm(request.GET if "wert" in request.GET else None)
    context: dict[str, object] = {"book": book, "form": form}
    if form.is_valid():
        found = calculator.answers(book, form.cleaned_data["wert"])
        context["score"] = form.cleaned_data["wert"]
        context["answers"] = [Reckoning(book, account) for account in found[: calculator.MOST_ANSWERS]]
        context["more"] = len(found) > calculator.MOST_ANSWERS
    if "alle" in request.GET:
        possible = sorted(possible_scores(book))
        context["won"] = [score for score in possible if score > 0]
        context["lost"] = [score for score in reversed(possible) if score < 0]
    return render(request, "rules/scores.html", context)


class ScoreForm(forms.Form):
    """A score whose deals are looked for."""

    wert = forms.IntegerField()


def _book(key: str) -> RuleBook:
    if key not in BOOKS:
        raise Http404
    return BOOKS[key]


def _calculate(book: RuleBook, asked: QueryDict) -> Calculation:
    """The deal of the address; without one the first that the book knows, as an example."""
    if "game" in asked:
        form = CalculatorForm(asked, book=book)
        reckoned = form.is_valid() and form.cleaned_deal
        return Calculation(form, Reckoning(book, book.value(reckoned)) if reckoned else None)
    example = next(endings(book, next(iter(book.ways))))
    notation = asked.get("kurzschrift", "") if book.notation else ""
    if not notation:
        return Calculation(CalculatorForm(book=book, initial=example), Reckoning(book, book.value(example)))
    read = parse(notation, book)
    if isinstance(read, Misread):
        return Calculation(CalculatorForm(book=book, initial=example), None, notation, read)
    reckoning = Reckoning(book, book.value(read.deal), read.seat)
    return Calculation(CalculatorForm(book=book, initial=read.deal), reckoning, notation)


def _contents(book: RuleBook) -> dict[str, object]:
    found = contents_of(book)
    return {
        "contents": found,
        "fixed": account_entries(found.fixed),
        "levels": account_entries(found.levels),
        "factors": account_entries(found.factors),
        "overbids": [Reckoning(book, account) for account in found.overbids],
        "paragraphs": paragraphs(book),
        "bids": sorted(book.bids),
        "evaluations": [Evaluation(name).label for name in book.evaluations],
        "settings": [(name, setting_in_words(DEFAULTS[name])) for name in book.settings],
    }


def _without_empty(asked: QueryDict) -> QueryDict:
    """What was asked, without the fields left empty: a shorter address to pass on."""
    kept = QueryDict(mutable=True)
    for name, values in asked.lists():
        if filled := [value for value in values if value]:
            kept.setlist(name, filled)
    return kept
