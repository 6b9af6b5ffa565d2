"""What a club or federation makes known: Bekanntmachungen, from a day to a day."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from skatliga.people.models import Club, User


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
