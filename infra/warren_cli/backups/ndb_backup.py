"""Backups of NDB's own: each data node writes its part while transactions go on."""

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from warren_cli.cluster_conf import DATA_NODE_IDS, ndb_home
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.settings import Settings

# Hours, as a backup of a full cluster takes them; who waits can see that it goes on.
TIMEOUT_S: Final = 6 * 3600
ASK_TIMEOUT_S: Final = 60
STARTED_NAME: Final = "ndb-backup"
COMPLETED: Final = "completed"
VERSION: Final = re.compile(r"\bndb-(\d+\.\d+\.\d+)")


@contextmanager
def made(settings: Settings) -> Iterator[tuple[int, Path]]:
    """The number of a new backup, and the folder with the files of all data nodes.

    The folder is removed in the end; what a killed command left of an earlier one, at once. Raises
    OperatorError when it was not made, or a data node wrote its part on another machine.
    """
    home = Home(settings.home)
    note = home.run / STARTED_NAME
    _clear(settings, note)
    # Numbers grow, whatever the cluster remembers: NDB refuses one whose files are there already.
    number = int(time.time())
    note.write_text(str(number), encoding="ascii")
    try:
        answer = _managed(settings, f"START BACKUP {number} WAIT COMPLETED", TIMEOUT_S)
        if COMPLETED not in answer.lower():
            raise OperatorError(
                "NDB made no backup of the metadata store",
                remedy="Put right what it says; `make status` shows the data nodes",
                answer=" ".join(answer.split())[-300:],
            )
    except BaseException:
        # The next backup ends it where that can't be done now: this error says more.
        with suppress(OperatorError):
            _clear(settings, note)
        raise
    try:
        yield number, _folder(home, number)
    finally:
        _remove(settings, number, note)


def version(settings: Settings) -> str:
    """That of NDB's programs here."""
    done = subprocess.run(  # noqa: S603
        [str(program(settings, "ndb_restore")), "--version"],
        capture_output=True,
        text=True,
        timeout=ASK_TIMEOUT_S,
        check=False,
    )
    found = VERSION.search(done.stdout)
    if found is None:
        raise OperatorError("NDB's programs do not say their version", answer=done.stdout.strip())
    return found.group(1)


def program(settings: Settings, name: str) -> Path:
    """One of NDB's programs. Raises OperatorError when it is not installed."""
    found = ndb_home(settings) / "bin" / name
    if not found.exists():
        raise OperatorError(
            "NDB_HOME lacks a program that backups need",
            remedy="Install the whole of MySQL NDB Cluster",
            missing=found,
            exit_code=2,
        )
    return found


def _folder(home: Home, number: int) -> Path:
    folder = home.ndb / "data" / "BACKUP" / f"BACKUP-{number}"
    here = {file.name for file in folder.rglob("*.ctl")}
    for node_id in DATA_NODE_IDS:
        if f"BACKUP-{number}.{node_id}.ctl" not in here:
            raise OperatorError(
                "A data node's part of the backup is not on this machine",
                remedy="Backups are made where the data nodes run",
                data_node=node_id,
                folder=folder,
            )
    return folder


def _clear(settings: Settings, note: Path) -> None:
    """Ends and removes the noted backup, if there is one: its disk is the data nodes'."""
    try:
        number = note.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return
    if number.isdigit():
        # Refused when it has ended, which is as good.
        _managed(settings, f"ABORT BACKUP {number}", ASK_TIMEOUT_S)
        _remove(settings, int(number), note)
    else:
        note.unlink(missing_ok=True)


def _remove(settings: Settings, number: int, note: Path) -> None:
    """Frees the disk of a backup that has ended."""
    folder = Home(settings.home).ndb / "data" / "BACKUP" / f"BACKUP-{number}"
    shutil.rmtree(folder, ignore_errors=True)
    note.unlink(missing_ok=True)


def _managed(settings: Settings, command: str, timeout_s: int) -> str:
    """What the management client says to a command. Raises OperatorError when it can't be asked."""
    address = settings.ndb_mgm_address.reachable
    client = program(settings, "ndb_mgm")
    try:
        done = subprocess.run(  # noqa: S603
            [str(client), f"--ndb-connectstring={address}", "--try-reconnect=2", "-e", command],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise OperatorError(
            "NDB's management client did not end in time",
            remedy="Look at `make status`, then repeat it",
            command=command,
            timeout_s=timeout_s,
        ) from error
    return done.stdout + done.stderr
