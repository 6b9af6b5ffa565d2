"""The engine's words in English: the twins of `scoring.wording`, code by code with the same parameters.

Terms of art stay as players say them in English too (Schneider, Schwarz, Hand, ouvert, Spitzen, Augen, Kontra, Ramsch);
what has a usual English word has it: declarer, seat, bid, trick, overbid, passed in.
"""

from typing import Final

TITLES: Final = {
    "Internationale Skatordnung": "International Skat Order",
    "Skatordnung (Altenburg)": "Skat Order (Altenburg)",
    "Allgemeine deutsche Skatordnung von 1886": "General German Skat Order of 1886",
    "Skat en deux": "Skat en deux",
    "Offiziersskat": "Officers’ Skat",
    "Hausrunde": "House Rules",
}
"""Titles of the rule books by their German one."""

NAMES: Final = {
    "karo": "Diamonds",
    "herz": "Hearts",
    "pik": "Spades",
    "kreuz": "Clubs",
    "grand": "Grand",
    "null": "Null",
    "ramsch": "Ramsch",
    "eingepasst": "Passed in",
    "game": "game",
    "mode": "kind of game",
    "spitzen": "Spitzen",
    "hand": "Hand",
    "schneider_angesagt": "Schneider announced",
    "schwarz_angesagt": "Schwarz announced",
    "ouvert": "ouvert",
    "bid": "bid",
    "won": "won",
    "schneider": "Schneider",
    "schwarz": "Schwarz",
    "augen": "Augen",
    "stiche": "tricks",
    "replacement": "replacement game",
    "reason": "reason",
    "offen": "offen",
    "offen_offen": "offen offen",
    "kontra": "Kontra",
    "re": "Re",
    "strecken": "Strecken",
    "schenken": "gift",
    "schenken_angenommen": "gift accepted",
    "losers": "losers",
    "jungfern": "Jungfern",
    "bock": "Bock",
    "schieben": "pushes of the skat",
    "durchmarsch": "Durchmarsch",
    "hand_doubled": "Hand doubled",
    "accounting": "settlement",
    "ramsch_limit": "Ramsch limit",
    "cards": "cards",
    "skat": "skat",
    "rulebook": "rule book",
    "spielpunkte": "game points",
    "lost": "lost",
    "leistung": "total points",
    "declarer": "declarer",
    "score": "score",
    "frage": "Frage",
    "tourne": "Tourné",
    "solo": "Solo",
    "foot_eingepasst": "Passed in",
    "foot_gesamt": "Total",
    "foot_spielpunkte": "Game points",
    "foot_won": "Won",
    "foot_lost": "Lost",
    "foot_ramsch": "Ramsch",
    "moves": "play",
    "record": "game record",
    "vorhand": "Forehand",
    "mittelhand": "Middlehand",
    "hinterhand": "Rearhand",
    "trumpf": "trumps",
}

_ITEMS: Final = {
    "mit": "with {count}",
    "ohne": "without {count}",
    "spiel": "game",
    "hand": "Hand",
    "schneider": "Schneider",
    "schneider_angesagt": "Schneider announced",
    "schwarz": "Schwarz",
    "schwarz_angesagt": "Schwarz announced",
    "ouvert": "ouvert",
    "offen": "offen",
    "offen_offen": "offen offen",
    "spiel_abgelehnt": "gift declined",
    "schneider_abgelehnt": "gift of Schneider declined",
    "karo": "Diamonds",
    "herz": "Hearts",
    "pik": "Spades",
    "kreuz": "Clubs",
    "grand": "Grand",
    "grand_ouvert": "Grand ouvert",
    "null": "Null {count}",
    "null_hand": "Null Hand {count}",
    "null_ouvert": "Null ouvert {count}",
    "null_ouvert_hand": "Null ouvert Hand {count}",
    "null_tourne": "Null Tourné {count}",
    "eingepasst": "passed in",
    "ueberreizt": "bid {bid}: overbid, {count} times {base} = {value}",
    "ersatzspiel_mit": "bid {bid}: overbid, charged as {game} with {spitzen}, {count} times {base} = {value}",
    "ersatzspiel_ohne": "bid {bid}: overbid, charged as {game} without {spitzen}, {count} times {base} = {value}",
    "gewonnen": "won",
    "verloren": "lost",
    "verloren_doppelt": "lost, doubled",
    "hand_verdoppelt": "Hand doubled",
    "kontra": "Kontra",
    "re": "Re",
    "bock": "Bock",
    "stufe_einfach": "plain",
    "stufe_schneider": "Schneider",
    "stufe_schneider_angesagt": "Schneider announced",
    "stufe_schwarz": "Schwarz",
    "stufe_schwarz_angesagt": "Schwarz announced",
    "frage_karo": "Frage in Bells",
    "frage_herz": "Frage in Red",
    "frage_pik": "Frage in Green",
    "frage_kreuz": "Frage in Acorns",
    "tourne_karo": "Tourné in Bells",
    "tourne_herz": "Tourné in Red",
    "tourne_pik": "Tourné in Green",
    "tourne_kreuz": "Tourné in Acorns",
    "tourne_grand": "Grand Tourné",
    "solo_karo": "Solo in Bells",
    "solo_herz": "Solo in Red",
    "solo_pik": "Solo in Green",
    "solo_kreuz": "Solo in Acorns",
    "solo_grand": "Grand",
    "ramsch_betrag": "Ramsch {count}",
    "ramsch_unentschieden": "Ramsch tied",
    "jungfer": "one Jungfer, doubled",
    "jungfern": "all tricks, tripled",
    "punkte_einfach": "plain {count}",
    "punkte_schneider": "Schneider {count}",
    "punkte_schwarz": "Schwarz {count}",
    "ramsch_augen": "Ramsch, {count} Augen",
    "jungfer_verdoppelt": "Jungfern times {count}",
    "geschoben": "pushed on times {count}",
    "durchmarsch": "Durchmarsch",
    "ramsch_grenze": "{count} at most",
}

_VIOLATIONS: Final = {
    "game_unknown": "There is no game “{found}” in the rule book {book}; please give one of its games.",
    "field_not_in_game": "“{name}” does not exist with {game}; please leave it out.",
    "field_not_in_book": "“{name}” does not belong to this rule book; please leave it out or change the rule book.",
    "spitzen_missing": "{game} needs its Spitzen; please give with or without 1 to {most}.",
    "spitzen_impossible": "{game} has 1 to {most} Spitzen, with or without; {spitzen} is not possible.",
    "result_missing": "The result is missing; please give won or lost, or Augen and tricks.",
    "null_result_missing": "The result is missing; please give won or lost, or the tricks.",
    "count_incomplete": "Unless won or lost is given, Augen and tricks belong together; missing: {missing}.",
    "count_missing": "The {name} of the trump maker are missing; Augen and tricks are counted.",
    "verdict_contradiction": "“{name}” does not fit the rest of the result; please compare Augen, tricks and level.",
    "augen_impossible": "{augen} Augen are not possible: there are 0 to 120, but never 1 or 119.",
    "stiche_impossible": "{stiche} tricks are not possible: there are 0 to {tricks}.",
    "all_tricks": "All tricks bring 120 Augen, not {augen}; please change Augen or tricks.",
    "no_trick": "Without a trick at most {most} Augen are possible, not {augen}; please change Augen or tricks.",
    "bid_impossible": "{bid} is no legal bid; please give the next possible one or leave the field empty.",
    "replacement_missing": (
        "Null is worth {value}, the bid was {bid}: the game is lost and charged as another one. Please give the"
        " replacement game with its Spitzen; the cheapest possible one is {game} with {spitzen} (value {charged})."
    ),
    "replacement_needless": "No replacement game is needed here, the game counts {value}; please leave it out.",
    "replacement_game": "An overbid Null is charged as a suit game or Grand, not as {game}.",
    "below_bid": (
        "The bid was {bid}, the game brings at most {most} with Schneider and Schwarz: it should not have been"
        " announced like this. It counts by the formula for overbid games."
    ),
    "stage_unstated": (
        "{name} was declared, but not whether it was reached. The game counts as lost; please give the level"
        " reached if it was reached."
    ),
    "mode_missing": "{game} needs its kind of game; please give Frage, Tourné or Solo.",
    "mode_impossible": "There is no {game} as {mode}.",
    "announcement_impossible": "“{name}” exists only in Solo and Grand from the hand, not in {mode}.",
    "ouvert_impossible": "Only Grand and Null from the hand are played ouvert.",
    "bid_needs_solo": "Only games from the hand are bid by value; please leave the bid out.",
    "strecken_result": "Strecken loses the game plainly; please leave the other result out.",
    "losers_missing": "The losers of the Ramsch are missing; please give their seats, none if all three are equal.",
    "losers_impossible": "A Ramsch is lost by none, one or two different seats from 1 to 6.",
    "jungfern_impossible": "{jungfern} Jungfern do not fit this Ramsch; 0 to {most} are possible.",
    "re_without_kontra": "There is Re only after Kontra.",
    "kontra_strecken": "Strecken ends the game before any Kontra; please leave one of them out.",
    "strecken_impossible": (
        "Strecken is possible only at a bid of 18 with Diamonds or Hearts and of 20 with Hearts, without a further"
        " level."
    ),
    "offen_ouvert": "offen and ouvert exclude each other; please leave one out.",
    "schenken_impossible": "Given away are the game, the Schneider or both in this order.",
    "schenken_answer": "A gift needs its answer, accepted or declined; please give both or neither.",
    "schenken_null": "In Null only the game can be given away and accepted.",
    "oder_spiel": "At a bid of {bid} with {game} the opponent must give the game away at once or say Kontra.",
    "accounting_unknown": "The settlement is “einfach” or “skatordnung”, not “{accounting}”.",
    "schieben_impossible": "The skat is pushed on at most three times, not {schieben} times.",
    "ramsch_augen_missing": "The Augen of the loser of the Ramsch are missing.",
    "durchmarsch_augen": (
        "In a Durchmarsch one player has all tricks, 120 Augen and two Jungfern; please change the entries."
    ),
    "ramsch_limit_impossible": "The Ramsch limit must be at least 1 point.",
}

_NOTATION: Final = {
    "notation_incomplete": "The entry is not finished yet; it ends with + or -.",
    "notation_too_long": "After the end there is still “{found}”; please delete it, the next deal starts by itself.",
    "notation_seat": "“{found}” is no seat; please start with the declarer’s seat, or 0 for passed in.",
    "seat_deals": "Seat {seat} deals and sits out; please change the seat.",
    "seat_without_cards": "Seat {seat} has no cards in this deal; please change the seat.",
    "notation_game": "“{found}” is no game; possible are 9 Diamonds, 0 Hearts, 1 Spades, 2 Clubs, 4 Grand, 3 Null.",
    "notation_null": "“{found}” is no Null; possible are 3 Null, 5 Hand, 6 ouvert, 9 ouvert Hand.",
    "notation_spitzen": "{game} has 1 to {most} Spitzen; “{found}” is not possible.",
    "notation_level": "“{found}” is no level here; possible are . Hand, / Schneider, * Schwarz and their sequences.",
    "notation_bid": "“{found}” is no legal bid; please enter the value held.",
    "notation_overbid": (
        "“{found}” cannot be the cost of this game when overbid; please compare base value and Spitzen."
    ),
    "notation_overbid_won": "The bid was {bid}: the game is overbid and lost; please end with -.",
    "notation_replacement": "“{found}” is no replacement game; possible are d, h, p, k and g with their Spitzen.",
    "notation_result": "“{found}” is no result; please enter + for won or - for lost.",
}

_FINDINGS: Final = {
    "table_size": "The rule book {book} knows no table of {size} players.",
    "bonus_unknown": (
        "For {size} players it is not settled how many points a lost game brings the others; please settle it for"
        " the event."
    ),
    "row_missing": "The row is empty; please add the deal or enter it as passed in.",
    "score_impossible": "No game in the rule book {book} scores {score}; please compare score and sign.",
    "score_differs": "The game is worth {counted}, written is {written}; please compare the entries and the score.",
    "running_total": "Seat {seat}: with {score} it would be {total}, the paper says {running}.",
    "declarer_missing": "The declarer is missing; please give the seat.",
    "declarer_needless": "{game} is nobody’s game; please leave the declarer out.",
    "running_needless": "{game} is nobody’s game and has no running total; please leave it out.",
    "seat_unknown": "Seat {seat} is not at the table; please change the seat.",
    "seat_does_not_lead": "Seat {leads} leads and makes trumps, not seat {seat}.",
    "penalty_seat": "Seat {seat} is not at the table; please say who pays the penalty.",
    "reason_missing": "A penalty and a row struck out need a reason; please give it.",
    "playing_impossible": "The table cannot be taken like this ({size} seats); please give the seats in rising order.",
    "newcomer_seat": "Seat {seat} comes in between; a newcomer takes the last seat.",
    "rounds_incomplete": "{deals} deals are no full rounds with {size} players: {over} too many or {missing} too few.",
    "after_target": "Seat {seat} had reached {target} points already; the match was over.",
    "total_differs": "Seat {seat}, {name}: on paper {written}, computed {counted}.",
}

_PLAY: Final = {
    "cards_dealt": "{name}: {count} cards instead of {most}; please check the deal.",
    "cards_hidden": "{count} of the cards dealt are hidden; please take a record that shows them all.",
    "card_unknown": "“{card}” is no Skat card; please give suit C S H D and rank 7 8 9 T J Q K A.",
    "card_twice": "{card} is there twice; please compare the cards dealt.",
    "discard_count": "Two different cards are discarded, not {count}.",
    "discard_not_held": "{card} cannot be discarded: the declarer does not hold it.",
    "discard_hand": "In a Hand game nothing is discarded; please leave out “Hand” or the discarded cards.",
    "discard_missing": "The skat was picked up, but the discarded cards are missing; please add them or give “Hand”.",
    "play_turn": (
        "Trick {trick}: {seat} plays {card}, but it is the turn of {turn}; please check the order. What follows"
        " cannot be judged."
    ),
    "play_not_held": (
        "Trick {trick}: {seat} plays {card} without holding it; please check the card. What follows cannot be judged."
    ),
    "play_revoke": (
        "Trick {trick}: {seat} plays {card} and does not follow suit although holding {suit}; please check the"
        " card. What follows cannot be judged."
    ),
    "play_hidden": "Trick {trick}: the card of {seat} is hidden; please add it. What follows cannot be judged.",
    "play_after_last": "After the tenth trick {card} is played; please strike it out.",
    "play_unfinished": "After {count} cards the play breaks off, neither decided nor given up; please add the rest.",
    "record_malformed": (
        "From character {position} on this is no game record; expected is (;NAME[value]NAME[value] … ;)."
    ),
    "record_foreign": "This is a record of “{game}”, not of Skat; please strike it out.",
    "property_missing": "The record lacks {name}[…]; please take over the whole line.",
    "property_repeated": (
        "{name}[…] stands in the record more than once; the first counts, please strike out the others."
    ),
    "result_malformed": "“{text}” is no result; expected is passed, or one with d: and v:.",
    "deal_missing": "The play lacks the cards dealt; they must come first.",
    "move_unknown": "Move {move}: “{who} {what}” is no possible move here; reading stops at this point.",
    "move_after_end": "Move {move}: “{who} {what}” follows although the game is over; please check.",
    "auction_turn": "Auction: {seat} cannot say “{bid}” here; please check whose turn it is.",
    "bid_not_higher": "Auction: {seat} bids {bid}, but must bid more than {last}; please check the bids.",
    "declarer_unexpected": "{seat} takes the skat or declares a game without having won the auction; please check.",
    "skat_shown": "The skat holds other cards than {cards}; please compare with the cards dealt.",
    "hand_after_skat": "{seat} has picked up the skat and cannot declare a Hand game any more; please strike one out.",
    "skat_not_taken": "{seat} has not picked up the skat; please give “Hand” or add that it was picked up.",
    "ouvert_cards": "{seat} shows other cards in the ouvert game than are held; please compare.",
    "contract_missing": (
        "The record ends before a game is declared, though not all have passed; please take over all of it."
    ),
}

_FORM: Final = {
    "not_utf8": "From byte {position} on the text is no UTF-8; please save the file as UTF-8.",
    "not_json": "From character {position} on this is no JSON; expected is an object on one line.",
    "not_an_object": "Expected is a JSON object in braces.",
    "not_a_number": "{found} is no number to compute with; please give a whole number.",
    "nested_too_deep": "The object is nested more deeply than a deal can be.",
    "number_too_long": "A number is far too long; please check.",
    "duplicate_key": "“{found}” stands in the line twice; please give it once only.",
    "field_unknown": "There is no field “{found}”; please leave it out.",
    "field_missing": "“{name}” is missing; please give it.",
    "wrong_kind": "“{name}” must be {kind}.",
    "rulebook_unknown": "There is no rule book “{key}”; known are {known}.",
    "replacement_form": "The replacement game consists of “game” and “spitzen”.",
    "cards_form": "“{name}” are cards like CJ or D7: suit C S H D, then 7 8 9 T J Q K A.",
    "cards_count": "Given are {cards} and {skat} cards; needed are {hand} different ones and {laid} in the skat.",
    "cards_needless": "{game} needs no cards; please leave them out.",
    "list_form": "“{name}” must be a list, each entry {kind}.",
    "spitzen_differ": "By the cards there are {counted} Spitzen, given are {given}; please compare.",
    "seats_form": "“seats” is a list of two to six names in the order of the seats.",
    "deals_form": "“deals” is a list of rows.",
    "foot_form": "“foot” has “deals”, “eingepasst” where known, and in “feet” for every seat “spielpunkte”, “won”,"
    " “lost” and, where written, “leistung”: whole numbers up to {most}.",
    "foot_alone": "A foot (“foot”) stands instead of rows (“deals”) with their sums (“totals”); please give only one.",
    "row_form": "The row must be an object.",
    "evaluation_unknown": "There is no evaluation “{name}”; known are {known}.",
    "totals_form": "“totals” is a list with an object for every seat, every value a whole number.",
    "seat_form": "“{name}” must be a seat from 1 to {most}.",
    "bonus_form": "“opponents_bonus” maps table sizes from 2 to 6 to points from 0 to {most}, for instance 6 and 20.",
    "penalty_form": "“strafe” is the number of points that everybody else gets: 1 to {most}.",
    "rulebook_differs": "The list is counted by {book}, the row says {key}; please leave the rule book out.",
    "stake_form": "“stake_cents” is the stake in cents for one point, more than 0, for instance 1/4.",
    "setting_foreign": "“{name}” is nothing that a table agrees on in this rule book.",
}

_FOOT: Final = {
    "foot_seat": " at seat {seat}",
    "negative": "{name}{where}: {value} is no count: check the sign.",
    "target_missed": "Exactly one of the two must have reached {target} points; please compare the points.",
    "c1_sum": (
        "{won} won + {lost} lost + {eingepasst} passed in = {sum} instead of {deals} deals: compare all three"
        " numbers with the paper."
    ),
    "c1_ramsch": (
        "{won} won + {lost} lost + {eingepasst} passed in + {ramsch} Ramsch = {sum} instead of {deals} deals:"
        " compare all four numbers with the paper."
    ),
    "c1_won": "{won} games won instead of {deals}: compare the numbers with the paper.",
    "c1_most": (
        "{won} won + {lost} lost games, the list has room for {most} at most: compare both numbers with the paper."
    ),
    "c2": "Total{where}: written {written}, computed {computed} ({diff:+d}): check the line.",
    "only_gesamt": "Total{where}: {written} is all that is known; points and numbers of games are not.",
    "c3": "Sum of all totals: written {written}, computed {computed} ({diff:+d}): check the lines.",
    "c5_none": "Game points{where}: {points} without a won or lost game: check the line.",
    "c5_range": (
        "Game points{where}: {points} is not possible with {won} won and {lost} lost games ({least} to {most}):"
        " check the line."
    ),
    "c6": (
        "Won and lost{where}: {sum} together, but the seat takes part in only {most} of {deals} deals: check both"
        " numbers."
    ),
    "correction": "{field}{where}: {written} instead of {right}?",
    "correction_hint": "{field}{where}: {written} instead of {right} ({hints})?",
    "slip_sign": "sign",
    "slip_swap": "digits swapped",
    "slip_double": "digit doubled",
    "slip_missing": "digit missing",
    "slip_extra": "one digit too many",
    "slip_row": "value of the next row",
    "slip_key": "neighbouring key",
    "slip_digit": "wrong digit",
    "slip_count": "miscounted",
    "slip_sum": "added up wrongly on paper",
    "slip_others": "all others {others:+d}",
    "exchanged_fields": "{field} and {second_field}{where} exchanged?",
    "exchanged_line": "All numbers{where} in another order?",
    "exchanged_seats": "{fields} of seat {first} and seat {second} exchanged?",
    "exchanged_columns": "Columns {field} and {second_field} exchanged?",
    "exchanged_column": "{field} in another order of seats?",
    "slipped": "One field off, from {field}{where} on?",
    "counted": "{field}{where}: {written} instead of {right}, and reckoned on with it?",
    "moved": "One deal too many: {field} at seat {seat}, one too few: {second_field} at seat {second}?",
    "bonus_other": "Total reckoned with the bonus of another size of table?",
    "bonus_forgotten": "Total reckoned without the lost deals of the others?",
    "bonus_own_lost": "Total reckoned with one's own lost deals in the bonus?",
    "bonus_only_own_lost": "Total reckoned with one's own lost deals instead of those of the others?",
    "bonus_subtracted": "Lost deals of the others subtracted from the total instead of added?",
    "bonus_won_of_others": "Total reckoned with the won deals of the others instead of the lost ones?",
    "bonus_miscounted": "Lost deals of all miscounted by one in the totals?",
    "bonus_points_only": "Only the game points taken as the total?",
    "bonus_own_forgotten": "Total reckoned without one's own won and lost deals?",
    "bonus_lost_kept": "One's own lost deals not subtracted from the total?",
    "bonus_lost_added": "One's own lost deals added to the total instead of subtracted?",
    "bonus_lost_twice": "One's own lost deals subtracted from the total twice?",
    "bonus_without_points": "Total reckoned without the game points?",
    "bonus_points_sign": "Game points taken into the total with the wrong sign?",
    "sums": "Several totals added up wrongly on paper?",
    "signs": "A minus forgotten or too many?",
    "suspect_seat": "Deal {number}: played by seat {seat}?",
    "suspect_won": "Deal {number}: won instead of lost?",
    "suspect_lost": "Deal {number}: lost instead of won?",
    "suspect_passed": "Deal {number}: passed in?",
    "suspect_played": "Deal {number}: played by seat {seat} instead of passed in?",
    "suspect_spitzen": "Deal {number}: other matadors?",
    "suspect_game": "Deal {number}: {game}?",
    "suspect_level": "Deal {number}: one level more or less?",
    "suspect_value": "Deal {number}: {score:+d} points?",
    "suspect_left_out": "A deal left out before deal {number}?",
    "suspect_twice": "Deal {number} entered twice?",
    "suspect_struck": "entered twice",
}

TEMPLATES: Final = {**_ITEMS, **_VIOLATIONS, **_NOTATION, **_FINDINGS, **_PLAY, **_FORM, **_FOOT}
"""English template for every code of an item or a violation."""
