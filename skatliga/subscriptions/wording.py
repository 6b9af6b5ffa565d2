"""What somebody asks to hear, in words: the same in the mail that asks, on his page and on that of his account."""

from django.utils.translation import gettext as _

from skatliga.events.models import Event
from skatliga.leagues.models import Season
from skatliga.people.models import Club
from skatliga.subscriptions.models import Subscription


def name_of(subscription: Subscription) -> str:
    """Of whom or what he is told."""
    about = subscription.entry or subscription.signup or subscription.team or subscription.division or subscription.club
    assert about
    return about.name


def where_of(subscription: Subscription) -> Event | Season | Club:
    """To what that belongs: an event, a season; a club belongs to itself."""
    if about := subscription.entry or subscription.signup:
        return about.event
    if division := subscription.division or (subscription.team and subscription.team.division):
        return division.season
    assert subscription.club
    return subscription.club


def what_is_told(subscription: Subscription) -> str:
    """What he will hear, in one or two sentences; empty for a sign-up and a program, which are asked nothing."""
    if subscription.entry_id:
        return of_entries()
    if subscription.team_id:
        return of_teams()
    if subscription.division_id:
        return f"{of_divisions()} {of_directors()}" if subscription.user_id else of_divisions()
    return of_clubs() if subscription.user_id else ""


def of_entries() -> str:
    """What a player hears."""
    return _(
        "Sie hören von Ihrem Tisch, Ihrem Ergebnis, Protesten, dem Endstand und von Startplätzen, die Ihnen angeboten"
        " werden."
    )


def of_teams() -> str:
    """What a captain hears."""
    return _(
        "Sie hören von verbindlichen Ergebnissen, von Protesten, von Listen, die danach wieder geöffnet werden, von"
        " Auf- und Abstieg, und zwei Tage vor einem Spieltag, wenn die Aufstellung fehlt."
    )


def of_divisions() -> str:
    """What anybody hears of a Staffel."""
    return _(
        "Sie hören, wenn die Tabelle eines Spieltags verbindlich ist, wenn sie sich danach noch ändert, und zwei Tage"
        " vor jedem Spieltag, wer wo spielt."
    )


def of_directors() -> str:
    """What those hear besides who direct the league."""
    return _(
        "Wer die Staffel leitet, hört auch: ein Protest; alle Listen eines Spieltags sind da; Aufstellungen fehlen zwei"
        " Tage vorher; ein Verein meldet Mannschaften oder nimmt sie zurück; der Meldeschluss ist vorbei."
    )


def of_clubs() -> str:
    """What those hear who direct a club."""
    return _(
        "Sie hören eine Woche und zwei Tage vor dem Meldeschluss, wenn der Verein noch keine Mannschaften gemeldet hat."
    )
