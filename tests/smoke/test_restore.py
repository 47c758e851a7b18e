"""What a user's trash holds is restored by a job, to its place or elsewhere."""

import httpx

from .conftest import Shell
from .test_platform import finished, start


def test_what_lies_in_a_trash_is_restored(api: httpx.Client, shell: Shell, area: str) -> None:
    trash = f"/user/ann/.Trash/251124101500{area}/lost"
    shell.ok("-mkdir", "-p", trash)
    shell.ok("-touchz", f"{trash}/a", f"{trash}/b")
    tried = finished(api, start(api, kind="restore", path=trash, parameters={}, dry_run=True))
    assert (tried["state"], tried["parameters"]) == ("succeeded", {"to": f"{area}/lost"})
    assert tried["progress"]["changed"] == 3
    shell.ok("-test", "-e", f"{trash}/a")

    promoted = api.post(f"jobs/{tried['id']}/promote")
    assert promoted.status_code == 202, promoted.text
    done = finished(api, promoted.json())
    assert (done["state"], done["result"]) == ("succeeded", {"restored_path": f"{area}/lost"})
    assert shell.ok("-ls", "-C", f"{area}/lost").split() == [f"{area}/lost/a", f"{area}/lost/b"]

    # Nothing is replaced; elsewhere there is room.
    shell.ok("-mkdir", "-p", trash)
    refused = finished(api, start(api, kind="restore", path=trash, parameters={}))
    assert refused["state"] == "succeeded_with_errors", refused
    elsewhere = {"to": f"{area}/found/here"}
    assert finished(api, start(api, kind="restore", path=trash, parameters=elsewhere))["state"] == (
        "succeeded"
    )
    shell.ok("-test", "-d", f"{area}/found/here")
    shell.ok("-rm", "-r", "-skipTrash", "/user/ann/.Trash/251124101500")
