"""Pages of the cash book of a year; for those who direct the club."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.desk.euros import write_euros
from skatliga.requests import Request
from skatliga.spreadsheets import table_file
from skatliga.years import services
from skatliga.years.access import cash_entry_for, year_for
from skatliga.years.cashbook import cash_book
from skatliga.years.forms import CashForm, ReverseForm
from skatliga.years.tables import BookTable


def cash(request: Request, slug: str) -> HttpResponse:
    """The cash book, and the form for money that belongs to no evening."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    form = CashForm(request.POST or None, initial={"date": timezone.localdate()})
    if form.is_valid():
        try:
            services.book(year, user=request.user, **form.values)
            messages.success(request, _("%(euros)s gebucht.") % {"euros": write_euros(form.values["cents"])})
            return redirect("years:cash", slug)
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
    return render(request, "years/cash.html", {"year": year, "book": cash_book(year), "form": form})


def cash_file(request: Request, slug: str, ending: str) -> HttpResponse:
    """The cash book as a file."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    return table_file(BookTable(cash_book(year)), f"kassenbuch-{slug}", ending, _("Kassenbuch"))


def reverse(request: Request, slug: str, pk: int) -> HttpResponse:
    """Take an entry back, with a reason."""
    entry = cash_entry_for(request, slug, pk)
    form = ReverseForm(request.POST or None)
    if form.is_valid():
        try:
            services.reverse(entry, form.cleaned_data["reason"], request.user)
            messages.success(request, _("Die Buchung ist storniert."))
            return redirect("years:cash", slug)
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
    return render(request, "years/reverse.html", {"year": entry.year, "entry": entry, "form": form})
