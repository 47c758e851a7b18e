"""Jobs that change how data is stored, and their undo."""

import httpx
from warren_cli.settings import Settings

from .conftest import Shell, eventually, healthy
from .test_platform import finished
from .test_selected_jobs import plan, promoted

FOLLOWED_S = 30.0


def _policy(api: httpx.Client, path: str) -> tuple[str, str | None]:
    """The policy that holds at a path, and where it is set."""
    told = api.get("namespace/details", params={"path": path}).json()["storage_policy"]
    return told["name"], told["set_at"]


def _undo(api: httpx.Client, job_id: int) -> dict[str, object]:
    answer = api.post(f"jobs/{job_id}/undo", json={})
    assert answer.status_code == 202, answer.text
    done: dict[str, object] = finished(api, answer.json())
    return done


def test_replication_and_policies_are_set_and_taken_back(
    settings: Settings, api: httpx.Client, shell: Shell, area: str
) -> None:
    shell.ok("-mkdir", f"{area}/d")
    shell.ok("-touchz", f"{area}/d/f", f"{area}/d/g")
    file = f"{area}/d/f"
    before = int(shell.ok("-stat", "%r", file))
    tried = plan(api, "set_replication", {"paths": [f"{area}/d", file]}, replication=before + 1)
    assert tried["state"] == "succeeded", tried
    assert (tried["progress"]["changed"], tried["progress"]["directories"]) == (1, 1)
    done = finished(api, promoted(api, tried))
    assert (done["state"], done["progress"]["changed"]) == ("succeeded", 1), done
    assert int(shell.ok("-stat", "%r", file)) == before + 1
    assert _undo(api, done["id"])["state"] == "succeeded"
    assert int(shell.ok("-stat", "%r", file)) == before

    beyond = plan(api, "set_replication", {"paths": [file]}, replication=30_000)
    assert (beyond["state"], beyond["problem"]["code"]) == ("failed", "invalid_argument")

    cold = plan(api, "set_storage_policy", {"paths": [f"{area}/d", file]}, storage_policy="COLD")
    done = finished(api, promoted(api, cold))
    assert (done["state"], done["progress"]["changed"]) == ("succeeded", 2), done
    assert _policy(api, file) == ("COLD", file)
    assert _policy(api, f"{area}/d/g") == ("COLD", f"{area}/d")
    assert _undo(api, done["id"])["state"] == "succeeded"
    assert _policy(api, file)[1] is None

    coded = plan(
        api, "set_erasure_coding", {"paths": [f"{area}/d", file]}, erasure_coding="replication"
    )
    done = finished(api, promoted(api, coded))
    assert (done["state"], done["progress"]["changed"]) == ("succeeded", 1), done
    assert _undo(api, done["id"])["state"] == "succeeded"
    # Search and SQL follow what was set, as they do all else.
    assert eventually(lambda: healthy(settings), FOLLOWED_S)


def test_acls_and_extended_attributes_are_set_and_taken_back(
    api: httpx.Client, shell: Shell, area: str
) -> None:
    shell.ok("-mkdir", "-p", f"{area}/tree/sub")
    files = [f"{area}/tree/sub/f{number:02d}" for number in range(20)]
    shell.ok("-touchz", *files)
    shell.ok("-setfacl", "-m", "user:bea:rw-", files[0])
    shell.ok("-setfattr", "-n", "user.team", "-v", "red", files[1])
    before = shell.ok("-getfacl", "-R", area), shell.ok("-getfattr", "-R", "-d", area)

    change = {"acl_change": "modify", "acl": "user:ana:r-x,default:group:ops:rwx"}
    tried = plan(api, "set_acl", {"paths": [f"{area}/tree", f"{area}/tree/sub", *files]}, **change)
    assert (tried["state"], tried["progress"]["changed"]) == ("succeeded", 22), tried
    acl = finished(api, promoted(api, tried))
    assert (acl["state"], acl["progress"]["changed"]) == ("succeeded", 22), acl
    told = shell.ok("-getfacl", f"{area}/tree/sub")
    assert "user:ana:r-x" in told
    assert "default:group:ops:rwx" in told
    assert "user:bea:rw-" in shell.ok("-getfacl", files[0])
    assert "default:" not in shell.ok("-getfacl", files[0])

    answer = api.post(
        "jobs",
        json={
            "kind": "set_xattr",
            "path": f"{area}/tree",
            "parameters": {"xattr": "user.team", "xattr_value": "0x626c7565"},
        },
    )
    assert answer.status_code == 202, answer.text
    team = finished(api, answer.json())
    assert (team["state"], team["progress"]["changed"]) == ("succeeded", 22), team
    assert shell.ok("-getfattr", "-R", "-d", area).count('user.team="blue"') == 22

    shell.ok("-setfattr", "-n", "user.team", "-v", "green", files[2])
    undone = _undo(api, team["id"])
    assert undone["state"] == "succeeded_with_errors"
    shell.ok("-setfattr", "-x", "user.team", files[2])
    assert _undo(api, acl["id"])["state"] == "succeeded"
    after = shell.ok("-getfacl", "-R", area), shell.ok("-getfattr", "-R", "-d", area)
    assert after == before

    wrong = api.post(
        "jobs",
        json={
            "kind": "set_acl",
            "path": area,
            "parameters": {"acl_change": "modify", "acl": "ana:rwx"},
        },
    )
    assert wrong.status_code == 400
    assert "is no entry here" in wrong.text
