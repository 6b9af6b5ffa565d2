"""What the desk of an event keeps: what it costs, who has paid what, what is paid out, and draws not yet published.

Money is whole cents. A booking is never changed or deleted, only reversed by another one with a reason.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.money import ABREIZGELD
from skatliga.history import recorded


def usual_ladder() -> list[list[int]]:
    """The commonest Abreizgeld: pairs of the lost deal from which on, and cents."""
    return [list(step) for step in ABREIZGELD.steps]


class Fees(models.Model):
    """What an event costs and how its pot becomes prizes."""

    event = models.OneToOneField("events.Event", models.CASCADE, related_name="fees")
    entry_fee = models.PositiveIntegerField(_("Startgeld"), default=0)
    """Cents a player."""
    list_fee = models.PositiveIntegerField(_("Kartengeld"), default=0)
    """Cents a player and Serie."""
    abreizgeld = models.JSONField(_("Abreizgeld"), default=usual_ladder, blank=True)
    """Steps ``[from which lost deal of a list, cents]``; empty where none is paid."""
    abreizgeld_in_pot = models.BooleanField(_("Abreizgeld kommt in den Topf"), default=False)
    stake = models.PositiveSmallIntegerField(_("Punktwert"), default=0)
    """Hundredths of a cent a point, where players settle among themselves; 0 where they do not."""
    prizes = models.JSONField(default=dict, blank=True)
    """The prize plan, as `scoring.money.PrizePlan` is made of it."""
    awards = models.JSONField(null=True, blank=True)
    """The prizes once they are fixed, ``{"prizes": [cents], "series_prizes": [cents]}``; until then they follow the
    plan."""
    jackpot = models.PositiveIntegerField(_("Jackpot zu Beginn"), default=0)
    """Cents that lie in the Grand-ouvert jackpot when the event begins."""
    jackpot_share = models.PositiveIntegerField(_("vom Startgeld in den Jackpot"), default=0)
    """Cents of each entry fee that go into the jackpot and not into the pot."""
    pot_extra = models.PositiveIntegerField(_("Zuschuss zum Topf"), default=0)
    """Cents that somebody adds so that promised prizes can be paid."""
    history = recorded()

    class Meta:
        verbose_name = _("Startgeld und Preise")
        verbose_name_plural = _("Startgeld und Preise")

    def __str__(self) -> str:
        return str(self.event)


class Booking(models.Model):
    """Money that came in (positive) or went out (negative)."""

    class Kind(models.TextChoices):
        ENTRY_FEE = "entry_fee", _("Startgeld")
        LIST_FEE = "list_fee", _("Kartengeld")
        ABREIZGELD = "abreizgeld", _("Abreizgeld")
        PRIZE = "prize", _("Preis")
        JACKPOT = "jackpot", _("Jackpot")
        OTHER = "other", _("Sonstiges")

    event = models.ForeignKey("events.Event", models.PROTECT, related_name="bookings")
    entry = models.ForeignKey("events.Entry", models.PROTECT, null=True, blank=True, related_name="bookings")
    round = models.ForeignKey("events.Round", models.PROTECT, null=True, blank=True, related_name="bookings")
    kind = models.CharField(_("Art"), max_length=12, choices=Kind)
    cents = models.IntegerField(_("Betrag"))
    note = models.CharField(_("Vermerk"), max_length=200, blank=True)
    by_transfer = models.BooleanField(_("überwiesen"), default=False)
    """It lies on the account, not in the till."""
    key = models.UUIDField(null=True, blank=True, unique=True)
    """By which a request sent twice is known."""
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversed_by")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering = ("at", "pk")
        verbose_name = _("Buchung")
        verbose_name_plural = _("Buchungen")
        constraints = (
            models.CheckConstraint(
                name="booking_moves_money_of_a_known_kind",
                condition=~Q(cents=0)
                & Q(kind__in=["entry_fee", "list_fee", "abreizgeld", "prize", "jackpot", "other"]),
            ),
            models.CheckConstraint(name="a_reversal_says_why", condition=Q(reverses=None) | ~Q(note="")),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.cents}"


class PublicDraw(models.Model):
    """A draw that anybody can check: terms that were published before the value was known from which its lots follow.

    The parts of its draw file (`scoring.seating.draw_file`); what is private of it, the openings of wishes and which
    club has which number, stands beside.
    """

    event = models.OneToOneField("events.Event", models.CASCADE, related_name="public_draw")
    terms = models.JSONField()
    hash = models.CharField(max_length=64)
    published_at = models.DateTimeField(default=timezone.now)
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    former = models.JSONField(default=list, blank=True)
    """Terms that were published and replaced before the value was known: ``{"hash", "terms", "published_at",
    "reason"}``."""
    opened = models.JSONField(default=list, blank=True)
    """The private wishes with their salts, which only those who direct and whom they concern may see."""
    clubs = models.JSONField(default=dict, blank=True)
    """The number of each club in the file, by its name as `fold` writes it."""
    value = models.CharField(_("öffentlicher Wert"), max_length=200, blank=True)
    value_at = models.DateTimeField(null=True, blank=True)
    changes = models.JSONField(default=list, blank=True)
    results = models.JSONField(default=dict, blank=True)
    again = models.JSONField(default=list, blank=True)
    drawn = models.JSONField(default=dict, blank=True)
    """By Serie the seating that its last lot gave, table by table; what sits otherwise was set by hand."""

    class Meta:
        verbose_name = _("öffentliche Auslosung")
        verbose_name_plural = _("öffentliche Auslosungen")
        constraints = (
            models.CheckConstraint(
                name="a_public_value_has_its_time",
                condition=Q(value="", value_at=None) | ~Q(value="") & ~Q(value_at=None),
            ),
        )

    def __str__(self) -> str:
        return f"{self.event}: {self.hash[:16]}"


class Proposal(models.Model):
    """A draw made for a Serie; the one that is published becomes its seating, the others stay for comparison."""

    round = models.ForeignKey("events.Round", models.CASCADE, related_name="proposals")
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    seed = models.CharField(max_length=60)
    settings = models.JSONField()
    """How it was drawn: everything besides the participants from which it can be drawn again."""
    seating = models.JSONField()
    """Start numbers in seat order by table, ``[[table, [start numbers]], …]``."""
    plan = models.JSONField(default=list)
    """What it plans for the Serien after it, in the order of tables."""
    report = models.JSONField()
    """The engine's report: what was wished for and could be had, what not, and the bounds."""
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-made_at",)
        verbose_name = _("Auslosung")
        verbose_name_plural = _("Auslosungen")

    def __str__(self) -> str:
        return f"{self.round}: {self.seed}"
