"""Two entries of the registers that are to become one: what events know against it, and who has played for a club."""

from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.dispatch import receiver
from django.utils.translation import gettext as _

from skatliga.events.models import Event
from skatliga.people.models import Club, Player, means
from skatliga.people.signals import club_renamed, players_merging, register_played_for
from skatliga.publication import PublicationState


@receiver(players_merging)
def refuse_two_persons(*, keep: Player, duplicate: Player, **_sent: object) -> None:
    """Refuse where both have played in one Serie, or are entered in an event that is going on."""
    if event := event_of_both(keep, duplicate):
        raise ValidationError(
            _("Beide haben in „%(event)s“ dieselbe Serie gespielt, sind also zwei Personen.") % {"event": event}
        )
    if event := event_for_both(keep, duplicate):
        raise ValidationError(
            _(
                "Beide sind in „%(event)s“ eingetragen. Bitte dort zuerst den doppelten Eintrag abmelden und, wo er"
                " schon einen Platz hat, die Serie neu setzen."
            )
            % {"event": event}
        )


def event_of_both(one: Player, other: Player) -> str | None:
    """The name of an event in which both have a result in the same Serie, which shows that they are two persons."""
    return _where_both(one, other, "entries__results__sheet__table__round", {"entries__results__isnull": False})


def event_for_both(one: Player, other: Player) -> str | None:
    """The name of an event not yet closed that counts on both, or has seats for both in the same Serie."""
    going_on = {"entries__event__state__in": (PublicationState.DRAFT, PublicationState.PUBLISHED)}
    return _where_both(one, other, "entries__event", going_on | {"entries__withdrawn": False}) or _where_both(
        one, other, "entries__seats__round", going_on
    )


def _where_both(one: Player, other: Player, path: str, entered: Mapping[str, object]) -> str | None:
    """The name of an event in which entries of both lead to the same by a path."""
    mine, theirs = means(one.pk), means(other.pk)
    shared = Player.objects.filter(theirs, **entered).values(path)
    both = Player.objects.filter(mine, **entered, **{f"{path}__in": shared})
    return both.values_list("entries__event__name", flat=True).first()


@register_played_for
def entered_by(club: Club) -> QuerySet[Player]:
    """Who took part in an event of the club out of its register; in those of a league players of other clubs do."""
    return Player.objects.filter(entries__event__club=club, entries__event__league_group=None)


@receiver(club_renamed)
def renew_pages(*, club: Club, **_sent: object) -> None:
    """Make the pages of the club's events anew."""
    Event.objects.filter(club=club).bump_version()
