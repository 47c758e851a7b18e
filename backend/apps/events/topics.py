"""What a stream tells of: topics, who may hear of them, and how their changes are noticed.

A version is a digest of what the topic's answers are made from, without what changes all the
time (ages, positions). All processes find the same one, so a stream that is opened again anywhere
goes on from the versions that its client knows. It says that something changed, never what.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from django.utils.crypto import salted_hmac

from apps.alerts.selectors import deliveries_version
from apps.alerts.selectors import version as alerts_version
from apps.cluster.selectors import Cluster, cluster
from apps.common.rights import APPROVAL_PERMISSIONS, Permission, Rights
from apps.health.verdict_selectors import version as health_version
from apps.jobs.versions import approvals_version, job_versions
from apps.pipeline.selectors import version as pipeline_version
from apps.rules.selectors import version as rules_version

_SALT: Final = "apps.events.topics"
_DIGITS: Final = 12


class Topic(StrEnum):
    JOBS = "jobs"
    APPROVALS = "approvals"
    ALERTS = "alerts"
    DELIVERIES = "deliveries"
    HEALTH = "health"
    RULES = "rules"
    CLUSTER = "cluster"
    DATANODES = "datanodes"
    PIPELINE = "pipeline"


# The others are for whoever is logged in, as are the answers which they are about.
_TAKES: Final[Mapping[Topic, tuple[Permission, ...]]] = {
    Topic.APPROVALS: APPROVAL_PERMISSIONS,
    Topic.DELIVERIES: (Permission.ALERTS,),
    Topic.RULES: (Permission.RULES,),
}


def topics_of(rights: Rights) -> frozenset[Topic]:
    """What somebody with these rights may hear of."""
    return frozenset(
        topic
        for topic in Topic
        if topic not in _TAKES or any(rights.holds(each) for each in _TAKES[topic])
    )


@dataclass(frozen=True, slots=True)
class Found:
    """A topic as it was seen: its version, and where it has parts, one for each of their ids."""

    version: str
    parts: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Source:
    """Where topics are looked at, and how often; `look` may raise whatever its source raises."""

    topics: frozenset[Topic]
    every_s: float
    look: Callable[[], Mapping[Topic, Found]]


def _digest(text: str) -> str:
    """Keyed: nobody can find out by it what he may not see."""
    return salted_hmac(_SALT, text, algorithm="sha256").hexdigest()[:_DIGITS]


def _found(text: str) -> Found:
    return Found(_digest(text))


def _in_the_database() -> Mapping[Topic, Found]:
    jobs = {pk: _digest(text) for pk, text in job_versions().items()}
    return {
        Topic.JOBS: Found(_digest(str(sorted(jobs.items()))), jobs),
        Topic.APPROVALS: _found(approvals_version()),
        Topic.ALERTS: _found(alerts_version()),
        Topic.DELIVERIES: _found(deliveries_version()),
        Topic.HEALTH: _found(health_version()),
        Topic.RULES: _found(rules_version()),
    }


def _at_the_namenodes() -> Mapping[Topic, Found]:
    seen = cluster()
    return {Topic.CLUSTER: _found(_members(seen)), Topic.DATANODES: _found(_datanodes(seen))}


def _members(seen: Cluster) -> str:
    namenodes = sorted((each.name, each.id, each.role, each.state) for each in seen.namenodes)
    return str((seen.leader, seen.read_only, namenodes))


def _datanodes(seen: Cluster) -> str:
    return str(
        sorted(
            (each.uuid, each.state, sorted((disk.id, disk.state) for disk in each.storages))
            for each in seen.datanodes
        )
    )


def _at_the_indexer() -> Mapping[Topic, Found]:
    return {Topic.PIPELINE: _found(pipeline_version())}


SOURCES: Final = (
    Source(
        frozenset(
            {
                Topic.JOBS,
                Topic.APPROVALS,
                Topic.ALERTS,
                Topic.DELIVERIES,
                Topic.HEALTH,
                Topic.RULES,
            }
        ),
        0.25,
        _in_the_database,
    ),
    Source(frozenset({Topic.CLUSTER, Topic.DATANODES}), 1.0, _at_the_namenodes),
    Source(frozenset({Topic.PIPELINE}), 2.0, _at_the_indexer),
)
