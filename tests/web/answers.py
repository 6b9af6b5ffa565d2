"""What pages, services and the database answer, as tests compare it."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction


def told(response) -> list[str]:
    """The messages that a page shows on top."""
    return [str(message) for message in response.context["messages"]]


def refused(write: Callable, *args: object, **kwargs: object) -> list[str]:
    """The sentences with which a service refuses."""
    with pytest.raises(ValidationError) as refusal:
        write(*args, **kwargs)
    return refusal.value.messages


def refused_by_database(write: Callable) -> bool:
    """Whether the database itself refuses what is written past all forms and services."""
    try:
        with transaction.atomic():
            write()
    except IntegrityError:
        return True
    return False
