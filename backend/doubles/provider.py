"""A provider of OpenID Connect that lies as a test wants: no real one would."""

import base64
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, OctKey, RSAKey

SECRET: Final = "a secret of the tests, long enough to sign with"


def _key() -> RSAKey:
    return RSAKey.generate_key(2048, parameters={"kid": "one"})


@dataclass
class Provider:
    """What it answers. `claims` are those of the next token, besides the ordinary ones."""

    url: str = ""
    key: RSAKey = field(default_factory=_key)
    claims: dict[str, Any] = field(default_factory=dict)
    # Of the login that is under way, as the browser would have brought it.
    nonce: str = ""
    # What signs the token, and how.
    signing_key: RSAKey | OctKey | ECKey | None = None
    algorithm: str = "RS256"
    token_answer: tuple[int, dict[str, Any]] | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    token_requests: list[tuple[str, str]] = field(default_factory=list)

    def answer(self, path: str) -> tuple[int, dict[str, Any]]:
        if path == "/.well-known/openid-configuration":
            return 200, {
                "issuer": self.url,
                "authorization_endpoint": f"{self.url}/authorize",
                "token_endpoint": f"{self.url}/token",
                "jwks_uri": f"{self.url}/keys",
                **self.metadata,
            }
        if path == "/keys":
            return 200, dict(KeySet([self.key]).as_dict(private=False))
        if path == "/token":
            return self.token_answer or (200, {"access_token": "a", "id_token": self._token()})
        return 404, {}

    def _token(self) -> str:
        now_s = int(time.time())
        claims = {
            "iss": self.url,
            "aud": "warren",
            "sub": "1",
            "iat": now_s,
            "exp": now_s + 60,
            "nonce": self.nonce,
            "preferred_username": "ann",
            "groups": ["staff"],
            **self.claims,
        }
        claims = {name: value for name, value in claims.items() if value is not None}
        if self.algorithm == "none":
            parts = ({"alg": "none"}, claims)
            return ".".join(_encoded(each) for each in parts) + "."
        header = {"alg": self.algorithm, "kid": "one"}
        key = self.signing_key or self.key
        return jwt.encode(header, claims, key, algorithms=[self.algorithm])


def _encoded(part: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")


@contextmanager
def running_provider() -> Iterator[Provider]:
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            path = self.path.partition("?")[0]
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length).decode()
            if path == "/token":
                provider.token_requests.append((self.headers["Authorization"], body))
            status, answer = provider.answer(path)
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = _answer  # noqa: N815  the names that http.server calls

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
