"""Telling the user what a service refuses, and what cannot be read."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import CharField
from django.http import HttpRequest


@contextmanager
def refusal_told(request: HttpRequest) -> Iterator[None]:
    """Say every sentence of a refusal on the next page, and go on."""
    try:
        yield
    except ValidationError as refusal:
        for sentence in refusal.messages:
            messages.error(request, sentence)


def text_of(request: HttpRequest, name: str, most: int = 500) -> str:
    """What was written in a field without a form, refused where it is too long or holds what no database keeps."""
    written = request.POST.get(name, "").replace("\r\n", "\n")
    return CharField(max_length=most, required=False).clean(written)
