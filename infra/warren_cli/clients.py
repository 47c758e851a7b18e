"""`make clients`: the REST API's clients as packages that pip and npm install."""

import shutil
import sys
import tempfile
from pathlib import Path

from warren_cli import build
from warren_cli.build import Step
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY

PYTHON_CLIENT = REPOSITORY / "clients" / "python"
PACKAGES = REPOSITORY / "dist" / "clients"
_NOT_BUILT = shutil.ignore_patterns("__pycache__", "tests", "client_generator")


def run(progress: Progress) -> None:
    """Replaces what is in dist/clients. Raises OperatorError when a build fails."""
    build.ensure_client_packages(progress)
    shutil.rmtree(PACKAGES, ignore_errors=True)
    PACKAGES.mkdir(parents=True)
    _python(progress)
    _typescript(progress)
    for package in sorted(PACKAGES.iterdir()):
        progress.say(f"built {package.relative_to(REPOSITORY)}")


def _python(progress: Progress) -> None:
    with tempfile.TemporaryDirectory() as folder:
        # A build leaves files beside its sources.
        sources = shutil.copytree(PYTHON_CLIENT, Path(folder) / "python", ignore=_NOT_BUILT)
        wheel = (
            *(sys.executable, "-m", "pip", "wheel", "--no-index", "--no-deps"),
            *("--no-build-isolation", "--wheel-dir", str(PACKAGES), "."),
        )
        build.run_step(Step("client for Python", wheel, sources, "python-client.log"), progress)


def _typescript(progress: Progress) -> None:
    steps = (
        ("client for TypeScript", ("npm", "run", "build")),
        ("client's package", ("npm", "pack", "--ignore-scripts", f"--pack-destination={PACKAGES}")),
    )
    shutil.rmtree(build.TYPESCRIPT_CLIENT / "dist", ignore_errors=True)
    for name, command in steps:
        build.run_step(
            Step(name, command, build.TYPESCRIPT_CLIENT, "typescript-client.log"), progress
        )
