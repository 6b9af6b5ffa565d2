"""How far something is published: an event, a season, a club year go through the same three states."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, Protocol, TypeVar

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Model, QuerySet, TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class PublicationState(TextChoices):
    """Not published it is seen by roles only; closed, nothing in it changes any more."""

    DRAFT = "draft", gettext_lazy("nicht veröffentlicht")
    PUBLISHED = "published", gettext_lazy("veröffentlicht")
    FINAL = "final", gettext_lazy("abgeschlossen")


_Versioned = TypeVar("_Versioned", bound=Model, covariant=True)


class VersionedQuerySet(QuerySet[_Versioned]):
    """Rows of what has pages that are kept, and a `version` by which these know that they are no longer current."""

    def bump_version(self) -> None:
        """Let every page about them be made anew."""
        self.update(version=F("version") + 1)


def bump_version(stored: Model) -> None:
    """Let every page of an event, a season, a club year know that it is no longer current."""
    VersionedQuerySet(type(stored)).filter(pk=stored.pk).bump_version()


class Stated(Protocol):
    """Whatever has one of these states."""

    state: str


class Public(Model):
    """What is read by everybody as soon as its `state` is no longer that of a draft, and final for all at last."""

    state: str
    refusal_when_final: ClassVar[Promise]
    """Why nothing in it changes any more, and what to do."""

    class Meta:
        abstract = True

    @property
    def public(self) -> bool:
        """Whether anybody may read it."""
        return self.state != PublicationState.DRAFT


_Public = TypeVar("_Public", bound=Public)


def demand_open(public: Public) -> None:
    """Refuse where it is closed."""
    if public.state == PublicationState.FINAL:
        raise ValidationError(str(public.refusal_when_final))


def open_to_change(public: _Public) -> _Public:
    """It as it is stored, nobody else changing it until the transaction ends; refused where it is closed."""
    rows = type(public)._default_manager.select_for_update(of=("self",)).select_related("club")
    stored = rows.get(pk=public.pk)
    demand_open(stored)
    return stored


@contextmanager
def changing(public: _Public) -> Iterator[_Public]:
    """A change as one transaction: of what is stored (`open_to_change`), and its pages are made anew."""
    with transaction.atomic():
        stored = open_to_change(public)
        yield stored
        bump_version(stored)


STEPS = {
    PublicationState.DRAFT: (PublicationState.PUBLISHED,),
    PublicationState.PUBLISHED: (PublicationState.DRAFT, PublicationState.FINAL),
    PublicationState.FINAL: (PublicationState.PUBLISHED,),
}


def take_step(stored: Stated, state: PublicationState) -> bool:
    """Give it the next state, unsaved, and say whether that changes anything; ValidationError for two steps at once."""
    old = PublicationState(stored.state)
    if old == state:
        return False
    if state not in STEPS[old]:
        raise ValidationError(
            _("Was „%(old)s“ ist, wird nicht in einem Schritt „%(new)s“. Bitte die Seite neu laden.")
            % {"old": old.label, "new": state.label}
        )
    stored.state = state
    return True
