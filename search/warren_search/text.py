"""How names and queries are compared: folding, words, trigrams and highlights.

Folding is done code point by code point, so a match in the folded text can be mapped back to the
name. It ignores case, compatibility forms (full width, ligatures) and the combining diacritics of
U+0300..U+036F. Other marks stay, because in Indic and Thai scripts they are letters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import OSA

from warren_search.errors import InvalidQuery
from warren_search.query import WORDS_MAX

GRAM_LENGTH: Final = 3

# Stands behind a name in the gram index, twice, so that each of its characters starts a trigram.
# Folding turns control characters into spaces: no name contains it.
TERMINATOR: Final = "\x02"

# A typo is looked for in words of letters alone: in numbers and identifiers each digit counts.
LETTERS_MIN: Final = 3
LETTERS_MAX: Final = 34
_LETTERS: Final = re.compile(rf"(?<![^\W\d_])[^\W\d_]{{{LETTERS_MIN},{LETTERS_MAX}}}(?![^\W\d_])")
_TOLERANT_LENGTHS: Final = range(4, 33)
_TWO_TYPOS_LENGTH: Final = 6

_ASCII_FOLD: Final = dict.fromkeys((*range(0x20), 0x7F), " ")


def fold(text: str) -> str:
    """The form in which texts are compared. Control characters become spaces."""
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


def words_of(text: str) -> tuple[str, ...]:
    """The distinct folded words of a query text, in order.

    Raises InvalidQuery when there are more than WORDS_MAX.
    """
    words = tuple(dict.fromkeys(fold(text).split()))
    if len(words) > WORDS_MAX:
        raise InvalidQuery(field="text", reason="has too many words", words_max=WORDS_MAX)
    return words


def extension_of(folded: str) -> str | None:
    """What follows the last dot of a folded name; null without one, as for ".hidden"."""
    name, dot, extension = folded.rpartition(".")
    return extension if dot and name.strip(".") else None


def gram_text(folded: str) -> str:
    """What the gram index stores for a folded name."""
    return folded + TERMINATOR + TERMINATOR


def grams_of(word: str) -> tuple[str, ...]:
    """The distinct trigrams of a folded word; empty when it is shorter than a trigram."""
    starts = range(len(word) - GRAM_LENGTH + 1)
    return tuple(dict.fromkeys(word[start : start + GRAM_LENGTH] for start in starts))


def letters_of(folded: str) -> tuple[str, ...]:
    """The distinct runs of letters in a folded name, of a length that a typo is looked for in."""
    return tuple(dict.fromkeys(_LETTERS.findall(folded)))


def beginning_of(folded: str) -> str | None:
    """The run of letters that a folded name begins with; null where no typo is looked for."""
    found = _LETTERS.match(folded)
    return None if found is None else found[0]


def tolerance(word: str) -> int:
    """How many letters of a folded word may be wrong, missing, too many or swapped: 0 to 2."""
    if len(word) not in _TOLERANT_LENGTHS or not _LETTERS.fullmatch(word):
        return 0
    return 2 if len(word) >= _TWO_TYPOS_LENGTH else 1


def is_near(word: str, other: str) -> bool:
    """Whether another word is the word but for its tolerance; the first letter has to be right."""
    most = tolerance(word)
    return word[0] == other[0] and OSA.distance(word, other, score_cutoff=most) <= most


def near_words(folded: str, word: str) -> tuple[str, ...]:
    """The words of a folded name that are near a folded word."""
    if not tolerance(word):
        return ()
    return tuple(other for other in letters_of(folded) if is_near(word, other))


def begins_like(folded: str, word: str) -> bool:
    """Whether a folded name begins with a folded word, or with one that is near it."""
    if folded.startswith(word):
        return True
    beginning = beginning_of(folded) if tolerance(word) else None
    return beginning is not None and is_near(word, beginning)


def meant(name: str, words: Sequence[str], *, typos: bool) -> tuple[tuple[str, ...], bool]:
    """What of a name stands for the words of the text, and whether only a typo explains it."""
    folded = fold(name)
    absent = [word for word in words if word not in folded] if typos else []
    return (*words, *(near for word in absent for near in near_words(folded, word))), bool(absent)


def highlights(name: str, words: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Where the folded words occur in the name: merged [start, end) ranges of code points."""
    pieces = [fold(character) for character in name]
    folded = "".join(pieces)
    origin = [index for index, piece in enumerate(pieces) for _ in piece]
    marked = [False] * len(name)
    for word in words:
        at = folded.find(word)
        while at >= 0:
            for index in range(origin[at], origin[at + len(word) - 1] + 1):
                marked[index] = True
            at = folded.find(word, at + 1)
    return _ranges(marked, pieces)


def _ranges(marked: Sequence[bool], pieces: Sequence[str]) -> tuple[tuple[int, int], ...]:
    ranges: list[tuple[int, int]] = []
    start: int | None = None
    for index, (is_marked, piece) in enumerate(zip(marked, pieces, strict=True)):
        # A combining mark folds to nothing and belongs to the character before it.
        continues = is_marked or (start is not None and not piece)
        if continues and start is None:
            start = index
        elif not continues and start is not None:
            ranges.append((start, index))
            start = None
    if start is not None:
        ranges.append((start, len(marked)))
    return tuple(ranges)
