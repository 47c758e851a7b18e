"""Keeps secrets of channels encrypted in the database, with a key that is not in it."""

import base64

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_PURPOSE = b"warren alerts: secrets of channels"


class Unreadable(Exception):
    """The platform's key is another one than when this was sealed."""


def seal(text: str) -> str:
    """`text`, encrypted and authenticated."""
    return _box().encrypt(text.encode()).decode()


def unseal(sealed: str) -> str:
    """The text. Raises Unreadable."""
    try:
        return _box().decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise Unreadable from error


def _box() -> Fernet:
    key = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE)
    return Fernet(base64.urlsafe_b64encode(key.derive(str(settings.SECRET_KEY).encode())))
