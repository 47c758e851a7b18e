"""What a restore into a new NDB leaves out and refuses; it is tested whole in tests/smoke."""

import re
from pathlib import Path

import pytest

from warren_cli import ndb_schema
from warren_cli.backups import cluster_restoring, feed, ndb_backup
from warren_cli.backups.cluster_restoring import AHEAD
from warren_cli.backups.manifest import NdbCopy
from warren_cli.errors import OperatorError
from warren_cli.settings import REPOSITORY, Settings, load

ID_KINDS = "fs-core/namespace/src/main/java/io/warren/namespace/IdKind.java"
KIND = re.compile(r"\b([A-Z_]+)\(([\d_]+)L?, [\d_]+, 1L << (\d+)\)")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load({"WARREN_HOME": str(tmp_path / "var"), "WARREN_MODE": "cluster"})


def copy(**changed: object) -> NdbCopy:
    stated = {
        "kind": "ndb",
        "feed_sequence": 7,
        "feed_cursor": "5-7",
        "backup_id": 1,
        "data_nodes": (1, 2),
        "folder": "ndb/BACKUP-1",
        "ndb_version": "8.0.40",
        "schema_version": 1,
    }
    return NdbCopy.model_validate({**stated, **changed})


def test_numbers_are_left_out_as_the_file_system_does() -> None:
    source = (REPOSITORY / ID_KINDS).read_text(encoding="utf-8")
    declared = {
        name.lower(): (int(first.replace("_", "")), 1 << int(bits))
        for name, first, bits in KIND.findall(source)
    }
    assert declared == AHEAD


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"ndb_version": "8.0.41"}, "newer NDB"),
        ({"ndb_version": "8.10.0"}, "newer NDB"),
        ({"schema_version": 1 + len(ndb_schema.known())}, "newer Warren"),
    ],
)
def test_what_is_newer_is_refused_before_anything_is_touched(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    changed: dict[str, object],
    message: str,
) -> None:
    monkeypatch.setattr(ndb_backup, "version", lambda _: "8.0.40")
    cluster_restoring.refuse_unreadable(settings, copy())
    cluster_restoring.refuse_unreadable(settings, copy(ndb_version="8.0.9"))
    with pytest.raises(OperatorError, match=message) as caught:
        cluster_restoring.refuse_unreadable(settings, copy(**changed))
    assert caught.value.exit_code == 2
    assert not settings.home.exists()


def test_the_number_of_a_change_is_behind_its_incarnation() -> None:
    assert feed.sequence_of("1234-56") == 56
