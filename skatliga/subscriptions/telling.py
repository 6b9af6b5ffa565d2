"""From what has changed to what is told: written down once, whoever looks and however often.

* **D** What had happened before somebody asked to be told is written down as known, so that nobody hears old news.
* **D** Two weeks after an event nothing of it is told any more, and who wanted to be told of it is forgotten; of a team
  or a Staffel half a year after its last match day, since Auf- und Abstieg comes late.
* **D** An account that listens to several Staffeln is told once of what concerns all of them.
* **D** An account that has lost its role hears what anybody hears, of a club nothing.
"""

import datetime
from collections.abc import Iterable, Iterator
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from skatliga.events.models import Event
from skatliga.leagues.models import Division, FormerTable, Group, Matchday, Season
from skatliga.lists.models import Protest, Revocation
from skatliga.people.models import Club
from skatliga.people.queries import with_role
from skatliga.subscriptions.club_occasions import of_club
from skatliga.subscriptions.division_occasions import of_division
from skatliga.subscriptions.models import Notification, Subscription, ToldVersion
from skatliga.subscriptions.occasions import NEAR_DAYS, Occasion, of_entry, of_event, of_signup
from skatliga.subscriptions.team_occasions import of_team

TOLD_DAYS: Final = 14
TOLD_AFTER_SEASON: Final = 180


def tell_changes() -> None:
    """Write down what is new in all events that somebody wants to hear of and that have changed since."""
    for event in changed_events():
        version = event.version
        for subscription in _subscriptions_of(event):
            write_down(subscription, occasions_of(subscription, [event]))
        ToldVersion.objects.update_or_create(event=event, defaults={"version": version})


def changed_events() -> QuerySet[Event]:
    """The events that have changed since they were told."""
    confirmed = Subscription.objects.filter(confirmed_at__isnull=False)
    asked = Q(pk__in=confirmed.filter(entry__isnull=False).values("entry__event"))
    asked |= Q(pk__in=confirmed.filter(signup__isnull=False).values("signup__event"))
    asked |= Q(club__in=confirmed.filter(way=Subscription.Way.HOOK).values("club"))
    current = ToldVersion.objects.filter(event=OuterRef("pk"), version=OuterRef("version"))
    recent = Event.objects.filter(asked, ~Exists(current), date__gte=_first_day())
    return recent.select_related("club").prefetch_related("rounds").order_by("pk")


def tell_by_the_calendar() -> None:
    """Write down what is new of all that is looked at now and then, and not with each change."""
    tell_deadlines()
    tell_teams()
    tell_divisions()
    tell_clubs()


def tell_deadlines() -> None:
    """Write down what is new by the calendar alone, or in a championship above."""
    today = timezone.localdate()
    closes = "entry__contending__contestant__qualification__closes_on__gte"
    waiting = Subscription.objects.filter(**{closes: today}, confirmed_at__isnull=False)
    for subscription in waiting.select_related("entry__event").order_by("pk").distinct():
        write_down(subscription, occasions_of(subscription))


def tell_teams() -> None:
    """Write down what is new of teams whose league has had something happen these days, or has a match day soon."""
    today, division, groups = timezone.localdate(), "team__division__season", "team__groups"
    since = timezone.now() - datetime.timedelta(days=TOLD_DAYS)
    happened = Q(**{f"{groups}__group__binding_at__gte": since})
    told = Notification.objects.filter(subscription=OuterRef("pk"), occasion__startswith="move:")
    happened |= Q(**{f"{division}__promotion__next_season__state": Season.State.PUBLISHED}) & Q(~Exists(told))
    protests = Protest.objects.filter(Q(made_at__gte=since) | Q(answered_at__gte=since))
    happened |= Q(**{f"{groups}__group__event__in": protests.values("sheet__table__round__event")})
    opened = Revocation.objects.filter(at__gte=since)
    happened |= Q(**{f"{groups}__group__event__in": opened.values("sheet__table__round__event")})
    near = (today, today + datetime.timedelta(days=NEAR_DAYS))
    happened |= Q(**{f"{groups}__matchday__date__range": near})
    asking = Subscription.objects.filter(happened, confirmed_at__isnull=False).order_by("pk").distinct()
    for subscription in asking.select_related(division, "team__phone_pass"):
        write_down(subscription, occasions_of(subscription))


def tell_divisions() -> None:
    """Write down what is new of Staffeln: to accounts always, to others where something has happened these days."""
    today, since = timezone.localdate(), timezone.now() - datetime.timedelta(days=TOLD_DAYS)
    near = Matchday.objects.filter(date__range=(today, today + datetime.timedelta(days=NEAR_DAYS)))
    changed = Q(division__in=near.values("division"))
    changed |= Q(division__in=Group.objects.filter(binding_at__gte=since).values("matchday__division"))
    changed |= Q(division__in=FormerTable.objects.filter(at__gte=since).values("division"))
    awake = Q(user__is_active=True) | Q(user=None) & changed
    asking = Subscription.objects.filter(awake, division__isnull=False, confirmed_at__isnull=False)
    divisions = Division.objects.select_related("season__club", "level")
    for division in divisions.filter(pk__in=asking.values("division")).order_by("pk"):
        said: dict[bool, list[Occasion]] = {}
        for each in asking.filter(division=division).select_related("user").order_by("pk"):
            directs = _directs(each, division)
            if directs not in said:
                said[directs] = list(of_division(division, directs))
            write_down(each, said[directs])


def tell_clubs() -> None:
    """Write down which deadlines of clubs come near."""
    asking = Subscription.objects.filter(club__isnull=False, user__is_active=True, confirmed_at__isnull=False)
    for subscription in asking.select_related("club", "user").order_by("pk"):
        write_down(subscription, occasions_of(subscription))


def _directs(subscription: Subscription, of: Division | Club) -> bool:
    """Whether the account that asked directs the club, or the league of the Staffel, now."""
    user, club = subscription.user, of.season.club if isinstance(of, Division) else of
    if user is None:
        return False
    held = with_role(Club.objects.filter(pk=club.pk), user, "pk").first()
    return held is not None and held.role is not None and held.role.directs


def forget_old() -> None:
    """Forget who wanted to be told of events and seasons that are long over, and who has never confirmed it."""
    over = Q(entry__event__date__lt=_first_day()) | Q(signup__event__date__lt=_first_day())
    over |= Q(confirmed_at=None, created_at__lt=timezone.now() - datetime.timedelta(days=TOLD_DAYS))
    Subscription.objects.filter(over).delete()
    last = timezone.localdate() - datetime.timedelta(days=TOLD_AFTER_SEASON)
    for division in ("team__division", "division"):
        played = Matchday.objects.filter(division=OuterRef(division), date__isnull=False)
        Subscription.objects.filter(Exists(played) & ~Exists(played.filter(date__gte=last))).delete()


@transaction.atomic
def begin(subscription: Subscription) -> None:
    """From now on somebody is told what is new; all that is so now counts as known."""
    subscription.confirmed_at = timezone.now()
    subscription.save(update_fields=["confirmed_at"])
    write_down(subscription, occasions_of(subscription), known=True)


def write_down(subscription: Subscription, occasions: Iterable[Occasion], known: bool = False) -> None:
    """Make messages of what is not written down yet; with `known` they never go out, nor what the account has heard."""
    new = list(occasions)
    heard: set[str] = set()
    if new and subscription.user_id:
        others = Notification.objects.filter(subscription__user=subscription.user_id).exclude(subscription=subscription)
        heard = set(others.filter(occasion__in=[each.key for each in new]).values_list("occasion", flat=True))
    now = timezone.now()
    messages = [
        Notification(
            subscription=subscription,
            occasion=key,
            subject=subject[:200],
            text=text,
            path=path,
            due_at=None if known or key in heard else now,
        )
        for key, subject, text, path in new
    ]
    Notification.objects.bulk_create(messages, ignore_conflicts=True)


def occasions_of(subscription: Subscription, events: Iterable[Event] | None = None) -> Iterator[Occasion]:
    """What there is to tell now; of a club of these events, or of all that are told."""
    if subscription.entry:
        yield from of_entry(subscription.entry)
    elif subscription.signup:
        yield from of_signup(subscription.signup)
    elif subscription.team:
        yield from of_team(subscription.team)
    elif subscription.division:
        yield from of_division(subscription.division, _directs(subscription, subscription.division))
    elif subscription.user and subscription.club:
        if _directs(subscription, subscription.club):
            yield from of_club(subscription.club)
    else:
        recent = Event.objects.filter(club=subscription.club_id, date__gte=_first_day()).prefetch_related("rounds")
        for event in recent if events is None else events:
            yield from of_event(event)


def _subscriptions_of(event: Event) -> QuerySet[Subscription]:
    about = Q(entry__event=event) | Q(signup__event=event) | Q(club=event.club_id, way=Subscription.Way.HOOK)
    found = Subscription.objects.filter(about, confirmed_at__isnull=False).order_by("pk")
    return found.select_related("entry__event", "entry__phone_pass", "signup__event__signup_terms")


def _first_day() -> datetime.date:
    return timezone.localdate() - datetime.timedelta(days=TOLD_DAYS)
