"""Which notices stand on a page, and what changes them; each change is one transaction, ValidationError refuses.

* **D** A notice stands on the page of its level and of all that belongs to it, with the name of the level, on each day
  from the first to the last. What is over, or still to come, is seen by those who direct the level alone.
* **D** Whoever changes a notice last stands under it: it is the level that speaks, not the one who typed first.
"""

import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from skatliga.federations.models import OfficialNotice
from skatliga.people.models import Club, User
from skatliga.people.tree import keys_above


def notices_for(club: Club, day: datetime.date | None = None) -> QuerySet[OfficialNotice]:
    """What stands on the page of a club on a day (today): its own notices and those of what it belongs to."""
    day = day or timezone.localdate()
    holding = Q(first_day__lte=day) & (Q(last_day=None) | Q(last_day__gte=day))
    return OfficialNotice.objects.filter(holding, club__in=keys_above(club)).select_related("club", "by")


def notices_of(club: Club) -> QuerySet[OfficialNotice]:
    """All notices that a club has ever made, for those who direct it."""
    return club.notices.select_related("club", "by")


@transaction.atomic
def save_notice(notice: OfficialNotice, by: User) -> OfficialNotice:
    """Store a notice, new or changed."""
    notice.by, notice.changed_at = by, timezone.now()
    notice.full_clean()
    notice.save()
    return notice


@transaction.atomic
def drop_notice(notice: OfficialNotice) -> None:
    """Take a notice off all pages, for ever."""
    notice.delete()
