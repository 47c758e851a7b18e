"""The layout of docs/architecture.md: who may depend on whom, and how large a file may grow."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
FS_CORE = REPOSITORY / "fs-core"
CLIENTS = REPOSITORY / "clients"
POM = "{http://maven.apache.org/POM/4.0.0}"
LINES_MAX = 700
SOURCE_SUFFIXES = frozenset({".java", ".py", ".ts", ".tsx", ".sh", ".css"})
FOLDERS = frozenset(
    {
        "fs-core",
        "cdc",
        "generations",
        "search",
        "analytics",
        "backend",
        "frontend",
        "clients",
        "infra",
        "tests",
        "docs",
        "bin",
        # What is beside bin where it is installed: manual pages.
        "share",
    }
)

# What a module's production code may use of our own; store-testkit is for tests everywhere.
JAVA_MAY_USE = {
    "model": set(),
    "store": {"model"},
    "store-embedded": {"store"},
    "store-ndb": {"store"},
    "store-testkit": {"store"},
    "namespace": {"store"},
    # Its production code is a test tool: it drives the namespace over any store.
    "checker": {"namespace", "store-testkit"},
    "blockreports": {"model"},
    "blocks": {"store", "blockreports"},
    # Of the client the protocol of small files: stock clients take one jar, so it is in theirs.
    # A leader follows the edits of the file system that was imported.
    "namenode": {"namespace", "blocks", "store-embedded", "store-ndb", "client", "migrate"},
    "datanode": {"blockreports", "model"},
    "client": set(),
    # The store is also measured by itself, and filled with a tree.
    "bench": {"client", "store-embedded", "blockreports", "namespace"},
    # Rows of a stock file system, and the identity that its datanodes know.
    "migrate": {"namespace", "blocks", "store-embedded"},
    "dist": {"namenode", "datanode", "client", "bench", "migrate"},
    # Tests alone.
    "architecture": set(),
}


def tracked() -> list[Path]:
    """Files that git tracks and that are here."""
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=REPOSITORY, capture_output=True, check=True
    ).stdout
    files = [REPOSITORY / os.fsdecode(name) for name in listing.split(b"\0") if name]
    return [file for file in files if file.is_file()]


def own_dependencies(pom: Path) -> dict[str, str]:
    """Our own modules that a POM depends on, with their scope."""
    found = {}
    for dependency in (
        ElementTree.parse(pom).getroot().findall(f"{POM}dependencies/{POM}dependency")
    ):
        if dependency.findtext(f"{POM}groupId") == "io.warren":
            name = dependency.findtext(f"{POM}artifactId", "")
            found[name] = dependency.findtext(f"{POM}scope", "compile")
    return found


@pytest.mark.parametrize("module", sorted(path.parent.name for path in FS_CORE.glob("*/pom.xml")))
def test_a_java_module_uses_only_what_is_below_it(module: str) -> None:
    assert module in JAVA_MAY_USE, f"say in {__file__} what {module} may use"
    used = {
        name
        for name, scope in own_dependencies(FS_CORE / module / "pom.xml").items()
        if scope != "test"
    }
    assert used <= JAVA_MAY_USE[module], (
        f"{module} may not use {used - JAVA_MAY_USE[module]}: move what both need to a module below"
    )


def test_python_parts_import_only_what_is_below_them() -> None:
    python_path = os.pathsep.join(
        str(REPOSITORY / p)
        for p in (
            "generations",
            "search",
            "analytics",
            "cdc",
            "backend",
            "infra",
            "clients/namenode",
            "clients/python",
        )
    )
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--config", "importlinter.ini"],
        cwd=Path(__file__).parent,
        env={**os.environ, "PYTHONPATH": python_path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_files_stay_readable() -> None:
    """A file that outgrows this has more than one job: split it."""
    too_long = {}
    for file in tracked():
        if (
            file.suffix in SOURCE_SUFFIXES
            and "generated" not in file.parts
            and file.name != "schema.ts"
        ):
            lines = len(file.read_text(encoding="utf-8").splitlines())
            if lines > LINES_MAX:
                too_long[str(file.relative_to(REPOSITORY))] = lines
    assert too_long == {}


def test_every_folder_has_a_place_in_the_design() -> None:
    """A new top-level folder needs a line in docs/architecture.md and one here."""
    folders = {file.relative_to(REPOSITORY).parts[0] for file in tracked()}
    unknown = {name for name in folders if (REPOSITORY / name).is_dir()} - FOLDERS
    assert {name for name in unknown if not name.startswith(".")} == set()


def test_the_packages_of_a_release_have_one_version() -> None:
    told = json.loads((CLIENTS / "typescript" / "package.json").read_text(encoding="utf-8"))
    python = tomllib.loads((CLIENTS / "python" / "pyproject.toml").read_text(encoding="utf-8"))
    whole = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    versions = {told["version"], python["project"]["version"], whole["project"]["version"]}
    assert len(versions) == 1


def test_the_client_for_typescript_is_made_with_the_consoles_tools() -> None:
    """It has the console's types and takes part in its checks."""
    client, console = (
        json.loads((folder / "package.json").read_text(encoding="utf-8"))
        for folder in (CLIENTS / "typescript", REPOSITORY / "frontend")
    )
    pinned = console["dependencies"] | console["devDependencies"]
    used = client["dependencies"] | client["devDependencies"]
    assert {name: pinned.get(name) for name in used} == used


def test_scripts_can_be_run() -> None:
    for file in tracked():
        if file.read_bytes()[:2] == b"#!":
            assert os.access(file, os.X_OK), f"chmod +x {file.relative_to(REPOSITORY)}"
