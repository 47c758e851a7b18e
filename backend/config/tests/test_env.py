"""Settings: defaults below WARREN_HOME, and messages that name what is wrong."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from config.broker import Channel
from config.env import Env, load_or_create_secret


def test_all_paths_lie_below_the_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WARREN_HOME", str(tmp_path))
    settings = Env()
    assert settings.platform_db_path == tmp_path / "platform" / "platform.sqlite"
    assert settings.search_index_path == tmp_path / "search" / "index.sqlite"
    assert settings.admin_token_path == tmp_path / "secrets" / "admin-token-web"


def test_lists_are_comma_separated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARREN_ADMIN_URLS", " http://a:1/, http://b:2 ,")
    assert Env().admin_urls == ("http://a:1", "http://b:2")


@pytest.mark.parametrize(
    ("name", "value"), [("JOB_STEP_INODES", "0"), ("JOB_LEASE_MS", "soon"), ("ADMIN_URLS", ",")]
)
def test_bad_values_are_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"WARREN_{name}", value)
    with pytest.raises(ValidationError, match=name.lower()):
        Env()


def test_every_setting_has_a_description() -> None:
    assert [name for name, field in Env.model_fields.items() if not field.description] == []


def test_a_secret_is_made_once_and_only_for_the_owner(tmp_path: Path) -> None:
    path = tmp_path / "secrets" / "key"
    secret = load_or_create_secret(path)
    assert len(secret) >= 64
    assert load_or_create_secret(path) == secret
    assert path.stat().st_mode & 0o777 == 0o600


def test_messages_appear_complete(tmp_path: Path) -> None:
    channel = Channel.__new__(Channel)
    folder = tmp_path / "queue"
    folder.mkdir()
    channel.__dict__["data_folder_out"] = str(folder)
    channel._put("jobs", {"body": "x"})
    assert [path.suffix for path in folder.iterdir()] == [".msg"]
