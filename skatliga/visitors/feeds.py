"""The latest results of a club as a feed (Atom), and the addresses of public pages for search engines (sitemap)."""

import datetime
from collections.abc import Iterable

from django.contrib.sitemaps import Sitemap
from django.contrib.syndication.views import Feed
from django.db.models import Model, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import linebreaks
from django.utils.translation import gettext as _

from skatliga.federations.models import OfficialNotice
from skatliga.federations.notices import notices_for
from skatliga.leagues.models import Division, Season
from skatliga.people.models import Club
from skatliga.requests import Request
from skatliga.visitors.club_dates import EventResult, last_results
from skatliga.visitors.search import public_events
from skatliga.years.models import ClubYear

ENTRIES = 20


class ClubFeed(Feed):
    """The latest results of a club."""

    feed_type = Atom1Feed

    def get_object(self, request: Request, slug: str) -> Club:  # type: ignore[override]
        """The club of the address."""
        return get_object_or_404(Club, slug=slug)

    def title(self, club: Club) -> str:
        """How the feed is called."""
        return _("%(club)s: Ergebnisse") % {"club": club.name}

    def link(self, club: Club) -> str:
        """The page it belongs to."""
        return club.get_absolute_url()

    def feed_url(self, club: Club) -> str:
        """Where it is."""
        return reverse("visitors:club_feed", args=[club.slug])

    def items(self, club: Club) -> Iterable[EventResult]:
        """The newest first."""
        return last_results(club, ENTRIES)

    def item_title(self, item: Model) -> str:
        """What was played."""
        return _result(item).event.name

    def item_description(self, item: Model) -> str:
        """Who is in front, and how far it is."""
        found = _result(item)
        winners = ", ".join(f"{line.place}. {line.name} ({line.leistung})" for line in found.winners)
        return f"{winners}. {found.standing}"

    def item_link(self, item: Model) -> str:
        """Its ranking."""
        return reverse("standings:ranking", args=[_result(item).event.slug])

    def item_updateddate(self, item: Model) -> datetime.datetime:
        """The day it was played."""
        return timezone.make_aware(datetime.datetime.combine(_result(item).event.date, datetime.time()))


class NoticeFeed(Feed):
    """What is made known to a club by its federation and by itself."""

    feed_type = Atom1Feed

    def get_object(self, request: Request, slug: str) -> Club:  # type: ignore[override]
        """The club of the address."""
        return get_object_or_404(Club, slug=slug)

    def title(self, club: Club) -> str:
        """How the feed is called."""
        return _("%(club)s: Bekanntmachungen") % {"club": club.name}

    def link(self, club: Club) -> str:
        """The page it belongs to."""
        return reverse("federations:notices", args=[club.slug])

    def feed_url(self, club: Club) -> str:
        """Where it is."""
        return reverse("visitors:club_notices", args=[club.slug])

    def items(self, club: Club) -> Iterable[OfficialNotice]:
        """The newest first."""
        return notices_for(club)[:ENTRIES]

    def item_title(self, item: Model) -> str:
        """What it is about, and who says it."""
        return f"{item} ({_notice(item).club.name})"

    def item_description(self, item: Model) -> str:
        """What it says."""
        return linebreaks(_notice(item).text, autoescape=True)

    def item_link(self, item: Model) -> str:
        """The notices of the level that speaks."""
        return f"{reverse('federations:notices', args=[_notice(item).club.slug])}#b{item.pk}"

    def item_updateddate(self, item: Model) -> datetime.datetime:
        """When it was last changed."""
        return _notice(item).changed_at


def _notice(item: object) -> OfficialNotice:
    assert isinstance(item, OfficialNotice)
    return item


def _result(item: object) -> EventResult:
    assert isinstance(item, EventResult)
    return item


class ClubPages(Sitemap):
    """The clubs."""

    def items(self) -> QuerySet[Club]:
        """In the order of names."""
        return Club.objects.order_by("name", "pk")


class EventPages(Sitemap):
    """The public events: what they are, and their rankings."""

    def items(self) -> QuerySet:
        """The newest first."""
        return public_events().order_by("-date", "-pk")

    def lastmod(self, event: Model) -> datetime.date:
        """The day it was played."""
        day: datetime.date = event.serializable_value("date")
        return day


class RankingPages(EventPages):
    """The rankings of the public events."""

    def location(self, event: Model) -> str:
        """Its ranking."""
        return reverse("standings:ranking", args=[event.serializable_value("slug")])


class YearPages(Sitemap):
    """The public club years."""

    def items(self) -> QuerySet[ClubYear]:
        """The latest first."""
        return ClubYear.objects.exclude(state=ClubYear.State.DRAFT)


class DivisionPages(Sitemap):
    """The tables of the public leagues."""

    def items(self) -> QuerySet[Division]:
        """The latest season first."""
        found = Division.objects.exclude(season__state=Season.State.DRAFT).select_related("season")
        return found.order_by("-season", "level__number", "name")


SITEMAPS: dict[str, type[Sitemap] | Sitemap] = {
    "vereine": ClubPages,
    "veranstaltungen": EventPages,
    "ranglisten": RankingPages,
    "clubjahre": YearPages,
    "ligen": DivisionPages,
}
