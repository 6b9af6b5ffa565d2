"""What is to be done about registrations: a club has not answered, a league still waits for some."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.leagues.models import Season, Team
from skatliga.next_actions import NextAction, Urgency
from skatliga.people.models import Club
from skatliga.people.tree import keys_above
from skatliga.registrations.models import ClubRegistration, TeamTerms
from skatliga.registrations.queries import is_open, registrations_of, terms_of


def asked_of(clubs: QuerySet[Club], most: int) -> Iterator[NextAction]:
    """That these clubs register their teams, or may still change what they have registered; one query.

    **D** A club is asked by the leagues in which it has teams, as long as the next season is not made.
    """
    teams = Team.objects.filter(club__in=clubs.values("pk"), withdrawal="")
    asked = teams.filter(division__season__team_terms__isnull=False, division__season__promotion__next_season=None)
    answers = ClubRegistration.objects.filter(terms__season=OuterRef("division__season"), club=OuterRef("club"))
    rows = asked.exclude(division__season__state=Season.State.DRAFT).order_by("division__season__team_terms__closes_on")
    fields = ("division__season__team_terms__closes_on", "division__season__slug", "division__season__name")
    found = rows.annotate(answered=Exists(answers)).values_list(*fields, "club__slug", "club__name", "answered")
    for closes_on, season, name, club, club_name, answered in found.distinct()[:most]:
        words = {"season": name, "club": club_name, "day": date_format(closes_on, "SHORT_DATE_FORMAT")}
        url = reverse("registrations:club_teams", args=[season, club])
        if answered:
            yield _answered(words, url)
        else:
            said = _("%(season)s: Mit welchen Mannschaften spielt %(club)s weiter? Meldeschluss %(day)s.") % words
            yield NextAction(said, _("Mannschaften melden"), url, Urgency.NEXT)


def open_to(clubs: QuerySet[Club], most: int) -> Iterator[NextAction]:
    """That these clubs may register teams in leagues of what they belong to and have none in; a query a club."""
    for club in clubs[:most]:
        teams = Team.objects.filter(club=club, withdrawal="", division__season=OuterRef("season"))
        found = TeamTerms.objects.filter(season__club__in=keys_above(club), season__promotion__next_season=None)
        answers = ClubRegistration.objects.filter(terms=OuterRef("pk"), club=club)
        new = found.exclude(season__state=Season.State.DRAFT).exclude(Exists(teams)).annotate(answered=Exists(answers))
        for terms in new.select_related("season").order_by("closes_on")[:most]:
            day = date_format(terms.closes_on, "SHORT_DATE_FORMAT")
            words = {"season": terms.season.name, "club": club.name, "day": day}
            url = reverse("registrations:club_teams", args=[terms.season.slug, club.slug])
            if terms.answered:
                yield _answered(words, url)
            else:
                said = _("%(season)s: %(club)s kann Mannschaften melden. Meldeschluss %(day)s.") % words
                yield NextAction(said, _("Mannschaften melden"), url, Urgency.SOMETIME)


def _answered(words: dict[str, str], url: str) -> NextAction:
    said = _("%(season)s: %(club)s hat für die nächste Saison gemeldet.") % words
    return NextAction(said, _("Meldung ansehen"), url, Urgency.SOMETIME)


def registration_actions(season: Season) -> Iterator[NextAction]:
    """Who has not answered yet, for those who direct the season; five queries at most."""
    terms = terms_of(season) if season.role and season.role.directs else None
    if terms is None or not is_open(terms):
        return
    found = registrations_of(terms)
    if not found.missing:
        return
    number = len(found.missing)
    said = ngettext(
        "Meldeschluss %(day)s: %(number)s Verein hat noch nicht gemeldet.",
        "Meldeschluss %(day)s: %(number)s Vereine haben noch nicht gemeldet.",
        number,
    )
    yield NextAction(
        said % {"day": date_format(terms.closes_on, "SHORT_DATE_FORMAT"), "number": number},
        _("Meldungen ansehen"),
        reverse("registrations:overview", args=[season.slug]),
        Urgency.SOON if terms.is_over else Urgency.SOMETIME,
    )
