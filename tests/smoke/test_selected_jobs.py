"""A job on a selection acts on what was chosen, once, through the death of its worker."""

import os
import signal
import time
from typing import Any

import httpx
from warren_cli.settings import Settings

from .conftest import Shell, eventually, pid_of
from .test_platform import ENDED, JOB_S, finished
from .test_undo import owners

FILES = 900
INDEXED_S = 60.0
# A killed worker is started again, and its job taken over once its lease has run out.
TAKEOVER_S = 120.0


def plan(api: httpx.Client, kind: str, selection: dict[str, Any], **parameters: Any) -> Any:
    body = {"kind": kind, "selection": selection, "parameters": parameters, "dry_run": True}
    answer = api.post("jobs", json=body)
    assert answer.status_code == 202, answer.text
    return finished(api, answer.json())


def promoted(api: httpx.Client, job: dict[str, Any]) -> dict[str, Any]:
    answer = api.post(f"jobs/{job['id']}/promote", json={})
    assert answer.status_code == 202, answer.text
    made: dict[str, Any] = answer.json()
    return made


def kill_in_the_middle(settings: Settings, api: httpx.Client, job: dict[str, Any]) -> None:
    """Kill the worker once the job has changed something; late if the job was quicker."""
    deadline = time.monotonic() + JOB_S
    while time.monotonic() < deadline:
        seen = api.get(f"jobs/{job['id']}").json()
        if seen["progress"]["changed"] > 0 or seen["state"] in ENDED:
            break
    os.kill(pid_of(settings, "worker"), signal.SIGKILL)


def ended_at_last(api: httpx.Client, job: dict[str, Any]) -> dict[str, Any]:
    def seen() -> dict[str, Any]:
        answer: dict[str, Any] = api.get(f"jobs/{job['id']}").json()
        return answer

    assert eventually(lambda: seen()["state"] in ENDED, TAKEOVER_S)
    return seen()


def test_what_a_search_finds_gets_an_owner_and_has_it_taken_back(
    settings: Settings, api: httpx.Client, shell: Shell, area: str, restored: None
) -> None:
    mark = f"chosen{time.time_ns()}"
    names = [f"{area}/tree/{mark}-{number:04d}" for number in range(FILES)]
    others = [f"{area}/tree/other-{number}" for number in range(5)]
    shell.ok("-mkdir", f"{area}/tree")
    shell.ok("-touchz", *names, *others)
    before = owners(shell, area)

    def indexed() -> bool:
        found = api.get("search", params={"q": mark, "limit": 1}).json()
        return bool(found.get("total") == FILES)

    assert eventually(indexed, INDEXED_S)
    tried = plan(api, "set_owner", {"search": mark}, owner="zoe")
    assert tried["state"] == "succeeded", tried
    assert tried["selection"]["chosen"] == tried["progress"]["changed"] == FILES
    assert tried["selection"]["as_of_sequence"] > 0
    assert owners(shell, area) == before

    shell.ok("-touchz", f"{area}/tree/{mark}-late")
    shell.ok("-chmod", "600", names[FILES - 1])
    shell.ok("-rm", "-skipTrash", names[FILES - 2])
    job = promoted(api, tried)
    kill_in_the_middle(settings, api, job)
    done = ended_at_last(api, job)
    assert done["state"] == "succeeded_with_errors", done
    assert (done["progress"]["changed"], done["progress"]["errors"]) == (FILES - 2, 2)
    errors = api.get(f"jobs/{job['id']}/errors").json()["items"]
    assert {error["code"] for error in errors} == {"changed_since", "gone"}
    now = owners(shell, area)
    changed = {path for path, owner in now.items() if owner.startswith("zoe:")}
    assert changed == set(names[: FILES - 2])

    undone = api.post(f"jobs/{job['id']}/undo", json={})
    assert undone.status_code == 202, undone.text
    assert finished(api, undone.json())["progress"]["changed"] == FILES - 2
    back = owners(shell, area)
    del back[f"{area}/tree/{mark}-late"]
    assert back == {path: owner for path, owner in before.items() if path != names[FILES - 2]}


def test_several_paths_go_to_the_trash_and_come_back(
    api: httpx.Client, shell: Shell, area: str
) -> None:
    shell.ok("-mkdir", "-p", f"{area}/d/sub")
    shell.ok("-touchz", f"{area}/d/sub/f", f"{area}/e", f"{area}/kept")
    paths = [f"{area}/d/sub/f", f"{area}/e", f"{area}/d", f"{area}/none"]
    tried = plan(api, "delete", {"paths": paths})
    assert tried["state"] == "succeeded_with_errors", tried
    assert (tried["progress"]["files"], tried["progress"]["directories"]) == (2, 2)
    done = finished(api, promoted(api, tried))
    assert (done["state"], done["progress"]["changed"]) == ("succeeded", 4), done
    assert shell.ok("-ls", "-C", area).split() == [f"{area}/kept"]

    undone = api.post(f"jobs/{done['id']}/undo", json={})
    assert undone.status_code == 202, undone.text
    assert finished(api, undone.json())["state"] == "succeeded"
    shell.ok("-test", "-e", f"{area}/d/sub/f")
    shell.ok("-test", "-e", f"{area}/e")
