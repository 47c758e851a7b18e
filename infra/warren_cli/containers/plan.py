"""What docker-compose.yml says: which service waits for which, and for what of it."""

from dataclasses import dataclass
from enum import StrEnum
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any, Final

import yaml

from warren_cli.settings import REPOSITORY

FILE: Final = REPOSITORY / "docker-compose.yml"


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


def _conditions(facts: dict[str, Any]) -> dict[str, Condition]:
    waits_for = facts.get("depends_on", {})
    return {name: Condition(each["condition"]) for name, each in waits_for.items()}
