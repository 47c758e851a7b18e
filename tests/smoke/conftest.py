"""A running Warren, of either mode, and the stock clients that talk to it."""

import getpass
import itertools
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from warren_cli import health, stock_shell
from warren_cli.home import Home
from warren_cli.settings import REPOSITORY, Settings, load
from warren_cli.supervision import Supervisor

WARREN = str(REPOSITORY / "bin" / "warren")
# A restart of the whole cluster on a busy machine is the longest command.
COMMAND_TIMEOUT_S = 420
RECOVERY_S = 120.0
POLL_S = 0.1
_areas = itertools.count(1)


def forget_the_running_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes its settings, folders and tokens out of the environment, for a Warren beside it."""
    for name in [each for each in os.environ if each.startswith("WARREN_")]:
        monkeypatch.delenv(name)


def eventually(condition: Callable[[], bool], timeout_s: float) -> bool:
    """Whether the condition comes true in time."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_S)
    return True


def warren(*arguments: str | bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs bin/warren with the tests' environment and the changes given."""
    return subprocess.run(
        [WARREN, *arguments],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=COMMAND_TIMEOUT_S,
        check=False,
    )


@dataclass(frozen=True)
class Shell:
    """Hadoop's stock FsShell, as one user."""

    user: str

    def run(self, *arguments: str | bytes) -> subprocess.CompletedProcess[bytes]:
        """In the process that `make test` keeps for it, when the arguments are all text."""
        kept = stock_shell.of(os.environ)
        texts = [each for each in arguments if isinstance(each, str)]
        if kept is not None and len(texts) == len(arguments):
            return kept.run(self.user, texts, COMMAND_TIMEOUT_S)
        return warren("dfs", *arguments, HADOOP_USER_NAME=self.user)

    def ok(self, *arguments: str | bytes) -> str:
        """Its output; the test fails with its complaint when it exits with an error."""
        done = self.run(*arguments)
        assert done.returncode == 0, f"{arguments!r}: {done.stderr.decode(errors='replace')}"
        return done.stdout.decode()

    def refused(self, *arguments: str | bytes) -> str:
        """Its one-line complaint; the test fails when it succeeds or shows a stack trace."""
        done = self.run(*arguments)
        message = done.stderr.decode(errors="replace").strip()
        assert done.returncode != 0, f"{arguments!r} succeeded"
        assert message, f"{arguments!r} failed without a message"
        assert "\n\tat " not in message, f"{arguments!r} shows a stack trace: {message}"
        return message


@pytest.fixture(scope="session")
def settings() -> Settings:
    """The running system's settings; without one, nothing here can run."""
    found = load(os.environ)
    if Supervisor(Home(found.home)).pid() is None:
        pytest.exit("Warren does not run: start it with `make run`", returncode=2)
    return found


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "cluster: needs the cluster mode; left out in the embedded")
    config.addinivalue_line("markers", "embedded: needs the embedded mode; left out in the cluster")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what needs the mode that is not under test."""
    other = "embedded" if load(os.environ).is_cluster else "cluster"
    left_out = [item for item in items if item.get_closest_marker(other)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def healthy(settings: Settings) -> bool:
    rows = health.check(settings, Supervisor(Home(settings.home)).processes())
    return bool(rows) and all(row.is_healthy for row in rows)


def pid_of(settings: Settings, name: str) -> int:
    """The id of a supervised process; 0 when it does not run."""
    found = [p.pid for p in Supervisor(Home(settings.home)).processes() if p.name == name]
    return found[0] if found else 0


@pytest.fixture
def restored(settings: Settings) -> Iterator[None]:
    """Whatever a test does to the processes, the next one finds everything healthy."""
    yield
    for name in ("nn1", "nn2"):
        warren("namenode", "start", name)
    Supervisor(Home(settings.home)).start_stopped()
    assert eventually(lambda: healthy(settings), RECOVERY_S)


@pytest.fixture(scope="session")
def superuser() -> str:
    """Whoever started the namenodes."""
    return getpass.getuser()


@pytest.fixture(scope="session")
def shell(settings: Settings, superuser: str) -> Shell:
    return Shell(superuser)


@pytest.fixture
def local(tmp_path: Path) -> Callable[[int], Path]:
    """Makes a local file of the given size whose bytes differ from block to block."""

    def make(length_bytes: int) -> Path:
        file = tmp_path / f"local-{length_bytes}"
        pattern = b"".join(number.to_bytes(4, "big") for number in range(16_384))
        whole, rest = divmod(length_bytes, len(pattern))
        with file.open("wb") as out:
            for number in range(whole):
                out.write(bytes(byte ^ (number & 0xFF) for byte in pattern[:1]) + pattern[1:])
            out.write(pattern[:rest])
        return file

    return make


class WebHdfs:
    """WebHDFS as its specification says, over httpx, failing over between the namenodes."""

    def __init__(self, urls: tuple[str, ...], user: str) -> None:
        self._urls = urls
        self._user = user
        self._client = httpx.Client(timeout=60, trust_env=False)

    @property
    def urls(self) -> tuple[str, ...]:
        """Of the namenodes that are asked, one after the other."""
        return self._urls

    def call(
        self, method: str, path: str, operation: str, content: bytes | None = None, **more: str
    ) -> httpx.Response:
        """One operation; a redirect to the datanode is followed with the content."""
        parameters = {"op": operation, "user.name": self._user, **more}
        failure: httpx.HTTPError | None = None
        for url in self._urls:
            try:
                answer = self._client.request(method, f"{url}/webhdfs/v1{path}", params=parameters)
            except httpx.ConnectError as error:
                failure = error
                continue
            if answer.status_code == httpx.codes.TEMPORARY_REDIRECT:
                return self._client.request(method, answer.headers["location"], content=content)
            return answer
        assert failure is not None
        raise failure

    def ok(self, method: str, path: str, operation: str, **more: Any) -> httpx.Response:
        answer = self.call(method, path, operation, **more)
        assert answer.is_success, f"{operation} {path}: {answer.status_code} {answer.text}"
        return answer

    def names(self, path: str) -> set[str]:
        statuses = self.ok("GET", path, "LISTSTATUS").json()["FileStatuses"]["FileStatus"]
        return {status["pathSuffix"] for status in statuses}


@pytest.fixture(scope="session")
def webhdfs(settings: Settings, superuser: str) -> WebHdfs:
    return WebHdfs(settings.admin_urls, superuser)


@pytest.fixture
def area(webhdfs: WebHdfs) -> Iterator[str]:
    """A folder of the test's own, removed afterwards."""
    path = f"/smoke-{os.getpid()}-{next(_areas)}"
    webhdfs.ok("PUT", path, "MKDIRS")
    yield path
    webhdfs.ok("DELETE", path, "DELETE", recursive="true")


@pytest.fixture(scope="session")
def api(settings: Settings) -> Iterator[httpx.Client]:
    """The REST API as the console's administrator uses it."""
    password = Home(settings.home).console_password_file.read_text(encoding="utf-8").strip()
    password = os.environ.get("WARREN_CONSOLE_PASSWORD", password)
    with logged_in(settings, "admin", password) as client:
        yield client


@contextmanager
def logged_in(settings: Settings, username: str, password: str) -> Iterator[httpx.Client]:
    """A client of the REST API with a session and its CSRF token."""
    base = f"{settings.console_url}/api/v1/"
    with httpx.Client(base_url=base, timeout=60, trust_env=False) as client:
        client.headers["Referer"] = settings.console_url
        # It answers 401, and sets the cookie whose value every change has to repeat.
        client.get("auth/me")
        client.headers["X-CSRFToken"] = client.cookies["csrftoken"]
        answer = client.post("auth/login", json={"username": username, "password": password})
        assert answer.status_code == httpx.codes.OK, answer.text
        client.headers["X-CSRFToken"] = client.cookies["csrftoken"]
        yield client
