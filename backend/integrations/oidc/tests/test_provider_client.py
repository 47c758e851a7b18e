"""What of a provider is believed: it lies here as no real one would."""

import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from joserfc.jwk import OctKey, RSAKey

from doubles.provider import SECRET, Provider
from doubles.tls import tls_server
from integrations.oidc.client import (
    ProviderAccess,
    ProviderFailed,
    ProviderRefused,
    arrival,
    departure,
)


@pytest.fixture
def access(provider: Provider) -> ProviderAccess:
    return ProviderAccess(
        issuer=provider.url,
        client_id="warren",
        client_secret=SECRET,
        scopes="openid profile",
        redirect_url="http://127.0.0.1:8000/oidc/callback",
        ca_file=None,
        timeout_s=3,
        allows_plain_http=True,
    )


def claims_of(access: ProviderAccess, provider: Provider) -> Mapping[str, Any]:
    begun = departure(access)
    provider.nonce = provider.nonce or begun.nonce
    return arrival(access, code="c", nonce=begun.nonce, code_verifier=begun.code_verifier)


def test_who_is_vouched_for(access: ProviderAccess, provider: Provider) -> None:
    claims = claims_of(access, provider)
    assert (claims["sub"], claims["groups"]) == ("1", ["staff"])
    ((login, body),) = provider.token_requests
    assert login.startswith("Basic ")
    assert "code_verifier=" in body
    assert "client_secret" not in body


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "https://another.example"},
        {"aud": "another"},
        {"aud": ["another", "third"]},
        {"aud": ["warren", "another"]},
        {"azp": "another"},
        {"exp": int(time.time()) - 3600},
        {"exp": None},
        {"iat": int(time.time()) + 3600},
        {"nonce": "of another login"},
        {"nonce": None},
        {"sub": None},
        {"aud": None},
        {"iss": None},
    ],
    ids=str,
)
def test_tokens_for_somebody_else_are_refused(
    access: ProviderAccess, provider: Provider, claims: dict[str, Any]
) -> None:
    provider.claims = claims
    with pytest.raises(ProviderRefused):
        claims_of(access, provider)


def test_signatures_of_others_are_refused(access: ProviderAccess, provider: Provider) -> None:
    provider.signing_key = RSAKey.generate_key(2048, parameters={"kid": "one"})
    with pytest.raises(ProviderRefused, match="BadSignature"):
        claims_of(access, provider)


def test_unsigned_tokens_are_refused(access: ProviderAccess, provider: Provider) -> None:
    provider.algorithm = "none"
    with pytest.raises(ProviderRefused):
        claims_of(access, provider)


def test_signatures_with_the_clients_secret_are_refused(
    access: ProviderAccess, provider: Provider
) -> None:
    provider.algorithm = "HS256"
    provider.signing_key = OctKey.import_key(SECRET, {"kid": "one"})
    provider.metadata = {"id_token_signing_alg_values_supported": ["HS256", "RS256"]}
    with pytest.raises(ProviderRefused):
        claims_of(access, provider)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ((400, {"error": "invalid_grant"}), ProviderRefused),
        ((200, {"access_token": "a"}), ProviderRefused),
        ((200, {"id_token": "a.b.c"}), ProviderRefused),
        ((200, {"id_token": 7}), ProviderRefused),
        ((401, {"error": "invalid_client"}), ProviderFailed),
        ((500, {}), ProviderFailed),
    ],
)
def test_what_is_no_token(
    access: ProviderAccess,
    provider: Provider,
    answer: tuple[int, dict[str, Any]],
    expected: type[Exception],
) -> None:
    provider.token_answer = answer
    with pytest.raises(expected):
        claims_of(access, provider)


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        ({"issuer": "https://another.example"}, "calls itself"),
        ({"token_endpoint": None}, "tells no token_endpoint"),
        ({"jwks_uri": 7}, "tells no jwks_uri"),
        ({"more": "x" * (1 << 20)}, "more than"),
    ],
)
def test_a_provider_that_is_another(
    access: ProviderAccess, provider: Provider, metadata: dict[str, Any], said: str
) -> None:
    provider.metadata = metadata
    with pytest.raises(ProviderFailed, match=said):
        departure(access)


def test_secrets_go_to_protected_addresses_alone(
    access: ProviderAccess, provider: Provider
) -> None:
    with pytest.raises(ProviderFailed, match="not an https"):
        departure(replace(access, allows_plain_http=False))


def test_strange_certificates_are_refused(access: ProviderAccess, tmp_path: Path) -> None:
    ends = datetime.now(UTC) + timedelta(days=1)
    with (
        tls_server(tmp_path, ends) as port,
        pytest.raises(ProviderFailed, match=r"(?i)certificate"),
    ):
        departure(replace(access, issuer=f"https://127.0.0.1:{port}"))


def test_a_provider_that_does_not_answer(access: ProviderAccess) -> None:
    with pytest.raises(ProviderFailed):
        departure(replace(access, issuer="http://127.0.0.1:1"))
