"""Commands of the REST API as a user types them, against a server that answers as Warren does."""

import csv
import io
import json
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from warren_cli import __main__
from warren_cli.remote import api, checks, operate
from warren_cli.remote.access import store_file
from warren_cli.remote.find import HITS

SECRET = "wrn_secret"
HIT = {
    "inode_id": 7,
    "path": "/data/odd\x1b[2J\nname",
    "kind": "file",
    "size_bytes": 1536,
    "owner": "ana",
    "group": "staff",
    "mode": "0644",
    "mtime": "2026-11-24T01:02:03.456Z",
    "replication": 1,
}
PROGRESS = {
    "files": 2,
    "directories": 1,
    "changed": 2,
    "errors": 1,
    "total": 3,
    "inodes_per_s": None,
    "remaining_s": None,
}
JOB = {
    "id": 3,
    "kind": "set_owner",
    "path": "/a",
    "state": "succeeded_with_errors",
    "dry_run": False,
    "progress": PROGRESS,
    "rate_limit": None,
    "priority": "normal",
    "slowed": None,
    "actor": "admin",
    "created_at": "2026-11-24T01:02:03Z",
}
QUERY = {
    "id": 9,
    "state": "succeeded",
    "columns": [{"name": "n", "type": "BIGINT"}, {"name": "n", "type": "VARCHAR"}],
    "rows": 2,
    "truncated": False,
    "error": None,
}
RUN = {"id": 7, "state": "planning", "inodes": None, "why": ""}

Answer = tuple[int, Any]


class Double:
    """What the server answers, and what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, dict[str, list[str]], Any]] = []
        self.answers: dict[str, Callable[[dict[str, list[str]]], Answer]] = {}
        self.url = ""
        # Of each POST; and how many requests are to be done without being answered.
        self.keys: list[str | None] = []
        self.unanswered = 0
        self.tags: list[str | None] = []

    def on(self, call: str, status: int, body: Any) -> None:
        self.answers[call] = _always((status, body))


def _always(answer: Answer) -> Callable[[dict[str, list[str]]], Answer]:
    return lambda _: answer


@pytest.fixture
def warren(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Double]:
    double = Double()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *arguments: Any) -> None:
            """Says nothing."""

        def serve(self) -> None:
            parts = urlsplit(self.path)
            query = parse_qs(parts.query)
            length = int(self.headers.get("Content-Length", "0"))
            body = json.loads(self.rfile.read(length)) if length else None
            call = f"{self.command} {parts.path.removeprefix('/api/v1/')}"
            double.asked.append((call, self.headers.get("Authorization", ""), query, body))
            unknown: Answer = (404, {"title": "No such thing", "detail": "", "code": "not_found"})
            status, answer = double.answers.get(call, _always(unknown))(query)
            if self.command == "PUT":
                double.tags.append(self.headers.get("If-Match"))
            if self.command == "POST":
                double.keys.append(self.headers.get("Idempotency-Key"))
            if double.unanswered:
                double.unanswered -= 1
                self.close_connection = True
                return
            text = b"" if answer is None else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            self.send_header("Set-Cookie", "csrftoken=abc; Path=/")
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST = do_PUT = do_DELETE = serve  # noqa: N815

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    double.url = f"http://127.0.0.1:{server.server_address[1]}"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("WARREN_URL", double.url)
    monkeypatch.setenv("WARREN_TOKEN", SECRET)
    yield double
    server.shutdown()
    server.server_close()


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """The exit code of bin/warren."""
    monkeypatch.setattr(sys, "argv", ["warren", *arguments])
    try:
        return __main__.main()
    except SystemExit as end:
        return int(end.code or 0)


def test_a_table_shows_sizes_and_times_and_nothing_that_a_terminal_obeys(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warren.on("GET search", 200, {"items": [HIT], "next_cursor": None})
    assert run(monkeypatch, "search", "name owner:ana", "--sort", "-size") == 0
    shown = capsys.readouterr().out
    assert shown.splitlines()[0].split() == [column.title for column in HITS]
    assert "1.5 KiB" in shown
    assert "2026-11-24 01:02:03Z" in shown
    assert "\x1b" not in shown
    assert len(shown.splitlines()) == 2
    call, authorization, query, _ = warren.asked[0]
    assert (call, authorization) == ("GET search", f"Bearer {SECRET}")
    assert query == {"q": ["name owner:ana"], "sort": ["-size"], "limit": ["50"]}


def test_pages_are_followed_up_to_the_limit_and_no_further(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def page(query: dict[str, list[str]]) -> Answer:
        first = int(query.get("cursor", ["0"])[0])
        rows = int(query["limit"][0])
        items = [{**HIT, "path": f"/f{first + row}"} for row in range(rows)]
        return 200, {"items": items, "next_cursor": str(first + rows)}

    warren.answers["GET search"] = page
    assert run(monkeypatch, "search", "", "-n", "250", "-f", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["path"] for each in found] == [f"/f{row}" for row in range(250)]
    assert [asked[2]["limit"] for asked in warren.asked] == [["100"], ["100"], ["50"]]


def test_csv_has_exact_values(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warren.on("GET search", 200, {"items": [HIT], "next_cursor": None})
    assert run(monkeypatch, "search", "x", "-f", "csv") == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (row["path"], row["size"]) == (HIT["path"], "1536")


def test_an_empty_list_is_an_empty_array(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warren.on("GET jobs", 200, {"items": [], "next_cursor": None})
    assert run(monkeypatch, "jobs", "list", "-f", "json") == 0
    assert json.loads(capsys.readouterr().out) == []


def test_sql_waits_and_shows_columns_that_share_a_name(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warren.on("POST sql", 202, {**QUERY, "state": "running"})
    warren.on("GET sql/queries/9", 200, QUERY)
    rows = {"items": [[1, "a"], [2, None]], "next_cursor": None, "total": 2}
    warren.on("GET sql/queries/9/rows", 200, rows)
    assert run(monkeypatch, "sql", "SELECT 1") == 0
    shown = capsys.readouterr()
    assert [line.split() for line in shown.out.splitlines()] == [
        ["n", "n"],
        ["1", "a"],
        ["2", "-"],
    ]
    assert "running for" in shown.err
    assert warren.asked[0][3]["statement"] == "SELECT 1"


def test_a_statement_that_fails_says_why(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    error = {"code": "syntax", "title": "The statement is not SQL", "detail": "near FORM"}
    warren.on("POST sql", 200, {**QUERY, "state": "failed", "error": error})
    assert run(monkeypatch, "sql", "SELECT 1 FORM x") == 1
    assert "The statement is not SQL: state=failed. near FORM" in capsys.readouterr().err


def test_waiting_for_a_job_with_errors_fails(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warren.on("GET jobs/3", 200, JOB)
    assert run(monkeypatch, "jobs", "wait", "3") == 1
    shown = capsys.readouterr()
    assert "succeeded_with_errors" in shown.out
    assert "bin/warren jobs errors 3" in shown.err


def test_changes_of_a_job_are_a_line_for_each_value(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    both = [
        {"attribute": "owner", "before": "ann", "after": "zoe"},
        {"attribute": "group", "before": "staff", "after": "ops"},
    ]
    gone = [{"attribute": "owner", "before": "bob", "after": "zoe"}]
    items = [
        {"inode_id": 17, "path": "/a/x", "values": both},
        {"inode_id": 18, "path": None, "values": gone},
    ]
    warren.on("GET jobs/3/changes", 200, {"items": items, "next_cursor": None})
    assert run(monkeypatch, "jobs", "changes", "3", "-f", "csv") == 0
    assert capsys.readouterr().out.splitlines() == [
        "inode,path,what,before,after",
        "17,/a/x,owner,ann,zoe",
        "17,/a/x,group,staff,ops",
        "18,,owner,bob,zoe",
    ]


def test_a_plan_names_what_is_to_change_and_is_promoted(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    planned = {**JOB, "state": "succeeded", "dry_run": True}
    warren.on("POST jobs", 202, {**planned, "state": "queued"})
    warren.on("GET jobs/3", 200, planned)
    monkeypatch.setattr(operate, "POLL_S", 0.01)
    limits = ("--namespace-quota", "none", "--ssd-quota-bytes", "500")
    assert run(monkeypatch, "jobs", "plan", "set_quota", "/a", *limits) == 0
    shown = capsys.readouterr()
    assert "queued: 3 of 3" in shown.err
    assert "bin/warren jobs promote 3" in shown.err
    assert warren.asked[0][3] == {
        "kind": "set_quota",
        "path": "/a",
        "dry_run": True,
        "parameters": {"namespace_quota": None, "ssd_quota_bytes": 500},
    }
    warren.on("POST jobs/3/promote", 202, JOB)
    assert run(monkeypatch, "jobs", "promote", "3") == 0
    wrong = ("jobs", "plan", "set_quota", "/a", "--space-quota-bytes", "1g")
    assert run(monkeypatch, *wrong) == 2
    assert "--space-quota-bytes" in capsys.readouterr().err


def test_a_plan_may_be_about_a_selection(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warren.on("POST jobs", 202, {**JOB, "dry_run": True})
    several = ("jobs", "plan", "set_owner", "/a", "/b", "--owner", "zoe")
    assert run(monkeypatch, *several) == 0
    shown = capsys.readouterr()
    assert "bin/warren jobs errors 3" in shown.err
    assert "bin/warren jobs promote 3" in shown.err
    found = ("jobs", "plan", "delete", "--search", "ext:log size:>1g")
    assert run(monkeypatch, *found) == 0
    assert [asked[3]["selection"] for asked in warren.asked] == [
        {"paths": ["/a", "/b"]},
        {"search": "ext:log size:>1g"},
    ]
    assert run(monkeypatch, "jobs", "plan", "delete", "--saved-search", "4") == 0
    assert run(monkeypatch, "jobs", "plan", "delete", "--sql-query", "12") == 0
    assert [asked[3]["selection"] for asked in warren.asked[2:]] == [
        {"saved_search": 4},
        {"sql_query": 12},
    ]
    assert run(monkeypatch, "jobs", "plan", "delete") == 2
    assert run(monkeypatch, "jobs", "plan", "delete", "--search", "x", "--sql-query", "1") == 2
    assert run(monkeypatch, "jobs", "plan", "delete", "/a", "--search", "x") == 2
    warren.on("POST jobs/3/promote", 202, JOB)
    assert run(monkeypatch, "jobs", "promote", "3", "--even-if-changed") == 0
    assert warren.asked[-1][3] == {"if_changed": "act"}


def test_a_check_tells_what_of_a_plan_is_still_as_it_was(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checks, "POLL_S", 0.01)
    counts = {"same": 1204, "changed": 3, "gone": 1, "out_of_scope": 0, "joined": 14}
    running = {"state": "running", "as_of": None, "selection": None, "tree": None}
    done = {**running, "state": "succeeded", "as_of": "2026-11-24T01:02:03Z", "selection": counts}
    warren.on("POST jobs/3/check", 202, {**JOB, "check": running})
    warren.on("GET jobs/3", 200, {**JOB, "check": done})
    warren.on("GET jobs/3/check", 200, {"items": [{"path": "/a/x", "what": "changed"}]})
    assert run(monkeypatch, "jobs", "check", "3") == 0
    shown = capsys.readouterr()
    assert "looking" in shown.err
    assert "1,204" in shown.out
    assert "/a/x" in shown.out
    assert run(monkeypatch, "jobs", "check", "3", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["named"] == [{"path": "/a/x", "what": "changed"}]
    now = {"files": 9, "directories": 2, "length_bytes": 90}
    tree = {"target": "there", "now": now, "difference": {**now, "files": -4}}
    warren.on("GET jobs/3", 200, {**JOB, "check": {**done, "selection": None, "tree": tree}})
    assert run(monkeypatch, "jobs", "check", "3") == 0
    assert "-4" in capsys.readouterr().out
    failed = {**running, "state": "failed", "problem": {"title": "Files are gone"}}
    warren.on("GET jobs/3", 200, {**JOB, "check": failed})
    assert run(monkeypatch, "jobs", "check", "3") == 1
    assert "Files are gone" in capsys.readouterr().err


def test_an_undo_is_planned_or_begun(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    undo = {**JOB, "kind": "undo", "dry_run": True}
    warren.on("POST jobs/2/undo", 202, undo)
    assert run(monkeypatch, "jobs", "undo", "2", "--plan") == 0
    shown = capsys.readouterr()
    assert "bin/warren jobs errors 3" in shown.err
    assert "bin/warren jobs promote 3" in shown.err
    assert run(monkeypatch, "jobs", "undo", "2") == 0
    assert "bin/warren jobs wait 3" in capsys.readouterr().err
    assert [asked[3] for asked in warren.asked] == [{"dry_run": True}, {"dry_run": False}]
    warren.on("POST jobs/2/undo", 202, {**undo, "state": "failed"})
    assert run(monkeypatch, "jobs", "undo", "2", "--plan") == 1


def test_a_second_person_approves_what_he_was_shown(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    waiting = {
        **JOB,
        "state": "waiting_for_approval",
        "approval": {
            "content_sha256": "a" * 64,
            "reason": "left us",
            "expires_at": "2026-11-27T01:02:03Z",
        },
    }
    warren.on("POST jobs/2/promote", 202, waiting)
    assert run(monkeypatch, "jobs", "promote", "2", "--reason", "left us") == 0
    assert "bin/warren jobs approve 3" in capsys.readouterr().err
    warren.on("GET approvals", 200, {"items": [waiting], "next_cursor": None, "for_me": 1})
    assert run(monkeypatch, "jobs", "waiting") == 0
    assert "left us" in capsys.readouterr().out
    warren.on("GET jobs/3", 200, waiting)
    warren.on("POST jobs/3/approve", 202, {**JOB, "state": "queued"})
    assert run(monkeypatch, "jobs", "approve", "3", "--comment", "right") == 0
    warren.on("POST jobs/3/refuse", 200, {**JOB, "state": "refused"})
    assert run(monkeypatch, "jobs", "refuse", "3", "--comment", "wrong") == 0
    assert [asked[3] for asked in warren.asked if asked[0].startswith("POST")] == [
        {"reason": "left us"},
        {"content_sha256": "a" * 64, "comment": "right"},
        {"comment": "wrong"},
    ]
    warren.on("GET jobs/3", 200, {**JOB, "approval": None})
    assert run(monkeypatch, "jobs", "approve", "3") == 1


def test_rules_are_listed_and_run(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rule = {"id": 4, "name": "old logs", "q": "ext:log", "kind": "delete", "armed": True}
    warren.on("GET rules", 200, {"items": [rule]})
    assert run(monkeypatch, "rules", "list") == 0
    assert "ext:log" in capsys.readouterr().out
    report = {"id": 7, "state": "stopped", "inodes": 20, "why": "usual are 6"}
    warren.on("GET rules/4/runs", 200, {"items": [report], "next_cursor": None})
    assert run(monkeypatch, "rules", "runs", "4") == 0
    assert "usual are 6" in capsys.readouterr().out
    warren.on("POST rules/4/run", 202, {**report, "state": "planning"})
    assert run(monkeypatch, "rules", "run", "4") == 0
    assert "planning" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("status", "exit_code"), [(400, 2), (401, 3), (403, 3), (404, 4), (503, 5), (500, 1)]
)
def test_refusals_keep_their_words_and_have_exit_codes(
    warren: Double,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    status: int,
    exit_code: int,
) -> None:
    problem = {
        "title": "The input is not valid",
        "detail": "Correct the fields.",
        "code": "invalid",
        "fields": {"limit": ["Too great."]},
    }
    warren.on("GET audit", status, problem)
    assert run(monkeypatch, "audit") == exit_code
    told = capsys.readouterr().err
    assert told == (
        "warren: The input is not valid: code=invalid, limit=Too great. Correct the fields.\n"
    )
    assert SECRET not in told


def test_a_refusal_of_no_field_keeps_its_words(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    problem = {"title": "Not now", "detail": "Wait a minute.", "code": "conflict"}
    warren.on("POST rules/1/run", 409, problem)
    assert run(monkeypatch, "rules", "run", "1") == 1
    assert capsys.readouterr().err == "warren: Not now: code=conflict. Wait a minute.\n"
    assert len(warren.keys) == 1


@pytest.fixture
def _no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "RETRY_WAITS_S", (0.0, 0.0))


@pytest.mark.usefixtures("_no_waits")
def test_what_got_no_answer_is_sent_again_under_its_key(
    warren: Double, monkeypatch: pytest.MonkeyPatch
) -> None:
    warren.on("POST rules/1/run", 202, RUN)
    warren.unanswered = 2
    assert run(monkeypatch, "rules", "run", "1") == 0
    assert len(warren.keys) == 3
    (key,) = set(warren.keys)
    assert key
    warren.keys.clear()
    assert run(monkeypatch, "rules", "run", "1") == 0
    assert warren.keys != [key]
    warren.unanswered = 3
    assert run(monkeypatch, "rules", "run", "1") == 5


@pytest.mark.usefixtures("_no_waits")
def test_what_is_under_way_is_asked_for_again(
    warren: Double, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way = {"title": "Under way", "detail": "", "code": "request_under_way"}
    answers: list[Answer] = [(409, under_way), (202, RUN)]
    warren.answers["POST rules/1/run"] = lambda _: answers.pop(0)
    assert run(monkeypatch, "rules", "run", "1") == 0


@pytest.mark.usefixtures("_no_waits")
def test_what_goes_by_no_key_is_sent_once(warren: Double, monkeypatch: pytest.MonkeyPatch) -> None:
    warren.on("POST jobs/3/cancel", 202, JOB)
    warren.unanswered = 1
    assert run(monkeypatch, "jobs", "cancel", "3") == 5
    assert warren.keys == [None]


def test_without_a_warren_or_a_login_the_message_says_what_to_do(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "heat", "--url", "http://127.0.0.1:9") == 5
    assert "Warren does not answer" in capsys.readouterr().err
    monkeypatch.delenv("WARREN_TOKEN")
    assert run(monkeypatch, "heat") == 3
    assert f"bin/warren login --url {warren.url}" in capsys.readouterr().err
    assert run(monkeypatch, "heat", "--url", "warren.example") == 2


def test_a_login_makes_a_token_that_only_its_user_can_read_and_logout_ends_it(
    warren: Double,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.delenv("WARREN_TOKEN")
    monkeypatch.setattr(sys, "stdin", io.StringIO("seven hills\n"))
    warren.on("GET auth/me", 401, {})
    warren.on("POST auth/login", 200, {"username": "ana", "role": "operator"})
    made = {"id": 5, "secret": SECRET, "expires_at": "2026-12-24T00:00:00Z"}
    warren.on("POST tokens", 201, made)
    warren.on("POST auth/logout", 204, None)
    assert run(monkeypatch, "login", "--user", "ana", "--password-stdin") == 0
    shown = capsys.readouterr().out
    assert "ana (operator) is logged in" in shown
    assert SECRET not in shown
    bodies = {asked[0]: asked[3] for asked in warren.asked}
    assert bodies["POST auth/login"] == {"username": "ana", "password": "seven hills"}
    assert bodies["POST tokens"]["scopes"] == ["operate"]
    assert "POST auth/logout" in bodies
    file = store_file({"XDG_CONFIG_HOME": str(tmp_path)})
    assert stat.S_IMODE(file.stat().st_mode) == 0o600

    monkeypatch.delenv("WARREN_URL")
    warren.on("GET cluster", 200, {"namenodes": []})
    assert run(monkeypatch, "cluster", "namenodes") == 0
    assert warren.asked[-1][1] == f"Bearer {SECRET}"

    warren.on("DELETE tokens/5", 204, None)
    assert run(monkeypatch, "logout") == 0
    assert warren.asked[-1][0] == "DELETE tokens/5"
    assert json.loads(file.read_text()) == {}


def test_a_wrong_password_is_told_and_nothing_is_kept(
    warren: Double,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("wrong\n"))
    problem = {"title": "Wrong name or password", "detail": "", "code": "login", "fields": {}}
    warren.on("POST auth/login", 403, problem)
    assert run(monkeypatch, "login", "--user", "ana", "--password-stdin") == 3
    assert "Wrong name or password" in capsys.readouterr().err
    assert not store_file({"XDG_CONFIG_HOME": str(tmp_path)}).exists()


def test_a_limit_is_weighed_set_and_lifted(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    effect = {"calls_per_s": 120.5, "refused_per_s": 70.5, "notes": ["several_users"]}
    warren.on("GET limits/what-if", 200, effect)
    job = ("application", "nightly")
    assert run(monkeypatch, "limits", "what-if", *job, "50") == 0
    shown = capsys.readouterr().out
    assert "70.5" in shown
    assert "several_users" in shown
    assert warren.asked[-1][2]["calls_per_second"] == ["50"]
    change = {"id": 4, "action": "set", "kind": "application", "name": "nightly"}
    warren.on("POST limits", 202, {**change, "state": "waiting"})
    assert run(monkeypatch, "limits", "set", *job, "50", "--reason", "floods", "--hours", "2") == 0
    asked = warren.asked[-1][3]
    assert (asked["calls_per_second"], asked["reason"]) == (50, "floods")
    assert asked["expires_at"] is not None
    assert "waiting" in capsys.readouterr().out
    warren.on("DELETE limits", 202, {**change, "action": "lift"})
    assert run(monkeypatch, "limits", "lift", *job, "--reason", "mended") == 0
    assert warren.asked[-1][2] == {
        "kind": ["application"],
        "name": ["nightly"],
        "reason": ["mended"],
    }
    warren.on("GET limits", 200, {"items": []})
    assert run(monkeypatch, "limits", "list") == 0
    assert run(monkeypatch, "limits", "set", *job, "0", "--reason", "none") == 2


def test_health_tells_errors_by_its_exit_code(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    check = {"title": "Disks have room", "verdict": "error", "reason": "None is left."}
    warren.on("GET health/checks", 200, {"verdict": "error", "items": [check]})
    assert run(monkeypatch, "cluster", "health") == 1
    assert "None is left." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("shell", "asked"),
    [
        ("bash", {"COMP_WORDS": "warren jobs wa", "COMP_CWORD": "2"}),
        ("zsh", {"_TYPER_COMPLETE_ARGS": "warren jobs wa"}),
        (
            "fish",
            {
                "_TYPER_COMPLETE_ARGS": "warren jobs wa",
                "_TYPER_COMPLETE_FISH_ACTION": "get-args",
            },
        ),
    ],
)
def test_shells_complete_commands(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    shell: str,
    asked: dict[str, str],
) -> None:
    monkeypatch.setenv("_WARREN_COMPLETE", f"complete_{shell}")
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    assert run(monkeypatch) == 0
    assert "wait" in capsys.readouterr().out


def test_usage_tells_shares_and_follows_pages(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    child = {
        "path": "/data/a",
        "kind": "directory",
        "space_bytes": 3 << 30,
        "length_bytes": 1 << 30,
        "files": 1234,
        "share": 0.755,
        "owner": "ana",
    }

    def page(query: dict[str, list[str]]) -> Answer:
        if "cursor" in query:
            return 200, {"items": [{**child, "path": "/data/b"}], "next_cursor": None}
        return 200, {"items": [child], "next_cursor": "next"}

    warren.answers["GET usage"] = page
    assert run(monkeypatch, "usage", "/data", "--sort", "files") == 0
    told = capsys.readouterr().out
    assert "/data/a" in told
    assert "/data/b" in told
    assert "75.5%" in told
    assert "1,234" in told
    assert [query["sort"] for _, _, query, _ in warren.asked] == [["files"], ["files"]]


def test_trash_tells_what_was_deleted(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = {
        "deleted_at": "2026-11-26T16:00:05.120000Z",
        "user": "ann",
        "former_path": "/data/x",
        "kind": "directory",
        "files": 1234,
        "length_bytes": None,
        "emptied_at": None,
        "path": "/user/ann/.Trash/Current/data/x",
    }
    warren.on("GET trash", 200, {"items": [entry], "next_cursor": None})
    assert run(monkeypatch, "trash", "--user", "ann", "--age-min-h", "0", "--sort", "size") == 0
    told = capsys.readouterr().out
    for each in ("2026-11-26 16:00:05Z", "/data/x", "1,234", "/user/ann/.Trash/Current/data/x"):
        assert each in told
    ((_, _, query, _),) = warren.asked
    assert (query["user"], query["age_min_h"], query["sort"]) == (["ann"], ["0"], ["size"])
    assert "age_max_h" not in query
    assert run(monkeypatch, "trash", "--age-max-h", "-1") == 2


def test_usage_by_a_property_leaves_nobody_out(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    group = {"key": "ana", "space_bytes": 3, "length_bytes": 1, "files": 1, "share": 0.5}
    warren.on(
        "GET usage/breakdown",
        200,
        {"groups": [group], "others": {**group, "key": None}, "others_count": 7},
    )
    assert run(monkeypatch, "usage", "/data", "--by", "owner", "--format", "csv") == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows[0] == ["owner", "space", "length", "files", "share"]
    assert [row[0] for row in rows[1:]] == ["ana", "7 others"]
    assert run(monkeypatch, "usage", "/missing", "--by", "owner", "--sort", "size") == 2
