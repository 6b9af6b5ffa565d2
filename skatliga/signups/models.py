"""How an event takes sign-ups, and who has signed up."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from skatliga.history import recorded
from skatliga.money import validate_holder, validate_iban
from skatliga.people.models import Publication
from skatliga.people.search import SearchKey

LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Of a code: none that is taken for another one."""
CODE_LENGTH: Final = 6
PREFIX: Final = "SL"
"""With which a code begins where money is transferred."""


class SignUpTerms(models.Model):
    """That an event takes sign-ups: until when, how many, who and what it costs beforehand."""

    event = models.OneToOneField("events.Event", models.CASCADE, related_name="signup_terms")
    places = models.PositiveSmallIntegerField(_("Zahl der Plätze"))
    closes_at = models.DateTimeField(_("Anmeldung bis"))
    opens_at = models.DateTimeField(_("Anmeldung ab"), null=True, blank=True)
    """Empty: at once."""
    invitation = models.CharField(_("Einladungscode"), max_length=40, blank=True)
    """Without it nobody signs up; empty where everybody may."""
    asks_number = models.BooleanField(_("nach der Verbandsnummer fragen"), default=False)
    prepaid = models.BooleanField(_("Startgeld wird vorher überwiesen"), default=False)
    account_holder = models.CharField(_("Kontoinhaber"), max_length=70, blank=True, validators=[validate_holder])
    iban = models.CharField(_("IBAN"), max_length=34, blank=True, validators=[validate_iban])
    history = recorded()

    class Meta:
        verbose_name = _("Voranmeldung")
        verbose_name_plural = _("Voranmeldung")
        constraints = (
            models.CheckConstraint(
                name="signups_have_places",
                condition=Q(places__gte=1),
                violation_error_message=_("Bitte mindestens einen Platz vergeben."),
            ),
            models.CheckConstraint(
                name="signups_open_before_they_close",
                condition=Q(opens_at=None) | Q(opens_at__lt=F("closes_at")),
                violation_error_message=_("Die Anmeldung endet, bevor sie beginnt; bitte die beiden Zeiten prüfen."),
            ),
            models.CheckConstraint(
                name="who_prepays_knows_the_account",
                condition=Q(prepaid=False) | ~Q(account_holder="") & ~Q(iban=""),
                violation_error_message=_("Zum Überweisen gehören Kontoinhaber und IBAN."),
            ),
        )

    def __str__(self) -> str:
        return str(self.event)


def person_key(name: str, club_name: str) -> str:
    """By what two sign-ups are one person, not folded yet."""
    return f"{name}|{club_name}"


class SamePerson(SearchKey):
    """The same folded, written with name and club however they are stored."""

    def words_of(self, instance: models.Model) -> str:
        """Both of them."""
        return person_key(instance.serializable_value("name"), instance.serializable_value("club_name"))


class SignUp(models.Model):
    """Somebody who has signed up, in the order of `number`. Whether he has a place say `queries.lineup_of`."""

    class Gone(models.TextChoices):
        CANCELLED = "cancelled", _("abgemeldet")
        ABSENT = "absent", _("nicht erschienen")
        REMOVED = "removed", _("gestrichen")

    event = models.ForeignKey("events.Event", models.CASCADE, related_name="signups")
    number = models.PositiveIntegerField()
    """The order of arrival; who comes back after leaving gets a new one."""
    name = models.CharField(_("Name"), max_length=60)
    club_name = models.CharField(_("Verein"), max_length=50, blank=True)
    federation_number = models.CharField(_("Verbandsnummer"), max_length=20, blank=True)
    email = models.EmailField(_("E-Mail"), max_length=120, blank=True)
    publication = models.CharField(
        _("Veröffentlichung"),
        max_length=10,
        choices=[(choice.value, choice.label) for choice in (Publication.FULL, Publication.FIRST_NAME)],
    )
    code = models.CharField(_("Code"), max_length=CODE_LENGTH)
    """What is said at the desk and, behind `PREFIX`, written on a transfer."""
    at = models.DateTimeField(_("angemeldet"), auto_now_add=True)
    gone = models.CharField(_("nicht mehr dabei"), max_length=10, choices=Gone, blank=True)
    gone_at = models.DateTimeField(null=True, blank=True)
    paid_cents = models.PositiveIntegerField(_("überwiesen"), null=True, blank=True)
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    """Who has found the money on the account."""
    entry = models.OneToOneField(
        "events.Entry", models.SET_NULL, null=True, blank=True, related_name="signup", verbose_name=_("Teilnehmer")
    )
    """What became of it at the desk."""
    key = models.UUIDField(null=True, blank=True, unique=True, editable=False)  # knows a form that was sent twice
    same_person = SamePerson(max_length=120, editable=False)

    class Meta:
        ordering = ("number",)
        verbose_name = _("Voranmeldung")
        verbose_name_plural = _("Voranmeldungen")
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="one_signup_at_a_time"),
            models.UniqueConstraint(fields=("event", "code"), name="one_signup_of_a_code"),
            models.UniqueConstraint(
                fields=("event", "same_person"),
                condition=Q(gone="") & ~Q(same_person=""),
                name="a_person_signs_up_once",
            ),
            models.UniqueConstraint(
                fields=("event", "email"), condition=Q(gone="") & ~Q(email=""), name="one_signup_of_a_mail_address"
            ),
            models.CheckConstraint(
                name="signup_choices_known",
                condition=Q(gone__in=["", "cancelled", "absent", "removed"], publication__in=["full", "first_name"])
                & ~Q(name=""),
            ),
            models.CheckConstraint(
                name="who_is_gone_went_at_a_time", condition=Q(gone="", gone_at=None) | ~Q(gone="") & ~Q(gone_at=None)
            ),
            models.CheckConstraint(name="who_takes_part_is_not_gone", condition=Q(entry=None) | Q(gone="")),
            models.CheckConstraint(
                name="a_transfer_was_found_by_somebody",
                condition=Q(paid_cents=None, paid_at=None, paid_by=None)
                | Q(paid_cents__gte=1, paid_at__isnull=False, paid_by__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.event}: {self.reference}"

    @property
    def reference(self) -> str:
        """The code as it is written on a transfer."""
        return f"{PREFIX}-{self.code}"
