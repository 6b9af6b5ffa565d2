"""What there is to win: the pot, and the prizes it becomes by the plan or by hand.

Decisions, where the rules of play are silent:

* **D** The pot is what players owe, not what they have paid so far: the entry fees without the jackpot's share, the
  Abreizgeld where it is promised, and what somebody adds to it.
* **D** Prizes changed by hand fall from place to place and are never more than the pot; what they leave is stated.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import Exists, OuterRef, Prefetch
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.money import FixedPrize, PrizeList, PrizePlan, propose_prizes
from skatliga.database import JsonObject
from skatliga.desk.dues import takings, usual_fees
from skatliga.desk.models import Fees
from skatliga.events.models import Event
from skatliga.formatting import write_euros
from skatliga.lists.models import Row, SeatResult, Sheet
from skatliga.lists.queries import view_of


class Pot(NamedTuple):
    """What is given out, in cents, and among how many."""

    cents: int
    jackpot: int
    players: int
    rounds: int


class AwardedPrizes(NamedTuple):
    """The prizes in cents from the first place down: of the total ranking and of each Serie."""

    prizes: tuple[int, ...]
    series_prizes: tuple[int, ...]

    def total(self, rounds: int) -> int:
        """All prizes together, with so many Serien."""
        return sum(self.prizes) + rounds * sum(self.series_prizes)


def plan_of(fees: Fees) -> PrizePlan:
    """The prize plan as the engine takes it; where a Serie is a match, its winners are equal and it has no prizes."""
    stored = dict(fees.prizes)
    if fees.event.target:
        stored["series_prizes"] = ()
    for name in ("weights", "series_prizes"):
        stored[name] = tuple(stored.get(name, ()))
    stored["fixed"] = tuple(FixedPrize(*prize) for prize in stored.get("fixed", ()))
    return PrizePlan(**stored)


def write_plan(plan: PrizePlan) -> JsonObject:
    """The prize plan as it is stored."""
    return {
        "payout_permille": plan.payout_permille,
        "players_per_prize": plan.players_per_prize,
        "weights": list(plan.weights),
        "fixed": [list(prize) for prize in plan.fixed],
        "series_prizes": list(plan.series_prizes),
    }


def pot_of(event: Event, fees: Fees) -> Pot:
    """Pot and jackpot, from all who take part or have a list."""
    owed = takings(event, fees)
    share = owed.players * fees.jackpot_share
    abreizgeld = owed.abreizgeld if fees.abreizgeld_in_pot else 0
    cents = owed.entry_fees - share + abreizgeld + fees.pot_extra
    return Pot(cents, fees.jackpot + share, owed.players, event.rounds.count())


def propose(fees: Fees, pot: Pot) -> PrizeList:
    """The prizes by the plan."""
    return propose_prizes(plan_of(fees), pot.cents, pot.players, pot.rounds)


def fixed_awards(fees: Fees) -> AwardedPrizes | None:
    """The prizes as they were fixed, None as long as they follow the plan."""
    return fees.awards and AwardedPrizes(tuple(fees.awards["prizes"]), tuple(fees.awards["series_prizes"]))


def find_in_awards(pot: Pot, awards: AwardedPrizes) -> list[str]:
    """All objections to prizes that were typed by hand, as sentences."""
    findings = []
    if any(cents <= 0 for cents in (*awards.prizes, *awards.series_prizes)):
        findings.append(_("Jeder Preis ist mehr als 0 €. Bitte leere Plätze am Ende weglassen."))
    if _rises(awards.prizes) or _rises(awards.series_prizes):
        findings.append(_("Ein Preis ist höher als der vor ihm. Bitte vom ersten Platz an fallend ordnen."))
    if len(awards.prizes) > pot.players or len(awards.series_prizes) > pot.players:
        findings.append(_("Es gibt mehr Preise als Teilnehmer. Bitte die letzten weglassen."))
    total = awards.total(pot.rounds)
    if total > pot.cents:
        findings.append(
            _("Die Preise ergeben %(total)s, im Topf sind %(pot)s: %(over)s zu viel. Bitte Preise senken.")
            % {
                "total": write_euros(total),
                "pot": write_euros(pot.cents),
                "over": write_euros(total - pot.cents),
            }
        )
    return findings


def problems_of(proposal: PrizeList) -> list[str]:
    """Why the plan gives no prizes.

    **D** In German the engine says exactly what does not fit; in other languages one sentence says what it can be.
    """
    if not proposal.problems or (get_language() or settings.LANGUAGE_CODE) == settings.LANGUAGE_CODE:
        return list(proposal.problems)
    return [
        _(
            "Der Preisplan geht nicht auf: Feste Preise und Serienpreise sind mehr, als ausgeschüttet wird, oder ein"
            " Preis wäre höher als der vor ihm. Bitte den Plan ändern."
        )
    ]


def _rises(amounts: Sequence[int]) -> bool:
    return any(later > earlier for earlier, later in pairwise(amounts))


# ---- Every Grand ouvert that was won at an event, or at several


class GrandOuvert(NamedTuple):
    """A Grand ouvert that was won: by whom, and where it stands."""

    entry: int
    round: int
    table: int
    game: int
    """Spiel-Nr. on the list."""


def grand_ouverts(*events: Event | int) -> list[GrandOuvert]:
    """All of them by day, Serie, table and game, but for players außer Wertung. Events may be given by key.

    A list is valued only if it has one.
    """
    played = Row.objects.filter(sheet=OuterRef("pk"), void=False, deal__game="grand", deal__ouvert=True)
    sheets = (
        Sheet.objects.counting()
        .filter(Exists(played), table__round__event__in=events)
        .select_related("table__round")
        .prefetch_related("rows", "feet", Prefetch("results", SeatResult.objects.select_related("entry")))
        .order_by("table__round__event__date", "table__round__event", "table__round__number", "table__number")
    )
    return [found for sheet in sheets for found in _won_on(sheet)]


def _won_on(sheet: Sheet) -> list[GrandOuvert]:
    at_seat = {result.seat: result.entry_id for result in sheet.results.all() if not result.entry.unranked}
    deals = {row.nr: row.deal for row in sheet.rows.all() if row.deal and not row.void}
    table = sheet.table
    return [
        GrandOuvert(at_seat[line.declarer], table.round.number, table.number, line.number)
        for line in view_of(sheet).rows
        if line.nr in deals and line.score > 0 and _is_grand_ouvert(deals[line.nr]) and line.declarer in at_seat
    ]


def _is_grand_ouvert(deal: dict[str, object]) -> bool:
    return deal["game"] == "grand" and deal.get("ouvert") is True


class FeesPreset(NamedTuple):
    """What an event of some kind usually costs."""

    label: object
    """As it stands on the button, translated when it is shown."""
    entry_fee: int
    """Cents a player."""
    players_per_prize: int | None
    """A prize for so many players."""


PRESETS: Final[Mapping[str, FeesPreset]] = {
    "frei": FeesPreset(gettext_lazy("ohne Startgeld"), 0, None),
    "abend": FeesPreset(gettext_lazy("Clubabend: 5 €, ein Preis je Tisch"), 500, 4),
    "turnier": FeesPreset(gettext_lazy("Preisskat: 10 €, ein Preis auf fünf"), 1000, 5),
}


def preset_fees(event: Event, kind: str) -> Fees:
    """What is usual for an event whose fees were never set, with what a kind in PRESETS says."""
    fees = usual_fees(event)
    if preset := PRESETS.get(kind):
        fees.entry_fee = preset.entry_fee
        fees.prizes = write_plan(PrizePlan(players_per_prize=preset.players_per_prize))
    return fees
