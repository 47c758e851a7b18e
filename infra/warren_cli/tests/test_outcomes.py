"""The names of tests that failed or had to be run again, from reports as the tools write them."""

import json
from pathlib import Path

import pytest

from warren_cli import outcomes, reports

SUREFIRE = """<testsuite tests="3" failures="1" errors="0">
  <testcase classname="io.warren.A" name="good"/>
  <testcase classname="io.warren.A" name="bad">
    <failure message="expected: 3&#10; but was: 2" type="E">trace</failure>
    <rerunFailure message="expected: 3" type="E"/>
  </testcase>
  <testcase classname="io.warren.A" name="shaky"><flakyFailure message="late" type="E"/></testcase>
</testsuite>"""


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(reports, "RESULTS", tmp_path)
    monkeypatch.setattr(reports, "REPOSITORY", tmp_path)
    return tmp_path


def test_java(results: Path) -> None:
    folder = results / "fs-core" / "model" / "target" / "surefire-reports"
    folder.mkdir(parents=True)
    (folder / "TEST-A.xml").write_text(SUREFIRE)
    assert outcomes.failed("java") == ["io.warren.A.bad: expected: 3\nbut was: 2"]
    assert outcomes.unstable("java") == ["io.warren.A.shaky: late"]


def test_the_stack_of_a_server_hides_no_other_failure(results: Path) -> None:
    folder = results / "fs-core" / "model" / "target" / "surefire-reports"
    folder.mkdir(parents=True)
    frames = "".join(f"&#10;&#9;at io.warren.B.f{number}(B.java:{number})" for number in range(30))
    (folder / "TEST-A.xml").write_text(
        '<testsuite><testcase classname="io.warren.A" name="bad"><failure type="E" message="File '
        f'could not be placed{frames}&#10;Caused by: no room{frames}&#10;at the end">t</failure>'
        "</testcase></testsuite>"
    )
    (told,) = outcomes.failed("java")
    first, *rest = told.splitlines()
    assert first == "io.warren.A.bad: File could not be placed"
    assert [line for line in rest if not line.startswith("at io.")] == [
        "Caused by: no room",
        "at the end",
    ]
    assert len(rest) == 2 * outcomes.FRAMES_MAX + 2


def test_the_slowest_classes_are_named(results: Path) -> None:
    cases = [("t.a", "2.5"), ("t.b", "7"), ("t.a", "9"), ("t.c", "0.2")]
    lines = "".join(f'<testcase classname="{name}" name="x" time="{s}"/>' for name, s in cases)
    (results / "smoke.xml").write_text(f"<testsuite>{lines}</testsuite>")
    assert outcomes.slowest("smoke", 3) == ["t.a 12 s", "t.b 7 s"]
    assert outcomes.slowest("smoke", 1) == ["t.a 12 s"]


def test_the_time_of_a_stage_is_that_of_all_its_reports(results: Path) -> None:
    (results / "cluster.xml").write_text(
        '<testsuite><testcase classname="a" time="7"/></testsuite>'
    )
    tests = [{"results": [{"duration": 1_500}, {"duration": 500}]}]
    suite = {"specs": [{"file": "failover.spec.ts", "title": "x", "tests": tests}]}
    (results / reports.CLUSTER_E2E).write_text(json.dumps({"suites": [suite]}))
    assert outcomes.slowest("cluster", 2) == ["a 7 s", "failover.spec.ts 2 s"]
    assert outcomes.total_s("cluster") == 9
    files = [{"name": "src/a.test.ts", "startTime": 2_000, "endTime": 5_000}]
    (results / "console.json").write_text(json.dumps({"numPassedTests": 1, "testResults": files}))
    assert outcomes.slowest("console", 1) == ["src/a.test.ts 3 s"]


def test_pytest(results: Path) -> None:
    (results / "smoke.xml").write_text(
        '<testsuites><testsuite tests="3" failures="1"><testcase classname="tests.t" name="test_a">'
        '<failure message="AssertionError: no">trace</failure></testcase>'
        '<testcase classname="tests.t" name="test_b"/></testsuite></testsuites>'
    )
    (results / "smoke.log").write_text(
        "RERUN tests/t.py::test_a - AssertionError: no\n"
        "RERUN tests/t.py::test_b\n"
        "FAILED tests/t.py::test_a - AssertionError: no\n"
    )
    assert outcomes.failed("smoke") == ["tests.t.test_a: AssertionError: no"]
    assert outcomes.unstable("smoke") == ["tests/t.py::test_b"]


def test_vitest(results: Path) -> None:
    cases = [
        {"fullName": "table sorts", "status": "failed", "failureMessages": ["Error: no\nat x"]},
        {"fullName": "table pages", "status": "passed", "failureMessages": []},
    ]
    report = {"numPassedTests": 1, "testResults": [{"assertionResults": cases}]}
    (results / "console.json").write_text(json.dumps(report))
    assert outcomes.failed("console") == ["table sorts: Error: no"]
    assert outcomes.unstable("console") == []


def test_playwright(results: Path) -> None:
    def spec(title: str, status: str) -> dict[str, object]:
        message = "\n  \x1b[31mTimed out\x1b[39m\n\n  Locator: a row\n"
        error = {"message": message, "location": {"line": 7}}
        result = {"status": "failed", "error": error}
        tests = [{"status": status, "results": [result]}]
        return {"title": title, "file": "a.spec.ts", "tests": tests}

    inner = {"specs": [spec("opens", "unexpected"), spec("closes", "flaky")]}
    (results / "e2e.json").write_text(json.dumps({"stats": {}, "suites": [{"suites": [inner]}]}))
    assert outcomes.failed("e2e") == ["a.spec.ts opens: line 7: Timed out\nLocator: a row"]
    assert outcomes.unstable("e2e") == ["a.spec.ts closes: line 7: Timed out"]


def test_a_report_that_cannot_be_read_is_named(results: Path) -> None:
    (results / "smoke.xml").write_text("<testsuite")
    assert [line.split(":")[0] for line in outcomes.failed("smoke")] == ["smoke.xml"]
    assert outcomes.unstable("smoke") == []
