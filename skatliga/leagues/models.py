"""Seasons of a league: levels, Staffeln, teams with their squads, match days with their groups, line-ups.

A match-day group is an event (`skatliga.events`): its tables, lists and results are those of the event, and the league
only says which entry played for which team. Everything by which a table is counted belongs to the season, so a new
season may be played by other rules and never changes a past one.

The organiser of a season is a club or a federation entered as one; its roles are the roles in the season. Whoever is
to enter the lists of one group alone, such as the host, holds a role in that event.
"""

import datetime
from typing import NamedTuple, TypedDict

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.wertung.presets import GroupTableRule
from skatliga.access import HasRole, Role
from skatliga.history import recorded
from skatliga.publication import Public, PublicationState, VersionedQuerySet
from skatliga.rules.books import Agreed, Evaluation, whole_rounds
from skatliga.wertung.rules import MOST_PLAYERS, read_group_rule, validate_group_rule, validate_scale


class Season(HasRole, Public, Agreed):
    """One season of a league, with the rules it is played and counted by."""

    State = PublicationState
    refusal_when_final = _("Diese Saison ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen.")

    club = models.ForeignKey("people.Club", models.PROTECT, related_name="seasons", verbose_name=_("Veranstalter"))
    name = models.CharField(pgettext_lazy("Sache", "Name"), max_length=120)
    slug = models.SlugField(unique=True, max_length=140)
    rulebook = models.CharField(_("Regelwerk"), max_length=40)
    agreements = models.JSONField(_("Vereinbarungen"), default=dict, blank=True)
    evaluation = models.CharField(_("Wertung"), max_length=20, choices=Evaluation)
    deals_at_four = models.PositiveSmallIntegerField(_("Spiele am Vierertisch"), default=48)
    deals_at_three = models.PositiveSmallIntegerField(_("Spiele am Dreiertisch"), default=36)
    rounds = models.PositiveSmallIntegerField(_("Serien je Spieltag"), default=3)
    rule = models.JSONField(_("Wertung"), default=dict, blank=True, validators=[validate_group_rule])
    """How its tables count: what differs from a usual league (`wertung.rules`)."""
    binding_days = models.PositiveSmallIntegerField(_("Tage bis zur Verbindlichkeit"), default=14)
    """How many days after the match day its results are expected to become binding."""
    state = models.CharField(_("Stand"), max_length=10, choices=PublicationState, default=PublicationState.DRAFT)
    version = models.PositiveIntegerField(default=0, editable=False)
    """Rises with every change in the league itself; that of a page adds those of its events."""
    history = recorded()
    objects = VersionedQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        verbose_name = _("Saison")
        verbose_name_plural = _("Saisons")
        constraints = (
            whole_rounds("season_deals_are_whole_rounds"),
            models.CheckConstraint(
                name="season_choices_known",
                condition=Q(state__in=["draft", "published", "final"], evaluation__in=Evaluation.values),
            ),
            models.CheckConstraint(name="season_has_name_and_rounds", condition=~Q(name="") & Q(rounds__range=(1, 8))),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:season", args=[self.slug])

    @property
    def counts_by(self) -> GroupTableRule:
        """The rule."""
        return read_group_rule(self.rule)


class ZoneJson(TypedDict):
    """A zone of a level, as it is stored: places that go up or down, or play for it."""

    kind: str
    label: str
    first: int
    last: int


class Level(models.Model):
    """One level of a season, such as the Oberliga, with what the places of its tables mean; 1 is the highest."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="levels")
    number = models.PositiveSmallIntegerField(_("Ebene"))
    name = models.CharField(pgettext_lazy("Sache", "Name"), max_length=80)
    zones = models.JSONField(_("Zonen"), default=list, blank=True)
    """Stretches of places ``{"kind": "up" | "playoff" | "down", "label", "first", "last"}``, best first."""
    history = recorded()

    class Meta:
        ordering = ("number",)
        verbose_name = _("Ebene")
        verbose_name_plural = _("Ebenen")
        constraints = (
            models.UniqueConstraint(fields=("season", "number"), name="one_level_of_a_number"),
            models.CheckConstraint(name="level_has_name_and_number", condition=~Q(name="") & Q(number__gte=1)),
        )

    def __str__(self) -> str:
        return self.name


class Division(models.Model):
    """A Staffel: the teams that play for one table."""

    level = models.ForeignKey(Level, models.PROTECT, related_name="divisions")
    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions")
    """The level's season once more, for the address."""
    name = models.CharField(pgettext_lazy("Sache", "Name"), max_length=80)
    slug = models.SlugField(max_length=80)
    history = recorded()

    class Meta:
        ordering = ("level__number", "name")
        verbose_name = _("Staffel")
        verbose_name_plural = _("Staffeln")
        constraints = (
            models.UniqueConstraint(fields=("season", "slug"), name="one_division_of_an_address"),
            models.CheckConstraint(name="division_has_a_name", condition=~Q(name="")),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:division", args=[self.season.slug, self.slug])


class PointsAhead(NamedTuple):
    """Wertungspunkte that a team begins with."""

    plus: int
    minus: int


class Team(models.Model):
    """A team of a Staffel, known by a letter in the fixture plan."""

    class Withdrawal(models.TextChoices):
        """What becomes of the results of a team that left during the season; both are practised."""

        ANNULLED = "annulled", _("annulliert, frühere Spieltage neu gerechnet")
        KEPT = "kept", _("bleiben stehen")

    division = models.ForeignKey(Division, models.CASCADE, related_name="teams")
    letter = models.CharField(_("Buchstabe"), max_length=2)
    name = models.CharField(pgettext_lazy("Sache", "Name"), max_length=120)
    club = models.ForeignKey(
        "people.Club", models.SET_NULL, null=True, blank=True, related_name="league_teams", verbose_name=_("Verein")
    )
    place = models.CharField(_("Spielort"), max_length=120, blank=True)
    captain = models.ForeignKey(
        "people.Player", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("Mannschaftsführer")
    )
    withdrawal = models.CharField(_("Ergebnisse"), max_length=10, choices=Withdrawal, blank=True)
    """Empty while the team takes part."""
    withdrawn_from = models.PositiveSmallIntegerField(_("ab Spieltag"), null=True, blank=True)
    """The first match day at which it is not expected any more."""
    start_plus = models.SmallIntegerField(_("Pluspunkte vorab"), default=0)
    """What the table begins with for it; negative where points are deducted."""
    start_minus = models.SmallIntegerField(_("Minuspunkte vorab"), default=0)
    start_leistung = models.IntegerField(_("Punkte vorab"), default=0)
    start_reason = models.CharField(_("Grund"), max_length=200, blank=True)
    history = recorded()

    class Meta:
        ordering = ("letter",)
        verbose_name = _("Mannschaft")
        verbose_name_plural = _("Mannschaften")
        constraints = (
            models.UniqueConstraint(fields=("division", "letter"), name="one_league_team_of_a_letter"),
            models.UniqueConstraint(fields=("division", "name"), name="one_league_team_of_a_name"),
            models.CheckConstraint(name="league_team_has_name_and_letter", condition=~Q(name="") & ~Q(letter="")),
            models.CheckConstraint(
                name="league_team_begins_with_points_for_a_reason",
                condition=Q(start_plus=0, start_minus=0, start_leistung=0, start_reason="")
                | ~Q(start_reason="") & ~Q(start_plus=0, start_minus=0, start_leistung=0),
                violation_error_message=_("Zu Punkten, die eine Mannschaft vorab hat oder verliert, gehört ein Grund."),
            ),
            models.CheckConstraint(
                name="league_team_withdraws_from_a_day",
                condition=Q(withdrawal="", withdrawn_from__isnull=True)
                | Q(withdrawal__in=["annulled", "kept"], withdrawn_from__isnull=False, withdrawn_from__gte=1),
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def ahead(self) -> PointsAhead:
        """The Wertungspunkte that it begins with."""
        return PointsAhead(self.start_plus, self.start_minus)


class SquadMember(models.Model):
    """Somebody who may play for a team; for one team of a season only."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="squad_members")
    """The team's season once more, so that the database can refuse a player in two of its teams."""
    team = models.ForeignKey(Team, models.CASCADE, related_name="squad")
    player = models.ForeignKey("people.Player", models.PROTECT, related_name="squad_memberships")
    history = recorded()

    class Meta:
        ordering = ("player__sort_key", "pk")
        verbose_name = _("Spieler im Kader")
        verbose_name_plural = _("Kader")
        constraints = (
            models.UniqueConstraint(
                fields=("season", "player"),
                name="one_team_of_a_season_for_a_player",
                violation_error_message=_("Dieser Spieler steht in dieser Saison schon im Kader einer Mannschaft."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.team}: {self.player}"


class Matchday(models.Model):
    """A match day of a Staffel."""

    division = models.ForeignKey(Division, models.CASCADE, related_name="matchdays")
    number = models.PositiveSmallIntegerField(_("Spieltag"))
    date = models.DateField(_("Datum"), null=True, blank=True)
    rounds = models.PositiveSmallIntegerField(_("Serien"), null=True, blank=True)
    """Where the day has more or fewer than the others."""
    scale = models.JSONField(_("Wertungspunkte"), null=True, blank=True, validators=[validate_scale])
    """Where the day has others than the season, whatever the size of its groups."""
    history = recorded()

    class Meta:
        ordering = ("number",)
        verbose_name = _("Spieltag")
        verbose_name_plural = _("Spieltage")
        constraints = (
            models.UniqueConstraint(fields=("division", "number"), name="one_matchday_of_a_number"),
            models.CheckConstraint(name="matchdays_from_1", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="matchday_rounds_make_sense", condition=Q(rounds__isnull=True) | Q(rounds__range=(1, 8))
            ),
        )

    def __str__(self) -> str:
        return _("%(number)s. Spieltag") % {"number": self.number}

    @property
    def serien(self) -> int:
        """How many Serien are played; the Staffel comes with its season."""
        return self.rounds or self.division.season.rounds

    @property
    def counts_by(self) -> GroupTableRule:
        """How its Serien count; the Staffel comes with its season."""
        return self.division.season.counts_by.on_a_day(self.scale)

    @property
    def expected_binding(self) -> datetime.date | None:
        """When its results are expected to become binding, where it has a date."""
        return self.date and self.date + datetime.timedelta(self.division.season.binding_days)

    @property
    def binding_is_late(self) -> bool:
        """Whether that day is over."""
        return self.expected_binding is not None and self.expected_binding < timezone.localdate()


class Group(models.Model):
    """The teams that meet at one place on a match day; played as the event it links to, once the teams are there."""

    matchday = models.ForeignKey(Matchday, models.CASCADE, related_name="groups")
    number = models.PositiveSmallIntegerField(_("Gruppe"))
    host = models.ForeignKey(
        Team, models.PROTECT, null=True, blank=True, related_name="hosted", verbose_name=_("Ausrichter")
    )
    event = models.OneToOneField("events.Event", models.PROTECT, null=True, blank=True, related_name="league_group")
    binding_at = models.DateTimeField(null=True, blank=True)
    """When the Staffelleiter made its results binding; from then on a correction is one of a binding result."""
    binding_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    history = recorded()

    class Meta:
        ordering = ("number",)
        verbose_name = _("Gruppe")
        verbose_name_plural = _("Gruppen")
        constraints = (
            models.UniqueConstraint(fields=("matchday", "number"), name="one_group_of_a_number"),
            models.CheckConstraint(
                name="binding_results_say_by_whom",
                condition=Q(binding_at__isnull=True, binding_by__isnull=True)
                | Q(binding_at__isnull=False, binding_by__isnull=False),
            ),
        )

    role: Role | None = None
    """The visitor's role in this group, where `access.group_for` asked."""

    def __str__(self) -> str:
        return _("Gruppe %(number)s") % {"number": self.number}

    def get_absolute_url(self) -> str:
        division = self.matchday.division
        return reverse("leagues:group", args=[division.season.slug, division.slug, self.pk])


class GroupTeam(models.Model):
    """A team in a group: whether it came, and who signed the Spielbericht for it."""

    class Absence(models.TextChoices):
        ABSENT = "absent", _("nicht angetreten")
        REFUSED = "refused", _("Antreten verweigert")
        BROKEN_OFF = "broken_off", _("hat den Spieltag abgebrochen")

    matchday = models.ForeignKey(Matchday, models.CASCADE, related_name="+")
    """The group's match day once more, so that the database can refuse a team in two groups."""
    group = models.ForeignKey(Group, models.CASCADE, related_name="teams")
    team = models.ForeignKey(Team, models.PROTECT, related_name="groups")
    absence = models.CharField(_("Fehlen"), max_length=10, choices=Absence, blank=True)
    signed_by = models.CharField(_("unterschrieben von"), max_length=120, blank=True)
    signed_at = models.DateTimeField(null=True, blank=True)
    history = recorded()

    class Meta:
        ordering = ("team__letter",)
        verbose_name = _("Mannschaft der Gruppe")
        verbose_name_plural = _("Mannschaften der Gruppe")
        constraints = (
            models.UniqueConstraint(
                fields=("matchday", "team"),
                name="one_group_for_a_team_on_a_matchday",
                violation_error_message=_("Diese Mannschaft steht an diesem Spieltag schon in einer Gruppe."),
            ),
            models.CheckConstraint(
                name="group_team_absence_known", condition=Q(absence__in=["", "absent", "refused", "broken_off"])
            ),
        )

    def __str__(self) -> str:
        return f"{self.group}: {self.team}"

    @property
    def broke_off(self) -> bool:
        """Whether its lists of the day do not count: it left before the end."""
        return self.absence == self.Absence.BROKEN_OFF

    def plays_on(self, day: int) -> bool:
        """Whether it is to play on the match day of this number: neither absent nor withdrawn by then."""
        left = self.team.withdrawn_from
        return not self.absence and not (left and left <= day)


class LineupPlace(models.Model):
    """Who plays for a team in a group: on one of its places, or as a substitute without one."""

    matchday = models.ForeignKey(Matchday, models.CASCADE, related_name="+")
    """The group's match day once more, so that the database can refuse a player in two groups of it."""
    group_team = models.ForeignKey(GroupTeam, models.CASCADE, related_name="lineup")
    player = models.ForeignKey("people.Player", models.PROTECT, related_name="+")
    entry = models.OneToOneField("events.Entry", models.PROTECT, related_name="lineup_place")
    position = models.PositiveSmallIntegerField(_("Platz in der Aufstellung"), null=True, blank=True)
    """From 1; empty for a substitute who comes in for one of them."""
    history = recorded()

    class Meta:
        ordering = (F("position").asc(nulls_last=True), "pk")
        verbose_name = _("Aufstellung")
        verbose_name_plural = _("Aufstellungen")
        constraints = (
            models.UniqueConstraint(fields=("group_team", "position"), name="one_player_on_a_lineup_place"),
            models.UniqueConstraint(
                fields=("matchday", "player"),
                name="one_group_for_a_player_on_a_matchday",
                violation_error_message=_("Dieser Spieler spielt an diesem Spieltag schon in einer Gruppe."),
            ),
            models.CheckConstraint(
                name="lineup_places_from_1", condition=Q(position__isnull=True) | Q(position__range=(1, MOST_PLAYERS))
            ),
        )

    def __str__(self) -> str:
        return f"{self.group_team}: {self.player}"


class Exchange(models.Model):
    """A line of the Wechselliste: somebody comes in for another one of the team, from a deal of a Serie on."""

    group_team = models.ForeignKey(GroupTeam, models.CASCADE, related_name="exchanges")
    out = models.ForeignKey("events.Entry", models.PROTECT, related_name="+", verbose_name=_("geht"))
    into = models.ForeignKey("events.Entry", models.PROTECT, related_name="+", verbose_name=_("kommt"))
    serie = models.PositiveSmallIntegerField(_("ab Serie"))
    deal = models.PositiveSmallIntegerField(_("ab Spiel"), default=1)
    """The first deal of the list that the new player plays; 1 for the whole Serie."""
    reason = models.TextField(_("Begründung"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    """None where the captain has done it by the code of the team."""
    at = models.DateTimeField(auto_now_add=True)
    history = recorded()

    class Meta:
        ordering = ("serie", "deal", "pk")
        verbose_name = _("Wechsel")
        verbose_name_plural = _("Wechselliste")
        constraints = (
            models.CheckConstraint(name="exchange_has_a_reason", condition=~Q(reason="")),
            models.CheckConstraint(name="exchange_from_serie_and_deal_1", condition=Q(serie__gte=1, deal__gte=1)),
            models.CheckConstraint(name="exchange_of_two", condition=~Q(out=F("into"))),
        )

    def __str__(self) -> str:
        return f"{self.group_team}: {self.into} / {self.out}"


class FormerTable(models.Model):
    """A table as it was before something changed it afterwards: a team withdrew, a binding result was corrected."""

    division = models.ForeignKey(Division, models.CASCADE, related_name="former_tables")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.TextField(_("Begründung"))
    lines = models.JSONField()
    """The lines of the table in their order, as `division_standing` writes them."""

    class Meta:
        ordering = ("-at",)
        verbose_name = _("frühere Tabelle")
        verbose_name_plural = _("frühere Tabellen")
        constraints = (models.CheckConstraint(name="former_table_has_a_reason", condition=~Q(reason="")),)

    def __str__(self) -> str:
        return f"{self.division}, {self.at}: {self.reason}"
