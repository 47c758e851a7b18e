"""TLS servers that show a certificate of any age, and one for mail."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

_ACCEPT_S = 0.2
_CLIENT_S = 5.0


def _context(folder: Path, expires_at: datetime) -> ssl.SSLContext:
    """With a certificate of its own that ends then."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "double.example")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(expires_at - timedelta(days=90))
        .not_valid_after(expires_at)
        .sign(key, SHA256())
    )
    file = folder / f"{certificate.serial_number}.pem"
    file.write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        + certificate.public_bytes(Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


@contextmanager
def tls_server(folder: Path, expires_at: datetime, *, mail: bool = False) -> Iterator[int]:
    """Its port at 127.0.0.1. `mail`: TLS begins when a client asks for it, as SMTP has it."""
    context = _context(folder, expires_at)
    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(_ACCEPT_S)

        def serve() -> None:
            while not ended.is_set():
                try:
                    client, _ = listener.accept()
                except TimeoutError:
                    continue
                with client, suppress(OSError):
                    client.settimeout(_CLIENT_S)
                    if mail:
                        _until_tls(client)
                    with context.wrap_socket(client, server_side=True) as secured:
                        secured.recv(1)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield int(listener.getsockname()[1])
        finally:
            ended.set()
            thread.join()


def _until_tls(client: socket.socket) -> None:
    client.sendall(b"220 double.example ESMTP\r\n")
    while (line := client.recv(512)) != b"":
        if line.upper().startswith(b"STARTTLS"):
            client.sendall(b"220 Go ahead\r\n")
            return
        client.sendall(b"250-double.example\r\n250 STARTTLS\r\n")
