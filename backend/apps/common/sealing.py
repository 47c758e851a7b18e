"""Keeps texts encrypted in the database, with a key that is not in it."""

import base64
from dataclasses import dataclass

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


class Unreadable(Exception):
    """The platform's key is another one than when this was sealed."""


@dataclass(frozen=True, slots=True)
class Seal:
    """Texts of one purpose: what was sealed for another one is unreadable."""

    purpose: bytes

    def seal(self, text: str) -> str:
        """`text`, encrypted and authenticated."""
        return self._box().encrypt(text.encode()).decode()

    def unseal(self, sealed: str) -> str:
        """The text. Raises Unreadable."""
        try:
            return self._box().decrypt(sealed.encode()).decode()
        except InvalidToken as error:
            raise Unreadable from error

    def _box(self) -> Fernet:
        key = HKDF(algorithm=SHA256(), length=32, salt=None, info=self.purpose)
        return Fernet(base64.urlsafe_b64encode(key.derive(str(settings.SECRET_KEY).encode())))
