"""/metrics for Prometheus: what this server answered, and the state of jobs and workers."""

import os
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from apps.alerts import selectors as alerts
from apps.cluster import ndb
from apps.common.problems import Unavailable
from apps.jobs import selectors as jobs
from config.metrics_folder import VARIABLE


class PlatformCollector(Collector):
    """Reads the figures from the database at each scrape, so that all processes tell the same."""

    def collect(self) -> Iterator[Metric]:
        states = GaugeMetricFamily("warren_platform_jobs", "Jobs by state.", labels=["state"])
        for state, count in jobs.counts_by_state().items():
            states.add_metric([state], count)
        yield states
        yield GaugeMetricFamily(
            "warren_platform_workers", "Job workers that are alive.", value=jobs.live_workers()
        )
        yield GaugeMetricFamily(
            "warren_platform_alerts_waiting",
            "Deliveries of alerts that are still to be made.",
            value=alerts.waiting(),
        )
        yield from _small_file_room()
        ended = CounterMetricFamily(
            "warren_platform_alerts",
            "Deliveries of alerts that ended, by kind of channel and outcome.",
            labels=["kind", "state"],
        )
        for (kind, state), count in alerts.ended().items():
            ended.add_metric([kind, state], count)
        yield ended


def _small_file_room() -> Iterator[Metric]:
    """By the names of the namenodes' gauges, which tell it where the store is embedded."""
    if not ndb.reachable():
        return
    try:
        room = ndb.disk_room()
    except Unavailable:
        return
    if room is None:
        return
    yield GaugeMetricFamily(
        "warren_small_file_store_used_bytes",
        "What small files take of the tablespace in each data node.",
        value=room.used_bytes,
    )
    yield GaugeMetricFamily(
        "warren_small_file_store_size_bytes",
        "Room for small files in each data node's tablespace.",
        value=room.size_bytes,
    )


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The metrics in the text format. They name nobody and no path, so they need no login."""
    if VARIABLE in os.environ:
        requests: CollectorRegistry = CollectorRegistry()
        MultiProcessCollector(requests)  # type: ignore[no-untyped-call]
    else:
        requests = REGISTRY
    platform = CollectorRegistry()
    platform.register(PlatformCollector())
    return HttpResponse(
        generate_latest(requests) + generate_latest(platform), content_type=CONTENT_TYPE_LATEST
    )
