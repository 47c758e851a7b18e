"""A Warren that lives for one run of tests or measurements."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from warren_cli import abandoned, admin_tokens, lifecycle, namespace_load, programs, temporary
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.modes import Mode
from warren_cli.progress import Progress
from warren_cli.reports import RESULTS
from warren_cli.settings import Settings

SYSTEM_LOGS = RESULTS / "system-logs"
LOADED_SEED = 1
# Files take part only under the storage policy DB, which the tests set where they want it.
SMALL_FILE_BYTES_MAX = 65_536


@contextmanager
def temporary_system(
    progress: Progress,
    mode: Mode = Mode.EMBEDDED,
    *,
    store_only: bool = False,
    loaded_inodes: int = 0,
    **others: int,
) -> Iterator[Settings]:
    """A Warren in a data folder of its own on ports that were free a moment ago.

    loaded_inodes: made-up ones that are in its store already when it starts, embedded alone.
    others: settings that have these values in any case.
    """
    abandoned.end_all(progress)
    folder = abandoned.make_folder()
    # Elasticsearch runs as another user than root, who has to pass through.
    folder.chmod(0o711)
    settings = temporary.settings(
        abandoned.home_in(folder), mode, small_file_bytes_max=SMALL_FILE_BYTES_MAX, **others
    )
    try:
        try:
            if loaded_inodes:
                plan = namespace_load.Plan(loaded_inodes, None, LOADED_SEED, is_made_up=True)
                if namespace_load.run(settings, progress, plan):
                    raise OperatorError("The store could not be filled", remedy="See above")
            lifecycle.run(settings, progress, store_only=store_only)
            yield settings
        finally:
            lifecycle.stop(settings, progress)
            _keep_logs(settings)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _keep_logs(settings: Settings) -> None:
    logs = Home(settings.home).logs
    if logs.is_dir():
        shutil.copytree(logs, SYSTEM_LOGS / settings.mode, dirs_exist_ok=True)


def client_environment(settings: Settings) -> dict[str, str]:
    """What tests need to find the running system, and its console's password."""
    environment = programs.environment(settings, os.environ)
    # The tests' own processes are not the supervisor's.
    del environment[programs.HOME_MARK]
    operator = admin_tokens.token_file(settings.home, admin_tokens.Holder.OPERATOR)
    environment[admin_tokens.VARIABLE] = str(operator)
    environment["WARREN_INDEXER_TOKEN_FILE"] = str(Home(settings.home).indexer_token_file)
    environment["WARREN_CONSOLE_URL"] = settings.console_url
    password = Home(settings.home).console_password_file.read_text(encoding="utf-8")
    environment["WARREN_CONSOLE_PASSWORD"] = password
    return environment
