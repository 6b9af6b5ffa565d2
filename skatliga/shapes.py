"""What has no type of its own: data that comes and goes as JSON."""

from typing import Any, TypeAlias

Json: TypeAlias = Any
"""One value out of JSON, as json.loads gives it; whoever reads it checks what it is."""

JsonObject: TypeAlias = dict[str, Json]
"""An object of JSON: its keys are words, what they lead to is checked by whoever reads it."""
