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
        ended = CounterMetricFamily(
            "warren_platform_alerts",
            "Deliveries of alerts that ended, by kind of channel and outcome.",
            labels=["kind", "state"],
        )
        for (kind, state), count in alerts.ended().items():
            ended.add_metric([kind, state], count)
        yield ended


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
