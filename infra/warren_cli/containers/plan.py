"""What docker-compose.yml says: which service waits for which, and for what of it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any, Final

import yaml

from warren_cli.errors import OperatorError
from warren_cli.settings import REPOSITORY

FILE: Final = REPOSITORY / "docker-compose.yml"
# The service that says how the image of all is built.
BUILT: Final = "set-up"
REQUIRED: Final = re.compile(r"\$\{(?P<name>\w+):\?(?P<remedy>[^}]*)\}")


class Condition(StrEnum):
    """What a service waits for, in the words of the file."""

    HEALTHY = "service_healthy"
    COMPLETED = "service_completed_successfully"


@dataclass(frozen=True)
class Service:
    """A service that is started by itself, and what it waits for: conditions by service."""

    name: str
    waits_for: dict[str, Condition]
    is_checked: bool


def services(file: Path = FILE) -> list[Service]:
    """In an order in which each comes after all that it waits for; without those of profiles."""
    described: dict[str, dict[str, Any]] = yaml.safe_load(file.read_text(encoding="utf-8"))[
        "services"
    ]
    found = {
        name: Service(name, _conditions(facts), "healthcheck" in facts)
        for name, facts in described.items()
        if "profiles" not in facts
    }
    order = TopologicalSorter({name: each.waits_for.keys() for name, each in found.items()})
    return [found[name] for name in order.static_order()]


def build_arguments(variables: Mapping[str, str], file: Path = FILE) -> tuple[str, ...]:
    """Of a build command: what the file says of the image. Paths are from the file's folder on.

    Raises OperatorError when a variable is not set that the file asks for.
    """
    service = yaml.safe_load(file.read_text(encoding="utf-8"))["services"][BUILT]
    build = service["build"]
    context = Path(build["context"])
    arguments = ["--tag", service["image"], "--file", str(context / build["dockerfile"])]
    for name, place in build["additional_contexts"].items():
        arguments += ["--build-context", f"{name}={_filled(place, variables)}"]
    return (*arguments, str(context))


def _filled(text: str, variables: Mapping[str, str]) -> str:
    """A value in which the file names a variable that must be set."""
    match = REQUIRED.fullmatch(text)
    if match is None:
        return text
    if not variables.get(match["name"]):
        raise OperatorError(match["remedy"], variable=match["name"], exit_code=2)
    return variables[match["name"]]


def _conditions(facts: dict[str, Any]) -> dict[str, Condition]:
    waits_for = facts.get("depends_on", {})
    return {name: Condition(each["condition"]) for name, each in waits_for.items()}
