"""A real Keycloak with one realm, for the tests of single sign-on. It runs on loopback alone."""

import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any, Final

import httpx
from warren_cli.progress import Progress
from warren_cli.servers import KEYCLOAK, ensure_archive

REALM: Final = "staff"
CLIENT_ID: Final = "warren"
SECRET: Final = "a secret of the tests"
PASSWORD: Final = "a password of the tests"
PUBLIC_URL: Final = "http://127.0.0.1:8000"
GROUPS: Final = ("warren-admins", "data", "staff", "others")
_START_S: Final = 240.0
_HEAP: Final = "-Xms64m -Xmx512m"
# It lives for a minute: the optimising compiler would cost more than it brings.
_JAVA: Final = "-XX:TieredStopAtLevel=1"
_FORM: Final = re.compile(r'<form[^>]*id="kc-form-login"[^>]*action="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Keycloak:
    """A running one: its address, and what its administrator and a browser do there."""

    url: str
    secret_file: Path

    @property
    def issuer(self) -> str:
        return f"{self.url}/realms/{REALM}"

    def person(self, username: str, *groups: str) -> None:
        """Adds a person who is a member of exactly these groups."""
        with self._administrator() as admin:
            body = {
                "username": username,
                "email": f"{username}@example.org",
                "firstName": username,
                "lastName": username,
                "enabled": True,
                "emailVerified": True,
                "groups": [f"/{each}" for each in groups],
                "credentials": [{"type": "password", "value": PASSWORD, "temporary": False}],
            }
            admin.post("users", json=body).raise_for_status()

    def regroup(self, username: str, *groups: str) -> None:
        """Makes a person a member of exactly these groups."""
        with self._administrator() as admin:
            user = self._user(admin, username)
            for group in admin.get("groups").raise_for_status().json():
                method = "PUT" if group["name"] in groups else "DELETE"
                address = f"users/{user['id']}/groups/{group['id']}"
                admin.request(method, address).raise_for_status()

    def remove_people(self) -> None:
        with self._administrator() as admin:
            for user in admin.get("users").raise_for_status().json():
                admin.delete(f"users/{user['id']}").raise_for_status()

    def log_in(self, url: str, username: str, password: str = PASSWORD) -> str:
        """Plays the browser: fills the form at `url`; the address that it is sent back to."""
        with httpx.Client(timeout=30) as browser:
            page = browser.get(url)
            form = _FORM.search(page.text)
            assert form is not None, page.text[:2000]
            body = {"username": username, "password": password}
            # Marked for HTTPS, which browsers waive on loopback and this client does not.
            cookies = "; ".join(f"{each.name}={each.value}" for each in browser.cookies.jar)
            answer = browser.post(unescape(form[1]), data=body, headers={"Cookie": cookies})
            assert answer.status_code == httpx.codes.FOUND, answer.text[:2000]
            location: str = answer.headers["Location"]
            return location

    @contextmanager
    def _administrator(self) -> Iterator[httpx.Client]:
        form = {
            "grant_type": "password",
            "client_id": "admin-cli",
            "username": "admin",
            "password": PASSWORD,
        }
        address = f"{self.url}/realms/master/protocol/openid-connect/token"
        token = httpx.post(address, data=form, timeout=30).raise_for_status().json()
        with httpx.Client(
            base_url=f"{self.url}/admin/realms/{REALM}/",
            headers={"Authorization": f"Bearer {token['access_token']}"},
            timeout=30,
        ) as client:
            yield client

    @staticmethod
    def _user(admin: httpx.Client, username: str) -> dict[str, Any]:
        query = {"username": username, "exact": "true"}
        found: list[dict[str, Any]] = admin.get("users", params=query).raise_for_status().json()
        return found[0]


@contextmanager
def running_keycloak() -> Iterator[Keycloak]:
    """Starts one, downloaded when it is not here yet, and ends it.

    OperatorError, with what to do, when it is not to be had.
    """
    ensure_archive(KEYCLOAK, Progress())
    folder = Path(tempfile.mkdtemp(prefix="warren-keycloak-"))
    try:
        # It writes below its own folder.
        home = folder / "home"
        shutil.copytree(KEYCLOAK.home / KEYCLOAK.folder, home)
        imported = home / "data" / "import"
        imported.mkdir(parents=True)
        (imported / "realm.json").write_text(json.dumps(_realm()), encoding="utf-8")
        secret_file = folder / "secret"
        secret_file.write_text(SECRET + "\n", encoding="utf-8")
        port = _free_port()
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                _command(home, port),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=_environment(),
                start_new_session=True,
            )
        server = Keycloak(f"http://127.0.0.1:{port}", secret_file)
        try:
            _wait(process, server.issuer, folder / "log")
            yield server
        finally:
            _end(process)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _command(home: Path, port: int) -> list[str]:
    script = str(home / "bin" / "kc.sh")
    where = ("--http-host=127.0.0.1", f"--http-port={port}")
    return [script, "start-dev", "--import-realm", "--db=dev-mem", "--cache=local", *where]


def _environment() -> dict[str, str]:
    return {
        **os.environ,
        "JAVA_OPTS_KC_HEAP": _HEAP,
        "JAVA_OPTS_APPEND": _JAVA,
        "KC_BOOTSTRAP_ADMIN_USERNAME": "admin",
        "KC_BOOTSTRAP_ADMIN_PASSWORD": PASSWORD,
    }


def _realm() -> dict[str, Any]:
    groups_claim = {
        "name": "groups",
        "protocol": "openid-connect",
        "protocolMapper": "oidc-group-membership-mapper",
        "config": {
            "claim.name": "groups",
            "full.path": "false",
            "id.token.claim": "true",
            "access.token.claim": "false",
            "userinfo.token.claim": "false",
        },
    }
    client = {
        "clientId": CLIENT_ID,
        "enabled": True,
        "protocol": "openid-connect",
        "publicClient": False,
        "secret": SECRET,
        "standardFlowEnabled": True,
        "directAccessGrantsEnabled": False,
        "redirectUris": [f"{PUBLIC_URL}/oidc/callback"],
        # Refuses whoever asks without PKCE.
        "attributes": {"pkce.code.challenge.method": "S256"},
        "protocolMappers": [groups_claim],
    }
    return {
        "realm": REALM,
        "enabled": True,
        "clients": [client],
        "groups": [{"name": each} for each in GROUPS],
    }


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def _wait(process: "subprocess.Popen[bytes]", issuer: str, log: Path) -> None:
    end_s = time.monotonic() + _START_S
    while process.poll() is None and time.monotonic() < end_s:
        with suppress(httpx.HTTPError):
            if httpx.get(issuer, timeout=5).status_code == httpx.codes.OK:
                return
        time.sleep(0.3)
    raise RuntimeError("Keycloak did not start: " + log.read_text(errors="replace")[-3000:])


def _end(process: "subprocess.Popen[bytes]") -> None:
    """The script's Java, too: they are a group of their own."""
    for number in (15, 9):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)
