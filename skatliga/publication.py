"""How far something is published: an event, a season, a club year go through the same three states."""

from typing import Protocol, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import F, Model, QuerySet, TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class PublicationState(TextChoices):
    """In preparation it is seen by roles only; closed, nothing in it changes any more."""

    DRAFT = "draft", gettext_lazy("in Vorbereitung")
    PUBLISHED = "published", gettext_lazy("veröffentlicht")
    FINAL = "final", gettext_lazy("abgeschlossen")


_Versioned = TypeVar("_Versioned", bound=Model, covariant=True)


class VersionedQuerySet(QuerySet[_Versioned]):
    """Rows of what has pages that are kept, and a `version` by which these know that they are no longer current."""

    def bump_version(self) -> None:
        """Let every page about them be made anew."""
        self.update(version=F("version") + 1)


class Stated(Protocol):
    """Whatever has one of these states."""

    state: str


class Public:
    """What is read by everybody as soon as its `state` is no longer that of a draft."""

    state: str

    @property
    def public(self) -> bool:
        """Whether anybody may read it."""
        return self.state != PublicationState.DRAFT


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
