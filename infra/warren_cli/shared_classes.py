"""The archive of loaded classes that Java's processes share, so that each one starts sooner.

It holds what the JVM makes of the jars' classes (class data sharing). An archive that is not of
these very jars and this very Java is ignored, by us and by the JVM.
"""

import hashlib
from pathlib import Path

from warren_cli import build, toolchain

ARCHIVE = build.JAVA_LIB.parent / "warren.jsa"
STAMP = build.JAVA_LIB.parent / "warren-jsa.sha256"


def class_path(*more: str) -> str:
    """The jars, and what follows them: an archive is for a class path that begins as its own."""
    return ":".join((f"{build.JAVA_LIB}/*", *more))


def flags() -> tuple[str, ...]:
    """What a JVM over `class_path` is started with; nothing while there is no such archive."""
    if ARCHIVE.is_file() and build.stamped(STAMP, wanted()):
        return (f"-XX:SharedArchiveFile={ARCHIVE}",)
    return ()


def wanted() -> str:
    """The fingerprint of what an archive would be made of now: the JVM compares the same."""
    digest = hashlib.sha256()
    java = toolchain.path_of("java")
    for file in (*([Path(java).resolve()] if java else []), *sorted(build.JAVA_LIB.glob("*.jar"))):
        found = file.stat()
        digest.update(f"{file}\0{found.st_size}\0{found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
