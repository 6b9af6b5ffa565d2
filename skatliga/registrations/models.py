"""Which teams the clubs send into the season after one, until when they say so, and what that costs.

It is kept with the season that ends: the next one is made of both (`skatliga.promotions`).
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from skatliga.history import recorded
from skatliga.money import validate_holder, validate_iban


class TeamTerms(models.Model):
    """That clubs register their teams for the season after this one: until when, and what it costs."""

    season = models.OneToOneField("leagues.Season", models.CASCADE, related_name="team_terms")
    closes_on = models.DateField(_("Meldeschluss"))
    """The last day without a late fee."""
    fee_cents = models.PositiveIntegerField(_("Startgeld je Mannschaft"), default=0)
    late_fee_cents = models.PositiveIntegerField(_("Zuschlag je verspäteter Mannschaft"), default=0)
    account_holder = models.CharField(_("Kontoinhaber"), max_length=70, blank=True, validators=[validate_holder])
    iban = models.CharField(_("IBAN"), max_length=34, blank=True, validators=[validate_iban])
    history = recorded()

    class Meta:
        verbose_name = _("Mannschaftsmeldung")
        verbose_name_plural = _("Mannschaftsmeldungen")
        constraints = (
            models.CheckConstraint(
                name="team_terms_know_the_whole_account",
                condition=Q(account_holder="", iban="") | ~Q(account_holder="") & ~Q(iban=""),
                violation_error_message=_("Zum Überweisen gehören Kontoinhaber und IBAN."),
            ),
        )

    def __str__(self) -> str:
        return str(self.season)

    @property
    def is_over(self) -> bool:
        """Whether the deadline has passed: what comes now is late."""
        return timezone.localdate() > self.closes_on


class ClubRegistration(models.Model):
    """That a club has said with which teams it plays; one without teams has said that it does not."""

    terms = models.ForeignKey(TeamTerms, models.CASCADE, related_name="registrations")
    club = models.ForeignKey("people.Club", models.CASCADE, related_name="registrations", verbose_name=_("Verein"))
    at = models.DateTimeField(_("gemeldet"), auto_now_add=True)
    paid_cents = models.PositiveIntegerField(_("überwiesen"), null=True, blank=True)
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    """Who has found the money on the account."""
    history = recorded()

    class Meta:
        ordering = ("club__name",)
        verbose_name = _("Meldung eines Vereins")
        verbose_name_plural = _("Meldungen der Vereine")
        constraints = (
            models.UniqueConstraint(fields=("terms", "club"), name="one_registration_of_a_club"),
            models.CheckConstraint(
                name="team_fees_were_found_by_somebody",
                condition=Q(paid_cents=None, paid_at=None, paid_by=None)
                | Q(paid_cents__gte=1, paid_at__isnull=False, paid_by__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.terms}: {self.club}"


class RegisteredTeam(models.Model):
    """A team that a club sends into the next season."""

    registration = models.ForeignKey(ClubRegistration, models.CASCADE, related_name="teams")
    team = models.OneToOneField(
        "leagues.Team", models.SET_NULL, null=True, blank=True, related_name="registered", verbose_name=_("bisher")
    )
    """What it was in the season that ends; empty for a new one."""
    name = models.CharField(_("Name"), max_length=120)
    place = models.CharField(_("Spielort"), max_length=120, blank=True)
    captain = models.ForeignKey(
        "people.Player", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("Mannschaftsführer")
    )
    contact = models.CharField(_("Telefon oder E-Mail"), max_length=120, blank=True)
    """Of the captain; for the league and the club alone."""
    wishes = models.CharField(_("Wünsche"), max_length=300, blank=True)
    at = models.DateTimeField(_("gemeldet"), auto_now_add=True)
    history = recorded()

    class Meta:
        ordering = ("name", "pk")
        verbose_name = _("gemeldete Mannschaft")
        verbose_name_plural = _("gemeldete Mannschaften")
        constraints = (
            models.UniqueConstraint(fields=("registration", "name"), name="one_registered_team_of_a_name"),
            models.CheckConstraint(name="registered_team_has_a_name", condition=~Q(name="")),
        )

    def __str__(self) -> str:
        return self.name
