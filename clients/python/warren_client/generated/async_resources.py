"""Operations of the API, by resource, for asyncio."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any, Literal

from warren_client.calls import Call, Tagged, new_key
from warren_client.generated import models
from warren_client.pages import async_items
from warren_client.sending import AsyncSender


class Alerts:
    """What is below `/api/v1/alerts`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def bell(self) -> models.Bell:
        """What changed lately, once for each check, and how much of it I have not read."""
        return await self._sender.answer(
            models.Bell, Call(method="GET", path="/api/v1/alerts/bell")
        )

    async def bell_read(self, body: models.BellReadRequest) -> None:
        """I have read all up to a change."""
        await self._sender.done(Call(method="POST", path="/api/v1/alerts/bell/read", body=body))

    async def channels(self) -> models.AlertChannels:
        """Where alerts go, by name."""
        return await self._sender.answer(
            models.AlertChannels, Call(method="GET", path="/api/v1/alerts/channels")
        )

    async def channel_create(
        self, body: models.AlertChannelWriteRequest, *, idempotency_key: str | None = None
    ) -> models.AlertChannelCreated:
        """Tell another place what changes from now on.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.AlertChannelCreated,
            Call(
                method="POST",
                path="/api/v1/alerts/channels",
                body=body,
                key=idempotency_key or new_key(),
            ),
        )

    async def channel(self, channel_id: int) -> models.AlertChannel:
        """One channel."""
        return await self._sender.answer(
            models.AlertChannel,
            Call(
                method="GET",
                path="/api/v1/alerts/channels/{channel_id}",
                parts={"channel_id": channel_id},
            ),
        )

    async def channel_update(
        self,
        channel_id: int,
        body: models.AlertChannelWriteRequest,
        *,
        if_match: str | Tagged | None = None,
    ) -> models.AlertChannel:
        """Replace a channel's settings; its kind and its secret stay.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        return await self._sender.answer(
            models.AlertChannel,
            Call(
                method="PUT",
                path="/api/v1/alerts/channels/{channel_id}",
                parts={"channel_id": channel_id},
                body=body,
                if_match=if_match,
            ),
        )

    async def channel_delete(
        self, channel_id: int, *, if_match: str | Tagged | None = None
    ) -> None:
        """Delete a channel with its log.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        await self._sender.done(
            Call(
                method="DELETE",
                path="/api/v1/alerts/channels/{channel_id}",
                parts={"channel_id": channel_id},
                if_match=if_match,
            )
        )

    async def channel_secret(
        self, channel_id: int, *, idempotency_key: str | None = None
    ) -> models.AlertSecret:
        """Sign a webhook with another secret from now on.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.AlertSecret,
            Call(
                method="POST",
                path="/api/v1/alerts/channels/{channel_id}/secret",
                parts={"channel_id": channel_id},
                key=idempotency_key or new_key(),
            ),
        )

    async def channel_test(
        self, channel_id: int, *, idempotency_key: str | None = None
    ) -> models.AlertDelivery:
        """Send a test message now, once, and say what became of it.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.AlertDelivery,
            Call(
                method="POST",
                path="/api/v1/alerts/channels/{channel_id}/test",
                parts={"channel_id": channel_id},
                key=idempotency_key or new_key(),
            ),
        )

    async def deliveries(
        self,
        *,
        channel: int | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["created_at", "kind", "state"] | None = None,
        state: Literal["queued", "delivered", "given_up"] | None = None,
    ) -> models.AlertDeliveryPage:
        """What was sent and what became of it, newest first; the last 10,000 are kept.

        cursor: `next_cursor` of the page before.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.AlertDeliveryPage,
            Call(
                method="GET",
                path="/api/v1/alerts/deliveries",
                query={
                    "channel": channel,
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "sort": sort,
                    "state": state,
                },
            ),
        )

    def deliveries_items(
        self,
        *,
        channel: int | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["created_at", "kind", "state"] | None = None,
        state: Literal["queued", "delivered", "given_up"] | None = None,
    ) -> AsyncIterator[models.AlertDelivery]:
        """The items of all pages of `deliveries`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.deliveries(
                channel=channel,
                cursor=page,
                direction=direction,
                limit=limit,
                sort=sort,
                state=state,
            ),
            cursor,
        )


class Approvals:
    """What is below `/api/v1/approvals`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(
        self,
        *,
        actor: str | None = None,
        all: bool | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        kind: Literal[
            "set_quota",
            "set_owner",
            "set_permission",
            "set_replication",
            "set_storage_policy",
            "set_erasure_coding",
            "set_acl",
            "set_xattr",
            "delete",
            "restore",
            "move",
            "undo",
            "take_in",
            "repartition",
            "rebuild_index",
            "repair_index",
            "export",
            "follow_hdfs",
            "take_over",
        ]
        | None = None,
        limit: int | None = None,
        sort: Literal["created_at", "kind", "state", "actor", "path"] | None = None,
    ) -> models.ApprovalPage:
        """Jobs that wait for an approval: those that one may decide oneself.

        actor: Whose job it is.
        all: Also those that are for others to decide.
        cursor: `next_cursor` of the page before.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.ApprovalPage,
            Call(
                method="GET",
                path="/api/v1/approvals",
                query={
                    "actor": actor,
                    "all": all,
                    "cursor": cursor,
                    "direction": direction,
                    "kind": kind,
                    "limit": limit,
                    "sort": sort,
                },
            ),
        )

    def list_items(
        self,
        *,
        actor: str | None = None,
        all: bool | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        kind: Literal[
            "set_quota",
            "set_owner",
            "set_permission",
            "set_replication",
            "set_storage_policy",
            "set_erasure_coding",
            "set_acl",
            "set_xattr",
            "delete",
            "restore",
            "move",
            "undo",
            "take_in",
            "repartition",
            "rebuild_index",
            "repair_index",
            "export",
            "follow_hdfs",
            "take_over",
        ]
        | None = None,
        limit: int | None = None,
        sort: Literal["created_at", "kind", "state", "actor", "path"] | None = None,
    ) -> AsyncIterator[models.Job]:
        """The items of all pages of `list`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.list(
                actor=actor,
                all=all,
                cursor=page,
                direction=direction,
                kind=kind,
                limit=limit,
                sort=sort,
            ),
            cursor,
        )


class Audit:
    """What is below `/api/v1/audit`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(
        self,
        *,
        action: str | None = None,
        actor: str | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        outcome: Literal["accepted", "succeeded", "failed", "denied", "cancelled"] | None = None,
        path: str | None = None,
        since: datetime | None = None,
        sort: Literal["at", "actor", "action", "path", "outcome"] | None = None,
        until: datetime | None = None,
    ) -> models.AuditPage:
        """Changes. Administrators see all, others what they did themselves, viewers only to paths that they may see.

        action: A part of it, in any case: `job`, `token.create`.
        actor: A part of the name, in any case.
        cursor: `next_cursor` of the page before.
        path: This path and everything below it.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.AuditPage,
            Call(
                method="GET",
                path="/api/v1/audit",
                query={
                    "action": action,
                    "actor": actor,
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "outcome": outcome,
                    "path": path,
                    "since": since,
                    "sort": sort,
                    "until": until,
                },
            ),
        )

    def list_items(
        self,
        *,
        action: str | None = None,
        actor: str | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        outcome: Literal["accepted", "succeeded", "failed", "denied", "cancelled"] | None = None,
        path: str | None = None,
        since: datetime | None = None,
        sort: Literal["at", "actor", "action", "path", "outcome"] | None = None,
        until: datetime | None = None,
    ) -> AsyncIterator[models.AuditEntry]:
        """The items of all pages of `list`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.list(
                action=action,
                actor=actor,
                cursor=page,
                direction=direction,
                limit=limit,
                outcome=outcome,
                path=path,
                since=since,
                sort=sort,
                until=until,
            ),
            cursor,
        )

    def file(
        self,
        *,
        action: str | None = None,
        actor: str | None = None,
        outcome: Literal["accepted", "succeeded", "failed", "denied", "cancelled"] | None = None,
        path: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """The audit log as CSV, newest first, as far as I see it: at most 100,000 entries.

        action: A part of it, in any case: `job`, `token.create`.
        actor: A part of the name, in any case.
        path: This path and everything below it.
        """
        return self._sender.chunks(
            Call(
                method="GET",
                path="/api/v1/audit/file",
                query={
                    "action": action,
                    "actor": actor,
                    "outcome": outcome,
                    "path": path,
                    "since": since,
                    "until": until,
                },
            )
        )


class Auth:
    """What is below `/api/v1/auth`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def me(self) -> models.Me:
        """Who I am. Sets the cookie `csrftoken`, even when it answers 401."""
        return await self._sender.answer(models.Me, Call(method="GET", path="/api/v1/auth/me"))

    async def sessions_list(
        self,
        *,
        address: str | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["created_at", "last_seen_at", "address"] | None = None,
    ) -> models.SessionPage:
        """My sessions. Not for API tokens.

        address: Where the last request came from.
        cursor: `next_cursor` of the page before.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.SessionPage,
            Call(
                method="GET",
                path="/api/v1/auth/sessions",
                query={
                    "address": address,
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "sort": sort,
                },
            ),
        )

    def sessions_list_items(
        self,
        *,
        address: str | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["created_at", "last_seen_at", "address"] | None = None,
    ) -> AsyncIterator[models.Session]:
        """The items of all pages of `sessions_list`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.sessions_list(
                address=address, cursor=page, direction=direction, limit=limit, sort=sort
            ),
            cursor,
        )

    async def sessions_end_others(self) -> models.SessionsEnded:
        """End my other sessions, at once. Not for API tokens."""
        return await self._sender.answer(
            models.SessionsEnded, Call(method="DELETE", path="/api/v1/auth/sessions")
        )

    async def sessions_end(self, session_id: int) -> None:
        """End one of my sessions, at once. Not for API tokens."""
        await self._sender.done(
            Call(
                method="DELETE",
                path="/api/v1/auth/sessions/{session_id}",
                parts={"session_id": session_id},
            )
        )

    async def ways(self) -> models.LoginWays:
        """How one can log in here."""
        return await self._sender.answer(
            models.LoginWays, Call(method="GET", path="/api/v1/auth/ways")
        )


class BlockReports:
    """What is below `/api/v1/block-reports`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> models.BlockReportPage:
        """Storages with their last block report, and who reports to whom now.

        cursor: `next_cursor` of the page before.
        """
        return await self._sender.answer(
            models.BlockReportPage,
            Call(
                method="GET", path="/api/v1/block-reports", query={"cursor": cursor, "limit": limit}
            ),
        )

    def list_items(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> AsyncIterator[models.StorageBlockReports]:
        """The items of all pages of `list`, as they are taken; `limit` is of a page."""
        return async_items(lambda page: self.list(cursor=page, limit=limit), cursor)

    async def history(self, storage_id: int) -> models.BlockReportHistory:
        """The kept block reports of one storage, the newest first."""
        return await self._sender.answer(
            models.BlockReportHistory,
            Call(
                method="GET",
                path="/api/v1/block-reports/{storage_id}",
                parts={"storage_id": storage_id},
            ),
        )


class Blocks:
    """What is below `/api/v1/blocks`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def get(self, block_id: str) -> models.Block:
        """One block with its file, its replicas, and what happened to them. Viewers: of files that they may see."""
        return await self._sender.answer(
            models.Block,
            Call(
                method="GET", path="/api/v1/blocks/by-id/{block_id}", parts={"block_id": block_id}
            ),
        )

    async def corrupt(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> models.CorruptReplicaPage:
        """Replicas that a reader or a datanode found corrupt, not replaced yet. Viewers: of files that they may see.

        cursor: `next_cursor` of the page before.
        """
        return await self._sender.answer(
            models.CorruptReplicaPage,
            Call(
                method="GET",
                path="/api/v1/blocks/corrupt",
                query={"cursor": cursor, "limit": limit},
            ),
        )

    def corrupt_items(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> AsyncIterator[models.CorruptReplica]:
        """The items of all pages of `corrupt`, as they are taken; `limit` is of a page."""
        return async_items(lambda page: self.corrupt(cursor=page, limit=limit), cursor)

    async def fsck(
        self, *, path: str, cursor: str | None = None, limit: int | None = None
    ) -> models.FsckPart:
        """A part of a check of the blocks at and below a path.

        cursor: `next_cursor` of the part before.
        limit: Inodes at most; fewer where two seconds are over before.
        path: The file, or the directory with all below it.
        """
        return await self._sender.answer(
            models.FsckPart,
            Call(
                method="GET",
                path="/api/v1/blocks/fsck",
                query={"cursor": cursor, "limit": limit, "path": path},
            ),
        )

    async def health(self) -> models.BlockHealth:
        """How many blocks are not stored as they should be."""
        return await self._sender.answer(
            models.BlockHealth, Call(method="GET", path="/api/v1/blocks/health")
        )

    async def missing(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> models.ProblemBlockPage:
        """Blocks of which no good replica can be reached. Viewers: of files that they may see.

        cursor: `next_cursor` of the page before.
        """
        return await self._sender.answer(
            models.ProblemBlockPage,
            Call(
                method="GET",
                path="/api/v1/blocks/missing",
                query={"cursor": cursor, "limit": limit},
            ),
        )

    def missing_items(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> AsyncIterator[models.ProblemBlock]:
        """The items of all pages of `missing`, as they are taken; `limit` is of a page."""
        return async_items(lambda page: self.missing(cursor=page, limit=limit), cursor)

    async def under_replicated(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> models.ProblemBlockPage:
        """Blocks with too few good replicas or on too few racks, the missing ones included. Viewers: of files that they may see.

        cursor: `next_cursor` of the page before.
        """
        return await self._sender.answer(
            models.ProblemBlockPage,
            Call(
                method="GET",
                path="/api/v1/blocks/under-replicated",
                query={"cursor": cursor, "limit": limit},
            ),
        )

    def under_replicated_items(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> AsyncIterator[models.ProblemBlock]:
        """The items of all pages of `under_replicated`, as they are taken; `limit` is of a page."""
        return async_items(lambda page: self.under_replicated(cursor=page, limit=limit), cursor)


class Cluster:
    """What is below `/api/v1/cluster`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def get(self) -> models.Cluster:
        """Namenodes with the leader, datanodes and capacity."""
        return await self._sender.answer(models.Cluster, Call(method="GET", path="/api/v1/cluster"))

    async def events(
        self,
        *,
        cursor: str | None = None,
        kind: Literal[
            "namenode_joined",
            "namenode_left",
            "namenode_evicted",
            "leader_changed",
            "subtree_lock_broken",
        ]
        | None = None,
        limit: int | None = None,
    ) -> models.ClusterEventPage:
        """Changes of membership, leader and subtree locks, newest first. Viewers: locks of paths that they may see.

        cursor: `next_cursor` of the page before.
        """
        return await self._sender.answer(
            models.ClusterEventPage,
            Call(
                method="GET",
                path="/api/v1/cluster/events",
                query={"cursor": cursor, "kind": kind, "limit": limit},
            ),
        )

    def events_items(
        self,
        *,
        cursor: str | None = None,
        kind: Literal[
            "namenode_joined",
            "namenode_left",
            "namenode_evicted",
            "leader_changed",
            "subtree_lock_broken",
        ]
        | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[models.ClusterEvent]:
        """The items of all pages of `events`, as they are taken; `limit` is of a page."""
        return async_items(lambda page: self.events(cursor=page, kind=kind, limit=limit), cursor)

    async def subtree_operations(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> models.SubtreeOperationPage:
        """Subtree locks that are held now, and whether their owners live. Viewers: of paths that they may see.

        cursor: `next_cursor` of the page before.
        """
        return await self._sender.answer(
            models.SubtreeOperationPage,
            Call(
                method="GET",
                path="/api/v1/cluster/subtree-operations",
                query={"cursor": cursor, "limit": limit},
            ),
        )

    def subtree_operations_items(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> AsyncIterator[models.SubtreeOperation]:
        """The items of all pages of `subtree_operations`, as they are taken; `limit` is of a page."""
        return async_items(lambda page: self.subtree_operations(cursor=page, limit=limit), cursor)


class Datanodes:
    """What is below `/api/v1/datanodes`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(
        self,
        *,
        admin_state: Literal[
            "in_service",
            "decommissioning",
            "decommissioned",
            "entering_maintenance",
            "in_maintenance",
        ]
        | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        hostname: str | None = None,
        limit: int | None = None,
        sort: Literal[
            "hostname",
            "fullness",
            "used_bytes",
            "remaining_bytes",
            "capacity_bytes",
            "last_heartbeat",
        ]
        | None = None,
        state: Literal["live", "stale", "dead"] | None = None,
    ) -> models.DatanodePage:
        """Datanodes with their storages, and usage by type of storage.

        cursor: `next_cursor` of the page before.
        hostname: Part of its host name.
        sort: Without a direction rising by host name, falling by figures.
        """
        return await self._sender.answer(
            models.DatanodePage,
            Call(
                method="GET",
                path="/api/v1/datanodes",
                query={
                    "admin_state": admin_state,
                    "cursor": cursor,
                    "direction": direction,
                    "hostname": hostname,
                    "limit": limit,
                    "sort": sort,
                    "state": state,
                },
            ),
        )

    def list_items(
        self,
        *,
        admin_state: Literal[
            "in_service",
            "decommissioning",
            "decommissioned",
            "entering_maintenance",
            "in_maintenance",
        ]
        | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        hostname: str | None = None,
        limit: int | None = None,
        sort: Literal[
            "hostname",
            "fullness",
            "used_bytes",
            "remaining_bytes",
            "capacity_bytes",
            "last_heartbeat",
        ]
        | None = None,
        state: Literal["live", "stale", "dead"] | None = None,
    ) -> AsyncIterator[models.DatanodeDetails]:
        """The items of all pages of `list`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.list(
                admin_state=admin_state,
                cursor=page,
                direction=direction,
                hostname=hostname,
                limit=limit,
                sort=sort,
                state=state,
            ),
            cursor,
        )

    async def get(self, uuid: str) -> models.DatanodeAnswer:
        """One datanode with its storages."""
        return await self._sender.answer(
            models.DatanodeAnswer,
            Call(method="GET", path="/api/v1/datanodes/{uuid}", parts={"uuid": uuid}),
        )

    async def service_changes(
        self,
        uuid: str,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["asked_at", "state", "service"] | None = None,
        state: Literal["waiting", "done", "failed", "superseded"] | None = None,
    ) -> models.ServiceChangePage:
        """What was asked for of a datanode's service.

        cursor: `next_cursor` of the page before.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.ServiceChangePage,
            Call(
                method="GET",
                path="/api/v1/datanodes/{uuid}/service",
                parts={"uuid": uuid},
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "sort": sort,
                    "state": state,
                },
            ),
        )

    def service_changes_items(
        self,
        uuid: str,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["asked_at", "state", "service"] | None = None,
        state: Literal["waiting", "done", "failed", "superseded"] | None = None,
    ) -> AsyncIterator[models.ServiceChange]:
        """The items of all pages of `service_changes`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.service_changes(
                uuid, cursor=page, direction=direction, limit=limit, sort=sort, state=state
            ),
            cursor,
        )

    async def service_change(
        self, uuid: str, body: models.ServiceWriteRequest, *, idempotency_key: str | None = None
    ) -> models.ServiceChange:
        """Take a datanode out of service, for good or for a while, or back into it.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.ServiceChange,
            Call(
                method="POST",
                path="/api/v1/datanodes/{uuid}/service",
                parts={"uuid": uuid},
                body=body,
                key=idempotency_key or new_key(),
            ),
        )


class Figures:
    """What is below `/api/v1/figures`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def get(
        self,
        *,
        names: str | None = None,
        range: Literal["1h", "6h", "24h", "7d", "30d"] | None = None,
    ) -> models.Figures:
        """What the cluster did and held over time: a day finely, thirty days coarsely.

        names: Which figures, comma separated; all without it.
        """
        return await self._sender.answer(
            models.Figures,
            Call(method="GET", path="/api/v1/figures", query={"names": names, "range": range}),
        )

    async def forecast(self) -> models.Forecast:
        """When the disks are full if they fill up as they did in the last thirty days."""
        return await self._sender.answer(
            models.Forecast, Call(method="GET", path="/api/v1/figures/forecast")
        )


class Files:
    """What is below `/api/v1/files`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    def download(self, *, path: str) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """The contents of a file, as far as HDFS lets the user himself read it."""
        return self._sender.chunks(
            Call(method="GET", path="/api/v1/files/content", query={"path": path})
        )

    async def upload(
        self,
        contents: bytes,
        *,
        path: str,
        overwrite: bool | None = None,
        if_match: str | Tagged | None = None,
    ) -> models.FileState:
        """Write a file, as the user himself. It is seen when it is whole.

        overwrite: Whether a file that is there may be replaced.
        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        return await self._sender.answer(
            models.FileState,
            Call(
                method="PUT",
                path="/api/v1/files/content",
                query={"overwrite": overwrite, "path": path},
                contents=contents,
                if_match=if_match,
            ),
        )

    async def make_directory(
        self, body: models.DirectoryMakeRequest, *, idempotency_key: str | None = None
    ) -> models.Permissions:
        """Make a directory, as the user himself.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.Permissions,
            Call(
                method="POST",
                path="/api/v1/files/directories",
                body=body,
                key=idempotency_key or new_key(),
            ),
        )

    async def move(
        self, body: models.EntryMoveRequest, *, idempotency_key: str | None = None
    ) -> models.Permissions:
        """Give a file or a directory another name or place, as the user himself.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.Permissions,
            Call(
                method="POST",
                path="/api/v1/files/moves",
                body=body,
                key=idempotency_key or new_key(),
            ),
        )

    async def permissions(self, *, path: str) -> models.Permissions:
        """Mode, owner, group and ACL of a path."""
        return await self._sender.answer(
            models.Permissions,
            Call(method="GET", path="/api/v1/files/permissions", query={"path": path}),
        )

    async def set_permissions(
        self,
        body: models.PermissionsWriteRequest | None = None,
        *,
        path: str,
        if_match: str | Tagged | None = None,
    ) -> models.Permissions:
        """Change mode, owner, group or ACL of one path, as the user himself.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        return await self._sender.answer(
            models.Permissions,
            Call(
                method="PUT",
                path="/api/v1/files/permissions",
                query={"path": path},
                body=body,
                if_match=if_match,
            ),
        )

    async def table(self, *, path: str) -> models.TableHead:
        """Columns and first rows of a Parquet, ORC or Avro file, if I may read it in HDFS; my role grants nothing here."""
        return await self._sender.answer(
            models.TableHead, Call(method="GET", path="/api/v1/files/table", query={"path": path})
        )


class Guard:
    """What is below `/api/v1/guard`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def limits(self) -> models.RoleLimits:
        """What administrators, and all others, may do at most."""
        return await self._sender.answer(
            models.RoleLimits, Call(method="GET", path="/api/v1/guard/limits")
        )

    async def limit(self, role: str) -> models.RoleLimit:
        """What users of one role may do at most."""
        return await self._sender.answer(
            models.RoleLimit,
            Call(method="GET", path="/api/v1/guard/limits/{role}", parts={"role": role}),
        )

    async def limit_set(
        self, role: str, body: models.RoleLimitWriteRequest, *, if_match: str | Tagged | None = None
    ) -> models.RoleLimit:
        """Limit the jobs of a role's users, from now on.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        return await self._sender.answer(
            models.RoleLimit,
            Call(
                method="PUT",
                path="/api/v1/guard/limits/{role}",
                parts={"role": role},
                body=body,
                if_match=if_match,
            ),
        )

    async def rules(self) -> models.GuardRules:
        """The rules that have jobs wait for a second person."""
        return await self._sender.answer(
            models.GuardRules, Call(method="GET", path="/api/v1/guard/rules")
        )

    async def rule_create(
        self, body: models.GuardRuleWriteRequest, *, idempotency_key: str | None = None
    ) -> models.GuardRule:
        """Have more jobs wait for a second person, from now on.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.GuardRule,
            Call(
                method="POST",
                path="/api/v1/guard/rules",
                body=body,
                key=idempotency_key or new_key(),
            ),
        )

    async def rule(self, rule_id: int) -> models.GuardRule:
        """One rule."""
        return await self._sender.answer(
            models.GuardRule,
            Call(method="GET", path="/api/v1/guard/rules/{rule_id}", parts={"rule_id": rule_id}),
        )

    async def rule_update(
        self,
        rule_id: int,
        body: models.GuardRuleWriteRequest,
        *,
        if_match: str | Tagged | None = None,
    ) -> models.GuardRule:
        """Change a rule. Jobs that wait already keep the demand that held when they began to; for jobs of who changes it the former rule holds on for a while.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        return await self._sender.answer(
            models.GuardRule,
            Call(
                method="PUT",
                path="/api/v1/guard/rules/{rule_id}",
                parts={"rule_id": rule_id},
                body=body,
                if_match=if_match,
            ),
        )

    async def rule_delete(self, rule_id: int, *, if_match: str | Tagged | None = None) -> None:
        """Delete a rule. For jobs of who deletes it, it holds on for a while.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        await self._sender.done(
            Call(
                method="DELETE",
                path="/api/v1/guard/rules/{rule_id}",
                parts={"rule_id": rule_id},
                if_match=if_match,
            )
        )

    async def windows(self) -> models.FreezeWindows:
        """The windows in which jobs don't begin to act, and which of them hold now."""
        return await self._sender.answer(
            models.FreezeWindows, Call(method="GET", path="/api/v1/guard/windows")
        )

    async def window_create(
        self, body: models.FreezeWindowWriteRequest, *, idempotency_key: str | None = None
    ) -> models.FreezeWindow:
        """Freeze jobs for a time, once or weekly. Dry runs stay allowed.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.FreezeWindow,
            Call(
                method="POST",
                path="/api/v1/guard/windows",
                body=body,
                key=idempotency_key or new_key(),
            ),
        )

    async def window(self, window_id: int) -> models.FreezeWindow:
        """One window."""
        return await self._sender.answer(
            models.FreezeWindow,
            Call(
                method="GET",
                path="/api/v1/guard/windows/{window_id}",
                parts={"window_id": window_id},
            ),
        )

    async def window_update(
        self,
        window_id: int,
        body: models.FreezeWindowWriteRequest,
        *,
        if_match: str | Tagged | None = None,
    ) -> models.FreezeWindow:
        """Change a window. One that was lifted holds again.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        return await self._sender.answer(
            models.FreezeWindow,
            Call(
                method="PUT",
                path="/api/v1/guard/windows/{window_id}",
                parts={"window_id": window_id},
                body=body,
                if_match=if_match,
            ),
        )

    async def window_delete(self, window_id: int, *, if_match: str | Tagged | None = None) -> None:
        """Delete a window; what it holds goes on.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        await self._sender.done(
            Call(
                method="DELETE",
                path="/api/v1/guard/windows/{window_id}",
                parts={"window_id": window_id},
                if_match=if_match,
            )
        )

    async def window_lift(self, window_id: int) -> models.FreezeWindow:
        """Let jobs act although a window holds, until its end; a weekly one holds again."""
        return await self._sender.answer(
            models.FreezeWindow,
            Call(
                method="POST",
                path="/api/v1/guard/windows/{window_id}/lift",
                parts={"window_id": window_id},
            ),
        )


class Health:
    """What is below `/api/v1/health`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def get(self) -> models.Health:
        """200 when the platform works, perhaps with limits; 503 when a part is down."""
        return await self._sender.answer(models.Health, Call(method="GET", path="/api/v1/health"))

    async def changes(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        key: Literal[
            "workers",
            "namenodes",
            "leader",
            "evictions",
            "leader_services",
            "crowding",
            "missing_blocks",
            "under_replicated_blocks",
            "corrupt_replicas",
            "healing",
            "datanodes",
            "heartbeats",
            "disk_space",
            "capacity",
            "failed_disks",
            "slow_peers",
            "slow_disks",
            "block_reports",
            "ndb_nodes",
            "ndb_memory",
            "ndb_redo",
            "small_files",
            "directory_totals",
            "search_lag",
            "sql_lag",
            "drift",
            "dead_letters",
            "failed_jobs",
            "lifecycle_rules",
            "tokens",
            "certificates",
            "backups",
            "clocks",
        ]
        | None = None,
        limit: int | None = None,
        sort: Literal["at", "key", "verdict"] | None = None,
        verdict: Literal["ok", "warning", "error", "unknown"] | None = None,
    ) -> models.HealthChangePage:
        """Changes of the checks' verdicts, newest first; the last 10,000 are kept.

        cursor: `next_cursor` of the page before.
        sort: Without a direction falling.
        verdict: To which it changed.
        """
        return await self._sender.answer(
            models.HealthChangePage,
            Call(
                method="GET",
                path="/api/v1/health/changes",
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "key": key,
                    "limit": limit,
                    "sort": sort,
                    "verdict": verdict,
                },
            ),
        )

    def changes_items(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        key: Literal[
            "workers",
            "namenodes",
            "leader",
            "evictions",
            "leader_services",
            "crowding",
            "missing_blocks",
            "under_replicated_blocks",
            "corrupt_replicas",
            "healing",
            "datanodes",
            "heartbeats",
            "disk_space",
            "capacity",
            "failed_disks",
            "slow_peers",
            "slow_disks",
            "block_reports",
            "ndb_nodes",
            "ndb_memory",
            "ndb_redo",
            "small_files",
            "directory_totals",
            "search_lag",
            "sql_lag",
            "drift",
            "dead_letters",
            "failed_jobs",
            "lifecycle_rules",
            "tokens",
            "certificates",
            "backups",
            "clocks",
        ]
        | None = None,
        limit: int | None = None,
        sort: Literal["at", "key", "verdict"] | None = None,
        verdict: Literal["ok", "warning", "error", "unknown"] | None = None,
    ) -> AsyncIterator[models.HealthChange]:
        """The items of all pages of `changes`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.changes(
                cursor=page, direction=direction, key=key, limit=limit, sort=sort, verdict=verdict
            ),
            cursor,
        )

    async def checks(self) -> models.HealthChecks:
        """Every check with its verdict, reason and remedy, and the verdict of the whole."""
        return await self._sender.answer(
            models.HealthChecks, Call(method="GET", path="/api/v1/health/checks")
        )

    async def mute(self, key: str, body: models.HealthMutingRequest) -> models.HealthMute:
        """Leave a check out of the verdict until a time."""
        return await self._sender.answer(
            models.HealthMute,
            Call(
                method="PUT", path="/api/v1/health/checks/{key}/mute", parts={"key": key}, body=body
            ),
        )

    async def unmute(self, key: str) -> None:
        """Let a muted check count again."""
        await self._sender.done(
            Call(method="DELETE", path="/api/v1/health/checks/{key}/mute", parts={"key": key})
        )


class Heat:
    """What is below `/api/v1/heat`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def get(
        self,
        *,
        by: Literal[
            "operation",
            "user",
            "address",
            "application",
            "directory",
            "path",
            "user_operation",
            "user_address",
            "user_application",
            "directory_user",
            "directory_operation",
        ]
        | None = None,
        key: str | None = None,
        limit: int | None = None,
        of: str | None = None,
        shards: bool | None = None,
        window: Literal["10s", "1m", "10m", "1h"] | None = None,
    ) -> models.Heat:
        """Users, addresses, applications, directories and calls that cost most lately.

        by: What calls are counted by; pairs have `key` and `of`.
        key: Only entries with this key, as a directory's users.
        of: Only pairs with this second part, as a user's directories.
        shards: Whether to look up which shard the children of directories are in.
        """
        return await self._sender.answer(
            models.Heat,
            Call(
                method="GET",
                path="/api/v1/heat",
                query={
                    "by": by,
                    "key": key,
                    "limit": limit,
                    "of": of,
                    "shards": shards,
                    "window": window,
                },
            ),
        )

    async def shards_get(
        self, *, range: Literal["10m", "1h", "6h", "24h"] | None = None, table: str | None = None
    ) -> models.HeatShards:
        """How load is spread over the store's shards, over up to a day.

        table: Only the load of this table; all tables without it.
        """
        return await self._sender.answer(
            models.HeatShards,
            Call(method="GET", path="/api/v1/heat/shards", query={"range": range, "table": table}),
        )

    async def shard_get(
        self, shard: int, *, window: Literal["10s", "1m", "10m", "1h"] | None = None
    ) -> models.HeatShard:
        """The tables of one shard, and the hottest directories whose children it has."""
        return await self._sender.answer(
            models.HeatShard,
            Call(
                method="GET",
                path="/api/v1/heat/shards/{shard}",
                parts={"shard": shard},
                query={"window": window},
            ),
        )


class Jobs:
    """What is below `/api/v1/jobs`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(
        self,
        *,
        actor: str | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        kind: Literal[
            "set_quota",
            "set_owner",
            "set_permission",
            "set_replication",
            "set_storage_policy",
            "set_erasure_coding",
            "set_acl",
            "set_xattr",
            "delete",
            "restore",
            "move",
            "undo",
            "take_in",
            "repartition",
            "rebuild_index",
            "repair_index",
            "export",
            "follow_hdfs",
            "take_over",
        ]
        | None = None,
        limit: int | None = None,
        sort: Literal["created_at", "kind", "state", "actor", "path"] | None = None,
        state: Literal[
            "waiting_for_approval",
            "refused",
            "queued",
            "running",
            "pausing",
            "paused",
            "cancelling",
            "cancelled",
            "succeeded",
            "succeeded_with_errors",
            "failed",
        ]
        | None = None,
    ) -> models.JobPage:
        """Jobs. Viewers: of paths that they may see.

        actor: Whose jobs.
        cursor: `next_cursor` of the page before.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.JobPage,
            Call(
                method="GET",
                path="/api/v1/jobs",
                query={
                    "actor": actor,
                    "cursor": cursor,
                    "direction": direction,
                    "kind": kind,
                    "limit": limit,
                    "sort": sort,
                    "state": state,
                },
            ),
        )

    def list_items(
        self,
        *,
        actor: str | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        kind: Literal[
            "set_quota",
            "set_owner",
            "set_permission",
            "set_replication",
            "set_storage_policy",
            "set_erasure_coding",
            "set_acl",
            "set_xattr",
            "delete",
            "restore",
            "move",
            "undo",
            "take_in",
            "repartition",
            "rebuild_index",
            "repair_index",
            "export",
            "follow_hdfs",
            "take_over",
        ]
        | None = None,
        limit: int | None = None,
        sort: Literal["created_at", "kind", "state", "actor", "path"] | None = None,
        state: Literal[
            "waiting_for_approval",
            "refused",
            "queued",
            "running",
            "pausing",
            "paused",
            "cancelling",
            "cancelled",
            "succeeded",
            "succeeded_with_errors",
            "failed",
        ]
        | None = None,
    ) -> AsyncIterator[models.Job]:
        """The items of all pages of `list`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.list(
                actor=actor,
                cursor=page,
                direction=direction,
                kind=kind,
                limit=limit,
                sort=sort,
                state=state,
            ),
            cursor,
        )

    async def create(
        self, body: models.JobCreateRequest | None = None, *, idempotency_key: str | None = None
    ) -> models.Job:
        """Start a job, or its dry run.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.Job,
            Call(method="POST", path="/api/v1/jobs", body=body, key=idempotency_key or new_key()),
        )

    async def get(self, job_id: int) -> models.Job:
        """One job with its progress. Viewers: of paths that they may see."""
        return await self._sender.answer(
            models.Job, Call(method="GET", path="/api/v1/jobs/{job_id}", parts={"job_id": job_id})
        )

    async def approve(self, job_id: int, body: models.JobApproveRequest) -> models.Job:
        """Let a job of somebody else begin that waits for a second person."""
        return await self._sender.answer(
            models.Job,
            Call(
                method="POST",
                path="/api/v1/jobs/{job_id}/approve",
                parts={"job_id": job_id},
                body=body,
            ),
        )

    async def cancel(self, job_id: int) -> models.Job:
        """Stop a job after the step that is under way. What it changed stays changed."""
        return await self._sender.answer(
            models.Job,
            Call(method="POST", path="/api/v1/jobs/{job_id}/cancel", parts={"job_id": job_id}),
        )

    async def changes(
        self, job_id: int, *, cursor: str | None = None, limit: int | None = None
    ) -> models.JobChangePage:
        """What the job changed, inode by inode: values before and after. Not for viewers.

        cursor: `next_cursor` of the page before.
        """
        return await self._sender.answer(
            models.JobChangePage,
            Call(
                method="GET",
                path="/api/v1/jobs/{job_id}/changes",
                parts={"job_id": job_id},
                query={"cursor": cursor, "limit": limit},
            ),
        )

    def changes_items(
        self, job_id: int, *, cursor: str | None = None, limit: int | None = None
    ) -> AsyncIterator[models.JobChange]:
        """The items of all pages of `changes`, as they are taken; `limit` is of a page."""
        return async_items(lambda page: self.changes(job_id, cursor=page, limit=limit), cursor)

    def changes_file(self, job_id: int) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """What the job changed, as CSV, a line for each value. Not for viewers."""
        return self._sender.chunks(
            Call(method="GET", path="/api/v1/jobs/{job_id}/changes/file", parts={"job_id": job_id})
        )

    async def check_named(self, job_id: int) -> models.JobCheckNamedList:
        """Entries that the last check found changed, gone or joined: the first 100 of each. Not for viewers."""
        return await self._sender.answer(
            models.JobCheckNamedList,
            Call(method="GET", path="/api/v1/jobs/{job_id}/check", parts={"job_id": job_id}),
        )

    async def check(self, job_id: int) -> models.Job:
        """Look at what of a plan is still as it was. Changes nothing."""
        return await self._sender.answer(
            models.Job,
            Call(method="POST", path="/api/v1/jobs/{job_id}/check", parts={"job_id": job_id}),
        )

    async def errors(
        self,
        job_id: int,
        *,
        code: str | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["met_at", "path", "code"] | None = None,
    ) -> models.JobErrorPage:
        """Items that the job could not change. Not for viewers.

        cursor: `next_cursor` of the page before.
        sort: Without a direction rising.
        """
        return await self._sender.answer(
            models.JobErrorPage,
            Call(
                method="GET",
                path="/api/v1/jobs/{job_id}/errors",
                parts={"job_id": job_id},
                query={
                    "code": code,
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "sort": sort,
                },
            ),
        )

    def errors_items(
        self,
        job_id: int,
        *,
        code: str | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["met_at", "path", "code"] | None = None,
    ) -> AsyncIterator[models.JobError]:
        """The items of all pages of `errors`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.errors(
                job_id, code=code, cursor=page, direction=direction, limit=limit, sort=sort
            ),
            cursor,
        )

    def errors_file(self, job_id: int) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """Items that the job could not change, as CSV. Not for viewers."""
        return self._sender.chunks(
            Call(method="GET", path="/api/v1/jobs/{job_id}/errors/file", parts={"job_id": job_id})
        )

    async def pause(self, job_id: int) -> models.Job:
        """Have a job stand still after the step that is under way. It waits, however long."""
        return await self._sender.answer(
            models.Job,
            Call(method="POST", path="/api/v1/jobs/{job_id}/pause", parts={"job_id": job_id}),
        )

    async def priority(self, job_id: int, body: models.JobPriorityRequest) -> models.Job:
        """Make a job that has not ended more or less urgent, from its next turn on."""
        return await self._sender.answer(
            models.Job,
            Call(
                method="POST",
                path="/api/v1/jobs/{job_id}/priority",
                parts={"job_id": job_id},
                body=body,
            ),
        )

    async def promote(
        self, job_id: int, body: models.JobPromoteRequest | None = None
    ) -> models.Job:
        """Do what a finished dry run tried. Refused when that is too old, or its path names another inode now, or quotas would be exceeded."""
        return await self._sender.answer(
            models.Job,
            Call(
                method="POST",
                path="/api/v1/jobs/{job_id}/promote",
                parts={"job_id": job_id},
                body=body,
            ),
        )

    async def rate(self, job_id: int, body: models.JobRateRequest) -> models.Job:
        """Bound a job that has not ended to so many inodes a second, or lift its bound."""
        return await self._sender.answer(
            models.Job,
            Call(
                method="POST",
                path="/api/v1/jobs/{job_id}/rate",
                parts={"job_id": job_id},
                body=body,
            ),
        )

    async def refuse(self, job_id: int, body: models.JobRefuseRequest) -> models.Job:
        """End a job of somebody else that waits for a second person."""
        return await self._sender.answer(
            models.Job,
            Call(
                method="POST",
                path="/api/v1/jobs/{job_id}/refuse",
                parts={"job_id": job_id},
                body=body,
            ),
        )

    async def resume(self, job_id: int) -> models.Job:
        """Let a paused job go on from where it stands."""
        return await self._sender.answer(
            models.Job,
            Call(method="POST", path="/api/v1/jobs/{job_id}/resume", parts={"job_id": job_id}),
        )

    async def undo(
        self,
        job_id: int,
        body: models.JobUndoRequest | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> models.Job:
        """Take back what a finished job changed, or try that in a dry run.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.Job,
            Call(
                method="POST",
                path="/api/v1/jobs/{job_id}/undo",
                parts={"job_id": job_id},
                body=body,
                key=idempotency_key or new_key(),
            ),
        )


class Limits:
    """What is below `/api/v1/limits`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def get(self) -> models.Limits:
        """The limits that the namenodes go by, with what they let in and refused."""
        return await self._sender.answer(models.Limits, Call(method="GET", path="/api/v1/limits"))

    async def set(
        self, body: models.LimitWriteRequest, *, idempotency_key: str | None = None
    ) -> models.LimitChange:
        """Hold a user, an address or an application to so many calls a second.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.LimitChange,
            Call(method="POST", path="/api/v1/limits", body=body, key=idempotency_key or new_key()),
        )

    async def lift(
        self, *, kind: Literal["user", "address", "application"], name: str, reason: str
    ) -> models.LimitChange:
        """Let all calls of someone in again.

        name: A user's short name, an IP address, or the whole caller context of an application, of
        which the first 128 characters count.
        reason: For the record of changes.
        """
        return await self._sender.answer(
            models.LimitChange,
            Call(
                method="DELETE",
                path="/api/v1/limits",
                query={"kind": kind, "name": name, "reason": reason},
            ),
        )

    async def changes(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        kind: Literal["user", "address", "application"] | None = None,
        limit: int | None = None,
        sort: Literal["asked_at", "kind", "name", "state"] | None = None,
        state: Literal["waiting", "done", "failed", "superseded"] | None = None,
    ) -> models.LimitChangePage:
        """Limits that were set and lifted; the last 1,000 are kept.

        cursor: `next_cursor` of the page before.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.LimitChangePage,
            Call(
                method="GET",
                path="/api/v1/limits/changes",
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "kind": kind,
                    "limit": limit,
                    "sort": sort,
                    "state": state,
                },
            ),
        )

    def changes_items(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        kind: Literal["user", "address", "application"] | None = None,
        limit: int | None = None,
        sort: Literal["asked_at", "kind", "name", "state"] | None = None,
        state: Literal["waiting", "done", "failed", "superseded"] | None = None,
    ) -> AsyncIterator[models.LimitChange]:
        """The items of all pages of `changes`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.changes(
                cursor=page, direction=direction, kind=kind, limit=limit, sort=sort, state=state
            ),
            cursor,
        )

    async def change(self, change_id: int) -> models.LimitChangeDetails:
        """One change, with what calls cost before and after it."""
        return await self._sender.answer(
            models.LimitChangeDetails,
            Call(
                method="GET",
                path="/api/v1/limits/changes/{change_id}",
                parts={"change_id": change_id},
            ),
        )

    async def what_if(
        self, *, calls_per_second: int, kind: Literal["user", "address", "application"], name: str
    ) -> models.WhatIf:
        """What a limit would have done in the last minute, and to whom.

        calls_per_second: At each namenode.
        name: A user's short name, an IP address, or the whole caller context of an application, of
        which the first 128 characters count.
        """
        return await self._sender.answer(
            models.WhatIf,
            Call(
                method="GET",
                path="/api/v1/limits/what-if",
                query={"calls_per_second": calls_per_second, "kind": kind, "name": name},
            ),
        )


class Migration:
    """What is below `/api/v1/migration`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def get(self) -> models.Migration:
        """How far the migration from an HDFS is, and what is known of each phase."""
        return await self._sender.answer(
            models.Migration, Call(method="GET", path="/api/v1/migration")
        )

    def findings_file(self) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """All that the last rehearsal of a take-over found, as CSV."""
        return self._sender.chunks(Call(method="GET", path="/api/v1/migration/findings/file"))

    async def take_over(self, *, idempotency_key: str | None = None) -> models.TakeOverOrdered:
        """Begin the take-over that somebody asked for and somebody else approved.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.TakeOverOrdered,
            Call(
                method="POST", path="/api/v1/migration/take-over", key=idempotency_key or new_key()
            ),
        )


class Namenodes:
    """What is below `/api/v1/namenodes`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def service_changes(
        self,
        name: str,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["asked_at", "state", "service"] | None = None,
        state: Literal["waiting", "done", "failed", "superseded"] | None = None,
    ) -> models.NamenodeServiceChangePage:
        """What was asked for of a namenode's service.

        cursor: `next_cursor` of the page before.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.NamenodeServiceChangePage,
            Call(
                method="GET",
                path="/api/v1/namenodes/{name}/service",
                parts={"name": name},
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "sort": sort,
                    "state": state,
                },
            ),
        )

    def service_changes_items(
        self,
        name: str,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["asked_at", "state", "service"] | None = None,
        state: Literal["waiting", "done", "failed", "superseded"] | None = None,
    ) -> AsyncIterator[models.NamenodeServiceChange]:
        """The items of all pages of `service_changes`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.service_changes(
                name, cursor=page, direction=direction, limit=limit, sort=sort, state=state
            ),
            cursor,
        )

    async def service_change(
        self,
        name: str,
        body: models.NamenodeServiceWriteRequest,
        *,
        idempotency_key: str | None = None,
    ) -> models.NamenodeServiceChange:
        """Drain a namenode, or have it serve again.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.NamenodeServiceChange,
            Call(
                method="POST",
                path="/api/v1/namenodes/{name}/service",
                parts={"name": name},
                body=body,
                key=idempotency_key or new_key(),
            ),
        )


class Namespace:
    """What is below `/api/v1/namespace`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def changes(self, *, path: str, cursor: str | None = None) -> models.InodeChangePage:
        """What was changed of a file or directory, newest first.

        cursor: `next_cursor` of the part before.
        """
        return await self._sender.answer(
            models.InodeChangePage,
            Call(
                method="GET",
                path="/api/v1/namespace/changes",
                query={"cursor": cursor, "path": path},
            ),
        )

    def changes_items(
        self, *, path: str, cursor: str | None = None
    ) -> AsyncIterator[models.InodeChange]:
        """The items of all pages of `changes`, as they are taken; `limit` is of a page."""
        return async_items(lambda page: self.changes(cursor=page, path=path), cursor)

    async def checksum(self, *, path: str) -> models.Checksum:
        """The checksum of a file, if I may read it in HDFS; my role grants nothing here."""
        return await self._sender.answer(
            models.Checksum,
            Call(method="GET", path="/api/v1/namespace/checksum", query={"path": path}),
        )

    async def children(
        self, *, path: str, cursor: str | None = None, limit: int | None = None
    ) -> models.EntryPage:
        """Children of a directory in name order.

        cursor: `next_cursor` of the page before.
        """
        return await self._sender.answer(
            models.EntryPage,
            Call(
                method="GET",
                path="/api/v1/namespace/children",
                query={"cursor": cursor, "limit": limit, "path": path},
            ),
        )

    def children_items(
        self, *, path: str, cursor: str | None = None, limit: int | None = None
    ) -> AsyncIterator[models.Entry]:
        """The items of all pages of `children`, as they are taken; `limit` is of a page."""
        return async_items(lambda page: self.children(cursor=page, limit=limit, path=path), cursor)

    async def details(self, *, path: str) -> models.EntryDetails:
        """All that HDFS tells me about one path: ACL, policies, blocks, snapshots."""
        return await self._sender.answer(
            models.EntryDetails,
            Call(method="GET", path="/api/v1/namespace/details", query={"path": path}),
        )

    async def entry(self, *, path: str) -> models.Entry:
        """One file or directory."""
        return await self._sender.answer(
            models.Entry, Call(method="GET", path="/api/v1/namespace/entry", query={"path": path})
        )

    async def preview(self, *, path: str) -> models.Preview:
        """The first bytes of a file, if I may read it in HDFS; my role grants nothing here."""
        return await self._sender.answer(
            models.Preview,
            Call(method="GET", path="/api/v1/namespace/preview", query={"path": path}),
        )

    async def usage(self, *, path: str) -> models.Usage:
        """Exact totals of a subtree, with its quota."""
        return await self._sender.answer(
            models.Usage, Call(method="GET", path="/api/v1/namespace/usage", query={"path": path})
        )


class Overview:
    """What is below `/api/v1/overview`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def get(self) -> models.Overview:
        """Totals of the namespace, freshness of the search index, cluster and jobs."""
        return await self._sender.answer(
            models.Overview, Call(method="GET", path="/api/v1/overview")
        )


class Pipeline:
    """What is below `/api/v1/pipeline`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def get(self) -> models.Pipeline:
        """Stages of the change pipeline with position, lag, rate and errors; last proof."""
        return await self._sender.answer(
            models.Pipeline, Call(method="GET", path="/api/v1/pipeline")
        )

    async def command(
        self, body: models.PipelineCommandRequest, *, idempotency_key: str | None = None
    ) -> models.Pipeline:
        """Pause or resume the indexer, or begin a job that rebuilds or repairs the index.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.Pipeline,
            Call(
                method="POST", path="/api/v1/pipeline", body=body, key=idempotency_key or new_key()
            ),
        )

    async def dead_letters_list(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> models.DeadLetterPage:
        """Messages that could not be understood, newest first.

        cursor: `next_cursor` of the page before.
        """
        return await self._sender.answer(
            models.DeadLetterPage,
            Call(
                method="GET",
                path="/api/v1/pipeline/dead-letters",
                query={"cursor": cursor, "limit": limit},
            ),
        )

    def dead_letters_list_items(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> AsyncIterator[models.DeadLetter]:
        """The items of all pages of `dead_letters_list`, as they are taken; `limit` is of a page."""
        return async_items(lambda page: self.dead_letters_list(cursor=page, limit=limit), cursor)

    async def dead_letter_replay(self, offset: int, *, idempotency_key: str | None = None) -> None:
        """Send a dead letter through the pipeline again.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        await self._sender.done(
            Call(
                method="POST",
                path="/api/v1/pipeline/dead-letters/{offset}/replay",
                parts={"offset": offset},
                key=idempotency_key or new_key(),
            )
        )


class Roles:
    """What is below `/api/v1/roles`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(self) -> models.Roles:
        """All roles, and what a role can hold."""
        return await self._sender.answer(models.Roles, Call(method="GET", path="/api/v1/roles"))

    async def create(
        self, body: models.RoleCreateRequest, *, idempotency_key: str | None = None
    ) -> models.RoleDetails:
        """Make a role of chosen permissions.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.RoleDetails,
            Call(method="POST", path="/api/v1/roles", body=body, key=idempotency_key or new_key()),
        )

    async def get(self, role_id: int) -> models.RoleDetails:
        """One role of administrators' making."""
        return await self._sender.answer(
            models.RoleDetails,
            Call(method="GET", path="/api/v1/roles/{role_id}", parts={"role_id": role_id}),
        )

    async def update(
        self, role_id: int, body: models.RoleUpdateRequest, *, if_match: str | Tagged | None = None
    ) -> models.RoleDetails:
        """Change what a role holds. What its users began with other rights ends.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        return await self._sender.answer(
            models.RoleDetails,
            Call(
                method="PUT",
                path="/api/v1/roles/{role_id}",
                parts={"role_id": role_id},
                body=body,
                if_match=if_match,
            ),
        )

    async def delete(self, role_id: int, *, if_match: str | Tagged | None = None) -> None:
        """Delete a role that nobody has.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        await self._sender.done(
            Call(
                method="DELETE",
                path="/api/v1/roles/{role_id}",
                parts={"role_id": role_id},
                if_match=if_match,
            )
        )

    async def groups_list(self) -> models.GroupAssignments:
        """Which groups of the organisation give which roles, besides those of the settings."""
        return await self._sender.answer(
            models.GroupAssignments, Call(method="GET", path="/api/v1/roles/groups")
        )

    async def groups_create(
        self, body: models.GroupAssignmentWriteRequest, *, idempotency_key: str | None = None
    ) -> models.GroupAssignment:
        """Have a group give a role, from its users' next login on.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.GroupAssignment,
            Call(
                method="POST",
                path="/api/v1/roles/groups",
                body=body,
                key=idempotency_key or new_key(),
            ),
        )

    async def groups_get(self, assignment_id: int) -> models.GroupAssignment:
        """One role that a group gives."""
        return await self._sender.answer(
            models.GroupAssignment,
            Call(
                method="GET",
                path="/api/v1/roles/groups/{assignment_id}",
                parts={"assignment_id": assignment_id},
            ),
        )

    async def groups_delete(
        self, assignment_id: int, *, if_match: str | Tagged | None = None
    ) -> None:
        """Have a group give a role no more. Who got it loses it now.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        await self._sender.done(
            Call(
                method="DELETE",
                path="/api/v1/roles/groups/{assignment_id}",
                parts={"assignment_id": assignment_id},
                if_match=if_match,
            )
        )


class Rules:
    """What is below `/api/v1/rules`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(self) -> models.Rules:
        """Lifecycle rules: everybody's for who may have rules everywhere, else one's own."""
        return await self._sender.answer(models.Rules, Call(method="GET", path="/api/v1/rules"))

    async def create(
        self, body: models.RuleWriteRequest, *, idempotency_key: str | None = None
    ) -> models.Rule:
        """Do something with what a search finds, again and again, in one's own name.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.Rule,
            Call(method="POST", path="/api/v1/rules", body=body, key=idempotency_key or new_key()),
        )

    async def get(self, rule_id: int) -> models.Rule:
        """One rule."""
        return await self._sender.answer(
            models.Rule,
            Call(method="GET", path="/api/v1/rules/{rule_id}", parts={"rule_id": rule_id}),
        )

    async def update(
        self, rule_id: int, body: models.RuleWriteRequest, *, if_match: str | Tagged | None = None
    ) -> models.Rule:
        """Change one's own rule, which disarms it.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        return await self._sender.answer(
            models.Rule,
            Call(
                method="PUT",
                path="/api/v1/rules/{rule_id}",
                parts={"rule_id": rule_id},
                body=body,
                if_match=if_match,
            ),
        )

    async def delete(self, rule_id: int, *, if_match: str | Tagged | None = None) -> None:
        """Delete a rule with its reports. Who manages the guard may delete anybody's.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        await self._sender.done(
            Call(
                method="DELETE",
                path="/api/v1/rules/{rule_id}",
                parts={"rule_id": rule_id},
                if_match=if_match,
            )
        )

    async def arm(self, rule_id: int) -> models.Rule:
        """Have the runs of one's own rule act, once a dry run of it has ended."""
        return await self._sender.answer(
            models.Rule,
            Call(method="POST", path="/api/v1/rules/{rule_id}/arm", parts={"rule_id": rule_id}),
        )

    async def disarm(self, rule_id: int) -> models.Rule:
        """Have the runs of a rule be dry runs. Who manages the guard may for anybody's."""
        return await self._sender.answer(
            models.Rule,
            Call(method="POST", path="/api/v1/rules/{rule_id}/disarm", parts={"rule_id": rule_id}),
        )

    async def run(self, rule_id: int, *, idempotency_key: str | None = None) -> models.RuleRun:
        """Run one's own rule now: as a dry run, and then for real if it is armed.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.RuleRun,
            Call(
                method="POST",
                path="/api/v1/rules/{rule_id}/run",
                parts={"rule_id": rule_id},
                key=idempotency_key or new_key(),
            ),
        )

    async def runs(
        self,
        rule_id: int,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["started_at", "state"] | None = None,
        state: Literal["planning", "acting", "planned", "done", "stopped", "failed", "skipped"]
        | None = None,
    ) -> models.RuleRunPage:
        """A rule's runs; the last 200 are kept.

        cursor: `next_cursor` of the page before.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.RuleRunPage,
            Call(
                method="GET",
                path="/api/v1/rules/{rule_id}/runs",
                parts={"rule_id": rule_id},
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "sort": sort,
                    "state": state,
                },
            ),
        )

    def runs_items(
        self,
        rule_id: int,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["started_at", "state"] | None = None,
        state: Literal["planning", "acting", "planned", "done", "stopped", "failed", "skipped"]
        | None = None,
    ) -> AsyncIterator[models.RuleRun]:
        """The items of all pages of `runs`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.runs(
                rule_id, cursor=page, direction=direction, limit=limit, sort=sort, state=state
            ),
            cursor,
        )


class Search:
    """What is below `/api/v1/search`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def get(
        self,
        *,
        cursor: str | None = None,
        group: str | None = None,
        kind: Literal["file", "directory", "symlink"] | None = None,
        limit: int | None = None,
        min_commit: int | None = None,
        mtime_after: datetime | None = None,
        mtime_before: datetime | None = None,
        owner: str | None = None,
        path: str | None = None,
        q: str | None = None,
        size_max: int | None = None,
        size_min: int | None = None,
        sort: Literal["relevance", "name", "size", "-size", "mtime", "-mtime"] | None = None,
    ) -> models.SearchAnswer:
        """Find files and directories by name, with filters.

        cursor: `next_cursor` of the page before.
        min_commit: Wait, for a bounded time, until the index has seen this feed sequence; then a
        search is answered with the changes that it lacks, or refused (503, `commit_not_reached`:
        ask again) when that cannot be exact. With `xattr:` or `policy:` it waits for the index
        alone: changes tell neither attributes nor what is inherited.
        mtime_after: Inclusive.
        mtime_before: Inclusive.
        path: Only below this directory.
        q: Query string: words that occur in the name, patterns of the whole name as `*.csv` or
        `part-?`, and conditions as `size:>1g mtime:<now-1y owner:ana group: kind:file ext:csv
        replication: atime: path:/x policy:COLD in:database xattr:team=blue typos:yes`. All must
        hold, but for those that `OR` joins: `(ext:csv OR *.parquet)`; `owner:ana,bob` is either;
        what a minus stands before must not hold, as in `-tmp -owner:ana -(a OR b)`. Quotes make a
        text literal. `path:`, `policy:`, `xattr:` and `typos:` hold for the whole search.
        size_max: Bytes, inclusive.
        size_min: Bytes, inclusive.
        """
        return await self._sender.answer(
            models.SearchAnswer,
            Call(
                method="GET",
                path="/api/v1/search",
                query={
                    "cursor": cursor,
                    "group": group,
                    "kind": kind,
                    "limit": limit,
                    "min_commit": min_commit,
                    "mtime_after": mtime_after,
                    "mtime_before": mtime_before,
                    "owner": owner,
                    "path": path,
                    "q": q,
                    "size_max": size_max,
                    "size_min": size_min,
                    "sort": sort,
                },
            ),
        )

    def get_items(
        self,
        *,
        cursor: str | None = None,
        group: str | None = None,
        kind: Literal["file", "directory", "symlink"] | None = None,
        limit: int | None = None,
        min_commit: int | None = None,
        mtime_after: datetime | None = None,
        mtime_before: datetime | None = None,
        owner: str | None = None,
        path: str | None = None,
        q: str | None = None,
        size_max: int | None = None,
        size_min: int | None = None,
        sort: Literal["relevance", "name", "size", "-size", "mtime", "-mtime"] | None = None,
    ) -> AsyncIterator[models.SearchHit]:
        """The items of all pages of `get`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.get(
                cursor=page,
                group=group,
                kind=kind,
                limit=limit,
                min_commit=min_commit,
                mtime_after=mtime_after,
                mtime_before=mtime_before,
                owner=owner,
                path=path,
                q=q,
                size_max=size_max,
                size_min=size_min,
                sort=sort,
            ),
            cursor,
        )

    async def exports_list(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["created_at", "state", "kind", "rows"] | None = None,
        state: Literal["queued", "running", "succeeded", "failed"] | None = None,
    ) -> models.SearchExportPage:
        """My exports. They are kept for a while only.

        cursor: `next_cursor` of the page before.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.SearchExportPage,
            Call(
                method="GET",
                path="/api/v1/search/exports",
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "sort": sort,
                    "state": state,
                },
            ),
        )

    def exports_list_items(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["created_at", "state", "kind", "rows"] | None = None,
        state: Literal["queued", "running", "succeeded", "failed"] | None = None,
    ) -> AsyncIterator[models.SearchExport]:
        """The items of all pages of `exports_list`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.exports_list(
                cursor=page, direction=direction, limit=limit, sort=sort, state=state
            ),
            cursor,
        )

    async def exports_create(
        self, body: models.SearchExportWriteRequest, *, idempotency_key: str | None = None
    ) -> models.SearchExport:
        """Begin to write all matches into a file, as far as I may see them.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.SearchExport,
            Call(
                method="POST",
                path="/api/v1/search/exports",
                body=body,
                key=idempotency_key or new_key(),
            ),
        )

    async def exports_get(self, export_id: int) -> models.SearchExport:
        """One of my exports."""
        return await self._sender.answer(
            models.SearchExport,
            Call(
                method="GET",
                path="/api/v1/search/exports/{export_id}",
                parts={"export_id": export_id},
            ),
        )

    async def exports_delete(self, export_id: int) -> None:
        """Cancel one of my exports, or delete its file."""
        await self._sender.done(
            Call(
                method="DELETE",
                path="/api/v1/search/exports/{export_id}",
                parts={"export_id": export_id},
            )
        )

    def exports_file(self, export_id: int) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """The file of an export that succeeded."""
        return self._sender.chunks(
            Call(
                method="GET",
                path="/api/v1/search/exports/{export_id}/file",
                parts={"export_id": export_id},
            )
        )

    async def facets(
        self,
        *,
        cursor: str | None = None,
        group: str | None = None,
        kind: Literal["file", "directory", "symlink"] | None = None,
        limit: int | None = None,
        min_commit: int | None = None,
        mtime_after: datetime | None = None,
        mtime_before: datetime | None = None,
        owner: str | None = None,
        path: str | None = None,
        q: str | None = None,
        size_max: int | None = None,
        size_min: int | None = None,
        sort: Literal["relevance", "name", "size", "-size", "mtime", "-mtime"] | None = None,
    ) -> models.SearchFacets:
        """Exact counts of all hits by kind, owner, group, extension, size, age and policy.

        cursor: `next_cursor` of the page before.
        min_commit: Wait, for a bounded time, until the index has seen this feed sequence; then a
        search is answered with the changes that it lacks, or refused (503, `commit_not_reached`:
        ask again) when that cannot be exact. With `xattr:` or `policy:` it waits for the index
        alone: changes tell neither attributes nor what is inherited.
        mtime_after: Inclusive.
        mtime_before: Inclusive.
        path: Only below this directory.
        q: Query string: words that occur in the name, patterns of the whole name as `*.csv` or
        `part-?`, and conditions as `size:>1g mtime:<now-1y owner:ana group: kind:file ext:csv
        replication: atime: path:/x policy:COLD in:database xattr:team=blue typos:yes`. All must
        hold, but for those that `OR` joins: `(ext:csv OR *.parquet)`; `owner:ana,bob` is either;
        what a minus stands before must not hold, as in `-tmp -owner:ana -(a OR b)`. Quotes make a
        text literal. `path:`, `policy:`, `xattr:` and `typos:` hold for the whole search.
        size_max: Bytes, inclusive.
        size_min: Bytes, inclusive.
        """
        return await self._sender.answer(
            models.SearchFacets,
            Call(
                method="GET",
                path="/api/v1/search/facets",
                query={
                    "cursor": cursor,
                    "group": group,
                    "kind": kind,
                    "limit": limit,
                    "min_commit": min_commit,
                    "mtime_after": mtime_after,
                    "mtime_before": mtime_before,
                    "owner": owner,
                    "path": path,
                    "q": q,
                    "size_max": size_max,
                    "size_min": size_min,
                    "sort": sort,
                },
            ),
        )

    async def saved_list(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        name: str | None = None,
        sort: Literal["created_at", "updated_at", "name"] | None = None,
    ) -> models.SavedSearchPage:
        """My saved searches and those that others share.

        cursor: `next_cursor` of the page before.
        name: Part of the name, in any case.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.SavedSearchPage,
            Call(
                method="GET",
                path="/api/v1/search/saved",
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "name": name,
                    "sort": sort,
                },
            ),
        )

    def saved_list_items(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        name: str | None = None,
        sort: Literal["created_at", "updated_at", "name"] | None = None,
    ) -> AsyncIterator[models.SavedSearch]:
        """The items of all pages of `saved_list`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.saved_list(
                cursor=page, direction=direction, limit=limit, name=name, sort=sort
            ),
            cursor,
        )

    async def saved_create(
        self, body: models.SavedSearchWriteRequest, *, idempotency_key: str | None = None
    ) -> models.SavedSearch:
        """Keep a search under a name. Who opens it sees what they may see.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.SavedSearch,
            Call(
                method="POST",
                path="/api/v1/search/saved",
                body=body,
                key=idempotency_key or new_key(),
            ),
        )

    async def saved_get(self, saved_id: int) -> models.SavedSearch:
        """One of my saved searches, or of those that others share."""
        return await self._sender.answer(
            models.SavedSearch,
            Call(
                method="GET", path="/api/v1/search/saved/{saved_id}", parts={"saved_id": saved_id}
            ),
        )

    async def saved_update(
        self,
        saved_id: int,
        body: models.SavedSearchWriteRequest,
        *,
        if_match: str | Tagged | None = None,
    ) -> models.SavedSearch:
        """Replace one of my saved searches.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        return await self._sender.answer(
            models.SavedSearch,
            Call(
                method="PUT",
                path="/api/v1/search/saved/{saved_id}",
                parts={"saved_id": saved_id},
                body=body,
                if_match=if_match,
            ),
        )

    async def saved_delete(self, saved_id: int, *, if_match: str | Tagged | None = None) -> None:
        """Delete one of my saved searches.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        await self._sender.done(
            Call(
                method="DELETE",
                path="/api/v1/search/saved/{saved_id}",
                parts={"saved_id": saved_id},
                if_match=if_match,
            )
        )


class Smallfiles:
    """What is below `/api/v1/smallfiles`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def get(self) -> models.SmallFiles:
        """How many files have their bytes in the database, what a take-in would move, and the room that is left."""
        return await self._sender.answer(
            models.SmallFiles, Call(method="GET", path="/api/v1/smallfiles")
        )


class Snapshots:
    """What is below `/api/v1/snapshots`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(
        self, *, path: str, cursor: str | None = None, limit: int | None = None
    ) -> models.SnapshotPage:
        """The snapshots of a directory, the newest first.

        cursor: `next_cursor` of the page before.
        path: Of a snapshottable directory.
        """
        return await self._sender.answer(
            models.SnapshotPage,
            Call(
                method="GET",
                path="/api/v1/snapshots",
                query={"cursor": cursor, "limit": limit, "path": path},
            ),
        )

    def list_items(
        self, *, path: str, cursor: str | None = None, limit: int | None = None
    ) -> AsyncIterator[models.Snapshot]:
        """The items of all pages of `list`, as they are taken; `limit` is of a page."""
        return async_items(lambda page: self.list(cursor=page, limit=limit, path=path), cursor)

    async def create(
        self, body: models.SnapshotCreateRequest, *, idempotency_key: str | None = None
    ) -> models.Snapshot:
        """Take a snapshot of a directory.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.Snapshot,
            Call(
                method="POST", path="/api/v1/snapshots", body=body, key=idempotency_key or new_key()
            ),
        )

    async def differences(
        self,
        *,
        earlier: str,
        path: str,
        cursor: str | None = None,
        kind: Literal["created", "deleted", "modified", "renamed"] | None = None,
        later: str | None = None,
        limit: int | None = None,
        q: str | None = None,
    ) -> models.SnapshotComparison:
        """What became different from a snapshot to another one, or to now.

        cursor: `next_cursor` of the page before.
        earlier: A snapshot.
        later: Another one; the directory as it is now when not given.
        path: Of a snapshottable directory.
        q: Part of a path, in any case.
        """
        return await self._sender.answer(
            models.SnapshotComparison,
            Call(
                method="GET",
                path="/api/v1/snapshots/differences",
                query={
                    "cursor": cursor,
                    "earlier": earlier,
                    "kind": kind,
                    "later": later,
                    "limit": limit,
                    "path": path,
                    "q": q,
                },
            ),
        )

    def differences_items(
        self,
        *,
        earlier: str,
        path: str,
        cursor: str | None = None,
        kind: Literal["created", "deleted", "modified", "renamed"] | None = None,
        later: str | None = None,
        limit: int | None = None,
        q: str | None = None,
    ) -> AsyncIterator[models.SnapshotDifference]:
        """The items of all pages of `differences`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.differences(
                cursor=page, earlier=earlier, kind=kind, later=later, limit=limit, path=path, q=q
            ),
            cursor,
        )

    async def directories(
        self, *, cursor: str | None = None, limit: int | None = None, prefix: str | None = None
    ) -> models.SnapshottableDirectoryPage:
        """The snapshottable directories, by path.

        cursor: `next_cursor` of the page before.
        prefix: What the paths begin with.
        """
        return await self._sender.answer(
            models.SnapshottableDirectoryPage,
            Call(
                method="GET",
                path="/api/v1/snapshots/directories",
                query={"cursor": cursor, "limit": limit, "prefix": prefix},
            ),
        )

    def directories_items(
        self, *, cursor: str | None = None, limit: int | None = None, prefix: str | None = None
    ) -> AsyncIterator[models.SnapshottableDirectory]:
        """The items of all pages of `directories`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.directories(cursor=page, limit=limit, prefix=prefix), cursor
        )

    async def allow(
        self, body: models.SnapshotDirectoryParametersRequest, *, idempotency_key: str | None = None
    ) -> models.SnapshottableDirectory:
        """Let snapshots of a directory be taken.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.SnapshottableDirectory,
            Call(
                method="POST",
                path="/api/v1/snapshots/directories",
                body=body,
                key=idempotency_key or new_key(),
            ),
        )

    async def disallow(self, *, path: str, if_match: str | Tagged | None = None) -> None:
        """Let no snapshots of a directory be taken any more; it must have none.

        path: Of a snapshottable directory.
        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        await self._sender.done(
            Call(
                method="DELETE",
                path="/api/v1/snapshots/directories",
                query={"path": path},
                if_match=if_match,
            )
        )

    async def get(self, *, name: str, path: str) -> models.Snapshot:
        """One snapshot of a directory.

        name: Of one of its snapshots.
        path: Of a snapshottable directory.
        """
        return await self._sender.answer(
            models.Snapshot,
            Call(method="GET", path="/api/v1/snapshots/one", query={"name": name, "path": path}),
        )

    async def rename(
        self,
        body: models.PatchedSnapshotRenameRequest | None = None,
        *,
        name: str,
        path: str,
        if_match: str | Tagged | None = None,
    ) -> models.Snapshot:
        """Give a snapshot another name. Paths into it change.

        name: Of one of its snapshots.
        path: Of a snapshottable directory.
        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        return await self._sender.answer(
            models.Snapshot,
            Call(
                method="PATCH",
                path="/api/v1/snapshots/one",
                query={"name": name, "path": path},
                body=body,
                if_match=if_match,
            ),
        )

    async def delete(self, *, name: str, path: str, if_match: str | Tagged | None = None) -> None:
        """Delete a snapshot. What only it holds is gone for good.

        name: Of one of its snapshots.
        path: Of a snapshottable directory.
        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        await self._sender.done(
            Call(
                method="DELETE",
                path="/api/v1/snapshots/one",
                query={"name": name, "path": path},
                if_match=if_match,
            )
        )

    async def restores(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        path: str | None = None,
        sort: Literal["asked_at", "state", "to", "files"] | None = None,
        state: Literal["waiting", "running", "done", "failed", "cancelled"] | None = None,
    ) -> models.SnapshotRestorePage:
        """Restores out of snapshots; the last 1,000 are kept.

        cursor: `next_cursor` of the page before.
        path: Only out of snapshots of this directory.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.SnapshotRestorePage,
            Call(
                method="GET",
                path="/api/v1/snapshots/restores",
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "path": path,
                    "sort": sort,
                    "state": state,
                },
            ),
        )

    def restores_items(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        path: str | None = None,
        sort: Literal["asked_at", "state", "to", "files"] | None = None,
        state: Literal["waiting", "running", "done", "failed", "cancelled"] | None = None,
    ) -> AsyncIterator[models.SnapshotRestore]:
        """The items of all pages of `restores`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.restores(
                cursor=page, direction=direction, limit=limit, path=path, sort=sort, state=state
            ),
            cursor,
        )

    async def restore(
        self, body: models.RestoreAskRequest, *, idempotency_key: str | None = None
    ) -> models.SnapshotRestore:
        """Have a file or a tree copied out of a snapshot.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.SnapshotRestore,
            Call(
                method="POST",
                path="/api/v1/snapshots/restores",
                body=body,
                key=idempotency_key or new_key(),
            ),
        )

    async def restore_get(self, restore_id: int) -> models.SnapshotRestore:
        """How far a restore is."""
        return await self._sender.answer(
            models.SnapshotRestore,
            Call(
                method="GET",
                path="/api/v1/snapshots/restores/{restore_id}",
                parts={"restore_id": restore_id},
            ),
        )

    async def restore_cancel(self, restore_id: int) -> models.SnapshotRestore:
        """End a restore before its next file; what was restored stays."""
        return await self._sender.answer(
            models.SnapshotRestore,
            Call(
                method="POST",
                path="/api/v1/snapshots/restores/{restore_id}/cancel",
                parts={"restore_id": restore_id},
            ),
        )


class Spread:
    """What is below `/api/v1/spread`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def get(self, *, path: str) -> models.Spread:
        """How a directory's children are spread over shards, and what a change would do.

        path: Of a directory.
        """
        return await self._sender.answer(
            models.Spread, Call(method="GET", path="/api/v1/spread", query={"path": path})
        )

    async def change(
        self, body: models.SpreadWriteRequest, *, idempotency_key: str | None = None
    ) -> models.SpreadChange:
        """Move the children of a directory to one shard, or to many.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.SpreadChange,
            Call(method="POST", path="/api/v1/spread", body=body, key=idempotency_key or new_key()),
        )

    async def changes(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["asked_at", "path", "state", "moved"] | None = None,
        state: Literal["waiting", "moving", "done", "failed", "superseded"] | None = None,
    ) -> models.SpreadChangePage:
        """Directories whose children were moved; the last 1,000 are kept.

        cursor: `next_cursor` of the page before.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.SpreadChangePage,
            Call(
                method="GET",
                path="/api/v1/spread/changes",
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "sort": sort,
                    "state": state,
                },
            ),
        )

    def changes_items(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["asked_at", "path", "state", "moved"] | None = None,
        state: Literal["waiting", "moving", "done", "failed", "superseded"] | None = None,
    ) -> AsyncIterator[models.SpreadChange]:
        """The items of all pages of `changes`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.changes(
                cursor=page, direction=direction, limit=limit, sort=sort, state=state
            ),
            cursor,
        )

    async def change_get(self, change_id: int) -> models.SpreadChangeDetails:
        """One change, with calls and the busiest shard before and after it."""
        return await self._sender.answer(
            models.SpreadChangeDetails,
            Call(
                method="GET",
                path="/api/v1/spread/changes/{change_id}",
                parts={"change_id": change_id},
            ),
        )


class Sql:
    """What is below `/api/v1/sql`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def run(
        self, body: models.SqlRunRequest, *, idempotency_key: str | None = None
    ) -> models.SqlQuery:
        """Run one read-only statement. Not for viewers: it sees the whole namespace.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.SqlQuery,
            Call(method="POST", path="/api/v1/sql", body=body, key=idempotency_key or new_key()),
        )

    async def queries_list(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        engine: Literal["duckdb", "ndb"] | None = None,
        limit: int | None = None,
        sort: Literal["created_at", "state", "engine"] | None = None,
        state: Literal["queued", "running", "succeeded", "failed", "cancelled", "lost"]
        | None = None,
    ) -> models.SqlQueryPage:
        """My queries, without those that reports made.

        cursor: `next_cursor` of the page before.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.SqlQueryPage,
            Call(
                method="GET",
                path="/api/v1/sql/queries",
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "engine": engine,
                    "limit": limit,
                    "sort": sort,
                    "state": state,
                },
            ),
        )

    def queries_list_items(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        engine: Literal["duckdb", "ndb"] | None = None,
        limit: int | None = None,
        sort: Literal["created_at", "state", "engine"] | None = None,
        state: Literal["queued", "running", "succeeded", "failed", "cancelled", "lost"]
        | None = None,
    ) -> AsyncIterator[models.SqlQuery]:
        """The items of all pages of `queries_list`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.queries_list(
                cursor=page, direction=direction, engine=engine, limit=limit, sort=sort, state=state
            ),
            cursor,
        )

    async def queries_get(self, query_id: int, *, wait_ms: int | None = None) -> models.SqlQuery:
        """One of my queries; `wait_ms` waits for its end.

        wait_ms: Answer after this time at the latest, or when the query ends.
        """
        return await self._sender.answer(
            models.SqlQuery,
            Call(
                method="GET",
                path="/api/v1/sql/queries/{query_id}",
                parts={"query_id": query_id},
                query={"wait_ms": wait_ms},
            ),
        )

    async def queries_cancel(self, query_id: int) -> models.SqlQuery:
        """Stop one of my queries. Harmless when it is over."""
        return await self._sender.answer(
            models.SqlQuery,
            Call(
                method="POST",
                path="/api/v1/sql/queries/{query_id}/cancel",
                parts={"query_id": query_id},
            ),
        )

    def queries_file(
        self, query_id: int, *, kind: Literal["csv", "parquet"]
    ) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """The whole result as a file."""
        return self._sender.chunks(
            Call(
                method="GET",
                path="/api/v1/sql/queries/{query_id}/file",
                parts={"query_id": query_id},
                query={"kind": kind},
            )
        )

    async def queries_rows(
        self, query_id: int, *, cursor: str | None = None, limit: int | None = None
    ) -> models.SqlRowPage:
        """Rows of a query that succeeded. Results are kept for a while only.

        cursor: `next_cursor` of the page before.
        """
        return await self._sender.answer(
            models.SqlRowPage,
            Call(
                method="GET",
                path="/api/v1/sql/queries/{query_id}/rows",
                parts={"query_id": query_id},
                query={"cursor": cursor, "limit": limit},
            ),
        )

    def queries_rows_items(
        self, query_id: int, *, cursor: str | None = None, limit: int | None = None
    ) -> AsyncIterator[Sequence[Any]]:
        """The items of all pages of `queries_rows`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.queries_rows(query_id, cursor=page, limit=limit), cursor
        )

    async def replica(self) -> models.SqlReplica:
        """State and freshness of the replica that answers."""
        return await self._sender.answer(
            models.SqlReplica, Call(method="GET", path="/api/v1/sql/replica")
        )

    async def reports(self) -> models.SqlReports:
        """The library of ready reports: statements with a chart and a way into search."""
        return await self._sender.answer(
            models.SqlReports, Call(method="GET", path="/api/v1/sql/reports")
        )

    async def saved_list(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        name: str | None = None,
        sort: Literal["created_at", "updated_at", "name"] | None = None,
    ) -> models.SavedQueryPage:
        """My saved queries and those shared with me.

        cursor: `next_cursor` of the page before.
        name: Part of the name, in any case.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.SavedQueryPage,
            Call(
                method="GET",
                path="/api/v1/sql/saved",
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "name": name,
                    "sort": sort,
                },
            ),
        )

    def saved_list_items(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        name: str | None = None,
        sort: Literal["created_at", "updated_at", "name"] | None = None,
    ) -> AsyncIterator[models.SavedQuery]:
        """The items of all pages of `saved_list`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.saved_list(
                cursor=page, direction=direction, limit=limit, name=name, sort=sort
            ),
            cursor,
        )

    async def saved_create(
        self, body: models.SavedQueryWriteRequest, *, idempotency_key: str | None = None
    ) -> models.SavedQuery:
        """Save a statement under a name.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.SavedQuery,
            Call(
                method="POST", path="/api/v1/sql/saved", body=body, key=idempotency_key or new_key()
            ),
        )

    async def saved_get(self, saved_id: int) -> models.SavedQuery:
        """One of my saved queries, or of those that others share."""
        return await self._sender.answer(
            models.SavedQuery,
            Call(method="GET", path="/api/v1/sql/saved/{saved_id}", parts={"saved_id": saved_id}),
        )

    async def saved_update(
        self,
        saved_id: int,
        body: models.SavedQueryWriteRequest,
        *,
        if_match: str | Tagged | None = None,
    ) -> models.SavedQuery:
        """Replace one of my saved queries.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        return await self._sender.answer(
            models.SavedQuery,
            Call(
                method="PUT",
                path="/api/v1/sql/saved/{saved_id}",
                parts={"saved_id": saved_id},
                body=body,
                if_match=if_match,
            ),
        )

    async def saved_delete(self, saved_id: int, *, if_match: str | Tagged | None = None) -> None:
        """Delete one of my saved queries.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        await self._sender.done(
            Call(
                method="DELETE",
                path="/api/v1/sql/saved/{saved_id}",
                parts={"saved_id": saved_id},
                if_match=if_match,
            )
        )

    async def tables(self, *, engine: Literal["duckdb", "ndb"] | None = None) -> models.SqlTables:
        """The tables that an engine's statements can read, with their columns."""
        return await self._sender.answer(
            models.SqlTables,
            Call(method="GET", path="/api/v1/sql/tables", query={"engine": engine}),
        )


class Storages:
    """What is below `/api/v1/storages`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> models.JudgedStoragePage:
        """The datanodes' storages as the leader last judged them.

        cursor: `next_cursor` of the page before.
        """
        return await self._sender.answer(
            models.JudgedStoragePage,
            Call(method="GET", path="/api/v1/storages", query={"cursor": cursor, "limit": limit}),
        )

    def list_items(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> AsyncIterator[models.JudgedStorage]:
        """The items of all pages of `list`, as they are taken; `limit` is of a page."""
        return async_items(lambda page: self.list(cursor=page, limit=limit), cursor)


class Tokens:
    """What is below `/api/v1/tokens`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        name: str | None = None,
        sort: Literal["created_at", "expires_at", "name"] | None = None,
    ) -> models.TokenPage:
        """My API tokens.

        cursor: `next_cursor` of the page before.
        name: Part of the name, in any case.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.TokenPage,
            Call(
                method="GET",
                path="/api/v1/tokens",
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "name": name,
                    "sort": sort,
                },
            ),
        )

    def list_items(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        name: str | None = None,
        sort: Literal["created_at", "expires_at", "name"] | None = None,
    ) -> AsyncIterator[models.Token]:
        """The items of all pages of `list`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.list(
                cursor=page, direction=direction, limit=limit, name=name, sort=sort
            ),
            cursor,
        )

    async def create(
        self, body: models.TokenCreateRequest, *, idempotency_key: str | None = None
    ) -> models.TokenCreated:
        """Make an API token. Its scopes can't exceed what the request itself may do.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.TokenCreated,
            Call(method="POST", path="/api/v1/tokens", body=body, key=idempotency_key or new_key()),
        )

    async def revoke(self, token_id: int) -> None:
        """Revoke one of my API tokens, at once."""
        await self._sender.done(
            Call(method="DELETE", path="/api/v1/tokens/{token_id}", parts={"token_id": token_id})
        )


class Trash:
    """What is below `/api/v1/trash`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def get(
        self,
        *,
        age_max_h: int | None = None,
        age_min_h: int | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        prefix: str | None = None,
        sort: Literal["time", "size", "path"] | None = None,
        user: str | None = None,
    ) -> models.TrashPage:
        """What was deleted, by whom and when, and lies in a trash still.

        age_max_h: Deleted so many hours ago at most.
        age_min_h: Deleted so many hours ago at least.
        cursor: `next_cursor` of the page before.
        direction: Without it as the sort says.
        prefix: Of the paths that it had; what was deleted with such a path in it is found, too.
        sort: What was deleted last first, the most bytes first, or by the path that it had. Other
        orders than by time are for those who may see everything.
        user: Only what this user of HDFS deleted.
        """
        return await self._sender.answer(
            models.TrashPage,
            Call(
                method="GET",
                path="/api/v1/trash",
                query={
                    "age_max_h": age_max_h,
                    "age_min_h": age_min_h,
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "prefix": prefix,
                    "sort": sort,
                    "user": user,
                },
            ),
        )

    def get_items(
        self,
        *,
        age_max_h: int | None = None,
        age_min_h: int | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        prefix: str | None = None,
        sort: Literal["time", "size", "path"] | None = None,
        user: str | None = None,
    ) -> AsyncIterator[models.TrashEntry]:
        """The items of all pages of `get`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.get(
                age_max_h=age_max_h,
                age_min_h=age_min_h,
                cursor=page,
                direction=direction,
                limit=limit,
                prefix=prefix,
                sort=sort,
                user=user,
            ),
            cursor,
        )


class Usage:
    """What is below `/api/v1/usage`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def get(
        self,
        *,
        path: str,
        cursor: str | None = None,
        limit: int | None = None,
        since: Literal["day", "week", "month", "year"] | None = None,
        sort: Literal["space", "length", "files", "time", "name"] | None = None,
    ) -> models.UsageAnswer:
        """Totals of a directory, and of everything in it, the largest first.

        cursor: `next_cursor` of the page before.
        since: How far back it is looked what each directory in it gained; without it not at all.
        sort: The largest first, the one that changed last, or by name.
        """
        return await self._sender.answer(
            models.UsageAnswer,
            Call(
                method="GET",
                path="/api/v1/usage",
                query={
                    "cursor": cursor,
                    "limit": limit,
                    "path": path,
                    "since": since,
                    "sort": sort,
                },
            ),
        )

    def get_items(
        self,
        *,
        path: str,
        cursor: str | None = None,
        limit: int | None = None,
        since: Literal["day", "week", "month", "year"] | None = None,
        sort: Literal["space", "length", "files", "time", "name"] | None = None,
    ) -> AsyncIterator[models.UsedChild]:
        """The items of all pages of `get`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.get(cursor=page, limit=limit, path=path, since=since, sort=sort),
            cursor,
        )

    async def breakdown(
        self,
        *,
        by: Literal["owner", "group", "extension", "age", "policy", "type"],
        path: str,
        limit: int | None = None,
        sort: Literal["space", "length", "files", "name"] | None = None,
    ) -> models.UsageBreakdown:
        """All files below a directory by owner, group, extension, age, storage policy or type of storage."""
        return await self._sender.answer(
            models.UsageBreakdown,
            Call(
                method="GET",
                path="/api/v1/usage/breakdown",
                query={"by": by, "limit": limit, "path": path, "sort": sort},
            ),
        )

    async def growth(
        self,
        *,
        path: str,
        limit: int | None = None,
        sort: Literal["space", "length", "files", "name"] | None = None,
        span: Literal["day", "week", "month", "year"] | None = None,
    ) -> models.UsageGrowth:
        """The directories at and below one that gained most since a time.

        span: How far back. Hours are kept for eight days, then days for three years.
        """
        return await self._sender.answer(
            models.UsageGrowth,
            Call(
                method="GET",
                path="/api/v1/usage/growth",
                query={"limit": limit, "path": path, "sort": sort, "span": span},
            ),
        )

    async def history(
        self, *, path: str, span: Literal["day", "week", "month", "year"] | None = None
    ) -> models.UsageHistory:
        """What a directory held, hour by hour for a week, day by day for longer.

        span: How far back. Hours are kept for eight days, then days for three years.
        """
        return await self._sender.answer(
            models.UsageHistory,
            Call(method="GET", path="/api/v1/usage/history", query={"path": path, "span": span}),
        )

    async def owners(
        self,
        *,
        by: Literal["owner", "group"] | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["space", "length", "files", "cold", "age", "name"] | None = None,
    ) -> models.OwnerPage:
        """What each user, or group, of the file system owns, and how old it is.

        cursor: `next_cursor` of the page before.
        direction: Without it as the sort says. Rows for which that is not known come last anyway.
        sort: The most of space, length, files, or space of cold files first; the oldest files on
        average first; or by name.
        """
        return await self._sender.answer(
            models.OwnerPage,
            Call(
                method="GET",
                path="/api/v1/usage/owners",
                query={
                    "by": by,
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "sort": sort,
                },
            ),
        )

    def owners_items(
        self,
        *,
        by: Literal["owner", "group"] | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["space", "length", "files", "cold", "age", "name"] | None = None,
    ) -> AsyncIterator[models.Owner]:
        """The items of all pages of `owners`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.owners(
                by=by, cursor=page, direction=direction, limit=limit, sort=sort
            ),
            cursor,
        )

    async def owner(
        self,
        *,
        name: str,
        by: Literal["owner", "group"] | None = None,
        measure: Literal["space", "length", "files"] | None = None,
    ) -> models.OwnerDetails:
        """One user or group: where most of what they own is, and how old.

        measure: What shares are of, and what makes a directory one of the places.
        """
        return await self._sender.answer(
            models.OwnerDetails,
            Call(
                method="GET",
                path="/api/v1/usage/owners/detail",
                query={"by": by, "measure": measure, "name": name},
            ),
        )

    async def quotas(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        prefix: str | None = None,
        sort: Literal["used", "full_on", "path", "space", "names", "growth"] | None = None,
    ) -> models.QuotaPage:
        """Every directory with a quota: what is used of it, and when it will be full.

        cursor: `next_cursor` of the page before.
        direction: Without it as the sort says. Rows for which that is not known come last anyway.
        prefix: Of the paths; `/user/a` has `/user/alice`, too.
        sort: The fullest first, the soonest full, by path, or the largest first of what is used of
        space or of names, or of what is added to space in a day.
        """
        return await self._sender.answer(
            models.QuotaPage,
            Call(
                method="GET",
                path="/api/v1/usage/quotas",
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "prefix": prefix,
                    "sort": sort,
                },
            ),
        )

    def quotas_items(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        prefix: str | None = None,
        sort: Literal["used", "full_on", "path", "space", "names", "growth"] | None = None,
    ) -> AsyncIterator[models.QuotaUse]:
        """The items of all pages of `quotas`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.quotas(
                cursor=page, direction=direction, limit=limit, prefix=prefix, sort=sort
            ),
            cursor,
        )

    async def watched(self) -> models.AllWatched:
        """The directories whose past is kept each hour because somebody wants to know it."""
        return await self._sender.answer(
            models.AllWatched, Call(method="GET", path="/api/v1/usage/watched")
        )

    async def watch(
        self, body: models.WatchedWriteRequest, *, idempotency_key: str | None = None
    ) -> models.Watched:
        """Keep what a directory holds each hour, however small it is.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.Watched,
            Call(
                method="POST",
                path="/api/v1/usage/watched",
                body=body,
                key=idempotency_key or new_key(),
            ),
        )

    async def watched_get(self, inode_id: int) -> models.Watched:
        """One directory whose past is kept."""
        return await self._sender.answer(
            models.Watched,
            Call(
                method="GET", path="/api/v1/usage/watched/{inode_id}", parts={"inode_id": inode_id}
            ),
        )

    async def unwatch(self, inode_id: int, *, if_match: str | Tagged | None = None) -> None:
        """Watch a directory no more; what was kept of its past stays.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        await self._sender.done(
            Call(
                method="DELETE",
                path="/api/v1/usage/watched/{inode_id}",
                parts={"inode_id": inode_id},
                if_match=if_match,
            )
        )


class Users:
    """What is below `/api/v1/users`."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def list(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        kind: Literal["person", "service"] | None = None,
        limit: int | None = None,
        name: str | None = None,
        role: Literal["viewer", "operator", "admin"] | None = None,
        sort: Literal["created_at", "username", "role"] | None = None,
        state: Literal["active", "inactive"] | None = None,
    ) -> models.UserPage:
        """Users of the platform, oldest first.

        cursor: `next_cursor` of the page before.
        name: Part of the user name, in any case.
        sort: Without a direction rising.
        state: Whether they may log in.
        """
        return await self._sender.answer(
            models.UserPage,
            Call(
                method="GET",
                path="/api/v1/users",
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "kind": kind,
                    "limit": limit,
                    "name": name,
                    "role": role,
                    "sort": sort,
                    "state": state,
                },
            ),
        )

    def list_items(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        kind: Literal["person", "service"] | None = None,
        limit: int | None = None,
        name: str | None = None,
        role: Literal["viewer", "operator", "admin"] | None = None,
        sort: Literal["created_at", "username", "role"] | None = None,
        state: Literal["active", "inactive"] | None = None,
    ) -> AsyncIterator[models.User]:
        """The items of all pages of `list`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.list(
                cursor=page,
                direction=direction,
                kind=kind,
                limit=limit,
                name=name,
                role=role,
                sort=sort,
                state=state,
            ),
            cursor,
        )

    async def create(
        self, body: models.UserCreateRequest, *, idempotency_key: str | None = None
    ) -> models.User:
        """Add a user.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.User,
            Call(method="POST", path="/api/v1/users", body=body, key=idempotency_key or new_key()),
        )

    async def get(self, user_id: int) -> models.User:
        """One user."""
        return await self._sender.answer(
            models.User,
            Call(method="GET", path="/api/v1/users/{user_id}", parts={"user_id": user_id}),
        )

    async def update(
        self,
        user_id: int,
        body: models.PatchedUserChangeRequest | None = None,
        *,
        if_match: str | Tagged | None = None,
    ) -> models.User:
        """Change a user's roles, HDFS name, password, owner, or whether they may log in.

        if_match: what was read, or its etag: another state is `ChangedMeanwhile`.
        """
        return await self._sender.answer(
            models.User,
            Call(
                method="PATCH",
                path="/api/v1/users/{user_id}",
                parts={"user_id": user_id},
                body=body,
                if_match=if_match,
            ),
        )

    async def sessions_list(
        self,
        user_id: int,
        *,
        address: str | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["created_at", "last_seen_at", "address"] | None = None,
    ) -> models.SessionPage:
        """A user's sessions.

        address: Where the last request came from.
        cursor: `next_cursor` of the page before.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.SessionPage,
            Call(
                method="GET",
                path="/api/v1/users/{user_id}/sessions",
                parts={"user_id": user_id},
                query={
                    "address": address,
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "sort": sort,
                },
            ),
        )

    def sessions_list_items(
        self,
        user_id: int,
        *,
        address: str | None = None,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        sort: Literal["created_at", "last_seen_at", "address"] | None = None,
    ) -> AsyncIterator[models.Session]:
        """The items of all pages of `sessions_list`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.sessions_list(
                user_id, address=address, cursor=page, direction=direction, limit=limit, sort=sort
            ),
            cursor,
        )

    async def sessions_end_all(self, user_id: int) -> models.SessionsEnded:
        """End all sessions of a user, at once."""
        return await self._sender.answer(
            models.SessionsEnded,
            Call(
                method="DELETE", path="/api/v1/users/{user_id}/sessions", parts={"user_id": user_id}
            ),
        )

    async def sessions_end(self, session_id: int, user_id: int) -> None:
        """End a session of a user, at once."""
        await self._sender.done(
            Call(
                method="DELETE",
                path="/api/v1/users/{user_id}/sessions/{session_id}",
                parts={"session_id": session_id, "user_id": user_id},
            )
        )

    async def create_token(
        self, user_id: int, body: models.TokenCreateRequest, *, idempotency_key: str | None = None
    ) -> models.TokenCreated:
        """Make an API token of a service account. It does what the account's roles allow.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.TokenCreated,
            Call(
                method="POST",
                path="/api/v1/users/{user_id}/tokens",
                parts={"user_id": user_id},
                body=body,
                key=idempotency_key or new_key(),
            ),
        )

    async def create_service(
        self, body: models.ServiceAccountCreateRequest, *, idempotency_key: str | None = None
    ) -> models.User:
        """Add a service account: a program that has API tokens alone.

        idempotency_key: under which it is done once; a new one when there is none.
        """
        return await self._sender.answer(
            models.User,
            Call(
                method="POST",
                path="/api/v1/users/service",
                body=body,
                key=idempotency_key or new_key(),
            ),
        )

    async def tokens_list(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        name: str | None = None,
        sort: Literal["created_at", "expires_at", "name"] | None = None,
        username: str | None = None,
    ) -> models.UserTokenPage:
        """Everybody's API tokens, newest first. Secrets are stored nowhere.

        cursor: `next_cursor` of the page before.
        name: Part of the name, in any case.
        sort: Without a direction falling.
        """
        return await self._sender.answer(
            models.UserTokenPage,
            Call(
                method="GET",
                path="/api/v1/users/tokens",
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "limit": limit,
                    "name": name,
                    "sort": sort,
                    "username": username,
                },
            ),
        )

    def tokens_list_items(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        name: str | None = None,
        sort: Literal["created_at", "expires_at", "name"] | None = None,
        username: str | None = None,
    ) -> AsyncIterator[models.UserToken]:
        """The items of all pages of `tokens_list`, as they are taken; `limit` is of a page."""
        return async_items(
            lambda page: self.tokens_list(
                cursor=page,
                direction=direction,
                limit=limit,
                name=name,
                sort=sort,
                username=username,
            ),
            cursor,
        )

    async def tokens_revoke(self, token_id: int) -> None:
        """Revoke an API token, whose ever it is, at once."""
        await self._sender.done(
            Call(
                method="DELETE",
                path="/api/v1/users/tokens/{token_id}",
                parts={"token_id": token_id},
            )
        )


class AsyncResources:
    """The API by resources."""

    def __init__(self, sender: AsyncSender) -> None:
        self.alerts = Alerts(sender)
        self.approvals = Approvals(sender)
        self.audit = Audit(sender)
        self.auth = Auth(sender)
        self.block_reports = BlockReports(sender)
        self.blocks = Blocks(sender)
        self.cluster = Cluster(sender)
        self.datanodes = Datanodes(sender)
        self.figures = Figures(sender)
        self.files = Files(sender)
        self.guard = Guard(sender)
        self.health = Health(sender)
        self.heat = Heat(sender)
        self.jobs = Jobs(sender)
        self.limits = Limits(sender)
        self.migration = Migration(sender)
        self.namenodes = Namenodes(sender)
        self.namespace = Namespace(sender)
        self.overview = Overview(sender)
        self.pipeline = Pipeline(sender)
        self.roles = Roles(sender)
        self.rules = Rules(sender)
        self.search = Search(sender)
        self.smallfiles = Smallfiles(sender)
        self.snapshots = Snapshots(sender)
        self.spread = Spread(sender)
        self.sql = Sql(sender)
        self.storages = Storages(sender)
        self.tokens = Tokens(sender)
        self.trash = Trash(sender)
        self.usage = Usage(sender)
        self.users = Users(sender)
