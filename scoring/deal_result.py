"""How a deal ended: the verdict read from what was written or from what was counted, and whether they agree.

The declarer needs 61 Augen (ISkO 2.4.1, 3.5); Schneider is 30 Augen or fewer for either side, so 90 or more for the
other (**D** the sources word it differently, 90 holds); Schwarz is no trick at all. Spitzen are not held against Augen
and Stiche.
"""

from collections.abc import Mapping

from scoring.account import Violation
from scoring.deal import Deal

MOST_IN_SKAT = 22
"""The most Augen two cards can have: what a declarer without a trick can count."""


def read_result(deal: Deal) -> tuple[bool, bool, bool]:
    """Won, Schneider, Schwarz of a suit game or Grand whose result is written and consistent."""
    won, schwarz = deal.won, deal.schwarz
    if won is not None and deal.augen is None and deal.stiche is None:
        return won, schwarz is True or deal.schneider is True, schwarz is True
    augen, stiche = deal.augen, deal.stiche
    if won is None:
        won = augen is not None and augen >= 61
    all_or_none = schwarz is True if stiche is None else stiche in (0, 10)
    schneider = deal.schneider is True if augen is None else augen >= 90 or augen <= 30
    return won, schneider or all_or_none, all_or_none


def null_won(deal: Deal) -> bool:
    """Whether a Null was won: no trick."""
    return deal.stiche == 0 if deal.won is None else deal.won


def check_result(deal: Deal, rules: Mapping[str, str]) -> list[Violation]:
    """Result missing, impossible, or stated twice and differently."""
    won, augen, stiche, schwarz = deal.won, deal.augen, deal.stiche, deal.schwarz
    if won is not None and augen is None and stiche is None and not schwarz:
        return []  # a plain verdict, which is what most lists carry
    schneider = deal.schneider
    found: list[Violation] = []
    if schwarz and schneider is False:
        found.append(_contradiction("schneider", rules))
    if augen is None and stiche is None:
        if won is None:
            found.append(Violation("result_missing", "won", {}, rules["result_missing"]))
        return found
    found += check_count(deal, rules)
    if won is None and (augen is None or stiche is None):
        missing = "augen" if augen is None else "stiche"
        found.append(Violation("count_incomplete", missing, {"missing": missing}, rules["result_missing"]))
    if found:
        return found
    if augen is not None:
        reached = augen >= 61
        if won is not None and won != reached:
            found.append(_contradiction("won", rules))
        if schneider is not None and schneider != (augen >= 90 or augen <= 30):
            found.append(_contradiction("schneider", rules))
        if schwarz and augen != 120 and (reached or augen > MOST_IN_SKAT):
            found.append(_contradiction("schwarz", rules))
    if stiche is not None:
        if schwarz is not None and schwarz != (stiche in (0, 10)):
            found.append(_contradiction("schwarz", rules))
        if won is not None and augen is None and stiche == (0 if won else 10):
            found.append(_contradiction("won", rules))
        if schneider is False and augen is None and stiche in (0, 10):
            found.append(_contradiction("schneider", rules))
    return found


def check_null_result(deal: Deal, rules: Mapping[str, str]) -> list[Violation]:
    """The same for Null, where the tricks decide and the Augen are at most written down beside them.

    Null has neither Schneider nor Schwarz; to say so is harmless.
    """
    found = check_count(deal, rules)
    for name, stated in (("schneider", deal.schneider), ("schwarz", deal.schwarz)):
        if stated:
            params = {"name": name, "game": "null"}
            found.append(Violation("field_not_in_game", name, params, rules["field_not_in_game"]))
    if deal.won is None and deal.stiche is None:
        found.append(Violation("null_result_missing", "won", {}, rules["result_missing"]))
    if found:
        return found
    no_trick = None if deal.stiche is None else deal.stiche == 0
    if deal.won is not None and no_trick not in (None, deal.won):
        found.append(_contradiction("won", rules))
    elif deal.won and deal.augen is not None and deal.augen > MOST_IN_SKAT:
        found.append(_contradiction("won", rules))
    return found


def check_count(deal: Deal, rules: Mapping[str, str], tricks: int = 10, skat: int = MOST_IN_SKAT) -> list[Violation]:
    """Augen and Stiche that no play can bring, one by one and together.

    ``tricks`` is the number of tricks of a deal, ``skat`` the most Augen that count without a trick.
    """
    augen, stiche = deal.augen, deal.stiche
    found: list[Violation] = []
    if augen is not None and (not 0 <= augen <= 120 or augen in (1, 119)):
        found.append(Violation("augen_impossible", "augen", {"augen": augen}, rules["augen_impossible"]))
    if stiche is not None and not 0 <= stiche <= tricks:
        params = {"stiche": stiche, "tricks": tricks}
        found.append(Violation("stiche_impossible", "stiche", params, rules["stiche_impossible"]))
    if found or augen is None or stiche is None:
        return found
    if stiche == tricks and augen < 120:
        found.append(Violation("all_tricks", "augen", {"augen": augen}, rules["augen_stiche"]))
    if stiche == 0 and augen > skat:
        found.append(Violation("no_trick", "augen", {"augen": augen, "most": skat}, rules["augen_stiche"]))
    return found


def _contradiction(name: str, rules: Mapping[str, str]) -> Violation:
    return Violation("verdict_contradiction", name, {"name": name}, rules["verdict_contradiction"])
