"""What a federation says: notices, licences, and the rules by which somebody may start."""

from typing import Final, cast

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from scoring.federation.eligibility import Kind, StartClass
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


DAY_OF_YEAR: Final = RegexValidator(
    r"^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$", _("Bitte Monat und Tag angeben wie 03-31.")
)
AGES: Final = [MinValueValidator(5), MaxValueValidator(120)]


class StartRules(models.Model):
    """Who may start for whom, and when licences change, for all that belongs to a level, down to one with its own.

    What is not said otherwise is as in the Sportordnung of the DSkV (`scoring.federation.eligibility`).
    """

    club = models.OneToOneField(Club, models.CASCADE, related_name="start_rules", verbose_name=_("Verband"))
    transfer_first = models.CharField(
        _("Wechsel ab"),
        max_length=5,
        blank=True,
        validators=[DAY_OF_YEAR],
        help_text=_("Vom ersten bis zum letzten Tag, wie 31.3., kann eine neue Lizenz beginnen; leer: jederzeit."),
    )
    transfer_last = models.CharField(_("Wechsel bis"), max_length=5, blank=True, validators=[DAY_OF_YEAR])
    clubs_a_year = models.PositiveSmallIntegerField(
        _("Vereine im Jahr"), default=1, help_text=_("Für wie viele jemand in einem Jahr starten darf; 0: für alle.")
    )
    own_classes_apart = models.BooleanField(
        _("Damen und Junioren daneben für eine Spielgemeinschaft"),
        default=True,
        help_text=_("In Wettbewerben ihrer Klasse, nur in der Mannschaft."),
    )
    one_team = models.BooleanField(_("in einer Liga nur für eine Mannschaft"), default=True)
    starts_a_year = models.PositiveSmallIntegerField(
        _("Starts im Jahr"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_("Wie oft jemand an derselben Meisterschaft teilnimmt; leer: beliebig oft."),
    )
    joined_by = models.CharField(
        _("Mitglied spätestens seit"),
        max_length=5,
        blank=True,
        validators=[DAY_OF_YEAR],
        help_text=_("Ein Tag des Jahres wie 31.3.; leer: bis zum Start."),
    )
    senior_from = models.PositiveSmallIntegerField(_("Senioren ab"), default=60, validators=AGES)
    junior_below = models.PositiveSmallIntegerField(_("Junioren unter"), default=21, validators=AGES)
    youth_below = models.PositiveSmallIntegerField(_("Jugend unter"), default=18, validators=AGES)
    pupil_below = models.PositiveSmallIntegerField(_("Schüler unter"), default=15, validators=AGES)
    paragraphs = models.JSONField(_("Paragrafen"), default=dict, blank=True)
    """Where a rule is said, as text, by the kinds of `start_rules.PARAGRAPHS`; the usual one where it is left out."""

    class Meta:
        verbose_name = _("Regel zur Spielberechtigung")
        verbose_name_plural = _("Regeln zur Spielberechtigung")
        constraints = (
            models.CheckConstraint(
                condition=Q(transfer_first="", transfer_last="") | ~Q(transfer_first="") & ~Q(transfer_last=""),
                name="transfers_begin_and_end",
                violation_error_message=_("Bitte beide Tage des Wechsels angeben oder keinen."),
            ),
            models.CheckConstraint(
                condition=Q(pupil_below__lte=F("youth_below"))
                & Q(youth_below__lte=F("junior_below"))
                & Q(junior_below__lte=F("senior_from")),
                name="ages_in_order",
                violation_error_message=_("Die Altersgrenzen müssen steigen: Schüler, Jugend, Junioren, Senioren."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.club}: {self._meta.verbose_name}"


KINDS: Final[dict[Kind, Promise]] = {
    "single": _("Einzelmeisterschaft"),
    "pair": _("Paarmeisterschaft"),
    "team": _("Mannschaftsmeisterschaft"),
}
CLASSES: Final[dict[StartClass, Promise]] = {
    "open": _("alle Klassen"),
    "women": _("Damen"),
    "men": _("Herren"),
    "seniors": _("Senioren"),
    "juniors": _("Junioren"),
    "youth": _("Jugend"),
    "pupils": _("Schüler"),
}
CHAMPIONSHIPS: Final = [
    (name, [(f"{kind}-{own}", format_lazy("{}: {}", name, title)) for own, title in CLASSES.items()])
    for kind, name in KINDS.items()
]
"""Which championship of its level something can be: a kind with a class, as `single-women`."""


class IsChampionship(models.Model):
    """Something that may be a championship of the level that holds it; then it is asked who may start."""

    championship = models.CharField(
        _("Meisterschaft"),
        max_length=15,
        choices=CHAMPIONSHIPS,
        blank=True,
        help_text=_("Dann wird bei der Anmeldung geprüft, wer starten darf."),
    )

    class Meta:
        abstract = True

    @property
    def championship_kind(self) -> Kind:
        """Of a championship."""
        return cast("Kind", self.championship.partition("-")[0])

    @property
    def championship_class(self) -> StartClass:
        """Of a championship, by sex or age."""
        return cast("StartClass", self.championship.partition("-")[2])

    @staticmethod
    def championship_known(name: str) -> models.CheckConstraint:
        """That it is one of those, or none."""
        known = ["", *(value for _kind, choices in CHAMPIONSHIPS for value, _title in choices)]
        return models.CheckConstraint(name=name, condition=Q(championship__in=known))
