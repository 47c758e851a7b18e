"""Counting tests from the tools' own reports; a crash must count as a failure."""

import json
from pathlib import Path

import pytest

from warren_cli import reports
from warren_cli.reports import Counts


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(reports, "RESULTS", tmp_path)
    monkeypatch.setattr(reports, "REPOSITORY", tmp_path)
    return tmp_path


def test_junit_counts_failures_errors_and_not_skips(results: Path) -> None:
    (results / "python.xml").write_text(
        '<testsuites><testsuite tests="10" failures="1" errors="2" skipped="3"/></testsuites>'
    )
    assert reports.counts("python", 1) == Counts(4, 3)


def test_surefire_files_are_added_up(results: Path) -> None:
    for module in ("model", "store"):
        folder = results / "fs-core" / module / "target" / "surefire-reports"
        folder.mkdir(parents=True)
        (folder / "TEST-A.xml").write_text('<testsuite tests="2" failures="0" errors="0"/>')
    assert reports.counts("java", 0) == Counts(4, 0)


def test_vitest_and_playwright_counts(results: Path) -> None:
    (results / "console.json").write_text(json.dumps({"numPassedTests": 3, "numFailedTests": 1}))
    (results / "e2e.json").write_text(
        json.dumps({"stats": {"expected": 5, "flaky": 1, "unexpected": 2, "skipped": 9}})
    )
    assert reports.counts("console", 1) == Counts(3, 1)
    (results / f"{reports.CLIENT}.json").write_text('{"numPassedTests": 2, "numFailedTests": 1}')
    assert reports.counts("console", 1) == Counts(5, 2)
    assert reports.counts("e2e", 1) == Counts(6, 2)


def test_a_stage_without_a_report_or_with_a_bad_exit_code_failed(results: Path) -> None:
    assert reports.counts("smoke", 0) == Counts(0, 1)
    (results / "smoke.xml").write_text('<testsuite tests="2"/>')
    assert reports.counts("smoke", 0) == Counts(2, 0)
    assert reports.counts("smoke", 1) == Counts(2, 1)
    (results / "smoke.xml").write_text("<testsuite")
    assert reports.counts("smoke", 0) == Counts(0, 1)


def test_both_runs_of_hadoops_suite_count(results: Path) -> None:
    (results / "hdfs-compat.xml").write_text('<testsuite tests="5" skipped="1"/>')
    assert reports.counts("hdfs-compat", 1) == Counts(4, 1)
    (results / f"{reports.COMPAT_SMALL_FILES}.xml").write_text(
        '<testsuite tests="5" failures="2"/>'
    )
    assert reports.counts("hdfs-compat", 1) == Counts(7, 2)


def test_both_processes_of_pythons_tests_count(results: Path) -> None:
    (results / "python.xml").write_text('<testsuite tests="5"/>')
    (results / f"{reports.OTHER_PYTHON}.xml").write_text('<testsuite tests="3" failures="1"/>')
    assert reports.counts("python", 1) == Counts(7, 1)


def test_old_reports_are_forgotten(results: Path) -> None:
    (results / "python.xml").write_text("<testsuite/>")
    reports.forget(["python"])
    assert reports.counts("python", 0) == Counts(0, 1)
