"""The scoring engine of Skatliga: what a Skat deal is worth, what a list adds up to, who stands where.

Standard library only; no clock, no files, no locale, no randomness but from a given seed; whole numbers and fractions.

A tour, from one deal to a ranking
==================================

A deal is written down as it happened; a rule book says what it is worth and why.

>>> from scoring import BOOKS, Deal
>>> isko = BOOKS["isko-2022"]
>>> deal = Deal("herz", spitzen=-2, hand=True, won=False)
>>> isko.check(deal)
()
>>> account = isko.value(deal)
>>> account.score
-80
>>> account.text
'ohne 2, Spiel 3, Hand 4 mal Herz 10 = 40; verloren, doppelt: -80'
>>> [(item.label, item.count, item.rule) for item in account.items][:2]
[('ohne 2', 2, 'ISkO 2.3'), ('Spiel', 1, 'ISkO 2.5')]

What cannot be is refused, all of it at once and with the paragraph; nothing raises.

>>> for violation in isko.check(Deal("grand", spitzen=5, bid=19, won=True)):
...     print(violation.rule, violation.message)
ISkO 2.3 Grand hat 1 bis 4 Spitzen, mit oder ohne; 5 ist nicht möglich.
ISkO 3.3 19 ist kein Reizwert; bitte den nächsten möglichen Wert angeben oder das Feld leer lassen.

Typing is faster in the compact notation: seat, game, Spitzen, level, result.

>>> from scoring import parse
>>> parse("191$27-", isko)[1]._asdict()["bid"]
20

Rows make a list. Seat 1 deals first; at a table of four the dealer sits out.

>>> from scoring import Row, Sheet, evaluate
>>> rows = [Row(seat, parse(text, isko)[1]) for seat, text in [(2, "221+"), (1, "143.+"), (4, "302/-"), (0, "0")]]
>>> evaluation = evaluate(Sheet(isko, seats=4, rows=tuple(rows)))
>>> evaluation.findings
()
>>> [(player.spielpunkte, player.won, player.lost, player.leistung) for player in evaluation.players]
[(120, 1, 0, 200), (24, 1, 0, 104), (0, 0, 0, 30), (-80, 0, 1, -130)]

Lists make a ranking.

>>> from scoring import BY_LEISTUNG, Result, rank, totals
>>> results = [
...     Result(name, 1, player.spielpunkte, player.won, player.lost, player.leistung)
...     for name, player in zip(["Anna", "Bert", "Cora", "Dora"], evaluation.players)
... ]
>>> [(placed.place, placed.row.key, placed.row.leistung) for placed in rank(totals(results), BY_LEISTUNG)]
[(1, 'Anna', 200), (2, 'Bert', 104), (3, 'Cora', 30), (4, 'Dora', -130)]

Where to find what
==================

======================================  ==================================================================
`cards`, `deal`                         the vocabulary: cards, one deal as written down
`wording`, `account`                    German templates; accounts, items, violations
`rulebook`, `results`, `valuation`,     what a book must say; how a deal ended; the ways of counting
`stages`
`rulebooks`                             one file a book, `BOOKS`
`legal`, `bulk`                         every legal deal and score; millions of deals at once
`notation`, `sheet`                     the compact notation; a whole list
`faults`, `footer`                      the identities of a foot; those of a rule book and an evaluation
`corrections`, `proposed`, `slips`,     what was probably meant by a foot: the choice, one proposal, slips of the
`single_slips`, `compound_slips`,       keyboard, one field, several fields, sums on paper
`mistaken_sums`
`suspects`, `neighbours`                rows behind wrong totals; deals beside a deal
`standings`, `money`                    places, teams, league points; settlements, ladders, prizes
`year`                                  the club year: best n, drops, credits, averages, each with its account
`counting`, `figures`                   what everybody has played on a list; figures that add up over lists and years
`fixtures`                              who meets whom in a league on which match day
`seating`                               tables drawn by lot or standing, nobody twice with the same opponent
`replay`, `auction`, `iss`              a deal played card by card; records of the International Skat Server
`wire`, `footwire`, `listwire`,         JSON, the command line, the benchmark
`__main__`, `bench`
======================================  ==================================================================

Glossary
========

Abreizgeld      money for lost deals, by a ladder
Augen           what the cards in the tricks count, 120 in all
bid             Reizwert, what the declarer held
deal            Spiel, one row of a list
declarer        Alleinspieler
division        Staffel
eingepasst      passed in: nobody played
evaluation      how points of deals become the result of a list (`rulebook.EVALUATIONS`)
Leistung        the result of a list: Gesamtpunkte
level           Gewinnstufe or announcement that raises the multiplier by one
round           Serie (within a list: once around the table)
seat            Platz, 1-based
sheet           Spielliste
Spielpunkte     sum of a player's scores
Spitzen         unbroken run of trumps from the Kreuz-Bube, mit +n, ohne -n
stage           einfach, Schneider, Schwarz, where they replace one another (1886, Offiziersskat)
Stich           trick
table           Tisch
ueberreizt      overbid: the value does not reach the bid
"""

from scoring.account import Account, Item, Violation
from scoring.deal import Deal, Replacement
from scoring.legal import explain, scores
from scoring.notation import Entry, Misread, parse, write
from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS
from scoring.sheet import Evaluation, Finding, Row, Sheet, Totals, evaluate
from scoring.standings import BY_LEISTUNG, Result, rank, totals

__all__ = [
    "BOOKS",
    "BY_LEISTUNG",
    "Account",
    "Deal",
    "Entry",
    "Evaluation",
    "Finding",
    "Item",
    "Misread",
    "Replacement",
    "Result",
    "Row",
    "RuleBook",
    "Sheet",
    "Totals",
    "Violation",
    "evaluate",
    "explain",
    "parse",
    "rank",
    "scores",
    "totals",
    "write",
]
