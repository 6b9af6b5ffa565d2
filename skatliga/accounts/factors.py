"""A second factor beside the password: a code from an app (TOTP), a passkey, and recovery codes for the day of loss.

django-otp keeps the codes and slows guessing at them down; passkeys are checked by Yubico's fido2.

* **D** A passkey is a second factor, never the only one: somebody who could once act for the owner, by a one-time
  link, might have left one behind.
* **D** Recovery codes come with the first factor and go with the last one.
* **D** It is demanded of the administrators of the site (SECOND_FACTOR), unless the site runs on the developer's own
  machine (DEBUG): there nobody is locked out of the demonstration. Everybody else may have one.
"""

from typing import Final

import segno
from django.conf import settings
from django.db import transaction
from django_otp import DEVICE_ID_SESSION_KEY
from django_otp import login as note_factor
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    UserVerificationRequirement,
)

from skatliga.accounts.models import Passkey
from skatliga.database import JsonObject
from skatliga.people.models import User
from skatliga.requests import Request

CODES: Final = 10
"""Recovery codes that are made at once."""
_STATE: Final = "passkey_state"
_APP: Final = "App"


def is_demanded(user: User) -> bool:
    """Whether this user must have a second factor."""
    return settings.SECOND_FACTOR and user.is_superuser


def is_given(request: Request) -> bool:
    """Whether the second factor was given in this session."""
    return DEVICE_ID_SESSION_KEY in request.session


def app_of(user: User) -> TOTPDevice | None:
    """The app that makes codes for the user, None where there is none."""
    return TOTPDevice.objects.filter(user=user, confirmed=True).first()


def new_app(user: User) -> TOTPDevice:
    """An app that is being set up; it counts as soon as a code of it was typed."""
    waiting = TOTPDevice.objects.filter(user=user, confirmed=False).first()
    return waiting or TOTPDevice.objects.create(user=user, name=_APP, confirmed=False)


def picture_of(app: TOTPDevice) -> str:
    """What the app scans, as the address of a picture."""
    return segno.make(app.config_url, micro=False).svg_data_uri(scale=4)


def key_of(app: TOTPDevice) -> str:
    """The same to be typed."""
    return app.config_url.partition("secret=")[2].partition("&")[0]


@transaction.atomic
def confirm_app(request: Request, code: str) -> bool:
    """Take an app into service by a code it shows; False where the code is wrong."""
    app = TOTPDevice.objects.select_for_update().get(pk=new_app(request.user).pk)
    if not app.verify_token(code):
        return False
    TOTPDevice.objects.filter(user=request.user, confirmed=True).delete()
    app.confirmed = True
    app.save()
    note_factor(request, app)
    return True


def codes_left(user: User) -> int:
    """How many recovery codes are not used yet."""
    return StaticToken.objects.filter(device__user=user).count()


@transaction.atomic
def make_codes(user: User) -> list[str]:
    """New recovery codes, each for one time; those of before are worth nothing."""
    StaticDevice.objects.filter(user=user).delete()
    device = StaticDevice.objects.create(user=user, name="Wiederherstellung")
    codes = [StaticToken.random_token() for _number in range(CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes


@transaction.atomic
def drop(user: User, kind: str, pk: int) -> None:
    """Take a factor out of service; with the last one the recovery codes go."""
    {"app": TOTPDevice, "passkey": Passkey}[kind].objects.filter(user=user, pk=pk).delete()
    if not app_of(user) and not user.passkey_set.exists():
        drop_all(user)


@transaction.atomic
def drop_all(user: User) -> None:
    """The password alone is enough from now on."""
    for kind in (TOTPDevice, Passkey, StaticDevice):
        kind.objects.filter(user=user).delete()


@transaction.atomic
def verify_code(user: User, code: str) -> bool:
    """Whether this is a code of the user's app, or a recovery code; `login` then keeps it in the session.

    Digits alone are tried at the app, everything else at the recovery codes: tried at both, every code of the app would
    count as a wrong recovery code, and after weeks of signing in none of them would be taken any more.
    """
    typed = code.replace(" ", "").lower()
    devices = (
        TOTPDevice.objects.filter(user=user, confirmed=True)
        if typed.isdecimal()
        else StaticDevice.objects.filter(user=user)
    )
    for device in devices.select_for_update():
        if device.verify_token(typed):
            user.otp_device = device
            return True
    return False


def begin_passkey(request: Request) -> JsonObject:
    """What the browser needs to make a passkey for the user."""
    user = request.user
    options, request.session[_STATE] = _server(request).register_begin(
        PublicKeyCredentialUserEntity(id=str(user.pk).encode(), name=user.username, display_name=user.name),
        _credentials(user),
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return dict(options)


def add_passkey(request: Request, name: str, answer: JsonObject) -> Passkey:
    """Keep the passkey that the browser has made. Raises ValueError where it is none."""
    state = request.session.pop(_STATE, None)
    if state is None:
        raise ValueError("nothing was begun")
    made = _server(request).register_complete(state, RegistrationResponse.from_dict(answer)).credential_data
    if made is None:
        raise ValueError("no key")
    passkey = Passkey.objects.create(
        user=request.user, name=name, credential_id=websafe_encode(made.credential_id), credential=bytes(made)
    )
    note_factor(request, passkey)
    return passkey


def ask_for_passkey(request: Request, user: User) -> JsonObject:
    """What the browser needs to use one of the user's passkeys."""
    options, request.session[_STATE] = _server(request).authenticate_begin(
        _credentials(user), user_verification=UserVerificationRequirement.PREFERRED
    )
    return dict(options)


def verify_passkey(request: Request, user: User, answer: JsonObject) -> None:
    """Demand that the browser has used one of the user's passkeys. Raises ValueError."""
    state = request.session.pop(_STATE, None)
    if state is None:
        raise ValueError("nothing was begun")
    used = _server(request).authenticate_complete(state, _credentials(user), AuthenticationResponse.from_dict(answer))
    user.otp_device = user.passkey_set.get(credential_id=websafe_encode(used.credential_id))


def _credentials(user: User) -> list[AttestedCredentialData]:
    return [AttestedCredentialData(bytes(passkey.credential)) for passkey in user.passkey_set.all()]


def _server(request: Request) -> Fido2Server:
    """Passkeys belong to the name of the site, without its port."""
    return Fido2Server(PublicKeyCredentialRpEntity(id=request.get_host().partition(":")[0], name="Skatliga"))
