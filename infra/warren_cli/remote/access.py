"""Which Warren is asked, and as whom: from options, the environment, or what `login` kept."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from warren_cli.errors import OperatorError
from warren_cli.settings import load

URL_VARIABLE = "WARREN_URL"
TOKEN_VARIABLE = "WARREN_TOKEN"  # noqa: S105  its name
OWNER_ONLY = 0o600
FOLDER_OWNER_ONLY = 0o700


@dataclass(frozen=True)
class Kept:
    """A token that `login` made; `token_id` is its number, by which `logout` ends it."""

    token: str
    token_id: int
    username: str


@dataclass(frozen=True)
class Access:
    """A Warren and what it is asked with. The token is none of what is printed."""

    url: str
    token: str = field(repr=False)


def store_file(environment: Mapping[str, str]) -> Path:
    """Where logins are kept."""
    base = environment.get("XDG_CONFIG_HOME") or Path(environment.get("HOME", "~")) / ".config"
    return Path(base).expanduser() / "warren" / "logins.json"


def kept(environment: Mapping[str, str]) -> dict[str, Kept]:
    """The logins by URL. Raises OperatorError when the file cannot be read."""
    file = store_file(environment)
    try:
        logins: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return {url: Kept(**login) for url, login in logins.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise OperatorError(
            "The logins that were kept cannot be read",
            remedy="Delete the file and log in again",
            file=file,
        ) from error


def keep(environment: Mapping[str, str], logins: Mapping[str, Kept]) -> Path:
    """Writes the logins so that nobody else can read them, in whole or not at all."""
    file = store_file(environment)
    text = json.dumps({url: vars(login) for url, login in logins.items()}, indent=1)
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=FOLDER_OWNER_ONLY)
        new = file.with_suffix(".new")
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "w") as out:
            out.write(text)
        new.replace(file)
    except OSError as error:
        raise OperatorError("The login cannot be kept", file=file, reason=error.strerror) from error
    return file


def url_of(option: str | None, environment: Mapping[str, str]) -> str:
    """The Warren meant: the option, WARREN_URL, the only login, else the one of this machine."""
    url = option or environment.get(URL_VARIABLE)
    if url is None:
        logins = kept(environment)
        url = next(iter(logins)) if len(logins) == 1 else load(environment).console_url
    if not url.startswith(("http://", "https://")):
        raise OperatorError(
            "The URL of a Warren begins with http:// or https://", exit_code=2, url=url
        )
    return url.rstrip("/")


def access(option: str | None, environment: Mapping[str, str]) -> Access:
    """Raises OperatorError when there is no token."""
    url = url_of(option, environment)
    token = environment.get(TOKEN_VARIABLE)
    if token is None:
        login = kept(environment).get(url)
        token = None if login is None else login.token
    if not token:
        raise OperatorError(
            "Nobody is logged in there",
            remedy=f"Run `bin/warren login --url {url}`, or put a token of the page Tokens into "
            f"{TOKEN_VARIABLE}",
            exit_code=3,
            url=url,
        )
    return Access(url, token.strip())
