"""What a release is made of besides Warren: each component with its licence, and their texts."""

import email
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from warren_cli.build import FRONTEND, JAVA_LIB
from warren_cli.errors import OperatorError

FOLDER: Final = "licenses"
TEXT: Final = re.compile(r"(LICEN[CS]E|NOTICE|COPYING|AUTHORS)[^/]*", re.IGNORECASE)
IN_JAR: Final = re.compile(rf"(META-INF/)?{TEXT.pattern}", re.IGNORECASE)
IN_WHEEL: Final = re.compile(rf"[^/]+\.dist-info/(licenses/)?(.*/)?{TEXT.pattern}", re.IGNORECASE)
LICENCE_OF_POM: Final = re.compile(r"<license>.*?<name>(.*?)</name>", re.DOTALL)
# Warren's own jars carry its version.
OWN_JAR: Final = re.compile(r".*-SNAPSHOT")
# Jars that tell nothing themselves, by what the registry's page says of them.
OF_SILENT_JARS: Final = {
    "bcprov-jdk18on": "MIT (Bouncy Castle)",
    "listenablefuture": "Apache-2.0",
    "picocli": "Apache-2.0",
    "rocksdbjni": "Apache-2.0 or GPL-2.0",
    "slf4j-api": "MIT",
    "slf4j-reload4j": "MIT",
    "zookeeper": "Apache-2.0",
    "zookeeper-jute": "Apache-2.0",
}
IN_TEXT: Final = "see its text"


@dataclass(frozen=True)
class Component:
    """Something of others: `kind` is java, python or console. `texts` are by file name."""

    kind: str
    name: str
    licence: str
    texts: dict[str, bytes]


def files(wheels: Path) -> dict[str, bytes]:
    """The list of all components and every text, by its place in the release."""
    found = [*java(JAVA_LIB), *python(wheels), *console(FRONTEND)]
    lines = [f"{each.kind:8}{each.name}: {each.licence}" for each in found]
    result = {f"{FOLDER}/COMPONENTS.txt": ("\n".join(lines) + "\n").encode()}
    for each in found:
        for name, text in each.texts.items():
            result[f"{FOLDER}/{each.kind}/{each.name}/{name}"] = text
    return result


def java(folder: Path) -> Iterator[Component]:
    """Of each jar that is not Warren's. Raises OperatorError for one whose licence is unknown."""
    for jar in sorted(folder.glob("*.jar")):
        if OWN_JAR.fullmatch(jar.stem):
            continue
        with zipfile.ZipFile(jar) as packed:
            texts = {
                name.rpartition("/")[2]: packed.read(name)
                for name in packed.namelist()
                if IN_JAR.fullmatch(name)
            }
            said = _of_poms(packed) or _of_manifest(packed)
        known = OF_SILENT_JARS.get(re.sub(r"-\d.*", "", jar.stem))
        licence = said or known or (IN_TEXT if texts else "")
        if not licence:
            raise _unknown(jar.name)
        yield Component("java", jar.stem, licence, texts)


def _of_poms(packed: zipfile.ZipFile) -> str:
    """A jar with others in it has several."""
    poms = [n for n in packed.namelist() if n.startswith("META-INF/maven/") and "/pom.xml" in n]
    found = {
        " ".join(licence.split())
        for pom in poms
        for licence in LICENCE_OF_POM.findall(packed.read(pom).decode(errors="replace"))
    }
    return " and ".join(sorted(found))


def _of_manifest(packed: zipfile.ZipFile) -> str:
    try:
        text = packed.read("META-INF/MANIFEST.MF").decode(errors="replace")
    except KeyError:
        return ""
    # Long values go on in lines that begin with a space.
    lines = re.sub(r"\r?\n ", "", text).splitlines()
    values = (
        line.partition(": ")[2].strip() for line in lines if line.startswith("Bundle-License:")
    )
    return next(values, "")


def python(wheels: Path) -> Iterator[Component]:
    """Of each wheel. Raises OperatorError for one whose licence is unknown."""
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as packed:
            names = packed.namelist()
            metadata = next(n for n in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", n))
            facts = email.message_from_bytes(packed.read(metadata))
            texts = {
                name.partition(".dist-info/")[2].removeprefix("licenses/"): packed.read(name)
                for name in names
                if IN_WHEEL.fullmatch(name)
            }
        trove = "License :: "
        classified = [
            value.rpartition(" :: ")[2]
            for value in facts.get_all("Classifier", [])
            if value.startswith(trove)
        ]
        # Some have the whole text there.
        said = (facts["License"] or "").strip().partition("\n")[0][:80]
        licence = facts["License-Expression"] or " and ".join(classified) or said
        licence = licence or (IN_TEXT if texts else "")
        if not licence:
            raise _unknown(wheel.name)
        yield Component("python", f"{facts['Name']}-{facts['Version']}", licence, texts)


def console(frontend: Path) -> Iterator[Component]:
    """Of each npm package that the built console may have code of."""
    locked = json.loads((frontend / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for place, facts in sorted(locked.items()):
        if place and not facts.get("dev") and not facts.get("devOptional"):
            yield _npm(frontend / place, place.rpartition("node_modules/")[2], facts)


def _npm(folder: Path, name: str, facts: dict[str, Any]) -> Component:
    texts = {
        file.name: file.read_bytes()
        for file in sorted(folder.glob("*"))
        if file.is_file() and TEXT.fullmatch(file.name)
    }
    licence = facts.get("license") or (IN_TEXT if texts else "")
    if not licence:
        raise _unknown(name)
    return Component("console", f"{name}-{facts['version']}", licence, texts)


def _unknown(component: str) -> OperatorError:
    return OperatorError(
        "A component of the release does not tell its licence",
        remedy="Find out whether it may be passed on, and note it in packing/licences.py",
        component=component,
    )
