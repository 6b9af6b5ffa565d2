"""German sentences for a federation's year: moves of teams, quotas, who may start; part of `scoring.wording`."""

from typing import Final

MOVES: Final = {
    "up_place": "Platz {place} in {division} steigt auf.",
    "up_passed": "Platz {place} in {division} steigt auf, weil davor nicht aufsteigt: {teams}.",
    "up_best": "Platz {place} in {division} steigt im Vergleich der Staffeln auf.",
    "up_playoff": "Platz {place} der Aufstiegsrunde berechtigt zum Aufstieg in {level}.",
    "up_next": "Platz {place} in {division} rückt auf einen freien Platz nach.",
    "stay_place": "Der Tabellenplatz erhält die Spielklasse.",
    "stay_playoff": "Platz {place} der Aufstiegsrunde erhält den Platz in {level}.",
    "stay_filled": "In {level} ist ein Platz frei, deshalb kein Abstieg.",
    "down_place": "Platz {place} von {teams} in {division} steigt ab.",
    "down_worst": "Platz {place} in {division} steigt im Vergleich der Staffeln ab.",
    "down_pushed": "In {level} gibt es {places} Plätze; {came} kommen von oben und {rose} von unten, deshalb steigen mehr ab.",
    "down_club": "In {level} hat der Verein schon {teams}; erlaubt sind {limit}.",
    "down_wish": "Steigt auf eigenen Wunsch ab.",
    "down_playoff": "Hat in der Aufstiegsrunde keinen Platz in {level} erreicht.",
    "leaves": "Nimmt nicht mehr teil.",
    "new_team": "Neu gemeldet für {level}.",
    "declined": "Verzichtet auf einen Platz in {level}.",
    "club_is_there": "Ein Platz in {level} geht an andere: Der Verein hat dort schon {teams}; erlaubt sind {limit}.",
}

PYRAMID: Final = {
    "form_twice": "„{found}“ steht zweimal da; bitte nur einmal angeben.",
    "form_nowhere": "„{found}“ kommt sonst nicht vor; bitte die Schreibweise prüfen.",
    "pyramid_circle": "Über „{level}“ steht am Ende wieder „{level}“; bitte „above“ prüfen.",
    "pyramid_places": "Nur eine unterste Spielklasse nimmt alle auf; bitte zu „{level}“ „places“ angeben.",
    "pyramid_lowest": "Unter „{level}“ steht keine Spielklasse; bitte „{name}“ weglassen.",
    "pyramid_highest": "Über „{level}“ steht keine Spielklasse; bitte „{name}“ weglassen.",
    "pyramid_zones": "In „{division}“ überschneiden sich Auf- und Abstieg: Es sind nur {teams} Mannschaften.",
    "pyramid_too_many_up": "In „{level}“ steigen bis zu {up} Mannschaften auf, es gibt aber nur {places} Plätze.",
    "pyramid_way_down": "Unter „{level}“ muss es für die Region „{region}“ genau eine Spielklasse geben; es sind {count}.",
    "pyramid_lots": "Auf gleichen Plätzen sind in allem gleich: {teams}. Bitte das Los unter „lots“ angeben.",
    "pyramid_playoff": "„{found}“ spielt nicht um Plätze in „{level}“: nur, wer dort oder direkt darunter steht.",
    "pyramid_goes_to": "„{found}“ liegt nicht auf dem Weg, auf dem diese Mannschaft aus „{level}“ absteigt.",
    "pyramid_wish": "Wohin eine Mannschaft absteigt, steht nur bei „wish“: „down“.",
    "pyramid_compared": "„average“ teilt durch „lists“; bitte für diese Mannschaft angeben.",
    "pyramid_divisions": "Staffeln nennen entweder „number“ oder „size“.",
}

QUOTAS: Final = {
    "quota_foreign": "„{name}“ gibt es nicht, wenn „way“ „{way}“ ist; bitte weglassen.",
    "quota_sum": "Die Quoten ergeben zusammen {found} Plätze statt {places}; bitte eines von beiden ändern.",
    "quota_nobody": "Niemand ist gezählt, nach dem sich Plätze verteilen ließen.",
    "quota_least": "{places} Plätze reichen nicht, um jedem der {units} Verbände die Mindestzahl zu geben.",
    "quota_lots": "Gleichen Anspruch auf die letzten Plätze haben {units}; bitte das Los unter „lots“ angeben.",
    "quota_seeded": "{unit} hat mehr Titelverteidiger als Plätze: nur {places}. Bitte „outside“ wählen oder mehr Plätze geben.",
    "quota_closed": "Die Vergabe endet, ehe sie beginnt; bitte „opens“ und „closes“ prüfen.",
    "answer_without_offer": "Zu dieser Antwort gab es kein Angebot.",
    "answer_late": "Die Antwort kam nach der Frist.",
    "answer_again": "Es war schon geantwortet.",
    "answer_not_yet": "Die Antwort liegt nach dem Stichtag.",
}

STARTS: Final = {
    "start_men": "In Damenwettbewerben dürfen Herren nicht starten.",
    "start_women": "Im Einzelwettbewerb der Herren dürfen Damen nicht starten.",
    "start_sex_unknown": "Ob Dame oder Herr, ist nicht bekannt; bitte eintragen.",
    "start_too_old": "Am {day} {age} Jahre alt; starten darf, wer dann jünger als {limit} ist.",
    "start_too_young": "Am {day} {age} Jahre alt; starten darf, wer dann {limit} ist.",
    "start_age_unknown": "Das Alter am {day} ist nicht sicher; bitte den Geburtstag eintragen.",
    "start_no_member": "Am {day} kein Mitglied von {club}.",
    "start_joined_late": "Erst seit {day} Mitglied von {club}; nötig war es bis {limit}.",
    "start_other_club": "Im Jahr {year} schon für {club} gestartet; erlaubt ist nur ein Verein.",
    "start_other_joint_team": "Im Jahr {year} schon für {club} gestartet; erlaubt ist nur eine Spielgemeinschaft.",
    "start_joint_single": "{club} ist eine Spielgemeinschaft; im Einzel wird für einen Verein gestartet.",
    "start_too_often": "Im Jahr {year} schon {count}-mal gestartet; erlaubt sind {limit}.",
    "start_other_team": "In dieser Liga schon für {team} gespielt.",
    "start_suspended": "Bis {day} gesperrt.",
    "start_not_qualified": "Für {competition} nicht qualifiziert.",
    "start_qualification_unknown": "Ob die Qualifikation für {competition} geschafft ist, ist nicht bekannt; bitte prüfen.",
    "start_no_pass": "Kein Spielerpass eingetragen; bitte vorlegen lassen.",
}
