"""Names as search compares them: folded, and what follows their last dot.

Search has its own words for this; a test holds both to the same answers.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_ASCII_FOLD: Final = dict.fromkeys((*range(0x20), 0x7F), " ")


def fold(text: str) -> str:
    """Without case, compatibility forms and Latin diacritics; control characters become spaces."""
    if text.isascii():
        lower = text.lower()
        return lower if lower.isprintable() else lower.translate(_ASCII_FOLD)
    return "".join(map(_fold_character, text))


@lru_cache(maxsize=16_384)
def _fold_character(character: str) -> str:
    decomposed = unicodedata.normalize("NFKD", character)
    folded = unicodedata.normalize("NFKD", decomposed.casefold())
    return "".join(
        " " if unicodedata.category(part) == "Cc" else part
        for part in folded
        if not "\u0300" <= part <= "\u036f"
    )


def extension_of(folded: str) -> str | None:
    """What follows the last dot of a folded name; null without one, as for ".hidden"."""
    name, dot, extension = folded.rpartition(".")
    return extension if dot and name.strip(".") else None
