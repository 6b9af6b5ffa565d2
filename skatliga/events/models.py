"""Events, their Serien, who takes part and who sits where.

A seating is stored as it was published: tables of a Serie, seats of a table, an entry on each. The database refuses a
player at two tables of one Serie and two players on one seat. The rule book is named by its key, with its edition; once
lists exist, what they were played by cannot be changed (`services`).
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.legal import longest_match
from skatliga.access import Role, strongest
from skatliga.federations.models import IsChampionship
from skatliga.history import recorded
from skatliga.people.models import Publication, RoleOffer
from skatliga.people.names import parted
from skatliga.people.search import NameKey, SearchKey, name_index
from skatliga.publication import Public, PublicationState, VersionedQuerySet
from skatliga.rules.books import Agreed, Evaluation, whole_rounds
from skatliga.wertung.models import BeginsWithPoints, CountsTeams


class Event(IsChampionship, CountsTeams, Public, Agreed):
    """A tournament or a club evening: one rule book, one evaluation, one or more Serien."""

    State = PublicationState
    refusal_when_final = _("Diese Veranstaltung ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen.")

    club = models.ForeignKey("people.Club", models.PROTECT, related_name="events", verbose_name=_("Verein"))
    name = models.CharField(pgettext_lazy("Sache", "Name"), max_length=120)
    slug = models.SlugField(unique=True, max_length=140)
    place = models.CharField(_("Ort"), max_length=120, blank=True)
    date = models.DateField(_("Datum"))
    rulebook = models.CharField(_("Regelwerk"), max_length=40)
    agreements = models.JSONField(_("Vereinbarungen"), default=dict, blank=True)
    """Values of the rule book's settings, by the name of the deal's field."""
    evaluation = models.CharField(_("Wertung"), max_length=20, choices=Evaluation)
    deals_at_four = models.PositiveSmallIntegerField(_("Spiele am Vierertisch"), default=48)
    deals_at_three = models.PositiveSmallIntegerField(_("Spiele am Dreiertisch"), default=36)
    target = models.PositiveSmallIntegerField(_("Punkte, bei denen eine Partie endet"), null=True, blank=True)
    """Where matches are counted: a list ends when somebody reaches it, however many deals that takes."""
    second_person = models.BooleanField(_("zweite Person bestätigt Listen"), default=False)
    protest_hours = models.PositiveSmallIntegerField(_("Protestfrist in Stunden"), default=24)
    places_after = models.PositiveSmallIntegerField(_("Plätze am Handy ab so vielen Listen"), null=True, blank=True)
    """Lists of a Serie that must have come before players see on their phones where they stand; empty for none."""
    cut_after = models.PositiveSmallIntegerField(_("Schnitt nach Serie"), null=True, blank=True)
    """The last Serie before only the best go on; empty where everybody plays to the end."""
    cut_places = models.PositiveSmallIntegerField(_("Plätze, die weiterkommen"), null=True, blank=True)
    cut_carries = models.BooleanField(_("Punkte bis zum Schnitt zählen weiter"), default=True)
    lot_decides = models.BooleanField(_("Bei Gleichstand entscheidet das Los"), default=False)
    lots = models.JSONField(default=dict, blank=True, editable=False)  # drawn by hand, by start number
    state = models.CharField(_("Stand"), max_length=10, choices=PublicationState, default=PublicationState.DRAFT)
    seed = models.CharField(_("Los"), max_length=40)  # every draw and lot of this event follows from it
    draw_hash = models.CharField(max_length=64, blank=True, default="", editable=False)
    """Of the published terms of a draw that anybody can check (`desk.public_draws`); empty where there is none."""
    version = models.PositiveIntegerField(default=0, editable=False)
    """Rises with every change of anything scored, so that a page knows whether it is still current."""
    practice_of = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, editable=False)
    """Who practises here: nobody else sees it, and it counts nowhere (`lists.practice`)."""
    search_key = SearchKey(max_length=240, default="", editable=False)  # by which visitors find it
    history = recorded(excluded_fields=["practice_of", "search_key"])
    objects = VersionedQuerySet.as_manager()

    class Meta:
        ordering = ("-date", "name")
        verbose_name = _("Veranstaltung")
        verbose_name_plural = _("Veranstaltungen")
        indexes = (models.Index(fields=("date",), name="event_by_date"),)
        constraints = (
            whole_rounds("event_deals_are_whole_rounds"),
            IsChampionship.championship_known("event_championship_known"),
            models.CheckConstraint(
                name="event_choices_known",
                condition=Q(state__in=["draft", "published", "final"], evaluation__in=Evaluation.values),
            ),
            models.CheckConstraint(
                condition=Q(evaluation=Evaluation.MATCHES, target__gte=1)
                | (~Q(evaluation=Evaluation.MATCHES) & Q(target=None)),
                name="matches_have_a_target",
                violation_error_message=_(
                    "Zur Wertung nach gewonnenen Partien gehört die Punktzahl, bei der eine Partie endet."
                ),
            ),
            models.CheckConstraint(condition=~Q(name="") & ~Q(seed=""), name="event_has_name_and_lot"),
            models.CheckConstraint(condition=Q(practice_of=None) | Q(state="draft"), name="practice_is_not_published"),
            models.UniqueConstraint(fields=["club", "practice_of"], name="one_practice_each"),
            models.CheckConstraint(
                condition=Q(cut_after__isnull=True, cut_places__isnull=True)
                | Q(cut_after__isnull=False, cut_places__isnull=False, cut_after__gte=1, cut_places__gte=1),
                name="event_cut_is_whole",
                violation_error_message=_("Zum Schnitt gehören beide Zahlen: nach welcher Serie und wie viele Plätze."),
            ),
        )

    club_held: str | None = None
    """What the visitor holds in the club, where the query asked (`queries.events_seen_by`)."""
    event_held: str | None = None
    """What the visitor holds in this event alone."""

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("events:event", args=[self.slug])

    @property
    def role(self) -> Role | None:
        """The visitor's role in this event: the stronger of the two."""
        return strongest(self.club_held, self.event_held)

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """The tables there can be: those of the book for which the evaluation knows what a lost deal is worth."""
        if self.evaluation != Evaluation.SEEGER_FABIAN:
            return self.book.table_sizes
        return tuple(size for size in self.book.table_sizes if size in self.book.opponents_bonus)

    def is_cut_before(self, number: int) -> bool:
        """Whether only those whom the cut lets go on play this Serie."""
        return self.cut_after is not None and number > self.cut_after

    def deals_at(self, size: int) -> int:
        """Deals of a Serie at a table of this size (others play the rounds of a table of four); of a match the most."""
        if self.target:
            return longest_match(self.book, self.target)
        return self.deals_at_three if size == 3 else self.deals_at_four // 4 * size


class EventRole(models.Model):
    """What a user may do in one event, where that is more than the club's role allows."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="event_roles")
    event = models.ForeignKey(Event, models.CASCADE, related_name="roles")
    role = models.CharField(_("Rolle"), max_length=20, choices=Role)
    history = recorded()

    class Meta:
        ordering = ("user__last_name", "user__username")
        verbose_name = _("Rolle")
        verbose_name_plural = _("Rollen")
        constraints = (
            models.UniqueConstraint(fields=("user", "event"), name="one_role_per_user_and_event"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="event_role_known"),
        )

    def __str__(self) -> str:
        return f"{self.user} {self.event}: {self.get_role_display()}"


class EventOffer(RoleOffer):
    """A role in one event that waits for its user."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="offers")

    class Meta:
        ordering = ("created_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("user", "event"), name="event_offer_unique"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="event_offer_role_known"),
        )

    def __str__(self) -> str:
        return f"{self.user} {self.event}: {self.get_role_display()}"


class Entry(BeginsWithPoints):
    """Somebody who takes part: a player of a register, or a guest known by name only."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    player = models.ForeignKey("people.Player", models.PROTECT, null=True, blank=True, related_name="entries")
    name = models.CharField(_("Name"), max_length=130)
    """As it was at the event; a later change of the register does not change old lists."""
    club_name = models.CharField(_("Verein"), max_length=120, blank=True)
    start_number = models.PositiveIntegerField(_("Startnummer"))
    withdrawn = models.BooleanField(_("zurückgetreten"), default=False)
    categories: models.ManyToManyField = models.ManyToManyField(
        "Category", related_name="entries", blank=True, verbose_name=_("Klassen")
    )
    keeps_lists = models.BooleanField(_("führt Listen"), default=True)
    """Who does not keep lists never gets seat 1."""
    wanted_table = models.PositiveSmallIntegerField(_("fester Tisch"), null=True, blank=True)
    wanted_seat = models.PositiveSmallIntegerField(_("fester Platz"), null=True, blank=True)
    unranked = models.BooleanField(_("außer Wertung"), default=False)
    """Plays, and the opponents' lists count; but stands in no ranking, brings no team points and wins no prize."""
    publication = models.CharField(
        _("Veröffentlichung"),
        max_length=10,
        choices=[(choice.value, choice.label) for choice in (Publication.FULL, Publication.FIRST_NAME)],
        default=Publication.FULL,
    )
    """Of a guest; what holds for a player of a register stands there."""
    admitted = models.CharField(_("zugelassen, weil"), max_length=200, blank=True, editable=False)
    """Why somebody starts in a championship who may not by its rules (`championships`)."""
    key = models.UUIDField(null=True, blank=True, unique=True, editable=False)  # knows a registration sent twice
    search_key = NameKey(max_length=200, default="", editable=False)  # by which visitors find a guest
    history = recorded(m2m_fields=[categories], excluded_fields=["search_key"])

    class Meta:
        ordering = ("start_number",)
        verbose_name = _("Teilnehmer")
        verbose_name_plural = _("Teilnehmer")
        constraints = (
            models.UniqueConstraint(fields=("event", "start_number"), name="one_start_number_per_event"),
            models.UniqueConstraint(
                fields=("event", "player"), condition=Q(player__isnull=False), name="a_player_enters_once"
            ),
            models.CheckConstraint(condition=~Q(name="") & Q(start_number__gte=1), name="entry_has_name_and_number"),
            models.CheckConstraint(condition=Q(publication__in=["full", "first_name"]), name="entry_publication_known"),
            BeginsWithPoints.points_have_a_reason("entry_begins_with_points_for_a_reason"),
        )
        indexes = (name_index("search_key", "guests_by_name"),)

    def __str__(self) -> str:
        return f"{self.start_number} {self.name}"

    @property
    def register_name(self) -> str:
        """The name as the register has it today; a guest's own name."""
        player = self.player and self.player.canonical
        return player.name if player else self.name

    @property
    def public_name(self) -> str:
        """The name for everybody: who objects to it being published appears as the register says today."""
        player = self.player and self.player.canonical
        if player is None and self.publication == Publication.FIRST_NAME:
            return parted(self.name)[0] or self.name
        if player is None or player.publication == Publication.FULL:
            return self.name
        return player.public_name

    def name_for(self, role: Role | None) -> str:
        """The name for a visitor with this role, None for the public."""
        return self.name if role else self.public_name


class Category(models.Model):
    """A ranking of its own within an event, such as Damen or Senioren; a player can stand in several."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="categories")
    name = models.CharField(pgettext_lazy("Sache", "Name"), max_length=60)

    class Meta:
        ordering = ("name",)
        verbose_name = _("Klasse")
        verbose_name_plural = _("Klassen")
        constraints = (
            models.UniqueConstraint(fields=("event", "name"), name="one_category_of_a_name"),
            models.CheckConstraint(condition=~Q(name=""), name="category_has_a_name"),
        )

    def __str__(self) -> str:
        return self.name


class Team(models.Model):
    """Players whose results are added up: a team of four, a Tandem of two, a Mixed of one and one, a nation."""

    class Kind(models.TextChoices):
        TEAM = "team", _("Mannschaft")
        TANDEM = "tandem", _("Tandem")
        MIXED = "mixed", _("Mixed")
        NATION = "nation", _("Nation")

    event = models.ForeignKey(Event, models.CASCADE, related_name="teams")
    kind = models.CharField(_("Art"), max_length=10, choices=Kind, default=Kind.TEAM)
    name = models.CharField(pgettext_lazy("Sache", "Name"), max_length=120)
    history = recorded(long_reasons=True)

    class Meta:
        ordering = ("kind", "name")
        verbose_name = _("Mannschaft")
        verbose_name_plural = _("Mannschaften")
        constraints = (
            models.UniqueConstraint(fields=("event", "kind", "name"), name="one_team_of_a_name_and_kind"),
            models.CheckConstraint(
                condition=Q(kind__in=["team", "tandem", "mixed", "nation"]) & ~Q(name=""), name="team_has_name_and_kind"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def size(self) -> int:
        """How many play for it when it is complete."""
        return self.event.team_rule(self.kind).size


class TeamMember(models.Model):
    """Who plays for a team; a player plays for one team of each kind."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="members")
    kind = models.CharField(max_length=10, choices=Team.Kind)
    """The team's kind once more, so that the database can refuse a player in two teams of a kind."""
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="team_memberships")
    history = recorded(long_reasons=True)

    class Meta:
        ordering = ("entry__start_number",)
        constraints = (models.UniqueConstraint(fields=("kind", "entry"), name="one_team_of_a_kind_for_a_player"),)

    def __str__(self) -> str:
        return f"{self.team}: {self.entry}"


class Apart(models.Model):
    """Two players who do not want to sit at one table: family, a protest, one car."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="aparts")
    one = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("one", "other"), name="one_wish_for_a_pair"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="a_pair_is_written_once"),
        )

    def __str__(self) -> str:
        return f"{self.one} / {self.other}"


class Round(models.Model):
    """One Serie of an event."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("Serie"))
    date = models.DateField(_("Tag"), null=True, blank=True)  # only where a day begins (`days.dates_of`)
    minutes = models.PositiveSmallIntegerField(_("Spielzeit in Minuten"), null=True, blank=True)  # from its start
    started_at = models.DateTimeField(null=True, blank=True)
    """When its first list was opened; from then on nobody is moved without a reason."""
    plan = models.JSONField(default=list, blank=True, editable=False)
    """What the draw of this Serie planned for those after it: seatings by table, in start numbers."""
    lot = models.CharField(max_length=60, blank=True, editable=False)
    """The lot from which exactly these seats are drawn again; empty where they were set by hand."""
    printed_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When paper that shows these seats was printed first."""
    clock_started_at = models.DateTimeField(null=True, blank=True)
    """When the Spielleitung let the time run; lists on paper are opened only after they were played."""

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="one_round_of_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="rounds_from_1"),
        )

    def __str__(self) -> str:
        return _("Serie %(number)s") % {"number": self.number}

    @property
    def begun_at(self) -> datetime | None:
        """From when its time runs."""
        return self.clock_started_at or self.started_at

    @property
    def ends_at(self) -> datetime | None:
        """When its time is over, where it has a limit and has begun."""
        return self.begun_at + timedelta(minutes=self.minutes) if self.begun_at and self.minutes else None

    @property
    def missing_since(self) -> datetime | None:
        """From when on a list that has not come is missing.

        **D** From the end of the time; where it has no limit, from the beginning.
        """
        return self.ends_at or self.begun_at


class Table(models.Model):
    """One table of a Serie."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("Tisch"))

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("round", "number"), name="one_table_of_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="tables_from_1"),
        )

    def __str__(self) -> str:
        return _("Tisch %(number)s") % {"number": self.number}


class FormerSeating(models.Model):
    """The seats of a Serie that others have replaced: kept, so that they can be set back."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="former_seatings")
    tables = models.JSONField()
    """Start numbers in seat order by table, ``[[table, [start numbers]], …]``."""
    plan = models.JSONField(default=list)
    lot = models.CharField(max_length=60, blank=True)
    reason = models.TextField(_("Begründung"), blank=True)  # where one was needed
    replaced_at = models.DateTimeField(auto_now_add=True)
    replaced_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ("-pk",)
        verbose_name = _("frühere Plätze")
        verbose_name_plural = _("frühere Plätze")

    def __str__(self) -> str:
        return f"{self.round}: {self.lot}"


class Seat(models.Model):
    """Who sits where. Seat 1 deals first."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="seats", verbose_name=_("Serie"))
    """The table's Serie once more, so that the database can refuse a player at two of its tables."""
    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("Platz"))
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")

    class Meta:
        ordering = ("number",)
        verbose_name = _("Platz")
        verbose_name_plural = _("Plätze")
        constraints = (
            models.UniqueConstraint(fields=("table", "number"), name="one_player_on_a_seat"),
            models.UniqueConstraint(fields=("round", "entry"), name="one_seat_for_a_player_in_a_round"),
            models.CheckConstraint(name="seats_from_1_to_6", condition=Q(number__gte=1, number__lte=6)),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.entry}"
