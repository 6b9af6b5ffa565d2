"""What the lists of events have been counted to: derived, and kept so that no page has to value old lists again.

Two steps, so that one list corrected at a large tournament does not make a page count all of them again:

    Sheet --valued--> Counted (of every player on it) --added up--> Tally (of every player in an event, and of all)

Nothing here has to be kept: all of it can be deleted and is counted again when a page asks for it. A `Counted` is
current while it names the list's revision, a `Tally` while it names the event's version, and both only while they name
the present way of counting (`services.bring_up_to_date`).

How strong players are follows from all lists as well; who is shown has agreed. Whether a club has a page of it is a
setting of the club.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from skatliga.history import recorded


class Counted(models.Model):
    """What was played on one list, by entry."""

    # No constraint of the database: its check would wait for whoever is just changing the list, and he for the event.
    sheet = models.OneToOneField(
        "lists.Sheet", models.CASCADE, primary_key=True, related_name="counted", db_constraint=False
    )
    revision = models.PositiveIntegerField()
    """Of the list when it was counted."""
    counting = models.PositiveSmallIntegerField()
    """By which way of counting (`services.COUNTING`)."""
    deals = models.PositiveSmallIntegerField()
    figures = models.JSONField()
    """`scoring.figures` in their JSON form by the key of the entry."""
    against = models.JSONField()
    """Own games by the keys of declarer and opponent, ``"12 15": [played, won]``."""
    apart = models.JSONField()
    """Pairs of entries that never sat at the same deal: one came when the other was gone. Nearly always empty."""

    def __str__(self) -> str:
        return f"{self.sheet_id}: {self.revision}"


class Tally(models.Model):
    """What was played at one event: by one who takes part, or by all together."""

    event = models.ForeignKey("events.Event", models.CASCADE, related_name="tallies")
    entry = models.ForeignKey("events.Entry", models.CASCADE, null=True, blank=True, related_name="tallies")
    """Empty for all together."""
    version = models.PositiveIntegerField()
    """Of the event when it was counted; that of all together tells whether everybody's is current."""
    counting = models.PositiveSmallIntegerField()
    """By which way of counting (`services.COUNTING`)."""
    figures = models.JSONField()
    """`scoring.figures` in their JSON form; those of all add up what each has played."""
    lists = models.PositiveIntegerField()
    deals = models.PositiveIntegerField()
    """Of one player those dealt while he sat there, of all together those dealt."""
    declared = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    spielpunkte = models.IntegerField()
    leistung = models.IntegerField()
    # The sums that tables of many players need, once more as columns, so that the database can add them up.

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("event", "entry"), name="one_tally_for_an_entry"),
            models.UniqueConstraint(fields=("event",), condition=Q(entry=None), name="one_tally_for_all_of_an_event"),
        )

    def __str__(self) -> str:
        return f"{self.event_id}: {self.entry_id or '-'}"


class RatingRun(models.Model):
    """When strengths were last found from all lists (`rating_run`); there is one or none."""

    made_at = models.DateTimeField()
    lists = models.PositiveIntegerField()
    """From how many."""

    def __str__(self) -> str:
        return f"{self.made_at}: {self.lists}"


class RatedPlayer(models.Model):
    """How strong somebody was found to be, whether he has agreed to be shown or not (`strengths`)."""

    player = models.OneToOneField("people.Player", models.CASCADE, primary_key=True, related_name="rating")
    mean = models.FloatField()
    """In points on 36 deals; 0 is the mean of all."""
    deviation = models.FloatField()
    """By how much that may be wrong: its standard deviation."""
    lists = models.PositiveIntegerField()

    class Meta:
        indexes = (models.Index(fields=("-mean",), name="rated_by_mean"),)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.mean:.0f}"


class StrengthConsent(models.Model):
    """That somebody agrees that his strength is shown; who takes it back has none any more."""

    player = models.OneToOneField("people.Player", models.CASCADE, related_name="strength_consent")
    since = models.DateField()
    by = models.ForeignKey("people.User", models.SET_NULL, null=True, blank=True, related_name="+")
    """Who has recorded it for him; empty where he has said so himself."""

    def __str__(self) -> str:
        return f"{self.player_id}: {self.since}"


class Rated(models.Model):
    """That a club has a page on how strong its players are."""

    club = models.OneToOneField("people.Club", models.CASCADE, primary_key=True, related_name="rated")
    history = recorded()

    class Meta:
        verbose_name = _("Spielstärke")

    def __str__(self) -> str:
        return str(self.club)
