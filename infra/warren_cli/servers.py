"""Servers from Maven Central, checked and unpacked below .tools.

Kafka, Debezium and Elasticsearch are the cluster mode's; Keycloak is for tests alone.
"""

import hashlib
import shutil
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from warren_cli import release
from warren_cli.build import Step, run_step
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY

INFRA: Final = REPOSITORY / "infra"
SERVERS: Final = REPOSITORY / ".tools" / "servers"
DOWNLOADS: Final = REPOSITORY / ".tools" / "downloads"
PLUGIN: Final = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
# --strict-checksums: Maven fails when what it downloaded is not what the registry says it is.
MAVEN: Final = ("mvn", "-B", "-q", "--strict-checksums", "-Dstyle.color=never")
CHUNK_BYTES: Final = 1 << 20


@dataclass(frozen=True)
class Archive:
    """A file of the registry: its coordinates, name and SHA-256, and the folder inside it."""

    name: str
    coordinates: str
    file: str
    sha256: str
    folder: str
    version: str

    @property
    def home(self) -> Path:
        """Where it is unpacked."""
        return SERVERS / f"{self.name}-{self.version}"


ELASTICSEARCH: Final = Archive(
    "elasticsearch",
    "org.elasticsearch.distribution.integ-test-zip:elasticsearch:8.19.21:zip",
    "elasticsearch-8.19.21.zip",
    "215d5f3dbf0609a149f6218a9e47b6ae2df34ebbff3c5754e35f15a5e5393c8a",
    "elasticsearch-8.19.21",
    "8.19.21",
)
DEBEZIUM: Final = Archive(
    "debezium",
    "io.debezium:debezium-connector-mysql:3.6.1.Final:tar.gz:plugin",
    "debezium-connector-mysql-3.6.1.Final-plugin.tar.gz",
    "1dfd80c86e204406c5d886836da1f022e4955bc3900c0491b892c22c8b901af2",
    "debezium-connector-mysql",
    "3.6.1.Final",
)
KEYCLOAK: Final = Archive(
    "keycloak",
    "org.keycloak:keycloak-quarkus-dist:26.0.7:zip",
    "keycloak-quarkus-dist-26.0.7.zip",
    "25353b74613bcf72db67f8addbd88d832c705a69333091a16573d249d665fe21",
    "keycloak-26.0.7",
    "26.0.7",
)
KAFKA_LOCK: Final = INFRA / "kafka" / "jars.sha256"
KAFKA_HOME: Final = SERVERS / "kafka-4.3.1"


def ensure(progress: Progress) -> None:
    """Installs what is missing. Raises OperatorError when it is not to be had or was changed."""
    if release.is_unpacked():
        release.require(
            "servers of the change pipeline",
            found=KAFKA_HOME.is_dir(),
            remedy="Take the release for the cluster mode, or set WARREN_SEARCH_BACKEND=sqlite",
        )
        return
    if {jar.name for jar in KAFKA_HOME.glob("*.jar")} != _locked_jars().keys():
        # None yet, or those of a Warren that ran it with fewer or other jars.
        shutil.rmtree(KAFKA_HOME, ignore_errors=True)
        with _draft_of(KAFKA_HOME) as draft:
            _fetch_kafka(draft, progress)
    for archive in (DEBEZIUM, ELASTICSEARCH):
        ensure_archive(archive, progress)


def ensure_archive(archive: Archive, progress: Progress) -> None:
    """The same for one of them."""
    if not archive.home.is_dir():
        with _draft_of(archive.home) as draft:
            _fetch(archive, draft, progress)


@contextmanager
def _draft_of(home: Path) -> Iterator[Path]:
    """A folder beside, renamed when it is whole: what was cut short is repeated."""
    draft = home.with_name(home.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    yield draft
    draft.rename(home)


def _fetch_kafka(draft: Path, progress: Progress) -> None:
    pom = INFRA / "kafka" / "pom.xml"
    goal = (f"{PLUGIN}:copy-dependencies", f"-DoutputDirectory={draft}", "-DincludeScope=runtime")
    command = (*MAVEN, "-f", str(pom), *goal)
    run_step(Step("Kafka (Maven)", command, INFRA, "kafka-download.log"), progress)
    wanted = _locked_jars()
    found = {jar.name: _sha256(jar) for jar in draft.glob("*.jar")}
    different = sorted(n for n in wanted.keys() | found.keys() if wanted.get(n) != found.get(n))
    if different:
        raise _changed("Kafka", ", ".join(different[:5]))


def _locked_jars() -> dict[str, str]:
    """The SHA-256 of each of Kafka's jars by its name."""
    lines = (line.split() for line in KAFKA_LOCK.read_text(encoding="ascii").splitlines())
    return {name: sha256 for sha256, name in lines}


def _fetch(archive: Archive, draft: Path, progress: Progress) -> None:
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    goal = (
        *(f"{PLUGIN}:copy", f"-Dartifact={archive.coordinates}"),
        f"-DoutputDirectory={DOWNLOADS}",
    )
    name = archive.name.capitalize()
    log = f"{archive.name}-download.log"
    run_step(Step(f"{name} (Maven)", (*MAVEN, *goal), INFRA, log), progress)
    file = DOWNLOADS / archive.file
    if _sha256(file) != archive.sha256:
        raise _changed(name, archive.file)
    if file.suffix == ".zip":
        with zipfile.ZipFile(file) as packed:
            packed.extractall(draft)  # noqa: S202  its checksum is known
    else:
        with tarfile.open(file) as packed_tar:
            packed_tar.extractall(draft, filter="data")
    file.unlink()
    scripts = draft / archive.folder / "bin"
    for script in scripts.iterdir() if scripts.is_dir() else ():
        # Zip files made for tests carry no modes.
        script.chmod(0o755)


def _changed(name: str, what: str) -> OperatorError:
    return OperatorError(
        "A downloaded server is not the one that Warren was tested with",
        remedy="Remove .tools/downloads and repeat; if it stays so, the registry or a mirror in "
        "between serves other files",
        server=name,
        files=what,
    )


def _sha256(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as content:
        while chunk := content.read(CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()
