"""The check of who uses the namenodes: one user should leave room for the others."""

from typing import ClassVar

from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding, counted, ok, unknown, warning

# Calls that run at once at a namenode, as a mean over a minute, for each of its machine's cores.
# Below it nobody waits for another.
RUNNING_MANY_PER_CORE = 0.5
CROWDING_SHARE = 0.7
# Who calls less often than every ten seconds is no one who works there.
OTHERS_CALLS_MIN = 6


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
        counted_ms = max(1, heat.span_s) * 1_000
        running = max((each.time_ms for each in heat.namenodes), default=0.0) / counted_ms
        cores = [value for _, value in read.samples("system_cpu_count")]
        if not cores:
            return unknown("The namenodes do not tell how many cores they have.")
        others = [entry for entry in heat.entries[1:] if entry.calls >= OTHERS_CALLS_MIN]
        first = heat.entries[0] if heat.entries else None
        busy = running >= RUNNING_MANY_PER_CORE * min(cores)
        if busy and first and first.share >= CROWDING_SHARE and others:
            waiting = counted(len(others), "other user calls", "other users call")
            return warning(
                f"One user took {first.share:.0%} of the namenodes' time in the last minute, in "
                f"which {running:.1f} calls ran at once at the busiest; {waiting}, too."
            )
        return ok(f"{running:.1f} calls ran at once in the last minute at the busiest.")
