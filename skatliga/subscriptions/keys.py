"""The secrets of what goes out, each made from that of the site: nothing of them is stored.

* **D** A site with another SECRET_KEY is another sender: browsers have to be asked again, programs told a new secret.
"""

import base64
from functools import lru_cache
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils.crypto import salted_hmac

from skatliga.subscriptions.models import Subscription

_SALT: Final = "skatliga.subscriptions"
POINT_BYTES: Final = 65
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: a private key is a number from 1 to one less."""


def signing_key(subscription: Subscription) -> bytes:
    """What a program checks the signature with."""
    return _digest(f"hook {subscription.pk}")


@lru_cache
def sender_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """By which push services know this site (RFC 8292); `secret` is that of the site."""
    number = int.from_bytes(salted_hmac(_SALT, "push", secret=secret, algorithm="sha512").digest())
    return ec.derive_private_key(number % (_ORDER - 1) + 1, ec.SECP256R1())


def public_sender_key(secret: str) -> str:
    """The same as a browser is told it, in base64url."""
    point = sender_key(secret).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def unpacked(text: str) -> bytes:
    """What a browser writes in base64url without its end; ValueError for anything else."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_point(data: bytes) -> bool:
    """Whether something can be encrypted for it: an uncompressed point of the curve P-256."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
    except ValueError:
        return False
    return len(data) == POINT_BYTES


def _digest(text: str) -> bytes:
    return salted_hmac(_SALT, text, algorithm="sha256").digest()
