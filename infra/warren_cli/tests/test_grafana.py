"""Dashboards and alert rules ask only for metrics that one of Warren's processes gives."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from warren_cli.settings import REPOSITORY

GRAFANA = REPOSITORY / "infra" / "grafana"
DASHBOARDS = sorted((GRAFANA / "dashboards").glob("*.json"))
RULES = sorted((GRAFANA / "rules").glob("*.yaml"))
METERS = re.compile(r'"(warren(?:\.[a-z]+)+)"')
METRICS = re.compile(r"\bwarren_[a-z_]+")
# Where the processes in Python declare theirs.
IN_PYTHON = (
    "analytics/warren_analytics/metrics.py",
    "backend/apps/common/metrics.py",
    "backend/apps/health/metrics.py",
    "backend/apps/jobs/metrics.py",
    "cdc/warren_cdc/metrics.py",
)
# What Prometheus' exposition adds to a meter's name.
SUFFIXES = ("", "_total", "_seconds_count", "_seconds_sum", "_seconds_bucket", "_seconds_max")


def exposed() -> set[str]:
    """Every name that a meter can have at /metrics."""
    sources = (REPOSITORY / "fs-core" / "namenode" / "src" / "main" / "java").rglob("*.java")
    meters = {
        meter for source in sources for meter in METERS.findall(source.read_text(encoding="utf-8"))
    }
    python = {
        metric + suffix
        for file in IN_PYTHON
        for metric in METRICS.findall((REPOSITORY / file).read_text(encoding="utf-8"))
        for suffix in ("", "_total", "_bucket")
    }
    return {meter.replace(".", "_") + suffix for meter in meters for suffix in SUFFIXES} | python


def expressions(node: Any) -> Iterator[str]:
    """Every PromQL expression below a node."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "expr":
                yield value
            else:
                yield from expressions(value)
    elif isinstance(node, list):
        for each in node:
            yield from expressions(each)


def parsed(file: Path) -> Any:
    text = file.read_text(encoding="utf-8")
    return json.loads(text) if file.suffix == ".json" else yaml.safe_load(text)


def test_there_are_dashboards_and_rules() -> None:
    assert DASHBOARDS
    assert RULES


@pytest.mark.parametrize("file", [*DASHBOARDS, *RULES], ids=lambda file: file.name)
def test_every_metric_exists(file: Path) -> None:
    wanted = {name for each in expressions(parsed(file)) for name in METRICS.findall(each)}
    assert wanted
    assert wanted <= exposed()


@pytest.mark.parametrize("file", DASHBOARDS, ids=lambda file: file.name)
def test_panels_have_a_title_a_description_and_a_place(file: Path) -> None:
    panels = parsed(file)["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    for panel in panels:
        assert panel["title"]
        assert panel["description"]
        assert panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.name)
def test_alerts_say_what_to_do(file: Path) -> None:
    rules = [rule for group in parsed(file)["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules)
    for rule in rules:
        assert rule["labels"]["severity"] in {"warning", "critical"}
        assert rule["annotations"]["summary"]
        assert len(rule["annotations"]["description"]) > 40
