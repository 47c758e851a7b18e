"""What the commands ask of the namenodes by their admin API (contract: admin-api.yaml)."""

from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal, Self
from urllib.parse import quote

import httpx
from pydantic import BaseModel
from warren_namenode import (
    BAD_ANSWER,
    SAFE_MODE,
    AdminTransport,
    NamenodeProblem,
    NamenodeUnreachable,
    NoToken,
)
from warren_namenode.generated.admin_api import (
    Checkpoint,
    Cluster,
    DatanodeAnswer,
    DatanodeDetails,
    DatanodePage,
    DatanodeServiceChange,
    DirectoryPartitioning,
    DroppedCheckpoint,
    FeedPage,
    FollowState,
    Health,
    LogCopy,
    Namenode,
    NamenodeServiceChange,
    PartitioningChange,
    SmallFiles,
    SmallFileStep,
    SmallFileStepResult,
    SubtreeOperationPage,
    Summary,
    TotalsState,
    TotalsStep,
    TotalsStepResult,
)
from warren_namenode.transport import MOVE_ON_STATUSES, Answer, Method

from warren_cli.admin_tokens import Holder, token_file
from warren_cli.errors import OperatorError
from warren_cli.settings import Settings

# Whoever sits at the command may repeat it: each namenode is asked once.
ROUNDS_MAX: Final = 1
LOOK: Final = "Look at `make status`"

Action = Literal["stop", "start", "crash"]


class NoNamenodeError(OperatorError):
    """No namenode did what was asked; at another time one may."""


class RefusedError(OperatorError):
    """A namenode understood the call and refused it, failed at it, or answered off the contract."""

    def __init__(self, problem: NamenodeProblem) -> None:
        if problem.code == BAD_ANSWER:
            super().__init__(
                "The admin API did not answer properly",
                remedy="Namenodes of another version are asked by the bin/warren of that version",
                **problem.facts,
            )
        else:
            super().__init__(problem.title, remedy=problem.detail, code=problem.code)
        self.status = problem.status
        self.code = problem.code


class AdminCalls:
    """Calls of the namenodes, in turn until one answers. They raise OperatorError.

    That is a NoNamenodeError when none does it, else a RefusedError.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        timeout_s: float,
        holder: Holder = Holder.OPERATOR,
        urls: Sequence[str] | None = None,
        moves_on: Container[int] = MOVE_ON_STATUSES,
        remedy: str = LOOK,
    ) -> None:
        """urls: those to ask, in this order; all namenodes without it.

        moves_on: with these statuses a namenode counts as one that does not answer. remedy: what
        to do when none does.
        """
        self._moves_on = moves_on
        self._remedy = remedy
        timeout_ms = round(timeout_s * 1000)
        self._transport = AdminTransport(
            urls=settings.admin_urls if urls is None else urls,
            token_file=token_file(settings.home, holder),
            timeout_ms=timeout_ms,
            connect_timeout_ms=timeout_ms,
            rounds_max=ROUNDS_MAX,
            moves_on=moves_on,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._transport.close()

    def cluster(self) -> Cluster:
        return self._call(Cluster, "GET", "cluster")

    def summary(self, path: str) -> Summary:
        """Exact totals of the subtree at a path."""
        return self._call(Summary, "GET", "namespace/summary", params={"path": path})

    def datanodes(self, *, cursor: str | None, limit: int) -> DatanodePage:
        return self._call(DatanodePage, "GET", "datanodes", params=_page(cursor, limit))

    def datanode(self, uuid: str) -> DatanodeDetails:
        return self._call(DatanodeAnswer, "GET", f"datanodes/{_quoted(uuid)}").datanode

    def order_datanode(self, uuid: str, change: DatanodeServiceChange) -> DatanodeDetails:
        """Takes a datanode out of service, or back; all namenodes learn of it."""
        resource = f"datanodes/{_quoted(uuid)}/service"
        return self._call(DatanodeAnswer, "PUT", resource, body=change).datanode

    def order_namenode(self, name: str, change: NamenodeServiceChange) -> Namenode:
        """Has a namenode stop serving, or serve again; it follows within a second or two."""
        return self._call(Namenode, "PUT", f"namenodes/{_quoted(name)}/service", body=change)

    def switch_namenode(self, name: str, action: Action) -> Namenode:
        """Stops, ends or starts a namenode of the process that is asked."""
        return self._call(Namenode, "POST", f"process/namenodes/{_quoted(name)}/{action}")

    def partitioning(self, path: str) -> DirectoryPartitioning:
        resource = "directories/partitioning"
        return self._call(DirectoryPartitioning, "GET", resource, params={"path": path})

    def repartition(self, change: PartitioningChange) -> DirectoryPartitioning:
        """Begins to move a directory's children, or turns a running move round."""
        return self._call(DirectoryPartitioning, "PUT", "directories/partitioning", body=change)

    def small_files(self) -> list[SmallFiles]:
        """What each namenode that answers knows of them, at least one."""
        return self._each(SmallFiles, "smallfiles")

    def take_in_small_files(self, step: SmallFileStep) -> SmallFileStepResult:
        return self._call(SmallFileStepResult, "POST", "smallfiles/take-in", body=step)

    def move_out_small_files(self, step: SmallFileStep) -> SmallFileStepResult:
        return self._call(SmallFileStepResult, "POST", "smallfiles/move-out", body=step)

    def follow_states(self) -> list[FollowState]:
        """How far the copy is, as each namenode that answers knows it, at least one."""
        return self._each(FollowState, "follow")

    def totals(self) -> list[TotalsState]:
        """What each namenode that answers knows of directories' totals, at least one."""
        return self._each(TotalsState, "totals")

    def check_totals(self, step: TotalsStep) -> TotalsStepResult:
        return self._call(TotalsStepResult, "POST", "totals/checks", body=step)

    def recount_totals(self, step: TotalsStep) -> TotalsStepResult:
        return self._call(TotalsStepResult, "POST", "totals/recounts", body=step)

    def subtree_operations(self, *, cursor: str | None, limit: int) -> SubtreeOperationPage:
        params = _page(cursor, limit)
        return self._call(SubtreeOperationPage, "GET", "subtree-operations", params=params)

    def feed(self, *, after: str | None, limit: int) -> FeedPage:
        """Changes after a cursor; without one, from the oldest kept."""
        params = {"limit": str(limit)} | ({} if after is None else {"after": after})
        return self._call(FeedPage, "GET", "feed", params=params)

    def take_checkpoint(self) -> Checkpoint:
        return self._call(Checkpoint, "POST", "store/checkpoints")

    def drop_checkpoint(self, name: str) -> None:
        self._call(DroppedCheckpoint, "DELETE", f"store/checkpoints/{_quoted(name)}")

    def copy_log(self, *, after: int) -> LogCopy:
        """Copies what the store wrote after a position; refused where that is not kept."""
        return self._call(LogCopy, "POST", "store/logs", params={"after": str(after)})

    def drop_log(self, name: str) -> None:
        self._call(DroppedCheckpoint, "DELETE", f"store/logs/{_quoted(name)}")

    def _call(
        self,
        answer: type[Answer],
        method: Method,
        resource: str,
        *,
        params: dict[str, str] | None = None,
        body: BaseModel | None = None,
    ) -> Answer:
        content = None if body is None else body.model_dump(mode="json")
        with self._told():
            return self._transport.call(answer, method, resource, params=params, body=content)

    def _each(self, answer: type[Answer], resource: str) -> list[Answer]:
        with self._told():
            return self._transport.each(answer, resource, {}, timeout_s=None)[0]

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Tells the operator how a call failed."""
        try:
            yield
        except NoToken as error:
            raise NoNamenodeError(
                "The token for the namenodes can't be read",
                remedy="A start of this version makes it: start Warren, or restart it",
                file=error.file,
                reason=error.why,
            ) from error
        except NamenodeUnreachable as error:
            tried = "; ".join(f"{url}: {cause}" for url, cause in error.causes.items())
            raise NoNamenodeError(
                "No namenode answers", remedy=self._remedy, tried=tried
            ) from error
        except NamenodeProblem as problem:
            # The transport has asked all of them then, but where safe mode refuses at all alike.
            at_all = problem.status in self._moves_on and problem.code != SAFE_MODE
            if at_all and problem.code != BAD_ANSWER:
                raise NoNamenodeError(
                    "No namenode can do it now",
                    remedy=f"Try again in some seconds. {self._remedy}",
                    said=problem.title,
                    code=problem.code,
                ) from problem
            raise RefusedError(problem) from problem


def health_of(client: httpx.Client, url: str) -> Health:
    """What a namenode says of itself, whether it serves or not; that needs no token.

    Raises httpx.HTTPError, and ValueError for an answer that is no namenode's.
    """
    return Health.model_validate_json(client.get(f"{url}/admin/v1/health").content)


def _page(cursor: str | None, limit: int) -> dict[str, str]:
    return {"limit": str(limit)} | ({} if cursor is None else {"cursor": cursor})


def _quoted(segment: str) -> str:
    return quote(segment, safe="")
