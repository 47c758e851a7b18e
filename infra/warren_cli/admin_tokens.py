"""The namenodes' admin API: whose token is where. What each is for is the namenodes' to say."""

from enum import StrEnum
from pathlib import Path

VARIABLE = "WARREN_ADMIN_TOKEN_FILE"


class Holder(StrEnum):
    """Who has a token. Processes bear the names of their programs."""

    OPERATOR = "operator"
    INDEXER = "indexer"
    REPLICA = "replica"
    WEB = "web"
    WORKER = "worker"
    BACKUP = "backup"
    HEALTH = "health"
    NAMENODE = "namenode"


PROCESSES = frozenset({Holder.INDEXER, Holder.REPLICA, Holder.WEB, Holder.WORKER})


def token_file(root: Path, holder: Holder) -> Path:
    """Where the namenodes look for a holder's token, below the data folder."""
    name = "admin-token" if holder is Holder.OPERATOR else f"admin-token-{holder}"
    return root / "secrets" / name


def environment(root: Path, program: str) -> dict[str, str]:
    """What a supervised program is told of tokens: where its own one is, if it has one."""
    if program not in PROCESSES:
        return {}
    return {VARIABLE: str(token_file(root, Holder(program)))}
