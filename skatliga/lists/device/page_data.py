"""What the screen of the table device says, in the visitor's language: its script has no words of its own.

Also a deal in few words, as the phone says it: what was played, without what it counts.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring import Misread, RuleBook, parse
from scoring.cards import MAX_SPITZEN
from scoring.legal import counted_scores, overbids
from scoring.notation import LETTERS, LEVELS, NULL_KINDS, TRUMPS
from skatliga.database import JsonObject
from skatliga.lists.evaluation import RowView
from skatliga.lists.sheet_page import Sitting
from skatliga.rules.wording import items, name, term

LEVEL_KEYS: Final = ("hand", "schneider", "schwarz", "ouvert", "schneider_angesagt", "schwarz_angesagt")
"""Levels that are named in a sentence."""


WORDS: Final = {
    "wins_value": gettext_lazy("{name} gewinnt: {score}"),
    "loses_value": gettext_lazy("{name} verliert: {score}"),
    "wins": gettext_lazy("{name} gewinnt {what} = {score}"),
    "loses": gettext_lazy("{name} verliert {what} = {score}"),
    "overbid": gettext_lazy("überreizt bei {bid}"),
    "instead": gettext_lazy("gerechnet als {what}"),
    "penalty": gettext_lazy("Strafe"),
    "struck": gettext_lazy("gestrichen"),
    "nobody": gettext_lazy("Niemand spielt: eingepasst"),
    "impossible": gettext_lazy("So gibt es das Spiel nicht."),
    "wrong": gettext_lazy("falsch?"),
    "head": gettext_lazy("Spiel {number}/{deals}"),
    "round": gettext_lazy("Runde {round}"),
    "match": gettext_lazy("Spiel {number} · Partie bis {points} Punkte"),
    "until": gettext_lazy("bis {time}"),
    "stand": gettext_lazy("Stand: {points}"),
    "enter": gettext_lazy("EINTRAGEN"),
    "change": gettext_lazy("ÄNDERN"),
    "correcting": gettext_lazy("Spiel {number} ändern"),
    "first": gettext_lazy("Noch steht kein Spiel auf der Liste."),
    "last": gettext_lazy("{number}: {said}"),
    "sent": gettext_lazy("alles gesendet"),
    "waiting": gettext_lazy("{count} noch nicht gesendet"),
    "offline": gettext_lazy("kein Netz, {count} ungesendet"),
    "offline_sent": gettext_lazy("kein Netz, alles gesendet"),
    "resting": gettext_lazy("die Seite speichert gerade nicht, {count} warten hier"),
    "plain": gettext_lazy("Ohne https geht es hier nur mit Netz: Nach dem Neuladen ohne Netz wäre die Seite weg."),
    "keeps_nothing": gettext_lazy(
        "Dieses Gerät behält nichts: Nach dem Neuladen ist weg, was noch nicht gesendet ist."
    ),
    "time_up": gettext_lazy("Die Spielzeit ist um ({time} Uhr). Nicht begonnene Spiele werden gestrichen."),
    "seen": gettext_lazy("gesehen"),
    "forced": gettext_lazy("Um {time} hat {name} die Liste ohne Übergabe übernommen."),
    "reader": gettext_lazy("Nur zum Mitlesen; die Liste schreibt {name}."),
    "nobody_writes": gettext_lazy("Noch schreibt niemand diese Liste."),
    "paper": gettext_lazy("Diese Liste wird jetzt auf Papier geführt."),
    "lost": gettext_lazy("Dieses Gerät schreibt nicht mehr: Ein anderes hat die Liste übernommen."),
    "ended": gettext_lazy("Dieses Gerät schreibt die Liste nicht mehr."),
    "unsent": gettext_lazy("Von diesem Gerät nicht mehr angekommen:"),
    "gone": gettext_lazy(
        "Die Liste, die hier geschrieben wurde, gilt nicht mehr; bitte bei der Turnierleitung fragen."
    ),
    "refused_address": gettext_lazy("Diese Adresse gilt nicht mehr; bitte bei der Turnierleitung fragen."),
    "event_over": gettext_lazy("Die Veranstaltung ist abgeschlossen; an den Tischen wird nichts mehr eingetragen."),
    "network_needed": gettext_lazy("Dafür braucht das Gerät einen Augenblick Netz."),
    "clash": gettext_lazy("Spiel {number} steht anders auf der Liste der Turnierleitung."),
    "clash_by": gettext_lazy("{who}, {time}"),
    "there": gettext_lazy("Dort steht: {said}"),
    "nothing_there": gettext_lazy("Dort steht nichts."),
    "here": gettext_lazy("An diesem Gerät: {said}"),
    "agree_change": gettext_lazy("Spiel {number}: {before} → {after}. Zwei am Tisch stimmen zu:"),
    "take_back": gettext_lazy("Spiel {number} zurücknehmen"),
    "closed": gettext_lazy("Die Liste ist {state}."),
    "complete": gettext_lazy("Alle Spiele stehen auf der Liste. Jeder tippt auf seinen Namen und unterschreibt damit."),
    "complete_there": gettext_lazy(
        "Alle Spiele stehen auf der Liste. Unterschrieben wird an dem Gerät, das sie schreibt."
    ),
    "signed": gettext_lazy("unterschrieben"),
    "sign": gettext_lazy("unterschreiben"),
    "unsign": gettext_lazy("Unterschrift zurücknehmen"),
    "unsign_of": gettext_lazy("{name} hat unterschrieben."),
    "signed_another": gettext_lazy(
        "Die Liste ist inzwischen eine andere, als hier unterschrieben wurde. Bitte ansehen und alle noch einmal"
        " unterschreiben."
    ),
    "row": gettext_lazy("Spiel {number} ändern: {said}"),
    "back": gettext_lazy("zurück"),
    "won": gettext_lazy("gewonnen"),
    "lost_deal": gettext_lazy("verloren"),
    "mit_many": gettext_lazy("mit wie vielen?"),
    "ohne_many": gettext_lazy("ohne wie viele?"),
    "announced": gettext_lazy("Was war angesagt?"),
    "nothing_said": gettext_lazy("nichts"),
    "which_bid": gettext_lazy("Wie hoch war gereizt?"),
    "not_overbid": gettext_lazy("nicht überreizt"),
    "which_instead": gettext_lazy("Als welches Spiel wird gerechnet?"),
    "without": gettext_lazy("ohne statt mit"),
    "value_label": gettext_lazy("Wert des Spiels"),
    "no_value": gettext_lazy("Diesen Wert hat kein Spiel."),
    "take": gettext_lazy("übernehmen"),
    "agree": gettext_lazy("Zwei stimmen zu"),
    "stand_heading": gettext_lazy("Stand der Liste"),
    "player": gettext_lazy("Spieler"),
    "points": gettext_lazy("Spielpunkte"),
    "rows_heading": gettext_lazy("Die Spiele, das letzte oben"),
    "on_its_way": gettext_lazy("noch nicht gesendet"),
    "go_on": gettext_lazy("Weiterschreiben"),
    "write": gettext_lazy("Ich schreibe"),
    "go_on_here": gettext_lazy("An diesem Gerät weiterschreiben"),
    "who_writes": gettext_lazy("Wer schreibt?"),
    "not_now": gettext_lazy("Das geht jetzt nicht"),
    "held": gettext_lazy("Ein anderes Gerät schreibt"),
    "held_help": gettext_lazy(
        "Dort unter „Mehr“ und „Übergeben“ steht ein Code: hier eintippen oder mit der Kamera scannen."
    ),
    "code": gettext_lazy("Code"),
    "force": gettext_lazy("Trotzdem übernehmen"),
    "force_help": gettext_lazy(
        "Ist das andere Gerät ausgefallen, geht es auch ohne. Das steht dann für alle sichtbar dabei."
    ),
    "hand_over": gettext_lazy("Übergeben"),
    "hand_over_help": gettext_lazy(
        "Mit dem anderen Gerät scannen; dann schreibt jenes. Das geht auch ohne Netz: Der Code trägt die ganze Liste."
    ),
    "send_first": gettext_lazy(
        "Auf dieser Liste steht etwas von der Turnierleitung, das in keinen Code passt. Bitte warten, bis hier alles"
        " gesendet ist, und dann übergeben."
    ),
    "lay_down": gettext_lazy("In die Mitte legen"),
    "stand_up": gettext_lazy("Wieder aufnehmen"),
    "deals": gettext_lazy("gibt"),
    "aloud": gettext_lazy("Spiele vorlesen"),
    "aloud_now": gettext_lazy("Jedes Spiel wird jetzt vorgelesen."),
    "minus": gettext_lazy("minus"),
    "camera": gettext_lazy("Mit der Kamera scannen"),
    "no_camera": gettext_lazy("Die Kamera ist nicht freigegeben; der Code lässt sich auch tippen oder einfügen."),
    "call": gettext_lazy("Jemanden an den Tisch rufen"),
    "call_waits": gettext_lazy("{kind}: gerufen um {time} Uhr"),
    "call_taken": gettext_lazy("Unterwegs seit {time} Uhr"),
    "call_back": gettext_lazy("Hat sich erledigt"),
    "place": gettext_lazy("Tisch {table} · Serie {round}"),
    "passed_on": gettext_lazy("Das andere Gerät schreibt jetzt"),
    "write_on": gettext_lazy("Doch hier weiterschreiben"),
    "handed_on": gettext_lazy("Diese Liste ist übergeben: Ein anderes Gerät schreibt sie weiter."),
    "list_of": gettext_lazy("Das andere Gerät übergibt die Liste mit allem, was darauf steht. Spiele bisher: {count}."),
    "half_code": gettext_lazy("Dieser Code ist nicht vollständig; bitte noch einmal scannen."),
    "old_code": gettext_lazy(
        "Dieser Code ist veraltet: Ein anderes Gerät hat die Liste schon übernommen. Bitte dessen Code scannen."
    ),
    "here_already": gettext_lazy("Dieses Gerät schreibt die Liste schon; zu tun ist nichts."),
    "other_table": gettext_lazy("Dieser Code ist von einem anderen Tisch. Bitte den Code von diesem Tisch scannen."),
    "other_rules": gettext_lazy(
        "Dieses Gerät kennt die Regeln dieses Tisches noch nicht. Bitte einmal mit Netz öffnen, oder ein anderes Gerät"
        " nehmen."
    ),
    "claim_held": gettext_lazy(
        "Inzwischen schreibt {name} diese Liste an einem anderen Gerät. Spiele dort: {there}; hier, noch nicht"
        " gesendet: {here}."
    ),
    "kept_aside": gettext_lazy(
        "Verloren geht nichts: Was hier steht und dort fehlt, bekommt die Turnierleitung zum Vergleichen."
    ),
    "leave_to_other": gettext_lazy("Das andere Gerät schreibt weiter"),
    "leave_to_office": gettext_lazy("Der Turnierleitung überlassen"),
    "claim_again": gettext_lazy("Noch einmal versuchen"),
    "refused": gettext_lazy("Das nimmt die Liste nicht an"),
    "again": gettext_lazy("Noch einmal senden"),
    "drop": gettext_lazy("Bei uns verwerfen"),
    "keep_theirs": gettext_lazy("So lassen, wie es dort steht"),
    "put_ours": gettext_lazy("Unseres an dieser Stelle eintragen"),
    "append_ours": gettext_lazy("Unseres dahinter eintragen, als Spiel {number}"),
    "not_behind": gettext_lazy("Dahinter passt unseres nicht: In Spiel {number} sitzt {name} aus."),
    "see_list": gettext_lazy("Liste ansehen"),
    "who_plays": gettext_lazy(
        "Geht jemand, kommt jemand dazu oder springt jemand ein? Bitte vor dem nächsten Spiel der Turnierleitung"
        " sagen; sie trägt es ein."
    ),
    "public_page": gettext_lazy("Seite der Veranstaltung"),
    "starts_offline": gettext_lazy("Diese Seite startet auf diesem Gerät auch ohne Netz."),
    "needs_network": gettext_lazy("Diese Seite startet auf diesem Gerät nur mit Netz."),
    "as_code": gettext_lazy("Als Code zeigen"),
    "as_code_help": gettext_lazy("Ohne Netz scannt die Turnierleitung diesen Code und vergleicht die Summen."),
    "noted": gettext_lazy("Ist anders aufgeschrieben"),
    "other_tab": gettext_lazy(
        "In einem anderen Fenster dieses Geräts wurde eben etwas eingetragen. Deshalb hier nicht eingetragen; bitte"
        " ansehen und, wenn es noch fehlt, noch einmal tippen:"
    ),
    "hand_in": gettext_lazy("Liste abgeben"),
    "more": gettext_lazy("Mehr"),
}
"""What is said of every book; what stands in braces the script fills in."""
KINDS: Final = {
    "undo": gettext_lazy("zurücknehmen"),
    "sign": gettext_lazy("unterschreiben"),
    "unsign": gettext_lazy("Unterschrift zurücknehmen"),
    "hand_in": gettext_lazy("Liste abgeben"),
}
"""What was done at a device, beside deals."""


def words(book: RuleBook) -> dict[str, object]:
    """Everything the script says, by what it is for; what stands in braces it fills in."""
    return {
        "games": {digit: name(game) for digit, game in TRUMPS.items() if game in book.ways},
        "letters": {digit: letter for letter, digit in LETTERS.items()},
        "levels": {level: name(level) for level in LEVEL_KEYS},
        "mit_n": term("mit", count="{n}"),
        "ohne_n": term("ohne", count="{n}"),
        "passed": name("eingepasst").lower(),
        "choose": _choose(book),
        "dealer": _("Ausspiel: {name}") if book.declarer_leads else _("Geber: {name}"),
        "counts": _("g : v") if book.counts_lost else pgettext("Spielliste", "g"),
        "kinds": {kind: str(said) for kind, said in KINDS.items()},
        **{what: str(said) for what, said in WORDS.items()},
    }


def _choose(book: RuleBook) -> str:
    """What the table is asked before each deal."""
    if book.notation:
        return _("Wer spielt was?")
    return _("Wer hat gespielt, und um wie viel?") if book.counts_lost else _("Wer hat gewonnen, und wie viel?")


# ---- What a deal will be worth, as a table that the browser looks values up in before the server has its word

SAID: Final = frozenset(
    "spitzen hand schneider_angesagt schwarz_angesagt ouvert bid won schneider schwarz augen stiche replacement".split()
)
"""The fields of a deal that the compact notation can say; what a table agrees on once is no matter of a deal."""

FEW: Final = 12
"""So many values have a button each."""


@lru_cache(maxsize=16)
def preview_of(book: RuleBook) -> JsonObject:
    """The table of a book as agreed on, ready for JSON.

    ``games`` maps what stands between seat and result to value, base, and the scores won and lost (0 where that cannot
    be). ``scores`` are the values a row may carry without its deal, ``whole`` says whether any deal needs that;
    ``values`` are the same without their signs, where they are few. ``loses``: a deal can be lost; ``leads``: who leads
    declares, in turn.
    """
    games = {body: found for body in _bodies(book) if any((found := _look_up(book, body))[2:])} if book.notation else {}
    scores = counted_scores(book)
    values = sorted({abs(score) for score in scores} - {0})
    return {
        "games": games,
        "bids": sorted(book.bids),
        "overbids": book.notation and _overbids(book),
        "passing": "eingepasst" in book.ways,
        "whole": bool(games) and _is_whole(book),
        "scores": sorted(scores),
        "values": values if len(values) <= FEW else [],
        "loses": book.counts_lost,
        "leads": book.declarer_leads,
    }


def _bodies(book: RuleBook) -> list[str]:
    """Everything that can stand between the seat and the result, bid and *ohne* aside."""
    digits = {game: digit for digit, game in TRUMPS.items() if game in book.ways}
    trumps = [
        f"{digits[game]}{spitzen}{level}"
        for game, most in MAX_SPITZEN.items()
        if game in digits
        for spitzen in range(1, most + 1)
        for level in LEVELS
    ]
    return trumps + [digits["null"] + kind for kind in NULL_KINDS if "null" in digits]


def _look_up(book: RuleBook, body: str) -> list[int]:
    """Value, base, score won, score lost."""
    value = base = 0
    scores = []
    for sign in "+-":
        read = parse(f"1{body}{sign}", book)
        if isinstance(read, Misread):
            scores.append(0)
            continue
        account = book.value(read.deal)
        value, base = account.value, account.base or account.value
        scores.append(account.score)
    return [value, base, *scores]


def _overbids(book: RuleBook) -> bool:
    """Whether a bid can overtake a deal."""
    read = parse("191-", book)
    return not isinstance(read, Misread) and any(True for _account in overbids(book, read.deal))


def _is_whole(book: RuleBook) -> bool:
    """Whether every deal of the book can be said in the notation."""
    sayable = book.ways.keys() <= {*TRUMPS.values(), "eingepasst"}
    return sayable and all(way.fields <= SAID for way in book.ways.values())


_IMPLIED: Final = {
    "schneider_angesagt": {"schneider"},
    "schwarz": {"schneider"},
    "schwarz_angesagt": {"hand", "schneider", "schneider_angesagt", "schwarz"},
    "ouvert": {"hand", "schneider", "schneider_angesagt", "schwarz", "schwarz_angesagt"},
}
"""What nobody says where more was said or reached."""


def surnames(sittings: Iterable[Sitting]) -> dict[int, str]:
    """Whom a table calls by which name: the surname, with the first name in front where two have the same."""
    parts = {each.seat: each.name.split(", ", 1) for each in sittings}
    often = Counter(surname for surname, *_first in parts.values())
    return {
        seat: " ".join([*first, surname]) if often[surname] > 1 else surname
        for seat, (surname, *first) in parts.items()
    }


def read_out(row: RowView) -> str:
    """Game, Spitzen and levels of a row, such as „Kreuz mit 1 Hand“; empty for a bare value."""
    if row.void:
        return _("gestrichen")
    if row.penalty:
        return _("Strafe")
    if row.account is None:
        return ""
    if row.account.deal.game == "eingepasst":
        return name("eingepasst").lower()
    counted = [item for item in items(row.account) if item.kind != "outcome" and item.code != "spiel"]
    implied = set().union(*(_IMPLIED.get(item.code, set()) for item in counted))
    base = [item.label for item in counted if item.kind == "base"]
    others = [item.label for item in counted if item.kind not in {"base", "charge"} and item.code not in implied]
    charged = [_("überreizt")] if any(item.kind == "charge" for item in counted) else []
    return ", ".join([" ".join([*base, *others]), *charged])
