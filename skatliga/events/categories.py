"""The classes of an event (Damen, Senioren, …): which there are, and who stands in which from the beginning.

The register knows years of birth, not days. Junioren are younger than 21 on 1 January and Senioren at least 60; Jugend
is younger than 18 and Schüler younger than 15 on the Saturday before Whitsun; or as the level says (`StartRules`).

* **D** Where the year leaves it open, the older class is taken, and on 1 January nobody has a birthday. A class in the
  register goes before the year of birth.
* **D** Who has a class by age is not put among Damen or Herren as well, but for a lady among the Senioren, who stands
  in both (SpO 1.2); another player in several classes is ticked by hand.
* **D** Classes are found by their German names. One that is called otherwise is assigned by hand.
"""

from collections.abc import Collection, Iterable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.federation.eligibility import USUAL as USUAL_RULES
from scoring.federation.eligibility import EligibilityRules
from skatliga.events.models import Category, Entry, Event
from skatliga.federations.start_rules import as_eligibility_rules, rules_for
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


def usual_classes(player: Player, year: int, limits: EligibilityRules = USUAL_RULES) -> list[str]:
    """The names of the classes a player has in this year; none where the register does not know.

    >>> usual_classes(Player(birth_year=1965, gender="damen"), 2026), usual_classes(Player(birth_year=1966), 2026)
    (['Senioren', 'Damen'], [])
    """
    by_age = _age_class(player, year, limits)
    lady_over_sixty = by_age == AgeClass.SENIOREN and player.gender == Gender.DAMEN
    found: list[AgeClass | Gender] = [by_age] if by_age else []
    if player.gender and (not by_age or lady_over_sixty):
        found.append(Gender(player.gender))
    return [USUAL[each] for each in found]


def _age_class(player: Player, year: int, limits: EligibilityRules) -> AgeClass | None:
    if player.category:
        return AgeClass(player.category)
    if not player.birth_year:
        return None
    reached = year - player.birth_year  # the age within this year; on 1 January one less
    if reached < limits.pupil_below:
        return AgeClass.SCHUELER
    if reached < limits.youth_below:
        return AgeClass.JUGEND
    if reached - 1 < limits.junior_below:
        return AgeClass.JUNIOREN
    return AgeClass.SENIOREN if reached - 1 >= limits.senior_from else None


def assign_usual_classes(event: Event, entries: Iterable[Entry]) -> None:
    """Put players of a register into their classes, as far as the event has them."""
    offered = {category.name: category for category in event.categories.all()}
    if not offered:
        return
    limits = as_eligibility_rules(rules_for(event.club))
    for entry in entries:
        for name in usual_classes(entry.player, event.date.year, limits) if entry.player else ():
            if category := offered.get(name):
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
