"""Who is signed in where, and the passkeys of accounts."""

from importlib import import_module

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django_otp.models import Device


class BrowserSession(AbstractBaseSession):
    """A session that knows whose it is, so that its user sees it and can end it; no network addresses are kept."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, editable=False, related_name="browser_sessions"
    )
    browser = models.CharField(max_length=60, blank=True, editable=False)
    begun_on = models.DateField(null=True, editable=False)
    last_used_on = models.DateField(null=True, editable=False)

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """As Django asks for it."""
        return import_module(settings.SESSION_ENGINE).SessionStore


class Passkey(Device):
    """A key that a telephone, a computer or a stick keeps; only its public half is here.

    It is a second factor beside the password (`accounts.factors`), found by django-otp as its own kinds are.
    """

    credential_id = models.CharField(max_length=1400, unique=True, editable=False)
    """As WebAuthn writes it in text (base64 for addresses)."""
    credential = models.BinaryField(editable=False)
    """The public key with its number, as the device has sent it."""
    created_on = models.DateField(auto_now_add=True)
