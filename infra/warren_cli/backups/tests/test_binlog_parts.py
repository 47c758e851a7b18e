"""Files of the SQL node's binlog that are added to a backup: read, refused, cut at a moment."""

import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from warren_cli.backups import binlog, binlog_parts, binlog_rolling, feed, files, manifest, parts
from warren_cli.backups.binlog import HEADER, MAGIC
from warren_cli.backups.binlog_rolling import Roll
from warren_cli.backups.manifest import Entry, Manifest, NdbCopy
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.modes import MARKER_NAME, Mode
from warren_cli.progress import Progress
from warren_cli.settings import Settings, load

BEGAN = datetime(2026, 11, 28, 12, 0, tzinfo=UTC)
FORMAT, QUERY = 15, 2
SCHEMA = 21


def event(kind: int, body: bytes = b"") -> bytes:
    return HEADER.pack(0, kind, 61, HEADER.size + len(body), 0, 0) + body


def epoch(at: datetime) -> bytes:
    """As the SQL node logs one: its times, then what begins it."""
    microseconds = int(at.timestamp() * 1_000_000)
    times = bytes(1 + 16 + 8 + 1 + 8 + 8) + microseconds.to_bytes(7, "little")
    return event(34, times) + event(QUERY, b"BEGIN")


def rows_of(table: str) -> bytes:
    name = struct.pack("B", len(table)) + table.encode() + b"\0"
    return event(19, bytes(6 + 2) + b"\x06warren\0" + name)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    found = load({"WARREN_HOME": str(tmp_path / "var"), "WARREN_MODE": "cluster"})
    Home(found.home).sql_data.mkdir(parents=True)
    monkeypatch.setattr(feed, "refuse_set_back", lambda _settings, _cursor: None)
    monkeypatch.setattr(feed, "head", lambda _settings: "abcd-00000001-50")
    monkeypatch.setattr(binlog_parts, "schema_version", lambda _settings: SCHEMA)
    return found


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """One that the file 5 of the binlog goes on with."""
    return made(tmp_path / "backup", first=5)


def made(folder: Path, *, first: int | None) -> Path:
    names = (MARKER_NAME, "platform/platform.sql", "ndb/BACKUP-1/BACKUP-1.1.ctl")
    entries = []
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"x")
        size_bytes, sha256 = files.measured(folder / name)
        entries.append(Entry(path=name, size_bytes=size_bytes, sha256=sha256, mode=0o600))
    store = NdbCopy(
        kind="ndb",
        feed_sequence=42,
        feed_cursor="abcd-00000001-42",
        backup_id=1,
        data_nodes=(1,),
        folder="ndb/BACKUP-1",
        ndb_version="9.7.2",
        schema_version=SCHEMA,
        binlog_first=first,
    )
    moment = BEGAN.isoformat()
    whole = Manifest(
        warren_version="1",
        mode=Mode.CLUSTER,
        began_at=moment,
        as_of=moment,
        ended_at=moment,
        store=store,
        files=tuple(entries),
    )
    manifest.write(folder, whole)
    return folder


def logged(settings: Settings, number: int, *events: bytes) -> Path:
    file = Home(settings.home).sql_data / binlog.file_name(number)
    file.write_bytes(MAGIC + event(FORMAT) + b"".join(events))
    return file


def add(
    settings: Settings, backup: Path, monkeypatch: pytest.MonkeyPatch, *, last: int
) -> binlog_parts.BinlogPart:
    monkeypatch.setattr(binlog, "end", lambda _settings: last)
    added = parts.add(settings, backup, Progress())
    assert isinstance(added, binlog_parts.BinlogPart)
    return added


def test_each_part_follows_on_the_one_before(
    settings: Settings, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (5, 6, 7):
        logged(settings, number, epoch(BEGAN))
    assert add(settings, backup, monkeypatch, last=6).next == 7
    assert add(settings, backup, monkeypatch, last=7).first == 7
    found = parts.verify(backup, manifest.verify(backup))
    assert [each.feed_sequence for each in found] == [50, 50]
    (backup / "log" / "000002" / "binlog.000007").write_bytes(b"else")
    with pytest.raises(OperatorError, match=r"damaged.*log/000002/binlog\.000007"):
        parts.verify(backup, manifest.read(backup))
    notes = backup / "log" / "000001.json"
    notes.write_bytes((backup / "log" / "000002.json").read_bytes())
    with pytest.raises(OperatorError, match="does not follow on"):
        parts.verify(backup, manifest.read(backup))


def test_a_part_that_was_broken_off_is_none(
    settings: Settings, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (backup / "log" / "000001").mkdir(parents=True)
    (backup / "log" / "000001" / "binlog.000005").write_bytes(b"half of it")
    logged(settings, 5, epoch(BEGAN))
    assert list(parts.verify(backup, manifest.verify(backup))) == []
    add(settings, backup, monkeypatch, last=5)
    assert len(parts.verify(backup, manifest.verify(backup))) == 1


def test_a_log_with_a_gap_continues_nothing(
    settings: Settings, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OperatorError, match=r"does not reach back.*binlog\.000005"):
        add(settings, backup, monkeypatch, last=5)
    logged(settings, 5, epoch(BEGAN))
    logged(settings, 6, event(26, b"\1\0"), epoch(BEGAN))
    with pytest.raises(OperatorError, match="misses changes"):
        add(settings, backup, monkeypatch, last=6)
    whole = logged(settings, 6, epoch(BEGAN))
    whole.write_bytes(whole.read_bytes()[:-1])
    with pytest.raises(OperatorError, match="is damaged"):
        add(settings, backup, monkeypatch, last=6)
    monkeypatch.setattr(binlog_parts, "schema_version", lambda _settings: SCHEMA + 1)
    with pytest.raises(OperatorError, match="were upgraded since"):
        add(settings, backup, monkeypatch, last=5)
    other = made(tmp_path / "other", first=None)
    with pytest.raises(OperatorError, match=r"did not log all rows.*WARREN_POINTS_IN_TIME"):
        add(settings, other, monkeypatch, last=5)
    assert list(parts.verify(backup, manifest.verify(backup))) == []


def test_tables_are_known_by_their_names(settings: Settings) -> None:
    file = logged(settings, 5, epoch(BEGAN), rows_of("namenodes_old"), rows_of("inodes"))
    assert binlog.names_table(file, "warren", "inodes")
    assert not binlog.names_table(file, "warren", "namenodes")
    assert not binlog.names_table(file, "other", "inodes")


def test_the_log_is_cut_before_the_first_later_epoch(
    settings: Settings, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    minutes = [BEGAN + timedelta(minutes=each) for each in range(6)]
    logged(settings, 5, epoch(minutes[0]), epoch(minutes[1]))
    second = logged(settings, 6, epoch(minutes[2]), epoch(minutes[3]))
    logged(settings, 7, epoch(minutes[4]))
    add(settings, backup, monkeypatch, last=6)
    add(settings, backup, monkeypatch, last=7)
    found = binlog_parts.read(backup, manifest.read(backup))
    home = Home(settings.home)

    def placed(until: datetime) -> tuple[int, int]:
        for old in home.sql_data.glob("roll.*"):
            old.unlink()
        return binlog_rolling._placed(home, backup, Roll(found, until, 42))

    begin = len(MAGIC) + len(event(FORMAT))
    one = len(epoch(BEGAN))
    assert placed(minutes[2]) == (2, begin + one)
    assert (home.sql_data / "roll.000002").read_bytes() == second.read_bytes()[: begin + one]
    assert (home.sql_data / "roll.index").read_text() == "./roll.000001\n./roll.000002\n"
    assert placed(minutes[3]) == (3, begin)
    # At the last moment that is known, what was acknowledged before it and logged later counts.
    known = datetime.fromisoformat(found[-1].as_of)
    logged_late = backup / "log" / "000002" / "binlog.000007"
    logged_late.write_bytes(MAGIC + event(FORMAT) + epoch(known + timedelta(seconds=1)))
    assert placed(known - timedelta(seconds=1)) == (3, begin)
    assert placed(known) == (3, begin + one)
