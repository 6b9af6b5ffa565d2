"""Files on their way in: kept from the upload until they are stored, or for two hours.

Between the steps of an import a file lies in the database, as it came. Only who sent it may go on with it, and only as
long as he holds the role; every step reads it anew, as carefully as the first time. Once it is stored the file is gone
and the report stays until the two hours are over.
"""

import uuid
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

KEPT: Final = timedelta(hours=2)


class UploadQuerySet(models.QuerySet["Upload"]):
    """Uploads, where most questions begin with their age."""

    def live(self) -> "UploadQuerySet":
        """Those that may still be used."""
        return self.filter(at__gt=timezone.now() - KEPT)

    def expired(self) -> "UploadQuerySet":
        """Those to be thrown away."""
        return self.filter(at__lte=timezone.now() - KEPT)


class Upload(models.Model):
    """A file somebody has sent to be imported into a club or an event."""

    class Kind(models.TextChoices):
        PLAYERS = "players", _("Spieler")
        PARTICIPANTS = "participants", _("Teilnehmer")
        PAST_YEAR = "past_year", _("Früheres Clubjahr")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind)
    club = models.ForeignKey("people.Club", models.CASCADE, related_name="+")
    event = models.ForeignKey("events.Event", models.CASCADE, null=True, related_name="+")
    options = models.JSONField(default=dict)
    """What besides the file was asked for: of a past year its name and days."""
    name = models.CharField(max_length=200)
    content = models.BinaryField()
    """The file as it came; empty once it is stored."""
    sheet = models.CharField(max_length=200, blank=True)
    """The sheet chosen; empty for the first one."""
    columns = models.JSONField(null=True)
    """Keys of fields by column, once they were chosen."""
    report = models.JSONField(null=True)
    """What became of its lines, once it is stored: ``[line, name, becomes, says]`` each."""
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    objects = UploadQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="upload_of_a_known_kind", condition=Q(kind__in=["players", "participants", "past_year"])
            ),
            models.CheckConstraint(
                name="participants_belong_to_an_event",
                condition=Q(kind="participants", event__isnull=False) | (~Q(kind="participants") & Q(event=None)),
            ),
        )

    def __str__(self) -> str:
        return self.name
