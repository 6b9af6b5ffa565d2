"""From results to a table, slowly, sentence by sentence after the description of the one Wertung.

Written from that description alone, with fractions and plain loops, to be compared with the engine's answers.
"""

import sys
from fractions import Fraction
from typing import Any

from engine.table_oracle_violations import FIGURES, LABELS, RefusedError, Violations, number, read_document

MEANT = ("leistung", "spielpunkte", "points", "minus", "difference")
Labels = dict[str, Any]
Figures = dict[str, Fraction]


class Result:
    """What a competitor brought, given or folded."""

    def __init__(self, labels: Labels, figures: Figures) -> None:
        self.labels = labels
        self.figures = figures
        self.absent = False
        self.apart = False
        self.given_apart = False
        self.parts = 1
        self.credit = False
        self.account: list[dict[str, Any]] | None = None


def answer(text: str, account: bool = False) -> dict[str, Any]:
    """The answer object to one document, rows and below or violations."""
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return answer_of(text, account)
    finally:
        sys.set_int_max_str_digits(digits)


def answer_of(text: str, account: bool) -> dict[str, Any]:
    try:
        document = read_document(text)
    except RefusedError as refused:
        return {"violations": [{"code": "json", "where": "", "message": str(refused)}]}
    wrong = Violations(document).found
    if wrong:
        return {"violations": wrong}
    table = Table(document)
    results = [given_result(given) for given in document["results"]]
    for position, step in enumerate(document["steps"][:-1]):
        results = table.step(results, step, position)
    if table.refused:
        return {"violations": table.refused}
    return Ranked(results, document["steps"][-1], account).answer()


# Labels, figures


def zero_figures() -> Figures:
    return {figure: Fraction(0) for figure in FIGURES}


def some_number(value: Any) -> Fraction:
    there = number(value)
    assert there is not None
    return there


def given_result(given: dict[str, Any]) -> Result:
    figures = zero_figures()
    absent = given.get("absent", False)
    figures["lists"] = Fraction(0 if absent else 1)
    for figure in FIGURES:
        if figure in given:
            figures[figure] = some_number(given[figure])
    result = Result({label: given[label] for label in LABELS if label in given}, figures)
    result.absent = absent
    result.apart = result.given_apart = given.get("apart", False)
    return result


def label_key(labels: Labels, names: list[str] | None = None) -> list[tuple[int, int, str]]:
    """Sorts in the order of labels: a missing label first, then numbers upwards, then texts by code points."""
    key: list[tuple[int, int, str]] = []
    for name in LABELS:
        if names is not None and name not in names:
            continue
        if name not in labels:
            key.append((0, 0, ""))
        elif isinstance(labels[name], int):
            key.append((1, labels[name], ""))
        else:
            key.append((2, 0, labels[name]))
    return key


def in_order_of_labels(results: list[Result]) -> list[Result]:
    return sorted(results, key=lambda result: label_key(result.labels))


def has_all(labels: Labels, names: list[str]) -> bool:
    return all(name in labels for name in names)


def same_on(one: Labels, other: Labels, names: list[str]) -> bool:
    return all(name in one and name in other and one[name] == other[name] for name in names)


def wanted_values(wanted: Any) -> list[Any]:
    return wanted if isinstance(wanted, list) else [wanted]


def picked(result: Result, step: dict[str, Any]) -> bool:
    where = step.get("where", {})
    return all(name in result.labels and result.labels[name] in wanted_values(wanted) for name, wanted in where.items())


def groups_of(results: list[Result], names: list[str]) -> list[list[Result]]:
    """All results with equal labels together; what lacks one of them is in no group."""
    groups: list[list[Result]] = []
    for result in results:
        if has_all(result.labels, names):
            for group in groups:
                if same_on(group[0].labels, result.labels, names):
                    group.append(result)
                    break
            else:
                groups.append([result])
    return groups


def order_key(result: Result, order: list[str]) -> list[Fraction]:
    """Smaller is better: more is better, with `-` less."""
    return [result.figures[word[1:]] if word.startswith("-") else -result.figures[word] for word in order]


def distinct(values: list[Any]) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if value not in found:
            found.append(value)
    return found


class Table:
    """The steps before the last."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.held: list[Labels] = document.get("held", [])
        self.start: list[dict[str, Any]] = document.get("start", [])
        steps = document["steps"]
        self.last_fold = max((at for at, step in enumerate(steps) if step["step"] == "fold"), default=-1)
        self.refused: list[dict[str, str]] = []

    def step(self, results: list[Result], step: dict[str, Any], position: int) -> list[Result]:
        seen = [result for result in results if picked(result, step)]
        if step["step"] == "scale":
            self.scale(seen, step)
        elif step["step"] == "award":
            self.award(seen, step, position)
        else:
            return self.fold(seen, step, position == self.last_fold)
        return results

    # scale

    def scale(self, seen: list[Result], step: dict[str, Any]) -> None:
        factors = [factor(result, seen, step.get("times", 1)) for result in seen]
        for result, times in zip(seen, factors, strict=True):
            if "copy" in step:
                result.figures[step["to"]] += result.figures[step["copy"]] * times
            else:
                for figure in FIGURES:
                    if figure in step["figures"]:
                        result.figures[figure] *= times

    # award

    def award(self, seen: list[Result], step: dict[str, Any], position: int) -> None:
        if "each" in step:
            for result in seen:
                if not result.absent:
                    result.figures["points"] += some_number(step["each"])
            return
        for field in groups_of([result for result in seen if not result.apart], step["within"]):
            present = [result for result in field if not result.absent]
            if "beaten" in step:
                award_beaten(present, step["beaten"])
            else:
                self.award_places(present, step, f"steps[{position}]")
                for result in field:
                    if result.absent:
                        for key in ("points", "minus"):
                            result.figures[key] += some_number(step.get("absent", {}).get(key, 0))

    def award_places(self, present: list[Result], step: dict[str, Any], where: str) -> None:
        if not present:
            return
        order = step["order"]
        added: list[tuple[Result, str, Fraction]] = []
        for key in ("points", "minus"):
            if key not in step:
                continue
            lists = step[key]
            worth = lists.get(str(len(present)), lists.get("*"))
            if worth is None:
                self.refuse(f"{where}.{key}", f"no list for a field of {len(present)}")
                continue
            for result in present:
                mine = order_key(result, order)
                better = sum(1 for other in present if order_key(other, order) < mine)
                level = sum(1 for other in present if order_key(other, order) == mine)
                if step.get("ties") == "refuse" and level > 1:
                    self.refuse(where, "level in a field")
                places = [better] if step.get("ties") == "best" else list(range(better, better + level))
                values = [some_number(worth[place]) if place < len(worth) else Fraction(0) for place in places]
                added.append((result, key, sum(values, Fraction(0)) / len(values)))
        for result, key, value in added:
            result.figures[key] += value

    def refuse(self, where: str, message: str) -> None:
        self.refused.append({"code": "field", "where": where, "message": message})

    # fold

    def fold(self, seen: list[Result], step: dict[str, Any], last: bool) -> list[Result]:
        by = step["by"]
        competitors = [{name: group[0].labels[name] for name in LABELS if name in by} for group in groups_of(seen, by)]
        starts: list[Result] = []
        if last:
            starts = [given_result(given) for given in self.start]
            for start in starts:
                start.figures["lists"] = Fraction(0)
                if start.labels not in competitors:
                    competitors.append(start.labels)
        folded = []
        for labels in competitors:
            held = [entry for entry in self.held if concerns(entry, labels, step.get("where", {}))]
            his = [result for result in seen if same_on(result.labels, labels, by)]
            his_start = [start for start in starts if start.labels == labels]
            folded.append(Fold(labels, his, held, step).result(his_start))
        return folded


def factor(result: Result, seen: list[Result], times: Any) -> Fraction:
    if not isinstance(times, dict):
        return some_number(times)
    if "deals_to" in times:
        deals = result.figures["deals"]
        return Fraction(0) if deals == 0 else times["deals_to"] / deals
    within = times["within"]
    if not has_all(result.labels, within):
        return Fraction(1)
    mates = [other for other in seen if not other.absent and same_on(other.labels, result.labels, within)]
    members = len(distinct([other.labels["player"] for other in mates if "player" in other.labels]))
    if members == 0 or members > times["members_to"]:
        return Fraction(1)
    return Fraction(times["members_to"], members)


def award_beaten(present: list[Result], measure: str) -> None:
    values = [result.figures[measure] for result in present]
    for position, result in enumerate(present):
        others = values[:position] + values[position + 1 :]
        mine = values[position]
        points = 2 * sum(1 for other in others if other < mine) + sum(1 for other in others if other == mine)
        result.figures["points"] += points
        result.figures["difference"] += mine - sum(values, Fraction(0)) / len(values)


def concerns(entry: Labels, labels: Labels, where: dict[str, Any]) -> bool:
    for name, value in entry.items():
        if name in labels and labels[name] != value:
            return False
        if name in where and value not in wanted_values(where[name]):
            return False
    return True


def meets(part: Result, entry: Labels) -> bool:
    has_one = any(name in part.labels and part.labels[name] == value for name, value in entry.items())
    has_other = any(name in part.labels and part.labels[name] != value for name, value in entry.items())
    return has_one and not has_other


class Fold:
    """One competitor's results made one; `held` are the entries that concern him."""

    def __init__(self, labels: Labels, results: list[Result], held: list[Labels], step: dict[str, Any]) -> None:
        self.labels = labels
        self.results = results
        self.held = held
        self.take = step.get("take", {})
        self.mean = step.get("combine", "sum") == "mean"
        self.measure = self.take.get("measure", "leistung")
        self.parts = in_order_of_labels([result for result in results if not result.absent])
        self.absent = [result for result in results if result.absent]

    def result(self, starts: list[Result]) -> Result:
        if "missing" in self.take:
            self.parts = in_order_of_labels(self.parts + self.credits(self.take["missing"]))
        minimum_missed = any(self.misses(demand) for demand in self.take.get("minimum", []))
        dropped = self.dropped(self.take["drop"]) if "drop" in self.take else []
        left = [part for part in self.parts if part not in dropped]
        counted = left
        if "best" in self.take:
            best = self.from_best(left)[: self.take["best"]]
            counted = [part for part in left if part in best]
        zeros = 0
        if "fill" in self.take:
            zeros = max(0, self.take["fill"] - len(self.parts))
            if "best" in self.take:
                zeros = min(zeros, max(0, self.take["best"] - len(counted)))
        folded = Result(self.labels, zero_figures())
        self.combine(folded.figures, counted, len(counted) + zeros, starts)
        folded.absent = not self.parts
        folded.apart = minimum_missed or any(result.apart for result in self.results)
        folded.given_apart = any(result.given_apart for result in self.results)
        folded.parts = len(counted) + zeros
        folded.account = self.account(counted, dropped, zeros, starts)
        return folded

    def combine(self, figures: Figures, counted: list[Result], parts: int, starts: list[Result]) -> None:
        for figure in FIGURES:
            figures[figure] = sum((part.figures[figure] for part in counted), Fraction(0))
            if self.mean and figure in MEANT and parts > 0:
                figures[figure] /= parts
        for result in self.absent:
            figures["points"] += result.figures["points"]
            figures["minus"] += result.figures["minus"]
        for start in starts:
            for figure in FIGURES:
                figures[figure] += start.figures[figure]

    def from_best(self, parts: list[Result]) -> list[Result]:
        """Best first; of equal parts the earlier is better."""
        return sorted(parts, key=lambda part: -part.figures[self.measure])

    def credits(self, missing: dict[str, Any]) -> list[Result]:
        wanted: list[Labels] = []
        if "of" in missing:
            of = missing["of"]
            for value in distinct([entry[of] for entry in self.held if of in entry]):
                if not any(of in part.labels and part.labels[of] == value for part in self.parts):
                    entries = [entry for entry in self.held if of in entry and entry[of] == value]
                    wanted.append(
                        {
                            name: entries[0][name]
                            for name in entries[0]
                            if all(same_on(entries[0], entry, [name]) for entry in entries)
                        }
                    )
        else:
            for entry in self.held:
                if not any(meets(part, entry) for part in self.parts):
                    wanted.append(entry)
        if "most" in missing:
            wanted = wanted[: missing["most"]]
        added = []
        for labels in wanted:
            part = Result({**labels, **self.labels}, zero_figures())
            part.figures[self.measure] = some_number(missing["credit"])
            part.credit = True
            added.append(part)
        return added

    def misses(self, demand: dict[str, Any]) -> bool:
        if "per" not in demand:
            return self.misses_within(demand, self.parts, self.held)
        per = demand["per"]
        for value in distinct([entry.get(per) for entry in self.held]):
            parts = [part for part in self.parts if part.labels.get(per) == value]
            held = [entry for entry in self.held if entry.get(per) == value]
            if self.misses_within(demand, parts, held):
                return True
        return False

    def misses_within(self, demand: dict[str, Any], parts: list[Result], held: list[Labels]) -> bool:
        def count(labels: list[Labels]) -> int:
            if "of" not in demand:
                return len(labels)
            return len(distinct([each[demand["of"]] for each in labels if demand["of"] in each]))

        had = count([part.labels for part in parts])
        if "least" in demand:
            return had < int(demand["least"])
        return had < some_number(demand["share"]) * count(held)

    def dropped(self, drop: dict[str, Any]) -> list[Result]:
        if "per" not in drop:
            return self.dropped_of(drop, self.parts, self.held)
        found = []
        for value in distinct([part.labels.get(drop["per"]) for part in self.parts]):
            block = [part for part in self.parts if part.labels.get(drop["per"]) == value]
            held = [entry for entry in self.held if entry.get(drop["per"]) == value]
            found += self.dropped_of(drop, block, held)
        return found

    def dropped_of(self, drop: dict[str, Any], block: list[Result], held: list[Labels]) -> list[Result]:
        drops = drop.get("worst", 0)
        for parts_from, stage_drops in drop.get("stages", []):
            if len(block) >= parts_from:
                drops = stage_drops
        if drop.get("absence") == "uses":
            drops -= sum(1 for entry in held if not any(meets(part, entry) for part in self.parts))
        drops = max(0, min(drops, len(block) - 1))
        return self.from_best(block)[len(block) - drops :]

    def account(
        self, counted: list[Result], dropped: list[Result], zeros: int, starts: list[Result]
    ) -> list[dict[str, Any]]:
        entries = []
        given = list(self.results)
        added = [part for part in self.parts if part.credit and part not in given]
        for result in in_order_of_labels(given + added):
            if result.absent:
                fate = "absent"
            elif result in dropped:
                fate = "dropped"
            elif result in counted:
                fate = "counts"
            else:
                fate = "beyond"
            entry = {"labels": result.labels, **shown(result.figures), "fate": fate}
            if result in added:
                entry["credit"] = True
            if result.account is not None:
                entry["account"] = result.account
            entries.append(entry)
        entries += [{"labels": self.labels, "fate": "zero"} for _ in range(zeros)]
        entries += [{"labels": self.labels, **shown(start.figures), "fate": "start"} for start in starts]
        return entries


def shown(figures: Figures) -> dict[str, Any]:
    """Whole values are numbers, others texts in lowest terms; figures that are 0 are left out."""
    return {
        name: value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
        for name, value in figures.items()
        if value != 0
    }


class Ranked:
    """The last step and the answer."""

    def __init__(self, results: list[Result], step: dict[str, Any], account: bool) -> None:
        self.step = step
        self.order: list[str] = step["order"]
        self.within: list[str] = step.get("within", [])
        self.results = [result for result in results if has_all(result.labels, self.within)]
        self.with_account = account

    def answer(self) -> dict[str, Any]:
        rows: list[dict[str, Any]] = []
        groups = groups_of([result for result in self.results if not result.apart], self.within)
        for group in sorted(groups, key=lambda group: label_key(group[0].labels, self.within)):
            rows += self.rows(group)
        below = sorted(
            [result for result in self.results if result.apart],
            key=lambda one: (label_key(one.labels, self.within), order_key(one, self.order), label_key(one.labels)),
        )
        return {"rows": rows, "below": [self.below(result) for result in below]}

    def rows(self, group: list[Result]) -> list[dict[str, Any]]:
        places = [1 + sum(1 for other in group if self.key(other) < self.key(result)) for result in group]
        placed = sorted(zip(places, group, strict=True), key=lambda pair: (pair[0], label_key(pair[1].labels)))
        rows = []
        for position, (place, result) in enumerate(placed):
            row = {"place": place, **self.common(result), "shared": places.count(place) > 1}
            if position > 0 and placed[position - 1][0] != place:
                row["parted_by"] = self.parted_by(placed[position - 1][1], result)
            zone = self.zone(place, len(group))
            if zone is not None:
                row["zone"] = zone
            rows.append(row)
        return rows

    def key(self, result: Result) -> tuple[list[Fraction], int]:
        lots = self.step.get("lots", [])
        return order_key(result, self.order), lots.index(result.labels) if result.labels in lots else len(lots)

    def parted_by(self, before: Result, result: Result) -> str:
        for word in self.order:
            name = word.removeprefix("-")
            if before.figures[name] != result.figures[name]:
                return name
        return "lot"

    def zone(self, place: int, placed: int) -> str | None:
        for first, last, name in self.step.get("zones", []):
            lower = first if first > 0 else placed + 1 + first
            upper = last if last > 0 else placed + 1 + last
            if lower <= place <= upper:
                return str(name)
        return None

    def common(self, result: Result) -> dict[str, Any]:
        common = {"labels": result.labels, **shown(result.figures), "parts": result.parts}
        if self.with_account and result.account is not None:
            common["account"] = result.account
        return common

    def below(self, result: Result) -> dict[str, Any]:
        return {**self.common(result), "why": "apart" if result.given_apart else "minimum"}
