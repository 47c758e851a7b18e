"""A copy of the store is asked of whichever namenode serves, and given back in any case."""

from pathlib import Path
from typing import Any

import pytest

from warren_cli.admin_tokens import Holder, token_file
from warren_cli.backups.checkpoints import checkpoint, log_since
from warren_cli.errors import OperatorError
from warren_cli.settings import Settings
from warren_cli.tests import answers
from warren_cli.tests.servers import serving
from warren_cli.tests.test_namenodes import settings_for

CALL = "/admin/v1/store/checkpoints"
LOGS = "/admin/v1/store/logs"
MADE: dict[str, Any] = {
    "name": "one",
    "folder": "/home/store/checkpoints/one",
    "feed_sequence": 42,
    "feed_cursor": "abcd-00000001-42",
    "version": "1.0",
    "as_of_ms": 1_700_000_000_000,
    "log_position": 900,
    "incarnation": 7,
}
DROP = f"{CALL}/one"


def with_token(settings: Settings) -> Settings:
    token = token_file(settings.home, Holder.BACKUP)
    token.parent.mkdir(parents=True, exist_ok=True)
    token.write_text("of backups")
    return settings


def test_the_next_namenode_is_asked_when_one_drains(tmp_path: Path) -> None:
    serves: dict[tuple[str, str], tuple[int, Any]] = {
        ("POST", CALL): (200, MADE),
        ("DELETE", DROP): (200, {"name": "one"}),
    }
    draining = {("POST", CALL): answers.NOT_SERVING}
    with serving(draining) as nn1, serving(serves) as nn2:
        settings = with_token(settings_for(tmp_path, nn1.address, nn2.address))
        with checkpoint(settings) as made:
            assert (made.folder, made.feed_sequence) == (MADE["folder"], 42)
            assert [call[:2] for call in nn2.calls] == [("POST", CALL)]
    assert [call[:2] for call in nn2.calls] == [("POST", CALL), ("DELETE", DROP)]
    assert {call[2] for call in nn2.calls} == {"Bearer of backups"}


def test_a_copy_is_given_back_when_copying_it_fails(tmp_path: Path) -> None:
    with serving({("POST", CALL): (200, MADE)}) as nn1:
        settings = with_token(settings_for(tmp_path, nn1.address, "127.0.0.1:1"))
        with pytest.raises(OSError, match="full"), checkpoint(settings):
            raise OSError("full")
    assert [call[:2] for call in nn1.calls] == [("POST", CALL), ("DELETE", DROP)]


def test_what_refuses_is_told(tmp_path: Path) -> None:
    full = answers.problem(507, "The store's checkpoint can't be made", code="store_full")
    with serving({("POST", CALL): full}) as nn1:
        settings = with_token(settings_for(tmp_path, nn1.address, "127.0.0.1:1"))
        with pytest.raises(OperatorError, match=r"can't be made.*store_full"):
            checkpoint(settings).__enter__()


def test_a_warren_that_is_stopped_is_told_to_be_started(tmp_path: Path) -> None:
    settings = with_token(settings_for(tmp_path, "127.0.0.1:1", "127.0.0.1:2"))
    with pytest.raises(OperatorError, match=r"No namenode answers.*while Warren runs"):
        checkpoint(settings).__enter__()


def test_without_a_token_a_start_is_asked_for(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, "127.0.0.1:1", "127.0.0.1:2")
    with pytest.raises(OperatorError, match=r"token .* can't be read.*admin-token-backup"):
        checkpoint(settings).__enter__()


def test_a_log_is_given_back(tmp_path: Path) -> None:
    copied = {
        "name": "one",
        "file": "/home/store/logs/one",
        "through": 950,
        "feed_sequence": 44,
        "feed_cursor": "abcd-00000001-44",
        "incarnation": 7,
        "as_of_ms": 1_700_000_000_000,
    }
    with serving({("POST", LOGS): (200, copied)}) as nn1:
        settings = with_token(settings_for(tmp_path, nn1.address, "127.0.0.1:1"))
        with log_since(settings, 900) as log:
            assert (log.file, log.through) == (copied["file"], 950)
    assert [call[:2] for call in nn1.calls] == [("POST", LOGS), ("DELETE", f"{LOGS}/one")]
