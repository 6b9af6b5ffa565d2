"""What a federation says: notices, licences, and the rules by which somebody may start."""

from typing import Final

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from skatliga.people.models import Club, Player, User


class OfficialNotice(models.Model):
    """Something that a level makes known on its page and on those of all that belongs to it."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="notices", verbose_name=_("Verein"))
    title = models.CharField(_("Überschrift"), max_length=120)
    text = models.TextField(_("Text"), max_length=4000)
    first_day = models.DateField(_("von"), default=timezone.localdate)
    last_day = models.DateField(_("bis"), null=True, blank=True, help_text=_("Leer: bis auf Weiteres."))
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", verbose_name=_("bekannt gemacht von"))
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-first_day", "-pk")
        verbose_name = _("Bekanntmachung")
        verbose_name_plural = _("Bekanntmachungen")
        indexes = (models.Index(fields=("club", "first_day"), name="notice_of_club"),)
        constraints = (
            models.CheckConstraint(condition=~Q(title="") & ~Q(text=""), name="notice_says_something"),
            models.CheckConstraint(
                condition=Q(last_day__isnull=True) | Q(last_day__gte=F("first_day")),
                name="notice_days_in_order",
                violation_error_message=_("Der letzte Tag liegt vor dem ersten; bitte die Tage ändern."),
            ),
        )

    def __str__(self) -> str:
        return self.title


class Licence(models.Model):
    """From this day on somebody plays for this club in leagues, until the next licence of the same player begins.

    So nobody ever holds two. One without a club ends the one before it.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="licences", verbose_name=_("Spieler"))
    club = models.ForeignKey(
        Club, models.PROTECT, null=True, blank=True, related_name="licences", verbose_name=_("Verein")
    )
    first_day = models.DateField(_("ab"))
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", verbose_name=_("erteilt von"))
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("player", "first_day")
        verbose_name = _("Lizenz")
        verbose_name_plural = _("Lizenzen")
        constraints = (models.UniqueConstraint(fields=("player", "first_day"), name="one_licence_begins_on_a_day"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.club or '–'} ({self.first_day})"


DAY_OF_YEAR: Final = RegexValidator(r"^\d\d-\d\d$", _("Bitte Monat und Tag angeben wie 03-31."))


class StartRules(models.Model):
    """Who may start for whom, and when licences change, for all that belongs to a level, down to one with its own."""

    club = models.OneToOneField(Club, models.CASCADE, related_name="start_rules", verbose_name=_("Verband"))
    transfer_first = models.CharField(
        _("Wechsel ab"),
        max_length=5,
        blank=True,
        validators=[DAY_OF_YEAR],
        help_text=_("Monat und Tag, an denen eine neue Lizenz frühestens und spätestens beginnt; leer: jederzeit."),
    )
    transfer_last = models.CharField(_("Wechsel bis"), max_length=5, blank=True, validators=[DAY_OF_YEAR])
    clubs_a_year = models.PositiveSmallIntegerField(
        _("Vereine im Jahr"), default=1, help_text=_("Für wie viele jemand in einem Jahr starten darf; 0: für alle.")
    )
    one_team = models.BooleanField(_("in einer Liga nur für eine Mannschaft"), default=True)

    class Meta:
        verbose_name = _("Regel zur Spielberechtigung")
        verbose_name_plural = _("Regeln zur Spielberechtigung")
        constraints = (
            models.CheckConstraint(
                condition=Q(transfer_first="", transfer_last="") | ~Q(transfer_first="") & ~Q(transfer_last=""),
                name="transfers_begin_and_end",
                violation_error_message=_("Bitte beide Tage des Wechsels angeben oder keinen."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.club}: {self._meta.verbose_name}"
