"""Generations that are files: what a crash leaves, who may write, and what is not touched."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from warren_generations.files import FileShelf, linked
from warren_generations.lock import Lock
from warren_generations.rules import Generations, Naming

HOLDER = """
import sys
from pathlib import Path
from warren_generations.lock import Lock
lock = Lock(Path(sys.argv[1]), Exception)
print("held", flush=True)
sys.stdin.read()
"""
# An engine of another process that wants a file for itself.
INTRUDER = """
import fcntl, sys
with open(sys.argv[1], "r+b") as file:
    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
"""


class Locked(Exception):  # noqa: N818
    pass


class Foreign(Exception):  # noqa: N818
    pass


class Text:
    """A generation that is being filled with text; it is complete by its last word."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def close(self) -> None:
        pass


class Texts(Generations[Text]):
    def __init__(self, folder: Path) -> None:
        self.files = FileShelf(
            folder / "texts",
            Naming("texts.g"),
            Lock(folder / "texts.lock", Locked),
            ("-log", ".notes"),
            Foreign,
        )
        super().__init__(self.files)

    def start_build(self) -> Text:
        text = Text(self.files.file(self._next()))
        text.file.write_text("begun")
        return text

    def activate(self, text: Text) -> None:
        text.file.write_text("complete")
        self.files.switch(text.file.name)

    def fill(self) -> Text:
        text = self.start_build()
        self.activate(text)
        return text

    def _reopen(self, name: str) -> Text | None:
        text = Text(self.files.file(name))
        return None if text.file.read_text() == "complete" else text


@pytest.fixture
def texts(tmp_path: Path) -> Iterator[Texts]:
    with Texts(tmp_path) as texts:
        yield texts


def led_to(folder: Path) -> Path | None:
    return linked(folder / "texts", Foreign)


def names(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


def test_readers_are_led_to_the_newest_complete_one(texts: Texts, tmp_path: Path) -> None:
    assert led_to(tmp_path) is None
    first = texts.fill()
    assert led_to(tmp_path) == first.file == tmp_path / "texts.g1"
    second = texts.start_build()
    assert led_to(tmp_path) == first.file
    texts.activate(second)
    assert led_to(tmp_path) == second.file
    assert names(tmp_path) == {"texts", "texts.lock", "texts.g1", "texts.g2"}
    texts.remove_others()
    assert names(tmp_path) == {"texts", "texts.lock", "texts.g2"}


def test_another_process_goes_on_with_the_newest_unfinished_one(tmp_path: Path) -> None:
    with Texts(tmp_path) as texts:
        texts.fill()
        for number in (9, 10):
            (tmp_path / f"texts.g{number}").write_text("begun")
    with Texts(tmp_path) as texts:
        texts.remove_others()
        assert names(tmp_path) == {"texts", "texts.lock", "texts.g1", "texts.g10"}
        text = texts.resume_build()
        assert text is not None
        assert text.file.name == "texts.g10"
        texts.activate(text)
    assert led_to(tmp_path) == tmp_path / "texts.g10"


def test_companions_go_with_their_file_and_nothing_else_does(texts: Texts, tmp_path: Path) -> None:
    texts.fill()
    mine = ("texts.g1-log", "texts.g1.notes")
    others = ("texts.g1.copy", "texts.gold", "texts.g", "texts.g1-logs", "my-texts.g1", "notes")
    for name in (*mine, *others):
        (tmp_path / name).write_text("")
    texts.fill()
    texts.remove_others()
    assert names(tmp_path) == {"texts", "texts.lock", "texts.g2", *others}


class PowerLost(Exception):  # noqa: N818
    pass


def _dies_at(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next call of a function of os or Path does its work not at all."""
    owner: object = os if step == "fsync" else Path

    def die(*_: object, **__: object) -> None:
        raise PowerLost

    monkeypatch.setattr(owner, step, die)


@pytest.mark.parametrize("step", ["fsync", "unlink", "symlink_to", "replace"])
def test_a_crash_before_the_switch_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    with Texts(tmp_path) as texts:
        first = texts.fill()
        second = texts.start_build()
        with monkeypatch.context() as patched:
            _dies_at(step, patched)
            with pytest.raises(PowerLost):
                texts.activate(second)
    assert led_to(tmp_path) == first.file
    assert first.file.read_text() == "complete"
    with Texts(tmp_path) as texts:
        third = texts.fill()
        texts.remove_others()
    assert led_to(tmp_path) == third.file
    assert names(tmp_path) == {"texts", "texts.lock", third.file.name}


def test_each_step_is_on_disk_before_the_next(
    texts: Texts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts.fill()
    steps: list[str] = []
    fsync, replace, unlink = os.fsync, Path.replace, Path.unlink

    def noted_fsync(descriptor: int) -> None:
        fsync(descriptor)
        steps.append(f"sync {Path(f'/proc/self/fd/{descriptor}').resolve().name}")

    def noted_replace(path: Path, target: Path) -> Path:
        steps.append(f"{target.name} -> {path.readlink()}")
        return replace(path, target)

    def noted_unlink(path: Path, missing_ok: bool = False) -> None:
        if path.exists():
            steps.append(f"remove {path.name}")
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(Path, "replace", noted_replace)
    monkeypatch.setattr(Path, "unlink", noted_unlink)
    texts.fill()
    texts.remove_others()
    assert steps == [
        "sync texts.g2",
        "texts -> texts.g2",
        f"sync {tmp_path.name}",
        "remove texts.g1",
    ]


def test_engines_keep_their_locks(texts: Texts, tmp_path: Path) -> None:
    """Whether a process has a file is forgotten when it closes any descriptor of the file."""
    text = texts.start_build()
    text.file.write_text("complete")
    with text.file.open("r+b") as engine:
        fcntl.lockf(engine, fcntl.LOCK_EX | fcntl.LOCK_NB)
        texts.files.switch(text.file.name)
        texts.files.switch(text.file.name)
        intrudes = [sys.executable, "-c", INTRUDER, str(text.file)]
        assert subprocess.run(intrudes, stderr=subprocess.DEVNULL, check=False).returncode != 0
    texts.fill()
    texts.remove_others()
    held = [str(each.readlink()) for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
    assert not [each for each in held if each.startswith(str(text.file))], "its room is free again"


def _switch(texts: Texts) -> None:
    texts.files.switch("texts.g1")


@pytest.mark.parametrize(
    "act", [Texts.start_build, Texts.resume_build, Texts.remove_others, _switch]
)
@pytest.mark.parametrize("is_folder", [False, True])
def test_a_foreign_file_in_the_way_is_told_and_nothing_is_touched(
    texts: Texts, tmp_path: Path, act: Callable[[Texts], object], is_folder: bool
) -> None:
    for number in (1, 2):
        (tmp_path / f"texts.g{number}").write_text("begun")
    foreign = tmp_path / "texts"
    foreign.mkdir() if is_folder else foreign.write_text("mine")
    before = {each: each.stat() for each in tmp_path.iterdir()}
    with pytest.raises(Foreign):
        act(texts)
    assert {each: each.stat() for each in tmp_path.iterdir()} == before


def test_a_folder_may_be_known_by_two_paths(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "by-another-name").symlink_to("folder")
    with Texts(tmp_path / "folder") as texts:
        first = texts.fill()
    link = tmp_path / "folder" / "texts"
    link.unlink()
    link.symlink_to(first.file)
    with Texts(tmp_path / "by-another-name") as texts:
        texts.remove_others()
        assert texts.start_build().file.name == "texts.g2"
    assert first.file.exists()


def test_a_link_to_nothing_is_no_generation(texts: Texts, tmp_path: Path) -> None:
    first = texts.fill()
    first.file.unlink()
    assert texts.resume_build() is None
    second = texts.start_build()
    assert second.file.name == "texts.g2", "readers must not see it grow"
    texts.activate(second)
    assert led_to(tmp_path) == second.file


def test_a_folder_has_one_writer(tmp_path: Path) -> None:
    with Texts(tmp_path), pytest.raises(Locked):
        Texts(tmp_path)
    with Texts(tmp_path):
        pass


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    file = tmp_path / "made" / "lock"
    command = [sys.executable, "-c", HOLDER, str(file)]
    with subprocess.Popen(
        command,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(Locked):
            Lock(file, Locked)
        holder.kill()
        holder.wait()
        Lock(file, Locked).close()
