"""The chart for Kubernetes: what it makes is valid, current, and the same as docker-compose.yml."""

import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from warren_cli.settings import REPOSITORY

HELM = REPOSITORY / "infra" / "helm"
RENDERED = ("rendered.yaml", "rendered-everything.yaml")
KUBERNETES = "1.31"
COMPOSE: dict[str, Any] = yaml.safe_load(
    (REPOSITORY / "docker-compose.yml").read_text(encoding="utf-8")
)
# Kubernetes gives each part a folder of its own, and a pod is asked for commands by its client.
OF_COMPOSE_ALONE = {"set-up", "shell"}


def chart_sum() -> str:
    files = sorted(str(each.relative_to(HELM)) for each in (HELM / "warren").rglob("*"))
    lines = "".join(
        f"{hashlib.sha256((HELM / name).read_bytes()).hexdigest()}  {name}\n"
        for name in files
        if (HELM / name).is_file()
    )
    return hashlib.sha256(lines.encode()).hexdigest()


def objects(name: str) -> list[dict[str, Any]]:
    text = (HELM / name).read_text(encoding="utf-8")
    return [each for each in yaml.safe_load_all(text) if each]


def of_kind(kind: str, name: str = RENDERED[0]) -> dict[str, dict[str, Any]]:
    found = (each for each in objects(name) if each["kind"] == kind)
    return {each["metadata"]["name"]: each for each in found}


def containers() -> dict[str, dict[str, Any]]:
    """The parts' containers by name, and those of the steps that are made once."""
    pods = [*of_kind("StatefulSet").values(), *of_kind("Job").values()]
    return {
        container["name"]: container
        for pod in pods
        for container in pod["spec"]["template"]["spec"]["containers"]
    }


def services() -> dict[str, dict[str, Any]]:
    return {
        name: facts for name, facts in COMPOSE["services"].items() if name not in OF_COMPOSE_ALONE
    }


@pytest.mark.parametrize("name", RENDERED)
def test_what_was_rendered_is_of_this_chart(name: str) -> None:
    first = (HELM / name).read_text(encoding="utf-8").splitlines()[0]
    assert chart_sum() in first, "Run infra/helm/render.sh"


@pytest.mark.skipif(shutil.which("helm") is None, reason="helm is not installed")
def test_it_is_what_helm_makes(tmp_path: Path) -> None:
    shutil.copytree(HELM, tmp_path / "helm")
    subprocess.run([tmp_path / "helm" / "render.sh"], check=True, timeout=60)
    for name in RENDERED:
        assert (tmp_path / "helm" / name).read_text() == (HELM / name).read_text()


@pytest.mark.parametrize("name", RENDERED)
def test_kubernetes_would_take_it(name: str) -> None:
    for each in objects(name):
        kubernetes_validate.validate(each, KUBERNETES, strict=True)


def test_every_part_of_the_containers_is_there_and_runs_the_same() -> None:
    here = containers()
    assert here.keys() == services().keys()
    for name, facts in services().items():
        assert here[name]["args"] == facts["command"], name


def test_parts_have_the_memory_that_they_have_in_containers() -> None:
    units = {"m": 1, "g": 1024}
    for name, container in containers().items():
        limit = services()[name].get("mem_limit")
        if limit is not None:
            wanted = f"{int(limit[:-1]) * units[limit[-1]]}Mi"
            assert container["resources"]["limits"]["memory"] == wanted, name


def test_parts_find_each_other_at_the_same_addresses() -> None:
    settings = of_kind("ConfigMap")["warren-settings"]["data"]
    assert settings.pop("WARREN_HOME").startswith("/var/lib/warren/")
    assert settings == COMPOSE["x-warren"]["environment"]
    ports = {
        f"{name}:{port['port']}"
        for name, service in of_kind("Service").items()
        for port in service["spec"]["ports"]
    }
    addresses = {value for name, value in settings.items() if name.endswith("_ADDRESS")}
    assert addresses <= ports


def test_each_service_names_pods_that_there_are() -> None:
    pods = [
        each["spec"]["template"]["metadata"]["labels"] for each in of_kind("StatefulSet").values()
    ]
    for name, service in of_kind("Service").items():
        selector = service["spec"]["selector"].items()
        assert sum(selector <= labels.items() for labels in pods) == 1, name


def test_what_a_part_waits_for_comes_up_before_it() -> None:
    order = list(containers())
    waits = {
        pod["metadata"]["name"]: {
            each["name"].removeprefix("wait-for-")
            for each in pod["spec"]["template"]["spec"]["initContainers"]
            if each["name"].startswith("wait-for-") and each["name"] != "wait-for-tables"
        }
        for pod in of_kind("StatefulSet").values()
    }
    started: set[str] = set()
    while waits:
        ready = {name for name, others in waits.items() if others <= started}
        assert ready, f"These wait for each other: {waits}"
        started |= ready
        waits = {name: others for name, others in waits.items() if name not in ready}
    assert started <= {*order, "platform"}


def test_all_that_can_be_turned_on_is_there() -> None:
    ingress = of_kind("Ingress", RENDERED[1])["warren-console"]["spec"]
    assert ingress["rules"][0]["host"] == "warren.example.org"
    pod = of_kind("StatefulSet", RENDERED[1])["nn1"]["spec"]
    assert pod["volumeClaimTemplates"][0]["spec"]["storageClassName"] == "fast"
    assert pod["template"]["spec"]["imagePullSecrets"] == [{"name": "registry"}]
    settings = of_kind("ConfigMap", RENDERED[1])["warren-settings"]["data"]
    assert settings["WARREN_SMALL_FILE_BYTES_MAX"] == "65536"
