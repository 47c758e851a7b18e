"""Parts by themselves: the container file names each of them, and each runs its own command."""

from pathlib import Path

import pytest
import yaml

from warren_cli import cluster_conf, parts
from warren_cli.cluster_programs import programs
from warren_cli.errors import OperatorError
from warren_cli.home import Home, prepare
from warren_cli.settings import REPOSITORY, Settings, applies, load, variable

COMPOSE = yaml.safe_load((REPOSITORY / "docker-compose.yml").read_text(encoding="utf-8"))


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr(cluster_conf, "ndb_home", lambda _: Path("/opt/ndb"))
    monkeypatch.setattr(cluster_conf, "cluster_j", lambda _: Path("/opt/ndb/clusterj.jar"))
    found = load({"WARREN_HOME": str(tmp_path), "WARREN_MODE": "cluster"})
    prepare(Home(found.home), found, None)
    return found


def test_each_part_has_a_container_of_its_name(settings: Settings) -> None:
    names = {program.name for program in programs(settings, Home(settings.home))}
    services = COMPOSE["services"]
    assert names - set(services) == set()
    for name in names - {"redis"}:
        assert services[name]["command"] == ["part", "run", name]


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
        }
    )
    assert parts.problem(settings, "ndb-mgm") == "does not answer at 127.0.0.1:1"
    assert parts.problem(settings, "nn1") == "does not answer"
    assert parts.problem(settings, "nn7") == "not a part of this Warren"
