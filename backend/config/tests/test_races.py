"""Requests that come at once, each over a connection of its own to a database in a file."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

BACKEND = Path(__file__).resolve().parents[2]
TIMEOUT_S = 120.0
AT_ONCE = 6
ROUNDS = 3

_COMMON = f"""
import json, threading
from concurrent.futures import ThreadPoolExecutor
import django
django.setup()
from django.db import connection
from django.test import Client
from apps.accounts.models import Role, User

root = User(username="root", role=Role.ADMIN, hdfs_user="root")
root.set_unusable_password()
root.save()

def client():
    logged_in = Client(SERVER_NAME="localhost")
    logged_in.force_login(root)
    return logged_in

def at_once(send):
    start = threading.Barrier({AT_ONCE})
    def one(mine, number):
        try:
            start.wait(30)
            return send(mine, number)
        finally:
            connection.close()
    clients = [client() for _ in range({AT_ONCE})]
    with ThreadPoolExecutor({AT_ONCE}) as threads:
        return list(threads.map(one, clients, range({AT_ONCE})))
"""
_CHANGES = f"""
def change(mine, number):
    answer = mine.put(
        address, {{"name": str(number)}}, content_type="application/json", headers=seen)
    return [answer.status_code, number]

made = client().post("/api/v1/guard/rules", {{"name": "new"}}, content_type="application/json")
address = f"/api/v1/guard/rules/{{made.json()['id']}}"
rounds = []
for _ in range({ROUNDS}):
    seen = {{"If-Match": client().get(address).headers["ETag"]}}
    answers = at_once(change)
    rounds.append([answers, client().get(address).json()["name"]])
print(json.dumps(rounds))
"""
_REPETITIONS = f"""
from apps.guard.models import GuardRule

def repeat(mine, number):
    answer = mine.post("/api/v1/guard/rules", {{"name": key}}, content_type="application/json",
                       headers={{"Idempotency-Key": key}})
    return [answer.status_code, answer.json().get("id") or answer.json()["code"]]

rounds = []
for key in "abcde"[:{ROUNDS}]:
    rounds.append([at_once(repeat), list(GuardRule.objects.filter(name=key).values_list("pk"))])
print(json.dumps(rounds))
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "platform").mkdir()
    others = ("generations", "search", "analytics", "clients/namenode")
    roots = (BACKEND, *(BACKEND.parent / each for each in others))
    return {
        # Settings of the run around it, such as another database, are not this platform's.
        **{name: value for name, value in os.environ.items() if not name.startswith("WARREN_")},
        "PYTHONPATH": os.pathsep.join(map(str, roots)),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "WARREN_HOME": str(tmp_path),
    }


def run(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=BACKEND,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def rounds_of(environment: dict[str, str], script: str) -> Any:
    run(environment, "-m", "django", "migrate", "--noinput", "-v", "0")
    return json.loads(run(environment, "-c", _COMMON + script).splitlines()[-1])


def test_of_changes_of_the_same_state_one_wins(environment: dict[str, str]) -> None:
    for answers, name in rounds_of(environment, _CHANGES):
        assert sorted(status for status, _ in answers) == [200] + [412] * (AT_ONCE - 1)
        assert [str(number) for status, number in answers if status == 200] == [name]


def test_of_repetitions_one_is_done(environment: dict[str, str]) -> None:
    for answers, rows in rounds_of(environment, _REPETITIONS):
        ((made,),) = rows
        done = [told for status, told in answers if status == 201]
        assert done, answers
        assert set(done) == {made}
        assert {told for status, told in answers if status != 201} <= {"request_under_way"}
