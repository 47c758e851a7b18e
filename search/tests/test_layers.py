"""The layering rules of search and cdc, from ``search/.importlinter``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SEARCH = Path(__file__).resolve().parents[1]
PARTS = [str(SEARCH), str(SEARCH.parent / "analytics"), str(SEARCH.parent / "cdc")]


def test_modules_import_only_what_is_below_them() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=SEARCH,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(PARTS)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
