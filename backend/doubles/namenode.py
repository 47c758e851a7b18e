"""A namenode's admin API over HTTP, on a port that the system chooses.

Each answer is checked against admin-api.yaml before it is sent, so the double can't drift from
the contract that the platform relies on.
"""

import json
import threading
from collections.abc import Callable
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import yaml
from jsonschema import Draft202012Validator

from doubles import block_reports, blocks, heat, quotas
from doubles.datanodes import Datanodes
from doubles.events import events_page, subtree_operations_page
from doubles.follow import Follow
from doubles.limits import Limits
from doubles.refused import Refused
from doubles.restores import (
    chosen,
    look_at,
    move_inode,
    move_to_trash,
    require_deletable,
    restore,
    restore_from_trash,
    set_quota,
)
from doubles.small_files import take_in
from doubles.spread import Spread
from doubles.tree import Json, Tree
from doubles.webhdfs import DATA_PREFIX, PREFIX, WebHdfs

_CONTRACT = (
    Path(__file__).resolve().parents[2] / "fs-core/namenode/src/main/resources/admin-api.yaml"
)
_SCHEMAS = yaml.load(_CONTRACT.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
TOKEN = "double-admin-token"
# Cures of heat, and what is ordered of datanodes and namenodes, by the first part of the resource.
_REMEDIES = frozenset({"limits", "directories", "datanodes", "namenodes", "follow"})
_CLUSTER_AS_OF_MS = 1_700_000_002_000
# What is told of datanodes and blocks, by the first part of the resource.
_STORED: dict[str, Callable[[str, Json], tuple[str, Json]]] = {
    "block-reports": block_reports.answer,
    "blocks": blocks.answer,
    "storages": blocks.answer,
}

METRICS = """\
# TYPE system_cpu_count gauge
system_cpu_count{namenode="nn1"} 8.0
# TYPE warren_clock_skew_seconds gauge
warren_clock_skew_seconds{namenode="nn1"} 0.2
# TYPE warren_leader_service_silent_seconds gauge
warren_leader_service_silent_seconds{namenode="nn1",service="healing"} 1.0
# TYPE warren_directory_totals_checked_total counter
warren_directory_totals_checked_total{namenode="nn1"} 1200.0
# TYPE warren_directory_totals_mended_total counter
warren_directory_totals_mended_total{namenode="nn1"} 0.0
# TYPE warren_small_files_written_total counter
warren_small_files_written_total{namenode="nn1"} 12.0
# TYPE warren_small_files_read_total counter
warren_small_files_read_total{namenode="nn1"} 30.0
# TYPE warren_small_file_fallbacks_total counter
warren_small_file_fallbacks_total{namenode="nn1",reason="full"} 2.0
warren_small_file_fallbacks_total{namenode="nn1",reason="memory"} 0.0
# TYPE warren_small_file_bytes_in_flight gauge
warren_small_file_bytes_in_flight{namenode="nn1"} 4096.0
# TYPE warren_small_files_taken_in_total counter
warren_small_files_taken_in_total{namenode="nn1"} 5.0
# TYPE warren_small_file_bytes_taken_in_total counter
warren_small_file_bytes_taken_in_total{namenode="nn1"} 5120.0
# TYPE warren_small_files_moved_out_total counter
warren_small_files_moved_out_total{namenode="nn1"} 1.0
# TYPE warren_small_file_store_used_bytes gauge
warren_small_file_store_used_bytes{namenode="nn1"} 1000.0
# TYPE warren_small_file_store_size_bytes gauge
warren_small_file_store_size_bytes{namenode="nn1"} 10000.0
"""

TOTALS = {
    "namenode": "nn1",
    "counted": True,
    "inodes_passed": 0,
    "changes_waiting": 3,
    "directories_checked": 1_200,
    "mended": 0,
    "as_of_ms": 1_764_000_000_000,
}


def check_contract(schema: str, value: Json) -> None:
    """Raise ValidationError when `value` is not a `schema` of the contract."""
    document = {"$ref": f"#/components/schemas/{schema}", "components": _SCHEMAS["components"]}
    Draft202012Validator(document).validate(value)


class NamenodeDouble:
    """Serves `tree`; faults can be ordered before, or instead of, the answer."""

    def __init__(self, tree: Tree | None = None) -> None:
        self.tree = tree or Tree()
        # What the feed and the walk over all inodes tell; the tree does not keep them.
        self.events: list[Json] = []
        self.inodes: list[Json] = []
        self.metrics = METRICS
        self.totals: Json = dict(TOTALS)
        # What is otherwise of all calls of a window: waited_ms and the like.
        self.heat: Json = {}
        self.follow = Follow()
        # What is told of any inodes, and of which it was asked.
        self.concerns: Json = {
            "open_files": {"count": 0, "more": False, "items": []},
            "snapshots": {"count": 0, "items": []},
            "with_snapshots": {"count": 0, "items": []},
            "as_of_ms": _CLUSTER_AS_OF_MS,
        }
        self.concerned: list[int] = []
        self.limits = Limits()
        self.datanodes = Datanodes()
        self.drained: dict[str, Json] = {}
        self.no_checksums: dict[int, str] = {}
        self.spread = Spread()
        self.shard_rounds = 0
        self.requests: list[tuple[str, str, Json]] = []
        self.actors: list[str | None] = []
        self.missing_scope: str | None = None
        self.refuse: list[int] = []
        # Since when, and by whom, safe mode is on.
        self.read_only: Json | None = None
        self.lose_answers = 0
        self.on_request: Callable[[str, Json], None] = lambda _resource, _body: None
        self._turn = threading.Lock()
        double = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # one segment per answer: the peer's delayed acknowledgement costs 40 ms

            def do_GET(self) -> None:
                double._serve(self)

            do_PUT = do_POST = do_DELETE = do_GET  # noqa: N815

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.webhdfs = WebHdfs(self.tree, self.url)
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    def calls(self, resource: str) -> list[Json]:
        """Bodies (or queries) of the requests for this resource, in order."""
        return [body for _, name, body in self.requests if name == resource]

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        url = urlsplit(handler.path)
        if url.path.startswith((PREFIX, DATA_PREFIX)):
            self._serve_webhdfs(handler)
            return
        resource = url.path.removeprefix("/admin/v1/")
        length = int(handler.headers.get("Content-Length") or 0)
        body: Json = json.loads(handler.rfile.read(length)) if length else {}
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        self.on_request(resource, body or query)
        with self._turn:
            self.requests.append((handler.command, resource, body or query))
            self.actors.append(handler.headers.get("X-Warren-Actor"))
            status, answer = self._answer(handler, resource, query, body)
            lost = self.lose_answers > 0 and status == 200
            self.lose_answers -= lost
        if lost:
            handler.close_connection = True
            return
        text = resource == "/metrics"
        content = self.metrics.encode() if text else json.dumps(answer).encode()
        handler.send_response(status)
        kind = "application/json" if status == 200 else "application/problem+json"
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)
        handler.wfile.flush()

    def _serve_webhdfs(self, handler: BaseHTTPRequestHandler) -> None:
        url = urlsplit(handler.path)
        length = int(handler.headers.get("Content-Length") or 0)
        body = handler.rfile.read(length)
        if len(body) < length:
            # The client broke off: there is nobody to be answered.
            handler.close_connection = True
            return
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        with self._turn:
            reply = self.webhdfs.answer(handler.command, url.path, query, body)
        if self.webhdfs.lose_changes and handler.command != "GET":
            handler.close_connection = True
            return
        handler.send_response(reply.status)
        for name, value in (reply.headers | {"Content-Length": str(len(reply.body))}).items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(reply.body)
        handler.wfile.flush()

    def _answer(
        self, handler: BaseHTTPRequestHandler, resource: str, query: Json, body: Json
    ) -> tuple[int, Json]:
        if self.refuse:
            return _problem(self.refuse.pop(0), "unavailable", "Not now")
        if resource == "/metrics":
            return 200, {}
        if resource == "health":
            return 200, {"name": "nn1", "state": "serving"}
        if handler.headers.get("Authorization") != f"Bearer {TOKEN}":
            return _problem(401, "unauthorized", "Wrong token")
        if self.missing_scope is not None:
            facts = {"scope_needed": self.missing_scope}
            return _problem(403, "insufficient_scope", "Not for that call", facts)
        try:
            handle = self._of_user if resource.startswith("users/") else self._handle
            schema, answer = handle(handler.command, resource, query, body)
        except Refused as refused:
            return _problem(refused.status, refused.code, refused.title)
        check_contract(schema, answer)
        return 200, answer

    def _handle(self, method: str, resource: str, query: Json, body: Json) -> tuple[str, Json]:
        match method, resource:
            case "GET", "cluster":
                return "Cluster", self._cluster()
            case "GET", "cluster/events":
                return "ClusterEventPage", events_page(query)
            case "GET", "totals":
                return "TotalsState", self.totals
            case "GET", "subtree-operations":
                return "SubtreeOperationPage", subtree_operations_page(query)
            case "GET", _ if (answer := _STORED.get(resource.partition("/")[0])) is not None:
                return answer(resource, query)
            case "GET", "heat/shards" | "heat":
                return self._heat(resource, query)
            case _, _ if resource.partition("/")[0] in _REMEDIES:
                return self._remedy(method, resource, query, body)
            case "GET", "feed":
                return "FeedPage", self._feed()
            case "GET", "inodes":
                after_id = int(query["after_id"])
                found = [each for each in self.inodes if each["inode_id"] > after_id]
                page = found[: int(query["limit"])]
                return "InodePage", {"inodes": page, "next_after_id": None, "as_of_ms": 1}
            case "GET", _ if resource.startswith(("namespace/", "files/", "rows/")):
                return self._entry(resource, query)
            case "PUT" | "POST", _ if self.read_only is not None:
                raise Refused(503, "safe_mode", "Name node is in safe mode")
            case "PUT" | "POST", _:
                return self._change(method, resource, body)
        raise Refused(404, "not_found", "No such operation")

    def _followed(self, body: Json) -> Json:
        told = self.follow.told
        if body:
            check_contract("FollowPause", body)
            if not told["follows"]:
                raise Refused(409, "conflict", "This file system follows no other one")
            told |= body
        return told

    def _heat(self, resource: str, query: Json) -> tuple[str, Json]:
        if resource == "heat":
            return "Heat", heat.answer(query) | self.heat
        self.shard_rounds += 1
        return "Shards", heat.shards(self.shard_rounds)

    def _checksums(self, inode_id: int) -> Json:
        """Of one file; the test says what is told where it is not a checksum."""
        reason = self.no_checksums.get(inode_id)
        told = {
            "inode_id": inode_id,
            "length_bytes": None if reason else 11,
            "mtime_ms": None if reason else _CLUSTER_AS_OF_MS,
            "algorithm": None if reason else "MD5-of-0MD5-of-512CRC32C",
            "checksum": None if reason else "00ff",
            "reason": reason,
        }
        return {"checksums": [told], "as_of_ms": _CLUSTER_AS_OF_MS}

    def _order_namenode(self, name: str, body: Json) -> tuple[str, Json]:
        if body["by"] == "nobody":
            raise Refused(409, "conflict", "No other namenode serves")
        self.drained.pop(name, None)
        if body["service"] == "drained":
            self.drained[name] = {"since_ms": _CLUSTER_AS_OF_MS, "by": body["by"]}
        (found,) = (each for each in self._cluster()["namenodes"] if each["name"] == name)
        return "Namenode", found

    def _cluster(self) -> Json:
        told = cluster() | {"read_only": self.read_only}
        for each in told["namenodes"]:
            if each["name"] in self.drained:
                each |= {"drained": self.drained[each["name"]], "state": "drained"}
        return told

    def _remedy(self, method: str, resource: str, query: Json, body: Json) -> tuple[str, Json]:
        if resource == "follow":
            return "FollowState", self._followed(body)
        if resource.startswith("namenodes"):
            check_contract("NamenodeServiceChange", body)
            return self._order_namenode(resource.split("/")[1], body)
        if resource.startswith("datanodes"):
            if method == "PUT":
                check_contract("DatanodeServiceChange", body)
            return self.datanodes.answer(method, resource, query, body)
        limits = resource == "limits"
        if method == "PUT":
            check_contract("CallLimitChange" if limits else "PartitioningChange", body)
        if limits:
            return "CallLimits", self.limits.answer(method, query, body)
        path = (body or query)["path"]
        node = self.tree.find(path)
        if method == "PUT":
            self.spread.change(node, body)
        return "DirectoryPartitioning", self.spread.answer(path, node)

    def _entry(self, resource: str, query: Json) -> tuple[str, Json]:
        tree = self.tree
        match resource:
            case "namespace/stat":
                path = tree.path_of(query)
                node = tree.find(path, query.get("as_user"))
                totals = query.get("totals") == "true"
                return "Entry", tree.entry(path, node, counted=True, totals=totals)
            case "namespace/details":
                path = tree.path_of(query)
                return "EntryDetails", tree.details(path, query.get("as_user"))
            case "namespace/preview":
                return "ContentPreview", tree.preview(query["path"], query.get("as_user"))
            case "namespace/changes":
                node = tree.find(query["path"], query.get("as_user"))
                return "InodeChangePage", _changes(node.inode_id, query.get("before"))
            case "files/checksums":
                return "FileChecksums", self._checksums(int(query["inode_ids"]))
            case "namespace/children":
                return "EntryPage", tree.children(query["path"], query)
            case "namespace/quotas":
                return "QuotasAbove", quotas.above(tree, query["path"])
            case "rows/quotas":
                return "QuotaRowPage", quotas.rows(tree, query)
            case "namespace/summary":
                path = tree.path_of(query)
                tree.find(path, query.get("as_user"))
                return "Summary", tree.summary(path)
        raise Refused(404, "not_found", "No such operation")

    def _change(self, method: str, resource: str, body: Json) -> tuple[str, Json]:
        tree = self.tree
        match method, resource:
            case "PUT", "namespace/quota":
                check_contract("QuotaChange", body)
                return "QuotaResult", tree.once(body, lambda: set_quota(tree, body))
            case "POST", "namespace/trash":
                check_contract("TrashMove", body)
                return "TrashResult", tree.once(body, lambda: move_to_trash(tree, body))
            case "POST", "namespace/restored":
                check_contract("TrashRestore", body)
                return "Restored", tree.once(body, lambda: restore_from_trash(tree, body))
            case "POST", "namespace/moves":
                check_contract("InodeMove", body)
                return "Restored", tree.once(body, lambda: move_inode(tree, body))
            case "POST", "subtree/steps":
                check_contract("SubtreeStep", body)
                counts = body["operation"] == "count" or body.get("dry_run", False)
                look = partial(self._step, body)
                answer = self._looked(look) if counts else tree.once(body, look)
                return "SubtreeStepResult", answer
            case "POST", "subtree/restores":
                check_contract("RestoreStep", body)
                looks = body.get("dry_run", False)
                restored = (
                    restore(tree, body) if looks else tree.once(body, lambda: restore(tree, body))
                )
                return "SubtreeStepResult", restored
            case "POST", "subtree/chosen":
                check_contract("ChosenStep", body)
                looks = body.get("dry_run", False)
                choose = partial(chosen, tree, body)
                done = self._looked(choose) if looks else tree.once(body, choose)
                return "SubtreeStepResult", done
            case "POST", "smallfiles/take-in":
                check_contract("SmallFileStep", body)
                return "SmallFileStepResult", take_in(tree, body)
            case "POST", "subtree/looks":
                check_contract("InodesLook", body)
                return "InodesSeen", look_at(tree, body)
            case "POST", "subtree/concerns":
                check_contract("InodesLook", body)
                self.concerned += body["inode_ids"]
                return "InodeConcerns", self.concerns
            case "POST", "subtree/epochs":
                check_contract("JobTake", body)
                return "JobTaken", tree.take(body["job"], body["epoch"])
        raise Refused(404, "not_found", "No such operation")

    def _looked(self, look: Callable[[], Json]) -> Json:
        self.tree.wanted.clear()
        answer = look()
        return answer | {"quotas": quotas.gains(self.tree)}

    def _step(self, body: Json) -> Json:
        require_deletable(self.tree, body)
        return self.tree.step(body)

    def _of_user(self, method: str, resource: str, _query: Json, body: Json) -> tuple[str, Json]:
        _, user, what = resource.split("/")
        if (method, what) == ("GET", "groups"):
            groups = self.tree.groups.get(user, [])
            superuser = user in self.tree.superusers
            return "UserGroups", {"user": user, "groups": groups, "superuser": superuser}
        check_contract("ListableQuestion", body)
        listable = [self.tree.lists(each, user) for each in body["directories"]]
        return "ListableAnswer", {"listable": listable, "as_of_ms": 1_700_000_000_000}

    def _feed(self) -> Json:
        head = self.events[-1]["sequence"] if self.events else 0
        return {
            "events": self.events,
            "next": f"c{head}",
            "head": f"c{head}",
            "head_sequence": head,
            "as_of_ms": 1_700_000_000_000,
            "caught_up": True,
        }


def _problem(status: int, code: str, title: str, facts: Json | None = None) -> tuple[int, Json]:
    problem = {
        "type": f"urn:warren:problem:{code}",
        "title": title,
        "status": status,
        "code": code,
        "detail": "",
        "facts": facts or {},
    }
    check_contract("Problem", problem)
    return status, problem


def _changes(inode_id: int, before: str | None) -> Json:
    """A file that was made as a.part, and then renamed: two parts with a change each."""
    change = {
        "committed_at_ms": _CLUSTER_AS_OF_MS,
        "name": "a",
        "moved": False,
        "size_bytes": 7,
        "owner": "ann",
        "group": "staff",
        "mode": "0644",
        "replication": 3,
        "erasure_coding_policy": 0,
    }
    renamed = {"sequence": 9, "operation": "rename", "name_before": "a.part", "storage_policy": 2}
    made = {"sequence": 4, "operation": "create", "name_before": None, "storage_policy": 0}
    return {
        "inode_id": inode_id,
        "changes": [change | (renamed if before is None else made)],
        "looked_since_ms": _CLUSTER_AS_OF_MS,
        "next_before": 9 if before is None else None,
        "as_of_ms": _CLUSTER_AS_OF_MS,
    }


def cluster() -> Json:
    """Two namenodes and a datanode."""
    namenode = {
        "epoch": 3,
        "state": "live",
        "rpc_address": "127.0.0.1:8020",
        "http_address": "127.0.0.1:9870",
        "started_at_ms": 1_700_000_000_000,
        "last_heartbeat_ms": 1_700_000_001_000,
        "version": "0.1.0",
        "drained": None,
    }
    sizes = {"capacity_bytes": 1000, "used_bytes": 300, "remaining_bytes": 700}
    return {
        "as_of_ms": _CLUSTER_AS_OF_MS,
        "leader": "nn1",
        "store": "embedded",
        "read_only": None,
        "namenodes": [
            {"name": "nn1", "id": 1, "role": "leader", **namenode},
            {"name": "nn2", "id": 2, "role": "follower", **namenode, "state": "stopped"},
        ],
        "datanodes": [
            {
                "uuid": "u-1",
                "hostname": "localhost",
                "address": "127.0.0.1:9866",
                "state": "live",
                **sizes,
                "block_count": 4,
                "last_heartbeat_ms": 1_700_000_001_500,
                "version": "3.4.1",
                "storages": [{"id": "s-1", "type": "DISK", "state": "normal", **sizes}],
            }
        ],
        **sizes,
    }
