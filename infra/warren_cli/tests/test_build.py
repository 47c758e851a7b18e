"""Builds: rerun only when sources changed; a failure shows what the tool said."""

import sys
from pathlib import Path

import pytest

from warren_cli import build
from warren_cli.build import Step
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(build, "REPOSITORY", tmp_path)
    monkeypatch.setattr(build, "BUILD_LOGS", tmp_path / "logs")
    return tmp_path


def test_a_fingerprint_follows_names_and_contents(repository: Path) -> None:
    first, second = repository / "a", repository / "b"
    first.write_text("1")
    before = build.fingerprint([first])
    assert build.fingerprint([first]) == before
    second.write_text("1")
    assert build.fingerprint([second]) != before
    first.write_text("2")
    assert build.fingerprint([first]) != before


def test_a_failed_step_shows_its_errors_and_where_the_rest_is(repository: Path) -> None:
    script = "print('fine'); print('[ERROR] Foo.java:3 no such symbol'); raise SystemExit(3)"
    step = Step("file system", (sys.executable, "-c", script), repository, "build.log")
    with pytest.raises(OperatorError) as raised:
        build.run_step(step, Progress())
    message = str(raised.value)
    assert "Foo.java:3 no such symbol" in message
    assert "exit_code_of_step=3" in message
    assert str(repository / "logs" / "build.log") in message


def test_a_failure_without_marked_errors_shows_the_end(repository: Path) -> None:
    log = repository / "log"
    log.write_text("\n".join(f"line {number}" for number in range(100)))
    assert build.complaint(log).splitlines()[-1] == "  line 99"
    assert len(build.complaint(log).splitlines()) == build.TAIL_LINES


def test_progress_is_the_module_and_the_downloads(repository: Path) -> None:
    log = repository / "log"
    log.write_text(
        "[INFO] Building Warren store 0.1.0-SNAPSHOT                  [3/11]\n"
        "Downloaded from central: https://example.org/a.jar\n"
        "[INFO] Building jar: /x/store.jar\n"
    )
    assert build.progress_line(log) == "Warren store 0.1.0-SNAPSHOT, 1 files downloaded"
