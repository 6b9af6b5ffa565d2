"""Who changed something and why, as django-simple-history takes it: from the object that is about to be saved."""

from django.db.models import Model


def explain(instance: Model, reason: str | None) -> None:
    """Why it is changed; who does it is the user of the request."""
    vars(instance)["_change_reason"] = reason


def sign(instance: Model, user: Model | None, reason: str | None = None) -> None:
    """Who changes it, whoever sent the request; and why, where something is to be said."""
    vars(instance)["_history_user"] = user
    if reason is not None:
        explain(instance, reason)
