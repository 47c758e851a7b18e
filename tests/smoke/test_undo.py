"""A job changes owners, and its undo, whose worker is killed, sets back exactly what it changed."""

import os
import signal
import time
from typing import Any

import httpx
from warren_cli.settings import Settings

from .conftest import Shell, eventually, pid_of
from .test_platform import ENDED, JOB_S, finished, start

FILES = 1500
# A killed worker is started again, and its job taken over once its lease has run out.
TAKEOVER_S = 120.0


def owners(shell: Shell, area: str) -> dict[str, str]:
    listed = shell.ok("-ls", "-R", f"{area}/tree").splitlines()
    rows = [line.split() for line in listed]
    return {row[7]: f"{row[2]}:{row[3]}" for row in rows if len(row) == 8}


def kill_in_the_middle(settings: Settings, api: httpx.Client, job: dict[str, Any]) -> None:
    """Kill the worker once the job has changed something; late if the job was quicker."""
    deadline = time.monotonic() + JOB_S
    while time.monotonic() < deadline:
        seen = api.get(f"jobs/{job['id']}").json()
        if seen["progress"]["changed"] > 0 or seen["state"] in ENDED:
            break
    os.kill(pid_of(settings, "worker"), signal.SIGKILL)


def test_owners_are_set_back_through_the_death_of_a_worker(
    settings: Settings, api: httpx.Client, shell: Shell, area: str, restored: None
) -> None:
    names = [f"{area}/tree/f{number:04d}" for number in range(FILES)]
    shell.ok("-mkdir", f"{area}/tree")
    shell.ok("-touchz", *names)
    shell.ok("-chown", "ann:people", *names[::2])
    before = owners(shell, area)
    assert len(before) == FILES

    change = {"kind": "set_owner", "path": f"{area}/tree"}
    job = start(api, **change, parameters={"owner": "zoe", "group": "staff"})
    assert finished(api, job)["state"] == "succeeded"
    assert set(owners(shell, area).values()) == {"zoe:staff"}
    shell.ok("-chown", "yves", names[7])
    shell.ok("-rm", "-skipTrash", names[8])

    answer = api.post(f"jobs/{job['id']}/undo", json={})
    assert answer.status_code == 202, answer.text
    kill_in_the_middle(settings, api, answer.json())

    def ended() -> bool:
        return api.get(f"jobs/{answer.json()['id']}").json()["state"] in ENDED

    assert eventually(ended, TAKEOVER_S)
    undone = api.get(f"jobs/{answer.json()['id']}").json()
    assert undone["state"] == "succeeded_with_errors", undone
    # All of the tree, the directory itself included, but two.
    assert (undone["progress"]["changed"], undone["progress"]["errors"]) == (FILES - 1, 2)
    left = {names[7]: "yves:staff"}
    expected = {path: owner for path, owner in before.items() if path != names[8]} | left
    assert owners(shell, area) == expected
    errors = api.get(f"jobs/{undone['id']}/errors").json()["items"]
    assert {error["code"] for error in errors} == {"changed_since", "gone"}

    again = api.post(f"jobs/{undone['id']}/undo", json={})
    assert again.status_code == 202, again.text
    assert finished(api, again.json())["state"] == "succeeded"
    assert {owner for path, owner in owners(shell, area).items() if path != names[7]} == {
        "zoe:staff"
    }
