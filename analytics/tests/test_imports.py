"""The layering rules of analytics, from ``analytics/.importlinter``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ANALYTICS = Path(__file__).resolve().parents[1]


def test_modules_import_only_what_is_below_them() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ANALYTICS,
        env={**os.environ, "PYTHONPATH": str(ANALYTICS)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
