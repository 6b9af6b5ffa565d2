"""How Wertungspunkte are written: whole, or with a half where two teams share a place."""

from fractions import Fraction

SIGNS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def format_points(value: Fraction | int) -> str:
    """Write Wertungspunkte.

    >>> format_points(Fraction(21, 2)), format_points(Fraction(1, 2)), format_points(6), format_points(Fraction(7, 5))
    ('10½', '½', '6', '1 2/5')
    """
    whole, rest = divmod(Fraction(value), 1)
    if not rest:
        return str(whole)
    sign = SIGNS.get(rest)
    if sign is None:
        return f"{whole} {rest}"
    return f"{whole or ''}{sign}"
