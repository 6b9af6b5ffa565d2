"""What of an archive is here already, so that nobody takes in the same evening twice without meaning to.

* **D** An event, a season or a club year is recognised by the moment it was created and the name it had then, which
  stand in the first version of its history and come along wherever it goes, whatever it is called by now; an event
  also by the keys of its lists, and a year that was taken over, which has no history, by the moment when it was.
* **D** What is here already is not left out of an archive: its members, lists and money belong together. The whole
  archive comes in once more beside what is here, and only if that is said in so many words.
"""

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from skatliga.events.models import Event
from skatliga.exchange.archive.kinds import BY_MODEL, BY_NAME, ROOTS, Key
from skatliga.exchange.archive.reading import read_records
from skatliga.exchange.archive.unpacking import Unpacked
from skatliga.years.models import PastYear

Present = list[tuple[str, list[str]]]
"""What is here, by what it is called in the plural (events, seasons, years)."""
AT_ONCE: Final = 500
_NAMED: Final = 3
T = TypeVar("T")


def here_already(archive: Unpacked) -> Present:
    """The names of what is here and would be here twice."""
    found = [(model, _keys_here(archive, model)) for model in ROOTS]
    return [
        (str(model._meta.verbose_name_plural), [_name(each) for each in model._default_manager.filter(pk__in=keys)])
        for model, keys in found
        if keys
    ]


def demand_new(archive: Unpacked) -> None:
    """Refuse an archive of which something is here already."""
    if present := here_already(archive):
        how = _("Soll alles ein zweites Mal daneben stehen, muss das dabei gesagt werden: „noch einmal“ oder --again.")
        raise ValidationError([*sentences(present), how])


def sentences(present: Present) -> list[str]:
    """What is here already, some of it by name."""
    told = []
    for label, names in present:
        named, more = ", ".join(names[:_NAMED]), len(names) - _NAMED
        words = {"label": label, "number": len(names), "names": named, "more": more}
        if more > 0:
            told.append(_("Hier schon vorhanden: %(label)s (%(number)s): %(names)s und %(more)s weitere.") % words)
        else:
            told.append(_("Hier schon vorhanden: %(label)s (%(number)s): %(names)s.") % words)
    return told


def _name(record: Model) -> str:
    return f"{record} ({date_format(record.date)})" if isinstance(record, Event) else str(record)


def _keys_here(archive: Unpacked, model: type[Model]) -> set[Key]:
    """The keys of what is in the archive and here."""
    if model is PastYear:
        moments = [values["at"] for _place, values in read_records(archive, BY_MODEL[model])]
        years = PastYear.objects.order_by()
        return {key for some in _some(moments) for key in years.filter(at__in=some).values_list("pk", flat=True)}
    keys = _created_at_the_same_moment(archive, model)
    return keys | _with_the_same_lists(archive) if model is Event else keys


def _created_at_the_same_moment(archive: Unpacked, model: type[Model]) -> set[Key]:
    history = BY_NAME[f"{BY_MODEL[model].name}_history"]
    first = {
        (values["history_date"], values["name"])
        for _place, values in read_records(archive, history)
        if values["history_type"] == "+"
    }
    versions = history.model._default_manager.filter(history_type="+", id__in=model._default_manager.values("pk"))
    return {
        key
        for some in _some(sorted(moment for moment, _name in first))
        for moment, name, key in versions.filter(history_date__in=some).values_list("history_date", "name", "id")
        if (moment, name) in first
    }


def _with_the_same_lists(archive: Unpacked) -> set[int]:
    keys = [values["id"] for _place, values in read_records(archive, BY_NAME["sheets"])]
    held = Event.objects.order_by()
    return {
        key for some in _some(keys) for key in held.filter(rounds__tables__sheets__in=some).values_list("pk", flat=True)
    }


def _some(values: Sequence[T]) -> Iterator[Sequence[T]]:
    return (values[first : first + AT_ONCE] for first in range(0, len(values), AT_ONCE))
