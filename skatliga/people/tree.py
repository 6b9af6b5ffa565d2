"""What belongs to what: Verband, Landesverband, Verbandsgruppe, Verein, or any other shape; and what follows for roles.

A club says to which other it belongs (`Club.parent`); everything else is asked of that, in one query, however deep.

* **D** A role counts in the club it is held in and in all that belongs to it; the strongest one counts.
* **D** Something moves only where whoever moves it administers what it is in now and what it comes into: a role above
  gives power below, and nobody takes that over others.
* **D** What nobody but a level above administers stays below it: alone, it would belong to nobody.
* **D** No circle can come about: moves wait for each other, as they all lock one row, and each looks at the tree as the
  one before it has left it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.expressions import BaseExpression, RawSQL
from django.db.models.sql.compiler import SQLCompiler
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.people.models import Club, ClubRole, User

_ABOVE: Final = """
    WITH RECURSIVE line (id, parent, steps) AS (
        SELECT own.id, own.parent_id, 0 FROM people_club own WHERE own.id = {club}
        UNION SELECT own.id, own.parent_id, steps + 1 FROM people_club own JOIN line ON own.id = line.parent
    )
"""
_BELOW: Final = """
    WITH RECURSIVE line (id) AS (
        SELECT own.id FROM people_club own WHERE own.id = {club}
        UNION SELECT own.id FROM people_club own JOIN line ON own.parent_id = line.id
    )
    SELECT id FROM line
"""
_TREE: Final = f"""
    {_ABOVE}, tree (id) AS (
        SELECT id FROM line WHERE parent IS NULL
        UNION SELECT own.id FROM people_club own JOIN tree ON own.parent_id = tree.id
    )
    SELECT id FROM tree
"""
_WEAKEST_LAST: Final = " ".join(f"WHEN '{role}' THEN {place}" for place, role in enumerate(reversed(Role)))
_ROLE: Final = f"""
    ({_ABOVE} SELECT held.role FROM people_clubrole held JOIN line ON held.club_id = line.id
    WHERE held.user_id = %s ORDER BY CASE held.role {_WEAKEST_LAST} END LIMIT 1)
"""


class RoleHeld(models.Func):
    """What a user is in the club that a field of a query names: a value of Role, or nothing."""

    output_field = models.CharField()

    def __init__(self, club: str, user: int) -> None:
        super().__init__(F(club))
        self.user = user

    def as_sql(  # type: ignore[override]
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **_options: object
    ) -> tuple[str, list[str | int]]:
        """The words of the query."""
        club, params = compiler.compile(self.source_expressions[0])
        return _ROLE.format(club=club), [*params, self.user]

    def get_group_by_cols(self) -> list[BaseExpression]:
        """A query that counts is grouped by the club alone."""
        return list(self.source_expressions[0].get_group_by_cols())


def below(club: Club) -> RawSQL:
    """The keys of a club and of all that belongs to it, for a query (`club__in`)."""
    return RawSQL(_BELOW.format(club="%s"), [club.pk])


def keys_above(club: Club) -> RawSQL:
    """The keys of a club and of all it belongs to, for a query (`club__in`)."""
    return RawSQL(_ABOVE.format(club="%s") + "SELECT id FROM line", [club.pk])


def federation_of(club: Club) -> RawSQL:
    """The keys of all that belongs to the same in the end as a club, itself among them, for a query (`club__in`)."""
    return RawSQL(_TREE.format(club="%s"), [club.pk])


def above(club: Club) -> list[Club]:
    """What a club belongs to, the widest first; one query, none where it belongs to nothing."""
    if club.parent_id is None:
        return []
    words = _ABOVE.format(club="%s") + "SELECT c.* FROM people_club c JOIN line ON line.id = c.id WHERE c.id <> %s"
    return list(Club.objects.raw(f"{words} ORDER BY steps DESC", [club.pk, club.pk]))


def lines_above(clubs: Collection[int]) -> dict[int, str]:
    """What these clubs belong to, the widest first, by keys as `7.31`; those that belong to nothing are left out.

    A query for every level of the tree.
    """
    parents: dict[int, int | None] = {}
    asked = set(clubs)
    while asked:
        found = dict(Club.objects.filter(pk__in=asked).values_list("pk", "parent"))
        parents |= found
        asked = {parent for parent in found.values() if parent} - parents.keys()
    return {club: ".".join(map(str, line[::-1])) for club in clubs if (line := list(_line(club, parents)))}


def _line(club: int, parents: Mapping[int, int | None]) -> Iterator[int]:
    while above := parents.get(club):
        yield above
        club = above


class UnitLine(NamedTuple):
    """Something that belongs to a club, as it stands in the folded tree."""

    unit: Club
    size: int
    """How many belong to it."""
    closes: range
    """As many as there are levels that end with it."""


def units_of(club: Club) -> list[UnitLine]:
    """All that belongs to a club, each followed by what belongs to it, by number and name; one query."""
    within: dict[int | None, list[Club]] = {}
    for unit in Club.objects.filter(pk__in=below(club)).exclude(pk=club.pk).order_by("number", "name", "pk"):
        within.setdefault(unit.parent_id, []).append(unit)
    order = list(_in_order(club, within))
    sizes: dict[int | None, int] = {}
    for unit, _closes in reversed(order):
        sizes[unit.parent_id] = sizes.get(unit.parent_id, 0) + 1 + sizes.get(unit.pk, 0)
    return [UnitLine(unit, sizes.get(unit.pk, 0), range(closes)) for unit, closes in order]


def _in_order(club: Club, within: Mapping[int | None, Sequence[Club]]) -> Iterator[tuple[Club, int]]:
    """Each with how many levels below the first end with it."""
    waiting = [(unit, 0) for unit in reversed(within.get(club.pk, ()))]
    while waiting:
        unit, closes = waiting.pop()
        own = within.get(unit.pk, ())
        yield unit, 0 if own else closes
        waiting += [(each, closes + 1 if each is own[-1] else 0) for each in reversed(own)]


def holders(club: Club, roles: Iterable[Role], without: int = 0) -> QuerySet[User]:
    """Who can sign in and holds one of these roles in a club or above it; the role with the key `without` aside."""
    held = ClubRole.objects.filter(user=OuterRef("pk"), role__in=list(roles), club__in=keys_above(club))
    return User.objects.filter(Exists(held.exclude(pk=without)), is_active=True)


@transaction.atomic
def move(unit: Club, parent: Club | None) -> None:
    """Let a club belong to another one, with all that belongs to it, or to none. Raises ValidationError."""
    Club.objects.select_for_update().order_by("pk").first()  # one row stands for the whole tree
    moved = Club.objects.select_for_update().get(pk=unit.pk)
    if parent and Club.objects.filter(pk=parent.pk).filter(pk__in=below(moved)).exists():
        words = {"unit": moved.name, "parent": parent.name}
        raise ValidationError(
            _("%(unit)s kann nicht zu %(parent)s gehören: %(parent)s gehört selbst zu %(unit)s.") % words
            if moved.pk != parent.pk
            else _("%(unit)s kann nicht zu sich selbst gehören.") % words
        )
    had = holders(moved, [Role.ADMINISTRATOR]).exists()
    moved.parent = parent
    moved.save(update_fields=["parent"])
    if had and not holders(moved, [Role.ADMINISTRATOR]).exists():
        raise ValidationError(
            _("Bitte zuerst in %(unit)s jemandem die Rolle Administrator geben; sonst hätte sie dort niemand mehr.")
            % {"unit": moved.name}
        )
