"""Where the web processes share their metrics.

prometheus_client adds the counts of several processes up when they write into one folder. The
processes of one server have the same parent, so the folder is named after it; folders of servers
that are gone are removed. Must run before prometheus_client is imported.
"""

import os
import shutil
from pathlib import Path

from config.env import env

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


def share_metrics() -> None:
    """Choose the folder, unless the environment has chosen one already."""
    if VARIABLE in os.environ:
        return
    parent = env().platform_db_path.parent / "metrics"
    own = parent / str(os.getppid())
    own.mkdir(parents=True, exist_ok=True)
    for other in parent.iterdir():
        if other != own and other.name.isdigit() and not _alive(int(other.name)):
            shutil.rmtree(other, ignore_errors=True)
    os.environ[VARIABLE] = str(own)


def _alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()
