"""Operations on whole directories: they wait for the writes of all namenodes, and for no row."""

import os
import signal

import httpx
import pytest
from warren_cli.settings import Settings

from .conftest import WebHdfs, eventually, pid_of

# Until the members have been the same for half a minute, and some rounds.
SETTLED_S = 90.0


def barriers(url: str, outcome: str) -> float:
    wanted = f'outcome="{outcome}"'
    return sum(
        float(line.split()[-1])
        for line in httpx.get(f"{url}/metrics").text.splitlines()
        if line.startswith("warren_write_barriers_total{") and wanted in line
    )


def make_tree(webhdfs: WebHdfs, area: str) -> None:
    for number in range(10):
        webhdfs.ok("PUT", f"{area}/tree/d{number}/e", "MKDIRS")


def test_every_namenode_moves_a_directory_once_the_others_have_answered(
    settings: Settings, superuser: str, area: str
) -> None:
    for url in settings.admin_urls:
        namenode = WebHdfs((url,), superuser)
        make_tree(namenode, area)
        before = barriers(url, "passed")

        def passes(namenode: WebHdfs = namenode, url: str = url, before: float = before) -> bool:
            namenode.ok("PUT", f"{area}/tree", "RENAME", destination=f"{area}/moved")
            namenode.ok("PUT", f"{area}/moved", "RENAME", destination=f"{area}/tree")
            return barriers(url, "passed") > before

        assert eventually(passes, SETTLED_S), f"{url} never learnt what the others write"
        assert len(namenode.names(f"{area}/tree")) == 10


@pytest.mark.cluster
@pytest.mark.usefixtures("restored")
def test_a_directory_is_moved_while_another_namenode_stands_still(
    settings: Settings, superuser: str, area: str
) -> None:
    first, second = (WebHdfs((url,), superuser) for url in settings.admin_urls[:2])
    make_tree(first, area)
    unknown = barriers(settings.admin_urls[0], "unknown")
    stopped = pid_of(settings, "nn2")
    os.kill(stopped, signal.SIGSTOP)
    try:
        first.ok("PUT", f"{area}/tree", "RENAME", destination=f"{area}/moved")
    finally:
        os.kill(stopped, signal.SIGCONT)
    assert barriers(settings.admin_urls[0], "unknown") > unknown
    assert eventually(lambda: _names(second, f"{area}/moved") == 10, SETTLED_S)
    assert _names(second, f"{area}/tree") == 0


def _names(webhdfs: WebHdfs, path: str) -> int:
    answer = webhdfs.call("GET", path, "LISTSTATUS")
    return len(answer.json()["FileStatuses"]["FileStatus"]) if answer.is_success else 0
