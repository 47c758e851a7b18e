"""The check of the certificates of TLS servers that Warren speaks to, or is told to watch."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar
from urllib.parse import urlsplit

from apps.alerts.receivers import secure_receivers
from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding, counted, error, ok, unknown, warning
from config.env import env
from integrations.tls.certificates import NotSeen, expiry_of, expiry_of_mail_server

EXPIRES_SOON = timedelta(days=14)
SEEN_FOR = timedelta(hours=1)
TRIED_AGAIN_AFTER = timedelta(minutes=5)
# A round of checks must not wait long for servers that hang.
LOOKS_EACH_ROUND_MAX = 2
TIMEOUT_S = 3.0
SERVERS_MAX = 100
_NAMES_MAX = 5
_HTTPS_PORT = 443


@dataclass(frozen=True, slots=True)
class Server:
    """One that shows a certificate. `name` is what everybody may read: webhooks' are secret."""

    name: str
    host: str
    port: int
    mail: bool = False
    allow_private: bool = True


@dataclass(frozen=True, slots=True)
class _Seen:
    """`expires_at` is None while no certificate was ever shown."""

    looked_at: datetime
    failed: bool
    expires_at: datetime | None


class Certificates:
    """Nothing where no server speaks TLS. Each is looked at once an hour, by each worker."""

    key: ClassVar = CheckKey.CERTIFICATES
    title: ClassVar = "No certificate expires soon"
    remedy: ClassVar = (
        "Renew it at the server that shows it. Namenodes behind HTTPS, webhooks' receivers, the "
        "mail server and WARREN_TLS_SERVERS are watched."
    )
    page: ClassVar = "/alerts"

    def __init__(self) -> None:
        self._seen: dict[Server, _Seen] = {}

    def look(self, read: Readings) -> Finding | None:
        servers = servers_with_tls()[:SERVERS_MAX]
        if not servers:
            return None
        self._seen = {each: self._seen[each] for each in servers if each in self._seen}
        due = [each for each in servers if self._is_due(each, read.now)]
        for server in due[:LOOKS_EACH_ROUND_MAX]:
            self._seen[server] = _seen(server, self._seen.get(server), read.now)
        return self._judged(servers, read.now)

    def _is_due(self, server: Server, now: datetime) -> bool:
        seen = self._seen.get(server)
        if seen is None:
            return True
        return now - seen.looked_at >= (TRIED_AGAIN_AFTER if seen.failed else SEEN_FOR)

    def _judged(self, servers: list[Server], now: datetime) -> Finding:
        ends = {
            each: seen.expires_at
            for each in servers
            if (seen := self._seen.get(each)) is not None and seen.expires_at is not None
        }
        expired = [each for each, end in ends.items() if end <= now]
        soon = [each for each, end in ends.items() if now < end <= now + EXPIRES_SOON]
        if expired:
            many = counted(len(expired), "certificate has", "certificates have")
            return error(f"{many} expired: {_names(expired)}.")
        if soon:
            many = counted(len(soon), "certificate expires", "certificates expire")
            return warning(f"{many} within {EXPIRES_SOON.days} days: {_names(soon)}.")
        silent = [each for each in servers if each in self._seen and each not in ends]
        if silent:
            many = counted(len(silent), "server shows", "servers show")
            return unknown(f"{many} no certificate: {_names(silent)}.")
        if len(ends) < len(servers):
            return unknown("Not all certificates have been looked at yet.")
        return ok(f"None expires within {EXPIRES_SOON.days} days.")


def servers_with_tls() -> list[Server]:
    """All that this platform is set to speak to by TLS, and those that it is told to watch."""
    settings = env()
    found = []
    for url in settings.admin_urls:
        address = urlsplit(url)
        if address.scheme == "https" and address.hostname:
            found.append(_server(address.hostname, address.port or _HTTPS_PORT))
    for told in settings.tls_servers:
        host, port = _parts(told)
        found.append(_server(host, port))
    if settings.smtp_address is not None and settings.smtp_security != "none":
        host, port = _parts(settings.smtp_address)
        found.append(_server(host, port, mail=settings.smtp_security == "starttls"))
    allow_private = settings.alert_private_addresses
    found += [
        Server("a webhook's receiver", host, port, allow_private=allow_private)
        for host, port in secure_receivers()
    ]
    return list(dict.fromkeys(found))


def _server(host: str, port: int, *, mail: bool = False) -> Server:
    return Server(f"{host}:{port}", host, port, mail=mail)


def _parts(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    return host, int(port)


def _seen(server: Server, before: _Seen | None, now: datetime) -> _Seen:
    """What it shows now; what it showed before while it is not reached."""
    try:
        return _Seen(now, failed=False, expires_at=_expiry(server))
    except NotSeen:
        return _Seen(now, failed=True, expires_at=before.expires_at if before else None)


def _expiry(server: Server) -> datetime:
    if server.mail:
        return expiry_of_mail_server(server.host, server.port, timeout_s=TIMEOUT_S)
    return expiry_of(
        server.host, server.port, timeout_s=TIMEOUT_S, allow_private=server.allow_private
    )


def _names(found: list[Server]) -> str:
    names = sorted({each.name for each in found})
    more = "" if len(names) <= _NAMES_MAX else " and others"
    return ", ".join(names[:_NAMES_MAX]) + more
