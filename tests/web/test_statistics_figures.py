"""What statistics count of stored lists, and that it is never out of date. The figures are worked out by hand.

Two evenings at a table of three with six deals each, a lost deal of another worth 40. The first one deal by deal: Anna
wins Kreuz mit 1 (24), loses Herz mit 1 (-40), wins a Grand mit 1 (48), Bert loses Pik mit 1 (-44), two are passed in:

    Anna 32 + 50 + 40 = 122, Bert -44 - 50 + 40 = -54, the guest 80

Of the second only the foot is known: Anna 100 with 3 won, Bert 50 with 2 won, the guest -40 with 1 lost:

    Anna 100 + 150 + 40 = 290, Bert 50 + 100 + 40 = 190, the guest -40 - 50 = -90
"""

import datetime
from collections import Counter
from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from scoring.figures import FigurePlace, Figures, Points, Tried, WinningRun
from scoring.foot_check import PaperFoot
from skatliga.access import Role
from skatliga.events.models import Event
from skatliga.events.services import create_event, enter_guests, enter_players, seat_round, set_state
from skatliga.lists.evaluation import Entered
from skatliga.lists.models import Sheet
from skatliga.lists.queries import display_of
from skatliga.lists.seat_changes import substitute
from skatliga.lists.services import Change, append_row, correct_row, enter_feet, open_sheet
from skatliga.lists.workflow import move
from skatliga.people.models import Player, Publication
from skatliga.people.services import add_player, change_player, merge_players
from skatliga.rules.books import Evaluation
from skatliga.statistics import rates as published
from skatliga.statistics import services
from skatliga.statistics.head_to_head import head_to_head, met
from skatliga.statistics.models import Counted, Tally
from skatliga.statistics.pages import (
    Class,
    EveningFigures,
    HeadToHead,
    MemberFigures,
    Met,
    PlayerSide,
    SharedSheet,
    course,
    distribute,
)
from skatliga.statistics.queries import (
    Period,
    club_events,
    group,
    player,
    player_events,
    year_events,
)
from skatliga.statistics.rates import MEASURES, Rate, compare
from skatliga.statistics.services import COUNTING
from skatliga.years.services import add_evenings, create_year
from web.evenings import made_by, officers
from web.replayed import world

State = Sheet.State
ROWS = [
    (1, {"game": "kreuz", "spitzen": 1, "won": True}),
    (1, {"game": "herz", "spitzen": 1, "won": False}),
    (0, {"game": "eingepasst"}),
    (1, {"game": "grand", "spitzen": 1, "won": True}),
    (2, {"game": "pik", "spitzen": 1, "won": False}),
    (0, {"game": "eingepasst"}),
]
FEET = [PaperFoot(100, 3, 0, 290), PaperFoot(50, 2, 0, 190), PaperFoot(-40, 0, 1, -90)]
FIRST, SECOND = datetime.date(2026, 1, 7), datetime.date(2026, 2, 4)

# Anna deals first, so Bert is forehand, the guest middlehand and Anna rearhand; then each moves on by one.
ANNA_1 = Figures(
    deals=6,
    held=6,
    passed=2,
    own={
        "all": Tried(3, 2),
        "kreuz": Tried(1, 1),
        "herz": Tried(1, 0),
        "grand": Tried(1, 1),
        "+1": Tried(3, 2),
    },
    defence={"all": Tried(1, 1)},
    places={"3.1": FigurePlace(2), "3.2": FigurePlace(2, 1, 0), "3.3": FigurePlace(2, 2, 2)},
    points={"seeger-fabian": Points(1, 6, 32, 122, 122, 122)},
    run=WinningRun(3, 1, 1, 1),
)
ANNA_2 = Figures(
    deals=6,
    own={"all": Tried(3, 3), "unknown": Tried(3, 3)},
    points={"seeger-fabian": Points(1, 6, 100, 290, 290, 290)},
    run=WinningRun(3, 3, 3, 3),
)


def make_evening(
    club, date: datetime.date, *players: Player, rounds: int = 1, evaluation: str = "seeger-fabian"
) -> Event:
    """A published evening of lists of six deals; the players of the register and a guest sit at one table."""
    event = create_event(
        club,
        name=f"Clubabend {date:%d.%m.}",
        date=date,
        rounds=rounds,
        rulebook="isko-2022",
        evaluation=evaluation,
        deals_at_four=8,
        deals_at_three=6,
    )
    enter_players(event, players)
    enter_guests(event, [("Gast", "")])
    for round in event.rounds.all():
        seat_round(round, {1: range(1, len(players) + 2)})
    set_state(event, Event.State.PUBLISHED)
    event.refresh_from_db()
    return event


def write_rows(event: Event, user, rows=ROWS, round: int = 1) -> Sheet:
    sheet = open_sheet(event.rounds.get(number=round).tables.get(), user)
    for revision, (declarer, deal) in enumerate(rows):
        append_row(sheet.pk, Entered(declarer=declarer, deal=deal), Change(revision, user))
    return arrive(sheet, user)


def write_feet(event: Event, user, feet=FEET, round: int = 1) -> Sheet:
    sheet = open_sheet(event.rounds.get(number=round).tables.get(), user)
    enter_feet(sheet.pk, feet, 0, Change(sheet.revision, user))
    return arrive(sheet, user)


def arrive(sheet: Sheet, user) -> Sheet:
    sheet.refresh_from_db()
    move(sheet.pk, State.ENTERED, Change(sheet.revision, user))
    sheet.refresh_from_db()
    return sheet


@pytest.fixture
def pair(anna, bert) -> tuple[Player, Player]:
    return anna.player, bert.player


@pytest.fixture
@world
def first(club, pair, schreiber) -> Event:
    event = make_evening(club, FIRST, *pair)
    write_rows(event, schreiber)
    return event


@pytest.fixture
@world
def second(club, pair, schreiber) -> Event:
    event = make_evening(club, SECOND, *pair)
    write_feet(event, schreiber)
    return event


# What is counted ----------------------------------------------------------------------------------------------------


def test_a_player_over_two_evenings(club, pair, first, second):
    anna, _bert = pair
    found = player(anna, club_events(club))
    assert found.figures == ANNA_1 + ANNA_2
    assert found.figures.run == WinningRun(games=6, longest=4, first=1, last=4)
    assert found.evaluation == Evaluation.SEEGER_FABIAN
    assert found.points == Points(2, 12, 132, 412, 290, 122)
    assert found.points.average == 1648
    assert found.evenings == (
        EveningFigures(first.slug, first.name, FIRST, Points(1, 6, 32, 122, 122, 122)),
        EveningFigures(second.slug, second.name, SECOND, Points(1, 6, 100, 290, 290, 290)),
    )
    assert [(each.slug, each.leistung, each.average, each.mean) for each in found.lists] == [
        (first.slug, 122, 976, 976),
        (second.slug, 290, 2320, 1648),
    ]
    assert [each.leistung for each in found.best] == [290, 122]
    assert (found.results.number, found.results.mean, found.results.median) == (2, 206, 206)
    # All three together: 32 - 44 + 0 and 100 + 50 - 40; 122 - 54 + 80 and 290 + 190 - 90.
    assert found.group.points == {"seeger-fabian": Points(6, 36, 98, 538, 290, -90)}
    assert found.group.declared == Tried(10, 7)


def test_all_together(club, pair, first, second):
    anna, bert = pair
    found = group(club_events(club), None)
    assert (found.lists, found.deals, found.evaluation) == (2, 12, Evaluation.SEEGER_FABIAN)
    assert found.points == Points(6, 36, 98, 538, 290, -90)
    assert found.figures.run == WinningRun()
    assert [(each.slug, each.average) for each in found.evenings] == [
        (first.slug, Fraction(148 * 48, 18)),
        (second.slug, Fraction(390 * 48, 18)),
    ]
    assert found.members == (
        MemberFigures(anna.pk, "Anna Ärmel", True, lists=2, deals=12, declared=6, won=5, spielpunkte=132, leistung=412),
        MemberFigures(bert.pk, "Bert Brandt", True, lists=2, deals=12, declared=3, won=2, spielpunkte=6, leistung=136),
    )
    assert (found.members[0].average, found.members[0].success) == (1648, Fraction(5, 6))
    assert [(each.name, each.player, each.leistung, each.slug) for each in found.best] == [
        ("Anna Ärmel", anna.pk, 290, second.slug),
        ("Bert Brandt", bert.pk, 190, second.slug),
        ("Anna Ärmel", anna.pk, 122, first.slug),
        ("Gast", None, 80, first.slug),
        ("Bert Brandt", bert.pk, -54, first.slug),
        ("Gast", None, -90, second.slug),
    ]
    assert found.results.number == 6
    assert found.results.mean == Fraction(538, 6)
    assert found.results.median == 101


def test_nothing_played(club, pair):
    anna, bert = pair
    found = group(club_events(club), None)
    assert (found.figures, found.lists, found.evaluation, found.points) == (Figures(), 0, None, None)
    assert (found.evenings, found.members, found.best, found.results.classes) == ((), (), (), ())
    own = player(anna, player_events(anna))
    assert (own.figures, own.points, own.lists, own.best) == (Figures(), None, (), ())
    nobody = PlayerSide(0, 0, 0, 0, 0)
    assert head_to_head(anna, bert, club_events(club)) == HeadToHead((), None, 0, 0, True, nobody, nobody, ())
    assert met(anna, club_events(club), None) == ()


def test_two_players_at_one_table(club, pair, first, second):
    anna, bert = pair
    found = head_to_head(anna, bert, club_events(club))
    assert (found.lists, found.equal) == (2, 0)
    assert found.one == PlayerSide(ahead=2, spielpunkte=132, leistung=412, declared=3, won=2)
    assert found.other == PlayerSide(ahead=0, spielpunkte=6, leistung=136, declared=1, won=0)
    last, before = found.meetings
    sheet = Sheet.objects.get(table__round__event=second)
    assert last == SharedSheet(sheet.pk, second.slug, second.name, SECOND, 1, 1, 290, 190)
    assert (before.slug, before.one, before.other) == (first.slug, 122, -54)
    turned = head_to_head(bert, anna, club_events(club))
    assert (turned.one, turned.other) == (found.other, found.one)
    assert met(anna, club_events(club), None) == (Met(bert.pk, "Bert Brandt", True, 2),)


def test_equal_lists_put_nobody_ahead(club, pair, schreiber):
    anna, bert = pair
    event = make_evening(club, FIRST, anna, bert)
    write_feet(event, schreiber, [PaperFoot(24, 1, 0, 74), PaperFoot(24, 1, 0, 74), PaperFoot(96, 4, 0, 296)])
    found = head_to_head(anna, bert, club_events(club))
    assert (found.lists, found.equal, found.one.ahead, found.other.ahead) == (1, 1, 0, 0)


def test_lists_counted_in_two_ways_have_no_common_sum(club, pair, first, schreiber):
    assert head_to_head(*pair, club_events(club)).comparable
    plain = make_evening(club, SECOND, *pair, evaluation="spielpunkte")
    write_feet(plain, schreiber, [PaperFoot(100, 3, 0, 100), PaperFoot(50, 2, 0, 50), PaperFoot(-40, 0, 1, -40)])
    found = head_to_head(*pair, club_events(club))
    assert (found.lists, found.comparable) == (2, False)


def test_a_list_deal_by_deal(first, schreiber):
    found = course(display_of(Sheet.objects.get(table__round__event=first), None))
    assert found.deals == 6
    assert [(each.seat, each.name, each.points) for each in found.lines] == [
        (1, "Anna Ärmel", (0, 24, -16, -16, 32, 32, 32)),
        (2, "Bert Brandt", (0, 0, 0, 0, 0, -44, -44)),
        (3, "Gast", (0, 0, 0, 0, 0, 0, 0)),
    ]


def test_a_penalty_shows_where_it_was_paid(club, pair, schreiber):
    event = create_event(club, name="1886", date=FIRST, rounds=1, rulebook="skatordnung-1886", evaluation="spielpunkte")
    enter_guests(event, [("Anna", ""), ("Bert", ""), ("Cora", "")])
    seat_round(event.rounds.get(), {1: [1, 2, 3]})
    sheet = open_sheet(event.rounds.get().tables.get(), schreiber)
    append_row(sheet.pk, Entered(declarer=1, penalty=10, reason="§32"), Change(0, schreiber))
    append_row(sheet.pk, Entered(deal={"game": "ramsch", "losers": [1, 2]}), Change(1, schreiber))
    append_row(sheet.pk, Entered(declarer=2, penalty=5, reason="§33"), Change(2, schreiber))
    sheet.refresh_from_db()
    found = course(display_of(sheet, None))
    # A Ramsch costs each of two losers 10 points (§27).
    assert [each.points for each in found.lines] == [(-20, -20 - 10 + 5), (10, 10 - 10 - 10), (10, 10 + 5)]
    assert [each.points[-1] for each in found.lines] == [
        player.spielpunkte for player in display_of(sheet, None).view.players
    ]


def test_of_a_foot_nobody_knows_how_it_went_on(second):
    assert course(display_of(Sheet.objects.get(table__round__event=second), None)) is None


def test_a_series_of_which_nobody_knows_how_it_went_on_is_blank_on_page_and_paper(
    club, pair, schreiber, client, paper_as_html, tmp_path
):
    """Anna has won some deals of a foot and lost one, in any order; Bert has lost none of his two."""
    event = make_evening(club, FIRST, *pair)
    write_feet(event, schreiber, [PaperFoot(100, 3, 1, None), PaperFoot(50, 2, 0, None), PaperFoot(0, 0, 0, None)])
    for person, known in zip(pair, (False, True), strict=True):
        page = client.get(reverse("statistics:player", args=[person.pk])).text
        call_command("print", "spielerstatistik", str(person.pk), output=tmp_path / "paper")
        for text in (page, (tmp_path / "paper").read_text()):
            assert "Alleinspiele gewonnen" in text
            assert ("Längste Gewinnserie" in text) is known


def test_a_split_seat_is_counted_for_both(club, pair, anna, schreiber):
    dora = add_player(club, first_name="Dora", last_name="Ude").player
    event = make_evening(club, FIRST, *pair)
    enter_players(event, [dora])
    sheet = open_sheet(event.rounds.get().tables.get(), schreiber)
    for revision, (declarer, deal) in enumerate(ROWS):
        append_row(sheet.pk, Entered(declarer=declarer, deal=deal), Change(revision, schreiber))
    sheet.refresh_from_db()
    substitute(
        sheet.pk, 1, event.entries.get(player=dora), 4, True, Change(sheet.revision, schreiber, "Anna musste gehen")
    )
    arrive(sheet, schreiber)
    events = club_events(club)
    of_both = player(pair[0], events), player(dora, events)
    starter, other = (each.figures for each in of_both)
    assert (starter.deals, starter.passed, starter.declared, starter.run) == (3, 1, Tried(2, 1), WinningRun(2, 1, 1, 0))
    assert (other.deals, other.passed, other.declared, other.defended) == (3, 1, Tried(1, 1), Tried(1, 1))
    # Until the third deal 24 - 40 and nobody else lost; then 48 + 50 and Bert's loss.
    assert starter.points["seeger-fabian"] == Points(1, 3, -16, -16, -16, -16)
    assert other.points["seeger-fabian"] == Points(1, 3, 48, 138, 138, 138)
    # The list itself says the same: three deals each, times 16 on 48.
    assert [(each.deals, each.average, each.mean) for found in of_both for each in found.lists] == [
        (3, -16 * 16, -16 * 16),
        (3, 138 * 16, 138 * 16),
    ]
    found = head_to_head(dora, pair[1], events)
    assert (found.one.declared, found.one.won, found.other.declared) == (1, 1, 1)
    assert found.lists == 1
    # Starter and substitute share a seat and never sat there together.
    assert head_to_head(pair[0], dora, events).lists == 0
    assert [(each.name, each.lists) for each in met(dora, events, None)] == [("Bert Brandt", 1)]


def test_who_leaves_is_measured_by_the_deals_he_sat_through(club, pair, schreiber):
    """Four sit down to two rounds; after the first one the guest goes, so that three play three deals more."""
    dora = add_player(club, first_name="Dora", last_name="Ude").player
    event = make_evening(club, FIRST, *pair, dora)
    kreuz = {"game": "kreuz", "spitzen": 1, "won": True}
    sheet = open_sheet(event.rounds.get().tables.get(), schreiber)
    for nr, seat in enumerate((2, 1, 1, 1, 1, 1, 1)):
        playing = (1, 2, 3) if nr == 4 else None
        append_row(sheet.pk, Entered(declarer=seat, deal=kreuz, playing=playing), Change(nr, schreiber))
    arrive(sheet, schreiber)
    [of_anna] = player(pair[0], club_events(club)).lists
    # Six games won: 6 x (24 + 50) = 444 in seven deals.
    assert (of_anna.deals, of_anna.leistung, of_anna.average) == (7, 444, Fraction(48 * 444, 7))


def test_who_comes_when_another_has_gone_has_not_met_him(club, pair, schreiber):
    """Anna, Bert and Dora begin; after three deals Anna goes and Emil comes."""
    dora = add_player(club, first_name="Dora", last_name="Ude").player
    emil = add_player(club, first_name="Emil", last_name="Ude").player
    event = make_evening(club, FIRST, *pair, dora)
    enter_players(event, [emil])
    seat_round(event.rounds.get(), {1: [1, 2, 3, 5]})  # Anna, Bert, Dora, Emil
    kreuz = {"game": "kreuz", "spitzen": 1, "won": True}
    sheet = open_sheet(event.rounds.get().tables.get(), schreiber)
    for nr, (seat, playing) in enumerate([(1, (1, 2, 3)), (1, None), (1, None), (2, (2, 3, 4)), (2, None), (2, None)]):
        append_row(sheet.pk, Entered(declarer=seat, deal=kreuz, playing=playing), Change(nr, schreiber))
    arrive(sheet, schreiber)
    events = club_events(club)
    assert [(each.name, each.lists) for each in met(pair[0], events, None)] == [("Bert Brandt", 1), ("Dora Ude", 1)]
    assert [head_to_head(emil, other, events).lists for other in (pair[0], pair[1], dora)] == [0, 1, 1]


def test_a_match_of_which_only_the_foot_is_known_has_as_many_deals_as_were_won(club, leiterin):
    made_by(officers, club, leiterin)
    found = group(club_events(club), None)
    # Seven and four deals written down; 4 + 3 and 2 + 4 won on the lists of which only the foot is.
    assert (found.lists, found.deals) == (4, 7 + 4 + 7 + 6)
    assert found.points.deals == 2 * 24


def test_matches_are_won_or_lost(club, pair, leiterin):
    """Anna wins 10 to 9 against Bert and 11 to 6 against a guest; Bert loses 4 to 12 against the other one."""
    event = made_by(officers, club, leiterin)
    anna, bert = pair
    event.entries.filter(start_number=1).update(player=anna)
    event.entries.filter(start_number=2).update(player=bert)
    found = group(club_events(club), None)
    assert (found.kind, found.is_skat, found.evaluation) == ("offiziersskat", False, Evaluation.MATCHES)
    # Of 7, 4, 7 and 6 deals; each match has two lists of players.
    assert (found.deals_of_a_match, found.matches.played) == (6, 8)
    assert (found.best, found.results.number) == ((), 0)
    assert [(each.name, each.matches) for each in found.members] == [("Anna Ärmel", 1), ("Bert Brandt", 0)]
    own, other = (player(each, club_events(club)) for each in pair)
    assert (own.matches, [each.mean for each in own.lists]) == (Tried(2, 2), [1, 1])
    assert (other.matches, [each.mean for each in other.lists]) == (Tried(2, 0), [0, 0])
    # Anna led four of the seven deals that are written down and won three, Bert three and two. What the feet of Serie
    # 2 have as won may have been games of the other.
    assert (own.figures.declared, other.figures.declared) == (Tried(4, 3), Tried(3, 2))
    assert own.figures.deals == 7 + 7


def test_games_of_another_book_are_kept_apart(club, pair, first, second, leiterin):
    """A Karo of Offiziersskat is no Karo of Skat, whatever else the club plays."""
    made_by(officers, club, leiterin)
    events = club_events(club)
    found = group(events, None)
    # Four lists of Offiziersskat, two of Skat.
    assert (found.kinds, found.kind, found.lists) == (("offiziersskat", "skat"), "offiziersskat", 4)
    skat = group(events, None, "skat")
    assert (skat.kind, skat.is_skat, skat.lists, skat.figures.declared) == ("skat", True, 2, Tried(10, 7))
    assert [each.name for each in skat.members] == ["Anna Ärmel", "Bert Brandt"]
    assert {each.slug for each in skat.best} == {first.slug, second.slug}
    assert player(pair[0], events).figures == ANNA_1 + ANNA_2
    assert player(pair[0], events, "offiziersskat").figures == Figures()


def test_what_a_book_does_not_have_is_no_rate_of_its_games(club, leiterin):
    made_by(officers, club, leiterin)
    found = group(club_events(club), None)
    # Who led won five of the seven deals that are written down, and three of the four of which only the value is.
    assert [each[1:] for each in compare(found.kind, found.figures)] == [(Rate(8, 11), None, None)]
    assert [each[1:] for each in compare(found.kind, found.figures, found.figures)] == [
        (Rate(8, 11), Rate(8, 11), None),
        (Rate(3, 11), Rate(3, 11), None),
    ]


def test_two_seats_taken_over_at_once_and_one_after_the_end(club, pair, schreiber):
    event = make_evening(club, FIRST, *pair)
    others = [add_player(club, first_name=name, last_name="Ude").player for name in ("Dora", "Emil", "Fritz")]
    enter_players(event, others)
    sheet = open_sheet(event.rounds.get().tables.get(), schreiber)
    for revision, (declarer, deal) in enumerate(ROWS):
        append_row(sheet.pk, Entered(declarer=declarer, deal=deal), Change(revision, schreiber))
    for seat, other, deal in ((1, others[0], 4), (2, others[1], 4), (3, others[2], 6)):
        sheet.refresh_from_db()
        entry = event.entries.get(player=other)
        substitute(sheet.pk, seat, entry, deal, True, Change(sheet.revision, schreiber, "alle müssen gehen"))
    arrive(sheet, schreiber)
    events = club_events(club)
    found = [player(each, events).figures for each in (*pair, *others)]
    assert [(each.deals, each.declared) for each in found] == [
        (3, Tried(2, 1)),
        (3, Tried(0, 0)),
        (3, Tried(1, 1)),
        (3, Tried(1, 0)),
        (1, Tried(0, 0)),
    ]
    assert head_to_head(others[0], others[1], events).one.declared == 1
    # Anna and Bert went together, so that neither sat there with Dora or Emil; Fritz came for the last deal.
    anna, bert, dora, emil, fritz = *pair, *others
    assert {
        one.first_name: sorted(each.name.split()[0] for each in met(one, events, None))
        for one in (anna, bert, dora, emil, fritz)
    } == {
        "Anna": ["Bert"],
        "Bert": ["Anna"],
        "Dora": ["Emil", "Fritz"],
        "Emil": ["Dora", "Fritz"],
        "Fritz": ["Dora", "Emil"],
    }
    assert [head_to_head(anna, other, events).lists for other in (bert, dora, emil, fritz)] == [1, 0, 0, 0]
    assert head_to_head(anna, emil, events).meetings == ()


def test_rates_beside_those_of_all_and_the_published_ones(club, pair, first, second):
    anna, _bert = pair
    found = player(anna, club_events(club))
    rates = {each.measure.key: (each.own, each.group) for each in compare(found.kind, found.figures, found.group)}
    assert rates == {
        "passed": (Rate(2, 6), Rate(6, 18)),
        "declared": (Rate(3, 6), Rate(4, 18)),
        "won": (Rate(5, 6), Rate(7, 10)),
        "defended": (Rate(1, 1), Rate(4, 8)),
        "hand": (Rate(0, 3), Rate(0, 4)),
        "ouvert": (Rate(0, 3), Rate(0, 4)),
        "announced": (Rate(0, 3), Rate(0, 4)),
        "overbid": (Rate(0, 3), Rate(0, 4)),
        "schneider": (Rate(0, 3), Rate(0, 4)),
        "schwarz": (Rate(0, 3), Rate(0, 4)),
        "with": (Rate(2, 3), Rate(2, 4)),
    }
    assert Rate(2, 6).share == Fraction(1, 3)
    assert Rate(0, 0).share is None


def test_rates_of_all_together_count_a_deal_once(club, first, second):
    found = group(club_events(club), None)
    # Two of six deals were passed in; of the second list nobody knows. Own games were 4 of rows and 6 of feet.
    rates = {each.measure.key: each.own for each in compare(found.kind, found.figures)}
    assert (rates["passed"], rates["won"]) == (Rate(2, 6), Rate(7, 10))
    assert rates.keys().isdisjoint({"declared", "defended"})


def test_what_is_published_adds_up():
    games = ("karo", "herz", "pik", "kreuz", "grand", "null")
    assert sum(published.SHARES[game] for game in games) == 1
    won = sum(published.SHARES[game] * published.WON.get(game, 0) for game in games)
    # Null, which the source parts, is 6.4 % of the games: all games together lie between all and none of them won.
    assert won < published.WON["all"] < won + published.SHARES["null"]
    shown = {measure.key: measure.published for measure in MEASURES if measure.published}
    assert {key: round(float(share), 4) for key, share in shown.items()} == {
        "passed": 0.049,
        "declared": 0.317,
        "won": 0.8164,
        "defended": 0.1836,
        "schneider": 0.234,
        "schneider_made": 0.979,
        "schwarz": 0.014,
    }


def test_classes_of_results():
    found = distribute(Counter({-90: 1, -54: 1, 80: 1, 122: 2, 290: 1}))
    assert (found.classes[0], found.classes[-1]) == (Class(-100, -81, 1), Class(280, 299, 1))
    assert len(found.classes) == 20
    assert (found.number, found.mean, found.median) == (6, Fraction(470, 6), 101)
    assert sum(each.lists for each in found.classes) == 6
    assert distribute(Counter({1: 3})).classes == (Class(1, 1, 3),)
    far = distribute(Counter({-1_000_000: 1, 1_000_000: 1})).classes
    assert (len(far), far[0], far[-1]) == (11, Class(-1_000_000, -800_001, 1), Class(1_000_000, 1_199_999, 1))
    assert distribute(Counter()).classes == ()


# Which lists and events ---------------------------------------------------------------------------------------------


def test_lists_count_that_count_in_rankings(club, pair, first, leiterin):
    sheet = Sheet.objects.get(table__round__event=first)
    for to, lists in ((State.IN_QUESTION, 1), (State.ENTERED, 1), (State.CHECKED, 1), (State.ANNULLED, 0)):
        sheet.refresh_from_db()
        move(sheet.pk, to, Change(sheet.revision, leiterin, "nachgesehen"))
        assert group(club_events(club), None).lists == lists, to


def test_a_draft_counts_on_its_own_page_only(club, pair, first):
    set_state(first, Event.State.DRAFT)
    assert group(club_events(club), None).lists == 0
    assert player(pair[0], player_events(pair[0])).figures == Figures()
    assert group(Event.objects.filter(pk=first.pk), Role.READER).lists == 1


def test_periods(club, pair, first, second):
    events = club_events(club, Period(datetime.date(2026, 2, 1)))
    assert player(pair[0], events).figures == ANNA_2
    assert player(pair[0], player_events(pair[0], Period(last=datetime.date(2026, 1, 31)))).figures == ANNA_1
    assert player(pair[0], player_events(pair[0], Period(FIRST, SECOND))).figures == ANNA_1 + ANNA_2


def test_events_of_another_club(club, other_club, pair, first, schreiber):
    anna, bert = pair
    away = make_evening(other_club, SECOND, anna, bert)
    write_feet(away, schreiber)
    assert player(anna, player_events(anna)).figures == ANNA_1 + ANNA_2
    assert player(anna, player_events(anna, club=other_club)).figures == ANNA_2
    assert player(anna, club_events(club)).figures == ANNA_1


def test_the_evenings_of_a_year(club, pair, first, second):
    year = create_year(club, name="2026", first_day=datetime.date(2026, 1, 1), last_day=datetime.date(2026, 12, 31))
    add_evenings(year, [first])
    assert [event.pk for event in year_events(year)] == [first.pk]
    assert group(year_events(year), None).lists == 1


def test_players_merged_count_as_one(club, pair, first, schreiber):
    anna, bert = pair
    twice = add_player(club, first_name="Anna", last_name="Aermel").player
    write_feet(make_evening(club, SECOND, twice, bert), schreiber)
    assert player(anna, club_events(club)).figures == ANNA_1
    merge_players(anna, twice)
    assert player(anna, club_events(club)).figures == ANNA_1 + ANNA_2
    assert [(each.name, each.lists) for each in group(club_events(club), None).members] == [
        ("Anna Ärmel", 2),
        ("Bert Brandt", 2),
    ]
    assert head_to_head(anna, bert, club_events(club)).lists == 2
    assert met(bert, club_events(club), None) == (Met(anna.pk, "Anna Ärmel", True, 2),)


def test_names_as_they_may_be_seen(club, pair, anna, first):
    change_player(anna, number="1", publication=Publication.FIRST_NAME)
    in_public, inside = group(club_events(club), None), group(club_events(club), Role.READER)
    assert [(each.name, each.has_page) for each in in_public.members] == [("Anna", False), ("Bert Brandt", True)]
    assert [each.name for each in inside.members] == ["Anna Ärmel", "Bert Brandt"]
    assert (in_public.best[0].name, in_public.best[0].player) == ("Anna", None)
    assert inside.best[0].name == "Anna Ärmel"
    assert met(pair[1], club_events(club), None) == (Met(pair[0].pk, "Anna", False, 1),)
    assert met(pair[1], club_events(club), Role.READER) == (Met(pair[0].pk, "Anna Ärmel", False, 1),)


# Never out of date --------------------------------------------------------------------------------------------------


def test_a_correction_is_seen_at_once(club, pair, first, leiterin):
    assert player(pair[0], club_events(club)).figures.declared == Tried(3, 2)
    sheet = Sheet.objects.get(table__round__event=first)
    lost = {"game": "kreuz", "spitzen": 1, "won": False}
    correct_row(sheet.pk, Entered(nr=1, declarer=1, deal=lost), Change(sheet.revision, leiterin, "verlesen"))
    found = player(pair[0], club_events(club))
    assert found.figures.declared == Tried(3, 1)
    # 24 points become -48, one more is lost and one less won: 122 - 72 - 100.
    assert found.points.leistung == -50


def test_only_what_has_changed_is_counted_again(club, pair, first, second, leiterin, monkeypatch):
    event = make_evening(club, datetime.date(2026, 3, 4), *pair, rounds=2)
    write_feet(event, leiterin, round=1)
    write_rows(event, leiterin, round=2)
    counted, count_sheet = [], services.count_sheet

    def noted(sheet):
        counted.append(sheet)
        return count_sheet(sheet)

    monkeypatch.setattr(services, "count_sheet", noted)
    group(club_events(club), None)
    assert len(counted) == 4
    group(club_events(club), None)
    assert len(counted) == 4
    sheet = Sheet.objects.get(table__round__event=event, table__round__number=2)
    correct_row(sheet.pk, Entered(nr=3, deal=ROWS[2][1], reason=""), Change(sheet.revision, leiterin, "nachgesehen"))
    group(club_events(club), None)
    assert [each.pk for each in counted[4:]] == [sheet.pk]


def test_after_any_change_it_is_as_if_counted_anew(club, pair, leiterin):
    def sums():
        columns = ("event", "entry", "figures", "lists", "deals", "declared", "won", "spielpunkte", "leistung")
        return set(map(repr, Tally.objects.values_list(*columns)))

    event = make_evening(club, FIRST, *pair, rounds=3)
    sheets = [write_rows(event, leiterin, round=1), write_feet(event, leiterin, round=2)]
    late = open_sheet(event.rounds.get(number=3).tables.get(), leiterin)
    enter_feet(late.pk, FEET, 0, Change(late.revision, leiterin))
    dora = add_player(club, first_name="Dora", last_name="Ude").player
    enter_players(event, [dora])
    entry = event.entries.get(player=dora)
    lost = Entered(nr=1, declarer=1, deal={"game": "kreuz", "spitzen": 1, "won": False})
    for change in (
        lambda: None,
        lambda: correct_row(sheets[0].pk, lost, Change(sheets[0].revision, leiterin, "verlesen")),
        lambda: arrive(late, leiterin),
        lambda: substitute(sheets[0].pk, 1, entry, 4, True, Change(sheets[0].revision, leiterin, "Anna ging")),
        lambda: move(sheets[0].pk, State.ANNULLED, Change(sheets[0].revision, leiterin, "falscher Tisch")),
        lambda: move(late.pk, State.ANNULLED, Change(late.revision, leiterin, "falscher Tisch")),
        lambda: move(sheets[1].pk, State.ANNULLED, Change(sheets[1].revision, leiterin, "falscher Tisch")),
    ):
        for sheet in (*sheets, late):
            sheet.refresh_from_db()
        change()
        services.bring_up_to_date(Event.objects.all())
        found = sums()
        services.forget()
        services.bring_up_to_date(Event.objects.all())
        assert found == sums()
    assert found == {repr((event.pk, None, [0, 0, 0, {}, {}, {}, {}, [0, 0, 0, 0]], 0, 0, 0, 0, 0, 0))}


def test_a_change_while_it_is_counted(club, pair, first, leiterin, monkeypatch):
    """Between reading the lists and storing their figures somebody corrects one."""
    sheet = Sheet.objects.get(table__round__event=first)
    lost = Entered(nr=1, declarer=1, deal={"game": "kreuz", "spitzen": 1, "won": False})
    count = services._count

    def interrupted(event, version):
        found = count(event, version)
        monkeypatch.setattr(services, "_count", count)
        correct_row(sheet.pk, lost, Change(sheet.revision, leiterin, "verlesen"))
        return found

    monkeypatch.setattr(services, "_count", interrupted)
    assert player(pair[0], club_events(club)).figures.declared == Tried(3, 1)
    first.refresh_from_db()
    assert set(Tally.objects.values_list("version", flat=True)) == {first.version}


def test_what_an_older_way_of_counting_left_is_counted_anew(club, pair, first, second):
    """As an installation has it after an upgrade: figures that nobody would count today, of lists that are the same."""
    group(club_events(club), None)
    for kept in (Counted, Tally):
        kept.objects.update(counting=1, figures={})
    Tally.objects.update(figures=[0, 0, 0, {}, {}, {}, {}, [0, 0, 0, 0]], lists=0)
    assert player(pair[0], club_events(club)).figures == ANNA_1 + ANNA_2
    assert services.stale(Event.objects.all()) == []


def test_what_is_kept_of_a_list(club, pair, first):
    """Whoever has to change this raises `COUNTING`, so that installations count their lists anew."""
    group(club_events(club), None)
    kept = Counted.objects.get()
    anna, bert, guest = first.entries.order_by("start_number").values_list("pk", flat=True)
    assert (COUNTING, kept.counting, kept.deals, kept.apart) == (2, 2, 6, [])
    assert kept.against == {
        f"{anna} {bert}": [3, 2],
        f"{anna} {guest}": [3, 2],
        f"{bert} {anna}": [1, 0],
        f"{bert} {guest}": [1, 0],
    }
    assert kept.figures.keys() == {str(anna), str(bert), str(guest)}
    assert kept.figures[str(anna)] == [
        *(6, 6, 2),
        {"all": [3, 2], "kreuz": [1, 1], "herz": [1, 0], "grand": [1, 1], "+1": [3, 2]},
        {"all": [1, 1]},
        {"3.1": [2, 0, 0], "3.2": [2, 1, 0], "3.3": [2, 2, 2]},
        {"seeger-fabian": [1, 6, 32, 122, 122, 122]},
        [3, 1, 1, 1],
    ]


def test_two_count_the_same_at_once(club, pair, first, monkeypatch):
    """While one is still counting another one has stored it."""
    count = services._count

    def interrupted(event, version):
        found = count(event, version)
        monkeypatch.setattr(services, "_count", count)
        services.tally_event(event)
        return found

    monkeypatch.setattr(services, "_count", interrupted)
    assert player(pair[0], club_events(club)).figures == ANNA_1
    assert (Counted.objects.count(), Tally.objects.count()) == (1, 4)


def test_an_event_that_is_gone_meanwhile_is_none(db):
    services.tally_event(1)
    assert not Tally.objects.exists()


def test_the_command_counts_everything_once(club, first, second):
    def told(**options):
        output = StringIO()
        call_command("tally", stdout=output, **options)
        return output.getvalue().strip()

    assert told() == "2 Veranstaltungen gezählt."
    assert told() == "0 Veranstaltungen gezählt."
    assert Counted.objects.count() == 2
    assert told(neu=True) == "2 Veranstaltungen gezählt."


# What it costs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("evenings", [1, 3])
def test_queries(club, pair, schreiber, evenings, django_assert_num_queries):
    anna, bert = pair
    for number in range(evenings):
        write_rows(make_evening(club, FIRST + datetime.timedelta(weeks=number), anna, bert), schreiber)
    events = club_events(club)
    group(events, None)
    with django_assert_num_queries(8):
        group(events, None)
    with django_assert_num_queries(6):
        player(anna, events)
    with django_assert_num_queries(6):
        head_to_head(anna, bert, events)
    with django_assert_num_queries(6):
        met(anna, events, None)
