"""Forms of clubs, players and roles."""

from typing import Any

from django import forms
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext_lazy as _

from skatliga.access import Role
from skatliga.people.models import Category, Club, Gender, Membership, Player


class ClubForm(forms.ModelForm):
    class Meta:
        model = Club
        fields = ("name", "place", "number")


class PlayerForm(forms.ModelForm):
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
    league_club = Membership._meta.get_field("league_club").formfield()
    field_order = ("first_name", "last_name", "number", "league_club")

    def __init__(self, *args: Any, member: Membership, **kwargs: Any) -> None:
        self.member = member
        initial = {"number": member.number, "league_club": member.league_club}
        super().__init__(*args, instance=member.player, initial=initial, **kwargs)
        self.fields["first_name"].widget.attrs["autofocus"] = True
        for name, choices in (("gender", Gender.choices), ("category", Category.choices)):
            self.fields[name].choices = [("", _("keine Angabe")), *choices]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        self.member.number = cleaned.get("number", "")
        self.member.league_club = cleaned["league_club"]
        try:
            self.member.validate_constraints(exclude=set() if self.member.player_id else {"player"})
        except forms.ValidationError as error:
            self.add_error(None, error)
        return cleaned


class InvitationForm(forms.Form):
    """A role for a user, who may be new."""

    username = forms.CharField(
        label=_("Benutzername"),
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        help_text=_("Zum Anmelden. Gibt es das Konto schon, bekommt es die Rolle in diesem Verein dazu."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=_("Rolle"), choices=Role.choices, initial=Role.LISTENFUEHRER)
    first_name = forms.CharField(label=_("Vorname"), max_length=150, required=False)
    last_name = forms.CharField(label=_("Nachname"), max_length=150, required=False)
    email = forms.EmailField(label=_("E-Mail-Adresse"), required=False)


class RoleForm(forms.Form):
    """Another role for a user of the club."""

    role = forms.ChoiceField(label=_("Rolle"), choices=Role.choices)


class MergeForm(forms.Form):
    """Which other entry of the register is the same player."""

    duplikat = forms.ModelChoiceField(label=_("Doppelter Eintrag"), queryset=Player.objects.none())

    def __init__(self, *args: Any, member: Membership, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["duplikat"].queryset = member.club.players.exclude(pk=member.player_id)
