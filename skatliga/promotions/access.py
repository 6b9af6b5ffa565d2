"""Fetch what was decided after a season, for the page, its files, the paper and programs alike.

Who may read the season may read it: every move is public as soon as it is confirmed.
"""

from django.http import Http404

from skatliga.access import Role
from skatliga.leagues.access import season_for
from skatliga.leagues.models import Season
from skatliga.leagues.queries import visible_seasons
from skatliga.people.models import User
from skatliga.promotions.models import Promotion
from skatliga.requests import Request


def decided_for(request: Request, slug: str) -> Promotion:
    """What was decided after a season, which comes as `season` with the visitor's role in it.

    Raises Http404 where nothing was confirmed yet, otherwise as `leagues.access.season_for`.
    """
    season = season_for(request, slug, Role.READER)
    promotion = Promotion.objects.filter(season=season, next_season__isnull=False).first()
    if promotion is None:
        raise Http404
    promotion.season = season
    return promotion


def following_of(promotion: Promotion, user: User) -> Season | None:
    """The season that was made, if this visitor may read it."""
    return visible_seasons(user).filter(promoted_from=promotion).first()


def moves_state(promotion: Promotion) -> tuple[object, ...]:
    """What documents of the moves are made of.

    Moves are written down with their names, and taken back only with the whole decision.
    """
    return promotion.season.version, promotion.made_at
