"""Elasticsearch's one user: its files of users, roles and who has which."""

import base64
import hashlib
import secrets
from pathlib import Path
from typing import Final

USER: Final = "warren"
ROLE: Final = "warren"
# Elasticsearch's own form of a salted hash, and its own number of rounds.
ROUNDS: Final = 10_000
BYTES: Final = 32
ROLES: Final = f"""{ROLE}:
  cluster: [monitor]
  indices:
    - names: ["*"]
      privileges: [all]
"""


def write(conf: Path, password: str) -> None:
    """Writes the three files; the user's line is kept while it fits the password."""
    users = conf / "users"
    line = users.read_text(encoding="ascii").strip() if users.exists() else ""
    if not fits(line, password):
        users.write_text(f"{USER}:{hashed(password, secrets.token_bytes(BYTES))}\n", "ascii")
    (conf / "users_roles").write_text(f"{ROLE}:{USER}\n", encoding="ascii")
    (conf / "roles.yml").write_text(ROLES, encoding="ascii")


def hashed(password: str, salt: bytes) -> str:
    """What Elasticsearch keeps of a password."""
    found = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS, BYTES)
    salt_text, found_text = (base64.b64encode(each).decode() for each in (salt, found))
    return f"{{PBKDF2}}{ROUNDS}${salt_text}${found_text}"


def fits(line: str, password: str) -> bool:
    """Whether the user's line was made of this password."""
    user, _, kept = line.partition(":")
    parts = kept.split("$")
    if user != USER or len(parts) != len(("rounds", "salt", "hash")):
        return False
    return secrets.compare_digest(hashed(password, base64.b64decode(parts[1])), kept)
