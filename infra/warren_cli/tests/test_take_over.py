"""`bin/warren migrate take-over`: its steps, killed between any two of them, and the way back."""

import fcntl
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from warren_cli import build, fenced_names, lifecycle, take_over, take_over_state, toolchain
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.progress import Progress
from warren_cli.settings import Settings, load
from warren_cli.take_over import Plan
from warren_cli.take_over_state import Phase

VERSION = """#Sun Nov 29 06:00:00 UTC 2026
namespaceID=77
clusterID=CID-1
cTime=0
storageType=NAME_NODE
blockpoolID=BP-1
layoutVersion=-67
"""
HOLD = """
import fcntl, sys
lock = open(sys.argv[1], "a")
fcntl.lockf(lock, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""


class KilledError(BaseException):
    """Stands for the end of the process at some step."""


@pytest.fixture
def names(tmp_path: Path) -> tuple[Path, ...]:
    folders = (tmp_path / "name1", tmp_path / "name2")
    for folder in folders:
        (folder / "current").mkdir(parents=True)
        (folder / "current" / "VERSION").write_text(VERSION, encoding="utf-8")
        (folder / "current" / "edits_1-2").write_text("", encoding="utf-8")
    return folders


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    settings = load({"WARREN_HOME": str(tmp_path / "home")})
    Home(settings.home).store.mkdir(parents=True)
    return settings


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is called outside, in order."""
    called: list[str] = []

    def tool(home: Home, command: str, *arguments: str) -> None:
        called.append(command)

    monkeypatch.setattr(take_over, "_tool", tool)
    monkeypatch.setattr(lifecycle, "run", lambda settings, progress: called.append("run"))
    monkeypatch.setattr(lifecycle, "stop", lambda settings, progress: called.append("stop"))
    monkeypatch.setattr(toolchain, "require", lambda: None)
    monkeypatch.setattr(build, "ensure_java", lambda progress: None)
    return called


def refuse(home: Home, command: str, *arguments: str) -> None:
    """A tool that finds changes."""
    raise OperatorError("Files were changed")


def fenced(folder: Path) -> bool:
    return fenced_names.is_fenced((folder / "current" / "VERSION").read_text(encoding="utf-8"))


def phase(settings: Settings) -> Phase | None:
    state = take_over_state.read(Home(settings.home))
    return state.phase if state else None


def test_all_steps_and_back(settings: Settings, names: tuple[Path, ...], steps: list[str]) -> None:
    take_over.run(settings, Progress(), Plan(names))
    assert steps == ["catch-up", "end", "run"]
    assert phase(settings) is Phase.SERVING
    assert all(map(fenced, names))
    assert "layoutVersion=-2147483648" in (names[1] / "current" / "VERSION").read_text()
    assert not (names[0] / fenced_names.LOCK).exists()
    said = take_over.described(settings)
    assert said is not None
    assert "Warren serves in the place of the old NameNode. Nobody could write for" in said

    take_over.back(settings, Progress())
    assert steps[3:] == ["back", "stop"]
    assert phase(settings) is None
    for folder in names:
        assert (folder / "current" / "VERSION").read_text(encoding="utf-8") == VERSION
        assert not (folder / "current" / fenced_names.KEPT).exists()


@dataclass(frozen=True)
class Death:
    """The process ends at the call of this number of a function, before or behind it."""

    module: object
    name: str
    call: int
    behind: bool


def deaths(*calls: tuple[object, str, int]) -> list[Death]:
    return [Death(*call, behind=behind) for call in calls for behind in (False, True)]


def killed_at(monkeypatch: pytest.MonkeyPatch, death: Death) -> Callable[[], None]:
    """Ends the process there; the answer lets the next process live."""
    module, name, behind = death.module, death.name, death.behind
    original = getattr(module, name)
    left = death.call

    def dying(*arguments: object, **more: object) -> object:
        nonlocal left
        left -= 1
        if left == 0 and not behind:
            raise KilledError
        answer = original(*arguments, **more)
        if left == 0:
            raise KilledError
        return answer

    monkeypatch.setattr(module, name, dying)
    return lambda: monkeypatch.setattr(module, name, original)


@pytest.mark.parametrize(
    "death",
    deaths(
        (take_over, "_kept", 1),
        (take_over, "_tool", 1),
        (fenced_names, "fence", 1),
        (fenced_names, "_put", 1),
        (fenced_names, "_put", 2),
        (fenced_names, "_put", 3),
        (fenced_names, "fence", 2),
        (take_over, "_kept", 2),
        (take_over, "_tool", 2),
        (take_over, "_kept", 3),
        (lifecycle, "run", 1),
        (take_over, "_kept", 4),
    ),
)
def test_a_take_over_that_was_killed_goes_on(
    settings: Settings,
    names: tuple[Path, ...],
    steps: list[str],
    monkeypatch: pytest.MonkeyPatch,
    death: Death,
) -> None:
    revive = killed_at(monkeypatch, death)
    with pytest.raises(KilledError):
        take_over.run(settings, Progress(), Plan(names))
    # Until the store ends following the old one is whole or fenced, never served beside us.
    if "run" in steps:
        assert all(map(fenced, names))
    revive()
    take_over.run(settings, Progress(), Plan(names))
    assert phase(settings) is Phase.SERVING
    assert all(map(fenced, names))
    assert steps.index("catch-up") < steps.index("end") < steps.index("run")
    for folder in names:
        kept = folder / "current" / fenced_names.KEPT
        assert kept.read_text(encoding="utf-8") == VERSION


@pytest.mark.parametrize(
    "death",
    deaths(
        (take_over, "_tool", 1),
        (take_over, "_kept", 1),
        (fenced_names, "release", 1),
        (fenced_names, "release", 2),
    ),
)
def test_a_way_back_that_was_killed_goes_on(
    settings: Settings,
    names: tuple[Path, ...],
    steps: list[str],
    monkeypatch: pytest.MonkeyPatch,
    death: Death,
) -> None:
    take_over.run(settings, Progress(), Plan(names))
    revive = killed_at(monkeypatch, death)
    with pytest.raises(KilledError):
        take_over.back(settings, Progress())
    revive()
    if phase(settings) is not None and phase(settings) is not Phase.SERVING:
        with pytest.raises(OperatorError, match="way back has begun"):
            take_over.run(settings, Progress(), Plan(names))
    take_over.back(settings, Progress())
    assert not any(map(fenced, names))
    assert phase(settings) is None


def test_a_refused_way_back_changes_nothing(
    settings: Settings,
    names: tuple[Path, ...],
    steps: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    take_over.run(settings, Progress(), Plan(names))

    monkeypatch.setattr(take_over, "_tool", refuse)
    with pytest.raises(OperatorError, match="Files were changed"):
        take_over.back(settings, Progress())
    assert phase(settings) is Phase.SERVING
    assert all(map(fenced, names))


def test_a_refusal_behind_a_kill_lets_the_take_over_go_on(
    settings: Settings, names: tuple[Path, ...], steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    take_over.run(settings, Progress(), Plan(names))
    revive = killed_at(monkeypatch, Death(take_over, "_tool", 1, behind=False))
    with pytest.raises(KilledError):
        take_over.back(settings, Progress())
    revive()

    with monkeypatch.context() as patch:
        patch.setattr(take_over, "_tool", refuse)
        with pytest.raises(OperatorError, match="Files were changed"):
            take_over.back(settings, Progress())
    take_over.run(settings, Progress(), Plan())
    assert phase(settings) is Phase.SERVING
    assert all(map(fenced, names))


def test_a_namenode_that_runs_is_not_taken_over(
    settings: Settings, names: tuple[Path, ...], steps: list[str]
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(names[1] / fenced_names.LOCK)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(OperatorError, match="The old NameNode runs"):
            take_over.run(settings, Progress(), Plan(names))
        holder.communicate()
    assert steps == []
    assert not any(map(fenced, names))
    take_over.run(settings, Progress(), Plan())
    assert phase(settings) is Phase.SERVING


def test_the_lock_is_held_while_the_last_edits_are_read(
    settings: Settings,
    names: tuple[Path, ...],
    steps: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = []

    def tool(home: Home, command: str, *arguments: str) -> None:
        if command == "catch-up":
            probe = (
                "import fcntl, sys\n"
                "fcntl.lockf(open(sys.argv[1], 'a'), fcntl.LOCK_EX | fcntl.LOCK_NB)"
            )
            for folder in names:
                done = subprocess.run(
                    [sys.executable, "-c", probe, str(folder / fenced_names.LOCK)],
                    check=False,
                    stderr=subprocess.DEVNULL,
                )
                looked.append(done.returncode)

    monkeypatch.setattr(take_over, "_tool", tool)
    take_over.run(settings, Progress(), Plan(names))
    assert looked == [1, 1]
    with (names[0] / fenced_names.LOCK).open("a") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_the_last_writer_is_looked_for_where_a_directory_has_edits(
    settings: Settings,
    names: tuple[Path, ...],
    steps: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[tuple[str, ...]] = []

    def tool(home: Home, command: str, *arguments: str) -> None:
        if command == "catch-up":
            told.append(arguments)
            raise OperatorError("Refused")

    monkeypatch.setattr(take_over, "_tool", tool)
    both = tuple(word for folder in names for word in ("--names", str(folder)))
    silent = ("127.0.0.1:1",)
    for addresses in ((), silent):
        with pytest.raises(OperatorError, match="Refused"):
            take_over.run(settings, Progress(), Plan(names, addresses))
    for folder in names:
        (folder / "current" / "edits_1-2").unlink()
    for addresses in ((), silent):
        with pytest.raises(OperatorError, match="Refused"):
            take_over.run(settings, Progress(), Plan(names, addresses))
    assert [arguments[2:] for arguments in told] == [both, both, both, ()]


def test_bad_input_is_refused_before_anything_is_changed(
    settings: Settings, names: tuple[Path, ...], steps: list[str], tmp_path: Path
) -> None:
    with pytest.raises(OperatorError, match="needs the old NameNodes' name directories"):
        take_over.run(settings, Progress(), Plan())
    with pytest.raises(OperatorError, match="no NameNode's name directory"):
        take_over.run(settings, Progress(), Plan((names[0], tmp_path)))
    with pytest.raises(OperatorError, match="Nothing was taken over"):
        take_over.back(settings, Progress())
    assert phase(settings) is None
    take_over.run(settings, Progress(), Plan(names))
    with pytest.raises(OperatorError, match="has other name directories"):
        take_over.run(settings, Progress(), Plan((names[0],)))
    cluster = load({"WARREN_HOME": str(tmp_path), "WARREN_MODE": "cluster"})
    with pytest.raises(OperatorError, match="embedded store alone"):
        take_over.run(cluster, Progress(), Plan(names))
