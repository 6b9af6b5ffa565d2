"""The strength of a club's players, counted a second time here by the formulas of Weng and Lin (2011), algorithm 4."""

import datetime
from itertools import combinations, groupby
from math import erf, exp, sqrt
from random import Random

import pytest

from skatliga.access import Role
from skatliga.events.models import Event
from skatliga.events.services import set_state
from skatliga.lists.models import SeatResult, Sheet
from skatliga.people.models import Player, Publication
from skatliga.people.services import change_player
from skatliga.publication import bump_version
from skatliga.statistics import ratings
from skatliga.statistics.models import Rated, Rating
from skatliga.statistics.pages import Strength
from skatliga.statistics.ratings import strengths
from skatliga.statistics.services import rate_players
from web.season import draw_season, write_season

FIRST = datetime.date(2026, 1, 7)
MEMBERS = [f"{first} Spieler" for first in ("Anna", "Bert", "Cora", "Dora", "Emil", "Fritz", "Gerd")]
GUESTS = ["Gast Hans", "Gast Ida"]
START, UNKNOWN, CHANCE, DRIFT = 25.0, 25 / 3, 12.5, 25 / 300


def by_hand(lists):
    """Mean, uncertainty and number of lists of every member, in the library's units."""
    known = {}
    for _where, seats in groupby(lists, key=lambda each: each[:-2]):
        played = [(name, leistung) for *_at, name, leistung in seats]
        before = [known.get(name, (START, UNKNOWN, 0)) for name, _leistung in played]
        means = [mean for mean, _uncertainty, _lists in before]
        variances = [uncertainty**2 + DRIFT**2 for _mean, uncertainty, _lists in before]
        c = sqrt(sum(variance + CHANCE**2 for variance in variances))
        ranks = [sum(other > leistung for _name, other in played) for _name, leistung in played]
        strong = [exp(mean / c) for mean in means]
        at_or_below = [sum(s for s, rank in zip(strong, ranks, strict=True) if rank >= own) for own in ranks]
        for i, (name, _leistung) in enumerate(played):
            omega = delta = 0.0
            for q, rank in enumerate(ranks):
                if rank <= ranks[i]:
                    part = strong[i] / at_or_below[q]
                    omega += ((i == q) - part) / ranks.count(rank)
                    delta += part * (1 - part) / ranks.count(rank)
            gamma = sqrt(variances[i]) / c
            if name in MEMBERS:
                known[name] = (
                    means[i] + variances[i] / c * omega,
                    sqrt(variances[i] * (1 - variances[i] / c**2 * gamma * delta)),
                    before[i][2] + 1,
                )
    return known


def shown(known):
    """As the page says it: 1000 at the start, 20 points to the unit, 95 of 100 between the bounds."""
    return {
        name: (round(1000 + 20 * (mean - 25)), round(20 * 1.96 * uncertainty), lists)
        for name, (mean, uncertainty, lists) in known.items()
        if lists >= 20
    }


def found(club, role=None):
    return {each.name: (each.value, each.margin, each.lists) for each in strengths(club, role)}


@pytest.fixture
def lists():
    season = draw_season(MEMBERS, GUESTS, evenings=14, rounds=2, seed="Stärke", first=FIRST)
    return [(each.evening, each.round, each.table, each.name, each.leistung) for each in season]


@pytest.fixture
def events(club, lists):
    season = draw_season(MEMBERS, GUESTS, evenings=14, rounds=2, seed="Stärke", first=FIRST)
    written = write_season(club, season, MEMBERS)
    rate_players(club, True)
    return written


def test_off_until_the_club_wants_it(club, events):
    rate_players(club, False)
    assert strengths(club, None) == ()
    assert not ratings.is_rated(club)
    rate_players(club, True)
    assert ratings.is_rated(club)
    assert strengths(club, None)
    rate_players(club, True)
    assert Rated.objects.count() == 1
    rate_players(club, False)
    assert not Rating.objects.exists()
    assert list(Rated.history.values_list("history_type", flat=True)) == ["-", "+", "-", "+"]


def test_strengths_are_those_of_the_formulas(club, events, lists):
    expected = by_hand(lists)
    assert 0 < len(shown(expected)) < len(MEMBERS)  # somebody has too few lists to be shown
    assert found(club) == shown(expected)
    first = strengths(club, None)[0]
    player = Player.objects.get(first_name=first.name.split()[0])
    assert first == Strength(player.pk, player.name, True, *found(club)[player.name])
    assert [each.value for each in strengths(club, None)] == sorted(each.value for each in strengths(club, None))[::-1]


def test_a_correction_changes_what_came_after_it(club, events, lists):
    before = found(club)
    changed = SeatResult.objects.filter(sheet__table__round__event=events[3], seat=1, sheet__table__number=1)
    corrected = changed.first()
    at = (4, corrected.sheet.table.round.number, 1, corrected.entry.name)
    changed.filter(pk=corrected.pk).update(leistung=-999)
    bump_version(events[3])
    expected = shown(by_hand([(*each[:4], -999) if each[:4] == at else each for each in lists]))
    assert found(club) == expected != before
    kept = list(Rating.objects.order_by("place").values())
    Rating.objects.all().delete()
    assert found(club) == expected
    assert list(Rating.objects.order_by("place").values()) == kept


def test_an_event_moved_or_withdrawn_is_rated_where_it_belongs(club, events, lists):
    found(club)
    Event.objects.filter(pk=events[2].pk).update(date=FIRST + datetime.timedelta(days=400))
    expected = [each for each in lists if each[0] != 3] + [each for each in lists if each[0] == 3]
    assert found(club) == shown(by_hand(expected))
    set_state(events[2], Event.State.DRAFT)
    assert found(club) == shown(by_hand([each for each in lists if each[0] != 3]))


def test_two_that_are_one(club, events, lists):
    found(club)
    anna, bert = Player.objects.get(first_name="Anna"), Player.objects.get(first_name="Bert")
    # They have sat at one table, so this could not be; what matters is that everything is counted again.
    merge = {"Bert Spieler": "Anna Spieler"}
    together = {
        each[:3] for each in lists if {"Anna Spieler", "Bert Spieler"} <= {x[3] for x in lists if x[:3] == each[:3]}
    }
    for event in events:
        for sheet in Sheet.objects.filter(table__round__event=event):
            at = (events.index(event) + 1, sheet.table.round.number, sheet.table.number)
            if at in together:
                SeatResult.objects.filter(sheet=sheet).delete()
    Player.objects.filter(pk=bert.pk).update(merged_into=anna)
    expected = [(*each[:3], merge.get(each[3], each[3]), each[4]) for each in lists if each[:3] not in together]
    assert found(club) == shown(by_hand(expected))


def test_other_games_say_nothing_of_it(club, events, lists):
    """The lists of the last two evenings were of Offiziersskat, as it were."""
    Sheet.objects.filter(table__round__event__in=events[12:]).update(rulebook="offiziersskat")
    assert found(club) == shown(by_hand([each for each in lists if each[0] <= 12]))


def test_names_as_they_may_be_seen(club, events):
    anna = Player.objects.get(first_name="Anna")
    change_player(anna.memberships.get(), number="", publication=Publication.FIRST_NAME)
    assert ("Anna", False) in {(each.name, each.has_page) for each in strengths(club, None)}
    assert "Anna Spieler" in found(club, Role.READER)


def test_queries_do_not_grow(club, events, django_assert_num_queries):
    strengths(club, None)
    with django_assert_num_queries(5):
        strengths(club, None)
    Event.objects.filter(pk__in=[event.pk for event in events[12:]]).update(state=Event.State.DRAFT)
    strengths(club, None)
    with django_assert_num_queries(5):
        strengths(club, None)


def test_it_is_as_sure_as_it_is_right():
    """Thirty players play 400 lists; their strengths are known and differ by 90 points a list, chance makes it 350."""
    sure, right, pairs = 0.0, 0, 0
    for seed in range(10):
        draw = Random(seed)
        true = {player: draw.gauss(0, 90) for player in range(1, 31)}
        known = {}
        for _list in range(400):
            table = draw.sample(sorted(true), 4)
            ratings._rate_list([(player, round(true[player] + draw.gauss(0, 350))) for player in table], known)
        for one, other in combinations(sorted(known), 2):
            a, b = known[one], known[other]
            apart = abs(a.mean - b.mean) / sqrt(a.uncertainty**2 + b.uncertainty**2)
            sure += (1 + erf(apart / sqrt(2))) / 2
            right += (a.mean > b.mean) == (true[one] > true[other])
            pairs += 1
    assert abs(sure / pairs - right / pairs) < 0.04
    assert 0.7 < right / pairs < 0.9
