"""Records of the International Skat Server: reading, replaying, valuing; deals and results made by hand."""

import json
from pathlib import Path
from random import Random

import pytest
from counting import steps, watch_patterns
from hypothesis import given, settings
from hypothesis import strategies as st
from whole import share

from scoring import iss
from scoring.deal import Deal, Replacement
from scoring.deal_json import judgement_fields
from scoring.iss import IssRecord, Judgement, judge, parse
from scoring.replay import Contract, End, Trick
from scoring.rulebooks import BOOKS

ISKO = BOOKS["isko-2022"]

# Vorhand holds the four Buben and all of Kreuz but the seven.
VORHAND = "CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8"
MITTELHAND = "SA.ST.SK.SQ.S9.S8.S7.C7.HA.HT"
HINTERHAND = "HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9"
DEAL = f"w {VORHAND}.{MITTELHAND}.{HINTERHAND}.D8.D7"
HAND = "1 18 0 y 1 p 2 p 0"
TAKEN = "1 18 0 y 1 p 2 p 0 s w D8.D7 0"

# With CT and CK discarded: eight tricks and 77 Augen for Vorhand, who leads the last trick but one.
EIGHT = (
    "0 CJ 1 S7 2 H7 0 SJ 1 S8 2 H8 0 HJ 1 S9 2 H9 0 DJ 1 SQ 2 HQ 0 CA 1 C7 2 HK "
    "0 CQ 1 SK 2 DQ 0 C9 1 ST 2 DK 0 C8 1 HT 2 D9 0 D8 1 SA 2 DA 2 DT 0 D7 1 HA"
)
# Without a discard all tricks are his.
ALL_TEN = (
    "0 CJ 1 S7 2 D9 0 SJ 1 S8 2 H7 0 HJ 1 S9 2 H8 0 DJ 1 SQ 2 H9 0 CA 1 C7 2 HQ "
    "0 CT 1 SK 2 DQ 0 CK 1 ST 2 HK 0 CQ 1 SA 2 DK 0 C9 1 HA 2 DT 0 C8 1 HT 2 DA"
)
NULL_DEAL = "w C7.C8.C9.S7.S8.S9.H7.H8.H9.D7.CT.CQ.CA.ST.SQ.SA.HT.HQ.HA.DT.CJ.CK.SJ.SK.HJ.HK.D8.D9.DJ.DQ.DK.DA"
WON = "d:0 win v:120 m:4 bidok p:77 t:8 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:0"


def line(moves: str, result: str = WON, head: str = "P0[anna]P1[xskat:2]P2[@5f3a]") -> str:
    place = "(;GM[Skat]PC[International Skat Server]CO[]SE[7]ID[4711]DT[2021-04-30/01:07:29/UTC]"
    return f"{place}{head}R0[]R1[0.0]R2[null]MV[{moves} ]R[{result}] ;)"


PLAYED = line(f"{DEAL} {TAKEN} G.CT.CK {EIGHT}")


def answer(moves: str, result: str = WON) -> Judgement:
    return judge(parse(line(moves, result)), ISKO)


def codes(found: IssRecord | Judgement) -> list[str]:
    return [violation.code for violation in found.violations]


class TestPlayed:
    def test_everything_the_command_answers(self) -> None:
        judged = judge(parse(PLAYED), ISKO)
        assert judged._replace(tricks=()) == Judgement(
            id="4711",
            players=("anna", "xskat:2", "@5f3a"),
            declarer=0,
            deal=Deal("grand", 4, bid=18, augen=77, stiche=8),
            tricks=(),
            augen=77,
            stiche=8,
            score=120,
            recorded=120,
            agrees=True,
            ended=None,
            violations=(),
        )
        assert judged.tricks[8:] == (Trick(0, ("D8", "SA", "DA"), 2), Trick(2, ("DT", "D7", "HA"), 2))

    def test_as_json(self) -> None:
        written = json.loads(json.dumps(judgement_fields(judge(parse(PLAYED), ISKO))))
        assert written.pop("tricks")[9] == {"leader": 2, "cards": ["DT", "D7", "HA"], "winner": 2}
        assert written == {
            "id": "4711",
            "players": ["anna", "xskat:2", "@5f3a"],
            "declarer": 0,
            "deal": {"game": "grand", "spitzen": 4, "bid": 18, "augen": 77, "stiche": 8},
            "augen": 77,
            "stiche": 8,
            "score": 120,
            "recorded": 120,
            "agrees": True,
            "violations": [],
        }

    def test_as_json_of_an_overtaken_null_that_was_given_up(self) -> None:
        auction = "1 18 0 y 1 33 0 y 1 36 0 y 1 p 2 p 0"
        judged = answer(f"{NULL_DEAL} {auction} NH 0 C7 0 RE", "d:0 loss v:-108 m:0 overbid p:15 t:0")
        assert codes(judged) == []
        written = judgement_fields(judged)
        assert written["deal"] == {
            "game": "null",
            "hand": True,
            "bid": 36,
            "won": False,
            "replacement": {"game": "karo", "spitzen": -4},
            "reason": "Alleinspieler hat aufgegeben (ISkO 4.4)",
        }
        assert (written["score"], written["agrees"], written["ended"]) == (-108, True, "aufgegeben")

    def test_as_json_of_violations(self) -> None:
        written = judgement_fields(answer(f"{DEAL} {HAND} GH 0 CJ 1 S7 2 SA"))
        assert written["violations"] == [
            {
                "code": "play_not_held",
                "field": "moves",
                "rule": "ISkO 4.1",
                "message": "Stich 1: Hinterhand spielt SA, ohne diese Karte zu haben; bitte die Karte prüfen."
                " Der weitere Verlauf lässt sich nicht beurteilen.",
            }
        ]
        assert (written["deal"], written["score"], written["agrees"]) == (None, None, False)
        assert written["tricks"] == [{"leader": 0, "cards": ["CJ", "S7"], "winner": None}]

    def test_bytes_and_line_ends(self) -> None:
        assert parse(PLAYED.encode() + b"\r\n") == parse(PLAYED)
        assert parse(line("", head="P0[Jürgen]P1[b]P2[c]").encode()).players == ("Jürgen", "b", "c")
        assert parse(line("", head="P0[J\xfcrgen]P1[b]P2[c]").encode("latin-1")).players == (
            "J\ufffdrgen",
            "b",
            "c",
        )

    def test_lines_of_the_first_years(self) -> None:
        old = PLAYED.replace("CO[]", "").replace(" r:0]", "]").replace("International", "Internet")
        assert judge(parse(old), ISKO) == judge(parse(PLAYED), ISKO)

    @pytest.mark.parametrize(
        ("result", "recorded"),
        [
            ("d:0 win v:96", 96),
            ("d:0 loss v:-240 p:44", -240),
            ("d:1 win v:120", 120),
            ("passed", 0),
        ],
    )
    def test_a_wrong_result_does_not_agree(self, result: str, recorded: int) -> None:
        judged = answer(f"{DEAL} {TAKEN} G.CT.CK {EIGHT}", result)
        assert (judged.score, judged.recorded, judged.agrees, judged.violations) == (120, recorded, False, ())

    def test_result_fields(self) -> None:
        result = parse(PLAYED).result
        assert result is not None
        assert result == (0, 120, 77, 8, True, False, ())
        assert parse(line(DEAL, "d:-1 penalty v:0 p2:1 to:2")).result == (None, 0, None, None, None, None, (2,))

    def test_overbid(self) -> None:
        # Karo without Augen beyond 66: mit 4, Spiel 5 = 45; bid 46 costs 6 x 9, doubled. Vorhand leads, lays
        # the Buben and resigns.
        judged = answer(f"{DEAL} 1 46 0 y 1 p 2 p 0 s w D8.D7 0 D.CT.CK 0 CJ 1 S7 2 D9 0 RE", "d:0 loss v:-108")
        assert (judged.deal and judged.deal.spitzen, judged.score, judged.agrees) == (4, -108, True)


class TestPassedAndBrokenOff:
    def test_passed(self) -> None:
        judged = answer(f"{DEAL} 1 p 2 p 0 p", "passed")
        assert judged == Judgement(
            "4711", ("anna", "xskat:2", "@5f3a"), deal=Deal("eingepasst"), score=0, recorded=0, agrees=True
        )
        assert judgement_fields(judged)["deal"] == {"game": "eingepasst"}

    def test_a_passed_deal_needs_no_open_cards(self) -> None:
        hidden = ".".join(["??"] * 10)
        judged = answer(f"w {VORHAND}|{hidden}|{hidden}|??.?? 1 p 2 p 0 p", "passed")
        assert (judged.deal, judged.violations) == (Deal("eingepasst"), ())

    @pytest.mark.parametrize(
        ("moves", "how", "text"),
        [
            ("1 18 0 p w LE.2", "verlassen", "Hinterhand hat den Tisch verlassen (ISkO 4.4)"),
            ("1 p w TI.2", "zeit", "Hinterhand hat die Zeit überschritten (ISkO 4.4)"),
            ("1 18 0 p 2 p 1 s w D8.D7 w TI.1", "zeit", "Mittelhand hat die Zeit überschritten (ISkO 4.4)"),
        ],
    )
    def test_before_a_contract_it_is_nobodys_game(self, moves: str, how: str, text: str) -> None:
        judged = answer(f"{DEAL} {moves}", "d:-1 penalty v:0 m:0 bidok p:0 t:0 p0:0 p1:0 p2:1 l:2 to:-1")
        assert (judged.declarer, judged.deal, judged.score, judged.agrees) == (
            None,
            Deal("eingepasst", reason=text),
            0,
            True,
        )
        assert (judged.ended, judged.violations) == (how, ())

    def test_a_record_that_stops_before_the_contract(self) -> None:
        assert codes(answer(f"{DEAL} 1 18")) == ["contract_missing"]


class TestAuction:
    @pytest.mark.parametrize(
        ("moves", "bid"),
        [
            ("1 p 2 p 0 18 0 GH", 18),
            ("1 18 0 y 1 p 2 p 0 GH", 18),
            ("1 p 2 18 0 y 2 48 0 y 2 p 0 GH", 48),
            ("1 20 0 y 1 p 2 33 0 y 2 p 0 GH", 33),
            ("1 p 2 p 0 GH", None),
        ],
    )
    def test_bid_is_the_last_number(self, moves: str, bid: int | None) -> None:
        record = parse(line(f"{DEAL} {moves}"))
        assert (record.bid, record.passed, codes(record)) == (bid, False, [])
        assert record.played is not None
        assert record.played.declarer == 0

    @pytest.mark.parametrize(
        ("moves", "declarer", "bid"),
        [("1 18 0 p 2 p 1 GH", 1, 18), ("1 18 0 p 2 20 1 p 2 GH", 2, 20), ("1 p 2 18 0 p 2 GH", 2, 18)],
    )
    def test_other_declarers(self, moves: str, declarer: int, bid: int) -> None:
        record = parse(line(f"{DEAL} {moves}"))
        assert record.played is not None
        assert (record.played.declarer, record.bid, codes(record)) == (declarer, bid, [])

    @pytest.mark.parametrize(
        ("moves", "expected"),
        [
            ("0 18 1 p", ["auction_turn"]),
            ("1 18 2 p", ["auction_turn"]),
            ("1 18 0 20 1 p", ["auction_turn"]),
            ("1 y 0 p", ["auction_turn"]),
            ("1 20 0 y 1 18 0 p", ["bid_not_higher"]),
            ("1 18 0 y 1 18 0 p", ["bid_not_higher"]),
            ("1 0 0 p", ["bid_not_higher"]),
            ("1 18 0 y 1 p 2 p 0 20", ["auction_turn"]),
            ("1 p 2 p 0 p 1 18", ["auction_turn"]),
            ("1 p 2 p 0 18 0 p", ["auction_turn"]),
            ("1 18 0 p 2 p 2 GH", ["declarer_unexpected"]),
            ("1 18 0 GH", ["declarer_unexpected"]),
            ("1 p 2 p 0 p 0 GH", ["declarer_unexpected"]),
            ("1 18 0 y 1 p 2 p 1 s w D8.D7 1 G.SA.ST", ["declarer_unexpected"]),
        ],
    )
    def test_out_of_order(self, moves: str, expected: list[str]) -> None:
        assert codes(parse(line(f"{DEAL} {moves}"))) == expected

    def test_the_play_is_judged_all_the_same(self) -> None:
        judged = answer(f"{DEAL} 0 18 1 p 2 20 1 p 0 GH {ALL_TEN}", "d:0 win v:192")
        # Grand Hand mit 4, Schneider and Schwarz: 24 x 8.
        assert (codes(judged), judged.score, judged.agrees) == (["auction_turn"], 192, True)

    def test_the_book_judges_the_bid(self) -> None:
        judged = answer(f"{DEAL} 1 19 0 y 1 p 2 p 0 GH {ALL_TEN}")
        assert (codes(judged), judged.score) == (["bid_impossible"], None)


class TestContract:
    @pytest.mark.parametrize(
        ("token", "contract"),
        [
            ("CH", Contract("kreuz", True)),
            ("SHS", Contract("pik", True, True)),
            ("HHZ", Contract("herz", True, True, True)),
            ("DS", Contract("karo", True, True)),
            ("GHSZ", Contract("grand", True, True, True)),
            ("CO", Contract("kreuz", True, True, True, True)),
            ("GHOSZ", Contract("grand", True, True, True, True)),
            ("NH", Contract("null", True)),
            ("NOH", Contract("null", True, ouvert=True)),
            ("NHO", Contract("null", True, ouvert=True)),
            (f"GO.{VORHAND}", Contract("grand", True, True, True, True)),
            (f"NOH.{VORHAND}", Contract("null", True, ouvert=True)),
        ],
    )
    def test_hand_games(self, token: str, contract: Contract) -> None:
        record = parse(line(f"{DEAL} {HAND} {token}"))
        assert record.played is not None
        assert (record.played.contract, record.played.discard, codes(record)) == (contract, None, [])

    @pytest.mark.parametrize(
        ("moves", "contract", "discard"),
        [
            ("G.CT.CK", Contract("grand"), ("CT", "CK")),
            ("G 0 CT.CK", Contract("grand"), ("CT", "CK")),
            ("D.D8.D7", Contract("karo"), ("D8", "D7")),
            ("NO.CT.CK", Contract("null", ouvert=True), ("CT", "CK")),
            ("NO.CT.CK.CJ.SJ.HJ.DJ.CA.CQ.C9.C8.D8.D7", Contract("null", ouvert=True), ("CT", "CK")),
            ("NO 0 CT.CK.CJ.SJ.HJ.DJ.CA.CQ.C9.C8.D8.D7", Contract("null", ouvert=True), ("CT", "CK")),
            ("G", Contract("grand"), None),
        ],
    )
    def test_games_with_the_skat(self, moves: str, contract: Contract, discard: tuple[str, ...] | None) -> None:
        record = parse(line(f"{DEAL} {TAKEN} {moves}"))
        assert record.played is not None
        assert (record.played.contract, record.played.discard, codes(record)) == (contract, discard, [])

    def test_two_moves_count_like_one(self) -> None:
        apart = answer(f"{DEAL} {TAKEN} G 0 CT.CK {EIGHT}")
        assert apart == judge(parse(PLAYED), ISKO)

    @pytest.mark.parametrize(
        ("moves", "expected"),
        [
            (f"{TAKEN} GH", ["hand_after_skat"]),
            (f"{HAND} G.CT.CK", ["skat_not_taken"]),
            (f"{TAKEN} NO.CT.CK.{VORHAND}", ["ouvert_cards"]),
            (f"{HAND} GO.{MITTELHAND}", ["ouvert_cards"]),
            ("1 18 0 y 1 p 2 p 0 s w D8.D9 0 G.CT.CK", ["skat_shown"]),
        ],
    )
    def test_what_does_not_fit(self, moves: str, expected: list[str]) -> None:
        assert codes(parse(line(f"{DEAL} {moves}"))) == expected

    @pytest.mark.parametrize(
        ("moves", "expected"),
        [
            (f"{TAKEN} G.CT {EIGHT}", "discard_count"),
            (f"{TAKEN} G.CT.CK.CQ {EIGHT}", "discard_count"),
            (f"{TAKEN} G.CT.SA {EIGHT}", "discard_not_held"),
            (f"{TAKEN} G {EIGHT}", "discard_missing"),
            (f"{HAND} GH.CT.CK {ALL_TEN}", "discard_hand"),
            (f"{HAND} NHS 0 C8 1 C7 2 D9", "field_not_in_game"),
        ],
    )
    def test_what_the_rules_refuse(self, moves: str, expected: str) -> None:
        judged = answer(f"{DEAL} {moves}")
        assert expected in codes(judged)
        assert (judged.score, judged.agrees) == (None, False)


class TestEndings:
    def ended(self, moves: str, result: str) -> tuple[object, ...]:
        judged = answer(f"{DEAL} {moves}", result)
        assert judged.deal is not None
        return judged.deal.won, judged.score, judged.agrees, judged.ended, codes(judged)

    @pytest.mark.parametrize(
        ("moves", "won", "score", "how"),
        [
            ("0 CJ 1 S7 2 H7 0 RE", False, -240, "aufgegeben"),
            ("0 CJ 1 S7 2 H7 0 SC 1 RE 2 RE", True, 120, "aufgegeben"),
            ("0 CJ 1 S7 2 H7 0 SC.SJ.HJ 2 RE", True, 120, "aufgegeben"),
            ("0 CJ 1 RE 1 S7 2 H7 2 RE", True, 120, "aufgegeben"),
            ("0 CJ w TI.1", True, 120, "zeit"),
            ("0 CJ 1 S7 w TI.0", False, -240, "zeit"),
            ("w LE.0", False, -240, "verlassen"),
            ("0 CJ 1 S7 2 H7 w LE.2 w LE.0", True, 120, "verlassen"),
            ("1 RE 0 CJ w LE.0", False, -240, "verlassen"),
        ],
    )
    def test_how_a_game_is_given_up(self, moves: str, won: bool, score: int, how: str) -> None:
        result = f"d:0 {'win' if won else 'loss'} v:{score} m:4 bidok p:120 t:10 r:1"
        assert self.ended(f"{TAKEN} G.CT.CK {moves}", result) == (won, score, True, how, [])

    def test_before_the_discard(self) -> None:
        assert self.ended(f"{TAKEN} G w TI.0", "d:0 loss v:-240 to:0") == (False, -240, True, "zeit", [])

    def test_the_server_may_value_it_otherwise(self) -> None:
        assert self.ended(f"{TAKEN} G.CT.CK w LE.1", "d:0 win v:168 p:120 t:10 s:1 z:1 l:1") == (
            True,
            120,
            False,
            "verlassen",
            [],
        )

    def test_one_opponent_who_resigned_while_play_went_on(self) -> None:
        judged = answer(f"{DEAL} {TAKEN} G.CT.CK 0 CJ 1 S7 2 RE {EIGHT[10:]}")
        assert (judged.deal, judged.ended) == (Deal("grand", 4, bid=18, augen=77, stiche=8), None)

    @pytest.mark.parametrize("end", ["0 RE", "1 RE 2 RE", "w TI.1", "w LE.0"])
    def test_nobody_plays_after_the_end(self, end: str) -> None:
        judged = answer(f"{DEAL} {TAKEN} G.CT.CK 0 CJ {end} 1 S7")
        assert codes(judged) == ["move_after_end"]

    def test_null_and_ouvert_stop_with_the_first_trick(self) -> None:
        # CJ is the highest Kreuz but AKQ: with C7 and a discard Vorhand takes the trick. Null ouvert Hand 59.
        judged = answer(f"{DEAL} {HAND} NOH 0 CJ 1 C7 2 D9", "d:0 loss v:-118 m:0 bidok p:2 t:1")
        assert judged.deal == Deal("null", hand=True, ouvert=True, bid=18, stiche=1)
        assert (judged.score, judged.agrees, judged.ended, codes(judged)) == (-118, True, None, [])
        # Mittelhand plays Pik ouvert ohne 4 and loses the first trick: 11 x 11, doubled.
        moves = "1 18 0 p 2 p 1 SO 0 CJ 1 S7 2 DA"
        judged = answer(f"{DEAL} {moves}", "d:1 loss v:-242 m:-4 bidok p:0 t:0")
        assert judged.deal == Deal("pik", -4, True, True, True, True, bid=18, won=False)
        assert (judged.score, judged.agrees, judged.ended, codes(judged)) == (-242, True, None, [])


class TestBrackets:
    @pytest.mark.parametrize(
        ("written", "name"),
        [
            ("a[b", "a[b"),
            ("a]b", "a]b"),
            ("[x]", "[x]"),
            ("]]", "]]"),
            ("a\\]P1[b\\]", "a]P1[b]"),
            ("a\\\\", "a\\"),
            (" (;) ", " (;) "),
            ("", ""),
        ],
    )
    def test_in_a_name(self, written: str, name: str) -> None:
        record = parse(line(f"{DEAL} 1 p 2 p 0 p", "passed", f"P0[{written}]P1[b]P2[c]"))
        assert (record.players, codes(record)) == ((name, "b", "c"), [])


class TestMalformed:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("", ["record_malformed"]),
            ("Guten Tag", ["record_malformed"]),
            ("(;)", ["property_missing"] * 7),
            ("(;GM[Skat", ["record_malformed"]),
            ("(;GM[Skat\\]", ["record_malformed"]),
            ("GM[Skat]", ["record_malformed", *["property_missing"] * 6]),
            ("(;gm[Skat];)", ["record_malformed"]),
            ("(;GM[Skat];)", ["property_missing"] * 6),
            (PLAYED[:-20], ["record_malformed", "property_missing"]),
            (PLAYED + PLAYED, ["record_malformed"]),
            (PLAYED.replace("ID[4711]", ""), ["property_missing"]),
            (PLAYED.replace("P1[xskat:2]", ""), ["property_missing"]),
            (PLAYED.replace("ID[4711]", "ID[4711]ID[4712]"), ["property_repeated"]),
            (PLAYED.replace("GM[Skat]", "GM[Schach]"), ["record_foreign"]),
            (PLAYED.replace(f"R[{WON}]", ""), ["property_missing"]),
            (PLAYED.replace(WON, "d:0 win p:77"), ["result_malformed"]),
            (PLAYED.replace(WON, ""), ["result_malformed"]),
            (PLAYED.replace(WON, "v:99999999999999999999999"), ["result_malformed"]),
        ],
    )
    def test_properties(self, text: str, expected: list[str]) -> None:
        assert codes(parse(text)) == expected

    @pytest.mark.parametrize(
        ("moves", "expected"),
        [
            ("", ["deal_missing"]),
            ("1 18", ["deal_missing"]),
            ("w", ["move_unknown"]),
            ("w TI.1", ["deal_missing"]),
            ("w LE.3", ["move_unknown"]),
            ("3 18", ["move_unknown"]),
            (f"{DEAL} {DEAL}", ["move_unknown"]),
            (f"{DEAL} 1", ["move_unknown"]),
            (f"{DEAL} 1 99999", ["move_unknown"]),
            (f"{DEAL} 1 ١٨", ["move_unknown"]),
            (f"{DEAL} 1 CJ", ["move_unknown"]),
            (f"{DEAL} 1 RE", ["move_unknown"]),
            (f"{DEAL} w D8.D7", ["move_unknown"]),
            (DEAL[:-3] + " 1 p 2 p 0 p", ["cards_dealt"]),
            (DEAL + ".D6 1 p 2 p 0 p", ["cards_dealt", "card_unknown"]),
            (DEAL.replace("D7", "CJ") + " 1 p 2 p 0 p", ["card_twice"]),
            (DEAL.replace("D7", "XX").replace("D8", "YY") + " 1 p 2 p 0 p", ["card_unknown"] * 2),
            (f"{DEAL} {HAND} GX", ["move_unknown"]),
            (f"{DEAL} {HAND} GH.C", ["move_unknown"]),
            (f"{DEAL} {HAND} Gh", ["move_unknown"]),
            (f"{DEAL} {HAND} GH 0 y", ["move_unknown", "play_unfinished"]),
            (f"{DEAL} {HAND} GH 1 RE 0 cj", ["move_unknown", "play_unfinished"]),
            (f"{DEAL} {HAND} GH 0 ?? w LE.1", ["play_hidden"]),
            (f"{DEAL} {HAND} GH 0 CJ", ["play_unfinished"]),
            (f"{DEAL} {HAND} GH {ALL_TEN} 0 CJ", ["play_after_last"]),
            (
                f"w {VORHAND}|{'.'.join(['??'] * 10)}|{HINTERHAND}|?? {HAND} GH",
                ["cards_dealt", "cards_hidden"],
            ),
        ],
    )
    def test_moves(self, moves: str, expected: list[str]) -> None:
        judged = answer(moves)
        assert sorted(codes(judged)) == sorted(expected)
        assert (judged.deal, judged.score) in ((None, None), (Deal("eingepasst"), 0))

    def test_a_player_view_shows_bars_between_the_hands(self) -> None:
        bars = PLAYED.replace(f"{VORHAND}.{MITTELHAND}.{HINTERHAND}.D8", f"{VORHAND}|{MITTELHAND}|{HINTERHAND}|D8")
        assert "|" in bars
        assert judge(parse(bars), ISKO) == judge(parse(PLAYED), ISKO)

    def test_every_message_is_a_sentence(self) -> None:
        broken = [
            PLAYED.replace("ID[4711]", "").replace("GM[Skat]", "GM[Go]").replace(WON, "x"),
            line(f"{DEAL} 0 18 1 SHX"),
            line(f"{DEAL} {TAKEN} GH.CT.SA 0 SA"),
            line(f"{DEAL} {HAND} GH 1 CJ"),
            "",
        ]
        messages = [wrong.message for text in broken for wrong in judge(parse(text), ISKO).violations]
        assert len(messages) >= 9
        assert all(message.endswith(".") and "{" not in message for message in messages)

    @pytest.mark.parametrize("piece", ["A[", "]", "] ", "\\", " ", "(;", "A[]"])
    def test_long_garbage_is_read_in_one_pass(self, piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
        assert judge(parse("(;" + piece * 100_000), ISKO).violations
        watch_patterns(monkeypatch, iss)
        for begun in ("(;", "(;A["):
            short, long = (steps(lambda: parse(begun + piece * number)) for number in (300, 600))  # noqa: B023
            assert 0 < short <= long < 2.5 * short


TEXTS = st.text() | st.text("(;)[]\\|.? \nACGHMNPRSVWT0123789xwyp", max_size=80)


def check_answer(text: str | bytes) -> None:
    """Whatever the text: a judgement that can be written, and a score only for a legal deal."""
    judged = judge(parse(text), ISKO)
    json.dumps(judgement_fields(judged))
    if judged.score is None:
        assert judged.violations
        assert not judged.agrees
    else:
        assert judged.deal is not None
        assert ISKO.check(judged.deal) == ()
        assert ISKO.value(judged.deal).score == judged.score


class TestAnyText:
    @given(TEXTS)
    def test_text(self, text: str) -> None:
        check_answer(text)

    @given(st.binary())
    def test_bytes(self, text: bytes) -> None:
        check_answer(text)

    @given(TEXTS)
    def test_as_moves(self, text: str) -> None:
        check_answer(line(f"{DEAL} {text}"))
        check_answer(line(f"{DEAL} {TAKEN} {text}"))

    @settings(max_examples=share(300))
    @given(st.integers(0, 10**9), st.integers(1, 6))
    def test_mutated_record(self, seed: int, times: int) -> None:
        random = Random(seed)
        text = PLAYED
        for _ in range(times):
            words = text.split(" ")
            place, other = random.randrange(len(words)), random.randrange(len(words))
            change = random.randrange(5)
            if change == 0:
                del words[place]
            elif change == 1:
                words.insert(place, words[other])
            elif change == 2:
                words[place], words[other] = words[other], words[place]
            elif change == 3:
                words[place] = random.choice(["RE", "SC", "p", "y", "w", "TI.0", "LE.1", "??", "s", "NO", "CHZ", "7"])
            else:
                letters = random.randrange(len(text))
                words = [text[:letters] + random.choice("[]\\.0CJ ?|;") + text[letters + 1 :]]
            text = " ".join(words)
        check_answer(text)

    @given(st.permutations(list(range(20))), st.sampled_from(["C", "S", "H", "D", "G", "N"]))
    def test_first_trick_of_any_deal(self, order: list[int], game: str) -> None:
        """The hands mixed: the play is legal or says at which card it is not, and never more than that."""
        deck = f"{VORHAND}.{MITTELHAND}".split(".")
        mixed = ".".join(deck[place] for place in order)
        judged = answer(f"w {mixed}.{HINTERHAND}.D8.D7 {HAND} {game}H {ALL_TEN}")
        assert len(codes(judged)) <= 1
        assert (judged.score is None) == bool(judged.violations)


RECORDS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "xskat_1000.sgf"


@pytest.mark.skipif(not RECORDS.exists(), reason="the thousand recorded deals are not here")
class TestThousandDeals:
    def test_all_replay_and_agree(self) -> None:
        records = [parse(text) for text in RECORDS.read_bytes().splitlines()]
        judged = [judge(record, ISKO) for record in records]
        assert len(judged) == 1000
        assert [answer.id for answer in judged if answer.violations or not answer.agrees] == []

    def test_recorded_augen_are_those_of_the_cards(self) -> None:
        records = [parse(text) for text in RECORDS.read_text().splitlines()]
        compared = [
            (record.id, record.result.augen, judge(record, ISKO).augen)
            for record in records
            if record.result is not None and record.result.augen is not None
        ]
        assert len(compared) == 997
        assert [entry for entry in compared if entry[1] != entry[2]] == []


def test_replacement_of_an_overtaken_null_is_the_cheapest() -> None:
    judged = answer(f"{NULL_DEAL} 1 36 0 y 1 p 2 p 0 NH 0 RE")
    assert judged.deal is not None
    assert judged.deal.replacement == Replacement("karo", -4)


def test_end_is_kept_in_the_record() -> None:
    assert parse(line(f"{DEAL} 1 p w TI.2")).end == End("zeit", 2)
