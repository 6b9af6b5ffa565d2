"""What those who direct a club hear of it: that it has not registered its teams for the next season yet.

* **D** It is told a week and two days before the deadline, once each, as long as nothing was sent in; a club hears of
  the leagues in which it has teams, as under *Jetzt zu tun*.
"""

from collections.abc import Iterator
from typing import Final

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from skatliga.leagues.models import Season, Team
from skatliga.people.models import Club
from skatliga.registrations.models import ClubRegistration, TeamTerms
from skatliga.subscriptions.occasions import NEAR_DAYS, Occasion

WEEK: Final = 7
"""Days before the deadline at which it is told first."""


def of_club(club: Club) -> Iterator[Occasion]:
    """The deadlines that come near without an answer of the club; one query."""
    today = timezone.localdate()
    answered = ClubRegistration.objects.filter(terms=OuterRef("pk"), club=club)
    plays = Team.objects.filter(division__season=OuterRef("season"), club=club, withdrawal="")
    open_terms = TeamTerms.objects.filter(
        Exists(plays), ~Exists(answered), closes_on__gte=today, season__promotion__next_season=None
    )
    found = open_terms.exclude(season__state=Season.State.DRAFT).select_related("season").order_by("closes_on", "pk")
    for terms in found:
        days = (terms.closes_on - today).days
        if days > WEEK:
            continue
        stage = "near" if days <= NEAR_DAYS else "week"
        values = {
            "season": terms.season.name,
            "club": club.name,
            "day": date_format(terms.closes_on, "SHORT_DATE_FORMAT"),
        }
        said = _("Nur noch bis zum %(day)s: Mannschaften melden") % values
        text = _("%(club)s hat für die Saison nach „%(season)s“ noch nichts gemeldet.") % values
        page = reverse("registrations:club_teams", args=[terms.season.slug, club.slug])
        yield Occasion(f"deadline:{terms.pk}:{club.pk}:{terms.closes_on}:{stage}", said, text, page)
