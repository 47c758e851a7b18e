"""The data folder WARREN_HOME: recognising it, refusing another's, and laying it out."""

import json
import os
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

from warren_cli import admin_tokens
from warren_cli.errors import OperatorError
from warren_cli.modes import MARKER_NAME, Mode
from warren_cli.rights import CLOSED, PASSABLE, close_all, close_entries, owner_only
from warren_cli.settings import FILE_NAME, Settings

MARKER_DRAFT_NAME = ".warren-home.json.new"
# There from a restore's beginning to its end: until then the folder is not whole.
RESTORING_NAME = "restoring"
FORMAT = "warren-home"
FORMAT_VERSION = 2
# The socket's address field holds 108 bytes, and the name below the folder takes 20 of them.
HOME_BYTES_MAX = 85
# What the mark says when nothing in the folder is older than the rule that it is its owner's alone.
RIGHTS = {"rights": "owner"}
# supervisord's file format gives these a meaning inside a value.
FORBIDDEN_CHARACTERS = "\n\r;#%\"'\\"


@dataclass(frozen=True)
class Home:
    """The folders below WARREN_HOME."""

    root: Path

    @property
    def marker(self) -> Path:
        return self.root / MARKER_NAME

    @property
    def conf(self) -> Path:
        return self.root / "conf"

    @property
    def secrets(self) -> Path:
        return self.root / "secrets"

    @property
    def logs(self) -> Path:
        return self.root / "logs"

    @property
    def run(self) -> Path:
        return self.root / "run"

    @property
    def store(self) -> Path:
        return self.root / "store"

    @property
    def blocks(self) -> Path:
        return self.root / "blocks"

    @property
    def blocks2(self) -> Path:
        """The second datanode's blocks."""
        return self.root / "blocks2"

    @property
    def ndb(self) -> Path:
        """What NDB's management node and data nodes keep."""
        return self.root / "ndb"

    @property
    def ndb_config(self) -> Path:
        return self.conf / "ndb.ini"

    @property
    def sql_data(self) -> Path:
        return self.root / "sql"

    @property
    def sql_config(self) -> Path:
        return self.conf / "mysql.cnf"

    @property
    def sql_socket(self) -> Path:
        return self.run / "sql.sock"

    @property
    def sql_accounts_file(self) -> Path:
        return self.secrets / "sql-accounts.sql"

    @property
    def sql_root_password_file(self) -> Path:
        return self.secrets / "sql-root-password"

    @property
    def redis(self) -> Path:
        return self.root / "redis"

    @property
    def redis_config(self) -> Path:
        """It holds a password."""
        return self.secrets / "redis.conf"

    @property
    def kafka(self) -> Path:
        return self.root / "kafka"

    @property
    def kafka_config(self) -> Path:
        """It holds passwords."""
        return self.secrets / "kafka.properties"

    @property
    def connect_config(self) -> Path:
        """It holds passwords."""
        return self.secrets / "connect.properties"

    @property
    def connect_login_config(self) -> Path:
        """Where Kafka Connect's REST API is told whom to let in."""
        return self.conf / "connect-login.conf"

    @property
    def connect_users_file(self) -> Path:
        return self.secrets / "connect-users.properties"

    @property
    def elasticsearch(self) -> Path:
        """Elasticsearch's data and configuration; it never runs as root, so it owns the folder."""
        return self.root / "elasticsearch"

    @property
    def scratch(self) -> Path:
        return self.root / "tmp"

    @property
    def indexer_token_file(self) -> Path:
        """What the platform shows the indexer when it asks about the pipeline or commands it."""
        return self.secrets / "indexer-token"

    @property
    def console_password_file(self) -> Path:
        return self.secrets / "console-password"


def is_initialised(home: Home) -> bool:
    """Whether the folder is Warren's. Raises OperatorError when it is somebody else's.

    Reads only: whatever the answer, nothing in the folder has been touched.
    """
    root = home.root
    refuse_unusable_path(root)
    if not root.exists():
        return False
    if not root.is_dir():
        raise _refused("WARREN_HOME is not a folder", root)
    try:
        names = {entry.name for entry in os.scandir(root)}
    except OSError as error:
        raise _refused("WARREN_HOME cannot be read", root, reason=error.strerror) from error
    if RESTORING_NAME in names:
        raise OperatorError(
            "A restore into WARREN_HOME did not end",
            remedy="Nothing was touched. Delete what is in the folder, then repeat the restore",
            folder=root,
            exit_code=2,
        )
    if MARKER_NAME in names:
        _check_marker(home)
        return True
    if names - {FILE_NAME, MARKER_DRAFT_NAME}:
        raise _refused(
            "WARREN_HOME is a folder with other content and no mark of Warren's",
            root,
            found=sorted(names)[0],
        )
    return False


def refuse_unusable_path(root: Path) -> None:
    """Raises OperatorError for a path that can be no data folder's."""
    if any(character in str(root) for character in FORBIDDEN_CHARACTERS):
        raise _refused("WARREN_HOME holds a character that its supervisor cannot quote", root)
    if len(os.fsencode(root)) > HOME_BYTES_MAX:
        raise _refused(
            "WARREN_HOME is too long for a Unix socket below it", root, bytes_max=HOME_BYTES_MAX
        )


def _check_marker(home: Home) -> None:
    try:
        mark = json.loads(home.marker.read_text(encoding="utf-8"))
        name, version = mark["format"], mark["version"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _refused(
            "WARREN_HOME's mark cannot be understood", home.root, file=MARKER_NAME
        ) from error
    if name != FORMAT or type(version) is not int or version < 1:
        raise _refused("WARREN_HOME's mark is not Warren's", home.root, file=MARKER_NAME)
    if mark.get("mode", Mode.EMBEDDED) not in set(Mode):
        raise _refused("WARREN_HOME's mark names no known mode", home.root, file=MARKER_NAME)
    if version > FORMAT_VERSION:
        raise _refused(
            "WARREN_HOME was made by a newer Warren",
            home.root,
            its_format=version,
            this_format=FORMAT_VERSION,
        )


def _refused(message: str, root: Path, **facts: object) -> OperatorError:
    return OperatorError(
        message,
        remedy="Nothing was touched. Set WARREN_HOME to a new or empty folder, "
        "or move this one away",
        folder=root,
        exit_code=2,
        **facts,
    )


def prepare(home: Home, settings: Settings, console_password: str | None) -> None:
    """Lays the folder out and makes the secrets that are missing. Harmless when repeated.

    Nobody but the owner can reach what is in it, whatever an older version allowed.
    """
    known = is_initialised(home)
    try:
        with owner_only():
            home.root.mkdir(parents=True, exist_ok=True)
            _close(home, settings, known=known)
            for folder in (home.conf, home.logs, home.run, home.scratch, home.blocks, home.secrets):
                folder.mkdir(exist_ok=True)
            settings.search_index.parent.mkdir(parents=True, exist_ok=True)
            if not settings.is_cluster:
                settings.platform_db.parent.mkdir(parents=True, exist_ok=True)
                settings.broker_dir.mkdir(parents=True, exist_ok=True)
            for holder in admin_tokens.Holder:
                make_secret(admin_tokens.token_file(home.root, holder), secrets.token_urlsafe(32))
            make_secret(home.indexer_token_file, secrets.token_urlsafe(32))
            make_secret(settings.django_secret_file, secrets.token_urlsafe(50))
            make_secret(home.console_password_file, console_password or secrets.token_urlsafe(12))
    except OSError as error:
        raise OperatorError(
            "WARREN_HOME cannot be written",
            remedy="Check its owner, its mode and the free space",
            folder=home.root,
            reason=error.strerror,
        ) from error


def _close(home: Home, settings: Settings, *, known: bool) -> None:
    """Takes the folder from everybody else: entry by entry once, where an older version made it."""
    passed = settings.has_pipeline and os.geteuid() == 0
    close_entries(home.root, PASSABLE if passed else CLOSED)
    mark = json.loads(home.marker.read_text(encoding="utf-8")) if known else None
    if mark is None:
        _write_marker(home, {"format": FORMAT, "version": FORMAT_VERSION, "mode": settings.mode})
    elif not RIGHTS.items() <= mark.items():
        close_all(home.root)
        _write_marker(home, mark)


def clear_scratch(home: Home) -> None:
    """Removes what killed processes left in the scratch folder; only while nothing runs."""
    shutil.rmtree(home.scratch, ignore_errors=True)
    home.scratch.mkdir(exist_ok=True)


def _write_marker(home: Home, facts: dict[str, object]) -> None:
    draft = home.root / MARKER_DRAFT_NAME
    with draft.open("w", encoding="utf-8") as out:
        json.dump({**facts, **RIGHTS}, out)
        out.flush()
        os.fsync(out.fileno())
    draft.rename(home.marker)


def new_password() -> str:
    return secrets.token_urlsafe(24)


def make_secret(path: Path, value: str) -> None:
    """Writes a secret readable by its owner alone, unless there is one already."""
    if not path.exists() or path.stat().st_size == 0:
        write_secret(path, value)


def write_secret(path: Path, value: str) -> None:
    """Writes a file readable by its owner alone, in place of the one that is there."""
    path.parent.mkdir(mode=CLOSED, parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(value)
        out.flush()
        os.fsync(out.fileno())
    draft.rename(path)
