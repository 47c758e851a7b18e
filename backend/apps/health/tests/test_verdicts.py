"""The checks: what they find, what is kept of it, and who mutes them."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import ApiToken, User
from apps.audit.models import AuditEntry
from apps.cluster import blocks, datanodes, ndb
from apps.cluster import selectors as clusters
from apps.common.problems import Problem
from apps.figures import selectors as figures
from apps.figures.selectors import Forecast
from apps.health import rounds
from apps.health.checks import ALL
from apps.health.checks.capacity import Capacity
from apps.health.checks.small_files import SmallFileRoom
from apps.health.models import HealthChange, HealthFinding, HealthMute, HealthRound
from apps.health.readings import Readings
from apps.health.rounds import keep, looked, round_of_checks
from apps.health.verdicts import CheckKey, Finding, error, ok, unknown, warning
from apps.heat import selectors as heats
from apps.jobs import keeper
from apps.pipeline import selectors as pipelines
from doubles.index import IndexDouble
from doubles.indexer import VIEW, IndexerDouble
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker
from warren_analytics.store import ReplicaStore

pytestmark = pytest.mark.django_db
CHECKS = "/api/v1/health/checks"
CHANGES = "/api/v1/health/changes"
NOW = datetime(2026, 11, 22, 8, 0, tzinfo=UTC)
WELL = blocks.BlockHealth(
    under_replicated={"highest": 0, "missing": 0},
    missing=0,
    corrupt_replicas=0,
    copies_under_way=0,
    surplus_replicas=0,
    deletions_waiting=0,
    checks_waiting=0,
    counted_max=1_000,
    safe_mode=None,
    as_of=NOW,
)


@pytest.fixture
def cluster(
    namenode: NamenodeDouble,
    index: IndexDouble,
    indexer: IndexerDouble,
    worker: Worker,
    replica: ReplicaStore,
) -> NamenodeDouble:
    keeper.keep(name="test:1", at_start=True)
    return namenode


def found(key: CheckKey) -> Finding | None:
    """What the check says now."""
    return looked(next(check for check in ALL if check.key == key), Readings())


def verdict(key: CheckKey) -> str | None:
    finding = found(key)
    return None if finding is None else str(finding.verdict)


def test_every_check_says_what_to_do_and_where() -> None:
    assert {check.key for check in ALL} | {CheckKey.WORKERS} == set(CheckKey)
    for check in ALL:
        assert check.title
        assert check.remedy
        assert check.page.startswith("/")


def test_room_for_small_files(namenode: NamenodeDouble) -> None:
    check = SmallFileRoom()

    def told(fallbacks: int, used: int) -> str:
        namenode.metrics = (
            "# TYPE warren_small_file_fallbacks counter\n"
            f'warren_small_file_fallbacks_total{{reason="full"}} {fallbacks}\n'
            "# TYPE warren_small_file_store_used_bytes gauge\n"
            f"warren_small_file_store_used_bytes {used}\n"
            "# TYPE warren_small_file_store_size_bytes gauge\n"
            "warren_small_file_store_size_bytes 100\n"
        )
        finding = looked(check, Readings())
        assert finding is not None
        return str(finding.verdict)

    assert told(7, 10) == "ok"
    assert told(7, 79) == "ok"
    assert told(7, 80) == "warning"
    assert told(7, 95) == "error"
    # A namenode began anew: its counters are smaller, and that is no fallback.
    assert told(0, 10) == "ok"
    assert told(1, 10) == "warning"
    assert told(1, 96) == "error"


def test_totals_of_directories(namenode: NamenodeDouble) -> None:
    finding = found(CheckKey.DIRECTORY_TOTALS)
    assert finding is not None
    assert finding.verdict == "ok"
    assert finding.reason == (
        "1,200 directories were checked since the namenodes started, 0 wrong."
    )
    namenode.metrics = (
        "# TYPE warren_directory_totals_mended_total counter\n"
        'warren_directory_totals_mended_total{namenode="nn1"} 2.0\n'
        'warren_directory_totals_mended_total{namenode="nn2"} 0.0\n'
    )
    finding = found(CheckKey.DIRECTORY_TOTALS)
    assert finding is not None
    assert finding.verdict == "warning"
    assert "2 directories were wrong" in finding.reason
    namenode.totals["counted"] = False
    finding = found(CheckKey.DIRECTORY_TOTALS)
    assert finding is not None
    assert finding.reason.startswith("Directories are being counted: ")
    namenode.metrics = (
        "# TYPE warren_directory_totals_inodes_passed gauge\n"
        'warren_directory_totals_inodes_passed{namenode="nn1"} 0.0\n'
        'warren_directory_totals_inodes_passed{namenode="nn2"} 12000.0\n'
    )
    finding = found(CheckKey.DIRECTORY_TOTALS)
    assert finding is not None
    # No replica says of how many.
    assert "counted, past 12,000 inodes: " in finding.reason
    namenode.totals["counted"] = True
    namenode.metrics = ""
    assert verdict(CheckKey.DIRECTORY_TOTALS) == "unknown"


def test_the_doubles_world(cluster: NamenodeDouble) -> None:
    """One look at everything: a dead datanode with a lost disk, a leader that waits to heal."""
    assert {check.key: verdict(check.key) for check in ALL} == {
        "namenodes": "ok",
        "leader": "ok",
        "evictions": "warning",
        "leader_services": "ok",
        "crowding": "ok",
        "missing_blocks": "ok",
        "under_replicated_blocks": "warning",
        "corrupt_replicas": "warning",
        "healing": "warning",
        "datanodes": "warning",
        "heartbeats": "ok",
        "disk_space": "ok",
        "capacity": None,
        "failed_disks": "warning",
        "slow_peers": None,
        "slow_disks": None,
        "block_reports": "ok",
        "ndb_nodes": None,
        "ndb_memory": None,
        "ndb_redo": None,
        "small_files": "ok",
        "directory_totals": "ok",
        "search_lag": "ok",
        "sql_lag": "ok",
        "drift": "warning",
        "dead_letters": "warning",
        "failed_jobs": "ok",
        "lifecycle_rules": "ok",
        "tokens": "ok",
        "certificates": None,
        "backups": None,
        # The double's clock stands still.
        "clocks": "warning",
    }


def test_without_a_namenode_nothing_is_guessed(cluster: NamenodeDouble, set_env: SetEnv) -> None:
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    assert found(CheckKey.NAMENODES) == error("No namenode answers.")
    for key in (CheckKey.LEADER, CheckKey.MISSING_BLOCKS, CheckKey.DATANODES, CheckKey.CLOCKS):
        assert found(key) == unknown("No namenode answers.")


def test_a_round_asks_silent_namenodes_once(
    cluster: NamenodeDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def silent() -> clusters.Cluster:
        asked.append("cluster")
        raise Problem("No namenode answers")

    monkeypatch.setattr(clusters, "cluster", silent)
    read = Readings()
    for check in ALL:
        looked(check, read)
    assert asked == ["cluster"]


@pytest.mark.parametrize(
    ("change", "key", "expected"),
    [
        ({}, CheckKey.MISSING_BLOCKS, "ok"),
        ({"missing": 1}, CheckKey.MISSING_BLOCKS, "error"),
        ({"under_replicated": {"missing": 3}}, CheckKey.UNDER_REPLICATED_BLOCKS, "ok"),
        ({"under_replicated": {"low": 3}}, CheckKey.UNDER_REPLICATED_BLOCKS, "warning"),
        ({"corrupt_replicas": 2}, CheckKey.CORRUPT_REPLICAS, "warning"),
        ({}, CheckKey.HEALING, "ok"),
    ],
)
def test_blocks(
    cluster: NamenodeDouble,
    monkeypatch: pytest.MonkeyPatch,
    change: dict[str, Any],
    key: CheckKey,
    expected: str,
) -> None:
    monkeypatch.setattr(blocks, "health", lambda: replace(WELL, **change))
    assert verdict(key) == expected


def test_a_count_that_ended_at_its_bound_is_told_as_such(
    cluster: NamenodeDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "health", lambda: replace(WELL, missing=1_000))
    finding = found(CheckKey.MISSING_BLOCKS)
    assert finding is not None
    assert finding.reason.startswith("At least 1,000 blocks have no good replica")


def test_datanodes_that_are_slower_than_the_others(
    cluster: NamenodeDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = datanodes.page(cursor=None, limit=50)
    live = replace(page.items[0], admin_state="in_service")
    peer = datanodes.SlowPeer(latency_ms=41.5, limit_ms=9.0, reporters=2)

    def tell(number: int, *, slow: int = 0, watched: bool = True) -> Finding | None:
        items = [
            replace(live, uuid=f"dn-{each}", slow_peer=peer if each < slow else None)
            for each in range(number)
        ]
        told = replace(page, items=items, next_cursor=None, peers_watched=watched)
        monkeypatch.setattr(datanodes, "page", lambda **_: told)
        return found(CheckKey.SLOW_PEERS)

    assert tell(3) is None
    assert tell(4) == ok("No datanode tells of a slow one.")
    assert tell(5, slow=1) == warning(
        "1 datanode is much slower to send to than the others: a.example."
    )
    assert tell(4, watched=False) == unknown(
        "Datanodes don't compare each other (dfs.datanode.peer.stats.enabled)."
    )


def test_disks_that_are_slower_than_the_others(
    cluster: NamenodeDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = datanodes.page(cursor=None, limit=50)
    live = replace(page.items[0], admin_state="in_service")
    disk = datanodes.SlowDisk(disk="/disks/7", metadata_ms=None, read_ms=None, write_ms=123.5)

    def tell(disks: int, *, slow: int = 0, watched: bool = True) -> Finding | None:
        datanode = replace(live, storages=live.storages * disks, slow_disks=[disk] * slow)
        told = replace(page, items=[datanode], next_cursor=None, disks_watched=watched)
        monkeypatch.setattr(datanodes, "page", lambda **_: told)
        return found(CheckKey.SLOW_DISKS)

    assert tell(2) is None
    assert tell(3) == ok("No datanode tells of a slow disk.")
    assert tell(3, slow=1) == warning("1 disk is much slower than the others beside it: a.example.")
    unwatched = tell(3, watched=False)
    assert unwatched is not None
    assert unwatched.verdict == "unknown"


@pytest.mark.parametrize(
    ("days_left", "days_known", "expected", "words"),
    [
        (5, 10, "warning", "within a week"),
        (13, 10, "warning", "within two weeks"),
        (29, 10, "warning", "within 30 days"),
        (31, 10, "ok", "not full within 30 days"),
        (None, 10, "ok", "not full within 30 days"),
        # A day's load is not the pace of weeks.
        (5, 2, None, ""),
        (None, None, None, ""),
    ],
)
def test_disks_that_will_be_full(
    monkeypatch: pytest.MonkeyPatch,
    days_left: int | None,
    days_known: int | None,
    expected: str | None,
    words: str,
) -> None:
    read = Readings()
    forecast = Forecast(
        full_at=None if days_left is None else read.now + timedelta(days=days_left),
        bytes_per_day=1,
        measured_from=None if days_known is None else read.now - timedelta(days=days_known),
        measured_to=None if days_known is None else read.now,
    )
    monkeypatch.setattr(figures, "forecast", lambda: forecast)
    finding = Capacity().look(read)
    assert (None if finding is None else finding.verdict) == expected
    assert finding is None or words in finding.reason


@pytest.mark.parametrize(("used", "expected"), [(899, "ok"), (900, "warning"), (970, "error")])
def test_disks_that_get_full(
    cluster: NamenodeDouble, monkeypatch: pytest.MonkeyPatch, used: int, expected: str
) -> None:
    page = datanodes.page(cursor=None, limit=50)
    live = next(each for each in page.items if each.state == "live")
    disk = replace(live.storages[0], remaining_bytes=1_000 - used)
    filled = replace(page, items=[replace(live, storages=[disk])])
    monkeypatch.setattr(datanodes, "page", lambda **_: filled)
    assert verdict(CheckKey.DISK_SPACE) == expected


def test_datanodes_that_are_away_on_purpose_are_no_fault(
    cluster: NamenodeDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = datanodes.page(cursor=None, limit=50)
    away = replace(
        page,
        items=[
            replace(each, admin_state="in_maintenance" if each.state == "dead" else "in_service")
            for each in page.items
        ],
    )
    monkeypatch.setattr(datanodes, "page", lambda **_: away)
    assert (verdict(CheckKey.DATANODES), verdict(CheckKey.FAILED_DISKS)) == ("ok", "ok")


def test_a_gap_between_heartbeats(cluster: NamenodeDouble, monkeypatch: pytest.MonkeyPatch) -> None:
    page = datanodes.page(cursor=None, limit=50)
    seen = clusters.cluster()
    late = replace(page.items[0], last_heartbeat_at=seen.as_of - timedelta(seconds=16))
    monkeypatch.setattr(datanodes, "page", lambda **_: replace(page, items=[late]))
    assert verdict(CheckKey.HEARTBEATS) == "warning"


def test_a_service_that_is_silent(cluster: NamenodeDouble) -> None:
    cluster.metrics = cluster.metrics.replace("} 1.0", "} 601.0")
    assert found(CheckKey.LEADER_SERVICES) == error("Silent for more than 10 minutes: healing.")
    cluster.metrics = "# EOF\n"
    assert verdict(CheckKey.LEADER_SERVICES) == "unknown"


@pytest.mark.parametrize(
    ("time_ms", "share", "others_calls", "expected"),
    [
        (240_000, 0.7, 6, "warning"),
        # Nobody waits where few calls run, nobody is crowded out where nobody else calls.
        (239_000, 0.9, 6, "ok"),
        (240_000, 0.69, 6, "ok"),
        (240_000, 0.9, 5, "ok"),
    ],
)
def test_one_user_crowds_out_the_others(
    cluster: NamenodeDouble,
    monkeypatch: pytest.MonkeyPatch,
    time_ms: float,
    share: float,
    others_calls: int,
    expected: str,
) -> None:
    seen = heats.heat(by=heats.HeatBy.USER, window=heats.HeatWindow.MINUTE, limit=2)
    ann, bob = seen.entries
    (namenode,) = seen.namenodes
    crowded = replace(
        seen,
        namenodes=[replace(namenode, time_ms=time_ms), replace(namenode, time_ms=1.0)],
        entries=[replace(ann, share=share), replace(bob, calls=others_calls)],
    )
    monkeypatch.setattr(heats, "heat", lambda **_: crowded)
    assert verdict(CheckKey.CROWDING) == expected
    # Everybody may read a reason: it names nobody.
    finding = found(CheckKey.CROWDING)
    assert finding is not None
    assert "ann" not in finding.reason


def test_clocks_of_namenodes(cluster: NamenodeDouble, monkeypatch: pytest.MonkeyPatch) -> None:
    now = replace(clusters.cluster(), as_of=timezone.now())
    monkeypatch.setattr(clusters, "cluster", lambda: now)
    assert verdict(CheckKey.CLOCKS) == "ok"
    cluster.metrics = cluster.metrics.replace("} 0.2", "} 11")
    assert verdict(CheckKey.CLOCKS) == "warning"


def test_memory_of_data_nodes_is_unknown_where_it_cant_be_read(
    cluster: NamenodeDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_ndb = replace(clusters.cluster(), store="ndb")
    monkeypatch.setattr(clusters, "cluster", lambda: on_ndb)
    assert verdict(CheckKey.NDB_MEMORY) == "unknown"
    for used, expected in ((70, "ok"), (80, "warning"), (95, "error")):
        nodes = [ndb.NodeMemory(2, 10, 100), ndb.NodeMemory(3, used, 100)]
        monkeypatch.setattr(ndb, "reachable", lambda: True)
        monkeypatch.setattr(ndb, "memory", lambda found=nodes: found)
        assert verdict(CheckKey.NDB_MEMORY) == expected


def test_a_data_node_that_is_down(cluster: NamenodeDouble, monkeypatch: pytest.MonkeyPatch) -> None:
    on_ndb = replace(clusters.cluster(), store="ndb")
    monkeypatch.setattr(clusters, "cluster", lambda: on_ndb)
    assert verdict(CheckKey.NDB_NODES) == "unknown"
    started = [1, 2]
    told = {"config_nodes": [1, 2], "ndbinfo.nodes": started}

    def rows(statement: str) -> list[tuple[int]]:
        return [(node,) for name, nodes in told.items() if name in statement for node in nodes]

    monkeypatch.setattr(ndb, "reachable", lambda: True)
    monkeypatch.setattr(ndb, "rows", rows)
    assert verdict(CheckKey.NDB_NODES) == "ok"
    started.remove(2)
    assert found(CheckKey.NDB_NODES) == warning("1 data node is not started: 2.")


def test_a_redo_log_that_fills(cluster: NamenodeDouble, monkeypatch: pytest.MonkeyPatch) -> None:
    on_ndb = replace(clusters.cluster(), store="ndb")
    monkeypatch.setattr(clusters, "cluster", lambda: on_ndb)
    assert verdict(CheckKey.NDB_REDO) == "unknown"
    monkeypatch.setattr(ndb, "reachable", lambda: True)
    for used, expected in ((69, "ok"), (70, "warning"), (90, "error")):
        parts = [(1, 100), (used, 100)]
        monkeypatch.setattr(ndb, "rows", lambda _, found=parts: found)
        assert verdict(CheckKey.NDB_REDO) == expected
    monkeypatch.setattr(ndb, "rows", lambda _: [])
    assert verdict(CheckKey.NDB_REDO) == "unknown"


def test_drift_that_was_not_repaired(
    cluster: NamenodeDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = {**VIEW["proof"]["last"], "drift": 3, "repaired": 1}
    view = pipelines.described({**VIEW, "proof": {**VIEW["proof"], "last": last}})
    monkeypatch.setattr(pipelines, "pipeline", lambda **_: view)
    assert verdict(CheckKey.DRIFT) == "error"


def test_tokens_that_expire(cluster: NamenodeDouble, admin: User) -> None:
    ApiToken.objects.create(
        user=admin,
        name="nightly",
        scopes=["read"],
        secret_sha256="0" * 64,
        created_at=timezone.now(),
        expires_at=timezone.now() + timedelta(days=6),
    )
    assert found(CheckKey.TOKENS) == warning("1 token expires within 7 days.")


def test_the_last_backups_age(cluster: NamenodeDouble, set_env: SetEnv, tmp_path: Path) -> None:
    set_env(home=tmp_path, backup_max_age_h=24)
    note = tmp_path / "last-backup.json"
    assert verdict(CheckKey.BACKUPS) is None

    def told(age: timedelta) -> Finding | None:
        as_of = (timezone.now() - age).isoformat(timespec="milliseconds")
        note.write_text(json.dumps({"as_of": as_of, "folder": "/mnt/b", "size_bytes": 1}))
        return found(CheckKey.BACKUPS)

    assert told(timedelta(hours=23)) == ok("It is not older than 24 h.")
    assert told(timedelta(hours=25, minutes=5)) == warning("It is 25 h old, more than 24 h.")
    for text in ("", "[]", "{}", '{"as_of": 1}', '{"as_of": "2026-01-01"}'):
        note.write_text(text)
        assert verdict(CheckKey.BACKUPS) == "unknown", text


def test_a_fault_in_one_check_hides_no_other(
    cluster: NamenodeDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> clusters.Cluster:
        raise ValueError("a fault")

    monkeypatch.setattr(clusters, "cluster", broken)
    assert verdict(CheckKey.LEADER) == "unknown"
    assert verdict(CheckKey.FAILED_JOBS) == "ok"


def test_what_is_kept_of_a_change() -> None:
    keep({"leader": ok("nn1 leads.")}, at=NOW)
    keep({"leader": ok("nn2 leads.")}, at=NOW + timedelta(seconds=10))
    row = HealthFinding.objects.get(key="leader")
    assert (row.reason, row.since) == ("nn2 leads.", NOW)
    keep({"leader": error("No namenode leads.")}, at=NOW + timedelta(seconds=20))
    row.refresh_from_db()
    assert (row.verdict, row.since) == ("error", NOW + timedelta(seconds=20))
    assert list(HealthChange.objects.values_list("before", "verdict")) == [
        ("unknown", "ok"),
        ("ok", "error"),
    ]
    keep({}, at=NOW + timedelta(seconds=30))
    assert not HealthFinding.objects.exists()


def test_that_no_namenode_answers_is_told_by_one_check_alone() -> None:
    silent = unknown("No namenode answers.")
    keep({"leader": ok("nn1 leads."), "namenodes": ok("2 namenodes serve.")}, at=NOW)
    told = HealthChange.objects.count()

    def later(second: int, leader: Finding, namenodes: Finding, *, untold: set[str]) -> None:
        found = {"leader": leader, "namenodes": namenodes}
        keep(found, at=NOW + timedelta(seconds=second), untold=untold)

    down = error("No namenode answers.")
    later(10, silent, down, untold={"leader"})
    assert HealthFinding.objects.get(key="leader").verdict == "unknown"
    later(20, ok("nn2 leads."), ok("2 namenodes serve."), untold=set())
    later(30, silent, down, untold={"leader"})
    later(40, error("No namenode leads."), ok("2 namenodes serve."), untold=set())
    changes = HealthChange.objects.order_by("pk").values_list("key", "before", "verdict")[told:]
    assert list(changes) == [
        ("namenodes", "ok", "error"),
        ("namenodes", "error", "ok"),
        ("namenodes", "ok", "error"),
        ("leader", "ok", "error"),
        ("namenodes", "error", "ok"),
    ]


def test_a_round_with_silent_namenodes_tells_of_them(
    cluster: NamenodeDouble, set_env: SetEnv
) -> None:
    assert round_of_checks()
    told = set(HealthChange.objects.values_list("pk", flat=True))
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    HealthRound.objects.update(claimed_at=timezone.now() - timedelta(seconds=10))
    assert round_of_checks()
    assert HealthFinding.objects.get(key="leader").verdict == "unknown"
    changed = HealthChange.objects.exclude(pk__in=told).values_list("key", flat=True)
    assert "namenodes" in changed
    assert not {"leader", "missing_blocks", "datanodes", "clocks"} & set(changed)


def test_history_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "CHANGES_KEPT_MAX", 3)
    for second in range(8):
        finding = error("No namenode leads.") if second % 2 else ok("nn1 leads.")
        keep({"leader": finding}, at=NOW + timedelta(seconds=second))
    assert HealthChange.objects.count() == 3
    newest = HealthChange.objects.order_by("-pk")[0]
    assert newest.at == NOW + timedelta(seconds=7)


def test_one_worker_makes_a_round(cluster: NamenodeDouble) -> None:
    assert round_of_checks()
    assert not round_of_checks()
    HealthRound.objects.update(claimed_at=timezone.now() - timedelta(seconds=10))
    assert round_of_checks()


def test_the_answer(cluster: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    round_of_checks()
    answer = client_of(viewer).get(CHECKS).json()
    assert (answer["verdict"], answer["errors"], answer["muted"]) == ("warning", 0, 0)
    assert answer["warnings"] == sum(each["verdict"] == "warning" for each in answer["items"])
    by_key = {each["key"]: each for each in answer["items"]}
    assert "ndb_memory" not in by_key
    assert by_key["workers"]["reason"] == "1 worker is alive."
    assert by_key["datanodes"]["reason"] == "1 datanode is dead: b.example."
    assert by_key["datanodes"]["since"] is not None
    changes = client_of(viewer).get(f"{CHANGES}?key=datanodes").json()["items"]
    assert [(each["before"], each["verdict"]) for each in changes] == [("unknown", "warning")]


def test_old_findings_are_not_told_as_new_ones(
    cluster: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    never = client_of(viewer).get(CHECKS).json()
    assert (never["verdict"], never["as_of"]) == ("unknown", None)
    round_of_checks()
    HealthRound.objects.update(looked_at=timezone.now() - timedelta(seconds=61))
    answer = client_of(viewer).get(CHECKS).json()
    assert {each["verdict"] for each in answer["items"] if each["key"] != "workers"} == {"unknown"}


def test_without_a_worker_the_whole_is_an_error(
    index: IndexDouble, viewer: User, client_of: ClientOf
) -> None:
    answer = client_of(viewer).get(CHECKS).json()
    assert (answer["verdict"], answer["errors"]) == ("error", 1)


def _body(**values: Any) -> dict[str, Any]:
    until = timezone.now() + timedelta(hours=1)
    return {"reason": "disk is ordered", "until": until.isoformat(), **values}


def test_muting(cluster: NamenodeDouble, operator: User, viewer: User, client_of: ClientOf) -> None:
    round_of_checks()
    warnings = client_of(operator).get(CHECKS).json()["warnings"]
    client = client_of(operator)
    answer = client.put(f"{CHECKS}/datanodes/mute", _body(), content_type="application/json")
    assert (answer.status_code, answer.json()["by"]) == (200, "olga")
    seen = client.get(CHECKS).json()
    assert (seen["muted"], seen["warnings"]) == (1, warnings - 1)
    entry = AuditEntry.objects.get(action="health.mute")
    assert entry.after is not None
    assert (entry.actor, entry.after["reason"]) == ("olga", "disk is ordered")
    # What somebody wrote may quote a path.
    shown = client_of(viewer).get(CHECKS).json()["items"]
    mute = next(each["mute"] for each in shown if each["key"] == "datanodes")
    assert (mute["reason"], mute["by"]) == (None, None)
    assert client.delete(f"{CHECKS}/datanodes/mute").status_code == 204
    assert client.get(CHECKS).json()["warnings"] == warnings
    before = AuditEntry.objects.get(action="health.unmute").before
    assert before is not None
    assert before["check"] == "datanodes"
    assert client.delete(f"{CHECKS}/datanodes/mute").status_code == 404


def test_a_mute_ends(cluster: NamenodeDouble, operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    client.put(f"{CHECKS}/datanodes/mute", _body(), content_type="application/json")
    HealthMute.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert client.get(CHECKS).json()["muted"] == 0
    round_of_checks()
    assert not HealthMute.objects.exists()


@pytest.mark.parametrize(
    ("key", "change", "status"),
    [
        ("no-such-check", {}, 404),
        ("datanodes", {"reason": ""}, 400),
        ("datanodes", {"until": "2020-01-01T00:00:00Z"}, 400),
        ("datanodes", {"until": "9999-01-01T00:00:00Z"}, 400),
    ],
)
def test_mutes_that_are_refused(
    operator: User, client_of: ClientOf, key: str, change: dict[str, Any], status: int
) -> None:
    answer = client_of(operator).put(
        f"{CHECKS}/{key}/mute", _body(**change), content_type="application/json"
    )
    assert answer.status_code == status


def test_viewers_mute_nothing(viewer: User, client_of: ClientOf) -> None:
    answer = client_of(viewer).put(
        f"{CHECKS}/datanodes/mute", _body(), content_type="application/json"
    )
    assert answer.status_code == 403
