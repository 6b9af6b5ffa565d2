"""Deleting who somebody is, while what was played stays: rankings, tables and money do not change by a point.

The person becomes „Anonym 17“, with the number of its entry in the register, everywhere and in every version that the
history keeps. What says more than a result goes: year of birth, numbers, memberships, pseudonym, photographs of lists.
This cannot be taken back. The history of the player keeps one line: who deleted, and when.

* **D** Results, classes, teams, line-ups, payments and the club played for stay with the number: other people's results
  depend on them.
* **D** Guests of the same name in the same clubs are deleted too, unless the user says that they are others.
* **D** Files that were printed or exported, and backups, are out of reach; the page says so. Uploads that wait for
  their next step in these clubs are thrown away.
"""

from django.core.files.storage import default_storage
from django.db import models, transaction
from django.db.models import F

from skatliga import stock
from skatliga.events.models import Entry, Event
from skatliga.exchange.models import Upload
from skatliga.exchange.personal.mentions import replaced
from skatliga.exchange.personal.person import Person
from skatliga.history import sign
from skatliga.leagues.models import GroupTeam, Season
from skatliga.lists.models import Signature
from skatliga.people.models import Membership, Player, Publication, User
from skatliga.years.models import ClubYear, PastResult, PastYear

FIRST_NAME = "Anonym"
"""Stored as a name, so in one language."""
REASON = "Personendaten gelöscht"
"""Stands in the history as it is."""


def anonymous_name(person: Person) -> str:
    """How the person is called from then on."""
    return f"{FIRST_NAME} {person.player.pk}"


@transaction.atomic
def erase(person: Person, user: User, *, with_guests: bool = True) -> str:
    """Delete who the person is; the name that is left. Figures stay as they are."""
    Player.objects.select_for_update().in_bulk(person.keys)
    name = anonymous_name(person)
    # Found while everything is still there; written after what is known by its keys.
    texts = list(person.mentions())
    names, clubs = person.names, person.where
    entries = set(person.entries.values_list("pk", flat=True))
    past_results = set(person.past_results.values_list("pk", flat=True))
    if with_guests:
        entries.update(person.guests.values_list("pk", flat=True))
        past_results.update(person.past_guests.values_list("pk", flat=True))
    _throw_photos_away(person)
    _rename_signatures(person, name)
    Entry.objects.filter(pk__in=entries).update(name=name)
    Entry.history.filter(id__in=entries).update(name=name)
    PastResult.objects.filter(pk__in=past_results).update(name=name)
    for mention in texts:
        new = replaced(mention, names, name)
        mention.model._default_manager.filter(pk=mention.pk).update(**{mention.field.name: new})
    Membership.objects.filter(player__in=person.keys).delete()
    person.file_names.delete()
    Upload.objects.filter(club__in=clubs).delete()
    _rename_players(person, name, user)
    _mark_changed(clubs)
    transaction.on_commit(stock.forget_all)
    return name


def _throw_photos_away(person: Person) -> None:
    """Photographs of the paper show the name; the files go when everything else is done."""
    photos = person.photos
    files = list(photos.values_list("image", flat=True))
    photos.delete()

    def throw_away() -> None:
        for file in files:
            default_storage.delete(file)

    transaction.on_commit(throw_away)


def _rename_signatures(person: Person, name: str) -> None:
    """Signatures on lists, also those that were dropped again, and on reports of matches as captain."""
    Signature.objects.filter(pk__in=[each.pk for each in person.signatures]).update(name=name)
    for sheet, seat in person.signing:
        Signature.history.filter(sheet=sheet, seat=seat).update(name=name)
    signed = GroupTeam.objects.filter(team__captain__in=person.keys).exclude(signed_by="")
    groups = list(signed.values_list("pk", flat=True))
    signed.update(signed_by=name)
    GroupTeam.history.filter(id__in=groups).exclude(signed_by="").update(signed_by=name)


def _rename_players(person: Person, name: str, user: User) -> None:
    """All entries of the register and all their versions; the last version says who did it."""
    nothing = {
        "first_name": FIRST_NAME,
        "last_name": str(person.player.pk),
        "birth_year": None,
        "gender": "",
        "category": "",
        "federation_number": "",
        "publication": Publication.PSEUDONYM,  # so there is no public page of all results together
        "pseudonym": name,
    }
    Player.history.filter(id__in=person.keys).update(**nothing, history_change_reason=None)
    for player in person.players:
        for field, value in nothing.items():
            setattr(player, field, value)
        sign(player, user, REASON)
        player.save()


def _mark_changed(clubs: set[int]) -> None:
    """Let every page of these clubs be made anew."""
    versioned: dict[type[models.Model], str] = {
        Event: "club__in",
        Season: "club__in",
        ClubYear: "club__in",
        PastYear: "club__in",
    }
    for model, of_clubs in versioned.items():
        model._default_manager.filter(**{of_clubs: clubs}).update(version=F("version") + 1)
