"""How long the whole pyramid of a federation takes: who goes up and down, with reasons, and the Staffeln of a year.

As many teams as the league of 2025 had, a thousand: one Staffel at the top, two and four below, eight Regionalligen,
and under these an Oberliga and two lower levels for each of 13 regions. Clubs have one to four teams and may have one
in a Staffel; towns are drawn over 600 by 800 kilometres.
"""

import json
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from scoring.bench import yardstick
from scoring.pyramid_json import answer_text

REGIONS = [f"{number:02}" for number in range(1, 14)]
Document = dict[str, Any]


def federation() -> Document:
    """A season of a thousand teams, fixed by a seed."""
    random = Random("federation")
    towns = {region: (random.randint(0, 600), random.randint(0, 800)) for region in REGIONS}
    clubs = [(f"club {number}", random.choice(REGIONS)) for number in range(450)]
    numbers = dict.fromkeys((name for name, _region in clubs), 0)

    def table(size: int, region: str | None) -> list[Document]:
        found = []
        for club, home in random.sample([each for each in clubs if region in (None, each[1])], size):
            numbers[club] += 1
            town = towns[home]
            found.append(
                {
                    "team": f"{club}/{numbers[club]}",
                    "club": club,
                    "region": home,
                    "points": random.randint(10, 40),
                    "leistung": random.randint(40_000, 70_000),
                    "at": [town[0] + random.randint(-80, 80), town[1] + random.randint(-80, 80)],
                }
            )
        return sorted(found, key=lambda team: (-team["points"], -team["leistung"]))

    def level(key: str, above: str | None, number: int, size: int, region: str | None = None, **more: Any) -> Document:
        tables = {f"{key} {each}": table(size, region) for each in range(1, number + 1)}
        made = {"level": key, "tables": tables, **({"above": above} if above else {}), **more}
        if key.startswith("OL"):
            made["region"] = region
        if more.get("places"):
            made["divisions"] = {"number": number, "club_limit": 1}
        return made

    levels = [
        level("1", None, 1, 20, places=20, down=4),
        level("2", "1", 2, 16, places=32, up=2, reach=4, down=4),
        level("3", "2", 4, 16, places=64, up=2, reach=4, down=4),
        level("RL", "3", 8, 16, places=128, up=2, reach=4, down=4),
    ]
    for region in REGIONS:
        levels += [
            level(f"OL {region}", "RL", 1, 16, region, places=16, up=2, reach=4, down=3),
            level(f"LL {region}", f"OL {region}", 1, 16, region, places=16, up=3, reach=4, down=3),
            level(f"VL {region}", f"LL {region}", 2, 14, region, up=2, reach=4, divisions={"size": 16}),
        ]
    return {"levels": levels}


def figures() -> Iterator[str]:
    """One line a figure: name, value, unit, target."""
    given = federation()
    with_divisions = json.dumps(given)
    for level in given["levels"]:
        level.pop("divisions", None)
    without = json.dumps(given)
    teams = sum(len(table) for level in given["levels"] for table in level["tables"].values())
    yield f"pyramid_teams {teams} teams -"
    for name, text, target in (("pyramid_moves", without, "<=1"), ("pyramid_with_divisions", with_divisions, "<=10")):
        begun = time.process_time()
        answer, good = answer_text(text)
        assert good, answer
        yield f"{name} {time.process_time() - begun:.2f} s {target}"
    begun = time.process_time()
    yardstick()
    yield f"yardstick {1_000_000 / (time.process_time() - begun):.0f} loops/s -"
