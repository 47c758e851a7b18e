"""What `make clients` builds, and of what."""

from pathlib import Path

import pytest

from warren_cli import build, clients
from warren_cli.build import Step
from warren_cli.progress import Progress


def test_both_packages_are_built_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = tmp_path / "dist" / "clients"
    packages.mkdir(parents=True)
    (packages / "of-an-older-version.whl").touch()
    monkeypatch.setattr(clients, "PACKAGES", packages)
    monkeypatch.setattr(clients, "REPOSITORY", tmp_path)
    typescript = tmp_path / "typescript"
    (typescript / "dist").mkdir(parents=True)
    monkeypatch.setattr(build, "TYPESCRIPT_CLIENT", typescript)
    monkeypatch.setattr(build, "ensure_client_packages", lambda progress: None)
    built: list[str] = []

    def run(step: Step, progress: Progress) -> None:
        built.append(step.name)
        if step.name == "client for Python":
            inside = {file.name for file in step.folder.iterdir()}
            assert {"pyproject.toml", "README.md", "warren_client"} <= inside
            assert "client_generator" not in inside
            assert str(packages) in step.command
        else:
            assert step.folder == typescript

    monkeypatch.setattr(build, "run_step", run)
    clients.run(Progress())
    assert built == ["client for Python", "client for TypeScript", "client's package"]
    assert list(packages.iterdir()) == []
    assert not (typescript / "dist").exists()
