"""The platform's database of the cluster mode as statements: out of the SQL node, and into one."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from warren_cli.backups import ndb_backup
from warren_cli.cluster_conf import read_password
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.settings import Settings

# Where it is in a backup.
PLATFORM_SQL: Final = "platform/platform.sql"
TIMEOUT_S: Final = 3600
# The last line of a dump that was not broken off.
ENDED: Final = b"-- Dump completed"
TAIL_BYTES: Final = 200


def dump(settings: Settings, file: Path) -> None:
    """Writes the database as of one moment into a new file. Raises OperatorError."""
    with _login(settings) as login, file.open("xb") as out:
        _run(
            settings,
            "mysqldump",
            login,
            # One moment of all its tables, which are InnoDB's; nobody waits for it.
            *("--single-transaction", "--skip-lock-tables", "--quick", "--no-tablespaces"),
            *("--set-gtid-purged=OFF", "--hex-blob", "--default-character-set=utf8mb4"),
            settings.sql_platform_database,
            out=out,
        )
    with file.open("rb") as written:
        written.seek(max(0, file.stat().st_size - TAIL_BYTES))
        if ENDED not in written.read():
            raise OperatorError("The copy of the platform's database is not whole", file=file)


def load(settings: Settings, file: Path) -> None:
    """Executes a dump in the database, which is there and empty. Raises OperatorError."""
    with _login(settings) as login, file.open("rb") as statements:
        _run(
            settings,
            "mysql",
            login,
            *("--default-character-set=utf8mb4", settings.sql_platform_database),
            statements=statements,
        )


@contextmanager
def _login(settings: Settings) -> Iterator[Path]:
    """A file with the user's password, which must be in no process's arguments."""
    address = settings.sql_address.reachable
    password = read_password(settings.sql_platform_password_file)
    with tempfile.NamedTemporaryFile("w", dir=Home(settings.home).run, suffix=".cnf") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(
            f"[client]\nprotocol=tcp\nhost={address.host}\nport={address.port}\n"
            f"user={settings.sql_platform_user}\npassword='{password}'\n"
        )
        file.flush()
        yield Path(file.name)


def _run(
    settings: Settings,
    name: str,
    login: Path,
    *arguments: str,
    out: IO[bytes] | None = None,
    statements: IO[bytes] | None = None,
) -> None:
    command = [str(ndb_backup.program(settings, name)), f"--defaults-file={login}", *arguments]
    try:
        done = subprocess.run(  # noqa: S603
            command,
            stdin=statements or subprocess.DEVNULL,
            stdout=out or subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise OperatorError(
            "The platform's database could not be copied in time", timeout_s=TIMEOUT_S
        ) from error
    if done.returncode != 0:
        raise OperatorError(
            "The platform's database could not be copied",
            remedy="Put right what the SQL node's client says, then repeat it",
            program=name,
            reason=done.stderr.decode(errors="replace").strip()[-300:],
        )
