"""The classes of an event (Damen, Senioren, …): which there are, and who stands in which from the beginning.

The register knows years of birth, not days. Junioren are younger than 21 on 1 January and Senioren at least 60; Jugend
is younger than 18 and Schüler younger than 15 on the Saturday before Whitsun.

* **D** Where the year leaves it open, the older class is taken, and on 1 January nobody has a birthday. A class in the
  register goes before the year of birth.
* **D** Who has a class by age is not put among Damen or Herren as well; a player in several classes is ticked by hand.
* **D** Classes are found by their German names. One that is called otherwise is assigned by hand.
"""

from collections.abc import Collection, Iterable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from skatliga.events.models import Category, Entry, Event
from skatliga.people.models import AgeClass, Gender, Player
from skatliga.people.names import fold
from skatliga.publication import changing

USUAL = {
    Gender.HERREN: "Herren",
    Gender.DAMEN: "Damen",
    AgeClass.SENIOREN: "Senioren",
    AgeClass.JUNIOREN: "Junioren",
    AgeClass.JUGEND: "Jugend",
    AgeClass.SCHUELER: "Schüler",
}


def usual_class(player: Player, year: int) -> str:
    """The name of the class a player has in this year, empty where the register does not know.

    >>> usual_class(Player(birth_year=1965, gender="damen"), 2026), usual_class(Player(birth_year=1966), 2026)
    ('Senioren', '')
    """
    if player.category:
        return USUAL[AgeClass(player.category)]
    if player.birth_year:
        reached = year - player.birth_year  # the age within this year; on 1 January one less
        if reached < 15:
            return USUAL[AgeClass.SCHUELER]
        if reached < 18:
            return USUAL[AgeClass.JUGEND]
        if reached - 1 < 21:
            return USUAL[AgeClass.JUNIOREN]
        if reached - 1 >= 60:
            return USUAL[AgeClass.SENIOREN]
    return USUAL[Gender(player.gender)] if player.gender else ""


def assign_usual_classes(event: Event, entries: Iterable[Entry]) -> None:
    """Put players of a register into their class, as far as the event has it."""
    offered = {category.name: category for category in event.categories.all()}
    for entry in entries:
        if entry.player and (category := offered.get(usual_class(entry.player, event.date.year))):
            entry.categories.add(category)


def add_usual_classes(event: Event) -> None:
    """All usual classes, as far as they are missing; who stands in none yet is put into the one of the register."""
    with changing(event) as stored:
        present = {fold(category.name) for category in stored.categories.all()}
        Category.objects.bulk_create(
            Category(event=stored, name=name) for name in USUAL.values() if fold(name) not in present
        )
        assign_usual_classes(stored, stored.entries.filter(categories=None).select_related("player"))


Ticks = Collection[tuple[int, int]]
"""Keys of an entry and of a class."""


def set_classes(event: Event, shown: Ticks, ticked: Ticks) -> int:
    """Who stands in which class, as ticked in a table; how many ticks are others than those that were shown.

    What was not touched stays as it is now, whoever has changed it since.
    """
    with changing(event) as stored:
        changed = set(shown) ^ set(ticked)
        entries = stored.entries.in_bulk({entry for entry, _category in changed})
        classes = {category.pk: category for category in stored.categories.all()}
        changed = {(entry, category) for entry, category in changed if entry in entries and category in classes}
        for entry, category in changed:
            stands = entries[entry].categories
            if (entry, category) in ticked:
                stands.add(classes[category])
            else:
                stands.remove(classes[category])
        return len(changed)


def add_class(event: Event, name: str) -> Category:
    """One more class."""
    with changing(event) as stored:
        return _save(Category(event=stored), name)


def rename_class(category: Category, name: str) -> Category:
    """Another name for a class; who stands in it stays there."""
    with changing(category.event):
        return _save(category, name)


def delete_class(category: Category) -> None:
    """Do without a class; its ranking is gone, the results are not."""
    with changing(category.event):
        category.delete()


def _save(category: Category, name: str) -> Category:
    for other in category.event.categories.exclude(pk=category.pk):
        if fold(other.name) == fold(name):
            raise ValidationError(_("Die Klasse „%(name)s“ gibt es schon.") % {"name": other.name})
    category.name = name
    category.full_clean()
    category.save()
    return category
