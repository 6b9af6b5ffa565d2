"""Drawing a Serie with wishes: proposals to compare, the one that is published, late-comers and drop-outs.

Every proposal is kept with its lot, its settings and its report, so that what was looked at can be told later. The lot
of a proposal follows from the event's lot, the Serie and how many were drawn before it; nobody chooses it.

* **D** The standing is that of the ranking as it is now, provisional or not; who has no list yet stands last, by start
  number. So the next Serie can be prepared while the last lists are out, and drawn again when they have come.
* **D** After the cut only those are drawn who go on by that standing; a place of somebody who has withdrawn stays
  empty, as in the ranking.
* **D** A mended seating is a proposal like any other. Where nobody changes the table it is published at once; otherwise
  by hand, after a look at who moves.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Required, TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.seating import Draw, DrawField, Mode, alternatives, repair
from scoring.seating.draw_model import Player, Reason, Wish
from skatliga.access import Role
from skatliga.database import Json, JsonObject
from skatliga.desk.models import Proposal
from skatliga.events.draw_field import Tables, current_seating, field_of, to_tables
from skatliga.events.models import Event, Round
from skatliga.events.reseating import obstacles, seated
from skatliga.events.services import demand_no_public_draw, demand_not_started, seat_round
from skatliga.people.models import User
from skatliga.standings.rankings import left_out, ranking

BY_STANDING = frozenset({Mode.STANDING, Mode.NEARBY})
PROPOSALS = 3
"""How many are drawn at once, to be compared."""
MENDED = "mend"
"""The way of a seating in which as few as possible have moved."""


class Settings(TypedDict, total=False):
    """How a Serie is to be drawn."""

    mode: Required[Mode]
    sizes: Sequence[int]
    width: int | None
    clubs_first: bool


def field_for(
    round: Round, mode: Mode, sizes: Sequence[int] = (), width: int | None = None, clubs_first: bool = False
) -> DrawField:
    """What the Serie is drawn from in this way; raises ValidationError where the players do not fit."""
    field = field_of(round, sizes, clubs_first, those_cut(round), mode=mode, width=width)
    if mode in BY_STANDING:
        field = replace(field, standing=standing(round.event, field.players))
    if mode == Mode.BEFORE and not _same_players(field):
        raise ValidationError(
            _("Wie in der Serie davor geht nur, wenn dieselben Spieler da sind; bitte anders auslosen.")
        )
    return field


def standing(event: Event, players: Sequence[Player]) -> tuple[Player, ...]:
    """Who takes part, best first."""
    present = set(players)
    placed = (line.start_number for line in ranking(event, Role.SPIELLEITUNG).lines)
    return tuple(dict.fromkeys([*(number for number in placed if number in present), *players]))


@transaction.atomic
def propose(round: Round, user: User | None, number: int = PROPOSALS, **settings: Unpack[Settings]) -> list[Proposal]:
    """Draw this many proposals with these settings (`field_for`)."""
    event = _locked(round)
    field = field_for(round, **settings)
    drawn_before = round.proposals.count()
    seed = f"{event.seed}/{round.number}/{drawn_before + 1}"
    draws = alternatives(field, seed, number if field.mode not in {Mode.STANDING, Mode.BEFORE} else 1)
    return [keep(round, draw, {**settings, "mode": field.mode.value}, user) for draw in draws]


@transaction.atomic
def propose_mended(round: Round, user: User | None) -> Proposal:
    """The seating of this Serie with as few moves as possible, now that others take part."""
    event = _locked(round)
    seating = current_seating(round)
    if not seating:
        raise ValidationError(_("In dieser Serie sitzt noch niemand; bitte auslosen."))
    seed = f"{event.seed}/{round.number}/{round.proposals.count() + 1}"
    return keep(round, repair(field_of(round, out=those_cut(round)), seating, seed), {"mode": MENDED}, user)


def moving(proposal: Proposal, now: Tables) -> list[int]:
    """Who would change the table, by start number; `now` is who sits where."""
    sitting = {player: table for table, players in now.items() for player in players}
    return [
        player for table, players in proposal.seating for player in players if sitting.get(player) not in (None, table)
    ]


@transaction.atomic
def mend(round: Round, user: User | None) -> Proposal:
    """Propose the mended seating (`propose_mended`), and publish it where nothing speaks against it."""
    proposal = propose_mended(round, user)
    if not moving(proposal, seated(round)) and not obstacles(round):
        publish(proposal, user=user)
    return proposal


@transaction.atomic
def publish(proposal: Proposal, reason: str = "", user: User | None = None) -> None:
    """Make a proposal the seating of its Serie; refused where somebody has come or gone since, at the cut as well.

    The `reason` says why seats that are in use are given anew, where that needs one (`events.reseating`).

    **D** A mended seating names no lot: it follows from the seats before it as well, which are not to be seen any more.
    """
    round = proposal.round
    demand_no_public_draw(round.event)
    present = set(round.event.entries.filter(withdrawn=False).values_list("start_number", flat=True))
    drawn = {player for _table, players in proposal.seating for player in players}
    if drawn != present - left_out(round.event, round.number):
        raise ValidationError(_("Seit dieser Auslosung ist jemand dazugekommen oder gegangen; bitte neu auslosen."))
    lot = "" if proposal.settings["mode"] == MENDED else proposal.seed
    seat_round(round, dict(proposal.seating), proposal.plan, lot=lot, reason=reason, user=user)
    proposal.published_at = timezone.now()
    proposal.save()


@transaction.atomic
def draw_and_publish(round: Round, user: User | None, reason: str = "", **settings: Unpack[Settings]) -> Proposal:
    """From the last list to the next seating in one step."""
    proposal = propose(round, user, 1, **settings)[0]
    publish(proposal, reason, user)
    return proposal


def own_way(round: Round) -> Settings:
    """The settings (`field_for`) by which this Serie is drawn again: those of its seats, or of the Serie before.

    **D** Without any it is the lot without repeats. Certain tables are asked for again only where they still fit.
    """
    numbers = [round.number, round.number - 1]
    drawn = Proposal.objects.filter(round__event=round.event_id, round__number__in=numbers, seed=F("round__lot"))
    for proposal in drawn.order_by("-round__number", "-pk"):
        kept = proposal.settings
        if kept.get("mode") in list(Mode) and "by" not in kept:
            players = round.event.entries.filter(withdrawn=False).count()
            sizes = tuple(kept.get("sizes") or ())
            return {
                "mode": Mode(kept["mode"]),
                "sizes": sizes if sum(sizes) == players else (),
                "width": kept.get("width"),
                "clubs_first": kept.get("clubs_first", False),
            }
    return {"mode": Mode.NO_REPEATS}


def keep(round: Round, draw: Draw, settings: JsonObject, user: User | None) -> Proposal:
    """Write down a draw as a proposal for this Serie, with the settings from which it can be drawn again."""
    return Proposal.objects.create(
        round=round,
        made_by=user,
        seed=str(draw.seed),
        settings={**settings, "method": draw.method, "iterations": draw.iterations},
        seating=[[table, list(players)] for table, players in to_tables(draw.seating).items()],
        plan=draw.plan,
        report=asdict(draw.report),
    )


def _locked(round: Round) -> Event:
    """The event, nobody else changing it; refused where this Serie has begun, or is not drawn by a lot of its own."""
    event = Event.objects.select_for_update(of=("self",)).get(pk=round.event_id)
    demand_no_public_draw(event)
    demand_not_started(round)
    return event


def those_cut(round: Round) -> frozenset[int]:
    """Who is kept from this Serie by the cut; refused where there is nothing yet to make it by."""
    out = left_out(round.event, round.number)
    if out and not round.event.entries.filter(withdrawn=False).exclude(start_number__in=out).exists():
        raise ValidationError(_("Für den Schnitt ist noch keine Liste erfasst; bitte erst die Listen eingeben."))
    return out


def _same_players(field: DrawField) -> bool:
    last = field.history[-1] if field.history else ()
    return {player for table in last for player in table} == set(field.players)


# ---- What the report of a draw says, in sentences

METHODS = {
    "plan": gettext_lazy("nach dem Plan der Serie davor"),
    "rule": gettext_lazy("nach einem Plan ohne Wiederbegegnung"),
    "search": gettext_lazy("gesucht"),
    "lot": gettext_lazy("reines Los"),
    "standing": gettext_lazy("nach dem Stand"),
    "before": gettext_lazy("wie davor, Plätze gewechselt"),
    "mended": gettext_lazy("nachgebessert"),
}
_REASONS = {
    Reason.TEAM_TOO_LARGE: gettext_lazy("die Mannschaft hat mehr Mitglieder, als es Tische gibt"),
    Reason.FIXED: gettext_lazy("die festen Plätze anderer lassen es nicht zu"),
    Reason.NO_SUCH_PLACE: gettext_lazy("diesen Tisch oder Platz gibt es nicht"),
    Reason.NO_KEEPER: gettext_lazy("an dem Tisch ist niemand, der Listen führt"),
    Reason.MODE: gettext_lazy("die gewählte Art der Auslosung setzt sie so"),
    Reason.NOT_FOUND: gettext_lazy("eine bessere Sitzordnung wurde nicht gefunden"),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One count of a report beside the least that any seating has."""

    name: str
    count: int
    least: int

    @property
    def good(self) -> bool:
        """Whether it could not be better."""
        return self.count <= self.least


def method_of(settings: Mapping[str, Json]) -> str:
    """How a proposal with these settings was drawn, in words."""
    return str(METHODS.get(settings.get("method", ""), ""))


def figures(report: Mapping[str, Json]) -> list[Figure]:
    """The counts by which proposals are compared."""
    bounds = report["bounds"]
    return [
        Figure(_("Wiederbegegnungen"), report["repeats"], bounds["repeats"]),
        Figure(_("noch einmal am Dreiertisch"), report["second_threes"], bounds["second_threes"]),
        Figure(_("Vereinskameraden am Tisch"), report["club_pairs"], bounds["club_pairs"]),
        Figure(_("Mannschaft oder getrenntes Paar am Tisch"), report["team_pairs"], bounds["team_pairs"]),
    ]


def sentences(report: Mapping[str, Json], names: Mapping[int, str], drawn: bool = True) -> Iterator[str]:
    """What else there is to say to those who direct: also which wish is not met, and of a draw why."""
    yield from meetings_and_moves(report, names)
    for wish, reason, players, table in report["unmet"]:
        said = _WISHES[Wish(wish)] % {
            "names": get_text_list([str(names.get(player, player)) for player in players], _("und")),
            "table": table,
        }
        yield f"{said}; {_REASONS[Reason(reason)]}." if drawn else f"{said}."


def meetings_and_moves(report: Mapping[str, Json], names: Mapping[int, str]) -> Iterator[str]:
    """What everybody may know: who meets again, and how many were moved."""
    for first, second, times in report["pairs"]:
        yield _("%(one)s und %(other)s treffen sich zum %(times)s. Mal.") % {
            "one": names.get(first, first),
            "other": names.get(second, second),
            "times": times,
        }
    moved = [tables for _player, tables in report["displaced"]]
    if moved:
        yield ngettext(
            "%(players)s Spieler sitzt nicht am Tisch seines Standes, höchstens %(tables)s Tisch entfernt.",
            "%(players)s Spieler sitzen nicht am Tisch ihres Standes, höchstens %(tables)s Tische entfernt.",
            len(moved),
        ) % {"players": len(moved), "tables": max(map(abs, moved))}


def unmet_counted(report: Mapping[str, Json]) -> Iterator[str]:
    """How many wishes are not met, without whose they are."""
    if unmet := len(report["unmet"]):
        yield ngettext(
            "%(number)s Wunsch ließ sich nicht erfüllen; die Turnierleitung weiß, welcher.",
            "%(number)s Wünsche ließen sich nicht erfüllen; die Turnierleitung weiß, welche.",
            unmet,
        ) % {"number": unmet}


_WISHES = {
    Wish.APART: gettext_lazy("Tisch %(table)s: %(names)s sitzen zusammen"),
    Wish.TABLE: gettext_lazy("Tisch %(table)s: %(names)s sollte an einem anderen Tisch sitzen"),
    Wish.SEAT: gettext_lazy("Tisch %(table)s: %(names)s sollte einen anderen Platz haben"),
    Wish.NO_LIST: gettext_lazy("Tisch %(table)s: %(names)s führt keine Listen, hat aber Platz 1"),
}
