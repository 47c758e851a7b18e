"""The trial of docker-compose.yml: what it starts in which order, and of what the image is made."""

import re

import pytest

from warren_cli import VERSION
from warren_cli.containers import plan, trial
from warren_cli.errors import OperatorError
from warren_cli.packing import tarball
from warren_cli.settings import REPOSITORY

DOCKERFILE = (REPOSITORY / "infra" / "docker" / "Dockerfile").read_text(encoding="utf-8")


def test_each_service_comes_after_what_it_waits_for() -> None:
    services = plan.services()
    seen: set[str] = set()
    for service in services:
        assert service.waits_for.keys() <= seen
        seen.add(service.name)
    # Of a profile: it is for commands alone.
    assert "shell" not in seen


def test_what_is_waited_for_to_be_healthy_has_a_check() -> None:
    services = {service.name: service for service in plan.services()}
    for service in services.values():
        for other, condition in service.waits_for.items():
            assert services[other].is_checked == (condition is plan.Condition.HEALTHY)
    assert all(services[name].is_checked for name in trial.KILLED)


def test_the_image_is_made_of_this_release() -> None:
    release = re.search(r"^ARG RELEASE=(.*)$", DOCKERFILE, re.MULTILINE)
    assert release is not None
    assert tarball.path(cluster_mode=True).name == f"{release[1]}.tar.gz"
    assert VERSION in release[1]
    assert f"ARG BASE={trial.BASE}\n" in DOCKERFILE


def test_the_image_is_built_with_all_that_the_file_says() -> None:
    arguments = plan.build_arguments({"NDB_HOME": "/opt/ndb"})
    assert arguments == (
        *("--tag", "warren:local", "--file", "dist/../infra/docker/Dockerfile"),
        *("--build-context", "ndb=/opt/ndb", "dist"),
    )


def test_what_the_image_needs_and_is_not_there_is_named() -> None:
    with pytest.raises(OperatorError, match="Set NDB_HOME"):
        plan.build_arguments({"NDB_HOME": ""})
