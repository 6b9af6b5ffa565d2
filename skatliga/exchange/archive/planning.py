"""What would become of an archive here: who is known already, and how much is new. Nothing is stored."""

from collections import defaultdict
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.db import connection
from django.utils.translation import gettext as _

from skatliga.exchange.archive.kinds import BY_NAME, KINDS, Values
from skatliga.exchange.archive.presence import here_already, sentences
from skatliga.exchange.archive.reading import read_records
from skatliga.exchange.archive.recognising import Known, known_clubs, known_people, known_players
from skatliga.exchange.archive.unpacking import Unpacked
from skatliga.people.models import Club

Records = dict[int, Values]


@dataclass(slots=True)
class Plan:
    """Who of an archive is known here; the records of people, clubs and players by their numbers."""

    people: Records
    clubs: Records
    players: Records
    known: dict[str, Known] = field(default_factory=dict)
    """Keys here by kind and number."""


def plan(archive: Unpacked) -> Plan:
    """Read who is in the archive, and recognise whom it can mean here."""
    made = Plan(_read(archive, "people"), _read(archive, "clubs"), _read(archive, "players"))
    if not made.clubs or (archive.manifest.what == "event" and archive.count(BY_NAME["events"]) != 1):
        raise ValidationError(_("Das Archiv sagt nicht, wessen Archiv es ist: Verein oder Veranstaltung fehlen."))
    made.known["people"] = known_people(made.people)
    made.known["clubs"] = clubs = known_clubs(made.clubs)
    registers: dict[int, list[int]] = defaultdict(list)
    for _place, member in read_records(archive, BY_NAME["memberships"]):
        if club := clubs.get(member["club"]):
            registers[member["player"]].append(club)
    made.known["players"] = known_players(made.players, registers)
    return made


def _read(archive: Unpacked, name: str) -> Records:
    return {number: values for number, (_place, values) in enumerate(read_records(archive, BY_NAME[name]), 1)}


@dataclass(frozen=True, slots=True)
class Preview:
    """What is in an archive and what would become of it here, as a page tells it; kept as JSON."""

    what: str
    """event or club."""
    name: str
    made_at: str
    contents: list[tuple[str, int]]
    """How many there are of what people know by a name."""
    known_clubs: list[tuple[str, str]]
    """What a club is called in the archive, and here."""
    new_clubs: list[str]
    known_players: int
    new_players: int
    missing: int
    """Pictures whose files were missing when the archive was made."""
    present: list[str]
    """Sentences about what is here already and would be here twice."""
    blocks: bool
    """Whether nobody else can store anything while it is written."""


def preview(archive: Unpacked) -> Preview:
    """What would become of an archive here; ValidationError for one that says nothing sensible of its clubs."""
    made, manifest = plan(archive), archive.manifest
    names = dict(Club.objects.filter(pk__in=made.known["clubs"].values()).values_list("pk", "name"))
    known_players = len(made.known["players"])
    return Preview(
        what=manifest.what,
        name=manifest.name,
        made_at=manifest.made_at,
        contents=_contents(archive),
        known_clubs=[(made.clubs[number]["name"], names[key]) for number, key in made.known["clubs"].items()],
        new_clubs=[record["name"] for number, record in made.clubs.items() if number not in made.known["clubs"]],
        known_players=known_players,
        new_players=len(made.players) - known_players,
        missing=len(manifest.missing),
        present=sentences(here_already(archive)),
        blocks=connection.vendor == "sqlite",
    )


def _contents(archive: Unpacked) -> list[tuple[str, int]]:
    metas = {kind: kind.model._meta for kind in KINDS if not kind.tracked}
    named = [
        kind for kind, meta in metas.items() if "verbose_name_plural" in meta.original_attrs and not meta.auto_created
    ]
    return [(str(kind.model._meta.verbose_name_plural), archive.count(kind)) for kind in named if archive.count(kind)]
