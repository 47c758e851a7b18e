"""What `bin/warren migrate` leaves in the data folder, read with care: any of it may be missing,
cut short, or of another version."""

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from apps.jobs.whole_files import write_bytes
from apps.migration.values import RehearsalVerdict, TakeOverPhase
from config.env import env

IMPORT_REPORT: Final = "import-report.json"
REHEARSAL_REPORT: Final = "rehearsal-report.json"
REHEARSAL_FINDINGS: Final = "rehearsal-findings.jsonl"
TAKE_OVER: Final = "take-over.json"
TAKEN_BACK: Final = "taken-back.json"
ORDER: Final = "take-over-order.json"
ATTEMPT: Final = "take-over-attempt.json"
# Reports name twenty examples of each kind; with the longest paths that is far below this.
FILE_BYTES_MAX: Final = 4 * 1024 * 1024


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class LeftOut(_Form):
    """examples: inode ids and names."""

    count: int
    examples: tuple[str, ...] = ()


class ImportReport(_Form):
    image: str
    image_verified: bool
    layout_version: int
    transaction_id: int
    block_pool_id: str | None
    seconds: float
    taken: dict[str, int]
    left_out: dict[str, LeftOut]


class Finding(_Form):
    """A copy or a block that is not as it should be; None for what is not known of it."""

    block_id: int
    path: str | None = None
    source: str | None = None
    stamp: int | None = None
    length_bytes: int | None = None
    expected_stamp: int | None = None
    expected_length_bytes: int | None = None
    wanted: int | None = None
    found: int | None = None


class FindingCount(_Form):
    count: int
    meaning: str
    examples: tuple[Finding, ...] = ()


class RehearsalReport(_Form):
    """transaction_id: of the copy that was compared; negative where it never followed."""

    verdict: RehearsalVerdict
    transaction_id: int
    seconds: float
    blocks: int
    blocks_being_written: int
    replicas: int
    replicas_good: int
    replicas_newer_than_store: int
    findings: dict[str, FindingCount]


class TakeOver(_Form):
    """Times are seconds of the Unix epoch, 0 for what has not been."""

    phase: TakeOverPhase
    name_dirs: tuple[str, ...]
    last_edit_at_s: float = 0
    begun_at_s: float = 0
    fenced_at_s: float = 0
    ended_at_s: float = 0
    served_at_s: float = 0
    job_id: int | None = None
    asked_by: str = ""
    approved_by: str = ""

    @property
    def read_only_ms(self) -> int | None:
        """How long nobody could write; None as long as nobody can."""
        if not self.served_at_s or not self.last_edit_at_s:
            return None
        return max(0, round((self.served_at_s - self.last_edit_at_s) * 1000))


class TakenBack(TakeOver):
    given_back_at_s: float


class Order(_Form):
    """What `warren_cli.take_over_orders` is to carry out. number: another one for each order."""

    number: int
    job_id: int
    ordered_by: str
    ordered_at_s: float


class Attempt(_Form):
    """What came of the order of that number."""

    number: int
    job_id: int
    ordered_by: str
    started_at_s: float
    ended_at_s: float | None = None
    code: int | None = None
    said: tuple[str, ...] = Field(default=(), max_length=100)


Form = TypeVar("Form", bound=_Form)


@dataclass(frozen=True, slots=True)
class Found(Generic[Form]):
    """A file's content, and when it was written."""

    content: Form
    written_at: datetime


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that is there and can't be understood."""

    file: str
    why: str


def read(name: str, form: type[Form]) -> Found[Form] | Unreadable | None:
    """A file of the data folder; None where there is none."""
    path = _place(name)
    try:
        with path.open("rb") as opened:
            written_at = datetime.fromtimestamp(os.fstat(opened.fileno()).st_mtime, UTC)
            text = opened.read(FILE_BYTES_MAX + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        return Unreadable(name, error.strerror or type(error).__name__)
    if len(text) > FILE_BYTES_MAX:
        return Unreadable(name, f"It is longer than {FILE_BYTES_MAX} bytes.")
    try:
        return Found(form.model_validate_json(text), written_at)
    except ValidationError as error:
        return Unreadable(name, _first(error))


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])


def write_order(order: Order) -> None:
    """Writes it as a whole, on the disk when this returns. Raises OSError."""
    place = _place(ORDER)
    write_bytes(place, order.model_dump_json().encode(), synced=(place.parent,))


def findings_file() -> Path:
    """Where all that a rehearsal found is listed."""
    return _place(REHEARSAL_FINDINGS)


def at(seconds: float) -> datetime | None:
    """A time of these files; None for what has not been."""
    return datetime.fromtimestamp(seconds, UTC) if seconds else None


def _place(name: str) -> Path:
    return env().home / name
