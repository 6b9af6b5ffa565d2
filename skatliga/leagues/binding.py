"""When results become binding, and what is kept of a table before it changes afterwards.

* **D** Making a group binding makes its lists so. A correction begins where it always does, with a list that is opened
  again and a reason; the table is kept as it was before (`remember_before_correction`). Once the list is checked again
  the group is binding as before, and its page says what was corrected.
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.leagues.changing import demand, open_season, save, tell_pages
from skatliga.leagues.checks import find_faults
from skatliga.leagues.former import to_json
from skatliga.leagues.models import Division, FormerTable, Group
from skatliga.leagues.reckoning import standing
from skatliga.lists.models import Revocation, Sheet
from skatliga.lists.workflow import move
from skatliga.people.models import User


@transaction.atomic
def bind(group: Group, user: User | None, reason: str = "") -> None:
    """Make the results of a group binding.

    Refused with everything that is missing or does not add up; where a captain has not signed, a reason is asked for.
    """
    season = open_season(group.matchday.division.season)
    stored = Group.objects.select_for_update(of=("self",)).get(pk=group.pk)
    demand(not stored.binding_at, _("Dieses Ergebnis ist schon verbindlich."))
    faults = find_faults(group)
    demand(not faults, *faults)
    members = group.teams.select_related("team")
    unsigned = [
        member.team.name for member in members if member.plays_on(group.matchday.number) and not member.signed_by
    ]
    demand(
        not unsigned or bool(reason.strip()),
        _("Es fehlt die Unterschrift von %(teams)s. Bitte unterschreiben lassen oder begründen.")
        % {"teams": ", ".join(unsigned)},
    )
    for sheet in _sheets(group).filter(state=Sheet.State.CHECKED):
        move(sheet.pk, Sheet.State.BINDING, sheet.revision, user)
    stored.binding_at, stored.binding_by = timezone.now(), user
    save(stored, user, reason.strip())
    tell_pages(season)


def keep_table(division: Division, user: User | None, reason: str) -> None:
    """Keep the table as it is now, before something changes it for this reason; nothing where nobody has played."""
    table = standing(division)
    if table.at:
        assert user  # the results of a season are changed by somebody with a role
        FormerTable.objects.create(division=division, by=user, reason=reason, lines=to_json(table))


def remember_before_correction(
    sender: type[Revocation], instance: Revocation, created: bool, **_kwargs: object
) -> None:
    """A list of a binding group is opened again: keep the table. Called before the list itself changes."""
    group = _binding_group(instance)
    if created and group:
        keep_table(group.matchday.division, instance.by, instance.reason)
        tell_pages(group.matchday.division.season)


def corrections(group: Group) -> Iterable[Revocation]:
    """The lists of a group that were opened again after it had become binding, in the order of time."""
    if not group.binding_at:
        return ()
    found = Revocation.objects.filter(sheet__table__round__event=group.event_id, at__gt=group.binding_at)
    return found.select_related("by", "sheet__table__round").order_by("at")


def _binding_group(revocation: Revocation) -> Group | None:
    groups = Group.objects.filter(event=revocation.sheet.table.round.event_id, binding_at__isnull=False)
    return groups.select_related("matchday__division__season", "matchday__division__level").first()


def _sheets(group: Group) -> QuerySet[Sheet]:
    return Sheet.objects.filter(table__round__event=group.event_id, kind=Sheet.Kind.MAIN)
