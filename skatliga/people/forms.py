"""Forms of clubs, players and roles."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Final, Unpack

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, PasswordResetForm
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from skatliga.access import Role
from skatliga.forms import Cleaned, FormOptions, KeepsWhatOthersChanged, Sent, choice_field, day_input, model_field
from skatliga.people import queries, services
from skatliga.people.models import (
    PASS_TAKEN,
    AgeClass,
    Club,
    Gender,
    Membership,
    Player,
    Publication,
    User,
    usual_publication,
)
from skatliga.people.names import read_name
from skatliga.requests import Request

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

BETWEEN_LINKS: Final = 600
"""Seconds in which an account gets one link by mail, so that no stranger fills a mailbox; each worker counts alone."""

MOST_LETTERS: Final = Player._meta.get_field("last_name").max_length or 0
"""Of a first or last name."""


class ForgottenPasswordForm(PasswordResetForm):
    """The address to which a link goes, unless one went there just now; the page says the same in either case."""

    def get_users(self, email: str) -> Iterable[User]:
        return [user for user in super().get_users(email) if cache.add(f"link-{user.pk}", True, BETWEEN_LINKS)]


class SignInForm(AuthenticationForm):
    """Name and password."""

    error_messages = {  # noqa: RUF012
        **AuthenticationForm.error_messages,
        "invalid_login": _(
            "Benutzername oder Passwort stimmt nicht. Beim Passwort zählen große und kleine Buchstaben. Wer es nicht"
            " mehr weiß, nimmt „Passwort vergessen?“ oder bittet im Verein, wer Rollen vergibt, um einen neuen Link."
        ),
    }


class ChangePasswordForm(PasswordChangeForm):
    """A new password; wrong old ones are counted like those at the sign-in page."""

    def __init__(self, user: User, data: Sent = None, *, request: Request, **options: Unpack[FormOptions]) -> None:
        super().__init__(user, data, **options)
        self.request = request

    def clean_old_password(self) -> str:
        old = self.cleaned_data["old_password"]
        if authenticate(self.request, username=self.user.username, password=old) != self.user:
            raise forms.ValidationError(self.error_messages["password_incorrect"], code="password_incorrect")
        return old


class ClubForm(forms.ModelForm):
    class Meta:
        model = Club
        fields = ("name", "kind", "place", "number", "contacts")
        widgets = {"kind": forms.TextInput(attrs={"list": "arten"}), "contacts": forms.Textarea(attrs={"rows": 4})}  # noqa: RUF012

    def clean_number(self) -> str:
        number: str = self.cleaned_data["number"]
        if number and (other := Club.objects.exclude(pk=self.instance.pk).filter(number=number).first()):
            raise forms.ValidationError(
                _("Die Vereinsnummer %(number)s hat schon %(club)s."), params={"number": number, "club": other.name}
            )
        return number


class NamesField(forms.CharField):
    """Names, one a line; cleaned to pairs of first and last name."""

    default_error_messages: ClassVar = {
        "name": _("Zeile %(line)s: Bitte Vor- und Nachnamen angeben (%(text)s)."),
        "long": _("Zeile %(line)s: Der Name ist zu lang, mehr als %(most)s Buchstaben (%(text)s)."),
    }

    def __init__(self, *, label: "StrOrPromise", required: bool = True) -> None:
        area = forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "placeholder": "Anna Ärmel\nBert Bube"})
        help_text = _("Ein Spieler je Zeile, auch aus einer Tabelle eingefügt; alles andere kann später dazukommen.")
        super().__init__(widget=area, help_text=help_text, max_length=20_000, label=label, required=required)

    def clean(self, value: str) -> list[tuple[str, str]]:
        found, wrong = [], []
        for number, line in enumerate(super().clean(value).splitlines(), 1):
            if text := " ".join(line.replace("\t", " ").replace(";", " ").split()):
                found.append(read_name(text))
                said = "" if found[-1][1] else "name"
                if max(map(len, found[-1])) > MOST_LETTERS:
                    said = "long"
                if said:
                    values = {"line": number, "text": text[:40], "most": MOST_LETTERS}
                    wrong.append(forms.ValidationError(self.error_messages[said], params=values))
        if wrong:
            raise forms.ValidationError(wrong)
        return found


class NewPlayersForm(forms.Form):
    """Players who join a register by their names."""

    names = NamesField(label=_("Namen einfügen"))


class NewClubForm(ClubForm):
    """A club with its players, and what is to be done with it first."""

    class Meta:
        model = Club
        fields = ("name", "kind", "place", "number")
        widgets = {"kind": forms.TextInput(attrs={"list": "arten"})}  # noqa: RUF012

    players = NamesField(label=_("Ihre Spieler"), required=False)
    begins = forms.ChoiceField(
        label=_("Wer sind Sie?"),
        choices=[
            ("abend", _("Wir sind ein Verein und spielen unsere Abende")),
            ("turnier", _("Wir richten ein Turnier aus")),
            ("liga", _("Wir leiten eine Liga")),
            ("umsehen", _("Ich will mich erst einmal umsehen")),
        ],
        initial="abend",
        required=False,
        widget=forms.RadioSelect,
    )


class PlayerForm(KeepsWhatOthersChanged, forms.ModelForm):
    """A player together with the membership in one club; what it cleans is what the services take."""

    class Meta:
        model = Player
        fields = (
            "first_name",
            "last_name",
            "birth_year",
            "gender",
            "category",
            "federation_number",
            "publication",
            "pseudonym",
        )

    number = Membership._meta.get_field("number").formfield()
    first_day = Membership._meta.get_field("first_day").formfield(widget=day_input())
    last_day = Membership._meta.get_field("last_day").formfield(widget=day_input())
    field_order = ("first_name", "last_name", "number", "first_day", "last_day")

    def __init__(self, data: Sent = None, *, member: Membership) -> None:
        self.member = member
        initial = {"number": member.number, "first_day": member.first_day, "last_day": member.last_day}
        super().__init__(data, instance=member.player, initial=initial)
        self.fields["first_name"].widget.attrs["autofocus"] = True
        for name, choices in (("gender", Gender.choices), ("category", AgeClass.choices)):
            choice_field(self, name).choices = [("", _("keine Angabe")), *choices]
        if member.pk:
            self.watch()
        else:
            del self.fields["last_day"]
            publication = choice_field(self, "publication")
            publication.choices = [("", _("wie üblich: voller Name, bis 18 nur der Vorname")), *Publication.choices]
            publication.required, self.initial["publication"] = False, ""

    def clean_federation_number(self) -> str:
        """A pass is one person's, but for doubles of former data; Django leaves out a rule with a condition."""
        number: str = self.cleaned_data["federation_number"]
        kept = self.instance.number_doubled and number.upper() == self.instance.federation_number.upper()
        if not kept and services.same_pass(number, self.instance).exists():
            raise forms.ValidationError(PASS_TAKEN)
        return number

    def clean(self) -> Cleaned:
        cleaned = super().clean()
        if cleaned.get("publication") == "":
            cleaned["publication"] = usual_publication(cleaned.get("birth_year"), timezone.localdate().year)
        self.member.number = cleaned.get("number", "")
        self.member.first_day, self.member.last_day = cleaned.get("first_day"), cleaned.get("last_day")
        try:
            self.member.validate_constraints(exclude=set() if self.member.player_id else {"player"})
        except forms.ValidationError as error:
            self.add_error(None, error)
        return cleaned


class KnownPlayerForm(forms.Form):
    """Somebody who is known already for the register; `player` is who was chosen, once it is valid."""

    player = forms.ChoiceField(label=_("Spieler"))

    def __init__(self, data: Sent = None, *, club: Club, user: User) -> None:
        super().__init__(data)
        self.known = {str(player.pk): player for player in queries.known_elsewhere(club, user)}
        choice_field(self, "player").choices = [
            ("", "–"),
            *((key, _described(each)) for key, each in self.known.items()),
        ]

    def clean_player(self) -> Player:
        return self.known[self.cleaned_data["player"]]


class KnownPersonForm(forms.Form):
    """Somebody of the same federation for the register, by what only the person or the pass says."""

    last_name = forms.CharField(label=_("Nachname"), max_length=60)
    federation_number = forms.CharField(label=_("Verbandsnummer"), max_length=20, required=False)
    first_name = forms.CharField(label=_("Vorname"), max_length=60, required=False)
    birth_year = forms.IntegerField(label=_("Geburtsjahr"), min_value=1900, max_value=2100, required=False)
    agreed = forms.BooleanField(label=_("Die Person ist einverstanden."), required=False)

    def __init__(self, data: Sent = None) -> None:
        super().__init__(data, auto_id="id_known_%s")

    def clean(self) -> Cleaned:
        cleaned = super().clean() or {}
        agreed = cleaned.pop("agreed", False)
        if not cleaned.get("federation_number") and not (
            cleaned.get("first_name") and cleaned.get("birth_year") and agreed
        ):
            raise forms.ValidationError(
                _("Bitte die Verbandsnummer angeben, oder Vornamen und Geburtsjahr mit dem Einverständnis der Person.")
            )
        return cleaned


def _described(player: "queries.KnownPlayer") -> str:
    """Somebody of another register so that two of one name can be told apart."""
    where = [member.club.name for member in player.elsewhere] or [str(_("hat schon hier gespielt"))]
    born = [str(player.birth_year)] if player.birth_year else []
    return f"{player.last_name}, {player.first_name} ({', '.join([*where, *born])})"


class LeaveForm(forms.Form):
    """Why somebody leaves a register, for the history."""

    reason = forms.CharField(label=_("Begründung"), max_length=60, required=False)


class AccountForm(forms.ModelForm):
    """Who an account belongs to."""

    class Meta:
        model = User
        fields = ("first_name", "last_name", "email")


class InvitationForm(forms.Form):
    """A role for a user, who may be new."""

    username = forms.CharField(
        label=_("Benutzername"),
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        help_text=_("Zum Anmelden. Gibt es das Konto schon, bekommt es hier die Rolle; anderswo behält es seine."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=_("Rolle"), choices=Role.choices, initial=Role.LISTENFUEHRER)
    first_name = forms.CharField(label=_("Vorname"), max_length=150, required=False)
    last_name = forms.CharField(label=_("Nachname"), max_length=150, required=False)
    email = forms.EmailField(label=_("E-Mail-Adresse"), required=False)

    def __init__(self, data: Sent = None, *, club: Club) -> None:
        super().__init__(data)
        self.club = club

    def clean_username(self) -> str:
        """Who has a role here already gets no second one; it is changed where it stands."""
        name: str = self.cleaned_data["username"]
        if held := self.club.roles.filter(user=User.objects.named(name)).first():
            params = {"user": name, "role": held.get_role_display()}
            raise forms.ValidationError(
                _("„%(user)s“ hat hier schon die Rolle %(role)s. Ändern lässt sie sich in der Liste."), params=params
            )
        return name


class RoleForm(forms.Form):
    """Another role for a user of the club."""

    role = forms.ChoiceField(label=_("Rolle"), choices=Role.choices)


class MergeForm(forms.Form):
    """Which other entry of the register is the same player."""

    duplikat = forms.ModelChoiceField(label=_("Doppelter Eintrag"), queryset=Player.objects.none())

    def __init__(self, data: Sent = None, *, member: Membership) -> None:
        super().__init__(data)
        model_field(self, "duplikat").queryset = member.club.players.exclude(pk=member.player_id)
