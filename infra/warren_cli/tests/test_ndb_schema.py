"""Schema files: their order, their statements, and what is refused."""

from pathlib import Path

import pytest

from warren_cli import ndb_schema
from warren_cli.errors import OperatorError
from warren_cli.ndb_schema import Applied, Version


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.sql").write_text(text)


def version(number: int, checksum: str = "c") -> Version:
    return Version(number, f"v{number}", checksum, ())


def test_files_are_read_in_order_with_their_checksums(tmp_path: Path) -> None:
    write(tmp_path, V0002__more="SELECT 2;", V0001__first="SELECT 1;\n")
    first, second = ndb_schema.known(tmp_path)
    assert (first.number, first.name, first.statements) == (1, "first", ("SELECT 1",))
    assert (second.number, second.name) == (2, "more")
    assert first.checksum != second.checksum
    assert len(first.checksum) == 64


def test_a_gap_is_named(tmp_path: Path) -> None:
    write(tmp_path, V0001__first="SELECT 1;", V0003__third="SELECT 3;")
    with pytest.raises(OperatorError, match="found=0001, 0003"):
        ndb_schema.known(tmp_path)


def test_an_odd_name_is_refused(tmp_path: Path) -> None:
    write(tmp_path, V1__first="SELECT 1;")
    with pytest.raises(OperatorError, match="odd name"):
        ndb_schema.known(tmp_path)


def test_statements_end_at_a_semicolon_at_the_end_of_a_line() -> None:
    text = "-- made; for\nCREATE TABLE a (\n  -- why\n  b INT DEFAULT ';x'\n);  \n\nDROP TABLE a;"
    assert list(ndb_schema.statements(text)) == [
        "CREATE TABLE a (\n  b INT DEFAULT ';x'\n)",
        "DROP TABLE a",
    ]


def test_what_is_missing() -> None:
    versions = [version(1), version(2), version(3)]
    assert ndb_schema.compare(versions, [Applied(1, "v1", "c")]) == versions[1:]
    assert ndb_schema.compare(versions[:1], [Applied(1, "v1", "c")]) == []


def test_a_changed_file_is_refused() -> None:
    with pytest.raises(OperatorError, match="differs from the one that was applied: version=1"):
        ndb_schema.compare([version(1, "new")], [Applied(1, "v1", "old")])


def test_a_newer_schema_is_refused() -> None:
    recorded = [Applied(1, "v1", "c"), Applied(2, "v2", "c")]
    with pytest.raises(OperatorError, match="newer Warren: found=2, known=1"):
        ndb_schema.compare([version(1)], recorded)
