"""OpenID Connect: sends browsers to the provider, and finds out whom it sent back.

Authorization code flow with PKCE. The library checks the token's signature with the provider's
keys, its issuer, audience, times and nonce; nothing of an unchecked token is ever used.
"""

import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode, urlsplit

import httpx
from authlib.common.security import generate_token
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry

_DISCOVERY: Final = "/.well-known/openid-configuration"
_DOCUMENT_BYTES_MAX: Final = 1 << 20
# Signed with a key of the provider's alone: neither "none" nor secrets that the client has, too.
_ALGORITHMS: Final = (
    *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    *("ES256", "ES384", "ES512", "EdDSA"),
)
_CLOCKS_DIFFER_S: Final = 60
_RANDOM_CHARACTERS: Final = 48


class ProviderFailed(Exception):
    """The provider was not reached, is not trusted, or is not what the settings say."""


class ProviderRefused(Exception):
    """The provider does not vouch for who was sent back: a bad or used code, or a bad token."""


@dataclass(frozen=True, slots=True)
class ProviderAccess:
    """Where the provider is, and what it knows this client by."""

    issuer: str
    client_id: str
    client_secret: str = field(repr=False)
    scopes: str
    redirect_url: str
    ca_file: Path | None
    timeout_s: int
    allows_plain_http: bool


@dataclass(frozen=True, slots=True)
class Departure:
    """Where to send a browser, and what it must bring back or prove."""

    url: str
    state: str
    nonce: str
    code_verifier: str


def departure(access: ProviderAccess) -> Departure:
    """A login that begins. Raises ProviderFailed."""
    state, nonce, verifier = (generate_token(_RANDOM_CHARACTERS) for _ in range(3))
    with _client(access) as client:
        endpoint = _metadata(access, client)["authorization_endpoint"]
    asked = {
        "response_type": "code",
        "client_id": access.client_id,
        "redirect_uri": access.redirect_url,
        "scope": access.scopes,
        "state": state,
        "nonce": nonce,
        "code_challenge": create_s256_code_challenge(verifier),
        "code_challenge_method": "S256",
    }
    joint = "&" if urlsplit(endpoint).query else "?"
    return Departure(
        url=f"{endpoint}{joint}{urlencode(asked)}", state=state, nonce=nonce, code_verifier=verifier
    )


def arrival(
    access: ProviderAccess, *, code: str, nonce: str, code_verifier: str
) -> Mapping[str, Any]:
    """The checked claims of who came back with this code.

    Raises ProviderFailed, or ProviderRefused for a code or token that proves nothing.
    """
    with _client(access) as client:
        metadata = _metadata(access, client)
        token = _token(access, client, metadata["token_endpoint"], code, code_verifier)
        keys = _document(client, metadata["jwks_uri"])
    try:
        return _claims(access, token, keys, metadata, nonce)
    except (JoseError, ValueError, TypeError, KeyError) as error:
        raise ProviderRefused(f"{type(error).__name__}: {error}") from error


def _claims(
    access: ProviderAccess,
    token: Mapping[str, Any],
    keys: Any,
    metadata: Mapping[str, Any],
    nonce: str,
) -> Mapping[str, Any]:
    offered = metadata.get("id_token_signing_alg_values_supported", _ALGORITHMS)
    registry = JWSRegistry(
        algorithms=[each for each in _ALGORITHMS if each in offered], strict_check_header=False
    )
    signed = jwt.decode(token["id_token"], key=KeySet.import_key_set(keys), registry=registry)
    claims = CodeIDToken(
        signed.claims,
        signed.header,
        {
            "iss": {"essential": True, "value": access.issuer},
            "aud": {"essential": True, "value": access.client_id},
            "sub": {"essential": True},
        },
        {
            "nonce": nonce,
            "client_id": access.client_id,
            "access_token": token.get("access_token"),
        },
    )
    claims.validate(leeway=_CLOCKS_DIFFER_S)
    return dict(claims)


def _client(access: ProviderAccess) -> httpx.Client:
    cafile = None if access.ca_file is None else str(access.ca_file)
    return httpx.Client(
        verify=ssl.create_default_context(cafile=cafile),
        timeout=access.timeout_s,
        follow_redirects=False,
        # Neither a proxy nor a password of the environment's.
        trust_env=False,
    )


def _token(
    access: ProviderAccess, client: httpx.Client, url: str, code: str, code_verifier: str
) -> Mapping[str, Any]:
    """What the provider gives for a code: once, and to nobody without the verifier."""
    # Encoded as RFC 6749, 2.3.1 has it, before they are a header.
    login = (quote(access.client_id, safe=""), quote(access.client_secret, safe=""))
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": access.redirect_url,
        "code_verifier": code_verifier,
    }
    status, answer = _answer(client, "POST", url, auth=login, data=form)
    error = answer.get("error")
    if error == "invalid_grant":
        raise ProviderRefused("The code is not valid (any more)")
    if status != httpx.codes.OK or error is not None:
        raise ProviderFailed(f"{url} answers {status}: {error}")
    return answer


def _metadata(access: ProviderAccess, client: httpx.Client) -> Mapping[str, Any]:
    metadata = _document(client, access.issuer + _DISCOVERY)
    if metadata.get("issuer") != access.issuer:
        raise ProviderFailed(f"It calls itself {metadata.get('issuer')!r}, not {access.issuer!r}")
    for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
        if not isinstance(metadata.get(name), str):
            raise ProviderFailed(f"It tells no {name}")
        _require_protected(access, metadata[name])
    return metadata


def _require_protected(access: ProviderAccess, url: str) -> None:
    if urlsplit(url).scheme != "https" and not access.allows_plain_http:
        raise ProviderFailed(f"{url} is not an https:// address")


def _document(client: httpx.Client, url: str) -> Mapping[str, Any]:
    status, answer = _answer(client, "GET", url)
    if status != httpx.codes.OK:
        raise ProviderFailed(f"{url} answers {status}")
    return answer


def _answer(
    client: httpx.Client, method: str, url: str, **request: Any
) -> tuple[int, Mapping[str, Any]]:
    """The status and the JSON object that the provider answers."""
    content = b""
    try:
        with client.stream(method, url, **request) as response:
            for part in response.iter_bytes():
                content += part
                if len(content) > _DOCUMENT_BYTES_MAX:
                    raise ProviderFailed(f"{url} answers more than {_DOCUMENT_BYTES_MAX} bytes")
        document = json.loads(content)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise ProviderFailed(f"{url}: {type(error).__name__}: {error}") from error
    if not isinstance(document, dict):
        raise ProviderFailed(f"{url} answers no JSON object")
    return response.status_code, document
