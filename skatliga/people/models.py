"""Users, clubs, players, who belongs to which club, and who holds which role there.

A user signs in; a player plays. They are kept apart: most players never sign in, and a scorekeeper need not play.
"""

from typing import Any, ClassVar, Final

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from skatliga.access import HasRole, Role
from skatliga.history import recorded
from skatliga.people.names import fold, sign_in_name


class UserManager(DjangoUserManager["User"]):
    """Users are found by name whatever its case: telephones like to begin words with a capital."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(sign_in_name=sign_in_name(username or ""))

    def named(self, username: str) -> "User | None":
        """The account with this name to sign in with, however it is spelled."""
        return self.filter(sign_in_name=sign_in_name(username)).first()


class SignInName(models.CharField):
    """The folded `username`, written with it however the account is stored."""

    def pre_save(self, instance: models.Model, add: bool) -> str:
        return sign_in_name(instance.serializable_value("username"))


class User(AbstractUser):  # type: ignore[django-manager-missing]  # passkeys are devices of django-otp, untyped
    """An account that can sign in; a superuser is the administrator of the whole site."""

    # Whoever sets a password can act as the user everywhere. So one club looks after an account, whatever roles other
    # clubs add to it; where it is empty, the administrator of the site does.
    managed_by = models.ForeignKey(
        "Club", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("geführt von")
    )

    sign_in_name = SignInName(max_length=450, unique=True, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    otp_device: models.Model
    """The second factor that was just given (django-otp)."""

    def clean(self) -> None:
        super().clean()
        taken = User.objects.named(self.username)
        if taken and taken.pk != self.pk:
            raise ValidationError({"username": _("Diesen Benutzernamen gibt es schon.")})

    @property
    def name(self) -> str:
        """How the user is called on pages: the full name, or the name to sign in with where none is known."""
        return self.get_full_name() or self.username


class GuessedName(models.Model):
    """How often a wrong password was sent for a name to sign in with, from all addresses (`people.lockout`)."""

    name = models.CharField(max_length=450, unique=True)
    wrong = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name}: {self.wrong}"


class Club(HasRole, models.Model):
    """A club with its register of players, or a federation of clubs: whatever plays, or has others belong to it.

    What belongs to what is a tree (`people.tree`); a role counts in all that belongs to the club it is held in.
    """

    parent = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, editable=False, related_name="units", verbose_name=_("gehört zu")
    )
    kind = models.CharField(_("Art"), max_length=30, blank=True, help_text=_("Leer: Verein."))
    name = models.CharField(
        pgettext_lazy("Sache", "Name"),
        max_length=100,
        unique=True,
        error_messages={
            "unique": _("Einen Verein dieses Namens gibt es hier schon; bitte etwa den Ort dazuschreiben.")
        },
    )
    slug = models.SlugField(_("Adresse"), max_length=60, unique=True)
    place = models.CharField(_("Ort"), max_length=100, blank=True)
    number = models.CharField(
        _("Vereinsnummer"),
        max_length=12,
        blank=True,
        validators=[
            RegexValidator(
                r"^\d\d(\.\d\d(\.\d\d\d)?)?$",
                _("Bitte in der Form 07.01.116 angeben; für einen Landesverband 07, für eine Verbandsgruppe 07.01."),
            )
        ],
        help_text=_("Nummer im Verband in der Form 07.01.116, falls vorhanden."),
    )
    contacts = models.TextField(
        _("Ansprechpartner"),
        max_length=1000,
        blank=True,
        help_text=_("Für alle zu lesen, je Zeile einer: wofür, Name, Telefon, E-Mail-Adresse, Webseite."),
    )
    players: models.ManyToManyField = models.ManyToManyField("Player", through="Membership", related_name="clubs")
    users: models.ManyToManyField = models.ManyToManyField(User, through="ClubRole", related_name="clubs")

    class Meta:
        ordering = ("name",)
        verbose_name = _("Verein")
        verbose_name_plural = _("Vereine")
        constraints = (
            models.UniqueConstraint(
                "number",
                condition=~Q(number=""),
                name="club_number_unique",
                violation_error_message=_("Diese Vereinsnummer hat schon ein anderer Verein."),
            ),
            models.CheckConstraint(condition=~Q(name=""), name="club_has_name"),
            models.CheckConstraint(condition=~Q(parent=F("id")), name="club_not_within_itself"),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("people:club", args=[self.slug])

    @property
    def kind_shown(self) -> str:
        """What it is, in a word."""
        return self.kind or str(_("Verein"))


class Gender(models.TextChoices):
    """Rankings of their own; German championships call them so."""

    DAMEN = "damen", _("Damen")
    HERREN = "herren", _("Herren")


class AgeClass(models.TextChoices):
    """Classes by age, where the year of birth does not say enough."""

    SCHUELER = "schueler", _("Schüler")
    JUGEND = "jugend", _("Jugend")
    JUNIOREN = "junioren", _("Junioren")
    SENIOREN = "senioren", _("Senioren")


class Publication(models.TextChoices):
    """Under which name results appear in public."""

    FULL = "full", _("voller Name")
    FIRST_NAME = "first_name", _("nur Vorname")
    PSEUDONYM = "pseudonym", _("Pseudonym")


def usual_publication(birth_year: int | None, year: int) -> Publication:
    """What holds for a player of whom nothing else was said, in this year: of minors the first name alone.

    **D** Of somebody who turns 18 this year it is not known whether he has yet; the first name alone is the safe one.

    >>> [usual_publication(born, 2026).value for born in (2007, 2008, 2015, None)]
    ['full', 'first_name', 'first_name', 'full']
    """
    minor = birth_year is not None and year - birth_year <= 18
    return Publication.FIRST_NAME if minor else Publication.FULL


def means(player: int, path: str = "") -> Q:
    """That somebody is this person, or was until the two were merged; `path` leads to the player, as in "player"."""
    return Q(**{path or "pk": player}) | Q(**{f"{path}__merged_into" if path else "merged_into": player})


def versions_of(player: int) -> "models.QuerySet[Player]":
    """All players of the register who are this person, for a query (`player__in`).

    In large tables they are looked up by the index of the player, unlike with `means`, which asks two tables.
    """
    return Player.objects.filter(means(player))


PASS_TAKEN: Final = _(
    "Diese Verbandsnummer hat schon jemand anderes. Ist es dieselbe Person, wird sie hier aufgenommen (unter „Schon bei"
    " einem anderen Verein des Verbands“) oder mit dem anderen Eintrag zusammengeführt; sonst bitte die Nummer prüfen."
)


class Player(models.Model):
    """Somebody who plays, known by name; member of one club, of several, or of none."""

    first_name = models.CharField(_("Vorname"), max_length=60)
    last_name = models.CharField(_("Nachname"), max_length=60)
    sort_key = models.CharField(max_length=240, editable=False, db_index=True)
    birth_year = models.PositiveSmallIntegerField(_("Geburtsjahr"), null=True, blank=True)
    gender = models.CharField(_("Damen oder Herren"), max_length=6, choices=Gender, blank=True)
    category = models.CharField(_("Altersklasse"), max_length=8, choices=AgeClass, blank=True)
    federation_number = models.CharField(_("Verbandsnummer"), max_length=20, blank=True)
    number_doubled = models.BooleanField(default=False, editable=False)
    """That another entry has the same pass number, from before a number existed once; until somebody settles it."""
    publication = models.CharField(
        _("Veröffentlichung"),
        max_length=10,
        choices=Publication,
        default=Publication.FULL,
        help_text=_("Unter welchem Namen Ergebnisse öffentlich erscheinen, auf Seiten und auf Aushängen."),
    )
    pseudonym = models.CharField(_("Pseudonym"), max_length=60, blank=True)
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, editable=False, related_name="merged"
    )
    history = recorded(excluded_fields=["sort_key", "number_doubled"])

    class Meta:
        ordering = ("sort_key", "pk")
        verbose_name = _("Spieler")
        verbose_name_plural = _("Spieler")
        constraints = (
            models.CheckConstraint(condition=~Q(first_name="") & ~Q(last_name=""), name="player_has_name"),
            models.CheckConstraint(
                condition=Q(birth_year__isnull=True) | Q(birth_year__range=(1900, 2100)),
                name="player_birth_year_plausible",
                violation_error_message=_("Das Geburtsjahr muss zwischen 1900 und 2100 liegen."),
            ),
            models.CheckConstraint(
                condition=~Q(publication="pseudonym") | ~Q(pseudonym=""),
                name="player_pseudonym_given",
                violation_error_message=_("Wer unter Pseudonym erscheint, braucht eines; bitte eintragen."),
            ),
            models.CheckConstraint(
                condition=Q(
                    gender__in=["", *Gender.values],
                    category__in=["", *AgeClass.values],
                    publication__in=Publication.values,
                ),
                name="player_choices_known",
            ),
            models.CheckConstraint(condition=~Q(merged_into=F("id")), name="player_not_merged_into_itself"),
            models.UniqueConstraint(
                Upper("federation_number"),
                condition=Q(merged_into=None, number_doubled=False) & ~Q(federation_number=""),
                name="a_pass_number_exists_once",
                violation_error_message=PASS_TAKEN,
            ),
        )

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.sort_key = fold(f"{self.last_name}, {self.first_name}")
        super().save(*args, **kwargs)

    @property
    def canonical(self) -> "Player":
        """The person meant: what this entry of a register was merged into, or itself."""
        return self.merged_into or self

    @property
    def name(self) -> str:
        """First and last name, for those who may see the register."""
        return f"{self.first_name} {self.last_name}"

    @property
    def public_name(self) -> str:
        """The name under which results are published, on paper in the hall as well."""
        match self.publication:
            case Publication.FIRST_NAME:
                return self.first_name
            case Publication.PSEUDONYM:
                return self.pseudonym
        return self.name


class Membership(models.Model):
    """A player's place in the register of one club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships", verbose_name=_("Verein"))
    player = models.ForeignKey(Player, models.CASCADE, related_name="memberships", verbose_name=_("Spieler"))
    number = models.CharField(_("Mitgliedsnummer"), max_length=20, blank=True)
    first_day = models.DateField(_("Mitglied seit"), null=True, blank=True)
    """Empty where it is not known."""
    last_day = models.DateField(_("Mitglied bis"), null=True, blank=True)
    """Empty for who stays. **D** Whoever was a member stands in the register until he is taken out of it."""

    class Meta:
        ordering = ("player__sort_key", "pk")
        verbose_name = _("Mitgliedschaft")
        verbose_name_plural = _("Mitgliedschaften")
        constraints = (
            models.UniqueConstraint(
                fields=["club", "player"],
                name="membership_unique",
                violation_error_message=_("Dieser Spieler steht schon im Register des Vereins."),
            ),
            models.UniqueConstraint(
                fields=["club", "number"],
                condition=~Q(number=""),
                name="membership_number_unique",
                violation_error_message=_("Diese Mitgliedsnummer ist im Verein schon vergeben."),
            ),
            models.CheckConstraint(
                condition=Q(first_day=None) | Q(last_day=None) | Q(last_day__gte=F("first_day")),
                name="membership_days_in_order",
                violation_error_message=_("Die Mitgliedschaft endet, bevor sie beginnt; bitte die Tage prüfen."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} ({self.club})"


class ClubRole(models.Model):
    """What a user may do in a club, and so in all its events."""

    user = models.ForeignKey(User, models.CASCADE, related_name="club_roles", verbose_name=_("Benutzer"))
    club = models.ForeignKey(Club, models.CASCADE, related_name="roles", verbose_name=_("Verein"))
    role = models.CharField(_("Rolle"), max_length=14, choices=Role)
    history = recorded()

    class Meta:
        ordering = ("user__last_name", "user__username")
        verbose_name = _("Rolle")
        verbose_name_plural = _("Rollen")
        constraints = (
            models.UniqueConstraint(fields=["user", "club"], name="club_role_unique"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="club_role_known"),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()} ({self.club})"


class RoleOffer(models.Model):
    """A role that waits: its user has an account that another club looks after, and must accept it.

    Until then it is no role at all. **D** It is accepted with a code that the giver of the role hands to the person:
    the club that looks after the account could sign in with it, but never learns the code.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="%(class)ss")
    role = models.CharField(_("Rolle"), max_length=14, choices=Role)
    code = models.CharField(max_length=12, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class ClubOffer(RoleOffer):
    """A role in a club that waits for its user."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="offers")

    class Meta:
        ordering = ("created_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("user", "club"), name="club_offer_unique"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="club_offer_role_known"),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()} ({self.club})"
