"""Fixtures of the platform's tests: namenode and index doubles, users, clients, a worker."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.conf import settings as django_settings
from django.contrib.contenttypes.management import create_contenttypes
from django.db.models.signals import post_migrate

from apps.accounts.models import Role, User
from apps.common import namenode as namenode_connection
from apps.common import webhdfs as webhdfs_connection
from apps.events import views as event_views
from apps.events.hub import Hub
from apps.files import slots
from apps.jobs import calls, wake
from apps.search import index as search_index
from apps.search import selectors as search_selectors
from apps.sql import replica as sql_replica
from apps.visibility import groups
from config.env import env
from doubles.checked_client import CheckedClient
from doubles.index import IndexDouble
from doubles.indexer import IndexerDouble
from doubles.keycloak import Keycloak, running_keycloak
from doubles.namenode import TOKEN, NamenodeDouble
from doubles.provider import Provider, running_provider
from doubles.replica import fill_replica, running_replica
from doubles.slapd import Directory, running_slapd
from doubles.world import ClientOf, SetEnv, Worker, make_user
from warren_analytics.store import ReplicaStore

# Before anything signs: else the key's file would be made below the default WARREN_HOME.
django_settings.SECRET_KEY = "a key for tests"


@pytest.fixture(autouse=True, scope="session")
def _no_rows_of_django() -> None:
    """Nothing here reads Django's own permissions, and every emptied database gets them again."""
    assert post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    assert post_migrate.disconnect(create_contenttypes)


@pytest.fixture(autouse=True)
def _quick_passwords(settings: LazySettings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def set_env(monkeypatch: pytest.MonkeyPatch) -> Iterator[SetEnv]:
    def change(**values: object) -> None:
        for name, value in values.items():
            monkeypatch.setenv(f"WARREN_{name.upper()}", str(value))
        _forget()

    yield change
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    """What this process read from its environment once."""
    env.cache_clear()
    namenode_connection._client.cache_clear()
    webhdfs_connection._client.cache_clear()
    slots._places.cache_clear()
    sql_replica.replica_client.cache_clear()
    groups.forget()
    calls.forget()


@pytest.fixture(autouse=True)
def _own_home(set_env: SetEnv, tmp_path: Path) -> None:
    (tmp_path / "secrets").mkdir()
    for name in ("admin-token-web", "indexer-token"):
        (tmp_path / "secrets" / name).write_text(TOKEN + "\n", encoding="utf-8")
    set_env(
        home=tmp_path,
        admin_urls="http://127.0.0.1:1",
        admin_attempts_max=2,
        # A stream of events tells what there is, and ends.
        event_stream_age_max_s=0,
        # Each client would look through all files of a console that happens to be built.
        console_dist=tmp_path / "no-console",
    )


@pytest.fixture(autouse=True)
def _no_looking_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread would not see what a test has not committed."""
    monkeypatch.setattr(event_views, "hub", Hub(background=False))


@pytest.fixture
def namenode(set_env: SetEnv) -> Iterator[NamenodeDouble]:
    double = NamenodeDouble()
    set_env(admin_urls=double.url)
    yield double
    double.close()


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> IndexDouble:
    double = IndexDouble()
    monkeypatch.setattr(search_index, "index_reader", lambda: double)
    monkeypatch.setattr(search_selectors, "index_reader", lambda: double)
    return double


@pytest.fixture
def indexer(set_env: SetEnv) -> Iterator[IndexerDouble]:
    double = IndexerDouble()
    set_env(indexer_address=double.address)
    yield double
    double.close()


@pytest.fixture(scope="session")
def _filled_replica(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # Once for all tests: the engine takes longer to make a file than to open a copy.
    folder = tmp_path_factory.mktemp("filled") / "analytics"
    fill_replica(folder)
    return folder


@pytest.fixture
def replica(_filled_replica: Path, tmp_path: Path) -> Iterator[ReplicaStore]:
    folder = tmp_path / "analytics"
    with running_replica(_filled_replica, folder, env().replica_socket_path) as store:
        yield store


@pytest.fixture(scope="module")
def _served_replica(
    _filled_replica: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("served")
    socket = folder / "replica.sock"
    with running_replica(_filled_replica, folder / "analytics", socket):
        yield socket


@pytest.fixture
def shared_replica(_served_replica: Path, _own_home: None) -> None:
    """The same for all tests of a module, which leave it as it is."""
    socket = env().replica_socket_path
    socket.parent.mkdir()
    socket.symlink_to(_served_replica)


@pytest.fixture
def admin(db: None) -> User:
    return make_user("admin", Role.ADMIN)


@pytest.fixture
def operator(db: None) -> User:
    return make_user("olga", Role.OPERATOR)


@pytest.fixture
def viewer(db: None) -> User:
    return make_user("ann", Role.VIEWER)


@pytest.fixture
def client_of() -> ClientOf:
    """A logged-in client of a user."""

    def client(user: User) -> CheckedClient:
        logged_in = CheckedClient()
        logged_in.force_login(user)
        return logged_in

    return client


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Worker:
    double = Worker()
    monkeypatch.setattr(wake, "job", double.woken.append)
    monkeypatch.setattr(wake, "messages", lambda: len(double.woken))
    monkeypatch.setattr(wake, "check", double.checks.append)
    return double


@pytest.fixture(scope="session")
def slapd() -> Iterator[Directory]:
    """One for all tests; what it holds is theirs to change, so take `directory`."""
    try:
        with running_slapd() as server:
            yield server
    except FileNotFoundError as missing:
        pytest.fail(str(missing))


@pytest.fixture
def directory(slapd: Directory) -> Directory:
    """A real LDAP server in which nobody is yet."""
    slapd.remove_people()
    return slapd


@pytest.fixture(scope="module")
def _keycloak() -> Iterator[Keycloak]:
    # Of a module, not of the run: half a gigabyte need not stay until the last test.
    with running_keycloak() as server:
        yield server


@pytest.fixture
def keycloak(_keycloak: Keycloak) -> Keycloak:
    """A real provider of OpenID Connect that knows nobody yet."""
    _keycloak.remove_people()
    return _keycloak


@pytest.fixture
def provider() -> Iterator[Provider]:
    """A provider that can be made to lie."""
    with running_provider() as double:
        yield double
