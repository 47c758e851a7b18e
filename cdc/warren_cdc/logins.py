"""How the servers of the pipeline are logged in to: users are fixed, passwords are in files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

INDEX_USER: Final = "warren-index"
REPLICA_USER: Final = "warren-replica"
CONNECT_USER: Final = "warren"
ELASTICSEARCH_USER: Final = "warren"


def kafka_client(address: str, user: str, password_file: Path | None) -> dict[str, str]:
    """The part of a Kafka client's configuration that says where to, and as whom.

    password_file: null for a broker that asks for no login. Raises OSError.
    """
    if password_file is None:
        return {"bootstrap.servers": address}
    return {
        "bootstrap.servers": address,
        "security.protocol": "SASL_PLAINTEXT",
        "sasl.mechanism": "PLAIN",
        "sasl.username": user,
        "sasl.password": _read(password_file),
    }


def basic(user: str, password_file: Path | None) -> tuple[str, str] | None:
    """A login over HTTP; null for a server that asks for none. Raises OSError."""
    return None if password_file is None else (user, _read(password_file))


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8").strip()
