"""Progress lines for a person who waits: elapsed seconds and one sentence."""

import sys
import time
from typing import TextIO


class Progress:
    """Prints one line per event, with the seconds since it was made: readable in a log, too."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._started = time.monotonic()
        self._out = out or sys.stdout

    @property
    def elapsed_s(self) -> float:
        return time.monotonic() - self._started

    def say(self, text: str) -> None:
        self._out.write(f"[{self.elapsed_s:4.0f} s] {text}\n")
        self._out.flush()


def binary_size(size_bytes: float) -> str:
    """A size with a binary unit: 1536 is "1.5 KiB"."""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if size_bytes < 1024:
            return f"{size_bytes:.0f} B" if unit == "B" else f"{size_bytes:.1f} {unit}"
        size_bytes /= 1024
    return f"{size_bytes:.1f} TiB"
