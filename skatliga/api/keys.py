"""Making, using and withdrawing access keys.

* **D** A withdrawn key is deleted: nothing it did hangs on it, since every change names the user.
* **D** A new password withdraws all keys, however it was set: perhaps it was set because somebody else knew the old
  one, and could make a key with it. Programs get a new key then; the pages say so before.
"""

import datetime
import secrets
from hashlib import sha256
from typing import Final, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.api.models import AccessKey
from skatliga.database import JsonObject
from skatliga.forms import day_input
from skatliga.people.models import User

MARK: Final = "skatliga_"
"""How every secret begins, so that one that got into a file is known for what it is."""

BYTES: Final = 20
MOST_KEYS: Final = 20
"""So many a user can have at a time."""


class NewKey(NamedTuple):
    """A key with its secret, which nobody is told a second time."""

    key: AccessKey
    secret: str


@transaction.atomic
def create_key(user: User, name: str, read_only: bool = True, expires_on: datetime.date | None = None) -> NewKey:
    """Make a key for a user; refused with ValidationError where there are too many already."""
    User.objects.select_for_update().get(pk=user.pk)
    if user.access_keys.count() >= MOST_KEYS:
        raise ValidationError(
            _("Mehr als %(most)s Zugangsschlüssel sind nicht vorgesehen; bitte zuerst einen zurückziehen.")
            % {"most": MOST_KEYS}
        )
    secret = MARK + secrets.token_hex(BYTES)
    key = AccessKey(user=user, name=name, read_only=read_only, expires_on=expires_on, digest=digest_of(secret))
    key.full_clean()
    key.save()
    return NewKey(key, secret)


def withdraw_key(key: AccessKey) -> None:
    """From now on nobody gets in with this key."""
    key.delete()


class KeysEndWithThePassword:
    """Told by Django of every new password (AUTH_PASSWORD_VALIDATORS); refuses none."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Every password will do here."""

    def password_changed(self, password: str, user: User) -> None:
        """Withdraw the keys made under the old password."""
        user.access_keys.all().delete()

    def get_help_text(self) -> str:
        """What stands beside the field of a new password."""
        return _("Zugangsschlüssel von Programmen gelten mit einem neuen Passwort nicht mehr.")


def note_use(key: AccessKey) -> None:
    """Keep the day on which a key was used last; written once a day."""
    today = timezone.localdate()
    if key.last_used_on != today:
        AccessKey.objects.filter(pk=key.pk).update(last_used_on=today)


def digest_of(secret: str) -> str:
    """What is stored of a secret. It is random and long, so one round without salt is as good as many."""
    return sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


# ---- The form of a new access key


class KeyForm(forms.ModelForm):
    class Meta:
        model = AccessKey
        fields = ("name", "read_only", "expires_on")

    expires_on = forms.DateField(
        label=gettext_lazy("Gilt bis"),
        required=False,
        widget=day_input(),
        help_text=gettext_lazy("leer: bis er zurückgezogen wird"),
    )

    def clean_expires_on(self) -> datetime.date | None:
        day = self.cleaned_data["expires_on"]
        if day and day < timezone.localdate():
            raise forms.ValidationError(_("Dieser Tag ist schon vorbei; bitte einen späteren angeben."))
        return day


# ---- What the pages of the interface read


class Operation(NamedTuple):
    """One thing that can be asked of the interface, as the page describes it."""

    method: str
    path: str
    summary: str
    about: str
    parameters: tuple[tuple[str, str], ...]
    """Name and meaning of what may follow behind the question mark."""
    body: tuple[tuple[str, str], ...]
    """Name and meaning of the fields that are sent."""


def keys_of(user: User) -> QuerySet[AccessKey]:
    """The access keys of a user, the latest first."""
    return user.access_keys.all()


def operations(description: JsonObject) -> dict[str, list[Operation]]:
    """What a description (OpenAPI) of the interface says can be asked, by its chapters."""
    chapters: dict[str, list[Operation]] = {}
    for path, methods in description["paths"].items():
        for method, said in methods.items():
            parameters = tuple(
                (each["name"], each.get("description", "")) for each in said["parameters"] if each["in"] == "query"
            )
            operation = Operation(
                method.upper(), path, said["summary"], said.get("description", ""), parameters, _body(said)
            )
            chapters.setdefault(said["tags"][0], []).append(operation)
    return chapters


def _body(said: JsonObject) -> tuple[tuple[str, str], ...]:
    content = said.get("requestBody", {}).get("content", {})
    fields = content.get("application/json", {}).get("schema", {}).get("properties", {})
    return tuple((name, field.get("description", "")) for name, field in fields.items())
