"""A backup is continued only from the store that it is of."""

from pathlib import Path

import pytest

from warren_cli.backups import feed
from warren_cli.errors import OperatorError
from warren_cli.tests.answers import NOT_SERVING, feed_page, problem
from warren_cli.tests.servers import serving
from warren_cli.tests.test_namenodes import settings_for

CALL = ("GET", "/admin/v1/feed")
CURSOR = "abcd-00000001-42"
TRIMMED = problem(410, "The feed does not reach back", code="feed_trimmed")
SET_BACK = problem(410, "The store was set back", code="feed_set_back")


def test_the_next_namenode_tells_the_newest_change(tmp_path: Path) -> None:
    with serving({CALL: NOT_SERVING}) as nn1, serving({CALL: (200, feed_page(CURSOR))}) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
        assert feed.head(settings) == CURSOR
        feed.refuse_set_back(settings, CURSOR)


def test_a_store_that_was_set_back_is_refused(tmp_path: Path) -> None:
    with serving({CALL: SET_BACK}) as nn1:
        settings = settings_for(tmp_path, nn1.address, "127.0.0.1:1")
        with pytest.raises(OperatorError, match=f"set back behind it: cursor={CURSOR}"):
            feed.refuse_set_back(settings, CURSOR)


@pytest.mark.parametrize("head", ["abcd-00000001-900", "beef-00000001-900"])
def test_what_is_trimmed_is_in_the_log_of_the_same_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: str
) -> None:
    monkeypatch.setattr(feed, "_head", lambda _: head)
    with serving({CALL: TRIMMED}) as nn1:
        settings = settings_for(tmp_path, nn1.address, "127.0.0.1:1")
        if head.startswith("abcd"):
            feed.refuse_set_back(settings, CURSOR)
        else:
            with pytest.raises(OperatorError, match="of another store"):
                feed.refuse_set_back(settings, CURSOR)


def test_another_refusal_is_told_as_it_is(tmp_path: Path) -> None:
    refused = problem(403, "This token is not for that call", code="insufficient_scope")
    with serving({CALL: refused}) as nn1:
        settings = settings_for(tmp_path, nn1.address, "127.0.0.1:1")
        with pytest.raises(OperatorError, match="code=insufficient_scope"):
            feed.refuse_set_back(settings, CURSOR)
