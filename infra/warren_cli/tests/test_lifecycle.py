"""Stop, status and logs where nothing runs, and the shape of the table."""

from pathlib import Path

import pytest

from warren_cli import health, lifecycle
from warren_cli.errors import OperatorError
from warren_cli.health import PartHealth
from warren_cli.home import Home, prepare
from warren_cli.progress import Progress
from warren_cli.settings import Settings, load
from warren_cli.supervision import RUNNING, ProcessState, Supervisor
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


def part(name: str, answer: str) -> PartHealth:
    return PartHealth(name, ProcessState(name, RUNNING, 17, 100, 160, ""), answer)


def answering(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *answers: list[PartHealth]
) -> tuple[Settings, Supervisor]:
    """Each look at the parts' health gets the next answer, and then the last one again."""
    left = list(answers)

    def check(_settings: Settings, _processes: list[ProcessState]) -> list[PartHealth]:
        return left.pop(0) if len(left) > 1 else left[0]

    monkeypatch.setattr(health, "check", check)
    monkeypatch.setattr(Supervisor, "processes", lambda _self: [])
    monkeypatch.setattr(lifecycle, "POLL_S", 0.001)
    settings = load({"WARREN_HOME": str(tmp_path), "WARREN_START_TIMEOUT_S": "10"})
    return settings, Supervisor(Home(tmp_path))


def test_a_start_waits_for_what_serves_and_not_for_builds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lifecycle, "BUILD_WAIT_S", 0.01)
    building = part("indexer", "building: 42 %, about 3 min left")
    starting, serving = part("web", "starting"), part("web", health.HEALTHY)
    system = answering(monkeypatch, tmp_path, [building, starting], [building, serving])
    assert lifecycle._wait_serving(*system, Progress()) == [building]
    lifecycle._say_started([building], Progress())
    said = capsys.readouterr().out
    assert "web: healthy" in said
    assert "indexer: building: 42 %, about 3 min left; until then searches answer 503" in said


def test_a_build_that_ends_soon_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    building, built = part("replica", "building: 90 %"), part("replica", health.HEALTHY)
    system = answering(monkeypatch, tmp_path, [building], [building], [built])
    assert lifecycle._wait_serving(*system, Progress()) == []


def test_what_neither_serves_nor_builds_fails_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(Home(tmp_path), load({"WARREN_HOME": str(tmp_path)}), None)
    stuck = part("indexer", "down: There is no complete search index yet.")
    settings, supervisor = answering(
        monkeypatch, tmp_path, [stuck, part("replica", "building: 1 %")]
    )
    hasty = settings.model_copy(update={"start_timeout_s": 0})
    with pytest.raises(OperatorError, match="indexer"):
        lifecycle._wait_serving(hasty, supervisor, Progress())
