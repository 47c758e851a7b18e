"""Parts by themselves: the container file names each of them, and each runs its own command."""

import shutil
from pathlib import Path

import pytest
import yaml

from warren_cli import cluster_conf, parts, pipeline_conf
from warren_cli.cluster_programs import programs
from warren_cli.errors import OperatorError
from warren_cli.home import Home, prepare
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY, Settings, applies, load, variable

COMPOSE = yaml.safe_load((REPOSITORY / "docker-compose.yml").read_text(encoding="utf-8"))


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr(cluster_conf, "ndb_home", lambda _: Path("/opt/ndb"))
    monkeypatch.setattr(cluster_conf, "cluster_j", lambda _: Path("/opt/ndb/clusterj.jar"))
    # As root it would have to be reached by another user, whom temporary folders are closed to.
    monkeypatch.setattr(pipeline_conf, "_give_away", lambda _: None)
    found = load({"WARREN_HOME": str(tmp_path), "WARREN_MODE": "cluster"})
    prepare(Home(found.home), found, None)
    return found


def test_each_part_has_a_container_of_its_name(settings: Settings) -> None:
    names = {program.name for program in programs(settings, Home(settings.home))}
    services = COMPOSE["services"]
    assert names - set(services) == set()
    for name in names:
        assert services[name]["command"] == ["part", "run", name]
        assert services[name]["healthcheck"]["test"][1:] == ["bin/warren", "part", "check", name]


def test_the_containers_addresses_are_settings_and_all_are_given(settings: Settings) -> None:
    given = {
        name: value
        for name, value in COMPOSE["x-warren"]["environment"].items()
        if name.endswith("_ADDRESS")
    }
    assert set(given) == {
        variable(name)
        for name in Settings.model_fields
        if name.endswith("_address") and applies(name, settings.mode)
    }
    hosts = {value.partition(":")[0] for value in given.values()}
    assert hosts - set(COMPOSE["services"]) == set()


def test_a_part_becomes_its_program(settings: Settings) -> None:
    ran: list[tuple[str, list[str], dict[str, str]]] = []
    parts.run(settings, "nn2", lambda *call: ran.append(call))
    file, command, environment = ran[0]
    assert file == command[0] == "/usr/bin/env"
    assert f"nn2,{settings.nn2_rpc_address},{settings.nn2_http_address}" in command
    assert "ndb" in command
    assert environment["WARREN_HOME"] == str(settings.home)


def test_an_unknown_part_lists_the_known(settings: Settings) -> None:
    with pytest.raises(OperatorError, match="name=nn7, known=ndb-mgm"):
        parts.run(settings, "nn7", lambda *_: None)


def test_a_part_that_does_not_answer_says_where_it_was_sought(tmp_path: Path) -> None:
    settings = load(
        {
            "WARREN_HOME": str(tmp_path),
            "WARREN_MODE": "cluster",
            "WARREN_NDB_MGM_ADDRESS": "127.0.0.1:1",
            "WARREN_NN1_HTTP_ADDRESS": "127.0.0.1:2",
        }
    )
    assert parts.problem(settings, "ndb-mgm") == "does not answer at 127.0.0.1:1"
    assert parts.problem(settings, "nn1") == "does not answer"
    assert parts.problem(settings, "nn7") == "not a part of this Warren"


def test_a_part_by_itself_has_the_secrets_of_all(settings: Settings, tmp_path: Path) -> None:
    shared = Home(settings.home)
    parts.set_up_alone(settings, "nn1", None, Progress())
    own = load({"WARREN_HOME": str(tmp_path / "own"), "WARREN_MODE": "cluster"})
    # As Kubernetes mounts them.
    mounted = tmp_path / "mounted"
    shutil.copytree(shared.secrets, mounted / "..version")
    for each in (mounted / "..version").iterdir():
        (mounted / each.name).symlink_to(each)
    parts.set_up_alone(own, "nn2", mounted, Progress())
    names = parts.secrets_of(shared)
    assert "capture/sql-capture-password" in names
    assert parts.secrets_of(Home(own.home)) == names
    for name in names:
        file = Home(own.home).secrets / name
        assert file.read_bytes() == (shared.secrets / name).read_bytes()
        assert file.stat().st_mode & 0o777 == 0o600
    password = own.redis_password_file.read_text(encoding="ascii")
    assert password in Home(own.home).redis_config.read_text(encoding="utf-8")


def test_a_missing_secret_is_named(settings: Settings, tmp_path: Path) -> None:
    parts.set_up_alone(settings, "nn1", None, Progress())
    settings.redis_password_file.unlink()
    own = load({"WARREN_HOME": str(tmp_path / "own"), "WARREN_MODE": "cluster"})
    with pytest.raises(OperatorError, match="missing=redis-password"):
        parts.set_up_alone(own, "nn2", Home(settings.home).secrets, Progress())
