"""Pages of results that are known only as sums: written down, changed, taken away; and the whole year removed."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.forms import refusal_in
from skatliga.requests import Request, refusal_told
from skatliga.years import past_years
from skatliga.years.access import sum_for, year_for
from skatliga.years.forms import RemoveForm, SumForm
from skatliga.years.models import ClubYear, YearSum
from skatliga.years.year_sums import said_of


def sums(request: Request, slug: str) -> HttpResponse:
    """What is known only as sums, and a form for more."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    form = SumForm(request.POST or None, instance=YearSum(year=year))
    if form.is_valid():
        with refusal_in(form):
            past_years.set_sum(year, form.instance)
            messages.success(request, _("%(name)s ist eingetragen.") % {"name": form.instance.name})
            return redirect("years:sums", slug)
    lines = [(each, said_of(each)) for each in year.sums.all()]
    open_ = year.state != ClubYear.State.FINAL
    return render(request, "years/sums.html", {"year": year, "lines": lines, "form": form, "open": open_})


def change_sum(request: Request, slug: str, pk: int) -> HttpResponse:
    """What is known of somebody, to be corrected with a reason."""
    found = sum_for(request, slug, pk)
    form = SumForm(request.POST or None, instance=found)
    if form.is_valid():
        with refusal_in(form):
            past_years.set_sum(found.year, form.instance, form.cleaned_data["reason"])
            messages.success(request, _("Gespeichert."))
            return redirect("years:sums", slug)
    return render(request, "years/change_sum.html", {"year": found.year, "sum": found, "form": form})


def remove_sum(request: Request, slug: str, pk: int) -> HttpResponse:
    """Take it away, with a reason."""
    found = sum_for(request, slug, pk)
    form = RemoveForm(request.POST or None)
    if form.is_valid():
        with refusal_in(form):
            past_years.remove_sum(found, form.cleaned_data["reason"])
            messages.success(request, _("%(name)s ist herausgenommen.") % {"name": found.name})
            return redirect("years:sums", slug)
    return render(request, "years/remove_sum.html", {"year": found.year, "sum": found, "form": form})


def remove_year(request: Request, slug: str) -> HttpResponse:
    """Throw a year away, after asking."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    if request.method == "POST":
        with refusal_told(request):
            past_years.remove_year(year)
            messages.success(request, _("Das Clubjahr „%(name)s“ ist entfernt.") % {"name": year.name})
            return redirect("years:years", year.club.slug)
        return redirect(year)
    return render(request, "years/remove_year.html", {"year": year})
