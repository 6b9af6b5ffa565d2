"""Who may do what: the roles of the site, their order, and the answer to a request that may not.

A role is held in a club and counts in all its events, and in all that belongs to the club (`skatliga.people.tree`); it
can also be held in one event alone. The strongest one counts.
Every view asks on its first line, and gets either the object or one of three answers: somebody who is not signed in is
sent to sign in, a stranger learns nothing (404), and whoever is known but may not is told so (403).
"""

from typing import Final, NamedTuple

from django.core.exceptions import PermissionDenied
from django.db.models import TextChoices
from django.http import Http404, HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Role(TextChoices):
    """The roles, weakest first; a stronger one may all that a weaker one may."""

    READER = "reader", _("Leser")
    LISTENFUEHRER = "listenfuehrer", _("Listenführer")
    SPIELLEITUNG = "spielleitung", _("Spielleitung")
    ADMINISTRATOR = "administrator", _("Administrator")

    def covers(self, needed: "Role") -> bool:
        """Whether this role may what the other one may."""
        order = list(Role)
        return order.index(self) >= order.index(needed)

    # The same question for templates, which cannot pass an argument.

    @property
    def enters(self) -> bool:
        """Whether this role may enter lists and players."""
        return self.covers(Role.LISTENFUEHRER)

    @property
    def directs(self) -> bool:
        """Whether this role may direct: correct, decide, publish."""
        return self.covers(Role.SPIELLEITUNG)

    @property
    def administers(self) -> bool:
        """Whether this role may give and take roles."""
        return self.covers(Role.ADMINISTRATOR)


class Power(NamedTuple):
    """One thing that can be done, and the weakest role that may; None for everybody, signed in or not."""

    what: Promise | str
    role: Role | None
    addresses: tuple[str, ...]
    """Pages behind it: a test holds the role against what these answer."""

    def granted_to(self, role: Role | None) -> bool:
        """Whether somebody with this role may."""
        return self.role is None or (role is not None and role.covers(self.role))


POWERS: Final = (
    Power(
        _("Veröffentlichtes lesen: Veranstaltungen, Plätze, Listen, Ranglisten, Ligatabellen, Clubjahre"),
        None,
        (
            *("events:event", "lists:board", "lists:sheet", "standings:ranking", "years:year", "leagues:division"),
            "circuits:circuit",
        ),
    ),
    Power(_("Lesen, was noch nicht veröffentlicht ist, und das Spielerverzeichnis"), Role.READER, ("people:register",)),
    Power(
        _("Verlauf, Fotos und Zweitlisten ansehen; Protest gegen eine Liste einlegen"),
        Role.READER,
        ("lists:history_file", "lists:photo", "lists:twin", "lists:protest"),
    ),
    Power(
        _("Listen öffnen, eingeben, berichtigen und als erfasst abschließen"),
        Role.LISTENFUEHRER,
        ("lists:open", "lists:entry", "lists:totals", "lists:undo", "scanned"),
    ),
    Power(
        _("Listen prüfen; wo eine zweite Person verlangt ist, nur solche, die jemand anders erfasst hat"),
        Role.LISTENFUEHRER,
        ("lists:confirm", "lists:move"),
    ),
    Power(
        _("Spieler und Gäste anmelden, austragen, zu Mannschaften ordnen; Startgeld annehmen"),
        Role.LISTENFUEHRER,
        (
            "events:desk",
            "events:enter_guests",
            "events:enter_again",
            "events:withdraw",
            "events:teams",
            "phones:renew_code",
            "desk:pay",
            "signups:arrive",
        ),
    ),
    Power(
        _("Spieler ins Verzeichnis aufnehmen"),
        Role.LISTENFUEHRER,
        ("people:add_player", "people:take_in", "people:take_in_known"),
    ),
    Power(
        _("Spieler im Verzeichnis ändern, zusammenführen, austragen"),
        Role.SPIELLEITUNG,
        ("people:player", "people:merge", "people:leave_club", "events:as_guest", "events:guest_again"),
    ),
    Power(
        _("Veranstaltungen anlegen, ändern, veröffentlichen und abschließen"),
        Role.SPIELLEITUNG,
        ("events:create_event", "events:change_event", "events:set_state", "desk:close"),
    ),
    Power(
        _("Voranmeldung öffnen und schließen, Überweisungen anhaken, streichen, wer nicht kommt"),
        Role.SPIELLEITUNG,
        ("signups:terms", "signups:pay", "signups:strike_absent"),
    ),
    Power(
        _("Quoten einer Meisterschaft festlegen, Startplätze anbieten, Antworten eintragen, Qualifizierte eintragen"),
        Role.SPIELLEITUNG,
        (
            *("qualifications:rule", "qualifications:open_places", "qualifications:take_back"),
            *("qualifications:office_answer", "qualifications:enter_accepted"),
        ),
    ),
    Power(
        _("Auslosen, Plätze ändern, die Spielzeit setzen, nicht begonnene Spiele streichen"),
        Role.SPIELLEITUNG,
        ("events:draw", "events:seats", "events:set_time", "desk:draw", "lists:time_up", "lists:seats"),
    ),
    Power(
        _("Listen verbindlich machen, geprüfte wieder öffnen, annullieren; über Proteste entscheiden"),
        Role.SPIELLEITUNG,
        ("lists:answer_protest",),
    ),
    Power(
        _("Rufe von den Tischen annehmen und erledigen"),
        Role.SPIELLEITUNG,
        ("phones:calls", "phones:take_call", "phones:finish_call"),
    ),
    Power(
        _("Kasse führen, Preise festsetzen und auszahlen"),
        Role.SPIELLEITUNG,
        ("desk:cash", "desk:bookings", "desk:fees", "desk:prizes", "desk:pay_prizes"),
    ),
    Power(
        _("Ligen und Clubjahre anlegen und führen"),
        Role.SPIELLEITUNG,
        ("leagues:create_season", "leagues:bind", "years:create_year", "years:change_year"),
    ),
    Power(
        _("Den Code der eigenen Ligamannschaft erneuern; alle Spieltage einer Liga verbindlich machen"),
        Role.SPIELLEITUNG,
        ("phones:renew_team_code", "leagues:open_days"),
    ),
    Power(
        _("Für eine Mannschaft des Vereins aufstellen und den Spielbericht unterschreiben"),
        Role.LISTENFUEHRER,
        ("phones:own_team",),
    ),
    Power(
        _("Mannschaften für die nächste Saison melden; für die eigene Liga Meldungen annehmen"),
        Role.SPIELLEITUNG,
        ("registrations:terms", "registrations:overview", "registrations:club_teams"),
    ),
    Power(
        _("Turnierserien anlegen und führen; einer zusagen und eigene Turniere eintragen"),
        Role.SPIELLEITUNG,
        ("circuits:create_circuit", "circuits:partners", "circuits:change_rule"),
    ),
    Power(
        _("Daten aus Dateien übernehmen"),
        Role.SPIELLEITUNG,
        ("exchange:players", "exchange:participants", "exchange:past", "exchange:past_year"),
    ),
    Power(
        _("Lizenzen für die Liga ansehen; erteilen, wer den Verband leitet, zu dem der Verein gehört"),
        Role.SPIELLEITUNG,
        ("federations:licence",),
    ),
    Power(
        _("Bekanntmachungen veröffentlichen"),
        Role.SPIELLEITUNG,
        ("federations:add_notice", "federations:change_notice", "federations:delete_notice"),
    ),
    Power(
        _("Verbände und Vereine anlegen, die dazu gehören, und verschieben; Regeln zur Spielberechtigung"),
        Role.ADMINISTRATOR,
        ("federations:units", "federations:move_unit", "federations:start_rules"),
    ),
    Power(
        _("Rollen vergeben und entziehen, Einmal-Links fürs Passwort ausgeben"),
        Role.ADMINISTRATOR,
        ("people:roles", "people:change_role", "people:one_time_link", "events:roles"),
    ),
    Power(
        _("Angaben des Vereins ändern, den Verein archivieren, Personendaten einsehen und löschen"),
        Role.ADMINISTRATOR,
        ("people:change_club", "exchange:club_archive", "exchange:person", "exchange:erase_person"),
    ),
)
"""What each role may, as the page about the roles says it."""


def strongest(*held: str | None) -> Role | None:
    """The strongest of the roles held, None where none is.

    >>> strongest("reader", None, "spielleitung")
    Role.SPIELLEITUNG
    >>> strongest(None) is None
    True
    """
    roles = {Role(role) for role in held if role}
    return max(roles, key=list(Role).index, default=None)


class HasRole:
    """Something in which the visitor may hold a role: that of its club."""

    held: str | None = None
    """What the visitor holds in the club, where the query asked (`skatliga.people.queries.role_held`)."""

    @property
    def role(self) -> Role | None:
        """The visitor's role here."""
        return strongest(self.held)


class SignInNeededError(Exception):
    """Raised where only somebody signed in can be told more; `skatliga.middleware` sends the visitor to sign in."""


def require(request: HttpRequest, held: Role | None, needed: Role) -> None:
    """Let the request pass, or raise SignInNeededError, Http404 (stranger) or PermissionDenied (too weak a role)."""
    if held and held.covers(needed):
        return
    if not request.user.is_authenticated:
        raise SignInNeededError
    if not held:
        raise Http404
    raise PermissionDenied
