"""The order of relevance: which tier a name is in, and what orders the names within one."""

from __future__ import annotations

from collections.abc import Sequence

from warren_search.query import Tier
from warren_search.text import begins_like


def tier_of(folded: str, words: Sequence[str]) -> Tier:
    """The tier of a folded name that has all words, or for each something like it."""
    if not all(word in folded for word in words):
        return Tier.BEGINS_LIKE if begins_like(folded, words[0]) else Tier.LIKE
    if folded == " ".join(words):
        return Tier.EXACT
    return Tier.BEGINS if folded.startswith(words[0]) else Tier.HOLDS


def key_of(tier: int, folded: str) -> str:
    """What orders a name within its tier, before the inode id."""
    return "" if tier == Tier.LIKE else folded
