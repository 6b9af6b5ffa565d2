"""The page on which the rule of a table is chosen: the same for events, club years and every other table of players.

Whoever shows it says what the rule is for (`RulePage`): what may be said there, what it would make of results that are
there already, and how it is kept.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.contrib import messages
from django.forms import model_to_dict
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.wertung.results import Number
from skatliga.forms import refusal_in
from skatliga.requests import Request, refusal_told
from skatliga.wertung.forms import RuleForm, StartForm, fields_of, initial_of
from skatliga.wertung.models import BeginsWithPoints
from skatliga.wertung.presets import RulePreset, preset_of
from skatliga.wertung.rules import IN_A_YEAR, MOST_TABLES, RuleField, YearTableRule

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


class RuleShown(NamedTuple):
    """One of several tables with its rule, and where that is changed."""

    title: str
    said: str
    """The rule in words."""
    change: str
    """Addresses; empty where nothing can be changed."""
    remove: str


@dataclass(frozen=True)
class TablesPages:
    """The pages of the rules of something with several tables: all of them, one to be changed, one to be taken away."""

    tables: tuple[YearTableRule, ...]
    app: str
    """In whose addresses they are."""
    slug: str
    title: str
    """Of the first table."""
    context: dict[str, object]
    """What the pages show besides; `base` is the template around them."""

    def all(self, request: Request, said: Sequence[str], *, open: bool, begun: bool, onward: str = "") -> HttpResponse:
        """Every table with its rule in words; `onward` is where one goes on when all are right."""
        shown = [
            RuleShown(
                table.name or self.title,
                words,
                self._address("change_rule", number) if open else "",
                self._address("remove_rule", number) if open and number > 1 else "",
            )
            for number, (table, words) in enumerate(zip(self.tables, said, strict=True), 1)
        ]
        more = open and len(shown) < MOST_TABLES
        new = self._address("change_rule", len(shown) + 1) if more else ""
        context = {"shown": shown, "new": new, "begun": begun, "onward": onward if open else "", **self.context}
        return render(request, "wertung/rules.html", context)

    def change(
        self,
        request: Request,
        number: int,
        presets: tuple[RulePreset, ...],
        preview: Callable[[YearTableRule], RulePreview | None],
        save: Callable[[YearTableRule, str], None],
        *,
        frozen: bool,
        where: RuleField = IN_A_YEAR,
    ) -> HttpResponse:
        """The rule of one table, or of a new one."""
        if not 1 <= number <= min(len(self.tables) + 1, MOST_TABLES):
            raise Http404
        old = number <= len(self.tables)
        page = RulePage(
            table=self.tables[number - 1] if old else YearTableRule("", self.tables[0].rule),
            presets=presets,
            preview=preview,
            save=save,
            back=self._address("rules"),
            context={"eyebrow": _("So wird gezählt"), "heading": self.title, **self.context},
            main=number == 1,
            new=number > 1,
            frozen=old and frozen,
            where=where,
        )
        return page.answer(request)

    def remove(self, request: Request, number: int, remove: Callable[[], None]) -> HttpResponse:
        """Take a further table away, after asking; the lists and the other tables stay."""
        if not 2 <= number <= len(self.tables):
            raise Http404
        back = self._address("rules")
        if request.method == "POST":
            with refusal_told(request):
                remove()
                messages.success(request, _("Die Tabelle ist entfernt."))
            return redirect(back)
        context = {"table": self.tables[number - 1], "back": back, **self.context}
        return render(request, "wertung/remove_rule.html", context)

    def _address(self, name: str, *args: int) -> str:
        return reverse(f"{self.app}:{name}", args=[self.slug, *args])
