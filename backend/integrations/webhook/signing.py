"""Signatures as the Standard Webhooks specification has them: receivers have libraries for it."""

import base64
import binascii
import hmac
import secrets

_PREFIX = "whsec_"
_SECRET_BYTES = 32


def new_secret() -> str:
    """A fresh secret: `whsec_` and 32 random bytes in base64."""
    return _PREFIX + base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def signed_headers(*, secret: str, message_id: str, at_s: int, body: bytes) -> dict[str, str]:
    """Id, time (seconds since 1970) and signature of a message. ValueError: no secret of ours."""
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(at_s),
        "webhook-signature": signature(secret=secret, message_id=message_id, at_s=at_s, body=body),
    }


def signature(*, secret: str, message_id: str, at_s: int, body: bytes) -> str:
    """`v1,` and the HMAC-SHA256 of id, time and body in base64."""
    try:
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except binascii.Error as error:
        raise ValueError("Not a webhook secret") from error
    signed = f"{message_id}.{at_s}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
