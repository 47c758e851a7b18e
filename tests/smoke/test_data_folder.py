"""Nobody but its owner can read or change what a running Warren keeps."""

import os
import stat
from pathlib import Path

from warren_cli.home import Home
from warren_cli.rights import OTHERS, PASSABLE
from warren_cli.settings import Settings
from warren_cli.supervision import Supervisor

OTHERS_READ_OR_WRITE = 0o066
# Their servers give them these rights whatever the umask says; their folders let nobody else in.
GUARDED_BY_FOLDER = frozenset(
    {
        "run/sql.sock",
        "elasticsearch/conf/elasticsearch.keystore",
        # Public halves of keys, and folders, that the SQL node makes at its first start.
        *(f"sql/{name}.pem" for name in ("ca", "client-cert", "server-cert", "public_key")),
        *(f"sql/#innodb_{name}" for name in ("temp", "redo")),
    }
)


def test_nothing_in_the_data_folder_is_open_to_others(settings: Settings) -> None:
    home = Home(settings.home)
    wide = []
    seen = 0
    for path in [home.root, *everything_below(home.root)]:
        try:
            found = path.lstat()
        except FileNotFoundError:
            continue
        seen += 1
        if stat.S_ISLNK(found.st_mode) or not found.st_mode & OTHERS:
            continue
        name = str(path.relative_to(home.root))
        if name in GUARDED_BY_FOLDER and not path.parent.stat().st_mode & OTHERS:
            continue
        if path == home.root and stat.S_IMODE(found.st_mode) == PASSABLE and is_passed(settings):
            continue
        wide.append(f"{name} {stat.filemode(found.st_mode)}")
    assert wide == []
    assert seen > len(Supervisor(home).processes()) * 2, "each part keeps more than that"


def everything_below(root: Path) -> list[Path]:
    return [
        Path(parent) / name
        for parent, folders, files in os.walk(root)
        for name in (*folders, *files)
    ]


def is_passed(settings: Settings) -> bool:
    """Whether Elasticsearch, run as another user, has to pass the root of the folder."""
    return settings.has_pipeline and os.geteuid() == 0


def test_the_way_to_elasticsearch_leads_nowhere_else(settings: Settings) -> None:
    home = Home(settings.home)
    owners = {entry.name: entry.stat(follow_symlinks=False) for entry in os.scandir(home.root)}
    others = {name for name, found in owners.items() if found.st_uid != home.root.stat().st_uid}
    assert others == ({home.elasticsearch.name} if is_passed(settings) else set())
    assert {stat.S_IMODE(found.st_mode) & OTHERS for found in owners.values()} == {0}
    assert not home.root.stat().st_mode & OTHERS_READ_OR_WRITE
