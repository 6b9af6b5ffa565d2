"""Random small pyramids, with clubs that stand in their own way, wishes, play-offs and sizes that change."""

from random import Random
from typing import Any

Document = dict[str, Any]
# Levels as (key, above, region), and which regions their teams may have.
SHAPES = (
    [("A", None, None), ("B", "A", None), ("C", "B", None)],
    [("A", None, None), ("B", "A", None), ("C", "B", None), ("D", "C", None)],
    [("A", None, None), ("B1", "A", "1"), ("B2", "A", "2"), ("C1", "B1", None), ("C2", "B2", None)],
    [("A", None, None), ("B", "A", None), ("C1", "B", "1"), ("C2", "B", "2")],
)


class PyramidMaker:
    """Makes one document."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.shape = random.choice(SHAPES)
        self.count = 0

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def team(self, level: str) -> Document:
        self.count += 1
        region = level[1:] or self.random.choice("12")
        made: Document = {
            "team": f"{self.random.choice('uvwxyz')}{self.count}",
            "club": self.random.choice("PQRSTU"),
            "region": self.random.choice((region, f"{region}.7")),
            "points": self.random.randint(0, 2),
        }
        if self.chance(50):
            made["minus"] = self.random.randint(0, 1)
        return made

    def level(self, key: str, above: str | None, region: str | None) -> Document:
        tables = {
            f"{key}-{number}": [self.team(key) for _team in range(self.random.randint(2, 4))]
            for number in range(self.random.randint(1, 2))
        }
        made: Document = {"level": key, "tables": tables}
        smallest = min(map(len, tables.values()))
        if above:
            made["above"] = above
            made |= {"up": self.random.randint(0, 1), "best": self.random.randint(0, 1)}
            made["reach"] = self.random.randint(0, 3)
        if region:
            made["region"] = region
        if not self.is_lowest(key):
            made["down"] = self.random.randint(0, min(2, smallest - made.get("up", 0)))
            made["worst"] = self.random.randint(0, 1)
            made["places"] = max(1, sum(map(len, tables.values())) + self.random.randint(-2, 2))
            if self.chance(70):
                made["club_limit"] = self.random.randint(1, 2)
            if self.chance(50):
                made["fill"] = self.random.sample(["up", "stay"], self.random.randint(0, 2))
        return made

    def is_lowest(self, key: str) -> bool:
        return all(above != key for _key, above, _region in self.shape)

    def wishes(self, level: Document) -> None:
        for table in level["tables"].values():
            for team in table:
                if self.chance(20):
                    team["wish"] = self.random.choice(("stay", "leave", "down"))
                if team.get("wish") == "down" and self.is_lowest(level["level"]):
                    del team["wish"]
                if team.get("wish") == "down" and self.chance(50):
                    keys = {key for key, _above, _region in self.shape}
                    way = {"C", f"C{team['region'][0]}", "D"} & keys - {level["level"]}
                    team["to"] = self.random.choice(sorted(way))

    def document(self) -> Document:
        levels = [self.level(*each) for each in self.shape]
        by_key = {level["level"]: level for level in levels}
        for level in levels:
            self.wishes(level)
        playoffs = []
        for level in levels:
            near = [each for each in levels if each is level or each.get("above") == level["level"]]
            teams = [team["team"] for each in near for table in each["tables"].values() for team in table]
            taken = {key for each in playoffs for key in each["order"]}
            free = [key for key in teams if key not in taken]
            if self.is_lowest(level["level"]) or not self.chance(40) or len(free) < 4:
                continue
            order = self.random.sample(free, self.random.randint(2, 4))
            playoffs.append({"into": level["level"], "places": self.random.randint(1, 2), "order": order})
            if self.chance(30):
                rest = [key for key in free if key not in order][:2]
                playoffs += [{"into": level["level"], "places": 1, "order": rest}] if rest else []
        for level in levels:
            if "places" in level:
                below = [each for each in levels if each.get("above") == level["level"]]
                most = sum(each["up"] * len(each["tables"]) + each["best"] for each in below)
                most += sum(each["places"] for each in playoffs if each["into"] == level["level"])
                level["places"] = max(level["places"], most)
                below_teams = [team["team"] for each in below for table in each["tables"].values() for team in table]
                if self.chance(15):
                    level["next"] = self.random.sample(below_teams, min(3, len(below_teams)))
        new = []
        for _team in range(self.random.randint(0, 2)):
            key = self.random.choice(list(by_key))
            team = self.team(key)
            new.append({name: team[name] for name in ("team", "club", "region")} | {"level": key})
        lots = [team["team"] for level in levels for table in level["tables"].values() for team in table]
        lots += [team["team"] for team in new]
        self.random.shuffle(lots)
        return {"levels": levels, "playoffs": playoffs, "new": new, "lots": lots}


def shuffled(given: Document, random: Random) -> Document:
    """The same pyramid with everything in another order that says nothing."""

    def mixed(entries: list) -> list:
        return random.sample(entries, len(entries))

    levels = [{**level, "tables": dict(mixed(list(level["tables"].items())))} for level in mixed(given["levels"])]
    return {**given, "levels": levels, "playoffs": mixed(given["playoffs"]), "new": mixed(given["new"])}
