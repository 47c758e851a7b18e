"""What the platform asks of the namenodes by their admin API (contract: admin-api.yaml)."""

from collections.abc import Sequence
from urllib.parse import quote

import httpx
from warren_namenode.generated.admin_api import (
    AclRowPage,
    Block,
    BlockHealth,
    BlockReportHistory,
    BlockReportPage,
    CallLimitChange,
    CallLimits,
    ChosenStep,
    Cluster,
    ClusterEventPage,
    ContentPreview,
    CorruptReplicaPage,
    DatanodeAnswer,
    DatanodePage,
    DatanodeServiceChange,
    DirectoryPartitioning,
    Entry,
    EntryDetails,
    EntryPage,
    FeedPage,
    FileChecksum,
    FileChecksums,
    FollowPause,
    FollowState,
    FsckPart,
    Heat,
    InodeChangePage,
    InodeConcerns,
    InodeMove,
    InodePage,
    InodesLook,
    InodesSeen,
    JobTake,
    JobTaken,
    ListableAnswer,
    ListableQuestion,
    Namenode,
    NamenodeServiceChange,
    PartitioningChange,
    ProblemBlockPage,
    QuotaChange,
    QuotaResult,
    QuotaRow,
    QuotaRowPage,
    QuotasAbove,
    Restored,
    RestoreStep,
    Shards,
    SmallFileStep,
    SmallFileStepResult,
    StorageConditionPage,
    SubtreeOperationPage,
    SubtreeStep,
    SubtreeStepResult,
    Summary,
    TotalsState,
    TrashMove,
    TrashRestore,
    TrashResult,
    UserGroups,
)
from warren_namenode.transport import SHORT_TIMEOUT_S, AdminTransport

_HEALTH_TIMEOUT_S = 1.0
_CHECKSUM_TIMEOUT_S = 25.0


class NamenodeClient(AdminTransport):
    """What the platform asks of the namenodes."""

    def serving(self) -> int:
        """How many namenodes say that they serve clients. Never fails."""
        count = 0
        for url in self.urls:
            try:
                answer = self.http.get(f"{url}/admin/v1/health", timeout=_HEALTH_TIMEOUT_S)
            except httpx.TransportError:
                continue
            count += answer.status_code == httpx.codes.OK
        return count

    def metrics(self) -> dict[str, str]:
        """What each namenode that answers tells for Prometheus, by its address. Never fails."""
        texts: dict[str, str] = {}
        for url in self.urls:
            try:
                answer = self.http.get(f"{url}/metrics", timeout=SHORT_TIMEOUT_S)
            except httpx.TransportError:
                continue
            if answer.status_code == httpx.codes.OK:
                texts[url] = answer.text
        return texts

    def heat(
        self, *, by: str, window: str, limit: int, shards: bool = False
    ) -> tuple[list[Heat], list[str]]:
        """What each namenode that answers is heated by, at least one, and who is silent.

        shards: also look up the shard of each directory.
        """
        params = {"by": by, "window": window, "limit": str(limit)}
        if shards:
            params["shards"] = "true"
        return self.each(Heat, "heat", params)

    def shards(self) -> Shards:
        """How the store is divided, and what was asked of each part where it counts that."""
        return self.call(Shards, "GET", "heat/shards", timeout_s=SHORT_TIMEOUT_S)

    def totals(self) -> TotalsState:
        """Whether all directories' totals are counted, and what waits to be added to them."""
        return self.call(TotalsState, "GET", "totals", timeout_s=SHORT_TIMEOUT_S)

    def follow_states(self) -> tuple[list[FollowState], list[str]]:
        """What each namenode that answers knows of the HDFS that it follows, and who is silent."""
        return self.each(FollowState, "follow", {})

    def pause_following(self, pause: FollowPause) -> FollowState:
        """Have the leader leave the edits where they are, or go on with them."""
        return self.call(FollowState, "PUT", "follow", body=pause.model_dump(mode="json"))

    def call_limits(self) -> tuple[list[CallLimits], list[str]]:
        """The limits that each namenode goes by, at least one, and who is silent."""
        return self.each(CallLimits, "limits", {})

    def set_call_limit(self, change: CallLimitChange) -> CallLimits:
        """Set a limit in the place of the one that there is; all namenodes learn of it."""
        return self.call(CallLimits, "PUT", "limits", body=change.model_dump(mode="json"))

    def lift_call_limit(self, *, kind: str, name: str) -> CallLimits:
        """Lift a limit; NamenodeProblem 404 when there is none."""
        params = {"kind": kind, "name": name}
        return self.call(CallLimits, "DELETE", "limits", params=params)

    def partitioning(self, *, path: str) -> DirectoryPartitioning:
        """How a directory's children are spread over the store, and what is under way."""
        return self.call(
            DirectoryPartitioning,
            "GET",
            "directories/partitioning",
            params={"path": path},
            timeout_s=SHORT_TIMEOUT_S,
        )

    def repartition(self, change: PartitioningChange) -> DirectoryPartitioning:
        """Begin to move a directory's children, or turn a running move round."""
        return self.call(
            DirectoryPartitioning,
            "PUT",
            "directories/partitioning",
            body=change.model_dump(mode="json"),
        )

    def cluster(self) -> Cluster:
        return self.call(Cluster, "GET", "cluster", timeout_s=SHORT_TIMEOUT_S)

    def cluster_events(
        self, *, kind: str | None, cursor: str | None, limit: int
    ) -> ClusterEventPage:
        """Changes of membership, leader and subtree locks, newest first; `kind` None is all."""
        params = _page(cursor, limit)
        if kind is not None:
            params["kind"] = kind
        return self.call(
            ClusterEventPage,
            "GET",
            "cluster/events",
            params=params,
            timeout_s=SHORT_TIMEOUT_S,
        )

    def subtree_operations(self, *, cursor: str | None, limit: int) -> SubtreeOperationPage:
        """The subtree locks that are held now."""
        return self.call(
            SubtreeOperationPage,
            "GET",
            "subtree-operations",
            params=_page(cursor, limit),
            timeout_s=SHORT_TIMEOUT_S,
        )

    def feed(self, *, after: str, limit: int) -> FeedPage:
        """The change feed after a cursor; NamenodeProblem with status 410 when it is trimmed."""
        params = {"after": after, "limit": str(limit), "wait_ms": "0"}
        return self.call(FeedPage, "GET", "feed", params=params, timeout_s=SHORT_TIMEOUT_S)

    def inodes(self, *, after_id: int, limit: int) -> InodePage:
        """Inodes in the order of their ids."""
        params = {"after_id": str(after_id), "limit": str(limit)}
        return self.call(InodePage, "GET", "inodes", params=params, timeout_s=SHORT_TIMEOUT_S)

    def access_acl(self, inode_id: int) -> str | None:
        """The entries of an inode's access ACL; null when its mode says all."""
        params = {"inode_ids": str(inode_id)}
        page = self.call(AclRowPage, "GET", "rows/acls", params=params, timeout_s=SHORT_TIMEOUT_S)
        return page.rows[0].access if page.rows else None

    def block_health(self) -> BlockHealth:
        return self.call(BlockHealth, "GET", "blocks/health")

    def missing_blocks(self, *, cursor: str | None, limit: int) -> ProblemBlockPage:
        return self.call(ProblemBlockPage, "GET", "blocks/missing", params=_page(cursor, limit))

    def under_replicated_blocks(self, *, cursor: str | None, limit: int) -> ProblemBlockPage:
        return self.call(
            ProblemBlockPage, "GET", "blocks/under-replicated", params=_page(cursor, limit)
        )

    def corrupt_replicas(self, *, cursor: str | None, limit: int) -> CorruptReplicaPage:
        return self.call(CorruptReplicaPage, "GET", "blocks/corrupt", params=_page(cursor, limit))

    def block(self, block_id: str) -> Block:
        return self.call(Block, "GET", f"blocks/by-id/{block_id}")

    def fsck(
        self, *, path: str, cursor: str | None, limit: int, as_user: str | None = None
    ) -> FsckPart:
        """A part of a check of the blocks at and below a path, behind the part before."""
        params = _query(path, as_user) | _page(cursor, limit)
        return self.call(FsckPart, "GET", "blocks/fsck", params=params)

    def file_checksum(self, inode_id: int) -> FileChecksum:
        """The checksum of a file, which datanodes are asked for: it may take 20 s."""
        told = self.call(
            FileChecksums,
            "GET",
            "files/checksums",
            params={"inode_ids": str(inode_id)},
            timeout_s=_CHECKSUM_TIMEOUT_S,
        )
        return told.checksums[0]

    def datanodes(self, *, cursor: str | None, limit: int, **asked: str | None) -> DatanodePage:
        """The datanodes that a namenode has heard of, with their storages.

        asked: filters and the order, as admin-api.yaml has them.
        """
        filters = {name: value for name, value in asked.items() if value is not None}
        return self.call(
            DatanodePage, "GET", "datanodes", params={**_page(cursor, limit), **filters}
        )

    def datanode(self, uuid: str) -> DatanodeAnswer:
        return self.call(DatanodeAnswer, "GET", f"datanodes/{quote(uuid, safe='')}")

    def order_datanode(self, uuid: str, change: DatanodeServiceChange) -> DatanodeAnswer:
        """Take a datanode out of service, or back; all namenodes learn of it."""
        return self.call(
            DatanodeAnswer,
            "PUT",
            f"datanodes/{quote(uuid, safe='')}/service",
            body=change.model_dump(mode="json"),
        )

    def order_namenode(self, name: str, change: NamenodeServiceChange) -> Namenode:
        """Have a namenode stop serving, or serve again."""
        return self.call(
            Namenode,
            "PUT",
            f"namenodes/{quote(name, safe='')}/service",
            body=change.model_dump(mode="json"),
        )

    def block_reports(self, *, cursor: str | None, limit: int) -> BlockReportPage:
        """The storages with their last block report, and who reports to whom now."""
        return self.call(BlockReportPage, "GET", "block-reports", params=_page(cursor, limit))

    def block_report_history(self, storage_id: int) -> BlockReportHistory:
        return self.call(BlockReportHistory, "GET", f"block-reports/{storage_id}")

    def storages(self, *, cursor: str | None, limit: int) -> StorageConditionPage:
        """The datanodes' storages as the leader last judged them."""
        return self.call(StorageConditionPage, "GET", "storages", params=_page(cursor, limit))

    def stat(self, *, path: str, as_user: str | None = None, totals: bool = False) -> Entry:
        """The entry at `path`, seen with the permissions of `as_user` (None: superuser).

        With `totals`, what is in a directory is told where it is known at once.
        """
        params = _query(path, as_user) | ({"totals": "true"} if totals else {})
        return self.call(Entry, "GET", "namespace/stat", params=params)

    def changes(self, *, path: str, before: int | None, as_user: str | None) -> InodeChangePage:
        """What the kept change feed has of the inode at a path, below a sequence."""
        params = _query(path, as_user) | ({} if before is None else {"before": str(before)})
        return self.call(InodeChangePage, "GET", "namespace/changes", params=params)

    def details(self, *, path: str, as_user: str | None = None) -> EntryDetails:
        """All that HDFS tells the user about one path."""
        return self.call(EntryDetails, "GET", "namespace/details", params=_query(path, as_user))

    def preview(self, *, path: str, as_user: str) -> ContentPreview:
        """The first bytes of a file that is in the database, if the user may read it."""
        params = _query(path, as_user)
        return self.call(ContentPreview, "GET", "namespace/preview", params=params)

    def children(
        self, *, path: str, cursor: str | None, limit: int, as_user: str | None = None
    ) -> EntryPage:
        """One page in name order, with what is in each directory."""
        params = _query(path, as_user) | _page(cursor, limit) | {"totals": "true"}
        return self.call(EntryPage, "GET", "namespace/children", params=params)

    def summary(self, *, path: str, as_user: str | None = None) -> Summary:
        """Exact totals of the subtree at `path`."""
        return self.call(Summary, "GET", "namespace/summary", params=_query(path, as_user))

    def user_groups(self, user: str) -> UserGroups:
        """The groups by which the namenodes check a user's permissions."""
        return self.call(
            UserGroups, "GET", f"users/{quote(user, safe='')}/groups", timeout_s=SHORT_TIMEOUT_S
        )

    def listable(self, *, user: str, directories: Sequence[str]) -> ListableAnswer:
        """Which of at most 200 directories the user may list now."""
        question = ListableQuestion(directories=list(directories))
        return self.call(
            ListableAnswer,
            "POST",
            f"users/{quote(user, safe='')}/listable",
            body=question.model_dump(mode="json"),
        )

    def stat_inode(self, *, inode_id: int) -> Entry:
        """The entry of an inode, wherever it is."""
        return self.call(Entry, "GET", "namespace/stat", params={"inode_id": str(inode_id)})

    def summary_of_inode(self, *, inode_id: int) -> Summary:
        """Exact totals of the subtree of an inode, wherever it is."""
        params = {"inode_id": str(inode_id)}
        return self.call(Summary, "GET", "namespace/summary", params=params)

    def quotas_above(self, *, path: str) -> QuotasAbove:
        """The directories with a quota above a path, which may name nothing yet."""
        return self.call(QuotasAbove, "GET", "namespace/quotas", params={"path": path})

    def quota_rows(self, inode_ids: Sequence[int]) -> list[QuotaRow]:
        """Limits and use of those of at most 200 inodes that have a quota."""
        params = {"inode_ids": ",".join(map(str, inode_ids))}
        return self.call(QuotaRowPage, "GET", "rows/quotas", params=params).rows

    def take_job(self, take: JobTake) -> JobTaken:
        """Have the steps of workers with a lower epoch refused from now on."""
        body = take.model_dump(mode="json")
        return self.call(JobTaken, "POST", "subtree/epochs", body=body)

    def set_quota(self, change: QuotaChange) -> QuotaResult:
        """Set limits; members that were not set in `change` stay as they are."""
        body = change.model_dump(mode="json", exclude_unset=True)
        return self.call(QuotaResult, "PUT", "namespace/quota", body=body)

    def move_to_trash(self, move: TrashMove) -> TrashResult:
        """Move an inode to the trash, wherever it is."""
        return self.call(TrashResult, "POST", "namespace/trash", body=move.model_dump(mode="json"))

    def restore_from_trash(self, restore: TrashRestore) -> Restored:
        """Move an inode from a trash to a path."""
        body = restore.model_dump(mode="json")
        return self.call(Restored, "POST", "namespace/restored", body=body)

    def move_inode(self, move: InodeMove) -> Restored:
        """Move an inode to a path."""
        body = move.model_dump(mode="json", by_alias=True)
        return self.call(Restored, "POST", "namespace/moves", body=body)

    def subtree_step(self, step: SubtreeStep) -> SubtreeStepResult:
        """One bounded step; by contract the same number of a job does nothing twice."""
        body = step.model_dump(mode="json", exclude_none=True)
        return self.call(SubtreeStepResult, "POST", "subtree/steps", body=body)

    def take_in_small_files(self, step: SmallFileStep) -> SmallFileStepResult:
        """One bounded step of taking small files of a tree in; repeating it does no harm."""
        body = step.model_dump(mode="json", exclude_none=True)
        return self.call(SmallFileStepResult, "POST", "smallfiles/take-in", body=body)

    def chosen_step(self, step: ChosenStep) -> SubtreeStepResult:
        """One step over chosen inodes; by contract the same number of a job does nothing twice."""
        body = step.model_dump(mode="json", exclude_none=True)
        return self.call(SubtreeStepResult, "POST", "subtree/chosen", body=body)

    def look_at_inodes(self, look: InodesLook) -> InodesSeen:
        """Where at most 200 inodes are and what they are."""
        return self.call(InodesSeen, "POST", "subtree/looks", body=look.model_dump(mode="json"))

    def inode_concerns(self, look: InodesLook) -> InodeConcerns:
        """Whom a change of at most 200 inodes would concern: writers and snapshots."""
        body = look.model_dump(mode="json")
        return self.call(InodeConcerns, "POST", "subtree/concerns", body=body)

    def restore_step(self, step: RestoreStep) -> SubtreeStepResult:
        """One step over chosen inodes; by contract the same number of a job does nothing twice."""
        body = step.model_dump(mode="json", by_alias=True)
        return self.call(SubtreeStepResult, "POST", "subtree/restores", body=body)


def _query(path: str, as_user: str | None) -> dict[str, str]:
    return {"path": path} | ({"as_user": as_user} if as_user is not None else {})


def _page(cursor: str | None, limit: int) -> dict[str, str]:
    return {"limit": str(limit)} | ({"cursor": cursor} if cursor else {})
