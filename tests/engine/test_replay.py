"""Replaying a played deal: every expected trick, Augen and score here was worked out by hand."""

from itertools import permutations
from random import Random

import pytest

from scoring.cards import DECK
from scoring.deal import Deal, Replacement
from scoring.replay import Contract, End, PlayedDeal, Replay, Trick, derive_deal, replay, trick_winner
from scoring.rulebooks import BOOKS

ISKO = BOOKS["isko-2022"]

Plays = tuple[tuple[int, str], ...]


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def plays(text: str) -> Plays:
    """``0 CJ 1 S7`` as pairs of seat and card."""
    words = text.split()
    return tuple((int(seat), card) for seat, card in zip(words[::2], words[1::2], strict=True))


def hold(vorhand: str, mittelhand: str, hinterhand: str, skat: str) -> PlayedDeal:
    """Grand Hand of Vorhand, not yet played."""
    hands = (cards(vorhand), cards(mittelhand), cards(hinterhand))
    return PlayedDeal(hands, cards(skat), 0, Contract("grand", hand=True), None, ())


# Vorhand holds the four Buben and all of Kreuz but the seven: every trick of a Grand is his.
STRONG = hold(
    "CJ SJ HJ DJ CA CT CK CQ C9 C8",
    "SA ST SK SQ S9 S8 S7 C7 HA HT",
    "HK HQ H9 H8 H7 DA DT DK DQ D9",
    "D8 D7",
)
# Augen of the tricks: 2 2 2 5 14 17 18 18 21 21, together 120.
ALL_TEN = plays(
    "0 CJ 1 S7 2 D9  0 SJ 1 S8 2 H7  0 HJ 1 S9 2 H8  0 DJ 1 SQ 2 H9  0 CA 1 C7 2 HQ "
    "0 CT 1 SK 2 DQ  0 CK 1 ST 2 HK  0 CQ 1 SA 2 DK  0 C9 1 HA 2 DT  0 C8 1 HT 2 DA"
)

# With CT and CK discarded Hinterhand gets the two Karo tricks. Augen of the tricks of Vorhand: 2 2 2 8 15 10
# 14 10 = 63, skat 14; of the others: 22 21.
SKAT_TAKEN = STRONG._replace(contract=Contract("grand"), discard=("CT", "CK"))
EIGHT = plays(
    "0 CJ 1 S7 2 H7  0 SJ 1 S8 2 H8  0 HJ 1 S9 2 H9  0 DJ 1 SQ 2 HQ  0 CA 1 C7 2 HK "
    "0 CQ 1 SK 2 DQ  0 C9 1 ST 2 DK  0 C8 1 HT 2 D9  0 D8 1 SA 2 DA  2 DT 0 D7 1 HA"
)

# Cards with which every way of following suit can be tried.
MIXED = hold(
    "CJ CA C7 HA H7 S7 S8 D7 D8 D9",
    "HJ SJ CT C8 SA ST SK DA DT DK",
    "DJ CK CQ C9 HT HK HQ H9 H8 SQ",
    "S9 DQ",
)

# Vorhand takes no trick in Null; the skat has 15 Augen.
LOW = hold(
    "C7 C8 C9 S7 S8 S9 H7 H8 H9 D7",
    "CT CQ CA ST SQ SA HT HQ HA DT",
    "CJ CK SJ SK HJ HK D8 D9 DJ DQ",
    "DK DA",
)._replace(contract=Contract("null", hand=True))
NO_TRICK = plays(
    "0 C7 1 CT 2 CJ  2 CK 0 C8 1 CQ  2 SJ 0 S7 1 ST  2 SK 0 S8 1 SQ  2 HJ 0 H7 1 HT "
    "2 HK 0 H8 1 HQ  2 D8 0 D7 1 DT  1 CA 2 D9 0 C9  1 SA 2 DJ 0 S9  1 HA 2 DQ 0 H9"
)

# As STRONG, but the seven of Kreuz is with Vorhand and the eight with Mittelhand, who can take it.
LEAK = hold(
    "CJ SJ HJ DJ CA CT CK CQ C9 C7",
    "SA ST SK SQ S9 S8 S7 C8 HA HT",
    "HK HQ H9 H8 H7 DA DT DK DQ D9",
    "D8 D7",
)

# Mittelhand plays Pik Hand without four against the hands of STRONG. Augen of the opponents' tricks: 13 12 6
# 8 15, then 23 if Mittelhand lays HT on the CT.
PIK = STRONG._replace(declarer=1, contract=Contract("pik", hand=True))
BUBEN = "0 CJ 1 S7 2 DA  0 SJ 1 S8 2 DT  0 HJ 1 S9 2 DK  0 DJ 1 SQ 2 DQ "
FIVE = BUBEN + "0 CA 1 C7 2 HK "
SIX = FIVE + "0 CT 1 HT 2 HQ"


def codes(done: Replay) -> list[str]:
    return [violation.code for violation in done.violations]


def lay(played: PlayedDeal, text: str) -> Replay:
    return replay(played._replace(plays=plays(text)))


class TestTrickWinner:
    @pytest.mark.parametrize(
        ("trick", "game", "winner"),
        [
            ("DK DT DQ", "kreuz", 1),
            ("S7 HA DA", "kreuz", 0),
            ("HA C7 HT", "kreuz", 1),
            ("CA C7 DJ", "kreuz", 2),
            ("DJ CA CJ", "karo", 2),
            ("HA D7 D8", "karo", 2),
            ("HJ SJ CA", "grand", 1),
            ("H7 CA DJ", "grand", 2),
            ("H7 CA SA", "grand", 0),
            ("H7 CA CJ", "null", 0),
            ("DT DJ D9", "null", 1),
            ("CT CQ CJ", "null", 1),
            ("SQ SK SA", "null", 2),
        ],
    )
    def test_highest_trump_else_highest_of_the_suit_led(self, trick: str, game: str, winner: int) -> None:
        assert trick_winner(cards(trick), game) == winner

    @pytest.mark.parametrize(
        ("game", "falling"),
        [
            ("herz", "CJ SJ HJ DJ HA HT HK HQ H9 H8 H7"),
            ("grand", "CJ SJ HJ DJ"),
            ("null", ""),
        ],
    )
    def test_against_written_out_orders(self, game: str, falling: str) -> None:
        ranks = "AKQJT987" if game == "null" else "ATKQ987"
        random = Random(11)
        for _ in range(3000):
            trick = random.sample(sorted(DECK), 3)
            trumps = [card for card in cards(falling) if card in trick]
            following = [trick[0][0] + rank for rank in ranks if trick[0][0] + rank in trick]
            assert trick[trick_winner(trick, game)] == (trumps or following)[0]

    def test_the_order_of_the_other_two_does_not_matter(self) -> None:
        for second, third in permutations(["SA", "C7"]):
            trick = ["S7", second, third]
            assert trick[trick_winner(trick, "kreuz")] == "C7"


class TestCompletePlay:
    def test_all_ten_tricks(self) -> None:
        done = replay(STRONG._replace(plays=ALL_TEN))
        assert done[1:] == (120, 10, True, None, ())
        assert done.tricks[0] == Trick(0, ("CJ", "S7", "D9"), 0)
        assert done.tricks[9] == Trick(0, ("C8", "HT", "DA"), 0)
        assert len(done.tricks) == 10

    def test_discard_counts_for_the_declarer_and_the_winner_leads(self) -> None:
        done = replay(SKAT_TAKEN._replace(plays=EIGHT))
        assert done[1:] == (77, 8, True, None, ())
        assert done.tricks[8:] == (Trick(0, ("D8", "SA", "DA"), 2), Trick(2, ("DT", "D7", "HA"), 2))

    def test_skat_counts_in_hand_games_too(self) -> None:
        swapped = STRONG._replace(
            hands=(STRONG.hands[0], (*STRONG.hands[1][1:], "D8"), STRONG.hands[2]), skat=("SA", "D7")
        )
        # D8 is laid on the CQ instead of SA; skat 11 + the tricks of Vorhand without it.
        changed = tuple((seat, "D8" if card == "SA" else card) for seat, card in ALL_TEN)
        assert replay(swapped._replace(plays=changed))[1:] == (120, 10, True, None, ())

    def test_null_order_and_no_trick(self) -> None:
        done = replay(LOW._replace(plays=NO_TRICK))
        assert done[1:] == (15, 0, True, None, ())
        assert [trick.winner for trick in done.tricks] == [2, 2, 2, 2, 2, 2, 1, 1, 1, 1]


class TestFollowingSuit:
    @pytest.mark.parametrize(
        ("game", "text", "suit"),
        [
            ("kreuz", "0 CJ 1 DA", "trumpf"),
            ("kreuz", "0 HA 1 DK 2 SQ", "herz"),
            ("kreuz", "0 S7 1 SJ", "pik"),
            ("grand", "0 CJ 1 CT", "trumpf"),
            ("grand", "0 CA 1 SJ", "kreuz"),
            ("null", "0 HA 1 DK", "herz"),
            ("null", "0 CJ 1 SJ", "kreuz"),
        ],
    )
    def test_revoke(self, game: str, text: str, suit: str) -> None:
        done = lay(MIXED._replace(contract=Contract(game, hand=True)), text)
        seat, card = plays(text)[-1]
        params = {
            "trick": 1,
            "seat": ("vorhand", "mittelhand", "hinterhand")[seat],
            "card": card,
            "suit": suit,
        }
        assert [(wrong.code, wrong.rule, dict(wrong.params)) for wrong in done.violations] == [
            ("play_revoke", "ISkO 4.2", params)
        ]

    @pytest.mark.parametrize(
        ("game", "text", "winner"),
        [
            ("kreuz", "0 CJ 1 HJ 2 C9", 0),
            ("kreuz", "0 HA 1 DK 2 H8", 0),
            ("kreuz", "0 HA 1 HJ 2 H8", 1),
            ("grand", "0 CJ 1 SJ 2 DJ", 0),
            ("null", "0 HA 1 HJ 2 H8", 0),
            ("null", "0 CJ 1 CT 2 CQ", 2),
            ("kreuz", "0 D7 1 DK 2 HT", 1),
        ],
    )
    def test_legal_cards(self, game: str, text: str, winner: int) -> None:
        done = lay(MIXED._replace(contract=Contract(game, hand=True), end=End("aufgegeben", 0)), text)
        assert (codes(done), done.tricks[0].winner) == ([], winner)

    def test_a_card_that_left_the_hand_no_longer_binds(self) -> None:
        played = MIXED._replace(contract=Contract("null", hand=True), end=End("zeit", 2))
        done = lay(played, "0 H7 1 HJ 2 H8 1 SA 2 SQ 0 S8 1 ST 2 HK 0 S7")
        assert (codes(done), done.stiche, len(done.tricks)) == ([], 0, 3)


class TestWrongCards:
    def test_wrong_turn(self) -> None:
        done = lay(STRONG, "0 CJ 2 D9")
        assert codes(done) == ["play_turn"]
        assert done.tricks == (Trick(0, ("CJ",), None),)
        assert done.violations[0].message == (
            "Stich 1: Hinterhand spielt D9, an der Reihe ist Mittelhand; bitte die Reihenfolge prüfen. Der"
            " weitere Verlauf lässt sich nicht beurteilen."
        )

    def test_only_the_winner_of_a_trick_leads(self) -> None:
        assert codes(lay(STRONG, "0 CJ 1 S7 2 D9 1 S8")) == ["play_turn"]

    def test_first_lead_is_vorhand_even_with_another_declarer(self) -> None:
        assert codes(lay(PIK, "1 SA")) == ["play_turn"]

    @pytest.mark.parametrize("text", ["0 SA", "0 D8", "0 CJ 1 S7 2 D9 0 CJ"])
    def test_not_held_or_played_before(self, text: str) -> None:
        assert codes(lay(STRONG, text)) == ["play_not_held"]

    def test_everything_wrong_with_one_card_is_said(self) -> None:
        assert codes(lay(STRONG, "1 CJ")) == ["play_turn", "play_not_held"]
        assert codes(lay(STRONG, "1 XX")) == ["play_turn", "card_unknown"]

    def test_out_of_turn_nobody_has_to_follow(self) -> None:
        assert codes(lay(MIXED._replace(contract=Contract("kreuz", hand=True)), "0 CJ 2 H8")) == ["play_turn"]

    def test_after_the_first_wrong_card_nothing_is_judged(self) -> None:
        done = lay(STRONG, "0 CJ 1 S7 2 D9 0 SA 0 SA 0 SA")
        assert codes(done) == ["play_not_held"]
        assert (len(done.tricks), done.complete, derive_deal(STRONG, done, 18, ISKO)) == (1, False, None)

    def test_hidden_card(self) -> None:
        assert codes(lay(STRONG, "0 ??")) == ["play_hidden"]

    def test_card_after_the_tenth_trick(self) -> None:
        done = replay(STRONG._replace(plays=(*ALL_TEN, (0, "D8"))))
        assert (codes(done), done.complete) == (["play_after_last"], False)

    def test_play_that_breaks_off(self) -> None:
        assert codes(lay(STRONG, "0 CJ 1 S7")) == ["play_unfinished"]
        assert codes(lay(STRONG, "")) == ["play_unfinished"]

    def test_play_that_breaks_off_undecided(self) -> None:
        assert codes(replay(LOW._replace(plays=NO_TRICK[:3]))) == ["play_unfinished"]
        schwarz = STRONG._replace(contract=Contract("grand", True, True, True))
        assert codes(lay(schwarz, "0 CJ 1 S7 2 D9")) == ["play_unfinished"]


class TestDealAndDiscard:
    def test_all_faults_of_the_deal_at_once(self) -> None:
        hands = (("CJ", "CJ", "XX", *STRONG.hands[0][3:]), STRONG.hands[1][1:], STRONG.hands[2])
        done = replay(STRONG._replace(hands=hands, plays=ALL_TEN))
        assert [(wrong.code, dict(wrong.params)) for wrong in done.violations] == [
            ("cards_dealt", {"name": "mittelhand", "count": 9, "most": 10}),
            ("card_twice", {"card": "CJ"}),
            ("card_unknown", {"card": "XX"}),
        ]
        assert done.tricks == ()

    def test_hidden_hands_cannot_be_replayed(self) -> None:
        done = replay(STRONG._replace(hands=(STRONG.hands[0], ("??",) * 10, ("??",) * 10), plays=ALL_TEN))
        assert [(wrong.code, dict(wrong.params)) for wrong in done.violations] == [("cards_hidden", {"count": 20})]

    @pytest.mark.parametrize(
        ("discard", "expected"),
        [
            (("SA", "CT"), ["discard_not_held"]),
            (("SA", "HK"), ["discard_not_held", "discard_not_held"]),
            (("CT",), ["discard_count"]),
            (("CT", "CT"), ["discard_count"]),
            (("CT", "CK", "SA"), ["discard_count", "discard_not_held"]),
            (None, ["discard_missing"]),
        ],
    )
    def test_discard(self, discard: tuple[str, ...] | None, expected: list[str]) -> None:
        assert codes(replay(SKAT_TAKEN._replace(discard=discard, plays=EIGHT))) == expected

    def test_no_discard_in_a_hand_game(self) -> None:
        assert codes(replay(STRONG._replace(discard=("D8", "D7"), plays=ALL_TEN))) == ["discard_hand"]

    def test_a_discarded_card_is_gone(self) -> None:
        assert codes(lay(SKAT_TAKEN, "0 CT")) == ["play_not_held"]

    def test_programmer_errors_raise(self) -> None:
        with pytest.raises(ValueError, match="seats"):
            replay(STRONG._replace(declarer=3))
        with pytest.raises(ValueError, match="seats"):
            lay(STRONG, "7 CJ")
        with pytest.raises(ValueError, match="ramsch"):
            replay(STRONG._replace(contract=Contract("ramsch")))


def settle(played: PlayedDeal, bid: int = 18) -> tuple[Deal, int]:
    """The deal of a play without violations, and its score under the ISkO."""
    done = replay(played)
    assert done.violations == ()
    deal = derive_deal(played, done, bid, ISKO)
    assert deal is not None
    assert ISKO.check(deal) == ()
    return deal, ISKO.value(deal).score


class TestDeals:
    def test_count(self) -> None:
        # Grand mit 4, Spiel 5: 120.
        assert settle(SKAT_TAKEN._replace(plays=EIGHT)) == (Deal("grand", 4, bid=18, augen=77, stiche=8), 120)

    def test_grand_ouvert_with_four_is_264(self) -> None:
        contract = Contract("grand", True, True, True, True)
        deal, score = settle(STRONG._replace(contract=contract, plays=ALL_TEN))
        assert deal == Deal("grand", 4, True, True, True, True, bid=18, augen=120, stiche=10)
        assert score == 264

    def test_spitzen_count_the_skat_and_not_the_discard(self) -> None:
        # Without CJ in the skat it would be ohne 1; the declarer even discards it.
        hands = (("C7", *STRONG.hands[0][1:]), (*STRONG.hands[1][:7], "D7", "HA", "HT"), STRONG.hands[2])
        played = SKAT_TAKEN._replace(
            hands=hands, skat=("D8", "CJ"), discard=("CJ", "D8"), plays=(), end=End("aufgegeben", 0)
        )
        assert settle(played)[0].spitzen == 4

    def test_null_won(self) -> None:
        assert settle(LOW._replace(plays=NO_TRICK)) == (Deal("null", hand=True, bid=18, stiche=0), 35)

    def test_null_lost_with_the_first_trick(self) -> None:
        played = MIXED._replace(contract=Contract("null", hand=True), plays=plays("0 CA 1 C8 2 C9"))
        assert replay(played)[1:] == (3 + 11, 1, False, "entschieden", ())
        assert settle(played) == (Deal("null", hand=True, bid=18, stiche=1), -70)

    def test_null_may_be_played_on(self) -> None:
        text = "0 CA 1 C8 2 C9 0 HA 1 HJ 2 H8"
        played = MIXED._replace(contract=Contract("null", hand=True), plays=plays(text))
        assert settle(played) == (Deal("null", hand=True, bid=18, stiche=2), -70)

    def test_overtaken_null_is_charged_as_the_cheapest_game_of_the_twelve_cards(self) -> None:
        # No Bube, DA the first trump in Karo, H9 in Herz: Karo ohne 4, Hand is 9 x 6 = 54; Herz ohne 8
        # is 100, Pik and Kreuz ohne 8 are 110 and 120, Grand ohne 4 is 144.
        deal, score = settle(LOW._replace(plays=NO_TRICK), bid=36)
        assert (deal.replacement, score) == (Replacement("karo", -4), -108)

    def test_broken_schwarz_before_sixty_one(self) -> None:
        contract = Contract("grand", True, True, True)
        played = LEAK._replace(contract=contract, plays=plays("0 C7 1 C8 2 H7"))
        assert replay(played).ended == "entschieden"
        # Grand mit 4, Hand, Schneider and Schwarz with announcements: 24 x 10, doubled.
        assert settle(played) == (Deal("grand", 4, True, True, True, bid=18, won=False), -480)
        ouvert = Deal("grand", 4, True, True, True, True, bid=18, won=False)
        assert settle(played._replace(contract=Contract("grand", True, True, True, True))) == (ouvert, -528)
        assert replay(played._replace(contract=Contract("grand", True, ouvert=True))).ended == "entschieden"

    def test_broken_schwarz_after_sixty_one(self) -> None:
        # Four Buben 8, SA ST SK SQ 28, DA DT DK DQ 28.
        text = "0 CJ 1 SA 2 DA 0 SJ 1 ST 2 DT 0 HJ 1 SK 2 DK 0 DJ 1 SQ 2 DQ 0 C7 1 C8 2 H7"
        played = LEAK._replace(contract=Contract("grand", True, True, True), plays=plays(text))
        assert replay(played)[1:3] == (64, 4)
        assert settle(played) == (Deal("grand", 4, True, True, True, bid=18, won=True), -480)

    def test_announced_schneider_has_to_be_played_out(self) -> None:
        played = LEAK._replace(contract=Contract("grand", True, True), plays=plays("0 C7 1 C8 2 H7"))
        assert codes(replay(played)) == ["play_unfinished"]


class TestGivingUp:
    """ISkO 4.4: the innocent side has won einfach, unless its tricks already give more; see each case."""

    @pytest.mark.parametrize(
        ("how", "seat", "text", "won", "score"),
        [
            ("aufgegeben", 0, "Alleinspieler hat aufgegeben (ISkO 4.4)", False, -240),
            ("zeit", 0, "Alleinspieler hat die Zeit überschritten (ISkO 4.4)", False, -240),
            ("verlassen", 0, "Alleinspieler hat den Tisch verlassen (ISkO 4.4)", False, -240),
            ("aufgegeben", 1, "Gegenpartei hat aufgegeben (ISkO 4.4)", True, 120),
            ("zeit", 2, "Gegenpartei hat die Zeit überschritten (ISkO 4.4)", True, 120),
            ("verlassen", 1, "Gegenpartei hat den Tisch verlassen (ISkO 4.4)", True, 120),
        ],
    )
    def test_undecided(self, how: str, seat: int, text: str, won: bool, score: int) -> None:
        # After five tricks the declarer has 29 Augen and 14 in the skat.
        played = SKAT_TAKEN._replace(plays=EIGHT[:15], end=End(how, seat))  # type: ignore[arg-type]
        assert replay(played)[1:] == (43, 5, False, how, ())
        assert settle(played) == (Deal("grand", 4, bid=18, won=won, reason=text), score)

    @pytest.mark.parametrize(("count", "score"), [(15, -240), (24, 120)])
    def test_a_declarer_who_has_sixty_one_keeps_his_game(self, count: int, score: int) -> None:
        # 43 Augen after five tricks, 77 after eight.
        assert settle(SKAT_TAKEN._replace(plays=EIGHT[:count], end=End("aufgegeben", 0)))[1] == score

    @pytest.mark.parametrize(
        ("text", "score"),
        [
            (FIVE, 66),  # the opponents have 54
            (SIX, -132),  # 77
            (BUBEN + "0 CA 1 C7 2 D9 0 C9 1 HT 2 H7", -132),  # 39 + 11 + 10 = 60
            (BUBEN.replace("DQ", "H8") + "0 CA 1 C7 2 D9 0 C9 1 HT 2 H7", 66),  # 57
        ],
    )
    def test_opponents_who_have_sixty_keep_their_game(self, text: str, score: int) -> None:
        # Pik Hand ohne 4: 11 x 6.
        assert settle(PIK._replace(plays=plays(text), end=End("aufgegeben", 0)))[1] == score

    @pytest.mark.parametrize(("count", "schneider", "score"), [(24, None, 144), (27, True, 168)])
    def test_a_stage_already_reached_counts(self, count: int, schneider: bool | None, score: int) -> None:
        # 78 Augen after eight tricks, 99 after nine. Grand Hand mit 4: 24 x 6, with Schneider 24 x 7.
        deal, points = settle(STRONG._replace(plays=ALL_TEN[:count], end=End("aufgegeben", 2)))
        assert (deal.schneider, points) == (schneider, score)

    @pytest.mark.parametrize(
        ("contract", "schneider", "schwarz", "score"),
        [
            (Contract("grand", True, True), True, None, 192),
            (Contract("grand", True, True, True), True, True, 240),
            (Contract("grand", True, True, True, True), True, True, 264),
        ],
    )
    def test_an_announced_stage_still_possible_is_credited(
        self, contract: Contract, schneider: bool, schwarz: bool | None, score: int
    ) -> None:
        deal, points = settle(STRONG._replace(contract=contract, plays=ALL_TEN[:4], end=End("aufgegeben", 1)))
        assert (deal.won, deal.schneider, deal.schwarz, points) == (True, schneider, schwarz, score)

    def test_an_announced_stage_no_longer_possible_is_lost(self) -> None:
        # The opponents have 39 Augen. Pik ohne 4, Hand, Schneider, angesagt: 11 x 8, doubled.
        played = PIK._replace(contract=Contract("pik", True, True), plays=plays(BUBEN), end=End("zeit", 0))
        assert settle(played)[1] == -176

    def test_an_announced_stage_stays_owed_when_the_declarer_gives_up(self) -> None:
        # 78 Augen: the count is won, Schneider angesagt is not. 24 x 8, doubled.
        played = STRONG._replace(contract=Contract("grand", True, True), plays=ALL_TEN[:24], end=End("zeit", 0))
        assert settle(played)[1] == -384

    @pytest.mark.parametrize(
        ("text", "bid", "score"),
        [
            ("", 66, 66),  # Pik Hand ohne 4
            ("", 70, 77),  # needs Schneider
            ("", 84, 88),  # needs Schwarz
            ("", 90, -198),  # beyond anything it can reach: 9 x 11, doubled
            ("0 CJ 1 S7 2 DA", 84, -176),  # one trick lost: no Schwarz, 8 x 11 reach the bid
            (BUBEN, 70, -154),  # the opponents have 39 Augen: no Schneider, 7 x 11
        ],
    )
    def test_a_stage_the_bid_needs_is_credited_if_possible(self, text: str, bid: int, score: int) -> None:
        assert settle(PIK._replace(plays=plays(text), end=End("aufgegeben", 0)), bid)[1] == score

    @pytest.mark.parametrize(("seat", "won", "score"), [(0, False, -70), (1, True, 35)])
    def test_null(self, seat: int, won: bool, score: int) -> None:
        deal, points = settle(LOW._replace(plays=NO_TRICK[:7], end=End("aufgegeben", seat)))
        assert (deal.won, deal.stiche, points) == (won, None, score)

    def test_a_null_already_lost_stays_lost(self) -> None:
        played = MIXED._replace(contract=Contract("null", hand=True), plays=plays("0 CA 1 C8 2 C9"))
        assert settle(played._replace(end=End("aufgegeben", 1))) == (
            Deal("null", hand=True, bid=18, stiche=1),
            -70,
        )

    def test_before_the_discard_the_skat_lies_as_dealt(self) -> None:
        played = LOW._replace(contract=Contract("karo"), end=End("zeit", 0))
        assert replay(played)[:4] == ((), 15, 0, False)
        # Karo ohne 4, Spiel 5.
        assert settle(played)[1] == -90

    def test_after_the_last_card_nothing_can_be_given_up(self) -> None:
        played = SKAT_TAKEN._replace(plays=EIGHT, end=End("aufgegeben", 1))
        assert replay(played).ended is None
        assert settle(played)[1] == 120
