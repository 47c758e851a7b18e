"""The report of duplicates, from files that the shell puts to what the REST API answers."""

import os
from pathlib import Path
from typing import Any

import httpx

from .conftest import Shell, eventually

# A length that nothing else has, over the least that is compared.
LENGTH_BYTES = 1024 * 1024 + 4_321
COMPARED_S = 300.0
ENDED = frozenset({"succeeded", "failed", "cancelled", "lost"})


def answer(api: httpx.Client, statement: str, **more: str) -> list[dict[str, Any]]:
    """The rows by their columns' names."""
    query = api.post("sql", json={"statement": statement, "wait_ms": 10_000, **more}).json()
    while query["state"] not in ENDED:
        query = api.get(f"sql/queries/{query['id']}", params={"wait_ms": 2_000}).json()
    assert query["state"] == "succeeded", query
    names = [column["name"] for column in query["columns"]]
    rows = api.get(f"sql/queries/{query['id']}/rows").json()["items"]
    return [dict(zip(names, row, strict=True)) for row in rows]


def test_equal_files_are_proved_and_others_of_their_length_are_not(
    api: httpx.Client, shell: Shell, area: str, tmp_path: Path
) -> None:
    content, other = os.urandom(LENGTH_BYTES), os.urandom(LENGTH_BYTES)
    for name, each in (("one.bin", content), ("two.bin", content), ("three.bin", other)):
        (tmp_path / name).write_bytes(each)
        shell.ok("-put", str(tmp_path / name), f"{area}/{name}")
    (report,) = [
        each for each in api.get("sql/reports").json()["items"] if each["name"] == "duplicates"
    ]
    known = f"SELECT inode_id FROM checksums WHERE size_bytes = {LENGTH_BYTES}"
    assert eventually(lambda: len(answer(api, known)) == 3, COMPARED_S)
    (row,) = [row for row in answer(api, report["statement"]) if row["size_bytes"] == LENGTH_BYTES]
    assert (row["compared"], row["files"]) == ("yes", 2)
    assert row["wasted_bytes"] == LENGTH_BYTES
    assert {row["example_path"], row["other_path"]} == {f"{area}/one.bin", f"{area}/two.bin"}
    assert row["all_compared"] >= 3
    told = answer(
        api,
        "SELECT checksum, algorithm FROM checksums JOIN inodes USING (inode_id)"
        f" WHERE path = '{area}/three.bin'",
    )
    _, algorithm, shown = shell.ok("-checksum", f"{area}/three.bin").split()
    # The shell shows the empty end of its buffer, too.
    assert (algorithm, shown.rstrip("0")) == (
        told[0]["algorithm"],
        told[0]["checksum"].rstrip("0"),
    )
