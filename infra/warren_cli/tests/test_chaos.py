"""The report on namenodes that were killed under load."""

from warren_cli.chaos import Plan, outcome, report
from warren_cli.hadoop_conf import Policy
from warren_cli.modes import Mode

RESULT = {
    "operations": 12_345,
    "seconds": 60.0,
    "errors": [],
    "stalls": [
        {"operation": "read", "client": 0, "endedAtMs": 9_000, "tookMs": 250},
        {"operation": "create", "client": 1, "endedAtMs": 11_200, "tookMs": 1_300},
        {"operation": "read", "client": 2, "endedAtMs": 10_400, "tookMs": 600},
        {"operation": "stat_file", "client": 0, "endedAtMs": 50_700, "tookMs": 700},
    ],
}
KILLED = [("nn1", 10_000), ("nn2", 50_200), ("nn1", 90_000)]


def test_each_stall_belongs_to_the_kill_that_it_overlaps() -> None:
    met = outcome(Policy.STOCK, RESULT, KILLED)
    assert [kill.stall_ms for kill in met.kills] == [1_300, 700, 0]
    assert met.longest_ms == 1_300
    assert met.stall_otherwise_ms == 250


def test_the_report_tells_what_failed() -> None:
    plan = Plan(Mode.CLUSTER, (Policy.STOCK, Policy.STICKY), kills=3, clients=8, seed=7)
    failed = {**RESULT, "errors": ["rename: refused"]}
    text = report(
        plan,
        [outcome(Policy.STOCK, RESULT, KILLED), outcome(Policy.STICKY, failed, KILLED[:1])],
        load=0.5,
    )
    assert "| stock | 12,345 | 0 | 1,300 ms | 1300 700 0 | 250 ms |" in text
    assert "| sticky | 12,345 | 1 | 1,300 ms | 1300 | 700 ms |" in text
    assert "- sticky: rename: refused" in text
    assert "SIGKILL" in text
    assert "seed 7" in text


def test_without_a_kill_there_is_no_stall_at_one() -> None:
    met = outcome(Policy.RANDOM, RESULT, [])
    assert met.longest_ms == 0
    assert met.stall_otherwise_ms == 1_300
