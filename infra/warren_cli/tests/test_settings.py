"""Settings: where a value comes from, and what a bad one says."""

from pathlib import Path

import pytest

from warren_cli import contracts
from warren_cli.errors import OperatorError
from warren_cli.fields import Address
from warren_cli.modes import Mode
from warren_cli.settings import Settings, applies, load, variable
from warren_cli.settings_page import reference_page


def test_environment_beats_file_beats_default(tmp_path: Path) -> None:
    (tmp_path / "warren.toml").write_text(
        'http_address = "127.0.0.1:8100"\nnn1_rpc_address = "127.0.0.1:8120"\n'
    )
    settings = load({"WARREN_HOME": str(tmp_path), "WARREN_HTTP_ADDRESS": "127.0.0.1:8200"})
    assert str(settings.http_address) == "127.0.0.1:8200"
    assert str(settings.nn1_rpc_address) == "127.0.0.1:8120"
    assert str(settings.nn2_rpc_address) == "127.0.0.1:8021"


def test_paths_follow_the_data_folder(tmp_path: Path) -> None:
    settings = load({"WARREN_HOME": str(tmp_path), "WARREN_SEARCH_INDEX": "/elsewhere/i.sqlite"})
    assert settings.search_index == Path("/elsewhere/i.sqlite")


def test_children_get_every_setting_and_the_admin_urls(tmp_path: Path) -> None:
    settings = load({"WARREN_HOME": str(tmp_path), "WARREN_NN1_HTTP_ADDRESS": "0.0.0.0:7000"})
    environment = settings.environment()
    assert environment["WARREN_ADMIN_URLS"] == "http://127.0.0.1:7000,http://127.0.0.1:9871"
    assert environment["WARREN_HOME"] == str(tmp_path)
    assert set(environment) > {
        variable(name)
        for name in Settings.model_fields
        if applies(name, Mode.EMBEDDED) and name != "ndb_home"
    }
    assert "WARREN_BROKER_URL" not in environment


def test_children_of_the_cluster_get_mysql_and_redis(tmp_path: Path) -> None:
    environment = load({"WARREN_HOME": str(tmp_path), "WARREN_MODE": "cluster"}).environment()
    assert environment["WARREN_PLATFORM_MYSQL_ADDRESS"] == "127.0.0.1:13306"
    assert environment["WARREN_BROKER_URL"] == "redis://127.0.0.1:16379/0"
    assert "WARREN_PLATFORM_DB" not in environment
    assert not any("None" in value for value in environment.values())


@pytest.mark.parametrize(
    "value", ["8000", "localhost:", ":8000", "localhost:0", "localhost:65536", "localhost:\uff18"]
)
def test_a_bad_address_is_named(value: str) -> None:
    with pytest.raises(OperatorError) as raised:
        load({"WARREN_HTTP_ADDRESS": value})
    assert raised.value.exit_code == 2
    assert "WARREN_HTTP_ADDRESS" in str(raised.value)
    assert value in str(raised.value)


def test_a_bad_number_is_named() -> None:
    with pytest.raises(OperatorError, match=r"WARREN_NAMENODE_HEAP_MB.*value=12"):
        load({"WARREN_NAMENODE_HEAP_MB": "12"})


def test_an_unknown_name_in_the_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "warren.toml").write_text("http_adress = 1\n")
    with pytest.raises(OperatorError, match="Unknown setting: name=http_adress"):
        load({"WARREN_HOME": str(tmp_path)})


def test_a_broken_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "warren.toml").write_text("http_address = \n")
    with pytest.raises(OperatorError, match="not valid TOML"):
        load({"WARREN_HOME": str(tmp_path)})


def test_two_parts_cannot_share_a_port() -> None:
    with pytest.raises(OperatorError, match="WARREN_NN1_RPC_ADDRESS and WARREN_HTTP_ADDRESS"):
        load({"WARREN_HTTP_ADDRESS": "127.0.0.1:8020"})


@pytest.mark.parametrize("text", ["127.0.0.1:80", "[::1]:80", "host.example:65535"])
def test_an_address_is_written_as_it_was_read(text: str) -> None:
    assert str(Address.parse(text)) == text


def test_the_reference_page_is_up_to_date() -> None:
    assert contracts.SETTINGS_PAGE.read_text(encoding="utf-8") == reference_page(), (
        "run `make contracts`"
    )
