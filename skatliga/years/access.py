"""Fetch and authorise what belongs to a club year; the first line of a view."""

from django.shortcuts import get_object_or_404

from skatliga.access import Role, require
from skatliga.requests import Request
from skatliga.years.models import CashEntry, ClubYear, YearSum
from skatliga.years.queries import years_seen_by


def year_for(request: Request, slug: str, needed: Role | None) -> ClubYear:
    """The year with the visitor's role in its club; a page that needs no role is public as soon as the year is.

    Raises Http404, PermissionDenied or SignInNeededError (see `skatliga.access`).
    """
    year = get_object_or_404(years_seen_by(request.user), slug=slug)
    if needed or not year.public:
        require(request, year.role, needed or Role.READER)
    return year


def cash_entry_for(request: Request, slug: str, pk: int) -> CashEntry:
    """An entry of the cash book, for those who direct the club."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    entry = get_object_or_404(year.cash_entries.select_related("by", "reversed_by"), pk=pk)
    entry.year = year
    return entry


def sum_for(request: Request, slug: str, pk: int) -> YearSum:
    """A result that is known only as a sum, for those who direct the club."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    found = get_object_or_404(year.sums.select_related("player"), pk=pk)
    found.year = year
    return found
