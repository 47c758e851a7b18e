"""A release: what is in it, what it tells of others' parts, and that it builds nothing itself."""

import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from warren_cli import build, hdfs, live_views, man_page, ndb_schema, programs, release, toolchain
from warren_cli.errors import OperatorError
from warren_cli.packing import contents, licences, python_packages, tarball
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY

# Programs read them when they start.
CHANGE_SCHEMA = REPOSITORY / "cdc/events/change.v2.schema.json"
ADMIN_API = REPOSITORY / "fs-core/namenode/src/main/resources/admin-api.yaml"


def test_it_has_what_programs_read_and_no_tests() -> None:
    places = {place for _, place in contents.files(cluster=False)}
    read = (
        *(programs.SERVER_LOG4J, hdfs.CLIENT_LOG4J, live_views.FILE, man_page.MAN_PAGE),
        *(CHANGE_SCHEMA, ADMIN_API, *ndb_schema.FOLDER.glob("*.sql")),
        *(REPOSITORY / "infra").glob("*/*.template"),
        *(REPOSITORY / "bin" / "warren", REPOSITORY / "infra" / "bootstrap.sh"),
        *(REPOSITORY / "backend" / "manage.py", REPOSITORY / "infra" / "systemd" / "install.sh"),
    )
    assert {str(file.relative_to(REPOSITORY)) for file in read} <= places
    parts = {part for place in places for part in Path(place).parts}
    assert not parts & {"tests", "__pycache__", "node_modules", "conftest.py"}


def test_packages_of_the_run_time_are_locked_and_those_of_tests_left_out() -> None:
    lock = python_packages.lock()
    names = {line.partition("==")[0] for line in lock.splitlines() if "==" in line}
    assert names == python_packages.needed()
    # PyMySQL needs cryptography for its extra alone.
    assert {"django", "duckdb", "cryptography", "vine"} <= names
    # Redis needs it before Python 3.11.3, such as Debian's.
    assert "async-timeout" in names
    assert not names & {"pytest", "ruff", "mypy"}
    assert lock.count("--hash=") >= len(names)


def test_an_archive_is_the_same_for_the_same_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "run"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o700)
    archives = []
    for name in ("one", "two"):
        archive = tmp_path / f"{name}.tar.gz"
        script.touch()
        tarball._write(archive, "warren-1", [(script, "bin/run")], {"RELEASE.json": b"{}"})
        archives.append(archive.read_bytes())
    assert archives[0] == archives[1]
    with tarfile.open(archive) as packed:
        modes = {entry.name: entry.mode for entry in packed}
    assert modes == {"warren-1/RELEASE.json": 0o644, "warren-1/bin/run": 0o755}


def make_zip(file: Path, **texts: str) -> None:
    with zipfile.ZipFile(file, "w") as packed:
        for name, text in texts.items():
            packed.writestr(name, text)


def test_each_jar_tells_its_licence(tmp_path: Path) -> None:
    pom = "<licenses><license>\n<name>MIT</name></license></licenses>"
    make_zip(
        tmp_path / "a-1.0.jar", **{"META-INF/maven/g/a/pom.xml": pom, "META-INF/NOTICE": "by A"}
    )
    make_zip(
        tmp_path / "b-1.jar", **{"META-INF/MANIFEST.MF": "Bundle-License: Apa\r\n che-2.0\r\n"}
    )
    make_zip(tmp_path / "namenode-0.1.0-SNAPSHOT.jar")
    make_zip(tmp_path / "slf4j-api-1.7.36.jar")
    found = list(licences.java(tmp_path))
    assert [(each.name, each.licence) for each in found] == [
        ("a-1.0", "MIT"),
        ("b-1", "Apache-2.0"),
        ("slf4j-api-1.7.36", "MIT"),
    ]
    assert found[0].texts == {"NOTICE": b"by A"}


def test_each_wheel_tells_its_licence(tmp_path: Path) -> None:
    info = "a-1.dist-info"
    metadata = "Name: A\nVersion: 1\nClassifier: License :: OSI Approved :: MIT License\n"
    make_zip(
        tmp_path / "a-1-py3-none-any.whl",
        **{f"{info}/METADATA": metadata, f"{info}/licenses/LICENSE": "Permission"},
    )
    found = list(licences.python(tmp_path))
    assert found == [licences.Component("python", "A-1", "MIT License", {"LICENSE": b"Permission"})]


def test_a_component_of_unknown_licence_is_refused(tmp_path: Path) -> None:
    make_zip(tmp_path / "c-1.jar")
    with pytest.raises(OperatorError, match=r"component=c-1\.jar"):
        list(licences.java(tmp_path))


def test_a_release_needs_java_alone_and_builds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = tmp_path / "RELEASE.json"
    manifest.write_text(json.dumps({}))
    monkeypatch.setattr(release, "MANIFEST", manifest)
    asked: list[str] = []
    monkeypatch.setattr(toolchain, "problem_with", lambda tool: asked.append(tool.command))
    monkeypatch.setattr(build, "run_step", lambda *_: pytest.fail("a release was built"))
    toolchain.require()
    build.ensure_java(Progress())
    build.ensure_console(Progress())
    assert asked == ["java"]
