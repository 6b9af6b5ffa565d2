"""Teams, Tandems and Mixed, and who does not want to sit at one table; each function is one transaction.

They are typed a line each: the name, a colon, and the players by start number or by name.

    Herz Buben: 3 7 12 15
    Karo Damen: Anna Ärmel, Bert Brandt, 9, 11

* **D** A team may lack players, also for good; rankings and pages say so.
* **D** From the first list on, who plays for whom is changed only with a reason, which the history keeps; a new team of
  players counts as such a change, another name does not. For players entered from a file the file is the reason.
* **D** A Mixed is one lady and one gentleman; refused is only what the register knows to be otherwise.
"""

from collections.abc import Iterator, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from skatliga.events.models import Apart, Entry, Event, Team, TeamMember
from skatliga.events.queries import find_entries
from skatliga.history import explain
from skatliga.people.names import fold
from skatliga.publication import changing, open_to_change


def create_teams(event: Event, kind: Team.Kind, text: str, reason: str = "") -> list[Team]:
    """A team for every line, or a refusal with everything that is wrong with the lines."""
    with changing(event) as stored:
        entries = _entries(stored)
        created, findings = [], []
        for line in filter(str.strip, text.splitlines()):
            try:
                team = Team(event=stored, kind=kind)
                _write(team, line, entries, reason)
                created.append(team)
            except ValidationError as refusal:
                findings += refusal.messages
        if findings:
            raise ValidationError(findings)
        return created


def change_team(team: Team, line: str, reason: str = "") -> Team:
    """Another name or other players for a team."""
    with changing(team.event) as event:
        _write(team, line, _entries(event), reason)
        return team


def delete_team(team: Team, reason: str = "") -> None:
    """Dissolve a team; its players go on taking part."""
    with changing(team.event):
        _set_players(team, [], reason)
        team.delete()


def set_team(event: Event, entry: Entry, kind: Team.Kind, team: Team | None, reason: str = "") -> None:
    """Let somebody play for this team, or for none, instead of the team of this kind so far."""
    with changing(event):
        current = Team.objects.filter(kind=kind, members__entry=entry).first()
        if team == current:
            return
        if current:
            _set_players(current, [player for player in _players(current) if player != entry], reason)
        if team:
            players = [*_players(team), entry]
            _refuse(_check_players(team, players))
            _set_players(team, players, reason)


@transaction.atomic
def keep_apart(event: Event, text: str) -> list[Apart]:
    """A pair for every line, two players each, who are not seated at one table."""
    stored = open_to_change(event)
    entries = _entries(stored)
    pairs, findings = [], []
    for line in filter(str.strip, text.splitlines()):
        try:
            players = sorted(set(_read_players(line, entries)), key=lambda entry: entry.pk)
            if len(players) != 2:
                raise ValidationError(
                    _("„%(line)s“: Bitte zwei verschiedene Teilnehmer je Zeile angeben.") % {"line": line.strip()[:60]}
                )
            pairs.append(Apart.objects.get_or_create(event=stored, one=players[0], other=players[1])[0])
        except ValidationError as refusal:
            findings += refusal.messages
    _refuse(findings)
    return pairs


@transaction.atomic
def drop_wish(pair: Apart) -> None:
    """The two may sit at one table again."""
    open_to_change(pair.event)
    pair.delete()


def line_of(team: Team, players: Sequence[Entry]) -> str:
    """The line with which a team could be typed again."""
    return f"{team.name}: {' '.join(str(player.start_number) for player in players)}".strip()


def _entries(event: Event) -> list[Entry]:
    return list(event.entries.select_related("player"))


def _write(team: Team, line: str, entries: Sequence[Entry], reason: str) -> None:
    """Give a team the name and the players of a line."""
    name, _colon, typed = " ".join(line.split()).rpartition(":") if ":" in line else (line.strip(), "", "")
    team.name = name.strip()
    if not team.name:
        raise ValidationError(_("Bitte den Namen, dann einen Doppelpunkt und die Spieler: Herz Buben: 3 7 12 15"))
    for other in team.event.teams.filter(kind=team.kind).exclude(pk=team.pk):
        if fold(other.name) == fold(team.name):
            raise ValidationError(_("„%(name)s“ gibt es schon.") % {"name": other.name})
    players = _read_players(typed, entries)
    _refuse(_check_players(team, players))
    team.full_clean()
    team.save()
    _set_players(team, players, reason)


def _players(team: Team) -> list[Entry]:
    return [member.entry for member in team.members.select_related("entry__player")]


def _set_players(team: Team, players: Sequence[Entry], reason: str) -> None:
    """Let exactly these play for a stored team; refused without a reason once there are lists."""
    members = list(team.members.select_related("entry"))
    known = {member.entry_id for member in members}
    gone = [member for member in members if member.entry not in players]
    new = [TeamMember(team=team, kind=team.kind, entry=player) for player in players if player.pk not in known]
    explained = (gone or new) and team.event.rounds.filter(started_at__isnull=False).exists()
    if explained and not reason.strip():
        raise ValidationError(
            _("„%(team)s“: Es gibt schon Listen. Bitte begründen, warum jetzt andere für sie spielen.")
            % {"team": team.name}
        )
    for member in (*gone, *new):
        explain(member, reason.strip() if explained else None)
    for member in gone:
        member.delete()
    for member in new:
        member.save()


def _read_players(typed: str, entries: Sequence[Entry]) -> list[Entry]:
    """The players of a line, separated by commas; start numbers alone also by spaces."""
    words = typed.replace(",", " ").split()
    parts = words if all(word.isdigit() for word in words) else [part.strip() for part in typed.split(",")]
    findings, players = [], []
    for part in filter(None, parts):
        found = find_entries(entries, part)
        if len(found) == 1:
            players += found
        elif found:
            names = ", ".join(str(entry) for entry in found[:5])
            findings.append(
                _("„%(part)s“ kann mehrere meinen: %(names)s. Bitte die Startnummer angeben.")
                % {"part": part, "names": names}
            )
        else:
            findings.append(
                _("„%(part)s“ nimmt nicht teil. Bitte eine Startnummer oder einen Namen angeben.") % {"part": part}
            )
    _refuse(findings)
    return players


def _check_players(team: Team, players: Sequence[Entry]) -> Iterator[str]:
    """Every sentence there is to say against these players in one team."""
    for number, player in enumerate(players):
        if player in players[:number]:
            yield _("%(player)s steht zweimal in „%(team)s“.") % {"player": player, "team": team.name}
    if len(players) > team.size:
        yield _("„%(team)s“ hätte %(number)s Spieler; höchstens %(size)s sind möglich.") % {
            "team": team.name,
            "number": len(players),
            "size": team.size,
        }
    elsewhere = TeamMember.objects.filter(kind=team.kind, entry__in=players).exclude(team=team.pk)
    for member in elsewhere.select_related("team", "entry"):
        yield _("%(player)s spielt schon für „%(team)s“.") % {"player": member.entry, "team": member.team.name}
    genders = [player.player.gender for player in players if player.player and player.player.gender]
    if team.kind == Team.Kind.MIXED and len(genders) > len(set(genders)):
        yield _("„%(team)s“: Zu einem Mixed gehören eine Dame und ein Herr.") % {"team": team.name}


def _refuse(findings: Iterator[str] | Sequence[str]) -> None:
    if sentences := list(findings):
        raise ValidationError(sentences)
