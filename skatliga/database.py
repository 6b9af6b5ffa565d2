"""The database by its address, columns of models by their names, and the types of what comes and goes as JSON."""

from typing import Any, TypeAlias
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.db.models import Field, Model


def database_at(url: str) -> dict[str, object]:
    """What Django has to know of the database at this address; ImproperlyConfigured where it is none."""
    parts = urlsplit(url)
    if parts.scheme in {"postgres", "postgresql"}:
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.lstrip("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": unquote(parts.hostname or ""),  # a socket's folder with %2F for each stroke
            "PORT": parts.port or "",
            "CONN_MAX_AGE": None,
            "CONN_HEALTH_CHECKS": True,
            # A server that has gone without a word is noticed after seconds (the last in milliseconds), not minutes.
            "OPTIONS": {"connect_timeout": 3, "tcp_user_timeout": 10_000},
        }
    if parts.scheme == "sqlite" and len(parts.path) > 1:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": unquote(parts.path[1:]),
            "CONN_MAX_AGE": None,
            # A transaction takes the writer's place at once and waits its turn (timeout in seconds); begun as a reader
            # it would be refused as soon as it writes beside another. Python keeps 128 statements that are made ready
            # unless told otherwise; the site has several times as many, and makes them ready again and again.
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "cached_statements": 1000,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
                "PRAGMA mmap_size=134217728; PRAGMA journal_size_limit=27103364; PRAGMA cache_size=-20000;",
            },
        }
    raise ImproperlyConfigured("DATABASE_URL muss postgres://…/name oder sqlite:///pfad sein.")


# ---- What has no type of its own

Json: TypeAlias = Any
"""One value out of JSON, as json.loads gives it; whoever reads it checks what it is."""

JsonObject: TypeAlias = dict[str, Json]
"""An object of JSON: its keys are words, what they lead to is checked by whoever reads it."""


# ---- Fields of models, by their names


def field_of(model: type[Model], name: str) -> Field:
    """The column of a model that has this name."""
    field = model._meta.get_field(name)
    assert isinstance(field, Field)
    return field


def label_of(model: type[Model], name: str) -> str:
    """What a column is called for people."""
    return str(field_of(model, name).verbose_name)
