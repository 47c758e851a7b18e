"""Random but reproducible conditions over the names and owners of random histories."""

from __future__ import annotations

from random import Random
from typing import Final

from warren_search.conditions import (
    All,
    AnyOf,
    Between,
    Condition,
    Glob,
    InDatabase,
    Not,
    Number,
    OneOf,
    Text,
    Word,
)

_WORDS: Final = (
    "report",
    "rep",
    "x",
    "ab",
    "\u65e5",
    "2026",
    ".csv",
    "strasse",
    "%",
    "_",
    '"',
    " ",
)
_PATTERNS: Final = (
    "*.csv",
    "re*t*",
    "*.par*",
    "x?csv",
    "?b*",
    "log_2026",
    "\u65e5\u5831*",
    "*",
    "??",
    "*[!a]*",
    "*\\*",
    "*%*",
    "l_g*",
    'x"',
    "*-e",
)
_VALUES: Final = {
    Text.OWNER: ("alice", "bob", "carol", "nobody"),
    Text.GROUP: ("staff", "science", "supergroup"),
    Text.KIND: ("file", "directory", "symlink"),
    Text.EXTENSION: ("csv", "parquet", "txt"),
}
_BOUNDS: Final = {
    Number.SIZE: (0, 100, 300, 400),
    Number.MTIME: (0, 1_000, 4_000, 5_000),
    Number.ATIME: (0, 1),
    Number.REPLICATION: (0, 1, 3),
}


def random_condition(random: Random, depth: int = 3) -> Condition:
    """A condition of at most so many levels."""
    choice = random.random()
    if depth > 1 and choice < 0.5:
        if choice < 0.15:
            return Not(random_condition(random, depth - 1))
        several = tuple(random_condition(random, depth - 1) for _ in range(random.randint(1, 3)))
        return AnyOf(several) if choice < 0.35 else All(several)
    return _single(random)


def _single(random: Random) -> Condition:
    match random.randrange(6):
        case 0:
            return Word(random.choice(_WORDS))
        case 1:
            return Glob(random.choice(_PATTERNS))
        case 2:
            number = random.choice(list(_BOUNDS))
            low, high = (random.choice((None, *_BOUNDS[number])) for _ in range(2))
            return Between(number, low, high)
        case 3:
            return InDatabase(stored=random.random() < 0.5)
        case _:
            text = random.choice(list(_VALUES))
            known = _VALUES[text]
            return OneOf(text, tuple(random.sample(known, random.randint(1, len(known) - 1))))
