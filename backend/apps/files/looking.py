"""What is at a path, as HDFS tells a user over WebHDFS."""

from apps.common.problems import Conflict, InvalidInput, NotFound
from apps.common.values import in_snapshot, is_reserved, parent_of
from integrations.webhdfs import WebHdfs, WebHdfsRefusal
from integrations.webhdfs.answers import FileStatus, FileStatusAnswer, read

_MISSING = "FileNotFoundException"


def status_of(client: WebHdfs, path: str, user: str) -> FileStatus | None:
    """Of what is there; None for nothing."""
    try:
        return read(FileStatusAnswer, client.get(path, "GETFILESTATUS", user=user)).status
    except WebHdfsRefusal as refusal:
        if refusal.kind != _MISSING:
            raise
        return None


def require_parent(client: WebHdfs, path: str, user: str) -> None:
    """Conflict unless what holds the path is a directory."""
    parent = parent_of(path)
    found = status_of(client, parent, user)
    if found is None:
        raise Conflict(
            "The directory above is not there",
            code="no_parent",
            detail="Make it first.",
            facts={"parent": parent},
        )
    if found.type != "DIRECTORY":
        raise Conflict(
            "What is above is no directory", code="not_a_directory", facts={"parent": parent}
        )


def require_free(found: FileStatus | None, path: str) -> None:
    """Conflict when something is there."""
    if found is not None:
        raise Conflict(
            "Something has this name already",
            code="already_exists",
            detail="Choose another name.",
            facts={"path": path, "kind": found.type.lower()},
        )


def require_changeable(path: str, *, field: str = "path") -> None:
    """InvalidInput for the root, and for names that HDFS keeps for itself."""
    if path == "/":
        raise InvalidInput(fields={field: ["The root is what it is."]})
    if is_reserved(path) or in_snapshot(path):
        raise InvalidInput(
            "HDFS keeps this name for itself",
            code="reserved_name",
            detail="`.snapshot` and `/.reserved` can't be written into.",
            fields={field: ["A reserved name."]},
        )


def nothing_at(path: str) -> NotFound:
    """That there is nothing."""
    return NotFound("There is nothing at this path", facts={"path": path})
