"""How every change of a season begins and ends: a closed one stays as it is, and its pages learn of the change."""

from django.core.exceptions import ValidationError
from django.db.models import F, Model
from django.utils.translation import gettext as _

from skatliga.history import sign
from skatliga.leagues.models import Season
from skatliga.people.models import User


def open_season(season: Season) -> Season:
    """The season as it is now, locked until the transaction ends; refused where it is closed."""
    stored = Season.objects.select_for_update(of=("self",)).select_related("club").get(pk=season.pk)
    demand(
        stored.state != Season.State.FINAL,
        _("Diese Saison ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen."),
    )
    return stored


def tell_pages(season: Season) -> None:
    """Let every page of the season know that it is no longer current."""
    Season.objects.filter(pk=season.pk).update(version=F("version") + 1)


def demand(condition: bool, *sentences: str) -> None:
    """Refuse with these sentences unless the condition holds."""
    if not condition:
        raise ValidationError(list(sentences))


def demand_reason(reason: str) -> None:
    """Refuse what changes something scored without saying why."""
    demand(bool(reason.strip()), _("Bitte eine Begründung angeben."))


def save(instance: Model, user: User | None = None, reason: str = "") -> None:
    """Check and save, with who and why in the history."""
    sign(instance, user, reason)
    instance.full_clean()
    instance.save()
