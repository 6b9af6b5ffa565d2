"""How places of a championship are divided, what feeds it, who may start there, and what they have answered."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from skatliga.history import recorded


class Qualification(models.Model):
    """How somebody gets into a championship: how its places are divided, and until when they are offered."""

    class Way(models.TextChoices):
        """How many places each level has."""

        FIXED = "fixed", _("fest: so viele, wie unten steht")
        SHARE = "share", _("ein Teil der Gezählten, aufgerundet")
        LARGEST_REMAINDER = "largest_remainder", _("im Verhältnis, nach Hare/Niemeyer (größte Reste)")
        DHONDT = "dhondt", _("im Verhältnis, nach d’Hondt (Höchstzahlen)")

    class By(models.TextChoices):
        """What is counted for it."""

        STARTERS = "starters", _("Teilnehmer")
        MEMBERS = "members", _("Mitglieder")

    event = models.OneToOneField("events.Event", models.CASCADE, related_name="qualification")
    way = models.CharField(_("So werden die Plätze verteilt"), max_length=20, choices=Way, default=Way.FIXED)
    by = models.CharField(_("Gezählt werden"), max_length=10, choices=By, default=By.STARTERS)
    places = models.PositiveSmallIntegerField(
        _("Plätze zusammen"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(9999)],
        help_text=_("Ohne die Plätze, die Titelverteidiger dazubekommen; bei einem Teil der Gezählten leer lassen."),
    )
    percent = models.PositiveSmallIntegerField(
        _("Prozent der Gezählten"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    least = models.PositiveSmallIntegerField(
        _("Mindestens je Verband"),
        default=0,
        validators=[MaxValueValidator(999)],
        help_text=_("Wer niemanden hat, bekommt keinen."),
    )
    inside = models.BooleanField(
        _("Titelverteidiger nehmen Plätze ihres Verbands"),
        default=False,
        help_text=_("Sonst bekommen sie Plätze dazu."),
    )
    pass_on = models.BooleanField(_("Hat ein Verband niemanden mehr, rückt der nächste Verband nach"), default=True)
    answer_days = models.PositiveSmallIntegerField(
        _("Tage für die Antwort"), default=14, validators=[MinValueValidator(1), MaxValueValidator(365)]
    )
    closes_on = models.DateField(
        _("Letzter Tag für Antworten"), help_text=_("Danach wird kein Platz mehr angeboten, und keine Antwort zählt.")
    )
    opened_on = models.DateField(_("angeboten seit"), null=True, blank=True, editable=False)
    """On which day it was written down who has a place; empty before."""
    history = recorded()

    class Meta:
        verbose_name = _("Qualifikation")
        verbose_name_plural = _("Qualifikationen")
        constraints = (
            models.CheckConstraint(
                name="qualification_choices_known",
                condition=Q(way__in=["fixed", "share", "largest_remainder", "dhondt"], by__in=["starters", "members"]),
            ),
            models.CheckConstraint(
                name="a_share_has_percent_and_the_others_places",
                condition=Q(way="share", percent__gte=1, percent__lte=100, places=None)
                | (~Q(way="share") & Q(percent=None, places__gte=1)),
                violation_error_message=_("Bitte die Zahl der Plätze angeben, bei einem Teil nur den Prozentsatz."),
            ),
            models.CheckConstraint(name="answers_take_a_day", condition=Q(answer_days__gte=1)),
        )

    def __str__(self) -> str:
        return str(self.event)


class QuotaSource(models.Model):
    """What feeds a championship: the event of a level below, or a Turnierserie. Units stand in the order of keys."""

    qualification = models.ForeignKey(Qualification, models.CASCADE, related_name="sources")
    event = models.ForeignKey("events.Event", models.PROTECT, null=True, blank=True, related_name="feeds")
    circuit = models.ForeignKey("circuits.Circuit", models.PROTECT, null=True, blank=True, related_name="feeds")
    fixed_places = models.PositiveSmallIntegerField(_("Plätze"), null=True, blank=True)
    """Where places are fixed."""
    said_members = models.PositiveIntegerField(_("Mitglieder"), null=True, blank=True)
    """What the federation counts; empty for those of the registers."""
    lot = models.PositiveSmallIntegerField(_("Los"), null=True, blank=True)
    """Drawn by hand between levels of equal claim; the smaller one goes first."""
    counted = models.PositiveIntegerField(null=True, blank=True, editable=False)
    granted = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    """What was counted and how many places that gave, once places are offered."""
    history = recorded()

    class Meta:
        ordering = ("pk",)
        verbose_name = _("Vorrunde")
        verbose_name_plural = _("Vorrunden")
        constraints = (
            models.UniqueConstraint(fields=("qualification", "event"), name="an_event_feeds_once"),
            models.UniqueConstraint(fields=("qualification", "circuit"), name="a_circuit_feeds_once"),
            models.CheckConstraint(
                name="a_source_is_one_thing",
                condition=Q(event=None, circuit__isnull=False) | Q(event__isnull=False, circuit=None),
            ),
        )

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """The level that sends somebody, or the Turnierserie."""
        return self.event.club.name if self.event else str(self.circuit)

    @property
    def name(self) -> str:
        """What was played."""
        return str(self.event or self.circuit)

    @property
    def slug(self) -> str:
        """Its address, which is part of the lot."""
        found = self.event or self.circuit
        assert found
        return found.slug


class TitleHeld(models.Model):
    """Who has a place whatever happens: a player of a register, or the name of a pair or team."""

    qualification = models.ForeignKey(Qualification, models.CASCADE, related_name="holders")
    player = models.ForeignKey("people.Player", models.CASCADE, null=True, blank=True, related_name="titles_held")
    team_name = models.CharField(_("Mannschaft"), max_length=120, blank=True)

    class Meta:
        ordering = ("pk",)
        verbose_name = _("Titelverteidiger")
        verbose_name_plural = _("Titelverteidiger")
        constraints = (
            models.UniqueConstraint(fields=("qualification", "player"), name="a_player_holds_a_title_once"),
            models.CheckConstraint(
                name="a_title_is_held_by_somebody",
                condition=Q(player=None) & ~Q(team_name="") | Q(player__isnull=False, team_name=""),
            ),
        )

    def __str__(self) -> str:
        return self.team_name or str(self.player)


class Contestant(models.Model):
    """Who has a place, or may move up to one: a person, a pair or a team, in the order of `number`."""

    qualification = models.ForeignKey(Qualification, models.CASCADE, related_name="contestants")
    number = models.PositiveSmallIntegerField()
    source = models.ForeignKey(QuotaSource, models.CASCADE, null=True, blank=True, related_name="contestants")
    """Empty for a title holder whose place is nobody's."""
    place = models.PositiveSmallIntegerField(_("Platz"), null=True, blank=True)
    """In the ranking; empty for who stands in none."""
    seeded = models.BooleanField(_("Titelverteidiger"), default=False)
    team_name = models.CharField(_("Mannschaft"), max_length=120, blank=True)
    """Of a pair or a team; empty for a person."""

    class Meta:
        ordering = ("number",)
        verbose_name = _("Anwärter")
        verbose_name_plural = _("Anwärter")
        constraints = (models.UniqueConstraint(fields=("qualification", "number"), name="contestants_stand_in_order"),)

    def __str__(self) -> str:
        return f"{self.qualification}: {self.number}"


class ContestantPerson(models.Model):
    """A person of a contestant: as entered below, or a title holder as the register has him."""

    contestant = models.ForeignKey(Contestant, models.CASCADE, related_name="persons")
    entry = models.ForeignKey("events.Entry", models.PROTECT, null=True, blank=True, related_name="contending")
    player = models.ForeignKey("people.Player", models.PROTECT, null=True, blank=True, related_name="contending")
    """Of who was entered nowhere below."""
    entered = models.OneToOneField(
        "events.Entry",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="qualified_as",
        verbose_name=_("Teilnehmer"),
    )
    """What became of it in the championship."""

    class Meta:
        ordering = ("pk",)
        verbose_name = _("Person eines Anwärters")
        verbose_name_plural = _("Personen der Anwärter")
        constraints = (
            models.CheckConstraint(
                name="a_contestant_is_entered_or_registered",
                condition=Q(entry=None, player__isnull=False) | Q(entry__isnull=False, player=None),
            ),
        )

    def __str__(self) -> str:
        return str(self.entry or self.player)


class PlaceAnswer(models.Model):
    """What a contestant has said; nothing is ever changed, the latest that counts holds."""

    contestant = models.ForeignKey(Contestant, models.CASCADE, related_name="answers")
    accepted = models.BooleanField(_("sagt zu"))
    at = models.DateTimeField(_("Wann"), auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    """Who wrote it down for the federation; empty for who answered himself."""
    by_office = models.BooleanField(default=False)

    class Meta:
        ordering = ("at", "pk")
        verbose_name = _("Antwort")
        verbose_name_plural = _("Antworten")

    def __str__(self) -> str:
        return str(_("sagt zu") if self.accepted else _("sagt ab"))
