"""The tools a bare machine must bring: JDK, Maven, Node and npm; for a release Java alone."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from warren_cli import release
from warren_cli.errors import OperatorError

PROBE_TIMEOUT_S = 60


@dataclass(frozen=True)
class Tool:
    """A command with its least version and what to install when it is missing."""

    command: str
    version_argument: str
    pattern: str
    least: tuple[int, ...]
    install: str
    below: tuple[int, ...] = (10**6,)


JDK = "JDK 17 (apt install openjdk-17-jdk-headless) and point JAVA_HOME at it if you have several"
JAVA = Tool("java", "-version", r'version "([\d.]+)', (17,), JDK, below=(18,))
# What a checkout is built with, besides.
TOOLS = (
    JAVA,
    Tool("javac", "-version", r"javac ([\d.]+)", (17,), JDK, below=(18,)),
    Tool(
        "mvn",
        "--version",
        r"Apache Maven ([\d.]+)",
        (3, 8),
        "Maven 3.8 or newer (apt install maven)",
    ),
    Tool("node", "--version", r"v([\d.]+)", (20, 19), "Node 20.19 or newer (from nodejs.org)"),
    Tool("npm", "--version", r"([\d.]+)", (9,), "npm 9 or newer (it comes with Node)"),
)


def path_of(command: str) -> str | None:
    """Where a command is: below JAVA_HOME for Java's own, else on PATH."""
    java_home = os.environ.get("JAVA_HOME")
    if java_home and command in {"java", "javac"}:
        candidate = Path(java_home) / "bin" / command
        return str(candidate) if os.access(candidate, os.X_OK) else None
    return shutil.which(command)


def java() -> str:
    """The path of Java, unprobed: whoever runs it has been through `require`."""
    path = path_of("java")
    if path is None:
        raise OperatorError("Java is missing", remedy=f"Install {JAVA.install}")
    return path


def require() -> None:
    """Raises OperatorError with one line that names everything missing or too old."""
    tools = (JAVA,) if release.is_unpacked() else TOOLS
    problems = [problem for tool in tools if (problem := problem_with(tool))]
    if problems:
        raise OperatorError(
            "A tool that Warren needs is missing or too old",
            remedy="Install " + "; ".join(dict.fromkeys(install for _, install in problems)),
            tools=", ".join(what for what, _ in problems),
        )


def problem_with(tool: Tool) -> tuple[str, str] | None:
    """What is wrong with a tool and how to install it; None when it will do."""
    path = path_of(tool.command)
    if path is None:
        where = " (JAVA_HOME is set and has none)" if _from_java_home(tool) else ""
        return f"{tool.command} not found{where}", tool.install
    try:
        probe = subprocess.run(  # noqa: S603
            [path, tool.version_argument],
            capture_output=True,
            text=True,
            timeout=PROBE_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return f"{tool.command} does not run", tool.install
    found = re.search(tool.pattern, probe.stdout + probe.stderr)
    if found is None:
        return f"{tool.command} does not tell its version", tool.install
    version = tuple(int(part) for part in found.group(1).split(".") if part)
    if not tool.least <= version < tool.below:
        return f"{tool.command} is {found.group(1)}", tool.install
    return None


def _from_java_home(tool: Tool) -> bool:
    return bool(os.environ.get("JAVA_HOME")) and tool.command in {"java", "javac"}
