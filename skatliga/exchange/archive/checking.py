"""What is looked at when all records of an archive are in the database: that they belong together, and their sums."""

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Final

from django.core.exceptions import ValidationError
from django.db.models import F, Model
from django.utils.translation import gettext as _
from PIL import Image, UnidentifiedImageError

from skatliga.events.models import TeamMember
from skatliga.exchange.archive.kinds import KINDS, Kind
from skatliga.exchange.archive.unpacking import Place
from skatliga.exchange.queries import Difference, find_differences, whole_sheets
from skatliga.leagues.models import GroupTeam, LineupPlace

Roots = Mapping[type[Model], Sequence[int]]
"""The keys of the events, seasons and club years that came with an archive."""

_MOST_TOLD: Final = 20
_MOST_AREA: Final = 50_000_000
_FORMATS: Final = {"jpg": "JPEG", "png": "PNG"}
_STUMBLES: Final = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What rows that no page can have entered make the reckoning raise."""

_SAID_TWICE: Final[tuple[tuple[type[Model], str, str], ...]] = (
    (TeamMember, "kind", "team__kind"),
    (GroupTeam, "matchday", "group__matchday"),
    (LineupPlace, "matchday", "group_team__matchday"),
    (LineupPlace, "entry__event", "group_team__group__event"),
)
"""Fields that say once more what another record says, so that the database can refuse."""


def check_picture(content: bytes, ending: str, place: Place) -> None:
    """Refuse what is not a picture of the kind its name says."""
    try:
        with Image.open(BytesIO(content), formats=[_FORMATS[ending]]) as image:
            if image.width * image.height > _MOST_AREA:
                raise ValueError
            image.verify()
    except (UnidentifiedImageError, OSError, ValueError, TypeError, SyntaxError, Image.DecompressionBombError):
        raise place.refuse(_("Das Bild ist nicht zu lesen.")) from None


def check_together(roots: Roots, using: str) -> None:
    """Refuse records in this database that refer to something of another event, season or year than their own."""
    for kind in KINDS:
        if not kind.within or kind.tracked or kind.root not in roots:
            continue
        found = kind.model._default_manager.using(using).filter(**{f"{kind.path}__in": roots[kind.root]})
        pairs = [(kind.path, path) for path in _other_ways(kind)]
        pairs += [(one, other) for model, one, other in _SAID_TWICE if model is kind.model]
        if kind.name == "seats":
            pairs.append(("round", "table__round"))
        for one, other in pairs:
            if found.exclude(**{f"{other}__isnull": True}).exclude(**{one: F(other)}).exists():
                raise Place(kind.part).refuse(_("Ein Datensatz gehört nicht zu dem, worauf er verweist."))


def _other_ways(kind: Kind) -> list[str]:
    """How else than by what it belongs to a record leads to an event, season or year."""
    return [
        f"{name}__{target.path}" if target.within else name
        for name, target in kind.references.items()
        if name != kind.within and target.root is kind.root
    ]


def check_sums(events: Sequence[int], tell: Callable[[], None], using: str) -> None:
    """Compute every list of these events in this database, and refuse if one has not the sum that came along."""
    differences: list[Difference] = []
    for sheet in whole_sheets().using(using).filter(table__round__event__in=events).iterator(300):
        try:
            differences += find_differences(iter([sheet]))
        except _STUMBLES:
            raise ValidationError(
                _("%(event)s, %(list)s lässt sich nicht berechnen.") % {"event": sheet.table.round.event, "list": sheet}
            ) from None
        tell()
    if differences:
        told = [_tell(each) for each in differences[:_MOST_TOLD]]
        more = len(differences) - len(told)
        raise ValidationError([*told, _("… und %(more)s weitere.") % {"more": more}] if more else told)


def _tell(difference: Difference) -> str:
    words = {
        "event": difference.sheet.table.round.event,
        "list": difference.sheet,
        "seat": difference.seat,
        "archive": difference.stored[-1] if difference.stored else "–",
        "here": difference.computed[-1] if difference.computed else "–",
    }
    if difference.stored and difference.computed and difference.stored[-1] == difference.computed[-1]:
        return _("%(event)s, %(list)s, Platz %(seat)s: Spielpunkte oder Zähler sind andere als im Archiv.") % words
    return _("%(event)s, %(list)s, Platz %(seat)s: im Archiv %(archive)s, hier berechnet %(here)s.") % words
