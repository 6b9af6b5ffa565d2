"""Licences: for which club somebody plays in leagues, from when to when; each change is one transaction.

* **D** A licence holds until the next one of the same player begins, or ends by one without a club. So two at once
  cannot be written down, and a change of club needs no second step: the former one ends the day before.
* **D** Nothing is put before a licence that is there; one that was given by mistake is taken back first, the last one
  alone.
* **D** A licence is given by whoever directs what the club belongs to, and what the former club belongs to; of a club
  that belongs to nothing by those who direct it. Who gets one joins the register of the club.
* **D** A change of club is one too where the former licence has ended before: only within the days for it.
* **D** Two entries of the registers that both have licences are not made one: their federation says first which holds.
"""

import datetime
from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.dispatch import receiver
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.federation.eligibility import FOR_EVER, ClubSpell
from skatliga.federations.models import Licence, StartRules
from skatliga.federations.start_rules import rules_for
from skatliga.people.models import Club, Player, User
from skatliga.people.services import take_in
from skatliga.people.signals import players_merging


class LicenceSpell(NamedTuple):
    """A licence with its days."""

    club: Club
    first: datetime.date
    last: datetime.date | None
    """None where it goes on."""
    by: User | None


def spells_of(player: Player) -> list[LicenceSpell]:
    """All licences of a player, the latest first; one query."""
    rows = list(player.licences.select_related("club", "by").order_by("first_day"))
    spells = [
        LicenceSpell(row.club, row.first_day, after.first_day - datetime.timedelta(1) if after else None, row.by)
        for row, after in zip_longest(rows, rows[1:])
        if row.club
    ]
    return spells[::-1]


def club_spells(players: Collection[int]) -> dict[int, tuple[ClubSpell, ...]]:
    """The licences of players, as the engine takes memberships, by their keys; one query."""
    rows: dict[int, list[tuple[str | None, datetime.date]]] = {}
    found = Licence.objects.filter(player__in=players).order_by("player", "first_day")
    for player, club, first_day in found.values_list("player", "club__name", "first_day"):
        rows.setdefault(player, []).append((club, first_day))
    return {player: _as_spells(own) for player, own in rows.items()}


def _as_spells(rows: Sequence[tuple[str | None, datetime.date]]) -> tuple[ClubSpell, ...]:
    ends = [(first_day - datetime.timedelta(1)).isoformat() for _club, first_day in rows[1:]]
    return tuple(
        ClubSpell(club, first_day.isoformat(), last)
        for (club, first_day), last in zip(rows, [*ends, FOR_EVER], strict=True)
        if club
    )


@transaction.atomic
def give_licence(player: Player, club: Club, first_day: datetime.date, by: User) -> Licence:
    """Let a player play for a club from this day on; the licence for another one ends the day before."""
    latest = _latest(player)
    if latest and latest.club == club:
        raise ValidationError(
            _("%(player)s hat die Lizenz für %(club)s schon seit %(day)s.") % _words(player, club, latest.first_day)
        )
    ended = latest if latest and latest.club is None and latest.first_day == first_day else None
    if ended:
        ended.delete()  # the new one begins where the former one ended
    else:
        _refuse_before(latest, first_day)
    former = player.licences.exclude(club=None).order_by("-first_day").first()
    rules = rules_for(club)
    if former and former.club_id != club.pk and rules:
        _demand_window(rules, first_day)
    if not player.memberships.filter(club=club).exists():
        take_in(club, player)
    return Licence.objects.create(player=player, club=club, first_day=first_day, by=by)


@transaction.atomic
def end_licence(player: Player, last_day: datetime.date, by: User) -> None:
    """Let the licence of a player end with this day."""
    latest = _latest(player)
    if latest is None or latest.club is None:
        raise ValidationError(_("%(player)s hat keine Lizenz, die enden könnte.") % {"player": player.name})
    first_day = last_day + datetime.timedelta(1)
    _refuse_before(latest, first_day)
    Licence.objects.create(player=player, first_day=first_day, by=by)


@transaction.atomic
def take_back(player: Player) -> None:
    """Undo what was last said about the licence of a player: given, changed or ended."""
    latest = _latest(player)
    if latest is None:
        raise ValidationError(_("%(player)s hat keine Lizenz.") % {"player": player.name})
    latest.delete()


def _latest(player: Player) -> Licence | None:
    """What was last said, nobody else saying anything until the transaction ends."""
    Player.objects.select_for_update().get(pk=player.pk)
    return player.licences.select_related("club").order_by("-first_day").first()


def _refuse_before(latest: Licence | None, first_day: datetime.date) -> None:
    if latest and first_day <= latest.first_day:
        raise ValidationError(
            _("Am %(day)s hat schon etwas begonnen (%(what)s). Bitte einen späteren Tag wählen oder das zurücknehmen.")
            % {
                "day": date_format(latest.first_day, "SHORT_DATE_FORMAT"),
                "what": _("Lizenz für %(club)s") % {"club": latest.club} if latest.club else _("keine Lizenz"),
            }
        )


def _demand_window(rules: StartRules, first_day: datetime.date) -> None:
    first, last, day = rules.transfer_first, rules.transfer_last, f"{first_day:%m-%d}"
    inside = first <= day <= last if first <= last else day >= first or day <= last
    if first and not inside:
        raise ValidationError(
            _("Wechsel beginnen bei %(level)s nur vom %(first)s bis %(last)s; der %(day)s liegt nicht darin.")
            % {
                "level": rules.club.name,
                "first": f"{first[3:]}.{first[:2]}.",
                "last": f"{last[3:]}.{last[:2]}.",
                "day": date_format(first_day, "SHORT_DATE_FORMAT"),
            }
        )


def _words(player: Player, club: Club, day: datetime.date) -> dict[str, str]:
    return {"player": player.name, "club": club.name, "day": date_format(day, "SHORT_DATE_FORMAT")}


@receiver(players_merging)
def merge_licences(keep: Player, duplicate: Player, **_signal: object) -> None:
    """The licences of the duplicate become those of the player who stays."""
    if keep.licences.exists() and duplicate.licences.exists():
        raise ValidationError(_("Beide Einträge haben Lizenzen. Bitte zuerst die zurücknehmen, die nicht gelten soll."))
    duplicate.licences.update(player=keep)
