"""Backups and restores of a data folder: what is in them, what is refused, kills at each step."""

import json
import os
import shutil
import signal
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from warren_cli.backups import collecting, files, making, manifest, restoring
from warren_cli.errors import OperatorError
from warren_cli.home import RESTORING_NAME, Home, is_initialised
from warren_cli.modes import MARKER_NAME
from warren_cli.progress import Progress
from warren_cli.settings import Settings, load

KILLED = -signal.SIGKILL
STEPS_MAX = 200


def restored(tmp_path: Path, backup: Path, name: str = "restored", **more: str) -> Settings:
    environment = {"WARREN_HOME": str(tmp_path / name), **more}
    restoring.restore(environment, backup, Progress())
    return load(environment)


def contents(root: Path) -> dict[str, bytes]:
    return {str(f.relative_to(root)): f.read_bytes() for f in root.rglob("*") if f.is_file()}


def jobs(settings: Settings) -> list[tuple[str]]:
    with closing(sqlite3.connect(settings.platform_db)) as database:
        return database.execute("SELECT name FROM jobs").fetchall()


def killed_at(step: int, monkeypatch: pytest.MonkeyPatch, work: Callable[[], object]) -> int:
    """The exit code of a child that does the work, and is killed at a step of it: 0 without one."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    code = 1
    try:
        left = [step]
        for target, name in (
            (files, "copied"),
            (files, "sync_folder"),
            (manifest, "write"),
            (Path, "rename"),
            (Path, "unlink"),
        ):
            monkeypatch.setattr(target, name, killing(getattr(target, name), left))
        work()
        code = 0
    finally:
        os._exit(code)


def killing(inner: Callable[..., object], left: list[int]) -> Callable[..., object]:
    def call(*arguments: object, **named: object) -> object:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return inner(*arguments, **named)

    return call


def test_a_restored_folder_is_the_one_that_was_backed_up(
    settings: Settings, backup: Path, tmp_path: Path
) -> None:
    found = restored(tmp_path, backup)
    assert is_initialised(Home(found.home))
    assert found.web_workers == 3
    assert jobs(found) == [("nightly",)]
    of_before, now = contents(settings.home), contents(found.home)
    kept = {name for name in of_before if name.split("/")[0] in {"conf", "secrets"}}
    assert len(kept) > 8
    assert {name: now[name] for name in kept} == {name: of_before[name] for name in kept}
    sst = {name: data for name, data in now.items() if name.startswith("store/rocksdb/")}
    assert {Path(n).name: d for n, d in sst.items()} == contents(
        tmp_path / "checkpoint" / "rocksdb"
    )
    modes = {stat.S_IMODE(p.stat().st_mode) for p in (found.home / "secrets").iterdir()}
    assert modes == {0o600}
    assert not (found.home / RESTORING_NAME).exists()


def test_a_backup_is_its_owners_alone_and_says_of_when_it_is(backup: Path) -> None:
    assert all(not p.stat().st_mode & 0o077 for p in [backup, *backup.rglob("*")])
    found = manifest.verify(backup)
    assert (found.store.feed_sequence, found.store.feed_cursor) == (42, "abcd-00000001-42")
    assert found.as_of == "2023-11-14T22:13:20.000+00:00"
    assert {each.path for each in found.files} == set(contents(backup)) - {manifest.NAME}


def test_the_data_folder_remembers_its_last_backup(settings: Settings, backup: Path) -> None:
    remembered = json.loads((settings.home / making.LAST_BACKUP_NAME).read_text())
    assert remembered["folder"] == str(backup)
    assert remembered["as_of"] == manifest.read(backup).as_of


def test_what_the_platform_wrote_and_has_not_moved_from_its_log_is_in_it(
    settings: Settings, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(settings.platform_db)) as held:
        held.execute("INSERT INTO jobs VALUES ('of the log')")
        held.commit()
        making.make(settings, tmp_path / "backup", Progress())
    assert ("of the log",) in jobs(restored(tmp_path, tmp_path / "backup"))


def test_what_jobs_changed_from_is_in_it(settings: Settings, tmp_path: Path) -> None:
    job = settings.home / "platform" / "undo" / "7" / "000000"
    job.mkdir(parents=True)
    (job / "000000001.json.gz").write_bytes(b"former owners")
    (job / ".half.new").write_bytes(b"not whole yet")
    making.make(settings, tmp_path / "backup", Progress())
    kept = restored(tmp_path, tmp_path / "backup").home / "platform" / "undo"
    assert [path.relative_to(kept).as_posix() for path in kept.rglob("*") if path.is_file()] == [
        "7/000000/000000001.json.gz"
    ]
    assert (kept / "7/000000/000000001.json.gz").read_bytes() == b"former owners"


def test_a_folder_takes_one_backup(settings: Settings, backup: Path) -> None:
    before = contents(backup)
    with pytest.raises(OperatorError, match="has a backup already"):
        making.make(settings, backup, Progress())
    assert contents(backup) == before


def test_other_content_and_the_data_folder_itself_are_no_places(
    settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "thesis.tex").write_text("years of work")
    with pytest.raises(OperatorError, match=r"not empty.*found=thesis\.tex"):
        making.make(settings, tmp_path / "thesis", Progress())
    with pytest.raises(OperatorError, match="in the data folder that it is of"):
        making.make(settings, settings.home / "backup", Progress())
    assert contents(tmp_path / "thesis") == {"thesis.tex": b"years of work"}


def test_a_backup_that_fails_leaves_nothing(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_target: Path, _size_bytes: int) -> None:
        raise OSError(28, "No space left on device", "x")

    monkeypatch.setattr(collecting, "refuse_full", full)
    with pytest.raises(OperatorError, match=r"could not be written.*No space"):
        making.make(settings, tmp_path / "backup", Progress())
    assert list((tmp_path / "backup").iterdir()) == []
    assert not (settings.home / making.LAST_BACKUP_NAME).exists()


def test_two_backups_at_a_time_are_refused(settings: Settings, tmp_path: Path) -> None:
    with (
        making._alone(Home(settings.home)),
        pytest.raises(OperatorError, match="Another backup"),
    ):
        making.make(settings, tmp_path / "backup", Progress())
    assert not (tmp_path / "backup").exists()


def test_a_folder_that_is_in_use_is_not_restored_into(
    settings: Settings, backup: Path, tmp_path: Path
) -> None:
    before = contents(settings.home)
    with pytest.raises(OperatorError, match="empty data folder only"):
        restoring.restore({"WARREN_HOME": str(settings.home)}, backup, Progress())
    assert contents(settings.home) == before
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "x").write_text("")
    with pytest.raises(OperatorError, match="empty data folder only"):
        restored(tmp_path, backup, "other")


def test_a_backup_says_which_mode_it_is_of(backup: Path, tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match=r"other way to run.*its_mode=embedded"):
        restored(tmp_path, backup, WARREN_MODE="cluster")
    assert not (tmp_path / "restored").exists()
    assert restored(tmp_path, backup, WARREN_MODE="embedded").mode == "embedded"


def test_a_place_that_a_setting_names_is_not_written_over(
    settings: Settings, backup: Path, tmp_path: Path
) -> None:
    taken = tmp_path / "elsewhere.sqlite"
    shutil.copy(settings.platform_db, taken)
    before = taken.read_bytes()
    with pytest.raises(OperatorError, match="where there is one already"):
        restored(tmp_path, backup, WARREN_PLATFORM_DB=str(taken))
    assert taken.read_bytes() == before
    assert list((tmp_path / "restored").iterdir()) == []
    found = restored(tmp_path, backup, WARREN_PLATFORM_DB=str(tmp_path / "new" / "p.sqlite"))
    assert jobs(found) == [("nightly",)]


def test_every_damage_is_found_before_anything_is_restored(backup: Path, tmp_path: Path) -> None:
    for name, data in contents(backup).items():
        file = backup / name
        for harm in harms_of(data) if data else [b"x"]:
            file.write_bytes(harm)
            with pytest.raises(OperatorError, match="damaged") as refused:
                restored(tmp_path, backup)
            assert name in str(refused.value)
        file.unlink()
        with pytest.raises(OperatorError, match=r"damaged|did not end"):
            restored(tmp_path, backup)
        file.write_bytes(data)
    (backup / "store" / "more").write_text("")
    with pytest.raises(OperatorError, match="does not name it"):
        restored(tmp_path, backup)
    assert not (tmp_path / "restored").exists()


def harms_of(data: bytes) -> list[bytes]:
    middle = len(data) // 2
    flipped = data[:middle] + bytes([data[middle] ^ 0x01]) + data[middle + 1 :]
    return [flipped, data[:-1], data + b"\0"]


@pytest.mark.parametrize("path", ["../escaped", "/etc/escaped", "conf/../../escaped", "", "a//b"])
def test_no_manifest_leads_out_of_the_folder(backup: Path, tmp_path: Path, path: str) -> None:
    sealed = json.loads((backup / manifest.NAME).read_text())
    sealed["manifest"]["files"][0]["path"] = path
    sealed["sha256"] = manifest._sum_of(sealed["manifest"])
    (backup / manifest.NAME).write_text(json.dumps(sealed))
    with pytest.raises(OperatorError, match="damaged"):
        restored(tmp_path, backup)
    assert not (tmp_path / "escaped").exists()


def test_a_backup_of_a_newer_warren_is_refused(backup: Path) -> None:
    sealed = json.loads((backup / manifest.NAME).read_text())
    sealed["manifest"]["format_version"] = manifest.FORMAT_VERSION + 1
    sealed["sha256"] = manifest._sum_of(sealed["manifest"])
    (backup / manifest.NAME).write_text(json.dumps(sealed))
    with pytest.raises(OperatorError, match="newer Warren"):
        manifest.verify(backup)


def test_a_backup_that_was_killed_is_never_taken_for_whole(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = 0
    for step in range(1, STEPS_MAX):
        target = tmp_path / f"backup-{step}"
        code = killed_at(step, monkeypatch, partial(making.make, settings, target, Progress()))
        if code == 0:
            break
        assert code == KILLED
        try:
            manifest.verify(target)
        except OperatorError as error:
            assert "did not end" in str(error)  # noqa: PT017
            assert not whole, "once it was whole, a later step does not undo it"
            if any(target.iterdir()):
                with pytest.raises(OperatorError, match="not empty"):
                    making.make(settings, target, Progress())
        else:
            whole += 1
            assert jobs(restored(tmp_path, target, f"restored-{step}")) == [("nightly",)]
    else:
        pytest.fail("It never ended")
    assert step > len(manifest.read(target).files)


def test_a_restore_that_was_killed_is_never_taken_for_whole(
    settings: Settings, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for step in range(1, STEPS_MAX):
        name = f"restored-{step}"
        root = tmp_path / name
        code = killed_at(step, monkeypatch, partial(restored, tmp_path, backup, name))
        if code == 0:
            break
        assert code == KILLED
        if (root / RESTORING_NAME).exists():
            with pytest.raises(OperatorError, match="did not end"):
                is_initialised(Home(root))
            with pytest.raises(OperatorError, match="did not end"):
                restored(tmp_path, backup, name)
        else:
            # After its very last step, or before its first.
            assert not root.exists() or is_initialised(Home(root))
            assert not root.exists() or (root / MARKER_NAME).is_file()
    else:
        pytest.fail("It never ended")
    assert step > len(manifest.read(backup).files)
    assert is_initialised(Home(root))
    assert contents(root)["conf/core-site.xml"] == contents(settings.home)["conf/core-site.xml"]
