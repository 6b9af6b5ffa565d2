"""What is known about small fields: seatings no quick search finds each time, and values none has gone below."""

from typing import Final

# By players and Serien: a line for every Serie. 16 players come from the field of four elements, 20 and 24 from the
# specification; 17 and 18 were searched for at length. The fewest repeats known for six Serien are three of 17 and of
# 18 players, and six of 20.
_KEPT: Final = {
    (16, 4): """
        1-5-9-13 2-6-10-14 3-7-11-15 4-8-12-16
        1-6-11-16 2-5-12-15 3-8-9-14 4-7-10-13
        1-7-12-14 2-8-11-13 3-5-10-16 4-6-9-15
        1-8-10-15 2-7-9-16 3-6-12-13 4-5-11-14
    """,
    (17, 5): """
        1-7-11-14 4-5-10-16 2-3-9 6-15-17 8-12-13
        3-7-8-17 11-13-15-16 1-4-9 2-5-12 6-10-14
        2-7-10-15 5-6-8-9 1-3-13 4-11-17 12-14-16
        2-4-13-14 9-10-12-17 1-8-15 3-5-11 6-7-16
        1-2-16-17 3-4-6-12 5-14-15 7-9-13 8-10-11
    """,
    (17, 6): """
        1-7-11-16 2-6-10-12 3-5-14 4-15-17 8-9-13
        1-4-12-13 3-7-8-15 2-16-17 5-6-9 10-11-14
        3-9-12-17 5-10-15-16 1-8-14 2-11-13 4-6-7
        2-4-5-8 3-6-11-17 1-9-15 7-10-13 12-14-16
        4-9-11-16 6-13-14-15 1-2-3 5-7-12 8-10-17
        1-5-13-17 2-7-9-14 3-4-10 6-8-16 11-12-15
    """,
    (18, 5): """
        1-10-16-18 2-6-8-9 3-11-12-17 4-7-15 5-13-14
        1-13-15-17 3-5-8-18 4-9-14-16 2-10-12 6-7-11
        1-2-5-7 3-6-14-15 4-10-11-13 8-16-17 9-12-18
        4-6-17-18 5-9-10-15 7-8-12-13 1-11-14 2-3-16
        2-11-15-18 5-6-12-16 7-10-14-17 1-4-8 3-9-13
    """,
    (18, 6): """
        2-4-7-10 8-9-12-18 13-14-15-16 1-3-6 5-11-17
        1-8-10-16 3-7-11-15 4-5-6-14 2-13-18 9-12-17
        1-4-9-13 2-3-12-17 6-11-16-18 5-10-15 7-8-14
        1-2-11-14 3-5-8-13 4-15-17-18 6-9-10 7-12-16
        1-5-7-18 2-6-8-15 10-11-12-13 3-4-16 9-14-17
        2-5-9-16 3-10-14-18 6-7-13-17 1-12-15 4-8-11
    """,
    (20, 6): """
        1-12-15-17 2-5-8-11 3-14-16-20 4-10-13-18 6-7-9-19
        1-2-4-6 3-8-12-18 5-13-16-19 7-11-14-15 9-10-17-20
        1-11-13-20 2-3-17-19 4-7-12-16 5-9-15-18 6-8-10-14
        1-14-18-19 2-10-15-16 3-4-9-11 5-6-12-20 7-8-13-17
        1-9-15-16 2-12-13-14 3-5-7-10 4-8-19-20 6-11-17-18
        1-8-9-16 2-7-18-20 3-6-13-15 4-5-14-17 10-11-12-19
    """,
    (24, 6): """
        1-3-9-21 2-4-16-23 5-6-8-18 7-15-17-24 10-11-14-19 12-13-20-22
        1-13-16-24 2-6-7-12 3-4-11-22 5-10-21-23 8-9-15-19 14-17-18-20
        1-6-10-22 2-11-13-15 3-5-16-17 4-12-18-19 7-9-14-23 8-20-21-24
        1-4-8-17 2-14-21-22 3-15-18-23 5-7-13-19 6-11-16-20 9-10-12-24
        1-7-11-18 2-5-9-20 3-8-10-13 4-6-14-24 12-15-16-21 17-19-22-23
        1-5-14-15 2-3-19-24 4-7-10-20 6-13-17-21 8-11-12-23 9-16-18-22
    """,
}

# Repeats, and what second seats at tables of three come to beyond an even share, by players and Serien. For 10 and 11
# players and two Serien, and 13 and 14 players and two and three, it is proved that the sum cannot be less.
_BEST: Final = {
    **{(10, 2): (2, 1), (10, 3): (5, 2), (10, 4): (11, 1), (10, 5): (20, 0)},
    **{(11, 2): (2, 1), (11, 3): (8, 1), (11, 4): (14, 3), (11, 5): (25, 1), (11, 6): (37, 1)},
    **{(13, 2): (0, 1), (13, 3): (0, 3), (13, 4): (0, 3), (13, 5): (3, 3), (13, 6): (13, 0)},
    **{(14, 2): (0, 2), (14, 3): (0, 2), (14, 4): (0, 2), (14, 5): (2, 2), (14, 6): (17, 0)},
    **{(17, 2): (0, 2), (17, 6): (3, 0), (18, 6): (3, 3), (19, 6): (6, 0), (20, 6): (6, 0)},
}


def best_known(players: int, serien: int) -> tuple[int, int]:
    """The fewest repeats known, and what tables of three then come to beyond an even share; 0 where none is kept."""
    return _BEST.get((players, serien), (0, 0))


def kept_plan(players: int, serien: int) -> list[list[int]] | None:
    """A kept seating, players counted from 0 and every empty chair being the number after the last."""
    text = _KEPT.get((players, serien))
    if text is None:
        return None
    return [
        [number for table in line.split() for number in _seated(table, players)] for line in text.strip().splitlines()
    ]


def _seated(table: str, players: int) -> list[int]:
    numbers = [int(number) - 1 for number in table.split("-")]
    return numbers + [players] * (4 - len(numbers))
