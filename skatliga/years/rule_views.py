"""Pages of a year's rules: which tables there are, how each counts, and what it would make of played evenings."""

from collections.abc import Sequence
from copy import copy

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.forms import refusal_in
from skatliga.requests import Request, refusal_told
from skatliga.years import services
from skatliga.years.access import year_for
from skatliga.years.models import ClubYear
from skatliga.years.queries import season
from skatliga.years.rule_forms import PRESETS, RuleForm, fields_of, initial_of, preset_of
from skatliga.years.rules import MOST_TABLES, YearTableRule, write_rules
from skatliga.years.year_standing import YearTable, year_table

FIRST_LINES = 10
"""How many lines a preview has."""


def rules(request: Request, slug: str) -> HttpResponse:
    """All tables of the year, each with its rule."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    found = season(year, year.role)
    tables = [year_table(found, number=number) for number in range(1, len(year.tables) + 1)]
    context = {
        "year": year,
        "tables": tables,
        "next": len(tables) + 1 if len(tables) < MOST_TABLES else None,
        "open": year.state != ClubYear.State.FINAL,
    }
    return render(request, "years/rules.html", context)


def change_rule(request: Request, slug: str, number: int) -> HttpResponse:
    """The rule of one table, or of a new one; `?vorlage=` begins with a preset. Sent with `vorschau` it only shows."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    tables = year.tables
    if not 1 <= number <= min(len(tables) + 1, MOST_TABLES):
        raise Http404
    preset = preset_of(request.GET.get("vorlage", ""))
    table = tables[number - 1] if number <= len(tables) else YearTableRule("", tables[0].rule)
    if preset:
        table = YearTableRule(table.name or str(preset.name), preset.rule)
    frozen = number <= len(tables) and services.is_frozen(year)
    form = RuleForm(request.POST or None, main=number == 1, frozen=frozen, initial=initial_of(table))
    asked = "vorschau" in request.POST
    if form.is_valid() and not asked:
        with refusal_in(form):
            services.set_table(year, number, form.table, form.cleaned_data.get("reason", ""))
            messages.success(request, _("Die Wertung ist gespeichert."))
            return redirect("years:rules", slug)
    shown = form.table if asked and form.is_valid() else table
    first = preset.fields if preset else fields_of(table)
    context = {
        "year": year,
        "number": number,
        "form": form,
        "presets": PRESETS,
        "preset": preset,
        "first": [form[name] for name in first],
        "more": [form[name] for name in form.fields if name not in {*first, "name", "reason"}],
        "preview": _preview(year, shown),
    }
    template = "years/rule_preview.html" if asked and request.htmx else "years/change_rule.html"
    return render(request, template, context)


def remove_rule(request: Request, slug: str, number: int) -> HttpResponse:
    """Take a further table away, after asking; the lists and the other tables stay."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    if not 2 <= number <= len(year.tables):
        raise Http404
    if request.method == "POST":
        with refusal_told(request):
            services.remove_table(year, number)
            messages.success(request, _("Die Tabelle ist entfernt."))
        return redirect("years:rules", slug)
    return render(request, "years/remove_rule.html", {"year": year, "table": year.tables[number - 1]})


class RulePreview:
    """What a rule makes of evenings that were played: of this year, or of the last one that has any."""

    def __init__(self, table: YearTable) -> None:
        self.table = table
        self.lines = table.members[:FIRST_LINES]


def _preview(year: ClubYear, table: YearTableRule) -> RulePreview | None:
    earlier = year.club.years.filter(first_day__lt=year.first_day).order_by("-first_day")[:2]
    candidates: Sequence[ClubYear] = (*earlier, year)
    for each in candidates:
        tried = copy(each)
        tried.rules = write_rules([YearTableRule("", table.rule)])
        found = season(tried, year.role)
        if found.held:
            return RulePreview(year_table(found))
    return None
