"""The one place that draws: figures become pictures, for a page and for paper alike.

pygal lays the pictures out; what it adds for looking at a picture alone (scripts, style, hints under the mouse) is
taken off again. What is left is one small SVG that stands in the page itself. It carries black on white as attributes,
as paper wants it; `statistics.css` gives it the colours of the page, light or dark. No picture tells anything by colour
alone: lines have patterns of their own and their number at the end, bars differ in filling and edge, and every picture
comes with the figures it was drawn from.
"""

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

import pygal
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from pygal.etree import etree
from pygal.style import Style

Number = int | float | Fraction
Point = tuple[Number, Number]
Cell = str | Number | datetime.date | None
Row = tuple[Cell, ...]

WIDTH: Final = 400
HEIGHT: Final = 250
LETTERS: Final = 16
"""Size of letters, of the picture's width: what `statistics.css` gives them on a phone."""
ON_PAPER: Final = 13
"""The same on paper, where a picture is as wide as half a page."""
LABEL: Final = 11
"""The most room beside a bar, in the size of letters."""
WIDTHS: Final = (("MWmw@%…—", 0.9), (" fijlrtIJ.,:;-'()/", 0.35))
"""How wide letters are that are much wider or narrower than others, in their size."""
LETTER_OF_THE_LIBRARY: Final = 0.6
MARGIN: Final = 4
STEPS: Final = 5
"""The most lines above the zero across a picture of counts."""
BAR: Final = 17
"""Height of a bar."""
DASHES: Final = ("none", "7 3", "2 2.5", "9 3 2 3", "4 2", "12 4")
"""How lines differ, and the edges of bars."""
FILLS: Final = ("#999", "#fff", "#ddd")
"""How bars are filled on paper."""
NUMBERS: Final = re.compile(r"-?\d+\.\d+")
LONG: Final = re.compile(r"(-?\d+\.\d)\d+")
"""A coordinate more exact than can be seen."""


class PlotColumn(NamedTuple):
    """A column of the figures of a picture."""

    key: str
    """Its name for programs."""
    heading: str
    unit: str = ""
    """What follows its numbers."""


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture, and the figures it was drawn from."""

    key: str
    title: str
    about: str
    """What is to be seen, in a sentence."""
    svg: SafeString
    kind: str
    series: tuple[str, ...]
    """What the lines or bars are, where there are several."""
    columns: tuple[PlotColumn, ...]
    figures: tuple[Row, ...]
    """Line by line, a cell for each column; None where there is none."""

    @property
    def rows(self) -> list[list[str]]:
        """The figures as they are read."""
        return [
            [_in_words(cell, column.unit) for column, cell in zip(self.columns, line, strict=True)]
            for line in self.figures
        ]

    @property
    def legend(self) -> list[tuple[SafeString, str]]:
        """What each line or bar is, beside a sample of it."""
        return [
            (_sample(self.kind, number), _numbered(self.kind, number, name)) for number, name in enumerate(self.series)
        ]


@dataclass(frozen=True, slots=True)
class Words:
    """What a picture says of itself; `key` is its own on the page."""

    key: str
    title: str
    about: str
    columns: tuple[PlotColumn, ...]
    """Those of its figures; bars add their series themselves."""


def lines(
    words: Words,
    series: Sequence[tuple[str, Sequence[Point]]],
    figures: Iterable[Row],
    across: str = "",
    ticks: Mapping[Number, str] | None = None,
) -> Plot:
    """A line for each series of points, numbered in their order; `across` names what goes to the right.

    `ticks` says what is written there, and where; whole numbers without it.
    """
    chart = pygal.XY(show_dots=any(len(points) == 1 for _name, points in series), **_config(HEIGHT))
    chart.x_title = across or None
    chart.margin_right = 30  # for the numbers of the lines, and half of the last day
    if ticks:
        chart.x_labels = [{"value": at, "label": text} for at, text in ticks.items()]
    for name, points in series:
        chart.add(name, [(float(x), float(y)) for x, y in points])
    drawing = chart.render_tree()
    if len(series) > 1:
        _number_lines(drawing)
    return _plot("lines", words, [name for name, _points in series], figures, drawing)


def bars(words: Words, labels: Sequence[str], series: Mapping[PlotColumn, Sequence[Number | None]]) -> Plot:
    """A bar for each label and series, from top to bottom; None is no bar. All series have one unit."""
    height = 30 + len(labels) * (BAR * len(series) + 8)
    chart = pygal.HorizontalBar(print_values=True, print_values_position="top", **_config(height))
    unit = next(iter(series)).unit
    chart.value_formatter = lambda value: written(value, unit)
    chart.x_labels = [short(label) for label in reversed(labels)]
    chart.margin_left = _room(labels)
    chart.show_x_labels = False  # every bar says its value; a horizontal chart is laid out upright and then turned
    chart.margin_right = 45
    for column, values in series.items():
        chart.add(column.heading, [None if value is None else float(value) for value in reversed(values)])
    words = replace(words, columns=(*words.columns, *series))
    names = [column.heading for column in series]
    return _plot("bars", words, names, zip(labels, *series.values(), strict=True), chart.render_tree())


def histogram(words: Words, classes: Sequence[tuple[int, int, int]], across: str = "") -> Plot:
    """How many there are of each class, given as its lowest and its highest whole number and their count."""
    chart = pygal.Histogram(**_config(HEIGHT))
    chart.x_title = across or None
    chart.y_labels = whole_steps(max(lists for _low, _high, lists in classes))
    chart.add("", [(lists, low, high + 1) for low, high, lists in classes])
    return _plot("histogram", words, ("",), classes, chart.render_tree())


def whole_steps(most: int) -> list[int]:
    """Whole numbers from 0 up to at least this one, a round width apart, for the lines across a picture.

    >>> whole_steps(3), whole_steps(12), whole_steps(430)
    ([0, 1, 2, 3], [0, 5, 10, 15], [0, 100, 200, 300, 400, 500])
    """
    widths = (each * 10**zeros for zeros in count() for each in (1, 2, 5))
    width = next(width for width in widths if most <= STEPS * width)
    return list(range(0, most + width, width))


def intervals(words: Words, values: Sequence[tuple[str, Number, Number, Number]]) -> Plot:
    """A dot for each name and how far it may be off: the lowest it may be, what is taken for it, the highest."""
    chart = pygal.HorizontalLine(stroke=False, **_config(40 + (1 + len(values)) * (BAR + 6)))
    points = [
        {"value": float(middle), "ci": {"low": float(low), "high": float(high)}} for _name, low, middle, high in values
    ]
    # A row without anything above and below: the first and the last one stand on the very edge.
    names = [name for name, *_three in values]
    chart.x_labels = ["", *map(short, names), ""]
    chart.margin_left = _room(names)
    chart.add("", [None, *points, None])
    chart.range = (min(low for _name, low, *_rest in values), max(high for *_rest, high in values))
    return _plot("intervals", words, ("",), values, chart.render_tree())


def _sample(kind: str, number: int) -> SafeString:
    """A piece of a line or a bar, as it is drawn."""
    if kind == "bars":
        shape = '<rect class="bar" x="1" y="2" width="30" height="10" fill="{}" stroke="#000" stroke-dasharray="{}"/>'
        drawn = format_html(shape, FILLS[number % len(FILLS)], DASHES[number % len(DASHES)])
    else:
        shape = '<path class="line" d="M0 7H32" fill="none" stroke="#000" stroke-width="1.5" stroke-dasharray="{}"/>'
        drawn = format_html(shape, DASHES[number % len(DASHES)])
    return format_html('<svg class="plot" viewBox="0 0 32 14"><g class="serie-{}">{}</g></svg>', number, drawn)


def _numbered(kind: str, number: int, name: str) -> str:
    return name if kind == "bars" else f"{number + 1} {name}"


def _config(height: int) -> dict[str, object]:
    """What is the same for all pictures."""
    style = Style(
        label_font_size=LETTERS, major_label_font_size=LETTERS, value_font_size=LETTERS, title_font_size=LETTERS
    )
    return {
        "width": WIDTH,
        "height": height,
        "style": style,
        "css": (),
        "js": (),
        "no_prefix": True,
        "show_legend": False,
        "margin": MARGIN,
        "margin_right": 14,
        "spacing": 4,
        "max_scale": 7,
        "truncate_label": -1,
        "value_formatter": _on_axis,
        "x_value_formatter": _on_axis,
    }


def short(label: str) -> str:
    """As much of a label as has room beside a bar; all of it stands in the figures."""
    if width_of(label) <= LABEL:
        return label
    kept = next(at for at in range(len(label), -1, -1) if width_of(label[:at] + "…") <= LABEL)
    return label[:kept].rstrip() + "…"


def width_of(text: str) -> float:
    """About how wide a text is set, in the size of its letters."""
    return sum(
        next((width for letters, width in WIDTHS if letter in letters), 0.65 if letter.isupper() else 0.55)
        for letter in text
    )


def _room(labels: Iterable[str]) -> float:
    """The margin that gives labels the room they need: the library takes every letter for one of the same width."""
    shown = [short(label) for label in labels]
    taken = max(map(len, shown), default=0) * LETTER_OF_THE_LIBRARY
    return MARGIN + LETTERS * (max(map(width_of, shown), default=0) - taken)


def written(value: Number, unit: str = "") -> str:
    """A figure as the language writes it: whole numbers as they are, all others with one decimal.

    **D** Thousands are parted in amounts of money alone: points stand everywhere as they do on a list.
    """
    places = None if isinstance(value, int) else 1
    number = value if isinstance(value, int) else round(float(value), 1) + 0.0  # never -0.0
    return f"{number_format(number, places, use_l10n=True)}{unit}".replace("-", "−")


def _in_words(cell: Cell, unit: str) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, datetime.date):
        return date_format(cell, "SHORT_DATE_FORMAT")
    return cell if isinstance(cell, str) else written(cell, unit)


def _on_axis(value: Number) -> str:
    """A number beside a line of the picture, without decimals where all of them are whole."""
    return written(int(value)) if float(value).is_integer() else written(value)


def _plot(kind: str, words: Words, series: Sequence[str], figures: Iterable[Row], drawing: Element) -> Plot:
    _take_off(drawing)
    for element in drawing.iter():
        _set_for_paper(element)
    _name(drawing, words, kind)
    svg = mark_safe(etree.tostring(drawing, encoding="unicode"))  # the library escaped what stands in it
    names = tuple(series) if len(series) > 1 else ()
    return Plot(words.key, words.title, words.about, svg, kind, names, words.columns, tuple(figures))


def _take_off(drawing: Element) -> None:
    """Leave what is to be seen: no scripts, no style, no hints, no backgrounds, no empty groups."""
    for parent in list(drawing.iter()):
        for child in list(parent):
            if child.tag in {"defs", "title", "desc"} or child.get("class") in {"background", "tooltip"}:
                parent.remove(child)
            elif not isinstance(child.tag, str):  # remarks
                parent.remove(child)
    while empty := [
        (parent, child) for parent in drawing.iter() for child in parent if child.tag == "g" and not len(child)
    ]:
        for parent, child in empty:
            parent.remove(child)


def _set_for_paper(element: Element) -> None:
    """What paper needs to know of this element, and the class that style knows it by; short numbers."""
    for name in ("d", "x", "y", "width", "height", "cx", "cy", "transform"):
        if name in element.attrib:
            element.set(name, LONG.sub(r"\1", element.attrib[name]))
    for name in ("rx", "ry", "style"):
        element.attrib.pop(name, None)
    element.attrib.update(_look(element.tag, element.attrib.pop("class", "").split()))


def _look(tag: str, classes: Sequence[str]) -> dict[str, str]:
    """Black on white, by what the library calls an element."""
    if "series" in classes:
        number = _number_of(classes)
        dashes, fill = DASHES[number % len(DASHES)], FILLS[number % len(FILLS)]
        return {"class": f"serie-{number}", "fill": fill, "stroke": "#000", "stroke-dasharray": dashes}
    if "guides" in classes:
        return {"class": "guides"}
    if tag == "g" and "axis" in classes:
        return {"text-anchor": "end" if "y" in classes else "middle"}
    if tag == "path" and ("axis" in classes or "guide" in classes or classes == ["line"]):
        name, colour = ("zero", "#000") if "axis" in classes else ("guide", "#bbb")
        return {"class": name, "fill": "none", "stroke": colour, "stroke-width": ".5"}
    if tag == "path":
        return {"class": "line", "fill": "none", "stroke-width": "1.5"}
    if tag == "rect":
        return {"class": "bar"}
    if tag == "circle":
        return {"class": "dot", "fill": "#000", "r": "3"}
    if tag == "text" and "value" in classes:
        return {"class": "value", "fill": "#000", "stroke": "none", "text-anchor": "start", "dy": "-1"}
    if tag == "text" and "title" in classes:
        return {"text-anchor": "middle"}
    return {}


def _number_of(classes: Sequence[str]) -> int:
    """The number of a series, from what the library calls its group: `series serie-2 color-2`."""
    return int(classes[1].removeprefix("serie-"))


def _name(drawing: Element, words: Words, kind: str) -> None:
    """Title and description, for those who hear the page."""
    drawing.attrib.pop("id", None)
    drawing.attrib.update(
        {
            "class": f"plot {kind} {words.key}",
            "role": "img",
            "aria-labelledby": f"{words.key}-title {words.key}-desc",
            "font-size": str(ON_PAPER),
            "font-family": "Source Sans 3",
        }
    )
    for at, (tag, text) in enumerate((("title", words.title), ("desc", words.about))):
        element = etree.Element(tag, id=f"{words.key}-{tag}")
        element.text = text
        drawing.insert(at, element)


def _number_lines(drawing: Element) -> None:
    """The number of each line at its end, apart from one another where lines end together, but not below the lines."""
    ends = []
    for group in drawing.iter("g"):
        classes = group.get("class", "").split()
        paths = [path for path in group if path.tag == "path"] if "series" in classes else []
        if paths:
            x, y = (float(number) for number in NUMBERS.findall(paths[-1].attrib["d"])[-2:])
            ends.append((y, x, _number_of(classes), group))
    ends.sort(key=lambda end: end[:3])
    lowest = max([(len(ends) - 1) * LETTERS, *(y for y, *_rest in ends)]) + LETTERS / 3
    below = -float(LETTERS)
    for still_to_come, (y, x, number, group) in zip(reversed(range(len(ends))), ends, strict=True):
        below = min(max(y + LETTERS / 3, below + LETTERS), lowest - still_to_come * LETTERS)
        label = etree.SubElement(group, "text", {"class": "value"}, x=f"{x + 3:.1f}", y=f"{below:.1f}")
        label.text = str(number + 1)
