"""Jobs that move what was chosen to a pattern, and their undo."""

import httpx

from .conftest import Shell
from .test_platform import finished
from .test_selected_jobs import plan, promoted


def _undone(api: httpx.Client, job_id: int) -> dict[str, object]:
    answer = api.post(f"jobs/{job_id}/undo", json={})
    assert answer.status_code == 202, answer.text
    done: dict[str, object] = finished(api, answer.json())
    return done


def test_what_is_chosen_goes_to_its_place_and_back(
    api: httpx.Client, shell: Shell, area: str
) -> None:
    shell.ok("-mkdir", "-p", f"{area}/in/tree/sub")
    shell.ok("-touchz", f"{area}/in/a", f"{area}/in/b", f"{area}/in/tree/sub/c")
    shell.ok("-chown", "ana", f"{area}/in/a")
    shell.ok("-chown", "-R", "bea", f"{area}/in/b", f"{area}/in/tree")
    before = shell.ok("-ls", "-R", area)
    chosen = {"paths": [f"{area}/in/a", f"{area}/in/b", f"{area}/in/tree"]}

    tried = plan(api, "move", chosen, to=f"{area}/out/{{owner}}/{{name}}")
    assert (tried["state"], tried["progress"]["changed"]) == ("succeeded", 5), tried
    assert shell.ok("-ls", "-R", area) == before
    done = finished(api, promoted(api, tried))
    assert (done["state"], done["progress"]["changed"]) == ("succeeded", 5), done
    shell.ok("-test", "-e", f"{area}/out/ana/a")
    shell.ok("-test", "-e", f"{area}/out/bea/tree/sub/c")
    assert shell.ok("-ls", f"{area}/in") == ""

    undone = _undone(api, done["id"])
    assert undone["state"] == "succeeded", undone
    shell.ok("-rm", "-r", "-skipTrash", f"{area}/out")
    after = shell.ok("-ls", "-R", area)
    assert [line.split()[-1] for line in after.splitlines()] == [
        line.split()[-1] for line in before.splitlines()
    ]

    shell.ok("-touchz", f"{area}/taken")
    taken = plan(api, "move", {"paths": [f"{area}/in/a"]}, to=f"{area}/taken")
    assert taken["state"] == "succeeded_with_errors", taken
    assert taken["progress"]["changed"] == 0
    wrong = api.post("jobs", json={"kind": "move", "path": area, "parameters": {"to": "/x/{size}"}})
    assert wrong.status_code == 400
    assert "Braces hold one of" in wrong.text
