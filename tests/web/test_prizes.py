"""Prizes: the proposal, the prizes fixed by hand, who has won them, payouts, the jackpot, and the event copied.

Eight players pay 10 EUR each, so 80 EUR are in the pot. The Leistungen of a list stand with `WILD` and `CALM` in
`web.till`. With WILD at table 1 and CALM at table 2 Serie 1 ends
Anna 500, Gerd 360, Emil 320, Bert 250, Frieda 230, Cora 220, Hanne -290, Dirk -420.
"""

import datetime

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from skatliga.access import Role
from skatliga.desk import dues, services
from skatliga.desk.models import Fees
from skatliga.desk.prize_plan import AwardedPrizes
from skatliga.desk.prizes import prize_list
from skatliga.desk.services import copy_event
from skatliga.events.models import Category, Event, Team
from skatliga.events.services import enter_guests, enter_players, set_state, withdraw
from skatliga.events.teams import create_teams, keep_apart
from skatliga.lists.evaluation import Entered
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, append_row, open_sheet
from skatliga.people.models import Player, Publication
from web.desk import refused, text_of, told
from web.replayed import world
from web.till import CALM, WILD, bring, correct_list, enter_list, preisskat

State = Sheet.State
PLAN = {"payout_permille": 1000, "players_per_prize": 4}


def found(event, role=Role.SPIELLEITUNG):
    return prize_list(Event.objects.prefetch_related("rounds").get(pk=event.pk), role)


def won(winners):
    return [(winner.place, winner.name, winner.points, winner.prize) for winner in winners]


def pay_out(event, cents, user, start_number=None):
    return services.pay_prizes(Event.objects.prefetch_related("rounds").get(pk=event.pk), cents, user, start_number)


def post(browser, name, /, *args, **data):
    return browser.post(reverse(f"desk:{name}", args=args), data)


def said(browser, response):
    return [" ".join(sentence.split()) for sentence in told(browser, response)]


@pytest.fixture
@world
def skat(club):
    return preisskat(club, rounds=1, entry_fee=1000, abreizgeld=[], prizes=PLAN)


@pytest.fixture
@world
def finished(skat, schreiber):
    """One Serie with both lists checked."""
    enter_list(skat, schreiber, 1, 1, WILD, State.CHECKED)
    enter_list(skat, schreiber, 1, 2, CALM, State.CHECKED)
    return skat


# ---- The proposal ----


def test_one_prize_per_table_falls_evenly_in_whole_euros(finished):
    table = found(finished)
    # two tables, two prizes in the ratio 2 : 1; 80 EUR are 53.33 and 26.67, the missing euro goes to the larger part
    assert won(table.winners) == [(1, "Anna", 500, 5300), (2, "Gerd", 360, 2700)]
    assert (table.pot.cents, table.rest, table.fixed, table.provisional) == (8000, 0, False, False)


def test_share_fixed_prize_series_prizes_and_rest(club, schreiber):
    fees = {
        "payout_permille": 900,
        "players_per_prize": None,
        "weights": [5, 3, 2],
        "fixed": [[1, 3000, 8], [1, 9000, 9]],
        "series_prizes": [500, 300],
    }
    event = preisskat(club, rounds=1, entry_fee=1000, abreizgeld=[], prizes=fees)
    enter_list(event, schreiber, 1, 1, WILD)
    enter_list(event, schreiber, 1, 2, CALM)
    table = found(event)
    # 90 % of 80 EUR are 72; less 30 fixed and 8 of the Serie leave 34 EUR in the ratio 3 : 2 = 20.40 : 13.60
    assert won(table.winners) == [(1, "Anna", 500, 3000), (2, "Gerd", 360, 2000), (3, "Emil", 320, 1400)]
    assert [(each.number, each.settled, won(each.winners)) for each in table.series] == [
        (1, False, [(1, "Anna", 500, 500), (2, "Gerd", 360, 300)])
    ]
    assert table.rest == 8000 - 3000 - 2000 - 1400 - 500 - 300


def test_abreizgeld_and_an_extra_go_into_the_pot_and_the_jackpot_out_of_it(club, schreiber):
    ladder = [[1, 50], [4, 100]]
    event = preisskat(
        club,
        entry_fee=1000,
        list_fee=100,
        abreizgeld=ladder,
        abreizgeld_in_pot=True,
        pot_extra=2500,
        jackpot=700,
        jackpot_share=50,
        prizes=PLAN,
    )
    enter_list(event, schreiber, 1, 1, WILD)  # 0.50 and 2.50 EUR
    assert found(event).pot[:3] == (8 * 950 + 2500 + 300, 700 + 8 * 50, 8)


def test_the_field_is_who_takes_part_or_has_a_list(finished):
    for number in (1, 8):
        withdraw(finished.entries.get(start_number=number))
    assert found(finished).pot.players == 8  # both have played
    enter_guests(finished, [("Ida", ""), ("Jost", "")])
    assert found(finished).pot[:3] == (10_000, 0, 10)
    withdraw(finished.entries.get(start_number=9))
    assert found(finished).pot[:3] == (9000, 0, 9)


def test_a_plan_that_does_not_add_up_says_so(club, leiterin, sign_in):
    event = preisskat(club, entry_fee=1000, prizes={"players_per_prize": 4, "fixed": [[1, 20000, 0]]})
    browser, address = sign_in(leiterin), reverse("desk:prizes", args=[event.slug])
    assert (
        "Feste Preise und Serienpreise (200,00 €) sind mehr, als ausgeschüttet wird (80,00 €): Bitte diese Preise"
        " senken oder mehr ausschütten." in text_of(browser.get(address))
    )
    english = browser.get(address, headers={"Accept-Language": "en"})
    assert "200,00" not in text_of(english)
    assert found(event).awards == ((), ())


def test_players_with_equal_results_share_their_prizes_to_the_cent(club, schreiber):
    event = preisskat(
        club, rounds=1, entry_fee=1001, abreizgeld=[], prizes={"players_per_prize": None, "weights": [5, 3]}
    )
    enter_list(event, schreiber, 1, 1, CALM)
    enter_list(event, schreiber, 1, 2, CALM)
    table = found(event)
    # 80.08 EUR: 50 and 30, and 0.08 EUR rest; Cora and Gerd with 360 each share both prizes
    assert [(each.place, each.shared, each.name, each.prize) for each in table.winners] == [
        (1, True, "Cora", 4000),
        (1, True, "Gerd", 4000),
    ]
    assert table.rest == 8


# ---- By hand ----


def test_prizes_are_changed_by_hand_and_fixed(finished, leiterin, sign_in):
    browser = sign_in(leiterin)
    sent = {"total-1": "50", "total-2": "20", "total-3": "9,50", "total-4": "", "series-1": ""}
    assert said(browser, post(browser, "prizes", finished.slug, **sent)) == ["Die Preise sind festgesetzt."]
    assert Fees.objects.get().awards == {"prizes": [5000, 2000, 950], "series_prizes": []}
    table = found(finished)
    assert won(table.winners) == [(1, "Anna", 500, 5000), (2, "Gerd", 360, 2000), (3, "Emil", 320, 950)]
    assert (table.fixed, table.rest) == (True, 50)
    post(browser, "release_prizes", finished.slug)
    assert [prize for *_who, prize in won(found(finished).winners)] == [5300, 2700]


@pytest.mark.parametrize(
    ("prizes", "sentence"),
    [
        ((5000, 3001), "Die Preise ergeben 80,01 €, im Topf sind 80,00 €: 0,01 € zu viel. Bitte Preise senken."),
        ((2000, 3000), "Ein Preis ist höher als der vor ihm. Bitte vom ersten Platz an fallend ordnen."),
        ((100,) * 9, "Es gibt mehr Preise als Teilnehmer. Bitte die letzten weglassen."),
    ],
)
def test_prizes_that_do_not_fit_are_refused(prizes, sentence, finished, leiterin, sign_in):
    sent = {f"total-{place}": f"{cents / 100:.2f}" for place, cents in enumerate(prizes, 1)}
    response = post(sign_in(leiterin), "prizes", finished.slug, **sent)
    assert [" ".join(each.split()) for each in refused(response)] == [sentence]
    assert Fees.objects.get().awards is None


def test_a_gap_between_two_prizes_is_refused(finished):
    with pytest.raises(ValidationError, match="Jeder Preis ist mehr als 0"):
        services.fix_awards(finished, AwardedPrizes((5000, 0, 0), ()))


def test_series_prizes_count_once_for_each_serie(club, leiterin):
    event = preisskat(club, rounds=2, entry_fee=1000, prizes=PLAN)
    with pytest.raises(ValidationError, match="zu viel"):
        services.fix_awards(event, AwardedPrizes((7000,), (501,)))
    services.fix_awards(event, AwardedPrizes((7000,), (500,)))


# ---- Paying out ----


def test_prizes_are_paid_out_once_they_are_fixed(finished, leiterin, sign_in):
    with pytest.raises(ValidationError, match="zuerst die Preise festsetzen"):
        pay_out(finished, 8000, leiterin)
    services.fix_awards(finished, AwardedPrizes((5000, 2500), (300, 200)))
    browser = sign_in(leiterin)
    response = post(browser, "pay_prizes", finished.slug, nr=7, cents=2700)
    assert said(browser, response) == ["27,00 € ausgezahlt."]
    assert said(browser, post(browser, "pay_prizes", finished.slug, cents=5300)) == ["53,00 € ausgezahlt."]
    booked = finished.bookings.values_list("entry__start_number", "round__number", "kind", "cents")
    assert sorted(booked, key=repr) == [
        (1, 1, "prize", -300),
        (1, None, "prize", -5000),
        (7, 1, "prize", -200),
        (7, None, "prize", -2500),
    ]
    assert said(browser, post(browser, "pay_prizes", finished.slug, cents=5300)) == []
    assert finished.bookings.count() == 4


def test_nothing_is_paid_on_a_provisional_ranking_but_the_prizes_of_a_checked_serie(club, schreiber, leiterin):
    event = preisskat(club, rounds=2, entry_fee=1000, prizes=PLAN)
    services.fix_awards(event, AwardedPrizes((5000,), (500,)))
    enter_list(event, schreiber, 1, 1, WILD, State.CHECKED)
    other = enter_list(event, schreiber, 1, 2, CALM)
    assert found(event).open_for_all == 0
    bring(other, leiterin, State.CHECKED)
    assert found(event).open_for_all == 500
    assert pay_out(event, 500, leiterin) == 500
    set_state(event, Event.State.FINAL)  # closed without the second Serie: what there is counts
    assert [(each.start_number, each.won, each.paid) for each in found(event).payouts] == [(1, 5500, 500)]
    assert pay_out(event, 5000, leiterin) == 5000


def test_a_list_corrected_after_the_payout_shows_who_has_to_pay_back(finished, leiterin):
    services.fix_awards(finished, AwardedPrizes((5000,), ()))
    assert pay_out(finished, 5000, leiterin) == 5000
    sheet = Sheet.objects.get(table__number=1)
    bring(sheet, leiterin, State.ENTERED)
    correct_list(sheet, leiterin, CALM)  # Anna 320, Cora 360 like Gerd: both are first now
    bring(sheet, leiterin, State.CHECKED)
    table = found(finished)
    assert [(each.start_number, each.won, each.paid) for each in table.payouts] == [
        (1, 0, 5000),
        (3, 2500, 0),
        (7, 2500, 0),
    ]
    assert table.open_for_all == 5000  # nobody is asked for money by the button for all
    assert pay_out(finished, 5000, leiterin) == 5000
    assert pay_out(finished, -5000, leiterin, 1) == -5000
    assert sum(finished.bookings.values_list("cents", flat=True)) == -5000


def test_another_sum_than_the_one_seen_pays_nothing(finished, leiterin):
    services.fix_awards(finished, AwardedPrizes((5000,), ()))
    with pytest.raises(ValidationError, match="Inzwischen sind es"):
        pay_out(finished, 4000, leiterin)
    assert not finished.bookings.exists()


# ---- The jackpot ----

GRAND_OUVERT = {
    "game": "grand",
    "spitzen": 4,
    "hand": True,
    "schneider_angesagt": True,
    "schwarz_angesagt": True,
    "ouvert": True,
    "won": True,
    "schneider": True,
    "schwarz": True,
}


def _rows(event, user, table, *rows):
    sheet = open_sheet(event.rounds.first().tables.get(number=table), user)
    for row in rows:
        sheet.refresh_from_db()
        append_row(sheet.pk, row, Change(sheet.revision, user))
    return bring(sheet, user, State.HANDED_IN, State.IN_QUESTION)


def test_a_grand_ouvert_wins_the_jackpot(club, schreiber):
    event = preisskat(club, rounds=1, entry_fee=1000, jackpot=10_001, jackpot_share=100, prizes=PLAN)
    lost = {**GRAND_OUVERT, "won": False, "schneider": False, "schwarz": False}
    _rows(event, schreiber, 1, Entered(declarer=2, deal=lost), Entered(declarer=3, deal=GRAND_OUVERT))
    table = found(event)
    [winner] = table.jackpot
    assert (winner.start_number, winner.name, winner.grand_ouvert[1:], winner.prize) == (3, "Cora", (1, 1, 2), 10_801)
    assert table.carried_on == 0
    _rows(event, schreiber, 2, Entered(declarer=2, deal=GRAND_OUVERT), Entered(declarer=3, score=264))
    table = found(event)
    assert [(each.start_number, each.prize) for each in table.jackpot] == [(3, 5400), (6, 5400)]
    assert table.carried_on == 1


def test_without_a_grand_ouvert_the_jackpot_is_carried_on(club, schreiber, leiterin, sign_in):
    event = preisskat(club, rounds=1, entry_fee=1000, jackpot=5000, jackpot_share=100, prizes=PLAN)
    enter_list(event, schreiber, 1, 1, WILD)
    assert found(event).carried_on == 5800
    page = text_of(sign_in(leiterin).get(reverse("desk:prizes", args=[event.slug])))
    assert "Niemand hat einen Grand ouvert gewonnen. Im Jackpot bleiben 58,00 €." in page


def test_the_jackpot_is_paid_out_in_the_end(club, schreiber, leiterin):
    event = preisskat(club, rounds=1, jackpot=5000)
    _rows(event, schreiber, 1, Entered(declarer=3, deal=GRAND_OUVERT))
    services.fix_awards(event, AwardedPrizes((), ()))
    assert found(event).open_for_all == 0
    set_state(event, Event.State.FINAL)
    assert pay_out(event, 5000, leiterin) == 5000
    assert list(event.bookings.values_list("entry__start_number", "kind", "cents")) == [(3, "jackpot", -5000)]


# ---- Names, pages, questions to the database ----


def test_the_list_names_players_as_the_visitor_may_see_them(finished, anna):
    [entry] = enter_players(finished, [anna.player])
    sheet = Sheet.objects.get(table__number=1)
    sheet.results.filter(seat=1).update(entry=entry)
    Player.objects.update(publication=Publication.FIRST_NAME)
    assert [found(finished, role).winners[0].name for role in (Role.READER, None)] == ["Anna Ärmel", "Anna"]


def test_the_page_shows_winners_rest_and_what_is_paid(finished, leiterin, sign_in):
    services.fix_awards(finished, AwardedPrizes((5000, 2500), ()))
    pay_out(finished, 2500, leiterin, 7)
    page = text_of(sign_in(leiterin).get(reverse("desk:prizes", args=[finished.slug])))
    assert "1 1 Anna SC Gera 500 50,00 € 2 7 Gerd SC Gera 360 25,00 €" in page
    assert "Topf 80,00 € Rest 5,00 €" in page
    assert "1 Anna 50,00 € 0,00 € 50,00 € auszahlen (Anna) 7 Gerd 25,00 € 25,00 € ausgezahlt" in page


def test_the_page_asks_the_same_number_of_questions_of_one_and_of_three(
    club, schreiber, leiterin, sign_in, django_assert_num_queries
):
    event = preisskat(club, rounds=1, entry_fee=1000, jackpot=5000, prizes={"players_per_prize": 8})
    browser, address = sign_in(leiterin), reverse("desk:prizes", args=[event.slug])
    services.fix_awards(event, AwardedPrizes((5000,), ()))
    _rows(event, schreiber, 1, Entered(declarer=3, deal=GRAND_OUVERT))
    with django_assert_num_queries(29):
        browser.get(address)
    services.fix_awards(event, AwardedPrizes((3000, 2000, 1000), (400, 300, 200)))
    _rows(event, schreiber, 2, Entered(declarer=2, deal=GRAND_OUVERT), Entered(declarer=1, deal=GRAND_OUVERT))
    with django_assert_num_queries(43):  # all lists are in: what is to be done looks at the prizes as well
        browser.get(address)


def test_a_closed_event_with_a_missing_list_is_not_called_final(skat, schreiber, leiterin, sign_in):
    enter_list(skat, schreiber, 1, 1, WILD, State.CHECKED)
    services.fix_awards(skat, AwardedPrizes((3000,), ()))
    set_state(skat, Event.State.FINAL)
    page = sign_in(leiterin).get(reverse("desk:prizes", args=[skat.slug]))
    badge = page.text.split("<h1>")[1].split("</h1>")[0]
    assert ("abgeschlossen, 1 Liste fehlt" in badge, "endgültig" in badge) == (True, False)
    assert page.context["prizes"].open_for_all == 3000


# ---- The next event ----


def test_last_years_event_is_copied_in_one_step(club, anna, schreiber, leiterin, sign_in):
    event = preisskat(
        club, rounds=3, entry_fee=1000, list_fee=100, abreizgeld=[[2, 100]], stake=25, jackpot=5000, prizes=PLAN
    )
    Event.objects.filter(pk=event.pk).update(second_person=True, protest_hours=2, place="Altenburg")
    event.rounds.filter(number=2).update(minutes=120)
    services.fix_awards(event, AwardedPrizes((5000,), ()))
    damen = Category.objects.create(event=event, name="Damen")
    event.entries.get(start_number=2).categories.add(damen)
    enter_players(event, [anna.player])
    event.entries.filter(start_number=3).update(keeps_lists=False)
    withdraw(event.entries.get(start_number=1))
    browser = sign_in(leiterin)
    sent = {"name": "Preisskat 2027", "date": "2027-11-20", "with_entries": "on"}
    response = post(browser, "copy_event", event.slug, **sent)
    new = Event.objects.get(name="Preisskat 2027")
    assert response.url == new.get_absolute_url()
    assert (new.date, new.state, new.place) == (datetime.date(2027, 11, 20), Event.State.DRAFT, "Altenburg")
    rules = (
        "rulebook",
        "evaluation",
        "agreements",
        "deals_at_four",
        "deals_at_three",
        "second_person",
        "protest_hours",
    )
    event.refresh_from_db()
    assert [getattr(new, name) for name in rules] == [getattr(event, name) for name in rules]
    assert new.seed != event.seed
    assert list(new.rounds.values_list("number", "minutes")) == [(1, None), (2, 120), (3, None)]
    assert [category.name for category in new.categories.all()] == ["Damen"]
    fees = Fees.objects.get(event=new)
    assert (fees.entry_fee, fees.list_fee, fees.abreizgeld, fees.stake) == (1000, 100, [[2, 100]], 25)
    assert (fees.prizes, fees.awards, fees.jackpot) == (PLAN, None, 5000)
    names = ["Bert", "Cora", "Dirk", "Emil", "Frieda", "Gerd", "Hanne", "Anna Ärmel"]
    assert list(new.entries.values_list("start_number", "name")) == list(enumerate(names, 1))
    assert [entry.name for entry in new.categories.get().entries.all()] == ["Bert"]
    assert list(new.entries.filter(keeps_lists=False).values_list("name", flat=True)) == ["Cora"]
    assert not new.bookings.exists()


def test_every_rule_and_every_wish_is_copied_and_no_team(club):
    event = preisskat(club, rounds=3)
    fields = {"cut_after": 1, "cut_places": 4, "cut_carries": False, "lot_decides": True, "lots": {"1": 7}}
    Event.objects.filter(pk=event.pk).update(**fields, second_person=True, protest_hours=3)
    event.entries.filter(start_number=4).update(wanted_table=2, wanted_seat=3, keeps_lists=False)
    keep_apart(event, "3 5\n1 6\n7 8")
    create_teams(event, Team.Kind.TANDEM, "Asse: 3 4")
    withdraw(event.entries.get(start_number=1))
    event = Event.objects.prefetch_related("rounds").get()
    new = copy_event(event, name="Nächstes Mal", date=datetime.date(2027, 11, 20), with_entries=True)
    own = {"id", "club", "name", "slug", "date", "state", "seed", "version", "lots", "search_key"}
    copied = [field.name for field in Event._meta.concrete_fields if field.name not in own]
    assert {name: getattr(new, name) for name in copied} == {name: getattr(event, name) for name in copied}
    assert (new.lots, new.seed == event.seed, new.state) == ({}, False, Event.State.DRAFT)
    assert (event.search_key, new.search_key) == ("preisskat", "naechstes mal")
    # number 1 has withdrawn, so everybody is one number lower
    wishes = new.entries.filter(wanted_table=2).values_list("start_number", "wanted_seat", "keeps_lists")
    assert list(wishes) == [(3, 3, False)]
    pairs = new.aparts.order_by("pk").values_list("one__start_number", "other__start_number")
    assert list(pairs) == [(2, 4), (6, 7)]
    assert not new.teams.exists()


def test_without_the_tick_nobody_takes_part_yet(skat):
    event = Event.objects.prefetch_related("rounds").get()
    new = copy_event(event, name="Noch einer", date=datetime.date(2027, 1, 1))
    assert (new.entries.count(), new.rounds.count(), dues.fees_of(new).entry_fee) == (0, 1, 1000)


def test_an_event_without_fees_is_copied_without_any(club):
    preisskat(club)
    event = Event.objects.prefetch_related("rounds").get()
    new = copy_event(event, name="Noch einer", date=datetime.date(2027, 1, 1))
    assert not Fees.objects.filter(event=new).exists()


def test_a_role_in_the_event_alone_is_not_enough_to_copy_it(skat, fremde, sign_in):
    skat.roles.create(user=fremde, role=Role.ADMINISTRATOR)
    address = reverse("desk:copy_event", args=[skat.slug])
    assert sign_in(fremde).get(address).status_code == 403
