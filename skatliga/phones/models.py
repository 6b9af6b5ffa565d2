"""What is kept of players' own phones: which code of a Startkarte holds, and who has called for whom."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from skatliga.history import recorded


class EntryPass(models.Model):
    """How often the code on somebody's Startkarte has been renewed.

    A participant without one has the first code. The secret itself is stored nowhere (`access`).
    """

    entry = models.OneToOneField("events.Entry", models.CASCADE, related_name="phone_pass")
    generation = models.PositiveSmallIntegerField(default=0)
    history = recorded()

    def __str__(self) -> str:
        return f"{self.entry}: {self.generation}"


class TeamPass(models.Model):
    """How often the code of a team's captain has been renewed; a team without one has the first code."""

    team = models.OneToOneField("leagues.Team", models.CASCADE, related_name="phone_pass")
    generation = models.PositiveSmallIntegerField(default=0)
    history = recorded()

    def __str__(self) -> str:
        return f"{self.team}: {self.generation}"


class TableCall(models.Model):
    """Somebody at a table has called for the referee or the Spielleitung.

    It names its table by number: a Serie that is seated anew keeps its calls.
    """

    class Kind(models.TextChoices):
        REFEREE = "referee", _("Schiedsrichter")
        LIST = "list", _("Frage zur Liste")
        PLAYER = "player", _("Jemand fehlt am Tisch")

    round = models.ForeignKey("events.Round", models.CASCADE, related_name="calls")
    table = models.PositiveSmallIntegerField(_("Tisch"))
    entry = models.ForeignKey("events.Entry", models.CASCADE, related_name="calls")
    kind = models.CharField(_("Art"), max_length=10, choices=Kind)
    called_at = models.DateTimeField(auto_now_add=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    done_at = models.DateTimeField(null=True, blank=True)
    done_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    """None where the player has taken the call back."""

    class Meta:
        ordering = ("called_at", "pk")
        verbose_name = _("Ruf")
        verbose_name_plural = _("Rufe")
        constraints = (
            models.UniqueConstraint(fields=("round", "table"), condition=Q(done_at=None), name="one_open_call_a_table"),
            models.CheckConstraint(
                name="a_call_is_taken_by_somebody",
                condition=Q(taken_at=None, taken_by=None) | Q(taken_at__isnull=False, taken_by__isnull=False),
            ),
            models.CheckConstraint(
                name="a_call_is_done_after_it_was_taken",
                condition=Q(done_at=None, done_by=None)
                | Q(done_at__isnull=False, done_by=None)
                | Q(done_at__isnull=False, done_by__isnull=False, taken_at__isnull=False, done_at__gte=F("taken_at")),
            ),
            models.CheckConstraint(condition=Q(kind__in=["referee", "list", "player"]), name="call_of_a_known_kind"),
        )

    def __str__(self) -> str:
        return f"{self.round}, {self.table}: {self.get_kind_display()}"

    @property
    def taken_back(self) -> bool:
        """Whether the player needed nobody any more."""
        return self.done_at is not None and self.done_by is None
