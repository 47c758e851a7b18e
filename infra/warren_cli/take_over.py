"""`bin/warren migrate take-over`: Warren in the place of the old NameNode, over its datanodes.

Each step is written down before the next one begins, and can be repeated: a take-over that was
killed goes on where it was when it is called again.
"""

import fcntl
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from warren_cli import (
    build,
    fenced_names,
    lifecycle,
    offline,
    take_over_approval,
    toolchain,
)
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.progress import Progress
from warren_cli.rights import owner_only
from warren_cli.settings import Settings
from warren_cli.supervision import Supervisor
from warren_cli.take_over_approval import NOT_ASKED_FOR, Approval
from warren_cli.take_over_state import MEANINGS, Phase, State, keep, keep_given_back, path, read

TOOL = "io.warren.migrate.TakeOver"
HEAP_MB = 1024
TIMEOUT_S = 3600
NAMENODES = "namenodes"
LOCK_NAME = "take-over.lock"


@dataclass(frozen=True)
class Plan:
    """The old NameNodes' name directories, and addresses at which none of them may answer.

    approved: only if somebody asked the platform for it and somebody else approved.
    """

    name_dirs: tuple[Path, ...] = ()
    namenodes: tuple[str, ...] = ()
    approved: bool = False


def run(settings: Settings, progress: Progress, plan: Plan) -> None:
    """Takes over, or goes on with it. Raises OperatorError, and can then be called again."""
    home = _prepared(settings, progress)
    with alone(home):
        state = _taken_over(settings, home, progress, _completed(settings, plan))
    for line in _next_steps(settings, state):
        progress.say(line)


def _completed(settings: Settings, plan: Plan) -> Plan:
    """With what the settings say where the caller says nothing."""
    return Plan(
        plan.name_dirs or tuple(map(Path, settings.take_over_name_dirs)),
        plan.namenodes or settings.take_over_addresses,
        approved=plan.approved or settings.take_over_approval,
    )


def _taken_over(settings: Settings, home: Home, progress: Progress, plan: Plan) -> State:
    state = read(home)
    if state is None or state.phase is Phase.BEGUN:
        approval = take_over_approval.required(settings) if plan.approved else NOT_ASKED_FOR
        state = _begun(home, plan, approval)
        state = _fenced(settings, home, progress, plan, state)
    elif state.phase is Phase.GOING_BACK:
        raise OperatorError(
            "The way back has begun", remedy="End it: call this command with --back"
        )
    else:
        # From here on it is ended, whoever's word it began by has gone by.
        _refuse_others(state, plan)
    if state.phase is Phase.FENCED:
        _tool(home, "end")
        state = _kept(home, replace(state, phase=Phase.ENDED, ended_at_s=time.time()))
    if state.phase is Phase.ENDED:
        # The way back asks whether anything was changed since; that begins here.
        lifecycle.run(settings, progress)
        state = _kept(home, replace(state, phase=Phase.SERVING, served_at_s=time.time()))
    return state


def back(settings: Settings, progress: Progress) -> None:
    """Gives the file system back to the old NameNode, when nothing was changed since."""
    home = _prepared(settings, progress)
    with alone(home):
        state = _given_back(settings, home, progress)
    progress.say("Warren is a read-only copy again, and stopped: `make run` starts it")
    progress.say(
        "start the old NameNode from "
        + ", ".join(state.name_dirs)
        + ", then the datanodes with their former configuration"
    )


def _given_back(settings: Settings, home: Home, progress: Progress) -> State:
    state = read(home)
    if state is None:
        raise OperatorError("Nothing was taken over in this data folder", folder=home.root)
    with _without_namenodes(home, restarted=state.phase is not Phase.GOING_BACK):
        _store_back(home, state)
    # Its own datanode belongs to the same block pool, and would go to the old NameNode.
    lifecycle.stop(settings, progress)
    for name_dir in state.name_dirs:
        fenced_names.release(Path(name_dir))
    keep_given_back(home, state, at_s=time.time())
    path(home).unlink()
    return state


@contextmanager
def alone(home: Home) -> Iterator[None]:
    """One take-over of a data folder at a time; the lock goes with its holder, however that ends.

    Raises OperatorError while another one goes on.
    """
    with (home.root / LOCK_NAME).open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise OperatorError(
                "Another take-over of this data folder goes on",
                remedy="Wait for its end; `bin/warren migrate status` tells how far it is",
                folder=home.root,
            ) from error
        yield


def _store_back(home: Home, state: State) -> None:
    """The store follows again. It refuses when files were changed, and then all is as before."""
    # Of a way back that was killed and is refused now, Warren may have to be started.
    before = Phase.ENDED if state.phase is Phase.GOING_BACK else state.phase
    # First, or a take-over that is called after a kill would believe that all is done.
    _kept(home, replace(state, phase=Phase.GOING_BACK))
    try:
        _tool(home, "back")
    except OperatorError:
        _kept(home, replace(state, phase=before))
        raise


def described(settings: Settings) -> str | None:
    """How far a take-over is, in words; None without one."""
    state = read(Home(settings.home))
    if state is None:
        return None
    text = f"take-over: {MEANINGS[state.phase]}"
    if state.phase is Phase.SERVING:
        text += f". Nobody could write for {state.read_only_s:.0f} s"
    return text


def _prepared(settings: Settings, progress: Progress) -> Home:
    if settings.is_cluster:
        raise OperatorError(
            "The embedded store alone takes over, as yet", remedy="Unset WARREN_MODE"
        )
    home = Home(settings.home)
    offline.require_store(home, remedy="`bin/warren migrate import FSIMAGE` makes one")
    toolchain.require()
    build.ensure_java(progress)
    return home


def _kept(home: Home, state: State) -> State:
    """Writes it down."""
    keep(home, state)
    return state


def _begun(home: Home, plan: Plan, approved: Approval) -> State:
    """The state to begin with. The directories are written down before one of them is changed."""
    given = tuple(str(folder) for folder in plan.name_dirs)
    before = read(home)
    if before is None:
        if not given:
            raise OperatorError(
                "A take-over needs the old NameNodes' name directories",
                remedy="Give each of dfs.namenode.name.dir and dfs.namenode.edits.dir by --from",
                exit_code=2,
            )
        for folder in plan.name_dirs:
            fenced_names.require(folder)
        before = State(Phase.BEGUN, given, begun_at_s=time.time())
    elif given and given != before.name_dirs:
        # Some of the former ones may be marked already.
        for former in before.name_dirs:
            fenced_names.release(Path(former))
        before = replace(before, name_dirs=given)
    return _kept(
        home,
        replace(
            before,
            job_id=approved.job_id,
            asked_by=approved.asked_by,
            approved_by=approved.approved_by,
        ),
    )


def _refuse_others(state: State, plan: Plan) -> None:
    """OperatorError for other directories than those that are fenced."""
    given = tuple(str(folder) for folder in plan.name_dirs)
    if given and given != state.name_dirs:
        raise OperatorError(
            "The take-over that goes on has other name directories",
            remedy="Leave out --from, or give the same ones",
            taken=", ".join(state.name_dirs),
        )


def _fenced(settings: Settings, home: Home, progress: Progress, plan: Plan, state: State) -> State:
    """Applies the last edits and marks the old name directories, while nobody can use them."""
    folders = [Path(folder) for folder in state.name_dirs]
    with ExitStack() as stack:
        for folder in folders:
            stack.enter_context(fenced_names.held(folder))
        for address in plan.namenodes:
            fenced_names.require_silent(address)
        with _without_namenodes(home, restarted=True):
            progress.say("applying the last edits")
            _tool(home, "catch-up", "--edits", state.name_dirs[0], *_writers(folders, plan))
            last_edit_at_s = max(fenced_names.last_written_at_s(folder) for folder in folders)
            # It may have been cancelled meanwhile, and from here on it can't be.
            take_over_approval.require_still(settings, state.job_id)
            for folder in folders:
                fenced_names.fence(folder)
        return _kept(
            home,
            replace(
                state,
                phase=Phase.FENCED,
                last_edit_at_s=last_edit_at_s,
                fenced_at_s=time.time(),
            ),
        )


def _writers(folders: Sequence[Path], plan: Plan) -> list[str]:
    """The directories, one of which has to be that of the NameNode that wrote last.

    Where JournalNodes alone keep edits it can't be told, and addresses have to be enough.
    """
    if plan.namenodes and not any(map(fenced_names.last_written_at_s, folders)):
        return []
    return [word for folder in folders for word in ("--names", str(folder))]


@contextmanager
def _without_namenodes(home: Home, *, restarted: bool) -> Iterator[None]:
    """Stops the namenodes of a Warren that runs, so that the store can be opened.

    restarted: they are started again when the block fails.
    """
    supervisor = Supervisor(home)
    was_running = supervisor.pid() is not None
    if was_running:
        supervisor.stop(NAMENODES)
    try:
        yield
    except BaseException:
        if was_running and restarted:
            supervisor.start(NAMENODES)
        raise


def _tool(home: Home, command: str, *arguments: str) -> None:
    with owner_only():
        done = subprocess.run(  # noqa: S603
            offline.command(
                TOOL,
                *(command, "--store", str(home.store), *arguments),
                heap_mb=HEAP_MB,
                conf=home.conf,
            ),
            check=False,
            timeout=TIMEOUT_S,
            stderr=subprocess.PIPE,
            text=True,
        )
    if done.returncode != 0:
        raise OperatorError(
            "The store could not be changed",
            remedy="Nothing is lost: cure the reason, and call the command again",
            step=command,
            reason=done.stderr.strip(),
        )


def _next_steps(settings: Settings, state: State) -> Iterator[str]:
    yield f"taken over; nobody could write for {state.read_only_s:.0f} s"
    yield (
        "datanodes whose configuration names the address "
        f"{settings.nn1_rpc_address.reachable} come by themselves"
    )
    yield (
        "all others: change fs.defaultFS or dfs.namenode.rpc-address there, and restart one after "
        "the other; `bin/warren datanode list` shows who is there"
    )
    yield (
        "`bin/warren migrate take-over --back` undoes it as long as nothing was written; after "
        "that, `bin/warren migrate export` is the way back"
    )
