"""Where a webhook may go: http and https, and no address of this network unless it is allowed."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

URL_CHARACTERS_MAX = 2_000
_NAT64 = ip_network("64:ff9b::/96")


class BadTarget(ValueError):
    """The address can't be a webhook's; the message says why."""


def checked_url(url: str) -> str:
    """The URL. BadTarget unless it is plain http(s) with a host and without a login."""
    if len(url) > URL_CHARACTERS_MAX or any(c.isspace() or not c.isprintable() for c in url):
        raise BadTarget(f"An address has no spaces and at most {URL_CHARACTERS_MAX:,} characters.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadTarget("This is not an address.") from error
    if parts.scheme not in ("http", "https"):
        raise BadTarget("The address begins with https:// or http://.")
    if not parts.hostname or port == 0 or not url.isascii():
        raise BadTarget("The address names no host.")
    if parts.username is not None or parts.password is not None:
        raise BadTarget("An address with a user's name or password is not taken.")
    if parts.fragment:
        raise BadTarget("An address with a part after # is not taken.")
    return url


def host_of(url: str) -> str:
    """Host, and port where one is named: what may be shown of a URL whose path is a secret."""
    parts = urlsplit(url)
    return parts.netloc.rpartition("@")[2]


def is_public(address: str) -> bool:
    """Whether an IP address is one of the internet's, also when it hides within an IPv6 one."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = _inside(found)
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast and not found.is_reserved


def _inside(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 one stands for."""
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None)
