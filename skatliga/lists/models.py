"""Spiellisten as they were written down.

Inputs are stored, points are derived: a row keeps what was entered in one of three ways (a deal, a bare value, nothing
but the foot), and `evaluation` values it by the sheet's rule book. What a list came to is kept beside it in
`SeatResult`, written in the same transaction.

Nothing scored is ever deleted. Rows are struck, sheets annulled, both with a reason; every version is in the history.
"""

import uuid
from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from skatliga.history import recorded


def is_main(path: str = "") -> models.Q:
    """That a list is no twin; `path` leads to it, as in "sheet__"."""
    return models.Q(**{f"{path}kind": Sheet.Kind.MAIN})


def is_live(path: str = "") -> models.Q:
    """That a list was not annulled."""
    return ~models.Q(**{f"{path}state": Sheet.State.ANNULLED})


def counts(path: str = "") -> models.Q:
    """That a list counts in rankings, standings, statistics and money: no twin, and it has arrived."""
    return is_main(path) & models.Q(**{f"{path}state__in": ARRIVED})


def list_of_a_table() -> models.FilteredRelation:
    """The list of a table, to be joined where tables are asked for: no twin and not annulled, so one or none."""
    return models.FilteredRelation("sheets", condition=is_main("sheets__") & is_live("sheets__"))


class SheetQuerySet(models.QuerySet["Sheet"]):
    """Lists by what the rules ask of them."""

    def main(self) -> Self:
        return self.filter(is_main())

    def live(self) -> Self:
        return self.filter(is_live())

    def counting(self) -> Self:
        return self.filter(counts())


class SeatResultQuerySet(models.QuerySet["SeatResult"]):
    """Results by what becomes of their lists."""

    def counting(self) -> Self:
        """Those of lists that count."""
        return self.filter(counts("sheet__"))


class Sheet(models.Model):
    """One list of one table. A table has one that counts and may have a twin, which is only compared with it."""

    class State(models.TextChoices):
        OPEN = "open", _("offen")
        AT_TABLE = "at_table", _("am Tisch")
        HANDED_IN = "handed_in", _("abgegeben")
        ENTERED = "entered", _("erfasst")
        CHECKED = "checked", _("geprüft")
        BINDING = "binding", _("verbindlich")
        IN_QUESTION = "in_question", _("in Klärung")
        ANNULLED = "annulled", _("annulliert")

    class Kind(models.TextChoices):
        MAIN = "main", _("Liste")
        TWIN = "twin", _("Zweitliste")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey("events.Table", models.PROTECT, related_name="sheets")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.MAIN)
    state = models.CharField(_("Stand"), max_length=12, choices=State, default=State.OPEN)
    rulebook = models.CharField(max_length=40)
    """Copied from the event when the list is opened, like everything its evaluation depends on."""
    agreements = models.JSONField(default=dict, blank=True)
    evaluation = models.CharField(max_length=20)
    seats = models.PositiveSmallIntegerField()
    deals = models.PositiveSmallIntegerField()
    """How many deals the list has when it is complete, if nobody leaves the table."""
    target = models.PositiveSmallIntegerField(null=True, blank=True)
    """Points that end a match; `deals` is then the most it can have."""
    deals_fixed = models.BooleanField(default=False)
    """Whether somebody has said so for this list; then it holds whatever happens at the table."""
    eingepasst = models.PositiveSmallIntegerField(null=True, blank=True)
    """Deals passed in, where only the foot is entered."""
    seating = models.CharField(max_length=60, blank=True)
    """Start numbers in seat order, so that the history tells when the seats were changed."""
    note = models.TextField(_("Vermerk"), blank=True)
    accepted = models.JSONField(default=list, blank=True)
    """What does not add up but was looked at and let pass, with the note as the reason (`evaluation.View.open`)."""
    revision = models.PositiveIntegerField(default=0)
    """Rises with every change; an entry made against an older one is refused and shown what happened."""
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="entered_sheets"
    )
    """Who closed the entry; where the event asks for a second person, somebody else confirms."""
    checked_at = models.DateTimeField(null=True, blank=True)
    """When it was confirmed; from then on the time for protests runs."""
    checked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="checked_sheets"
    )
    history = recorded(long_reasons=True)
    objects = SheetQuerySet.as_manager()

    class Meta:
        verbose_name = _("Spielliste")
        verbose_name_plural = _("Spiellisten")
        constraints = (
            models.UniqueConstraint(
                fields=("table", "kind"), condition=~models.Q(state="annulled"), name="one_sheet_of_a_kind_per_table"
            ),
            models.CheckConstraint(
                name="sheet_choices_known",
                condition=models.Q(kind__in=["main", "twin"])
                & models.Q(
                    state__in=[
                        "open",
                        "at_table",
                        "handed_in",
                        "entered",
                        "checked",
                        "binding",
                        "in_question",
                        "annulled",
                    ]
                ),
            ),
        )

    def __str__(self) -> str:
        return f"{self.table.round}, {self.table}"


SETTLED = frozenset({Sheet.State.CHECKED, Sheet.State.BINDING})
"""States in which a list is no longer expected to change."""

ARRIVED = SETTLED | {Sheet.State.ENTERED, Sheet.State.IN_QUESTION}
"""States in which a list counts in a ranking; in question it does so provisionally."""


class Row(models.Model):
    """One row, in the way in which it was entered: a deal, a bare score, or a penalty."""

    sheet = models.ForeignKey(Sheet, models.PROTECT, related_name="rows")
    nr = models.PositiveSmallIntegerField()
    """Position on the list, struck rows included."""
    declarer = models.PositiveSmallIntegerField(default=0)
    """Seat of the declarer (of a penalty: who pays), 0 for nobody."""
    deal = models.JSONField(null=True, blank=True)
    """The fields of the deal in the engine's JSON form, if the deal was entered."""
    score = models.IntegerField(null=True, blank=True)
    """The signed value, if only that was entered."""
    running = models.IntegerField(null=True, blank=True)
    """The running total on the paper, as a check."""
    playing = models.JSONField(null=True, blank=True)
    """Seats at the table from this row on, if that changes here."""
    penalty = models.PositiveIntegerField(default=0)
    void = models.BooleanField(default=False)
    reason = models.TextField(_("Begründung"), blank=True)
    history = recorded(long_reasons=True)

    class Meta:
        ordering = ("nr",)
        constraints = (
            models.UniqueConstraint(fields=("sheet", "nr"), name="one_row_of_a_number"),
            models.CheckConstraint(
                name="struck_rows_have_a_reason", condition=models.Q(void=False) | ~models.Q(reason="")
            ),
            models.CheckConstraint(
                name="a_row_is_entered_in_one_way", condition=models.Q(deal__isnull=True) | models.Q(score__isnull=True)
            ),
            models.CheckConstraint(name="rows_from_1", condition=models.Q(nr__gte=1)),
        )

    def __str__(self) -> str:
        return f"{self.sheet}, {self.nr}"


class Foot(models.Model):
    """What the foot of the paper says for one seat; the whole list where nothing else is entered."""

    sheet = models.ForeignKey(Sheet, models.PROTECT, related_name="feet")
    seat = models.PositiveSmallIntegerField()
    spielpunkte = models.IntegerField(null=True, blank=True)
    won = models.PositiveSmallIntegerField(null=True, blank=True)
    lost = models.PositiveSmallIntegerField(null=True, blank=True)
    gesamt = models.IntegerField(null=True, blank=True)
    """The control number: the result as it was added up on paper."""
    history = recorded(long_reasons=True)

    class Meta:
        ordering = ("seat",)
        constraints = (models.UniqueConstraint(fields=("sheet", "seat"), name="one_foot_per_seat"),)

    def __str__(self) -> str:
        return f"{self.sheet}, {self.seat}"


class SeatResult(models.Model):
    """What a list came to for one seat: derived, and kept so that rankings need not value every row again."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="results")
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey("events.Entry", models.PROTECT, related_name="results")
    spielpunkte = models.IntegerField(null=True)
    """Unknown, like the two below, where only the Gesamt is known; then it is the Leistung."""
    won = models.PositiveSmallIntegerField(null=True)
    lost = models.PositiveSmallIntegerField(null=True)
    leistung = models.IntegerField()

    objects = SeatResultQuerySet.as_manager()

    class Meta:
        ordering = ("seat",)
        constraints = (
            models.UniqueConstraint(fields=("sheet", "seat", "entry"), name="one_result_per_seat_and_player"),
            models.CheckConstraint(
                name="a_result_is_known_whole_or_as_gesamt",
                condition=models.Q(spielpunkte__isnull=False, won__isnull=False, lost__isnull=False)
                | models.Q(spielpunkte__isnull=True, won__isnull=True, lost__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.sheet}, {self.seat}: {self.leistung}"

    @property
    def counts(self) -> tuple[int, int, int]:
        """Spielpunkte, won and lost, of a list that is known whole."""
        assert self.spielpunkte is not None and self.won is not None and self.lost is not None
        return self.spielpunkte, self.won, self.lost


class Substitution(models.Model):
    """Somebody takes over a seat from a deal on; the result is the starter's, or each has his part."""

    sheet = models.ForeignKey(Sheet, models.PROTECT, related_name="substitutions")
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey("events.Entry", models.PROTECT, related_name="substitutions")
    from_deal = models.PositiveSmallIntegerField(_("ab Spiel"))
    split = models.BooleanField(_("Ergebnis teilen"), default=False)
    history = recorded(long_reasons=True)

    class Meta:
        ordering = ("seat",)
        constraints = (
            models.UniqueConstraint(fields=("sheet", "seat"), name="one_substitute_per_seat"),
            models.CheckConstraint(name="substitutes_come_later", condition=models.Q(from_deal__gte=2)),
        )

    def __str__(self) -> str:
        return f"{self.sheet}, {self.seat}: {self.entry}"


class Signature(models.Model):
    """A player has signed: a time and a name, and whose code it was where he did so on his own phone."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="signatures")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120)
    signed_at = models.DateTimeField(auto_now_add=True)
    entry = models.ForeignKey("events.Entry", models.PROTECT, null=True, blank=True, related_name="signatures")
    """Whose own code signed; None where somebody tapped the name at the table or ticked it in the office."""
    history = recorded(long_reasons=True)

    class Meta:
        ordering = ("seat",)
        constraints = (models.UniqueConstraint(fields=("sheet", "seat"), name="one_signature_per_seat"),)

    def __str__(self) -> str:
        return self.name


class Revocation(models.Model):
    """A finished list was opened again or annulled; kept with what it said until then, so that it can be announced."""

    sheet = models.ForeignKey(Sheet, models.PROTECT, related_name="revocations")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.TextField(_("Begründung"))
    results = models.JSONField()
    """What had been published: Leistung by entry, as ``{"entry id": points}``."""

    class Meta:
        ordering = ("-at",)
        constraints = (models.CheckConstraint(name="revocation_has_a_reason", condition=~models.Q(reason="")),)

    def __str__(self) -> str:
        return f"{self.sheet}: {self.reason}"


class Photo(models.Model):
    """A photograph of the paper list, to stand beside the entry."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="photos")
    image = models.ImageField(upload_to="photos/%Y/%m/")
    taken_at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering = ("taken_at",)

    def __str__(self) -> str:
        return f"{self.sheet}, {self.taken_at}"


class Protest(models.Model):
    """Somebody says that a list is wrong; the Spielleitung answers."""

    class Verdict(models.TextChoices):
        OPEN = "open", _("offen")
        GRANTED = "granted", _("stattgegeben")
        REJECTED = "rejected", _("zurückgewiesen")

    sheet = models.ForeignKey(Sheet, models.PROTECT, related_name="protests")
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="protests")
    text = models.TextField(_("Protest"), max_length=2000)
    verdict = models.CharField(_("Entscheidung"), max_length=10, choices=Verdict, default=Verdict.OPEN)
    answer = models.TextField(_("Begründung"), max_length=2000, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="answered_protests"
    )
    history = recorded(long_reasons=True)

    class Meta:
        ordering = ("made_at",)
        verbose_name = _("Protest")
        verbose_name_plural = _("Proteste")
        constraints = (
            models.CheckConstraint(
                name="an_answered_protest_has_an_answer",
                condition=models.Q(verdict="open", answer="", answered_at=None)
                | (models.Q(verdict__in=["granted", "rejected"], answered_at__isnull=False) & ~models.Q(answer="")),
            ),
        )

    def __str__(self) -> str:
        return self.text[:60]

    @classmethod
    def unsettled(cls) -> models.QuerySet["Protest"]:
        """Those not answered, and those granted since which the list has not been opened again and corrected."""
        granted = models.Q(verdict=cls.Verdict.GRANTED, answered_at__gte=models.F("sheet__checked_at"))
        return cls.objects.filter(models.Q(verdict=cls.Verdict.OPEN) | granted)


FROM_FILE = "aus einer Datei übernommen"
"""Why something is there that a file brought; stands in the history as it is."""


class Submission(models.Model):
    """A request that changed a list, by the key its sender gave it: sent again, it is recognised."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="submissions")
    key = models.UUIDField(db_index=True)
    revision = models.PositiveIntegerField()
    """The revision it brought the sheet to."""
    digest = models.CharField(max_length=64, blank=True, default="")
    """SHA-256 of what it said and where; empty where its key is made of that already."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=("sheet", "key"), name="a_request_counts_once"),)

    def __str__(self) -> str:
        return str(self.key)


class StrayDeal(models.Model):
    """A deal that a device sent too late: another one wrote the list, or it lay no more on the table.

    It stands on no list; the office looks at it (`device.aside`).
    """

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="stray_deals")
    key = models.UUIDField()
    """The name its sender gave it."""
    nr = models.PositiveSmallIntegerField()
    """Where on the list it was to stand."""
    text = models.CharField(max_length=40)
    """As it was written, in the compact notation or as seat and signed value."""
    received_at = models.DateTimeField(auto_now_add=True)
    noted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    """Who of the office has looked at it."""

    class Meta:
        ordering = ("nr", "pk")
        constraints = (models.UniqueConstraint(fields=("sheet", "key"), name="a_stray_deal_is_kept_once"),)

    def __str__(self) -> str:
        return f"{self.nr}: {self.text}"


class TablePass(models.Model):
    """How often the address under which a table keeps its list without signing in has been withdrawn.

    A table without one has its first address. The secret itself is stored nowhere (`access`).
    """

    table = models.OneToOneField("events.Table", models.CASCADE, related_name="device_pass")
    generation = models.PositiveSmallIntegerField(default=0)
    history = recorded(long_reasons=True)

    def __str__(self) -> str:
        return f"{self.table}: {self.generation}"


class Lease(models.Model):
    """Which device writes a list at its table: one at a time, or none where the list is kept on paper."""

    sheet = models.OneToOneField(Sheet, models.CASCADE, related_name="lease")
    holder = models.CharField(max_length=36, blank=True)
    """A random name that the device gave itself; empty for none."""
    generation = models.PositiveIntegerField(default=0)
    """Rises whenever another device writes; what an earlier one sends is refused."""
    keeper = models.PositiveSmallIntegerField(default=0)
    """Seat of whoever keeps the list on the device, 0 for nobody."""
    on_paper = models.BooleanField(default=False)
    """Whether the office has taken the list from the devices."""
    forced_at = models.DateTimeField(null=True, blank=True)
    """When the present device took over without the one before it having said so."""
    seen_at = models.DateTimeField(null=True, blank=True)
    """When the device was last heard of."""
    scanned = models.PositiveIntegerField(default=0)
    """How far the device was when its list was last scanned (`device.scan_code`); what is older is refused."""
    sealed = models.BooleanField(default=False)
    """Whether the device seals the codes it shows; of such a one no code without a seal is taken."""
    history = recorded(long_reasons=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="a_list_on_paper_has_no_device", condition=models.Q(on_paper=False) | models.Q(holder="")
            ),
        )

    def __str__(self) -> str:
        return f"{self.sheet}: {self.holder or '-'}"
