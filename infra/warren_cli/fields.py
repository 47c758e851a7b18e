"""The kinds of values that settings have: addresses, paths, numbers, names."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, PlainSerializer

from warren_cli.modes import Mode

PORT_MAX = 65535


@dataclass(frozen=True)
class Address:
    """A host and a TCP port, written HOST:PORT, an IPv6 host in brackets."""

    host: str
    port: int

    @classmethod
    def parse(cls, value: object) -> Self:
        """Raises ValueError when the text is not HOST:PORT with a port of 1 to 65535."""
        if isinstance(value, cls):
            return value
        host, separator, port = str(value).rpartition(":")
        host = host.removeprefix("[").removesuffix("]")
        if not separator or not host or not port.isascii() or not port.isdigit():
            raise ValueError("must be HOST:PORT, such as 127.0.0.1:8000")
        if not 1 <= int(port) <= PORT_MAX:
            raise ValueError("the port must be between 1 and 65535")
        return cls(host, int(port))

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def reachable(self) -> "Address":
        """The address that a client on this machine connects to: a wildcard becomes loopback."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104
        return Address(host, self.port)

    @property
    def url(self) -> str:
        return f"http://{self.reachable}"


def absolute(value: object) -> Path:
    return Path(os.path.abspath(Path(str(value)).expanduser()))  # noqa: PTH100  keeps symlinks


AddressSetting = Annotated[
    Address, BeforeValidator(Address.parse), PlainSerializer(str, return_type=str)
]
PathSetting = Annotated[Path, BeforeValidator(absolute), PlainSerializer(str, return_type=str)]


def address(default: str, meaning: str, *, only: Mode | None = None) -> Any:
    return Field(
        default=Address.parse(default),
        description=meaning,
        json_schema_extra={"unit": "HOST:PORT", "only": only},
    )


def number(
    default: int, unit: str, meaning: str, *, least: int, most: int, only: Mode | None = None
) -> Any:
    return Field(
        default=default,
        ge=least,
        le=most,
        description=meaning,
        json_schema_extra={"unit": unit, "only": only},
    )


def below_home(folder: str, meaning: str, *, only: Mode | None = None) -> Any:
    return Field(
        default=Path(),
        description=meaning,
        json_schema_extra={"unit": "path", "below": folder, "only": only},
    )


def sql_name(default: str, meaning: str) -> Any:
    """A database or user of the SQL node: it goes into statements, so few letters are allowed."""
    return Field(
        default=default,
        pattern=r"^[a-z][a-z0-9_]{0,30}$",
        description=meaning,
        json_schema_extra={"unit": "name", "only": Mode.CLUSTER},
    )
