"""What an archive holds: every kind of record with its model, in the order in which they can be taken in.

A record refers to records of kinds that stand before its own, or to others of its own kind. Its fields are those of the
model, all of them, except what is left out here with the reason; a model stands in `KINDS` or in `LEFT_OUT_MODELS`.
`tests/web/test_archive.py` compares both with all the models there are, so that no new field can be forgotten.

What people changed is in the kinds whose name ends in `_history`: a version of a record as it was from then on, with
who, when and why. A version may be of something that is no longer there.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Final, Literal, TypeAlias
from uuid import UUID

import pydantic
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db.models import F, Field, FileField, ForeignKey, Model, Q
from django.utils.translation import gettext as _
from pydantic import ConfigDict, TypeAdapter, with_config
from pydantic import ValidationError as Misshapen
from typing_extensions import TypedDict

from scoring.seating import DrawReport
from skatliga.circuits.models import Circuit, Stop
from skatliga.circuits.models import validate_rule as validate_circuit_rule
from skatliga.database import Json, JsonObject
from skatliga.desk.models import Booking, Fees, Proposal, PublicDraw
from skatliga.desk.public_draw_json import DrawnAgainJson, FormerTermsJson, LateChangeJson, OpenedWishJson, TermsJson
from skatliga.events import models as events
from skatliga.exchange.archive.former_records import (
    FORMER_ENTRY,
    FORMER_EVENT,
    FORMER_MATCHDAY,
    FORMER_MEMBERSHIP,
    FORMER_ROUND,
    FORMER_SEASON,
    FORMER_SIGNATURE,
    FORMER_TEAM,
    FORMER_YEAR,
    PAST_RESULTS,
    PAST_YEARS,
    VERSIONS_OF_PAST_YEARS,
    FormerPart,
    FormerRecord,
)
from skatliga.exchange.models import RecordedGames
from skatliga.federations.models import OfficialNotice, StartRules
from skatliga.federations.start_rules import ParagraphKind
from skatliga.leagues import models as leagues
from skatliga.lists import models as lists
from skatliga.people.models import Club, Membership, Player, User
from skatliga.phones.models import TableCall
from skatliga.printing.models import CertificateForm
from skatliga.promotions.models import ChoicesJson, MoveJson, Promotion
from skatliga.registrations.models import ClubRegistration, RegisteredTeam, TeamTerms
from skatliga.signups.models import SignUp, SignUpTerms
from skatliga.wertung.rules import validate_group_rule, validate_rules, validate_team_rules
from skatliga.years.models import CashEntry, ClubYear, Evening, YearStart, YearSum

OF_THE_INSTALLATION: Final = "says something about this installation only"
A_RIGHT: Final = "rights are given anew on every installation"
A_SECRET: Final = "is nobody's business elsewhere"
A_PRACTICE: Final = "what somebody practises is in no archive"
A_KEY: Final = "only tells whether a request was sent twice"
DERIVED: Final = "follows from the rest"
OF_OTHERS: Final = "leads to events of other clubs"


Key = int | UUID
"""What a record is known by in a database."""
Values: TypeAlias = dict[str, Any]
"""The fields of a record by their names, each as its field has it."""


@dataclass(frozen=True, eq=False)
class RecordType:
    """One kind of record: the lines of one part of the archive."""

    name: str
    """Of the part, and how the documentation calls it."""
    model: type[Model]
    within: str = ""
    """The field that says to what it belongs; empty for what an archive begins with or what others refer to."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Fields that are not taken, with the reason."""
    tracked: "RecordType | None" = None
    """Of a history: the kind of which it holds versions."""
    order: tuple[str, ...] = ("pk",)
    """How its records are put in order, the same here and where they are taken in."""
    since: int = 1
    """The version of the format that knew it first; an archive of an earlier one has no such part."""
    former: FormerRecord | None = None
    """How a record of an earlier archive is read, where its fields were others."""
    joins: FormerPart | None = None
    """What in an earlier archive was a part of its own; its records come behind the others."""
    joins_history: FormerPart | None = None
    """The same for the kind of its versions."""
    own: Q | None = None
    """Which of its records are taken, where others are somebody else's."""
    free: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Fields that get a number where their value is taken, with the fields among which it must be the only one."""

    @cached_property
    def key(self) -> Field:
        """The field of the key in the database; in the archive a record has a number instead."""
        return self.model._meta.pk

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields of a record; of a version `id` says of which record it is."""
        return tuple(
            each
            for each in self.model._meta.concrete_fields
            if each.name not in self.left_out and not (each is self.key and self.numbered)
        )

    def column(self, each: Field) -> str:
        """What a field is called in a record, where `id` is the record's number."""
        if self.tracked and each.name == "id":
            return "of"
        return "uuid" if each is self.key else each.name

    @cached_property
    def numbered(self) -> bool:
        """Whether the database counts its keys itself; others, of lists, are kept, for they stand on paper."""
        return self.key.get_internal_type() in {"AutoField", "BigAutoField"}

    @cached_property
    def references(self) -> dict[str, "RecordType"]:
        """The kinds that its fields refer to, by the name of the field."""
        found = {each.name: BY_MODEL[each.related_model] for each in self.fields if isinstance(each, ForeignKey)}
        return found | ({"id": self.tracked} if self.tracked else {})

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The fields that hold a picture."""
        return tuple(each.name for each in self.fields if isinstance(each, FileField))

    @property
    def part(self) -> str:
        """Where in the archive its records are."""
        return f"data/{self.name}.jsonl"

    @cached_property
    def path(self) -> str:
        """How a query finds the event, season, club or club year that a record belongs to."""
        parent = self.references[self.within]
        return f"{self.within}__{parent.path}" if parent.within else self.within

    @cached_property
    def root(self) -> type[Model]:
        """What it belongs to in the end."""
        return self.references[self.within].root if self.within else self.model


def _with_history(kind: RecordType) -> list[RecordType]:
    """A kind and, where its model keeps versions, the kind of these."""
    if not hasattr(kind.model, "history"):
        return [kind]
    versions = kind.model.history.model
    return [kind, _history_of(kind, versions)]


def _history_of(kind: RecordType, versions: type[Model], within: str = "") -> RecordType:
    there = {each.name for each in versions._meta.concrete_fields}
    left_out = {name: why for name, why in kind.left_out.items() if name in there}
    name, within = f"{kind.name}_history", within or kind.within
    return RecordType(
        name, versions, within, left_out, kind, since=kind.since, former=kind.former, joins=kind.joins_history
    )


_ENTRIES = RecordType("entries", events.Entry, "event", {"key": A_KEY, "search_key": DERIVED}, former=FORMER_ENTRY)
_CLASSES_OF_ENTRIES = RecordType("entry_categories", events.Entry.categories.through, "entry")
_SLUG: Final[Mapping[str, tuple[str, ...]]] = {"slug": ()}

_PEOPLE_LEFT_OUT = {
    "password": A_SECRET,
    "email": A_SECRET,
    "last_login": A_SECRET,
    "date_joined": OF_THE_INSTALLATION,
    "is_superuser": A_RIGHT,
    "is_staff": A_RIGHT,
    "is_active": A_RIGHT,
    "managed_by": A_RIGHT,
    "sign_in_name": DERIVED,
}


KINDS: Final[tuple[RecordType, ...]] = (
    RecordType("people", User, left_out=_PEOPLE_LEFT_OUT, free={"username": ()}),
    RecordType("clubs", Club, left_out={"parent": A_RIGHT}, free={"slug": (), "name": ()}),
    *_with_history(RecordType("players", Player, left_out={"sort_key": DERIVED, "number_doubled": DERIVED})),
    RecordType("memberships", Membership, "club", former=FORMER_MEMBERSHIP),
    RecordType("notices", OfficialNotice, "club", since=10),
    RecordType("start_rules", StartRules, "club", since=10),
    *_with_history(
        RecordType(
            *("events", events.Event, "", {"practice_of": A_PRACTICE, "search_key": DERIVED}),
            free=_SLUG,
            former=FORMER_EVENT,
        )
    ),
    RecordType("categories", events.Category, "event"),
    *_with_history(_ENTRIES),
    _CLASSES_OF_ENTRIES,
    _history_of(_CLASSES_OF_ENTRIES, apps.get_model("events", "HistoricalEntry_categories"), "history"),
    *_with_history(RecordType("teams", events.Team, "event")),
    *_with_history(RecordType("team_members", events.TeamMember, "team")),
    RecordType("aparts", events.Apart, "event"),
    RecordType("rounds", events.Round, "event", former=FORMER_ROUND),
    RecordType("former_seatings", events.FormerSeating, "round", since=3),
    RecordType("tables", events.Table, "round"),
    RecordType("seats", events.Seat, "table"),
    *_with_history(RecordType("sheets", lists.Sheet, "table", order=("table_id", "pk"))),
    *_with_history(RecordType("rows", lists.Row, "sheet")),
    *_with_history(RecordType("feet", lists.Foot, "sheet")),
    *_with_history(RecordType("substitutions", lists.Substitution, "sheet")),
    *_with_history(RecordType("signatures", lists.Signature, "sheet", former=FORMER_SIGNATURE)),
    *_with_history(RecordType("leases", lists.Lease, "sheet")),
    RecordType("stray_deals", lists.StrayDeal, "sheet", since=10),
    *_with_history(RecordType("protests", lists.Protest, "sheet")),
    RecordType("revocations", lists.Revocation, "sheet"),
    RecordType("photos", lists.Photo, "sheet"),
    RecordType("results", lists.SeatResult, "sheet"),
    RecordType("recorded_games", RecordedGames, "sheet", since=2),
    *_with_history(RecordType("fees", Fees, "event")),
    RecordType("bookings", Booking, "event", {"key": A_KEY}),
    RecordType("proposals", Proposal, "round"),
    RecordType("public_draws", PublicDraw, "event", since=5),
    RecordType("calls", TableCall, "round", since=9),
    *_with_history(RecordType("signup_terms", SignUpTerms, "event", since=10)),
    RecordType("signups", SignUp, "event", {"email": A_SECRET, "key": A_KEY, "same_person": DERIVED}, since=10),
    RecordType("certificates", CertificateForm, "event"),
    *_with_history(RecordType("seasons", leagues.Season, free=_SLUG, former=FORMER_SEASON)),
    *_with_history(RecordType("levels", leagues.Level, "season")),
    *_with_history(RecordType("divisions", leagues.Division, "season")),
    *_with_history(RecordType("league_teams", leagues.Team, "division", former=FORMER_TEAM)),
    *_with_history(RecordType("squad_members", leagues.SquadMember, "team")),
    *_with_history(
        RecordType("matchdays", leagues.Matchday, "division", former=FORMER_MATCHDAY),
    ),
    *_with_history(RecordType("groups", leagues.Group, "matchday")),
    *_with_history(RecordType("group_teams", leagues.GroupTeam, "group")),
    *_with_history(RecordType("lineup_places", leagues.LineupPlace, "group_team")),
    *_with_history(RecordType("exchanges", leagues.Exchange, "group_team")),
    RecordType("former_tables", leagues.FormerTable, "division"),
    *_with_history(RecordType("team_terms", TeamTerms, "season", since=10)),
    *_with_history(RecordType("club_registrations", ClubRegistration, "terms", since=10)),
    *_with_history(RecordType("registered_teams", RegisteredTeam, "registration", {"contact": A_SECRET}, since=10)),
    *_with_history(RecordType("promotions", Promotion, "season", since=9)),
    *_with_history(
        RecordType(
            *("club_years", ClubYear),
            free={"slug": (), "name": ("club",)},
            former=FORMER_YEAR,
            joins=PAST_YEARS,
            joins_history=VERSIONS_OF_PAST_YEARS,
        )
    ),
    *_with_history(RecordType("year_starts", YearStart, "year", since=6)),
    *_with_history(RecordType("year_sums", YearSum, "year", since=9, joins=PAST_RESULTS)),
    *_with_history(RecordType("evenings", Evening, "year")),
    RecordType("cash_entries", CashEntry, "year", {"key": A_KEY}),
    *_with_history(RecordType("circuits", Circuit, since=5, free={"slug": (), "name": ("club",)})),
    RecordType("stops", Stop, "circuit", since=5, own=Q(event__club=F("circuit__club"))),
)
BY_MODEL: Final = {kind.model: kind for kind in KINDS}
BY_NAME: Final = {kind.name: kind for kind in KINDS}

TARGETS: Final = frozenset(target for kind in KINDS for target in kind.references.values())
"""Kinds whose numbers other records name."""
REFERRED: Final = (User, Club, Player)
"""Models of which an archive holds what its other records refer to."""
ROOTS: Final = tuple(kind.model for kind in KINDS if not (kind.within or kind.tracked or kind.model in REFERRED))
"""Models of which an archive begins with some records: all others belong to one of these."""

LEFT_OUT_MODELS: Final[Mapping[str, str]] = {
    "circuits.Partner": "a club says anew on every installation whether it takes part",
    "federations.Licence": "a federation gives licences anew on every installation",
    "people.ClubRole": A_RIGHT,
    "people.HistoricalClubRole": A_RIGHT,
    "events.EventRole": A_RIGHT,
    "events.HistoricalEventRole": A_RIGHT,
    "people.ClubOffer": A_RIGHT,
    "events.EventOffer": A_RIGHT,
    "people.GuessedName": A_SECRET,
    "people.User_groups": A_RIGHT,
    "people.User_user_permissions": A_RIGHT,
    "auth.Permission": A_RIGHT,
    "auth.Group": A_RIGHT,
    "auth.Group_permissions": A_RIGHT,
    "contenttypes.ContentType": OF_THE_INSTALLATION,
    "sessions.Session": A_SECRET,
    "accounts.BrowserSession": A_SECRET,
    "accounts.Passkey": A_SECRET,
    "otp_static.StaticDevice": A_SECRET,
    "otp_static.StaticToken": A_SECRET,
    "otp_totp.TOTPDevice": A_SECRET,
    "axes.AccessAttempt": A_SECRET,
    "axes.AccessAttemptExpiration": A_SECRET,
    "axes.AccessFailureLog": A_SECRET,
    "axes.AccessLog": A_SECRET,
    "api.AccessKey": A_SECRET,
    "django_tasks_database.DBTaskResult": OF_THE_INSTALLATION,
    "exchange.Upload": "is on its way in",
    "exchange.ArchiveReport": OF_THE_INSTALLATION,
    "exchange.FileName": "a club says anew on every installation whom it means by the names in its files",
    "lists.Submission": A_KEY,
    "lists.TablePass": "every installation has its own addresses for table devices",
    "lists.HistoricalTablePass": "every installation has its own addresses for table devices",
    "phones.TeamPass": "every installation has its own codes of captains",
    "phones.HistoricalTeamPass": "every installation has its own codes of captains",
    **dict.fromkeys(("phones.EntryPass", "phones.HistoricalEntryPass"), "every installation has its own Startkarten"),
    **dict.fromkeys(("peers.KnownMachine", "peers.ItemMark", "peers.SharedItem"), OF_THE_INSTALLATION),
    **dict.fromkeys(("peers.ItemVersion", "peers.OtherKey", "peers.MergeNotice"), OF_THE_INSTALLATION),
    **{each._meta.label: OF_OTHERS for each in apps.get_app_config("qualifications").get_models()},
    **dict.fromkeys(("subscriptions.Subscription", "subscriptions.Notification"), A_SECRET),
    **dict.fromkeys(("statistics.Counted", "statistics.Tally", "statistics.RatedPlayer"), DERIVED),
    **dict.fromkeys(("statistics.RatingRun", "subscriptions.ToldVersion"), DERIVED),
    **dict.fromkeys(("statistics.Rated", "statistics.HistoricalRated"), "a club says it anew on every installation"),
    "statistics.StrengthConsent": "a player says it anew on every installation",
}
"""Models of which no record is taken, with the reason."""


# ---- What the fields that hold JSON may hold, so that no archive brings in what a page could not show

Count = Annotated[int, pydantic.Field(strict=True, ge=0, lt=2**31)]
Points = Annotated[int, pydantic.Field(strict=True, gt=-(2**31), lt=2**31)]
Number = Annotated[str, pydantic.Field(pattern=r"^[0-9]{1,9}$")]
Fraction = Annotated[str, pydantic.Field(pattern=r"^-?[0-9]{1,9}(/[1-9][0-9]{0,8})?$")]
Seating = list[list[Count]]
Pair = Annotated[list[Count], pydantic.Field(min_length=2, max_length=2)]
_EXACT: Final = ConfigDict(extra="forbid")


@with_config(_EXACT)
class Prizes(TypedDict, total=False):
    """A prize plan, as `desk.prize_plan` writes it."""

    payout_permille: Count
    players_per_prize: Annotated[int, pydantic.Field(strict=True, ge=1)] | None
    weights: list[Count]
    fixed: list[Annotated[list[Count], pydantic.Field(min_length=2, max_length=3)]]
    series_prizes: list[Count]
    rounding: Annotated[int, pydantic.Field(strict=True, ge=1)]


@with_config(_EXACT)
class AwardsJson(TypedDict):
    """Prizes that are fixed, in cents."""

    prizes: list[Count]
    series_prizes: list[Count]


@with_config(_EXACT)
class StoredZoneJson(TypedDict):
    """A stretch of places of a table."""

    kind: Literal["up", "playoff", "down"]
    label: str
    first: Count
    last: Count


@with_config(_EXACT)
class FormerLineJson(TypedDict):
    """A line of a table as it was, as `leagues.binding` writes it."""

    place: Count
    letter: str
    name: str
    plus: Fraction
    minus: Fraction
    spielpunkte: Points | Fraction
    won: Count
    lost: Count
    leistung: Points | Fraction
    lists: Count
    zone: str


def _rules_by(validate: Callable[[object], None]) -> pydantic.AfterValidator:
    """Refuse rules of tables that the site would not take."""

    def checked(rules: object) -> object:
        try:
            validate(rules)
        except ValidationError as refusal:
            raise ValueError(" ".join(refusal.messages)) from None
        return rules

    return pydantic.AfterValidator(checked)


SHAPES: Final[dict[tuple[str, str], TypeAdapter[Json]]] = {
    ("start_rules", "paragraphs"): TypeAdapter(dict[ParagraphKind, Annotated[str, pydantic.Field(max_length=60)]]),
    ("events", "agreements"): TypeAdapter(dict[str, bool | int | str | None]),
    ("events", "lots"): TypeAdapter(dict[Number, Count]),
    ("events", "rules"): TypeAdapter(Annotated[list[JsonObject], _rules_by(validate_rules)]),
    ("events", "team_rules"): TypeAdapter(Annotated[JsonObject, _rules_by(validate_team_rules)]),
    ("rounds", "plan"): TypeAdapter(list[Seating]),
    ("former_seatings", "tables"): TypeAdapter(list[tuple[Count, list[Count]]]),
    ("former_seatings", "plan"): TypeAdapter(list[Seating]),
    ("sheets", "agreements"): TypeAdapter(dict[str, bool | int | str | None]),
    ("sheets", "accepted"): TypeAdapter(list[str]),
    ("rows", "deal"): TypeAdapter(JsonObject),
    ("rows", "playing"): TypeAdapter(list[Annotated[int, pydantic.Field(strict=True, ge=1, le=6)]]),
    ("recorded_games", "keys"): TypeAdapter(list[Annotated[str, pydantic.Field(strict=True, max_length=64)]]),
    ("revocations", "results"): TypeAdapter(dict[Number, Points]),
    ("fees", "abreizgeld"): TypeAdapter(list[Pair]),
    ("fees", "prizes"): TypeAdapter(Prizes),
    ("fees", "awards"): TypeAdapter(AwardsJson),
    ("proposals", "settings"): TypeAdapter(JsonObject),
    ("proposals", "seating"): TypeAdapter(list[tuple[Count, list[Count]]]),
    ("proposals", "plan"): TypeAdapter(list[Seating]),
    ("proposals", "report"): TypeAdapter(DrawReport),
    ("public_draws", "terms"): TypeAdapter(TermsJson),
    ("public_draws", "former"): TypeAdapter(list[FormerTermsJson]),
    ("public_draws", "opened"): TypeAdapter(list[OpenedWishJson]),
    ("public_draws", "clubs"): TypeAdapter(dict[str, Count]),
    ("public_draws", "changes"): TypeAdapter(list[LateChangeJson]),
    ("public_draws", "results"): TypeAdapter(dict[Number, list[Count]]),
    ("public_draws", "again"): TypeAdapter(list[DrawnAgainJson]),
    ("public_draws", "drawn"): TypeAdapter(dict[Number, Seating]),
    ("seasons", "agreements"): TypeAdapter(dict[str, bool | int | str | None]),
    ("seasons", "rule"): TypeAdapter(Annotated[JsonObject, _rules_by(validate_group_rule)]),
    ("matchdays", "scale"): TypeAdapter(Annotated[list[Count], pydantic.Field(min_length=1)] | None),
    ("levels", "zones"): TypeAdapter(list[StoredZoneJson]),
    ("club_years", "rules"): TypeAdapter(Annotated[list[JsonObject], _rules_by(validate_rules)]),
    ("circuits", "rule"): TypeAdapter(Annotated[JsonObject, _rules_by(validate_circuit_rule)]),
    ("former_tables", "lines"): TypeAdapter(list[FormerLineJson]),
    ("promotions", "choices"): TypeAdapter(ChoicesJson),
    ("promotions", "moves"): TypeAdapter(list[MoveJson]),
}
"""By kind and field; a version has the shapes of what it is a version of."""


def check_shape(kind: str, field: str, value: Json) -> None:
    """Refuse a value that has not the shape of this field; ValidationError says where."""
    try:
        SHAPES[kind, field].validate_python(value)
    except Misshapen as misshapen:
        place = ".".join(str(step) for step in misshapen.errors()[0]["loc"])
        raise ValidationError(_("hat nicht die richtige Form %(place)s") % {"place": place and f"({place})"}) from None
