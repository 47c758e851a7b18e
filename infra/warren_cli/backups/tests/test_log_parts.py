"""Backups that are continued with the store's log: what is added, what is refused, and how far."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from warren_namenode.generated.admin_api import LogCopy

from warren_cli.backups import feed, log_parts, making, manifest, restoring, rolling
from warren_cli.backups.rolling import Rolled, moment
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress
from warren_cli.settings import Settings, load

AS_OF_MS = 1_700_000_000_000
MINUTE_MS = 60_000


class Store:
    """A store that has written ten more at each question, a minute after the last one."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "log"
        self.asked: list[int] = []
        self.incarnation = 7

    @contextmanager
    def log_since(self, _: Settings, position: int) -> Iterator[LogCopy]:
        self.asked.append(position)
        number = len(self.asked)
        self._file.write_bytes(b"log " * number)
        yield LogCopy(
            name="name",
            file=str(self._file),
            through=position + 10,
            feed_sequence=42 + number,
            feed_cursor=f"abcd-00000001-{42 + number}",
            incarnation=self.incarnation,
            as_of_ms=AS_OF_MS + number * MINUTE_MS,
        )


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    made = Store(tmp_path)
    monkeypatch.setattr(log_parts, "log_since", made.log_since)
    monkeypatch.setattr(feed, "refuse_set_back", lambda _settings, _cursor: None)
    return made


@pytest.fixture
def rolls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, datetime]]:
    """How many parts were given, and up to when; nothing is rolled."""
    asked: list[tuple[int, datetime]] = []

    def forward(
        _store: Path, _source: Path, parts: list[object], until: datetime, _progress: Progress
    ) -> Rolled:
        asked.append((len(parts), until))
        return Rolled(3, None)

    monkeypatch.setattr(rolling, "forward", forward)
    monkeypatch.setattr("warren_cli.build.ensure_java", lambda _progress: None)
    return asked


def at(minutes: float) -> datetime:
    return datetime.fromtimestamp(AS_OF_MS / 1000).astimezone() + timedelta(minutes=minutes)


def test_each_part_follows_on_the_one_before(
    settings: Settings, backup: Path, store: Store
) -> None:
    for _ in range(3):
        making.add_log(settings, backup, Progress())
    assert store.asked == [900, 910, 920]
    parts = log_parts.verify(backup, manifest.verify(backup))
    assert [(part.after, part.through) for part in parts] == [(900, 910), (910, 920), (920, 930)]
    remembered = json.loads((settings.home / making.LAST_BACKUP_NAME).read_text())
    assert remembered["as_of"] == parts[-1].as_of
    assert all(not p.stat().st_mode & 0o077 for p in backup.rglob("*"))


def test_a_part_that_was_broken_off_is_none(settings: Settings, backup: Path, store: Store) -> None:
    making.add_log(settings, backup, Progress())
    (backup / log_parts.file_of(2)).write_bytes(b"half of it")
    (backup / "log" / "000002.new").write_bytes(b"{")
    assert len(log_parts.verify(backup, manifest.verify(backup))) == 1
    making.add_log(settings, backup, Progress())
    assert store.asked == [900, 910]
    assert len(log_parts.verify(backup, manifest.verify(backup))) == 2


def test_damage_of_a_part_is_found(settings: Settings, backup: Path, store: Store) -> None:
    making.add_log(settings, backup, Progress())
    making.add_log(settings, backup, Progress())
    part, notes = backup / log_parts.file_of(1), backup / "log" / "000001.json"
    whole, stated = part.read_bytes(), notes.read_bytes()
    for harmed in (whole[:-1], whole + b"\0", b"LOG " + whole[4:]):
        part.write_bytes(harmed)
        with pytest.raises(OperatorError, match=r"damaged.*log/000001\.log"):
            log_parts.verify(backup, manifest.read(backup))
    part.write_bytes(whole)
    notes.write_bytes(stated.replace(b'"through": 910', b'"through": 911'))
    with pytest.raises(OperatorError, match=r"damaged.*checksum"):
        log_parts.verify(backup, manifest.read(backup))
    # Another part's notes, as sound as they are, are not those of this place.
    notes.write_bytes((backup / "log" / "000002.json").read_bytes())
    with pytest.raises(OperatorError, match="does not follow on"):
        log_parts.verify(backup, manifest.read(backup))


def test_the_log_of_a_restored_store_is_not_that_of_the_backup(
    settings: Settings, backup: Path, store: Store
) -> None:
    store.incarnation = 8
    with pytest.raises(OperatorError, match="restored from a backup since"):
        making.add_log(settings, backup, Progress())
    assert log_parts.verify(backup, manifest.verify(backup)) == []


def test_a_moment_is_within_the_backup_and_its_log(
    settings: Settings,
    backup: Path,
    store: Store,
    rolls: list[tuple[int, datetime]],
    tmp_path: Path,
) -> None:
    environment = {"WARREN_HOME": str(tmp_path / "restored")}
    with pytest.raises(OperatorError, match=r"no log up to that moment.*--continue"):
        restoring.restore(environment, backup, Progress(), at(1))
    for _ in range(2):
        making.add_log(settings, backup, Progress())
    with pytest.raises(OperatorError, match="of a later moment"):
        restoring.restore(environment, backup, Progress(), at(-1))
    with pytest.raises(OperatorError, match="no log up to that moment"):
        restoring.restore(environment, backup, Progress(), at(2.01))
    assert not (tmp_path / "restored").exists()
    done = restoring.restore(environment, backup, Progress(), at(1.5))
    assert rolls == [(2, at(1.5))]
    assert done.rolled == Rolled(3, None)
    assert not (tmp_path / "restored" / "log").exists()
    assert load(environment).home == done.home.root


def test_a_restore_that_can_not_be_rolled_forward_is_not_whole(
    *,
    settings: Settings,
    backup: Path,
    store: Store,
    rolls: list[tuple[int, datetime]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    making.add_log(settings, backup, Progress())

    def broken(*_: object) -> Rolled:
        raise OperatorError("The restored store could not be rolled forward")

    monkeypatch.setattr(rolling, "forward", broken)
    environment = {"WARREN_HOME": str(tmp_path / "restored")}
    with pytest.raises(OperatorError, match="could not be rolled forward"):
        restoring.restore(environment, backup, Progress(), at(0.5))
    with pytest.raises(OperatorError, match="did not end"):
        restoring.restore(environment, backup, Progress())


@pytest.mark.parametrize("text", ["yesterday", "", "2026-13-01"])
def test_what_is_no_moment_is_told(text: str) -> None:
    with pytest.raises(OperatorError, match="can't be understood"):
        moment(text)


def test_a_moment_without_a_zone_is_of_this_machine() -> None:
    assert moment("2026-11-26T14:02:00+00:00").timestamp() == 1_795_701_720
    assert moment("2026-11-26T14:02:00").tzinfo is not None
