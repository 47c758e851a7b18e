"""Applications of Hadoop as a user runs them, small: they check what they leave themselves."""

import pytest
from warren_cli.compat_apps import App, Size, run_on
from warren_cli.progress import Progress
from warren_cli.settings import Settings

SMALL = Size(
    terasort_rows=5_000, dfsio_files=2, dfsio_file_mb=2, dfsio_steps=(("-write",), ("-read",))
)


@pytest.mark.parametrize("app", [App.TERASORT, App.DFSIO])
def test_an_application_runs(settings: Settings, area: str, app: App) -> None:
    run_on(settings, Progress(), app, SMALL, area)
