"""What moves take along, and what that means for the directories with a quota above both ends."""

from warren_namenode.generated.admin_api import Entry, QuotasAbove, Summary

from apps.jobs.outcomes import Gain
from integrations.namenode import NamenodeClient
from warren_analytics.quota_values import STORAGE_TYPES, TYPES_OF_POLICY

_DISKS = ("disk", "disk")
# Under these files count by type, also under HOT, and under DB where the bytes are in blocks.
_TYPES_OF_POLICY = TYPES_OF_POLICY | {7: _DISKS, 15: _DISKS}


class QuotaMoves:
    """Looks at what is moved in one step of a job, and at the directories above its ends, at each
    once."""

    def __init__(self, client: NamenodeClient) -> None:
        self._client = client
        self._above: dict[str, QuotasAbove] = {}
        self._summaries: dict[int, Summary] = {}

    def of_move(self, entry: Entry, to: str) -> list[Gain]:
        """What a move of an inode, with all that is in it, would change."""
        left, reached = self.above(entry.path), self.above(to)
        if not (left.directories or reached.directories):
            return []
        summary = self.summary(entry.inode_id)
        whole = {
            "names": summary.files + summary.directories,
            "space_bytes": summary.space_consumed_bytes,
        }
        before = _types(summary)
        after, exact = before, True
        if entry.storage_policy == 0 and left.storage_policy != reached.storage_policy:
            # It inherits another policy there.
            exact = entry.kind == "file"
            after = _types_under(reached.storage_policy, summary) if exact else {}
        gone = {name: -amount for name, amount in (whole | before).items()}
        return [
            *(Gain(each.inode_id, each.path, gone) for each in left.directories),
            *(Gain(each.inode_id, each.path, whole | after, exact) for each in reached.directories),
        ]

    def knows_free(self, path: str, to: str) -> bool:
        """Whether it has seen already that no directory above either path has a quota."""
        above = [self._above.get(_parent(each)) for each in (path, to)]
        return all(each is not None and not each.directories for each in above)

    def of_made(self, path: str) -> list[Gain]:
        """What a directory that is made at a path counts for."""
        directories = self.above(path).directories
        return [Gain(each.inode_id, each.path, {"names": 1}) for each in directories]

    def summary(self, inode_id: int) -> Summary:
        """What an inode has with all that is in it, which may take a walk: it is asked for once."""
        if inode_id not in self._summaries:
            self._summaries[inode_id] = self._client.summary_of_inode(inode_id=inode_id)
        return self._summaries[inode_id]

    def above(self, path: str) -> QuotasAbove:
        """Directories with a quota above a path, root first."""
        parent = _parent(path)
        if parent not in self._above:
            self._above[parent] = self._client.quotas_above(path=path)
        return self._above[parent]


def _parent(path: str) -> str:
    return path.rpartition("/")[0]


def _types(summary: Summary) -> dict[str, int]:
    used = {f"{each}_bytes": getattr(summary, f"{each}_used_bytes") for each in STORAGE_TYPES}
    return {name: amount for name, amount in used.items() if amount}


def _types_under(policy: int, summary: Summary) -> dict[str, int]:
    """What a file counts for under a policy; nothing under none."""
    if policy not in _TYPES_OF_POLICY:
        return {}
    first, others = (f"{each}_bytes" for each in _TYPES_OF_POLICY[policy])
    length = summary.length_bytes
    counted = {first: length}
    counted[others] = counted.get(others, 0) + summary.space_consumed_bytes - length
    return counted
