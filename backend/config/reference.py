"""Writes SETTINGS.md, the reference of all settings, from their declaration.

Run it as `python -m config.reference` in `backend/` after a setting changed.
"""

import sys
from pathlib import Path

from config.env import REPOSITORY, Env

REFERENCE = Path(__file__).resolve().parent.parent / "SETTINGS.md"
_HEAD = """# Settings of the platform

Environment variables of the web process and of the job worker, written by
`python -m config.reference`.

| variable | type | default | meaning (unit) |
|---|---|---|---|
"""


def reference() -> str:
    """The page, one line per setting in the order of declaration."""
    lines = []
    for name, field in Env.model_fields.items():
        kind = getattr(field.annotation, "__name__", None) or str(field.annotation)
        kind = kind.replace("pathlib.", "").replace(" | None", "").replace(" | ", " or ")
        default = field.default
        if isinstance(default, tuple):
            kind, default = "list", ",".join(default)
        elif isinstance(default, Path) and default.is_absolute():
            default = default.relative_to(REPOSITORY)
        shown = "" if default in (None, "") else f"`{default}`"
        lines.append(f"| `WARREN_{name.upper()}` | {kind} | {shown} | {field.description} |")
    return _HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    REFERENCE.write_text(reference(), encoding="utf-8")
    sys.stdout.write(f"wrote {REFERENCE}\n")
