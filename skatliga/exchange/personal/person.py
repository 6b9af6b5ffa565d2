"""A person, and where in the database there are traces of it.

Somebody may stand in a register twice and be merged; all entries together are the person.

* **D** A user who administers all clubs of the person sees and deletes the person's data; so does the administrator of
  the site. A club alone must not learn what somebody does in another one.
* **D** An account to sign in is not the player's: it is a user's, and is looked after where roles are.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Final
from uuid import UUID

from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from skatliga import stock
from skatliga.events.models import Entry, Event
from skatliga.exchange.models import FileName, Upload
from skatliga.exchange.personal.mentions import (
    Mention,
    Names,
    borne_by_others,
    is_a_word_of_the_game,
    may_be_a_word,
    mentions,
    replaced,
    written_as_places,
)
from skatliga.exchange.signals import person_erased
from skatliga.federations.models import Licence
from skatliga.history import sign
from skatliga.leagues.models import GroupTeam, Season, SquadMember
from skatliga.lists.models import Photo, Sheet, Signature, Substitution
from skatliga.people.models import Club, Membership, Player, Publication, User
from skatliga.phones.access import renew
from skatliga.registrations.models import RegisteredTeam
from skatliga.signups.models import SignUp
from skatliga.statistics.models import RatedPlayer, StrengthConsent
from skatliga.subscriptions.models import Subscription
from skatliga.years.models import ClubYear, YearStart, YearSum

SHORTEST: Final = 5
"""Letters of a pseudonym that is looked for in texts; a shorter one is more often a word of the game."""


class PersonRecords:
    """A player with everything that was ever merged into it, and where traces of it are."""

    def __init__(self, player: Player) -> None:
        self.player = player.canonical
        self.others: list[Club] = []
        """Clubs the visitor does not administer, where `access.person_for` asked."""

    @property
    def is_erased(self) -> bool:
        """Whether the personal data were deleted, and nothing but a number is left."""
        return self.player.last_name == str(self.player.pk)

    @cached_property
    def players(self) -> list[Player]:
        """All entries of the register that mean the person, the one that counts first."""
        return [self.player, *self.player.merged.order_by("pk")]

    @cached_property
    def keys(self) -> list[int]:
        """Of the players."""
        return [player.pk for player in self.players]

    @cached_property
    def clubs(self) -> list[Club]:
        """The clubs the person belongs to."""
        return list(Club.objects.filter(memberships__player__in=self.keys).distinct())

    @cached_property
    def where(self) -> set[int]:
        """The clubs in whose records the person can be named: the own ones, and those that held the events."""
        events = self.entries.values_list("event__club", flat=True)
        years = self.year_sums.values_list("year__club", flat=True)
        squads = SquadMember.objects.filter(player__in=self.keys).values_list("season__club", flat=True)
        return {club.pk for club in self.clubs}.union(events, years, squads)

    @property
    def entries(self) -> QuerySet[Entry]:
        """Where the person took part."""
        return Entry.objects.filter(player__in=self.keys)

    @property
    def year_sums(self) -> QuerySet[YearSum]:
        """What is known of the person only as sums."""
        return YearSum.objects.filter(player__in=self.keys)

    @property
    def year_starts(self) -> QuerySet[YearStart]:
        """With what the person begins tables of club years."""
        return YearStart.objects.filter(player__in=self.keys)

    @property
    def guests(self) -> QuerySet[Entry]:
        """Who took part as a guest under one of the person's names in these clubs; likely the same.

        Also under a name that the club's files have for the person, such as one on a Skat server.
        """
        names = {f"{first} {last}" for first, last in self.names.pairs}
        in_files = FileName.objects.filter(player__in=self.keys, club=OuterRef("event__club"), name=OuterRef("name"))
        guests = Entry.objects.filter(player=None, event__club__in=self.where)
        return guests.filter(Q(name__in=names) | Exists(in_files))

    @property
    def signups(self) -> QuerySet[SignUp]:
        """How the person signed up for events in which it then took part."""
        return SignUp.objects.filter(entry__player__in=self.keys)

    @property
    def signups_by_name(self) -> QuerySet[SignUp]:
        """Sign-ups under one of the person's names that became no player of a register; likely the same."""
        names = {f"{first} {last}" for first, last in self.names.pairs}
        return SignUp.objects.filter(entry__player=None, event__club__in=self.where, name__in=names)

    @property
    def sums_by_name(self) -> QuerySet[YearSum]:
        """Sums under one of the person's names that belong to nobody in the register."""
        names = {f"{first} {last}" for first, last in self.names.pairs}
        return YearSum.objects.filter(player=None, year__club__in=self.where, name__in=names)

    @property
    def sheets(self) -> QuerySet[Sheet]:
        """The lists on which the person stands."""
        return Sheet.objects.filter(
            Q(table__seats__entry__in=self.entries) | Q(substitutions__entry__in=self.entries)
        ).distinct()

    @cached_property
    def signing(self) -> set[tuple[UUID, int]]:
        """Lists and seats for which the person signs: whoever sits there at the end of the list does."""
        seats = set(
            self.entries.filter(seats__table__sheets__isnull=False).values_list("seats__table__sheets", "seats__number")
        )
        relieved = set(
            Substitution.objects.filter(sheet__in={sheet for sheet, _seat in seats}).values_list("sheet", "seat")
        )
        came = set(Substitution.objects.filter(entry__in=self.entries).values_list("sheet", "seat"))
        return seats - relieved | came

    @property
    def signatures(self) -> list[Signature]:
        """What the person has signed."""
        found = Signature.objects.filter(sheet__in={sheet for sheet, _seat in self.signing})
        found = found.select_related("sheet__table__round__event").order_by("signed_at")
        return [each for each in found if (each.sheet_id, each.seat) in self.signing]

    @property
    def photos(self) -> QuerySet[Photo]:
        """Photographs of lists with the person's handwritten name."""
        return Photo.objects.filter(sheet__in=self.sheets.values("pk"))

    @cached_property
    def names(self) -> Names:
        """All names the person has had in the register and at events."""
        versions = [*self.players, *Player.history.filter(id__in=self.keys)]
        pairs = frozenset((each.first_name, each.last_name) for each in versions)
        pseudonyms = {each.pseudonym for each in versions if len(each.pseudonym) >= SHORTEST}
        at_events = {name for name in self.entries.values_list("name", flat=True) if " " in name}
        # The last name of somebody deleted is a number, and stands for much else.
        last_names = {pair for pair in pairs if len(pair[1]) > 2 and not pair[1].isdigit()}
        of_one_word = {name for name in pseudonyms if len(name.split()) == 1}
        in_files = set(FileName.objects.filter(player__in=self.keys).values_list("name", flat=True))
        nicknames = {name for name in in_files if len(name) >= SHORTEST and len(name.split()) == 1} - of_one_word
        quoted = set(filter(may_be_a_word, nicknames))
        single = {pair[1] for pair in last_names if not self._is_another(pair)} | of_one_word
        titled = written_as_places(single, self.where) | set(filter(is_a_word_of_the_game, single))
        further = pseudonyms - of_one_word | at_events
        alone = single - titled | nicknames - quoted
        genitives = {f"{name}s" for name in single}
        not_genitive = {f"{last}s" for first, last in last_names if self._is_another((first, f"{last}s"))}
        not_genitive |= written_as_places(genitives, self.where) | set(filter(is_a_word_of_the_game, genitives))
        return Names(
            pairs,
            further=frozenset(further),
            alone=frozenset(alone),
            titled=frozenset(titled),
            quoted=frozenset(quoted - single),
            not_genitive=frozenset(not_genitive),
        )

    def _is_another(self, pair: tuple[str, str]) -> bool:
        return borne_by_others(pair, self.keys, self.where)

    @property
    def file_names(self) -> QuerySet[FileName]:
        """Names in files of these clubs by which the person is meant, or under which it would come in as a guest."""
        own = self.names.pattern(running=False)
        guests = FileName.objects.filter(player=None, club__in=self.where).values_list("pk", "name")
        named = {pk for pk, name in guests if own.fullmatch(name)}
        return FileName.objects.filter(Q(player__in=self.keys) | Q(pk__in=named))

    def mentions(self) -> Iterator[Mention]:
        """Where others have written the name."""
        return mentions(self.names, self.where)


# ---- Deleting who somebody is, while what was played stays

FIRST_NAME = "Anonym"
"""Stored as a name, so in one language."""
REASON = "Personendaten gelöscht"
"""Stands in the history as it is."""


def anonymous_name(person: PersonRecords) -> str:
    """How the person is called from then on."""
    return f"{FIRST_NAME} {person.player.pk}"


@transaction.atomic
def erase(person: PersonRecords, user: User, *, with_guests: bool = True) -> str:
    """Delete who the person is; the name that is left. Figures stay as they are."""
    Player.objects.select_for_update().in_bulk(person.keys)
    name = anonymous_name(person)
    # Found while everything is still there; written after what is known by its keys.
    texts = list(person.mentions())
    names, clubs = person.names, person.where
    entries = set(person.entries.values_list("pk", flat=True))
    year_sums = set(YearSum.history.filter(player__in=person.keys).values_list("id", flat=True))
    year_sums.update(person.year_sums.values_list("pk", flat=True))
    signups = set(person.signups.values_list("pk", flat=True))
    if with_guests:
        signups.update(person.signups_by_name.values_list("pk", flat=True))
        entries.update(person.guests.values_list("pk", flat=True))
        year_sums.update(person.sums_by_name.values_list("pk", flat=True))
    _throw_photos_away(person)
    _rename_signatures(person, name)
    Entry.objects.filter(pk__in=entries).update(name=name, search_key="")
    Entry.history.filter(id__in=entries).update(name=name)
    for entry in Entry.objects.filter(pk__in=entries):
        renew(entry, user, REASON)
    Subscription.objects.filter(Q(entry__in=entries) | Q(signup__in=signups)).delete()
    SignUp.objects.filter(pk__in=signups).update(name=name, email="", federation_number="", same_person="")
    for registered in (RegisteredTeam.objects, RegisteredTeam.history):
        registered.filter(captain__in=person.keys).update(contact="")
    YearSum.objects.filter(pk__in=year_sums).update(name=name)
    YearSum.history.filter(id__in=year_sums).update(name=name)
    for mention in texts:
        new = replaced(mention, names, name)
        mention.model._default_manager.filter(pk=mention.pk).update(**{mention.field.name: new})
    Membership.objects.filter(player__in=person.keys).delete()
    Licence.objects.filter(player__in=person.keys).delete()
    StrengthConsent.objects.filter(player__in=person.keys).delete()
    RatedPlayer.objects.filter(player__in=person.keys).delete()
    person.file_names.delete()
    Upload.objects.filter(club__in=clubs).delete()
    _rename_players(person, name, user)
    _mark_changed(clubs)
    person_erased.send(PersonRecords, keys=person.keys, names=names, name=name)
    transaction.on_commit(stock.forget_all)
    return name


def _throw_photos_away(person: PersonRecords) -> None:
    """Photographs of the paper show the name; the files go when everything else is done."""
    photos = person.photos
    files = list(photos.values_list("image", flat=True))
    photos.delete()

    def throw_away() -> None:
        for file in files:
            default_storage.delete(file)

    transaction.on_commit(throw_away)


def _rename_signatures(person: PersonRecords, name: str) -> None:
    """Signatures on lists, also those that were dropped again, and on reports of matches as captain."""
    Signature.objects.filter(pk__in=[each.pk for each in person.signatures]).update(name=name)
    for sheet, seat in person.signing:
        Signature.history.filter(sheet=sheet, seat=seat).update(name=name)
    signed = GroupTeam.objects.filter(team__captain__in=person.keys).exclude(signed_by="")
    groups = list(signed.values_list("pk", flat=True))
    signed.update(signed_by=name)
    GroupTeam.history.filter(id__in=groups).exclude(signed_by="").update(signed_by=name)


def _rename_players(person: PersonRecords, name: str, user: User) -> None:
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
    for named in (Event.objects, Season.objects, ClubYear.objects):
        named.filter(club__in=clubs).bump_version()
