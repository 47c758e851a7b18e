"""Values of what is done with files and directories at once."""

from dataclasses import dataclass

from apps.common.tags import tag_of

# An entry as `setfacl` writes it: default:user:ann:r-x
ACL_ENTRY = r"^(default:)?(user|group|mask|other):[^:,\s]{0,64}:[r-][w-][x-]$"
ACL_ENTRIES_MAX = 64


@dataclass(frozen=True, slots=True)
class Permissions:
    """Who may do what with a path: the mode, whose it is, and what an ACL says beyond the mode.

    acl: entries as `setfacl` writes them, without those that the mode says. Where there are any,
    the mode's digit of the group is the most that they and the group may do.
    """

    path: str
    kind: str
    owner: str
    group: str
    mode: str
    acl: list[str]

    @property
    def etag(self) -> str:
        return tag_of("files.permissions", [self.path, self.owner, self.group, self.mode, self.acl])


@dataclass(frozen=True, slots=True)
class FileState:
    """The contents of a file, as far as two states of them can be told apart."""

    path: str
    inode_id: int
    size_bytes: int
    mtime_ms: int

    @property
    def etag(self) -> str:
        return tag_of("files.content", [self.inode_id, self.size_bytes, self.mtime_ms])
