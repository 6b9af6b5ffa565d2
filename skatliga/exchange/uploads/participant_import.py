"""Importing a list of participants: what every line becomes, and doing it.

==================  ==================================================================================================
name                as „Anna Ärmel“ or „Ärmel, Anna“; or two columns: vorname, nachname
verein              of a guest; may be empty
startnummer         the next free one where it is empty
klasse              one or several with commas; new ones are created
mannschaft          name of the team; so are tandem, mixed and nation
spielernummer       number of the member in the club, or in the federation
==================  ==================================================================================================

* **D** A line is entered or refused by itself; what is refused is said, and the others are entered.
* **D** Who takes part already stays as he is, so a corrected file can be imported once more.
* **D** Who stands in the register under the same name is that player, unless the file names another club. Classes in
  the file replace the one that the register would give.
* **D** In a championship players are those of the whole federation, as at the desk; the club in the file tells
  namesakes apart. Who may not start is refused by line, with the paragraphs, and the others are entered.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.events.championships import Starting, checks_of
from skatliga.events.models import Category, Entry, Event, Team
from skatliga.events.queries import of_federation, teams_of
from skatliga.events.services import give_numbers, same_name
from skatliga.events.teams import set_team
from skatliga.exchange.uploads.columns import NAMES, Layout, UploadField, UploadLine, full_name, with_name
from skatliga.exchange.uploads.import_plan import Answers, Becomes, LineOutcome
from skatliga.people.models import Membership, User
from skatliga.people.names import fold
from skatliga.publication import open_to_change

MOST_NUMBER = 9_999
FROM_FILE = "aus einer Teilnehmerdatei"
"""Why somebody plays for a team; stands in the history as it is."""
TEAM_COLUMNS = {
    Team.Kind.TEAM: "mannschaft",
    Team.Kind.TANDEM: "tandem",
    Team.Kind.MIXED: "mixed",
    Team.Kind.NATION: "nation",
}


LAYOUT = Layout(
    fields=(
        *NAMES,
        UploadField("verein", gettext_lazy("Verein"), ("club", "vereinsname", "skatclub")),
        UploadField("startnummer", gettext_lazy("Startnummer"), ("startnr", "startno", "startnumber", "nr")),
        UploadField("klasse", gettext_lazy("Klasse"), ("klassen", "wertung", "category", "class")),
        UploadField("mannschaft", gettext_lazy("Mannschaft"), ("team",)),
        UploadField("tandem", gettext_lazy("Tandem")),
        UploadField("mixed", gettext_lazy("Mixed")),
        UploadField("nation", gettext_lazy("Nation"), ("land", "country")),
        UploadField(
            "spielernummer",
            gettext_lazy("Mitglieds- oder Verbandsnummer"),
            (
                "spielernr",
                "mitgliedsnummer",
                "mitgliedsnr",
                "mitgliednr",
                "mitglnr",
                "verbandsnummer",
                "passnummer",
                "memberno",
            ),
        ),
    ),
    needs=(*with_name(), frozenset({"spielernummer"})),
)


@dataclass(slots=True)
class PlannedEntry:
    """One line with what it becomes; `entry` is not stored yet, or is the one there is."""

    line: int
    becomes: Becomes
    """NEW, PRESENT or REFUSED."""
    entry: Entry
    classes: list[str] = field(default_factory=list)
    teams: dict[Team.Kind, str] = field(default_factory=dict)
    why: str = ""

    @property
    def new(self) -> bool:
        return self.becomes == Becomes.NEW

    @property
    def outcome(self) -> LineOutcome:
        """As it is told."""
        return LineOutcome(self.line, self.entry.name, self.becomes, self.why or self._says())

    def _says(self) -> str:
        number = self.entry.start_number
        if not self.new:
            return _("nimmt schon teil, Startnummer %(number)s") % {"number": number}
        parts = [_("aus dem Register") if self.entry.player else _("neuer Gast")]
        if number:
            parts.append(_("Startnummer %(number)s") % {"number": number})
        if self.entry.club_name:
            parts.append(self.entry.club_name)
        parts += self.classes
        parts += [f"{kind.label} {name}" for kind, name in self.teams.items()]
        return " · ".join(parts)


class Participants:
    """The import into one event, as its pages take it."""

    layout = LAYOUT

    def __init__(self, event: Event) -> None:
        self.event, self.club = event, event.club

    def plan(self, lines: Sequence[UploadLine], answers: Answers) -> list[LineOutcome]:
        return [each.outcome for each in plan(self.event, lines)]

    def store(self, lines: Sequence[UploadLine], answers: Answers, user: User | None) -> list[LineOutcome]:
        return [each.outcome for each in store(self.event, lines)]


class _KnownParticipants:
    """What is known of the event and of the lines read so far."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.names: dict[str, Entry] = {}
        self.lines: dict[int, int] = {}
        """The lines of those who are new, by the identities of their entries: these are not stored yet."""
        self.players: dict[int, Entry] = {}
        for entry in event.entries.select_related("player"):
            self.add(entry)
        self.members: dict[str, list[Membership]] = {}
        self.numbered: dict[str, Membership] = {}
        for member in _register_of(event):
            self._remember(member)
        self.teams: dict[tuple[str, str], list[Entry]] = {
            (team.kind, fold(team.name)): players for team, players in teams_of(event)
        }

    def add(self, entry: Entry) -> None:
        self.names[fold(entry.name)] = entry
        if entry.player:
            self.players[entry.player.pk] = entry
            if entry.player.merged_into_id:
                self.players[entry.player.merged_into_id] = entry

    def _remember(self, member: Membership) -> None:
        self.members.setdefault(fold(member.player.name), []).append(member)
        own = member.number if member.club_id == self.event.club_id else ""
        for number in (member.player.federation_number, own):
            if number:
                self.numbered[number] = member


def _register_of(event: Event) -> QuerySet[Membership]:
    """Who can be meant: the members of the club, for a championship those of the federation as the desk finds them."""
    found = of_federation(event.club) if event.championship else event.club.memberships.select_related("player", "club")
    return found.order_by("pk")


def plan(event: Event, lines: Iterable[UploadLine]) -> list[PlannedEntry]:
    """What every line becomes; nothing is stored."""
    given = list(lines)
    red: dict[int, str] = {}
    while True:
        planned = _plan_lines(event, given, red)
        # Without a line that was refused, another of the same name may be somebody new, who is asked as well.
        if not (found := _ineligible(event, planned)):
            return planned
        red |= found


def _ineligible(event: Event, planned: Iterable[PlannedEntry]) -> dict[int, str]:
    """Why new lines may not start in a championship, by their numbers."""
    new = [each for each in planned if each.new]
    checks = checks_of(event, [Starting(each.entry.player_id, each.entry.club_name) for each in new])
    pairs = zip(new, checks, strict=False)  # there are none where the event is no championship
    return {each.line: " ".join(check.sentences) for each, check in pairs if check.colour == "red"}


def _plan_lines(event: Event, lines: Iterable[UploadLine], red: Mapping[int, str]) -> list[PlannedEntry]:
    """What every line becomes, where those that are `red` are refused."""
    participants = _KnownParticipants(event)
    taken = set(event.entries.values_list("start_number", flat=True))
    planned = []
    for line in lines:
        try:
            if line.number in red:
                raise ValidationError(red[line.number])
            plan = _plan_line(participants, line)
            if plan.new:
                if number := _read_number(line, taken):
                    plan.entry.start_number = number
                _plan_teams(participants, plan, line)
                participants.add(plan.entry)
                taken |= {number} if number else set()
        except ValidationError as refusal:
            entry = Entry(name=_name(line.cells), club_name=line.cells.get("verein", ""))
            plan = PlannedEntry(line.number, Becomes.REFUSED, entry, why=" ".join(refusal.messages))
        planned.append(plan)
    return planned


@transaction.atomic
def store(event: Event, lines: Iterable[UploadLine]) -> list[PlannedEntry]:
    """Enter everybody whose line is not refused, with classes and teams."""
    stored = open_to_change(event)
    planned = plan(stored, lines)
    # Those with a number of their own first, so that nobody else is given it.
    new = sorted((each for each in planned if each.new), key=lambda each: each.entry.start_number is None)
    give_numbers(stored, (each.entry for each in new))
    categories = {fold(category.name): category for category in stored.categories.all()}
    teams = {(team.kind, fold(team.name)): team for team in stored.teams.all()}
    for each in new:
        for name in each.classes:
            if fold(name) not in categories:
                categories[fold(name)] = Category.objects.create(event=stored, name=name)
        if each.classes:
            each.entry.categories.set([categories[fold(name)] for name in each.classes])
        for kind, name in each.teams.items():
            if (kind, fold(name)) not in teams:
                teams[kind, fold(name)] = Team.objects.create(event=stored, kind=kind, name=name)
            set_team(stored, each.entry, kind, teams[kind, fold(name)], FROM_FILE)
    return planned


def _name(cells: dict[str, str]) -> str:
    return " ".join(full_name(cells).split())[:130]


def _plan_line(participants: _KnownParticipants, line: UploadLine) -> PlannedEntry:
    """Who is meant by a line; raises ValidationError where that cannot be said."""
    name, club_name = _name(line.cells), line.cells.get("verein", "")
    member = _find_member(participants, line, name, club_name)
    player = member and member.player
    if member and player:
        entry = Entry(event=participants.event, player=player, name=player.name, club_name=member.club.name)
        guest = participants.names.get(fold(name))
        present = participants.players.get(player.pk) or (guest if guest and not guest.player_id else None)
    else:
        if not any(letter.isalpha() for letter in name):
            raise ValidationError(_("Es fehlt der Name."))
        entry = Entry(event=participants.event, name=name, club_name=club_name)
        present = participants.names.get(fold(name))
    if present and not present.pk:
        if player is None and club_name and fold(present.club_name) != fold(club_name):
            raise ValidationError(
                _(
                    "So heißt schon jemand in Zeile %(line)s, aus einem anderen Verein. Wer nur so heißt, braucht einen"
                    " Zusatz, zum Beispiel „%(name)s II“."
                )
                % {"line": participants.lines[id(present)], "name": name}
            )
        raise ValidationError(_("Steht schon in Zeile %(line)s.") % {"line": participants.lines[id(present)]})
    if present and player is None and club_name and fold(present.club_name) != fold(club_name):
        raise ValidationError(same_name(present))
    if present:
        return PlannedEntry(line.number, Becomes.PRESENT, present)
    participants.lines[id(entry)] = line.number  # for a second line about the same person
    entry.clean_fields(exclude=["event", "player", "start_number"])
    classes = [part.strip() for part in line.cells.get("klasse", "").split(",") if part.strip()]
    if too_long := [part for part in classes if len(part) > 60]:
        raise ValidationError(_("Die Klasse „%(name)s…“ heißt zu lang.") % {"name": too_long[0][:40]})
    return PlannedEntry(line.number, Becomes.NEW, entry, classes)


def _find_member(participants: _KnownParticipants, line: UploadLine, name: str, club_name: str) -> Membership | None:
    """The member of a register who is meant, None for a guest."""
    number = line.cells.get("spielernummer")
    if number:
        member = participants.numbered.get(number)
        if member is None:
            raise ValidationError(
                _("Die Spielernummer %(number)s steht nicht im Register des Vereins.") % {"number": number}
            )
        if name and fold(name) != fold(member.player.name):
            raise ValidationError(
                _("Die Spielernummer %(number)s gehört %(player)s.") % {"number": number, "player": member.player.name}
            )
        return member
    named = participants.members.get(fold(name), [])
    found = [each for each in named if not club_name or fold(each.club.name) == fold(club_name)]
    if len(found) > 1:
        raise ValidationError(_("Im Register stehen mehrere dieses Namens. Bitte die Spielernummer angeben."))
    return found[0] if found else None


def _read_number(line: UploadLine, taken: set[int]) -> int | None:
    """The start number the line asks for, None where it has none."""
    text = line.cells.get("startnummer")
    if not text:
        return None
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    if not 1 <= number <= MOST_NUMBER:
        raise ValidationError(
            _("„%(text)s“ ist keine Startnummer; möglich sind 1 bis %(most)s.")
            % {"text": text[:20], "most": MOST_NUMBER}
        )
    if number in taken:
        raise ValidationError(_("Die Startnummer %(number)s ist schon vergeben.") % {"number": number})
    return number


def _plan_teams(participants: _KnownParticipants, plan: PlannedEntry, line: UploadLine) -> None:
    """The teams of a line; refused where one is full, or a Mixed would be none."""
    wanted = {kind: name for kind in Team.Kind if (name := line.cells.get(TEAM_COLUMNS[kind]))}
    for kind, name in wanted.items():
        size = participants.event.team_rule(kind).size
        players = participants.teams.get((kind, fold(name)), [])
        if len(name) > 120:
            raise ValidationError(_("„%(team)s…“ heißt zu lang.") % {"team": name[:40]})
        if len(players) >= size:
            raise ValidationError(_("„%(team)s“ ist mit %(size)s Spielern voll.") % {"team": name, "size": size})
        if kind == Team.Kind.MIXED and not _mixes([*players, plan.entry]):
            raise ValidationError(_("„%(team)s“: Zu einem Mixed gehören eine Dame und ein Herr.") % {"team": name})
    for kind, name in wanted.items():
        participants.teams.setdefault((kind, fold(name)), []).append(plan.entry)
    plan.teams = wanted


def _mixes(players: Sequence[Entry]) -> bool:
    genders = [player.player.gender for player in players if player.player and player.player.gender]
    return len(genders) == len(set(genders))
