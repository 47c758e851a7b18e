"""The servers' configuration files, and the installation that NDB_HOME names."""

import re
from pathlib import Path

import pytest

from warren_cli import cluster_conf
from warren_cli.cluster_programs import programs
from warren_cli.errors import OperatorError
from warren_cli.home import Home, prepare
from warren_cli.settings import Settings, load


@pytest.fixture
def installation(tmp_path: Path) -> Path:
    """An empty file for each part of NDB that Warren looks for."""
    root = tmp_path / "ndb-cluster"
    for part in (
        *("bin/ndb_mgmd", "bin/ndbmtd", "bin/mysqld", "lib/libndbclient.so"),
        *("share/java/clusterj.jar",),
    ):
        (root / part).parent.mkdir(parents=True, exist_ok=True)
        (root / part).touch()
    return root


def settings_for(home: Path, installation: Path, **more: str) -> Settings:
    return load(
        {
            "WARREN_HOME": str(home),
            "WARREN_MODE": "cluster",
            "NDB_HOME": str(installation),
            **more,
        }
    )


def files(home: Home) -> list[Path]:
    return [each for each in home.secrets.rglob("*") if each.is_file()]


def contents(home: Home) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in files(home)}


def written(settings: Settings) -> Home:
    home = Home(settings.home)
    prepare(home, settings, None)
    cluster_conf.write(home, settings)
    return home


def test_addresses_and_sizes_reach_the_files(tmp_path: Path, installation: Path) -> None:
    settings = settings_for(
        tmp_path / "home",
        installation,
        WARREN_NDB_MGM_ADDRESS="127.0.0.1:2186",
        WARREN_NDB_DATA_MEMORY_MB="300",
        WARREN_SQL_ADDRESS="127.0.0.1:2306",
    )
    home = written(settings)
    ndb = home.ndb_config.read_text()
    assert "DataMemory=300M" in ndb
    assert "PortNumber=2186" in ndb
    assert len(re.findall(r"^NodeId=", ndb, re.MULTILINE)) == len(
        set(re.findall(r"^NodeId=\d+", ndb, re.MULTILINE))
    )
    sql = home.sql_config.read_text()
    assert "ndb-connectstring=127.0.0.1:2186" in sql
    assert "port=2306" in sql
    assert "ndb-log-update-as-write=OFF" in sql
    assert "${" not in ndb + sql + home.redis_config.read_text()


def test_secrets_are_kept_and_are_their_owners_alone(tmp_path: Path, installation: Path) -> None:
    settings = settings_for(tmp_path / "home", installation)
    home = written(settings)
    before = contents(home)
    written(settings)
    assert contents(home) == before
    assert all((file.stat().st_mode & 0o777) == 0o600 for file in files(home))
    passwords = {file.read_text() for file in files(home) if file.name.endswith("-password")}
    assert not any(word in home.sql_config.read_text() for word in passwords)


def test_no_process_is_started_with_a_password_or_with_initial(
    tmp_path: Path, installation: Path
) -> None:
    settings = settings_for(tmp_path / "home", installation)
    home = written(settings)
    secrets = [file.read_text().strip() for file in home.secrets.rglob("*-password")]
    for program in programs(settings, home):
        line = " ".join(program.command)
        assert "--initial" not in line, program.name
        assert not any(secret in line for secret in secrets), program.name
        assert not program.autostart, program.name


def test_a_part_that_is_missing_is_named(tmp_path: Path, installation: Path) -> None:
    with pytest.raises(OperatorError, match="NDB_HOME is not set"):
        cluster_conf.ndb_home(load({"WARREN_HOME": str(tmp_path), "WARREN_MODE": "cluster"}))
    (installation / "bin" / "ndbmtd").unlink()
    with pytest.raises(OperatorError, match=r"missing=bin/ndbmtd"):
        cluster_conf.ndb_home(settings_for(tmp_path / "home", installation))


def test_without_the_java_binding_it_is_refused(tmp_path: Path, installation: Path) -> None:
    (installation / "share" / "java" / "clusterj.jar").unlink()
    with pytest.raises(OperatorError, match=r"no clusterj\.jar"):
        cluster_conf.ndb_home(settings_for(tmp_path / "home", installation))


def test_a_password_that_would_break_a_statement_is_refused(
    tmp_path: Path, installation: Path
) -> None:
    settings = settings_for(tmp_path / "home", installation)
    prepare(Home(settings.home), settings, None)
    settings.sql_reader_password_file.write_text("a'b")
    with pytest.raises(OperatorError, match="cannot be used"):
        cluster_conf.write(Home(settings.home), settings)
