"""Java tools that work on a stopped data folder's store, and what they report."""

from pathlib import Path
from typing import Any

from warren_cli import cluster_conf, hdfs, shared_classes, toolchain
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.progress import binary_size


def command(
    main_class: str,
    *arguments: str,
    heap_mb: int,
    conf: Path | None = None,
    ndb: Path | None = None,
) -> list[str]:
    """How a tool is called.

    conf: a folder of Hadoop's configuration that it reads. ndb: the installation of NDB whose
    client it needs.
    """
    more = [] if conf is None else [str(conf)]
    more += [] if ndb is None else [str(cluster_conf.cluster_j(ndb))]
    return [
        toolchain.java(),
        f"-Xmx{heap_mb}m",
        *shared_classes.flags(),
        *([] if ndb is None else [f"-Djava.library.path={ndb}/lib"]),
        "-Dfile.encoding=UTF-8",
        f"-Dlog4j.configuration=file:{hdfs.CLIENT_LOG4J}",
        *("-cp", shared_classes.class_path(*more), main_class),
        *arguments,
    ]


def require_store(home: Home, *, remedy: str) -> None:
    """OperatorError for a data folder without a store."""
    if not home.store.exists():
        raise OperatorError(
            "This data folder holds no file system", remedy=remedy, folder=home.root
        )


def taken(report: dict[str, Any]) -> str:
    """What a tool has taken, as its report counts it, and in which time."""
    counted = dict(report["taken"])
    length_bytes = int(counted.pop("bytes", 0))
    counts = ", ".join(f"{count:,} {what}" for what, count in counted.items())
    return f"{counts}, {binary_size(length_bytes)}, in {report['seconds']} s"
