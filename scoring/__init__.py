"""The scoring engine of Skatliga: what a Skat deal is worth, what a list adds up to, who stands where.

Standard library only; no clock, no files, no locale, no randomness but from a given seed; whole numbers and fractions.

README.md beside this file is a tour from one deal to a ranking.

Where to find what
==================

======================================  ==================================================================
`cards`, `deal`                         the vocabulary: cards, one deal as written down
`wording`, `account`                    German templates; accounts, items, violations
`rulebook`, `deal_result`, `valuation`  what a book must say; how a deal ended; the ways of counting
`rulebooks`                             one file a book, `BOOKS`
`legal`, `bulk`                         every legal deal and score; millions of deals at once
`notation`, `sheet`                     the compact notation; a whole list
`foot_check`, `footer`                  the identities of a foot; those of a rule book and an evaluation
`corrections`, `proposed`, `slips`,     what was probably meant by a foot: the choice, one proposal, slips of the
`single_slips`, `compound_slips`,       keyboard, one field, several fields, sums on paper
`mistaken_sums`
`suspects`, `neighbours`                rows behind wrong totals; deals beside a deal
`money`                                 settlements, ladders, prizes
`wertung`                               from results to any table: scale, award, fold, rank, as data
`sheet_figures`, `figures`              what everybody has played on a list; figures that add up over lists and years
`forecast`                              which places remain possible, and how likely each of them is
`fixtures`, `fixture_proposals`         who meets whom in a league on which match day; plans for 4 to 24 teams
`seating`                               tables drawn by lot or standing, nobody twice with the same opponent
`federation`, `federation_wording`      promotion of whole pyramids, Staffeln, quotas, offers of places, who may start
`replay`, `auction`, `iss`              a deal played card by card; records of the International Skat Server
`deal_json`, `foot_json`, `sheet_json`, JSON: deals, feet, lists; rules and tables
`form_reader`, `rule_json`,             draws that anybody can check; pyramids and quotas
`wertung_json`, `draw_json`,
`pyramid_json`, `quota_json`
`__main__`, `bench`                     the command line, the benchmark
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
from scoring.notation import Misread, ParsedDeal, parse, write
from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS
from scoring.sheet import Finding, ScoreRow, ScoreSheet, SheetEvaluation, Totals, evaluate
from scoring.wertung import Fold, Rank, WertungRule, tabulate

__all__ = [
    "BOOKS",
    "Account",
    "Deal",
    "Finding",
    "Fold",
    "Item",
    "Misread",
    "ParsedDeal",
    "Rank",
    "Replacement",
    "RuleBook",
    "ScoreRow",
    "ScoreSheet",
    "SheetEvaluation",
    "Totals",
    "Violation",
    "WertungRule",
    "evaluate",
    "explain",
    "parse",
    "scores",
    "tabulate",
    "write",
]
