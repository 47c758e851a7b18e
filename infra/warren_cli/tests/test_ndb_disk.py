"""Disk space for small files: what is added to what is there."""

from warren_cli import ndb_disk
from warren_cli.ndb_disk import DATA, UNDO, DiskFile

MIB = 1 << 20


def test_enough_is_left_alone() -> None:
    assert ndb_disk.growth(DATA, [DiskFile("warren_disk_1.dat", 16 * MIB)], 16) is None
    assert ndb_disk.growth(DATA, [DiskFile("warren_disk_1.dat", 64 * MIB)], 16) is None


def test_what_is_missing_becomes_one_more_file() -> None:
    present = [DiskFile("warren_disk_1.dat", 16 * MIB), DiskFile("warren_disk_2.dat", 100 * MIB)]
    assert ndb_disk.growth(DATA, present, 200) == (
        "ALTER TABLESPACE warren_disk ADD DATAFILE 'warren_disk_3.dat' INITIAL_SIZE 84M "
        "ENGINE NDBCLUSTER"
    )


def test_a_name_that_is_free_is_taken() -> None:
    present = [DiskFile("d/warren_undo_2.log", 16 * MIB)]
    statement = ndb_disk.growth(UNDO, present, 17)
    assert statement == (
        "ALTER LOGFILE GROUP warren_undo ADD UNDOFILE 'warren_undo_1.log' INITIAL_SIZE 1M "
        "ENGINE NDBCLUSTER"
    )
