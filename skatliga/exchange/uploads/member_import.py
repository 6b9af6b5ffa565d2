"""Importing the register of a club: who of the file is there already, who is new, what changes.

==================  ==================================================================================================
name                as „Anna Ärmel“ or „Ärmel, Anna“; or two columns: vorname, nachname
mitgliedsnummer     in the club
verbandsnummer      in the federation
geburtsjahr         a year, or the day of birth
geschlecht          Damen or Herren, and as else it is written: w, m, weiblich, Frau …
altersklasse        Schüler, Jugend, Junioren, Senioren
oeffentlich         under which name results appear: voller Name, nur Vorname, Pseudonym
pseudonym
lizenz              since when somebody plays for the club in leagues (`licence_column`)
==================  ==================================================================================================

* **D** Somebody is known by the member number or the federation number, if the name fits, or by name and year of birth:
  one player of the same name whose year is the same, or unknown to both. Everything else that could be somebody known
  is asked: a number under another name, several of one name, another year or one known to only one side, first and
  last name exchanged, a name that stands in the file already.
* **D** A filled cell fills an empty field of the register. Where the register says something else, however little, the
  difference is shown and taken over only where the user ticks it: the register was looked after, and a file may be old.
* **D** A line with a mistake is left out as a whole, the others are stored.
* **D** Players of other clubs are not looked at: their registers are none of this club's business. But a pass number
  exists once, so a line that brings that of somebody else is refused, with the way to take him in.
"""

import datetime
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models.functions import Upper
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.database import label_of
from skatliga.exchange.uploads.columns import NAMES, Layout, UploadField, UploadLine, split_name, with_name
from skatliga.exchange.uploads.import_plan import SKIP, Answers, Becomes, LineAnswer, LineChoice, LineOutcome
from skatliga.exchange.uploads.licence_column import LICENCE, LicenceColumn
from skatliga.forms import Cleaned
from skatliga.people.models import PASS_TAKEN, AgeClass, Club, Gender, Membership, Player, Publication, User
from skatliga.people.names import fold
from skatliga.people.queries import members
from skatliga.people.services import add_player, change_player

LAYOUT: Final = Layout(
    fields=(
        *NAMES,
        UploadField(
            "mitgliedsnummer",
            gettext_lazy("Mitgliedsnummer"),
            ("mitgliedsnr", "mitgliednr", "mitglnr", "mnr", "nr", "nummer", "memberno", "membernumber", "number"),
        ),
        UploadField(
            "verbandsnummer",
            gettext_lazy("Verbandsnummer"),
            ("verbandsnr", "passnummer", "passnr", "spielernummer", "dskvnr", "dskvnummer", "federationnumber"),
        ),
        UploadField(
            "geburtsjahr",
            gettext_lazy("Geburtsjahr"),
            (
                "gebjahr",
                "jahrgang",
                "jg",
                "geburtsdatum",
                "gebdatum",
                "geb",
                "gebdat",
                "geburtstag",
                "geboren",
                "birthyear",
                "yearofbirth",
                "born",
            ),
        ),
        UploadField("geschlecht", gettext_lazy("Damen oder Herren"), ("damenherren", "mw", "wm", "gender", "sex")),
        UploadField("altersklasse", gettext_lazy("Altersklasse"), ("klasse", "category", "ageclass")),
        UploadField("oeffentlich", gettext_lazy("Veröffentlichung"), ("publication",)),
        UploadField("pseudonym", gettext_lazy("Pseudonym"), ("alias", "nickname", "spitzname")),
        LICENCE,
    ),
    needs=with_name(),
)
NEW: Final = "new"
_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "gender": {
        **dict.fromkeys(("d", "w", "f", "damen", "dame", "frau", "weiblich", "female"), Gender.DAMEN.value),
        **dict.fromkeys(("h", "m", "herren", "herr", "mann", "maennlich", "male"), Gender.HERREN.value),
    },
    "category": {
        **dict.fromkeys(("schueler",), AgeClass.SCHUELER.value),
        **dict.fromkeys(("jugend", "jugendliche"), AgeClass.JUGEND.value),
        **dict.fromkeys(("junioren", "junior", "juniorin"), AgeClass.JUNIOREN.value),
        **dict.fromkeys(("senioren", "senior", "seniorin"), AgeClass.SENIOREN.value),
    },
    "publication": {
        **dict.fromkeys(("voller name", "name", "ja", "full"), Publication.FULL.value),
        **dict.fromkeys(("nur vorname", "vorname", "first name"), Publication.FIRST_NAME.value),
        **dict.fromkeys(("pseudonym",), Publication.PSEUDONYM.value),
    },
}
_TEXTS: Final = {
    "gender": ("geschlecht", gettext_lazy("„%(text)s“ ist weder Damen noch Herren.")),
    "category": ("altersklasse", gettext_lazy("„%(text)s“ ist keine Altersklasse.")),
    "publication": ("oeffentlich", gettext_lazy("„%(text)s“ ist keine Art der Veröffentlichung.")),
}
_YEAR: Final = re.compile(r"(?:.*[^0-9])?((?:19|20)[0-9]{2})(?:[^0-9].*)?")
_OWN: Final = ("first_name", "last_name", "federation_number", "birth_year", "gender", "category")
_PLAYER_FIELDS: Final = (*_OWN, "publication", "pseudonym")


@dataclass(slots=True)
class PlannedMember:
    """One line with the member it means; `fields` are those that the services take."""

    line: int
    name: str
    becomes: Becomes
    member: Membership | None = None
    fields: Cleaned = field(default_factory=dict)
    says: str = ""
    choices: list[LineChoice] = field(default_factory=list)
    proposed: str = ""
    differences: list[LineChoice] = field(default_factory=list)
    licence: datetime.date | None = None
    """From when on the line gives a licence."""

    @property
    def outcome(self) -> LineOutcome:
        """As it is told."""
        return LineOutcome(
            *(self.line, self.name, self.becomes, self.says, tuple(self.choices), self.proposed),
            tuple(self.differences),
        )


class MemberImport:
    """The import into the register of one club."""

    layout = LAYOUT

    def __init__(self, club: Club, user: User | None = None) -> None:
        self.club = club
        self.licences = LicenceColumn(club, user)

    def plan(self, lines: Sequence[UploadLine], answers: Answers) -> list[LineOutcome]:
        return [each.outcome for each in _plan(self.club, lines, answers, self.licences)]

    @transaction.atomic
    def store(self, lines: Sequence[UploadLine], answers: Answers, user: User | None) -> list[LineOutcome]:
        Club.objects.select_for_update().get(pk=self.club.pk)
        outcomes = []
        for each in _plan(self.club, lines, answers, self.licences):
            try:
                with transaction.atomic():
                    _store(self.club, each, self.licences)
            except ValidationError as refusal:
                each.becomes, each.says, each.choices = Becomes.REFUSED, " ".join(refusal.messages), []
            outcomes.append(each.outcome)
        return outcomes


class _MemberRegister:
    """Who stands in the register, and who was met in the file so far."""

    def __init__(self, club: Club) -> None:
        self.by_name: dict[str, list[Membership]] = {}
        self.by_number: dict[str, Membership] = {}
        self.by_federation: dict[str, list[Membership]] = {}
        self.by_player: dict[str, Membership] = {}
        self.met: dict[int, int] = {}
        """The line in which a player was met."""
        self.added: dict[tuple[str, int | None, str], int] = {}
        """The line in which somebody new was met, by name, year and number."""
        self.names: dict[tuple[str, ...], int] = {}
        """The line in which a name was met, in whatever order its words stood."""
        self.numbers: dict[str, int] = {}
        """The line in which a member number was met."""
        self.passes: set[str] = set()
        """Pass numbers of the file that somebody has."""
        self.new_passes: dict[str, int] = {}
        """The line in which a pass number was met that nobody has."""
        for member in members(club):
            self.by_name.setdefault(fold(member.player.name), []).append(member)
            self.by_player[str(member.player_id)] = member
            if member.number:
                self.by_number[member.number] = member
            if member.player.federation_number:
                self.by_federation.setdefault(member.player.federation_number, []).append(member)

    def hold_passes(self, numbers: Iterable[str]) -> None:
        """Look for who has these pass numbers, in any club; as many queries as there are five hundreds."""
        asked = sorted({number.upper() for number in numbers} - {""})
        held = Player.objects.filter(merged_into=None).annotate(held=Upper("federation_number"))
        for first in range(0, len(asked), 500):
            self.passes.update(held.filter(held__in=asked[first : first + 500]).values_list("held", flat=True))


def _plan(club: Club, lines: Sequence[UploadLine], answers: Answers, licences: LicenceColumn) -> list[PlannedMember]:
    """What becomes of every line; nothing is stored."""
    register = _MemberRegister(club)
    register.hold_passes(line.cells.get("verbandsnummer", "") for line in lines)
    planned = []
    for line in lines:
        name = " ".join(split_name(line.cells)).strip()
        try:
            each = _plan_line(register, line, name, answers.get(line.number, LineAnswer()))
            _add_licence(each, line, licences)
        except ValidationError as refusal:
            each = PlannedMember(line.number, name, Becomes.REFUSED, says=" ".join(refusal.messages))
        planned.append(each)
    return planned


def _add_licence(planned: PlannedMember, line: UploadLine, licences: LicenceColumn) -> None:
    """The licence that a line gives, beside what else becomes of it."""
    first_day = licences.first_day(line.cells, planned.member.player if planned.member else None)
    if planned.becomes in {Becomes.ASKED, Becomes.REFUSED} or first_day is None:
        return
    planned.licence = first_day
    planned.says = "; ".join(filter(None, (planned.says, licences.told(first_day))))
    if planned.becomes != Becomes.NEW:
        planned.becomes = Becomes.CHANGED


def _plan_line(register: _MemberRegister, line: UploadLine, name: str, answer: LineAnswer) -> PlannedMember:
    fields = _read(line.cells)
    member, doubt, candidates = _find(register, fields)
    choices = [
        LineChoice(str(each.player_id), _("ist %(player)s") % {"player": _described(each)}) for each in candidates
    ]
    words = tuple(sorted(fold(name).split()))
    met = register.names.setdefault(words, line.number)
    key = (fold(name), fields.get("birth_year"), fields.get("number", ""))
    if not doubt and member is None and met != line.number and key not in register.added:
        doubt = _("Steht schon in Zeile %(line)s; ist das noch jemand dieses Namens?") % {"line": met}
    if doubt:
        number = fields.get("number", "")
        if number not in register.by_number:
            choices.append(LineChoice(NEW, _("neuer Spieler")))
        choices.append(LineChoice(SKIP, _("auslassen")))
        if answer.choice not in {choice.value for choice in choices}:
            proposed = choices[0].value if len(candidates) == 1 and _may_be(candidates[0], fields) else ""
            differences = _differences(candidates[0], fields) if len(candidates) == 1 else []
            return PlannedMember(line.number, name, Becomes.ASKED, None, fields, doubt, choices, proposed, differences)
        member = None if answer.choice == NEW else register.by_player[answer.choice]
    return _decided(register, line, name, member, fields, answer.taken)


def _decided(
    register: _MemberRegister,
    line: UploadLine,
    name: str,
    member: Membership | None,
    fields: Cleaned,
    taken: Collection[str],
) -> PlannedMember:
    """A line of which it is known whom it means; ``taken`` are the differences to be taken over."""
    number = fields.get("number", "")
    holder = register.by_number.get(number)
    if number and holder and holder is not member:
        raise ValidationError(
            _("Die Mitgliedsnummer %(number)s hat schon %(player)s.") % {"number": number, "player": holder.player}
        )
    if number and number in register.numbers:
        raise ValidationError(
            _("Die Mitgliedsnummer %(number)s steht schon in Zeile %(line)s.")
            % {"number": number, "line": register.numbers[number]}
        )
    _refuse_pass(register, line, member, fields.get("federation_number", ""))
    key = (fold(name), fields.get("birth_year"), number)
    earlier = register.met.get(member.pk) if member else register.added.get(key)
    if earlier:
        raise ValidationError(_("Steht schon in Zeile %(line)s.") % {"line": earlier})
    if member is None:
        _check(Player(**{name: fields[name] for name in _PLAYER_FIELDS if name in fields}))
        register.added[key] = line.number
    else:
        register.met[member.pk] = line.number
    if number:
        register.numbers[number] = line.number
    if member is None:
        return PlannedMember(line.number, name, Becomes.NEW, None, fields, ", ".join(_told(fields)))
    said = dict(_changes(member, fields))
    changes = {key: value for key, value in said.items() if key in taken or not _held(member, key)}
    _check_changed(member, changes)
    differences = _differences(member, fields)
    says = "; ".join(_told_change(member, key, value) for key, value in changes.items())
    left = any(key not in changes for key in said)
    becomes = Becomes.CHANGED if changes else Becomes.DIFFERS if left else Becomes.PRESENT
    return PlannedMember(line.number, name, becomes, member, changes, says, differences=differences)


def _refuse_pass(register: _MemberRegister, line: UploadLine, member: Membership | None, number: str) -> None:
    """Refuse a pass number that somebody else has, here, in another club or in an earlier line."""
    own = member.player.federation_number if member else ""
    if not number or own.upper() == number.upper():
        return
    if number.upper() in register.passes:
        raise ValidationError(str(PASS_TAKEN))
    if earlier := register.new_passes.setdefault(number.upper(), line.number) - line.number:
        words = {"number": number, "line": line.number + earlier}
        raise ValidationError(_("Die Verbandsnummer %(number)s steht schon in Zeile %(line)s.") % words)


def _find(register: _MemberRegister, fields: Cleaned) -> tuple[Membership | None, str, list[Membership]]:
    """Who of the register is meant; or why that is doubtful, and who could be."""
    name, year = fold(f"{fields['first_name']} {fields['last_name']}"), fields.get("birth_year")
    numbered = [register.by_number[number]] if (number := fields.get("number", "")) in register.by_number else []
    numbered += register.by_federation.get(fields.get("federation_number", ""), [])
    for member in numbered:
        if fold(member.player.name) == name:
            return member, "", []
    if numbered:
        return None, _("Die Nummer gehört im Register zu einem anderen Namen."), numbered
    same = register.by_name.get(name, [])
    certain = [member for member in same if member.player.birth_year == year]
    if len(same) == 1 and certain:
        return certain[0], "", []
    if len(certain) == 1 and year:
        return certain[0], "", []
    if len(same) > 1:
        return None, _("Im Register stehen mehrere dieses Namens."), same
    if same:
        return None, _("Im Register steht jemand dieses Namens, das Geburtsjahr stimmt nicht überein."), same
    turned = register.by_name.get(fold(f"{fields['last_name']} {fields['first_name']}"), [])
    if turned:
        return None, _("Im Register steht jemand mit Vor- und Nachnamen in anderer Reihenfolge."), turned
    return None, "", []


def _may_be(member: Membership, fields: Cleaned) -> bool:
    """Whether nothing speaks against this member but what is unknown."""
    names = [fields["first_name"], fields["last_name"]]
    same_name = fold(member.player.name) in {fold(" ".join(names)), fold(" ".join(reversed(names)))}
    return same_name and (not member.player.birth_year or not fields.get("birth_year"))


def _described(member: Membership) -> str:
    """A member so that two of one name can be told apart."""
    about = [str(member.player.birth_year)] if member.player.birth_year else []
    about += [_("Nr. %(number)s") % {"number": member.number}] if member.number else []
    return f"{member.player} ({', '.join(about)})" if about else str(member.player)


def _read(cells: Mapping[str, str]) -> Cleaned:
    """The cells as the services take them; raises ValidationError for what cannot be understood."""
    first, last = split_name(dict(cells))
    if not (first and last):
        raise ValidationError(_("Es fehlt der Vor- oder der Nachname."))
    fields: Cleaned = {"first_name": first, "last_name": last}
    for key, column in (
        ("number", "mitgliedsnummer"),
        ("federation_number", "verbandsnummer"),
        ("pseudonym", "pseudonym"),
    ):
        if column in cells:
            fields[key] = cells[column]
    if text := cells.get("geburtsjahr"):
        found = _YEAR.fullmatch(text)
        if not found:
            raise ValidationError(_("„%(text)s“ ist kein Geburtsjahr.") % {"text": text[:20]})
        fields["birth_year"] = int(found[1])
    for key, (column, refusal) in _TEXTS.items():
        if text := cells.get(column):
            known = _WORDS[key].get(fold(text))
            if known is None:
                raise ValidationError(refusal % {"text": text[:20]})
            fields[key] = known
    if fields.get("pseudonym") and "publication" not in fields:
        fields["publication"] = Publication.PSEUDONYM.value
    return fields


def _check(player: Player) -> None:
    """Refuse what the register would refuse; its constraints are asked here, since the database would be every time."""
    player.clean_fields(exclude=["sort_key"])
    if player.publication == Publication.PSEUDONYM and not player.pseudonym:
        raise ValidationError(_("Wer unter Pseudonym erscheint, braucht eines; bitte eintragen."))


def _check_changed(member: Membership, changes: Cleaned) -> None:
    """Refuse changes the register would refuse; the member stays as it is."""
    old = member.player
    kept = {name: getattr(old, name) for name in _PLAYER_FIELDS}
    _check(Player(**{**kept, **{name: value for name, value in changes.items() if name != "number"}}))


def _changes(member: Membership, fields: Cleaned) -> Iterator[tuple[str, object]]:
    """What the line says otherwise than the register."""
    for key, value in fields.items():
        if value != _held(member, key):
            yield key, value


def _differences(member: Membership, fields: Cleaned) -> list[LineChoice]:
    """Where the register says something, and the line something else."""
    return [
        LineChoice(key, _told_change(member, key, value))
        for key, value in _changes(member, fields)
        if _held(member, key)
    ]


def _held(member: Membership, key: str) -> object:
    """What the register says."""
    return member.number if key == "number" else getattr(member.player, key)


def _told(fields: Cleaned) -> Iterator[str]:
    """What a new player brings besides the name."""
    for key, value in fields.items():
        if key not in {"first_name", "last_name"}:
            yield f"{_title(key)} {_shown(key, value)}"


def _told_change(member: Membership, key: str, value: object) -> str:
    return f"{_title(key)}: {_shown(key, _held(member, key)) or '–'} → {_shown(key, value)}"


def _title(key: str) -> str:
    model = Membership if key == "number" else Player
    return label_of(model, key)


def _shown(key: str, value: object) -> str:
    labels = {"gender": Gender, "category": AgeClass, "publication": Publication}.get(key)
    return str(labels(value).label) if labels and value else str(value or "")


def _store(club: Club, planned: PlannedMember, licences: LicenceColumn) -> None:
    member = planned.member
    if planned.becomes == Becomes.NEW:
        member = add_player(club, **planned.fields)
    elif planned.becomes == Becomes.CHANGED and member and planned.fields:
        kept = {name: getattr(member, name) for name in ("number", "first_day", "last_day")}
        change_player(member, **{**kept, **planned.fields})
    if planned.licence and member:
        licences.give(member, planned.licence)
