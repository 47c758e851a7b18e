"""The summary of Hadoop's tests, and what the façade is told."""

from pathlib import Path

from warren_cli import compat, reports
from warren_cli.compat import Client, Target

REPORT = """<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="JUnit Jupiter" tests="4" skipped="1" failures="1" errors="1">
  <testcase name="opens()" classname="org.example.TestOpen"/>
  <testcase name="seeks()" classname="org.example.TestOpen">
    <failure message="expected 1&#10;but was 2" type="AssertionError">stack</failure>
  </testcase>
  <testcase name="lists()" classname="org.example.TestList">
    <error type="java.io.IOException">java.io.IOException</error>
  </testcase>
  <testcase name="needs more()" classname="org.example.TestList">
    <skipped>not here</skipped>
  </testcase>
</testsuite>
"""


def test_the_summary_counts_by_class_and_names_what_did_not_pass(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT, encoding="utf-8")
    lines = compat.summary(report).splitlines()
    assert lines[1].split() == ["TestList", "0", "1", "1"]
    assert lines[2].split() == ["TestOpen", "1", "1", "0"]
    assert "  aborted: TestList.needs more(): not here" in lines
    assert "  failed: TestOpen.seeks(): expected 1 but was 2" in lines
    assert lines[-1] == "Hadoop's tests: 1 passed, 2 failed, 1 aborted"


def test_the_facade_is_told_the_target(tmp_path: Path) -> None:
    target = Target("hdfs://127.0.0.1:1", "127.0.0.1:2")
    values = compat.properties(target, tmp_path, own_datanodes=True)
    assert values["warren.compat.uri"] == "hdfs://127.0.0.1:1"
    assert values["warren.compat.http"] == "127.0.0.1:2"
    assert values["warren.compat.datanodes"] == "own"
    assert values["warren.compat.small-files"] == "false"
    ours = compat.properties(target, tmp_path, own_datanodes=True, client=Client.SMALL_FILES)
    assert ours["warren.compat.small-files"] == "true"
    assert compat.report_name("suite", Client.STOCK) == "suite"
    assert compat.report_name("hdfs-compat", Client.SMALL_FILES) == reports.COMPAT_SMALL_FILES
    without = compat.properties(Target("hdfs://127.0.0.1:1"), tmp_path, own_datanodes=False)
    assert "warren.compat.http" not in without
