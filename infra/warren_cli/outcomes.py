"""The names of tests that failed, of those that passed only when run again, and of the slowest."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from warren_cli import build, reports
from warren_cli.settings import REPOSITORY

REASON_MAX_CHARACTERS = 200
# A history that no order explains has a line for each of its steps.
REASON_MAX_LINES = 50
# The call log of a browser says the same again and again after these.
BROWSER_MAX_LINES = 6
# A server's own stack comes inside a client's message, and would push other failures out of sight.
FRAMES_MAX = 4
FRAME = re.compile(r"at [\w.$/@]+\(")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
JUNIT_FAILURES = ("failure", "error")
SUREFIRE_FLAKES = ("flakyFailure", "flakyError")
# pytest's own report leaves out first runs that were repeated; its summary has them.
PYTEST_RERUN = re.compile(r"^RERUN (?P<test>\S+::.+?)(?: - .*)?$", re.MULTILINE)


def failed(stage: str) -> list[str]:
    """A stage's failed tests, each with the reason, as its reports name them.

    Where a report tells a message apart from the stack, its further lines follow.
    """
    found: list[str] = []
    for file in reports.files(stage):
        try:
            found += _junit(file, JUNIT_FAILURES) if file.suffix == ".xml" else _json_failed(file)
        except (ElementTree.ParseError, ValueError, KeyError, TypeError, OSError) as error:
            found.append(_line(file.name, f"unreadable report: {error}"))
    return found


def unstable(stage: str) -> list[str]:
    """A stage's tests that failed first and passed when they were run again."""
    found: list[str] = []
    for file in reports.files(stage):
        try:
            if stage == "java":
                found += _junit(file, SUREFIRE_FLAKES)
            elif file.suffix == ".xml":
                found += _pytest_repeated(file)
            else:
                found += _playwright(file, "flaky")
        except (ElementTree.ParseError, ValueError, KeyError, TypeError, OSError):
            # `failed` says that the report can't be read.
            continue
    return found


def slowest(stage: str, count: int) -> list[str]:
    """A stage's test classes or files that took longest, each with its seconds."""
    longest = sorted(_took_s(stage).items(), key=lambda each: -each[1])[:count]
    return [f"{name} {seconds:.0f} s" for name, seconds in longest if seconds >= 1]


def total_s(stage: str) -> float:
    """How long all of a stage's tests took together, without what was started for them."""
    return sum(_took_s(stage).values())


def _took_s(stage: str) -> dict[str, float]:
    took_s: dict[str, float] = {}
    for file in reports.files(stage):
        try:
            for name, seconds in _junit_times(file) if file.suffix == ".xml" else _json_times(file):
                took_s[name] = took_s.get(name, 0.0) + seconds
        except (ElementTree.ParseError, ValueError, KeyError, TypeError, OSError):
            # `failed` says that the report can't be read.
            continue
    return took_s


def _junit_times(file: Path) -> Iterator[tuple[str, float]]:
    for case in ElementTree.parse(file).getroot().iter("testcase"):  # noqa: S314  our own report
        yield case.get("classname", ""), float(case.get("time") or 0)


def _json_times(file: Path) -> Iterator[tuple[str, float]]:
    report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if "numPassedTests" in report:
        for each in report["testResults"]:
            name = each["name"].removeprefix(f"{build.FRONTEND}/").removeprefix(f"{REPOSITORY}/")
            yield name, (each["endTime"] - each["startTime"]) / 1000
        return
    for spec in _specs(report.get("suites", [])):
        took_ms = sum(result["duration"] for test in spec["tests"] for result in test["results"])
        yield spec["file"], took_ms / 1000


def _line(test: str, reason: str) -> str:
    return _lines(test, reason, 1)


def _lines(test: str, reason: str, most: int) -> str:
    lines = [line.strip()[:REASON_MAX_CHARACTERS] for line in reason.splitlines() if line.strip()]
    kept = list(_without_deep_frames(lines))
    return f"{test}: " + "\n".join(kept[:most]) if kept else test


def _without_deep_frames(lines: list[str]) -> Iterator[str]:
    """All but the frames of a stack that follow the first few of it."""
    frames = 0
    for line in lines:
        frames = frames + 1 if FRAME.match(line) else 0
        if frames <= FRAMES_MAX:
            yield line


def _junit(file: Path, kinds: tuple[str, ...]) -> list[str]:
    root = ElementTree.parse(file).getroot()  # noqa: S314  our own report
    found = []
    for case in root.iter("testcase"):
        name = f"{case.get('classname', '')}.{case.get('name', '')}"
        reasons = [case.find(kind) for kind in kinds]
        reason = next((each for each in reasons if each is not None), None)
        if reason is not None:
            message = reason.get("message")
            most = REASON_MAX_LINES if message and kinds == JUNIT_FAILURES else 1
            found.append(_lines(name, message or reason.text or "", most))
    return found


def _pytest_repeated(report: Path) -> list[str]:
    log = report.with_suffix(".log")
    if not log.exists():
        return []
    names = PYTEST_RERUN.findall(log.read_text(encoding="utf-8", errors="replace"))
    bad = " ".join(_junit(report, JUNIT_FAILURES))
    return sorted({name for name in names if f".{name.split('::')[-1]}:" not in bad})


def _json_failed(file: Path) -> list[str]:
    report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if "numPassedTests" not in report:
        return _playwright(file, "unexpected")
    return [
        _line(test["fullName"], " ".join(test["failureMessages"]))
        for each in report["testResults"]
        for test in each["assertionResults"]
        if test["status"] == "failed"
    ]


def _playwright(file: Path, status: str) -> list[str]:
    report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    most = BROWSER_MAX_LINES if status == "unexpected" else 1
    return [
        _lines(f"{spec['file']} {spec['title']}", _first_error(test), most)
        for spec in _specs(report.get("suites", []))
        for test in spec["tests"]
        if test["status"] == status
    ]


def _first_error(test: dict[str, Any]) -> str:
    errors = [result["error"] for result in test["results"] if result.get("error")]
    if not errors:
        return ""
    message = COLOUR.sub("", str(errors[0].get("message", "")))
    line = errors[0].get("location", {}).get("line")
    return message if line is None else f"line {line}: {message.lstrip()}"


def _specs(suites: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for suite in suites:
        yield from suite.get("specs", [])
        yield from _specs(suite.get("suites", []))
