"""A job changes owners, and its undo sets back exactly what it changed. Kills are tested apart."""

import httpx

from .conftest import Shell
from .test_platform import finished, start

FILES = 1500


def owners(shell: Shell, area: str) -> dict[str, str]:
    listed = shell.ok("-ls", "-R", f"{area}/tree").splitlines()
    rows = [line.split() for line in listed]
    return {row[7]: f"{row[2]}:{row[3]}" for row in rows if len(row) == 8}


def test_owners_are_set_back_but_of_what_changed_since(
    api: httpx.Client, shell: Shell, area: str
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
    undone = finished(api, answer.json())
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
