"""The column of a register's file that gives licences: since when a member plays for the club in leagues.

* **D** Who has the licence for the club already keeps it as it is, whatever day the file says.
* **D** A licence is given by the same people and rules as on a player's own page (`federations.licences`); where one
  may not be given, the whole line is refused, so that the report says whose is missing.
"""

import datetime
from collections.abc import Mapping
from functools import cached_property
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.exchange.uploads.columns import UploadField
from skatliga.federations.access import directs_licences, may_license
from skatliga.federations.licences import give_licence
from skatliga.federations.models import Licence
from skatliga.people.models import Club, Membership, Player, User

LICENCE: Final = UploadField(
    "lizenz", gettext_lazy("Lizenz seit"), ("lizenzseit", "lizenzab", "spielberechtigtseit", "licence", "licensedsince")
)
_DAY: Final = forms.DateField(input_formats=["%Y-%m-%d", "%d.%m.%Y", "%Y-%m-%d %H:%M:%S"], required=False)


class LicenceColumn:
    """Licences for one club, given by one user; by nobody where a command reads the file."""

    def __init__(self, club: Club, user: User | None) -> None:
        self.club, self.user = club, user

    @cached_property
    def _latest(self) -> dict[int, int | None]:
        """The club of the last word about the licence of each member; one query."""
        found = Licence.objects.filter(player__memberships__club=self.club).order_by("first_day")
        return dict(found.values_list("player", "club"))

    @cached_property
    def _may(self) -> bool:
        return self.user is not None and directs_licences(self.user, self.club)

    def first_day(self, cells: Mapping[str, str], player: Player | None) -> datetime.date | None:
        """From when on a line gives a licence; None where it gives none. Raises ValidationError."""
        text = cells.get(LICENCE.key, "")
        try:
            day = _DAY.clean(text)
        except ValidationError:
            raise ValidationError(
                _("„%(text)s“ ist kein Tag, seit dem eine Lizenz gilt.") % {"text": text[:20]}
            ) from None
        if day is None or (player and self._latest.get(player.pk) == self.club.pk):
            return None
        if not self._may:
            raise ValidationError(_("Lizenzen trägt ein, wer den Verband leitet. Bitte die Spalte nicht übernehmen."))
        return day

    def told(self, first_day: datetime.date) -> str:
        """What a line gives, in words."""
        return _("Lizenz ab %(day)s") % {"day": date_format(first_day, "SHORT_DATE_FORMAT")}

    def give(self, member: Membership, first_day: datetime.date) -> None:
        """Give it; raises ValidationError, also where the licence of another club is not this user's to end."""
        assert self.user
        former = self._latest.get(member.player_id)
        if former and not may_license(self.user, member):
            raise ValidationError(
                _("Die Lizenz für einen anderen Verein gilt noch; wechseln lässt, wer beide Vereine leitet.")
            )
        give_licence(member.player, self.club, first_day, self.user)
