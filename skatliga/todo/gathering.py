"""Everything that is to be done about one thing of the site, or by one person; most urgent first.

Only this module decides which app is asked about what.
"""

import datetime
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.access import Role
from skatliga.circuits.models import Circuit
from skatliga.circuits.next_actions import circuit_actions, invitations_of
from skatliga.circuits.queries import circuits_seen_by
from skatliga.desk.next_actions import EventSituation, direction_actions, money_actions, proposed_for
from skatliga.events.models import Event
from skatliga.events.next_actions import again_actions, participant_actions, seats_of
from skatliga.events.queries import events_seen_by
from skatliga.leagues.models import Group, Matchday, Season
from skatliga.leagues.next_actions import matchday_actions, season_actions
from skatliga.leagues.queries import group_played_as, groups_of, seasons_seen_by
from skatliga.lists.next_actions import list_actions, lists_of, practice_action
from skatliga.next_actions import NextAction, Urgency, most_urgent_first
from skatliga.peers.next_actions import peer_actions
from skatliga.people.models import Club, ClubRole, User
from skatliga.people.offers import offers_for
from skatliga.people.queries import clubs_seen_by
from skatliga.phones.next_actions import call_actions, lineup_actions, open_calls
from skatliga.qualifications.next_actions import qualification_actions
from skatliga.qualifications.queries import events_with_quota
from skatliga.registrations.next_actions import asked_of, open_to, registration_actions
from skatliga.signups.next_actions import signup_actions
from skatliga.signups.queries import SignUpCount, Stage, count_of, counts_of
from skatliga.years.models import ClubYear
from skatliga.years.next_actions import first_year_of, next_evening_of, year_actions
from skatliga.years.queries import years_seen_by

ENTERING: Final = [role for role in Role if role.enters]
DIRECTING: Final = [role for role in Role if role.directs]
MOST_EVENTS: Final = 4
"""Events told of on the start page: so many to come, and so many of the past that are not closed."""
MOST_OTHERS: Final = 3
"""Seasons, club years and new clubs told of there."""


def of_event(event: Event, user: User) -> list[NextAction]:
    """What is to be done in an event that comes with the visitor's role and its Serien."""
    if not (event.role and event.role.enters):
        return []
    if event.practice_of_id:
        return [practice_action(event.club, _("Übung: Sie zählt nirgends, und niemand sonst sieht sie."))]
    group = group_played_as(event)
    if group:
        return most_urgent_first(matchday_actions(group.matchday, [group], event.role))
    [(_event, now)] = _situations([event], user)
    calls = open_calls([event])[event.pk]
    over = event.state == Event.State.FINAL or now.complete
    signups = count_of(event)
    sent = event.pk in events_with_quota([event])
    return most_urgent_first(
        chain(
            call_actions(event, calls),
            peer_actions(event),
            () if sent else again_actions(event, now.seats),
            signup_actions(event, signups),
            qualification_actions(event),
            money_actions(event, now.complete),  # before the closing, which is as urgent
            _of_situation(now, signups, sent),
            _certificates(event),
            next_evening_of(event) if over else (),
        )
    )


def _certificates(event: Event) -> Iterator[NextAction]:
    """That the first of a closed event can be given certificates, for those who direct it."""
    if event.role and event.role.directs and event.state == Event.State.FINAL:
        yield NextAction(
            _("Für die Besten gibt es Urkunden."),
            _("Urkunden drucken"),
            reverse("printing:certificate_form", args=[event.slug]),
            Urgency.DONE,
        )


def of_group(group: Group) -> list[NextAction]:
    """What is to be done in one group, which comes with its match day and the visitor's role (`leagues.access`)."""
    return most_urgent_first(matchday_actions(group.matchday, [group], group.role))


def of_matchday(matchday: Matchday) -> list[NextAction]:
    """What is to be done in all groups of a match day, whose season comes with the visitor's role."""
    role = matchday.division.season.role
    return most_urgent_first(matchday_actions(matchday, groups_of(matchday), role)) if role and role.enters else []


def of_season(season: Season) -> list[NextAction]:
    """What is to be done in a season that comes with the visitor's role."""
    return most_urgent_first(chain(season_actions(season), registration_actions(season)))


def of_year(year: ClubYear) -> list[NextAction]:
    """What is to be done in a club year that comes with the visitor's role."""
    return most_urgent_first(year_actions(year))


def of_circuit(circuit: Circuit) -> list[NextAction]:
    """What is to be done in a Turnierserie that comes with the visitor's role."""
    return most_urgent_first(circuit_actions(circuit))


def of_club(club: Club, user: User) -> list[NextAction]:
    """What is to be done in a club that comes with the visitor's role."""
    if not (club.role and club.role.enters):
        return []
    found = _everywhere(user, Q(club=club), Q(pk=club.pk))
    return most_urgent_first([*found, *first_year_of(club)]) if club.events.filter(practice_of=None).exists() else found


def of_user(user: User) -> list[NextAction]:
    """What somebody has to do everywhere: what the start page says."""
    found = list(_of_account(user))
    if user.is_superuser:
        return most_urgent_first([*found, *_everywhere(user, Q(), Q())])
    given = ClubRole.objects.filter(user=user.pk).values("club")
    events = Q(club__in=given) | Q(event_held__in=ENTERING)
    return most_urgent_first([*found, *_everywhere(user, Q(club__in=given), Q(pk__in=given), events)])


def _of_account(user: User) -> Iterator[NextAction]:
    if waiting := len(offers_for(user)):
        yield NextAction(
            ngettext(
                "%(number)s Rolle wartet darauf, dass Sie sie annehmen.",
                "%(number)s Rollen warten darauf, dass Sie sie annehmen.",
                waiting,
            )
            % {"number": waiting},
            _("Rollen ansehen"),
            reverse("accounts:waiting_roles"),
            Urgency.AT_ONCE,
        )
    if user.is_superuser and not Club.objects.exists():
        yield from _who_are_you()


def _who_are_you() -> Iterator[NextAction]:
    """The first question of a site on which nothing is yet."""
    for kind, sentence, label in (
        ("abend", _("Sie führen einen Verein: Clubabende, Jahrestabelle, Kasse."), _("Verein anlegen")),
        ("turnier", _("Sie richten ein Turnier aus: Anmeldung, Auslosung, Preise."), _("Turnier vorbereiten")),
        ("liga", _("Sie leiten eine Liga: Staffeln, Spieltage, Tabellen."), _("Liga vorbereiten")),
        ("umsehen", _("Sie wollen sich erst einmal umsehen: ein Verein zum Üben."), _("Umsehen")),
    ):
        yield NextAction(sentence, label, reverse("people:create_club", query={"art": kind}), Urgency.NEXT)


def _everywhere(user: User, within: Q, club: Q, of_events: Q | None = None) -> list[NextAction]:
    """The most urgent thing of each event, season and club year; `within` and `club` say of which clubs.

    `of_events` says it of events, where it is another thing.
    """
    events = dict(_of_events(user, within if of_events is None else of_events))
    told = {event.get_absolute_url() for event in events}
    found = [*events.values(), *_of_seasons(user, within), *_of_years(user, within, told)]
    others = (*_of_circuits(user, within, club), *_of_teams(user, club), *_of_new_clubs(user, club))
    return most_urgent_first([*found, *others])


def _situations(events: Sequence[Event], user: User) -> list[tuple[Event, EventSituation]]:
    """How far these events are; six queries for any number of them."""
    seats, lists, proposed = seats_of(events), lists_of(events, user), proposed_for(events)
    return [(event, EventSituation(event, seats[event.pk], lists[event.pk], proposed[event.pk])) for event in events]


def _of_situation(now: EventSituation, signups: SignUpCount | None, sent: bool) -> Iterator[NextAction]:
    """What the event itself asks for; names need not be entered while people do it themselves, or are `sent` here."""
    if not sent and (signups is None or not (signups.active or signups.stage == Stage.OPEN)):
        yield from participant_actions(now.event, now.seats)
    yield from list_actions(now.event, now.lists)
    yield from direction_actions(now)


def _of_events(user: User, within: Q) -> Iterator[tuple[Event, NextAction]]:
    today = timezone.localdate()
    own = Q(club_held__in=ENTERING, league_group=None) | Q(event_held__in=ENTERING)
    events = events_seen_by(user).filter(own, within, practice_of=None).exclude(state=Event.State.FINAL)
    coming = events.filter(date__gte=today).order_by("date", "pk")[:MOST_EVENTS]
    past = events.filter(date__lt=today).order_by("-date", "pk")[:MOST_EVENTS]
    found = sorted([*past, *coming], key=lambda event: event.date != today)  # what is played today comes first
    calls, signups, with_quota = open_calls(found), counts_of(found), events_with_quota(found)
    for event, now in _situations(found, user) if found else ():
        count = signups.get(event.pk)
        own_actions = call_actions(event, calls[event.pk]), signup_actions(event, count)
        actions = most_urgent_first(chain(*own_actions, _of_situation(now, count, event.pk in with_quota)))
        if not actions:
            continue
        early = event.date > today + datetime.timedelta(days=1)
        yield (
            event,
            actions[0]._replace(
                sentence=f"{event.name}, {date_format(event.date, 'SHORT_DATE_FORMAT')}: {actions[0].sentence}",
                urgency=max(actions[0].urgency, Urgency.SOON) if early else actions[0].urgency,
            ),
        )


def _of_seasons(user: User, within: Q) -> Iterator[NextAction]:
    seasons = seasons_seen_by(user).filter(within & Q(held__in=DIRECTING)).exclude(state=Season.State.FINAL)
    for season in seasons[:MOST_OTHERS]:
        for action in most_urgent_first(season_actions(season))[:1]:
            yield action._replace(sentence=f"{season.name}: {action.sentence}")


def _of_years(user: User, within: Q, told: set[str]) -> Iterator[NextAction]:
    """Club years, without the evenings of which the events have told."""
    years = years_seen_by(user).filter(within & Q(held__in=DIRECTING)).exclude(state=ClubYear.State.FINAL)
    for year in years[:MOST_OTHERS]:
        own = [action for action in most_urgent_first(year_actions(year)) if action.url not in told]
        for action in own[:1]:
            yield action._replace(sentence=f"{year.name}: {action.sentence}")


def _of_circuits(user: User, within: Q, club: Q) -> Iterator[NextAction]:
    """Turnierserien that are led, and invitations to others."""
    circuits = circuits_seen_by(user).filter(within & Q(held__in=DIRECTING)).exclude(state=Circuit.State.FINAL)
    for circuit in circuits[:MOST_OTHERS]:
        for action in most_urgent_first(circuit_actions(circuit))[:1]:
            yield action._replace(sentence=f"{circuit.name}: {action.sentence}")
    if user.is_superuser and not club:
        return  # whoever looks after the site answers for no club unasked
    invited = clubs_seen_by(user).filter(club & Q(held__in=DIRECTING, partnerships__answer="waiting"))
    for each in invited.distinct()[:MOST_OTHERS]:
        yield from invitations_of(each)


def _of_teams(user: User, club: Q) -> Iterator[NextAction]:
    """Teams that clubs send into the next season, and those that play soon and have named nobody."""
    if user.is_superuser and not club:
        return  # whoever looks after the site answers for no club unasked
    directed = clubs_seen_by(user).filter(club & Q(held__in=DIRECTING))
    yield from asked_of(directed, MOST_OTHERS)
    # who directs a level does not answer for every club below it
    yield from open_to(directed.filter(units=None, parent__isnull=False, roles__user=user.pk).distinct(), MOST_OTHERS)
    yield from lineup_actions(clubs_seen_by(user).filter(club & Q(held__in=ENTERING)), MOST_OTHERS)


def _of_new_clubs(user: User, club: Q) -> Iterator[NextAction]:
    """Clubs in which nothing has ever been played."""
    directed = clubs_seen_by(user).filter(club & Q(held__in=DIRECTING))
    new = directed.filter(units=None).exclude(Exists(Event.objects.filter(club=OuterRef("pk"), practice_of=None)))
    for each in new.exclude(Exists(Season.objects.filter(club=OuterRef("pk"))))[:MOST_OTHERS]:
        yield NextAction(
            _("%(club)s: Noch ist nichts gespielt.") % {"club": each.name},
            _("Ersten Abend anlegen"),
            reverse("events:create_event", args=[each.slug]),
            Urgency.NEXT,
        )
        yield NextAction(
            _("%(club)s: Das Register der Spieler lässt sich aus einer Datei füllen.") % {"club": each.name},
            _("Spieler übernehmen"),
            reverse("exchange:players", args=[each.slug]),
            Urgency.SOMETIME,
        )
        yield practice_action(each, _("%(club)s: Eine Liste zum Üben zählt nirgends.") % {"club": each.name})
        yield NextAction(
            _("%(club)s: Statt eines Abends kann es auch eine Liga sein.") % {"club": each.name},
            _("Liga anlegen"),
            reverse("leagues:create_season", args=[each.slug]),
            Urgency.SOMETIME,
        )
