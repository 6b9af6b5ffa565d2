"""Who changed something and why, as django-simple-history takes it: from the object that is about to be saved.

And what every change may demand before it is made: a condition, a reason.
"""

from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db.models import Manager, Model, QuerySet, TextField
from django.utils.translation import gettext as _
from simple_history.manager import HistoryManager
from simple_history.models import HistoricalRecords


class VersionManager(HistoryManager):
    """Its class is made once: the library makes one whenever a history is asked for, and so at every save."""

    _made: ClassVar[dict[type[QuerySet], type[Manager]]] = {}

    @classmethod
    def from_queryset(cls, queryset_class: type[QuerySet], class_name: str | None = None) -> type[Manager]:
        if queryset_class not in cls._made:
            cls._made[queryset_class] = super().from_queryset(queryset_class, class_name)
        return cls._made[queryset_class]


def recorded(long_reasons: bool = False, **options: object) -> HistoricalRecords:
    """The history of a model: every version, with who and why; a reason may be as long as it needs to be or short.

    The options are those of the library.
    """
    if long_reasons:
        options["history_change_reason_field"] = TextField(null=True)
    return HistoricalRecords(history_manager=VersionManager, **options)


def explain(instance: Model, reason: str | None) -> None:
    """Why it is changed, as far as its history has room; who does it is the user of the request."""
    vars(instance)["_change_reason"] = reason and reason[: _room_for_reasons(type(instance))]


def _room_for_reasons(model: type[Model]) -> int | None:
    """How long a reason in the history of a model may be; None where there is no limit."""
    name = getattr(model._meta, "simple_history_manager_attribute", None)
    return getattr(model, name).model._meta.get_field("history_change_reason").max_length if name else None


def explain_change(instance: Model, reason: str) -> None:
    """Why something is changed by which there are results already; refused without a reason."""
    demand_reason(reason)
    explain(instance, reason.strip())


def sign(instance: Model, user: Model | None, reason: str | None = None) -> None:
    """Who changes it, whoever sent the request; and why, where something is to be said."""
    vars(instance)["_history_user"] = user
    if reason is not None:
        explain(instance, reason)


def save(instance: Model, user: Model | None = None, reason: str = "") -> None:
    """Check and save, with who and why in the history."""
    sign(instance, user, reason)
    instance.full_clean()
    instance.save()


def demand(condition: bool, *sentences: str) -> None:
    """Refuse with these sentences unless the condition holds."""
    if not condition:
        raise ValidationError(list(sentences))


def demand_reason(reason: str) -> None:
    """Refuse what changes something scored without saying why."""
    demand(bool(reason.strip()), _("Bitte eine Begründung angeben."))
