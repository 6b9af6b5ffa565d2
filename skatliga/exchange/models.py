"""Files on their way in, and what is kept of those that came in so that nothing comes in twice.

An upload is kept until it is stored, or for two hours. Between the steps of an import it lies in the database, as it
came. Only who sent it may go on with it, and only as long as he holds the role; every step reads it anew, as carefully
as the first time. Once it is stored the file is gone and the report stays until the two hours are over.
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
    heading = models.PositiveSmallIntegerField(null=True)
    """The line of the headings as it was chosen, 0 for a table without them; empty where it is found out."""
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


class FileName(models.Model):
    """Whom a club means by a name in its files: a name on a Skat server, or one that two members have."""

    club = models.ForeignKey("people.Club", models.CASCADE, related_name="file_names")
    name = models.CharField(max_length=120)
    player = models.ForeignKey("people.Player", models.CASCADE, null=True, related_name="file_names")
    """Empty for a guest."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("club", "name"), name="a_name_in_files_means_one"),
            models.CheckConstraint(name="file_name_is_not_empty", condition=~Q(name="")),
        )

    def __str__(self) -> str:
        return f"{self.name}: {self.player or '–'}"


class RecordedGames(models.Model):
    """Which games of a Skat server a list was made of, so that each of them is known wherever it comes again."""

    sheet = models.OneToOneField("lists.Sheet", models.CASCADE, related_name="recorded_games")
    day = models.DateField(db_index=True)
    """The day of its games; the event may have been given another one."""
    keys = models.JSONField()
    """The keys of the games (`evenings.iss_file`)."""

    def __str__(self) -> str:
        return f"{self.sheet}, {self.day}"


class ArchiveReport(models.Model):
    """What became of an archive that was taken in on the page, stored together with what was in it.

    So it can never be that an archive is here and nobody knows: whoever presses the button again is shown this.
    """

    work = models.UUIDField(primary_key=True)
    """Key of the work (`jobs`)."""
    said = models.JSONField()
    """As the page tells it: name, address, records, renamed; or the sentences why it was refused."""
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.work)
