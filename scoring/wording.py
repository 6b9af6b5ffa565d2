"""German sentences for every code, and how games and fields are called when people speak of them.

One template a code; the parameters in braces are those the code comes with. To say them in another language, translate
these two tables.
"""

from typing import Final

NAMES: Final = {
    "karo": "Karo",
    "herz": "Herz",
    "pik": "Pik",
    "kreuz": "Kreuz",
    "grand": "Grand",
    "null": "Null",
    "ramsch": "Ramsch",
    "eingepasst": "Eingepasst",
    "game": "Spiel",
    "mode": "Spielgattung",
    "spitzen": "Spitzen",
    "hand": "Hand",
    "schneider_angesagt": "Schneider angesagt",
    "schwarz_angesagt": "Schwarz angesagt",
    "ouvert": "ouvert",
    "bid": "Reizwert",
    "won": "gewonnen",
    "schneider": "Schneider",
    "schwarz": "Schwarz",
    "augen": "Augen",
    "stiche": "Stiche",
    "replacement": "Ersatzspiel",
    "reason": "Begründung",
    "offen": "offen",
    "offen_offen": "offen offen",
    "kontra": "Kontra",
    "re": "Re",
    "strecken": "Strecken",
    "schenken": "Schenken",
    "schenken_angenommen": "Schenken angenommen",
    "losers": "Verlierer",
    "jungfern": "Jungfern",
    "bock": "Bock",
    "schieben": "Schieben",
    "durchmarsch": "Durchmarsch",
    "hand_doubled": "Hand verdoppelt",
    "accounting": "Abrechnung",
    "ramsch_limit": "Ramschgrenze",
    "cards": "Karten",
    "skat": "Skat",
    "rulebook": "Regelwerk",
    "spielpunkte": "Spielpunkte",
    "lost": "verloren",
    "leistung": "Gesamtpunkte",
    "declarer": "Alleinspieler",
    "score": "Wert",
    "frage": "Frage",
    "tourne": "Tourné",
    "solo": "Solo",
    "foot_eingepasst": "Eingepasste",
    "foot_gesamt": "Gesamt",
    "foot_spielpunkte": "Spielpunkte",
    "foot_won": "Gewonnene",
    "foot_lost": "Verlorene",
    "foot_ramsch": "Ramsch",
    "moves": "Spielverlauf",
    "record": "Spielbericht",
    "vorhand": "Vorhand",
    "mittelhand": "Mittelhand",
    "hinterhand": "Hinterhand",
    "trumpf": "Trumpf",
}

_ITEMS: Final = {
    "mit": "mit {count}",
    "ohne": "ohne {count}",
    "spiel": "Spiel",
    "hand": "Hand",
    "schneider": "Schneider",
    "schneider_angesagt": "Schneider angesagt",
    "schwarz": "Schwarz",
    "schwarz_angesagt": "Schwarz angesagt",
    "ouvert": "ouvert",
    "offen": "offen",
    "offen_offen": "offen offen",
    "spiel_abgelehnt": "Schenken nicht angenommen",
    "schneider_abgelehnt": "Schenken Schneider nicht angenommen",
    "karo": "Karo",
    "herz": "Herz",
    "pik": "Pik",
    "kreuz": "Kreuz",
    "grand": "Grand",
    "grand_ouvert": "Grand ouvert",
    "null": "Null {count}",
    "null_hand": "Null Hand {count}",
    "null_ouvert": "Null ouvert {count}",
    "null_ouvert_hand": "Null ouvert Hand {count}",
    "null_tourne": "Null-Tourné {count}",
    "eingepasst": "eingepasst",
    "ueberreizt": "gereizt {bid}: überreizt, {count} mal {base} = {value}",
    "ersatzspiel_mit": "gereizt {bid}: überreizt, gerechnet als {game} mit {spitzen}, {count} mal {base} = {value}",
    "ersatzspiel_ohne": "gereizt {bid}: überreizt, gerechnet als {game} ohne {spitzen}, {count} mal {base} = {value}",
    "gewonnen": "gewonnen",
    "verloren": "verloren",
    "verloren_doppelt": "verloren, doppelt",
    "hand_verdoppelt": "Hand verdoppelt",
    "kontra": "Kontra",
    "re": "Re",
    "bock": "Bock",
    "stufe_einfach": "einfach",
    "stufe_schneider": "Schneider",
    "stufe_schneider_angesagt": "Schneider angesagt",
    "stufe_schwarz": "Schwarz",
    "stufe_schwarz_angesagt": "Schwarz angesagt",
    "frage_karo": "Frage Schellen",
    "frage_herz": "Frage Rot",
    "frage_pik": "Frage Grün",
    "frage_kreuz": "Frage Eichel",
    "tourne_karo": "Tourné Schellen",
    "tourne_herz": "Tourné Rot",
    "tourne_pik": "Tourné Grün",
    "tourne_kreuz": "Tourné Eichel",
    "tourne_grand": "Grand tourné",
    "solo_karo": "Solo Schellen",
    "solo_herz": "Solo Rot",
    "solo_pik": "Solo Grün",
    "solo_kreuz": "Solo Eichel",
    "solo_grand": "Grand",
    "ramsch_betrag": "Ramsch {count}",
    "ramsch_unentschieden": "Ramsch unentschieden",
    "jungfer": "eine Jungfer, doppelt",
    "jungfern": "alle Stiche, dreifach",
    "punkte_einfach": "einfach {count}",
    "punkte_schneider": "Schneider {count}",
    "punkte_schwarz": "Schwarz {count}",
    "ramsch_augen": "Ramsch, {count} Augen",
    "jungfer_verdoppelt": "Jungfern mal {count}",
    "geschoben": "geschoben mal {count}",
    "durchmarsch": "Durchmarsch",
    "ramsch_grenze": "höchstens {count}",
}

_VIOLATIONS: Final = {
    "game_unknown": "Ein Spiel „{found}“ gibt es im Regelwerk {book} nicht; bitte eines seiner Spiele angeben.",
    "field_not_in_game": "„{name}“ gibt es bei {game} nicht; bitte weglassen.",
    "field_not_in_book": "„{name}“ gehört nicht zu diesem Regelwerk; bitte weglassen oder das Regelwerk wechseln.",
    "spitzen_missing": "Zu {game} fehlen die Spitzen; bitte mit oder ohne 1 bis {most} angeben.",
    "spitzen_impossible": "{game} hat 1 bis {most} Spitzen, mit oder ohne; {spitzen} ist nicht möglich.",
    "result_missing": "Das Ergebnis fehlt; bitte gewonnen oder verloren oder Augen und Stiche angeben.",
    "null_result_missing": "Das Ergebnis fehlt; bitte gewonnen oder verloren oder die Stiche angeben.",
    "count_incomplete": "Ohne Angabe von gewonnen oder verloren gehören Augen und Stiche zusammen; es fehlt: {missing}.",
    "count_missing": "Es fehlen die {name} des Trumpfbestimmers; gezählt werden Augen und Stiche.",
    "verdict_contradiction": "„{name}“ passt nicht zum übrigen Ergebnis; bitte Augen, Stiche und Stufe vergleichen.",
    "augen_impossible": "{augen} Augen sind nicht möglich: es gibt 0 bis 120, aber nie 1 oder 119.",
    "stiche_impossible": "{stiche} Stiche sind nicht möglich: es gibt 0 bis {tricks}.",
    "all_tricks": "Alle Stiche bringen 120 Augen, nicht {augen}; bitte Augen oder Stiche ändern.",
    "no_trick": "Ohne Stich sind höchstens {most} Augen möglich, nicht {augen}; bitte Augen oder Stiche ändern.",
    "bid_impossible": "{bid} ist kein Reizwert; bitte den nächsten möglichen Wert angeben oder das Feld leer lassen.",
    "replacement_missing": (
        "Null ist {value} wert, gereizt wurden {bid}: das Spiel ist verloren und wird als anderes gerechnet. Bitte das"
        " Ersatzspiel mit seinen Spitzen angeben; das billigste mögliche ist {game} mit {spitzen} (Wert {charged})."
    ),
    "replacement_needless": "Hier wird kein Ersatzspiel gebraucht, das Spiel zählt mit {value}; bitte weglassen.",
    "replacement_game": "Ein überreizter Null wird als Farbspiel oder Grand gerechnet, nicht als {game}.",
    "below_bid": (
        "Gereizt wurden {bid}, das Spiel bringt mit Schneider und Schwarz höchstens {most}: es hätte so nicht angesagt"
        " werden dürfen. Es zählt nach der Formel für überreizte Spiele."
    ),
    "stage_unstated": (
        "Angesagt war {name}; ob die Stufe erreicht wurde, steht nicht dabei. Das Spiel zählt als verloren; bitte die"
        " erreichte Stufe angeben, wenn sie erreicht wurde."
    ),
    "mode_missing": "Zu {game} fehlt die Spielgattung; bitte Frage, Tourné oder Solo angeben.",
    "mode_impossible": "{game} gibt es nicht als {mode}.",
    "announcement_impossible": "„{name}“ gibt es nur im Solo und im Grand aus der Hand, nicht bei {mode}.",
    "ouvert_impossible": "Offen gespielt werden nur Grand und Null aus der Hand.",
    "bid_needs_solo": "Nach Wert gereizt wird nur bei Spielen aus der Hand; bitte den Reizwert weglassen.",
    "strecken_result": "Wer sich streckt, hat einfach verloren; bitte das andere Ergebnis weglassen.",
    "losers_missing": "Beim Ramsch fehlen die Verlierer; bitte ihre Plätze angeben, bei drei gleichen keinen.",
    "losers_impossible": "Verlierer eines Ramsches sind keiner, einer oder zwei verschiedene Plätze von 1 bis 6.",
    "jungfern_impossible": "{jungfern} Jungfern passen nicht zu diesem Ramsch; möglich sind 0 bis {most}.",
    "re_without_kontra": "Re gibt es nur nach Kontra.",
    "kontra_strecken": "Wer sich streckt, beendet das Spiel vor einem Kontra; bitte eines von beiden weglassen.",
    "strecken_impossible": "Strecken ist nur bei gereizten 18 mit Karo oder Herz und bei 20 mit Herz möglich, ohne weitere Stufe.",
    "offen_ouvert": "offen und ouvert schließen einander aus; bitte eines weglassen.",
    "schenken_impossible": "Geschenkt werden das Spiel, der Schneider oder beides in dieser Folge.",
    "schenken_answer": "Zum Schenken gehört, ob es angenommen wurde; bitte beides angeben oder beides weglassen.",
    "schenken_null": "Beim Null kann nur das Spiel geschenkt und angenommen werden.",
    "oder_spiel": "Bei gereizten {bid} mit {game} muss der Gegner das Spiel sofort schenken oder Kontra geben.",
    "accounting_unknown": "Abgerechnet wird einfach oder nach Skatordnung, nicht „{accounting}“.",
    "schieben_impossible": "Geschoben wird höchstens dreimal, nicht {schieben}-mal.",
    "ramsch_augen_missing": "Beim Ramsch fehlen die Augen des Verlierers.",
    "durchmarsch_augen": "Beim Durchmarsch hat einer alle Stiche, 120 Augen und zwei Jungfern; bitte die Angaben ändern.",
    "ramsch_limit_impossible": "Die Ramschgrenze muss mindestens 1 Punkt sein.",
}

_NOTATION: Final = {
    "notation_incomplete": "Die Eingabe ist noch nicht zu Ende; sie schließt mit + oder -.",
    "notation_too_long": "Nach dem Ende steht noch „{found}“; bitte löschen, das nächste Spiel beginnt von selbst.",
    "notation_seat": "„{found}“ ist kein Platz; bitte mit dem Platz des Alleinspielers beginnen, oder 0 für eingepasst.",
    "seat_deals": "Platz {seat} gibt und sitzt aus; bitte den Platz ändern.",
    "seat_without_cards": "Platz {seat} hat in diesem Spiel keine Karten; bitte den Platz ändern.",
    "notation_game": "„{found}“ ist kein Spiel; möglich sind 9 Karo, 0 Herz, 1 Pik, 2 Kreuz, 4 Grand, 3 Null.",
    "notation_null": "„{found}“ ist kein Null; möglich sind 3 Null, 5 Hand, 6 ouvert, 9 ouvert Hand.",
    "notation_spitzen": "{game} hat 1 bis {most} Spitzen; „{found}“ ist nicht möglich.",
    "notation_level": "„{found}“ ist hier keine Stufe; möglich sind . Hand, / Schneider, * Schwarz und ihre Folgen.",
    "notation_bid": "„{found}“ ist kein Reizwert; bitte den gehaltenen Wert eingeben.",
    "notation_overbid": "„{found}“ kann dieses Spiel überreizt nicht kosten; bitte Grundwert und Spitzen vergleichen.",
    "notation_overbid_won": "Gereizt wurden {bid}: das Spiel ist überreizt und verloren; bitte mit - schließen.",
    "notation_replacement": "„{found}“ ist kein Ersatzspiel; möglich sind d, h, p, k und g mit ihren Spitzen.",
    "notation_result": "„{found}“ ist kein Ergebnis; bitte + für gewonnen oder - für verloren.",
}

_FINDINGS: Final = {
    "table_size": "Einen Tisch mit {size} Spielern gibt es im Regelwerk {book} nicht.",
    "bonus_unknown": (
        "Für {size} Spieler steht nicht fest, wie viele Punkte ein verlorenes Spiel der anderen bringt; bitte für die"
        " Veranstaltung festlegen."
    ),
    "row_missing": "Die Zeile ist leer; bitte das Spiel nachtragen oder eingepasst eintragen.",
    "score_impossible": "Kein Spiel im Regelwerk {book} hat den Wert {score}; bitte Wert und Vorzeichen vergleichen.",
    "score_differs": "Das Spiel ist {counted} wert, geschrieben steht {written}; bitte Angaben und Wert vergleichen.",
    "running_total": "Platz {seat}: mit {score} wären es {total}, auf dem Papier steht {running}.",
    "declarer_missing": "Der Alleinspieler fehlt; bitte seinen Platz angeben.",
    "declarer_needless": "{game} ist niemandes Spiel; bitte den Alleinspieler weglassen.",
    "running_needless": "{game} ist niemandes Spiel und hat keinen laufenden Stand; bitte weglassen.",
    "seat_unknown": "Platz {seat} sitzt nicht am Tisch; bitte den Platz ändern.",
    "seat_does_not_lead": "Platz {leads} spielt aus und bestimmt Trumpf, nicht Platz {seat}.",
    "penalty_seat": "Platz {seat} sitzt nicht am Tisch; bitte angeben, wer die Strafe zahlt.",
    "reason_missing": "Eine Strafe und eine gestrichene Zeile brauchen eine Begründung; bitte angeben.",
    "playing_impossible": "So kann der Tisch nicht besetzt sein ({size} Plätze); bitte die Plätze aufsteigend angeben.",
    "newcomer_seat": "Platz {seat} kommt dazwischen; wer neu kommt, nimmt den letzten Platz.",
    "rounds_incomplete": "{deals} Spiele sind bei {size} Spielern keine vollen Runden: {over} zu viel oder {missing} zu wenig.",
    "after_target": "Platz {seat} hatte {target} Punkte schon erreicht; die Partie war zu Ende.",
    "total_differs": "Platz {seat}, {name}: auf dem Papier {written}, gerechnet {counted}.",
}

_PLAY: Final = {
    "cards_dealt": "{name}: {count} Karten statt {most}; bitte das Austeilen prüfen.",
    "cards_hidden": "{count} ausgeteilte Karten sind verdeckt; bitte einen Bericht nehmen, der alle zeigt.",
    "card_unknown": "„{card}“ ist keine Skatkarte; bitte Farbe C S H D und Rang 7 8 9 T J Q K A angeben.",
    "card_twice": "{card} gibt es zweimal; bitte die ausgeteilten Karten vergleichen.",
    "discard_count": "Gedrückt werden zwei verschiedene Karten, nicht {count}.",
    "discard_not_held": "{card} kann nicht gedrückt werden: der Alleinspieler hat diese Karte nicht.",
    "discard_hand": "Beim Handspiel wird nicht gedrückt; bitte „Hand“ oder die gedrückten Karten weglassen.",
    "discard_missing": (
        "Nach der Skataufnahme fehlen die gedrückten Karten; bitte nachtragen oder „Hand“ angeben."
    ),
    "play_turn": (
        "Stich {trick}: {seat} spielt {card}, an der Reihe ist {turn}; bitte die Reihenfolge prüfen. Der"
        " weitere Verlauf lässt sich nicht beurteilen."
    ),
    "play_not_held": (
        "Stich {trick}: {seat} spielt {card}, ohne diese Karte zu haben; bitte die Karte prüfen. Der"
        " weitere Verlauf lässt sich nicht beurteilen."
    ),
    "play_revoke": (
        "Stich {trick}: {seat} spielt {card} und bedient nicht, obwohl {suit} auf der Hand ist; bitte die"
        " Karte prüfen. Der weitere Verlauf lässt sich nicht beurteilen."
    ),
    "play_hidden": (
        "Stich {trick}: die Karte von {seat} ist verdeckt; bitte nachtragen. Der weitere Verlauf lässt sich"
        " nicht beurteilen."
    ),
    "play_after_last": "Nach dem zehnten Stich wird noch {card} gespielt; bitte streichen.",
    "play_unfinished": (
        "Nach {count} Karten bricht das Spiel ab, ohne entschieden oder aufgegeben zu sein; bitte den Rest"
        " nachtragen."
    ),
    "record_malformed": (
        "Ab Zeichen {position} ist das kein Spielbericht; erwartet wird (;NAME[Wert]NAME[Wert] … ;)."
    ),
    "record_foreign": "Das ist ein Bericht über „{game}“, nicht über Skat; bitte streichen.",
    "property_missing": "Im Bericht fehlt {name}[…]; bitte die Zeile vollständig übernehmen.",
    "property_repeated": (
        "{name}[…] steht mehrfach im Bericht; es zählt das erste, bitte die anderen streichen."
    ),
    "result_malformed": "„{text}“ ist kein Ergebnis; erwartet wird passed oder eines mit d: und v:.",
    "deal_missing": "Im Spielverlauf fehlen die ausgeteilten Karten; sie müssen am Anfang stehen.",
    "move_unknown": (
        "Zug {move}: „{who} {what}“ ist hier kein möglicher Zug; ab hier wird nicht weiter gelesen."
    ),
    "move_after_end": "Zug {move}: „{who} {what}“ folgt, obwohl das Spiel beendet ist; bitte prüfen.",
    "auction_turn": "Reizen: {seat} kann hier nicht „{bid}“ sagen; bitte prüfen, wer an der Reihe ist.",
    "bid_not_higher": "Reizen: {seat} bietet {bid}, muss aber mehr als {last} bieten; bitte die Gebote prüfen.",
    "declarer_unexpected": (
        "{seat} nimmt den Skat oder sagt ein Spiel an, ohne das Reizen gewonnen zu haben; bitte prüfen."
    ),
    "skat_shown": "Im Skat liegen andere Karten als {cards}; bitte mit den ausgeteilten vergleichen.",
    "hand_after_skat": (
        "{seat} hat den Skat aufgenommen und kann kein Handspiel mehr ansagen; bitte eines streichen."
    ),
    "skat_not_taken": (
        "{seat} hat den Skat nicht aufgenommen; bitte „Hand“ angeben oder die Aufnahme nachtragen."
    ),
    "ouvert_cards": (
        "{seat} legt beim offenen Spiel andere Karten auf, als auf der Hand sind; bitte vergleichen."
    ),
    "contract_missing": (
        "Der Bericht endet vor der Spielansage, ohne dass alle gepasst haben; bitte vollständig übernehmen."
    ),
}

_FORM: Final = {
    "not_utf8": "Ab Byte {position} ist der Text kein UTF-8; bitte die Datei als UTF-8 speichern.",
    "not_json": "Ab Zeichen {position} ist das kein JSON; erwartet wird ein Objekt in einer Zeile.",
    "not_an_object": "Erwartet wird ein JSON-Objekt in geschweiften Klammern.",
    "not_a_number": "{found} ist keine Zahl, mit der sich rechnen lässt; bitte eine ganze Zahl angeben.",
    "nested_too_deep": "Das Objekt ist tiefer geschachtelt, als ein Spiel es sein kann.",
    "number_too_long": "Eine Zahl ist viel zu lang; bitte prüfen.",
    "duplicate_key": "„{found}“ steht doppelt in der Zeile; bitte nur einmal angeben.",
    "field_unknown": "Ein Feld „{found}“ gibt es nicht; bitte weglassen.",
    "field_missing": "„{name}“ fehlt; bitte angeben.",
    "wrong_kind": "„{name}“ muss {kind} sein.",
    "rulebook_unknown": "Ein Regelwerk „{key}“ gibt es nicht; bekannt sind {known}.",
    "replacement_form": "Das Ersatzspiel besteht aus „game“ und „spitzen“.",
    "cards_form": "„{name}“ sind Karten wie CJ oder D7: Farbe C S H D, dann 7 8 9 T J Q K A.",
    "cards_count": "Angegeben sind {cards} und {skat} Karten; nötig sind {hand} verschiedene und {laid} im Skat.",
    "cards_needless": "Zu {game} gehören keine Karten; bitte weglassen.",
    "list_form": "„{name}“ muss eine Liste sein, jeder Eintrag {kind}.",
    "spitzen_differ": "Nach den Karten sind es {counted} Spitzen, angegeben sind {given}; bitte vergleichen.",
    "seats_form": "„seats“ ist eine Liste von zwei bis sechs Namen in der Reihenfolge der Plätze.",
    "deals_form": "„deals“ ist eine Liste von Zeilen.",
    "row_form": "Die Zeile muss ein Objekt sein.",
    "evaluation_unknown": "Eine Wertung „{name}“ gibt es nicht; bekannt sind {known}.",
    "totals_form": "„totals“ ist eine Liste mit einem Objekt für jeden Platz, jeder Wert eine ganze Zahl.",
    "seat_form": "„{name}“ muss ein Platz von 1 bis {most} sein.",
    "bonus_form": "„opponents_bonus“ ordnet Tischgrößen von 2 bis 6 Punkte von 0 bis {most} zu, zum Beispiel 6 und 20.",
    "penalty_form": "„strafe“ ist die Zahl der Punkte, die jeder andere erhält: 1 bis {most}.",
    "rulebook_differs": "Die Liste wird nach {book} gerechnet, die Zeile nennt {key}; bitte das Regelwerk weglassen.",
    "stake_form": "„stake_cents“ ist der Einsatz in Cent für einen Punkt, größer als 0, zum Beispiel 1/4.",
    "setting_foreign": "„{name}“ ist in diesem Regelwerk nichts, was ein Tisch vereinbart.",
}

_FOOT: Final = {
    "foot_seat": " bei Platz {seat}",
    "negative": "{name}{where}: {value} ist keine Anzahl: das Vorzeichen prüfen.",
    "c1_sum": "{won} gewonnene + {lost} verlorene + {eingepasst} eingepasste = {sum} statt {deals} Spiele: alle drei Zahlen mit dem Zettel vergleichen.",
    "c1_ramsch": "{won} gewonnene + {lost} verlorene + {eingepasst} eingepasste + {ramsch} Ramsch = {sum} statt {deals} Spiele: alle vier Zahlen mit dem Zettel vergleichen.",
    "c1_most": "{won} gewonnene + {lost} verlorene Spiele, die Liste hat dafür höchstens {most}: beide Zahlen mit dem Zettel vergleichen.",
    "c2": "Gesamt{where}: geschrieben {written}, gerechnet {computed} ({diff:+d}): die Zeile prüfen.",
    "c3": "Summe aller Gesamt: geschrieben {written}, gerechnet {computed} ({diff:+d}): die Zeilen prüfen.",
    "c5_none": "Spielpunkte{where}: {points} ohne gewonnenes oder verlorenes Spiel: die Zeile prüfen.",
    "c5_range": "Spielpunkte{where}: {points} ist mit {won} gewonnenen und {lost} verlorenen Spielen nicht möglich ({least} bis {most}): die Zeile prüfen.",
    "c6": "Gewonnene und Verlorene{where}: zusammen {sum}, der Platz spielt aber nur {most} von {deals} Spielen mit: beide Zahlen prüfen.",
    "correction": "{name}{where}: {written} statt {right}?",
    "correction_hint": "{name}{where}: {written} statt {right} ({hints})?",
    "slip_sign": "Vorzeichen",
    "slip_swap": "Zahlendreher",
    "slip_double": "Ziffer doppelt",
    "slip_missing": "Ziffer fehlt",
    "slip_row": "Wert der Nachbarzeile",
    "slip_key": "Nachbartaste",
    "slip_digit": "falsche Ziffer",
    "slip_count": "verzählt",
    "slip_sum": "auf dem Zettel verrechnet",
    "slip_others": "alle anderen {others:+d}",
}

TEMPLATES: Final = {**_ITEMS, **_VIOLATIONS, **_NOTATION, **_FINDINGS, **_PLAY, **_FORM, **_FOOT}
"""German template for every code of an item or a violation."""
