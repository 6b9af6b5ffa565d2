"""Telling the user what a service refuses."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest


@contextmanager
def refusal_told(request: HttpRequest) -> Iterator[None]:
    """Say every sentence of a refusal on the next page, and go on."""
    try:
        yield
    except ValidationError as refusal:
        for sentence in refusal.messages:
            messages.error(request, sentence)
