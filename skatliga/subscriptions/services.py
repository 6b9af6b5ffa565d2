"""Who wants to be told begins and ends here; each function is one transaction and raises ValidationError to refuse."""

from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.dispatch import receiver
from django.utils.translation import gettext as _

from skatliga.events.models import Entry, Event
from skatliga.events.signals import event_closed
from skatliga.history import demand
from skatliga.leagues.models import Team
from skatliga.people.models import Club
from skatliga.signups.models import SignUp
from skatliga.signups.signals import link_wanted
from skatliga.subscriptions.access import own_page
from skatliga.subscriptions.keys import is_point, unpacked
from skatliga.subscriptions.models import Subscription
from skatliga.subscriptions.occasions import Occasion, link_of
from skatliga.subscriptions.telling import begin, write_down

MOST_OF_ONE: Final = 5
"""Ways in which one participant, or one club, is told."""
MOST_ASKED: Final = 3
"""So often an address is asked whether it is right."""
AUTH_BYTES: Final = 16


@transaction.atomic
def subscribe_by_mail(about: Entry | Team, address: str) -> Subscription:
    """Somebody wants to be told by mail: the address is asked first whether it is right."""
    validate_email(address)
    demand(bool(settings.EMAIL_HOST), _("Diese Seite kann keine E-Mails verschicken."))
    held = about.subscriptions.filter(address=address).first() or _new(about, Subscription.Way.MAIL, address)
    if held.confirmed_at is None:
        asked = held.notifications.count()
        demand(asked < MOST_ASKED, _("An diese Adresse sind schon mehrere E-Mails gegangen; bitte dort nachsehen."))
        where = about.event if isinstance(about, Entry) else about.division.season
        said = _("Bitte bestätigen: %(event)s") % {"event": where.name}
        text = _("Jemand möchte, dass Sie über Plätze und Ergebnisse von %(name)s per E-Mail hören. Ist das recht?")
        ask = Occasion(f"confirm:{asked}", said, f"{text % {'name': about.name}}\n\n{own_page(held)}", "")
        write_down(held, [ask])
    return held


@transaction.atomic
def subscribe_device(entry: Entry, endpoint: str, keys: dict[str, str]) -> Subscription:
    """A browser wants to be told; it has asked its owner."""
    parts = urlsplit(endpoint)
    known = parts.scheme == "https" and parts.hostname and len(endpoint) <= 1000
    demand(
        bool(known) and is_point(_bytes(keys.get("p256dh", ""))) and len(_bytes(keys.get("auth", ""))) == AUTH_BYTES,
        _("Dieser Browser kann keine Mitteilungen bekommen."),
    )
    held = entry.subscriptions.filter(address=endpoint).first() or _new(entry, Subscription.Way.PUSH, endpoint)
    held.keys = {name: keys[name] for name in ("p256dh", "auth")}
    held.save(update_fields=["keys"])
    if held.confirmed_at is None:
        begin(held)
    return held


def _new(about: Entry | Team, way: Subscription.Way, address: str) -> Subscription:
    demand(
        about.subscriptions.count() < MOST_OF_ONE,
        _("Mehr als %(most)s Wege gibt es nicht; bitte zuerst einen beenden.") % {"most": MOST_OF_ONE},
    )
    return about.subscriptions.create(way=way, address=address)


@transaction.atomic
def add_hook(club: Club, url: str) -> Subscription:
    """A program wants to hear of a club's events."""
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname or parts.username or len(url) > 1000:
        raise ValidationError({"address": _("Die Adresse muss mit https:// beginnen.")})
    if club.subscriptions.filter(address=url).exists():
        raise ValidationError({"address": _("Diese Adresse steht schon hier.")})
    demand(
        club.subscriptions.count() < MOST_OF_ONE,
        _("Mehr als %(most)s Wege gibt es nicht; bitte zuerst einen beenden.") % {"most": MOST_OF_ONE},
    )
    made = Subscription.objects.create(club=club, way=Subscription.Way.HOOK, address=url)
    begin(made)
    return made


def try_hook(subscription: Subscription) -> None:
    """Send a program something at once, so that its owner sees whether it arrives."""
    number = subscription.notifications.filter(occasion__startswith="test:").count() + 1
    write_down(subscription, [Occasion(f"test:{number}", "test", '{"type": "test"}', "")])


@receiver(link_wanted)
@transaction.atomic
def tell_link(sender: object, signup: SignUp, **_more: object) -> bool:
    """Who has signed up with a mail address gets that of his page; whether a mail goes out."""
    if not (settings.EMAIL_HOST and signup.email):
        return False
    signup.subscriptions.exclude(address=signup.email).delete()
    held, new = Subscription.objects.get_or_create(
        signup=signup, address=signup.email, defaults={"way": Subscription.Way.MAIL}
    )
    if new:
        begin(held)
    times = held.notifications.filter(occasion__startswith="link:").count() + 1
    write_down(held, [link_of(signup, times)])
    return True


@receiver(event_closed)
def forget_signups(sender: object, event: Event, **_more: object) -> None:
    """The addresses of those who have signed up are forgotten when an event is closed."""
    Subscription.objects.filter(signup__event=event).delete()


def _bytes(text: str) -> bytes:
    try:
        return unpacked(text)
    except ValueError:
        return b""
