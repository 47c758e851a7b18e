"""The loader of large namespaces: what it refuses, and where it takes paths from."""

from pathlib import Path

import pytest

from warren_cli import namespace_load
from warren_cli.errors import OperatorError
from warren_cli.namespace_load import Plan, packaged_files
from warren_cli.progress import Progress
from warren_cli.settings import load


def test_the_largest_readable_list_is_taken(tmp_path: Path) -> None:
    assert packaged_files(tmp_path) is None
    assert packaged_files(tmp_path / "absent") is None
    prefix = "deb.debian.org_debian_dists_bookworm_main"
    (tmp_path / f"{prefix}_Contents-amd64.gz").write_bytes(b"x" * 10)
    (tmp_path / f"{prefix}_Contents-all").write_bytes(b"x" * 5)
    (tmp_path / f"{prefix}_Contents-source.lz4").write_bytes(b"x" * 99)
    (tmp_path / f"{prefix}_binary-amd64_Packages").write_bytes(b"x" * 99)
    assert packaged_files(tmp_path) == tmp_path / f"{prefix}_Contents-amd64.gz"


def test_a_cluster_is_refused(tmp_path: Path) -> None:
    settings = load({"WARREN_HOME": str(tmp_path), "WARREN_MODE": "cluster"})
    with pytest.raises(OperatorError, match="embedded store alone"):
        namespace_load.run(settings, Progress(), Plan(10, None, 1))
    assert not any(tmp_path.iterdir())


def test_what_follows_the_feed_is_forgotten(tmp_path: Path) -> None:
    settings = load({"WARREN_HOME": str(tmp_path)})
    generation = tmp_path / "search" / "index.sqlite.g3"
    generation.parent.mkdir()
    generation.write_text("")
    (tmp_path / "search" / "index.sqlite").symlink_to(generation.name)
    (tmp_path / "analytics").mkdir()
    (tmp_path / "analytics" / "replica.g1.duckdb").write_text("")
    namespace_load.forget_derived(settings)
    assert list((tmp_path / "search").iterdir()) == []
    assert not (tmp_path / "analytics").exists()
