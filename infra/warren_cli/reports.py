"""Counts of tests, read from the reports that the test tools write."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from warren_cli.settings import REPOSITORY

RESULTS = REPOSITORY / "test-results"
E2E = "e2e.json"
# What needs the whole system for itself.
E2E_ALONE = "e2e-alone.json"
CLUSTER_E2E = "cluster-e2e.json"
# What starts systems of its own.
SMOKE_OWN = "smoke-own"
COMPAT_SMALL_FILES = "hdfs-compat-small-files"
OTHER_PYTHON = "python-others"
CLIENT = "typescript-client"
SUREFIRE = "*/target/surefire-reports/TEST-*.xml"


@dataclass(frozen=True)
class Counts:
    """Tests that passed and that failed; skipped ones are in neither."""

    passed: int
    failed: int

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.passed + other.passed, self.failed + other.failed)

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"


def files(stage: str) -> list[Path]:
    """The report files of a stage that exist."""
    if stage == "java":
        return sorted((REPOSITORY / "fs-core").glob(SUREFIRE))
    names = {
        "python": ("python.xml", f"{OTHER_PYTHON}.xml"),
        "console": ("console.json", f"{CLIENT}.json"),
        "hdfs-compat": ("hdfs-compat.xml", f"{COMPAT_SMALL_FILES}.xml"),
        "smoke": ("smoke.xml", f"{SMOKE_OWN}.xml"),
        "e2e": (E2E, E2E_ALONE),
        "cluster": ("cluster.xml", CLUSTER_E2E),
    }
    wanted = [RESULTS / name for name in names.get(stage, (f"{stage}.json",))]
    return [file for file in wanted if file.exists()]


def forget(stages: Iterable[str]) -> None:
    """Removes old reports, so that a stage which did not run cannot count as passed."""
    for stage in stages:
        for file in files(stage):
            file.unlink()


def counts(stage: str, exit_code: int) -> Counts:
    """A stage's counts. A stage that failed without a failed test counts as one failure."""
    total = Counts(0, 0)
    for file in files(stage):
        try:
            total += _junit(file) if file.suffix == ".xml" else _json(file)
        except (ElementTree.ParseError, ValueError, KeyError, TypeError, OSError):
            total += Counts(0, 1)
    if total.failed == 0 and (exit_code != 0 or total.passed == 0):
        return Counts(total.passed, 1)
    return total


def _junit(file: Path) -> Counts:
    suites = list(ElementTree.parse(file).getroot().iter("testsuite"))  # noqa: S314  our own report
    tests, failed, skipped = (
        sum(int(suite.get(name, "0")) for suite in suites for name in names)
        for names in (("tests",), ("failures", "errors"), ("skipped",))
    )
    return Counts(tests - failed - skipped, failed)


def _json(file: Path) -> Counts:
    report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if "numPassedTests" in report:
        return Counts(report["numPassedTests"], report["numFailedTests"])
    stats = report["stats"]
    return Counts(stats["expected"] + stats["flaky"], stats["unexpected"])
