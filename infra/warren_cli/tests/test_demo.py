"""The demo against a stand-in for the stock client that keeps the "cluster" in a local folder."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from warren_cli import demo, hdfs
from warren_cli.errors import OperatorError
from warren_cli.home import Home, prepare
from warren_cli.progress import Progress
from warren_cli.settings import Settings, load

# -mkdir, -put and -get as FsShell has them, over folders below the first argument; a file called
# "spoilt" comes back changed, one called "lost" never arrives.
CLIENT = """
import pathlib, shutil, sys, urllib.parse
root, *arguments = sys.argv[1:]
operation, *rest = [each for each in arguments if not each.startswith("-Dfs.")]
inside = lambda path: pathlib.Path(root + path)
if operation == "-test":
    sys.exit(0 if inside(rest[1]).exists() else 1)
elif operation == "-ls":
    print("\\n".join(f"{rest[1]}/{entry.name}" for entry in inside(rest[1]).iterdir()))
elif operation == "-mkdir":
    for path in rest[1:]:
        inside(path).mkdir(parents=True, exist_ok=True)
elif operation == "-put":
    *sources, target = rest[4:]
    for source in sources:
        path = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(source).path))
        if path.is_dir():
            shutil.copytree(path, inside(target) / path.name, dirs_exist_ok=True)
        elif path.name != "lost":
            shutil.copy(path, inside(target) / path.name)
elif operation == "-setStoragePolicy":
    inside(rest[1] + ".policy").write_text(rest[3])
elif operation == "-get":
    shutil.copytree(inside(rest[2]), rest[3])
    for spoilt in pathlib.Path(rest[3]).rglob("spoilt"):
        spoilt.write_text("SPOILT")
"""


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    found = load({"WARREN_HOME": str(tmp_path / "home"), "WARREN_NN1_HTTP_ADDRESS": "127.0.0.1:9"})
    prepare(Home(found.home), found, None)

    def command(
        home: Home, main_class: str, arguments: Sequence[str], flags: Sequence[str] = ()
    ) -> list[str]:
        return [sys.executable, "-c", CLIENT, str(tmp_path / "cluster"), *arguments]

    monkeypatch.setattr(hdfs, "java_command", command)
    return found


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("a/one", "a/b/two", "three", "odd/fine", "odd/a:b"):
        path = tmp_path / "tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (tmp_path / "tree" / "empty").mkdir()
    return tmp_path / "tree"


def run(settings: Settings, tree: Path, target: str = "/demo") -> int:
    return demo.run(settings, Progress(), tree, target)


def test_everything_comes_back_and_a_repetition_is_harmless(
    settings: Settings, tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(settings, tree) == 0
    said = capsys.readouterr().out
    assert "4 files" in said
    assert "left out: 1 names with a colon" in said
    assert "0 mismatches" in said
    assert (tmp_path / "cluster" / "demo.policy").read_text() == "DB"
    assert run(settings, tree) == 0
    assert list(Home(settings.home).scratch.iterdir()) == []


@pytest.mark.parametrize("name", ["spoilt", "lost"])
def test_a_changed_or_missing_file_fails_the_demo(
    settings: Settings, tree: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / name).write_text("fresh!")
    assert run(settings, tree) == 1
    said = capsys.readouterr().out
    assert "1 mismatches" in said
    assert str(tree / name) in said


def test_somebody_elses_folder_is_not_mixed_with_the_demo(
    settings: Settings, tree: Path, tmp_path: Path
) -> None:
    (tmp_path / "cluster" / "demo" / "theirs").mkdir(parents=True)
    with pytest.raises(OperatorError, match=r"found=/demo/theirs\. Nothing was written"):
        run(settings, tree)
    assert [path.name for path in (tmp_path / "cluster" / "demo").iterdir()] == ["theirs"]


@pytest.mark.parametrize("target", ["demo", "/", "/a/../b", "/a*", "/a:b", "/a/"])
def test_a_target_that_means_something_else_is_refused(
    settings: Settings, tree: Path, target: str
) -> None:
    with pytest.raises(OperatorError, match="DEMO_TARGET must be"):
        run(settings, tree, target)


def test_a_file_system_that_went_away_ends_the_demo(
    settings: Settings, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def put_hangs(
        home: Home, main_class: str, arguments: Sequence[str], flags: Sequence[str] = ()
    ) -> list[str]:
        script = "import time; time.sleep(60)" if "-put" in arguments else "raise SystemExit(1)"
        if "-setStoragePolicy" in arguments:
            script = ""
        return [sys.executable, "-c", script]

    monkeypatch.setattr(hdfs, "java_command", put_hangs)
    monkeypatch.setattr(demo, "PROGRESS_PERIOD_S", 0.05)
    monkeypatch.setattr(demo, "GONE_S", 0.1)
    with pytest.raises(OperatorError, match="stopped answering"):
        run(settings, tree)
