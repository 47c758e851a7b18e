"""Bringing a restored store to a later moment, with the log that was added to its backup."""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from warren_cli import build, hdfs, toolchain
from warren_cli.backups import log_parts
from warren_cli.backups.log_parts import LogPart
from warren_cli.backups.manifest import EmbeddedCopy, Manifest
from warren_cli.backups.parts import Added
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress

MAIN_CLASS: Final = "io.warren.store.embedded.RollForward"
HEAP_MB: Final = 1024
TIMEOUT_S: Final = 24 * 3600


@dataclass(frozen=True)
class Rolled:
    """What was added. last_committed_at: of the newest change; None when there was none."""

    changes: int
    last_committed_at: str | None


def moment(text: str) -> datetime:
    """A moment as an operator writes it; without a zone it is of this machine's.

    Raises OperatorError.
    """
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError as error:
        raise OperatorError(
            "The moment can't be understood",
            remedy="Write it as 2026-11-26T14:02:00, or with a zone as 2026-11-26T14:02:00+01:00",
            until=text,
            exit_code=2,
        ) from error


def refuse_unreachable(stated: Manifest, parts: Sequence[Added], until: datetime) -> None:
    """Raises OperatorError when a backup can't be brought to a moment."""
    # NDB's own backup is of one moment when it has ended: until then rows are of different ones.
    begin = stated.as_of if isinstance(stated.store, EmbeddedCopy) else stated.ended_at
    if until < datetime.fromisoformat(begin):
        raise OperatorError(
            "The backup is of a later moment",
            remedy="Use an earlier backup",
            as_of=begin,
            until=until.isoformat(),
            exit_code=2,
        )
    known_through = parts[-1].as_of if parts else begin
    if until > datetime.fromisoformat(known_through):
        raise OperatorError(
            "The backup has no log up to that moment",
            remedy="Add it, if the Warren that it is of still runs: `bin/warren backup --continue`",
            known_through=known_through,
            until=until.isoformat(),
            exit_code=2,
        )


def forward(
    store: Path, source: Path, parts: Sequence[LogPart], until: datetime, progress: Progress
) -> Rolled:
    """Adds the commits up to a moment to a restored store. Raises OperatorError."""
    progress.say(f"rolling the metadata store forward to {until.isoformat()}")
    needed = []
    for number, part in enumerate(parts, 1):
        needed.append(str(source / log_parts.file_of(number)))
        if datetime.fromisoformat(part.as_of) > until:
            break
    done = subprocess.run(  # noqa: S603
        (
            toolchain.java(),
            f"-Xmx{HEAP_MB}m",
            "-Dfile.encoding=UTF-8",
            f"-Dlog4j.configuration=file:{hdfs.CLIENT_LOG4J}",
            *("-cp", f"{build.JAVA_LIB}/*", MAIN_CLASS),
            *(str(store), str(int(until.timestamp() * 1000))),
        ),
        input="\n".join(needed),
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    if done.returncode != 0:
        raise OperatorError(
            "The restored store could not be rolled forward",
            remedy="Empty the data folder, and restore the backup without --until, or another one",
            store=store,
            reason=done.stderr.strip()[-400:],
        )
    told = json.loads(done.stdout.strip().splitlines()[-1])
    last_ms = int(told["last_committed_at_ms"])
    last = datetime.fromtimestamp(last_ms / 1000, UTC).isoformat(timespec="milliseconds")
    return Rolled(int(told["changes"]), last if last_ms else None)
