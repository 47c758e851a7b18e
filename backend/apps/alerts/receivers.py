"""Where webhooks go, for those who look at the receivers and not at the messages."""

from urllib.parse import urlsplit

from apps.alerts.models import AlertChannel
from apps.alerts.sealing import Unreadable, unseal
from apps.alerts.values import ChannelKind

_HTTPS_PORT = 443


def secure_receivers() -> list[tuple[str, int]]:
    """Host and port of each receiver of an enabled channel that is reached by TLS."""
    found = set()
    for channel in AlertChannel.objects.filter(kind=ChannelKind.WEBHOOK, enabled=True):
        try:
            address = urlsplit(unseal(channel.url_sealed))
        except Unreadable:
            # The log of its deliveries says so.
            continue
        if address.scheme == "https" and address.hostname:
            found.add((address.hostname, address.port or _HTTPS_PORT))
    return sorted(found)
