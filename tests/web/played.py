"""Evenings of a club with every deal of every list, written down by simulated players and read in as files."""

import datetime
from collections.abc import Sequence
from random import Random

from skatliga.events.models import Event
from skatliga.events.services import create_event, enter_players, seat_round, set_state
from skatliga.exchange.evenings.import_lists import import_lists
from skatliga.people.models import Club, Player, User
from web.simulated import Liste, play_list


def play_evening(
    club: Club,
    players: Sequence[Player],
    date: datetime.date,
    seed: str,
    user: User | None = None,
    rounds: int = 2,
    deals: int = 12,
) -> tuple[Event, dict[tuple[int, int], Liste]]:
    """A published evening at tables of four, and what was played there by Serie and table; start numbers count on."""
    event = create_event(
        club,
        name=f"Clubabend {date:%d.%m.%Y}",
        date=date,
        rounds=rounds,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
    )
    enter_players(event, players)
    random = Random(seed)
    lists: dict[tuple[int, int], Liste] = {}
    for round in event.rounds.all():
        numbers = list(range(1, len(players) + 1))
        random.shuffle(numbers)
        tables = [numbers[first : first + 4] for first in range(0, len(numbers), 4)]
        seat_round(round, dict(enumerate(tables, 1)))
        lists |= {(round.number, table): play_list(random, at, deals) for table, at in enumerate(tables, 1)}
    set_state(event, Event.State.PUBLISHED)
    event.refresh_from_db()
    import_lists(event, _written(lists, deals).encode(), user)
    event.refresh_from_db()
    return event, lists


def _written(lists: dict[tuple[int, int], Liste], deals: int) -> str:
    lines = ["liste;serie;tisch;platz1;platz2;platz3;platz4;spiele;spiel;kurz"]
    for (round, table), played in lists.items():
        for number, game in enumerate(played.games, 1):
            head = f"{round};{table};{';'.join(map(str, played.players))};{deals}" if number == 1 else ";" * 6
            lines.append(f"{round}-{table};{head};{number};{game.text}")
    return "\n".join(lines) + "\n"
