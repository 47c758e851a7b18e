"""Usage, quotas and watched directories for who may see them below some directories alone."""

from typing import Any

import pytest

from apps.accounts.models import Role
from apps.usage.models import WatchedDirectory
from doubles.world import ClientOf, give_operator, make_user
from warren_analytics.details import Detail
from warren_analytics.store import ReplicaStore
from warren_analytics.testkit.replica import QuotaRow

USAGE = "/api/v1/usage"
DATA = 2

pytestmark = pytest.mark.django_db


def client(client_of: ClientOf, *paths: str) -> Any:
    user = make_user("sam", Role.VIEWER)
    give_operator(user, *paths)
    return client_of(user)


@pytest.mark.parametrize("part", ["", "/breakdown", "/growth", "/history"])
def test_totals(replica: ReplicaStore, client_of: ClientOf, part: str) -> None:
    sam = client(client_of, "/data")
    by = {"by": "owner"} if part == "/breakdown" else {}
    span = {"span": "week"} if part in {"/growth", "/history"} else {}
    assert sam.get(USAGE + part, {"path": "/data", **by, **span}).status_code == 200
    for path in ("/", "/dat", "/datas", "/other"):
        answer = sam.get(USAGE + part, {"path": path, **by, **span})
        assert answer.status_code == 403, path
        assert answer.json()["code"] == "not_permitted"
    assert sam.get(USAGE + part, {"path": "/data/../", **by, **span}).status_code == 400


def test_owners_are_of_everything(replica: ReplicaStore, client_of: ClientOf) -> None:
    sam = client(client_of, "/data")
    assert sam.get(f"{USAGE}/owners", {"by": "user"}).status_code == 403
    assert sam.get(f"{USAGE}/owners/detail", {"by": "user", "name": "a"}).status_code == 403


def test_quotas_and_their_counts(replica: ReplicaStore, client_of: ClientOf) -> None:
    rows = [QuotaRow(1, 1_000, 5), QuotaRow(DATA, 4, 4)]
    replica.current().details.replace([1, DATA], {Detail.QUOTAS: rows})
    sam = client(client_of, "/data", "/x\"y/%'")
    told = sam.get(f"{USAGE}/quotas").json()
    assert ([each["path"] for each in told["items"]], told["counts"]["quotas"]) == (["/data"], 1)
    whole = sam.get(f"{USAGE}/quotas", {"prefix": "/"}).json()
    assert [each["path"] for each in whole["items"]] == ["/data"]


def test_quotas_of_directories_that_begin_alike(replica: ReplicaStore, client_of: ClientOf) -> None:
    rows = [QuotaRow(1, 1_000, 5), QuotaRow(DATA, 4, 4)]
    replica.current().details.replace([1, DATA], {Detail.QUOTAS: rows})
    sam = client(client_of, "/dat", "/data/a")
    told = sam.get(f"{USAGE}/quotas", {"prefix": "/da"}).json()
    assert (told["items"], told["counts"]["quotas"]) == ([], 0)


def test_watched_directories(replica: ReplicaStore, client_of: ClientOf) -> None:
    elsewhere = WatchedDirectory.objects.create(
        inode_id=77, path="/other", watched_by="olga", watched_at="2026-01-01T00:00:00Z"
    )
    sam = client(client_of, "/data")
    assert sam.post(f"{USAGE}/watched", {"path": "/"}, format="json").status_code == 403
    assert sam.post(f"{USAGE}/watched", {"path": "/data"}, format="json").status_code == 201
    (seen,) = sam.get(f"{USAGE}/watched").json()["items"]
    assert (seen["path"], seen["directory"]["path"]) == ("/data", "/data")
    # By a number, too.
    assert sam.delete(f"{USAGE}/watched/{elsewhere.inode_id}").status_code == 403
    assert sam.delete(f"{USAGE}/watched/{DATA}").status_code == 204


def test_where_a_watched_directory_went_is_not_told(
    replica: ReplicaStore, client_of: ClientOf
) -> None:
    """It is /data now; who chose it chose it as /was."""
    WatchedDirectory.objects.create(
        inode_id=DATA, path="/was", watched_by="olga", watched_at="2026-01-01T00:00:00Z"
    )
    (seen,) = client(client_of, "/was").get(f"{USAGE}/watched").json()["items"]
    assert (seen["path"], seen["directory"]) == ("/was", None)
