"""The page on which the rule of a table is chosen: the same for events, club years and every other table of players.

Whoever shows it says what the rule is for (`RulePage`): what may be said there, what it would make of results that are
there already, and how it is kept.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.contrib import messages
from django.forms import model_to_dict
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.wertung.results import Number
from skatliga.forms import refusal_in
from skatliga.requests import Request
from skatliga.wertung.forms import RuleForm, StartForm, fields_of, initial_of
from skatliga.wertung.models import BeginsWithPoints
from skatliga.wertung.presets import RulePreset, preset_of
from skatliga.wertung.rules import IN_A_YEAR, RuleField, YearTableRule

FIRST_LINES = 10
"""How many lines a preview has."""


class PreviewLine(NamedTuple):
    """Somebody in a table that would be."""

    place: int | None
    name: str
    value: Number


class RulePreview(NamedTuple):
    """What a rule makes of results that were played."""

    name: str
    """Of what they are results."""
    said: str
    """The rule in words."""
    heading: str
    lines: Sequence[PreviewLine]
    below: int
    """How many would have no place."""

    @property
    def first(self) -> Sequence[PreviewLine]:
        """The lines that are shown."""
        return self.lines[:FIRST_LINES]


def start_page(
    request: Request,
    begins: BeginsWithPoints | None,
    save: Callable[[int, str], None],
    back: str,
    context: dict[str, object],
) -> HttpResponse:
    """What somebody begins a table with, or a deduction; `save` raises ValidationError to refuse."""
    form = StartForm(request.POST or None, initial=model_to_dict(begins) if begins else None)
    if form.is_valid():
        with refusal_in(form):
            save(form.cleaned_data["start_points"], form.cleaned_data["start_reason"])
            messages.success(request, _("Gespeichert."))
            return redirect(back)
    return render(request, "wertung/start.html", {"form": form, "back": back, **context})


@dataclass(frozen=True)
class RulePage:
    """A rule that is to be chosen."""

    table: YearTableRule
    """As it stands."""
    presets: tuple[RulePreset, ...]
    preview: Callable[[YearTableRule], RulePreview | None]
    save: Callable[[YearTableRule, str], None]
    """Keeps it, with the reason where one was asked; raises ValidationError to refuse."""
    back: str
    """The address that is shown when all is done."""
    context: dict[str, object]
    """What the page shows besides; `base` is the template around it."""
    main: bool = True
    """Whether it has no name of its own."""
    new: bool = False
    frozen: bool = False
    """Whether a change needs a reason."""
    where: RuleField = field(default=IN_A_YEAR)
    form: type[RuleForm] = RuleForm
    """One that words its fields for what is counted there."""

    def answer(self, request: Request) -> HttpResponse:
        """The page; `?vorlage=` begins with a preset. Sent with `vorschau` it only shows."""
        preset = preset_of(self.presets, request.GET.get("vorlage", ""))
        table = YearTableRule(self.table.name or str(preset.name), preset.rule) if preset else self.table
        form = self.form(
            request.POST or None, main=self.main, frozen=self.frozen, where=self.where, initial=initial_of(table)
        )
        asked = "vorschau" in request.POST
        if form.is_valid() and not asked:
            with refusal_in(form):
                self.save(form.table, form.cleaned_data.get("reason", ""))
                messages.success(request, _("Die Wertung ist gespeichert."))
                return redirect(self.back)
        shown = form.table if asked and form.is_valid() else table
        first = [name for name in (preset.fields if preset else fields_of(table, self.where)) if name in form.fields]
        context = {
            "page": self,
            "form": form,
            "preset": preset,
            "first": [form[name] for name in first],
            "more": [form[name] for name in form.fields if name not in {*first, "name", "reason"}],
            "preview": self.preview(shown),
            **self.context,
        }
        template = "wertung/rule_preview.html" if asked and request.htmx else "wertung/change_rule.html"
        return render(request, template, context)
