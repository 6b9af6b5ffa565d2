"""A new club comes to its first finished ranking by the buttons of *Jetzt zu tun*, and what that takes is counted."""

from typing import NamedTuple

from web.walker import Walker

NAMES = "Anna Bert Cora Dirk Emil Frieda Gerd Hanne Ida Jens Karl Lena Max Nora".split()


class Taken(NamedTuple):
    """Page loads besides those of the lists, those of the lists, and the clicks from the last list to the ranking."""

    published: int
    final: int
    lists: int
    clicks: int
    registering: int
    """Page loads in which all players are entered."""
    ranking: str
    """Where the last click led."""


def write_list(walker: Walker, above: int, worth: int) -> int:
    """The list that is open, by its totals: everybody wins an equal share of the deals; how many pages it took.

    Each seat is `worth` points more than the one before it, the first one more than `above` such steps.
    """
    before = walker.loads
    if not walker.path.endswith("/summen/"):
        walker.follow("/summen/")
    fields = [name for form in walker.parser.forms for name in form.values if name.startswith("won-")]
    seats = len(fields)
    deals = {4: 48, 3: 36}[seats]
    typed = {}
    for seat in range(1, seats + 1):
        won = deals // seats
        typed |= {
            f"spielpunkte__{seat}": won * 20 + worth * (above + seat),
            f"won__{seat}": won,
            f"lost__{seat}": 0,
        }
    walker.fill("entscheidung", **typed)
    return walker.loads - before


def write_lists(walker: Walker, number: int, worth: int = 1) -> int:
    """So many lists, each opened by the button of the panel; the pages it took.

    In each of them the players have other points. With steps of 1 in one Serie and of 16 in the next, no two are level,
    whoever sits where.
    """
    loads = 0
    for listed in range(number):
        before = walker.loads
        walker.press("Tisch")
        write_list(walker, 4 * listed, worth)
        loads += walker.loads - before
    return loads


def come_to_the_first_ranking(walker: Walker) -> Taken:
    """Fourteen players, two Serien of totals, as they are proposed."""
    walker.press("Verein anlegen")
    walker.fill(name="Karo Gera", players="\n".join(f"{name} Neu" for name in NAMES))
    walker.fill(name="Clubabend")
    before = walker.loads
    walker.press("Alle eintragen")
    registering = walker.loads - before
    walker.press("Serie 1 auslosen")
    lists = write_lists(walker, 4)
    walker.press("Serie 2 auslosen")
    lists += write_lists(walker, 4, worth=16)
    clicks = walker.pressed
    walker.press()
    clicks, published, ranking = walker.pressed - clicks, walker.loads - lists, walker.path
    walker.press("Abschließen")
    walker.fill("fehlen")
    return Taken(published, walker.loads - lists, lists, clicks, registering, ranking)
