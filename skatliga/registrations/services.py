"""Registration of teams is opened, clubs register, money is found: each as one transaction.

* **D** After the deadline clubs still register, with the late fee, until the next season is made: a team that comes
  late is better than a gap. What counts is the day on which a team was registered, and the deadline as it is now.
* **D** A club with teams that does not answer sends none; whoever directs the league may answer for it.
* **D** A registration without a captain or a way to reach him is taken, and told to be incomplete.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from skatliga.history import demand, save, sign
from skatliga.leagues.models import Season, Team
from skatliga.people.models import Club, Player, User
from skatliga.people.names import fold
from skatliga.registrations.models import ClubRegistration, RegisteredTeam, TeamTerms
from skatliga.registrations.queries import ClubEntry, clubs_of, entry_of, is_open

MOST_TEAMS: Final = 20
"""Of one club."""


class SentTeam(NamedTuple):
    """A team as a club registers it."""

    name: str
    place: str = ""
    captain: Player | None = None
    contact: str = ""
    wishes: str = ""
    team: Team | None = None
    """What it goes on from."""
    held: RegisteredTeam | None = None
    """How it is registered already."""


@transaction.atomic
def open_registration(season: Season, user: User | None, **fields: object) -> TeamTerms:
    """Let clubs register, or change on what terms; a deadline that is new must not be over."""
    stored = Season.objects.select_for_update(of=("self",)).get(pk=season.pk)
    terms = TeamTerms.objects.filter(season=stored).first() or TeamTerms(season=stored)
    _demand_open(terms)
    before = terms.closes_on
    for name, value in fields.items():
        setattr(terms, name, value)
    if terms.closes_on and terms.closes_on != before and terms.closes_on < timezone.localdate():
        said = _("Der %(day)s ist schon vorbei. Bitte einen Tag angeben, bis zu dem die Vereine noch melden können.")
        raise ValidationError({"closes_on": said % {"day": date_format(terms.closes_on, "SHORT_DATE_FORMAT")}})
    save(terms, user)
    return terms


@transaction.atomic
def register(terms: TeamTerms, club: Club, lines: Sequence[SentTeam], user: User | None) -> ClubEntry:
    """A club sends these teams and no others, instead of what it has said before."""
    TeamTerms.objects.select_for_update(of=("self",)).get(pk=terms.pk)
    _demand_open(terms)
    demand(
        clubs_of(terms.season).filter(pk=club.pk).exists(),
        _("%(club)s gehört nicht zu dieser Liga.") % {"club": club.name},
    )
    _demand_sound(lines)
    registration = ClubRegistration.objects.filter(terms=terms, club=club).first()
    if registration is None:
        registration = ClubRegistration(terms=terms, club=club)
        save(registration, user)
    held = {team.pk: team for team in registration.teams.all()}
    kept = {line.held.pk for line in lines if line.held}
    for pk, team in held.items():
        if pk not in kept:
            sign(team, user)
            team.delete()
    for line in lines:
        if line.held and line.held.pk in held and held[line.held.pk].name != line.name:
            # Two teams may change their names with each other.
            RegisteredTeam.objects.filter(pk=line.held.pk).update(name=f"#{line.held.pk}")
    for line in lines:
        known = held.get(line.held.pk) if line.held else None
        _write(known or RegisteredTeam(registration=registration, team=line.team), line, user)
    return entry_of(terms, club)


def register_as_before(terms: TeamTerms, club: Club, user: User | None) -> ClubEntry:
    """A club that has not answered sends the teams it had."""
    entry = entry_of(terms, club)
    demand(entry.registration is None, _("%(club)s hat schon gemeldet.") % {"club": club.name})
    return register(terms, club, [line_of(team) for team in entry.before], user)


def line_of(team: Team) -> SentTeam:
    """A team as it was, for the season after."""
    return SentTeam(team.name, team.place, team.captain, team=team)


@transaction.atomic
def mark_paid(terms: TeamTerms, club: Club, cents: int, user: User) -> None:
    """So much of a club is on the account in all; nothing takes it back."""
    registration = ClubRegistration.objects.select_for_update().filter(terms=terms, club=club).first()
    if registration is None:
        raise ValidationError(_("%(club)s hat noch nicht gemeldet.") % {"club": club.name})
    registration.paid_cents = cents or None
    registration.paid_at, registration.paid_by = (timezone.now(), user) if cents else (None, None)
    save(registration, user)


def _demand_open(terms: TeamTerms) -> None:
    demand(
        is_open(terms), _("Die neue Saison ist schon angelegt; die Meldung ist zu. Bitte die Staffelleitung fragen.")
    )


def _demand_sound(lines: Sequence[SentTeam]) -> None:
    demand(len(lines) <= MOST_TEAMS, _("Ein Verein meldet höchstens %(most)s Mannschaften.") % {"most": MOST_TEAMS})
    names = [fold(line.name) for line in lines]
    demand(
        len(set(names)) == len(names),
        *(
            _("Zwei Mannschaften heißen „%(name)s“. Bitte jeder einen eigenen Namen geben.") % {"name": line.name}
            for number, line in enumerate(lines)
            if fold(line.name) in names[:number]
        ),
    )
    captains = [line.captain for line in lines if line.captain]
    twice = {captain for captain in captains if captains.count(captain) > 1}
    demand(
        not twice,
        *(
            _("%(player)s wäre Mannschaftsführer von zwei Mannschaften. Bitte für eine jemand anderen wählen.")
            % {"player": captain.name}
            for captain in sorted(twice, key=lambda each: each.sort_key)
        ),
    )


def _write(team: RegisteredTeam, line: SentTeam, user: User | None) -> None:
    values = {name: getattr(line, name) for name in ("name", "place", "captain", "contact", "wishes")}
    if team.pk and all(getattr(team, name) == value for name, value in values.items()):
        return
    for name, value in values.items():
        setattr(team, name, value)
    save(team, user)
