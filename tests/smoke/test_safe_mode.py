"""Safe mode, entered by the stock tool: nothing changes at any namenode until it is left."""

import threading
from collections.abc import Iterator

import httpx
import pytest

from .conftest import Shell, WebHdfs, eventually, warren

ADMIN = "org.apache.hadoop.hdfs.tools.DFSAdmin"
TOLD_S = 30.0


def safe_mode(change: str) -> str:
    done = warren("hdfs-class", ADMIN, "-safemode", change)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


@pytest.fixture
def left_again() -> Iterator[None]:
    yield
    safe_mode("leave")


def test_nothing_changes_at_any_namenode_while_it_is_on(
    *,
    api: httpx.Client,
    webhdfs: WebHdfs,
    shell: Shell,
    area: str,
    superuser: str,
    left_again: None,
) -> None:
    namenodes = [WebHdfs((url,), superuser) for url in webhdfs.urls]
    assert len(namenodes) == 2
    webhdfs.ok("PUT", f"{area}/kept", "CREATE", content=b"kept")
    acknowledged: list[set[str]] = [set(), set()]
    entered = threading.Event()
    late: list[str] = []

    def write(number: int) -> None:
        for count in range(10_000):
            was_on = entered.is_set()
            path = f"{area}/w{number}-{count}"
            made = namenodes[number].call("PUT", path, "MKDIRS")
            if not made.is_success:
                assert made.json()["RemoteException"]["exception"] == "SafeModeException", made.text
                return
            acknowledged[number].add(path)
            if was_on:
                late.append(path)

    writers = [threading.Thread(target=write, args=(each,)) for each in range(2)]
    for writer in writers:
        writer.start()
    assert eventually(lambda: all(acknowledged), TOLD_S)
    told = safe_mode("enter")
    entered.set()
    assert told.count("Safe mode is ON") == 2, told
    for writer in writers:
        writer.join(TOLD_S)
        assert not writer.is_alive()
    # What began after the answer was refused at both.
    assert late == []

    for namenode in namenodes:
        for operation, parameter, value in (
            ("MKDIRS", "permission", "700"),
            ("SETPERMISSION", "permission", "700"),
            ("RENAME", "destination", f"{area}/moved"),
        ):
            refused = namenode.call("PUT", f"{area}/kept", operation, None, **{parameter: value})
            assert refused.json()["RemoteException"]["exception"] == "SafeModeException"
        assert namenode.ok("GET", f"{area}/kept", "OPEN").content == b"kept"
        everything = acknowledged[0] | acknowledged[1]
        assert {f"{area}/{name}" for name in namenode.names(area)} == {*everything, f"{area}/kept"}
    message = shell.refused("-rm", "-skipTrash", f"{area}/kept")
    assert "Name node is in safe mode" in message
    assert eventually(lambda: bool(api.get("cluster").json()["read_only"]), TOLD_S)

    assert safe_mode("leave").count("Safe mode is OFF") == 2
    for number, namenode in enumerate(namenodes):
        namenode.ok("PUT", f"{area}/after{number}", "MKDIRS")
