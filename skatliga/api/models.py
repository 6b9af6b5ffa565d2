"""Access keys: with one of them a program does what its user may do.

A key is 160 random bits, shown once and stored only as its digest, so that neither the database nor a backup lets
anybody in. Of its use nothing is kept but the last day.
"""

import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class AccessKey(models.Model):
    """A key of one user."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="access_keys")
    name = models.CharField(
        pgettext_lazy("Sache", "Name"), max_length=60, help_text=_("Wofür er ist, zum Beispiel: Anzeige im Saal.")
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    """SHA-256 of the secret."""
    read_only = models.BooleanField(_("darf nur lesen"), default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_on = models.DateField(null=True, blank=True, editable=False)
    expires_on = models.DateField(_("gilt bis"), null=True, blank=True)
    """The last day on which it is accepted; for ever where it is empty."""

    class Meta:
        ordering = ("-created_at", "-pk")
        verbose_name = _("Zugangsschlüssel")
        verbose_name_plural = _("Zugangsschlüssel")
        constraints = (models.CheckConstraint(condition=~Q(name=""), name="access_key_has_a_name"),)

    def __str__(self) -> str:
        return self.name

    def expired(self, day: datetime.date) -> bool:
        """Whether it is no longer accepted on this day."""
        return self.expires_on is not None and self.expires_on < day
