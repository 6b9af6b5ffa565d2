"""Years of which something is known only as sums: taking their tables over, and what is known of one player.

* **D** A year taken over is a club year like any other: in preparation until it is published, and closed at last. What
  was taken over wrongly is removed as long as the year is not published and has neither evenings nor money.
"""

import datetime
from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import receiver
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from scoring.wertung.presets import TableRule
from skatliga.history import demand_reason, explain, sign
from skatliga.people.models import Club, Player, User
from skatliga.people.signals import club_renamed, register_played_for
from skatliga.publication import open_to_change
from skatliga.wertung.rules import YearTableRule, write_rules
from skatliga.years.models import ClubYear, YearSum
from skatliga.years.services import create_year, save_year


@transaction.atomic
def take_over(
    club: Club,
    name: str,
    days: tuple[datetime.date, datetime.date],
    rule: TableRule,
    sums: Sequence[YearSum],
    user: User | None,
) -> ClubYear:
    """A new year, in preparation, with these results, counted by this rule; they are not stored yet."""
    demand_free(club, name)
    first_day, last_day = days
    year = create_year(club, name=name, first_day=first_day, last_day=last_day)
    for each in sums:
        each.year = year
    bulk_create_with_history(sums, YearSum, default_user=user)
    year.rules = write_rules([YearTableRule("", rule)])
    sign(year, user)
    save_year(year)
    return year


def demand_free(club: Club, name: str) -> None:
    """Refuse a name that a year of the club has already."""
    if club.years.filter(name=name).exists():
        raise ValidationError(_("Ein Clubjahr „%(name)s“ gibt es schon. Bitte anders benennen.") % {"name": name})


@transaction.atomic
def set_sum(year: ClubYear, each: YearSum, reason: str = "") -> None:
    """Write what is known of somebody in a year; a change says why."""
    stored = open_to_change(year)
    if each.pk:
        demand_reason(reason)
    each.year = stored
    if each.player:
        each.name = each.name or each.player.name
    explain(each, reason.strip())
    each.full_clean()
    each.save()
    save_year(stored)


@transaction.atomic
def remove_sum(each: YearSum, reason: str) -> None:
    """Take away what was written by mistake; the history keeps it, and why."""
    stored = open_to_change(each.year)
    demand_reason(reason)
    explain(each, reason.strip())
    each.delete()
    save_year(stored)


@transaction.atomic
def remove_year(year: ClubYear) -> None:
    """Throw a year away that holds nothing but sums, or nothing at all; the history knows that there was one."""
    stored = open_to_change(year)
    if stored.public or stored.evenings.exists() or stored.cash_entries.exists():
        raise ValidationError(
            _(
                "Dieses Clubjahr wird nicht entfernt: Es ist veröffentlicht, oder es hat Abende oder ein Kassenbuch."
                " Bitte zuerst die Veröffentlichung zurücknehmen und die Abende herausnehmen."
            )
        )
    stored.delete()


# ---- For the register of a club


@register_played_for
def in_tables_of(club: Club) -> QuerySet[Player]:
    """Who stands in the table of a year of the club that is known only as sums."""
    return Player.objects.filter(year_sums__year__club=club)


@receiver(club_renamed)
def renew_pages(*, club: Club, **_sent: object) -> None:
    """Make the pages of the club's years anew."""
    ClubYear.objects.filter(club=club).bump_version()
