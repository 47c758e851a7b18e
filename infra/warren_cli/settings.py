"""Every setting of the embedded mode, declared once: name, type, default, unit and meaning.

A value comes from the environment (WARREN_ and the name in capitals), else from warren.toml in
WARREN_HOME, else from its default. docs/settings.md is generated from this table.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationError,
)

from warren_cli.errors import OperatorError

REPOSITORY = Path(__file__).resolve().parents[2]
ENVIRONMENT_PREFIX = "WARREN_"
FILE_NAME = "warren.toml"
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


def _absolute(value: object) -> Path:
    return Path(os.path.abspath(Path(str(value)).expanduser()))  # noqa: PTH100  keeps symlinks


AddressSetting = Annotated[
    Address, BeforeValidator(Address.parse), PlainSerializer(str, return_type=str)
]
PathSetting = Annotated[Path, BeforeValidator(_absolute), PlainSerializer(str, return_type=str)]


def _address(default: str, meaning: str) -> Any:
    return Field(
        default=Address.parse(default), description=meaning, json_schema_extra={"unit": "HOST:PORT"}
    )


def _number(default: int, unit: str, meaning: str, *, least: int, most: int) -> Any:
    return Field(
        default=default, ge=least, le=most, description=meaning, json_schema_extra={"unit": unit}
    )


def _below_home(folder: str, meaning: str) -> Any:
    return Field(
        default=Path(), description=meaning, json_schema_extra={"unit": "path", "below": folder}
    )


class Settings(BaseModel):
    """The resolved settings. Paths are absolute."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    home: PathSetting = Field(
        default=REPOSITORY / "var",
        description="The data folder. All state is below it and survives a restart.",
        json_schema_extra={"unit": "path", "shown": "./var", "environment_only": True},
    )
    nn1_rpc_address: AddressSetting = _address(
        "127.0.0.1:8020", "Where namenode nn1 serves HDFS clients."
    )
    nn1_http_address: AddressSetting = _address(
        "127.0.0.1:9870", "Where namenode nn1 serves WebHDFS, the admin API and metrics."
    )
    nn2_rpc_address: AddressSetting = _address(
        "127.0.0.1:8021", "Where namenode nn2 serves HDFS clients."
    )
    nn2_http_address: AddressSetting = _address(
        "127.0.0.1:9871", "Where namenode nn2 serves WebHDFS, the admin API and metrics."
    )
    datanode_data_address: AddressSetting = _address(
        "127.0.0.1:9866", "Where the datanode moves blocks."
    )
    datanode_http_address: AddressSetting = _address(
        "127.0.0.1:9864", "Where the datanode serves WebHDFS data."
    )
    datanode_ipc_address: AddressSetting = _address(
        "127.0.0.1:9867", "Where the datanode serves its control protocol."
    )
    http_address: AddressSetting = _address(
        "127.0.0.1:8000", "Where the platform serves the REST API and the console."
    )
    namenode_heap_mb: int = _number(
        1024, "MiB", "Java heap of the process that runs both namenodes.", least=256, most=65536
    )
    datanode_heap_mb: int = _number(512, "MiB", "Java heap of the datanode.", least=128, most=65536)
    web_workers: int = _number(
        2, "processes", "Processes that serve the REST API.", least=1, most=64
    )
    web_threads: int = _number(4, "threads", "Threads of each such process.", least=1, most=64)
    worker_threads: int = _number(4, "threads", "Jobs that run at the same time.", least=1, most=64)
    start_timeout_s: int = _number(
        180, "s", "How long `make run` waits for every part to be healthy.", least=5, most=3600
    )
    stop_timeout_s: int = _number(
        30, "s", "How long a part may take to stop before it is killed.", least=1, most=600
    )
    log_max_bytes: int = _number(
        10_000_000, "bytes", "Size at which a log file is rotated.", least=100_000, most=10**9
    )
    log_backups: int = _number(4, "files", "Rotated files kept per log.", least=0, most=100)
    django_secret_file: PathSetting = _below_home(
        "secrets/django-secret-key", "Holds the key that signs console sessions."
    )
    search_index: PathSetting = _below_home("search/index.sqlite", "The search index.")
    platform_db: PathSetting = _below_home(
        "platform/platform.sqlite", "The platform's database: users, jobs, audit."
    )
    broker_dir: PathSetting = _below_home("platform/broker", "The queue of jobs.")
    console_dist: PathSetting = Field(
        default=REPOSITORY / "frontend" / "dist",
        description="The built console.",
        json_schema_extra={"unit": "path", "shown": "./frontend/dist"},
    )

    @property
    def admin_token_file(self) -> Path:
        """No setting: the namenodes look for it here."""
        return self.home / "secrets" / "admin-token"

    @property
    def admin_urls(self) -> tuple[str, ...]:
        return (self.nn1_http_address.url, self.nn2_http_address.url)

    @property
    def console_url(self) -> str:
        return self.http_address.url

    def environment(self) -> dict[str, str]:
        """The settings as environment variables, for the processes that Warren starts."""
        values = {_variable(key): str(value) for key, value in self.model_dump().items()}
        values["WARREN_ADMIN_TOKEN_FILE"] = str(self.admin_token_file)
        values["WARREN_ADMIN_URLS"] = ",".join(self.admin_urls)
        return values


def _variable(name: str) -> str:
    return ENVIRONMENT_PREFIX + name.upper()


def _extra(name: str) -> dict[str, Any]:
    extra = Settings.model_fields[name].json_schema_extra
    assert isinstance(extra, dict)
    return extra


def _file_values(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise OperatorError(
            "The settings file cannot be read", file=path, reason=error, exit_code=2
        ) from error
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OperatorError(
            "The settings file is not valid TOML", file=path, reason=error, exit_code=2
        ) from error
    allowed = {n for n in Settings.model_fields if not _extra(n).get("environment_only")}
    for name in values:
        if name not in allowed:
            raise OperatorError(
                "Unknown setting",
                remedy="docs/settings.md lists the settings",
                name=name,
                file=path,
                exit_code=2,
            )
    return values


def load(environment: Mapping[str, str]) -> Settings:
    """Resolves every setting. Raises OperatorError naming the setting and where it came from."""
    home = _absolute(environment.get("WARREN_HOME") or REPOSITORY / "var")
    in_file = _file_values(home / FILE_NAME)
    in_environment = {
        name: environment[_variable(name)]
        for name in Settings.model_fields
        if environment.get(_variable(name))
    }
    below_home = {
        name: home / _extra(name)["below"]
        for name in Settings.model_fields
        if "below" in _extra(name)
    }
    try:
        settings = Settings.model_validate(
            {**below_home, **in_file, **in_environment, "home": home}
        )
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        raise OperatorError(
            "A setting has a bad value",
            remedy="docs/settings.md lists the settings",
            name=_variable(name) if name in in_environment else f"{name} in {home / FILE_NAME}",
            value=first["input"],
            reason=first["msg"].removeprefix("Value error, "),
            exit_code=2,
        ) from error
    _refuse_shared_addresses(settings)
    return settings


def addresses(settings: Settings) -> dict[str, Address]:
    """The addresses that Warren listens on, by setting name."""
    return {
        name: value
        for name in Settings.model_fields
        if isinstance(value := getattr(settings, name), Address)
    }


def _refuse_shared_addresses(settings: Settings) -> None:
    seen: dict[Address, str] = {}
    for name, address in addresses(settings).items():
        if address.reachable in seen:
            raise OperatorError(
                "Two settings name the same address",
                address=address,
                settings=f"{_variable(seen[address.reachable])} and {_variable(name)}",
                exit_code=2,
            )
        seen[address.reachable] = name


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return _variable(name)


def reference_page() -> str:
    """docs/settings.md, generated from the table above."""
    lines = [
        "# Settings of the embedded mode",
        "",
        "Generated by `make contracts` from `infra/warren_cli/settings.py`; do not edit.",
        "",
        "A value comes from the environment variable, else from the name in `warren.toml` in the",
        "data folder (`WARREN_HOME`), else from the default.",
        "",
        "| environment variable | name in warren.toml | default | unit | limits | meaning |",
        "|---|---|---|---|---|---|",
    ]
    for name, field in Settings.model_fields.items():
        extra = _extra(name)
        default = extra.get("shown") or (
            f"WARREN_HOME/{extra['below']}" if "below" in extra else field.default
        )
        limits = {type(m).__name__: m for m in field.metadata}
        least, most = limits.get("Ge"), limits.get("Le")
        span = f"{least.ge} to {most.le}" if least and most else ""
        in_file = "" if extra.get("environment_only") else f"`{name}`"
        lines.append(
            f"| `{_variable(name)}` | {in_file} | `{default}` | {extra['unit']} | {span} "
            f"| {field.description} |"
        )
    lines += [
        "",
        "`WARREN_CONSOLE_PASSWORD` sets the password of the console's first user, `admin`, when it",
        "is created; without it one is made and kept in `WARREN_HOME/secrets/console-password`.",
        "",
    ]
    return "\n".join(lines)
