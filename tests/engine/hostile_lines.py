"""What the hostile tests send: lines that are wrong in one way each, good ones to be damaged, and what to put in."""

from typing import Any

Fields = dict[str, Any]

KARO = b'{"game":"karo","spitzen":1,"won":true%s}'
LONG = b"9" * 5000
LINES: dict[str, tuple[bytes, str | int]] = {
    "invalid UTF-8": (b'{"game":"\xff\xfe"}', "not_utf8"),
    "UTF-8 cut off": ('{"game":"grün"}'.encode()[:12], "not_utf8"),
    "a surrogate as three bytes": (b'{"game":"\xed\xa0\x80"}', "not_utf8"),
    "UTF-16": ('{"game":"karo"}'.encode("utf-16"), "not_utf8"),
    "a lone surrogate as game": (rb'{"game":"\ud800"}', "game_unknown"),
    "a lone surrogate as book": (rb'{"rulebook":"\udfff","game":"karo"}', "rulebook_unknown"),
    "a lone surrogate as field": (KARO % rb',"\ud800":1', "field_unknown"),
    "a lone surrogate as card": (rb'{"game":"karo","cards":["\ud800"],"skat":"C7 C8","won":true}', "cards_form"),
    "a lone surrogate as reason": (KARO % rb',"reason":"\ud800"', 18),
    "backslash and surrogate": (KARO % rb',"reason":"\\\ud800\\"', 18),
    "nested brackets": (b"[" * 100_000, "nested_too_deep"),
    "nested objects": (b'{"a":' * 100_000, "nested_too_deep"),
    "nested brackets in a field": (KARO % (b',"losers":' + b"[" * 100_000), "nested_too_deep"),
    "just not too deep": (KARO % (b',"losers":' + b"[" * 500 + b"]" * 500), "list_form"),
    "5000 digits": (KARO % (b',"bid":' + LONG), "number_too_long"),
    "5000 digits below zero": (KARO % (b',"augen":-' + LONG), "number_too_long"),
    "5000 digits alone": (LONG, "number_too_long"),
    "NaN": (KARO % b',"bid":NaN', "not_a_number"),
    "Infinity": (KARO % b',"bid":Infinity', "not_a_number"),
    "-Infinity": (KARO % b',"bid":-Infinity', "not_a_number"),
    "1e400": (KARO % b',"bid":1e400', "wrong_kind"),
    "a decimal": (KARO % b',"bid":18.0', "wrong_kind"),
    "5000 decimals": (KARO % (b',"bid":0.' + LONG), "wrong_kind"),
    "true as bid": (KARO % b',"bid":true', "wrong_kind"),
    "a number as truth value": (KARO % b',"hand":1', "wrong_kind"),
    "zero as truth value": (KARO % b',"hand":0', "wrong_kind"),
    "a text as truth value": (KARO % b',"hand":"true"', "wrong_kind"),
    "a text as number": (KARO % b',"bid":"18"', "wrong_kind"),
    "a key twice": (KARO % b',"won":true', "duplicate_key"),
    "a key twice, once escaped": (KARO % rb',"w\u006fn":false', "duplicate_key"),
    "a key twice inside": (b'{"game":"null","replacement":{"game":"karo","game":"herz","spitzen":1}}', "duplicate_key"),
    "a key twice in what is no field": (KARO % b',"x":[{"a":1,"a":1}]', "duplicate_key"),
    "an empty object": (b"{}", "field_missing"),
    "an empty array": (b"[]", "not_an_object"),
    "an array of deals": (b"[" + KARO % b"" + b"]", "not_an_object"),
    "two deals in a line": (KARO % b"" + KARO % b"", "not_json"),
    "a text": (b'"karo"', "not_an_object"),
    "null": (b"null", "not_an_object"),
    "true": (b"true", "not_an_object"),
    "a number": (b"18", "not_an_object"),
    "a NUL byte": (KARO % b"\x00", "not_json"),
    "an escaped NUL as game": (rb'{"game":"\u0000"}', "game_unknown"),
    "a NUL byte in a text": (b'{"game":"ka\x00ro"}', "not_json"),
    "a control character in a text": (b'{"game":"ka\tro"}', "not_json"),
    "a BOM": (b"\xef\xbb\xbf" + KARO % b"", 18),
    "two BOMs": (b"\xef\xbb\xbf" * 2 + KARO % b"", "not_json"),
    "CRLF": (KARO % b"" + b"\r\n", 18),
    "a comma too many": (KARO % b",", "not_json"),
    "single quotes": (b"{'game':'karo'}", "not_json"),
    "a comment": (KARO % b"" + b" // gewonnen", "not_json"),
    "a no-break space": (KARO % b"" + "\u00a0".encode(), "not_json"),
    "a huge game": (b'{"game":"' + b"x" * 10**6 + b'"}', "game_unknown"),
    "a huge reason": (KARO % (b',"reason":"' + b"x" * 10**6 + b'"'), 18),
    "a template as game": (b'{"game":"{game}{0}%s%(game)s"}', "game_unknown"),
}

TRUTHS = (
    "hand schneider_angesagt schwarz_angesagt ouvert won schneider schwarz offen offen_offen kontra re strecken"
    " schenken_angenommen bock durchmarsch hand_doubled"
).split()
NUMBERS = "spitzen bid augen stiche jungfern schieben ramsch_limit".split()
TEXTS = "rulebook game mode reason accounting".split()
COMPOUNDS = "replacement schenken losers cards skat".split()

VALUES: dict[str, list[Any]] = {
    "truth": [True, False],
    "number": [0, 1, -1, 10**12, 10**4000, -(10**4000)],
    "text": ["", "karo", "\ud800", "\x00", "x" * 5000],
    "decimal": [0.5, 18.0, -0.0, 1e400],
    "list": [[], [None], [1.5], [[]], [{}]],
    "object": [{}, {"game": "karo"}, {"game": "karo", "spitzen": True}, {"game": 1, "spitzen": 1}, {"a": {"b": []}}],
}

DEALS: list[Fields] = [
    {"game": "karo", "spitzen": -3, "hand": True, "schneider_angesagt": True, "bid": 22, "augen": 95, "stiche": 9},
    {"game": "grand", "spitzen": 1, "bid": 60, "won": True, "schneider": True, "schwarz": False},
    {"game": "grand", "cards": "CJ SJ DJ DA DT DK D9 CA HA S7", "skat": ["HJ", "D8"], "won": True},
    {"game": "null", "hand": True, "bid": 36, "won": False, "replacement": {"game": "grand", "spitzen": -2}},
    {"game": "null", "ouvert": True, "stiche": 0},
    {"game": "eingepasst", "reason": "niemand wollte"},
    {"rulebook": "altenburg", "game": "grand", "spitzen": 4, "ouvert": True, "bid": 360, "augen": 120, "stiche": 10},
    {"rulebook": "altenburg", "game": "kreuz", "spitzen": 1, "bid": 72, "won": True},
    {"rulebook": "skatordnung-1886", "game": "herz", "mode": "frage", "spitzen": 2, "won": True},
    {"rulebook": "skatordnung-1886", "game": "grand", "mode": "solo", "spitzen": 1, "bid": 41, "won": True},
    {"rulebook": "skatordnung-1886", "game": "null", "mode": "tourne", "stiche": 3},
    {"rulebook": "skatordnung-1886", "game": "pik", "mode": "tourne", "spitzen": -1, "strecken": True},
    {"rulebook": "skatordnung-1886", "game": "ramsch", "losers": [1, 3], "jungfern": 1},
    {"rulebook": "skat-en-deux", "game": "herz", "spitzen": 2, "offen_offen": True, "augen": 0, "stiche": 0},
    {"rulebook": "skat-en-deux", "game": "karo", "spitzen": 1, "bid": 18, "strecken": True, "hand_doubled": False},
    {
        "rulebook": "skat-en-deux", "game": "pik", "spitzen": 5, "bid": 33, "kontra": True, "re": True,
        "schenken": ["spiel", "schneider"], "schenken_angenommen": False, "won": True, "schneider": True,
    },
    {"rulebook": "skat-en-deux", "game": "null", "schenken": "spiel", "schenken_angenommen": True, "bid": 20},
    {"rulebook": "offiziersskat", "game": "karo", "augen": 61, "stiche": 8},
    {
        "rulebook": "offiziersskat", "accounting": "skatordnung", "game": "kreuz", "spitzen": -11,
        "augen": 30, "stiche": 4,
    },
    {"rulebook": "hausrunde", "game": "ramsch", "augen": 70, "schieben": 3, "jungfern": 2, "ramsch_limit": 500},
    {"rulebook": "hausrunde", "game": "ramsch", "durchmarsch": True, "kontra": True},
    {"rulebook": "hausrunde", "game": "grand", "spitzen": 2, "bock": True, "kontra": True, "re": True, "won": True},
    {"rulebook": "hausrunde", "game": "null", "bock": True, "bid": 264, "won": False},
]  # fmt: skip
STRANGE: list[Any] = [
    None, *(value for values in VALUES.values() for value in values), "null", "ramsch", "grand", "spiel", "solo",
    "hausrunde", "skat-en-deux", ["spiel", "schneider"], ["schneider", "spiel"], [1, 2], [1, 1], [7], [10**4000],
    {"game": "karo", "spitzen": 1}, {"game": "null", "spitzen": 1}, {"game": "\ud800", "spitzen": -(10**4000)},
    "CJ", "CJ CJ", ["CJ", "CJ"], 119, 121, 11, 264, 2**63,
]  # fmt: skip

DEAL_FIELDS = [*TRUTHS, *NUMBERS, *TEXTS, *COMPOUNDS, "", "farbe"]

LIST_FIELDS = (
    "rulebook seats evaluation deals totals first_dealer target opponents_bonus stake_cents hand_doubled accounting"
    " ramsch_limit serie"
).split()
ROW_FIELDS = "declarer score running seats_playing strafe seat void reason".split()
STRANGE_FRAMES: list[Any] = [
    [], ["A"], ["A", 2, "C"], ["A"] * 7, ["\ud800", "\x00", ""], "1/4", "1/0", "0", "1/\u0660", "\u0663", "1e9", "1_0",
    " 1", 1e-7, {"3": 40}, {"3": 10**4000}, {"9": 1}, {3: True}, [{}], [None] * 4, [{"won": True}] * 4, "payment",
    [{"leistung": 10**4000, "lost": -1}] * 4, "seeger",
]  # fmt: skip
STRANGE_ROWS: list[Any] = [
    None, {}, [], "18", 18, True, {"declarer": 1, "score": 0}, {"declarer": 1, "score": 19}, {"score": 18},
    {"declarer": 0, "score": 18}, {"declarer": -1, "score": 18}, {"declarer": 10**4000, "score": 18},
    {"declarer": True, "score": 18}, {"declarer": 1, "score": 10**4000},
    {"declarer": 1, "score": 18, "running": -(10**4000)},
    {"strafe": 10, "seat": 10**4000, "reason": "x"}, {"strafe": 10**4000, "seat": 1, "reason": "x"},
    {"strafe": True, "seat": 1}, {"strafe": -1, "seat": None}, {"strafe": 10, "seat": 2, "reason": 5},
    {"void": 1, "declarer": 1, "score": 18}, {"void": True, "declarer": "Anna", "reason": "\ud800"},
    {"game": "eingepasst", "seats_playing": []}, {"game": "eingepasst", "seats_playing": [3, 2, 1]},
    {"game": "eingepasst", "seats_playing": [1, 2, 10**4000]}, {"game": "eingepasst", "seats_playing": [True]},
    {"game": "eingepasst", "seats_playing": [1, 2]}, {"game": "eingepasst", "declarer": 2},
]  # fmt: skip

RECORD = (
    "(;GM[Skat]PC[Verein]ID[8]P0[Anna]P1[Be\\]rt]P2[]MV[w CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.SA.ST.SK.SQ.S9.S8.S7.C7.HA.HT."
    "HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9.D8.D7 1 18 0 y 1 p 2 p 0 s w D8.D7 0 G.CT.CK 0 CJ 1 S7 2 H7 0 SJ 1 S8 2 H8 0 HJ 1 S9"
    " 2 H9 0 DJ 1 SQ 2 HQ 0 CA 1 C7 2 HK 0 CQ 1 SK 2 DK 0 C9 1 ST 2 DQ 0 C8 1 HT 2 D9 0 D8 1 SA 2 DA 2 DT 0 D7 1 HA]"
    "R[d:0 win v:120 m:4 bidok p:77 t:8 s:0 z:0] ;)"
)
WORDS = (
    "w 0 1 2 3 -1 18 20 9999 99999 y p s G GH N NO NOH CHZ CO.?? RE SC SC.CJ TI.0 LE.2 TI.9 ?? CJ D7 S7.H8 |?? G.??"
    " XX.YY GM[Poker] MV[ MV[] R[passed] R[d:9] R[v:-9999] R[v:99999] [ ] ( ; ;) \\ \\] \ud800 \x00 １８ é"
).split(" ")
