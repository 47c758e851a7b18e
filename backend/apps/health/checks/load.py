"""The check of who uses the namenodes: one user should leave room for the others."""

from typing import ClassVar

from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding, counted, ok, warning

# Calls that run at once, as a mean over a minute: a quarter of the handlers that a namenode has
# unless its settings say otherwise. Below it nobody waits for another.
RUNNING_MANY = 4.0
CROWDING_SHARE = 0.7
# Who calls less often than every ten seconds is no one who works there.
OTHERS_CALLS_MIN = 6
_WINDOW_MS = 60_000


class Crowding:
    """A user who takes most of a busy namenode's time while others call, too."""

    key: ClassVar = CheckKey.CROWDING
    title: ClassVar = "No user crowds out the others"
    remedy: ClassVar = (
        "The page Heat tells who it is, what he calls and where; there his calls can be limited."
    )
    page: ClassVar = "/heat"

    def look(self, read: Readings) -> Finding:
        heat = read.heat_of_users()
        running = heat.time_ms / _WINDOW_MS / max(1, len(heat.namenodes))
        others = [entry for entry in heat.entries[1:] if entry.calls >= OTHERS_CALLS_MIN]
        first = heat.entries[0] if heat.entries else None
        if running >= RUNNING_MANY and first and first.share >= CROWDING_SHARE and others:
            waiting = counted(len(others), "other user calls", "other users call")
            return warning(
                f"One user took {first.share:.0%} of the namenodes' time in the last minute, in "
                f"which {running:.1f} calls ran at once; {waiting}, too."
            )
        return ok(f"{running:.1f} calls ran at once in the last minute, at each namenode.")
