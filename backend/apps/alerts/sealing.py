"""Keeps secrets of channels encrypted in the database."""

from typing import Final

from apps.common.sealing import Seal, Unreadable

__all__ = ["Unreadable", "seal", "unseal"]

_SEAL: Final = Seal(b"warren alerts: secrets of channels")


def seal(text: str) -> str:
    """`text`, encrypted and authenticated."""
    return _SEAL.seal(text)


def unseal(sealed: str) -> str:
    """The text. Raises Unreadable."""
    return _SEAL.unseal(sealed)
