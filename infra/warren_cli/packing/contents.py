"""Which files of the checkout are in a release, and where: at the same place as here."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from warren_cli.build import CONSOLE_DIST, JAVA_LIB
from warren_cli.programs import PYTHON_PARTS
from warren_cli.servers import DEBEZIUM, ELASTICSEARCH, KAFKA_HOME
from warren_cli.settings import REPOSITORY

FOLDERS: Final = (*PYTHON_PARTS, "bin", "docs", "share")
# What programs read that is beside the Java sources.
OF_FS_CORE: Final = (
    "fs-core/store-ndb/schema",
    "fs-core/namenode/src/main/resources/admin-api.yaml",
)
FILES: Final = ("README.md",)
NOT_RELEASED: Final = frozenset(
    {"tests", "doubles", "conftest.py", "__pycache__", "ruff.toml", "docker", "benchmarks"}
)
SERVERS: Final = (KAFKA_HOME, DEBEZIUM.home, ELASTICSEARCH.home)


def files(*, cluster: bool) -> Iterator[tuple[Path, str]]:
    """Each file with its place in the release, in an order that is always the same.

    cluster: with the servers of the change pipeline.
    """
    roots = [REPOSITORY / each for each in (*FOLDERS, *OF_FS_CORE, *FILES)]
    for root in (*roots, CONSOLE_DIST, JAVA_LIB):
        yield from _below(root, NOT_RELEASED)
    if cluster:
        for root in SERVERS:
            yield from _below(root, frozenset())


def _released(names: list[str], left_out: frozenset[str]) -> list[str]:
    """Without what tools leave behind in hidden files, where anything is left out."""
    return sorted(n for n in names if n not in left_out and not (left_out and n.startswith(".")))


def _below(root: Path, left_out: frozenset[str]) -> Iterator[tuple[Path, str]]:
    if root.is_file():
        yield root, str(root.relative_to(REPOSITORY))
        return
    for parent, folders, names in os.walk(root):
        folders[:] = _released(folders, left_out)
        for name in _released(names, left_out):
            file = Path(parent) / name
            yield file, str(file.relative_to(REPOSITORY))
