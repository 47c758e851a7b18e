"""Client of the namenodes' admin API (contract: admin-api.yaml).

Every namenode is equal, so a call goes to the one that answered last and moves on to the next
when that one does not answer. Rounds over all of them are bounded and jittered. Every call may be
repeated without harm: one that changes something is a numbered step of a job, which the namenodes
make once.
"""

import ssl
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar
from urllib.parse import quote

import httpx
from pydantic import BaseModel, ValidationError
from tenacity import (
    RetryError,
    Retrying,
    retry_if_exception_type,
    stop_after_attempt,
    wait_random_exponential,
)

from integrations.namenode.errors import SAFE_MODE, NamenodeProblem, NamenodeUnreachable
from integrations.namenode.generated.admin_api import (
    AclRowPage,
    Block,
    BlockHealth,
    BlockReportHistory,
    BlockReportPage,
    CallLimitChange,
    CallLimitKind,
    CallLimits,
    ChosenStep,
    Cluster,
    ClusterEventKind,
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
    Heat,
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
    Problem,
    ProblemBlockPage,
    QuotaChange,
    QuotaResult,
    Restored,
    RestoreStep,
    Shards,
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

Answer = TypeVar("Answer", bound=BaseModel)
Method = Literal["GET", "PUT", "POST", "DELETE"]

_ACTOR_HEADER = "X-Warren-Actor"
_HEALTH_TIMEOUT_S = 1.0
# Pages about failover and reads beside a search ask while a namenode hangs: they must not wait for
# it as long as others do.
_SHORT_TIMEOUT_S = 2.0
_RETRY_WAIT_FIRST_S = 0.1
_RETRY_WAIT_MAX_S = 1.0
_MOVE_ON_STATUSES = frozenset({502, 503, 504})


class _RoundFailed(Exception):
    """No namenode did its work in one round over all of them; `last` is what the last one said."""

    def __init__(self, causes: dict[str, str], last: httpx.Response | None) -> None:
        self.causes = causes
        self.last = last
        super().__init__("No namenode answered in this round")


class NamenodeClient:
    """Calls to the admin API. One instance may be used by several threads."""

    def __init__(
        self,
        *,
        urls: Sequence[str],
        token_file: Path,
        timeout_ms: int,
        connect_timeout_ms: int,
        rounds_max: int,
        acting_user: Callable[[], str | None] = lambda: None,
    ) -> None:
        """`acting_user` tells for whom the calling thread acts; the namenodes record the name."""
        self._urls = tuple(urls)
        self._acting_user = acting_user
        self._token_file = token_file
        self._rounds_max = rounds_max
        self._preferred = 0
        self._http = httpx.Client(
            verify=_trust(),
            timeout=httpx.Timeout(timeout_ms / 1000, connect=connect_timeout_ms / 1000),
            limits=httpx.Limits(max_connections=20, max_keepalive_connections=10),
            # The address of a namenode is explicit; a proxy of the environment has no say.
            trust_env=False,
        )

    def close(self) -> None:
        self._http.close()

    def serving(self) -> int:
        """How many namenodes say that they serve clients. Never fails."""
        count = 0
        for url in self._urls:
            try:
                answer = self._http.get(f"{url}/admin/v1/health", timeout=_HEALTH_TIMEOUT_S)
            except httpx.TransportError:
                continue
            count += answer.status_code == httpx.codes.OK
        return count

    def metrics(self) -> dict[str, str]:
        """What each namenode that answers tells for Prometheus, by its address. Never fails."""
        texts: dict[str, str] = {}
        for url in self._urls:
            try:
                answer = self._http.get(f"{url}/metrics", timeout=_SHORT_TIMEOUT_S)
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
        return self._each(Heat, "heat", params)

    def shards(self) -> Shards:
        """How the store is divided, and what was asked of each part where it counts that."""
        return self._call(Shards, "GET", "heat/shards", timeout_s=_SHORT_TIMEOUT_S)

    def totals(self) -> TotalsState:
        """Whether all directories' totals are counted, and what waits to be added to them."""
        return self._call(TotalsState, "GET", "totals", timeout_s=_SHORT_TIMEOUT_S)

    def call_limits(self) -> tuple[list[CallLimits], list[str]]:
        """The limits that each namenode goes by, at least one, and who is silent."""
        return self._each(CallLimits, "limits", {})

    def set_call_limit(self, change: CallLimitChange) -> CallLimits:
        """Set a limit in the place of the one that there is; all namenodes learn of it."""
        return self._call(CallLimits, "PUT", "limits", body=change.model_dump(mode="json"))

    def lift_call_limit(self, *, kind: CallLimitKind, name: str) -> CallLimits:
        """Lift a limit; NamenodeProblem 404 when there is none."""
        params = {"kind": kind.value, "name": name}
        return self._call(CallLimits, "DELETE", "limits", params=params)

    def partitioning(self, *, path: str) -> DirectoryPartitioning:
        """How a directory's children are spread over the store, and what is under way."""
        return self._call(
            DirectoryPartitioning,
            "GET",
            "directories/partitioning",
            params={"path": path},
            timeout_s=_SHORT_TIMEOUT_S,
        )

    def repartition(self, change: PartitioningChange) -> DirectoryPartitioning:
        """Begin to move a directory's children, or turn a running move round."""
        return self._call(
            DirectoryPartitioning,
            "PUT",
            "directories/partitioning",
            body=change.model_dump(mode="json"),
        )

    def _each(
        self, kind: type[Answer], resource: str, params: dict[str, str]
    ) -> tuple[list[Answer], list[str]]:
        """What every namenode answers, of which one must, and the addresses of the others."""
        answers: list[Answer] = []
        causes: dict[str, str] = {}
        for url in self._urls:
            try:
                answer = self._http.get(
                    f"{url}/admin/v1/{resource}",
                    params=params,
                    headers=self._headers(),
                    timeout=_SHORT_TIMEOUT_S,
                )
            except httpx.TransportError as error:
                causes[url] = type(error).__name__
                continue
            if answer.status_code in _MOVE_ON_STATUSES:
                causes[url] = f"HTTP {answer.status_code}"
                continue
            answers.append(_parsed(kind, answer))
        if not answers:
            raise NamenodeUnreachable(causes)
        return answers, list(causes)

    def cluster(self) -> Cluster:
        return self._call(Cluster, "GET", "cluster", timeout_s=_SHORT_TIMEOUT_S)

    def cluster_events(
        self, *, kind: ClusterEventKind | None, cursor: str | None, limit: int
    ) -> ClusterEventPage:
        """Changes of membership, leader and subtree locks, newest first; `kind` None is all."""
        params = _page(cursor, limit)
        if kind is not None:
            params["kind"] = kind.value
        return self._call(
            ClusterEventPage,
            "GET",
            "cluster/events",
            params=params,
            timeout_s=_SHORT_TIMEOUT_S,
        )

    def subtree_operations(self, *, cursor: str | None, limit: int) -> SubtreeOperationPage:
        """The subtree locks that are held now."""
        return self._call(
            SubtreeOperationPage,
            "GET",
            "subtree-operations",
            params=_page(cursor, limit),
            timeout_s=_SHORT_TIMEOUT_S,
        )

    def feed(self, *, after: str, limit: int) -> FeedPage:
        """The change feed after a cursor; NamenodeProblem with status 410 when it is trimmed."""
        params = {"after": after, "limit": str(limit), "wait_ms": "0"}
        return self._call(FeedPage, "GET", "feed", params=params, timeout_s=_SHORT_TIMEOUT_S)

    def inodes(self, *, after_id: int, limit: int) -> InodePage:
        """Inodes in the order of their ids."""
        params = {"after_id": str(after_id), "limit": str(limit)}
        return self._call(InodePage, "GET", "inodes", params=params, timeout_s=_SHORT_TIMEOUT_S)

    def access_acl(self, inode_id: int) -> str | None:
        """The entries of an inode's access ACL; null when its mode says all."""
        params = {"inode_ids": str(inode_id)}
        page = self._call(AclRowPage, "GET", "rows/acls", params=params, timeout_s=_SHORT_TIMEOUT_S)
        return page.rows[0].access if page.rows else None

    def block_health(self) -> BlockHealth:
        return self._call(BlockHealth, "GET", "blocks/health")

    def missing_blocks(self, *, cursor: str | None, limit: int) -> ProblemBlockPage:
        return self._call(ProblemBlockPage, "GET", "blocks/missing", params=_page(cursor, limit))

    def under_replicated_blocks(self, *, cursor: str | None, limit: int) -> ProblemBlockPage:
        return self._call(
            ProblemBlockPage, "GET", "blocks/under-replicated", params=_page(cursor, limit)
        )

    def corrupt_replicas(self, *, cursor: str | None, limit: int) -> CorruptReplicaPage:
        return self._call(CorruptReplicaPage, "GET", "blocks/corrupt", params=_page(cursor, limit))

    def block(self, block_id: str) -> Block:
        return self._call(Block, "GET", f"blocks/by-id/{block_id}")

    def datanodes(self, *, cursor: str | None, limit: int, **asked: str | None) -> DatanodePage:
        """The datanodes that a namenode has heard of, with their storages.

        asked: filters and the order, as admin-api.yaml has them.
        """
        filters = {name: value for name, value in asked.items() if value is not None}
        return self._call(
            DatanodePage, "GET", "datanodes", params={**_page(cursor, limit), **filters}
        )

    def datanode(self, uuid: str) -> DatanodeAnswer:
        return self._call(DatanodeAnswer, "GET", f"datanodes/{quote(uuid, safe='')}")

    def order_datanode(self, uuid: str, change: DatanodeServiceChange) -> DatanodeAnswer:
        """Take a datanode out of service, or back; all namenodes learn of it."""
        return self._call(
            DatanodeAnswer,
            "PUT",
            f"datanodes/{quote(uuid, safe='')}/service",
            body=change.model_dump(mode="json"),
        )

    def order_namenode(self, name: str, change: NamenodeServiceChange) -> Namenode:
        """Have a namenode stop serving, or serve again."""
        return self._call(
            Namenode,
            "PUT",
            f"namenodes/{quote(name, safe='')}/service",
            body=change.model_dump(mode="json"),
        )

    def block_reports(self, *, cursor: str | None, limit: int) -> BlockReportPage:
        """The storages with their last block report, and who reports to whom now."""
        return self._call(BlockReportPage, "GET", "block-reports", params=_page(cursor, limit))

    def block_report_history(self, storage_id: int) -> BlockReportHistory:
        return self._call(BlockReportHistory, "GET", f"block-reports/{storage_id}")

    def storages(self, *, cursor: str | None, limit: int) -> StorageConditionPage:
        """The datanodes' storages as the leader last judged them."""
        return self._call(StorageConditionPage, "GET", "storages", params=_page(cursor, limit))

    def stat(self, *, path: str, as_user: str | None = None, totals: bool = False) -> Entry:
        """The entry at `path`, seen with the permissions of `as_user` (None: superuser).

        With `totals`, what is in a directory is told where it is known at once.
        """
        params = _query(path, as_user) | ({"totals": "true"} if totals else {})
        return self._call(Entry, "GET", "namespace/stat", params=params)

    def details(self, *, path: str, as_user: str | None = None) -> EntryDetails:
        """All that HDFS tells the user about one path."""
        return self._call(EntryDetails, "GET", "namespace/details", params=_query(path, as_user))

    def preview(self, *, path: str, as_user: str) -> ContentPreview:
        """The first bytes of a file that is in the database, if the user may read it."""
        params = _query(path, as_user)
        return self._call(ContentPreview, "GET", "namespace/preview", params=params)

    def children(
        self, *, path: str, cursor: str | None, limit: int, as_user: str | None = None
    ) -> EntryPage:
        """One page in name order, with what is in each directory."""
        params = _query(path, as_user) | _page(cursor, limit) | {"totals": "true"}
        return self._call(EntryPage, "GET", "namespace/children", params=params)

    def summary(self, *, path: str, as_user: str | None = None) -> Summary:
        """Exact totals of the subtree at `path`."""
        return self._call(Summary, "GET", "namespace/summary", params=_query(path, as_user))

    def user_groups(self, user: str) -> UserGroups:
        """The groups by which the namenodes check a user's permissions."""
        return self._call(
            UserGroups, "GET", f"users/{quote(user, safe='')}/groups", timeout_s=_SHORT_TIMEOUT_S
        )

    def listable(self, *, user: str, directories: Sequence[str]) -> ListableAnswer:
        """Which of at most 200 directories the user may list now."""
        question = ListableQuestion(directories=list(directories))
        return self._call(
            ListableAnswer,
            "POST",
            f"users/{quote(user, safe='')}/listable",
            body=question.model_dump(mode="json"),
        )

    def stat_inode(self, *, inode_id: int) -> Entry:
        """The entry of an inode, wherever it is."""
        return self._call(Entry, "GET", "namespace/stat", params={"inode_id": str(inode_id)})

    def summary_of_inode(self, *, inode_id: int) -> Summary:
        """Exact totals of the subtree of an inode, wherever it is."""
        params = {"inode_id": str(inode_id)}
        return self._call(Summary, "GET", "namespace/summary", params=params)

    def take_job(self, take: JobTake) -> JobTaken:
        """Have the steps of workers with a lower epoch refused from now on."""
        body = take.model_dump(mode="json")
        return self._call(JobTaken, "POST", "subtree/epochs", body=body)

    def set_quota(self, change: QuotaChange) -> QuotaResult:
        """Set limits; members that were not set in `change` stay as they are."""
        body = change.model_dump(mode="json", exclude_unset=True)
        return self._call(QuotaResult, "PUT", "namespace/quota", body=body)

    def move_to_trash(self, move: TrashMove) -> TrashResult:
        """Move an inode to the trash, wherever it is."""
        return self._call(TrashResult, "POST", "namespace/trash", body=move.model_dump(mode="json"))

    def restore_from_trash(self, restore: TrashRestore) -> Restored:
        """Move an inode from a trash to a path."""
        body = restore.model_dump(mode="json")
        return self._call(Restored, "POST", "namespace/restored", body=body)

    def subtree_step(self, step: SubtreeStep) -> SubtreeStepResult:
        """One bounded step; by contract the same number of a job does nothing twice."""
        body = step.model_dump(mode="json", exclude_none=True)
        return self._call(SubtreeStepResult, "POST", "subtree/steps", body=body)

    def chosen_step(self, step: ChosenStep) -> SubtreeStepResult:
        """One step over chosen inodes; by contract the same number of a job does nothing twice."""
        body = step.model_dump(mode="json", exclude_none=True)
        return self._call(SubtreeStepResult, "POST", "subtree/chosen", body=body)

    def look_at_inodes(self, look: InodesLook) -> InodesSeen:
        """Where at most 200 inodes are and what they are."""
        return self._call(InodesSeen, "POST", "subtree/looks", body=look.model_dump(mode="json"))

    def restore_step(self, step: RestoreStep) -> SubtreeStepResult:
        """One step over chosen inodes; by contract the same number of a job does nothing twice."""
        body = step.model_dump(mode="json", by_alias=True)
        return self._call(SubtreeStepResult, "POST", "subtree/restores", body=body)

    def _call(
        self,
        answer: type[Answer],
        method: Method,
        resource: str,
        *,
        params: dict[str, str] | None = None,
        body: dict[str, Any] | None = None,
        timeout_s: float | None = None,
    ) -> Answer:
        retrying = Retrying(
            retry=retry_if_exception_type(_RoundFailed),
            stop=stop_after_attempt(self._rounds_max),
            wait=wait_random_exponential(multiplier=_RETRY_WAIT_FIRST_S, max=_RETRY_WAIT_MAX_S),
        )
        try:
            response: httpx.Response = retrying(
                self._round,
                method,
                f"/admin/v1/{resource}",
                params,
                body,
                timeout_s=timeout_s,
            )
        except RetryError as error:
            cause = error.last_attempt.exception()
            if isinstance(cause, _RoundFailed) and cause.last is not None:
                raise _problem(cause.last) from cause
            causes = cause.causes if isinstance(cause, _RoundFailed) else {}
            raise NamenodeUnreachable(causes) from cause
        return _parsed(answer, response)

    def _round(
        self,
        method: Method,
        path: str,
        params: dict[str, str] | None,
        body: dict[str, Any] | None,
        *,
        timeout_s: float | None,
    ) -> httpx.Response:
        """Ask each namenode once, the preferred one first."""
        causes: dict[str, str] = {}
        last: httpx.Response | None = None
        headers = self._headers()
        timeout = httpx.USE_CLIENT_DEFAULT if timeout_s is None else httpx.Timeout(timeout_s)
        first = self._preferred
        for offset in range(len(self._urls)):
            index = (first + offset) % len(self._urls)
            url = self._urls[index]
            try:
                response = self._http.request(
                    method, url + path, params=params, json=body, headers=headers, timeout=timeout
                )
            except httpx.TransportError as error:
                causes[url] = type(error).__name__
                continue
            if response.status_code in _MOVE_ON_STATUSES and not _refused_by_all(response):
                causes[url] = f"HTTP {response.status_code}"
                last = response
                continue
            self._preferred = index
            return response
        raise _RoundFailed(causes, last)

    def _headers(self) -> dict[str, str]:
        headers = {"Authorization": f"Bearer {self._token()}"}
        user = self._acting_user()
        if user:
            headers[_ACTOR_HEADER] = quote(user, safe="")
        return headers

    def _token(self) -> str:
        """Read at each round: the file may be made, or replaced, after this process started."""
        try:
            return self._token_file.read_text(encoding="utf-8").strip()
        except OSError as error:
            raise NamenodeUnreachable({str(self._token_file): type(error).__name__}) from error


@lru_cache(maxsize=1)
def _trust() -> ssl.SSLContext:
    """The system's certificates; reading them takes long, so all clients share them."""
    return ssl.create_default_context()


def _refused_by_all(response: httpx.Response) -> bool:
    """Whether no other namenode would answer otherwise, until somebody has it so."""
    return _problem(response).code == SAFE_MODE


def _query(path: str, as_user: str | None) -> dict[str, str]:
    return {"path": path} | ({"as_user": as_user} if as_user is not None else {})


def _page(cursor: str | None, limit: int) -> dict[str, str]:
    return {"limit": str(limit)} | ({"cursor": cursor} if cursor else {})


def _parsed(answer: type[Answer], response: httpx.Response) -> Answer:
    """The answer as its type; NamenodeProblem for a refusal or for an answer off the contract."""
    if not response.is_success:
        raise _problem(response)
    try:
        return answer.model_validate_json(response.content)
    except ValidationError as error:
        raise _off_contract(response, answer) from error


def _problem(response: httpx.Response) -> NamenodeProblem:
    try:
        problem = Problem.model_validate_json(response.content)
    except ValidationError:
        return _off_contract(response, Problem)
    facts = dict(problem.facts or {})
    return NamenodeProblem(
        problem.title,
        status=response.status_code,
        code=problem.code,
        detail=problem.detail or str(facts.pop("hint", "")),
        facts=facts,
    )


def _off_contract(response: httpx.Response, expected: type[BaseModel]) -> NamenodeProblem:
    return NamenodeProblem(
        "A namenode gave an answer that its contract does not have",
        status=502,
        code="bad_answer",
        facts={"http_status": response.status_code, "expected": expected.__name__},
    )
