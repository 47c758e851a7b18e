"""The block reports."""

import pytest

from apps.accounts.models import User
from doubles.block_reports import STORAGE_ID
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv

pytestmark = pytest.mark.django_db


def test_storages_with_their_last_report(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    client = client_of(viewer)
    page = client.get("/api/v1/block-reports?limit=1").json()
    last = page["items"][0]["last"]
    assert (last["buckets_matching"], last["buckets_mismatching"]) == (997, 3)
    assert (last["namenode"], last["next_due_at"]) == ("nn2", "2023-11-14T23:12:24.000Z")
    assert [(each["waiting"], each["namenode"]) for each in page["active"]] == [(True, None)]
    rest = client.get(f"/api/v1/block-reports?cursor={page['next_cursor']}").json()
    assert (rest["items"][0]["last"], rest["next_cursor"]) == (None, None)


def test_the_reports_of_one_storage(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    client = client_of(viewer)
    history = client.get(f"/api/v1/block-reports/{STORAGE_ID}").json()
    assert [each["kind"] for each in history["reports"]] == ["hashed", "full"]
    assert history["reports"][1]["namenode"] is None
    assert client.get("/api/v1/block-reports/99").status_code == 404
    assert client.get("/api/v1/block-reports/x").status_code == 404


def test_without_a_namenode(viewer: User, client_of: ClientOf, set_env: SetEnv) -> None:
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    for resource in ("block-reports", f"block-reports/{STORAGE_ID}"):
        assert client_of(viewer).get(f"/api/v1/{resource}").status_code == 503
