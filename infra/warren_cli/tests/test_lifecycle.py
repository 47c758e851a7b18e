"""Stop, status and logs where nothing runs, and the shape of the table."""

from pathlib import Path

import pytest

from warren_cli import lifecycle
from warren_cli.errors import OperatorError
from warren_cli.home import Home, prepare
from warren_cli.progress import Progress
from warren_cli.settings import load
from warren_cli.tables import aligned


def test_where_nothing_was_ever_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = load({"WARREN_HOME": str(tmp_path / "home")})
    assert lifecycle.status(settings) == lifecycle.EXIT_NOT_RUNNING
    lifecycle.stop(settings, Progress())
    with pytest.raises(OperatorError, match="no logs yet"):
        lifecycle.logs(settings, None, 10, follow=False)
    assert not (tmp_path / "home").exists()
    assert "not running" in capsys.readouterr().out


def test_stale_files_of_a_machine_that_went_down_do_not_matter(tmp_path: Path) -> None:
    settings = load({"WARREN_HOME": str(tmp_path)})
    home = Home(tmp_path)
    prepare(home, settings, None)
    (home.run / "supervisord.pid").write_text("1\n")
    (home.run / "supervisor.sock").write_text("")
    assert lifecycle.status(settings) == lifecycle.EXIT_NOT_RUNNING
    lifecycle.stop(settings, Progress())


def test_an_unknown_log_lists_the_known(tmp_path: Path) -> None:
    settings = load({"WARREN_HOME": str(tmp_path)})
    prepare(Home(tmp_path), settings, None)
    (Home(tmp_path).logs / "web.log").touch()
    with pytest.raises(OperatorError, match="name=wbe, known=web"):
        lifecycle.logs(settings, "wbe", 10, follow=False)


@pytest.mark.parametrize(
    ("seconds", "text"), [(5, "0:00:05"), (3_723, "1:02:03"), (90_061, "1d 1:01:01")]
)
def test_durations(seconds: int, text: str) -> None:
    assert lifecycle.duration(seconds) == text


def test_columns_line_up() -> None:
    table = [("part", "health"), ("nn1", "healthy"), ("indexer", "-")]
    assert aligned(table) == "part     health\nnn1      healthy\nindexer  -"
