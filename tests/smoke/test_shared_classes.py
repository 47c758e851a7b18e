"""Java's processes start from the archive of their classes."""

import os
import subprocess

import pytest
from warren_cli import archive_classes, hdfs, shared_classes
from warren_cli.home import Home
from warren_cli.progress import Progress
from warren_cli.settings import Settings

# The archive is the same in either mode.
pytestmark = pytest.mark.embedded


def test_a_client_maps_the_archive(settings: Settings) -> None:
    archive_classes.ensure(Progress())
    [flag] = shared_classes.flags()
    # With this one the JVM ends when it can't use the archive, which it else ignores silently.
    strict = (*hdfs.SHORT_RUN_FLAGS[:-1], "-Xshare:on")
    command = hdfs.java_command(Home(settings.home), hdfs.FS_SHELL, ("-ls", "/"), strict)
    assert flag in command
    done = subprocess.run(
        command,
        env=hdfs.client_environment(os.environ),
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
