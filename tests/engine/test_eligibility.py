"""Who may start: starts that keep all rules are green; each with one rule broken is red, by the paragraph of that rule.

The rules are those of the Sportordnung of the DSkV, 1.2, 1.5 and 1.6.
"""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from scoring.account import say
from scoring.federation.eligibility import (
    PARAGRAPHS,
    ClubSpell,
    EligibilityRules,
    Starter,
    StartRequest,
    eligibility,
    overlapping,
    rankings,
)

RULES = EligibilityRules(starts_a_year={"single": 2}, joined_by="03-31")
AGES = {"juniors": (16, 20), "seniors": (60, 85), "pupils": (8, 14), "youth": (10, 17)}
DAY = "2026-05-23"


def eligible(random: Random) -> tuple[Starter, StartRequest]:
    """A start that keeps all rules, of somebody who has started before."""
    start_class = random.choice(("men", "women", "juniors", "seniors", "pupils", "youth", "open"))
    kind = random.choice(("single", "team", "league"))
    sex = "f" if start_class == "women" else "m" if start_class == "men" else random.choice("mf")
    youngest, oldest = AGES.get(start_class, (25, 55))
    born = f"{2026 - random.randint(youngest + 1, oldest)}-{random.choice(('02-11', '04-30'))}"
    start = StartRequest("Asse", DAY, kind, start_class, "DM 2026", "Asse 1", needs_qualification=random.random() < 0.3)
    before = [
        StartRequest("Asse", f"2026-04-{day:02}", kind, start_class, "DM 2026", "Asse 1")
        for day in range(1, 1 + random.randint(0, 1))
    ]
    before.append(StartRequest("Buben", "2025-05-02", kind, start_class, "DM 2026", "Buben 3"))
    spell = ClubSpell("Asse", random.choice(("2019-01-01", "2026-03-31")), random.choice(("2026-05-23", "9999-12-31")))
    starter = Starter(sex, born, "4711", (spell,), tuple(before), {"DM 2026": True}, (("2026-01-01", "2026-05-22"),))
    return starter, start


def broken(random: Random) -> tuple[str, Starter, StartRequest]:
    """The same with one rule broken, and the code that must be told."""
    starter, start = eligible(random)
    code = random.choice(
        sorted(set(PARAGRAPHS) - {code for code in PARAGRAPHS if "unknown" in code or "no_pass" in code})
    )
    of_men = start._replace(start_class="men")
    adult = replace(starter, sex="m", born="1985-02-11")
    earlier = StartRequest("Buben", "2026-02-01", start.kind, start.start_class, "Pokal")
    match code:
        case "start_men":
            return code, replace(starter, sex="m"), start._replace(start_class="women")
        case "start_women":
            return code, replace(starter, sex="f"), start._replace(start_class="men", kind="single")
        case "start_too_old":
            start_class = random.choice(("juniors", "pupils", "youth"))
            limit = {"juniors": 21, "pupils": 15, "youth": 18}[start_class]
            day = "01-01" if start_class == "juniors" else DAY[5:]
            return code, replace(starter, born=f"{2026 - limit}-{day}"), start._replace(start_class=start_class)
        case "start_too_young":
            return code, replace(starter, born="1966-01-02"), start._replace(start_class="seniors")
        case "start_no_member":
            spell = random.choice((ClubSpell("Asse", "2020-01-01", "2026-05-22"), ClubSpell("Asse", "2026-05-24")))
            return code, replace(starter, clubs=(spell, ClubSpell("Buben", "2020-01-01"))), start
        case "start_joined_late":
            return code, replace(starter, clubs=(ClubSpell("Asse", "2026-04-01"),)), start
        case "start_other_club":
            return code, replace(adult, starts=(*starter.starts, earlier)), of_men
        case "start_other_joint_team":
            joint = start._replace(club="SG Nord", joint_clubs=("Asse", "Damen"), kind="team", start_class="women")
            other = joint._replace(club="SG Süd", day="2026-02-01", competition="Pokal")
            return code, replace(starter, sex="f", starts=(other,)), joint
        case "start_joint_single":
            joint = start._replace(club="SG Nord", joint_clubs=("Asse", "Damen"), kind="single", start_class="women")
            return code, replace(starter, sex="f", starts=()), joint
        case "start_too_often":
            single = start._replace(kind="single", start_class="open")
            twice = tuple(single._replace(day=day) for day in ("2026-01-03", "2026-05-23"))
            return code, replace(starter, starts=twice), single
        case "start_other_team":
            league = start._replace(kind="league", start_class="open")
            return code, replace(starter, starts=(league._replace(day="2026-03-22", team="Asse 2"),)), league
        case "start_suspended":
            return code, replace(starter, suspended=((DAY, DAY),)), start
        case "start_not_qualified":
            return code, replace(starter, qualified={"DM 2026": False}), start._replace(needs_qualification=True)
    raise AssertionError(code)


def test_starts_that_keep_all_rules_are_green():
    for seed in range(500):
        starter, start = eligible(Random(seed))
        assert eligibility(starter, start, RULES).findings == (), (seed, starter, start)
        assert eligibility(starter, start, RULES).colour == "green"


def test_500_ineligible_starts_are_refused_each_with_its_paragraph():
    told = Counter()
    for seed in range(500):
        code, starter, start = broken(Random(seed))
        found = eligibility(starter, start, RULES)
        assert found.colour == "red", (seed, code)
        red = [each for each in found.findings if each.colour == "red"]
        assert [(each.code, each.rule) for each in red] == [(code, PARAGRAPHS[code])], seed
        told[code] += 1
        [sentence] = [say(each.code, each.params) for each in red]
        assert sentence.endswith(".")
    assert len(told) == 13
    assert told.total() == 500


@pytest.mark.parametrize(
    ("change", "start", "code"),
    [
        ({"sex": ""}, {"start_class": "women"}, "start_sex_unknown"),
        ({"born": ""}, {"start_class": "seniors"}, "start_age_unknown"),
        ({"born": "1966"}, {"start_class": "seniors"}, "start_age_unknown"),
        ({"born": "2005"}, {"start_class": "juniors"}, "start_age_unknown"),
        ({"pass_number": ""}, {}, "start_no_pass"),
        ({"qualified": {}}, {"needs_qualification": True}, "start_qualification_unknown"),
    ],
)
def test_what_is_not_known_is_yellow(change, start, code):
    starter = Starter("f", "1961-04-02", "4711", (ClubSpell("Asse", "2019-01-01"),), qualified={"DM": True})
    request = StartRequest("Asse", DAY, "single", "open", "DM")._replace(**start)
    found = eligibility(replace(starter, **change), request)
    assert (found.colour, [each.code for each in found.findings]) == ("yellow", [code])
    assert say(code, found.findings[0].params).endswith(".")


def test_a_lady_over_sixty_stands_in_both_rankings():
    assert rankings(Starter("f", "1965-12-31"), DAY) == {"women", "seniors"}
    assert rankings(Starter("f", "1966-01-01"), DAY) == {"women", "seniors"}
    assert rankings(Starter("f", "1966-01-02"), DAY) == {"women"}
    assert rankings(Starter("m", "2005-01-02"), DAY) == {"men", "juniors"}
    assert rankings(Starter("m", "2005-01-01"), DAY) == {"men"}
    assert rankings(Starter(), DAY) == set()


def test_women_and_juniors_have_a_joint_team_besides_their_club():
    """SpO 1.5: one club in single and team championships, one Spielgemeinschaft in teams or leagues."""
    clubs = (ClubSpell("Asse", "2019-01-01"),)
    single = StartRequest("Asse", "2026-04-01", "single", "women")
    joint = StartRequest("SG Nord", DAY, "team", "women", joint_clubs=("Asse", "Damen"))
    woman = Starter("f", "1985-02-11", "4711", clubs, (single,))
    assert eligibility(woman, joint).colour == "green"
    in_league = (*woman.starts, joint._replace(kind="league"))
    assert eligibility(replace(woman, starts=in_league), joint).colour == "green"
    junior = replace(woman, sex="m", born="2008-02-11", starts=(single._replace(start_class="juniors"),))
    assert eligibility(junior, joint._replace(start_class="juniors")).colour == "green"
    among_men = joint._replace(start_class="men")
    assert [each.code for each in eligibility(woman, among_men).findings] == ["start_other_club"]
    strict = EligibilityRules(own_classes_apart=False)
    assert [each.code for each in eligibility(woman, joint, strict).findings] == ["start_other_club"]


def test_other_rules_are_settings():
    man = Starter("m", "1963-02-11", "4711", (ClubSpell("Asse", "2019-01-01"),))
    start = StartRequest("Asse", DAY, "single", "seniors")
    later = EligibilityRules(senior_from=65, paragraphs={"start_too_young": "LV 08, 3.2"})
    assert eligibility(man, start).colour == "green"
    assert [each.rule for each in eligibility(man, start, later).findings] == ["LV 08, 3.2"]
    elsewhere = replace(man, starts=(start._replace(club="Buben", day="2026-02-01"),))
    assert eligibility(elsewhere, start).colour == "red"
    assert eligibility(elsewhere, start, EligibilityRules(clubs_a_year=2)).colour == "green"
    assert eligibility(elsewhere, start, EligibilityRules(clubs_a_year=0)).colour == "green"


def test_licences_that_overlap_are_found():
    spells = [
        ClubSpell("A", "2024-01-01", "2024-12-31"),
        ClubSpell("B", "2025-01-01"),
        ClubSpell("C", "2025-06-01", "2025-06-01"),
    ]
    assert overlapping(spells) == [(spells[1], spells[2])]
    assert overlapping(spells[:2]) == []
