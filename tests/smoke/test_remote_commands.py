"""bin/warren as a client of the REST API: a login, then what the running system answers."""

import json
import os
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from warren_cli.home import Home
from warren_cli.settings import Settings

from .conftest import COMMAND_TIMEOUT_S, WARREN, Shell, eventually

FOLLOWED_S = 30.0


@pytest.fixture
def environment(settings: Settings, tmp_path: Path) -> Iterator[dict[str, str]]:
    """Of a user who is logged in, as administrator."""
    found = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "WARREN_URL": settings.console_url}
    password = os.environ.get("WARREN_CONSOLE_PASSWORD") or (
        Home(settings.home).console_password_file.read_text(encoding="utf-8")
    )
    said = run(found, "login", "--user", "admin", "--password-stdin", given=password)
    assert "admin (admin) is logged in" in said
    kept = tmp_path / "warren" / "logins.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    yield found
    assert "is logged out" in run(found, "logout")


def run(environment: dict[str, str], *arguments: str, given: str = "") -> str:
    """What the command prints; the test fails with its complaint when it exits with an error."""
    done = subprocess.run(
        [WARREN, *arguments],
        env=environment,
        input=given,
        capture_output=True,
        text=True,
        timeout=COMMAND_TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def told(environment: dict[str, str], *arguments: str) -> Any:
    return json.loads(run(environment, *arguments, "--format", "json"))


def test_what_is_written_is_found_by_search_and_sql(
    environment: dict[str, str], shell: Shell, area: str, tmp_path: Path
) -> None:
    (tmp_path / "burrow.txt").write_text("deep\n")
    shell.ok("-put", str(tmp_path / "burrow.txt"), area)

    def found() -> list[str]:
        hits = told(environment, "search", "burrow", "--path", area)
        return [each["path"] for each in hits]

    assert eventually(lambda: found() == [f"{area}/burrow.txt"], FOLLOWED_S)
    statement = f"SELECT name, size_bytes FROM inodes WHERE path = '{area}/burrow.txt'"
    wanted = [{"name": "burrow.txt", "size_bytes": 5}]
    assert eventually(lambda: told(environment, "sql", statement) == wanted, FOLLOWED_S)
    assert "burrow.txt" in run(environment, "search", "burrow", "--path", area)
    assert run(environment, "sql", "-", "--format", "csv", given=statement).splitlines() == [
        "name,size_bytes",
        "burrow.txt,5",
    ]


def test_the_cluster_and_its_jobs_are_told(
    environment: dict[str, str], shell: Shell, area: str
) -> None:
    leaders = [each["role"] for each in told(environment, "cluster", "namenodes")]
    assert leaders.count("leader") == 1
    assert told(environment, "cluster", "datanodes")[0]["state"] == "live"
    assert told(environment, "blocks", "health")["missing"] == 0
    assert told(environment, "heat", "--by", "operation", "--window", "1h")
    assert "admin" in [each["username"] for each in told(environment, "users", "list")]
    shell.ok("-mkdir", f"{area}/owned")
    plan = told(environment, "jobs", "plan", "set_owner", f"{area}/owned", "--owner", "ana")
    assert (plan["state"], plan["progress"]["changed"]) == ("succeeded", 1)
    assert "ana" not in shell.ok("-ls", area)
    job = told(environment, "jobs", "promote", str(plan["id"]))
    assert told(environment, "jobs", "wait", str(job["id"]))["state"] == "succeeded"
    assert "ana" in shell.ok("-ls", area)
    assert job["id"] in [each["id"] for each in told(environment, "jobs", "list")]
    assert "set_owner" in run(environment, "audit", "--path", area)


def test_a_token_ends_when_it_is_deleted(environment: dict[str, str]) -> None:
    made = told(environment, "tokens", "create", "for a test", "--days", "1")
    other = {**environment, "WARREN_TOKEN": made["secret"]}
    assert told(other, "cluster", "namenodes")
    run(environment, "tokens", "delete", str(made["id"]))
    refused = subprocess.run(
        [WARREN, "cluster", "namenodes"],
        env=other,
        capture_output=True,
        text=True,
        timeout=COMMAND_TIMEOUT_S,
        check=False,
    )
    assert refused.returncode == 3
    assert made["secret"] not in refused.stderr
