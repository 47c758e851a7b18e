"""`blocks fsck`: what of the blocks below a path is not as its files ask for."""

import json
import sys
import time
from collections import Counter
from typing import Annotated

import typer

from warren_cli.remote import output
from warren_cli.remote.api import Api, Json
from warren_cli.remote.options import Form, Url, api
from warren_cli.remote.output import Column, Format

SAID_EVERY_S = 2.0
# Of the troubled blocks as many are kept and shown; all are counted.
FOUND_MAX = 10_000
SUMS = (
    Column("files", "files", output.count),
    Column("directories", "directories", output.count),
    Column("symlinks", "symlinks", output.count),
    Column("being written", "open_files", output.count),
    Column("size", "length_bytes", output.size),
    Column("blocks", "blocks", output.count),
    Column("with all replicas", "well_replicated", output.count),
    Column("under-replicated", "under_replicated", output.count),
    Column("over-replicated", "over_replicated", output.count),
    Column("missing", "missing", output.count),
    Column("corrupt", "corrupt", output.count),
    Column("files with lost blocks", "corrupt_files", output.count),
    Column("replicas lacking", "missing_replicas", output.count),
)
FOUND = (
    Column("path", "path"),
    Column("block", "block_id"),
    Column("trouble", "trouble"),
    Column("live", "live_replicas", output.count),
    Column("wanted", "expected_replicas", output.count),
)


def blocks_fsck_command(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A file, or all below a directory.")],
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Check all blocks at and below a path; exit code 1 when some are missing or corrupt."""
    with api(url) as warren:
        sums, found, left_out = _checked(warren, path)
    if form is Format.JSON:
        print(json.dumps({**sums, "found": found, "found_more": left_out}, ensure_ascii=False))
    elif form is Format.CSV:
        output.show(found, FOUND, form)
    else:
        output.show_one(sums, SUMS, form)
        if found:
            print()
            output.show(found, FOUND, form)
        if left_out:
            print(f"The first {len(found):,} are listed; all are counted")
    if sums["missing"] or sums["corrupt"]:
        raise typer.Exit(1)


def _checked(warren: Api, path: str) -> tuple[dict[str, int], list[Json], bool]:
    """Sums over all parts, the troubled blocks, and whether some of these were left out."""
    sums: Counter[str] = Counter()
    found: list[Json] = []
    left_out = False
    cursor: str | None = None
    said_at = time.monotonic()
    while True:
        part = warren.get("blocks/fsck", path=path, cursor=cursor)
        # Also zeros, so that each is there.
        for column in SUMS:
            sums[column.key] += int(part[column.key])
        room = FOUND_MAX - len(found)
        left_out = left_out or bool(part["found_more"]) or len(part["found"]) > room
        found += part["found"][:room]
        cursor = part["next_cursor"]
        if cursor is None:
            return dict(sums), found, left_out
        if sys.stderr.isatty() and time.monotonic() - said_at > SAID_EVERY_S:
            said_at = time.monotonic()
            print(f"{sums['files']:,} files checked", file=sys.stderr)
