"""A real slapd with a small organisation, for the tests of logins by a directory.

It is a process of the tests' own on loopback and in a temporary folder, never the machine's
service.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from typing import Final

import ldap3
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

BASE: Final = "dc=example,dc=org"
ROOT_DN: Final = f"cn=root,{BASE}"
SEARCHING_DN: Final = f"cn=warren,ou=services,{BASE}"
PASSWORD: Final = "a password of the tests"
GROUPS: Final = ("warren-admins", "data", "staff", "others")
# A group must have a member.
_NOBODY: Final = f"cn=nobody,{BASE}"
_START_S: Final = 20.0
_UNPRIVILEGED: Final = "nobody"
_SEARCH_PATH: Final = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"

_CONF: Final = """
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile {folder}/slapd.pid
TLSCertificateFile {folder}/server.pem
TLSCertificateKeyFile {folder}/server.key
database mdb
maxsize 16777216
suffix "{base}"
rootdn "{root}"
rootpw "{password}"
directory {folder}/data
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="{searching}" read by anonymous auth by * none
"""


@dataclass
class Directory:
    """A running slapd: its ports, the certificate it descends from, and changes of its entries."""

    port: int
    tls_port: int
    ca_file: Path
    password_file: Path

    def person(self, uid: str, *groups: str, password: str = PASSWORD, cn: str = "") -> None:
        """Adds a person who is a member of exactly these groups."""
        dn = f"uid={uid},ou=people,{BASE}"
        attributes = {"uid": uid, "cn": cn or uid, "sn": uid, "userPassword": password}
        with self._root() as connection:
            assert connection.add(dn, "inetOrgPerson", attributes), connection.result
        self.regroup(uid, *groups)

    def regroup(self, uid: str, *groups: str) -> None:
        """Makes a person a member of exactly these groups."""
        dn = f"uid={uid},ou=people,{BASE}"
        with self._root() as connection:
            for group in GROUPS:
                change = ldap3.MODIFY_ADD if group in groups else ldap3.MODIFY_DELETE
                of_group = f"cn={group},ou=groups,{BASE}"
                connection.modify(of_group, {"member": [(change, [dn])]})
                # 16 and 20: it was no member, or one already.
                assert connection.result["result"] in (0, 16, 20), connection.result

    def rename(self, uid: str, new: str) -> None:
        """Gives a person another name and DN; groups forget him."""
        with self._root() as connection:
            dn = f"uid={uid},ou=people,{BASE}"
            assert connection.modify_dn(dn, f"uid={new}"), connection.result

    def remove_people(self) -> None:
        """Takes all people away, and all groups' members."""
        with self._root() as connection:
            connection.search(f"ou=people,{BASE}", "(objectClass=person)", attributes=[])
            for each in list(connection.response):
                connection.delete(each["dn"])
            for group in GROUPS:
                members = {"member": [(ldap3.MODIFY_REPLACE, [_NOBODY])]}
                connection.modify(f"cn={group},ou=groups,{BASE}", members)

    @contextmanager
    def _root(self) -> Iterator[ldap3.Connection]:
        server = ldap3.Server("127.0.0.1", port=self.port, get_info=ldap3.NONE, connect_timeout=5)
        connection = ldap3.Connection(server, ROOT_DN, PASSWORD, auto_bind=True, receive_timeout=5)
        try:
            yield connection
        finally:
            connection.unbind()


@contextmanager
def running_slapd() -> Iterator[Directory]:
    """Starts one and ends it. FileNotFoundError, with what to install, when there is none here."""
    programs = {each: shutil.which(each, path=_SEARCH_PATH) for each in ("slapd", "slapadd")}
    slapd, slapadd = programs["slapd"], programs["slapadd"]
    if slapd is None or slapadd is None:
        raise FileNotFoundError("slapd is missing. Install it (apt install slapd).")
    folder = Path(tempfile.mkdtemp(prefix="warren-slapd-"))
    try:
        _write(folder)
        as_user = _give_away(folder)
        conf = str(folder / "slapd.conf")
        load = [slapadd, "-q", "-f", conf, "-l", str(folder / "entries.ldif")]
        done = subprocess.run(
            load, capture_output=True, text=True, timeout=60, user=as_user, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        port, tls_port = _free_port(), _free_port()
        urls = f"ldap://127.0.0.1:{port}/ ldaps://127.0.0.1:{tls_port}/"
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [slapd, "-d", "0", "-f", conf, "-h", urls],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                user=as_user,
            )
        try:
            _wait(process, port, folder / "log")
            yield Directory(port, tls_port, folder / "ca.pem", folder / "password")
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
            process.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _write(folder: Path) -> None:
    (folder / "data").mkdir()
    (folder / "password").write_text(PASSWORD + "\n", encoding="utf-8")
    facts = {"base": BASE, "root": ROOT_DN, "password": PASSWORD, "searching": SEARCHING_DN}
    conf = _CONF.format(folder=folder, **facts)
    (folder / "slapd.conf").write_text(conf, encoding="utf-8")
    (folder / "entries.ldif").write_text(_entries(), encoding="utf-8")
    _certificates(folder)


def _entries() -> str:
    entries = [
        f"dn: {BASE}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example",
        *(
            f"dn: ou={each},{BASE}\nobjectClass: organizationalUnit\nou: {each}"
            for each in ("people", "groups", "services")
        ),
        f"dn: {SEARCHING_DN}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\n"
        f"cn: warren\nuserPassword: {PASSWORD}",
        *(
            f"dn: cn={each},ou=groups,{BASE}\nobjectClass: groupOfNames\ncn: {each}\n"
            f"member: {_NOBODY}"
            for each in GROUPS
        ),
    ]
    return "\n\n".join(entries) + "\n"


def _certificates(folder: Path) -> None:
    """An authority, and a certificate of the server that is for 127.0.0.1 alone."""
    now = datetime.now(UTC)
    authority_key = ec.generate_private_key(ec.SECP256R1())
    server_key = ec.generate_private_key(ec.SECP256R1())
    authority_name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "authority of the tests")])
    server_name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "directory.example")])

    def signed(
        subject: x509.Name,
        key: ec.EllipticCurvePrivateKey,
        extension: x509.ExtensionType,
    ) -> bytes:
        certificate = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(authority_name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=2))
            .add_extension(extension, critical=True)
            .sign(authority_key, SHA256())
        )
        return certificate.public_bytes(Encoding.PEM)

    is_authority = x509.BasicConstraints(ca=True, path_length=0)
    address = x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))])
    (folder / "ca.pem").write_bytes(signed(authority_name, authority_key, is_authority))
    (folder / "server.pem").write_bytes(signed(server_name, server_key, address))
    key = server_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "server.key").write_bytes(key)


def _give_away(folder: Path) -> str | None:
    """Root gives the folder to a user without rights, as whom slapd then runs."""
    if os.geteuid() != 0:
        return None
    for each in (folder, *folder.rglob("*")):
        shutil.chown(each, _UNPRIVILEGED)
    return _UNPRIVILEGED


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def _wait(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    end_s = time.monotonic() + _START_S
    while process.poll() is None and time.monotonic() < end_s:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("slapd did not start: " + log.read_text(errors="replace")[-2000:])
