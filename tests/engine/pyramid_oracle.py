"""A second implementation of promotion and relegation, by trying: of all sets of teams the first that keeps the rules.

It reads the same JSON as `python -m scoring pyramid` and shares nothing with it. Where the engine asks team after team,
this one writes down who could be asked, in order, and looks at every subset, those with the first of the list first;
the first subset that breaks no rule is the answer. It is for small pyramids only.
"""

from collections import Counter
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

Document = dict[str, Any]


class Claim(NamedTuple):
    """A team that could have a place, from a stock of places that has an end."""

    key: str
    stock: Any
    code: str
    rises: bool


class Oracle:
    """The next season of one document."""

    def __init__(self, given: Document) -> None:
        self.given = given
        self.levels = {level["level"]: level for level in given["levels"]}
        self.team: dict[str, Document] = {}
        for name, level in self.levels.items():
            for division, table in level["tables"].items():
                for number, team in enumerate(table):
                    seat = {"level": name, "division": division, "place": number + 1, "size": len(table)}
                    self.team[team["team"]] = {**team, **seat}
        for team in given.get("new", []):
            self.team[team["team"]] = {**team, "level": None, "place": 0, "entered": team["level"]}
        self.end: dict[str, str | None] = {}
        self.code: dict[str, str] = {}
        self.free: dict[str, int] = {}
        done: set[str] = set()
        while len(done) < len(self.levels):
            for name in self.levels:
                above = self.levels[name].get("above")
                if name not in done and (above is None or above in done):
                    self.settle(name)
                    done.add(name)

    # ---- What teams are compared by

    def order(self, key: str) -> tuple:
        team = self.team[key]
        figures = []
        for name in self.given.get("compare", ["points", "-minus", "leistung"]):
            value = Fraction(team.get(name.lstrip("-"), 0))
            if self.given.get("average"):
                value /= team.get("lists", 1)
            figures.append(value if name.startswith("-") else -value)
        lots = self.given.get("lots", [])
        return team["place"], figures, lots.index(key) if key in lots else len(lots), key

    def height(self, name: str | None) -> int:
        if name is None:
            return 99
        above = self.levels[name].get("above")
        return 0 if above is None else 1 + self.height(above)

    def children(self, name: str) -> list[str]:
        return sorted(each for each, level in self.levels.items() if level.get("above") == name)

    def child(self, name: str, region: str) -> str:
        [found] = [
            each
            for each in self.children(name)
            if f"{region}.".startswith(f"{self.levels[each].get('region', region)}.")
        ]
        return found

    def table_teams(self, name: str) -> list[str]:
        return [key for key, team in self.team.items() if team["level"] == name]

    def zone(self, name: str) -> dict[str, str]:
        level = self.levels[name]
        keys = self.table_teams(name)
        last = {key for key in keys if self.team[key]["size"] - self.team[key]["place"] < level.get("down", 0)}
        rest = [key for key in keys if key not in last and self.team[key]["place"] > level.get("up", 0)]
        rest.sort(key=self.order, reverse=True)
        return dict.fromkeys(rest[: level.get("worst", 0)], "down_worst") | dict.fromkeys(last, "down_place")

    # ---- One level

    def settle(self, name: str) -> None:
        level = self.levels[name]
        limit = level.get("club_limit", 999)
        wishes = {key: self.team[key].get("wish") for key in self.team}
        zone = self.zone(name)
        playing = {key for each in self.given.get("playoffs", []) if each["into"] == name for key in each["order"]}
        came = [key for key, end in self.end.items() if end == name and self.team[key]["level"] != name]
        came = [key for key in came if self.code[key].startswith("down")]
        came += [key for key in self.team if self.team[key].get("entered") == name]
        came.sort(key=lambda key: (self.height(self.team[key]["level"]), self.order(key)))
        own = [key for key in self.table_teams(name) if key not in self.end]
        stay = [key for key in own if wishes[key] in (None, "stay") and key not in zone and key not in playing]
        stay.sort(key=self.order)
        before = []
        for key in chain(came, stay):
            club = self.team[key]["club"]
            mine = [each for each in [*came, *stay] if self.team[each]["club"] == club]
            if mine.index(key) < limit:
                before.append(key)
            else:
                self.fall(key, name, "down_club")
        places = level.get("places", 999)
        for pushed in range(len(before) + 1):
            kept = before[: len(before) - pushed]
            risen = self.risen(name, kept, limit)
            if len(kept) + len(risen) <= places:
                break
        filled = self.filled(name, kept, risen, limit, places)
        members = {**dict.fromkeys(kept, None), **risen, **filled}
        for key, code in members.items():
            if key not in came:
                self.end[key], self.code[key] = name, code or "stay_place"
            elif self.team[key].get("entered") == name:
                self.end[key], self.code[key] = name, "new_team"
        for key in before[len(kept) :]:
            self.fall(key, name, "down_pushed")
        for key in own:
            if key in members or key in stay:
                continue
            if wishes[key] == "leave":
                self.end[key], self.code[key] = None, "leaves"
            elif wishes[key] == "down":
                self.fall(key, name, "down_wish", self.team[key].get("to"))
            else:
                self.fall(key, name, zone.get(key, "down_playoff"))
        self.free[name] = 0 if places == 999 else places - len(members)

    def fall(self, key: str, name: str, code: str, target: str | None = None) -> None:
        self.end[key] = target or self.child(name, self.team[key].get("region", ""))
        self.code[key] = code

    # ---- Who gets places

    def first_set(self, claims: list[Claim], kept: list[str], stocks: dict, limit: int) -> list[Claim]:
        """Of all subsets the first that keeps the rules, those with the first claims being first."""
        claims = [claim for claim in claims if claim.key not in kept and self.willing(claim)]
        for mask in range(2 ** len(claims) - 1, -1, -1):
            chosen = [claim for number, claim in enumerate(claims) if mask >> (len(claims) - 1 - number) & 1]
            if self.allowed(chosen, kept, stocks, limit):
                return chosen
        raise AssertionError("the empty set is always allowed")

    def willing(self, claim: Claim) -> bool:
        wish = self.team[claim.key].get("wish")
        return wish is None or (wish == "stay" and not claim.rises)

    def allowed(self, chosen: list[Claim], kept: list[str], stocks: dict, limit: int) -> bool:
        keys = [claim.key for claim in chosen]
        used = Counter(claim.stock for claim in chosen)
        clubs = Counter(self.team[key]["club"] for key in [*kept, *keys])
        risen_clubs = {self.team[key]["club"] for key in keys}
        return (
            len(set(keys)) == len(keys)
            and all(used[stock] <= stocks[stock] for stock in used)
            and all(clubs[club] <= limit for club in risen_clubs)
        )

    def below(self, name: str) -> list[str]:
        """Whom the levels below may send, best first."""
        found = []
        for child in self.children(name):
            level = self.levels[child]
            last = max(level.get("up", 0), level.get("reach", 0))
            zone = self.zone(child)
            found += [key for key in self.table_teams(child) if self.team[key]["place"] <= last and key not in zone]
        return sorted(found, key=self.order)

    def played(self, name: str) -> list[tuple[int, str]]:
        """Who played for a place in this level, with the number of the play-off, the first of each first."""
        own = [(number, each) for number, each in enumerate(self.given.get("playoffs", [])) if each["into"] == name]
        own.sort(key=lambda each: self.order(each[1]["order"][0]))
        longest = max((len(each["order"]) for _number, each in own), default=0)
        return [
            (number, each["order"][place])
            for place in range(longest)
            for number, each in own
            if place < len(each["order"]) and each["order"][place] not in self.end
        ]

    def risen(self, name: str, kept: list[str], limit: int) -> dict[str, str]:
        stocks: dict[Any, int] = {}
        by_place, as_best = [], []
        for key in self.below(name):
            team = self.team[key]
            level = self.levels[team["level"]]
            table, best = (team["level"], team["division"]), team["level"]
            stocks[table], stocks[best] = level.get("up", 0), level.get("best", 0)
            if stocks[table]:
                code = "up_place" if team["place"] <= level["up"] else "up_passed"
                by_place.append(Claim(key, table, code, True))
            if stocks[best]:
                as_best.append(Claim(key, best, "up_best", True))
        played = []
        for number, key in self.played(name):
            stocks[number] = self.given["playoffs"][number]["places"]
            own = self.team[key]["level"] == name
            played.append(Claim(key, number, "stay_playoff" if own else "up_playoff", not own))
        found: dict[str, str] = {}
        for claims in (by_place, as_best, played):
            claims = [claim for claim in claims if claim.key not in found]
            chosen = self.first_set(claims, [*kept, *found], stocks, limit)
            found |= {claim.key: claim.code for claim in chosen}
        return found

    def filled(self, name: str, kept: list[str], risen: dict[str, str], limit: int, places: int) -> dict[str, str]:
        level = self.levels[name]
        lost = [key for _number, key in self.played(name)]
        ways = {
            "up": level.get("next", [*(key for key in lost if self.team[key]["level"] != name), *self.below(name)]),
            "stay": [
                *(key for key in lost if self.team[key]["level"] == name),
                *sorted((key for key in self.zone(name) if key not in self.end), key=self.order),
            ],
        }
        claims: list[Claim] = []
        for way in level.get("fill", ["up", "stay"]):
            code = {"up": "up_next", "stay": "stay_filled"}[way]
            claims += [Claim(key, "free", code, way == "up") for key in ways[way] if key not in risen]
        free = {"free": places - len(kept) - len(risen)}
        found: dict[str, str] = {}
        while claims and free["free"]:  # a few at a time, so that there are few subsets
            chosen = self.first_set(claims[:8], [*kept, *risen, *found], free, limit)
            claims = claims[8:]
            free["free"] -= len(chosen)
            found |= {claim.key: claim.code for claim in chosen}
        return found
