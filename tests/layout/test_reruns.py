"""A failed test fails: only one that says why may be run once more, and races never are."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from .test_layout import REPOSITORY, tracked

# Where a fault shows in one run of two: to run such a test again would hide what it is for.
RACES = re.compile(r"check|crash|pause|concurr|resume|kill|disturb|random|explor", re.IGNORECASE)
REASON_CHARACTERS_MIN = 20
# What makes a whole run forgiving, by the tools' own words.
FORGIVING = re.compile(
    r"--reruns|rerunFailingTests|RetryingTest|RepeatedIfExceptions|--retr(?:y|ies)\b"
    r"|\bretries:\s*[1-9]|\bretry:\s*[1-9]|--last-failed"
)
SUFFIXES = frozenset({".py", ".ts", ".tsx", ".java", ".toml", ".xml", ".json", ".sh", ".ini", ""})


def flaky_marks(source: Path) -> Iterator[tuple[str, ast.AST]]:
    """Each mark that lets a test be repeated, with the name of what it marks ("" for a module)."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    named = {
        id(node): owner.name
        for owner in ast.walk(tree)
        if isinstance(owner, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for decorator in owner.decorator_list
        for node in ast.walk(decorator)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "flaky":
            call = next(
                (c for c in ast.walk(tree) if isinstance(c, ast.Call) and c.func is node), node
            )
            yield named.get(id(node), ""), call


def reason_of(mark: ast.AST) -> str:
    """The reason that a mark gives, or nothing."""
    if isinstance(mark, ast.Call):
        for keyword in mark.keywords:
            if keyword.arg == "reason" and isinstance(keyword.value, ast.Constant):
                return str(keyword.value.value)
    return ""


def faults(source: Path) -> list[str]:
    """What is wrong with the marks of one file."""
    found = []
    for name, mark in flaky_marks(source):
        if len(reason_of(mark)) < REASON_CHARACTERS_MIN:
            found.append(f"{source.name}: {name}: say reason=… which real server may be late")
        if RACES.search(f"{source.stem} {name}"):
            found.append(f"{source.name}: {name}: a race that shows in one run of two is a fault")
    return found


def test_a_test_that_may_be_repeated_says_why() -> None:
    tests = [file for file in tracked() if file.suffix == ".py" and file.name.startswith("test_")]
    assert [fault for file in tests for fault in faults(file)] == []


def test_no_stage_repeats_what_failed() -> None:
    own = Path(__file__).name
    forgiving = {
        str(file.relative_to(REPOSITORY)): found.group(0)
        for file in tracked()
        if file.suffix in SUFFIXES
        and file.name not in {own, "package-lock.json"}
        and (found := FORGIVING.search(file.read_text(encoding="utf-8", errors="replace")))
    }
    assert forgiving == {}, "mend the test; one that starts a real server may say so by itself"


def test_marks_without_a_reason_and_of_races_are_found(tmp_path: Path) -> None:
    file = tmp_path / "test_servers.py"
    file.write_text(
        "import pytest\n"
        "@pytest.mark.flaky(reruns=1)\n"
        "def test_no_reason(): ...\n"
        "@pytest.mark.flaky(reruns=1, reason='Elasticsearch starts within the test')\n"
        "def test_good(): ...\n"
        "@pytest.mark.flaky(reruns=1, reason='Elasticsearch starts within the test')\n"
        "def test_a_paused_writer(): ...\n"
        "@pytest.mark.flaky\n"
        "def test_bare(): ...\n"
    )
    assert sorted(fault.split(": ")[1] for fault in faults(file)) == [
        "test_a_paused_writer",
        "test_bare",
        "test_no_reason",
    ]
