"""Which picture shows which figures, and what it says of itself in a sentence.

Decisions:

* **D** A line over time shows the latest two hundred lists or days; the sums beside it are those of all.
* **D** A game or a place at the table has a bar once it was played; a distribution is shown from ten lists on.
* **D** The picture of strengths has the first thirty players; the table has all.
"""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.figures import UNKNOWN, Figures
from skatliga.rules.wording import name
from skatliga.standings.rankings import Ranking
from skatliga.statistics import rates
from skatliga.statistics.pages import (
    Course,
    Distribution,
    EveningFigures,
    GroupFigures,
    ListPoint,
    PlayerFigures,
    Strength,
    distribute,
)
from skatliga.statistics.plots import Number, Plot, PlotColumn, Words, bars, histogram, intervals, lines, written
from skatliga.statistics.rates import Rate

LATEST = 200
LEAST = 10
STRONGEST = 30
TICKS = 4
"""How many days are written below a line over time."""


def of_player(found: PlayerFigures) -> list[Plot]:
    """All pictures of one player, beside what all together have played."""
    plots = (
        matches_over_time(found.lists) if found.matches else over_time(found.lists),
        spread(found.results),
        shares(found.figures, found.group, found.is_skat),
        success(found.figures, found.group, found.is_skat),
        spitzen(found.figures, found.group),
        places(found.figures, found.group),
    )
    return [plot for plot in plots if plot]


def of_group(found: GroupFigures) -> list[Plot]:
    """All pictures of all together."""
    plots = (
        None if found.average is None else by_day(found.evenings),
        spread(found.results),
        shares(found.figures, None, found.is_skat),
        success(found.figures, None, found.is_skat),
        spitzen(found.figures),
        places(found.figures),
    )
    return [plot for plot in plots if plot]


def of_list(course: Course) -> Plot:
    """How everybody's points stood after every deal of a list."""
    words = Words(
        "verlauf",
        _("Stand nach jedem Spiel"),
        _("Die Spielpunkte nach jedem Spiel; die Zahl am Ende einer Linie ist der Platz."),
        (
            PlotColumn("deal", _("Spiel")),
            *(PlotColumn(f"player_{number}", line.name) for number, line in enumerate(course.lines, 1)),
        ),
    )
    figures = ((deal, *(line.points[deal] for line in course.lines)) for deal in range(1, course.deals + 1))
    points = [(line.name, list(enumerate(line.points))) for line in course.lines]
    return lines(words, points, figures, across=_("Spiel"))


def of_ranking(ranking: Ranking) -> Plot | None:
    """How the results of a ranking's lists are distributed; None for a few lists."""
    results = Counter(result.leistung for line in ranking.lines for result in line.results if result)
    return spread(distribute(results))


def over_time(lists: Sequence[ListPoint]) -> Plot | None:
    """A player's lists one after the other, and the mean of the last ones; None for less than two."""
    if len(lists) < 2:
        return None
    shown = list(enumerate(lists, 1))[-LATEST:]
    mean = _("Schnitt der letzten zehn")
    words = Words(
        "zeit",
        _("Punkte über die Zeit"),
        _("Was jede Liste auf 48 Spiele gerechnet brachte, und der Schnitt der jeweils letzten zehn Listen.")
        + _left_out(len(lists)),
        (
            *(PlotColumn("date", _("Tag")), PlotColumn("round", _("Serie")), PlotColumn("leistung", _("Ergebnis"))),
            *(PlotColumn("average", _("auf 48 Spiele")), PlotColumn("mean", mean)),
        ),
    )
    points = [
        (mean, [(at, each.mean) for at, each in shown]),
        (_("einzelne Liste"), [(at, each.average) for at, each in shown]),
    ]
    figures = ((each.date, each.round, each.leistung, each.average, each.mean) for _at, each in shown)
    return lines(words, points, figures, ticks=_days({at: each.date for at, each in shown}))


def matches_over_time(lists: Sequence[ListPoint]) -> Plot | None:
    """The share of a player's last matches that he won; None for less than two."""
    if len(lists) < 2:
        return None
    shown = list(enumerate(lists, 1))[-LATEST:]
    mean = _("von den letzten zehn gewonnen")
    words = Words(
        "zeit",
        _("Gewonnene Partien über die Zeit"),
        _("Wie viele der jeweils letzten zehn Partien gewonnen wurden, in Prozent.") + _left_out(len(lists)),
        (
            *(
                PlotColumn("date", _("Tag")),
                PlotColumn("round", _("Serie")),
                PlotColumn("spielpunkte", _("Spielpunkte")),
            ),
            *(PlotColumn("won", _("gewonnen")), PlotColumn("mean", mean, " %")),
        ),
    )
    points = [(mean, [(at, 100 * each.mean) for at, each in shown])]
    figures = ((each.date, each.round, each.spielpunkte, each.leistung, _percent(each.mean)) for _at, each in shown)
    return lines(words, points, figures, ticks=_days({at: each.date for at, each in shown}))


def by_day(evenings: Sequence[EveningFigures]) -> Plot | None:
    """The average of every event; None for less than two."""
    if len(evenings) < 2:
        return None
    shown = list(enumerate(evenings, 1))[-LATEST:]
    words = Words(
        "zeit",
        _("Punkte über die Zeit"),
        _("Was eine Liste an jedem Spieltag im Schnitt brachte, auf 48 Spiele gerechnet.") + _left_out(len(evenings)),
        (PlotColumn("date", _("Tag")), PlotColumn("lists", _("Ergebnisse")), PlotColumn("average", _("auf 48 Spiele"))),
    )
    points = [(_("Schnitt"), [(at, each.average) for at, each in shown])]
    figures = ((each.date, each.points.lists, each.average) for _at, each in shown)
    return lines(words, points, figures, ticks=_days({at: each.date for at, each in shown}))


def shares(own: Figures, group: Figures | None, is_skat: bool) -> Plot | None:
    """Of which games everybody's own games were, as far as lists say so; None without any."""
    words = Words(
        "anteile",
        _("Welche Spiele gespielt werden"),
        _("Der Anteil jedes Spiels an den Alleinspielen, deren Art bekannt ist."),
        (PlotColumn("game", _("Spiel")),),
    )

    def column(figures: Figures) -> dict[str, Rate]:
        known = {game: tried.played for game, tried in figures.games().items() if game != UNKNOWN}
        return {game: Rate(played, sum(known.values())) for game, played in known.items()}

    names = {game: word for game, word in _games(own).items() if game != UNKNOWN}
    return _compared(words, names, column(own), column(group) if group else None, rates.SHARES if is_skat else None)


def success(own: Figures, group: Figures | None, is_skat: bool) -> Plot | None:
    """How many games of each kind were won; None without any."""
    words = Words(
        "erfolg",
        _("Wie oft sie gewonnen werden"),
        _("Der Anteil der gewonnenen an den Alleinspielen, Spiel für Spiel."),
        (PlotColumn("game", _("Spiel")),),
    )

    def column(figures: Figures) -> dict[str, Rate]:
        return {game: Rate(tried.won, tried.played) for game, tried in figures.games().items()}

    return _compared(words, _games(own), column(own), column(group) if group else None, rates.WON if is_skat else None)


def places(own: Figures, group: Figures | None = None) -> Plot | None:
    """How often somebody declares, by place at the table; None where places are not known."""
    words = Words(
        "plaetze",
        _("Alleinspiel nach dem Platz am Tisch"),
        _("Der Anteil der Spiele, die als Alleinspieler gespielt wurden, in Vorhand, Mittelhand und Hinterhand."),
        (PlotColumn("place", _("Platz")),),
    )
    hands = {"1": _("Vorhand"), "2": _("Mittelhand"), "3": _("Hinterhand")}
    several = len({place.partition(".")[0] for place in own.places}) > 1
    labels = {}
    for place in sorted(own.places):
        size, _point, hand = place.partition(".")
        labels[place] = (
            _("%(hand)s, %(size)ser-Tisch") % {"hand": hands[hand], "size": size} if several else hands[hand]
        )

    def column(figures: Figures) -> dict[str, Rate]:
        return {place: Rate(at.declared, at.held) for place, at in figures.places.items()}

    return _compared(words, labels, column(own), column(group) if group else None)


def spitzen(own: Figures, group: Figures | None = None) -> Plot | None:
    """With and without how many Spitzen somebody declares; None where they are not known."""
    words = Words(
        "spitzen",
        _("Mit und ohne Spitzen"),
        _("Der Anteil an den Alleinspielen, deren Spitzen auf der Liste stehen."),
        (PlotColumn("spitzen", _("Spitzen")),),
    )
    labels = {
        str(number): (_("mit %(number)s") if number > 0 else _("ohne %(number)s")) % {"number": abs(number)}
        for number in sorted(own.spitzen(), key=lambda number: (number < 0, abs(number)))
    }

    def column(figures: Figures) -> dict[str, Rate]:
        known = figures.spitzen()
        whole = sum(tried.played for tried in known.values())
        return {str(number): Rate(tried.played, whole) for number, tried in known.items()}

    return _compared(words, labels, column(own), column(group) if group else None)


def spread(results: Distribution) -> Plot | None:
    """How the results of lists are distributed; None for a few lists."""
    if results.number < LEAST:
        return None
    about = _(
        "Wie viele Ergebnisse in welchem Bereich liegen: Schnitt %(mean)s; der Größe nach in der Mitte %(median)s."
    )
    values = {"mean": written(results.mean), "median": written(results.median)}
    columns = (PlotColumn("low", _("von")), PlotColumn("high", _("bis")), PlotColumn("lists", _("Anzahl")))
    words = Words("verteilung", _("Verteilung der Ergebnisse"), about % values, columns)
    return histogram(words, results.classes, across=_("Ergebnis einer Liste"))


def strong(found: Sequence[Strength]) -> Plot | None:
    """How strong players are, and how sure that is; None without any."""
    if not found:
        return None
    words = Words(
        "staerke",
        _("Spielstärke"),
        _("Der Punkt ist die geschätzte Stärke; in 95 von 100 Fällen liegt die wahre auf dem Strich.")
        + (" " + _("Gezeigt sind die ersten %(number)s.") % {"number": STRONGEST} if len(found) > STRONGEST else ""),
        (
            *(PlotColumn("name", _("Name")), PlotColumn("least", _("von"))),
            *(PlotColumn("value", _("Stärke")), PlotColumn("most", _("bis"))),
        ),
    )
    values = [(each.name, each.value - each.margin, each.value, each.value + each.margin) for each in found]
    return intervals(words, values[:STRONGEST])


def _compared(
    words: Words,
    labels: Mapping[str, str],
    own: Mapping[str, Rate],
    group: Mapping[str, Rate] | None,
    at_large: Mapping[str, Fraction] | None = None,
) -> Plot | None:
    """Shares beside those of the group and the published ones, where there are some."""
    if not labels:
        return None
    who = _("hier") if group is None else pgettext("einer", "Spieler")
    series = {PlotColumn("own", who, " %"): [_percent(own[key].share) for key in labels]}
    if group is not None:
        shared = [_percent(group[key].share if key in group else None) for key in labels]
        series[PlotColumn("group", _("alle dort"), " %")] = shared
    if at_large:
        series[PlotColumn("published", _("18 Mio. Spiele"), " %")] = [_percent(at_large.get(key)) for key in labels]
    return bars(words, list(labels.values()), series)


def _games(figures: Figures) -> dict[str, str]:
    """The games somebody has played, with their names."""
    return {game: _("nur der Wert bekannt") if game == UNKNOWN else name(game) for game in figures.games()}


def _percent(share: Fraction | None) -> Fraction | None:
    return None if share is None else round(100 * share, 1)


def _left_out(number: int) -> str:
    return " " + _("Gezeigt sind die letzten %(number)s.") % {"number": LATEST} if number > LATEST else ""


def _days(dates: Mapping[int, datetime.date]) -> dict[Number, str]:
    """Month and year of some of these days, evenly apart."""
    numbers = list(dates)
    chosen = sorted({numbers[at * (len(numbers) - 1) // (TICKS - 1)] for at in range(TICKS)})
    return {number: date_format(dates[number], "m/Y") for number in chosen}
