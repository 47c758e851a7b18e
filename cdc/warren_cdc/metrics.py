"""The pipeline's metrics for Prometheus, read from its view at each scrape."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

View = dict[str, Any]

# Of each stage: the key of its view, kind, name and meaning.
_OF_STAGES: Final[tuple[tuple[str, type[Any], str, str], ...]] = (
    ("position", GaugeMetricFamily, "warren_pipeline_sequence", "Sequence that a stage reached."),
    ("lag", GaugeMetricFamily, "warren_pipeline_lag", "What is left: sequences, Kafka's messages."),
    ("build_percent", GaugeMetricFamily, "warren_pipeline_build_percent", "How far a build is."),
    ("errors", CounterMetricFamily, "warren_pipeline_errors_total", "Failures since the start."),
    ("restarts", CounterMetricFamily, "warren_pipeline_restarts_total", "Restarts and rebuilds."),
)


def _of_replica(key: str) -> Callable[[View], float | None]:
    return lambda view: None if view["replica_proof"] is None else view["replica_proof"][key]


def _lag_s(view: View) -> float | None:
    return None if view["lag_ms"] is None else view["lag_ms"] / 1000


# Of the whole pipeline: kind, name, meaning and where the value is.
_OF_ALL: Final[tuple[tuple[type[Any], str, str, Callable[[View], float | None]], ...]] = (
    (GaugeMetricFamily, "warren_pipeline_lag_seconds", "How old the index's state is.", _lag_s),
    (
        CounterMetricFamily,
        "warren_pipeline_events_total",
        "Events applied to the index.",
        lambda view: view["events_applied"],
    ),
    (
        CounterMetricFamily,
        "warren_pipeline_filled_total",
        "Changes that came from the store, not Kafka.",
        lambda view: view["filled_from_store"],
    ),
    (
        CounterMetricFamily,
        "warren_pipeline_drift_total",
        "Inodes whose document was proved wrong.",
        lambda view: view["proof"]["drift_found"],
    ),
    (
        CounterMetricFamily,
        "warren_pipeline_repaired_total",
        "Documents repaired.",
        lambda view: view["proof"]["repaired"],
    ),
    (
        CounterMetricFamily,
        "warren_pipeline_proofs_total",
        "Complete comparisons of index and store.",
        lambda view: view["proof"]["passes"],
    ),
    (
        CounterMetricFamily,
        "warren_pipeline_replica_drift_total",
        "Inodes whose row was proved wrong.",
        _of_replica("drift_found"),
    ),
    (
        CounterMetricFamily,
        "warren_pipeline_replica_proofs_total",
        "Complete comparisons of replica and store.",
        _of_replica("passes"),
    ),
    (
        GaugeMetricFamily,
        "warren_pipeline_dead_letters",
        "Messages that could not be understood.",
        lambda view: view["dead_letters"],
    ),
)


def metrics_of(view: View) -> str:
    """The text of a pipeline's view."""
    registry = CollectorRegistry()
    registry.register(_Pipeline(view))
    return generate_latest(registry).decode()


class _Pipeline(Collector):
    def __init__(self, view: View) -> None:
        self._view = view

    def collect(self) -> Iterator[Metric]:
        for key, family, name, meaning in _OF_STAGES:
            metric = family(name, meaning, labels=["stage"])
            for stage in self._view["stages"]:
                if stage[key] is not None:
                    metric.add_metric([stage["name"]], stage[key])
            yield metric
        for family, name, meaning, value_in in _OF_ALL:
            value = value_in(self._view)
            if value is not None:
                yield family(name, meaning, value=value)
