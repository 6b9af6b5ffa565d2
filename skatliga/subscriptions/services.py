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
from skatliga.leagues.models import Division, Team
from skatliga.people.models import Club, User
from skatliga.signups.models import SignUp
from skatliga.signups.signals import link_wanted
from skatliga.subscriptions.access import own_page
from skatliga.subscriptions.keys import is_point, unpacked
from skatliga.subscriptions.models import Subscription
from skatliga.subscriptions.occasions import Occasion, link_of
from skatliga.subscriptions.telling import begin, write_down
from skatliga.subscriptions.wording import name_of, what_is_told, where_of

MOST_OF_ONE: Final = 5
"""Ways in which one participant, or one club, is told."""
MOST_ASKED: Final = 3
"""So often an address is asked whether it is right."""
AUTH_BYTES: Final = 16


@transaction.atomic
def subscribe_by_mail(about: Entry | Team | Division, address: str) -> Subscription:
    """Somebody wants to be told by mail: the address is asked first whether it is right."""
    _demand_mail(address)
    known = about.subscriptions.filter(address=address, user=None).first()
    return _ask(known or _new(about, Subscription.Way.MAIL, address))


@transaction.atomic
def subscribe_account(user: User, about: Division | Club) -> Subscription:
    """An account wants to be told at its address, which is asked once, whatever it wants to be told of."""
    demand(bool(user.email), _("Bitte zuerst unter „Mein Konto“ eine E-Mail-Adresse eintragen."))
    _demand_mail(user.email)
    held, _made = about.subscriptions.get_or_create(
        user=user, defaults={"way": Subscription.Way.MAIL, "address": user.email}
    )
    if (
        held.confirmed_at is None
        and user.subscriptions.filter(address=held.address).exclude(confirmed_at=None).exists()
    ):
        begin(held)
    return _ask(held)


def _demand_mail(address: str) -> None:
    validate_email(address)
    demand(bool(settings.EMAIL_HOST), _("Diese Seite kann keine E-Mails verschicken."))


def _ask(held: Subscription) -> Subscription:
    """Ask the owner of an address, if he has not said yet that it is his."""
    if held.confirmed_at is None:
        asked = held.notifications.count()
        demand(asked < MOST_ASKED, _("An diese Adresse sind schon mehrere E-Mails gegangen; bitte dort nachsehen."))
        said = _("Bitte bestätigen: %(event)s") % {"event": where_of(held).name}
        text = _("Jemand möchte, dass Sie per E-Mail Nachrichten zu %(name)s bekommen. Ist das recht?")
        words = f"{text % {'name': name_of(held)}}\n\n{what_is_told(held)}\n\n{own_page(held)}"
        write_down(held, [Occasion(f"confirm:{held.pk}:{asked}", said, words, "")])
    return held


@transaction.atomic
def subscribe_device(about: Entry | Team, endpoint: str, keys: dict[str, str]) -> Subscription:
    """A browser wants to be told; it has asked its owner."""
    parts = urlsplit(endpoint)
    known = parts.scheme == "https" and parts.hostname and len(endpoint) <= 1000
    demand(
        bool(known) and is_point(_bytes(keys.get("p256dh", ""))) and len(_bytes(keys.get("auth", ""))) == AUTH_BYTES,
        _("Dieser Browser kann keine Mitteilungen bekommen."),
    )
    held = about.subscriptions.filter(address=endpoint).first() or _new(about, Subscription.Way.PUSH, endpoint)
    held.keys = {name: keys[name] for name in ("p256dh", "auth")}
    held.save(update_fields=["keys"])
    if held.confirmed_at is None:
        begin(held)
    return held


def _new(about: Entry | Team | Division, way: Subscription.Way, address: str) -> Subscription:
    """One more way; of a Staffel, to which anybody listens, there are as many as are wanted."""
    demand(
        isinstance(about, Division) or about.subscriptions.count() < MOST_OF_ONE,
        _("Mehr als %(most)s Wege gibt es nicht; bitte zuerst einen beenden.") % {"most": MOST_OF_ONE},
    )
    return about.subscriptions.create(way=way, address=address)


@transaction.atomic
def add_hook(club: Club, url: str) -> Subscription:
    """A program wants to hear of a club's events."""
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname or parts.username or len(url) > 1000:
        raise ValidationError({"address": _("Die Adresse muss mit https:// beginnen.")})
    hooks = club.subscriptions.filter(way=Subscription.Way.HOOK)
    if hooks.filter(address=url).exists():
        raise ValidationError({"address": _("Diese Adresse steht schon hier.")})
    demand(
        hooks.count() < MOST_OF_ONE,
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
