"""Fetch and authorise what belongs to a club year; the first line of a view."""

from django.shortcuts import get_object_or_404

from skatliga.access import Role, require
from skatliga.requests import Request
from skatliga.years.models import CashEntry, ClubYear, PastYear
from skatliga.years.past_years import past_years_seen_by
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


def past_year_for(request: Request, slug: str, needed: Role | None) -> PastYear:
    """A year taken over with the visitor's role in its club; public as soon as it is published."""
    year = get_object_or_404(past_years_seen_by(request.user), slug=slug)
    year.club.held = year.held
    if needed or not year.public:
        require(request, year.role, needed or Role.READER)
    return year
