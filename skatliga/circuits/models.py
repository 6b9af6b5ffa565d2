"""Turnierserien: which club leads one, which clubs take part, and which of their tournaments count.

Nothing that can be computed from the lists is stored.

* **D** A club takes part when it has said yes to an invitation, and only it puts its own tournaments in: so nobody
  takes another club's results without its yes. What it put in it takes out again, as long as the Turnierserie is not
  closed.
* **D** A closed Turnierserie keeps its rule and its tournaments. A club may still open a tournament of its own again
  and correct a list there: its results are its own, and the table follows them.
"""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.wertung.presets import TableRule
from skatliga.access import HasRole
from skatliga.database import JsonObject
from skatliga.history import recorded
from skatliga.publication import Public, PublicationState, VersionedQuerySet
from skatliga.wertung.rules import NOT_IN_AN_EVENT, RuleField, read_rule, write_rule
from skatliga.wertung.rules import validate_rule as validate_rule_in

OF_TOURNAMENTS: Final = RuleField(
    left_out=NOT_IN_AN_EVENT | {"among", "missing_as_zero", "projected"}, plain=TableRule(unit="evening")
)
"""Its tournaments are the evenings of the rule."""


def usual_rule() -> JsonObject:
    """The sum of all tournaments."""
    return write_rule(OF_TOURNAMENTS.plain)


def validate_rule(stored: object) -> None:
    """Refuse what is no rule of tournaments, or what nobody can mean."""
    validate_rule_in(stored, OF_TOURNAMENTS)


class Circuit(HasRole, Public):
    """Tournaments of several clubs with one table."""

    State = PublicationState
    refusal_when_final = _("Diese Turnierserie ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen.")

    club = models.ForeignKey("people.Club", models.PROTECT, related_name="circuits", verbose_name=_("leitender Verein"))
    name = models.CharField(pgettext_lazy("Sache", "Name"), max_length=80)
    slug = models.SlugField(unique=True, max_length=160)
    first_day = models.DateField(_("erster Tag"))
    last_day = models.DateField(_("letzter Tag"))
    rule = models.JSONField(_("Wertung"), default=usual_rule, validators=[validate_rule])
    qualified = models.PositiveSmallIntegerField(
        _("Qualifiziert sind die ersten"), default=0, help_text=_("Wie viele Plätze; 0, wenn es um nichts weiter geht.")
    )
    per_club = models.BooleanField(_("so viele aus jedem Verein"), default=False)
    state = models.CharField(_("Stand"), max_length=10, choices=PublicationState, default=PublicationState.DRAFT)
    version = models.PositiveIntegerField(default=0, editable=False)
    """Rises with every change of the Turnierserie itself, so that a page knows whether it is still current."""
    history = recorded()
    objects = VersionedQuerySet.as_manager()

    joins = False
    """Whether the visitor holds a role in a club that is invited or takes part, where the query asked."""

    class Meta:
        ordering = ("-first_day", "name")
        verbose_name = _("Turnierserie")
        verbose_name_plural = _("Turnierserien")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "name"),
                name="one_circuit_of_a_name",
                violation_error_message=_("Eine Turnierserie dieses Namens gibt es schon."),
            ),
            models.CheckConstraint(
                name="circuit_has_name_and_days",
                condition=~Q(name="") & Q(last_day__gte=F("first_day")),
                violation_error_message=_("Die Turnierserie endet, bevor sie beginnt; bitte die beiden Tage prüfen."),
            ),
            models.CheckConstraint(name="circuit_state_known", condition=Q(state__in=["draft", "published", "final"])),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("circuits:circuit", args=[self.slug])

    @property
    def counts_by(self) -> TableRule:
        """The rule; its evenings are the tournaments."""
        return read_rule(self.rule)


class Partner(models.Model):
    """A club that is invited to take part; the leading club takes part without."""

    class Answer(models.TextChoices):
        """What the club says to it."""

        WAITING = "waiting", _("eingeladen")
        JOINED = "joined", _("dabei")
        DECLINED = "declined", _("abgesagt")

    circuit = models.ForeignKey(Circuit, models.CASCADE, related_name="partners")
    club = models.ForeignKey("people.Club", models.PROTECT, related_name="partnerships", verbose_name=_("Verein"))
    answer = models.CharField(_("Antwort"), max_length=10, choices=Answer, default=Answer.WAITING)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    """Who has invited, or answered last."""
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("club__name",)
        verbose_name = _("Verein der Turnierserie")
        verbose_name_plural = _("Vereine der Turnierserie")
        constraints = (
            models.UniqueConstraint(
                fields=("circuit", "club"),
                name="a_club_is_invited_once",
                violation_error_message=_("Dieser Verein ist schon eingeladen."),
            ),
            models.CheckConstraint(
                name="partner_answer_known", condition=Q(answer__in=["waiting", "joined", "declined"])
            ),
        )

    def __str__(self) -> str:
        return f"{self.circuit}: {self.club}"


class Stop(models.Model):
    """A tournament that counts; it may count in other Turnierserien and in a club year as well."""

    circuit = models.ForeignKey(Circuit, models.CASCADE, related_name="stops")
    event = models.ForeignKey("events.Event", models.PROTECT, related_name="circuit_stops")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    """Who has put it in for the club."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("event__date", "event")
        verbose_name = _("Turnier der Turnierserie")
        verbose_name_plural = _("Turniere der Turnierserie")
        constraints = (models.UniqueConstraint(fields=("circuit", "event"), name="a_stop_counts_once"),)

    def __str__(self) -> str:
        return f"{self.circuit}: {self.event}"
