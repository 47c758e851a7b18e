"""The console has the reasons of checks in other languages, by their shapes: this is their list.

frontend/src/i18n/reasons.json is read off the checks' own sources: each text that a finding may
have, with {0}, {1}, … for what is put into it. The console's tests see that each is translated.
"""

import ast
import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path

from apps.common import builds
from apps.health import checks, rounds, verdict_selectors

LISTED = Path(__file__).parents[4] / "frontend" / "src" / "i18n" / "reasons.json"
SOURCES = [
    *sorted(Path(checks.__file__).parent.glob("*.py")),
    *(Path(str(module.__file__)) for module in (builds, rounds, verdict_selectors)),
]
FINDINGS = {"ok", "warning", "error", "unknown"}
# They make a part of a reason, which is put into it as it is.
OF_PARTS = {"told", "_left", "_progress"}
HOLE = "{}"
# What names stand for, in the order of the lines where that was said.
Known = list[tuple[int, str, list[str]]]


def shapes_in(tree: ast.AST) -> Iterator[str]:
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        known = [
            (node.lineno, target.id, shapes_of(node.value, []))
            for node in ast.walk(function)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        ]
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and _name(node) in FINDINGS:
                yield from shapes_of(node.args[0], known)
            elif isinstance(node, ast.Call) and _name(node) == "Finding":
                yield from shapes_of(node.args[1], known)
            elif isinstance(node, ast.Return) and node.value and function.name in OF_PARTS:
                yield from shapes_of(node.value, known)


def shapes_of(node: ast.AST, known: Known) -> list[str]:
    """All that an expression may come to; a hole where that is not known."""
    found = [HOLE]
    match node:
        case ast.Constant(value=str(text)):
            found = [text]
        case ast.Name(id=name, lineno=at):
            said = [shapes for line, other, shapes in sorted(known) if other == name and line < at]
            found = said[-1] if said else found
        case ast.IfExp(body=body, orelse=orelse):
            found = shapes_of(body, known) + shapes_of(orelse, known)
        case ast.Call() if _name(node) == "counted":
            found = [f"{HOLE} {word}" for each in node.args[1:] for word in shapes_of(each, known)]
        case ast.Call() if _name(node) == "_at_least":
            found = ["", "At least "]
        case ast.FormattedValue(value=value):
            found = shapes_of(value, known)
        case ast.JoinedStr(values=values):
            parts = [shapes_of(each, known) for each in values]
            found = ["".join(each) for each in itertools.product(*parts)]
    return found


def _name(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def numbered(shape: str) -> str:
    holes = itertools.count()
    return re.sub(re.escape(HOLE), lambda _: f"{{{next(holes)}}}", shape)


def test_every_reason_is_listed() -> None:
    found = {
        numbered(shape)
        for file in SOURCES
        for shape in shapes_in(ast.parse(file.read_text(encoding="utf-8")))
        if shape not in ("", HOLE)
    }
    assert len(found) > len(checks.ALL)
    wanted = json.dumps(sorted(found), indent=2) + "\n"
    assert LISTED.read_text(encoding="utf-8") == wanted, f"It shall be:\n{wanted}"
