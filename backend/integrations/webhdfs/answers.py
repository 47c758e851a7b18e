"""What WebHDFS answers, as types. Names are Hadoop's."""

from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from integrations.webhdfs.errors import WebHdfsRefusal

Shape = TypeVar("Shape", bound=BaseModel)
DiffKind = Literal["CREATE", "MODIFY", "DELETE", "RENAME"]


class _Told(BaseModel):
    """Members as Python has names; Hadoop writes them in camel case."""

    model_config = ConfigDict(alias_generator=to_camel)


class FileStatus(_Told):
    """Of one path; `permission` in octal digits, times in ms since 1970."""

    path_suffix: str = ""
    type: Literal["FILE", "DIRECTORY", "SYMLINK"]
    length: int
    owner: str
    group: str
    permission: str
    modification_time: int
    replication: int = 0
    block_size: int = 0
    file_id: int = 0


class FileStatusAnswer(BaseModel):
    status: FileStatus = Field(alias="FileStatus")


class Listing(BaseModel):
    statuses: list[FileStatus] = Field(alias="FileStatus")


class Listed(BaseModel):
    listing: Listing = Field(alias="FileStatuses")


class DirectoryPage(_Told):
    partial_listing: Listed
    remaining_entries: int


class DirectoryPageAnswer(BaseModel):
    page: DirectoryPage = Field(alias="DirectoryListing")


class AclStatus(_Told):
    """`entries` without those that the mode says; of an entry the scope, if it is a default one."""

    entries: list[str]
    owner: str
    group: str
    permission: str
    sticky_bit: bool = False


class AclAnswer(BaseModel):
    status: AclStatus = Field(alias="AclStatus")


class ContentSummary(_Told):
    """Of a tree; `directory_count` with its root."""

    directory_count: int
    file_count: int
    length: int


class ContentSummaryAnswer(BaseModel):
    summary: ContentSummary = Field(alias="ContentSummary")


class SnapshottableStatus(_Told):
    parent_full_path: str
    snapshot_number: int
    snapshot_quota: int
    dir_status: FileStatus


class SnapshottableAnswer(BaseModel):
    directories: list[SnapshottableStatus] | None = Field(alias="SnapshottableDirectoryList")


class SnapshotStatus(_Told):
    snapshot_id: int = Field(alias="snapshotID")
    dir_status: FileStatus


class SnapshotsAnswer(BaseModel):
    snapshots: list[SnapshotStatus] | None = Field(alias="SnapshotList")


class DiffEntry(_Told):
    type: DiffKind
    source_path: str | None = None
    target_path: str | None = None


class Diff(_Told):
    diff_list: list[DiffEntry]


class DiffAnswer(BaseModel):
    report: Diff = Field(alias="SnapshotDiffReport")


def read(shape: type[Shape], answer: Any) -> Shape:
    """The answer as its type; WebHdfsRefusal for one that Hadoop does not give."""
    try:
        return shape.model_validate(answer)
    except ValidationError as error:
        raise WebHdfsRefusal("BadAnswer", f"No {shape.__name__}", status=502, user="") from error
