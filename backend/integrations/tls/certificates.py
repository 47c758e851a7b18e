"""When the certificate that a server shows expires. Nothing is sent to it but what TLS asks for."""

import smtplib
import ssl
from datetime import datetime

import httpcore
from cryptography import x509

from integrations.webhook.network import CheckedNetwork, Deadline

_ERROR_CHARACTERS_MAX = 200


class NotSeen(Exception):
    """No certificate was shown. The message says why."""


def expiry_of(host: str, port: int, *, timeout_s: float, allow_private: bool) -> datetime:
    """Of a server that begins with TLS. The end is in UTC and may be past.

    Raises NotSeen, also for a private address that is not allowed.
    """
    network = CheckedNetwork(allow_private=allow_private, deadline=Deadline(timeout_s))
    try:
        stream = network.connect_tcp(host, port, timeout_s)
        try:
            secured = stream.start_tls(_looking(), host.strip("[]"), timeout_s)
            return _end(secured.get_extra_info("ssl_object").getpeercert(True))
        finally:
            stream.close()
    except (httpcore.NetworkError, httpcore.TimeoutException, OSError, ValueError) as error:
        raise NotSeen(_why(error)) from error


def expiry_of_mail_server(host: str, port: int, *, timeout_s: float) -> datetime:
    """Of a mail server that is asked for TLS (STARTTLS). Raises NotSeen."""
    try:
        with smtplib.SMTP(host.strip("[]"), port, timeout=timeout_s) as server:
            server.starttls(context=_looking())
            if not isinstance(server.sock, ssl.SSLSocket):
                raise NotSeen("It does not speak TLS")
            return _end(server.sock.getpeercert(True))
    except (smtplib.SMTPException, OSError, ValueError) as error:
        raise NotSeen(_why(error)) from error


def _looking() -> ssl.SSLContext:
    """Takes any certificate: one that has expired is what is looked for."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _end(certificate: bytes | None) -> datetime:
    if certificate is None:
        raise NotSeen("It showed no certificate")
    return x509.load_der_x509_certificate(certificate).not_valid_after_utc


def _why(error: Exception) -> str:
    return (str(error) or type(error).__name__)[:_ERROR_CHARACTERS_MAX]
