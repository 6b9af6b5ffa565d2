"""The rule of a league against the page about tables: the same seasons as one document, written from the page alone.

Its answer comes from `table_oracle`, and must be that of `python -m scoring table` too.
"""

import json
from fractions import Fraction
from random import Random
from typing import Any, get_args

from engine import table_oracle

from scoring.wertung import WertungResult, carry_out, tabulate
from scoring.wertung.presets import Criterion, GroupTableRule
from scoring.wertung.results import result
from scoring.wertung_json import answer_text

LEAGUES = 120
FIGURES = {"plus": "points", "minus": "-minus", "lost": "-lost", "average": "difference"}


def some_rule(rng: Random) -> GroupTableRule:
    points = (3, 2, 1, 0), (6, 4, 2, 0), (4, 3, 2, 1), (5, 5, 0)
    sizes = ((3, (2, 1, 0)), (4, (9, 4, 4, 0)), (5, (4, 3, 2, 1, 0)))
    return GroupTableRule(
        size=rng.randint(2, 4),
        filled=rng.random() < 0.5,
        place_points=rng.choice(points),
        size_points=tuple(each for each in sizes if rng.random() < 0.4),
        ties=rng.choice(("won_lost", "shared")),
        absent_minus=rng.random() < 0.5,
        order=tuple(rng.sample(get_args(Criterion), rng.randint(1, 5))),
    )


def some_lists(rng: Random, rule: GroupTableRule) -> list[dict[str, Any]]:
    """Two groups, of which one may be of five, two Serien; some are short of a player, some do not come."""
    lists: list[dict[str, Any]] = []
    for group, teams in enumerate((rng.sample("ABCDE", rng.randint(3, 5)), "FGHJ"), 1):
        for team in teams:
            away, players = rng.random() < 0.15, rule.size - (rng.random() < 0.3)
            for serie in (1, 2):
                at = {"team": team, "group": group, "serie": serie}
                if away:
                    lists.append(at | {"absent": True})
                for player in range(0 if away else players):
                    figures = {"leistung": 100 * rng.randint(0, 3), "spielpunkte": rng.randint(-5, 5)}
                    figures |= {"won": rng.randint(0, 2), "lost": rng.randint(0, 2)}
                    lists.append(at | {"player": f"{team}{player}"} | figures)
    return lists


def document(rule: GroupTableRule, lists: list[dict[str, Any]]) -> str:
    steps: list[dict[str, Any]] = []
    if rule.filled:
        times = {"members_to": rule.size, "within": ["team", "serie"]}
        steps.append({"step": "scale", "figures": ["leistung", "spielpunkte"], "times": times})
    steps.append({"step": "fold", "by": ["team", "group", "serie"]})
    for group in (1, 2):
        teams = len({each["team"] for each in lists if each["group"] == group})
        plus = dict(rule.size_points).get(teams, rule.place_points)
        award = {"step": "award", "within": ["serie", "group"], "where": {"group": group}, "points": {"*": plus}}
        award["order"] = ["leistung"] if rule.ties == "shared" else ["leistung", "won", "-lost"]
        award["minus"] = {"*": [plus[0] - each for each in plus]}
        award["absent"] = {"minus": plus[0] if rule.absent_minus else 0}
        steps.append(award)
    steps.append({"step": "fold", "by": ["team"]})
    steps.append({"step": "scale", "copy": "lists", "to": "deals"})
    steps.append({"step": "scale", "copy": "leistung", "to": "difference", "times": {"deals_to": 1}})
    steps.append({"step": "rank", "order": [FIGURES.get(name, name) for name in rule.order]})
    return json.dumps({"steps": steps, "results": lists})


def serien(rule: GroupTableRule, lists: list[dict[str, Any]]) -> list[WertungResult]:
    """What the Serien brought the teams, by the rule, group by group."""
    made: list[WertungResult] = []
    names = ("leistung", "spielpunkte", "won", "lost")
    for group in (1, 2):
        here = [each for each in lists if each["group"] == group]
        sums = []
        for team, serie in sorted({(each["team"], each["serie"]) for each in here}):
            own = [each for each in here if (each["team"], each["serie"]) == (team, serie)]
            away = "absent" in own[0]
            if away and not rule.absent_minus:
                continue
            figures = {} if away else {name: sum(each[name] for each in own) for name in names} | {"lists": len(own)}
            sums.append(result({"team": team, "serie": serie}, figures, absent=away))
        made += carry_out(rule.serie(len({each["team"] for each in here})), sums)
    return made


def test_every_league_is_counted_as_the_page_about_tables_says():
    rng = Random("leagues")
    names = ("leistung", "spielpunkte", "won", "lost", "points", "minus", "lists")
    for _league in range(LEAGUES):
        rule = some_rule(rng)
        lists = some_lists(rng, rule)
        asked = document(rule, lists)
        answer = table_oracle.answer(asked)
        assert answer_text(asked) == (answer, True)
        start = [result({"team": each}, {"lists": 0}) for each in {each["team"] for each in lists}]
        table = tabulate(rule.total, serien(rule, lists), start=start)
        assert [
            (row.place, row.result.label("team"), *(row.result.known(name) for name in names)) for row in table.rows
        ] == [(row["place"], row["labels"]["team"], *(Fraction(row.get(name, 0)) for name in names))
              for row in answer["rows"]], rule  # fmt: skip
