"""Club years: by which rule a year is counted, which events are its evenings, and the club's cash outside of them.

The rule stands in the year itself: another rule next year leaves this one as it was, and a closed year does not change
any more. Nothing that can be computed from the lists is stored.

Of a year that was played before the club came here often nothing but its final table is known: its lines are `YearSum`,
results like any other, which are counted by the rule of the year and say what they lack.
"""

import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from skatliga.access import HasRole, Role
from skatliga.history import recorded
from skatliga.people.models import Publication
from skatliga.publication import Public, PublicationState, VersionedQuerySet
from skatliga.wertung.models import BeginsWithPoints, CountedByRules


class Span(models.TextChoices):
    """How a year is divided, from its first day on."""

    WHOLE = "whole", _("ganzes Jahr")
    HALF = "half", _("Halbjahr")
    QUARTER = "quarter", _("Quartal")
    MONTH = "month", _("Monat")


class Seating(models.TextChoices):
    """Who is seated how in the first Serie of an evening."""

    LOT = "lot", _("Los, ohne dass sich jemand wieder trifft")
    LAST = "last", _("nach dem letzten Abend")
    YEAR = "year", _("nach der Jahrestabelle")
    GROUPS = "groups", _("nach Leistungsgruppen, darin gelost")


class ClubYear(CountedByRules, HasRole, Public):
    """The evenings of a club in one year, and the rule by which they are counted."""

    State = PublicationState
    refusal_when_final = _("Dieses Clubjahr ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen.")

    club = models.ForeignKey("people.Club", models.PROTECT, related_name="years", verbose_name=_("Verein"))
    name = models.CharField(pgettext_lazy("Sache", "Name"), max_length=80)
    slug = models.SlugField(unique=True, max_length=160)
    first_day = models.DateField(_("erster Tag"))
    last_day = models.DateField(_("letzter Tag"))
    events: models.ManyToManyField = models.ManyToManyField("events.Event", through="Evening", related_name="years")

    parts = models.CharField(_("Eigene Tabellen je"), max_length=10, choices=Span, default=Span.WHOLE)
    """Tables beside that of the year; none where it is the whole."""
    groups = models.PositiveSmallIntegerField(
        _("Leistungsgruppen"), choices=[(0, _("keine")), (2, _("zwei")), (3, _("drei"))], default=0
    )
    template = models.ForeignKey(
        "events.Event", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("Muster")
    )
    """The event of which every evening is a copy; the last evening where it is empty."""
    interval = models.PositiveSmallIntegerField(_("Tage bis zum nächsten Abend"), default=7)
    seating = models.CharField(_("Die erste Serie wird gesetzt"), max_length=10, choices=Seating, default=Seating.LOT)
    opening = models.IntegerField(_("Kassenbestand am Anfang"), default=0)
    """Cents in the club's till on the first day."""
    state = models.CharField(_("Stand"), max_length=10, choices=PublicationState, default=PublicationState.DRAFT)
    version = models.PositiveIntegerField(default=0, editable=False)
    """Rises with every change of the year itself, so that a page knows whether it is still current."""
    history = recorded()
    objects = VersionedQuerySet.as_manager()

    class Meta:
        ordering = ("-first_day", "name")
        verbose_name = _("Clubjahr")
        verbose_name_plural = _("Clubjahre")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "name"),
                name="one_year_of_a_name",
                violation_error_message=_("Ein Clubjahr dieses Namens gibt es schon."),
            ),
            models.CheckConstraint(
                name="year_has_name_and_days",
                condition=~Q(name="") & Q(last_day__gte=F("first_day")),
                violation_error_message=_("Das Clubjahr endet, bevor es beginnt; bitte die beiden Tage prüfen."),
            ),
            models.CheckConstraint(
                name="year_choices_known",
                condition=Q(
                    parts__in=["whole", "half", "quarter", "month"],
                    groups__in=[0, 2, 3],
                    seating__in=["lot", "last", "year", "groups"],
                    state__in=["draft", "published", "final"],
                ),
            ),
            models.CheckConstraint(
                name="year_numbers_make_sense",
                condition=Q(interval__gte=1),
                violation_error_message=_("Zwischen zwei Abenden liegt mindestens ein Tag."),
            ),
            models.CheckConstraint(
                name="groups_to_be_seated_exist",
                condition=~Q(seating="groups") | Q(groups__gte=2),
                violation_error_message=_("Um nach Leistungsgruppen zu setzen, bitte zwei oder drei Gruppen wählen."),
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("years:year", args=[self.slug])

    def covers(self, date: datetime.date) -> bool:
        """Whether a day lies in the year."""
        return self.first_day <= date <= self.last_day

    @property
    def has_parts(self) -> bool:
        """Whether there are tables of halves, quarters or months."""
        return self.parts != Span.WHOLE


class YearStart(BeginsWithPoints):
    """What somebody of the register begins the first table of a year with, or what is taken off."""

    year = models.ForeignKey(ClubYear, models.CASCADE, related_name="starts")
    player = models.ForeignKey("people.Player", models.PROTECT, related_name="+")
    history = recorded()

    class Meta:
        ordering = ("player", "pk")
        verbose_name = _("Punkte vorab")
        verbose_name_plural = _("Punkte vorab")
        constraints = (
            models.UniqueConstraint(fields=("year", "player"), name="one_start_of_a_player"),
            BeginsWithPoints.points_have_a_reason("year_begins_with_points_for_a_reason"),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.start_points}"


class Evening(models.Model):
    """An event that is one of the evenings of a year; it may be one of another year of the club as well."""

    year = models.ForeignKey(ClubYear, models.CASCADE, related_name="evenings")
    event = models.ForeignKey("events.Event", models.PROTECT, related_name="year_evenings")
    history = recorded()

    class Meta:
        ordering = ("event__date", "event")
        verbose_name = _("Abend")
        verbose_name_plural = _("Abende")
        constraints = (models.UniqueConstraint(fields=("year", "event"), name="an_evening_counts_once_a_year"),)

    def __str__(self) -> str:
        return f"{self.year}: {self.event}"


class CashEntry(models.Model):
    """Money of the club that belongs to no evening: it came in (positive) or went out (negative)."""

    year = models.ForeignKey(ClubYear, models.PROTECT, related_name="cash_entries")
    date = models.DateField(_("Datum"))
    cents = models.IntegerField(_("Betrag"))
    note = models.CharField(_("Wofür"), max_length=200)
    key = models.UUIDField(null=True, blank=True, unique=True)
    """By which a request sent twice is known."""
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversed_by")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering = ("date", "pk")
        verbose_name = _("Kasseneintrag")
        verbose_name_plural = _("Kasseneinträge")
        constraints = (
            models.CheckConstraint(name="cash_entry_moves_money_and_says_why", condition=~Q(cents=0) & ~Q(note="")),
        )

    def __str__(self) -> str:
        return f"{self.date}: {self.cents}"


class YearSum(models.Model):
    """What somebody reached in a year of which only sums are known; what nobody knows any more is empty."""

    year = models.ForeignKey(ClubYear, models.CASCADE, related_name="sums")
    player = models.ForeignKey(
        "people.Player", models.PROTECT, null=True, blank=True, related_name="year_sums", verbose_name=_("Spieler")
    )
    name = models.CharField(_("Name"), max_length=130)
    """As the old table has it."""
    gesamt = models.IntegerField(_("Gesamt"), null=True, blank=True)
    average = models.IntegerField(_("Schnitt"), null=True, blank=True)
    """In thousandths of a point, as it was published; of what it is the average, nobody says."""
    points = models.IntegerField(_("Wertungspunkte"), null=True, blank=True)
    """In thousandths, as they were awarded."""
    place = models.PositiveSmallIntegerField(_("Platz"), null=True, blank=True)
    """As it was published."""
    evenings = models.PositiveSmallIntegerField(_("Abende"), null=True, blank=True)
    lists = models.PositiveSmallIntegerField(_("Listen"), null=True, blank=True)
    won = models.PositiveIntegerField(_("Gewonnen"), null=True, blank=True)
    lost = models.PositiveIntegerField(_("Verloren"), null=True, blank=True)
    history = recorded()

    class Meta:
        ordering = ("place", "pk")
        verbose_name = _("Summe")
        verbose_name_plural = _("Summen")
        constraints = (
            models.UniqueConstraint(
                fields=("year", "player"), condition=Q(player__isnull=False), name="one_year_sum_of_a_player"
            ),
            models.CheckConstraint(
                name="year_sum_has_name_and_place", condition=~Q(name="") & (Q(place__isnull=True) | Q(place__gte=1))
            ),
            models.CheckConstraint(
                name="year_sum_says_something",
                condition=Q(gesamt__isnull=False) | Q(average__isnull=False) | Q(points__isnull=False),
                violation_error_message=_("Bitte Gesamt, Schnitt oder Wertungspunkte eintragen."),
            ),
        )

    def __str__(self) -> str:
        return self.name

    def name_for(self, role: Role | None) -> str:
        """The name for a visitor with this role, None for the public: as for those who take part in an event."""
        player = self.player and self.player.canonical
        if role or player is None or player.publication == Publication.FULL:
            return self.name
        return player.public_name
