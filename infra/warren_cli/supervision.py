"""supervisord: its configuration, and talking to it over its Unix socket."""

import contextlib
import http.client
import os
import signal
import subprocess
import sys
import time
import xmlrpc.client
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from supervisor.xmlrpc import Faults, SupervisorTransport  # type: ignore[import-untyped]

from warren_cli import admin_tokens
from warren_cli.build import tail
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.programs import HOME_MARK, programs, quoted
from warren_cli.rights import OTHERS
from warren_cli.settings import REPOSITORY, Settings

POLL_S = 0.2
CONNECT_TIMEOUT_S = 15.0
START_RETRIES = 3
RUNNING = "RUNNING"
FATAL = "FATAL"
NOT_STARTED = frozenset({FATAL, "STOPPED", "EXITED"})
# States of processes as proc(5) has them. A zombie does not run, its parent has to collect it.
HALTED = frozenset({"T", "t"})
GONE = frozenset({"", "Z", "X"})
RPC_ERRORS = (OSError, http.client.HTTPException, xmlrpc.client.Error)


@dataclass(frozen=True)
class ProcessState:
    """A supervised process as its supervisor sees it. `state` is supervisord's word for it."""

    name: str
    state: str
    pid: int
    started_at_s: int
    now_s: int
    reason: str

    @property
    def uptime_s(self) -> int:
        return max(0, self.now_s - self.started_at_s) if self.state == RUNNING else 0


def configuration(settings: Settings, home: Home) -> str:
    """supervisord.conf. WARREN_HOME's path was checked to need no escaping here."""
    lines = [
        "[unix_http_server]",
        f"file={socket_of(home)}",
        "chmod=0700",
        "[supervisord]",
        f"logfile={home.logs}/supervisord.log",
        f"logfile_maxbytes={settings.log_max_bytes}",
        f"logfile_backups={settings.log_backups}",
        f"pidfile={home.run}/supervisord.pid",
        f"childlogdir={home.logs}",
        f"directory={REPOSITORY}",
        "identifier=warren",
        # Of the supervisor and of all that it starts.
        f"umask={OTHERS:03o}",
        *(["user=root"] if os.geteuid() == 0 else []),
        "[rpcinterface:supervisor]",
        "supervisor.rpcinterface_factory=supervisor.rpcinterface:make_main_rpcinterface",
    ]
    for program in programs(settings, home):
        lines += [
            f"[program:{program.name}]",
            f"command={_escaped(quoted(program.command))}",
            *_own_environment(home, program.name),
            f"priority={program.start_order}",
            f"startsecs={program.start_s}",
            f"startretries={START_RETRIES}",
            f"autostart={_word(program.autostart)}",
            f"autorestart={_word(program.restart_after_exit_0, no='unexpected')}",
            "exitcodes=0",
            f"stopwaitsecs={max(settings.stop_timeout_s, program.stop_timeout_s)}",
            "stopasgroup=false",
            "killasgroup=true",
            "redirect_stderr=true",
            f"stdout_logfile={log_of(home, program.name)}",
            f"stdout_logfile_maxbytes={settings.log_max_bytes}",
            f"stdout_logfile_backups={settings.log_backups}",
        ]
    return "\n".join(lines) + "\n"


def _own_environment(home: Home, program: str) -> list[str]:
    own = admin_tokens.environment(home.root, program)
    pairs = ",".join(f'{name}="{value}"' for name, value in own.items())
    return [f"environment={pairs}"] if pairs else []


def _word(value: bool, *, no: str = "false") -> str:
    return "true" if value else no


def _escaped(command: str) -> str:
    return command.replace("%", "%%")


def socket_of(home: Home) -> Path:
    return home.run / "supervisor.sock"


def log_of(home: Home, name: str) -> Path:
    return home.logs / f"{name}.log"


class Supervisor:
    """A client of one data folder's supervisord. Its socket answers; pid files are not trusted."""

    def __init__(self, home: Home) -> None:
        self._home = home

    @property
    def _rpc(self) -> Any:
        """A fresh connection per call: the transport cannot be used again after a failed one."""
        transport = SupervisorTransport(None, None, serverurl=f"unix://{socket_of(self._home)}")
        server = xmlrpc.client.ServerProxy("http://127.0.0.1", transport=transport)
        return cast(Any, server).supervisor

    def pid(self) -> int | None:
        """supervisord's process id; None when it does not run."""
        try:
            return int(self._rpc.getPID())
        except RPC_ERRORS:
            return None

    def processes(self) -> list[ProcessState]:
        """The supervised processes in start order; none when supervisord does not run."""
        try:
            answers = self._rpc.getAllProcessInfo()
        except RPC_ERRORS:
            return []
        return [
            ProcessState(
                name=answer["name"],
                state=answer["statename"],
                pid=answer["pid"],
                started_at_s=answer["start"],
                now_s=answer["now"],
                reason=answer["spawnerr"],
            )
            for answer in answers
        ]

    def start_stopped(self, among: Collection[str] | None = None) -> list[str]:
        """Starts the processes that gave up or were stopped, of those named; their names."""
        stopped = [
            process.name
            for process in self.processes()
            if process.state in NOT_STARTED and (among is None or process.name in among)
        ]
        for name in stopped:
            self.start(name)
        return stopped

    def start(self, name: str) -> None:
        """Starts a process without waiting for it."""
        try:
            self._rpc.startProcess(name, False)
        except RPC_ERRORS as error:
            raise OperatorError("A part could not be started", part=name) from error

    def stop(self, name: str) -> None:
        """Stops a process and waits for its end, which comes after its stop timeout at the latest.

        Harmless when it does not run.
        """
        try:
            self._rpc.stopProcess(name, True)
        except xmlrpc.client.Fault as fault:
            if fault.faultCode != Faults.NOT_RUNNING:
                raise OperatorError("A part could not be stopped", part=name) from fault
        except RPC_ERRORS as error:
            raise OperatorError("A part could not be stopped", part=name) from error

    def kill(self, name: str) -> None:
        """Kills a process, and does not start it again; it gets no chance to clean up."""
        pid = next((each.pid for each in self.processes() if each.name == name), 0)
        if not pid:
            raise OperatorError("A part does not run", part=name)
        # Frozen first: the stop, which keeps it from being restarted, begins with a polite signal,
        # and a process that has not come to a halt yet would take that one before its halt.
        _signal_if_alive(pid, signal.SIGSTOP)
        _wait_until(lambda: _state(pid) in HALTED | GONE, CONNECT_TIMEOUT_S)
        try:
            self._rpc.stopProcess(name, False)
        except RPC_ERRORS as error:
            _signal_if_alive(pid, signal.SIGCONT)
            raise OperatorError("A part could not be killed", part=name) from error
        # It has gone where the stop's answer was slow to come: the stop ends with a kill.
        _signal_if_alive(pid, signal.SIGKILL)

    def launch(self, settings: Settings, environment: Mapping[str, str]) -> None:
        """Starts supervisord, which starts everything. Raises OperatorError when it does not."""
        config = self._home.run / "supervisord.conf"
        config.write_text(configuration(settings, self._home), encoding="utf-8")
        command = [sys.executable, "-m", "supervisor.supervisord", "-c", str(config)]
        done = subprocess.run(  # noqa: S603
            command,
            env=dict(environment),
            cwd=REPOSITORY,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=CONNECT_TIMEOUT_S,
            check=False,
        )
        deadline = time.monotonic() + CONNECT_TIMEOUT_S
        while done.returncode == 0 and self.pid() is None and time.monotonic() < deadline:
            time.sleep(POLL_S)
        if self.pid() is None:
            output = (done.stdout + done.stderr).strip() or tail(
                self._home.logs / "supervisord.log"
            )
            raise OperatorError("The supervisor did not start", output=output)

    def shut_down(self, timeout_s: float) -> bool:
        """Stops every process and supervisord itself; whether all ended in time."""
        pid = self.pid()
        if pid is None:
            return True
        try:
            self._rpc.shutdown()
        except RPC_ERRORS:
            os.kill(pid, signal.SIGTERM)
        return _wait_gone([pid], timeout_s)


def orphans(home: Home) -> list[int]:
    """Processes of this data folder whose supervisor died. They carry the folder's mark."""
    mark = f"{HOME_MARK}={home.root}".encode()
    found = []
    for process in Path("/proc").iterdir():
        if not process.name.isdigit() or int(process.name) == os.getpid():
            continue
        try:
            if mark in (process / "environ").read_bytes().split(b"\0"):
                found.append(int(process.name))
        except OSError:
            continue
    return found


def end_orphans(home: Home, timeout_s: float) -> int:
    """Ends what a dead supervisor left running: asks first, then kills. How many there were."""
    left = orphans(home)
    for how, wait_s in ((signal.SIGTERM, timeout_s), (signal.SIGKILL, CONNECT_TIMEOUT_S)):
        for pid in orphans(home):
            _signal_if_alive(pid, how)
        if _wait_gone(left, wait_s):
            break
    return len(left)


def _signal_if_alive(pid: int, how: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, how)


def _wait_gone(pids: list[int], timeout_s: float) -> bool:
    return _wait_until(lambda: all(_state(pid) in GONE for pid in pids), timeout_s)


def _wait_until(condition: Callable[[], bool], timeout_s: float) -> bool:
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_S)
    return True


def _state(pid: int) -> str:
    """The letter that proc(5) has for a process's state; none when there is no such process."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return stat.rpartition(")")[2].split()[0]
