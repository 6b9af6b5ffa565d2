"""Registering at the desk, and what an event knows of somebody who takes part.

* **D** A name is what a guest is known by: entering the same guest of the same club once more changes nothing and gives
  the same start number, so pressing Enter twice does no harm. The same name from another club is refused.
"""

import re
from collections.abc import Collection, Mapping
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import ProtectedError, Q
from django.utils.translation import gettext as _

from skatliga.events.models import Category, Entry, Event, Team
from skatliga.events.queries import GUEST, of_federation
from skatliga.events.services import enter_guests, enter_players, same_name
from skatliga.events.signals import is_code_of_expected, take_expected
from skatliga.events.teams import set_team
from skatliga.history import explain
from skatliga.people.models import Player, means
from skatliga.people.names import fold
from skatliga.publication import bump_version, changing, open_to_change

NO_SHOW = "nicht erschienen"
"""Why somebody is withdrawn who never came; stands in the history as it is."""
FROM_REGISTER = "Name aus dem Register"
"""Why a name is another one; stands in the history as it is."""

_GUEST = re.compile(r"(?P<name>[^()]+?)\s*(?:\((?P<club>[^()]*)\))?")


def read_guest(text: str) -> tuple[str, str]:
    """Name and club of a guest as typed; raises ValidationError for what cannot be understood.

    >>> read_guest("Hans  Huber (SC Gera)")
    ('Hans Huber', 'SC Gera')
    """
    typed = " ".join(text.split())
    found = _GUEST.fullmatch(typed)
    if not found or len(typed) > 120 or not re.search(r"[^\W\d_]", found["name"]):
        raise ValidationError(
            _("„%(line)s“ ist nicht zu verstehen. Bitte schreiben wie: Hans Huber (SC Musterstadt)")
            % {"line": typed[:60]}
        )
    return found["name"], (found["club"] or "").strip()


def evening_before(event: Event) -> Event | None:
    """The last event of the club before this one in which somebody took part; no practice, no league."""
    earlier = Event.objects.filter(club=event.club_id, date__lte=event.date, league_group=None, practice_of=None)
    return earlier.exclude(pk=event.pk).filter(entries__withdrawn=False).order_by("-date", "-pk").first()


def enter_again(event: Event) -> list[Entry]:
    """Whoever took part in the evening before takes part in this one, too; who does already is passed over.

    **D** Who withdrew there is not entered. Players of the register come under the name it has today, and guests
    under theirs.
    """
    before = evening_before(event)
    with changing(event) as stored:
        if before is None:
            raise ValidationError(_("Es gibt keinen früheren Abend, von dem sich Teilnehmer übernehmen lassen."))
        entries = list(before.entries.filter(withdrawn=False).select_related("player__merged_into"))
        clubs: dict[str, list[Player]] = {}
        for entry in entries:
            if entry.player:
                clubs.setdefault(entry.club_name, []).append(entry.player.canonical)
        new = [each for name, own in clubs.items() for each in enter_players(stored, own, club_name=name)]
        known = {fold(name) for name in stored.entries.values_list("name", flat=True)}
        guests = {fold(entry.name): (entry.name, entry.club_name) for entry in entries if not entry.player}
        return new + enter_guests(stored, [guest for name, guest in guests.items() if name not in known])


@transaction.atomic
def register(
    event: Event, choice: str, text: str, key: UUID | None = None, *, admitted: str = ""
) -> tuple[Entry, bool]:
    """Enter whoever was chosen (see `queries.Hit`), or the words typed as a guest; and whether that is new.

    With the same `key` the same registration is meant: sent once more, it gives the same entry. Who may not start in a
    championship is `admitted` for a reason, or refused (`championships.IneligibleError`).
    """
    stored = open_to_change(event)
    if key and (entry := stored.entries.filter(key=key).first()):
        return entry, True
    if key and Entry.history.filter(key=key).exists():
        raise ValidationError(_("Dieser Eintrag wurde inzwischen gelöscht."))
    if choice == GUEST:
        if is_code_of_expected(text):
            raise ValidationError(
                _("Zu „%(code)s“ gibt es hier keine Voranmeldung; bitte den Code vergleichen oder den Namen eintippen.")
                % {"code": text.strip()}
            )
        return _register_guest(stored, *read_guest(text), key, admitted)
    found = re.fullmatch(r"([pemvw])([0-9]{1,9})", choice)
    kind, number = found.groups() if found else ("", "")
    if kind in ("v", "w"):
        return take_expected(stored, int(number), admitted), True
    if kind == "e" and (entry := stored.entries.filter(start_number=number).first()):
        return entry, False
    chosen = Q(club=stored.club_id, player=number) if kind == "p" else Q(pk=number)
    member = of_federation(stored.club).filter(chosen).first() if kind in ("p", "m") else None
    if member is None:
        raise ValidationError(_("Das ist niemand aus dem Register dieses Vereins. Bitte noch einmal suchen."))
    if entered := enter_players(stored, [member.player], key, club_name=member.club.name, admitted=admitted):
        return entered[0], True
    present = stored.entries.filter(means(member.player_id, "player"))
    return present.get(), False


def _register_guest(event: Event, name: str, club_name: str, key: UUID | None, admitted: str) -> tuple[Entry, bool]:
    for entry in event.entries.filter(player=None, club_name=club_name):
        if fold(entry.name) == fold(name):
            return entry, False
    return enter_guests(event, [(name, club_name)], key, admitted=admitted)[0], True


def delete_entry(entry: Entry) -> None:
    """Take somebody out who was entered by mistake; refused with what hangs on it. The number is not given again."""
    with changing(entry.event) as event:
        stored = event.entries.get(pk=entry.pk)
        try:
            with transaction.atomic():
                stored.delete()
        except ProtectedError as used:
            found = {(each._meta.app_label, str(each._meta.verbose_name_plural)) for each in used.protected_objects}
            kinds = {_("Listen") if app == "lists" else kind for app, kind in found}
            raise ValidationError(
                _("%(name)s lässt sich nicht mehr löschen, es gibt schon: %(kinds)s. Bitte „Tritt zurück“ nehmen.")
                % {"name": stored.name, "kinds": ", ".join(sorted(kinds))}
            ) from used


def change_entry(
    entry: Entry,
    *,
    categories: Collection[Category],
    teams: Mapping[str, Team | None],
    reason: str = "",
    **fields: object,
) -> Entry:
    """Write new values over somebody who takes part: `fields` are those of Entry, `teams` goes by kind.

    The `reason` is for another team once there are lists.
    """
    with changing(entry.event) as event:
        stored = Entry.objects.get(pk=entry.pk)
        if stored.player_id and fields.get("name", stored.name) != stored.name:
            raise ValidationError(_("%(name)s steht im Register; bitte den Namen dort ändern.") % {"name": stored.name})
        for name, value in fields.items():
            setattr(stored, name, value)
        others = list(event.entries.exclude(pk=stored.pk))
        if findings := [*_check_name(stored, others), *_check_place(stored, others, max(event.table_sizes))]:
            raise ValidationError(findings)
        stored.full_clean()
        stored.save()
        stored.categories.set(categories)
        for kind, team in teams.items():
            set_team(event, stored, Team.Kind(kind), team, reason)
        return stored


@transaction.atomic
def refresh_name(entry: Entry) -> Entry:
    """Take over the name that the register has today; refused once the event is closed, as every change is."""
    event = open_to_change(entry.event)
    stored = Entry.objects.select_related("player__merged_into").get(pk=entry.pk)
    if stored.player is None:
        raise ValidationError(_("%(name)s steht in keinem Register.") % {"name": stored.name})
    if stored.name != stored.register_name:
        stored.name = stored.register_name
        explain(stored, FROM_REGISTER)
        stored.full_clean()
        stored.save()
        bump_version(event)
    return stored


def _check_name(entry: Entry, others: Collection[Entry]) -> list[str]:
    return [same_name(other) for other in others if not entry.player_id and fold(other.name) == fold(entry.name)]


def _check_place(entry: Entry, others: Collection[Entry], seats: int) -> list[str]:
    """What there is to say against a fixed table and seat."""
    findings = []
    if entry.wanted_seat and entry.wanted_seat > seats:
        findings.append(_("Der feste Platz kann höchstens %(seats)s sein.") % {"seats": seats})
    if entry.wanted_seat == 1 and not entry.keeps_lists:
        findings.append(_("Auf Platz 1 wird die Liste geführt. Bitte einen anderen festen Platz wählen."))
    for other in others:
        same = (other.wanted_table, other.wanted_seat) == (entry.wanted_table, entry.wanted_seat)
        if same and entry.wanted_table and entry.wanted_seat and not other.withdrawn:
            findings.append(
                _("Tisch %(table)s, Platz %(seat)s ist schon für %(other)s vorgesehen.")
                % {"table": entry.wanted_table, "seat": entry.wanted_seat, "other": other}
            )
    return findings
