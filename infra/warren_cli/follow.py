"""`bin/warren migrate follow`, `status` and `end`: a read-only copy of an HDFS that is in use."""

import os
import subprocess
from dataclasses import dataclass

from warren_namenode.generated.admin_api import FollowState

from warren_cli import build, namespace_load, offline, toolchain
from warren_cli.admin_calls import AdminCalls
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.progress import Progress
from warren_cli.rights import owner_only
from warren_cli.settings import Settings

FOLLOWER = "io.warren.migrate.FollowEdits"
HEAP_MB = 1024
TIMEOUT_S = 3600
ASK_TIMEOUT_S = 10.0
EXIT_STOPPED = 1


@dataclass(frozen=True)
class Plan:
    """Where edits are, and kinds of them to pass over."""

    edits: str
    passing: tuple[str, ...] = ()


def begin(settings: Settings, progress: Progress, plan: Plan) -> int:
    """Has a stopped file system follow edits from its next start on; 0 when they are there."""
    arguments = ["begin", "--edits", _absolute(plan.edits)]
    for kind in plan.passing:
        arguments += ["--pass", kind]
    return _change(settings, progress, arguments)


def end(settings: Settings, progress: Progress) -> int:
    """Makes the copy a file system of its own, for good."""
    code = _change(settings, progress, ["end"])
    if code == 0:
        progress.say(
            "it follows no more and may be changed; what the old one does now is not in it"
        )
    return code


def _absolute(edits: str) -> str:
    return edits if "://" in edits else os.path.abspath(edits)  # noqa: PTH100  it may be no path


def _change(settings: Settings, progress: Progress, arguments: list[str]) -> int:
    if settings.is_cluster:
        raise OperatorError(
            "Only the embedded store follows an HDFS, as yet", remedy="Unset WARREN_MODE"
        )
    home = Home(settings.home)
    namespace_load.refuse_running(home)
    offline.require_store(home, remedy="`bin/warren migrate import FSIMAGE` makes one")
    toolchain.require()
    build.ensure_java(progress)
    command, *rest = arguments
    with owner_only():
        done = subprocess.run(  # noqa: S603
            offline.command(
                FOLLOWER,
                *(command, "--store", str(home.store), *rest),
                heap_mb=HEAP_MB,
                conf=home.conf,
            ),
            check=False,
            timeout=TIMEOUT_S,
        )
    return done.returncode


def status(settings: Settings) -> tuple[str, int]:
    """What the namenodes say of the copy, in words; 0, or 1 when following has stopped."""
    with AdminCalls(settings, timeout_s=ASK_TIMEOUT_S) as calls:
        states = calls.follow_states()
    # The one that leads is the furthest: the others only know where edits are.
    state = max(states, key=lambda each: each.applied_transaction)
    return describe(state), EXIT_STOPPED if state.stopped_by else 0


def describe(state: FollowState) -> str:
    """One line for each fact."""
    if not state.follows:
        return "This file system follows no other one"
    lines = [
        f"follows {state.location}",
        f"applied up to transaction {state.applied_transaction}, "
        f"{state.lag_transactions} behind {state.newest_transaction}",
    ]
    lag_s = state.lag_seconds
    lines.append("age not known yet" if lag_s < 0 else f"{lag_s:.1f} s behind")
    lines.append(
        f"{state.edits_applied} edits since the start, "
        f"{state.edits_passed} of them change nothing here"
    )
    if state.waiting_for:
        lines.append(f"edits can't be read now, which is tried again: {state.waiting_for}")
    if state.paused:
        lines.append("paused: `bin/warren jobs follow-hdfs` goes on")
    if state.stopped_by:
        lines.append(f"stopped: {state.stopped_by}")
    return "\n".join(lines)
