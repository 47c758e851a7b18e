"""The package as users install it: of a wheel, with nothing around it but what it asks for."""

import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Sequence
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PACKAGE = Path(__file__).resolve().parents[2]
TIMEOUT_S = 100
# Each `ignore` has to be needed: a type that got lost fails, too.
SAMPLE = """
from warren_client import AsyncClient, Client, models


def names(client: Client) -> list[str]:
    client.users.list(limit="1")  # type: ignore[arg-type]
    client.users.list(kind="robot")  # type: ignore[arg-type]
    client.users.update(1, models.UserCreateRequest(  # type: ignore[arg-type]
        username="a", password="b", role="viewer"))
    client.guard.rule_delete(1, if_match=client.guard.rule(1))
    client.guard.rule_delete(1, if_match=client.overview.get())  # type: ignore[arg-type]
    return [user.username for user in client.users.list_items(kind="service")]


async def sizes(client: AsyncClient) -> list[int]:
    page = await client.search.get(q="size:>1g")
    page.items[0].nothing  # type: ignore[attr-defined]
    return [hit.size_bytes or 0 async for hit in client.search.get_items(q="size:>1g")]
"""


def run(*command: str | Path, folder: Path | None = None) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    # A build leaves files beside its sources.
    sources = shutil.copytree(PACKAGE, folder / "sources")
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps")
    run(*pip, "--no-build-isolation", "--wheel-dir", folder, sources)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a fresh environment that has the wheel and what it asks for, and nothing else."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=False, symlinks=True)
    fresh = folder / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", fresh, "install", "--quiet", "--no-index")
    run(*pip, "--no-deps", wheel)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    (metadata,) = site.glob("warren_client-*.dist-info/METADATA")
    asked = re.findall(r"^Requires-Dist: (.*)$", metadata.read_text(encoding="utf-8"), re.MULTILINE)
    _link(asked, site)
    return fresh


def _link(asked: Sequence[str], site: Path) -> None:
    """Puts the packages of this environment that are asked for, and what they need, into `site`."""
    waiting = [Requirement(each) for each in asked]
    while waiting:
        wanted = waiting.pop()
        if wanted.marker is not None and not wanted.marker.evaluate({"extra": ""}):
            continue
        found = distribution(wanted.name)
        assert found.version in wanted.specifier, wanted
        tops = {file.parts[0] for file in found.files or () if file.parts[0] != ".."}
        for top in tops - {"__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(Path(str(found.locate_file(top))))
                waiting.extend(Requirement(each) for each in found.requires or ())


def test_it_is_there_once_installed(python: Path) -> None:
    said = run(
        *(python, "-I", "-c"),
        "import warren_client as w; print(w.__file__, w.Client.from_url('http://x').users.list)",
    )
    assert str(python.parent.parent) in said


def test_nothing_else_is_in_the_wheel(wheel: Path, python: Path) -> None:
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (record,) = site.glob("warren_client-*.dist-info/RECORD")
    files = {line.split(",")[0] for line in record.read_text(encoding="utf-8").splitlines()}
    assert {name.split("/")[0].partition("-")[0] for name in files} == {"warren_client"}
    assert "warren_client/py.typed" in files
    assert not [name for name in files if "tests" in name.split("/")]


def test_types_are_known_to_users(python: Path, tmp_path: Path) -> None:
    (tmp_path / "sample.py").write_text(SAMPLE, encoding="utf-8")
    (readme,) = re.findall(
        r"```python\n(.*?)```", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.DOTALL
    )
    (tmp_path / "readme.py").write_text(readme, encoding="utf-8")
    mypy = (sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir=cache")
    run(*mypy, "--python-executable", python, "sample.py", "readme.py", folder=tmp_path)
