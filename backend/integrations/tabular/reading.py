"""Reading the head of a table in a process of its own, within bounds."""

import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO

from pydantic import BaseModel, ValidationError

from integrations.tabular.errors import TableTooLarge, TableUnreadable
from integrations.tabular.shapes import TableHead, TableKind

_CHILD = Path(__file__).with_name("child.py")
_TIMEOUT_S = 30.0
_READS_MAX = 2_000
_READ_BYTES_MAX = 32 << 20
# A head at its largest: 200 columns of 20 cells of 200 characters, each of these as two escapes.
_ANSWER_BYTES_MAX = 16 << 20
# It imports what is installed and knows nothing else; one thread, as its memory is bounded.
_ENVIRONMENT = {
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "OMP_NUM_THREADS": "1",
    "LC_ALL": "C.UTF-8",
    "MALLOC_ARENA_MAX": "1",
}

_BROKE = "What reads it broke"
_ASKED = re.compile(rb"(\d{1,18}) (\d{1,18})\n")

Source = Callable[[int, int], bytes]
"""Some bytes of the file: offset, length. Fewer at its end alone."""


class _Refusal(BaseModel):
    reason: str


def read_head(kind: TableKind, size_bytes: int, source: Source) -> TableHead:
    """Columns and first rows of a file of `size_bytes` bytes.

    Raises TableUnreadable for a damaged file, TableTooLarge when its columns alone take too much,
    and whatever `source` raises.
    """
    # Isolated: the modules beside it are not its own.
    command = [sys.executable, "-I", str(_CHILD), kind.value, str(size_bytes)]
    with subprocess.Popen(  # noqa: S603
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=_ENVIRONMENT,
        cwd="/",
    ) as process:
        late = threading.Timer(_TIMEOUT_S, process.kill)
        late.start()
        try:
            word, told = _talk(process.stdout, process.stdin, source)
            if not word:
                process.wait()
        finally:
            late.cancel()
            process.kill()
    try:
        return _understood(word, told, process.returncode)
    except ValidationError as error:
        raise TableUnreadable(_BROKE) from error


def _understood(word: bytes, told: bytes, code: int) -> TableHead:
    """Raises ValidationError for what such a process does not tell."""
    match word:
        case b"HEAD":
            return TableHead.model_validate_json(told)
        case b"UNREADABLE":
            raise TableUnreadable(_Refusal.model_validate_json(told).reason)
        case b"LARGE":
            raise TableTooLarge
        case b"" if code in _OF_BOUNDS:
            raise TableTooLarge
        case _:
            raise TableUnreadable(_BROKE)


# Killed for its time, or by the system for its processor time.
_OF_BOUNDS = (-9, -24)


def _talk(
    questions: IO[bytes] | None, answers: IO[bytes] | None, source: Source
) -> tuple[bytes, bytes]:
    """Gives the process what it asks for until it tells the end; empty words when it died."""
    if questions is None or answers is None:
        raise RuntimeError("The process has no pipes")
    left = _READ_BYTES_MAX
    for _ in range(_READS_MAX):
        word, _, rest = questions.readline(_ANSWER_BYTES_MAX).partition(b" ")
        if word != b"READ":
            return word, rest
        asked = _ASKED.fullmatch(rest)
        if asked is None:
            raise TableUnreadable(_BROKE)
        offset, length = map(int, asked.groups())
        left -= length
        given = source(offset, length) if left >= 0 else None
        try:
            answers.write(b"LARGE\n" if given is None else b"%d\n%s" % (len(given), given))
            answers.flush()
        except BrokenPipeError:
            return b"", b""
    raise TableTooLarge
