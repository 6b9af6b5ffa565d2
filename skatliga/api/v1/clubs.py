"""Clubs, as far as everybody may know them."""

import datetime

from django.http import HttpResponse
from django.utils.translation import gettext_noop
from ninja import Router

from skatliga.api.responses import PageNumber, answer, cut
from skatliga.api.v1.schemas import Paged, Shape, reads
from skatliga.people.access import club_for
from skatliga.people.queries import clubs_seen_by
from skatliga.requests import Request
from skatliga.years.queries import years_of

router = Router(tags=[gettext_noop("Vereine")])


class ClubLine(Shape):
    """A club among others."""

    slug: str
    name: str
    place: str
    number: str


class Clubs(Paged):
    """The clubs of the site."""

    clubs: list[ClubLine]


class YearOfClub(Shape):
    """A club year by its address."""

    slug: str
    name: str
    first_day: datetime.date
    last_day: datetime.date
    state: str


class ClubOut(ClubLine):
    """A club with its years."""

    years: list[YearOfClub]


@reads(router, "/vereine", Clubs, gettext_noop("Alle Vereine"), gettext_noop("Nach Namen."))
def clubs(request: Request, seite: int = PageNumber) -> HttpResponse:
    page = cut(clubs_seen_by(request.user).order_by("name", "pk"), seite)
    return answer(request, Clubs(clubs=list(map(ClubLine.model_validate, page.items)), **page.place))


@reads(
    router,
    "/vereine/{slug:slug}",
    ClubOut,
    gettext_noop("Ein Verein"),
    gettext_noop("Mit seinen Clubjahren, das neueste zuerst."),
)
def club(request: Request, slug: str) -> HttpResponse:
    found = club_for(request, slug, None)
    line = ClubLine.model_validate(found)
    years = [YearOfClub.model_validate(year) for year in years_of(found)]
    return answer(request, ClubOut(**line.model_dump(), years=years))
