"""The whole interface, put together, and its description (OpenAPI) in the language asked for."""

import json
import re
from functools import cache
from typing import Final

from django.utils.translation import get_language, gettext, gettext_noop
from ninja import NinjaAPI

from skatliga.api.problems import tell_problems
from skatliga.api.v1 import (
    circuits,
    clubs,
    events,
    forecasts,
    leagues,
    lists,
    promotions,
    qualifications,
    standings,
    writing,
    years,
)
from skatliga.api.v1 import whole as whole  # whose address stands in the router of `writing`, as both share a path
from skatliga.api.v1.schemas import PARTS
from skatliga.database import Json, JsonObject

VERSION: Final = "1.0.0"

interface = NinjaAPI(
    title="Skatliga",
    version=VERSION,
    description=gettext_noop("Veranstaltungen, Listen, Ranglisten, Ligen und Clubjahre lesen; Listen schreiben."),
    urls_namespace="api_v1",
    openapi_url=None,
    docs_url=None,
)
for module in (
    clubs,
    events,
    standings,
    lists,
    writing,
    promotions,
    leagues,
    years,
    circuits,
    qualifications,
    forecasts,
):
    interface.add_router("", module.router)
tell_problems(interface)

WORDS: Final = frozenset({"description", "summary", "tags"})
"""Where the description says something to people."""


def description_of(root: str) -> JsonObject:
    """The description of the interface below this address, its words in the visitor's language; not to be changed."""
    return _described_in(get_language() or "", root)


@cache  # it takes a third of a second, and whoever comes by may ask for it
def _described_in(_language: str, root: str) -> JsonObject:
    schema = _published(dict(interface.get_openapi_schema(path_prefix=root)))
    schema["components"]["schemas"] |= PARTS
    return {name: _translated(part, name) for name, part in schema.items()}


def _published(schema: JsonObject) -> JsonObject:
    """The description with the names of the field: what the code calls EntryOut is an Entry for whoever reads it."""
    answers = [name for name in schema["components"]["schemas"] if name.endswith("Out")]
    named = re.compile(rf'(?<=["/])({"|".join(answers)})(?=")')
    return json.loads(named.sub(lambda found: found[0].removesuffix("Out"), json.dumps(schema)))


def _translated(part: Json, name: str) -> Json:
    """A part of the description; what classes say of themselves is meant for whoever reads the code."""
    if isinstance(part, dict):
        return {
            key: _translated(value, key)
            for key, value in part.items()
            if not (key == "description" and "properties" in part)
        }
    if isinstance(part, list):
        return [_translated(each, name) for each in part]
    return gettext(part) if name in WORDS and isinstance(part, str) and part else part
