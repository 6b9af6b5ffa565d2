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
==================  ==================================================================================================

* **D** Somebody is known by the member number or the federation number, if the name fits, or by name and year of birth:
  one player of the same name whose year is the same, or unknown to both. Everything else that could be somebody known
  is asked: a number under another name, several of one name, another year or one known to only one side.
* **D** A filled cell replaces what the register says, an empty one changes nothing.
* **D** A line with a mistake is left out as a whole, the others are stored.
* **D** Players of other clubs are not looked at: their registers are none of this club's business.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.exchange.uploads.mapping import Field, Layout, Line, split_name
from skatliga.exchange.uploads.planning import Answers, Becomes, Choice, LineOutcome
from skatliga.people.models import Category, Club, Gender, Membership, Player, Publication
from skatliga.people.names import fold
from skatliga.people.queries import members
from skatliga.people.services import add_player, change_player

LAYOUT: Final = Layout(
    fields=(
        Field("name", gettext_lazy("Name"), ("spieler", "mitglied", "player", "fullname")),
        Field("vorname", gettext_lazy("Vorname"), ("firstname", "givenname", "rufname")),
        Field("nachname", gettext_lazy("Nachname"), ("familienname", "zuname", "lastname", "surname")),
        Field(
            "mitgliedsnummer",
            gettext_lazy("Mitgliedsnummer"),
            ("mitgliedsnr", "mitgliednr", "mitglnr", "mnr", "nr", "nummer", "memberno", "membernumber", "number"),
        ),
        Field(
            "verbandsnummer",
            gettext_lazy("Verbandsnummer"),
            ("verbandsnr", "passnummer", "passnr", "spielernummer", "dskvnr", "dskvnummer", "federationnumber"),
        ),
        Field(
            "geburtsjahr",
            gettext_lazy("Geburtsjahr"),
            ("gebjahr", "jahrgang", "jg", "geburtsdatum", "gebdatum", "geboren", "birthyear", "yearofbirth", "born"),
        ),
        Field("geschlecht", gettext_lazy("Damen oder Herren"), ("damenherren", "mw", "wm", "gender", "sex")),
        Field("altersklasse", gettext_lazy("Altersklasse"), ("klasse", "category", "ageclass")),
        Field("oeffentlich", gettext_lazy("Veröffentlichung"), ("publication",)),
        Field("pseudonym", gettext_lazy("Pseudonym"), ("alias", "nickname", "spitzname")),
    ),
    needs=(frozenset({"name"}), frozenset({"vorname", "nachname"})),
)
NEW: Final = "new"
SKIP: Final = "skip"
_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "gender": {
        **dict.fromkeys(("d", "w", "f", "damen", "dame", "frau", "weiblich", "female"), Gender.DAMEN.value),
        **dict.fromkeys(("h", "m", "herren", "herr", "mann", "maennlich", "male"), Gender.HERREN.value),
    },
    "category": {
        **dict.fromkeys(("schueler",), Category.SCHUELER.value),
        **dict.fromkeys(("jugend", "jugendliche"), Category.JUGEND.value),
        **dict.fromkeys(("junioren", "junior", "juniorin"), Category.JUNIOREN.value),
        **dict.fromkeys(("senioren", "senior", "seniorin"), Category.SENIOREN.value),
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
class Planned:
    """One line with the member it means; `fields` are those that the services take."""

    line: int
    name: str
    becomes: Becomes
    member: Membership | None = None
    fields: dict[str, Any] = field(default_factory=dict)
    says: str = ""
    choices: list[Choice] = field(default_factory=list)
    proposed: str = ""

    @property
    def outcome(self) -> LineOutcome:
        """As it is told."""
        return LineOutcome(self.line, self.name, self.becomes, self.says, tuple(self.choices), self.proposed)


class Players:
    """The import into the register of one club."""

    layout = LAYOUT

    def __init__(self, club: Club) -> None:
        self.club = club

    def plan(self, lines: Sequence[Line], answers: Answers) -> list[LineOutcome]:
        return [each.outcome for each in _plan(self.club, lines, answers)]

    @transaction.atomic
    def store(self, lines: Sequence[Line], answers: Answers, user: Any) -> list[LineOutcome]:
        Club.objects.select_for_update().get(pk=self.club.pk)
        outcomes = []
        for each in _plan(self.club, lines, answers):
            try:
                with transaction.atomic():
                    _store(self.club, each)
            except ValidationError as refusal:
                each.becomes, each.says, each.choices = Becomes.REFUSED, " ".join(refusal.messages), []
            outcomes.append(each.outcome)
        return outcomes


class _Register:
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
        self.numbers: dict[str, int] = {}
        """The line in which a member number was met."""
        for member in members(club):
            self.by_name.setdefault(fold(member.player.name), []).append(member)
            self.by_player[str(member.player_id)] = member
            if member.number:
                self.by_number[member.number] = member
            if member.player.federation_number:
                self.by_federation.setdefault(member.player.federation_number, []).append(member)


def _plan(club: Club, lines: Sequence[Line], answers: Answers) -> list[Planned]:
    """What becomes of every line; nothing is stored."""
    register = _Register(club)
    planned = []
    for line in lines:
        name = " ".join(split_name(line.cells)).strip()
        try:
            each = _plan_line(register, line, name, answers.get(line.number, ""))
        except ValidationError as refusal:
            each = Planned(line.number, name, Becomes.REFUSED, says=" ".join(refusal.messages))
        planned.append(each)
    return planned


def _plan_line(register: _Register, line: Line, name: str, answer: str) -> Planned:
    fields = _read(line.cells)
    member, doubt, candidates = _find(register, fields)
    choices = [Choice(str(each.player_id), _("ist %(player)s") % {"player": _described(each)}) for each in candidates]
    if doubt:
        number = fields.get("number", "")
        if number not in register.by_number:
            choices.append(Choice(NEW, _("neuer Spieler")))
        choices.append(Choice(SKIP, _("auslassen")))
        if answer not in {choice.value for choice in choices}:
            proposed = choices[0].value if len(candidates) == 1 and _may_be(candidates[0], fields) else ""
            return Planned(line.number, name, Becomes.ASKED, None, fields, doubt, choices, proposed)
        if answer == SKIP:
            return Planned(line.number, name, Becomes.REFUSED, says=_("ausgelassen"))
        member = None if answer == NEW else register.by_player[answer]
    return _decided(register, line, name, member, fields)


def _decided(register: _Register, line: Line, name: str, member: Membership | None, fields: dict[str, Any]) -> Planned:
    """A line of which it is known whom it means."""
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
        return Planned(line.number, name, Becomes.NEW, None, fields, ", ".join(_told(fields)))
    changes = dict(_changes(member, fields))
    _check_changed(member, changes)
    says = "; ".join(_told_change(member, key, value) for key, value in changes.items())
    return Planned(line.number, name, Becomes.CHANGED if changes else Becomes.PRESENT, member, changes, says)


def _find(register: _Register, fields: Mapping[str, Any]) -> tuple[Membership | None, str, list[Membership]]:
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
    return None, "", []


def _may_be(member: Membership, fields: Mapping[str, Any]) -> bool:
    """Whether nothing speaks against this member but what is unknown."""
    same_name = fold(member.player.name) == fold(f"{fields['first_name']} {fields['last_name']}")
    return same_name and (not member.player.birth_year or not fields.get("birth_year"))


def _described(member: Membership) -> str:
    """A member so that two of one name can be told apart."""
    about = [str(member.player.birth_year)] if member.player.birth_year else []
    about += [_("Nr. %(number)s") % {"number": member.number}] if member.number else []
    return f"{member.player} ({', '.join(about)})" if about else str(member.player)


def _read(cells: Mapping[str, str]) -> dict[str, Any]:
    """The cells as the services take them; raises ValidationError for what cannot be understood."""
    first, last = split_name(dict(cells))
    if not (first and last):
        raise ValidationError(_("Es fehlt der Vor- oder der Nachname."))
    fields: dict[str, Any] = {"first_name": first, "last_name": last}
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


def _check_changed(member: Membership, changes: Mapping[str, Any]) -> None:
    """Refuse changes the register would refuse; the member stays as it is."""
    old = member.player
    kept = {name: getattr(old, name) for name in _PLAYER_FIELDS}
    _check(Player(**{**kept, **{name: value for name, value in changes.items() if name != "number"}}))


def _changes(member: Membership, fields: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What the line says otherwise than the register."""
    for key, value in fields.items():
        held = member.number if key == "number" else getattr(member.player, key)
        if value != held:
            yield key, value


def _told(fields: Mapping[str, Any]) -> Iterator[str]:
    """What a new player brings besides the name."""
    for key, value in fields.items():
        if key not in {"first_name", "last_name"}:
            yield f"{_title(key)} {_shown(key, value)}"


def _told_change(member: Membership, key: str, value: Any) -> str:
    held = member.number if key == "number" else getattr(member.player, key)
    return f"{_title(key)}: {_shown(key, held) or '–'} → {_shown(key, value)}"


def _title(key: str) -> str:
    model = Membership if key == "number" else Player
    return str(model._meta.get_field(key).verbose_name)


def _shown(key: str, value: Any) -> str:
    labels = {"gender": Gender, "category": Category, "publication": Publication}.get(key)
    return str(labels(value).label) if labels and value else str(value or "")


def _store(club: Club, planned: Planned) -> None:
    if planned.becomes == Becomes.NEW:
        add_player(club, **planned.fields)
    elif planned.becomes == Becomes.CHANGED and planned.member:
        member = planned.member
        changes = {"number": member.number, "league_club": member.league_club, **planned.fields}
        change_player(member, **changes)
