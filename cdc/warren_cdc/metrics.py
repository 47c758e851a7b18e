"""The pipeline's metrics in Prometheus's text format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

_HELP: Final = {
    "warren_pipeline_sequence": ("gauge", "Sequence that a stage has reached."),
    "warren_pipeline_lag": ("gauge", "What a stage has yet to do: sequences, in Kafka messages."),
    "warren_pipeline_build_percent": ("gauge", "How far a build is that runs; absent without one."),
    "warren_pipeline_errors_total": ("counter", "Failures of a stage since the indexer started."),
    "warren_pipeline_restarts_total": ("counter", "Restarts and rebuilds of a stage."),
    "warren_pipeline_lag_seconds": ("gauge", "How old the index's state is."),
    "warren_pipeline_events_total": ("counter", "Events applied to the index."),
    "warren_pipeline_filled_total": ("counter", "Changes that came from the store, not Kafka."),
    "warren_pipeline_drift_total": ("counter", "Inodes whose document was proved wrong."),
    "warren_pipeline_repaired_total": ("counter", "Documents repaired."),
    "warren_pipeline_proofs_total": ("counter", "Complete comparisons of index and store."),
    "warren_pipeline_replica_drift_total": ("counter", "Inodes whose row was proved wrong."),
    "warren_pipeline_replica_proofs_total": ("counter", "Complete comparisons of replica, store."),
    "warren_pipeline_dead_letters": ("gauge", "Messages that could not be understood."),
}


def metrics_of(view: dict[str, Any]) -> str:
    """The text of a pipeline's view."""
    lines: list[str] = []
    told: set[str] = set()
    for name, labels, value in _samples(view):
        if value is None:
            continue
        if name not in told:
            told.add(name)
            kind, meaning = _HELP[name]
            lines += (f"# HELP {name} {meaning}", f"# TYPE {name} {kind}")
        lines.append(f"{name}{labels} {value}")
    return "\n".join(lines) + "\n"


def _samples(view: dict[str, Any]) -> Iterator[tuple[str, str, float | None]]:
    for key, name in (
        ("position", "warren_pipeline_sequence"),
        ("lag", "warren_pipeline_lag"),
        ("build_percent", "warren_pipeline_build_percent"),
        ("errors", "warren_pipeline_errors_total"),
        ("restarts", "warren_pipeline_restarts_total"),
    ):
        for stage in view["stages"]:
            yield name, f'{{stage="{stage["name"]}"}}', stage[key]
    lag_ms, proof = view["lag_ms"], view["proof"]
    yield "warren_pipeline_lag_seconds", "", None if lag_ms is None else lag_ms / 1000
    yield "warren_pipeline_events_total", "", view["events_applied"]
    yield "warren_pipeline_filled_total", "", view["filled_from_store"]
    yield "warren_pipeline_drift_total", "", proof["drift_found"]
    yield "warren_pipeline_repaired_total", "", proof["repaired"]
    yield "warren_pipeline_proofs_total", "", proof["passes"]
    replica = view["replica_proof"]
    yield "warren_pipeline_replica_drift_total", "", replica and replica["drift_found"]
    yield "warren_pipeline_replica_proofs_total", "", replica and replica["passes"]
    yield "warren_pipeline_dead_letters", "", view["dead_letters"]
