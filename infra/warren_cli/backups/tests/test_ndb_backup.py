"""What becomes of a backup of NDB's that was made, refused, or left by a killed command."""

from pathlib import Path

import pytest

from warren_cli.backups import ndb_backup
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.settings import Settings, load

# Stands for the management client: it keeps what it is told, and makes or refuses the backup.
CLIENT = """#!/bin/sh
for command; do :; done
echo "$command" >> "{told}"
case "$command" in
  START*)
    [ "{answer}" = completed ] || {{ echo "Backup failed: 1305"; exit 255; }}
    set -- $command
    mkdir -p "{backups}/BACKUP-$3"
    touch "{backups}/BACKUP-$3/BACKUP-$3.1.ctl" "{backups}/BACKUP-$3/BACKUP-$3.2.ctl"
    echo "Backup $3 completed" ;;
  ABORT*) {abort} ;;
esac
"""


class Cluster:
    """A data folder whose NDB is asked through the client above."""

    def __init__(self, folder: Path) -> None:
        home, self._ndb = folder / "var", folder / "ndb"
        variables = {"WARREN_HOME": str(home), "WARREN_MODE": "cluster"}
        self.settings: Settings = load({**variables, "NDB_HOME": str(self._ndb)})
        self.backups = Home(home).ndb / "data" / "BACKUP"
        self.note = Home(home).run / ndb_backup.STARTED_NAME
        self._told = folder / "told"
        self.note.parent.mkdir(parents=True)

    def answers(self, answer: str, abort: str = "true") -> None:
        client = self._ndb / "bin" / "ndb_mgm"
        client.parent.mkdir(parents=True, exist_ok=True)
        client.write_text(
            CLIENT.format(told=self._told, backups=self.backups, answer=answer, abort=abort)
        )
        client.chmod(0o755)

    def told(self) -> list[str]:
        return [line.split()[0] for line in self._told.read_text().splitlines()]

    def left(self) -> list[Path]:
        return [*self.backups.glob("BACKUP-*"), *self.note.parent.glob(self.note.name)]


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cluster:
    monkeypatch.setattr(ndb_backup, "ndb_home", lambda settings: settings.ndb_home)
    return Cluster(tmp_path)


def test_a_backup_that_was_made_is_removed_and_not_aborted(cluster: Cluster) -> None:
    cluster.answers("completed")
    with ndb_backup.made(cluster.settings) as (number, folder):
        assert folder.name == f"BACKUP-{number}"
        assert folder.is_dir()
    assert cluster.told() == ["START"]
    assert cluster.left() == []


def test_a_reader_that_fails_leaves_nothing(cluster: Cluster) -> None:
    cluster.answers("completed")
    with pytest.raises(OSError, match="disk is full"), ndb_backup.made(cluster.settings):
        raise OSError("disk is full")
    assert cluster.left() == []


def test_why_ndb_refuses_is_told_though_nothing_can_be_aborted(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ndb_backup, "ASK_TIMEOUT_S", 0.2)
    cluster.answers("failed", abort="exec sleep 20")
    with pytest.raises(OperatorError) as refused, ndb_backup.made(cluster.settings):
        pytest.fail("there is no backup")
    assert refused.value.facts["answer"] == "Backup failed: 1305"
    assert cluster.told() == ["START", "ABORT"]
    assert cluster.note.exists(), "the next backup aborts it"


def test_what_a_killed_command_left_is_aborted_first(cluster: Cluster) -> None:
    cluster.answers("completed")
    (cluster.backups / "BACKUP-17").mkdir(parents=True)
    cluster.note.write_text("17")
    with ndb_backup.made(cluster.settings):
        assert not (cluster.backups / "BACKUP-17").exists()
    assert cluster.told() == ["ABORT", "START"]
    assert cluster.left() == []
