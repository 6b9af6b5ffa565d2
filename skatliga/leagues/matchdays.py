"""A match-day group while it is played: seats for all Serien at once, late players, exchanges, signatures.

Every table has at most one player of a team; nobody meets the same opponent twice as long as that can be.

* **D** A team begins with three or four players. Three teams, one of them of three, would leave two at a table: refused
  with what is possible, all with three.
* **D** A late player joins the running Serie where a table of three has none of his team and its list is not open yet,
  so that no other table changes. Otherwise he plays from the next Serie on, and the Serien not begun are drawn again.
* **D** Who is exchanged leaves the line-up for the rest of the day, and may come back for somebody by another exchange.
* **D** A list names one substitute a seat, so a second exchange on a seat within a Serie is refused; it is noted on the
  Spielbericht by hand.
* **D** An exchange within a Serie leaves its result with the player who began it; team sums are not touched by it.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.fixtures import seat_group, split_group
from scoring.seating import draw
from skatliga.events.draw_field import current_seating, field_of, to_tables
from skatliga.events.models import Entry, Event, Round, Seat, TeamMember
from skatliga.events.models import Team as EventTeam
from skatliga.events.services import readmit, seat_round, withdraw
from skatliga.events.teams import create_teams, delete_team
from skatliga.history import demand, demand_reason, explain, save
from skatliga.leagues.lineups import clear, demand_in_squad, enter, fewest_of, has_begun, prepare
from skatliga.leagues.models import Exchange, Group, GroupTeam, LineupPlace
from skatliga.lists.models import Sheet, Substitution, is_live
from skatliga.lists.seat_changes import substitute
from skatliga.lists.services import Change
from skatliga.people.models import Player, User
from skatliga.publication import bump_version, changing, open_to_change

FULL_TABLE = 4

LATE = "Nachzügler"
"""Why somebody joins a team that has begun; stands in the history as it is."""


def begin(group: Group) -> None:
    """The group begins: every team becomes one of the event, and all Serien get their seats."""
    with changing(group.matchday.division.season):
        event = open_to_change(prepare(group))
        demand(not has_begun(group), _("Diese Gruppe hat schon Plätze."))
        playing, fewest = _playing(group), fewest_of(group.matchday.division.season)
        for left in group.teams.exclude(pk__in=[member.pk for member in playing]):
            clear(left)  # it withdrew after its line-up was named
        lineups = {member.pk: list(member.lineup.select_related("entry", "player")) for member in playing}
        short = [member.team.name for member in playing if len(lineups[member.pk]) < fewest]
        demand(
            not short,
            *(
                _("„%(team)s“: Mindestens %(number)s Spieler aufstellen oder die Mannschaft als fehlend melden.")
                % {"team": name, "number": fewest}
                for name in short
            ),
        )
        sizes = _sizes([len(lineup) for lineup in lineups.values()], fewest)
        lines = []
        for member in playing:
            demand_in_squad(member, [place.player for place in lineups[member.pk]])
            numbers = " ".join(str(place.entry.start_number) for place in lineups[member.pk])
            lines.append(f"{member.team.name}: {numbers}")
        create_teams(event, EventTeam.Kind.TEAM, "\n".join(lines))
        _draw(event, sizes, list(event.rounds.all()))


def take_seats_back(group: Group) -> None:
    """Nobody sits anywhere any more, and the line-ups may be changed; as long as no list is open."""
    with changing(group.matchday.division.season):
        if group.event is None:
            raise ValidationError(_("Diese Gruppe hat noch nicht angefangen."))
        event = open_to_change(group.event)
        demand(
            not Exchange.objects.filter(group_team__group=group).exists(),
            _("In dieser Gruppe wurde schon gewechselt; die Plätze bleiben."),
        )
        for round in event.rounds.all():
            seat_round(round, {}, reason=_("Plätze zurückgenommen"))
        for team in event.teams.all():
            delete_team(team)


def join_late(member: GroupTeam, player: Player) -> int:
    """The last player of a team that began with one less; returns the Serie from which on he plays.

    Refused where every Serie has begun and no table can take him without another one changing.
    """
    with changing(member.group.matchday.division.season) as season:
        event, size = open_to_change(prepare(member.group)), season.counts_by.size
        demand(has_begun(member.group), _("Die Gruppe hat noch nicht angefangen; bitte die Aufstellung ändern."))
        _demand_not_binding(member.group)
        demand_in_squad(member, [player])
        taken = set(member.lineup.values_list("position", flat=True))
        free = [position for position in range(1, size + 1) if position not in taken]
        demand(
            member.lineup.filter(entry__withdrawn=False).count() < size and bool(free),
            _("„%(team)s“ ist vollzählig; wer jetzt kommt, wird für jemanden eingewechselt.")
            % {"team": member.team.name},
        )
        place = _place_of(member, event, player, LATE)
        place.position = place.position or free[0]
        save(place)
        rounds = list(event.rounds.all())
        ahead = [round for round in rounds if not round.started_at]
        running = next((round for round in reversed(rounds) if round.started_at), None)
        joined = running is not None and _sit_down(running, member, place.entry)
        demand(
            joined or bool(ahead),
            _("Die letzte Serie läuft schon, und kein Tisch kann jetzt noch jemanden aufnehmen."),
        )
        if ahead:
            active = [each.lineup.filter(entry__withdrawn=False).count() for each in _playing(member.group)]
            _draw(event, _sizes(active, fewest_of(season)), ahead)
            for round in ahead:
                _seat_until_exchanged(round, member.group)
        return running.number if running and joined else ahead[0].number


def exchange(
    member: GroupTeam, out: LineupPlace, player: Player, serie: int, deal: int, reason: str, user: User | None
) -> Exchange:
    """Somebody comes in for another one of the team, from a deal of a Serie on (1: from its beginning).

    Within a Serie the list must be open, for it says from which deal on; at its beginning it must not be.
    """
    with changing(member.group.matchday.division.season):
        event = open_to_change(prepare(member.group))
        demand_reason(reason)
        _demand_not_binding(member.group)
        demand_in_squad(member, [player])
        demand(
            out.group_team_id == member.pk and not out.entry.withdrawn,
            _("%(player)s spielt gerade nicht für diese Mannschaft.") % {"player": out.player.name},
        )
        rounds = [round for round in event.rounds.all() if round.number >= serie]
        demand(bool(rounds) and serie >= 1, _("Diese Serie gibt es nicht."))
        first, *later = rounds
        _demand_seat(first, out.entry)
        place = _place_of(member, event, player, reason)
        if deal > 1:
            _take_over(first, out.entry, place.entry, deal, reason, user)
        else:
            _change_seat(first, out.entry, place.entry)
        for round in later:
            _change_seat(round, out.entry, place.entry)
        withdraw(out.entry, reason)
        listed = Exchange(
            group_team=member, out=out.entry, into=place.entry, serie=serie, deal=deal, reason=reason.strip(), by=user
        )
        save(listed, user, reason)
        return listed


@transaction.atomic
def sign(member: GroupTeam, name: str, user: User | None, reason: str = "") -> None:
    """The captain signs the Spielbericht: a name and the time. Signing again changes nothing."""
    season = open_to_change(member.group.matchday.division.season)
    demand(bool(name.strip()), _("Bitte den Namen angeben, mit dem unterschrieben wird."))
    demand(has_begun(member.group), _("Es gibt noch nichts zu unterschreiben."))
    _demand_not_binding(member.group)
    stored = GroupTeam.objects.get(pk=member.pk)
    if not stored.signed_by:
        stored.signed_by, stored.signed_at = name.strip(), timezone.now()
        save(stored, user, reason)
        bump_version(season)


def unsign(member: GroupTeam, user: User | None) -> None:
    """A signature was noted for the wrong team; the history keeps it."""
    with changing(member.group.matchday.division.season):
        _demand_not_binding(member.group)
        member.signed_by, member.signed_at = "", None
        save(member, user)


def _demand_not_binding(group: Group) -> None:
    demand(
        not group.binding_at, _("Das Ergebnis ist verbindlich; Aufstellung und Unterschriften bleiben, wie sie sind.")
    )


def _playing(group: Group) -> list[GroupTeam]:
    members = group.teams.select_related("team")
    return [member for member in members if member.plays_on(group.matchday.number)]


def _sizes(players: Sequence[int], fewest: int) -> tuple[int, ...]:
    """The tables for so many players of each team; refused with what would be possible."""
    try:
        return split_group(players)
    except ValueError as impossible:
        raise ValidationError(_best_alternative(players, fewest)) from impossible


def _best_alternative(players: Sequence[int], fewest: int) -> str:
    """The sentence that refuses such line-ups and names those that would do."""
    words = {"fewest": str(fewest), "lineups": "-".join(str(number) for number in sorted(players, reverse=True)) or "0"}
    try:
        words["tables"] = "-".join(map(str, split_group([min(number, fewest) for number in players])))
    except ValueError:
        return _("Aufgestellt sind %(lineups)s Spieler; daraus lassen sich keine Tische bilden.") % words
    return (
        _(
            "Aufgestellt sind %(lineups)s Spieler; das ergibt keine Tische zu viert und zu dritt mit je einem Spieler"
            " einer Mannschaft. Es geht, wenn jede Mannschaft mit %(fewest)s spielt: Tische zu %(tables)s."
        )
        % words
    )


def _draw(event: Event, sizes: tuple[int, ...], rounds: Sequence[Round]) -> None:
    """Seat these Serien, one after the other, by the event's lot; the first by the rule for groups, where it fits."""
    for round in rounds:
        round.event = event
        field = field_of(round, sizes)
        if round.number == 1:
            lot = Random(event.seed)
            present = [[int(player) for player in team if player in field.players] for team in field.wishes.teams]
            drawn_places = [lot.sample(team, len(team)) for team in present]
            field = replace(field, plan=seat_group(drawn_places, field.rounds))
        drawn = draw(field, f"{event.seed}/{round.number}")
        seat_round(round, to_tables(drawn.seating), drawn.plan)


def _place_of(member: GroupTeam, event: Event, player: Player, reason: str) -> LineupPlace:
    """The place of somebody who comes in, new or from earlier on this day; the reason goes into the team's history."""
    place = member.lineup.select_related("entry").filter(player=player).first()
    if place is None:
        # Found by its players, for it may have got another name since.
        mates = TeamMember.objects.filter(kind=EventTeam.Kind.TEAM, entry__lineup_place__group_team=member)
        mate = mates.select_related("team").first()
        [place] = enter(member, event, [player])
        if mate:
            joined = TeamMember(team=mate.team, kind=mate.kind, entry=place.entry)
            explain(joined, reason)
            joined.save()
        return place
    demand(place.entry.withdrawn, _("%(player)s spielt schon mit.") % {"player": player.name})
    readmit(place.entry)
    place.entry.refresh_from_db()
    return place


def _sit_down(round: Round, member: GroupTeam, entry: Entry) -> bool:
    """Give a late player the fourth seat of a table without his team whose list is not open; whether there was one."""
    mates = set(member.lineup.values_list("entry", flat=True))
    for table in round.tables.prefetch_related("seats", "sheets"):
        seats = list(table.seats.all())
        opened = any(sheet.state != Sheet.State.ANNULLED for sheet in table.sheets.all())
        if len(seats) == FULL_TABLE - 1 and not opened and not mates.intersection(seat.entry_id for seat in seats):
            Seat.objects.create(round=round, table=table, number=FULL_TABLE, entry=entry)
            return True
    return False


def _seat_until_exchanged(round: Round, group: Group) -> None:
    """Give back their seats to those who are exchanged in a later Serie only; the draw knows who plays in the end."""
    later = Exchange.objects.filter(group_team__group=group, serie__gt=round.number)
    for exchange in later.order_by("-pk"):
        round.seats.filter(entry=exchange.into).update(entry=exchange.out)


def _demand_seat(round: Round, out: Entry) -> None:
    """Refuse to exchange somebody who has no seat of his own in this Serie."""
    came_in = Substitution.objects.filter(sheet__table__round=round, entry=out)
    demand(
        not came_in.filter(is_live("sheet__")).exists(),
        _(
            "%(player)s ist in dieser Serie selbst eingewechselt, und die Liste nennt je Platz nur einen Wechsel. Bitte"
            " den zweiten ab der nächsten Serie eintragen und für diese auf dem Spielbericht vermerken."
        )
        % {"player": out.name},
    )
    demand(
        round.seats.filter(entry=out).exists(),
        _("%(player)s sitzt in dieser Serie an keinem Tisch.") % {"player": out.name},
    )


def _take_over(round: Round, out: Entry, into: Entry, deal: int, reason: str, user: User | None) -> None:
    """From this deal on somebody else plays on the seat; the list says so."""
    seat = round.seats.select_related("table").get(entry=out)
    sheet = seat.table.sheets.main().live().first()
    if sheet is None:
        raise ValidationError(
            _("Die Liste ist noch nicht eröffnet. Bitte zuerst die Liste eröffnen oder von Spiel 1 an wechseln.")
        )
    substitute(sheet.pk, seat.number, into, deal, False, Change(sheet.revision, user, reason))


def _change_seat(round: Round, out: Entry, into: Entry) -> None:
    """Somebody else sits there from the beginning of the Serie."""
    if round.started_at is None:
        seating = current_seating(round)
        number = {out.start_number: into.start_number}
        tables = [[number.get(int(player), int(player)) for player in table] for table in seating]
        changed = _("%(out)s geht, %(into)s kommt") % {"out": out.name, "into": into.name}
        seat_round(round, dict(enumerate(tables, 1)), reason=changed)
        return
    seat = round.seats.filter(entry=out).select_related("table").first()
    if seat is None:
        return
    demand(
        not seat.table.sheets.live().exists(),
        _("Die Liste von %(player)s ist schon eröffnet; bitte angeben, ab welchem Spiel gewechselt wird.")
        % {"player": out.name},
    )
    seat.entry = into
    seat.save()
