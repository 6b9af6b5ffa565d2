"""What an organiser sets for the paper of an event."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class CertificateForm(models.Model):
    """How the certificates of an event look; title and text hold placeholders (`certificates`)."""

    event = models.OneToOneField("events.Event", models.CASCADE, related_name="certificate_form")
    title = models.CharField(_("Überschrift"), max_length=60)
    text = models.TextField(_("Text"), max_length=800)
    places = models.PositiveSmallIntegerField(
        _("Bis zu welchem Platz"), default=3, validators=[MinValueValidator(1), MaxValueValidator(200)]
    )
    picture = models.ImageField(_("Bild"), upload_to="certificates/", blank=True)
    first_signature = models.CharField(_("Unter der linken Unterschrift"), max_length=80, blank=True)
    second_signature = models.CharField(_("Unter der rechten Unterschrift"), max_length=80, blank=True)

    class Meta:
        verbose_name = _("Urkunde")
        verbose_name_plural = _("Urkunden")

    def __str__(self) -> str:
        return f"{self.event}: {self.title}"
