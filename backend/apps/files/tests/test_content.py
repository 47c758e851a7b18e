"""Downloads and uploads: streamed, bounded, and never half a file."""

from io import BytesIO
from typing import Any

import pytest

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.common.actor import Actor
from apps.common.problems import InvalidInput
from apps.common.rights import EVERYTHING
from apps.files.slots import take_slot
from apps.files.uploads import upload
from doubles.namenode import NamenodeDouble
from doubles.webhdfs import HadoopError
from doubles.world import ClientOf, SetEnv

pytestmark = pytest.mark.django_db
URL = "/api/v1/files/content?path="
BYTES = "application/octet-stream"


def body_of(answer: Any) -> bytes:
    whole = b"".join(answer.streaming_content)
    answer.close()
    return whole


def test_a_file_is_sent_to_be_kept(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    contents = b"<script>alert(1)</script>"
    namenode.tree.add_file("/data/gr\u00fc\u00df.html", len(contents), contents=contents)
    answer = client_of(viewer).get(f"{URL}/data/gr\u00fc\u00df.html")
    assert answer.status_code == 200
    assert answer["Content-Type"] == BYTES
    assert answer["Content-Length"] == str(len(contents))
    assert answer["Content-Disposition"] == "attachment; filename*=utf-8''gr%C3%BC%C3%9F.html"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "sandbox"
    assert body_of(answer) == contents
    entry = AuditEntry.objects.get(outcome="succeeded")
    assert (entry.action, entry.actor) == ("file.download", viewer.username)


@pytest.mark.parametrize(
    ("asked", "status", "sent", "place"),
    [
        ("bytes=2-4", 206, b"234", "bytes 2-4/10"),
        ("bytes=7-", 206, b"789", "bytes 7-9/10"),
        ("bytes=-2", 206, b"89", "bytes 8-9/10"),
        ("bytes=8-99", 206, b"89", "bytes 8-9/10"),
        ("bytes=0-1,4-5", 200, b"0123456789", None),
        ("lines=1-2", 200, b"0123456789", None),
    ],
)
def test_ranges(
    namenode: NamenodeDouble,
    viewer: User,
    client_of: ClientOf,
    asked: str,
    status: int,
    sent: bytes,
    place: str | None,
) -> None:
    namenode.tree.add_file("/data/a", 10, contents=b"0123456789")
    answer = client_of(viewer).get(f"{URL}/data/a", HTTP_RANGE=asked)
    assert (answer.status_code, answer.get("Content-Range")) == (status, place)
    assert body_of(answer) == sent


def test_ranges_of_other_contents(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    namenode.tree.add_file("/data/a", 10, contents=b"0123456789")
    client = client_of(viewer)
    behind = client.get(f"{URL}/data/a", HTTP_RANGE="bytes=10-")
    assert (behind.status_code, behind["Content-Range"]) == (416, "bytes */10")
    tag = client.get(f"{URL}/data/a", HTTP_RANGE="bytes=0-0")["ETag"]
    for if_range, status in ((tag, 206), ('"other"', 200)):
        answer = client.get(f"{URL}/data/a", HTTP_RANGE="bytes=1-2", HTTP_IF_RANGE=if_range)
        assert answer.status_code == status
        answer.close()


def test_a_role_grants_no_bytes(
    namenode: NamenodeDouble, admin: User, client_of: ClientOf, set_env: SetEnv
) -> None:
    namenode.tree.add_file("/data/closed", 6, mode=0o600, contents=b"secret")
    namenode.webhdfs.superusers = {"hdfs"}
    set_env(transfers_max=1)
    client = client_of(admin)
    for _ in range(2):
        answer = client.get(f"{URL}/data/closed")
        # The second time it would be 429 if the refusal had kept its place.
        assert (answer.status_code, answer.json()["code"]) == (403, "access_denied")
    assert client.get(f"{URL}/data").json()["code"] == "not_a_file"
    assert client.get(f"{URL}/none").status_code == 404
    assert client.get(f"{URL}/.reserved/raw/data/closed").status_code == 404


def test_there_are_so_many_at_once(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf, set_env: SetEnv
) -> None:
    namenode.tree.add_file("/data/a", 3, contents=b"abc")
    set_env(transfers_max=1)
    client = client_of(viewer)
    first = client.get(f"{URL}/data/a")
    refused = client.get(f"{URL}/data/a")
    assert (refused.status_code, refused["Retry-After"]) == (429, "5")
    # Also one that nobody reads gives its place back.
    first.close()
    take_slot().release()


def test_a_file_is_written_whole(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    namenode.tree.mkdirs("/data")
    contents = b"x" * 600_000
    client = client_of(operator)
    written = client.put(f"{URL}/data/a b%25.bin", contents, content_type=BYTES)
    assert written.status_code == 201, written.content
    assert (written.json()["path"], written.json()["size_bytes"]) == ("/data/a b%.bin", 600_000)
    assert namenode.tree.find("/data/a b%.bin").contents == contents
    created = [path for op, path, _, _ in namenode.webhdfs.calls if op == "CREATE"]
    assert created[0].endswith("._COPYING_")
    assert list(namenode.tree.find("/data").children) == ["a b%.bin"]
    entry = AuditEntry.objects.get(outcome="succeeded")
    assert (entry.action, entry.path) == ("file.upload", "/data/a b%.bin")


def test_what_is_there_stays(namenode: NamenodeDouble, operator: User, client_of: ClientOf) -> None:
    namenode.tree.add_file("/data/a", 3, contents=b"old")
    client = client_of(operator)
    tag = client.get(f"{URL}/data/a", HTTP_RANGE="bytes=0-0")["ETag"]
    refused = client.put(f"{URL}/data/a", b"new!", content_type=BYTES)
    assert (refused.status_code, refused.json()["code"]) == (409, "already_exists")
    assert namenode.tree.find("/data/a").contents == b"old"
    stale = client.put(
        f"{URL}/data/a&overwrite=true", b"new!", content_type=BYTES, HTTP_IF_MATCH='"other"'
    )
    assert stale.status_code == 412
    written = client.put(
        f"{URL}/data/a&overwrite=true", b"new!", content_type=BYTES, HTTP_IF_MATCH=tag
    )
    assert (written.status_code, written.json()["size_bytes"]) == (201, 4)
    assert client.put(f"{URL}/data", b"x", content_type=BYTES).json()["code"] == "already_exists"
    assert client.put(f"{URL}/no/a", b"x", content_type=BYTES).json()["code"] == "no_parent"


def test_half_a_file_is_none(namenode: NamenodeDouble, operator: User, client_of: ClientOf) -> None:
    namenode.tree.mkdirs("/data")
    actor = Actor(name="olga", user_id=operator.pk, hdfs_user="olga", rights=EVERYTHING)
    with pytest.raises(InvalidInput) as broken:
        upload(actor=actor, path="/data/a", length=5, stream=BytesIO(b"abc"), overwrite=False)
    assert (broken.value.code, broken.value.facts) == ("upload_broken", {"bytes_missing": 2})
    assert namenode.tree.find("/data").children == {}
    # Refused at the end: what was written goes, too.
    real = namenode.webhdfs._rename

    def refuse(path: str, user: str, query: dict[str, Any]) -> None:
        namenode.webhdfs._rename = real  # type: ignore[method-assign]
        raise HadoopError("NSQuotaExceededException", "The quota is 1")

    namenode.webhdfs._rename = refuse  # type: ignore[method-assign]
    full = client_of(operator).put(f"{URL}/data/a", b"abc", content_type=BYTES)
    assert (full.status_code, full.json()["code"]) == (409, "quota_exceeded")
    assert namenode.tree.find("/data").children == {}


def test_uploads_are_bounded(
    namenode: NamenodeDouble, operator: User, viewer: User, client_of: ClientOf, set_env: SetEnv
) -> None:
    set_env(upload_mb_max=1)
    client = client_of(operator)
    large = client.put(f"{URL}/a", b"x" * (1024 * 1024 + 1), content_type=BYTES)
    assert (large.status_code, large.json()["code"]) == (413, "too_large")
    assert client.put(f"{URL}/a", "{}", content_type="application/json").status_code == 400
    assert client_of(viewer).put(f"{URL}/a", b"x", content_type=BYTES).status_code == 403
