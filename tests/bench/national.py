"""A federation with 0.5, 2 and 8 million deals on PostgreSQL: what a public page costs at each size.

A club's year of 20,000 deals is imported and counted as ever, and then copied within the database, with all its rows,
versions and counted figures, to other clubs and years; the clubs belong to 13 Landesverbände of seven Verbandsgruppen
each. Beside them stand the demo club, with something of every kind, and a season of 10,000 lists (`league`). Every kind
of page that a stranger may see is asked for with nothing kept, and what it costs is the time of both processors: that
of the server and that of its connection in the database. A line says it for one size, `growth` how much of it comes
from four times as many deals, carried on from 8 to 19 million. DATABASE_URL names the server; DEALS=0.5 a single size.
"""

import logging
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from math import log
from pathlib import Path
from typing import Any, Final

from tests.bench.import_club import database, found_club, write_past
from tests.bench.save_row import set_up

BASE: Final = 20_000
MILLIONS: Final = tuple(float(size) for size in os.environ.get("DEALS", "0.5 2 8").split())
WHOLE: Final = 19
"""Million deals of a national year."""
OWN: Final = 500_000
"""The first key of the club that is copied."""
APART: Final = 1_000_000
"""By so much the keys of a copy are higher than those of the one before."""
SEASONS: Final = 8
REGIONS: Final = 13
GROUPS: Final = 7
REPEATED: Final = 5
TARGET: Final = 300


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    with tempfile.TemporaryDirectory() as folder, database(Path(folder), "national") as (kind, empty):
        if kind != "postgresql":
            raise SystemExit("DATABASE_URL names no server of PostgreSQL")
        set_up(empty)
        logging.disable()
        _surroundings(Path(folder))
        models = _base(Path(folder))
        addresses = _addresses()
        spent: dict[str, list[float]] = {name: [] for name in addresses}
        copies = 0
        for millions in MILLIONS:
            start, wanted = time.perf_counter(), round(millions * 1_000_000 / BASE) - 1
            _copy(models, range(copies + 1, wanted + 1))
            copies = wanted
            yield f"national_{millions:g}_made {time.perf_counter() - start:.0f} s -"
            yield f"national_{millions:g}_size {_size() / 1e9:.1f} GB -"
            for name, address in addresses.items():
                spent[name].append(_asked(address))
                yield f"national_{millions:g}_{name} {1000 * spent[name][-1]:.0f} ms <{TARGET}"
        if len(MILLIONS) > 1:
            yield from _growth(spent)


def _growth(spent: dict[str, list[float]]) -> Iterator[str]:
    """What the last two sizes say of a national year: it grows by the same power."""
    before, last = MILLIONS[-2:]
    for name, (*_first, less, more) in sorted(spent.items(), key=lambda each: -each[1][-1]):
        power = log(max(more, 0.001) / max(less, 0.001)) / log(last / before)
        yield f"national_{WHOLE}_{name} {1000 * more * (WHOLE / last) ** max(power, 0):.0f} ms <{TARGET}"


# ---- The world


def _base(folder: Path) -> list[type]:
    """The year of one club; which tables it has filled."""
    from django.apps import apps
    from django.core.management import call_command
    from django.db import connection

    from skatliga.events.models import Event
    from skatliga.people.models import User
    from skatliga.statistics.services import bring_up_to_date

    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            for sequence in connection.introspection.get_sequences(cursor, table):
                cursor.execute("SELECT setval(%s, %s)", [sequence["name"], OWN])
    write_past(folder / "listen.csv", BASE)
    found_club()
    call_command("import_club", "bench", str(folder / "listen.csv"), "--publish", verbosity=0)
    with connection.cursor() as cursor:  # as a server does it by itself after a while
        cursor.execute("ANALYZE")
    bring_up_to_date(Event.objects.filter(club__slug="bench"))
    ours = [model for model in apps.get_models() if model.__module__.startswith("skatliga.") and model is not User]
    return [model for model in ours if model._default_manager.extra(where=[_own(model)]).exists()]


def _surroundings(folder: Path) -> None:
    """The levels above the clubs, the demo club with everything, and a season."""
    from django.conf import settings

    from skatliga.people.models import Club
    from tests.bench import league

    sys.path.append(str(Path(__file__).parents[1]))  # where worlds of tests are
    from tests.bench import every_page

    settings.VAR_DIR = settings.MEDIA_ROOT = folder
    every_page.make()
    league._build()
    top = Club.objects.create(name="Skatverband Bench", slug="skatverband-bench", kind="Verband")
    for region in range(REGIONS):
        land = Club.objects.create(name=f"Landesverband {region}", slug=f"land-{region}", parent=top)
        Club.objects.bulk_create(
            Club(name=f"Gruppe {region}.{group}", slug=f"gruppe-{region}-{group}", parent=land)
            for group in range(GROUPS)
        )


def _copy(models: list[type], numbers: range) -> None:
    """Copies of the club under other keys, names and years; each belongs to one of the groups."""
    from django.db import connection, transaction

    from skatliga.people.models import Club

    groups = list(Club.objects.filter(slug__startswith="gruppe-").order_by("pk").values_list("pk", flat=True))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # what is referred to is copied, too
        for model in models:
            cursor.execute(_statement(model, models, groups), [numbers.start, numbers.stop - 1])
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _statement(model: Any, models: list[type], groups: list[int]) -> str:
    names = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields)
    values = ", ".join(_copied(field, models, groups) for field in model._meta.concrete_fields)
    table = model._meta.db_table
    source = f'(SELECT {names} FROM "{table}" WHERE {_own(model)}) b, generate_series(%s::bigint, %s::bigint) k'
    return f'INSERT INTO "{table}" ({names}) SELECT {values} FROM {source}'


def _own(model: Any) -> str:
    """What holds for the rows of the club that is copied; rows with other keys are not."""
    key = model._meta.pk
    within = f"BETWEEN {OWN} AND {APART - 1}"
    match (key.target_field if key.is_relation else key).get_internal_type():
        case "UUIDField":
            return f"{key.column} IN (SELECT id FROM lists_sheet WHERE table_id {within})"
        case "CharField":
            return "false"
    return f'"{key.column}" {within}'


def _copied(field: Any, models: list[type], groups: list[int]) -> str:
    """The value of a column in copy k."""
    column = f'b."{field.column}"'
    of_version = getattr(field.model, "instance_type", None)
    is_key = field.primary_key or (of_version and field.name == of_version._meta.pk.name)
    to = field.related_model if field.is_relation else None
    target = to._meta.pk if to else field
    match field.model.__name__, field.name:
        case "Club" | "HistoricalClub", "parent":
            return f"(ARRAY{groups})[k %% {len(groups)} + 1]"
        case "Club" | "HistoricalClub", "name":
            return f"{column} || ' ' || k"
        case "Event" | "HistoricalEvent", "date":
            return f"{column} + (365 * (k %% {SEASONS}))::int"
        case "Counted", "figures":
            return _rekeyed(column, f"(each.key::bigint + {APART} * k)::text")
        case "Counted", "against":
            shifted = [f"(split_part(each.key, ' ', {part})::bigint + {APART} * k)" for part in (1, 2)]
            return _rekeyed(column, f"{shifted[0]} || ' ' || {shifted[1]}")
    if (is_key and not to) or (to and to in models):
        return f"md5({column}::text || k)::uuid" if _is_uuid(target) else f"{column} + {APART} * k"
    return f"{column} || '-' || k" if field.name == "slug" else column


def _rekeyed(column: str, key: str) -> str:
    return f"(SELECT coalesce(jsonb_object_agg({key}, each.value), '{{}}') FROM jsonb_each({column}) each)"


def _is_uuid(field: Any) -> bool:
    return field.get_internal_type() == "UUIDField"


# ---- The pages


def _addresses() -> dict[str, str]:
    """A page of each kind for a stranger: those of the demo club, of the season, and of one club among many."""
    from django.test import Client
    from django.urls import reverse

    from skatliga.leagues.models import Season
    from skatliga.people.models import Club, Player
    from tests.bench import league
    from tests.bench.every_page import public_pages

    stranger = Client(HTTP_HOST="localhost", raise_request_exception=False)
    found = {each.kind: each.path for each in public_pages(stranger)}
    many = {f"league_{name}": path for name, path in league._pages(Season.objects.get(slug="liga")).items()}
    club = Club.objects.get(slug="bench")
    event = club.events.order_by("date").last()
    one, other = Player.objects.filter(pk__gte=OWN).order_by("pk")[:2]
    many |= {
        "a_club": club.get_absolute_url(),
        "a_club_s_statistics": reverse("statistics:club", args=[club.slug]),
        "an_event": event.get_absolute_url(),
        "a_ranking": reverse("standings:ranking", args=[event.slug]),
        "a_player": reverse("statistics:player", args=[one.pk]),
        "two_players": reverse("statistics:meetings", args=[one.pk, other.pk]),
        "a_name_is_sought": reverse("visitors:search") + "?wer=Vorname7",
        "a_level": Club.objects.get(slug="land-3").get_absolute_url(),
        "a_group": Club.objects.get(slug="gruppe-3-3").get_absolute_url(),
        "the_top": Club.objects.get(slug="skatverband-bench").get_absolute_url(),
    }
    return {name.replace(":", "_"): path for name, path in (found | many).items()}


def _asked(address: str) -> float:
    """Seconds of both processors for a page made anew, the least of several."""
    from django.core.cache import cache
    from django.db import connection
    from django.test import Client

    browser = Client(HTTP_HOST="localhost")

    def seconds() -> float:
        cache.clear()
        backend = connection.connection.info.backend_pid
        before = _of_backend(backend) + time.process_time()
        if browser.get(address).status_code != 200:
            raise SystemExit(f"no answer at {address}")
        if connection.connection.info.backend_pid != backend:
            raise SystemExit("another connection has answered")
        return _of_backend(backend) + time.process_time() - before

    browser.get(address)
    return min(seconds() for _ in range(REPEATED))


def _of_backend(process: int) -> float:
    """Seconds of the processor that a connection has had."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


def _size() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])
