"""The namenodes are asked in turn, and whoever sits at the command is told how it failed."""

from pathlib import Path

import pytest

from warren_cli.admin_calls import AdminCalls, NoNamenodeError, RefusedError
from warren_cli.admin_tokens import Holder, token_file

from .answers import NOT_SERVING, cluster, problem, summary
from .servers import serving
from .test_namenodes import settings_for

CLUSTER = ("GET", "/admin/v1/cluster")
SUMMARY = ("GET", "/admin/v1/namespace/summary")
FOLLOW = ("GET", "/admin/v1/follow")


@pytest.mark.parametrize("first", [NOT_SERVING, (502, "a proxy"), (504, {})])
def test_one_that_does_not_serve_is_passed_over(tmp_path: Path, first: tuple[int, object]) -> None:
    counted = summary("/logs", files=7, length_bytes=70)
    with (
        serving({SUMMARY: first}) as nn1,
        serving({SUMMARY: (200, counted)}) as nn2,
        AdminCalls(settings_for(tmp_path, nn1.address, nn2.address), timeout_s=5) as calls,
    ):
        assert calls.summary("/logs").files == 7
        # Whoever answered is asked again.
        assert calls.summary("/logs").length_bytes == 70
    assert (len(nn1.calls), len(nn2.calls)) == (1, 2)


def test_when_none_answers_it_is_said_why(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, "127.0.0.1:1", "127.0.0.1:2")
    with AdminCalls(settings, timeout_s=5, remedy="Start it") as calls:
        with pytest.raises(NoNamenodeError) as raised:
            calls.cluster()
        with pytest.raises(NoNamenodeError, match="No namenode answers"):
            calls.follow_states()
    assert str(raised.value) == (
        "No namenode answers: tried=http://127.0.0.1:1: ConnectError; "
        "http://127.0.0.1:2: ConnectError. Start it"
    )


def test_when_none_can_do_it_now_they_say_why(tmp_path: Path) -> None:
    busy = problem(503, "Other calls count directories at this namenode", code="unavailable")
    with serving({CLUSTER: busy}) as nn1, serving({CLUSTER: busy}) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
        with (
            AdminCalls(settings, timeout_s=5) as calls,
            pytest.raises(NoNamenodeError, match="No namenode can do it now: said=Other calls"),
        ):
            calls.cluster()


def test_what_safe_mode_refuses_is_refused_by_all(tmp_path: Path) -> None:
    safe = problem(503, "The file system is read-only", code="safe_mode")
    with serving({CLUSTER: safe}) as nn1, serving({CLUSTER: (200, cluster())}) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
        with (
            AdminCalls(settings, timeout_s=5) as calls,
            pytest.raises(RefusedError, match="read-only: code=safe_mode"),
        ):
            calls.cluster()
    assert nn2.calls == []


def test_a_refusal_has_its_status_and_its_code(tmp_path: Path) -> None:
    with serving({FOLLOW: problem(403, "Not with this token", code="insufficient_scope")}) as nn1:
        settings = settings_for(tmp_path, nn1.address, "127.0.0.1:1")
        with AdminCalls(settings, timeout_s=5) as calls, pytest.raises(RefusedError) as raised:
            calls.follow_states()
    assert (raised.value.status, raised.value.code) == (403, "insufficient_scope")


def test_an_answer_of_another_version_is_told_with_its_place(tmp_path: Path) -> None:
    older = {name: value for name, value in cluster().items() if name != "read_only"}
    with serving({CLUSTER: (200, older)}) as nn1:
        settings = settings_for(tmp_path, nn1.address, "127.0.0.1:1")
        with AdminCalls(settings, timeout_s=5) as calls, pytest.raises(RefusedError) as raised:
            calls.cluster()
    text = str(raised.value)
    assert text.startswith("The admin API did not answer properly: http_status=200")
    assert "place=read_only, reason=Field required" in text


def test_each_holder_asks_with_its_own_token(tmp_path: Path) -> None:
    with serving({CLUSTER: (200, cluster())}) as nn1:
        settings = settings_for(tmp_path, nn1.address, "127.0.0.1:1")
        token_file(settings.home, Holder.HEALTH).write_text("of health")
        with AdminCalls(settings, timeout_s=5, holder=Holder.HEALTH) as calls:
            calls.cluster()
        with (
            AdminCalls(settings, timeout_s=5, holder=Holder.BACKUP) as calls,
            pytest.raises(NoNamenodeError, match="token for the namenodes can't be read"),
        ):
            calls.cluster()
    assert nn1.calls == [(*CLUSTER, "Bearer of health")]
