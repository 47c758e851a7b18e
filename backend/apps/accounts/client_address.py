"""From where a request comes, also behind proxies.

`X-Forwarded-For` is what anybody wrote, up to the address that the nearest trusted proxy added. So
the header is read from its end, and believed as long as the hop that told it is trusted.
"""

from collections.abc import Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.http import HttpRequest

from config.env import env

_HOPS_MAX = 20
# Whoever has one address of such a network has all of it.
_V6_PREFIX_BITS = 64

_Address = IPv4Address | IPv6Address


def client_address(request: HttpRequest) -> str:
    """The address of the client, as text; empty when the peer has none (a Unix socket)."""
    peer = str(request.META.get("REMOTE_ADDR", ""))
    address = _parsed(peer)
    if address is None:
        return peer
    trusted = [ip_network(each) for each in env().trusted_proxies]
    told = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",")
    for hop in reversed(told[-_HOPS_MAX:]):
        if not _is_in(address, trusted):
            break
        before = _parsed(hop)
        if before is None:
            # Not an address: the proxy that passed it on is the last one that is known.
            break
        address = before
    return str(address)


def throttle_subject(address: str) -> str:
    """What an address is counted as: itself, or the network of an IPv6 one."""
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, _V6_PREFIX_BITS), strict=False))
    return address


def _parsed(text: str) -> _Address | None:
    """`192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1` or `[2001:db8::1]:4711`."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _is_in(address: _Address, networks: Collection[IPv4Network | IPv6Network]) -> bool:
    return any(address in network for network in networks)
