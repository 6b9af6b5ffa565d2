"""From what has changed to what is told: written down once, whoever looks and however often.

* **D** What had happened before somebody asked to be told is written down as known, so that nobody hears old news.
* **D** Two weeks after an event nothing of it is told any more, and who wanted to be told of it is forgotten; of a team
  half a year after its last match day, since Auf- und Abstieg comes late.
"""

import datetime
from collections.abc import Iterable, Iterator
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from skatliga.events.models import Event
from skatliga.leagues.models import Matchday, Season
from skatliga.lists.models import Protest, Revocation
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
    asked |= Q(club__in=confirmed.filter(club__isnull=False).values("club"))
    current = ToldVersion.objects.filter(event=OuterRef("pk"), version=OuterRef("version"))
    recent = Event.objects.filter(asked, ~Exists(current), date__gte=_first_day())
    return recent.select_related("club").prefetch_related("rounds").order_by("pk")


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


def forget_old() -> None:
    """Forget who wanted to be told of events and seasons that are long over."""
    over = Q(entry__event__date__lt=_first_day()) | Q(signup__event__date__lt=_first_day())
    Subscription.objects.filter(over).delete()
    played = Matchday.objects.filter(division=OuterRef("team__division"), date__isnull=False)
    last = timezone.localdate() - datetime.timedelta(days=TOLD_AFTER_SEASON)
    over = Exists(played) & ~Exists(played.filter(date__gte=last))
    Subscription.objects.filter(over, team__isnull=False).delete()


@transaction.atomic
def begin(subscription: Subscription) -> None:
    """From now on somebody is told what is new; all that is so now counts as known."""
    subscription.confirmed_at = timezone.now()
    subscription.save(update_fields=["confirmed_at"])
    write_down(subscription, occasions_of(subscription), known=True)


def write_down(subscription: Subscription, occasions: Iterable[Occasion], known: bool = False) -> None:
    """Make messages of what is not written down yet; with `known` they never go out."""
    due = None if known else timezone.now()
    new = [
        Notification(subscription=subscription, occasion=key, subject=subject[:200], text=text, path=path, due_at=due)
        for key, subject, text, path in occasions
    ]
    Notification.objects.bulk_create(new, ignore_conflicts=True)


def occasions_of(subscription: Subscription, events: Iterable[Event] | None = None) -> Iterator[Occasion]:
    """What there is to tell now; of a club of these events, or of all that are told."""
    if subscription.entry:
        yield from of_entry(subscription.entry)
    elif subscription.signup:
        yield from of_signup(subscription.signup)
    elif subscription.team:
        yield from of_team(subscription.team)
    else:
        recent = Event.objects.filter(club=subscription.club_id, date__gte=_first_day()).prefetch_related("rounds")
        for event in recent if events is None else events:
            yield from of_event(event)


def _subscriptions_of(event: Event) -> QuerySet[Subscription]:
    about = Q(entry__event=event) | Q(signup__event=event) | Q(club=event.club_id)
    found = Subscription.objects.filter(about, confirmed_at__isnull=False).order_by("pk")
    return found.select_related("entry__event", "entry__phone_pass", "signup__event__signup_terms")


def _first_day() -> datetime.date:
    return timezone.localdate() - datetime.timedelta(days=TOLD_DAYS)
