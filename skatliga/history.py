"""Who changed something and why, as django-simple-history takes it: from the object that is about to be saved.

And what every change may demand before it is made: a condition, a reason.
"""

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.translation import gettext as _


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
