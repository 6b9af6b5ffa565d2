"""How many places each source has, with what was counted and how it was divided, in sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring.federation.quotas import QuotaTieError, dhondt, largest_remainder, proportional, share_of
from skatliga.qualifications.models import Qualification, QuotaSource

Way = Qualification.Way


class CountedSource(NamedTuple):
    """What a quota is made of: a source under its title, in the order of the table."""

    title: str
    counted: int
    fixed: int | None = None
    """Its places, where they are fixed."""
    lot: int | None = None


class QuotaLine(NamedTuple):
    """The places of one source."""

    title: str
    counted: int
    places: int
    account: str
    """How they came about."""


@dataclass(frozen=True)
class QuotaTable:
    """All places, or what does not add up."""

    lines: tuple[QuotaLine, ...] = ()
    last_place: str = ""
    """Who got the last place before whom, where places are divided in proportion."""
    problems: Mapping[str, str] = field(default_factory=dict)
    """Sentences by the field of `Qualification` at which they belong; then there are no lines."""

    @property
    def total(self) -> int:
        """All places without those that title holders have besides."""
        return sum(line.places for line in self.lines)


def quota_table(rule: Qualification, sources: Sequence[CountedSource]) -> QuotaTable:
    """The places of every source by a rule, which need not be stored."""
    if not sources:
        return QuotaTable(problems={"": _("Bitte mindestens eine Vorrunde ankreuzen.")})
    match rule.way:
        case Way.FIXED:
            return _fixed(rule, sources)
        case Way.SHARE:
            return _share(rule, sources)
    return _proportional(rule, sources)


def written_quota(rule: Qualification, sources: Sequence[QuotaSource]) -> QuotaTable | None:
    """The places of every source as they were written down with the offer; None before."""
    if rule.opened_on is None:
        return None
    counted = [CountedSource(each.title, each.counted or 0, each.granted, each.lot) for each in sources]
    return quota_table(rule, counted)


def _fixed(rule: Qualification, sources: Sequence[CountedSource]) -> QuotaTable:
    lacking = [source.title for source in sources if source.fixed is None]
    if lacking:
        said = _("Bitte bei jeder Vorrunde angeben, wie viele Plätze sie hat; es fehlt: %(names)s.")
        return QuotaTable(problems={"": said % {"names": ", ".join(lacking)}})
    lines = tuple(QuotaLine(each.title, each.counted, each.fixed or 0, _("fest")) for each in sources)
    table = QuotaTable(lines)
    if table.total != rule.places:
        said = _(
            "Die Plätze der Vorrunden ergeben zusammen %(sum)s, hier stehen %(places)s. Bitte eines von beiden ändern."
        )
        return QuotaTable(problems={"places": said % {"sum": table.total, "places": rule.places}})
    return table


def _share(rule: Qualification, sources: Sequence[CountedSource]) -> QuotaTable:
    share = Fraction(rule.percent or 0, 100)
    said = _("%(percent)s %% von %(counted)s sind %(exact)s, aufgerundet %(places)s")
    lines = []
    for each in sources:
        places = share_of(each.counted, share)
        words = {"percent": rule.percent, "counted": each.counted, "exact": _number(each.counted * share)}
        lines.append(QuotaLine(each.title, each.counted, places, said % {**words, "places": places}))
    return QuotaTable(tuple(lines))


def _proportional(rule: Qualification, sources: Sequence[CountedSource]) -> QuotaTable:
    """**D** The lot parts sources of equal claim; without one the quota is refused, with their names."""
    weights = {f"{order:05}": each.counted for order, each in enumerate(sources)}
    served = {unit: weight for unit, weight in weights.items() if weight}
    places = rule.places or 0
    if not served:
        return QuotaTable(problems={"by": _("Es gibt noch niemanden, den man zählen kann.")})
    if rule.least * len(served) > places:
        said = _("Mindestens %(least)s für %(number)s Vorrunden wären %(all)s; es gibt nur %(places)s Plätze.")
        words = {"least": rule.least, "number": len(served), "all": rule.least * len(served), "places": places}
        return QuotaTable(problems={"least": said % words})
    drawn = sorted((each.lot, unit) for unit, each in zip(weights, sources, strict=True) if each.lot is not None)
    lots = [unit for _lot, unit in drawn]
    method = dhondt if rule.way == Way.DHONDT else largest_remainder
    try:
        found = proportional(weights, places, method, lots, rule.least)
    except QuotaTieError as tie:
        names = ", ".join(sources[int(unit)].title for unit in tie.units)
        said = _(
            "Denselben Anspruch auf den letzten Platz haben: %(names)s. Bitte losen und bei jedem das Los eintragen."
        )
        return QuotaTable(problems={"places": said % {"names": names}})
    account = _dhondt_account if rule.way == Way.DHONDT else _remainder_account
    accounts, last_place = account(_Divided(sources, served, found, places, rule.least, lots))
    lines = (
        QuotaLine(each.title, each.counted, found[unit], accounts.get(unit, _("niemand gezählt")))
        for unit, each in zip(weights, sources, strict=True)
    )
    return QuotaTable(tuple(lines), last_place)


class _Divided(NamedTuple):
    """Places that were divided in proportion, by unit."""

    sources: Sequence[CountedSource]
    weights: Mapping[str, int]
    """Of those who have anybody."""
    found: Mapping[str, int]
    places: int
    least: int
    lots: Sequence[str]

    def title(self, unit: str) -> str:
        return self.sources[int(unit)].title


_Accounts = tuple[dict[str, str], str]


def _remainder_account(division: _Divided) -> _Accounts:
    lifted = _lifted(division)
    rest = {unit: weight for unit, weight in division.weights.items() if unit not in lifted}
    places, total = division.places - division.least * len(lifted), sum(rest.values())
    accounts = {unit: _("mindestens %(least)s") % {"least": division.least} for unit in lifted}
    remainders: dict[bool, list[tuple[Fraction, str]]] = {True: [], False: []}
    for unit, weight in rest.items():
        exact = Fraction(places * weight, total)
        remainder, more = exact - exact.__floor__(), division.found[unit] > exact.__floor__()
        remainders[more].append((remainder, unit))
        said = _("%(places)s × %(weight)s : %(total)s = %(exact)s")
        accounts[unit] = said % {"places": places, "weight": weight, "total": total, "exact": _number(exact)}
        if more:
            accounts[unit] += _("; ein Platz für den Rest")
    if not (remainders[True] and remainders[False]):
        return accounts, ""
    (least, last), (most, next_unit) = min(remainders[True]), max(remainders[False])
    if least == most:
        return accounts, _by_lot(division, last, next_unit)
    said = _("Den letzten Platz hat %(last)s (Rest %(least)s); der nächste wäre an %(next)s gegangen (Rest %(most)s).")
    words = {"last": division.title(last), "next": division.title(next_unit)}
    return accounts, said % {**words, "least": _number(least), "most": _number(most)}


def _lifted(division: _Divided) -> set[str]:
    """Who has got the least that there is for everybody, and would have fewer."""
    lifted: set[str] = set()
    while True:
        rest = {unit: weight for unit, weight in division.weights.items() if unit not in lifted}
        if not rest:
            return lifted
        left = division.places - division.least * len(lifted)
        found = largest_remainder(rest, left, division.lots, 0)
        short = {unit for unit, got in found.items() if got < division.least}
        if not short:
            return lifted
        lifted |= short


def _dhondt_account(division: _Divided) -> _Accounts:
    accounts, last, coming = {}, [], []
    for unit, weight in division.weights.items():
        got = division.found[unit]
        further = Fraction(weight, got + 1)
        coming.append((further, unit))
        if got > division.least:
            last.append((Fraction(weight, got), unit))
            said = _("%(weight)s : %(got)s = %(quotient)s; der nächste Platz bei %(further)s")
        else:
            said = _("der nächste Platz bei %(further)s")
        quotient = _number(Fraction(weight, got)) if got else ""
        accounts[unit] = said % {"weight": weight, "got": got, "quotient": quotient, "further": _number(further)}
    if not last:
        return accounts, ""
    (least, unit), (most, next_unit) = min(last), max(coming)
    if least == most:
        return accounts, _by_lot(division, unit, next_unit)
    said = _("Den letzten Platz hat %(last)s (%(least)s); der nächste wäre an %(next)s gegangen (%(most)s).")
    words = {"last": division.title(unit), "next": division.title(next_unit)}
    return accounts, said % {**words, "least": _number(least), "most": _number(most)}


def _by_lot(division: _Divided, last: str, next_unit: str) -> str:
    said = _("Den letzten Platz hat %(last)s durch das Los vor %(next)s.")
    return said % {"last": division.title(last), "next": division.title(next_unit)}


def _number(exact: Fraction) -> str:
    """To two places after the comma, whole numbers without."""
    if exact.denominator == 1:
        return number_format(exact.numerator, 0)
    return number_format(round(float(exact), 2), 2)
